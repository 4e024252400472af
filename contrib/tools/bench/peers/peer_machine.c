/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peer_machine.c: no library at all: what the machine itself takes for the same, as a floor for
 * libraries. Two processes with memory in common; or, with PEER_DATAGRAM in the environment, any
 * power of two of processes that send raw datagrams, without heads. All operations by datagrams
 * are checked before they are measured.
 */
#include <stdlib.h>

#include "machine.h"
#include "wire.h"

struct machine machine;

static void sync_ranks(void) { wire_barrier(NULL); }
static void share_bytes(void *p, size_t bytes) { wire_share(p, bytes, NULL); }

void peer_open(struct peer *p, int *argc, char ***argv) {
  const char *size = getenv("PEER_DATAGRAM");
  (void)argc, (void)argv;
  machine = (struct machine){.rank = wire_open(),
                             .size = wire_size(),
                             .to_a_core = 1,
                             .local = peer_memory()};
  *p = (struct peer){.rank = machine.rank,
                     .size = machine.size,
                     .local = machine.local,
                     .sync = sync_ranks,
                     .share = share_bytes};
  if (size) {
    machine.datagram = strtoul(size, NULL, 10);
    machine.to_a_core = machine_share_cores();
    if (p->size == 2) machine_open_pair(p);
    machine_open_groups(p);
    machine_check(p);
  } else {
    machine_open_memory(p);
  }
  sync_ranks();
}

void peer_close(struct peer *p) {
  (void)p;
  sync_ranks();
}
