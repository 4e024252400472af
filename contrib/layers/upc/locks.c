/* SPDX-License-Identifier: BSD-3-Clause
 *
 * locks.c: upc_lock_t (libupc.md 4.2): queue locks. A lock is one word in the memory of the thread
 * that made it: 0, or the last node of the queue of threads that hold it or wait for it. A thread
 * that locks puts its node there, by one atomic operation, tells the node before about it, and
 * waits at its own node, so that waiting costs no traffic; a thread that unlocks hands the lock to
 * the node behind. So the order is first come, first served, and the lock's home need not attend.
 *
 * A lock may be freed while a thread holds it, by any thread, which then tells the holder's node.
 * The holder drops its record of that lock when it next meets it.
 */
#include <string.h>

#include "contrib/layers/upc/answers.h"
#include "contrib/layers/upc/control.h"
#include "contrib/layers/upc/entries.h"
#include "contrib/layers/upc/heap.h"
#include "contrib/layers/upc/report.h"
#include "contrib/layers/upc/stats.h"
#include "contrib/layers/upc/words.h"

struct held {
  uint32_t thread; /* home of the lock */
  uint64_t offset;
  uint32_t node;
};
static struct {
  struct held list[UPC_MAX_HELD]; /* the latest is last */
  uint32_t n;
  uint32_t spare[UPC_MAX_HELD]; /* nodes that were given back */
  uint32_t spares, fresh;       /* nodes from `fresh` on were never used */
} held;

/* A node as a number, which is not 0. */
static uint64_t name_of(uint32_t node) { return (uint64_t)(hyd_upc.rank + 1) << 32 | node; }
static uint32_t thread_of(uint64_t name) { return (uint32_t)(name >> 32) - 1; }

static struct upc_lock_node *own_node(uint32_t node) {
  return &hyd_upc_control(hyd_upc.rank)->node[node];
}

static inline void record_held(pts_t lock, uint32_t node) {
  held.list[held.n++] = (struct held){pts_thread(lock), pts_offset(lock), node};
  hyd_upc_count(UPC_N_LOCK, 0);
}

/* The place in the list of the latest record; held.n: there is none. */
static uint32_t find_held(pts_t lock) {
  for (uint32_t i = held.n; i-- > 0;)
    if (held.list[i].offset == pts_offset(lock) && held.list[i].thread == pts_thread(lock))
      return i;
  return held.n;
}

static void release_record(uint32_t i) {
  held.spare[held.spares++] = held.list[i].node;
  held.n--;
  if (UPC_UNLIKELY(i < held.n))
    memmove(&held.list[i], &held.list[i + 1], (held.n - i) * sizeof held.list[0]);
}

/* --- locks that were freed while this thread held them, or waited --- */

static bool is_freed(uint32_t node) { /* L6 pairs with L5 */
  return atomic_load_explicit(&own_node(node)->freed, memory_order_acquire) != 0;
}

static void note_freed(struct upc_lock_node *node) { /* L5 */
  atomic_store_explicit(&node->freed, 1, memory_order_release);
}

void hyd_upc_serve_freed(uint32_t asker, const void *request, void *answer) {
  (void)asker;
  (void)answer;
  note_freed(own_node((uint32_t) * (const uint64_t *)request));
}

static void tell_freed(uint64_t last) {
  uint64_t node = (uint32_t)last;
  struct upc_control *c = hyd_upc_control(thread_of(last));
  if (c)
    note_freed(&c->node[node]);
  else
    hyd_upc_ask(thread_of(last), UPC_ASK_FREED, &node, sizeof node, NULL, 0);
}

UPC_NOINLINE static void drop_freed(void) {
  for (uint32_t i = held.n; i-- > 0;) {
    uint32_t node = held.list[i].node;
    if (!is_freed(node)) continue;
    atomic_store_explicit(&own_node(node)->freed, 0, memory_order_relaxed);
    release_record(i);
  }
}

UPC_NOINLINE static bool holds_still(pts_t lock) {
  drop_freed();
  return find_held(lock) < held.n;
}
static inline bool holds(pts_t lock) {
  return UPC_UNLIKELY(find_held(lock) < held.n) && holds_still(lock);
}

UPC_NOINLINE static uint32_t make_node(void) {
  if (held.fresh < UPC_MAX_HELD) return held.fresh++;
  drop_freed();
  if (held.spares == 0)
    hyd_upc_fail("upc_lock: this thread holds %d locks, which is the limit", UPC_MAX_HELD);
  return held.spare[--held.spares];
}

static inline uint32_t new_node(void) {
  return UPC_LIKELY(held.spares) ? held.spare[--held.spares] : make_node();
}

UPC_NOINLINE static void refuse_lock(pts_t lock, const char *what) {
  if (pts_is_null(lock)) hyd_upc_fail("%s: NULL lock", what);
  hyd_upc_check(pts_thread(lock), pts_offset(lock), sizeof(uint64_t));
}
static inline void check_lock(pts_t lock, const char *what) {
  if (UPC_UNLIKELY(hyd_upc_place(lock) == NULL)) refuse_lock(lock, what);
}

/* --- messages of the queue: stores, where the node is mapped --- */

static void store_link(uint32_t node, uint64_t behind) { /* L1 pairs with L2 */
  atomic_store_explicit(&own_node(node)->next, behind, memory_order_release);
}
static void store_grant(uint32_t node) { /* L3 pairs with L4 */
  atomic_store_explicit(&own_node(node)->granted, 1, memory_order_release);
}

void hyd_upc_handle_link(gex_Token_t token, gex_AM_Arg_t node, gex_AM_Arg_t thread,
                         gex_AM_Arg_t behind) {
  (void)token;
  store_link((uint32_t)node, (uint64_t)(uint32_t)thread << 32 | (uint32_t)behind);
}

void hyd_upc_handle_grant(gex_Token_t token, gex_AM_Arg_t node) {
  (void)token;
  store_grant((uint32_t)node);
}

static void tell_link(uint64_t before, uint64_t mine) {
  struct upc_control *c = hyd_upc_control(thread_of(before));
  if (c) /* L1 */
    atomic_store_explicit(&c->node[(uint32_t)before].next, mine, memory_order_release);
  else
    gex_AM_RequestShort3(hyd_upc.all, thread_of(before), UPC_AM_LINK, 0,
                         (gex_AM_Arg_t)(uint32_t)before, (gex_AM_Arg_t)(mine >> 32),
                         (gex_AM_Arg_t)(uint32_t)mine);
}

static void tell_grant(uint64_t behind) {
  struct upc_control *c = hyd_upc_control(thread_of(behind));
  if (c) /* L3 */
    atomic_store_explicit(&c->node[(uint32_t)behind].granted, 1, memory_order_release);
  else
    gex_AM_RequestShort1(hyd_upc.all, thread_of(behind), UPC_AM_GRANT, 0,
                         (gex_AM_Arg_t)(uint32_t)behind);
}

/* --- lock and unlock --- */

UPC_NOINLINE static void await_turn(uint64_t before, uint32_t node) {
  hyd_upc_count(UPC_N_LOCK_WAIT, 0);
  tell_link(before, name_of(node));
  _Atomic uint32_t *granted = &own_node(node)->granted;
  GASNET_BLOCKUNTIL(atomic_load_explicit(granted, memory_order_acquire) || is_freed(node)); /* L4 */
  if (!atomic_load_explicit(granted, memory_order_relaxed))
    hyd_upc_fail("upc_lock: the lock was freed while this thread waited for it");
  atomic_store_explicit(granted, 0, memory_order_relaxed);
}

void upc_lock(pts_t lock) {
  check_lock(lock, "upc_lock");
  if (UPC_UNLIKELY(holds(lock))) hyd_upc_fail("upc_lock: this thread holds the lock already");
  uint32_t node = new_node();
  uint64_t before = hyd_upc_word_swap(pts_thread(lock), pts_offset(lock), name_of(node));
  if (UPC_UNLIKELY(before)) await_turn(before, node);
  record_held(lock, node);
  hyd_upc_fence_by_word();
}

int upc_lock_attempt(pts_t lock) {
  check_lock(lock, "upc_lock_attempt");
  uint32_t node = new_node();
  if (hyd_upc_word_cas(pts_thread(lock), pts_offset(lock), 0, name_of(node)) != 0) {
    held.spare[held.spares++] = node;
    gasnet_AMPoll();
    return 0;
  }
  record_held(lock, node);
  hyd_upc_fence_by_word();
  return 1;
}

UPC_NOINLINE _Noreturn static void refuse_unlock(void) {
  hyd_upc_fail("Trying to release a lock that is not locked");
}

UPC_NOINLINE static void hand_on(uint32_t node) {
  uint64_t next;
  GASNET_BLOCKUNTIL((next = atomic_load_explicit(&own_node(node)->next, memory_order_acquire)) !=
                        0 || /* L2 */
                    is_freed(node));
  if (next == 0) refuse_unlock();
  atomic_store_explicit(&own_node(node)->next, 0, memory_order_relaxed);
  tell_grant(next);
}

void upc_unlock(pts_t lock) {
  if (pts_is_null(lock)) hyd_upc_fail("Trying to release a NULL lock");
  uint32_t i = find_held(lock);
  if (i == held.n) refuse_unlock();
  hyd_upc_fence_by_word();
  uint32_t node = held.list[i].node;
  if (UPC_UNLIKELY(hyd_upc_word_cas(pts_thread(lock), pts_offset(lock), name_of(node), 0) !=
                   name_of(node)))
    hand_on(node);
  release_record(i);
}

/* --- locks come and go --- */

static pts_t new_lock(void) {
  uint64_t offset = hyd_upc_local_get(sizeof(uint64_t), UPC_BLOCK_LOCK);
  if (offset == 0) hyd_upc_fail("Cannot allocate memory for the lock");
  hyd_upc_word_clear(offset);
  return pts_make(hyd_upc.rank, offset, 0);
}

pts_t upc_global_lock_alloc(void) { return new_lock(); }

pts_t upc_all_lock_alloc(void) {
  pts_t lock = hyd_upc.rank == 0 ? new_lock() : pts_null();
  uint64_t offset = hyd_upc.rank == 0 ? pts_offset(lock) : 0;
  hyd_upc_share(&offset, sizeof offset, 0);
  return pts_make(0, offset, 0);
}

void upc_lock_free(pts_t lock) {
  uint64_t last;
  if (pts_is_null(lock)) return;
  if (pts_thread(lock) >= hyd_upc.size ||
      hyd_upc_lock_free(pts_thread(lock), pts_offset(lock), &last) != UPC_FREED)
    hyd_upc_fail("upc_lock_free() called with invalid lock pointer");
  if (last) tell_freed(last);
}

void upc_all_lock_free(pts_t lock) {
  if (pts_is_null(lock)) return;
  hyd_upc_meet();
  if (hyd_upc.rank == 0) upc_lock_free(lock);
}
