/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_netvm_slow.c: puts of rank 2 to rank 0 while rank 1's put waits for a page of rank 0 whose
 * page-in takes 100 ms (F6). The slow file is simulated: this program's preadv2 replaces libc's,
 * and delays one page.
 */
#include <errno.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "work_netvm.h"

enum { PAGE = 4096, SLOW_US = 100000, WINDOW_MS = 60 };

static _Atomic int slow;

/* Delays the first page after the library's own page. */
ssize_t preadv2(int fd, const struct iovec *to, int n, off_t at, int flags) {
  if (at == PAGE && atomic_load_explicit(&slow, memory_order_relaxed)) {
    if (flags & RWF_NOWAIT) return errno = EAGAIN, -1;
    usleep(SLOW_US);
  }
  return syscall(SYS_preadv2, fd, to, n, (long)at, (long)0, flags);
}

/* Measures puts by rank 2 in ns; `held`: while a put of rank 1 waits. */
static double time_puts(struct nvb *b, int held) {
  uint64_t word = 1;
  gex_Event_t event = GEX_EVENT_INVALID;
  double start, puts = 0, ns = 0;
  if (b->w->rank == 0) nvb_evict(b);
  atomic_store_explicit(&slow, held, memory_order_relaxed);
  hyd_bw_sync();
  if (b->w->rank == 1 && held)
    event = gex_RMA_PutNB(b->w->tm, 0, b->theirs, &word, sizeof word, GEX_EVENT_NOW, 0);
  hyd_bw_sync();
  start = hyd_bn_now();
  while (b->w->rank == 2 && ns < WINDOW_MS * 1e6) {
    for (int i = 0; i < 100; i++)
      gex_RMA_PutBlocking(b->w->tm, 0, b->theirs + NVB_ABSENT + NVB_RESIDENT, &word, sizeof word,
                          0);
    puts += 100;
    ns = hyd_bn_now() - start;
  }
  if (b->w->rank == 1) {
    usleep(WINDOW_MS * 1000);
    hyd_bw_need(!held || gex_Event_Test(event) != GASNET_OK, "holding a page back");
    gex_Event_Wait(event);
  }
  hyd_bw_sync();
  return puts > 0 ? ns / puts : 0;
}

void hyd_bw_netvm_slow(struct hyd_bw *w, int argc, char **argv) {
  struct hyd_nv_settings s = {.arena = NVB_ARENA, .paged.bytes_resident = NVB_RESIDENT};
  struct hyd_bn_set ns = {0}, ratio = {0}, quick = {0};
  struct nvb b = {.w = w, .resident = NVB_RESIDENT};
  hyd_bw_init(w, argc, argv);
  hyd_bw_need(hyd_nv_register(w->client, w->ep, w->tm, &s) == GASNET_OK, "hyd_nv_register");
  b.arena = hyd_nv_arena(NULL);
  memset(b.arena, 1, NVB_ARENA);
  b.theirs = hyd_bw_owner(w, 0) + PAGE;
  for (int round = -1; round < w->amount; round++) {
    double before = time_puts(&b, 0), held = time_puts(&b, 1), after = time_puts(&b, 0);
    if (round < 0 || w->rank != 2) continue;
    hyd_bn_add(&ns, held);
    hyd_bn_add(&quick, (before + after) / 2);
    hyd_bn_add(&ratio, held / ((before + after) / 2));
  }
  if (w->rank == 2)
    hyd_bw_report_against(w, "put, another's page-in takes 100 ms", 8, "ns", &ns, "no page-in",
                          &ratio, &quick);
}
