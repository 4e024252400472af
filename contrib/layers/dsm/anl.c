/* SPDX-License-Identifier: BSD-3-Clause
 *
 * anl.c: the ANL macros' functions beyond hyd_dsm.h: start, workers, memory, subscripts.
 * anl_variables.c has the program's variables, anl_writes.c the writes of workers to them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "contrib/layers/dsm/anl.h"
#include "contrib/layers/dsm/anl_int.h"

/* Programs state the region's size for other machines and old problem sizes. */
#define REGION_LEAST ((size_t)256 << 20)
#define REGION_MOST ((size_t)4 << 30)

enum { NOTHING, RUN, LEAVE }; /* orders to a worker */

static struct {
  int is_started;
  struct hyd_anl_variables variables;
  hyd_dsm_object_t ended; /* semaphore: posted when a worker's function has returned */
  uint32_t created, waited;
  /* used at a worker */
  _Atomic uint32_t order;
  uintptr_t function;
  uint64_t *vector;
} anl;

/* --- workers --------------------------------------------------------------- */

/* An order to a worker. Payload: the creator's vector. Function 0: leave. */
void hyd_dsm_h_create(gex_Token_t token, const void *vector, size_t bytes, gex_AM_Arg_t lo,
                      gex_AM_Arg_t hi) {
  (void)token;
  anl.function = (uintptr_t)(uint32_t)lo | (uintptr_t)(uint32_t)hi << 32;
  memcpy(anl.vector, vector, bytes);
  atomic_store_explicit(&anl.order, anl.function ? RUN : LEAVE, memory_order_release); /* C1 */
}

static uint32_t next_order(void) {
  uint32_t order;
  /* C2 pairs with C1 */
  GASNET_BLOCKUNTIL((order = atomic_load_explicit(&anl.order, memory_order_acquire)) != NOTHING);
  atomic_store_explicit(&anl.order, NOTHING, memory_order_relaxed);
  return order;
}

static void run_worker(void) {
  while (next_order() == RUN) {
    hyd_dsm_acquire_from(hyd_dsm_the, anl.vector);
    hyd_anl_writes_watch();
    ((void (*)(void))anl.function)();
    hyd_anl_writes_allow();
    fflush(stdout);
    hyd_dsm_post(anl.ended, 1);
  }
  hyd_dsm_exit(0);
}

/* --- the start ------------------------------------------------------------- */

/* The value of HYD_DSM_REGION; 0: not set. */
static size_t region_of_user(void) {
  const char *text = getenv("HYD_DSM_REGION");
  char *end;
  double n;
  if (text == NULL || *text == '\0') return 0;
  n = strtod(text, &end);
  if (strcmp(end, "GB") == 0) n *= 1 << 30;
  if (strcmp(end, "MB") == 0) n *= 1 << 20;
  if (n >= 1 && (*end == '\0' || strcmp(end, "GB") == 0 || strcmp(end, "MB") == 0))
    return (size_t)n;
  fprintf(stderr, "hyd_dsm: HYD_DSM_REGION=%.60s; expected a size, as 512MB or 4GB\n", text);
  _exit(1);
}

static void open_region(size_t written) {
  size_t user = region_of_user(), least = written + written / 4 + (1 << 20);
  if (least < REGION_LEAST) least = REGION_LEAST;
  hyd_dsm_open(NULL, NULL, user ? user : least, user ? 0 : REGION_MOST);
}

/* Called by MAIN_INITENV, and by macros that need the library; the first call starts it. */
void hyd_anl_start(size_t bytes, char *data, char *end) {
  if (anl.is_started) return;
  anl.is_started = 1;
  open_region(bytes);
  anl.ended = HYD_DSM_OBJECT_OF_ANL;
  anl.vector = hyd_dsm_memory(hyd_dsm_the->ranks * sizeof *anl.vector);
  hyd_anl_variables_open(&anl.variables, data, end);
  hyd_anl_writes_open(data, end);
  hyd_dsm_barrier(); /* orders and variables may arrive from now on */
  if (hyd_dsm_rank()) run_worker();
  hyd_anl_variables_keep(&anl.variables);
}

void hyd_anl_begin(char *data, char *end) { hyd_anl_start(0, data, end); }

/* --- main's calls ---------------------------------------------------------- */

static void send_order(uint32_t to, uintptr_t function) {
  struct hyd_dsm *d = hyd_dsm_the;
  gex_AM_RequestMedium2(d->tm, to, d->handler[HYD_DSM_H_CREATE], d->engine.vector,
                        d->ranks * sizeof(uint64_t), GEX_EVENT_NOW, 0,
                        (gex_AM_Arg_t)(uint32_t)function, (gex_AM_Arg_t)(uint32_t)(function >> 32));
}

void hyd_anl_create(void (*function)(void)) {
  struct hyd_dsm *d = hyd_dsm_started("CREATE");
  if (d->rank) hyd_dsm_fatal("CREATE: expected in main only");
  if (anl.created + 1 >= d->ranks)
    hyd_dsm_fatal("CREATE: a worker beyond the %u ranks of the job; expected at most %u", d->ranks,
                  d->ranks - 1);
  hyd_dsm_release_all(d);
  hyd_anl_writes_allow();
  hyd_anl_variables_send(&anl.variables, ++anl.created);
  send_order(anl.created, (uintptr_t)function);
  hyd_anl_writes_watch();
}

void hyd_anl_create_all(void (*function)(void), int n) {
  for (int i = 1; i < n; i++) hyd_anl_create(function);
  function();
}

void hyd_anl_wait_for_end(int n) {
  for (; n > 0 && anl.waited < anl.created; n--, anl.waited++) hyd_dsm_wait(anl.ended);
  if (anl.waited == anl.created) hyd_anl_writes_allow();
  if (anl.waited == anl.created) anl.created = anl.waited = 0;
}

/* Begins to watch again, so that the first write to a page after each barrier is found. */
void hyd_anl_barrier(hyd_dsm_object_t barrier, uint32_t n) {
  hyd_dsm_barrier_of(barrier, n);
  if (anl.created || hyd_dsm_rank()) hyd_anl_writes_watch();
}

void hyd_anl_end(void) {
  uint32_t ranks = hyd_dsm_started("MAIN_END")->ranks;
  for (uint32_t i = 1; i < ranks; i++) send_order(i, 0);
  hyd_dsm_exit(0);
}

/* --- memory, time, subscripts ---------------------------------------------- */

static void *or_full(void *p, size_t bytes) {
  if (p == NULL)
    hyd_dsm_fatal(
        "G_MALLOC(%zu): the region of %zu bytes is full; expected more in MAIN_INITENV, or "
        "in HYD_DSM_REGION",
        bytes, hyd_dsm_the->at.region);
  return p;
}

static void *alloc(const void *caller, size_t bytes, enum hyd_dsm_home where, uint32_t rank) {
  return or_full(hyd_dsm_alloc_for(caller, bytes, where, rank), bytes);
}

void *hyd_anl_malloc(size_t bytes) {
  return alloc(__builtin_return_address(0), bytes, HYD_DSM_FIRST_TOUCH, 0);
}

/* A rank below 0 means any rank. */
void *hyd_anl_malloc_at(size_t bytes, int rank) {
  const void *caller = __builtin_return_address(0);
  if (rank < 0) return alloc(caller, bytes, HYD_DSM_FIRST_TOUCH, 0);
  return alloc(caller, bytes, HYD_DSM_AT_RANK, (uint32_t)rank % hyd_dsm_ranks());
}

unsigned long hyd_anl_clock(void) {
  struct timespec t;
  unsigned long us;
  if (hyd_dsm_the) { /* programs read the time before MAIN_INITENV, too */
    hyd_dsm_trace_enter(hyd_dsm_the);
    hyd_dsm_trace(hyd_dsm_the, HYD_DSM_E_CLOCK, 0, 0, 0);
    hyd_dsm_trace_leave(hyd_dsm_the);
  }
  clock_gettime(CLOCK_MONOTONIC, &t);
  us = (unsigned long)t.tv_sec * 1000000 + (unsigned long)t.tv_nsec / 1000;
  hyd_anl_note_clock(us);
  return us;
}

/* Hands out subscripts. The worker that gets the first subscript beyond max resets the counter,
 * between two barriers. */
long hyd_anl_getsub(struct hyd_anl_getsub *g, long max, long n) {
  long sub = hyd_dsm_fetch_add_u32(&g->next, 1);
  if (sub <= max) return sub;
  hyd_dsm_barrier_of(g->all, (uint32_t)n);
  if (sub == max + 1) hyd_dsm_store_u32(&g->next, 0);
  hyd_dsm_barrier_of(g->all, (uint32_t)n);
  return -1;
}

/* --- atomics --------------------------------------------------------------- */

/* Whether an object has 8 bytes rather than 4; other sizes end the job. */
static int check_long(size_t bytes, const char *macro) {
  if (bytes != 4 && bytes != 8)
    hyd_dsm_fatal("%s of an object of %zu bytes; expected 4 or 8", macro, bytes);
  return bytes == 8;
}

uint64_t hyd_anl_add(void *object, size_t bytes, uint64_t value) {
  return check_long(bytes, "FETCH_ADD") ? hyd_dsm_fetch_add_u64(object, value)
                                        : hyd_dsm_fetch_add_u32(object, (uint32_t)value);
}
uint64_t hyd_anl_load(const void *object, size_t bytes) {
  return check_long(bytes, "LOAD") ? hyd_dsm_load_u64(object) : hyd_dsm_load_u32(object);
}
void hyd_anl_store(void *object, size_t bytes, uint64_t value) {
  if (check_long(bytes, "STORE"))
    hyd_dsm_store_u64(object, value);
  else
    hyd_dsm_store_u32(object, (uint32_t)value);
}
int hyd_anl_cas(void *object, size_t bytes, uint64_t old, uint64_t value) {
  return check_long(bytes, "CAS")
             ? hyd_dsm_cas_u64(object, old, value) == old
             : hyd_dsm_cas_u32(object, (uint32_t)old, (uint32_t)value) == (uint32_t)old;
}
