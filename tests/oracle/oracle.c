/* SPDX-License-Identifier: BSD-3-Clause
 *
 * oracle.c: see oracle.h. A page before each rank's test memory holds the tallies, at rank 0.
 */
#include "oracle.h"

#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SECONDS = 300, TALLY = 4096 };
#if GASNET_SEGMENT_EVERYTHING
enum { EVERYTHING = 1 };
#else
enum { EVERYTHING = 0 };
#endif

struct oracle oracle = {.seeds = 40, .first = 1, .threads = 1};

static uint64_t passed, failed;

void *oracle_alloc(size_t n) {
  void *p = malloc(n ? n : 1);
  if (!p) abort();
  return p;
}

void oracle_barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(oracle.tm0, 0)); }

void oracle_complain(uint64_t seed, int thread, const char *format, ...) {
  char text[400];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  fprintf(stderr,
          "# seed %llu, rank %u of %u, thread %d: %s (again with --seeds 1 --base %llu "
          "--threads %d)\n",
          (unsigned long long)seed, (unsigned)oracle.me, (unsigned)oracle.size, thread, text,
          (unsigned long long)seed, oracle.threads);
}

/* --- seeds and threads ---------------------------------------------------- */

/* Where each thread is that runs seeds, for the message of a job that hangs. */
static struct {
  int runs;
  uint64_t seed;
} at[ORACLE_THREADS];

static void on_alarm(int sig) {
  char line[120];
  int i, n;
  (void)sig;
  for (i = 0; i < ORACLE_THREADS; i++) {
    if (!at[i].runs) continue;
    n = snprintf(line, sizeof line, "# rank %u of %u, thread %d: no end in %d s, at seed %llu\n",
                 (unsigned)oracle.me, (unsigned)oracle.size, i, SECONDS,
                 (unsigned long long)at[i].seed);
    if (write(2, line, (size_t)n) != n) break;
  }
  abort();
}

void oracle_each_seed(int thread, int (*batch)(int thread, uint64_t seed)) {
  uint64_t n;
  for (n = 0; n < oracle.seeds; n++) {
    uint64_t seed = oracle.first + n;
    at[thread].seed = seed;
    at[thread].runs = 1;
    if (oracle.verbose)
      fprintf(stderr, "# rank %u begins seed %llu\n", oracle.me, (unsigned long long)seed);
    __atomic_fetch_add(batch(thread, seed) ? &passed : &failed, 1, __ATOMIC_RELAXED);
  }
}

struct thread {
  pthread_t id;
  void (*fn)(int thread);
  int number;
};

static void *thread_main(void *arg) {
  struct thread *t = arg;
  t->fn(t->number);
  return 0;
}

void oracle_threads(void (*fn)(int thread)) {
  struct thread t[ORACLE_THREADS];
  int i;
  for (i = 1; i < oracle.threads; i++) {
    t[i].fn = fn;
    t[i].number = i;
    if (pthread_create(&t[i].id, 0, thread_main, &t[i])) abort();
  }
  fn(0);
  for (i = 1; i < oracle.threads; i++) pthread_join(t[i].id, 0);
}

/* --- memory --------------------------------------------------------------- */

/* In EVERYTHING mode memory from malloc; its address is given to the others by message. */
enum { H_ADDRESS = 130 };
static int addresses;
static void address_handler(gex_Token_t token, gex_AM_Arg_t rank, gex_AM_Arg_t hi,
                            gex_AM_Arg_t lo) {
  (void)token;
  oracle.mem[rank] = (void *)(((uintptr_t)(uint32_t)hi << 32) | (uint32_t)lo);
  __atomic_fetch_add(&addresses, 1, __ATOMIC_RELEASE);
}
static gex_AM_Entry_t handlers[] = {{H_ADDRESS, (gex_AM_Fn_t)address_handler,
                                     GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 3, 0, "address"}};

static void tell_address(const char *mine) {
  gex_AM_Arg_t hi = (gex_AM_Arg_t)((uint64_t)(uintptr_t)mine >> 32);
  gex_Rank_t r;
  for (r = 0; r < oracle.size; r++)
    gex_AM_RequestShort3(oracle.tm0, r, H_ADDRESS, 0, (gex_AM_Arg_t)oracle.me, hi,
                         (gex_AM_Arg_t)(uintptr_t)mine);
  GASNET_BLOCKUNTIL(__atomic_load_n(&addresses, __ATOMIC_ACQUIRE) == (int)oracle.size);
}

static int attach(void) {
  size_t n =
      (TALLY + oracle_test.memory() + GASNET_PAGESIZE - 1) / GASNET_PAGESIZE * GASNET_PAGESIZE;
  gex_Segment_t segment;
  void *mine = 0;
  oracle.mem = oracle_alloc(oracle.size * sizeof *oracle.mem);
  if (oracle.size * 2 * sizeof(uint64_t) > TALLY) return 1;
  if (gex_Segment_Attach(&segment, oracle.tm0, n)) return 1;
  if (gex_EP_RegisterHandlers(oracle.ep, handlers, 1)) return 1;
  oracle_barrier();
  if (EVERYTHING) {
    if (posix_memalign(&mine, GASNET_PAGESIZE, n)) return 1;
    memset(mine, 0, n);
  } else {
    mine = gex_Segment_QueryAddr(segment);
  }
  tell_address((char *)mine + TALLY);
  oracle_barrier();
  return 0;
}

/* --- the job -------------------------------------------------------------- */

static uint64_t *tally(gex_Rank_t rank) {
  return (uint64_t *)(void *)((char *)oracle.mem[0] - TALLY) + 2 * rank;
}

/* All ranks know the sums; rank 0 prints them. The status of the job. */
static int finish(void) {
  uint64_t mine[2] = {passed, failed}, sum[2] = {0, 0};
  gex_Rank_t r;
  oracle_barrier();
  gex_RMA_PutBlocking(oracle.tm0, 0, tally(oracle.me), mine, sizeof mine, 0);
  oracle_barrier();
  for (r = 0; r < oracle.size; r++) {
    uint64_t theirs[2];
    gex_RMA_GetBlocking(oracle.tm0, theirs, 0, tally(r), sizeof theirs, 0);
    sum[0] += theirs[0];
    sum[1] += theirs[1];
  }
  if (oracle.me == 0)
    printf("%llu passed, %llu failed\n", (unsigned long long)sum[0], (unsigned long long)sum[1]);
  fflush(stdout);
  oracle_barrier();
  return sum[1] != 0;
}

static int parse(int argc, char **argv) {
  int i;
  for (i = 1; i < argc; i++) {
    const char *value = i + 1 < argc ? argv[i + 1] : 0;
    if (!strcmp(argv[i], "--verbose"))
      oracle.verbose = 1;
    else if (!strcmp(argv[i], "--spoil"))
      oracle.spoil = 1;
    else if (!value)
      return 1;
    else if (!strcmp(argv[i], "--seeds"))
      oracle.seeds = strtoull(argv[++i], 0, 0);
    else if (!strcmp(argv[i], "--base"))
      oracle.first = strtoull(argv[++i], 0, 0);
    else if (!strcmp(argv[i], "--threads"))
      oracle.threads = atoi(argv[++i]);
    else
      return 1;
  }
  return oracle.threads < 1 || oracle.threads > ORACLE_THREADS;
}

int main(int argc, char **argv) {
  gex_Client_t client;
  if (gex_Client_Init(&client, &oracle.ep, &oracle.tm0, "oracle", &argc, &argv, oracle_test.flags))
    return 1;
  if (parse(argc, argv)) {
    fprintf(stderr, "usage: oracle [--seeds N] [--base S] [--threads T] [--spoil] [--verbose]\n");
    gasnet_exit(2);
  }
  signal(SIGALRM, on_alarm);
  alarm(SECONDS);
  oracle.me = gex_TM_QueryRank(oracle.tm0);
  oracle.size = gex_TM_QuerySize(oracle.tm0);
  if (attach()) gasnet_exit(3);
  oracle_test.run();
  gasnet_exit(finish());
}
