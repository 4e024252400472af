/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace.c: records a rank's events (trace.h), for a program with one thread per rank. Events are
 * kept in memory, since signal handlers record some, and written at hyd_dsm_exit. The time in which
 * the kernel raises a fault's signal and returns from it is not computing time: it is measured at
 * the start and subtracted. All pages, also those of neighbours, are fetched by the engine's
 * operations, one at a time.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "contrib/layers/dsm/dsm.h"
#include "hyd_fault.h"

#define EVENTS_MOST ((size_t)1 << 26)

static uint64_t computed_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void hyd_dsm_trace(struct hyd_dsm *d, enum hyd_dsm_event_kind kind, uint32_t a, uint32_t b,
                   uint32_t c) {
  if (d->trace.event == NULL || d->trace.n == EVENTS_MOST) return;
  d->trace.event[d->trace.n++] = (struct hyd_dsm_event){kind, a, b, c};
}

static void enter_library(struct hyd_dsm *d, uint64_t besides) {
  uint64_t ns;
  if (d->trace.event == NULL) return;
  ns = computed_ns() - d->trace.left_ns;
  ns = ns > besides ? ns - besides : 0;
  hyd_dsm_trace(d, HYD_DSM_E_COMPUTE, 0, (uint32_t)ns, (uint32_t)(ns >> 32));
}

void hyd_dsm_trace_enter(struct hyd_dsm *d) { enter_library(d, 0); }
void hyd_dsm_trace_enter_fault(struct hyd_dsm *d) { enter_library(d, d->trace.fault_ns); }

void hyd_dsm_trace_leave(struct hyd_dsm *d) {
  if (d->trace.event) d->trace.left_ns = computed_ns();
}

/* --- the engine's operations ----------------------------------------------- */

static uint32_t trace_find_home(void *ctx, uint32_t page) {
  struct hyd_dsm *d = ctx;
  uint32_t home = d->trace.inner->find_home(ctx, page);
  hyd_dsm_trace(d, HYD_DSM_E_HOME, page, home, 0);
  return home;
}

static void trace_page(void *ctx, uint32_t home, uint32_t page, uint32_t n) {
  struct hyd_dsm *d = ctx;
  d->trace.inner->page(ctx, home, page, n);
  hyd_dsm_trace(d, HYD_DSM_E_FETCH, page, home, 0);
}

static enum hyd_hlrc_answer trace_ask(void *ctx, uint32_t *home, uint32_t page, int known,
                                      const struct hyd_hlrc_need *need, uint32_t n) {
  struct hyd_dsm *d = ctx;
  enum hyd_hlrc_answer answer = d->trace.inner->ask(ctx, home, page, known, need, n);
  if (!known) hyd_dsm_trace(d, HYD_DSM_E_HOME, page, *home, 0);
  if (answer == HYD_HLRC_GOT) hyd_dsm_trace(d, HYD_DSM_E_FETCH, page, *home, 0);
  return answer;
}

static void trace_diff(void *ctx, uint32_t home, uint32_t page, const struct hyd_dsm_run *runs,
                       uint32_t n, uint32_t version) {
  struct hyd_dsm *d = ctx;
  uint32_t bytes = 0;
  for (uint32_t i = 0; i < n; i++) bytes += runs[i].bytes;
  hyd_dsm_trace(d, HYD_DSM_E_DIFF, page, home, bytes);
  d->trace.inner->diff(ctx, home, page, runs, n, version);
}

static void trace_notices(void *ctx, struct hyd_hlrc_news *news, uint32_t n) {
  struct hyd_dsm *d = ctx;
  for (uint32_t i = 0; i < n; i++) hyd_dsm_trace(d, HYD_DSM_E_NOTICES, news[i].rank, news[i].n, 0);
  d->trace.inner->notices(ctx, news, n);
}

/* --- the time of a fault --------------------------------------------------- */

#define EMPTY_FAULTS 64u

static int open_page(void *arg, void *addr, siginfo_t *info, void *context) {
  uint64_t *inside = arg;
  uint64_t began = computed_ns();
  char *page = (char *)((uintptr_t)addr & ~(uintptr_t)(GASNET_PAGESIZE - 1));
  (void)info;
  (void)context;
  if (mprotect(page, GASNET_PAGESIZE, PROT_READ | PROT_WRITE)) return 0;
  *inside += computed_ns() - began;
  return 1;
}

/* Measures the mean time of faults whose handlers do next to nothing. */
static uint64_t fault_ns(void) {
  size_t bytes = EMPTY_FAULTS * GASNET_PAGESIZE;
  volatile char *p = hyd_dsm_memory(bytes);
  uint64_t began, ns, inside = 0;
  for (size_t i = 0; i < bytes; i += GASNET_PAGESIZE) p[i] = 1;
  if (mprotect((char *)p, bytes, PROT_NONE) ||
      hyd_fault_claim((char *)p, bytes, open_page, &inside))
    return 0;
  began = computed_ns();
  for (size_t i = 0; i < bytes; i += GASNET_PAGESIZE) p[i] = 1;
  ns = (computed_ns() - began - inside) / EMPTY_FAULTS;
  hyd_fault_release((char *)p);
  munmap((char *)p, bytes);
  return ns;
}

/* --- the file -------------------------------------------------------------- */

void hyd_dsm_trace_open(struct hyd_dsm *d) {
  char path[4096];
  if (d->options.trace == NULL) return;
  snprintf(path, sizeof path, "%s/%u", d->options.trace, d->rank);
  d->trace.fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (d->trace.fd < 0)
    hyd_dsm_fatal("HYD_DSM_TRACE: %s: %s; expected a directory", path, strerror(errno));
  d->trace.fault_ns = fault_ns();
  d->trace.event = hyd_dsm_memory(EVENTS_MOST * sizeof *d->trace.event);
  d->trace.inner = d->engine.ops;
  d->trace.ops = *d->engine.ops;
  d->trace.ops.find_home = trace_find_home;
  d->trace.ops.page = trace_page;
  d->trace.ops.ask = trace_ask;
  d->trace.ops.diff = trace_diff;
  d->trace.ops.notices = trace_notices;
  d->engine.ops = &d->trace.ops;
}

static int write_all(int fd, const void *from, size_t bytes) {
  while (bytes) {
    ssize_t n = write(fd, from, bytes);
    if (n < 0) return errno;
    from = (const char *)from + n;
    bytes -= (size_t)n;
  }
  return 0;
}

void hyd_dsm_trace_close(struct hyd_dsm *d) {
  struct hyd_dsm_trace_head head = {HYD_DSM_TRACE_MAGIC, d->trace.n, d->rank, d->ranks, d->pages,
                                    d->options.block};
  int rc;
  if (d->trace.event == NULL) return;
  rc = write_all(d->trace.fd, &head, sizeof head);
  if (rc == 0) rc = write_all(d->trace.fd, d->trace.event, d->trace.n * sizeof *d->trace.event);
  if (rc || close(d->trace.fd)) hyd_dsm_fatal("HYD_DSM_TRACE: %s", strerror(rc ? rc : errno));
  if (d->trace.n == EVENTS_MOST)
    hyd_dsm_fatal("HYD_DSM_TRACE: expected at most %zu events", EVENTS_MOST);
}
