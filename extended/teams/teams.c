/* SPDX-License-Identifier: BSD-3-Clause
 *
 * teams.c: making and destroying teams (gex-core.md 11.2 to 11.4).
 *
 * The members of the parent tell each other their wishes; each then knows its new team. A team's id
 * is the jobrank of its first member, and the number of teams that this process has made before,
 * which is part of the wish.
 *
 * Collectives of this library need no scratch memory. A client's scratch is noted and given back,
 * and the size that clients are told is the least that they accept.
 */
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/am/wait.h"
#include "extended/teams/barrier.h"
#include "extended/coll/team_slots.h"
#include "extended/coll/coll.h"
#include "extended/teams/teams.h"

#define SCRATCH ((size_t)GASNET_PAGESIZE) /* recommended: clients take 0 for an error */
#define SIZE_QUERY (GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED | GEX_FLAG_TM_SCRATCH_SIZE_MIN)
#define SCRATCH_MODES                                                                              \
  (GEX_FLAG_TM_NO_SCRATCH | GEX_FLAG_TM_GLOBAL_SCRATCH | GEX_FLAG_TM_LOCAL_SCRATCH |               \
   GEX_FLAG_TM_SYMMETRIC_SCRATCH)

struct wish {         /* what a member of the parent tells the others */
  int32_t color, key; /* color -1: joins nothing */
  gex_Rank_t rank;    /* in the parent */
  uint32_t made;      /* teams that its process has made */
  struct hyd_coll_slot_offer offer;
};

/* The number of a team that this process makes. Threads may make teams of different parents at a
 * time. */
static uint32_t number_of_team(struct hyd_job *job) {
  return atomic_fetch_add_explicit(&job->teams.made, 1, memory_order_relaxed);
}

static uint64_t id_of(gex_Rank_t first_jobrank, uint32_t made) {
  return ((uint64_t)first_jobrank + 1) << 32 | made; /* + 1: the whole job's id is 0 */
}

/* --- scratch -------------------------------------------------------------- */

/* Notes the client's scratch memory, which must lie in the segment. */
static void keep_scratch(struct hyd_team *t, void *addr, size_t size, const char *call) {
  const struct hyd_segment *seg = t->job->ep.segment;
  uintptr_t base = seg ? (uintptr_t)seg->base : 0;
  if (size == 0) hyd_fatal(call, "scratch of 0 bytes; expected more, or GEX_FLAG_TM_NO_SCRATCH");
  if (seg &&
      ((uintptr_t)addr < base || size > seg->size || (uintptr_t)addr - base > seg->size - size))
    hyd_fatal(call, "scratch at %p, %zu bytes, is outside the segment [%p, +%zu)", addr, size,
              seg->base, (size_t)seg->size);
  t->scratch = (gex_Memvec_t){addr, size};
}

/* --- split ---------------------------------------------------------------- */

static int by_key(const void *a, const void *b) {
  const struct wish *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* Moves the wishes of this rank's color to the front, in order; returns how many. */
static gex_Rank_t pick_members(struct wish *all, gex_Rank_t n, int32_t color) {
  gex_Rank_t mine = 0;
  for (gex_Rank_t i = 0; i < n; i++)
    if (all[i].color == color) all[mine++] = all[i];
  qsort(all, mine, sizeof *all, by_key);
  return mine;
}

static void give_slots(struct hyd_team *t, const struct wish *chosen) {
  struct hyd_coll_slot_offer *offers = malloc(t->pub.size * sizeof *offers);
  if (offers == NULL) hyd_fatal("gex_TM_Split", "out of memory for %u members", t->pub.size);
  for (gex_Rank_t i = 0; i < t->pub.size; i++) offers[i] = chosen[i].offer;
  hyd_team_slots_join(t, offers);
  free(offers);
}

static struct hyd_team *team_of(struct hyd_team *parent, const struct wish *chosen, gex_Rank_t n) {
  gex_Rank_t *jobranks = malloc(n * sizeof *jobranks), rank = 0;
  struct hyd_team *t;
  if (jobranks == NULL) hyd_fatal("gex_TM_Split", "out of memory for %u members", n);
  for (gex_Rank_t i = 0; i < n; i++) {
    jobranks[i] = hyd_team_member(parent, chosen[i].rank);
    if (chosen[i].rank == parent->pub.rank) rank = i;
  }
  t = hyd_team_new(parent->job, id_of(jobranks[0], chosen[0].made), jobranks, n, rank);
  free(jobranks);
  give_slots(t, chosen);
  return t;
}

size_t gex_TM_Split(gex_TM_t *new_tm_p, gex_TM_t parent_tm, int color, int key, void *scratch_addr,
                    size_t scratch_size, gex_Flags_t flags) {
  const char *call = "gex_TM_Split";
  struct hyd_team *parent = hyd_coll_team(parent_tm, call), *t;
  struct wish mine = {.color = new_tm_p ? color : -1, .key = key, .rank = parent->pub.rank}, *all;
  gex_Rank_t n;
  if (flags & SIZE_QUERY) return new_tm_p ? SCRATCH : 0;
  if (new_tm_p && color < 0) hyd_fatal(call, "color %d; expected 0 or more", color);
  if (HYD_DEBUG && flags & SCRATCH_MODES & ~GEX_FLAG_TM_NO_SCRATCH)
    hyd_fatal(call, "flags 0x%x; expected 0 or GEX_FLAG_TM_NO_SCRATCH", flags);
  mine.made = number_of_team(parent->job);
  if (new_tm_p) mine.offer = hyd_coll_slot_offer(parent->job);
  all = hyd_coll_gather_all(parent, &mine, sizeof mine, call);
  if (new_tm_p) {
    n = pick_members(all, parent->pub.size, color);
    t = team_of(parent, all, n);
    t->flags = flags;
    if (!(flags & GEX_FLAG_TM_NO_SCRATCH)) keep_scratch(t, scratch_addr, scratch_size, call);
    *new_tm_p = (gex_TM_t)t;
  }
  free(all);
  return 0;
}

/* --- create --------------------------------------------------------------- */

/* The rank in the parent of a listed member. */
static gex_Rank_t listed_rank(const struct hyd_team *parent, const gex_EP_Location_t *arg,
                              gex_Flags_t flags, size_t i) {
  gex_Rank_t rank = arg->gex_rank;
  if (flags & GEX_FLAG_RANK_IS_JOBRANK)
    rank = rank < parent->job->size ? hyd_team_rank_of(parent, rank) : GEX_RANK_INVALID;
  if (rank >= parent->pub.size)
    hyd_fatal("gex_TM_Create", "args[%zu] is rank %u; expected a member of the parent", i,
              arg->gex_rank);
  return rank;
}

/* The ranks in the parent of all listed members; the caller frees them. */
static gex_Rank_t *listed_ranks(const struct hyd_team *parent, const gex_EP_Location_t *args,
                                size_t n, gex_Flags_t flags) {
  gex_Rank_t *ranks = malloc(n * sizeof *ranks);
  if (ranks == NULL) hyd_fatal("gex_TM_Create", "out of memory for %zu members", n);
  for (size_t i = 0; i < n; i++) ranks[i] = listed_rank(parent, &args[i], flags, i);
  return ranks;
}

/* Makes the team of the listed processes, each once. */
static struct hyd_team *create_team(struct hyd_team *parent, const struct wish *all,
                                    const gex_Rank_t *ranks, size_t n) {
  struct wish *chosen = malloc(n * sizeof *chosen);
  unsigned char *seen = calloc(parent->pub.size, 1);
  gex_Rank_t count = 0;
  struct hyd_team *t;
  if (chosen == NULL || seen == NULL)
    hyd_fatal("gex_TM_Create", "out of memory for %zu members", n);
  for (size_t i = 0; i < n; i++) {
    if (!seen[ranks[i]]) chosen[count++] = all[ranks[i]];
    seen[ranks[i]] = 1;
  }
  if (!seen[parent->pub.rank])
    hyd_fatal("gex_TM_Create", "the caller is not among the %zu members", n);
  t = team_of(parent, chosen, count);
  free(chosen);
  free(seen);
  return t;
}

/* Checks the scratch mode that the flags name; returns the client's addresses, or NULL for none. */
static gex_Addr_t *checked_scratch(gex_Addr_t *addrs, gex_Flags_t flags) {
  gex_Flags_t mode = flags & SCRATCH_MODES;
  if ((HYD_DEBUG && mode == 0) || (mode & (mode - 1)))
    hyd_fatal("gex_TM_Create",
              "flags 0x%x; expected one of GEX_FLAG_TM_NO_SCRATCH, _LOCAL_SCRATCH, "
              "_GLOBAL_SCRATCH and _SYMMETRIC_SCRATCH",
              flags);
  if (mode == 0 || mode == GEX_FLAG_TM_NO_SCRATCH) return NULL;
  if (addrs == NULL) hyd_fatal("gex_TM_Create", "scratch_addrs is NULL");
  return addrs;
}

static void create_plain(struct hyd_team *t, const struct hyd_eps_handles *out, gex_Flags_t flags) {
  if (out->count != 1)
    hyd_fatal("gex_TM_Create",
              "num_new_tms is %zu; expected 1, the number of this process's members", out->count);
  t->flags = flags;
  if (out->scratch)
    keep_scratch(t, (void *)out->scratch[out->scratch_global ? t->pub.rank : 0], out->scratch_size,
                 "gex_TM_Create");
  *out->tms = (gex_TM_t)t;
}

size_t gex_TM_Create(gex_TM_t *new_tms, size_t num_new_tms, gex_TM_t parent_tm,
                     gex_EP_Location_t *args, size_t numargs, gex_Addr_t *scratch_addrs,
                     size_t scratch_size, gex_Flags_t flags) {
  struct hyd_team *parent = hyd_coll_team(parent_tm, "gex_TM_Create"), *t;
  struct wish mine = {.rank = parent->pub.rank}, *all;
  struct hyd_eps_handles out = {new_tms,
                                num_new_tms,
                                NULL,
                                scratch_size,
                                (flags & GEX_FLAG_TM_SYMMETRIC_SCRATCH) == 0,
                                (flags & GEX_FLAG_TM_GLOBAL_SCRATCH) != 0};
  gex_Rank_t *ranks;
  if (flags & SIZE_QUERY) return numargs ? SCRATCH : 0;
  if (numargs && (num_new_tms == 0 || new_tms == NULL || args == NULL))
    hyd_fatal("gex_TM_Create",
              "num_new_tms is %zu, new_tms %p, args %p; expected room for a handle of each "
              "of this process's members, and a list",
              num_new_tms, (void *)new_tms, (void *)args);
  mine.made = number_of_team(parent->job);
  if (numargs) mine.offer = hyd_coll_slot_offer(parent->job);
  all = hyd_coll_gather_all(parent, &mine, sizeof mine, "gex_TM_Create");
  if (numargs) {
    ranks = listed_ranks(parent, args, numargs, flags);
    t = create_team(parent, all, ranks, numargs);
    out.scratch = checked_scratch(scratch_addrs, flags);
    if (t->pub.size == numargs && !hyd_eps_wanted(args, numargs))
      create_plain(t, &out, flags);
    else
      hyd_eps_create(parent, t, args, numargs, ranks, &out, flags);
    free(ranks);
  }
  free(all);
  return 0;
}

/* --- destroy -------------------------------------------------------------- */

static int destroy_team(gex_TM_t tm, gex_Memvec_t *scratch_p, gex_Flags_t flags) {
  struct hyd_team *t = hyd_coll_team(tm, "gex_TM_Destroy");
  int given = t->scratch.gex_len != 0 && scratch_p != NULL;
  if (t == &t->job->team)
    hyd_fatal("gex_TM_Destroy", "the primordial team; expected one from gex_TM_Split or _Create");
  if (!(flags & GEX_FLAG_GLOBALLY_QUIESCED)) gex_Event_Wait(hyd_barrier_nb(t));
  if (given) *scratch_p = t->scratch;
  hyd_team_slots_free(t);
  hyd_team_free(t);
  return given;
}

int gex_TM_Destroy(gex_TM_t tm, gex_Memvec_t *scratch_p, gex_Flags_t flags) {
  struct hyd_ep_team *e;
  hyd_check_ready("gex_TM_Destroy");
  if (HYD_DEBUG && flags & ~GEX_FLAG_GLOBALLY_QUIESCED)
    hyd_fatal("gex_TM_Destroy", "flags 0x%x; expected 0 or GEX_FLAG_GLOBALLY_QUIESCED", flags);
  e = hyd_ep_team_of(hyd_the_job, tm);
  return e ? hyd_eps_destroy(e, scratch_p, flags) : destroy_team(tm, scratch_p, flags);
}
