/* SPDX-License-Identifier: BSD-3-Clause
 *
 * support.c: the checks, waits, random numbers and patterns that tests use.
 *
 * Failures are counted with atomics, because handlers and threads report them too. A test's limit
 * is an alarm on every rank; conform_wait_until gives up a little earlier, as it can say where.
 */
#include "conform.h"

#include <endian.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "start.h"

struct conform_objects conform_objects;

static char test_name[96] = "start";
static char alarm_text[160];
static int failures, failures_printed;
static const char *skipped;
static uint64_t seed_base, rand_state, common_state;

enum { MAX_PRINTED = 12 };

gex_Rank_t conform_rank(void) { return gex_System_QueryJobRank(); }
gex_Rank_t conform_size(void) { return gex_System_QueryJobSize(); }
gex_Rank_t conform_next(void) { return (conform_rank() + 1) % conform_size(); }
gex_Rank_t conform_prev(void) { return (conform_rank() + conform_size() - 1) % conform_size(); }
void *conform_seg(gex_Rank_t rank) { return conform_objects.seg[rank]; }
size_t conform_seg_size(void) { return CONFORM_SEG_SIZE; }
gex_Client_t conform_client(void) { return conform_objects.client; }
gex_EP_t conform_ep(void) { return conform_objects.ep; }
gex_TM_t conform_tm(void) { return conform_objects.tm; }
gex_Segment_t conform_segment(void) { return conform_objects.segment; }
void conform_barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(conform_objects.tm, 0)); }

/* The limit of one test: beside much other work, what takes seconds takes minutes. */
int conform_timeout(void) {
  const char *text = getenv("CONFORM_TIMEOUT");
  int seconds = text ? atoi(text) : 0;
  return seconds > 0 ? seconds : 300;
}

double conform_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double conform_deadline(void) { return conform_now() + conform_timeout() * 0.9; }

void conform_try_pause(int n) {
  if (n % 16 == 15) sched_yield();
}

void conform_pause(double deadline, const char *file, int line, const char *what) {
  static __thread int calls;
  gasnet_AMPoll();
  conform_try_pause(calls++ & 255);
  if (conform_now() > deadline) {
    char text[256];
    snprintf(text, sizeof text, "waited too long for: %s", what);
    conform_die(file, line, text);
  }
}

static void on_alarm(int sig) {
  (void)sig;
  if (write(2, alarm_text, strlen(alarm_text)) < 0) _exit(99);
  abort();
}

void conform_test_begin(const char *name) {
  const char *text = getenv("CONFORM_SEED");
  uint64_t hash = 1469598103934665603u;
  size_t i;
  snprintf(test_name, sizeof test_name, "%s", name);
  snprintf(alarm_text, sizeof alarm_text, "# rank %u: test %s exceeded its %d s\n",
           (unsigned)conform_rank(), name, conform_timeout());
  for (i = 0; name[i]; i++) hash = (hash ^ (unsigned char)name[i]) * 1099511628211u;
  seed_base = text ? strtoull(text, 0, 0) : 20250811u;
  common_state = seed_base ^ hash;
  rand_state = common_state + 0x1234567u * (1 + (uint64_t)conform_rank());
  failures = failures_printed = 0;
  skipped = 0;
  signal(SIGALRM, on_alarm);
  alarm((unsigned)conform_timeout());
}

int conform_test_failures(void) { return __atomic_load_n(&failures, __ATOMIC_ACQUIRE); }
const char *conform_test_skipped(void) { return skipped; }
void conform_skip(const char *why) { skipped = why; }

static int count_failure(void) {
  __atomic_add_fetch(&failures, 1, __ATOMIC_ACQ_REL);
  return __atomic_add_fetch(&failures_printed, 1, __ATOMIC_RELAXED) <= MAX_PRINTED;
}

void conform_fail(const char *file, int line, const char *what) {
  if (!count_failure()) return;
  fprintf(stderr, "# %s:%d: rank %u of %u, %s: failed: %s (seed %" PRIu64 ")\n", file, line,
          (unsigned)conform_rank(), (unsigned)conform_size(), test_name, what, seed_base);
}

int conform_check_eq(const char *file, int line, const char *what, int64_t a, int64_t b) {
  if (a == b) return 1;
  if (count_failure())
    fprintf(stderr,
            "# %s:%d: rank %u of %u, %s: failed: %s: %" PRId64 " (0x%" PRIx64 ") and %" PRId64
            " (0x%" PRIx64 ") (seed %" PRIu64 ")\n",
            file, line, (unsigned)conform_rank(), (unsigned)conform_size(), test_name, what, a,
            (uint64_t)a, b, (uint64_t)b, seed_base);
  return 0;
}

int conform_check_str(const char *file, int line, const char *what, const char *a, const char *b) {
  if (a && b && strcmp(a, b) == 0) return 1;
  if (count_failure())
    fprintf(stderr, "# %s:%d: rank %u of %u, %s: failed: %s: \"%s\" and \"%s\"\n", file, line,
            (unsigned)conform_rank(), (unsigned)conform_size(), test_name, what, a ? a : "(NULL)",
            b ? b : "(NULL)");
  return 0;
}

void conform_check_error_texts(void) {
  static const struct {
    int code;
    const char *name;
  } codes[] = {{GASNET_OK, "GASNET_OK"},
               {GASNET_ERR_NOT_INIT, "GASNET_ERR_NOT_INIT"},
               {GASNET_ERR_RESOURCE, "GASNET_ERR_RESOURCE"},
               {GASNET_ERR_BAD_ARG, "GASNET_ERR_BAD_ARG"},
               {GASNET_ERR_NOT_READY, "GASNET_ERR_NOT_READY"},
               {GASNET_ERR_BARRIER_MISMATCH, "GASNET_ERR_BARRIER_MISMATCH"}};
  static const int unknown[] = {1, -1, 10000, 10006, 12345, -12345, 0x7fffffff};
  size_t i, j;
  for (i = 0; i < sizeof codes / sizeof *codes; i++) {
    const char *text = gasnet_ErrorDesc(codes[i].code);
    CHECK_STR(gasnet_ErrorName(codes[i].code), codes[i].name);
    CHECK(codes[i].code >= 0);
    CHECK(text && *text && !strchr(text, '\n'));
    for (j = 0; j < i; j++) CHECK(codes[i].code != codes[j].code);
    for (j = 0; j < i; j++) CHECK(strcmp(text, gasnet_ErrorDesc(codes[j].code)) != 0);
  }
  for (i = 0; i < sizeof unknown / sizeof *unknown; i++) {
    CHECK(gasnet_ErrorName(unknown[i]) && *gasnet_ErrorName(unknown[i]));
    CHECK(gasnet_ErrorDesc(unknown[i]) && *gasnet_ErrorDesc(unknown[i]));
  }
}

void conform_die(const char *file, int line, const char *what) {
  fprintf(stderr, "# %s:%d: rank %u of %u, %s: %s\n", file, line, (unsigned)conform_rank(),
          (unsigned)conform_size(), test_name, what);
  fflush(stderr);
  abort();
}

struct thread_arg {
  void (*fn)(int, void *);
  void *arg;
  int i;
};

static void *thread_main(void *p) {
  struct thread_arg *a = p;
  a->fn(a->i, a->arg);
  return 0;
}

void conform_threads(int n, void (*fn)(int i, void *arg), void *arg) {
  pthread_t *threads = calloc((size_t)n, sizeof *threads);
  struct thread_arg *args = calloc((size_t)n, sizeof *args);
  int i;
  for (i = 0; i < n; i++) {
    args[i].fn = fn;
    args[i].arg = arg;
    args[i].i = i;
    if (pthread_create(&threads[i], 0, thread_main, &args[i]))
      conform_die(__FILE__, __LINE__, "pthread_create failed");
  }
  for (i = 0; i < n; i++) pthread_join(threads[i], 0);
  free(args);
  free(threads);
}

static uint64_t split_mix(uint64_t *state) {
  uint64_t z = __atomic_add_fetch(state, 0x9e3779b97f4a7c15u, __ATOMIC_RELAXED);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

uint64_t conform_rand(void) { return split_mix(&rand_state); }
uint64_t conform_rand_common(void) { return split_mix(&common_state); }

enum { WORD = 4 };
/* Bytes WORD * i and on. By words, because what is instrumented takes its time for every access. */
static inline uint32_t pattern(uint64_t seed, size_t i) {
  uint64_t x = (seed * 0x9e3779b97f4a7c15u) ^ ((uint64_t)i * 0xff51afd7ed558ccdu);
  return (uint32_t)(x >> 24);
}

unsigned char conform_byte(uint64_t seed, size_t i) {
  return (unsigned char)(pattern(seed, i / WORD) >> 8 * (i % WORD));
}

void conform_fill(void *buf, size_t n, uint64_t seed) {
  unsigned char *p = buf;
  size_t i;
  for (i = 0; i < n / WORD; i++) {
    uint32_t word = htole32(pattern(seed, i));
    memcpy(p + WORD * i, &word, WORD);
  }
  for (i *= WORD; i < n; i++) p[i] = conform_byte(seed, i);
}

int64_t conform_differs(const void *buf, size_t n, uint64_t seed) {
  const unsigned char *p = buf;
  size_t i;
  for (i = 0; i < n / WORD; i++) {
    uint32_t word;
    memcpy(&word, p + WORD * i, WORD);
    if (word != htole32(pattern(seed, i))) break;
  }
  for (i *= WORD; i < n; i++)
    if (p[i] != conform_byte(seed, i)) return (int64_t)i;
  return -1;
}

/* Where the low n bytes of a number of 8 are. */
static size_t low_at(size_t n) { return htole16(1) == 1 ? 0 : 8 - n; }

uint64_t conform_number_at(const void *p, size_t n) {
  uint64_t v = 0;
  memcpy((char *)&v + low_at(n), p, n);
  return v;
}

void conform_set_number(void *p, size_t n, uint64_t v) {
  memcpy(p, (const char *)&v + low_at(n), n);
}

int64_t conform_not_all(const void *buf, size_t n, int value) {
  const unsigned char *p = buf;
  size_t i;
  if (n == 0 || (p[0] == (unsigned char)value && !memcmp(p, p + 1, n - 1))) return -1;
  for (i = 0; p[i] == (unsigned char)value; i++) continue;
  return (int64_t)i;
}
