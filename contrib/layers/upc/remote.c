/* SPDX-License-Identifier: BSD-3-Clause
 *
 * remote.c: relaxed accesses of memory that this process cannot load and store, and all accesses
 * with statistics. Here pointers are checked.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/upc/answers.h"
#include "contrib/layers/upc/job.h"
#include "contrib/layers/upc/order.h"
#include "contrib/layers/upc/report.h"
#include "contrib/layers/upc/stats.h"

enum { PIECE = 256 << 10 }; /* bytes of a copy between two other threads */

void hyd_upc_check(uint32_t thread, uint64_t offset, size_t n) {
#if UPC_PTS_STRUCT
  bool null = offset + (uintptr_t)__upc_shared_start < UPC_RESERVED || offset < UPC_RESERVED;
#else
  bool null = offset < UPC_RESERVED;
#endif
  if (thread >= hyd_upc.size) hyd_upc_fail("Thread number in shared address is out of range");
  if (null) hyd_upc_fail("Invalid access via null shared pointer");
  if (offset > hyd_upc.segment || n > hyd_upc.segment - offset)
    hyd_upc_fail(
        "Shared address %#llx is outside of shared memory, which has %#zx bytes for each thread",
        (unsigned long long)offset, hyd_upc.segment);
}

static void count_access(bool get, uint32_t thread, size_t n) {
  enum upc_count what = thread == hyd_upc.rank   ? UPC_N_GET_OWN
                        : hyd_upc.mapped[thread] ? UPC_N_GET
                                                 : UPC_N_GET_REMOTE;
  hyd_upc_count(get ? what : what + 1, n);
}

void hyd_upc_get(void *to, uint32_t thread, uint64_t offset, size_t n) {
  hyd_upc_check(thread, offset, n);
  count_access(true, thread, n);
  if (n == 0) return;
  if (hyd_upc.mapped[thread]) {
    memcpy(to, hyd_upc.mapped[thread] + offset, n);
    return;
  }
  char *from = hyd_upc.owner[thread] + offset;
  hyd_upc_complete_puts_of(thread, from, n);
  gex_RMA_GetBlocking(hyd_upc.all, to, thread, from, n, 0);
}

void hyd_upc_put(uint32_t thread, uint64_t offset, const void *from, size_t n) {
  hyd_upc_check(thread, offset, n);
  count_access(false, thread, n);
  if (n == 0) return;
  if (hyd_upc.mapped[thread]) {
    memcpy(hyd_upc.mapped[thread] + offset, from, n);
    return;
  }
  char *to = hyd_upc.owner[thread] + offset;
  hyd_upc_announce_put(thread, to, n);
  gex_RMA_PutNBI(hyd_upc.all, thread, to, from, n, GEX_EVENT_NOW, 0);
}

void hyd_upc_copy(uint32_t to, uint64_t to_offset, uint32_t from, uint64_t from_offset, size_t n) {
  hyd_upc_check(to, to_offset, n);
  hyd_upc_check(from, from_offset, n);
  if (hyd_upc.mapped[from]) {
    count_access(true, from, n);
    hyd_upc_put(to, to_offset, hyd_upc.mapped[from] + from_offset, n);
    return;
  }
  if (hyd_upc.mapped[to]) {
    count_access(false, to, n);
    hyd_upc_get(hyd_upc.mapped[to] + to_offset, from, from_offset, n);
    return;
  }
  char *piece = malloc(n < PIECE ? n + 1 : PIECE);
  if (piece == NULL) hyd_upc_fail("not enough memory for a copy between other threads");
  for (size_t done = 0, now; done < n; done += now) {
    now = n - done < PIECE ? n - done : PIECE;
    hyd_upc_get(piece, from, from_offset + done, now);
    hyd_upc_put(to, to_offset + done, piece, now);
  }
  free(piece);
}

/* --- memset of another thread's memory --- */

struct fill {
  uint64_t offset, n;
  uint64_t value;
};

void hyd_upc_serve_fill(uint32_t asker, const void *request, void *answer) {
  const struct fill *f = request;
  (void)asker;
  (void)answer;
  memset(hyd_upc.here + f->offset, (int)f->value, f->n);
}

void hyd_upc_fill(uint32_t thread, uint64_t offset, int value, size_t n) {
  hyd_upc_check(thread, offset, n);
  count_access(false, thread, n);
  if (hyd_upc.mapped[thread]) {
    memset(hyd_upc.mapped[thread] + offset, value, n);
    return;
  }
  enum { AT_ONCE = 4 << 20 }; /* a handler does not keep its thread longer */
  hyd_upc_complete_puts_of(thread, hyd_upc.owner[thread] + offset, n);
  for (size_t done = 0, now; done < n; done += now) {
    now = n - done < AT_ONCE ? n - done : AT_ONCE;
    struct fill f = {offset + done, now, (uint64_t)(unsigned char)value};
    hyd_upc_ask(thread, UPC_ASK_FILL, &f, sizeof f, NULL, 0);
  }
}
