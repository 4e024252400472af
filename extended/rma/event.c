/* SPDX-License-Identifier: BSD-3-Clause
 *
 * event.c: synchronisation: explicit events, arrays of events, leaves, and the implicit sets with
 * their access regions (gex-rma.md section 4).
 */
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/am/wait.h"
#include "core/op/op.h"

static struct hyd_op *op_of(gex_Event_t ev) {
  return (struct hyd_op *)((uintptr_t)ev & ~(uintptr_t)HYD_LEAF_MASK);
}

static unsigned leaf_of(gex_Event_t ev) { return (uintptr_t)ev & HYD_LEAF_MASK; }

static void check_event(gex_Event_t ev, const char *call) {
  hyd_check_call(call);
  if (ev == GEX_EVENT_NO_OP)
    hyd_fatal(call, "event is GEX_EVENT_NO_OP; expected the event of a started operation");
  if (atomic_load_explicit(&op_of(ev)->kind, memory_order_relaxed) == HYD_OP_FREE)
    hyd_fatal(call, "event %p was synchronised before", (void *)ev);
}

static int is_region(const struct hyd_op *op) {
  return atomic_load_explicit(&op->kind, memory_order_relaxed) == HYD_OP_REGION;
}

/* Whether all of a category in a region is complete. Puts that join it for their local completion,
 * too, are counted there. */
static int is_leaf_complete(const struct hyd_op *region, enum hyd_nbi_cat cat) {
  return hyd_nbi_idle(&region->set, cat) &&
         (cat != HYD_NBI_PUT || hyd_nbi_idle(&region->set, HYD_NBI_LC));
}

static int is_complete(struct hyd_job *job, gex_Event_t ev) {
  struct hyd_op *op = op_of(ev);
  unsigned leaf = leaf_of(ev);
  if (leaf && is_region(op)) return is_leaf_complete(op, (enum hyd_nbi_cat)(leaf - HYD_LEAF_OF(0)));
  return hyd_op_test(job, op);
}

/* Recycles the op of a completed event; a leaf has none. */
static void retire_event(struct hyd_job *job, gex_Event_t ev) {
  if (!leaf_of(ev)) hyd_op_free(hyd_self(job), op_of(ev));
}

/* Ends a test that found nothing. */
static int test_in_vain(struct hyd_job *job) {
  hyd_tested_in_vain(job);
  return GASNET_ERR_NOT_READY;
}

int hyd_event_test(gex_Event_t ev) {
  struct hyd_job *job = hyd_the_job;
  if (HYD_DEBUG) check_event(ev, "gex_Event_Test");
  if (!is_complete(job, ev)) return test_in_vain(job);
  retire_event(job, ev);
  return GASNET_OK;
}

static void wait_array(gex_Event_t *ev, size_t n, int all);

void hyd_event_wait(gex_Event_t ev) {
  struct hyd_job *job = hyd_the_job;
  if (HYD_DEBUG) check_event(ev, "gex_Event_Wait");
  if (leaf_of(ev) && is_region(op_of(ev))) {
    wait_array(&ev, 1, 1);
    return;
  }
  hyd_op_wait(job, op_of(ev));
  retire_event(job, ev);
}

/* --- arrays --------------------------------------------------------------- */

static void check_array(const gex_Event_t *ev, size_t n, gex_Flags_t flags, const char *call) {
  hyd_check_call(call);
  if (flags) hyd_fatal(call, "flags 0x%x; expected 0", flags);
  for (size_t i = 0; i < n; i++)
    if (ev[i] != GEX_EVENT_INVALID) check_event(ev[i], call);
}

/* Overwrites the leaves of a root that is about to be recycled: they are complete, too (EV-7).
 * Returns how many. */
static size_t drop_leaves(gex_Event_t *ev, size_t n, const struct hyd_op *op) {
  size_t dropped = 0;
  for (size_t i = 0; i < n && op->leaf_queried; i++) {
    if (!leaf_of(ev[i]) || op_of(ev[i]) != op) continue;
    ev[i] = GEX_EVENT_INVALID;
    dropped++;
  }
  return dropped;
}

/* Overwrites every completed entry, leaves before roots. Returns whether none is left, or unless
 * `all` are wanted, whether there was one. */
static int sweep_completed(struct hyd_job *job, gex_Event_t *ev, size_t n, int all) {
  size_t done = 0, left = 0;
  for (int roots = 0; roots < 2; roots++)
    for (size_t i = 0; i < n; i++) {
      if (ev[i] == GEX_EVENT_INVALID || (leaf_of(ev[i]) == 0) != roots) continue;
      if (!is_complete(job, ev[i])) {
        left++;
        continue;
      }
      if (roots) left -= drop_leaves(ev, n, op_of(ev[i]));
      retire_event(job, ev[i]);
      ev[i] = GEX_EVENT_INVALID;
      done++;
    }
  return !left || (done && !all);
}

int gex_Event_TestSome(gex_Event_t *pevent, size_t numevents, gex_Flags_t flags) {
  if (HYD_DEBUG) check_array(pevent, numevents, flags, "gex_Event_TestSome");
  return sweep_completed(hyd_the_job, pevent, numevents, 0) ? GASNET_OK : test_in_vain(hyd_the_job);
}

int gex_Event_TestAll(gex_Event_t *pevent, size_t numevents, gex_Flags_t flags) {
  if (HYD_DEBUG) check_array(pevent, numevents, flags, "gex_Event_TestAll");
  return sweep_completed(hyd_the_job, pevent, numevents, 1) ? GASNET_OK : test_in_vain(hyd_the_job);
}

static gex_Event_t first_event(const gex_Event_t *ev, size_t n) {
  size_t i = 0;
  while (i < n && ev[i] == GEX_EVENT_INVALID) i++;
  return i < n ? ev[i] : GEX_EVENT_INVALID;
}

static void wait_array(gex_Event_t *ev, size_t n, int all) {
  struct hyd_job *job = hyd_the_job;
  struct hyd_op *first;
  struct hyd_wait w;
  hyd_poll(job);
  if (sweep_completed(job, ev, n, all)) return;
  first = op_of(first_event(ev, n));
  hyd_wait_begin(&w, job, HYD_WAIT_EVENT, atomic_load_explicit(&first->peer, memory_order_relaxed),
                 0);
  do {
    hyd_wait_pause(&w);
  } while (!sweep_completed(job, ev, n, all));
  hyd_wait_end(&w);
}

void gex_Event_WaitSome(gex_Event_t *pevent, size_t numevents, gex_Flags_t flags) {
  hyd_check_ready("gex_Event_WaitSome");
  if (HYD_DEBUG) check_array(pevent, numevents, flags, "gex_Event_WaitSome");
  wait_array(pevent, numevents, 0);
}

void gex_Event_WaitAll(gex_Event_t *pevent, size_t numevents, gex_Flags_t flags) {
  hyd_check_ready("gex_Event_WaitAll");
  if (HYD_DEBUG) check_array(pevent, numevents, flags, "gex_Event_WaitAll");
  wait_array(pevent, numevents, 1);
}

static int is_category(gex_EC_t c) {
  return c == GEX_EC_LC || c == GEX_EC_PUT || c == GEX_EC_GET || c == GEX_EC_RMW;
}

/* Leaves that can be pending are those of a region (its puts, gets, atomics, and local
 * completions), and the local completion of a put that is sent from where its source lies: its call
 * has given the client that leaf before. Everything else is locally complete when it has begun. */
gex_Event_t gex_Event_QueryLeaf(gex_Event_t root, gex_EC_t event_category) {
  struct hyd_op *op = op_of(root);
  enum hyd_nbi_cat cat = event_category == GEX_EC_PUT   ? HYD_NBI_PUT
                         : event_category == GEX_EC_GET ? HYD_NBI_GET
                         : event_category == GEX_EC_LC  ? HYD_NBI_LC
                                                        : HYD_NBI_RMW;
  gex_Event_t ev;
  if (root == GEX_EVENT_INVALID) return GEX_EVENT_INVALID;
  if (HYD_DEBUG) {
    check_event(root, "gex_Event_QueryLeaf");
    if (leaf_of(root) || !is_category(event_category))
      hyd_fatal("gex_Event_QueryLeaf",
                "event %p, category 0x%x; expected a root event and one "
                "category",
                (void *)root, event_category);
  }
  if (!is_region(op) && !op->leaf_queried) return GEX_EVENT_INVALID;
  ev = hyd_op_leaf(op, cat);
  return is_complete(hyd_the_job, ev) ? GEX_EVENT_INVALID : ev;
}

/* --- the implicit set ----------------------------------------------------- */

static void check_nbi(gex_EC_t mask, gex_Flags_t flags, const char *call) {
  hyd_check_call(call);
  if (mask == 0 || flags) hyd_fatal(call, "category mask 0x%x, flags 0x%x", mask, flags);
  if (hyd_self(hyd_the_job)->region) hyd_fatal(call, "called inside an access region");
}

static int are_categories_complete(const struct hyd_nbi *s, gex_EC_t mask) {
  /* GEX_EC_PUT is 3: bit 0 is puts' alone; bit 1 is also local completion's. */
  if ((mask & 1) && !hyd_nbi_idle(s, HYD_NBI_PUT)) return 0;
  if ((mask & GEX_EC_LC) && !hyd_nbi_idle(s, HYD_NBI_LC)) return 0;
  if ((mask & GEX_EC_GET) && !hyd_nbi_idle(s, HYD_NBI_GET)) return 0;
  return !(mask & GEX_EC_RMW) || hyd_nbi_idle(s, HYD_NBI_RMW);
}

/* Mostly nothing is pending in any category. */
HYD_HOT_INLINE int is_nbi_complete(const struct hyd_nbi *s, gex_EC_t mask) {
  uint64_t pending = 0;
#pragma GCC unroll 4
  for (int cat = 0; cat < HYD_NBI_CATS; cat++)
    pending |= s->started[cat] ^ atomic_load_explicit(&s->done[cat], memory_order_acquire); /* O2 */
  return hyd_likely(pending == 0) || are_categories_complete(s, mask);
}

int gex_NBI_Test(gex_EC_t event_mask, gex_Flags_t flags) {
  hyd_check_ready("gex_NBI_Test");
  if (HYD_DEBUG) check_nbi(event_mask, flags, "gex_NBI_Test");
  return is_nbi_complete(hyd_self(hyd_the_job)->nbi, event_mask) ? GASNET_OK
                                                                 : test_in_vain(hyd_the_job);
}

static HYD_ASIDE void poll_and_wait_nbi(struct hyd_job *job, gex_EC_t mask) {
  const struct hyd_nbi *s = hyd_self(job)->nbi;
  struct hyd_wait w;
  hyd_poll(job);
  if (is_nbi_complete(s, mask)) return;
  hyd_wait_begin(&w, job, HYD_WAIT_NBI, HYD_NO_PEER, mask);
  while (!is_nbi_complete(s, mask)) hyd_wait_pause(&w);
  hyd_wait_end(&w);
}

void gex_NBI_Wait(gex_EC_t event_mask, gex_Flags_t flags) {
  struct hyd_job *job = hyd_the_job;
  hyd_check_ready("gex_NBI_Wait");
  if (HYD_DEBUG) check_nbi(event_mask, flags, "gex_NBI_Wait");
  if (hyd_poll_finds_nothing(job) && is_nbi_complete(hyd_self(job)->nbi, event_mask)) return;
  poll_and_wait_nbi(job, event_mask);
}

static int is_region_complete(struct hyd_job *job, struct hyd_op *op) {
  (void)job;
  for (int cat = 0; cat < HYD_NBI_CATS; cat++)
    if (!hyd_nbi_idle(&op->set, (enum hyd_nbi_cat)cat)) return 0;
  return 1;
}

void gex_NBI_BeginAccessRegion(gex_Flags_t flags) {
  struct hyd_thread *t;
  hyd_check_entry("gex_NBI_BeginAccessRegion");
  t = hyd_self(hyd_the_job);
  if (t->region || (HYD_DEBUG && flags))
    hyd_fatal("gex_NBI_BeginAccessRegion", "%s",
              HYD_DEBUG && flags ? "flags; expected 0" : "regions do not nest");
  t->region = hyd_op_new(t, HYD_OP_REGION, HYD_NO_PEER);
  t->region->test = is_region_complete;
  for (int i = 0; i < HYD_NBI_CATS; i++) {
    t->region->set.started[i] = 0;
    atomic_store_explicit(&t->region->set.done[i], 0, memory_order_relaxed);
  }
}

gex_Event_t gex_NBI_EndAccessRegion(gex_Flags_t flags) {
  struct hyd_thread *t;
  struct hyd_op *op;
  hyd_check_entry("gex_NBI_EndAccessRegion");
  t = hyd_self(hyd_the_job);
  op = t->region;
  if (op == NULL || (HYD_DEBUG && flags))
    hyd_fatal("gex_NBI_EndAccessRegion", "%s",
              HYD_DEBUG && flags ? "flags; expected 0" : "no region is open");
  t->region = NULL;
  if (!hyd_op_test(hyd_the_job, op)) return (gex_Event_t)op;
  hyd_op_free(t, op);
  return GEX_EVENT_INVALID;
}
