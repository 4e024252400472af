/* SPDX-License-Identifier: BSD-3-Clause
 *
 * course.h: how a rank stands in a wait queue and is woken, as a sequence of acts: one operation at
 * the queue's home, one write to another rank, or a look at what others wrote here. The library
 * carries the acts out (queue.c), a test does so in every order (tests/netvm/queue_model.c).
 *
 *     semP ──passed──► end             semV, dequeue ──► tell the head ──► end
 *     semP, enqueue ──first──► turn                └─none, or not known─► end
 *               └──behind──► link ──► turn
 *     turn ──none left──► end
 *       └──some left──► follower ──► new head ──► end
 *                                       └─promised─► tell the follower ──► end
 *
 * An id is written by its follower (link), which learns the one before it from enqueue. The first
 * of the queue is told its turn and how many are left; it then waits for the link and makes its
 * follower the head. A wakeup that comes in between finds no head; the home keeps it as a promise,
 * which `new head` takes. A signal may only promise what is still waiting and not promised already
 * (C > P in the thesis' names; the thesis tests C > 0 and so can lose a semaphore's signal).
 */
#ifndef HYD_NETVM_COURSE_H
#define HYD_NETVM_COURSE_H

#include <stdint.h>

#define HYD_NV_NONE 0xffffffffu /* HYD_PAGED_EMPTY */

enum hyd_nv_act {
  HYD_NV_END,
  /* At the home. Results: HYD_PAGED_SEM_P's passed and before; before; left and head; left and
   * head; promised and left. */
  HYD_NV_SEM_P,
  HYD_NV_ENQUEUE,
  HYD_NV_SEM_V,
  HYD_NV_DEQUEUE,
  HYD_NV_NEW_HEAD, /* of id `other` */
  /* At another rank. */
  HYD_NV_LINK, /* to `other`: `me` follows you */
  HYD_NV_TELL, /* to `other`: it is your turn, `left` are left */
  /* Here. Results: left; the follower. */
  HYD_NV_TURN,
  HYD_NV_FOLLOWER
};

struct hyd_nv_course {
  enum hyd_nv_act act; /* to be carried out now */
  uint32_t me, other, left;
  int waits; /* after it stands in the queue: for its turn */
};

struct hyd_nv_result {
  uint32_t id;   /* before, head, follower; HYD_NV_NONE */
  uint32_t left; /* or promised, passed in `yes` */
  int yes;
};

static inline struct hyd_nv_course hyd_nv_course(enum hyd_nv_act first, uint32_t me, int waits) {
  return (struct hyd_nv_course){first, me, HYD_NV_NONE, 0, waits};
}

/* The act is done, with this result: the next one. */
static inline void hyd_nv_course_next(struct hyd_nv_course *c, struct hyd_nv_result r) {
  enum hyd_nv_act then = c->waits ? HYD_NV_TURN : HYD_NV_END;
  enum hyd_nv_act was = c->act;
  c->act = HYD_NV_END;
  switch (was) {
  case HYD_NV_SEM_P:
    if (r.yes) return;
    /* fallthrough */
  case HYD_NV_ENQUEUE:
    c->other = r.id;
    c->act = r.id == HYD_NV_NONE ? then : HYD_NV_LINK;
    return;
  case HYD_NV_LINK: c->act = then; return;
  case HYD_NV_TURN:
    if (r.left) c->act = HYD_NV_FOLLOWER;
    return;
  case HYD_NV_FOLLOWER:
    c->other = r.id;
    c->act = HYD_NV_NEW_HEAD;
    return;
  case HYD_NV_NEW_HEAD:
    c->left = r.left;
    if (r.yes) c->act = HYD_NV_TELL;
    return;
  case HYD_NV_SEM_V:
  case HYD_NV_DEQUEUE:
    c->other = r.id;
    c->left = r.left;
    if (r.id != HYD_NV_NONE) c->act = HYD_NV_TELL;
    return;
  default: return;
  }
}

#endif
