/* SPDX-License-Identifier: BSD-3-Clause
 *
 * landed.c: longs whose place is in guarded memory of this process. The guard copies the payload
 * there. If some of the memory is absent, the message waits with its payload (deferred.h), and its
 * handler runs in a poll after the last byte is in place.
 */
#include "core/am/later.h"
#include "core/am/deferred.h"
#include "core/base/err.h"

struct hyd_landed {
  struct hyd_deferred w;
  struct hyd_later later;
};

static void complete_long(struct hyd_job *job, struct hyd_deferred *w) {
  hyd_later_add(job, &((struct hyd_landed *)w)->later);
}

static void keep_long(struct hyd_job *job, gex_Rank_t src, const struct hyd_am *m,
                      const struct hyd_deferred *lacks) {
  const char *rest = (char *)m->payload + (m->nbytes - lacks->left);
  struct hyd_landed *l = hyd_deferred_new(sizeof *l, lacks, rest, complete_long);
  hyd_later_describe(&l->later, l, src, m);
  l->later.m.payload = m->dest;
  hyd_deferred_keep(job, &l->w, src, m->is_request ? HYD_DEFERRED_BY_GRANT : HYD_DEFERRED_ANSWERED);
}

void hyd_am_land(struct hyd_job *job, struct hyd_thread *t, gex_Rank_t src,
                 const struct hyd_am *m) {
  struct hyd_deferred lacks;
  struct hyd_am here = *m;
  if (hyd_land(job, m->dest, m->payload, m->nbytes, &lacks) < m->nbytes) {
    keep_long(job, src, m, &lacks);
    return;
  }
  here.payload = m->dest;
  hyd_am_deliver(job, t, src, &here, 0);
}
