/* SPDX-License-Identifier: BSD-3-Clause
 *
 * message_limits.c: how long messages may be (gex-core.md section 13).
 *
 * In a job the limits are the same for all peers and argument counts. Before there is a job,
 * clients ask to size their buffers: they get the least limits of all conduits that the job may
 * come to use (AML-6). A conduit that finds little memory may offer less than that; then rank 0
 * warns.
 */
#include "core/am/message_limits.h"

#include <strings.h>

#include "core/am/endpoint_am.h"
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/base/job.h"
#include "core/shm/ring.h"
#include "core/team/team.h"

static size_t least_of(size_t a, size_t b) { return a < b ? a : b; }

static struct hyd_limits least_limits(struct hyd_limits a, struct hyd_limits b) {
  return (struct hyd_limits){.medium = least_of(a.medium, b.medium),
                             .longs = least_of(a.longs, b.longs)};
}

/* --- before there is a job ------------------------------------------------ */

/* Whether the client wants another conduit than `name`. wanted NULL: any conduit will do. */
static int is_left_out(const char *name, const char *wanted) {
  return wanted && strcasecmp(name, wanted) != 0;
}

/* The least limits of all conduits, or the limits of the wanted one. *found: there is such one. */
static struct hyd_limits least_of_conduits(const char *wanted, int *found) {
  struct hyd_limits all = {HYD_RING_MAX_PAYLOAD, SIZE_MAX};
  *found = 0;
  for (int i = 0; hyd_conduits[i]; i++) {
    if (is_left_out(hyd_conduits[i]->name, wanted)) continue;
    all = least_limits(all,
                       (struct hyd_limits){hyd_conduits[i]->max_medium, hyd_conduits[i]->max_long});
    *found = 1;
  }
  for (int i = 0; hyd_conduit_modules[i]; i++) {
    if (is_left_out(hyd_conduit_modules[i], wanted)) continue;
    all = least_limits(all, hyd_conduit_module_limits[i]);
    *found = 1;
  }
  return all;
}

struct hyd_limits hyd_limits_early(const struct hyd_client_cfg *client) {
  const char *given = getenv("GASNET_CONDUIT"), *wanted = given && *given ? given : client->conduit;
  int found;
  struct hyd_limits l = least_of_conduits(wanted, &found);
  if (!found) l = least_of_conduits(NULL, &found);
  if (client->segment_mode == 3)
    l.longs = least_of(l.longs, HYD_RING_MAX_PAYLOAD); /* a long may travel like a medium */
  return l;
}

/* --- of a job ------------------------------------------------------------- */

static size_t medium_of_conduit(struct hyd_job *job) {
  const struct hyd_conduit *c = job->net.conduit;
  return c->medium_limit ? c->medium_limit(job, job->net.state) : c->max_medium;
}

void hyd_limits_init(struct hyd_job *job) {
  int copies = !hyd_everything(job) || job->mem.cma; /* longs are copied to their place */
  int direct = copies && job->place.nbrhd_count == job->size;
  job->net.max_medium = HYD_RING_MAX_PAYLOAD;
  job->net.max_long = direct || job->net.ring_to_all ? 0x7fffffff : hyd_conduit_of(job)->max_long;
  if (!direct && (job->net.ring_to_all || !copies)) job->net.max_long = HYD_RING_MAX_PAYLOAD;
  if (job->net.state) job->net.max_medium = least_of(job->net.max_medium, medium_of_conduit(job));
}

void hyd_limits_compare(struct hyd_job *job, const struct hyd_client_cfg *client) {
  struct hyd_limits said = hyd_limits_early(client);
  if (job->net.max_medium < said.medium)
    hyd_warn(job,
             "medium messages have %zu bytes at most, fewer than the %zu that "
             "gex_AM_LUBRequestMedium says before "
             "init: conduit %s may use too little memory here",
             job->net.max_medium, said.medium, hyd_conduit_of(job)->name);
}

static size_t medium_limit(void) {
  hyd_check_ready("gex_AM_MaxMedium");
  return hyd_the_job->net.max_medium;
}

static size_t long_limit(void) {
  hyd_check_ready("gex_AM_MaxLong");
  return hyd_the_job->net.max_long;
}

static size_t checked_limit(size_t (*of)(void), gex_TM_t tm, gex_Rank_t rank, const char *call) {
  gex_Rank_t peer = rank == GEX_RANK_INVALID ? 0 : rank;
  if (HYD_DEBUG && hyd_team_jobrank(tm, peer) == GEX_RANK_INVALID)
    (void)hyd_find_ends(hyd_the_job, tm, peer, &peer, call);
  return of();
}

#define UNUSED3(a, b, c) ((void)(a), (void)(b), (void)(c))

size_t gex_AM_MaxRequestMedium(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt,
                               gex_Flags_t flags, unsigned int numargs) {
  UNUSED3(lc_opt, flags, numargs);
  return checked_limit(medium_limit, tm, other_rank, "gex_AM_MaxRequestMedium");
}

size_t gex_AM_MaxReplyMedium(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt,
                             gex_Flags_t flags, unsigned int numargs) {
  UNUSED3(lc_opt, flags, numargs);
  return checked_limit(medium_limit, tm, other_rank, "gex_AM_MaxReplyMedium");
}

size_t gex_AM_MaxRequestLong(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt,
                             gex_Flags_t flags, unsigned int numargs) {
  UNUSED3(lc_opt, flags, numargs);
  return checked_limit(long_limit, tm, other_rank, "gex_AM_MaxRequestLong");
}

size_t gex_AM_MaxReplyLong(gex_TM_t tm, gex_Rank_t other_rank, const gex_Event_t *lc_opt,
                           gex_Flags_t flags, unsigned int numargs) {
  UNUSED3(lc_opt, flags, numargs);
  return checked_limit(long_limit, tm, other_rank, "gex_AM_MaxReplyLong");
}

size_t gex_Token_MaxReplyMedium(gex_Token_t token, const gex_Event_t *lc_opt, gex_Flags_t flags,
                                unsigned int numargs) {
  UNUSED3(lc_opt, flags, numargs);
  (void)token;
  return medium_limit();
}

size_t gex_Token_MaxReplyLong(gex_Token_t token, const gex_Event_t *lc_opt, gex_Flags_t flags,
                              unsigned int numargs) {
  UNUSED3(lc_opt, flags, numargs);
  (void)token;
  return long_limit();
}

size_t hyd_am_lub(int of_longs, const struct hyd_client_cfg *client) {
  const struct hyd_job *job = hyd_the_job;
  struct hyd_limits l;
  if (hyd_likely(job != NULL)) return of_longs ? job->net.max_long : job->net.max_medium;
  l = hyd_limits_early(client);
  return of_longs ? l.longs : l.medium;
}
