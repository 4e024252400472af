/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jobs_program.c: the program of a simulated rank: the steps of the seed, each checked against what
 * it must give. What a rank contributes follows from the seed, the step and the rank, so that each
 * can work out what the others said. Some operations are left in flight while the next are begun.
 */
#include <stdlib.h>
#include <string.h>

#include "core/oob/oob.h"
#include "core/team/team.h"
#include "tests/sim/jobs.h"

#define FLIGHTS 4u
enum { H_REQUEST = 200, H_REPLY };

struct flight {
  const struct sim_step *step;
  uint32_t number; /* of the step */
  gex_TM_t tm;
  gex_Event_t event;
  unsigned char *src, *dst;
};

struct context {
  struct sim_job *r;
  gex_TM_t job, tm; /* the whole job; the team there is, or INVALID: this rank is not in it */
  struct flight flight[FLIGHTS];
  unsigned flying;
};

struct affine { /* x to a x + b: one after the other does not commute */
  uint64_t a, b;
};

/* --- what all ranks say -------------------------------------------------- */

static uint64_t value(const struct sim_job *r, uint32_t number, uint32_t jobrank, uint32_t i) {
  struct sim_rng g =
      sim_stream(r->all->steps.seed, ((uint64_t)number << 52) + ((uint64_t)jobrank << 32) + i);
  return sim_next(&g);
}

static unsigned char byte(uint64_t first, uint32_t i) {
  return (unsigned char)(first + i * 37 + (i >> 8));
}

static uint32_t member(gex_TM_t tm, uint32_t rank) { return hyd_team_jobrank(tm, rank); }

static struct affine then(struct affine x, struct affine y) {
  return (struct affine){x.a * y.a, x.b * y.a + y.b};
}

static void combine(const void *left, void *right, size_t n, const void *data) {
  const struct affine *x = left;
  struct affine *y = right;
  (void)data;
  for (size_t i = 0; i < n; i++) y[i] = then(x[i], y[i]);
}

static struct affine map_of(const struct sim_job *r, uint32_t number, uint32_t jobrank,
                            uint32_t i) {
  uint64_t v = value(r, number, jobrank, i);
  return (struct affine){v | 1, v >> 7};
}

/* --- barriers ------------------------------------------------------------- */

static uint32_t *counter(const struct sim_job *r, uint32_t number, gex_TM_t tm) {
  return &r->all->entered[(size_t)number * r->all->many.n + member(tm, 0)];
}

static void check_all_came(struct sim_job *r, uint32_t number, gex_TM_t tm) {
  uint32_t came = *counter(r, number, tm);
  if (came != hyd_team_size(tm))
    many_fail(&r->all->many, "rank %u leaves the barrier of step %u, which %u of %u have entered",
              r->id, number, came, hyd_team_size(tm));
}

static int named_flags(const struct sim_step *s, uint32_t rank) {
  static const int flags[] = {0, GASNET_BARRIERFLAG_ANONYMOUS, GASNET_BARRIERFLAG_MISMATCH};
  return s->id_of == (int)rank ? flags[s->flags] : 0;
}

/* The one that differs says something else, or nothing, or that it does not fit. */
static int named_outcome(const struct sim_job *r, const struct sim_step *s) {
  if (s->id_of < 0 || r->all->many.n == 1 || s->flags == 1) return GASNET_OK;
  return GASNET_ERR_BARRIER_MISMATCH;
}

static void named_barrier(struct context *c, const struct sim_step *s, uint32_t number) {
  struct sim_job *r = c->r;
  int id = s->id_of == (int)r->id && s->flags == 0 ? 9 : 4, rc;
  int flags = named_flags(s, r->id);
  ++*counter(r, number, c->job);
  gasnet_barrier_notify(id, flags);
  if (s->flies) sim_job_compute(r, many_upto(&r->all->many, r->all->steps.delay));
  rc = gasnet_barrier_wait(id, flags);
  check_all_came(r, number, c->job);
  if (rc != named_outcome(r, s))
    many_fail(&r->all->many, "rank %u: named barrier of step %u gives %d; expected %d", r->id,
              number, rc, named_outcome(r, s));
}

/* --- collectives: begin --------------------------------------------------- */

static size_t bytes_of(const struct sim_step *s) {
  if (s->kind == SIM_BARRIER) return 0;
  if (s->kind == SIM_BROADCAST) return s->size;
  return s->size * (s->kind == SIM_IN_ORDER ? sizeof(struct affine) : sizeof(uint64_t));
}

static uint32_t root_of(const struct flight *f) { return f->step->root % hyd_team_size(f->tm); }

static void fill(const struct sim_job *r, const struct flight *f) {
  const struct sim_step *s = f->step;
  uint64_t first = value(r, f->number, r->id, 0);
  for (uint32_t i = 0; i < s->size; i++) {
    uint64_t v = value(r, f->number, r->id, i);
    struct affine x = map_of(r, f->number, r->id, i);
    if (s->kind == SIM_BROADCAST)
      f->src[i] = byte(first, i);
    else if (s->kind == SIM_IN_ORDER)
      memcpy(f->src + i * sizeof x, &x, sizeof x);
    else if (s->kind != SIM_BARRIER)
      memcpy(f->src + i * sizeof v, &v, sizeof v);
  }
}

static gex_Event_t begin(const struct flight *f) {
  const struct sim_step *s = f->step;
  switch (s->kind) {
  case SIM_BARRIER: return gex_Coll_BarrierNB(f->tm, 0);
  case SIM_BROADCAST: return gex_Coll_BroadcastNB(f->tm, root_of(f), f->dst, f->src, s->size, 0);
  case SIM_TO_ONE:
    return gex_Coll_ReduceToOneNB(f->tm, root_of(f), f->dst, f->src, GEX_DT_U64, sizeof(uint64_t),
                                  s->size, GEX_OP_ADD, NULL, NULL, 0);
  case SIM_TO_ALL:
    return gex_Coll_ReduceToAllNB(f->tm, f->dst, f->src, GEX_DT_U64, sizeof(uint64_t), s->size,
                                  GEX_OP_ADD, NULL, NULL, 0);
  default:
    return gex_Coll_ReduceToAllNB(f->tm, f->dst, f->src, GEX_DT_USER, sizeof(struct affine),
                                  s->size, GEX_OP_USER_NC, combine, NULL, 0);
  }
}

/* --- collectives: end ----------------------------------------------------- */

static void wrong(struct sim_job *r, const struct flight *f, uint32_t i) {
  many_fail(&r->all->many, "rank %u: element %u of the %s of step %u is wrong", r->id, i,
            sim_step_name(f->step->kind), f->number);
}

static int right_sum(const struct sim_job *r, const struct flight *f, uint32_t i) {
  uint64_t sum = 0, got;
  memcpy(&got, f->dst + i * sizeof got, sizeof got);
  for (uint32_t k = 0; k < hyd_team_size(f->tm); k++)
    sum += value(r, f->number, member(f->tm, k), i);
  return got == sum;
}

static int right_order(const struct sim_job *r, const struct flight *f, uint32_t i) {
  struct affine all = {1, 0}, got;
  memcpy(&got, f->dst + i * sizeof got, sizeof got);
  for (uint32_t k = 0; k < hyd_team_size(f->tm); k++)
    all = then(all, map_of(r, f->number, member(f->tm, k), i));
  return got.a == all.a && got.b == all.b;
}

static int is_right(const struct sim_job *r, const struct flight *f, uint32_t i) {
  switch (f->step->kind) {
  case SIM_BROADCAST:
    return f->dst[i] == byte(value(r, f->number, member(f->tm, root_of(f)), 0), i);
  case SIM_TO_ONE: return root_of(f) != gex_TM_QueryRank(f->tm) || right_sum(r, f, i);
  case SIM_TO_ALL: return right_sum(r, f, i);
  case SIM_IN_ORDER: return right_order(r, f, i);
  default: return 1;
  }
}

static void land(struct sim_job *r, struct flight *f) {
  gex_Event_Wait(f->event);
  if (many_time(&r->all->many, r->id) > r->all->landed)
    r->all->landed = many_time(&r->all->many, r->id);
  if (f->step->kind == SIM_BARRIER) check_all_came(r, f->number, f->tm);
  for (uint32_t i = 0; i < f->step->size && !r->all->steps.unchecked && !r->all->many.failed; i++)
    if (!is_right(r, f, i)) wrong(r, f, i);
  free(f->src);
  free(f->dst);
}

/* Now and then the last first. */
static void land_all(struct context *c) {
  while (c->flying) {
    unsigned which = sim_below(&c->r->all->many.rng, 2) ? c->flying - 1 : 0;
    struct flight f = c->flight[which];
    memmove(&c->flight[which], &c->flight[which + 1], (--c->flying - which) * sizeof f);
    land(c->r, &f);
  }
}

static void collective(struct context *c, const struct sim_step *s, uint32_t number) {
  struct flight *f = &c->flight[c->flying++];
  *f = (struct flight){s, number, c->tm, GEX_EVENT_INVALID, NULL, NULL};
  f->src = calloc(1, bytes_of(s) + 1);
  f->dst = calloc(1, bytes_of(s) + 1);
  fill(c->r, f);
  ++*counter(c->r, number, c->tm);
  f->event = begin(f);
  if (!s->flies || c->flying == FLIGHTS) land_all(c);
}

/* --- requests and replies ------------------------------------------------- */

static void on_request(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t number,
                       gex_AM_Arg_t i) {
  const struct hyd_token *tok = (const struct hyd_token *)token;
  struct sim_job *r = tok->job->net.state;
  uint64_t first = value(r, (uint32_t)number, tok->src, (uint32_t)i);
  const gex_AM_Arg_t args[] = {number, i};
  for (uint32_t k = 0; k < n; k++)
    if (((unsigned char *)buf)[k] != byte(first, k))
      many_fail(&r->all->many, "rank %u: byte %u of a request from rank %u is wrong", r->id, k,
                tok->src);
  hyd_am_reply_short(token, H_REPLY, 0, 2, args);
}

static void on_reply(gex_Token_t token, gex_AM_Arg_t number, gex_AM_Arg_t i) {
  const struct hyd_token *tok = (const struct hyd_token *)token;
  struct sim_job *r = tok->job->net.state;
  if (value(r, (uint32_t)number, r->id, (uint32_t)i) % r->all->many.n != tok->src)
    many_fail(&r->all->many, "rank %u: a reply from rank %u, which was not asked", r->id, tok->src);
  r->answered++;
}

void sim_job_handlers(struct sim_job *r) {
  gex_AM_Entry_t table[] = {{H_REQUEST, (gex_AM_Fn_t)on_request,
                             GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 2, NULL, "request"},
                            {H_REPLY, (gex_AM_Fn_t)on_reply, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY,
                             2, NULL, "reply"}};
  gex_EP_RegisterHandlers((gex_EP_t)&r->job->ep, table, 2);
}

static void request(struct context *c, uint32_t number, uint32_t i) {
  struct sim_job *r = c->r;
  unsigned char bytes[600];
  uint64_t v = value(r, number, r->id, i);
  uint32_t n = (uint32_t)(v >> 40) % sizeof bytes;
  const gex_AM_Arg_t args[] = {(gex_AM_Arg_t)number, (gex_AM_Arg_t)i};
  for (uint32_t k = 0; k < n; k++) bytes[k] = byte(v, k);
  hyd_am_request_medium(c->job, (gex_Rank_t)(v % r->all->many.n), H_REQUEST, bytes, n,
                        GEX_EVENT_NOW, 0, 2, args);
}

static void requests(struct context *c, const struct sim_step *s, uint32_t number) {
  struct sim_job *r = c->r;
  struct hyd_wait w;
  r->answered = 0;
  for (uint32_t i = 0; i < s->size; i++) request(c, number, i);
  hyd_wait_begin(&w, r->job, HYD_WAIT_BLOCKUNTIL, HYD_NO_PEER, 0);
  while (r->answered < s->size) hyd_wait_pause(&w);
  hyd_wait_end(&w);
}

/* --- the library's own meetings ------------------------------------------- */

static void meeting(struct context *c, uint32_t number) {
  ++*counter(c->r, number, c->job);
  hyd_oob_barrier(c->r->job);
  check_all_came(c->r, number, c->job);
}

static void exchange(struct context *c, uint32_t number, uint32_t which) {
  struct sim_job *r = c->r;
  const uint64_t mine[] = {value(r, number, r->id, which), value(r, number, r->id, which + 1)};
  const unsigned char *table = hyd_oob_exchange(r->job, mine, sizeof mine);
  for (uint32_t i = 0; i < r->all->many.n; i++) {
    const uint64_t theirs[] = {value(r, number, i, which), value(r, number, i, which + 1)};
    if (memcmp(table + (size_t)i * HYD_RECORD_SIZE, theirs, sizeof theirs))
      many_fail(&r->all->many, "rank %u: the record of rank %u in the exchange of step %u is wrong",
                r->id, i, number);
  }
  hyd_oob_exchange_end(r->job);
}

static void exchanges(struct context *c, const struct sim_step *s, uint32_t number) {
  for (uint32_t i = 0; i < 1 + s->size % 4 && !c->r->all->many.failed; i++) exchange(c, number, i);
}

/* --- teams ---------------------------------------------------------------- */

static uint32_t color_of(const struct sim_job *r, const struct sim_step *s, uint32_t number,
                         uint32_t jobrank) {
  return (uint32_t)value(r, number, jobrank, 0) % (s->size + 1); /* the last one: joins nothing */
}
static int key_of(const struct sim_job *r, uint32_t number, uint32_t jobrank) {
  return (int)(value(r, number, jobrank, 1) % 7);
}

/* The team has the ranks of this rank's color, in order of keys and then of ranks. */
static void check_team(const struct context *c, const struct sim_step *s, uint32_t number) {
  struct sim_job *r = c->r;
  uint32_t mine = color_of(r, s, number, r->id), expected = 0, n = hyd_team_size(c->tm);
  int ok = member(c->tm, gex_TM_QueryRank(c->tm)) == r->id;
  for (uint32_t i = 0; i < r->all->many.n; i++) expected += color_of(r, s, number, i) == mine;
  for (uint32_t i = 0; i < n; i++) ok &= color_of(r, s, number, member(c->tm, i)) == mine;
  for (uint32_t i = 1; i < n; i++) {
    uint32_t a = member(c->tm, i - 1), b = member(c->tm, i);
    int x = key_of(r, number, a), y = key_of(r, number, b);
    ok &= x < y || (x == y && a < b);
  }
  if (!ok || n != expected)
    many_fail(&r->all->many, "rank %u: the team of step %u has %u members, of %u, or wrong ones",
              r->id, number, n, expected);
}

static void split(struct context *c, const struct sim_step *s, uint32_t number) {
  struct sim_job *r = c->r;
  uint32_t color = color_of(r, s, number, r->id);
  c->tm = GEX_TM_INVALID;
  gex_TM_Split(color < s->size ? &c->tm : NULL, c->job, (int)color, key_of(r, number, r->id), NULL,
               0, GEX_FLAG_TM_NO_SCRATCH);
  if (color < s->size) check_team(c, s, number);
}

static void destroy(struct context *c) {
  land_all(c);
  if (c->tm != GEX_TM_INVALID && c->tm != c->job) gex_TM_Destroy(c->tm, NULL, 0);
  c->tm = c->job;
}

/* --- all of it ------------------------------------------------------------ */

static void do_step(struct context *c, const struct sim_step *s, uint32_t number) {
  if (s->kind == SIM_NAMED)
    named_barrier(c, s, number);
  else if (s->kind == SIM_REQUESTS)
    requests(c, s, number);
  else if (s->kind == SIM_MEETING)
    meeting(c, number);
  else if (s->kind == SIM_EXCHANGE)
    exchanges(c, s, number);
  else if (s->kind == SIM_SPLIT)
    split(c, s, number);
  else if (s->kind == SIM_DESTROY)
    destroy(c);
  else if (c->tm != GEX_TM_INVALID)
    collective(c, s, number);
}

void sim_job_program(struct sim_job *r) {
  const struct sim_steps *steps = &r->all->steps;
  struct context c = {.r = r, .job = (gex_TM_t)&r->job->team};
  c.tm = c.job;
  for (uint32_t i = 0; i < steps->steps && !r->all->many.failed; i++) {
    r->step = i;
    sim_job_compute(r, many_upto(&r->all->many, steps->delay));
    do_step(&c, &steps->step[i], i);
  }
  destroy(&c);
  sim_job_compute(r, steps->rest);
  gasnet_barrier(0, GASNET_BARRIERFLAG_ANONYMOUS);
}
