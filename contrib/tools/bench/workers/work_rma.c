/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_rma.c: put and get. Rank 0 works on rank 1's segment while rank 1 waits in a barrier.
 *
 * 8 bytes of constant size: every form of the call runs in the same loop as an inline 8-byte memcpy
 * to or from the peer's mapping: the same addresses in the same order, the same private buffer, and
 * after each copy the compiler barrier that a completed operation implies. Each window of calls
 * lies between two windows of copies. Larger sizes are variable and compared with memcpy likewise.
 */
#include "worker.h"

#define SPAN 2048                  /* bytes of the peer that the 8-byte loops walk over */
#define LOOPS 4096                 /* operations in a window of these loops */
#define LARGEST ((size_t)16 << 20) /* largest transfer */

struct target {
  gex_TM_t tm;
  gex_Rank_t rank;
  unsigned char *owner, *local; /* the same byte, in its owner and here */
  uint64_t *buffer;             /* eight words of private memory */
};

enum form {
  COPY_IN,
  PUT,
  PUT_NB,
  PUT_NBI,
  PUT_VAL,
  COPY_OUT,
  GET,
  GET_NB,
  GET_NBI,
  GET_VAL,
  FORMS
};
static const char *const form_name[FORMS] = {
    "copy to the mapping",   "put, blocking", "put, nb + wait", "put, nbi", "put, value",
    "copy from the mapping", "get, blocking", "get, nb + wait", "get, nbi", "get, value"};

#define ALWAYS_INLINE static inline __attribute__((always_inline))

ALWAYS_INLINE void put_once(enum form f, struct target *t, size_t off, uint64_t *mine) {
  if (f == COPY_IN) {
    memcpy(t->local + off, mine, 8);
    __asm__ volatile("" ::: "memory");
  } else if (f == PUT) {
    gex_RMA_PutBlocking(t->tm, t->rank, t->owner + off, mine, 8, 0);
  } else if (f == PUT_NB) {
    gex_Event_Wait(gex_RMA_PutNB(t->tm, t->rank, t->owner + off, mine, 8, GEX_EVENT_DEFER, 0));
  } else if (f == PUT_NBI) {
    gex_RMA_PutNBI(t->tm, t->rank, t->owner + off, mine, 8, GEX_EVENT_DEFER, 0);
  } else {
    gex_RMA_PutBlockingVal(t->tm, t->rank, t->owner + off, *mine, 8, 0);
  }
}

ALWAYS_INLINE void get_once(enum form f, struct target *t, size_t off, uint64_t *mine) {
  if (f == COPY_OUT) {
    memcpy(mine, t->local + off, 8);
    __asm__ volatile("" ::: "memory");
  } else if (f == GET) {
    gex_RMA_GetBlocking(t->tm, mine, t->rank, t->owner + off, 8, 0);
  } else if (f == GET_NB) {
    gex_Event_Wait(gex_RMA_GetNB(t->tm, mine, t->rank, t->owner + off, 8, 0));
  } else if (f == GET_NBI) {
    gex_RMA_GetNBI(t->tm, mine, t->rank, t->owner + off, 8, 0);
  } else {
    *mine = gex_RMA_GetBlockingVal(t->tm, t->rank, t->owner + off, 8, 0);
  }
}

/* One window of the form; ns per operation. An nbi window ends with one gex_NBI_Wait. The target is
 * copied so that the compiler may keep it in registers, in every form alike. */
ALWAYS_INLINE double window(enum form f, struct target *where, int count) {
  struct target t = *where;
  uint64_t *buffer = where->buffer;
  double start = hyd_bn_now();
  for (int i = 0; i < count; i++) {
    size_t off = (size_t)i * 8 & (SPAN - 1);
    if (f < COPY_OUT)
      put_once(f, &t, off, &buffer[i & 7]);
    else
      get_once(f, &t, off, &buffer[i & 7]);
  }
  if (f == PUT_NBI) gex_NBI_Wait(GEX_EC_PUT, 0);
  if (f == GET_NBI) gex_NBI_Wait(GEX_EC_GET, 0);
  return (hyd_bn_now() - start) / count;
}

#define ALONE static __attribute__((noinline, aligned(64)))
ALONE double w_copy_in(struct target *t, int n) { return window(COPY_IN, t, n); }
ALONE double w_put(struct target *t, int n) { return window(PUT, t, n); }
ALONE double w_put_nb(struct target *t, int n) { return window(PUT_NB, t, n); }
ALONE double w_put_nbi(struct target *t, int n) { return window(PUT_NBI, t, n); }
ALONE double w_put_val(struct target *t, int n) { return window(PUT_VAL, t, n); }
ALONE double w_copy_out(struct target *t, int n) { return window(COPY_OUT, t, n); }
ALONE double w_get(struct target *t, int n) { return window(GET, t, n); }
ALONE double w_get_nb(struct target *t, int n) { return window(GET_NB, t, n); }
ALONE double w_get_nbi(struct target *t, int n) { return window(GET_NBI, t, n); }
ALONE double w_get_val(struct target *t, int n) { return window(GET_VAL, t, n); }

static double (*const windows[FORMS])(struct target *,
                                      int) = {w_copy_in,  w_put, w_put_nb, w_put_nbi, w_put_val,
                                              w_copy_out, w_get, w_get_nb, w_get_nbi, w_get_val};

static void small(struct hyd_bw *w, struct target *t) {
  static struct hyd_bw_series s[FORMS];
  for (int round = -5; round < w->amount; round++) {
    for (int f = 0; f < FORMS; f++) {
      int copy = f < COPY_OUT ? COPY_IN : COPY_OUT;
      if (f == copy) continue;
      double before = windows[copy](t, LOOPS);
      double time = windows[f](t, LOOPS);
      double after = windows[copy](t, LOOPS);
      if (round < 0) continue;
      hyd_bw_add(&s[f], time, time / ((before + after) / 2));
      hyd_bn_add(&s[copy].value, before);
    }
  }
  for (int f = 0; f < FORMS; f++)
    hyd_bw_report(w, form_name[f], 8, "ns", &s[f].value, "copy", s[f].ratio.n ? &s[f].ratio : NULL);
}

/* ---- by size ------------------------------------------------------------- */

enum { BY_COPY_IN, BY_PUT, BY_COPY_OUT, BY_GET };

static double time_transfer(struct target *t, unsigned char *mine, int how, size_t n, int count) {
  double start = hyd_bn_now();
  for (int i = 0; i < count; i++) {
    if (how == BY_PUT)
      gex_RMA_PutBlocking(t->tm, t->rank, t->owner, mine, n, 0);
    else if (how == BY_GET)
      gex_RMA_GetBlocking(t->tm, mine, t->rank, t->owner, n, 0);
    else if (how == BY_COPY_IN)
      memcpy(t->local, mine, n);
    else
      memcpy(mine, t->local, n);
    __asm__ volatile("" ::: "memory");
  }
  return (hyd_bn_now() - start) / count;
}

/* Latency up to 64 KB and bandwidth from 512 B on, each against memcpy. */
static void by_size(struct hyd_bw *w, struct target *t, size_t n, int rounds) {
  struct hyd_bw_series latency[2] = {0}, bandwidth[2] = {0};
  unsigned char *mine = w->mine + HYD_BW_HEAD;
  int count = (int)(((size_t)1 << 18) / n) + 1;
  if (count > 500) count = 500;
  for (int round = -1; round < rounds; round++) {
    for (int get = 0; get < 2; get++) {
      int copy = get ? BY_COPY_OUT : BY_COPY_IN;
      double before = time_transfer(t, mine, copy, n, count);
      double ns = time_transfer(t, mine, copy + 1, n, count);
      double after = time_transfer(t, mine, copy, n, count), copied = (before + after) / 2;
      if (round < 0) continue;
      hyd_bw_add(&latency[get], ns, ns / copied);
      hyd_bw_add(&bandwidth[get], (double)n / ns * 1e3, copied / ns);
    }
  }
  for (int get = 0; get < 2; get++) {
    if (n <= 65536)
      hyd_bw_report(w, get ? "get latency" : "put latency", (long)n, "ns", &latency[get].value,
                    "copy", &latency[get].ratio);
    if (n >= 512)
      hyd_bw_report(w, get ? "get bandwidth" : "put bandwidth", (long)n, "MB/s",
                    &bandwidth[get].value, "memcpy", &bandwidth[get].ratio);
    hyd_bw_clear(&latency[get]);
    hyd_bw_clear(&bandwidth[get]);
  }
}

void hyd_bw_rma(struct hyd_bw *w, int argc, char **argv) {
  /* The private words lie where no address of the span has the same place in its page: the core
   * takes such a load to depend on the store, in one run and not in the next. */
  static unsigned char page[4096] __attribute__((aligned(4096)));
  static const size_t sizes[] = {8, 64, 512, 4096, 65536, 1 << 20, 4 << 20, LARGEST};
  hyd_bw_init(w, argc, argv);
  hyd_bw_attach(w, HYD_BW_HEAD + LARGEST);
  hyd_bw_pin(w);
  memset(w->mine, w->rank, w->bytes);
  hyd_bw_sync();
  if (w->rank) return; /* to the last barrier */
  struct target t = {.tm = w->tm,
                     .rank = 1,
                     .owner = hyd_bw_owner(w, 1) + HYD_BW_HEAD,
                     .local = hyd_bw_local(w, 1) + HYD_BW_HEAD,
                     .buffer = (uint64_t *)(void *)(page + SPAN + 1024)};
  small(w, &t);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    by_size(w, &t, sizes[i], sizes[i] < 1 << 20 ? w->amount : w->amount / 5 + 10);
}
