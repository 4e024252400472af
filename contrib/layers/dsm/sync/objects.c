/* SPDX-License-Identifier: BSD-3-Clause
 *
 * objects.c: semaphores, flags, condition variables and barriers of some ranks. An object lies at
 * rank number % ranks. A request is a message with the sender's vector, which is merged into the
 * object's. A rank that must wait is queued; the service thread sends grants, because a handler may
 * only reply. Each rank waits for one object at a time.
 */
#include <string.h>

#include "contrib/layers/dsm/dsm.h"

struct hyd_dsm_object {
  uint32_t value, first, n; /* first, n: begin and length of the queue */
  uint32_t parties;         /* ranks of the barrier in progress, or 0 */
};

/* --- tables ---------------------------------------------------------------- */

/* An object takes its head, then the vector, then the queue of ranks. */
static size_t object_bytes(const struct hyd_dsm *d) {
  return (sizeof(struct hyd_dsm_object) + d->ranks * (sizeof(uint64_t) + sizeof(uint32_t)) + 7) &
         ~(size_t)7;
}
static struct hyd_dsm_object *object_at(struct hyd_dsm *d, uint32_t number) {
  return (struct hyd_dsm_object *)((char *)d->objects + number / d->ranks * object_bytes(d));
}
static uint64_t *vector_of(struct hyd_dsm_object *o) { return (uint64_t *)(o + 1); }
static uint32_t *queue_of(struct hyd_dsm *d, struct hyd_dsm_object *o) {
  return (uint32_t *)(vector_of(o) + d->ranks);
}

void hyd_dsm_sync_open(struct hyd_dsm *d) {
  size_t n = d->ranks;
  d->objects = hyd_dsm_memory((HYD_DSM_OBJECTS / n + 1) * object_bytes(d));
  d->held = hyd_dsm_memory(HYD_DSM_LOCKS);
  d->granted.vector = hyd_dsm_memory(n * sizeof(uint64_t));
  d->vectors = hyd_dsm_memory(2 * (n + 3) * sizeof(uint64_t));
  d->outbox.rank = hyd_dsm_memory(n * sizeof(uint32_t));
  d->outbox.what = hyd_dsm_memory(n * sizeof(uint32_t));
  gex_HSL_Init(&d->objects_lock);
}

/* --- at the object's rank; objects_lock held ------------------------------- */

static void merge(struct hyd_dsm *d, uint64_t *into, const uint64_t *vector) {
  for (uint32_t q = 0; q < d->ranks; q++)
    if (vector[q] > into[q]) into[q] = vector[q];
}

/* Queues a grant. There is room, since only a rank that waits can have one. */
static void grant(struct hyd_dsm *d, uint32_t number, uint32_t rank) {
  uint32_t n = atomic_load_explicit(&d->outbox.n, memory_order_relaxed);
  d->outbox.rank[n % d->ranks] = rank;
  d->outbox.what[n % d->ranks] = number;
  atomic_store_explicit(&d->outbox.n, n + 1, memory_order_release); /* O1 */
  hyd_dsm_call_service(d);
}

static void enqueue(struct hyd_dsm *d, struct hyd_dsm_object *o, uint32_t rank) {
  queue_of(d, o)[(o->first + o->n++) % d->ranks] = rank;
}

static void grant_first(struct hyd_dsm *d, struct hyd_dsm_object *o, uint32_t number) {
  grant(d, number, queue_of(d, o)[o->first]);
  o->first = (o->first + 1) % d->ranks;
  o->n--;
}

static void grant_all(struct hyd_dsm *d, struct hyd_dsm_object *o, uint32_t number) {
  while (o->n) grant_first(d, o, number);
}

static void arrive_at(struct hyd_dsm *d, struct hyd_dsm_object *o, uint32_t number,
                      uint32_t parties, uint32_t rank) {
  if (o->n && o->parties != parties)
    hyd_dsm_fatal("barrier %u: rank %u says that %u ranks take part, and others say %u", number,
                  rank, parties, o->parties);
  o->parties = parties;
  enqueue(d, o, rank);
  if (o->n == parties) grant_all(d, o, number);
}

static void operate(struct hyd_dsm *d, struct hyd_dsm_object *o, enum hyd_dsm_operation op,
                    uint32_t number, uint32_t n, uint32_t rank) {
  switch (op) {
  case HYD_DSM_POST:
    o->value += n;
    for (; o->value && o->n; o->value--) grant_first(d, o, number);
    break;
  case HYD_DSM_WAIT:
    if (o->value == 0)
      enqueue(d, o, rank);
    else
      o->value--, grant(d, number, rank);
    break;
  case HYD_DSM_SET:
    o->value = 1;
    grant_all(d, o, number);
    break;
  case HYD_DSM_CLEAR: o->value = 0; break;
  case HYD_DSM_AWAIT_SET:
    if (o->value)
      grant(d, number, rank);
    else
      enqueue(d, o, rank);
    break;
  case HYD_DSM_ENTER: enqueue(d, o, rank); break;
  case HYD_DSM_SIGNAL:
    if (o->n) grant_first(d, o, number);
    break;
  case HYD_DSM_BROADCAST: grant_all(d, o, number); break;
  case HYD_DSM_ARRIVE: arrive_at(d, o, number, n, rank); break;
  }
}

/* Whether the operation only acquires: it does not add to the object's vector. */
static int only_takes(enum hyd_dsm_operation op) {
  return op == HYD_DSM_WAIT || op == HYD_DSM_AWAIT_SET || op == HYD_DSM_ENTER;
}

void hyd_dsm_h_object(gex_Token_t token, const void *vector, size_t bytes, gex_AM_Arg_t op,
                      gex_AM_Arg_t number, gex_AM_Arg_t n) {
  struct hyd_dsm *d = hyd_dsm_the;
  struct hyd_dsm_object *o = object_at(d, (uint32_t)number);
  gex_Token_Info_t info;
  (void)bytes;
  gex_Token_Info(token, &info, GEX_TI_SRCRANK);
  gex_HSL_Lock(&d->objects_lock);
  if (!only_takes((enum hyd_dsm_operation)op)) merge(d, vector_of(o), vector);
  operate(d, o, (enum hyd_dsm_operation)op, (uint32_t)number, (uint32_t)n, info.gex_srcrank);
  gex_HSL_Unlock(&d->objects_lock);
  gex_AM_ReplyShort0(token, d->handler[HYD_DSM_H_DONE], 0);
}

/* --- the service thread ---------------------------------------------------- */

int hyd_dsm_has_grants(struct hyd_dsm *d) {
  /* O2 pairs with O1 */
  return atomic_load_explicit(&d->outbox.n, memory_order_acquire) !=
         atomic_load_explicit(&d->outbox.sent, memory_order_relaxed);
}

static void send_grant(struct hyd_dsm *d, uint64_t *vector) {
  uint32_t i = atomic_load_explicit(&d->outbox.sent, memory_order_relaxed) % d->ranks;
  uint32_t rank = d->outbox.rank[i], number = d->outbox.what[i];
  gex_HSL_Lock(&d->objects_lock);
  memcpy(vector, vector_of(object_at(d, number)), d->ranks * sizeof *vector);
  gex_HSL_Unlock(&d->objects_lock);
  atomic_fetch_add_explicit(&d->outbox.sent, 1, memory_order_relaxed);
  gex_AM_RequestMedium1(d->tm, rank, d->handler[HYD_DSM_H_GRANT], vector, d->ranks * sizeof *vector,
                        GEX_EVENT_NOW, 0, (gex_AM_Arg_t)HYD_DSM_GRANT_OBJECT(number));
}

/* The service thread: polls, and sleeps in GASNet while there is nothing to do, so that handlers
 * run while the program computes; stands aside while another thread polls. */
void *hyd_dsm_serve(void *arg) {
  struct hyd_dsm *d = arg;
  uint64_t *vector = hyd_dsm_memory(d->ranks * sizeof *vector);
  for (;;) {
    GASNET_BLOCKUNTIL(hyd_dsm_has_grants(d) || hyd_dsm_is_visited(d));
    while (hyd_dsm_has_grants(d)) send_grant(d, vector);
    if (hyd_dsm_is_visited(d)) hyd_dsm_stand_aside(d);
  }
  return NULL;
}

/* --- the calls ------------------------------------------------------------- */

/* Sends a request, which has been carried out at return; a grant may arrive later. */
static void request(enum hyd_dsm_operation op, hyd_dsm_object_t number, uint32_t n,
                    const char *call) {
  struct hyd_dsm *d = hyd_dsm_started(call);
  if (number == 0 || number >= HYD_DSM_OBJECTS)
    hyd_dsm_fatal("%s(%u): expected an object of hyd_dsm_object_new", call, number);
  hyd_dsm_trace_enter(d);
  if (!only_takes(op)) hyd_dsm_release_all(d);
  hyd_dsm_trace(d, HYD_DSM_E_REQUEST, op, number, n);
  d->calls.sent++;
  gex_AM_RequestMedium3(d->tm, number % d->ranks, d->handler[HYD_DSM_H_OBJECT], d->engine.vector,
                        d->ranks * sizeof(uint64_t), GEX_EVENT_NOW, 0, (gex_AM_Arg_t)op,
                        (gex_AM_Arg_t)number, (gex_AM_Arg_t)n);
  hyd_dsm_calls_settle(d);
  hyd_dsm_trace_leave(d);
}

static void request_and_wait(enum hyd_dsm_operation op, hyd_dsm_object_t number, uint32_t n,
                             const char *call) {
  request(op, number, n, call);
  hyd_dsm_await_grant(hyd_dsm_the, HYD_DSM_GRANT_OBJECT(number));
}

hyd_dsm_object_t hyd_dsm_object_new(void) {
  struct hyd_dsm *d = hyd_dsm_started("hyd_dsm_object_new");
  void *word = hyd_dsm_word_of(d, 0, d->at.counters, HYD_DSM_OBJECT_NUMBER);
  uint64_t number = hyd_dsm_op(d, 0, word, GEX_OP_FADD, 1, 0) + 1;
  if (number >= HYD_DSM_OBJECT_OF_ANL)
    hyd_dsm_fatal("hyd_dsm_object_new: expected at most %u objects", HYD_DSM_OBJECT_OF_ANL - 1);
  return (hyd_dsm_object_t)number;
}

void hyd_dsm_post(hyd_dsm_object_t o, uint32_t n) { request(HYD_DSM_POST, o, n, "hyd_dsm_post"); }
void hyd_dsm_wait(hyd_dsm_object_t o) { request_and_wait(HYD_DSM_WAIT, o, 0, "hyd_dsm_wait"); }
void hyd_dsm_set(hyd_dsm_object_t o) { request(HYD_DSM_SET, o, 0, "hyd_dsm_set"); }
void hyd_dsm_clear(hyd_dsm_object_t o) { request(HYD_DSM_CLEAR, o, 0, "hyd_dsm_clear"); }
void hyd_dsm_await(hyd_dsm_object_t o) {
  request_and_wait(HYD_DSM_AWAIT_SET, o, 0, "hyd_dsm_await");
}

void hyd_dsm_condition_wait(hyd_dsm_object_t o, hyd_dsm_lock_t lock) {
  request(HYD_DSM_ENTER, o, 0, "hyd_dsm_condition_wait");
  hyd_dsm_unlock(lock);
  hyd_dsm_await_grant(hyd_dsm_the, HYD_DSM_GRANT_OBJECT(o));
  hyd_dsm_lock(lock);
}
void hyd_dsm_condition_signal(hyd_dsm_object_t o) {
  request(HYD_DSM_SIGNAL, o, 0, "hyd_dsm_condition_signal");
}
void hyd_dsm_condition_broadcast(hyd_dsm_object_t o) {
  request(HYD_DSM_BROADCAST, o, 0, "hyd_dsm_condition_broadcast");
}

void hyd_dsm_barrier_of(hyd_dsm_object_t o, uint32_t n) {
  struct hyd_dsm *d = hyd_dsm_started("hyd_dsm_barrier_of");
  if (n == 0 || n > d->ranks)
    hyd_dsm_fatal("hyd_dsm_barrier_of(%u, %u): expected 1 to %u ranks", o, n, d->ranks);
  if (n == d->ranks) {
    hyd_dsm_barrier_all(o);
    return;
  }
  d->counts.barriers++;
  request_and_wait(HYD_DSM_ARRIVE, o, n, "hyd_dsm_barrier_of");
}
