/* SPDX-License-Identifier: BSD-3-Clause
 *
 * later.c: puts by reference that are not waited for. They are under way until this image's next
 * image control statement, or its next access of another kind to the same image: what they change
 * is not known here.
 *
 * Messages may overtake each other, and two puts may change the same memory: so those to an image
 * have numbers, and are carried out in their order there. What comes too early waits.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/caf/caf.h"
#include "contrib/caf/refs.h"
#include "contrib/caf/walk.h"

enum { MOST = 1024 }; /* under way */

/* --- the image that puts --- */

static struct {
  uint64_t *sent; /* to each rank */
  uint64_t *settled;
  uint64_t all;
  _Atomic uint64_t done;
  _Atomic uint32_t failure; /* of the first that failed: the walk's result, and the rank above */
} out;
enum { RESULT_BITS = 4 };

static void prepare(void) {
  if (out.sent) return;
  out.sent = calloc(hyd_caf.size, sizeof *out.sent);
  out.settled = calloc(hyd_caf.size, sizeof *out.settled);
  if (out.sent == NULL || out.settled == NULL)
    hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ALLOCATION, "not enough memory");
}

static uint64_t done(void) { /* L1 pairs with L2: what was put is there, and a failure is known */
  return atomic_load_explicit(&out.done, memory_order_acquire);
}

void hyd_caf_put_later(uint32_t rank, const void *head, size_t head_size, const void *body,
                       size_t body_size) {
  prepare();
  GASNET_BLOCKUNTIL(out.all - done() < MOST);
  struct caf_piece p = {.call = out.sent[rank]++, .op = CAF_OP_PUT_LATER};
  out.all++;
  hyd_caf.careful = hyd_caf.puts = true;
  hyd_caf_request(rank, &p, head, head_size, body, body_size);
}

bool hyd_caf_later_to(uint32_t rank) { return out.sent && out.sent[rank] != out.settled[rank]; }

void hyd_caf_complete_later(void) {
  if (out.sent == NULL) return;
  GASNET_BLOCKUNTIL(done() == out.all);
  memcpy(out.settled, out.sent, hyd_caf.size * sizeof *out.sent);
  hyd_caf.careful = hyd_caf.stats;
  uint32_t failure = atomic_load_explicit(&out.failure, memory_order_relaxed);
  if (failure == 0) return;
  hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ERROR,
               "coindexed put by reference: at image %u of the initial team %s",
               (failure >> RESULT_BITS) + 1,
               hyd_caf_walk_text((int)(failure & ((1u << RESULT_BITS) - 1))));
}

void hyd_caf_handle_done(gex_Token_t token, gex_AM_Arg_t count, gex_AM_Arg_t result,
                         gex_AM_Arg_t rank) {
  uint32_t none = 0;
  (void)token;
  if (result)
    atomic_compare_exchange_strong_explicit(&out.failure, &none,
                                            (uint32_t)rank << RESULT_BITS | (uint32_t)result,
                                            memory_order_relaxed, memory_order_relaxed);
  atomic_fetch_add_explicit(&out.done, (uint64_t)count, memory_order_release); /* L2 */
}

/* --- the image that has the memory --- */

struct early {
  struct early *next;
  uint64_t number;
  uint32_t rank;
  size_t n;
  char data[];
};

static struct {
  gex_HSL_t lock;
  uint64_t *next; /* number expected of each rank */
  struct early *early;
} in = {.lock = GEX_HSL_INITIALIZER};

static int carry_out(const char *request, size_t n) {
  char *answer = NULL;
  size_t size = 0;
  hyd_caf_serve_put(request, n, &answer, &size);
  int result =
      answer ? ((const struct caf_ref_answer *)(const void *)answer)->result : (int)CAF_WALK_MEMORY;
  free(answer);
  return result;
}

static void keep(const struct caf_piece *p, const char *data) {
  struct early *e = malloc(sizeof *e + p->total);
  if (e == NULL)
    hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ALLOCATION,
                 "not enough memory for an access by reference");
  e->next = in.early;
  e->number = p->call;
  e->rank = p->rank;
  e->n = p->total;
  memcpy(e->data, data, p->total);
  in.early = e;
}

static struct early *take(uint32_t rank, uint64_t number) {
  for (struct early **at = &in.early; *at; at = &(*at)->next) {
    struct early *e = *at;
    if (e->rank != rank || e->number != number) continue;
    *at = e->next;
    return e;
  }
  return NULL;
}

void hyd_caf_later_arrived(gex_Token_t token, const struct caf_piece *p, const char *data) {
  int count = 0, result = CAF_WALK_OK;
  gex_HSL_Lock(&in.lock);
  if (in.next == NULL) in.next = calloc(hyd_caf.size, sizeof *in.next);
  if (in.next == NULL || in.next[p->rank] != p->call) {
    keep(p, data);
  } else {
    result = carry_out(data, p->total);
    count = 1;
    for (struct early *e; (e = take(p->rank, ++in.next[p->rank])); count++) {
      int another = carry_out(e->data, e->n);
      if (result == CAF_WALK_OK) result = another;
      free(e);
    }
  }
  gex_HSL_Unlock(&in.lock);
  if (count)
    gex_AM_ReplyShort3(token, CAF_AM_DONE, 0, (gex_AM_Arg_t)count, (gex_AM_Arg_t)result,
                       (gex_AM_Arg_t)hyd_caf.rank);
}
