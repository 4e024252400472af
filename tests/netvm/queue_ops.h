/* SPDX-License-Identifier: BSD-3-Clause
 *
 * queue_ops.h: the operations at a queue's home, as they are meant (hyd_paged.h, struct
 * hyd_paged_queue), for queue_model.c; queue_test.c compares them with the library's.
 */
#ifndef HYD_TESTS_NETVM_QUEUE_OPS_H
#define HYD_TESTS_NETVM_QUEUE_OPS_H

#include "contrib/netvm/course.h"

struct queue {
  uint32_t head, tail; /* id + 1 */
  uint32_t waiting, promised, count;
};

static inline struct hyd_nv_result queue_enqueue(struct queue *q, uint32_t id) {
  struct hyd_nv_result r = {q->tail - 1, 0, 0};
  if (++q->waiting == 1) {
    q->head = id + 1;
    r.id = HYD_NV_NONE;
  }
  q->tail = id + 1;
  return r;
}

/* thesis: the rule as it is printed there. yes: there was one to be woken. */
static inline struct hyd_nv_result queue_dequeue(struct queue *q, int thesis) {
  struct hyd_nv_result r = {HYD_NV_NONE, 0, 0};
  if (thesis ? q->waiting == 0 : q->waiting <= q->promised) return r;
  r.yes = 1;
  if (q->head) {
    r.id = q->head - 1;
    r.left = --q->waiting;
    q->head = 0;
  } else {
    q->promised++;
    r.left = q->waiting;
  }
  return r;
}

static inline struct hyd_nv_result queue_new_head(struct queue *q, uint32_t id) {
  struct hyd_nv_result r = {HYD_NV_NONE, 0, q->promised > 0};
  if (r.yes) {
    q->promised--;
    q->waiting--;
  } else {
    q->head = id + 1;
  }
  r.left = q->waiting;
  return r;
}

static inline struct hyd_nv_result queue_sem_p(struct queue *q, uint32_t id) {
  struct hyd_nv_result r = {HYD_NV_NONE, 0, 1};
  if (q->count == 0) return queue_enqueue(q, id);
  q->count--;
  return r;
}

static inline struct hyd_nv_result queue_sem_v(struct queue *q, int thesis) {
  struct hyd_nv_result r = queue_dequeue(q, thesis);
  if (!r.yes) q->count++;
  return r;
}

#endif
