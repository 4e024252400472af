/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work.c: libfabric operations under way. There are as many work objects as the provider takes
 * operations; its own limits are wrong in both directions (contrib/spec/ofi.md 2.9). Each contains
 * the context that libfabric requires.
 */
#include "conduits/ofi/work.h"

#include <stdio.h>

#include "conduits/ofi/setup.h"
#include "core/sys/clock.h"

int hyd_ofi_works_open(struct hyd_ofi *s) {
  size_t said = s->net.info->tx_attr->size,
         known = hyd_ofi_policy_of(s->net.info->fabric_attr->prov_name)->operations,
         most = known && (said == 0 || known < said) ? known : said;
  s->nwork = most && most < HYD_OFI_WORKS ? (uint32_t)most : HYD_OFI_WORKS;
  s->work = calloc(s->nwork, sizeof *s->work);
  if (s->work == NULL) return -1;
  for (uint32_t i = s->nwork; i-- > 0;) {
    s->work[i].next = s->idle;
    s->idle = &s->work[i];
  }
  s->nidle = s->nwork;
  return 0;
}

/* --- failures ------------------------------------------------------------- */

/* Keeps the message for later (progress.c): a peer that ends closes its connections, and the reason
 * for its end is reported elsewhere in most cases. */
void hyd_ofi_lose(struct hyd_ofi *s, uint32_t peer, int err, const char *what) {
  char path[HYD_OFI_PATH_TEXT];
  if (s->closing || s->lost_ns) return;
  s->lost_ns = hyd_now_ns();
  hyd_ofi_net_describe_path(s, peer, path, sizeof path);
  snprintf(s->lost, sizeof s->lost, "%s rank %u failed: %s; expected the peer to run%s", what, peer,
           fi_strerror(err < 0 ? -err : err), path);
}

int hyd_ofi_started(struct hyd_ofi *s, uint32_t peer, ssize_t rc, const char *what) {
  if (hyd_likely(rc == 0)) return 0;
  if (rc == -FI_EAGAIN || rc == -FI_ENOMEM) {
    s->counts.no_room++;
    return HYD_NO_ROOM;
  }
  hyd_ofi_lose(s, peer, (int)rc, what);
  return HYD_NO_ROOM;
}

/* --- RMA ------------------------------------------------------------------ */

int hyd_ofi_post_rma(struct hyd_ofi *s, struct hyd_ofi_work *w, int is_get, uint64_t how) {
  struct fi_msg_rma msg = {.msg_iov = w->here,
                           .desc = w->desc[0] ? w->desc : NULL,
                           .iov_count = w->pieces,
                           .addr = s->peer[w->peer].addr,
                           .rma_iov = w->there,
                           .rma_iov_count = w->pieces,
                           .context = &w->context};
  ssize_t rc = is_get ? fi_readmsg(s->net.ep, &msg, how | FI_COMPLETION)
                      : fi_writemsg(s->net.ep, &msg, how | FI_COMPLETION);
  if (hyd_ofi_started(s, w->peer, rc, is_get ? "a get from" : "a put to")) return HYD_NO_ROOM;
  *(is_get ? &s->counts.gets : &s->counts.puts) += 1;
  s->counts.together += w->pieces > 1;
  w->signs = is_get || (how & FI_DELIVERY_COMPLETE);
  return 0;
}

/* --- ends ----------------------------------------------------------------- */

void hyd_ofi_end(struct hyd_ofi *s, struct hyd_ofi_work *w) {
  if (--w->ends) return;
  if (w->signs) s->peer[w->peer].silent = 0;
  if (w->after == HYD_OFI_OP_DONE)
    hyd_ofi_op_done(s, w->what);
  else if (w->after != HYD_OFI_NOTHING)
    s->calls->ended[w->after](s, w);
  hyd_ofi_work_put(s, w);
}

/* An operation has failed. The context is no work object if the message was injected. The work
 * object is not reused, as it may wait for a flush. */
static void take_error(struct hyd_ofi *s, const struct fi_cq_err_entry *e) {
  struct hyd_ofi_work *w = e->op_context;
  if (w < s->work || w >= s->work + s->nwork) {
    hyd_ofi_lose(s, hyd_job_rank(s->job), e->err, "an operation of");
    return;
  }
  hyd_ofi_lose(s, w->peer, e->err, "an operation to");
}

int hyd_ofi_ends(struct hyd_ofi *s) {
  struct fi_cq_data_entry entry[HYD_OFI_BATCH];
  struct fi_cq_err_entry e;
  int n = hyd_ofi_net_read(s->net.tx, entry, &e);
  for (int i = 0; i < n; i++) hyd_ofi_end(s, entry[i].op_context);
  if (n < 0) take_error(s, &e);
  return n < 0 ? 1 : n;
}
