/* SPDX-License-Identifier: BSD-3-Clause
 *
 * anl.c: what the ANL macros need besides hyd_dsm.h: workers, and the variables that they begin
 * with.
 *
 * At MAIN_INITENV rank 0 keeps a copy of the executable's variables. CREATE compares it with what
 * they are, and sends what has changed, byte by byte: pointers into shared libraries, which lie
 * elsewhere at other ranks, have not changed and are not sent.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "contrib/dsm/anl.h"
#include "contrib/dsm/dsm.h"

#define DEFAULT_REGION ((size_t)256 << 20)
#define COMPARED 4096u /* bytes at a time */

enum { NOTHING, RUN, LEAVE }; /* what a worker is to do */

static struct {
  char *data, *end, *copy; /* the executable's variables; rank 0: what they were */
  hyd_dsm_object_t ended;  /* semaphore: a worker's function has returned */
  uint32_t created, waited;
  /* of a worker */
  _Atomic uint32_t order;
  uintptr_t function;
  uint64_t *vector;
} anl;

/* --- workers --------------------------------------------------------------- */

/* A piece of the variables, for address lo + (hi << 32) here. */
void hyd_dsm_h_data(gex_Token_t token, const void *buf, size_t bytes, gex_AM_Arg_t lo,
                    gex_AM_Arg_t hi) {
  uintptr_t at = (uintptr_t)(uint32_t)lo | (uintptr_t)(uint32_t)hi << 32;
  memcpy((void *)at, buf, bytes);
  gex_AM_ReplyShort0(token, hyd_dsm_the->handler[HYD_DSM_H_DONE], 0);
}

/* Payload: the creator's vector. Function 0: leave. */
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

static void work(void) {
  while (next_order() == RUN) {
    hyd_dsm_acquire_from(hyd_dsm_the, anl.vector);
    ((void (*)(void))anl.function)();
    fflush(stdout);
    hyd_dsm_post(anl.ended, 1);
  }
  hyd_dsm_exit(0);
}

/* --- variables ------------------------------------------------------------- */

static void send_bytes(uint32_t to, const char *at, size_t bytes) {
  struct hyd_dsm *d = hyd_dsm_the;
  d->calls.sent++;
  gex_AM_RequestMedium2(d->tm, to, d->handler[HYD_DSM_H_DATA], at, bytes, GEX_EVENT_NOW, 0,
                        (gex_AM_Arg_t)(uint32_t)(uintptr_t)at,
                        (gex_AM_Arg_t)(uint32_t)((uintptr_t)at >> 32));
}

static size_t first_change(const char *at, const char *was, size_t bytes) {
  size_t i = 0;
  while (i < bytes && at[i] == was[i]) i++;
  return i;
}

static void send_changes(uint32_t to, const char *at, const char *was, size_t bytes) {
  for (size_t i = first_change(at, was, bytes), n; i < bytes;
       i += n, i += first_change(at + i, was + i, bytes - i)) {
    for (n = 0; i + n < bytes && n < 512 && at[i + n] != was[i + n];) n++;
    send_bytes(to, at + i, n);
  }
}

static void send_variables(uint32_t to) {
  size_t all = (size_t)(anl.end - anl.data);
  for (size_t i = 0; i < all; i += COMPARED) {
    size_t n = all - i < COMPARED ? all - i : COMPARED;
    if (memcmp(anl.data + i, anl.copy + i, n)) send_changes(to, anl.data + i, anl.copy + i, n);
  }
  hyd_dsm_calls_settle(hyd_dsm_the);
}

/* The libraries' variables must not be among those that are carried, and the program's must lie at
 * the same addresses in all ranks. */
static void check_places(char *data, char *end) {
  uint64_t at = (uintptr_t)data;
  if ((char *)&hyd_dsm_the >= data && (char *)&hyd_dsm_the < end)
    hyd_dsm_refuse(
        "the program contains libhydrant_dsm; expected a program of the ANL macros linked "
        "with the shared library");
  if (hyd_dsm_max_u64(at) != ~hyd_dsm_max_u64(~at))
    hyd_dsm_refuse("the program lies at other addresses in other ranks; expected a program of the "
                   "ANL macros linked with -no-pie");
}

static size_t region_wanted(size_t bytes) {
  const char *text = getenv("HYD_DSM_REGION");
  char *end;
  double n;
  if (text == NULL || *text == '\0') return bytes ? bytes + bytes / 4 + (1 << 20) : DEFAULT_REGION;
  n = strtod(text, &end);
  if (strcmp(end, "GB") == 0) n *= 1 << 30;
  if (strcmp(end, "MB") == 0) n *= 1 << 20;
  if (n >= 1 && (*end == '\0' || strcmp(end, "GB") == 0 || strcmp(end, "MB") == 0))
    return (size_t)n;
  fprintf(stderr, "hyd_dsm: HYD_DSM_REGION=%.60s; expected a size, as 512MB or 4GB\n", text);
  _exit(1);
}

void hyd_anl_start(size_t bytes, char *data, char *end) {
  hyd_dsm_init(NULL, NULL, region_wanted(bytes));
  anl.data = data;
  anl.end = end;
  anl.ended = HYD_DSM_OBJECT_OF_ANL;
  anl.vector = hyd_dsm_memory(hyd_dsm_the->ranks * sizeof *anl.vector);
  check_places(data, end); /* all ranks come here first: an order may arrive from now on */
  if (hyd_dsm_rank()) work();
  anl.copy = hyd_dsm_memory((size_t)(end - data));
  memcpy(anl.copy, data, (size_t)(end - data));
}

/* --- main's calls ---------------------------------------------------------- */

static void order(uint32_t to, uintptr_t function) {
  struct hyd_dsm *d = hyd_dsm_the;
  gex_AM_RequestMedium2(d->tm, to, d->handler[HYD_DSM_H_CREATE], d->engine.vector,
                        d->ranks * sizeof(uint64_t), GEX_EVENT_NOW, 0,
                        (gex_AM_Arg_t)(uint32_t)function, (gex_AM_Arg_t)(uint32_t)(function >> 32));
}

void hyd_anl_create(void (*function)(void)) {
  struct hyd_dsm *d = hyd_dsm_the;
  if (d->rank) hyd_dsm_fatal("CREATE: expected in main only");
  if (anl.created + 1 >= d->ranks)
    hyd_dsm_fatal("CREATE: a worker beyond the %u ranks of the job; expected at most %u", d->ranks,
                  d->ranks - 1);
  hyd_dsm_release_all(d);
  send_variables(++anl.created);
  order(anl.created, (uintptr_t)function);
}

void hyd_anl_create_all(void (*function)(void), int n) {
  for (int i = 1; i < n; i++) hyd_anl_create(function);
  function();
}

void hyd_anl_wait_for_end(int n) {
  for (; n > 0 && anl.waited < anl.created; n--, anl.waited++) hyd_dsm_wait(anl.ended);
  if (anl.waited == anl.created) anl.created = anl.waited = 0;
}

void hyd_anl_end(void) {
  for (uint32_t i = 1; i < hyd_dsm_the->ranks; i++) order(i, 0);
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

void *hyd_anl_malloc(size_t bytes) {
  return or_full(hyd_dsm_alloc_for(__builtin_return_address(0), bytes, HYD_DSM_FIRST_TOUCH, 0),
                 bytes);
}

void *hyd_anl_malloc_at(size_t bytes, int rank) {
  uint32_t at = (uint32_t)rank % hyd_dsm_the->ranks;
  return or_full(hyd_dsm_alloc_for(__builtin_return_address(0), bytes, HYD_DSM_AT_RANK, at), bytes);
}

unsigned long hyd_anl_clock(void) {
  struct timespec t;
  hyd_dsm_trace_enter(hyd_dsm_the);
  hyd_dsm_trace(hyd_dsm_the, HYD_DSM_E_CLOCK, 0, 0, 0);
  hyd_dsm_trace_leave(hyd_dsm_the);
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (unsigned long)t.tv_sec * 1000000 + (unsigned long)t.tv_nsec / 1000;
}

/* The worker whose subscript is the first beyond max sets it back, between two barriers. */
long hyd_anl_getsub(struct hyd_anl_getsub *g, long max, long n) {
  long sub = hyd_dsm_fetch_add_u32(&g->next, 1);
  if (sub <= max) return sub;
  hyd_dsm_barrier_of(g->all, (uint32_t)n);
  if (sub == max + 1) hyd_dsm_store_u32(&g->next, 0);
  hyd_dsm_barrier_of(g->all, (uint32_t)n);
  return -1;
}

/* --- atomics --------------------------------------------------------------- */

static int is_long(size_t bytes, const char *macro) {
  if (bytes != 4 && bytes != 8)
    hyd_dsm_fatal("%s of an object of %zu bytes; expected 4 or 8", macro, bytes);
  return bytes == 8;
}

uint64_t hyd_anl_add(void *object, size_t bytes, uint64_t value) {
  return is_long(bytes, "FETCH_ADD") ? hyd_dsm_fetch_add_u64(object, value)
                                     : hyd_dsm_fetch_add_u32(object, (uint32_t)value);
}
uint64_t hyd_anl_load(const void *object, size_t bytes) {
  return is_long(bytes, "LOAD") ? hyd_dsm_load_u64(object) : hyd_dsm_load_u32(object);
}
void hyd_anl_store(void *object, size_t bytes, uint64_t value) {
  if (is_long(bytes, "STORE"))
    hyd_dsm_store_u64(object, value);
  else
    hyd_dsm_store_u32(object, (uint32_t)value);
}
int hyd_anl_cas(void *object, size_t bytes, uint64_t old, uint64_t value) {
  return is_long(bytes, "CAS")
             ? hyd_dsm_cas_u64(object, old, value) == old
             : hyd_dsm_cas_u32(object, (uint32_t)old, (uint32_t)value) == (uint32_t)old;
}
