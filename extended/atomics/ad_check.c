/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ad_check.c: checks of atomics that cost too much, or need too much memory, for production.
 *
 * That all ranks make the same domains: each tells rank 0 of every domain of the primordial team
 * that it makes, with their number; the first to report the n-th one says what it is. No rank waits
 * for that.
 *
 * Destroyed domains are kept for a while, so that their use is found out.
 */
#include "core/am/am.h"
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/am/handlers.h"
#include "core/team/team.h"
#include "extended/atomics/ad.h"
#include "core/am/internal_handlers.h"

#define BURIED_MOST 4096 /* destroyed domains that are kept */

struct made {  /* a domain, as the rank that was first to report it made it */
  gex_DT_t dt; /* 0: none has */
  gex_OP_t ops;
  gex_Flags_t flags;
  gex_Rank_t by;
};

struct hyd_ad_checks { /* under job->threads.lock */
  _Atomic int told;    /* of flags without effect; without the lock */
  uint32_t created;    /* by this rank */
  struct made *made;
  uint32_t room; /* of made; rank 0 */
  struct hyd_ad *buried, **buried_last;
  uint32_t buried_count;
};

/* --- flags ---------------------------------------------------------------- */

#define FAVOR (GEX_FLAG_AD_FAVOR_MY_RANK | GEX_FLAG_AD_FAVOR_MY_NBRHD | GEX_FLAG_AD_FAVOR_REMOTE)
#define KNOWN 0xffffu /* bits that flags of some call have */

/* Fatal if the flags are illegal. Warns once of flags of other calls, which have no effect. */
void hyd_ad_check_flags(struct hyd_job *job, gex_Flags_t flags) {
  gex_Flags_t favor = flags & FAVOR;
  if ((favor & (favor - 1)) || (flags & ~KNOWN))
    hyd_fatal("gex_AD_Create", "flags 0x%x; expected at most one of GEX_FLAG_AD_FAVOR_*", flags);
  if ((flags & ~FAVOR) &&
      !atomic_exchange_explicit(&job->layer.ad_checks->told, 1, memory_order_relaxed))
    hyd_warn(job, "gex_AD_Create: of flags 0x%x, 0x%x have no effect", flags, flags & ~FAVOR);
}

/* --- the same on every rank ----------------------------------------------- */

static void make_room(struct hyd_ad_checks *c, uint32_t n) {
  uint32_t room = 2 * n + 64;
  if (n < c->room) return;
  c->made = realloc(c->made, room * sizeof *c->made);
  if (c->made == NULL) hyd_fatal("gex_AD_Create", "out of memory for the checks of domains");
  memset(c->made + c->room, 0, (room - c->room) * sizeof *c->made);
  c->room = room;
}

static void compare_domains(const struct made *first, const struct made *now, uint32_t n) {
  if (first->dt == now->dt && first->ops == now->ops && first->flags == now->flags) return;
  hyd_fatal("gex_AD_Create",
            "domain number %u of the primordial team: rank %u made it of dt 0x%x, "
            "ops 0x%x, flags 0x%x and rank %u of dt 0x%x, ops 0x%x, flags 0x%x; expected the same "
            "on every rank",
            n, first->by, first->dt, first->ops, first->flags, now->by, now->dt, now->ops,
            now->flags);
}

/* Compares a rank's n-th domain with that of the first rank that has made its n-th. At rank 0. */
static void compare_with_first(struct hyd_job *job, const struct made *now, uint32_t n) {
  struct hyd_ad_checks *c = job->layer.ad_checks;
  struct made first;
  pthread_mutex_lock(&job->threads.lock);
  make_room(c, n);
  if (c->made[n].dt == 0) c->made[n] = *now;
  first = c->made[n];
  pthread_mutex_unlock(&job->threads.lock);
  compare_domains(&first, now, n);
}

static void on_report(gex_Token_t token, gex_AM_Arg_t n, gex_AM_Arg_t dt, gex_AM_Arg_t ops,
                      gex_AM_Arg_t flags) {
  struct hyd_token *tok = (struct hyd_token *)token;
  struct made now = {(gex_DT_t)dt, (gex_OP_t)ops, (gex_Flags_t)flags, tok->src};
  compare_with_first(tok->job, &now, (uint32_t)n);
}

void hyd_ad_check_create(struct hyd_job *job, const struct hyd_ad *ad) {
  struct made now = {ad->dt, ad->ops, ad->flags, job->rank};
  uint32_t n;
  if (ad->tm != (gex_TM_t)&job->team) return;
  pthread_mutex_lock(&job->threads.lock);
  n = job->layer.ad_checks->created++;
  pthread_mutex_unlock(&job->threads.lock);
  if (job->rank == 0) {
    compare_with_first(job, &now, n);
  } else {
    gex_AM_Arg_t args[] = {(gex_AM_Arg_t)n, (gex_AM_Arg_t)ad->dt, (gex_AM_Arg_t)ad->ops,
                           (gex_AM_Arg_t)ad->flags};
    struct hyd_am m = hyd_am_of(1, HYD_AM_SHORT, HYD_H_AD_REPORT, 4, args);
    hyd_am_send_request(job, 0, &m, 0);
  }
}

void hyd_ad_check_init(struct hyd_job *job) {
  job->layer.ad_checks = calloc(1, sizeof *job->layer.ad_checks);
  if (job->layer.ad_checks == NULL) hyd_fatal("gex_Client_Init", "out of memory");
  job->layer.ad_checks->buried_last = &job->layer.ad_checks->buried;
  hyd_register_internal(job, HYD_H_AD_REPORT, (gex_AM_Fn_t)on_report, "atomic domain made",
                        HYD_SHORT, 4);
}

/* --- use after the end ---------------------------------------------------- */

void hyd_ad_check_live(const struct hyd_ad *ad, const char *call) {
  if (ad == NULL) hyd_fatal(call, "ad is GEX_AD_INVALID; expected a domain");
  if (atomic_load_explicit(&ad->live, memory_order_relaxed) != HYD_AD_LIVE)
    hyd_fatal(call, "domain %p was destroyed before, or never made", (const void *)ad);
}

void hyd_ad_bury(struct hyd_job *job, struct hyd_ad *ad) {
  struct hyd_ad_checks *c = job->layer.ad_checks;
  struct hyd_ad *oldest = NULL;
  uint32_t pending = atomic_load_explicit(&ad->pending, memory_order_relaxed);
  if (pending)
    hyd_fatal("gex_AD_Destroy",
              "%u operations of this rank are not complete; expected all to be "
              "synced everywhere",
              pending);
  atomic_store_explicit(&ad->live, 0, memory_order_relaxed);
  pthread_mutex_lock(&job->threads.lock);
  *c->buried_last = ad;
  c->buried_last = &ad->next;
  if (++c->buried_count > BURIED_MOST) {
    oldest = c->buried;
    c->buried = oldest->next;
    c->buried_count--;
  }
  pthread_mutex_unlock(&job->threads.lock);
  free(oldest);
}

/* --- operations ----------------------------------------------------------- */

static int is_member(gex_TM_t tm, gex_Rank_t jobrank) {
  for (gex_Rank_t i = 0; i < hyd_team_size(tm); i++)
    if (hyd_team_jobrank(tm, i) == jobrank) return 1;
  return 0;
}

void hyd_ad_check_op(struct hyd_job *job, const struct hyd_ad *ad, const char *call,
                     gex_Rank_t rank, gex_Flags_t flags) {
  const gex_Flags_t legal = GEX_FLAG_IMMEDIATE | GEX_FLAG_AD_MY_RANK | GEX_FLAG_AD_MY_NBRHD |
                            GEX_FLAG_AD_REL | GEX_FLAG_AD_ACQ | GEX_FLAG_RANK_IS_JOBRANK;
  int is_jobrank = (flags & GEX_FLAG_RANK_IS_JOBRANK) != 0;
  gex_Rank_t peer;
  hyd_check_call(call);
  hyd_ad_check_live(ad, call);
  peer = is_jobrank ? rank : hyd_team_jobrank(ad->tm, rank);
  if ((flags & ~legal) || (flags & GEX_FLAG_AD_MY_RANK && flags & GEX_FLAG_AD_MY_NBRHD))
    hyd_fatal(call,
              "flags 0x%x; expected an OR of GEX_FLAG_IMMEDIATE, GEX_FLAG_AD_REL, "
              "GEX_FLAG_AD_ACQ, GEX_FLAG_RANK_IS_JOBRANK and at most one of GEX_FLAG_AD_MY_RANK, "
              "GEX_FLAG_AD_MY_NBRHD",
              flags);
  if (is_jobrank && rank < job->size && !is_member(ad->tm, rank))
    hyd_fatal(call, "jobrank %u is not in the domain's team; expected a member's", rank);
  if (flags & GEX_FLAG_AD_MY_RANK && peer != job->rank)
    hyd_fatal(call, "GEX_FLAG_AD_MY_RANK with rank %u; expected the caller's own", rank);
  if (flags & GEX_FLAG_AD_MY_NBRHD && !hyd_in_nbrhd(job, peer))
    hyd_fatal(call, "GEX_FLAG_AD_MY_NBRHD with rank %u; expected one of the caller's neighbourhood",
              rank);
}
