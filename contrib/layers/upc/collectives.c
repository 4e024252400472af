/* SPDX-License-Identifier: BSD-3-Clause
 *
 * collectives.c: the collectives that move data (libupc.md 4.2). Between the barriers that the
 * flags ask for, each thread gets or puts its blocks; to broadcast over a network is the library's
 * collective.
 */
#include "contrib/layers/upc/collectives.h"

#include <stdlib.h>
#include <string.h>

#include "contrib/layers/upc/entries.h"
#include "contrib/layers/upc/order.h"
#include "contrib/layers/upc/report.h"
#include "contrib/layers/upc/stats.h"

void hyd_upc_enter(upc_flag_t flags) {
  hyd_upc_count(UPC_N_COLLECTIVE, 0);
  bool none = (flags & (UPC_IN_ALLSYNC | UPC_IN_MYSYNC | UPC_IN_NOSYNC)) == UPC_IN_NOSYNC;
  if (!none) hyd_upc_meet();
}

void hyd_upc_leave(upc_flag_t flags) {
  bool none = (flags & (UPC_OUT_ALLSYNC | UPC_OUT_MYSYNC | UPC_OUT_NOSYNC)) == UPC_OUT_NOSYNC;
  if (!none) hyd_upc_meet();
}

/* Gets without waiting, to this thread's memory. */
static void pull(uint64_t to, uint32_t thread, uint64_t from, size_t n) {
  if (n == 0) return;
  hyd_upc_check(hyd_upc.rank, to, n);
  hyd_upc_check(thread, from, n);
  if (hyd_upc.mapped[thread]) {
    memmove(hyd_upc.here + to, hyd_upc.mapped[thread] + from, n);
    return;
  }
  hyd_upc_complete_puts_of(thread, hyd_upc.owner[thread] + from, n);
  gex_RMA_GetNBI(hyd_upc.all, hyd_upc.here + to, thread, hyd_upc.owner[thread] + from, n, 0);
}

static void complete_pulls(void) {
  if (!hyd_upc.all_mapped) gex_NBI_Wait(GEX_EC_GET, 0);
}

static void push(uint32_t thread, uint64_t to, uint64_t from, size_t n) {
  if (n) hyd_upc_put(thread, to, hyd_upc.here + from, n);
}

void upc_all_broadcast(pts_t dst, pts_t src, size_t nb, upc_flag_t flags) {
  hyd_upc_enter(flags);
  uint32_t root = pts_thread(src);
  if (nb && hyd_upc.all_mapped) {
    pull(pts_offset(dst), root, pts_offset(src), nb);
  } else if (nb) {
    hyd_upc_check(hyd_upc.rank, pts_offset(dst), nb);
    hyd_upc_check(root, pts_offset(src), nb);
    hyd_upc_step();
    gex_Event_Wait(gex_Coll_BroadcastNB(hyd_upc.all, root, hyd_upc.here + pts_offset(dst),
                                        hyd_upc.here + pts_offset(src), nb, 0));
  }
  hyd_upc_leave(flags);
}

void upc_all_scatter(pts_t dst, pts_t src, size_t nb, upc_flag_t flags) {
  hyd_upc_enter(flags);
  pull(pts_offset(dst), pts_thread(src), pts_offset(src) + hyd_upc.rank * nb, nb);
  complete_pulls();
  hyd_upc_leave(flags);
}

void upc_all_gather(pts_t dst, pts_t src, size_t nb, upc_flag_t flags) {
  hyd_upc_enter(flags);
  push(pts_thread(dst), pts_offset(dst) + hyd_upc.rank * nb, pts_offset(src), nb);
  hyd_upc_complete_puts();
  hyd_upc_leave(flags);
}

/* Threads begin at different others, so that not all get from one. */
static uint32_t partner(uint32_t i) { return (hyd_upc.rank + i) % hyd_upc.size; }

void upc_all_gather_all(pts_t dst, pts_t src, size_t nb, upc_flag_t flags) {
  hyd_upc_enter(flags);
  for (uint32_t i = 0; i < hyd_upc.size; i++)
    pull(pts_offset(dst) + partner(i) * nb, partner(i), pts_offset(src), nb);
  complete_pulls();
  hyd_upc_leave(flags);
}

void upc_all_exchange(pts_t dst, pts_t src, size_t nb, upc_flag_t flags) {
  hyd_upc_enter(flags);
  for (uint32_t i = 0; i < hyd_upc.size; i++)
    pull(pts_offset(dst) + partner(i) * nb, partner(i), pts_offset(src) + hyd_upc.rank * nb, nb);
  complete_pulls();
  hyd_upc_leave(flags);
}

/* perm is `shared int[THREADS]`: this thread's element is in its own memory. */
void upc_all_permute(pts_t dst, pts_t src, pts_t perm, size_t nb, upc_flag_t flags) {
  int32_t to;
  hyd_upc_enter(flags);
  hyd_upc_check(hyd_upc.rank, pts_offset(perm), sizeof to);
  memcpy(&to, hyd_upc.here + pts_offset(perm), sizeof to);
  if (to < 0 || (uint32_t)to >= hyd_upc.size)
    hyd_upc_fail("upc_all_permute: perm[%u] is %d; expected 0 to %u", hyd_upc.rank, to,
                 hyd_upc.size - 1);
  push((uint32_t)to, pts_offset(dst), pts_offset(src), nb);
  hyd_upc_complete_puts();
  hyd_upc_leave(flags);
}

void upc_coll_init(void) {}

/* --- sort: thread 0 sorts a copy in its shared memory, as the program compares through pointers
 * --- */

struct sort {
  uint64_t copy; /* offset on thread 0 */
  size_t size;
  int (*compare)(pts_t, pts_t);
};

static int compare_indices(const void *a, const void *b, void *sort) {
  const struct sort *s = sort;
  return s->compare(pts_make(0, s->copy + *(const size_t *)a * s->size, 0),
                    pts_make(0, s->copy + *(const size_t *)b * s->size, 0));
}

static void sort_copy(const struct upc_array *a, struct sort *s, size_t *order) {
  uint32_t thread;
  uint64_t offset;
  for (size_t i = 0; i < a->n; i++) {
    order[i] = i;
    hyd_upc_element(a, i, &thread, &offset);
    hyd_upc_get(hyd_upc.here + s->copy + i * s->size, thread, offset, s->size);
  }
  qsort_r(order, a->n, sizeof *order, compare_indices, s);
  for (size_t i = 0; i < a->n; i++) {
    hyd_upc_element(a, i, &thread, &offset);
    hyd_upc_put(thread, offset, hyd_upc.here + s->copy + order[i] * s->size, s->size);
  }
}

void upc_all_sort(pts_t array, size_t elem, size_t n, size_t block, int (*compare)(pts_t, pts_t),
                  upc_flag_t flags) {
  hyd_upc_enter(flags);
  if (hyd_upc.rank == 0 && n && elem) {
    struct upc_array a = hyd_upc_array(array, elem, n, block);
    size_t bytes, *order = calloc(n, sizeof *order);
    pts_t copy = __builtin_mul_overflow(n, elem, &bytes) ? pts_null() : upc_alloc(bytes);
    if (order == NULL || pts_is_null(copy))
      hyd_upc_fail("upc_all_sort: insufficient UPC dynamic shared memory");
    struct sort s = {pts_offset(copy), elem, compare};
    sort_copy(&a, &s, order);
    hyd_upc_complete_puts();
    upc_free(copy);
    free(order);
  }
  hyd_upc_leave(flags);
}
