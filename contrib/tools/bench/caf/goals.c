/* SPDX-License-Identifier: BSD-3-Clause
 *
 * goals.c: each goal of the coarray library is a ratio: of statements of Fortran (ops.f90,
 * scalars.f90, goals.f90) to what they may cost at least, in C over the library or the machine.
 * Batches of both take turns, and the best of each count.
 *
 * Image 1 prints "GOAL | ours ns | theirs ns | BOUND | ratio | met" for the job as it is: with 2
 * images that share memory, with 2 that do not, or with more.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "contrib/layers/caf/caf.h"

typedef void loop(int n);
enum mode { ALONE, PAIR, ALL };
enum job { SHARED = 1, APART = 2, CROWD = 4 };
enum { BATCHES = 15, EDGE = 1000, WORDS = 8192, FEW = 64, STREAM = 100000 };

struct goal {
  const char *name;
  loop *ours, *theirs;
  const char *bound;
  double most; /* ours / theirs */
  enum mode mode;
  int jobs, calls;
};

extern loop caf_put_scalars, caf_get_scalars, stub_put_scalars, stub_get_scalars, caf_put_section,
    caf_get_section, caf_put_row, caf_get_row, caf_stream_of_puts, caf_halo_step, caf_sync_all,
    caf_sync_pair, caf_events, caf_sum_of_one, caf_sum_of_many, caf_put_component,
    caf_copy_component;
void goals_measure(void *words, void *rows, double *own_words, double *own_row);

/* --- the places of the coarrays of ops.f90 on the partner --- */

static struct {
  uint32_t rank;
  double *words, *rows;                /* as this process sees them */
  char *words_there, *rows_there;      /* as their image sees them */
  char *all_words[64], *here;          /* of every image, as it sees them */
  _Atomic uint64_t *line, *line_there; /* the last line of words */
} peer;
static double *from, *row; /* of ops.f90, too: where memory lies matters */
static double field[FEW * FEW];

static char *offset_of(uint32_t rank, const void *p, bool mapped) {
  const struct caf_segment *s = &hyd_caf.segment[rank], *mine = &hyd_caf.segment[hyd_caf.rank];
  char *base = mapped ? s->mapped : s->owner;
  return base ? base + ((const char *)p - mine->owner) : NULL;
}

static void find_places(void *words, void *rows) {
  size_t last = (WORDS - 8) * sizeof(double);
  peer.rank = hyd_caf.rank ? 0 : hyd_caf.size > 1;
  peer.words = (double *)(void *)offset_of(peer.rank, words, true);
  peer.rows = (double *)(void *)offset_of(peer.rank, rows, true);
  peer.words_there = offset_of(peer.rank, words, false);
  peer.rows_there = offset_of(peer.rank, rows, false);
  for (uint32_t i = 0; i < hyd_caf.size && i < 64; i++)
    peer.all_words[i] = offset_of(i, words, false);
  peer.here = words;
  peer.line = (_Atomic uint64_t *)(void *)((char *)words + last);
  peer.line_there =
      peer.words ? (_Atomic uint64_t *)(void *)((char *)peer.words + last) : peer.line;
}

/* --- messages --- */

enum { ASK = 240, ANSWER, TELL };
static _Atomic int answers;
static _Atomic int told;

static void handle_ask(gex_Token_t token, void *buf, size_t n) {
  memcpy(row, buf, n < EDGE * sizeof *row ? n : EDGE * sizeof *row);
  gex_AM_ReplyShort0(token, ANSWER, 0);
}
static void handle_answer(gex_Token_t token) {
  (void)token;
  atomic_fetch_add(&answers, 1);
}
static void handle_tell(gex_Token_t token) {
  (void)token;
  atomic_fetch_add(&told, 1);
}
static gex_AM_Entry_t handlers[] = {
    {ASK, (gex_AM_Fn_t)handle_ask, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 0, NULL, "ask"},
    {ANSWER, (gex_AM_Fn_t)handle_answer, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 0, NULL, "answer"},
    {TELL, (gex_AM_Fn_t)handle_tell, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0, NULL, "tell"}};

static void round_trips(int n) {
  for (int i = 1, before = answers; i <= n; i++) {
    gex_AM_RequestMedium0(hyd_caf.all, peer.rank, ASK, from, 1024, GEX_EVENT_NOW, 0);
    GASNET_BLOCKUNTIL(answers == before + i);
  }
}

/* --- what statements are compared with --- */

static void copies(int n) {
  for (int i = 0; i < n; i++) {
    memcpy(peer.words, from, WORDS * sizeof *from);
    __asm__ volatile("" ::: "memory");
  }
}

static void copies_back(int n) {
  for (int i = 0; i < n; i++) {
    memcpy(from, peer.words, WORDS * sizeof *from);
    __asm__ volatile("" ::: "memory");
  }
}

static void copies_here(int n) {
  static double other[WORDS];
  for (int i = 0; i < n; i++) {
    memcpy(other, from, WORDS * sizeof *from);
    __asm__ volatile("" ::: "memory");
  }
}

static void rows_there(int n) {
  for (int i = 1; i <= n; i++)
    for (int k = 0; k < EDGE; k++) peer.rows[(size_t)k * EDGE + (size_t)(i % EDGE)] = row[k];
}

static void rows_here(int n) {
  for (int i = 1; i <= n; i++)
    for (int k = 0; k < EDGE; k++) row[k] = peer.rows[(size_t)k * EDGE + (size_t)(i % EDGE)];
}

/* L: a line there and back between two processes that spin. */
static void lines(int n) {
  static uint64_t said;
  for (int i = 0; i < n; i++) {
    uint64_t next = ++said;
    if (hyd_caf.rank == 0) atomic_store_explicit(peer.line_there, next, memory_order_release);
    while (atomic_load_explicit(peer.line, memory_order_acquire) != next) {
    }
    if (hyd_caf.rank) atomic_store_explicit(peer.line_there, next, memory_order_release);
  }
}

static void barriers(int n) {
  for (int i = 0; i < n; i++) gex_Event_Wait(gex_Coll_BarrierNB(hyd_caf.all, 0));
}

static void reductions(double *data, size_t count, int n) {
  for (int i = 0; i < n; i++)
    gex_Event_Wait(gex_Coll_ReduceToAllNB(hyd_caf.all, data, data, GEX_DT_DBL, sizeof *data, count,
                                          GEX_OP_ADD, NULL, NULL, 0));
}
static void reductions_of_one(int n) { reductions(row, 1, n); }
static void reductions_of_many(int n) { reductions(from, WORDS, n); }

static void gets(int n) {
  for (int i = 0; i < n; i++)
    gex_RMA_GetBlocking(hyd_caf.all, from, peer.rank, peer.words_there, sizeof(double), 0);
}

static void gets_of_sections(int n) {
  for (int i = 0; i < n; i++)
    gex_RMA_GetBlocking(hyd_caf.all, from, peer.rank, peer.words_there, WORDS * sizeof *from, 0);
}

static void puts_of_sections(int n) {
  for (int i = 0; i < n; i++)
    gex_RMA_PutBlocking(hyd_caf.all, peer.rank, peer.words_there, from, WORDS * sizeof *from, 0);
}

static void stream_of_puts(int n) {
  for (int i = 0; i < n; i++) {
    double value = i;
    gex_RMA_PutNBI(hyd_caf.all, peer.rank, peer.rows_there + (size_t)i * sizeof value, &value,
                   sizeof value, GEX_EVENT_NOW, 0);
  }
  gex_NBI_Wait(GEX_EC_PUT, 0);
}

/* The halo step by the library's calls: two columns, two rows, and a message to each neighbour. */
static void halo_steps(int n) {
  static int expected;
  uint32_t me = hyd_caf.rank, size = hyd_caf.size;
  uint32_t neighbour[4] = {(me + size - 1) % size, (me + 1) % size, (me + size - 2) % size,
                           (me + 2) % size};
  size_t item = sizeof(double), count[1] = {FEW};
  ptrdiff_t stride[1] = {FEW * sizeof(double)}, packed[1] = {sizeof(double)};
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 2; k++)
      gex_RMA_PutNBI(hyd_caf.all, neighbour[k],
                     peer.all_words[neighbour[k]] + (size_t)k * FEW * item, field, FEW * item,
                     GEX_EVENT_NOW, 0);
    for (int k = 2; k < 4; k++)
      gex_VIS_StridedPutNBI(hyd_caf.all, neighbour[k],
                            peer.all_words[neighbour[k]] + (size_t)k * item, stride, field, packed,
                            item, count, 1, 0);
    gex_NBI_Wait(GEX_EC_PUT, 0);
    for (int k = 0; k < 4; k++) gex_AM_RequestShort0(hyd_caf.all, neighbour[k], TELL, 0);
    expected += 4;
    GASNET_BLOCKUNTIL(told >= expected);
  }
}

static const struct goal goals[] = {
    {"scalar put", caf_put_scalars, stub_put_scalars, "2 x stub", 2, ALONE, SHARED, 100000},
    {"scalar get", caf_get_scalars, stub_get_scalars, "2 x stub", 2, ALONE, SHARED, 100000},
    {"section of 64 KB, put", caf_put_section, copies, "memcpy / 0.9", 1 / 0.9, ALONE, SHARED, 500},
    {"section of 64 KB, get", caf_get_section, copies_back, "memcpy / 0.9", 1 / 0.9, ALONE, SHARED,
     500},
    {"row of 1,000, put", caf_put_row, rows_there, "C loop / 0.9", 1 / 0.9, ALONE, SHARED, 1000},
    {"row of 1,000, get", caf_get_row, rows_here, "C loop / 0.9", 1 / 0.9, ALONE, SHARED, 1000},
    {"128 elements through a pointer component", caf_put_component, round_trips,
     "1.3 x round trip of 1 KB", 1.3, ALONE, SHARED | APART, 400},
    {"local copy of a component, 64 KB", caf_copy_component, copies_here, "memcpy / 0.9", 1 / 0.9,
     ALONE, SHARED, 500},
    {"sync all", caf_sync_all, barriers, "1.2 x barrier", 1.2, ALL, SHARED | APART | CROWD, 1000},
    {"sync images of two", caf_sync_pair, lines, "1.5 L", 1.5, PAIR, SHARED, 2000},
    {"event there and back", caf_events, lines, "2.5 L", 2.5, PAIR, SHARED, 2000},
    {"co_sum of one double", caf_sum_of_one, reductions_of_one, "1.5 x ReduceToAll", 1.5, ALL,
     SHARED | APART | CROWD, 400},
    {"co_sum of 64 KB", caf_sum_of_many, reductions_of_many, "1.5 x ReduceToAll", 1.5, ALL,
     SHARED | APART, 50},
    {"halo step of four neighbours", caf_halo_step, halo_steps, "2 x in C", 2, ALL, CROWD, 300},
    {"get of 8 B", caf_get_scalars, gets, "1.15 x C", 1.15, ALONE, APART, 200},
    {"section of 64 KB, get", caf_get_section, gets_of_sections, "1.15 x C", 1.15, ALONE, APART,
     50},
    {"section of 64 KB, put", caf_put_section, puts_of_sections, "1.15 x C", 1.15, ALONE, APART,
     50},
    {"100,000 puts of one element", caf_stream_of_puts, stream_of_puts, "PutNBI / 0.8", 1 / 0.8,
     ALONE, APART, STREAM},
};

static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double time_batch(loop *f, int n) {
  double began = now_ns();
  f(n);
  return (now_ns() - began) / n;
}

/* All images take part in the barriers between batches. */
static void measure_goal(const struct goal *g, int n) {
  double ours = INFINITY, theirs = INFINITY;
  bool takes_part = g->mode == ALL || hyd_caf.rank == 0 || (g->mode == PAIR && hyd_caf.rank == 1);
  for (int i = 0; i < BATCHES; i++) {
    barriers(1);
    double t = takes_part ? time_batch(g->theirs, n) : 0;
    barriers(1);
    double o = takes_part ? time_batch(g->ours, n) : 0;
    if (i == 0) continue; /* touches memory */
    theirs = fmin(theirs, t);
    ours = fmin(ours, o);
  }
  barriers(1);
  if (hyd_caf.rank) return;
  printf("%s | %.4g | %.4g | %s | %.2f | %s\n", g->name, ours, theirs, g->bound, ours / theirs,
         ours <= g->most * theirs ? "met" : "not met");
  fflush(stdout);
}

void goals_measure(void *words, void *rows, double *own_words, double *own_row) {
  enum job job = hyd_caf.size > 2 ? CROWD : SHARED;
  gex_EP_RegisterHandlers(hyd_caf.ep, handlers, sizeof handlers / sizeof handlers[0]);
  find_places(words, rows);
  from = own_words;
  row = own_row;
  if (peer.words == NULL) job = APART;
  barriers(1);
  for (size_t i = 0; i < sizeof goals / sizeof goals[0]; i++)
    if (goals[i].jobs & job) measure_goal(&goals[i], goals[i].calls);
}
