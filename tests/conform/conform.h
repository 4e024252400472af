/* SPDX-License-Identifier: BSD-3-Clause
 *
 * conform.h: what a file of conformance tests sees of the harness.
 *
 * A group is one file: `const struct conform_test conform_<group>[]`, ended by {0}, and optionally
 * `gex_AM_Entry_t conform_<group>_handlers[]`, ended by {0}. The group's name goes into g1_groups.h
 * or gex_groups.h, the file's into Makefile.include or gex_files.mk. Handler indices: harness
 * 128..131, g1_* files 132..191, gex_* files 192..254; the harness registers all of them before
 * the first test. Tests of one job run one after the other, on the main thread of every rank, with
 * a barrier of the harness between them.
 */
#ifndef CONFORM_H
#define CONFORM_H

#include <gasnet.h>
#include <gasnetex.h>

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct conform_test {
  const char *name;
  const char *clause; /* clause of the contract, as "gasnet1-core C10.12" */
  void (*run)(void);
  unsigned flags; /* CONFORM_*; a test whose needs are not met is skipped */
};

#define CONFORM_NEEDS_2 1u
#define CONFORM_NEEDS_3 2u
#define CONFORM_PAR_ONLY 4u
#define CONFORM_FAST_ONLY 8u
#define CONFORM_EVERYTHING_ONLY 16u
#define CONFORM_DEBUG_ONLY 32u
#define CONFORM_GASNET1_ONLY 64u /* started by gasnet_init */
#define CONFORM_EX_ONLY 128u     /* started by gex_Client_Init */
#define CONFORM_NAMED_ONLY 256u  /* costly: runs only if --only names it or its group */

/* Set by the build: 1 = gasnet_init + gasnet_attach, 0 = gex_Client_Init + gex_Segment_Attach. */
#ifndef CONFORM_GASNET1
#define CONFORM_GASNET1 0
#endif

/* Set by the build: whether there are GASNet-1's collectives, which the published text does not
 * have. */
#ifndef CONFORM_COLL1
#define CONFORM_COLL1 1
#endif

/* The build's modes as values that `if` can test. */
#ifdef GASNET_SEGMENT_EVERYTHING
#define CONFORM_EVERYTHING 1
#else
#define CONFORM_EVERYTHING 0
#endif
#ifdef GASNET_PAR
#define CONFORM_PAR 1
#else
#define CONFORM_PAR 0
#endif
#ifdef GASNET_SEQ
#define CONFORM_SEQ 1
#else
#define CONFORM_SEQ 0
#endif
#ifdef GASNET_DEBUG
#define CONFORM_DEBUG 1
#else
#define CONFORM_DEBUG 0
#endif

/* Failure: prints file:line, rank, test and values, counts it, goes on. In threads and handlers
 * too. */
#define CHECK(cond)                                                                                \
  do {                                                                                             \
    if (!(cond)) conform_fail(__FILE__, __LINE__, #cond);                                          \
  } while (0)
#define CHECK_EQ(a, b)                                                                             \
  conform_check_eq(__FILE__, __LINE__, #a " == " #b, (int64_t)(a), (int64_t)(b))
#define CHECK_STR(a, b) conform_check_str(__FILE__, __LINE__, #a " == " #b, (a), (b))
void conform_fail(const char *file, int line, const char *what);
int conform_check_eq(const char *file, int line, const char *what, int64_t a, int64_t b);
int conform_check_str(const char *file, int line, const char *what, const char *a, const char *b);
/* Name and description of every error code, and of what is none. */
void conform_check_error_texts(void);
/* Ends the current test as skipped, on this rank, for a reason found at run time. The test returns
 * by itself afterwards; every rank must decide alike. */
void conform_skip(const char *why);
/* Prints and ends the job. */
void conform_die(const char *file, int line, const char *what) __attribute__((noreturn));

/* A call that may be a macro: `args`, in parentheses, are expanded before it is looked at. */
#define CONFORM_CALL(f, args) f args

gex_Rank_t conform_rank(void);
gex_Rank_t conform_size(void);
/* The neighbours in the ring of ranks. */
gex_Rank_t conform_next(void);
gex_Rank_t conform_prev(void);
/* Base address, valid on `rank`, of rank's test memory, and its size (the same on every rank): its
 * segment, or in EVERYTHING mode memory from malloc. */
void *conform_seg(gex_Rank_t rank);
size_t conform_seg_size(void);
gex_Client_t conform_client(void);
gex_EP_t conform_ep(void);
gex_TM_t conform_tm(void);
gex_Segment_t conform_segment(void); /* GEX_SEGMENT_INVALID in EVERYTHING mode */
void conform_barrier(void);          /* of all ranks, unnamed, of the EX kind */

/* Runs fn(i, arg), i in 0..n-1, on n new threads and waits for them. PAR only. */
void conform_threads(int n, void (*fn)(int i, void *arg), void *arg);

/* Seconds, monotonic. */
double conform_now(void);
/* Gives the core away now and then, in a loop that tries a call: call number n of the loop. */
void conform_try_pause(int n);
/* Polls until `expr` holds; after CONFORM_TIMEOUT (60 s) prints where and ends the job. */
#define conform_wait_until(expr)                                                                   \
  do {                                                                                             \
    double conform_limit_ = conform_deadline();                                                    \
    while (!(expr)) conform_pause(conform_limit_, __FILE__, __LINE__, #expr);                      \
    __atomic_thread_fence(__ATOMIC_ACQUIRE);                                                       \
  } while (0)
double conform_deadline(void);
void conform_pause(double deadline, const char *file, int line, const char *what);

/* A deterministic sequence; restarted at each test from CONFORM_SEED, the test's name and the rank
 * (conform_rand) or not the rank (conform_rand_common: equal on all ranks, if called equally). */
uint64_t conform_rand(void);
uint64_t conform_rand_common(void);

/* Byte i of the pattern `seed`; fill a buffer with it; index of the first difference, or -1. */
unsigned char conform_byte(uint64_t seed, size_t i);
void conform_fill(void *buf, size_t n, uint64_t seed);
int64_t conform_differs(const void *buf, size_t n, uint64_t seed);
/* Index of the first byte that is not `value`, or -1. */
int64_t conform_not_all(const void *buf, size_t n, int value);
/* The number that the machine has in n bytes (1 to 8), and its low n bytes as the machine has them.
 */
uint64_t conform_number_at(const void *p, size_t n);
void conform_set_number(void *p, size_t n, uint64_t v);

/* A counter that handlers and threads bump and the main thread watches. */
typedef struct {
  int value;
} conform_count_t;
static inline void conform_add(conform_count_t *c, int n) {
  __atomic_add_fetch(&c->value, n, __ATOMIC_ACQ_REL);
}
static inline int conform_get(const conform_count_t *c) {
  return __atomic_load_n(&c->value, __ATOMIC_ACQUIRE);
}
static inline void conform_set(conform_count_t *c, int n) {
  __atomic_store_n(&c->value, n, __ATOMIC_RELEASE);
}

/* What the entries of the handler tables look like most of the time. */
#define CONFORM_ENTRY(index, fn, category, nargs)                                                  \
  { (index), (gex_AM_Fn_t)(fn), (category) | GEX_FLAG_AM_REQREP, (nargs), 0, #fn }

#endif
