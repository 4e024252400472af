/* SPDX-License-Identifier: BSD-3-Clause
 *
 * queue.c: wait queues, semaphores, monitors: carries out the acts of course.h.
 */
#include "contrib/layers/netvm/nv.h"

_Static_assert(HYD_NV_NONE == HYD_PAGED_EMPTY, "ids of both sides");

struct place { /* where the acts of a call take place */
  const char *call;
  const struct hyd_paged_range *r;
  uint64_t queue;
  uint32_t node; /* this rank's node */
};

/* --- acts ------------------------------------------------------------------------------------ */

static int at_home(const struct place *at, hyd_paged_atomic_t op, uint32_t id,
                   struct hyd_paged_answer *answer) {
  return hyd_nv_atomic(at->call, at->r, at->queue, 0, op, id, 0, answer);
}

static int enqueue(const struct place *at, struct hyd_nv_course *c, struct hyd_nv_result *result) {
  struct hyd_paged_answer a;
  int semaphore = c->act == HYD_NV_SEM_P;
  int rc = at_home(at, semaphore ? HYD_PAGED_SEM_P : HYD_PAGED_ENQUEUE, c->me, &a);
  result->yes = semaphore && a.value[0];
  result->id = (uint32_t)a.value[semaphore];
  return rc;
}

static int dequeue(const struct place *at, struct hyd_nv_course *c, struct hyd_nv_result *result) {
  struct hyd_paged_answer a;
  int rc = at_home(at, c->act == HYD_NV_SEM_V ? HYD_PAGED_SEM_V : HYD_PAGED_DEQUEUE, 0, &a);
  result->id = (uint32_t)a.value[0];
  result->left = (uint32_t)a.value[1];
  return rc;
}

static int new_head(const struct place *at, struct hyd_nv_course *c, struct hyd_nv_result *result) {
  struct hyd_paged_answer a;
  int rc = at_home(at, HYD_PAGED_NEW_HEAD, c->other, &a);
  result->yes = a.value[0] != 0;
  result->left = (uint32_t)a.value[1];
  return rc;
}

static int tell_head(const struct hyd_nv_course *c) {
  struct hyd_nv_update u = {HYD_NV_TURN_IS, c->other % HYD_NV_NODES, c->left};
  if (c->act == HYD_NV_LINK) {
    u.word = HYD_NV_FOLLOWER_IS;
    u.value = c->me;
  }
  return hyd_nv_post(c->other / HYD_NV_NODES, &u);
}

static int carry_out(const struct place *at, struct hyd_nv_course *c) {
  struct hyd_nv_result r = {HYD_NV_NONE, 0, 0};
  int rc = GASNET_OK;
  switch (c->act) {
  case HYD_NV_SEM_P:
  case HYD_NV_ENQUEUE: rc = enqueue(at, c, &r); break;
  case HYD_NV_SEM_V:
  case HYD_NV_DEQUEUE: rc = dequeue(at, c, &r); break;
  case HYD_NV_NEW_HEAD: rc = new_head(at, c, &r); break;
  case HYD_NV_TURN: r.left = hyd_nv_await(&hyd_nv_node(at->node)->turn); break;
  case HYD_NV_FOLLOWER: r.id = hyd_nv_await(&hyd_nv_node(at->node)->follower); break;
  default: rc = tell_head(c);
  }
  hyd_nv_course_next(c, r);
  return rc;
}

static int run_course(const struct place *at, struct hyd_nv_course c) {
  int rc = GASNET_OK;
  while (rc == GASNET_OK && c.act != HYD_NV_END) rc = carry_out(at, &c);
  return rc;
}

/* --- calls ----------------------------------------------------------------------------------- */

static int check_queue(struct place *at, hyd_nv_seg_t seg) {
  return hyd_nv_check_object(at->call, seg, at->queue, HYD_NV_QUEUE_BYTES, &at->r);
}

int hyd_nv_initQ(hyd_nv_seg_t seg, uint64_t queue, uint32_t count) {
  struct place at = {.call = "hyd_nv_initQ", .queue = queue};
  struct hyd_paged_queue q = {.count = count};
  int error = 0, rc = check_queue(&at, seg);
  if (rc) return rc;
  gex_Event_Wait(hyd_paged_put(at.r, queue, &q, sizeof q, &error, 0));
  return hyd_nv_check_answer(at.call, error, at.r->rank);
}

/* This rank enters the queue; `waits`: and waits for its turn. */
static int enter_queue(struct place *at, enum hyd_nv_act first, int waits) {
  int rc = hyd_nv_take_node(at->call, HYD_NV_IN_QUEUE, at->r, at->queue, &at->node);
  if (rc) return rc;
  rc = run_course(at, hyd_nv_course(first, hyd_nv_id(hyd_nv_the.rank, at->node), waits));
  if (rc || waits) hyd_nv_free_node(at->node);
  return rc;
}

static int insert_rank(struct place *at) { return enter_queue(at, HYD_NV_ENQUEUE, 0); }

static int wait_turn(struct place *at) {
  int rc;
  if (!hyd_nv_find_node(HYD_NV_IN_QUEUE, at->r, at->queue, &at->node))
    return hyd_nv_fail(GASNET_ERR_BAD_ARG, at->call,
                       "this rank does not stand in the queue at offset %llu of rank %u",
                       (unsigned long long)at->queue, at->r->rank);
  rc = run_course(at, hyd_nv_course(HYD_NV_TURN, hyd_nv_id(hyd_nv_the.rank, at->node), 1));
  hyd_nv_free_node(at->node);
  return rc;
}

/* Wakes the first rank, after this rank's writes are in place. */
static int wake_first(struct place *at, enum hyd_nv_act first) {
  hyd_nv_wait_for_puts();
  return run_course(at, hyd_nv_course(first, HYD_NV_NONE, 0));
}

int hyd_nv_insertQ(hyd_nv_seg_t seg, uint64_t queue) {
  struct place at = {.call = "hyd_nv_insertQ", .queue = queue};
  int rc = check_queue(&at, seg);
  return rc ? rc : insert_rank(&at);
}

int hyd_nv_waitQ(hyd_nv_seg_t seg, uint64_t queue) {
  struct place at = {.call = "hyd_nv_waitQ", .queue = queue};
  int rc = check_queue(&at, seg);
  return rc ? rc : wait_turn(&at);
}

int hyd_nv_removeQ(hyd_nv_seg_t seg, uint64_t queue) {
  struct place at = {.call = "hyd_nv_removeQ", .queue = queue};
  int rc = check_queue(&at, seg);
  return rc ? rc : wake_first(&at, HYD_NV_DEQUEUE);
}

int hyd_nv_Swait(hyd_nv_seg_t seg, uint64_t semaphore) {
  struct place at = {.call = "hyd_nv_Swait", .queue = semaphore};
  int rc = check_queue(&at, seg);
  return rc ? rc : enter_queue(&at, HYD_NV_SEM_P, 1);
}

int hyd_nv_Ssignal(hyd_nv_seg_t seg, uint64_t semaphore) {
  struct place at = {.call = "hyd_nv_Ssignal", .queue = semaphore};
  int rc = check_queue(&at, seg);
  return rc ? rc : wake_first(&at, HYD_NV_SEM_V);
}

/* --- monitors -------------------------------------------------------------------------------- */

static int check_monitor(struct place *at, hyd_nv_seg_t seg, uint64_t lock) {
  const struct hyd_paged_range *r;
  uint32_t node;
  int rc = check_queue(at, seg);
  if (rc || (rc = hyd_nv_check_object(at->call, seg, lock, 4, &r)) ||
      hyd_nv_find_node(HYD_NV_IN_LOCK, r, lock, &node))
    return rc;
  return hyd_nv_fail(GASNET_ERR_BAD_ARG, at->call,
                     "this rank is not in the monitor at offset %llu of rank %u",
                     (unsigned long long)lock, r->rank);
}

int hyd_nv_cvwait(hyd_nv_seg_t seg, uint64_t lock, uint64_t queue) {
  struct place at = {.call = "hyd_nv_cvwait", .queue = queue};
  int rc = check_monitor(&at, seg, lock);
  if (rc || (rc = insert_rank(&at)) || (rc = hyd_nv_release(seg, lock)) || (rc = wait_turn(&at)))
    return rc;
  return hyd_nv_acquire(seg, lock);
}

int hyd_nv_cvsignal(hyd_nv_seg_t seg, uint64_t lock, uint64_t queue) {
  struct place at = {.call = "hyd_nv_cvsignal", .queue = queue};
  int rc = check_monitor(&at, seg, lock);
  return rc ? rc : wake_first(&at, HYD_NV_DEQUEUE);
}
