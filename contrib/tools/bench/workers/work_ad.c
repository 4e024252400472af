/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_ad.c: fetch-and-add on one word of rank 1: by rank 0 alone, while rank 1 waits in a barrier,
 * and by both at the same time. Every form of the call runs in the same loop as the processor's own
 * instruction on the same word, seen through the mapping; each window of calls lies between two
 * windows of instructions.
 */
#include "worker.h"

#include <gasnet_ratomic.h>
#include <sched.h>

#define LOOPS 2048

struct target {
  gex_AD_t ad;
  gex_Rank_t rank;
  uint64_t *owner, *local; /* the same word, in its owner and here */
};

enum form { RAW, FADD, FADD_NBI, ADD, FADD_UNKNOWN, FORMS };
static const char *const form_name[2][FORMS] = {
    {"fetch-add instruction", "fetch-add, nb + wait", "fetch-add, nbi", "add, nb + wait",
     "fetch-add, opcode a variable"},
    {"fetch-add instruction, both", "fetch-add, nb + wait, both", "fetch-add, nbi, both",
     "add, nb + wait, both", "fetch-add, variable, both"}};

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* The compiler must not see it. */
static volatile gex_OP_t unknown_op = GEX_OP_FADD;

ALWAYS_INLINE void once(enum form f, const struct target *t, uint64_t i, uint64_t *old,
                        gex_OP_t op) {
  if (f == RAW) {
    *old = __atomic_fetch_add(t->local, i, __ATOMIC_RELAXED);
    __asm__ volatile("" ::: "memory");
  } else if (f == FADD_NBI) {
    gex_AD_OpNBI_U64(t->ad, old, t->rank, t->owner, GEX_OP_FADD, i, 0, 0);
  } else if (f == ADD) {
    gex_Event_Wait(gex_AD_OpNB_U64(t->ad, NULL, t->rank, t->owner, GEX_OP_ADD, i, 0, 0));
  } else {
    if (f == FADD) op = GEX_OP_FADD;
    gex_Event_Wait(gex_AD_OpNB_U64(t->ad, old, t->rank, t->owner, op, i, 0, 0));
  }
}

/* `count` operations; ns for each. An nbi window ends with one gex_NBI_Wait. */
ALWAYS_INLINE double window(enum form f, const struct target *where, int count) {
  struct target t = *where;
  gex_OP_t op = unknown_op;
  static uint64_t old[8];
  double start = hyd_bn_now();
  for (int i = 0; i < count; i++) once(f, &t, (uint64_t)i, &old[i & 7], op);
  if (f == FADD_NBI) gex_NBI_Wait(GEX_EC_RMW, 0);
  return (hyd_bn_now() - start) / count;
}

#define ALONE static __attribute__((noinline, aligned(64)))
ALONE double w_raw(const struct target *t, int n) { return window(RAW, t, n); }
ALONE double w_fadd(const struct target *t, int n) { return window(FADD, t, n); }
ALONE double w_fadd_nbi(const struct target *t, int n) { return window(FADD_NBI, t, n); }
ALONE double w_add(const struct target *t, int n) { return window(ADD, t, n); }
ALONE double w_unknown(const struct target *t, int n) { return window(FADD_UNKNOWN, t, n); }
static double (*const windows[FORMS])(const struct target *, int) = {w_raw, w_fadd, w_fadd_nbi,
                                                                     w_add, w_unknown};

/* ---- both ranks at once -------------------------------------------------- */

struct meeting { /* at rank 1, each word in a line of its own */
  struct {
    _Alignas(HYD_BN_LINE_GAP) _Atomic uint32_t arrived, done;
  } of[2];
};

static bool before(_Atomic uint32_t *word, uint32_t phase) {
  return (int32_t)(atomic_load_explicit(word, memory_order_acquire) - phase) < 0;
}

/* Both begin together, and the first to end goes on until the other has its figure, too. */
static double together(struct hyd_bw *w, struct meeting *m, enum form f, const struct target *t) {
  static uint32_t phase;
  int me = w->rank, other = 1 - w->rank;
  uint32_t now = ++phase;
  atomic_store_explicit(&m->of[me].arrived, now, memory_order_release);
  for (int i = 1; before(&m->of[other].arrived, now); i++)
    if (i % 4096 == 0) sched_yield();
  double ns = windows[f](t, LOOPS);
  atomic_store_explicit(&m->of[me].done, now, memory_order_release);
  while (before(&m->of[other].done, now)) windows[f](t, 32);
  return ns;
}

static double one_window(struct hyd_bw *w, struct meeting *m, enum form f, const struct target *t) {
  return m ? together(w, m, f, t) : windows[f](t, LOOPS);
}

/* m NULL: this rank alone. */
static void all_forms(struct hyd_bw *w, struct meeting *m, const struct target *t) {
  static struct hyd_bw_series s[FORMS];
  memset(s, 0, sizeof s);
  for (int round = -5; round < w->amount; round++) {
    for (int f = RAW + 1; f < FORMS; f++) {
      double first = one_window(w, m, RAW, t);
      double time = one_window(w, m, (enum form)f, t);
      double after = one_window(w, m, RAW, t);
      if (round < 0) continue;
      hyd_bw_add(&s[f], time, time / ((first + after) / 2));
      hyd_bn_add(&s[RAW].value, first);
    }
  }
  if (w->rank) return;
  for (int f = 0; f < FORMS; f++)
    hyd_bw_report(w, form_name[m != NULL][f], 8, "ns", &s[f].value, "instr",
                  s[f].ratio.n ? &s[f].ratio : NULL);
}

void hyd_bw_ad(struct hyd_bw *w, int argc, char **argv) {
  hyd_bw_init(w, argc, argv);
  hyd_bw_attach(w, HYD_BW_HEAD + 4096 + sizeof(struct meeting));
  hyd_bw_pin(w);
  memset(w->mine, 0, w->bytes);
  struct target t = {.rank = 1};
  gex_AD_Create(&t.ad, w->tm, GEX_DT_U64, GEX_OP_ADD | GEX_OP_FADD, 0);
  t.owner = (uint64_t *)(void *)(hyd_bw_owner(w, 1) + HYD_BW_HEAD);
  t.local = (uint64_t *)(void *)(hyd_bw_local(w, 1) + HYD_BW_HEAD);
  hyd_bw_sync();
  if (w->rank == 0) all_forms(w, NULL, &t);
  hyd_bw_sync();
  all_forms(w, (struct meeting *)(void *)((unsigned char *)t.local + 4096), &t);
  hyd_bw_sync();
  gex_AD_Destroy(t.ad);
}
