/* SPDX-License-Identifier: BSD-3-Clause
 *
 * features_memory.c: F1, F2, F4, F5, F8, F10, F11, F14: transfers.
 */
#include "features.h"

static unsigned long locked_kb(void) {
  char line[200];
  unsigned long kb = 0, pinned = 0;
  FILE *f = fopen("/proc/self/status", "r");
  while (f && fgets(line, sizeof line, f)) {
    sscanf(line, "VmLck: %lu", &kb);
    sscanf(line, "VmPin: %lu", &pinned);
  }
  if (f) fclose(f);
  return kb + pinned;
}

/* A page of the next rank's arena that this rank alone writes. */
static uint64_t mine_at(unsigned i) {
  unsigned each = PAGES / ft_ranks;
  return ((uint64_t)ft_me * each + i % each) * PAGE;
}

void f01_no_memory_is_locked(void) {
  char out[300], in[300];
  for (unsigned i = 0; i < ft_rounds; i++) {
    uint64_t at = mine_at(i) + i % 3700;
    ft_fill(out, sizeof out, i);
    OK(hyd_nv_write(ft_seg[ft_next()], at, out, sizeof out));
    OK(hyd_nv_flushRemote());
    OK(hyd_nv_readF(ft_seg[ft_next()], at, in, sizeof in));
    CHECK(memcmp(in, out, sizeof in) == 0);
    CHECK(locked_kb() == 0);
  }
}

static struct hyd_paged_counts counts(void) {
  struct hyd_paged_counts c = {0};
  CHECK(hyd_paged_query(hyd_nv_arena_segment(), &c) == GASNET_OK);
  CHECK(c.strangers == 0 && c.resident <= RESIDENT);
  return c;
}

static uint64_t bounces(void) {
  struct hyd_paged_traffic t;
  hyd_paged_query_traffic(&t);
  return t.bounces;
}

/* A touched page serves system calls, also where faults of user mode only are served. */
static void check_touched(unsigned pages) {
  int fd[2];
  char in[64];
  CHECK(hyd_paged_touch(hyd_nv_arena_segment(), ft_arena, (size_t)pages * PAGE) == GASNET_OK);
  CHECK(pipe(fd) == 0);
  for (unsigned i = 0; i < pages; i++) {
    CHECK(write(fd[1], ft_arena + (size_t)i * PAGE, sizeof in) == sizeof in);
    CHECK(read(fd[0], in, sizeof in) == sizeof in);
  }
  close(fd[0]), close(fd[1]);
}

/* Pages that are there need neither pager nor buffer. */
void f02_hits(void) {
  struct hyd_paged_counts before, after;
  unsigned pages = RESIDENT / 2;
  uint64_t waited;
  char out[100];
  check_touched(pages);
  ft_barrier();
  before = counts();
  waited = bounces();
  ft_barrier();
  for (unsigned i = 0; i < ft_rounds; i++) {
    uint64_t at = (uint64_t)(i % pages) * PAGE + 100 * ft_me;
    ft_fill(out, sizeof out, i);
    OK(hyd_nv_writeF(ft_seg[ft_next()], at, out, sizeof out));
    OK(hyd_nv_readF(ft_seg[ft_next()], at, out, sizeof out));
    CHECK(ft_filled(out, sizeof out, i));
  }
  ft_barrier();
  after = counts();
  CHECK(after.page_ins == before.page_ins && after.evictions == before.evictions);
  CHECK(bounces() == waited);
}

/* What others wrote is in the file when its page goes, and comes back. */
void f04_writes_are_dirty(void) {
  struct hyd_paged_counts before = counts(), after;
  unsigned pages = RESIDENT / 2;
  char out[PAGE];
  for (unsigned round = 0; round < 2; round++) {
    for (unsigned i = 0; i < pages; i++) {
      ft_fill(out, PAGE, i + round + ft_me);
      OK(hyd_nv_writeF(ft_seg[ft_next()], (uint64_t)i * PAGE, out, PAGE));
    }
    OK(hyd_nv_flushRemote());
    ft_barrier();
    ft_evict(0, PAGES / 2);
    for (unsigned i = 0; i < pages; i++)
      CHECK(ft_filled(ft_arena + (size_t)i * PAGE, PAGE,
                      i + round + (ft_me + ft_ranks - 1) % ft_ranks));
    ft_barrier();
  }
  after = counts();
  CHECK(after.write_backs - before.write_backs >= pages);
}

/* Each page is absent when it is written, and present when it is written again. */
void f05_puts_to_absent_pages(void) {
  struct hyd_paged_counts before, after;
  unsigned pages = RESIDENT / 8;
  char out[PAGE], in[PAGE];
  ft_evict(0, PAGES / 2);
  before = counts();
  ft_barrier();
  for (unsigned i = 0; i < pages; i++) {
    uint64_t at = ((uint64_t)ft_me * pages + i) * PAGE;
    if ((uint64_t)(ft_me + 1) * pages > PAGES / 2) break;
    for (int again = 0; again < 2; again++) {
      ft_fill(out, PAGE, i + (unsigned)again);
      OK(hyd_nv_writeF(ft_seg[ft_next()], at, out, PAGE));
      OK(hyd_nv_flushRemote()); /* else the first might come last */
    }
    OK(hyd_nv_readF(ft_seg[ft_next()], at, in, PAGE));
    CHECK(ft_filled(in, PAGE, i + 1));
  }
  ft_barrier();
  after = counts();
  CHECK(after.page_ins > before.page_ins);
  CHECK(after.page_ins - before.page_ins <= 2 * pages + 8); /* once each, but for read-ahead */
}

void f08_gets_with_absent_pages(void) {
  unsigned pages = PAGES / 4;
  static char in[PAGE];
  for (unsigned i = 0; i < pages; i++) ft_fill(ft_arena + (size_t)i * PAGE, PAGE, i + ft_me);
  for (int what = 1; what < 4; what++) {
    ft_barrier();
    if (what & 1) ft_evict(0, PAGES / 2); /* the source */
    if (what & 2) ft_evict(PAGES / 2, PAGES / 2);
    ft_barrier();
    for (unsigned i = 0; i < pages; i += 3) {
      char *to = what & 2 ? ft_arena + (size_t)(PAGES / 2 + i) * PAGE : in;
      OK(hyd_nv_read(ft_seg[ft_next()], (uint64_t)i * PAGE, to, PAGE));
      OK(hyd_nv_flushR());
      CHECK(ft_filled(to, PAGE, i + ft_next()));
    }
  }
}

/* --- F10 ------------------------------------------------------------------------------------- */

/* Names are the ranks' own; memory: the last page but one. */
static void revoked_before(void) {
  hyd_nv_seg_t mine, theirs;
  uint64_t at = (uint64_t)(PAGES - 2) * PAGE;
  uint32_t old;
  char byte = 1;
  int rc;
  OK(hyd_nv_unexport(ft_seg[ft_me])); /* it would overlap */
  memset(ft_arena + at, 0, PAGE);
  OK(hyd_nv_export(7, ft_arena + at, PAGE, &mine));
  ft_barrier();
  OK(hyd_nv_import(ft_next(), 7, &theirs));
  OK(hyd_nv_writeF(theirs, 10, &byte, 1));
  OK(hyd_nv_flushRemote());
  ft_barrier();
  OK(hyd_nv_unexport(mine));
  CHECK(ft_arena[at + 10] == 1);
  ft_barrier();
  byte = 2;
  gex_System_SetVerboseErrors(0);
  rc = hyd_nv_writeF(theirs, 10, &byte, 1);
  if (rc == GASNET_OK) rc = hyd_nv_flushRemote();
  CHECK(rc == HYD_PAGED_ERR_KEY);
  CHECK(strstr(hyd_nv_why(), "no such export") != NULL);
  CHECK(hyd_nv_readF(theirs, 10, &byte, 1) == HYD_PAGED_ERR_KEY);
  CHECK(hyd_nv_incr(theirs, 12, &old) == HYD_PAGED_ERR_KEY);
  CHECK(hyd_nv_import(ft_next(), 7, &mine) == GASNET_ERR_RESOURCE);
  gex_System_SetVerboseErrors(1);
  OK(hyd_nv_unimport(theirs));
  ft_barrier();
  CHECK(ft_arena[at + 10] == 1 && ft_arena[at + 12] == 0);
  OK(hyd_nv_export(1, ft_arena, (size_t)PAGES * PAGE, &ft_seg[ft_me]));
}

static void import_again(void) {
  ft_barrier();
  for (gex_Rank_t r = 0; r < ft_ranks; r++) {
    if (r == ft_me) continue;
    OK(hyd_nv_unimport(ft_seg[r]));
    OK(hyd_nv_import(r, 1, &ft_seg[r]));
  }
  ft_barrier();
}

/* Rank 0 revokes while the others write all over it; then nothing changes. */
static void revoked_meanwhile(void) {
  static char seen[PAGES / 4 * PAGE];
  hyd_nv_seg_t seg;
  uint32_t number = 1;
  int rc = GASNET_OK;
  if (ft_me == 0) OK(hyd_nv_unexport(ft_seg[0]));
  if (ft_me == 0) OK(hyd_nv_export(8, ft_arena, sizeof seen, &seg));
  ft_barrier();
  if (ft_me) OK(hyd_nv_import(0, 8, &seg));
  ft_barrier();
  gex_System_SetVerboseErrors(0);
  if (ft_me == 0) {
    for (unsigned i = 0; i < 2000; i++) hyd_nv_poll();
    OK(hyd_nv_unexport(seg));
    memcpy(seen, ft_arena, sizeof seen);
  }
  for (unsigned i = 0; ft_me && rc == GASNET_OK; i++) {
    number++;
    rc = hyd_nv_writeF(seg, ft_dice(sizeof seen / 4) * 4ull, &number, 4);
    if (rc == GASNET_OK && i % 64 == 0) rc = hyd_nv_flushRemote();
  }
  if (ft_me) {
    CHECK(rc == HYD_PAGED_ERR_KEY);
    hyd_nv_flushRemote(); /* more of the same */
    OK(hyd_nv_unimport(seg));
  }
  gex_System_SetVerboseErrors(1);
  ft_barrier();
  if (ft_me == 0) CHECK(memcmp(seen, ft_arena, sizeof seen) == 0);
  if (ft_me == 0) OK(hyd_nv_export(1, ft_arena, (size_t)PAGES * PAGE, &ft_seg[0]));
}

void f10_keys(void) {
  revoked_before();
  import_again();
  revoked_meanwhile();
  import_again();
}

/* --- F11, F14 -------------------------------------------------------------------------------- */

/* A source may be overwritten at once if flag F was given, else after flushW. After flushRemote all
 * bytes are in place, also in pages that were absent. */
void f11_fences(void) {
  char out[4][512], in[512];
  for (unsigned round = 0; round < ft_rounds; round++) {
    uint64_t at[4];
    for (unsigned k = 0; k < 4; k++) {
      at[k] = mine_at(round * 4 + k) + 512 * k;
      ft_fill(out[k], 512, round + k);
      if (k % 2)
        OK(hyd_nv_writeF(ft_seg[ft_next()], at[k], out[k], 512));
      else
        OK(hyd_nv_write(ft_seg[ft_next()], at[k], out[k], 512));
      if (k % 2) memset(out[k], 0, 512);
    }
    OK(hyd_nv_flushW());
    memset(out, 0, sizeof out);
    OK(hyd_nv_flushRemote());
    for (unsigned k = 0; k < 4; k++) {
      memset(in, 0, sizeof in);
      OK(hyd_nv_read(ft_seg[ft_next()], at[k], in, 512));
      OK(k % 2 ? hyd_nv_flushR() : hyd_nv_flushRW());
      CHECK(ft_filled(in, 512, round + k));
    }
  }
}

void f14_boundaries(void) {
  static char out[2 * PAGE], in[2 * PAGE];
  uint64_t base = mine_at(0);
  for (unsigned at = 0; at<PAGE; at += ft_rounds> 1000 ? 1 : 37) {
    size_t n = at % 3 == 0 ? PAGE : at % 3 == 1 ? PAGE + 4 : 8;
    ft_fill(out, n, at);
    OK(hyd_nv_writeF(ft_seg[ft_next()], base + at, out, n));
    OK(hyd_nv_flushRemote());
    memset(in, 0, n);
    OK(hyd_nv_readF(ft_seg[ft_next()], base + at, in, n));
    CHECK(memcmp(in, out, n) == 0);
  }
}
