/* SPDX-License-Identifier: BSD-3-Clause
 *
 * landed.c: longs whose place is in paged memory of this process: their payload is put there while
 * the pages are locked. If one is absent the message waits, payload and all (paged_work.h), and its
 * handler runs in a poll after the last byte is in place.
 */
#include "core/am/later.h"
#include "core/am/paged_work.h"
#include "core/base/err.h"

struct hyd_landed {
  struct hyd_paged_work w;
  struct hyd_later later;
};

static void over(struct hyd_job *job, struct hyd_paged_work *w) {
  hyd_later_add(job, &((struct hyd_landed *)w)->later);
}

static void keep(struct hyd_job *job, gex_Rank_t src, const struct hyd_am *m,
                 const struct hyd_paged_work *lacks) {
  const char *rest = (char *)m->payload + (m->nbytes - lacks->left);
  struct hyd_landed *l = hyd_paged_work_new(sizeof *l, lacks, rest, over);
  hyd_later_describe(&l->later, l, src, m);
  l->later.m.payload = m->dest;
  hyd_paged_work_keep(job, &l->w, src, m->is_request ? HYD_PAGED_BY_LEAVE : HYD_PAGED_ANSWERED);
}

void hyd_am_land(struct hyd_job *job, struct hyd_thread *t, gex_Rank_t src,
                 const struct hyd_am *m) {
  struct hyd_paged_work lacks;
  struct hyd_am here = *m;
  if (hyd_paged_land(job, m->dest, m->payload, m->nbytes, &lacks) < m->nbytes) {
    keep(job, src, m, &lacks);
    return;
  }
  here.payload = m->dest;
  hyd_am_deliver(job, t, src, &here, 0);
}

void hyd_am_copy_in(struct hyd_job *job, void *to, const void *from, size_t n) {
  const struct hyd_paged *p = hyd_paged_own(job, to, n);
  if (p)
    hyd_paged_copy_all(job, p, 1, to, (void *)(uintptr_t)from, n);
  else
    memcpy(to, from, n);
}
