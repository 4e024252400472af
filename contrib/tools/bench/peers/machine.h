/* SPDX-License-Identifier: BSD-3-Clause
 *
 * machine.h: the parts of peer_machine: memory in common, and raw datagrams of UDP.
 */
#ifndef HYD_PEER_MACHINE_H
#define HYD_PEER_MACHINE_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>

#include "peer.h"

#define MACHINE_RANKS 16                   /* at most */
#define MACHINE_PIECE ((size_t)60 << 10)   /* most bytes of a call that sends */
#define MACHINE_TRAIN ((size_t)64 << 10)   /* most bytes of a call that receives */
#define MACHINE_WINDOW ((size_t)512 << 10) /* most bytes that are unanswered */

extern struct machine {
  int rank, size;
  int to_a_core; /* ranks that share a core, if all ranks are on this host */
  char *local;   /* that of struct peer */
  char *memory;  /* PEER_MEMORY bytes: where an all-to-all arrives */
  size_t datagram;
} machine;

/* machine_memory.c: two ranks with memory in common. */
void machine_open_memory(struct peer *p);

/* machine_sockets.c. The number of ranks that have to share a core; these ranks are bound to cores.
 */
int machine_share_cores(void);
/* `fd` gets a socket for each other rank, connected to one of that rank's. */
void machine_open_sockets(int fd[MACHINE_RANKS]);
void machine_send(int fd, const void *from, size_t bytes);
/* Receives a datagram or train, if one is there; returns its bytes, or 0. */
size_t machine_receive(int fd, void *to, size_t room);
/* Waits until so many bytes have come. */
void machine_hear(int fd, void *to, size_t bytes);
/* Waits a while, after `vain` looks in a row have found nothing at these sockets. */
void machine_pause(unsigned vain, struct pollfd *sockets, int count);

/* machine_pair.c: two ranks, by datagrams. */
void machine_open_pair(struct peer *p);

/* machine_flows.c: a message to a rank, and one from there. */
struct machine_flow {
  int partner;
  const char *out;
  size_t outgoing;
  char *in;
  size_t incoming;
  int adds; /* The doubles that come are added to those at `in`. */
};
void machine_open_flows(void);
/* Moves all of them at once, in both directions. `flows` is changed. */
void machine_exchange(struct machine_flow *flows, int count);
void machine_send_to(int partner, const void *from, size_t bytes);
void machine_hear_from(int partner, void *to, size_t bytes);
/* For a message whose end the caller knows: waits for a part of it; says that it is over. */
size_t machine_hear_part(int partner, void *to, size_t room);
void machine_end_message(int partner);

/* machine_broadcast.c. Broadcasts that the root still keeps are sent by the end. */
void machine_broadcast(size_t bytes);
void machine_end_broadcasts(void);

/* machine_groups.c: all ranks, by datagrams. */
void machine_open_groups(struct peer *p);

/* machine_check.c: ends the program if an operation of `p` moves or adds something else than it
 * should. */
void machine_check(const struct peer *p);

static inline size_t machine_piece(size_t bytes) {
  return bytes < MACHINE_PIECE ? bytes : MACHINE_PIECE;
}

#endif
