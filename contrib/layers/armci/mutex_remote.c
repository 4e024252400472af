/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mutex_remote.c: mutexes by messages. The host keeps the ranks that wait, in the order of their
 * requests. A handler at the host can answer, but cannot send to a third rank. So the host tells
 * the rank that unlocks which rank is next, and the unlocking rank passes the mutex on.
 */
#include <pthread.h>
#include <stdlib.h>

#include "contrib/layers/armci/messages.h"
#include "contrib/layers/armci/mutex.h"

struct waiter {
  struct waiter *next;
  gex_Rank_t rank;
  gex_AM_Arg_t high, low; /* the rank's struct wait */
};

struct armci_queue {
  pthread_mutex_t lock; /* held for a few instructions, by handlers only */
  bool taken;
  struct waiter *first, **end;
};

enum result { NOT_YET, LOCKED, REFUSED };

/* A rank that waits for an answer. */
struct wait {
  _Atomic int result;
  gex_Rank_t next; /* after unlock: the rank that gets the mutex, if has_next */
  gex_AM_Arg_t next_high, next_low;
  bool has_next;
};

/* An address of this rank's memory goes to another rank, and comes back in a message that any
 * thread of this rank may handle. C's memory model knows nothing of the way between. */
static _Atomic int told;

static void tell_address(void) { atomic_store_explicit(&told, 1, memory_order_release); /* T1 */ }

static void *hear_address(gex_AM_Arg_t high, gex_AM_Arg_t low) {
  (void)atomic_load_explicit(&told, memory_order_acquire); /* pairs with T1 */
  return hyd_armci_join(high, low);
}

struct armci_queue *hyd_armci_queues_make(int n) {
  struct armci_queue *queues = calloc((size_t)n, sizeof *queues);
  for (int i = 0; queues && i < n; i++) {
    pthread_mutex_init(&queues[i].lock, NULL);
    queues[i].end = &queues[i].first;
  }
  tell_address();
  return queues;
}

void hyd_armci_queues_free(struct armci_queue *queues, int n) {
  for (int i = 0; i < n; i++) pthread_mutex_destroy(&queues[i].lock);
  free(queues);
}

/* --- at the host ---------------------------------------------------------- */

static void add_waiter(struct armci_queue *queue, gex_Token_t token, gex_AM_Arg_t high,
                       gex_AM_Arg_t low) {
  gex_Token_Info_t info;
  struct waiter *waiter = malloc(sizeof *waiter);
  if (waiter == NULL) hyd_armci_fail("ARMCI_Lock", "out of memory for a waiting rank");
  gex_Token_Info(token, &info, GEX_TI_SRCRANK);
  *waiter = (struct waiter){NULL, info.gex_srcrank, high, low};
  *queue->end = waiter;
  queue->end = &waiter->next;
}

void hyd_armci_handle_lock(gex_Token_t token, gex_AM_Arg_t queue_high, gex_AM_Arg_t queue_low,
                           gex_AM_Arg_t wait_high, gex_AM_Arg_t wait_low, gex_AM_Arg_t only_try) {
  struct armci_queue *queue = hear_address(queue_high, queue_low);
  pthread_mutex_lock(&queue->lock);
  bool taken = queue->taken;
  queue->taken = true;
  if (taken && !only_try) add_waiter(queue, token, wait_high, wait_low);
  pthread_mutex_unlock(&queue->lock);
  if (!taken || only_try)
    gex_AM_ReplyShort(token, ARMCI_AM_LOCKED, 0, wait_high, wait_low, taken ? REFUSED : LOCKED);
}

static struct waiter *take_next(struct armci_queue *queue) {
  pthread_mutex_lock(&queue->lock);
  struct waiter *waiter = queue->first;
  if (waiter == NULL)
    queue->taken = false;
  else if ((queue->first = waiter->next) == NULL)
    queue->end = &queue->first;
  pthread_mutex_unlock(&queue->lock);
  return waiter;
}

void hyd_armci_handle_unlock(gex_Token_t token, gex_AM_Arg_t queue_high, gex_AM_Arg_t queue_low,
                             gex_AM_Arg_t wait_high, gex_AM_Arg_t wait_low) {
  struct waiter *waiter = take_next(hear_address(queue_high, queue_low));
  struct waiter next = waiter ? *waiter : (struct waiter){.rank = GEX_RANK_INVALID};
  free(waiter);
  gex_AM_ReplyShort(token, ARMCI_AM_UNLOCKED, 0, wait_high, wait_low, (gex_AM_Arg_t)next.rank,
                    next.high, next.low);
}

/* --- at the rank that asked ----------------------------------------------- */

/* Pairs with the acquire of await. */
static void answer(struct wait *wait, int result) {
  atomic_store_explicit(&wait->result, result, memory_order_release);
}

void hyd_armci_handle_locked(gex_Token_t token, gex_AM_Arg_t wait_high, gex_AM_Arg_t wait_low,
                             gex_AM_Arg_t result) {
  (void)token;
  answer(hear_address(wait_high, wait_low), result);
}

void hyd_armci_handle_unlocked(gex_Token_t token, gex_AM_Arg_t wait_high, gex_AM_Arg_t wait_low,
                               gex_AM_Arg_t next_rank, gex_AM_Arg_t next_high,
                               gex_AM_Arg_t next_low) {
  struct wait *wait = hear_address(wait_high, wait_low);
  (void)token;
  wait->next = (gex_Rank_t)next_rank;
  wait->next_high = next_high;
  wait->next_low = next_low;
  wait->has_next = wait->next != GEX_RANK_INVALID;
  answer(wait, LOCKED);
}

static int result_of(struct wait *wait) {
  return atomic_load_explicit(&wait->result, memory_order_acquire); /* pairs with `answer` */
}

bool hyd_armci_remote_lock(int proc, struct armci_queue *first, int mutex, bool only_try) {
  struct wait wait = {.result = NOT_YET};
  struct armci_two_args queue = hyd_armci_split(first + mutex), own = hyd_armci_split(&wait);
  tell_address();
  gex_AM_RequestShort(hyd_armci.team, (gex_Rank_t)proc, ARMCI_AM_LOCK, 0, queue.high, queue.low,
                      own.high, own.low, only_try);
  GASNET_BLOCKUNTIL(result_of(&wait) != NOT_YET);
  return result_of(&wait) == LOCKED;
}

void hyd_armci_remote_unlock(int proc, struct armci_queue *first, int mutex) {
  struct wait wait = {.result = NOT_YET};
  struct armci_two_args queue = hyd_armci_split(first + mutex), own = hyd_armci_split(&wait);
  tell_address();
  gex_AM_RequestShort(hyd_armci.team, (gex_Rank_t)proc, ARMCI_AM_UNLOCK, 0, queue.high, queue.low,
                      own.high, own.low);
  GASNET_BLOCKUNTIL(result_of(&wait) != NOT_YET);
  if (wait.has_next)
    gex_AM_RequestShort(hyd_armci.team, wait.next, ARMCI_AM_GRANT, 0, wait.next_high, wait.next_low,
                        LOCKED);
}
