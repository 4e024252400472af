/* SPDX-License-Identifier: BSD-3-Clause
 *
 * course.h: the protocol of a wait queue, as a sequence of acts for each call. An act is one
 * operation at the queue's home, one write to another rank, or a read of what others wrote to this
 * rank. The library carries the acts out (queue.c); a test does so in every order
 * (tests/netvm/queue_model.c).
 *
 *     semP ──passed──► end             semV, dequeue ──► tell the head ──► end
 *     semP, enqueue ──first──► turn                └─none, or not known─► end
 *               └──behind──► link ──► turn
 *     turn ──none left──► end
 *       └──some left──► follower ──► new head ──► end
 *                                       └─promised─► tell the follower ──► end
 *
 * A follower learns its predecessor from enqueue, and writes its own id there (link). The first
 * rank of the queue is told its turn and the number of ranks left; it then waits for the link and
 * makes its follower the head. A wakeup that arrives in between finds no head; the home keeps it as
 * a promise, which `new head` takes. A signal may promise only ranks that still wait and have no
 * promise yet (C > P in the thesis' names; the thesis tests C > 0 and so can lose a semaphore's
 * signal).
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
  HYD_NV_NEW_HEAD, /* the head becomes id `other` */
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
  int waits; /* once in the queue, wait for the turn */
};

struct hyd_nv_result {
  uint32_t id;   /* before, head, follower; HYD_NV_NONE */
  uint32_t left; /* or promised, passed in `yes` */
  int yes;
};

static inline struct hyd_nv_course hyd_nv_course(enum hyd_nv_act first, uint32_t me, int waits) {
  return (struct hyd_nv_course){first, me, HYD_NV_NONE, 0, waits};
}

/* Chooses the next act after the current one has been carried out with result r. */
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
