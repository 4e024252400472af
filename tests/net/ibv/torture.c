/* SPDX-License-Identifier: BSD-3-Clause
 *
 * torture.c: transfers from, to and between memory that is replaced all the time, in every way that
 * a program has. What was registered must be forgotten then, here and by peers: through a
 * registration of what was there before, old bytes would be sent, or new ones would not be seen.
 *
 *   torture SEED ROUNDS MEGABYTES    (of a rank, together)
 *
 * Each rank has places (torture.h) that it offers to others, one after the other in each round: it
 * renews the place, fills it, and tells a rank that the dice choose. That one gets pieces of it
 * into places of its own, which it renews before, checks them, puts a piece back, and says so; the
 * owner checks it when it is the place's turn again. So there are always transfers to and from the
 * places beside one that is being replaced. With EVERYTHING the places that are offered are
 * anywhere and change as all others; with FAST they are in the segment. Nothing that is in use is
 * changed: it is a decent program. The seed determines all that it does, but not what ranks and
 * kernel do at the same time.
 */
#include <gasnetex.h>

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tests/net/ibv/torture.h"

#define MOST_BYTES ((size_t)1 << 20)
#define MOST_GETS 3u
#define FEW 64u

#if GASNET_SEGMENT_EVERYTHING
enum { ANYWHERE = 1 };
#else
enum { ANYWHERE = 0 };
#endif

enum { H_OFFER = GEX_AM_INDEX_BASE, H_DONE };

/* What its owner has told of a place, and what its user tells when it has put a piece there. */
struct offer {
  char *at;
  size_t len;
  int is_read_only;
  _Atomic uint32_t round; /* release in the handler, acquire by the thread that waits for it */
};
struct done {
  size_t at, n, from;     /* from: which bytes of the pattern */
  _Atomic uint32_t round; /* as above */
};

static gex_Client_t client;
static gex_EP_t ep;
static gex_TM_t team;
static gex_Segment_t segment;
static gex_Rank_t me, size;
static uint64_t seed, fills;
static uint32_t round_now;
static struct place own[PLACES], offered[PLACES];
static struct offer *offers; /* of all ranks' places */
static struct done done[PLACES];

void torture_failed(const char *format, ...) {
  va_list list;
  char text[400];
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  fprintf(stderr, "torture: seed %llu, round %u, rank %u: %s\n", (unsigned long long)seed,
          round_now, me, text);
  gasnet_exit(9);
  abort();
}

/* --- what the seed says --------------------------------------------------- */

static uint64_t tag_of(uint64_t kind, uint64_t a, uint64_t b, uint64_t c) {
  struct sim_rng g = sim_stream(seed, kind);
  g.state += a * 0xd1342543de82ef95u;
  g.state = sim_next(&g) + b;
  g.state = sim_next(&g) + c;
  return sim_next(&g);
}

static uint64_t tag_of_owner(gex_Rank_t owner, uint32_t round, unsigned i) {
  return tag_of(1, owner, round, i);
}
static uint64_t tag_of_user(gex_Rank_t owner, uint32_t round, unsigned i) {
  return tag_of(2, owner, round, i);
}

static gex_Rank_t user_of(gex_Rank_t owner, uint32_t round, unsigned i) {
  return size == 1 ? owner
                   : (owner + 1 + (gex_Rank_t)(tag_of(3, owner, round, i) % (size - 1))) % size;
}

/* As many are small as are large. */
static size_t some_bytes(struct sim_rng *rng, size_t most) {
  size_t limit[] = {FEW, 2 * PAGE, MOST_BYTES}, l = limit[sim_below(rng, 3)];
  return sim_between(rng, 1, l < most ? l : most);
}

/* --- handlers ------------------------------------------------------------- */

static void on_offer(gex_Token_t token, gex_AM_Arg_t round, gex_AM_Arg_t i, gex_AM_Arg_t high,
                     gex_AM_Arg_t low, gex_AM_Arg_t len, gex_AM_Arg_t is_read_only) {
  gex_Token_Info_t info;
  struct offer *o;
  gex_Token_Info(token, &info, GEX_TI_SRCRANK);
  o = &offers[info.gex_srcrank * PLACES + (unsigned)i];
  o->at = (char *)(((uintptr_t)(uint32_t)high << 32) | (uint32_t)low);
  o->len = (size_t)len;
  o->is_read_only = is_read_only;
  atomic_store_explicit(&o->round, (uint32_t)round, memory_order_release);
}

static void on_done(gex_Token_t token, gex_AM_Arg_t round, gex_AM_Arg_t i, gex_AM_Arg_t at,
                    gex_AM_Arg_t n, gex_AM_Arg_t from) {
  struct done *d = &done[i];
  (void)token;
  d->at = (size_t)at;
  d->n = (size_t)n;
  d->from = (size_t)from;
  atomic_store_explicit(&d->round, (uint32_t)round, memory_order_release);
}

static gex_AM_Entry_t handlers[] = {{H_OFFER, (gex_AM_Fn_t)on_offer,
                                     GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 6, NULL, "offer"},
                                    {H_DONE, (gex_AM_Fn_t)on_done,
                                     GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 5, NULL, "done"}};

/* --- checks --------------------------------------------------------------- */

struct seen {
  const char *what, *how; /* how the memory was renewed */
  gex_Rank_t peer;
};

static void check(const struct place *p, size_t at, size_t n, uint64_t tag, size_t from,
                  const struct seen *s) {
  size_t good = pattern_check(p->at + at, n, tag, from);
  if (good == n) return;
  torture_failed(
      "%s, peer %u, %zu bytes at %p, which was %s: byte %zu (of %zu at %zu of %zu) is %#x", s->what,
      s->peer, n, (void *)(p->at + at), s->how, good, n, at, p->len,
      (unsigned char)p->at[at + good]);
}

/* The bytes that came from elsewhere, and those around them, which are the place's own. */
static void check_place(const struct place *p, size_t at, size_t n, uint64_t tag, size_t from,
                        const struct seen *s) {
  struct seen around = {"bytes around", s->how, s->peer};
  check(p, at, n, tag, from, s);
  check(p, 0, at, p->tag, 0, &around);
  check(p, at + n, p->len - at - n, p->tag, at + n, &around);
}

/* --- the user of an offer ------------------------------------------------- */

struct use {
  gex_Rank_t owner;
  uint32_t round;
  unsigned i;
  struct offer *o;
  struct sim_rng rng;
};

struct get {
  struct place *p;
  const char *how;
  size_t at, n, from;
  gex_Event_t event;
};

static void maybe_fork(struct sim_rng *rng) {
  struct place *const kinds[] = {own, offered};
  if (sim_below(rng, 8) == 0) child_ends();
  if (!child_lives() && sim_below(rng, 24) == 0) child_begins(kinds, 2);
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static void begin_get(struct use *u, struct get *g, struct place *p) {
  g->p = p;
  g->how = place_renew(p, tag_of(4, me, ++fills, 0), &u->rng);
  g->n = some_bytes(&u->rng, least(p->len, u->o->len));
  g->at = sim_below(&u->rng, p->len - g->n + 1);
  g->from = sim_below(&u->rng, u->o->len - g->n + 1);
  g->event = gex_RMA_GetNB(team, p->at + g->at, u->owner, u->o->at + g->from, g->n, 0);
}

static void end_get(struct use *u, struct get *g) {
  struct seen s = {"get", g->how, u->owner};
  gex_Event_Wait(g->event);
  check_place(g->p, g->at, g->n, tag_of_owner(u->owner, u->round, u->i), g->from, &s);
}

/* When the bytes have left, the source is replaced: whatever is said of local completion must be
 * true. */
static void put_and_renew(struct use *u, struct place *p, size_t at, size_t from, size_t n) {
  gex_Event_t local, all;
  char *there = u->o->at + at, *here = p->at + from;
  switch (sim_below(&u->rng, 4)) {
  case 0: gex_RMA_PutBlocking(team, u->owner, there, here, n, 0); return;
  case 1: all = gex_RMA_PutNB(team, u->owner, there, here, n, GEX_EVENT_DEFER, 0); break;
  case 2:
    all = gex_RMA_PutNB(team, u->owner, there, here, n, GEX_EVENT_NOW, 0);
    place_renew(p, tag_of(4, me, ++fills, 0), &u->rng);
    break;
  default:
    all = gex_RMA_PutNB(team, u->owner, there, here, n, &local, 0);
    gex_Event_Wait(local);
    place_renew(p, tag_of(4, me, ++fills, 0), &u->rng);
  }
  gex_Event_Wait(all);
}

static void put(struct use *u, struct place *p) {
  size_t n = some_bytes(&u->rng, least(p->len, u->o->len));
  size_t from = sim_below(&u->rng, p->len - n + 1), at = sim_below(&u->rng, u->o->len - n + 1);
  if (u->o->is_read_only)
    at = from = n = 0;
  else
    put_and_renew(u, p, at, from, n);
  gex_AM_RequestShort5(team, u->owner, H_DONE, 0, (gex_AM_Arg_t)u->round, (gex_AM_Arg_t)u->i,
                       (gex_AM_Arg_t)at, (gex_AM_Arg_t)n, (gex_AM_Arg_t)from);
}

/* The source of the put is made while the gets are under way; the child, too. */
static void use(gex_Rank_t owner, uint32_t round, unsigned i) {
  struct use u = {owner, round, i, &offers[owner * PLACES + i],
                  sim_stream(tag_of(5, owner, round, i), me)};
  unsigned first = (unsigned)sim_below(&u.rng, PLACES),
           n = (unsigned)sim_between(&u.rng, 1, MOST_GETS);
  struct get get[MOST_GETS];
  struct place *source = &own[(first + n) % PLACES];
  GASNET_BLOCKUNTIL(atomic_load_explicit(&u.o->round, memory_order_acquire) ==
                    round); /* pairs with on_offer */
  for (unsigned k = 0; k < n; k++) begin_get(&u, &get[k], &own[(first + k) % PLACES]);
  maybe_fork(&u.rng);
  place_renew(source, tag_of_user(owner, round, i), &u.rng);
  if (sim_below(&u.rng, 4) == 0) place_protect(source);
  for (unsigned k = 0; k < n; k++) end_get(&u, &get[k]);
  put(&u, source);
}

/* --- the owner ------------------------------------------------------------ */

static const char *how_offered[PLACES];

static void await_use(uint32_t round, unsigned i) {
  struct done *d = &done[i];
  struct seen s = {"put", how_offered[i], user_of(me, round, i)};
  if (round == 0) return;
  GASNET_BLOCKUNTIL(atomic_load_explicit(&d->round, memory_order_acquire) ==
                    round); /* pairs with on_done */
  check_place(&offered[i], d->at, d->n, tag_of_user(me, round, i), d->from, &s);
}

static void offer(uint32_t round, unsigned i) {
  struct sim_rng rng = sim_stream(tag_of(6, me, round, i), me);
  struct place *p = &offered[i];
  uintptr_t at;
  how_offered[i] = place_renew(p, tag_of_owner(me, round, i), &rng);
  if (sim_below(&rng, 6) == 0) place_protect(p);
  at = (uintptr_t)p->at;
  gex_AM_RequestShort6(team, user_of(me, round, i), H_OFFER, 0, (gex_AM_Arg_t)round,
                       (gex_AM_Arg_t)i, (gex_AM_Arg_t)(at >> 32), (gex_AM_Arg_t)at,
                       (gex_AM_Arg_t)p->len, p->is_read_only);
}

/* --- all ------------------------------------------------------------------ */

static void go(uint32_t rounds) {
  for (round_now = 1; round_now <= rounds; round_now++)
    for (unsigned i = 0; i < PLACES; i++) {
      await_use(round_now - 1, i);
      offer(round_now, i);
      for (gex_Rank_t r = 0; r < size; r++)
        if (user_of(r, round_now, i) == me) use(r, round_now, i);
    }
  for (unsigned i = 0; i < PLACES; i++) await_use(rounds, i);
  child_ends();
}

static char *my_segment(void) {
  void *base;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(team, me, &base, NULL, NULL, 0));
  return base;
}

int main(int argc, char **argv) {
  size_t bytes;
  gex_Client_Init(&client, &ep, &team, "torture", &argc, &argv, 0);
  me = gex_TM_QueryRank(team);
  size = gex_TM_QuerySize(team);
  if (argc != 4 || atoi(argv[2]) < 1 || atoi(argv[3]) < 1) {
    if (me == 0) fprintf(stderr, "usage: torture SEED ROUNDS MEGABYTES\n");
    gasnet_exit(2);
  }
  seed = strtoull(argv[1], NULL, 10);
  bytes = (size_t)atoi(argv[3]) << 19; /* half of it for each row of places */
  offers = calloc((size_t)size * PLACES, sizeof *offers);
  gex_EP_RegisterHandlers(ep, handlers, sizeof handlers / sizeof handlers[0]);
  gex_Segment_Attach(&segment, team, bytes + PLACES * PAGE);
  places_map(own, bytes);
  if (ANYWHERE)
    places_map(offered, bytes);
  else
    places_in(offered, bytes, my_segment());
  gex_Event_Wait(gex_Coll_BarrierNB(team, 0));
  go((uint32_t)atoi(argv[2]));
  gex_Event_Wait(gex_Coll_BarrierNB(team, 0));
  if (me == 0)
    printf("%u ranks, seed %llu: all bytes of %s rounds are right\n", size,
           (unsigned long long)seed, argv[2]);
  gasnet_exit(0);
  return 0;
}
