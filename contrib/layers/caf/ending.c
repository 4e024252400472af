/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ending.c: STOP, END PROGRAM, ERROR STOP, FAIL IMAGE (libcaf.md 3.11).
 *
 * An image that ends writes its state to the members of all its teams, with the number of steps of
 * each team in which it took part, so that members know in which steps it is missing. Its process
 * then goes on entering the barriers of its teams, takes part in team splits without becoming a
 * member, answers messages, and exits when all images have ended. The job's exit status is that of
 * the first image whose status is not 0.
 */
#include <fenv.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "contrib/layers/caf/caf.h"
#include "contrib/layers/caf/entries.h"
#include "contrib/layers/caf/stats.h"

/* The control memory of each member: a pair for each member, then a word that is not 0 once any
 * member has ended, then the number of the last barrier that belongs to a FORM TEAM. */
struct ended {
  uint64_t code;
  uint64_t state; /* bits 0 and 1: caf_state; from bit 2 the number of barriers, from bit 33 that of
                     other steps, 31 bits each */
};
enum { COUNT_BITS = 31, COUNT_MASK = 0x7fffffff };

/* libgfortran's function; NULL if the program does not use it. */
extern void _gfortran_flush_i4(int *unit) __attribute__((weak));

static pthread_mutex_t flush_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t flush_end; /* waits by the monotonic clock */
static bool is_flushed;          /* under flush_lock */

static void *flush_all(void *unused) {
  (void)unused;
  if (_gfortran_flush_i4) _gfortran_flush_i4(NULL);
  fflush(NULL);
  pthread_mutex_lock(&flush_lock);
  is_flushed = true;
  pthread_cond_signal(&flush_end);
  pthread_mutex_unlock(&flush_lock);
  return NULL;
}

/* Whether the thread has flushed within a second. */
static bool is_flushed_soon(void) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec++;
  pthread_mutex_lock(&flush_lock);
  while (!is_flushed && pthread_cond_timedwait(&flush_end, &flush_lock, &until) == 0) continue;
  bool soon = is_flushed;
  pthread_mutex_unlock(&flush_lock);
  return soon;
}

static void prepare_flush(void) {
  static bool prepared;
  pthread_condattr_t monotonic;
  is_flushed = false;
  if (prepared) return;
  prepared = true;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&flush_end, &monotonic);
  pthread_condattr_destroy(&monotonic);
}

/* Flushes Fortran units in another thread and waits a second at most: in the middle of an output
 * statement this thread holds the unit's lock. After a timeout never again. */
void hyd_caf_flush(void) {
  static bool stuck;
  pthread_t thread;
  if (stuck) return;
  prepare_flush();
  if (pthread_create(&thread, NULL, flush_all, NULL)) return;
  pthread_detach(thread);
  stuck = !is_flushed_soon();
}

static _Atomic uint64_t *word(const struct caf_team *team, size_t i) {
  return (_Atomic uint64_t *)(void *)(team->control->here + i * sizeof(uint64_t));
}

/* E1 pairs with E2: after loading the state, this image sees what the member wrote before. */
int hyd_caf_member_state(const struct caf_team *team, uint32_t member) {
  return (int)(atomic_load_explicit(word(team, 2 * member + 1), memory_order_acquire) & 3);
}

int hyd_caf_absent(const struct caf_team *team, bool barrier, uint32_t count) {
  int result = 0;
  if (!hyd_caf_any_ended(team)) return 0;
  for (uint32_t i = 0; i < team->size; i++) {
    uint64_t state = atomic_load_explicit(word(team, 2 * (size_t)i + 1), memory_order_acquire);
    uint32_t taken = (uint32_t)(state >> (barrier ? 2 : 2 + COUNT_BITS)) & COUNT_MASK;
    uint32_t ahead = (count - taken) & COUNT_MASK;
    if ((state & 3) && ahead && ahead <= COUNT_MASK / 2 && result != CAF_STOPPED)
      result = (int)(state & 3);
  }
  return result;
}

static void write_word(uint32_t rank, const struct caf_place *place, size_t i, uint64_t value) {
  size_t at = i * sizeof value;
  if (place->mapped) /* E2 */
    atomic_store_explicit((_Atomic uint64_t *)(void *)(place->mapped + at), value,
                          memory_order_release);
  else
    gex_RMA_PutBlocking(hyd_caf.all, rank, place->owner + at, &value, sizeof value, 0);
}

static void publish_state(const struct caf_team *team, int state, int code) {
  uint64_t value = (uint64_t)state | (uint64_t)(team->barrier_count & COUNT_MASK) << 2 |
                   (uint64_t)(team->data_count & COUNT_MASK) << (2 + COUNT_BITS);
  for (uint32_t i = 0; i < team->size; i++) {
    uint32_t rank = team->jobrank[i];
    const struct caf_place *place = &team->control->place[rank];
    write_word(rank, place, 2 * (size_t)team->me, (uint64_t)code);
    write_word(rank, place, 2 * (size_t)team->size, 1);
    write_word(rank, place, 2 * (size_t)team->me + 1,
               value); /* written last: after it this image may be considered ended */
    hyd_caf_wake(rank);
  }
}

void hyd_caf_announce_split(const struct caf_team *team, uint32_t barrier) {
  for (uint32_t i = 0; i < team->size; i++) {
    uint32_t rank = team->jobrank[i];
    write_word(rank, &team->control->place[rank], 2 * (size_t)team->size + 1, barrier);
  }
}

int hyd_caf_others_ended(void) {
  const struct caf_team *team = hyd_caf.initial;
  int state = team->size == 1 ? CAF_STOPPED : CAF_RUNNING;
  if (team->size > 1 && !hyd_caf_any_ended(team)) return CAF_RUNNING;
  for (uint32_t i = 0; i < team->size; i++) {
    if (i == team->me) continue;
    int one = hyd_caf_member_state(team, i);
    if (one == CAF_RUNNING) return CAF_RUNNING;
    if (state != CAF_STOPPED) state = one;
  }
  return state;
}

static bool all_ended(void) {
  const struct caf_team *team = hyd_caf.initial;
  for (uint32_t i = 0; i < team->size; i++)
    if (hyd_caf_member_state(team, i) == CAF_RUNNING) return false;
  return true;
}

/* Enters the next barrier, for the images that still run. */
static void enter_barrier(struct caf_team *t) {
  t->barrier_count++;
  t->proxy = gex_Coll_BarrierNB(t->barriers, 0);
}

/* Takes part in the splits of a FORM TEAM, as a member of no new team, if the barrier that has just
 * completed belongs to one. */
static void join_split(struct caf_team *t) {
  uint64_t at =
      atomic_load_explicit(word(t, 2 * (size_t)t->size + 1), memory_order_acquire); /* E1 */
  if (at != t->barrier_count) return;
  for (int i = 0; i < 2; i++)
    gex_TM_Split(NULL, t->barriers, 0, 0, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
}

static void attend(void) {
  struct caf_wait wait = {0};
  if (all_ended()) return; /* no image is left to answer */
  for (struct caf_team *t = hyd_caf.teams; t; t = t->next) enter_barrier(t);
  while (!all_ended()) {
    for (struct caf_team *t = hyd_caf.teams; t; t = t->next) {
      if (gex_Event_Test(t->proxy) != GASNET_OK) continue;
      join_split(t);
      enter_barrier(t);
    }
    hyd_caf_pause(&wait);
  }
}

static int job_code(void) {
  const struct caf_team *team = hyd_caf.initial;
  for (uint32_t i = 0; i < team->size; i++) {
    int code = (int)(atomic_load_explicit(word(team, 2 * (size_t)i), memory_order_relaxed) & 0xff);
    if (code) return code;
  }
  return 0;
}

/* Ends this image. Returns the exit status of the job when all images have ended. */
static int leave_job(int state, int code) {
  hyd_caf.ending = true;
  hyd_caf_leave_locks(state);
  hyd_caf_complete_puts();
  hyd_caf_flush();
  for (struct caf_team *t = hyd_caf.teams; t; t = t->next) publish_state(t, state, code & 0xff);
  attend();
  hyd_caf_stats_report();
  return job_code();
}

void hyd_caf_end(int state, int code) {
  static int status;
  if (!hyd_caf.ending) status = leave_job(state, code);
  exit(status); /* works also for a STOP in an exit handler: glibc continues with the other handlers
                 */
}

void hyd_caf_error_end(int code) {
  hyd_caf_flush();
  if (!hyd_caf.started) _Exit(code ? code : 1);
  gasnet_exit(code);
  abort();
}

void _gfortran_caf_finalize(void) {
  hyd_caf_start();
  int code = leave_job(CAF_STOPPED, 0);
  if (code) exit(code);
}

/* Reports floating-point exceptions as libgfortran does at STOP, in the same words. */
static void print_exceptions(void) {
  static const struct {
    int flag;
    const char *name;
  } known[] = {{FE_INVALID, "IEEE_INVALID_FLAG"},
               {FE_DIVBYZERO, "IEEE_DIVIDE_BY_ZERO"},
               {FE_OVERFLOW, "IEEE_OVERFLOW_FLAG"},
               {FE_UNDERFLOW, "IEEE_UNDERFLOW_FLAG"}};
  int set = fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW);
  if (set == 0) return;
  fprintf(stderr, "Note: The following floating-point exceptions are signalling:");
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (set & known[i].flag) fprintf(stderr, " %s", known[i].name);
  fprintf(stderr, "\n");
}

static void print_stop(const char *what, const char *s, size_t len) {
  hyd_caf_flush();
  print_exceptions();
  fprintf(stderr, "%s%s%.*s\n", what, s ? " " : "", (int)len, s ? s : "");
}

void _gfortran_caf_stop_numeric(int code, bool quiet) {
  hyd_caf_start();
  if (!quiet) {
    hyd_caf_flush();
    print_exceptions();
    fprintf(stderr, "STOP %d\n", code);
  }
  hyd_caf_end(CAF_STOPPED, code);
}

void _gfortran_caf_stop_str(const char *s, size_t len, bool quiet) {
  hyd_caf_start();
  if (!quiet && s) print_stop("STOP", s, len);
  if (!quiet && !s) print_exceptions();
  hyd_caf_end(CAF_STOPPED, 0);
}

void _gfortran_caf_error_stop(int code, bool quiet) {
  hyd_caf_start();
  if (!quiet) {
    hyd_caf_flush();
    print_exceptions();
    fprintf(stderr, "ERROR STOP %d\n", code);
  }
  hyd_caf_error_end(code);
}

void _gfortran_caf_error_stop_str(const char *s, size_t len, bool quiet) {
  hyd_caf_start();
  if (!quiet) print_stop("ERROR STOP", s, len);
  hyd_caf_error_end(1);
}

void _gfortran_caf_fail_image(void) {
  hyd_caf_start();
  hyd_caf_end(CAF_FAILED, 0);
}
