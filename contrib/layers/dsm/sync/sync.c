/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sync.c: the common parts of synchronisation: release, acquire, waiting for a grant, the fence;
 * and the barrier and reductions of all ranks. These are one reduction of GASNet-EX: the maximum of
 * the ranks' vectors, in which each rank is furthest in its own log, and beside it the value to be
 * reduced.
 */
#include <string.h>

#include "contrib/layers/dsm/dsm.h"
#include <gasnet_coll.h>

void hyd_dsm_release_all(struct hyd_dsm *d) {
  hyd_dsm_enter(d);
  hyd_hlrc_release(&d->engine);
  hyd_dsm_leave(d);
}

void hyd_dsm_acquire_from(struct hyd_dsm *d, const uint64_t *vector) {
  hyd_dsm_enter(d);
  hyd_hlrc_acquire(&d->engine, vector);
  hyd_dsm_leave(d);
}

/* --- requests -------------------------------------------------------------- */

void hyd_dsm_h_done(gex_Token_t token) {
  (void)token;
  atomic_fetch_add_explicit(&hyd_dsm_the->calls.done, 1, memory_order_release); /* S1 */
}

void hyd_dsm_calls_settle(struct hyd_dsm *d) {
  /* S2 pairs with S1 */
  HYD_DSM_AWAIT(d, atomic_load_explicit(&d->calls.done, memory_order_acquire) == d->calls.sent);
}

/* --- grants ---------------------------------------------------------------- */

/* A grant from another rank; the payload is its vector. */
void hyd_dsm_h_grant(gex_Token_t token, const void *vector, size_t bytes, gex_AM_Arg_t what) {
  struct hyd_dsm *d = hyd_dsm_the;
  (void)token;
  /* G3 pairs with G4: this rank no longer uses the vector of the previous grant. */
  if (atomic_load_explicit(&d->granted.what, memory_order_acquire))
    hyd_dsm_fatal("a grant that nothing waits for: %x", (unsigned)what);
  memcpy(d->granted.vector, vector, bytes);
  atomic_store_explicit(&d->granted.what, (uint32_t)what, memory_order_release); /* G1 */
}

void hyd_dsm_await_grant(struct hyd_dsm *d, uint32_t what) {
  int is_object = (what & HYD_DSM_GRANT_OBJECT(0)) != 0;
  if (is_object) {
    hyd_dsm_trace(d, HYD_DSM_E_AWAIT, what ^ HYD_DSM_GRANT_OBJECT(0), 0, 0);
    hyd_dsm_note_wait(d, HYD_DSM_W_OBJECT, what ^ HYD_DSM_GRANT_OBJECT(0), 0);
  }
  /* G2 pairs with G1 */
  HYD_DSM_AWAIT(d, atomic_load_explicit(&d->granted.what, memory_order_acquire) == what);
  hyd_dsm_note_wait(d, HYD_DSM_W_NOTHING, 0, 0);
  hyd_dsm_acquire_from(d, d->granted.vector);
  atomic_store_explicit(&d->granted.what, 0, memory_order_release); /* G4 */
  hyd_dsm_trace_leave(d);
}

/* --- barrier and reductions ------------------------------------------------ */

/* Words after the vector: the barrier's identity, and its complement, so that the maxima tell
 * whether all ranks called the same one. */
enum { WHICH, WHICH_NOT, VALUE, EXTRA };

enum { BARRIER, SUM_DOUBLE, MAX_DOUBLE, SUM_U64, MAX_U64 };
static const char *const kinds[] = {"a barrier", "a sum of doubles", "a maximum of doubles",
                                    "a sum of integers", "a maximum of integers"};
union value {
  uint64_t u64;
  double dbl;
};

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

static union value reduced(uint64_t kind, union value a, union value b) {
  switch (kind) {
  case SUM_DOUBLE: return (union value){.dbl = a.dbl + b.dbl};
  case MAX_DOUBLE: return a.dbl > b.dbl ? a : b;
  case SUM_U64: return (union value){.u64 = a.u64 + b.u64};
  default: return (union value){.u64 = larger(a.u64, b.u64)};
  }
}

/* The reduction operator. An element is an array of words, of which the first `ranks` are the
 * vector. If ranks called different barriers, the resulting WHICH is not the complement of
 * WHICH_NOT, whatever the value. */
static void combine(const void *arg, void *to, size_t count, const void *ranks) {
  uint32_t n = *(const uint32_t *)ranks;
  const uint64_t *a = arg;
  uint64_t *b = to;
  (void)count;
  for (uint32_t i = 0; i < n + VALUE; i++) b[i] = larger(a[i], b[i]);
  b[n + VALUE] =
      reduced(b[n + WHICH] & 15, (union value){a[n + VALUE]}, (union value){b[n + VALUE]}).u64;
}

static uint64_t *reduce_vectors(struct hyd_dsm *d, uint64_t which, union value value) {
  uint64_t *mine = d->vectors, *all = d->vectors + d->ranks + EXTRA;
  int kind = which & 15;
  memcpy(mine, d->engine.vector, d->ranks * sizeof *mine);
  mine[d->ranks + WHICH] = which;
  mine[d->ranks + WHICH_NOT] = ~which;
  mine[d->ranks + VALUE] = value.u64;
  if (kind == BARRIER || kind == MAX_U64)
    hyd_dsm_await_event(d, gex_Coll_ReduceToAllNB(d->tm, all, mine, GEX_DT_U64, sizeof *mine,
                                                  d->ranks + EXTRA, GEX_OP_MAX, NULL, NULL, 0));
  else /* in rank order, so that sums of doubles are reproducible */
    hyd_dsm_await_event(d, gex_Coll_ReduceToAllNB(d->tm, all, mine, GEX_DT_USER,
                                                  (d->ranks + EXTRA) * sizeof *mine, 1,
                                                  GEX_OP_USER_NC, combine, &d->ranks, 0));
  return all;
}

static void check_which(struct hyd_dsm *d, const uint64_t *all, uint64_t kind, uint64_t object) {
  if (all[d->ranks + WHICH] != ~all[d->ranks + WHICH_NOT])
    hyd_dsm_refuse(
        "the ranks are in different barriers: this rank is in %s of object %u, number %llu of "
        "all; expected the same calls at all ranks",
        kinds[kind], (unsigned)object, (unsigned long long)d->barriers);
}

/* The barrier with a reduction. `object`: the object it is called by, or 0. */
static union value reduce_at_barrier(struct hyd_dsm *d, uint64_t kind, uint64_t object,
                                     union value value) {
  uint64_t *all, which = d->barriers++ << 24 | object << 4 | kind;
  hyd_dsm_trace_enter(d);
  hyd_dsm_release_all(d);
  hyd_dsm_trace(d, HYD_DSM_E_BARRIER, 0, 0, 0);
  hyd_dsm_note_wait(d, HYD_DSM_W_BARRIER, (uint32_t)object, 0);
  all = reduce_vectors(d, which, value);
  hyd_dsm_note_wait(d, HYD_DSM_W_NOTHING, 0, 0);
  check_which(d, all, kind, object);
  hyd_dsm_enter(d);
  d->engine.at_barrier = 1;
  hyd_hlrc_acquire(&d->engine, all);
  d->engine.at_barrier = 0;
  hyd_dsm_leave(d);
  hyd_dsm_trace_leave(d);
  return (union value){all[d->ranks + VALUE]};
}

void hyd_dsm_barrier_all(uint32_t object) {
  struct hyd_dsm *d = hyd_dsm_started("hyd_dsm_barrier");
  d->counts.barriers++;
  reduce_at_barrier(d, BARRIER, object, (union value){0});
}

void hyd_dsm_barrier(void) { hyd_dsm_barrier_all(0); }

double hyd_dsm_sum_double(double mine) {
  return reduce_at_barrier(hyd_dsm_started("hyd_dsm_sum_double"), SUM_DOUBLE, 0,
                           (union value){.dbl = mine})
      .dbl;
}
double hyd_dsm_max_double(double mine) {
  return reduce_at_barrier(hyd_dsm_started("hyd_dsm_max_double"), MAX_DOUBLE, 0,
                           (union value){.dbl = mine})
      .dbl;
}
uint64_t hyd_dsm_sum_u64(uint64_t mine) {
  return reduce_at_barrier(hyd_dsm_started("hyd_dsm_sum_u64"), SUM_U64, 0, (union value){mine}).u64;
}
uint64_t hyd_dsm_max_u64(uint64_t mine) {
  return reduce_at_barrier(hyd_dsm_started("hyd_dsm_max_u64"), MAX_U64, 0, (union value){mine}).u64;
}

/* --- fence ----------------------------------------------------------------- */

void hyd_dsm_fence(void) {
  struct hyd_dsm *d = hyd_dsm_started("hyd_dsm_fence");
  hyd_dsm_trace_enter(d);
  hyd_dsm_release_all(d);
  hyd_dsm_trace(d, HYD_DSM_E_FENCE, 0, 0, 0);
  for (uint32_t q = 0; q < d->ranks; q++) /* N4 pairs with N2 of the engine */
    d->vectors[q] =
        hyd_dsm_get_word(d, q, d->peer[q] + d->at.log + offsetof(struct hyd_hlrc_log, released));
  hyd_dsm_acquire_from(d, d->vectors);
  hyd_dsm_trace_leave(d);
}
