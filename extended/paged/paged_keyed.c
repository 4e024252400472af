/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paged_keyed.c: the keyed ranges of hyd_paged.h: what this rank exports, asking others for theirs,
 * and the calls by key.
 *
 *   FIND   name, where                         FOUND  where, there is one, slot, key, offset, size
 */
#include <errno.h>
#include <sys/random.h>

#include "core/am/am.h"
#include "core/am/handlers.h"
#include "core/am/internal_handlers.h"
#include "core/am/wait.h"
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/team/team.h"
#include "extended/rma/rma.h"
#include "extended/paged/rma_paged.h"

#define WORD(x) (gex_AM_Arg_t)((uint64_t)(x) >> 32), (gex_AM_Arg_t)(uint32_t)(uint64_t)(x)

/* The exports of this rank, by slots of its arena. Under the lock of struct hyd_paged_waits. */
struct hyd_paged_exports {
  struct hyd_paged *arena; /* whose these are */
  struct {
    uint64_t name;
    struct hyd_paged_range range; /* key 0: free */
  } at[HYD_KIND_KEYS];
};

/* --- arenas ----------------------------------------------------------------- */

/* The arena of a rank as this one sees it, or NULL. */
static struct hyd_paged *arena_of(struct hyd_job *job, gex_Rank_t rank) {
  struct hyd_guarded *g;
  if (rank == job->rank)
    g = job->ep.segment ? job->ep.segment->guarded : NULL;
  else
    g = hyd_guarded_peer(job, rank);
  return hyd_paged_of(g);
}

/* Locked, with the exports of the arena; those of an arena that was destroyed are gone. NULL: no
 * memory, or there are none and none is to be made. */
static struct hyd_paged_exports *lock_exports(struct hyd_job *job, int make) {
  struct hyd_paged_waits *all = job->layer.paged;
  struct hyd_paged *arena = arena_of(job, job->rank);
  pthread_mutex_lock(&all->lock);
  if (all->exports && all->exports->arena != arena) {
    free(all->exports);
    all->exports = NULL;
  }
  if (all->exports == NULL && make && arena) {
    all->exports = calloc(1, sizeof *all->exports);
    if (all->exports) all->exports->arena = arena;
  }
  return all->exports;
}
static void unlock_exports(struct hyd_job *job) { pthread_mutex_unlock(&job->layer.paged->lock); }

/* --- export ----------------------------------------------------------------- */

static uint64_t new_key(void) {
  uint64_t key = 0;
  while (key == 0)
    if (getrandom(&key, sizeof key, 0) != sizeof key && errno != EINTR)
      hyd_fatal("hyd_paged_export", "no random number for a key: %s; expected getrandom(2)",
                strerror(errno));
  return key;
}

static int overlap(const struct hyd_paged_range *r, uint64_t offset, uint64_t n) {
  return r->key && offset < r->offset + r->size && r->offset < offset + n;
}

/* Returns a free slot, or -1 and why there is none. */
static int free_slot(const struct hyd_paged_exports *e, uint64_t name, uint64_t offset, uint64_t n,
                     const char **why) {
  int slot = -1;
  *why = "1,024 exports";
  for (uint32_t i = HYD_KIND_KEYS; i-- > 0;) {
    if (e->at[i].range.key == 0) slot = (int)i;
    if (overlap(&e->at[i].range, offset, n)) *why = "it overlaps another export";
    if (e->at[i].range.key && e->at[i].name == name) *why = "the name is taken";
    if (**why != '1') return -1;
  }
  return slot;
}

int hyd_paged_export(gex_Segment_t segment, uint64_t name, void *addr, size_t n,
                     struct hyd_paged_range *range_p) {
  const char *call = "hyd_paged_export", *why = "";
  struct hyd_job *job = hyd_the_job;
  struct hyd_paged *p;
  struct hyd_paged_exports *e;
  int slot = -1;
  hyd_check_ready(call);
  p = arena_of(job, job->rank);
  if (p == NULL || segment != (gex_Segment_t)job->ep.segment)
    return hyd_error(GASNET_ERR_BAD_ARG, call,
                     "segment %p; expected the paged one of the primordial endpoint",
                     (void *)segment);
  if (range_p == NULL || n == 0 || n > p->g.size || (uintptr_t)addr - p->g.base > p->g.size - n)
    return hyd_error(GASNET_ERR_BAD_ARG, call,
                     "%zu bytes at %p, range_p %p; expected a range within [%p, +%zu) and a place",
                     n, addr, (void *)range_p, (void *)p->g.base, (size_t)p->g.size);
  e = lock_exports(job, 1);
  if (e) slot = free_slot(e, name, (uintptr_t)addr - p->g.base, n, &why);
  if (slot >= 0) {
    *range_p = (struct hyd_paged_range){.key = new_key(),
                                        .offset = (uintptr_t)addr - p->g.base,
                                        .size = n,
                                        .rank = job->rank,
                                        .slot = (uint32_t)slot};
    e->at[slot].name = name;
    e->at[slot].range = *range_p;
    p->ops->grant(p->view, range_p);
  }
  unlock_exports(job);
  if (slot >= 0) return GASNET_OK;
  return hyd_error(*why == 'i' || *why == 't' ? GASNET_ERR_BAD_ARG : GASNET_ERR_RESOURCE, call,
                   "%zu bytes at %p by name 0x%llx: %s", n, addr, (unsigned long long)name,
                   e ? why : "out of memory");
}

int hyd_paged_unexport(const struct hyd_paged_range *range) {
  const char *call = "hyd_paged_unexport";
  struct hyd_job *job = hyd_the_job;
  struct hyd_paged_range had = {0};
  struct hyd_paged_exports *e;
  hyd_check_ready(call);
  e = lock_exports(job, 0);
  if (e && range && range->rank == job->rank && range->slot < HYD_KIND_KEYS && range->key &&
      e->at[range->slot].range.key == range->key) {
    had = e->at[range->slot].range;
    /* The slot is free for others when no transfer has the range any more. */
    e->arena->ops->revoke(e->arena->view, &had);
    e->at[range->slot].range.key = 0;
  }
  unlock_exports(job);
  if (had.key) return GASNET_OK;
  return hyd_error(GASNET_ERR_BAD_ARG, call, "%p is not an export of this process", (void *)range);
}

int hyd_paged_find_export(const void *addr, struct hyd_paged_range *range_p, uint64_t *offset_p) {
  struct hyd_job *job = hyd_the_job;
  struct hyd_paged_exports *e;
  uint64_t offset;
  int found = 0;
  hyd_check_ready("hyd_paged_find_export");
  e = lock_exports(job, 0);
  offset = e ? (uintptr_t)addr - e->arena->g.base : 0;
  for (uint32_t i = 0; e && i < HYD_KIND_KEYS && !found; i++) {
    if (!overlap(&e->at[i].range, offset, 1)) continue;
    *range_p = e->at[i].range;
    *offset_p = offset - range_p->offset;
    found = 1;
  }
  unlock_exports(job);
  if (found) return GASNET_OK;
  return hyd_error(GASNET_ERR_BAD_ARG, "hyd_paged_find_export",
                   "%p is in no export of this process", addr);
}

/* --- import ----------------------------------------------------------------- */

static int find_name(struct hyd_job *job, uint64_t name, struct hyd_paged_range *range_p) {
  struct hyd_paged_exports *e = lock_exports(job, 0);
  int found = 0;
  for (uint32_t i = 0; e && i < HYD_KIND_KEYS && !found; i++) {
    found = e->at[i].range.key && e->at[i].name == name;
    if (found) *range_p = e->at[i].range;
  }
  unlock_exports(job);
  return found;
}

struct import {
  struct hyd_paged_range range;
  int found;
};

static void on_find(gex_Token_t token, gex_AM_Arg_t name_hi, gex_AM_Arg_t name_lo,
                    gex_AM_Arg_t to_hi, gex_AM_Arg_t to_lo, gex_AM_Arg_t op_hi,
                    gex_AM_Arg_t op_lo) {
  struct hyd_job *job = ((struct hyd_token *)token)->job;
  struct hyd_paged_range r = {.rank = job->rank};
  int found = find_name(job, hyd_arg_word(name_hi, name_lo), &r);
  gex_AM_Arg_t args[] = {to_hi,       to_lo,          op_hi,
                         op_lo,       found,          (gex_AM_Arg_t)r.slot,
                         WORD(r.key), WORD(r.offset), WORD(r.size)};
  hyd_ref_answer(token, HYD_H_PAGED_FOUND, NULL, 0, args, 12);
}

static void on_found(gex_Token_t token, gex_AM_Arg_t to_hi, gex_AM_Arg_t to_lo, gex_AM_Arg_t op_hi,
                     gex_AM_Arg_t op_lo, gex_AM_Arg_t found, gex_AM_Arg_t slot, gex_AM_Arg_t key_hi,
                     gex_AM_Arg_t key_lo, gex_AM_Arg_t at_hi, gex_AM_Arg_t at_lo,
                     gex_AM_Arg_t size_hi, gex_AM_Arg_t size_lo) {
  struct hyd_token *tok = (struct hyd_token *)token;
  struct hyd_op *op = hyd_arg_pointer(op_hi, op_lo);
  struct import *i = hyd_arg_pointer(to_hi, to_lo);
  hyd_op_written(op);
  i->found = found;
  i->range = (struct hyd_paged_range){.key = hyd_arg_word(key_hi, key_lo),
                                      .offset = hyd_arg_word(at_hi, at_lo),
                                      .size = hyd_arg_word(size_hi, size_lo),
                                      .rank = tok->src,
                                      .slot = (uint32_t)slot};
  hyd_op_done(tok->job, op);
}

int hyd_paged_import(gex_TM_t tm, gex_Rank_t rank, uint64_t name, struct hyd_paged_range *range_p) {
  const char *call = "hyd_paged_import";
  struct hyd_job *job = hyd_the_job;
  struct import i = {.found = 0};
  struct hyd_op *op;
  gex_Rank_t peer;
  hyd_check_ready(call);
  if (HYD_DEBUG) hyd_check_call(call);
  peer = hyd_team_jobrank(tm, rank);
  if (peer == GEX_RANK_INVALID || range_p == NULL)
    return hyd_error(GASNET_ERR_BAD_ARG, call, "rank %u, range_p %p; expected one of the team",
                     rank, (void *)range_p);
  op = hyd_op_for(hyd_self(job), HYD_RMA_BLOCKING, HYD_NBI_GET, peer, 0);
  hyd_op_add(op, 1);
  hyd_ref_send(job, peer, HYD_H_PAGED_FIND, NULL, 0,
               (gex_AM_Arg_t[]){WORD(name), WORD((uintptr_t)&i), WORD((uintptr_t)op)}, 6);
  hyd_op_started(job, HYD_RMA_BLOCKING, op);
  if (i.found) {
    *range_p = i.range;
    return GASNET_OK;
  }
  return hyd_error(GASNET_ERR_RESOURCE, call, "rank %u exports nothing by the name 0x%llx", rank,
                   (unsigned long long)name);
}

/* --- transfers --------------------------------------------------------------- */

/* The arena that has these bytes of the range; or NULL and *error_p, or fatal without error_p. */
static struct hyd_paged *place_of(struct hyd_job *job, const struct hyd_paged_range *r,
                                  uint64_t offset, size_t n, int *error_p, const char *call) {
  struct hyd_paged *p = NULL;
  hyd_check_ready(call);
  if (HYD_DEBUG) hyd_check_call(call);
  if (r && r->rank < job->size && n <= r->size && offset <= r->size - n) p = arena_of(job, r->rank);
  if (p && r->offset <= p->g.size && r->offset + offset <= p->g.size - n) return p;
  if (error_p == NULL)
    hyd_fatal(call,
              "range %p, offset %llu, %zu bytes; expected a range of an arena that is "
              "published, and bytes within it",
              (const void *)r, (unsigned long long)offset, n);
  *error_p = GASNET_ERR_BAD_ARG;
  return NULL;
}

static int how_of(unsigned flags) { return flags & HYD_PAGED_NBI ? HYD_RMA_NBI : HYD_RMA_NB; }

static void *remote_of(const struct hyd_paged *p, const struct hyd_paged_range *r,
                       uint64_t offset) {
  return (void *)(p->g.base + (uintptr_t)(r->offset + offset));
}

static gex_Event_t start_at(struct hyd_paged *p, const struct hyd_paged_range *range,
                            uint64_t offset, unsigned flags, struct hyd_paged_task *t) {
  struct hyd_job *job = hyd_the_job;
  if (p->g.read_only &&
      (t->kind == HYD_PAGED_PUT || (t->kind == HYD_PAGED_RMW && t->rmw.op != HYD_PAGED_READ))) {
    hyd_paged_report(job, t->error_p, HYD_PAGED_ERR_READ_ONLY, range->rank);
    return GEX_EVENT_INVALID;
  }
  t->range = range;
  t->remote = remote_of(p, range, offset);
  return hyd_paged_start(job, range->rank, p, how_of(flags), t);
}

/* Start transfers that wait. Functions of their own, so that the common case builds no task. */
static HYD_COLD gex_Event_t start_put(struct hyd_paged *p, const struct hyd_paged_range *range,
                                      uint64_t offset, const void *src, size_t n, int *error_p,
                                      unsigned flags) {
  struct hyd_paged_task t = {.kind = HYD_PAGED_PUT,
                             .stable = (flags & HYD_PAGED_NO_LC) != 0,
                             .local = (void *)(uintptr_t)src,
                             .n = n,
                             .error_p = error_p};
  return start_at(p, range, offset, flags, &t);
}
static HYD_COLD gex_Event_t start_get(struct hyd_paged *p, void *dest,
                                      const struct hyd_paged_range *range, uint64_t offset,
                                      size_t n, int *error_p, unsigned flags) {
  struct hyd_paged_task t = {.kind = HYD_PAGED_GET, .local = dest, .n = n, .error_p = error_p};
  return start_at(p, range, offset, flags, &t);
}

gex_Event_t hyd_paged_put(const struct hyd_paged_range *range, uint64_t offset, const void *src,
                          size_t n, int *error_p, unsigned flags) {
  struct hyd_job *job = hyd_the_job;
  struct hyd_paged *p;
  if (n == 0 || (p = place_of(job, range, offset, n, error_p, "hyd_paged_put")) == NULL)
    return GEX_EVENT_INVALID;
  if (p->ops == NULL || p->g.read_only ||
      hyd_paged_copy(job, p, 1, range, remote_of(p, range, offset), (void *)(uintptr_t)src, n) != n)
    return start_put(p, range, offset, src, n, error_p, flags);
  hyd_put_done();
  hyd_paged_hit(job);
  return GEX_EVENT_INVALID;
}

gex_Event_t hyd_paged_get(void *dest, const struct hyd_paged_range *range, uint64_t offset,
                          size_t n, int *error_p, unsigned flags) {
  struct hyd_job *job = hyd_the_job;
  struct hyd_paged *p;
  if (n == 0 || (p = place_of(job, range, offset, n, error_p, "hyd_paged_get")) == NULL)
    return GEX_EVENT_INVALID;
  if (p->ops == NULL || hyd_paged_copy(job, p, 0, range, remote_of(p, range, offset), dest, n) != n)
    return start_get(p, dest, range, offset, n, error_p, flags);
  hyd_get_done();
  hyd_paged_hit(job);
  return GEX_EVENT_INVALID;
}

gex_Event_t hyd_paged_put_note(const struct hyd_paged_range *range, uint64_t offset,
                               const void *src, size_t n, uint64_t a, uint64_t b, int *error_p,
                               unsigned flags) {
  struct hyd_paged_task t = {.kind = HYD_PAGED_PUT,
                             .stable = (flags & HYD_PAGED_NO_LC) != 0,
                             .has_note = 1,
                             .note = {a, b},
                             .local = (void *)(uintptr_t)src,
                             .n = n,
                             .error_p = error_p};
  struct hyd_paged *p = place_of(hyd_the_job, range, offset, n, error_p, "hyd_paged_put_note");
  return p ? start_at(p, range, offset, flags, &t) : GEX_EVENT_INVALID;
}

void hyd_paged_on_note(hyd_paged_note_fn_t fn) {
  hyd_check_ready("hyd_paged_on_note");
  atomic_store_explicit(&hyd_the_job->layer.paged->on_note, fn,
                        memory_order_release); /* with give in paged_messages.c */
}

static HYD_COLD gex_Event_t start_rmw(struct hyd_paged *p, const struct hyd_paged_range *range,
                                      uint64_t offset, size_t n, const struct hyd_paged_rmw *m,
                                      struct hyd_paged_answer *answer) {
  struct hyd_paged_task t = {
      .kind = HYD_PAGED_RMW, .local = answer, .n = n, .rmw = *m, .error_p = &answer->error};
  return start_at(p, range, offset, 0, &t);
}

gex_Event_t hyd_paged_atomic(const struct hyd_paged_range *range, uint64_t offset, unsigned size,
                             hyd_paged_atomic_t op, uint64_t a, uint64_t b,
                             struct hyd_paged_answer *answer) {
  struct hyd_job *job = hyd_the_job;
  struct hyd_paged_rmw m = {.op = op, .size = size, .a = a, .b = b};
  size_t n = hyd_paged_rmw_bytes(op, size);
  struct hyd_paged *p;
  answer->error = 0;
  if (n == 0 || (range && (range->offset + offset) & (n - 1))) {
    answer->error = GASNET_ERR_BAD_ARG;
    return GEX_EVENT_INVALID;
  }
  p = place_of(job, range, offset, n, &answer->error, "hyd_paged_atomic");
  if (p == NULL) return GEX_EVENT_INVALID;
  if (p->ops == NULL || p->g.read_only ||
      hyd_paged_rmw(p, range, remote_of(p, range, offset), n, &m, answer->value) != n)
    return start_rmw(p, range, offset, n, &m, answer);
  hyd_put_done();
  hyd_paged_hit(job);
  return GEX_EVENT_INVALID;
}

void hyd_paged_query_traffic(struct hyd_paged_traffic *c) {
  struct hyd_job *job = hyd_the_job;
  struct hyd_paged_waits *all;
  hyd_check_ready("hyd_paged_query_traffic");
  all = job->layer.paged;
#define GET(field) atomic_load_explicit(&(field), memory_order_relaxed)
  *c = (struct hyd_paged_traffic){.hits = GET(job->threads.guard_hits),
                                  .refused = GET(all->refused),
                                  .stalls = GET(all->stalls),
                                  .credits = GET(all->credits)};
  hyd_deferred_counts(job, &c->bounces, &c->waiting, &c->most_waiting);
  pthread_mutex_lock(&job->threads.lock);
  for (struct hyd_thread *t = job->threads.list; t; t = t->next) c->hits += GET(t->guard_hits);
  pthread_mutex_unlock(&job->threads.lock);
#undef GET
}

void hyd_paged_keyed_init(struct hyd_job *job) {
  hyd_register_internal(job, HYD_H_PAGED_FIND, (gex_AM_Fn_t)on_find, "paged find", HYD_SHORT, 6);
  hyd_register_internal(job, HYD_H_PAGED_FOUND, (gex_AM_Fn_t)on_found, "paged found", HYD_SHORT,
                        12);
}
