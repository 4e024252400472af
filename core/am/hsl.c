/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hsl.c: handler-safe locks when they are contended, and the checks of the checking library: an
 * initialised lock, its owner, and the order of release (a stack of held locks for each thread).
 */
#include "core/am/wait.h"
#include "core/base/err.h"
#include "core/base/job.h"
#include "core/sys/clock.h"
#include "core/sys/futex.h"

#define SPINS 100
#define LONG_NS 500000000u /* from here on, dumps show the wait */

static _Atomic uint32_t *word_of(gex_HSL_t *hsl) { return (_Atomic uint32_t *)&hsl->hyd_word; }

static int try_take_word(_Atomic uint32_t *word) {
  uint32_t zero = 0;
  return atomic_compare_exchange_strong_explicit(word, &zero, 1, memory_order_acquire, /* L1 */
                                                 memory_order_relaxed);
}

/* Records a long wait, so that a dump shows it, and ends it if the job ends. */
static HYD_COLD void long_wait(struct hyd_job *job, uint64_t start_ns) {
  struct hyd_wait_record w = {.start_ns = start_ns, .peer = HYD_NO_PEER, .reason = HYD_WAIT_HSL};
  hyd_diag_record_wait(job, &w);
  if (!hyd_self(job)->in_request && !hyd_self(job)->in_reply) hyd_leave_if_ending(job);
}

/* Takes a lock that another thread holds (Drepper's third mutex): spins a while, as the wait mode
 * allows, and then sleeps with the word at 2, so that the holder wakes sleepers. L1, acquire, pairs
 * with L2. */
static void lock_slow(gex_HSL_t *hsl) {
  struct hyd_job *job = hyd_the_job;
  _Atomic uint32_t *word = word_of(hsl);
  int mode = job ? job->wait.mode : GASNET_WAIT_SPINBLOCK;
  uint64_t start;
  for (int i = 0; i < SPINS && mode != GASNET_WAIT_BLOCK; i += mode != GASNET_WAIT_SPIN) {
    if (try_take_word(word)) return;
    hyd_cpu_relax();
  }
  start = hyd_now_ns();
  while (atomic_exchange_explicit(word, 2, memory_order_acquire) != 0) { /* L1 */
    hyd_futex_wait(word, 2, LONG_NS);
    if (job && hyd_now_ns() - start >= LONG_NS) long_wait(job, start);
  }
  if (job && hyd_now_ns() - start >= LONG_NS) hyd_diag_record_wait(job, NULL);
}

static struct hyd_thread *checked_self(void) { return hyd_the_job ? hyd_self(hyd_the_job) : NULL; }

static void check_live(const gex_HSL_t *hsl, const char *call) {
  if (hsl == NULL || hsl->hyd_magic != HYD_HSL_LIVE)
    hyd_fatal(call, "lock at %p is not initialised (or was destroyed)", (const void *)hsl);
}

static void push_held(gex_HSL_t *hsl) {
  struct hyd_thread *t = checked_self();
  if (t == NULL) return;
  __atomic_store_n(&hsl->hyd_owner, t, __ATOMIC_RELAXED); /* read by others' checks */
  hsl->hyd_below = t->top_hsl;
  t->top_hsl = hsl;
}

static void check_not_mine(const gex_HSL_t *hsl, const char *call) {
  const struct hyd_thread *t = checked_self();
  if (t && __atomic_load_n(&hsl->hyd_owner, __ATOMIC_RELAXED) == t)
    hyd_fatal(call, "lock at %p is held by this thread; handler-safe locks do not nest",
              (const void *)hsl);
}

void hyd_hsl_lock(gex_HSL_t *hsl) {
  if (!HYD_DEBUG) {
    lock_slow(hsl);
    return;
  }
  check_live(hsl, "gex_HSL_Lock");
  check_not_mine(hsl, "gex_HSL_Lock");
  if (!hyd_hsl_take(hsl)) lock_slow(hsl);
  push_held(hsl);
}

int hyd_hsl_trylock(gex_HSL_t *hsl) {
  if (HYD_DEBUG) {
    check_live(hsl, "gex_HSL_Trylock");
    check_not_mine(hsl, "gex_HSL_Trylock");
  }
  if (!hyd_hsl_take(hsl)) {
    if (hyd_the_job && hyd_the_job->ready) hyd_looked_in_vain(hyd_the_job);
    return GASNET_ERR_NOT_READY;
  }
  if (HYD_DEBUG) push_held(hsl);
  return GASNET_OK;
}

static void pop_held(gex_HSL_t *hsl) {
  struct hyd_thread *t = checked_self();
  if (t == NULL) return;
  if (hsl->hyd_owner != t)
    hyd_fatal("gex_HSL_Unlock", "lock at %p is not held by this thread", (void *)hsl);
  if (t->top_hsl != hsl)
    hyd_fatal("gex_HSL_Unlock", "lock at %p is not the one taken last; expected %p", (void *)hsl,
              (void *)t->top_hsl);
  t->top_hsl = hsl->hyd_below;
  hsl->hyd_below = NULL;
  __atomic_store_n(&hsl->hyd_owner, NULL, __ATOMIC_RELAXED);
}

void hyd_hsl_unlock(gex_HSL_t *hsl) {
  if (HYD_DEBUG) {
    check_live(hsl, "gex_HSL_Unlock");
    pop_held(hsl);
  }
  /* L2: release, pairs with L1 and with the inline acquire. */
  if (atomic_exchange_explicit(word_of(hsl), 0, memory_order_release) == 2)
    hyd_futex_wake_all(word_of(hsl));
}

void hyd_hsl_init(gex_HSL_t *hsl) {
  static const gex_HSL_t fresh = GEX_HSL_INITIALIZER;
  if (hsl == NULL) hyd_fatal("gex_HSL_Init", "lock is NULL");
  if (HYD_DEBUG && hsl->hyd_magic == HYD_HSL_LIVE)
    hyd_fatal("gex_HSL_Init", "lock at %p is initialised already; expected a new or destroyed one",
              (void *)hsl);
  *hsl = fresh;
}

void hyd_hsl_destroy(gex_HSL_t *hsl) {
  check_live(hsl, "gex_HSL_Destroy");
  if (__atomic_load_n(&hsl->hyd_word, __ATOMIC_RELAXED))
    hyd_fatal("gex_HSL_Destroy", "lock at %p is held", (void *)hsl);
  hsl->hyd_magic = 0;
}

/* --- no-interrupt sections: nothing ever interrupts; misuse is diagnosed --- */

void hyd_hold_interrupts(void) {
  struct hyd_thread *t = checked_self();
  if (t == NULL || t->in_request || t->in_reply || t->top_hsl) return;
  if (t->held_interrupts++) hyd_fatal("gasnet_hold_interrupts", "sections do not nest");
}

void hyd_resume_interrupts(void) {
  struct hyd_thread *t = checked_self();
  if (t == NULL || t->in_request || t->in_reply || t->top_hsl) return;
  if (t->held_interrupts == 0) hyd_fatal("gasnet_resume_interrupts", "no section is open");
  t->held_interrupts = 0;
}
