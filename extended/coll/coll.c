/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll.c: see coll.h. One lock guards all collectives of a process. Handlers take it for the time
 * of a copy; a thread that polls takes it to send (coll_send.c).
 *
 * A fragment names its stream and where in it the bytes lie, so that their order does not matter.
 * Streams that are too large to be kept for a member that is late wait for its call, and so do
 * streams whose bytes are put into place.
 */
#include "extended/coll/coll.h"

#include "core/am/am.h"
#include "core/base/err.h"
#include "core/env/env.h"
#include "core/am/handlers.h"
#include "core/am/deferred.h"
#include "core/am/wait.h"
#include "core/am/internal_handlers.h"
#include "core/mem/landings.h"
#include "core/watch/watch.h"

/* Lists of strays, by their collectives' numbers: a root may be hundreds of collectives ahead of
 * this rank. */
#define STRAY_LISTS 256u

/* Bytes of spare strays, at most. The allocator would give the pages of large ones back to the
 * kernel, and get them anew for the next collective. */
#define MOST_SPARE ((size_t)4 << 20)
#define LEAST_SPARE 4096u

struct stray { /* a fragment that came before its stream */
  struct stray *next;
  uint64_t team;
  uint32_t seq, slot;
  size_t offset, n, room; /* room: of bytes[] */
  char bytes[];
};

struct strays { /* in the order in which they came */
  struct stray *first, **last;
};

struct hyd_colls {
  pthread_mutex_t lock;                   /* all below; job->threads.lock may be taken in it */
  struct hyd_coll *active, **last_active; /* in the order they were begun in */
  unsigned watching;                      /* how many active ones use shared memory */
  struct strays strays[STRAY_LISTS];
  struct stray *spare; /* large ones that are free */
  size_t spare_bytes;
  struct hyd_coll_network network;
};

static struct strays *strays_of(struct hyd_colls *all, uint32_t seq) {
  return &all->strays[seq % STRAY_LISTS];
}

/* --- what comes in -------------------------------------------------------- */

static void count_bytes(struct hyd_stream_in *s, size_t offset, size_t n) {
  if (offset == s->prefix) s->prefix += n;
  s->got += n;
  s->hits++;
  if (s->got == s->need) s->prefix = s->need;
}

/* Bytes that wait for guarded memory of the client. Their stream is incomplete until they are in
 * place. */
struct absent {
  struct hyd_deferred w;
  struct hyd_stream_in *s;
  size_t offset, n;
};

static void count_late_bytes(struct hyd_job *job, struct hyd_deferred *w) {
  struct hyd_colls *all = job->layer.colls;
  struct absent *a = (struct absent *)w;
  pthread_mutex_lock(&all->lock);
  count_bytes(a->s, a->offset, a->n);
  pthread_mutex_unlock(&all->lock);
  hyd_poll_todo(job);
  free(a);
}

/* Copies bytes to a stream's memory; returns 1 if some must wait for the memory. */
static int wait_for_memory(struct hyd_job *job, struct hyd_stream_in *s, gex_Rank_t src,
                           size_t offset, const char *bytes, size_t n) {
  struct hyd_deferred lacks;
  size_t done = hyd_land(job, s->buf + offset, bytes, n, &lacks);
  struct absent *a;
  if (hyd_likely(done == n)) return 0;
  a = hyd_deferred_new(sizeof *a, &lacks, bytes + done, count_late_bytes);
  a->s = s;
  a->offset = offset;
  a->n = n;
  hyd_deferred_keep(job, &a->w, src, HYD_DEFERRED_ANSWERED);
  return 1;
}

static void take_bytes(struct hyd_coll *c, struct hyd_stream_in *s, size_t offset,
                       const void *bytes, size_t n) {
  if (offset > s->need || n > s->need - offset)
    hyd_fatal("gex_Coll",
              "rank %u of the team sent bytes %zu to %zu where %zu are expected: the "
              "members' arguments differ",
              s->from, offset, offset + n, s->need);
  if (n && bytes != s->buf + offset && /* else it was put there */
      wait_for_memory(c->team->job, s, hyd_team_member(c->team, s->from), offset, bytes, n))
    return;
  count_bytes(s, offset, n);
}

static void hear_call(struct hyd_stream_out *s, const void *place, size_t n) {
  s->called = 1;
  if (n == sizeof s->place) memcpy(&s->place, place, n);
}

/* Gives a fragment or a call to its stream; returns 0 if there is no such stream. */
static int accept_fragment(struct hyd_coll *c, uint32_t slot, size_t offset, const void *bytes,
                           size_t n) {
  for (int i = 0; slot & HYD_COLL_CALL && i < c->n_out; i++) {
    if (c->out[i].slot != (slot & ~HYD_COLL_CALL) || c->out[i].to != offset) continue;
    hear_call(&c->out[i], bytes, n);
    return 1;
  }
  for (int i = 0; !(slot & HYD_COLL_CALL) && i < c->n_in; i++) {
    if (c->in[i].slot != slot) continue;
    take_bytes(c, &c->in[i], offset, bytes, n);
    return 1;
  }
  return 0;
}

/* A stray with room for n bytes: a spare one that is not much larger, or a new one. */
static struct stray *get_stray(struct hyd_colls *all, size_t n) {
  struct stray *s;
  for (struct stray **at = &all->spare; n >= LEAST_SPARE && (s = *at); at = &s->next) {
    if (s->room < n || s->room > 2 * n) continue;
    *at = s->next;
    all->spare_bytes -= s->room;
    return s;
  }
  if ((s = malloc(sizeof *s + n)) == NULL)
    hyd_fatal("gex_Coll", "out of memory for %zu bytes that came early", n);
  s->room = n;
  return s;
}

static void free_stray(struct hyd_colls *all, struct stray *s) {
  if (s->room < LEAST_SPARE || all->spare_bytes + s->room > MOST_SPARE) {
    free(s);
    return;
  }
  s->next = all->spare;
  all->spare = s;
  all->spare_bytes += s->room;
}

static void keep_stray(struct hyd_colls *all, uint64_t team, uint32_t seq, uint32_t slot,
                       size_t offset, const void *bytes, size_t n) {
  struct strays *list = strays_of(all, seq);
  struct stray *s = get_stray(all, n);
  *s = (struct stray){NULL, team, seq, slot, offset, n, s->room};
  if (n) memcpy(s->bytes, bytes, n);
  *list->last = s;
  list->last = &s->next;
}

static void claim_strays(struct hyd_colls *all, struct hyd_coll *c) {
  struct strays *list = strays_of(all, c->seq);
  struct stray **at = &list->first;
  while (*at) {
    struct stray *s = *at;
    if (s->team == c->team->id && s->seq == c->seq &&
        accept_fragment(c, s->slot, s->offset, s->bytes, s->n)) {
      if (list->last == &s->next) list->last = at;
      *at = s->next;
      free_stray(all, s);
    } else {
      at = &s->next;
    }
  }
}

static void on_coll(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t team_hi,
                    gex_AM_Arg_t team_lo, gex_AM_Arg_t seq, gex_AM_Arg_t slot,
                    gex_AM_Arg_t offset_hi, gex_AM_Arg_t offset_lo) {
  struct hyd_job *job = ((struct hyd_token *)token)->job;
  struct hyd_colls *all = job->layer.colls;
  uint64_t team = hyd_arg_word(team_hi, team_lo);
  size_t offset = hyd_arg_word(offset_hi, offset_lo);
  struct hyd_coll *c;
  pthread_mutex_lock(&all->lock);
  for (c = all->active; c; c = c->next)
    if (c->team->id == team && c->seq == (uint32_t)seq) break;
  if (c == NULL || !accept_fragment(c, (uint32_t)slot, offset, buf, n))
    keep_stray(all, team, (uint32_t)seq, (uint32_t)slot, offset, buf, n);
  pthread_mutex_unlock(&all->lock);
  if (c) hyd_poll_todo(job);
}

/* --- life ----------------------------------------------------------------- */

/* Bytes of the largest stream that does not wait for the receiver's call. */
static size_t uncalled(enum hyd_coll_where where) {
  return where == HYD_COLL_IN_PLACE ? HYD_COLL_PLACED : HYD_COLL_LARGE;
}

static enum hyd_am_way way_to(const struct hyd_coll *c, gex_Rank_t member) {
  return hyd_am_way_to(c->team->job, hyd_team_member(c->team, member));
}

/* Whether the conduit may put a stream's bytes in their place. */
static int takes_in_place(const struct hyd_coll *c, gex_Rank_t from, const void *buf, size_t bytes,
                          enum hyd_coll_where where) {
  return where == HYD_COLL_IN_PLACE && way_to(c, from) == HYD_AM_BY_CONDUIT &&
         !hyd_guarded_from_conduit(c->team->job, buf, bytes);
}

struct hyd_stream_in *hyd_coll_receive(struct hyd_coll *c, gex_Rank_t from, uint32_t slot,
                                       void *buf, size_t bytes, enum hyd_coll_where where) {
  struct hyd_stream_in *s = &c->in[c->n_in++];
  int call = bytes > uncalled(where);
  *s = (struct hyd_stream_in){slot,         from,
                              buf,          bytes,
                              .call = call, .in_place = takes_in_place(c, from, buf, bytes, where)};
  claim_strays(c->team->job->layer.colls, c);
  return s;
}

struct hyd_stream_out *hyd_coll_send(struct hyd_coll *c, gex_Rank_t to, uint32_t slot,
                                     const void *buf, size_t bytes, enum hyd_coll_where where) {
  struct hyd_stream_out *s = &c->out[c->n_out++];
  size_t eager = bytes <= uncalled(where) ? bytes : HYD_COLL_PIECE;
  *s = (struct hyd_stream_out){slot, to, way_to(c, to), buf, .total = bytes, .eager = eager};
  claim_strays(c->team->job->layer.colls, c);
  return s;
}

void *hyd_coll_space(struct hyd_coll *c, size_t bytes) {
  c->temp = aligned_alloc(64, (bytes + 63) & ~(size_t)63);
  if (c->temp == NULL) hyd_fatal("gex_Coll", "out of memory for %zu bytes", bytes);
  return c->temp;
}

/* Takes steps of a collective, and sends. Returns 1 if it is complete here; sets *stuck_p if it
 * waits for room. */
static int advance_collective(struct hyd_coll *c, int *stuck_p) {
  int last, state, streams, unsent;
  if (c->shared.step) return hyd_coll_shared_step(c);
  do { /* the next step may wait only for what was sent now */
    state = c->state;
    streams = c->n_out;
    last = c->kind->step(c);
    unsent = !hyd_coll_all_sent(c);
    if (!hyd_coll_send_all(c)) *stuck_p = 1;
  } while (!last && hyd_coll_all_sent(c) && (unsent || c->state != state || c->n_out != streams));
  return last && hyd_coll_all_sent(c);
}

static void free_collective(struct hyd_coll *c) {
  for (int i = 0; i < c->n_in; i++)
    if (c->in[i].landing) hyd_landing_close(c->team->job, c->in[i].landing);
  free(c->temp);
  free(c->in); /* and out */
  free(c);
}

static void finish_collective(struct hyd_job *job, struct hyd_coll *c) {
  if (c->within) {
    c->within->in_stage = 0;
  } else {
    hyd_put_done();
    hyd_op_done(job, c->op);
  }
  free_collective(c);
}

/* What happened in one pass over the active collectives. */
struct pass {
  int stuck, over, moved, stage_over;
};

static void step_each(struct hyd_job *job, struct pass *p) {
  struct hyd_colls *all = job->layer.colls;
  struct hyd_coll **at = &all->active;
  p->stage_over = 0;
  while (*at) {
    struct hyd_coll *c = *at;
    uint64_t before = c->shared.at;
    if (!advance_collective(c, &p->stuck)) {
      p->moved |= c->shared.at != before; /* a step is work: the wait for the next one begins */
      at = &c->next;
      continue;
    }
    if ((*at = c->next) == NULL) all->last_active = at;
    if (c->shared.step && --all->watching == 0) hyd_poll_watch(job, 0);
    p->stage_over |= c->within != NULL;
    finish_collective(job, c);
    p->over = 1;
  }
}

/* Takes steps of every active collective. Called by polls; a thread that finds another at it does
 * nothing. */
static int step_collectives(struct hyd_job *job) {
  struct hyd_colls *all = job->layer.colls;
  struct pass p = {0, 0, 0, 0};
  if (pthread_mutex_trylock(&all->lock))
    return HYD_PROGRESS_MORE; /* the holder may have looked already */
  do {
    step_each(job, &p);
  } while (p.stage_over); /* the next one can begin */
  pthread_mutex_unlock(&all->lock);
  if (p.over) hyd_wake_own_threads(job);
  return (p.stuck ? HYD_PROGRESS_MORE : 0) | (p.over || p.moved ? HYD_PROGRESS_DONE : 0);
}

struct hyd_coll *hyd_coll_new(struct hyd_team *team, const struct hyd_coll_kind *kind) {
  struct hyd_coll *c = malloc(sizeof *c); /* calloc would miss the allocator's fast path */
  if (c == NULL) hyd_fatal("gex_Coll", "out of memory for a collective");
  *c = (struct hyd_coll){.team = team, .kind = kind, .numbers = 1};
  return c;
}

static void make_streams(struct hyd_coll *c) {
  gex_Rank_t size = c->team->pub.size;
  size_t n = HYD_COLL_STREAMS;
  if (size <= HYD_COLL_PARTS && 2 * (size_t)size > n) n = 2 * (size_t)size;
  c->in = malloc(n * (sizeof *c->in + sizeof *c->out));
  if (c->in == NULL) hyd_fatal("gex_Coll", "out of memory for a collective");
  c->out = (struct hyd_stream_out *)(void *)(c->in + n);
  c->seq = c->team->coll_seq + 1;
  c->team->coll_seq += c->numbers;
}

void hyd_coll_prepare(struct hyd_coll *c) {
  if (c->kind->share && c->kind->share(c)) return;
  make_streams(c);
  if (c->team->levels && c->kind->by_levels) c->kind->by_levels(c);
}

void hyd_coll_put_active(struct hyd_coll *c) {
  struct hyd_colls *all = c->team->job->layer.colls;
  c->next = NULL;
  *all->last_active = c;
  all->last_active = &c->next;
  if (c->shared.step && all->watching++ == 0) hyd_poll_watch(c->team->job, 1);
}

gex_Event_t hyd_coll_start(struct hyd_coll *c) {
  struct hyd_job *job = c->team->job;
  struct hyd_colls *all = job->layer.colls;
  struct hyd_op *op = NULL;
  int stuck = 0, over;
  hyd_probe_collective(c->bytes);
  pthread_mutex_lock(&all->lock);
  hyd_coll_prepare(c);
  over = advance_collective(c, &stuck);
  if (over) {
    free_collective(c);
  } else {
    op = c->op = hyd_op_new(hyd_self(job), HYD_OP_TRANSFER, HYD_NO_PEER);
    if (hyd_watched(job)) hyd_watch_op_begin(job, op, HYD_EV_COLL, HYD_NO_PEER, c->bytes);
    hyd_coll_put_active(c);
  }
  pthread_mutex_unlock(&all->lock);
  if (stuck) hyd_poll_todo(job);
  return over ? GEX_EVENT_INVALID : (gex_Event_t)op;
}

const struct hyd_coll_network *hyd_coll_network_of(const struct hyd_coll *c) {
  return &c->team->job->layer.colls->network;
}

static struct hyd_coll_network read_network(struct hyd_env *env) {
  return (struct hyd_coll_network){.latency = 1000 * hyd_env_dbl(env, HYD_ENV_COLL_LATENCY),
                                   .overhead = 1000 * hyd_env_dbl(env, HYD_ENV_COLL_OVERHEAD),
                                   .byte = hyd_env_dbl(env, HYD_ENV_COLL_BYTE),
                                   .combine = hyd_env_dbl(env, HYD_ENV_COLL_COMBINE)};
}

void hyd_coll_init(struct hyd_job *job) {
  struct hyd_colls *all = calloc(1, sizeof *all);
  if (all == NULL) hyd_fatal("gex_Client_Init", "out of memory");
  pthread_mutex_init(&all->lock, NULL);
  for (unsigned i = 0; i < STRAY_LISTS; i++) all->strays[i].last = &all->strays[i].first;
  all->last_active = &all->active;
  all->network = read_network(job->env);
  job->layer.colls = all;
  job->rx.progress[HYD_PROGRESS_COLL] = step_collectives;
  hyd_register_internal(job, HYD_H_COLL, (gex_AM_Fn_t)on_coll, "collective", HYD_PAYLOAD, 6);
}
