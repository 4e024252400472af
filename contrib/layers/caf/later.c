/* SPDX-License-Identifier: BSD-3-Clause
 *
 * later.c: ordered messages, for which the sender does not wait. The target carries them out in the
 * order in which they were sent: puts by reference, some puts of bytes (transfer.c), and the
 * releases of SYNC IMAGES and EVENT POST, which therefore need not wait for the puts before them.
 *
 * A message is in flight until this image waits for it: at an image control statement that releases
 * others, or before an access that may conflict. The sender does not know which memory a put by
 * reference changes.
 *
 * Active messages may overtake each other, so the messages to an image are numbered; the target
 * keeps one that arrives early until its turn.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/caf/caf.h"
#include "contrib/layers/caf/refs.h"
#include "contrib/layers/caf/stats.h"
#include "contrib/layers/caf/walk.h"

enum { MOST = 1024 }; /* messages in flight */

/* --- the image that sends --- */

static struct {
  uint64_t *sent;         /* messages to each rank */
  uint64_t *settled;      /* messages to each rank that are known to be done */
  uint64_t *by_reference; /* 1 + the number of the last put by reference to each rank */
  uint64_t all;
  uint32_t first; /* the target of the messages in flight, unless `several` */
  bool several;
  _Atomic uint64_t done;
  _Atomic uint32_t failure; /* the first: the walk's result in the low bits, the rank above */
} out;
enum { RESULT_BITS = 4 };

static void prepare_counts(void) {
  if (out.sent) return;
  out.sent = calloc(hyd_caf.size, sizeof *out.sent);
  out.settled = calloc(hyd_caf.size, sizeof *out.settled);
  out.by_reference = calloc(hyd_caf.size, sizeof *out.by_reference);
  if (out.sent == NULL || out.settled == NULL || out.by_reference == NULL)
    hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ALLOCATION, "not enough memory");
}

static uint64_t
messages_done(void) { /* L1 pairs with L2: after it this image sees the puts' data and a failure */
  return atomic_load_explicit(&out.done, memory_order_acquire);
}

bool hyd_caf_later_idle(void) { return messages_done() == out.all; }

bool hyd_caf_later_only_to(uint32_t rank) {
  return hyd_caf_later_idle() || (!out.several && out.first == rank);
}

uint64_t hyd_caf_later_sent(uint32_t rank) { return out.sent ? out.sent[rank] : 0; }

void hyd_caf_send_later(uint32_t rank, enum caf_op op, const void *head, size_t head_size,
                        const void *body, size_t body_size) {
  prepare_counts();
  GASNET_BLOCKUNTIL(out.all - messages_done() < MOST);
  out.several = !hyd_caf_later_idle() && (out.several || out.first != rank);
  out.first = rank;
  struct caf_piece p = {.call = out.sent[rank]++, .op = op};
  out.all++;
  if (op == CAF_OP_PUT_REFERENCE) {
    out.by_reference[rank] = out.sent[rank];
    hyd_caf.careful = true;
  }
  hyd_caf.puts = true;
  hyd_caf_request(rank, &p, head, head_size, body, body_size);
}

bool hyd_caf_later_to(uint32_t rank) {
  return out.sent && out.by_reference[rank] > out.settled[rank];
}

void hyd_caf_complete_later(void) {
  if (out.sent == NULL) return;
  uint64_t since = hyd_caf_stats_since(hyd_caf_later_idle());
  GASNET_BLOCKUNTIL(messages_done() == out.all);
  hyd_caf_stats_wait(since);
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
  int32_t op;
  size_t n;
  char data[];
};

static struct {
  gex_HSL_t lock;
  uint64_t *next; /* the number expected next from each rank */
  struct early *early;
} in = {.lock = GEX_HSL_INITIALIZER};

static int put_reference(const char *request, size_t n) {
  char *answer = NULL;
  size_t size = 0;
  hyd_caf_serve_put(request, n, &answer, &size);
  int result =
      answer ? ((const struct caf_ref_answer *)(const void *)answer)->result : (int)CAF_WALK_MEMORY;
  free(answer);
  return result;
}

static int carry_out(int32_t op, uint32_t rank, const char *request, size_t n) {
  switch (op) {
  case CAF_OP_PUT_SECTION: hyd_caf_serve_section(request); return CAF_WALK_OK;
  case CAF_OP_NAMED: hyd_caf_serve_named(rank, request); return CAF_WALK_OK;
  case CAF_OP_POST: hyd_caf_serve_post(request); return CAF_WALK_OK;
  default: return put_reference(request, n);
  }
}

static void keep_early(const struct caf_piece *p, const char *data) {
  struct early *e = malloc(sizeof *e + p->total);
  if (e == NULL)
    hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ALLOCATION,
                 "not enough memory for an access by reference");
  e->next = in.early;
  e->number = p->call;
  e->rank = p->rank;
  e->op = p->op;
  e->n = p->total;
  memcpy(e->data, data, p->total);
  in.early = e;
}

static struct early *take_early(uint32_t rank, uint64_t number) {
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
    keep_early(p, data);
  } else {
    result = carry_out(p->op, p->rank, data, p->total);
    count = 1;
    for (struct early *e; (e = take_early(p->rank, ++in.next[p->rank])); count++) {
      int another = carry_out(e->op, e->rank, e->data, e->n);
      if (result == CAF_WALK_OK) result = another;
      free(e);
    }
  }
  gex_HSL_Unlock(&in.lock);
  if (count)
    gex_AM_ReplyShort3(token, CAF_AM_DONE, 0, (gex_AM_Arg_t)count, (gex_AM_Arg_t)result,
                       (gex_AM_Arg_t)hyd_caf.rank);
}

bool hyd_caf_later_has_come(uint32_t rank, uint64_t number) {
  if (number == 0) return true;
  gex_HSL_Lock(&in.lock);
  bool come = in.next && in.next[rank] >= number;
  gex_HSL_Unlock(&in.lock);
  return come;
}
