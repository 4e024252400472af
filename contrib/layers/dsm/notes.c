/* SPDX-License-Identifier: BSD-3-Clause
 *
 * notes.c: reports what this rank waits for, in a line beside its backtrace in a dump (hyd_note.h).
 */
#include <stdio.h>

#include "contrib/layers/dsm/dsm.h"
#include "hyd_note.h"

enum { PROGRAM, FAULT };

void hyd_dsm_note_wait(struct hyd_dsm *d, enum hyd_dsm_waits what, uint32_t a, uint32_t b) {
  int i = what == HYD_DSM_W_PAGE || what == HYD_DSM_W_DIFFS ? FAULT : PROGRAM;
  /* Relaxed: a dump may read a half-updated record, which is only a hint. */
  atomic_store_explicit(&d->waits[i].a, a, memory_order_relaxed);
  atomic_store_explicit(&d->waits[i].b, b, memory_order_relaxed);
  atomic_store_explicit(&d->waits[i].what, what, memory_order_relaxed);
}

void hyd_dsm_note_page_got(struct hyd_dsm *d) {
  atomic_store_explicit(&d->waits[FAULT].what, HYD_DSM_W_NOTHING, memory_order_relaxed);
}

static int describe_wait(struct hyd_dsm *d, int i, char *text, size_t n) {
  uint32_t a = atomic_load_explicit(&d->waits[i].a, memory_order_relaxed);
  uint32_t b = atomic_load_explicit(&d->waits[i].b, memory_order_relaxed);
  switch ((enum hyd_dsm_waits)atomic_load_explicit(&d->waits[i].what, memory_order_relaxed)) {
  case HYD_DSM_W_LOCK: return snprintf(text, n, "lock %u, after rank %u", a, b);
  case HYD_DSM_W_OBJECT: return snprintf(text, n, "object %u", a);
  case HYD_DSM_W_BARRIER:
    return a ? snprintf(text, n, "the barrier of object %u", a) : snprintf(text, n, "a barrier");
  case HYD_DSM_W_PAGE:
    return snprintf(text, n, "page %u (byte %llu of the region) of rank %u", a,
                    (unsigned long long)a * d->options.block, b);
  case HYD_DSM_W_DIFFS: return snprintf(text, n, "diffs to be stored at rank %u", b);
  default: return 0;
  }
}

/* Runs in a signal handler: snprintf of integers and strings neither locks nor allocates in glibc
 * and musl. */
static size_t write_note(void *arg, char *text, size_t n) {
  struct hyd_dsm *d = arg;
  char one[2][100];
  int program = describe_wait(d, PROGRAM, one[0], sizeof one[0]);
  int fault = describe_wait(d, FAULT, one[1], sizeof one[1]), all;
  if (program == 0 && fault == 0) return 0;
  all = snprintf(text, n, "hyd_dsm: waits for %s%s%s", program ? one[0] : "",
                 program && fault ? ", and for " : "", fault ? one[1] : "");
  return all < (int)n ? (size_t)all : n - 1;
}

void hyd_dsm_notes_open(struct hyd_dsm *d) { hyd_note_set(write_note, d); }
