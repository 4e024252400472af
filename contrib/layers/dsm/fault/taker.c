/* SPDX-License-Identifier: BSD-3-Clause
 *
 * taker.c: faults of the program. The thread that faults never calls GASNet. Its signal handler
 * handles a fault that takes no communication, or only reads a neighbour's memory; else it posts a
 * request for the fault thread and sleeps. A request is claimed, posted, then done; `state` is a
 * futex.
 */
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

#include "contrib/layers/dsm/dsm.h"
#include "contrib/layers/dsm/fault/access.h"
#include "hyd_fault.h"

enum { FREE, CLAIMED, POSTED, AWAITED, DONE }; /* AWAITED: posted, and its thread sleeps */
/* How long the fault thread polls for the next fault before it sleeps, and the thread that faulted
 * for its page: about as long as a sleep and a wake-up take. */
#define LINGER_NS 100000u
#define LOOKS 16 /* polls between yields, if each thread has a core */

/* A yield that takes this long has given the core to another job. A thread that yields then gets
 * little of the core, while one that sleeps is soon woken; so the next waits sleep at once. */
#define LATE_NS 1000000u
#define LATE_YIELDS 3u /* in a row */
#define CROWDED 64u

/* 1: this wait is to sleep at once, as the core is crowded. */
static int skip_polls(struct hyd_dsm *d) {
  uint32_t n = atomic_load_explicit(&d->crowded, memory_order_relaxed);
  if (n) atomic_store_explicit(&d->crowded, n - 1, memory_order_relaxed);
  return n != 0;
}

/* Counts late yields; a single one means nothing. */
static void note_yield(struct hyd_dsm *d, uint64_t ns) {
  uint32_t late = atomic_load_explicit(&d->late, memory_order_relaxed);
  if (ns <= LATE_NS && late == 0) return;
  late = ns > LATE_NS ? late + 1 : 0;
  if (late == LATE_YIELDS) atomic_store_explicit(&d->crowded, CROWDED, memory_order_relaxed);
  atomic_store_explicit(&d->late, late % LATE_YIELDS, memory_order_relaxed);
}

/* Polls the word some times, then yields once to the other threads of this core. 1: the word has
 * changed. */
static int look_for(struct hyd_dsm *d, _Atomic uint32_t *word, uint32_t old, uint64_t *now) {
  uint64_t before = *now;
  for (int i = 0; i < d->looks; i++) {
    if (atomic_load_explicit(word, memory_order_relaxed) != old) return 1;
    gasnett_spinloop_hint();
  }
  sched_yield();
  *now = hyd_dsm_now_ns();
  note_yield(d, *now - before);
  return atomic_load_explicit(word, memory_order_relaxed) != old;
}

/* Polls for a change of the word for LINGER_NS. */
static void linger(struct hyd_dsm *d, _Atomic uint32_t *word, uint32_t old, int polls) {
  uint64_t now = hyd_dsm_now_ns(), until = now + LINGER_NS;
  if (skip_polls(d)) return;
  while (!look_for(d, word, old, &now) && now < until)
    if (polls) gasnet_AMPoll();
}

/* --- the fault thread ------------------------------------------------------ */

/* Checks that the program has allocated the page. */
static void check_allocated(struct hyd_dsm *d, uint32_t page) {
  uint64_t first = (uint64_t)page * d->options.block;
  if (hyd_hlrc_state(&d->engine, page) != HYD_HLRC_UNKNOWN || first < d->top_seen) return;
  d->top_seen =
      hyd_dsm_op(d, 0, hyd_dsm_word_of(d, 0, d->at.counters, HYD_DSM_TOP), GEX_OP_GET, 0, 0);
  if (first >= d->top_seen)
    hyd_dsm_fatal("access to byte %llu of the region, of which %llu are allocated",
                  (unsigned long long)first, (unsigned long long)d->top_seen);
}

static void carry_out(struct hyd_dsm *d, struct hyd_dsm_request *r) {
  hyd_dsm_enter(d);
  check_allocated(d, r->page);
  hyd_hlrc_fault(&d->engine, r->page, r->write);
  hyd_dsm_leave(d);
  /* T1 pairs with T2 */
  if (atomic_exchange_explicit(&r->state, DONE, memory_order_release) == AWAITED)
    hyd_dsm_futex_wake(&r->state, 1);
}

static int is_posted(struct hyd_dsm_request *r) {
  uint32_t state = atomic_load_explicit(&r->state, memory_order_acquire);
  return state == POSTED || state == AWAITED;
}

static void carry_out_all(struct hyd_dsm *d) {
  for (int i = 0; i < HYD_DSM_REQUESTS; i++)
    if (is_posted(&d->request[i])) carry_out(d, &d->request[i]);
}

static uint32_t requests(struct hyd_dsm *d) {
  return atomic_load_explicit(&d->requests, memory_order_acquire); /* T3 pairs with T4 */
}

static void sleep_until_asked(struct hyd_dsm *d, uint32_t seen) {
  atomic_store_explicit(&d->taker_sleeps, 1, memory_order_seq_cst); /* T5 pairs with T6 */
  if (atomic_load_explicit(&d->requests, memory_order_seq_cst) == seen)
    hyd_dsm_futex_wait_for(&d->requests, seen, 0);
  atomic_store_explicit(&d->taker_sleeps, 0, memory_order_relaxed);
}

static void *take_faults(void *arg) {
  struct hyd_dsm *d = arg;
  for (uint32_t seen = 0;;) {
    sleep_until_asked(d, seen);
    hyd_dsm_arrive(d);
    while (requests(d) != seen) {
      seen = requests(d);
      carry_out_all(d);
      /* Another fault often follows soon. Meanwhile this thread polls in place of the service
       * thread. */
      linger(d, &d->requests, seen, 1);
    }
    hyd_dsm_depart(d);
  }
  return NULL;
}

/* --- the thread that faults ------------------------------------------------ */

static struct hyd_dsm_request *claim_request(struct hyd_dsm *d) {
  for (unsigned i = 0;; i = (i + 1) % HYD_DSM_REQUESTS) {
    uint32_t was = FREE;
    if (atomic_compare_exchange_strong_explicit(&d->request[i].state, &was, CLAIMED,
                                                memory_order_acquire, memory_order_relaxed))
      return &d->request[i];
  }
}

static int is_done(struct hyd_dsm_request *r) {
  return atomic_load_explicit(&r->state, memory_order_acquire) == DONE; /* T2 */
}

static void await_request(struct hyd_dsm *d, struct hyd_dsm_request *r) {
  uint32_t posted = POSTED;
  linger(d, &r->state, POSTED, 0);
  atomic_compare_exchange_strong_explicit(&r->state, &posted, AWAITED, memory_order_relaxed,
                                          memory_order_relaxed);
  while (!is_done(r)) hyd_dsm_futex_wait_for(&r->state, AWAITED, 0);
}

static void ask_fault_thread(struct hyd_dsm *d, uint32_t page, int write) {
  struct hyd_dsm_request *r = claim_request(d);
  r->page = page;
  r->write = write;
  atomic_store_explicit(&r->state, POSTED, memory_order_release);
  atomic_fetch_add_explicit(&d->requests, 1, memory_order_seq_cst); /* T4, T6 */
  if (atomic_load_explicit(&d->taker_sleeps, memory_order_seq_cst))
    hyd_dsm_futex_wake(&d->requests, 1);
  await_request(d, r);
  atomic_store_explicit(&r->state, FREE, memory_order_release);
}

/* Whether the access was a write: what the processor says; if it does not say, whether the page was
 * readable. */
static int is_write(struct hyd_dsm *d, uint32_t page, const void *context) {
  int write = hyd_dsm_was_write(context);
  enum hyd_hlrc_state state = hyd_hlrc_state(&d->engine, page);
  return write < 0 ? state == HYD_HLRC_CLEAN || state == HYD_HLRC_HOME_CLEAN : write;
}

static void forked(void) {
  static const char text[] =
      "hyd_dsm: a process that was forked touched the shared region; expected only the ranks\n";
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0) errno = 0;
  _exit(1);
}

/* Maps the page again if the access is allowed already: another thread has handled the fault, or
 * the kernel has dropped the mapping for lack of memory. */
static int map_again(struct hyd_dsm *d, uint32_t page, int write) {
  enum hyd_hlrc_access has = hyd_hlrc_access_of(hyd_hlrc_state(&d->engine, page));
  if (has < (write ? HYD_HLRC_WRITE : HYD_HLRC_READ)) return 0;
  if (has != HYD_HLRC_WATCHED) d->engine.ops->protect(d, page, 1, HYD_HLRC_NONE, has);
  return 1;
}

static int on_fault(void *arg, void *addr, siginfo_t *info, void *context) {
  struct hyd_dsm *d = arg;
  uint32_t page = (uint32_t)((size_t)((char *)addr - d->view) / d->options.block);
  int write, done;
  (void)info;
  if (getpid() != d->pid) forked();
  hyd_dsm_trace_enter_fault(d);
  hyd_dsm_enter(d);
  write = is_write(d, page, context);
  *(write ? &d->counts.write_faults : &d->counts.read_faults) += 1;
  hyd_dsm_trace(d, HYD_DSM_E_FAULT, page, (uint32_t)write, 0);
  done = map_again(d, page, write) || hyd_hlrc_fault_here(&d->engine, page, write);
  d->counts.in_place += (uint64_t)done;
  hyd_dsm_leave(d);
  if (!done) ask_fault_thread(d, page, write);
  hyd_dsm_trace_leave(d);
  return 1;
}

/* --- opening --------------------------------------------------------------- */

/* Opens the kind of faults that HYD_DSM_FAULTS names. auto: userfaultfd if the kernel has it, since
 * the view stays one mapping whatever the access of its pages. */
static const struct hyd_dsm_faults *open_kind(struct hyd_dsm *d) {
  const char *want = d->options.faults;
  int rc = strcmp(want, "sigsegv") ? hyd_dsm_uffd.open(d->view, d->at.region) : 0;
  if (rc == 0 && strcmp(want, "sigsegv")) return &hyd_dsm_uffd;
  if (rc && strcmp(want, "uffd") == 0)
    hyd_dsm_fatal(
        "HYD_DSM_FAULTS=uffd: userfaultfd with faults of shared memory: %s; expected Linux "
        "5.19 or later that allows it, or sigsegv",
        strerror(rc));
  if ((rc = hyd_dsm_sigsegv.open(d->view, d->at.region)))
    hyd_dsm_fatal("the region cannot be protected: %s", strerror(rc));
  return &hyd_dsm_sigsegv;
}

/* Sets up the recording of writes to home pages, if the kernel can do it. */
static void open_watch(struct hyd_dsm *d) {
  int rc;
  if (d->engine.c.watched == 0) return;
  rc = d->faults->open_watch ? d->faults->open_watch() : ENOTSUP;
  if (rc && strcmp(d->options.writes, "kernel") == 0)
    hyd_dsm_fatal("HYD_DSM_WRITES=kernel: %s; expected Linux 6.7 or later that allows it and "
                  "HYD_DSM_FAULTS=uffd, or signal",
                  strerror(rc));
  if (rc) d->engine.c.watched = 0;
}

/* Whether the fault thread and the thread that faults can run on two cores. */
static int has_cores(void) {
  gex_Rank_t ranks;
  gex_System_QueryHostInfo(NULL, &ranks, NULL);
  return sysconf(_SC_NPROCESSORS_ONLN) >= 2 * (long)ranks;
}

void hyd_dsm_faults_open(struct hyd_dsm *d) {
  int rc;
  d->looks = has_cores() ? LOOKS : 0;
  d->faults = open_kind(d);
  open_watch(d);
  if ((rc = hyd_fault_claim(d->view, d->at.region, on_fault, d)))
    hyd_dsm_fatal("the region's faults cannot be claimed: %s", strerror(rc));
  hyd_dsm_start_thread(take_faults, d);
}

uint32_t hyd_dsm_page_of(struct hyd_dsm *d, const void *p, size_t bytes, const char *call) {
  size_t at = (size_t)((const char *)p - d->view);
  if (at >= d->at.region || at % bytes)
    hyd_dsm_fatal("%s(%p): expected %zu aligned bytes of the region", call, p, bytes);
  return (uint32_t)(at / d->options.block);
}
