/* SPDX-License-Identifier: BSD-3-Clause
 *
 * extended.c: brings the extended layer up.
 */
#include "extended/extended.h"

#include "extended/atomics/ad.h"
#include "extended/teams/barrier.h"
#include "extended/coll/team_slots.h"
#include "extended/coll/coll.h"
#include "extended/coll_gasnet1/coll_images.h"
#include "extended/paged/rma_paged.h"
#include "extended/rma/emulated.h"
#include "extended/rma/rma.h"
#include "extended/rma/ways.h"

void hyd_extended_init(struct hyd_job *job) {
  hyd_ref_rma_init(job);
  hyd_ways_init(job);
  hyd_paged_rma_init(job);
  hyd_team_slots_init(job);
  hyd_coll_init(job);
  hyd_images_init(job);
  hyd_ad_init(job);
  hyd_tell_emulated_rma(job);
  job->net.put_by_am = hyd_rma_put_by_am;
  if (job->net.state)
    hyd_barrier_am_init(job); /* some ranks share no memory */
  else
    job->team.counts = hyd_nb_counts(job->shared); /* of any number of ranks */
}
