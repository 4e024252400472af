/* SPDX-License-Identifier: BSD-3-Clause
 *
 * worker.c: the ranks' side of gasnet-bench: joining, the segment's layout, reporting.
 *
 * Layout of each segment: page 0 holds the words of hyd_bw_again, from 4096 on lies a struct
 * hyd_bn_pair (rank 1's is the one that L and C use), payload follows from HYD_BW_HEAD.
 */
#include "worker.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/tools/bench/base/cores.h"

_Static_assert(4096 + sizeof(struct hyd_bn_pair) <= HYD_BW_HEAD, "segment head too small");

int hyd_bn_worker_main(const struct hyd_bn_worker *workers, int argc, char **argv) {
  struct hyd_bw w = {.amount = argc > 3 ? atoi(argv[3]) : 0};
  for (const struct hyd_bn_worker *k = workers; argc > 2 && k->name; k++) {
    if (strcmp(k->name, argv[2])) continue;
    if (k->alone) return k->alone(&w);
    k->run(&w, argc, argv);
    hyd_bw_sync();
    gasnet_exit(0);
  }
  fprintf(stderr, "gasnet-bench: no such worker\n");
  return 2;
}

void hyd_bw_need(bool ok, const char *what) {
  if (ok) return;
  fprintf(stderr, "gasnet-bench: %s failed\n", what);
  gasnet_exit(3);
}

void hyd_bw_init(struct hyd_bw *w, int argc, char **argv) {
  int rc = gex_Client_Init(&w->client, &w->ep, &w->tm, "gasnet-bench", &argc, &argv,
                           GEX_FLAG_USES_GASNET1);
  if (rc != GASNET_OK) {
    fprintf(stderr, "gasnet-bench: gex_Client_Init: %s\n", gasnet_ErrorDesc(rc));
    exit(3);
  }
  alarm(HYD_BN_LIMIT_S);
  w->rank = (int)gex_TM_QueryRank(w->tm);
  w->size = (int)gex_TM_QuerySize(w->tm);
}

void hyd_bw_register(struct hyd_bw *w, gex_AM_Entry_t *handlers, size_t n) {
  hyd_bw_need(gex_EP_RegisterHandlers(w->ep, handlers, n) == GASNET_OK, "gex_EP_RegisterHandlers");
}

void hyd_bw_attach(struct hyd_bw *w, uintptr_t least) {
  uintptr_t most = gasnet_getMaxGlobalSegmentSize();
  w->bytes = least ? (least + GASNET_PAGESIZE - 1) / GASNET_PAGESIZE * GASNET_PAGESIZE : most;
  hyd_bw_need(w->bytes <= most, "a segment of the size needed (see GASNET_MAX_SEGSIZE)");
  hyd_bw_need(gex_Segment_Attach(&w->segment, w->tm, w->bytes) == GASNET_OK, "gex_Segment_Attach");
  w->mine = gex_Segment_QueryAddr(w->segment);
}

static void where(const struct hyd_bw *w, int rank, void **owner_p, void **local_p) {
  uintptr_t size;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(w->tm, (gex_Rank_t)rank, owner_p, local_p, &size, 0));
}

unsigned char *hyd_bw_owner(const struct hyd_bw *w, int rank) {
  void *owner, *local;
  where(w, rank, &owner, &local);
  return owner;
}

unsigned char *hyd_bw_local(const struct hyd_bw *w, int rank) {
  void *owner, *local;
  where(w, rank, &owner, &local);
  hyd_bw_need(local != NULL, "mapping of a peer's segment (needed to compare with memcpy)");
  return local;
}

void hyd_bw_sync(void) {
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  hyd_bw_need(gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS) == GASNET_OK,
              "gasnet_barrier_wait");
}

bool hyd_bw_begin_window(const struct hyd_bw *w, const volatile uint32_t *ends) {
  uint32_t before = *ends;
  hyd_bw_sync();
  if (w->rank != 1) return true;
  GASNET_BLOCKUNTIL(*ends != before);
  return false;
}

void hyd_bw_pin(const struct hyd_bw *w) {
  cpu_set_t set;
  int seen = 0;
  if (sched_getaffinity(0, sizeof set, &set)) return;
  int cpu[2];
  if (w->size == 2 && hyd_bn_chosen_cores(cpu)) {
    if (cpu[0] != cpu[1]) hyd_bn_pin(cpu[w->rank]);
    return;
  }
  if (CPU_COUNT(&set) < w->size) return;
  for (int c = 0; c < CPU_SETSIZE; c++) {
    if (!CPU_ISSET(c, &set) || seen++ != w->rank) continue;
    hyd_bn_pin(c);
    return;
  }
}

/* At most about 4000 samples, evenly taken; by an odd step, lest fast and slow ones that alternate
 * be told apart. */
static void print_set(FILE *out, const char *key, const struct hyd_bn_set *s) {
  size_t step = s->n / 4000 | 1;
  fprintf(out, ",\"%s\":[", key);
  for (size_t i = 0; i < s->n; i += step) fprintf(out, "%s%.6g", i ? "," : "", s->v[i]);
  fputc(']', out);
}

void hyd_bw_report(const struct hyd_bw *w, const char *name, long bytes, const char *unit,
                   const struct hyd_bn_set *value, const char *ref,
                   const struct hyd_bn_set *ratio) {
  hyd_bw_report_against(w, name, bytes, unit, value, ref, ratio, NULL);
}

void hyd_bw_report_one(const struct hyd_bw *w, const char *name, const char *unit, double value) {
  struct hyd_bn_set s = {0};
  hyd_bn_add(&s, value);
  hyd_bw_report(w, name, -1, unit, &s, NULL, NULL);
  hyd_bn_clear(&s);
}

void hyd_bw_report_against(const struct hyd_bw *w, const char *name, long bytes, const char *unit,
                           const struct hyd_bn_set *value, const char *ref,
                           const struct hyd_bn_set *ratio, const struct hyd_bn_set *against) {
  const char *number = getenv("HYDRANT_BENCH_FD");
  int fd = number ? atoi(number) : STDOUT_FILENO;
  char *text = NULL;
  size_t length = 0, done = 0;
  FILE *out = open_memstream(&text, &length);
  if (!out) return;
  fprintf(out, "{\"name\":\"%s\",\"bytes\":%ld,\"ranks\":%d,\"unit\":\"%s\"", name, bytes, w->size,
          unit);
  print_set(out, "v", value);
  if (ratio) {
    fprintf(out, ",\"ref\":\"%s\"", ref);
    print_set(out, "r", ratio);
  }
  if (against) print_set(out, "a", against);
  fprintf(out, "}\n");
  fclose(out);
  while (done < length) { /* a memfd in append mode: one write takes all */
    ssize_t n = write(fd, text + done, length - done);
    hyd_bw_need(n > 0, "writing results");
    done += (size_t)n;
  }
  free(text);
}

void hyd_bw_add(struct hyd_bw_series *s, double value, double ratio) {
  hyd_bn_add(&s->value, value);
  hyd_bn_add(&s->ratio, ratio);
}

void hyd_bw_clear(struct hyd_bw_series *s) {
  hyd_bn_clear(&s->value);
  hyd_bn_clear(&s->ratio);
}

bool hyd_bw_again(const struct hyd_bw *w, double end) {
  static unsigned epoch;
  uint64_t *words = (uint64_t *)w->mine; /* two, used in turn: written by rank 0's put */
  unsigned slot = ++epoch & 1;
  if (w->rank == 0) {
    gex_RMA_Value_t go = 2 * (uint64_t)epoch + (hyd_bn_now() < end);
    for (int r = 0; r < w->size; r++)
      gex_RMA_PutBlockingVal(w->tm, (gex_Rank_t)r, hyd_bw_owner(w, r) + 8 * slot, go, 8, 0);
  }
  hyd_bw_sync();
  uint64_t go = __atomic_load_n(&words[slot], __ATOMIC_ACQUIRE);
  hyd_bw_need(go / 2 == epoch, "the barrier (a put before it was not seen after it)");
  return go & 1;
}

struct hyd_bn_pair *hyd_bw_pair(const struct hyd_bw *w) {
  static struct hyd_bn_pair *pair;
  if (!pair) pair = (struct hyd_bn_pair *)((w->rank == 1 ? w->mine : hyd_bw_local(w, 1)) + 4096);
  return pair;
}

double hyd_bw_line(const struct hyd_bw *w) {
  double t = 0;
  hyd_bw_sync();
  if (w->rank < 2) t = hyd_bn_line_window(hyd_bw_pair(w), w->rank, 200);
  hyd_bw_sync();
  return t;
}
