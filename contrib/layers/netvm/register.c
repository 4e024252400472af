/* SPDX-License-Identifier: BSD-3-Clause
 *
 * register.c: makes the arena and the control block of this rank, and finds those of the others.
 */
#include <stdlib.h>
#include <string.h>

#include <gasnet_coll.h>

#include "contrib/layers/netvm/nv.h"

static const char *const name = "hyd_nv_register";

struct made { /* kept until all ranks are known to have succeeded */
  gex_EP_t eps[2];
  gex_Segment_t control;
};

/* --- this rank's memory ---------------------------------------------------------------------- */

static int check_settings(const struct hyd_nv_settings *s, gex_TM_t tm) {
  struct hyd_nv *nv = &hyd_nv_the;
  if (nv->control) return hyd_nv_fail(GASNET_ERR_BAD_ARG, name, "called a second time");
  if (s == NULL) return hyd_nv_fail(GASNET_ERR_BAD_ARG, name, "the settings are NULL");
  if (tm == GEX_TM_INVALID || gex_TM_QuerySize(tm) != gex_System_QueryJobSize())
    return hyd_nv_fail(GASNET_ERR_BAD_ARG, name, "expected the team of all ranks");
  if (s->arena == 0) return hyd_nv_fail(GASNET_ERR_BAD_ARG, name, "an arena of 0 bytes");
  return GASNET_OK;
}

static int make_arena(struct hyd_nv *nv, const struct hyd_nv_settings *s) {
  gex_MK_Create_args_t args;
  struct hyd_paged_counts counts;
  size_t page = s->paged.page_size ? s->paged.page_size : (size_t)sysconf(_SC_PAGESIZE);
  int rc;
  memset(&args, 0, sizeof args);
  args.gex_class = HYD_MK_CLASS_PAGED;
  args.gex_args.hyd_class_paged.hyd_settings = &s->paged;
  if ((rc = gex_MK_Create(&nv->kind, nv->client, &args, 0)) != 0)
    return hyd_nv_fail(rc, name, "a kind of paged memory cannot be made");
  rc = gex_Segment_Create(&nv->segment, nv->client, NULL, s->arena + page, nv->kind, 0);
  if (rc == GASNET_OK) rc = hyd_paged_query(nv->segment, &counts);
  if (rc)
    return hyd_nv_fail(rc, name, "an arena of %llu bytes cannot be made",
                       (unsigned long long)s->arena);
  nv->arena = gex_Segment_QueryAddr(nv->segment);
  nv->bytes = gex_Segment_QuerySize(nv->segment);
  nv->head = counts.page_size;
  return GASNET_OK;
}

static int make_control(struct hyd_nv *nv, struct made *m) {
  int rc = gex_EP_Create(&m->eps[1], nv->client, GEX_EP_CAPABILITY_RMA, 0);
  if (rc == GASNET_OK)
    rc = gex_Segment_Create(&m->control, nv->client, NULL, sizeof(struct hyd_nv_control),
                            GEX_MK_HOST, 0);
  if (rc == GASNET_OK) rc = gex_EP_BindSegment(m->eps[1], m->control, 0);
  if (rc) return hyd_nv_fail(rc, name, "a control block cannot be made");
  return GASNET_OK;
}

static int make_memory(struct hyd_nv *nv, const struct hyd_nv_settings *s, struct made *m) {
  int rc;
  m->eps[0] = nv->ep;
  nv->peer = calloc(nv->ranks, sizeof *nv->peer);
  nv->queue.room = s->queue ? s->queue : 1024;
  nv->queue.at = calloc(nv->queue.room, sizeof *nv->queue.at);
  if (nv->peer == NULL || nv->queue.at == NULL)
    return hyd_nv_fail(GASNET_ERR_RESOURCE, name, "out of memory");
  if ((rc = make_arena(nv, s)) || (rc = make_control(nv, m))) return rc;
  rc = gex_EP_BindSegment(nv->ep, nv->segment, 0);
  if (rc)
    return hyd_nv_fail(rc, name,
                       "the primordial endpoint takes no paged segment (on all networks but mpi it "
                       "does, before gex_Segment_Attach)");
  if ((rc = hyd_nv_post_open(nv)) != 0) return hyd_nv_fail(rc, name, "no handlers are left");
  return GASNET_OK;
}

/* --- all ranks' memory ----------------------------------------------------------------------- */

/* The largest of all ranks' values. */
static uint64_t largest(gex_TM_t tm, uint64_t mine) {
  uint64_t all = 0;
  gex_Event_Wait(
      gex_Coll_ReduceToAllNB(tm, &all, &mine, GEX_DT_U64, 8, 1, GEX_OP_MAX, NULL, NULL, 0));
  return all;
}

static int all_have(struct hyd_nv *nv, int mine) {
  int rc = mine;
  if (largest(nv->tm, (uint64_t)mine) && rc == GASNET_OK)
    rc = hyd_nv_fail(GASNET_ERR_RESOURCE, name, "another rank has failed");
  if (rc) return rc;
  if (largest(nv->tm, nv->bytes) != nv->bytes || largest(nv->tm, ~nv->bytes) != ~nv->bytes)
    return hyd_nv_fail(GASNET_ERR_BAD_ARG, name,
                       "an arena of %zu bytes; expected one size at all "
                       "ranks",
                       nv->bytes - nv->head);
  return GASNET_OK;
}

static void *address_of(gex_TM_t tm, gex_Rank_t rank, int local, uintptr_t least) {
  void *owner = NULL, *here = NULL;
  uintptr_t size = 0;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, rank, &owner, &here, &size, 0));
  return size < least ? NULL : local ? here : owner;
}

static void find_peers(struct hyd_nv *nv, gex_EP_t control) {
  gex_TM_t pair = gex_TM_Pair(nv->ep, gex_EP_QueryIndex(control));
  for (gex_Rank_t r = 0; r < nv->ranks; r++) {
    struct hyd_nv_peer *p = &nv->peer[r];
    p->puts.rank = r;
    p->arena = address_of(nv->tm, r, 0, nv->bytes);
    p->control = address_of(pair, r, 1, sizeof *p->control);
    if (p->control && p->control->magic != HYD_NV_MAGIC) p->control = NULL;
  }
  nv->peer[nv->rank].control = nv->control;
}

static int publish_control(struct hyd_nv *nv, struct made *m) {
  struct hyd_paged_range door;
  struct hyd_nv_control *control = gex_Segment_QueryAddr(m->control);
  int rc;
  control->magic = HYD_NV_MAGIC;
  hyd_paged_on_note(hyd_nv_on_note);
  rc = gex_EP_PublishBoundSegment(nv->tm, m->eps, 2, 0);
  if (rc == GASNET_OK) rc = hyd_paged_export(nv->segment, HYD_NV_MAGIC, nv->arena, nv->head, &door);
  if (rc) rc = hyd_nv_fail(rc, name, "the arena cannot be published");
  nv->control = control;
  find_peers(nv, m->eps[1]);
  rc = all_have(nv, rc);
  if (rc) nv->control = NULL;
  return rc;
}

static void begin_register(struct hyd_nv *nv, gex_Client_t client, gex_EP_t ep, gex_TM_t tm) {
  memset(nv, 0, sizeof *nv);
  nv->client = client;
  nv->ep = ep;
  nv->tm = tm;
  nv->rank = gex_System_QueryJobRank();
  nv->ranks = gex_System_QueryJobSize();
  pthread_mutex_init(&nv->interrupts.lock, NULL);
  pthread_mutex_init(&nv->queue.lock, NULL);
}

int hyd_nv_register(gex_Client_t client, gex_EP_t ep, gex_TM_t tm,
                    const struct hyd_nv_settings *settings) {
  struct hyd_nv *nv = &hyd_nv_the;
  struct made m = {{GEX_EP_INVALID, GEX_EP_INVALID}, GEX_SEGMENT_INVALID};
  int rc = check_settings(settings, tm);
  if (rc) return rc;
  begin_register(nv, client, ep, tm);
  rc = all_have(nv, make_memory(nv, settings, &m));
  return rc ? rc : publish_control(nv, &m);
}

/* --- queries --------------------------------------------------------------------------------- */

void *hyd_nv_arena(size_t *bytes_p) {
  const struct hyd_nv *nv = &hyd_nv_the;
  if (bytes_p) *bytes_p = nv->control ? nv->bytes - nv->head : 0;
  return nv->control ? nv->arena + nv->head : NULL;
}

gex_Segment_t hyd_nv_arena_segment(void) {
  return hyd_nv_the.control ? hyd_nv_the.segment : GEX_SEGMENT_INVALID;
}
