/* SPDX-License-Identifier: BSD-3-Clause
 *
 * atomics.c: atomic operations on objects in the region, at the home of their page. This rank first
 * invalidates its copy of the page, and its next release has a notice of the change.
 */
#include "contrib/layers/dsm/dsm.h"

struct place {
  uint32_t home;
  char *at;
};

static struct place place_of(const void *object, size_t bytes, int changes, const char *call) {
  struct hyd_dsm *d = hyd_dsm_started(call);
  uint32_t page = hyd_dsm_page_of(d, object, bytes, call), home;
  hyd_dsm_trace_enter(d);
  hyd_dsm_enter(d);
  home = hyd_hlrc_bypass(&d->engine, page, changes);
  hyd_dsm_trace(d, HYD_DSM_E_ATOMIC, home, 0, 0);
  hyd_dsm_leave(d);
  hyd_dsm_trace_leave(d);
  return (struct place){home, d->peer[home] + ((const char *)object - d->view)};
}

static uint32_t op_u32(const void *object, gex_OP_t op, uint32_t a, uint32_t b, const char *call) {
  struct place p = place_of(object, sizeof a, op != GEX_OP_GET, call);
  uint32_t old = 0;
  hyd_dsm_await_event(hyd_dsm_the, gex_AD_OpNB_U32(hyd_dsm_the->u32, &old, p.home, p.at, op, a, b,
                                                   GEX_FLAG_AD_REL | GEX_FLAG_AD_ACQ));
  return old;
}

static uint64_t op_u64(const void *object, gex_OP_t op, uint64_t a, uint64_t b, const char *call) {
  struct place p = place_of(object, sizeof a, op != GEX_OP_GET, call);
  return hyd_dsm_op(hyd_dsm_the, p.home, p.at, op, a, b);
}

uint32_t hyd_dsm_fetch_add_u32(uint32_t *object, uint32_t value) {
  return op_u32(object, GEX_OP_FADD, value, 0, "hyd_dsm_fetch_add_u32");
}
uint64_t hyd_dsm_fetch_add_u64(uint64_t *object, uint64_t value) {
  return op_u64(object, GEX_OP_FADD, value, 0, "hyd_dsm_fetch_add_u64");
}
double hyd_dsm_fetch_add_double(double *object, double value) {
  struct place p = place_of(object, sizeof value, 1, "hyd_dsm_fetch_add_double");
  double old = 0;
  hyd_dsm_await_event(hyd_dsm_the,
                      gex_AD_OpNB_DBL(hyd_dsm_the->dbl, &old, p.home, p.at, GEX_OP_FADD, value, 0,
                                      GEX_FLAG_AD_REL | GEX_FLAG_AD_ACQ));
  return old;
}
uint32_t hyd_dsm_load_u32(const uint32_t *object) {
  return op_u32(object, GEX_OP_GET, 0, 0, "hyd_dsm_load_u32");
}
uint64_t hyd_dsm_load_u64(const uint64_t *object) {
  return op_u64(object, GEX_OP_GET, 0, 0, "hyd_dsm_load_u64");
}
void hyd_dsm_store_u32(uint32_t *object, uint32_t value) {
  op_u32(object, GEX_OP_SET, value, 0, "hyd_dsm_store_u32");
}
void hyd_dsm_store_u64(uint64_t *object, uint64_t value) {
  op_u64(object, GEX_OP_SET, value, 0, "hyd_dsm_store_u64");
}
uint32_t hyd_dsm_cas_u32(uint32_t *object, uint32_t old, uint32_t value) {
  return op_u32(object, GEX_OP_FCAS, old, value, "hyd_dsm_cas_u32");
}
uint64_t hyd_dsm_cas_u64(uint64_t *object, uint64_t old, uint64_t value) {
  return op_u64(object, GEX_OP_FCAS, old, value, "hyd_dsm_cas_u64");
}
