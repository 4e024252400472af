/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rma.c: put and get between ranks that share memory: of a size that the compiler knows, of one
 * that it does not (the copy itself is libc's memcpy, which does not count), and of values.
 */
#include <string.h>

#include "tests/counts/count.h"
#include "tests/counts/job.h"

static gex_RMA_Value_t value;

static void put_8(void) { gex_RMA_PutBlocking(job.tm, job.peer, job.there, job_local, 8, 0); }
static void get_8(void) { gex_RMA_GetBlocking(job.tm, job_local, job.peer, job.there, 8, 0); }
static void put_512(void) { gex_RMA_PutBlocking(job.tm, job.peer, job.there, job_local, 512, 0); }
static void put_n(void) { gex_RMA_PutBlocking(job.tm, job.peer, job.there, job_local, job.n, 0); }
static void get_n(void) { gex_RMA_GetBlocking(job.tm, job_local, job.peer, job.there, job.n, 0); }
static void put_nb(void) {
  gex_Event_Wait(gex_RMA_PutNB(job.tm, job.peer, job.there, job_local, job.n, GEX_EVENT_NOW, 0));
}
static void get_nb(void) {
  gex_Event_Wait(gex_RMA_GetNB(job.tm, job_local, job.peer, job.there, job.n, 0));
}
static void put_nbi(void) {
  gex_RMA_PutNBI(job.tm, job.peer, job.there, job_local, job.n, GEX_EVENT_DEFER, 0);
}
static void get_nbi(void) { gex_RMA_GetNBI(job.tm, job_local, job.peer, job.there, job.n, 0); }
static void wait_nbi(void) { gex_NBI_Wait(GEX_EC_ALL, 0); }
static void put_value(void) {
  gex_RMA_PutBlockingVal(job.tm, job.peer, job.there, value, sizeof value, 0);
}
static void get_value(void) {
  value = gex_RMA_GetBlockingVal(job.tm, job.peer, job.there, sizeof value, 0);
}
/* The last bytes of a segment, which inline code leaves to the library. */
static void put_end(void) {
  gex_RMA_PutBlocking(job.tm, job.peer, job.there + JOB_SEGMENT - 8, job_local, 8, 0);
}

static void by_hand_8(void) {
  memcpy(job.here, job_local, 8);
  __asm__ volatile("" ::: "memory");
}
static void by_hand_n(void) {
  memcpy(job.here, job_local, job.n);
  __asm__ volatile("" ::: "memory");
}

static void count_alone(void) {
  job.n = 8;
  count_row("put 8 B", put_8);
  count_row("get 8 B", get_8);
  count_row("put 512 B", put_512);
  count_row("put n", put_n);
  count_row("get n", get_n);
  count_row("put n, nb, wait", put_nb);
  count_row("get n, nb, wait", get_nb);
  count_row("put n, nbi", put_nbi);
  count_row("get n, nbi", get_nbi);
  count_row("nbi wait, nothing", wait_nbi);
  count_row("put value", put_value);
  count_row("get value", get_value);
  count_row("put 8 B, library call", put_end);
  count_row("by hand: copy 8 B", by_hand_8);
  count_row("by hand: copy n", by_hand_n);
}

void count_rma(void) { job_alone(count_alone); }
