/* SPDX-License-Identifier: BSD-3-Clause
 *
 * others.c: the barrier, tests of events, atomics, and VIS.
 */
#include <gasnet_coll.h>
#include <gasnet_ratomic.h>
#include <gasnet_vis.h>
#include <stdlib.h>

#include "tests/counts/count.h"
#include "tests/counts/job.h"

/* --- barriers ---------------------------------------------------------------- */

static gex_Event_t barrier;

static void test_barrier(void) {
  if (gex_Event_Test(barrier) == GASNET_OK) barrier = GEX_EVENT_INVALID;
}
static void enter(void) { barrier = gex_Coll_BarrierNB(job.tm, 0); }
static void finish(void) {
  while (barrier != GEX_EVENT_INVALID) test_barrier();
}
static void enter_and_finish(void) {
  enter();
  finish();
}
static void finish_and_enter(void) {
  finish();
  enter();
}

void count_barrier(void) {
  static const struct exchange whole = {{"barrier: enter", "barrier: enter last, test",
                                         "barrier: test, complete"},
                                        {enter, enter_and_finish, test_barrier}};
  static const struct exchange early = {{"barrier: test, not complete", NULL, NULL},
                                        {test_barrier, enter_and_finish, finish_and_enter}};
  job_exchange(&whole);
  if (job.rank == 0) enter();
  job_exchange(&early);
  if (job.rank) enter();
  finish();
}

/* --- atomics ----------------------------------------------------------------- */

static gex_AD_t domain;
static uint64_t old;

static void add_there(void) {
  gex_Event_Wait(gex_AD_OpNB_U64(domain, &old, job.peer, job.there, GEX_OP_FADD, 3, 0, 0));
}
static void add_here(void) {
  gex_Event_Wait(gex_AD_OpNB_U64(domain, &old, job.rank, job.own, GEX_OP_FADD, 3, 0, 0));
}
static void add_by_hand(void) {
  old = __atomic_fetch_add((uint64_t *)(void *)job.here, 3, __ATOMIC_RELAXED);
}

static void count_adds(void) {
  count_row("fetch-add, mapped", add_there);
  count_row("fetch-add, own", add_here);
  count_row("by hand: fetch-add", add_by_hand);
}

void count_atomics(void) {
  gex_AD_Create(&domain, job.tm, GEX_DT_U64, GEX_OP_FADD, 0);
  job_alone(count_adds);
}

/* --- VIS --------------------------------------------------------------------- */

enum { PIECES = 8, PIECE = 64, ROWS = 64, ROW = 512, ELEMENT = 8 };
static void *here[PIECES], *there[PIECES], *mapped[PIECES];

static void put_pieces(void) {
  gex_VIS_IndexedPutBlocking(job.tm, job.peer, PIECES, there, PIECE, PIECES, here, PIECE, 0);
}
static void get_pieces(void) {
  gex_VIS_IndexedGetBlocking(job.tm, PIECES, here, PIECE, job.peer, PIECES, there, PIECE, 0);
}
static void put_column(void) {
  static ptrdiff_t far[1] = {ROW}, near[1] = {ELEMENT};
  static size_t count[1] = {ROWS};
  gex_VIS_StridedPutBlocking(job.tm, job.peer, job.there, far, job_local, near, ELEMENT, count, 1,
                             0);
}
static void get_column(void) {
  static ptrdiff_t far[1] = {ROW}, near[1] = {ELEMENT};
  static size_t count[1] = {ROWS};
  gex_VIS_StridedGetBlocking(job.tm, job_local, near, job.peer, job.there, far, ELEMENT, count, 1,
                             0);
}
static void copy_pieces(void) {
  for (int i = 0; i < PIECES; i++) __builtin_memcpy(mapped[i], here[i], PIECE);
}
static void copy_column(void) {
  for (int i = 0; i < ROWS; i++)
    __builtin_memcpy(job.here + (size_t)i * ROW, job_local + (size_t)i * ELEMENT, ELEMENT);
}

static void count_sections(void) {
  for (size_t i = 0; i < PIECES; i++) {
    size_t at = i * (i + 3) * PIECE;
    here[i] = job_local + i * 2 * PIECE;
    there[i] = job.there + at;
    mapped[i] = job.here + at;
  }
  count_row("VIS: put 8 pieces", put_pieces);
  count_row("VIS: get 8 pieces", get_pieces);
  count_row("VIS: put a column of 64", put_column);
  count_row("VIS: get a column of 64", get_column);
  count_row("by hand: 8 pieces", copy_pieces);
  count_row("by hand: column of 64", copy_column);
}

void count_vis(void) { job_alone(count_sections); }
