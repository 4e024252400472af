/* SPDX-License-Identifier: BSD-3-Clause
 *
 * transfer.c: writes, reads, fences. Transfers that are not complete at once are kept in a ring;
 * when it is full, the oldest is waited for. Transfers with F leave nothing to fence, but
 * hyd_nv_flushRemote waits for their arrival.
 */
#include <stdlib.h>

#include "contrib/layers/netvm/nv.h"

#define FLIGHTS 256u
#define FLIGHTS_MOST 65536u

/* --- transfers in flight --------------------------------------------------------------------- */

static gex_Event_t oldest(const struct hyd_nv_flights *f) {
  return f->at[f->first & (f->room - 1)];
}

static int is_put(const struct hyd_nv_flights *f) { return f != &hyd_nv_the.gets; }

/* Removes the oldest transfer, which is complete. */
static void forget_oldest(struct hyd_nv_flights *f) {
  f->first++;
  f->n--;
  if (is_put(f)) hyd_nv_the.putting--;
}

void hyd_nv_retire(struct hyd_nv_flights *f) {
  while (f->n && gex_Event_Test(oldest(f)) == GASNET_OK) forget_oldest(f);
}

void hyd_nv_wait_for(struct hyd_nv_flights *f) {
  for (; f->n; forget_oldest(f)) gex_Event_Wait(oldest(f));
}

void hyd_nv_wait_for_puts(void) {
  struct hyd_nv *nv = &hyd_nv_the;
  for (gex_Rank_t r = 0; nv->putting && r < nv->ranks; r++) hyd_nv_wait_for(&nv->peer[r].puts);
}

static int grow_ring(struct hyd_nv_flights *f) {
  uint32_t room = f->room ? 2 * f->room : FLIGHTS;
  gex_Event_t *more = room > FLIGHTS_MOST ? NULL : malloc(room * sizeof *more);
  if (more == NULL) return -1;
  for (uint32_t i = 0; i < f->n; i++) more[i] = f->at[(f->first + i) & (f->room - 1)];
  free(f->at);
  f->at = more;
  f->first = 0;
  f->room = room;
  return 0;
}

void hyd_nv_add_flight(struct hyd_nv_flights *f, gex_Event_t event) {
  if (event == GEX_EVENT_INVALID) return;
  hyd_nv_retire(f);
  if (f->n == f->room && grow_ring(f)) {
    hyd_nv_wait_for(f);
    if (f->room == 0) { /* out of memory: there is no ring */
      gex_Event_Wait(event);
      return;
    }
  }
  f->at[(f->first + f->n++) & (f->room - 1)] = event;
  if (is_put(f)) hyd_nv_the.putting++;
}

static int refusal(const char *call, struct hyd_nv_flights *f) {
  int error = f->refused;
  f->refused = 0;
  return hyd_nv_check_answer(call, error, f->rank);
}

/* --- writes ---------------------------------------------------------------------------------- */

static int check_transfer(const char *call, hyd_nv_seg_t seg, uint64_t offset, const void *addr,
                          size_t n, const struct hyd_paged_range **r) {
  int rc = hyd_nv_check_range(call, seg, offset, n, 1, r);
  if (rc || addr || n == 0) return rc;
  return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "address NULL with %zu bytes", n);
}

/* Starts a write. Returns 0, or a refusal that is already known, of this write or an earlier
 * one. */
static int start_put(const char *call, const struct hyd_paged_range *r, uint64_t offset,
                     const void *addr, size_t n, int keeps) {
  struct hyd_nv_flights *f = &hyd_nv_the.peer[r->rank].puts;
  gex_Event_t event;
  if (n == 0) return GASNET_OK;
  event = hyd_paged_put(r, offset, addr, n, &f->refused, keeps ? HYD_PAGED_NO_LC : 0);
  hyd_nv_add_flight(f, event);
  return f->refused ? refusal(call, f) : GASNET_OK;
}

int hyd_nv_write(hyd_nv_seg_t seg, uint64_t offset, const void *addr, size_t n) {
  const char *call = "hyd_nv_write";
  const struct hyd_paged_range *r;
  int rc = check_transfer(call, seg, offset, addr, n, &r);
  return rc ? rc : start_put(call, r, offset, addr, n, 1);
}

int hyd_nv_writeF(hyd_nv_seg_t seg, uint64_t offset, const void *addr, size_t n) {
  const char *call = "hyd_nv_writeF";
  const struct hyd_paged_range *r;
  int rc = check_transfer(call, seg, offset, addr, n, &r);
  return rc ? rc : start_put(call, r, offset, addr, n, 0);
}

/* Updates by stores if the data is in place at once; else note and data are one message. */
int hyd_nv_write_update(const char *call, const struct hyd_paged_range *r, uint64_t offset,
                        const void *addr, size_t n, int keeps, const struct hyd_nv_update *u) {
  struct hyd_nv_flights *f = &hyd_nv_the.peer[r->rank].puts;
  uint64_t words[2];
  gex_Event_t event;
  int rc;
  if (hyd_nv_is_mapped(r->rank, u)) {
    rc = start_put(call, r, offset, addr, n, keeps);
    return rc ? rc : hyd_nv_post(r->rank, u);
  }
  hyd_nv_words(u, words);
  event = hyd_paged_put_note(r, offset, addr, n, words[0], words[1], &f->refused,
                             keeps ? HYD_PAGED_NO_LC : 0);
  hyd_nv_add_flight(f, event);
  return f->refused ? refusal(call, f) : GASNET_OK;
}

static int write_n(const char *call, hyd_nv_seg_t seg, uint64_t offset, const void *addr, size_t n,
                   uint32_t notf, int keeps) {
  struct hyd_nv_update u = {notf < HYD_NV_EVENTCOUNTS ? HYD_NV_SIGNAL : HYD_NV_ONE_SHOT, notf, 0};
  const struct hyd_paged_range *r;
  int rc = check_transfer(call, seg, offset, addr, n, &r);
  return rc ? rc : hyd_nv_write_update(call, r, offset, addr, n, keeps, &u);
}

int hyd_nv_writeN(hyd_nv_seg_t seg, uint64_t offset, const void *addr, size_t n, uint32_t notf) {
  return write_n("hyd_nv_writeN", seg, offset, addr, n, notf, 1);
}

int hyd_nv_writeFN(hyd_nv_seg_t seg, uint64_t offset, const void *addr, size_t n, uint32_t notf) {
  return write_n("hyd_nv_writeFN", seg, offset, addr, n, notf, 0);
}

/* --- reads ----------------------------------------------------------------------------------- */

int hyd_nv_read(hyd_nv_seg_t seg, uint64_t offset, void *addr, size_t n) {
  const char *call = "hyd_nv_read";
  struct hyd_nv_flights *f = &hyd_nv_the.gets;
  const struct hyd_paged_range *r;
  int rc = check_transfer(call, seg, offset, addr, n, &r);
  if (rc || n == 0) return rc;
  hyd_nv_add_flight(f, hyd_paged_get(addr, r, offset, n, &f->refused, 0));
  return f->refused ? refusal(call, f) : GASNET_OK;
}

int hyd_nv_readF(hyd_nv_seg_t seg, uint64_t offset, void *addr, size_t n) {
  const char *call = "hyd_nv_readF";
  const struct hyd_paged_range *r;
  int error = 0, rc = check_transfer(call, seg, offset, addr, n, &r);
  if (rc == GASNET_OK) rc = hyd_nv_check_may_wait(call);
  if (rc || n == 0) return rc;
  gex_Event_Wait(hyd_paged_get(addr, r, offset, n, &error, 0));
  return hyd_nv_check_answer(call, error, r->rank);
}

/* --- fences ---------------------------------------------------------------------------------- */

static int fence_reads(const char *call) {
  hyd_nv_wait_for(&hyd_nv_the.gets);
  return refusal(call, &hyd_nv_the.gets);
}

static int fence_writes(const char *call) {
  struct hyd_nv *nv = &hyd_nv_the;
  int rc = GASNET_OK;
  hyd_nv_wait_for_puts();
  for (gex_Rank_t r = 0; r < nv->ranks; r++)
    if (nv->peer[r].puts.refused) rc = refusal(call, &nv->peer[r].puts);
  return rc;
}

int hyd_nv_flushR(void) {
  int rc = hyd_nv_check_may_wait("hyd_nv_flushR");
  return rc ? rc : fence_reads("hyd_nv_flushR");
}

int hyd_nv_flushW(void) {
  int rc = hyd_nv_check_may_wait("hyd_nv_flushW");
  return rc ? rc : fence_writes("hyd_nv_flushW");
}

int hyd_nv_flushRW(void) {
  int reads = hyd_nv_flushR(), writes = hyd_nv_flushW();
  return reads ? reads : writes;
}

int hyd_nv_flushRemote(void) {
  int rc = hyd_nv_check_may_wait("hyd_nv_flushRemote");
  return rc ? rc : fence_writes("hyd_nv_flushRemote");
}
