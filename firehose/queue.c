/* SPDX-License-Identifier: BSD-3-Clause
 *
 * queue.c: queues of requests, and the memory that requests and jobs have beside themselves.
 */
#include <stdlib.h>

#include "firehose/instance.h"

/* --- queues, by their side's lock ----------------------------------------- */

void hyd_fh_queue_push(struct hyd_fh_queue *q, struct fh_request *r) {
  r->next = NULL;
  if (q->tail)
    q->tail->next = r;
  else
    q->head = r;
  q->tail = r;
}

void hyd_fh_queue_push_front(struct hyd_fh_queue *q, struct fh_request *r) {
  r->next = q->head;
  q->head = r;
  if (q->tail == NULL) q->tail = r;
}

struct fh_request *hyd_fh_queue_pop(struct hyd_fh_queue *q) {
  struct fh_request *r = q->head;
  if (r && (q->head = r->next) == NULL) q->tail = NULL;
  return r;
}

/* --- memory ---------------------------------------------------------------- */

int hyd_fh_request_room(struct fh_request *r, uint32_t slots) {
  r->slot = r->few;
  if (slots <= FH_FEW) return 0;
  r->slot = malloc(slots * sizeof *r->slot);
  return r->slot ? 0 : ENOMEM;
}

void hyd_fh_request_no_room(struct fh_request *r) {
  if (r->slot != r->few) free(r->slot);
  r->slot = r->few;
}

void hyd_fh_ahead_forget(struct hyd_fh_queue *q) {
  struct hyd_fh_queue rest = {NULL, NULL};
  struct fh_request *r;
  while ((r = hyd_fh_queue_pop(q))) {
    if (!r->ahead) {
      hyd_fh_queue_push(&rest, r);
      continue;
    }
    hyd_fh_request_no_room(r);
    free(r);
  }
  *q = rest;
}

void hyd_fh_job_free(struct hyd_fh_job *j) {
  hyd_fh_request_no_room(&j->r);
  free(j->entry);
  free(j);
}
