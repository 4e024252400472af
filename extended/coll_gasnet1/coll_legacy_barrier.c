/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_legacy_barrier.c: named barriers of teams (gasnet1-coll.md 8.1). Each phase is a reduction
 * to all nodes that merges the names given to notify. With GASNET_BARRIERFLAG_IMAGES a node's last
 * image starts the reduction, with the merged names of the node's images. GASNET_TEAM_ALL without
 * images has the barrier of gasnet.h.
 */
#include "extended/coll_gasnet1/coll_images.h"

#include "core/base/err.h"
#include "core/am/wait.h"

/* The operator of the reduction. */
static void merge_names(const void *left, void *right, size_t count, const void *none) {
  const struct hyd_consensus *a = left;
  struct hyd_consensus *b = right;
  (void)none;
  for (size_t i = 0; i < count; i++) hyd_consensus_merge(&b[i], &a[i]);
}

static int is_plain(gasnet_team_handle_t team, int flags) {
  return team == GASNET_TEAM_ALL && !(flags & GASNET_BARRIERFLAG_IMAGES);
}

static void note_plain(struct hyd_coll_team_s *t, int plain) {
  pthread_mutex_lock(&t->team->job->layer.images->lock);
  t->bar.plain = plain;
  pthread_mutex_unlock(&t->team->job->layer.images->lock);
}

static struct hyd_image *image_of(struct hyd_coll_team_s *t, int flags, const char *call) {
  return flags & GASNET_BARRIERFLAG_IMAGES ? hyd_images_self(t, call) : &t->bar.node;
}

/* Starts the phase, when all images of this node have notified. Under the lock. */
static void start_phase(struct hyd_coll_team_s *t) {
  struct hyd_coll *c = hyd_coll_new(t->team, &hyd_coll_kind_reduce_all);
  t->bar.sum = t->bar.gathering;
  t->bar.gathering = (struct hyd_consensus){0, 0, 0};
  t->bar.gathered = 0;
  c->src = c->dst = &t->bar.sum;
  c->bytes = sizeof t->bar.sum;
  c->count = 1;
  c->fn = merge_names;
  t->bar.begun++;
  t->bar.event = hyd_coll_start(c);
}

void gasnet_coll_barrier_notify(gasnet_team_handle_t team, int id, int flags) {
  const char *call = "gasnet_coll_barrier_notify";
  struct hyd_coll_team_s *t = hyd_images_team(team, call);
  struct hyd_job *job = t->team->job;
  struct hyd_image *me = image_of(t, flags, call);
  if (is_plain(team, flags)) {
    note_plain(t, 1);
    gasnet_barrier_notify(id, flags);
    return;
  }
  if (me->notified) hyd_fatal(call, "a phase is open; expected gasnet_coll_barrier_wait first");
  me->notified = 1;
  hyd_count(job, HYD_COUNT_BARRIERS, 1);
  pthread_mutex_lock(&job->layer.images->lock);
  me->phase = t->bar.begun + 1;
  hyd_consensus_add(&t->bar.gathering, id, flags);
  if (++t->bar.gathered == (flags & GASNET_BARRIERFLAG_IMAGES ? t->count : 1)) start_phase(t);
  pthread_mutex_unlock(&job->layer.images->lock);
  hyd_wake_own_threads(job);
  hyd_poll(job);
}

/* Returns whether the phase is over; the first image to see that keeps the result. */
static int look_at_phase(struct hyd_coll_team_s *t, uint64_t phase) {
  struct hyd_job *job = t->team->job;
  struct hyd_team_barrier *b = &t->bar;
  struct hyd_op *op;
  int done;
  pthread_mutex_lock(&job->layer.images->lock);
  op = (struct hyd_op *)b->event;
  if (b->done < b->begun && (op == NULL || hyd_op_test(job, op))) {
    if (op) hyd_op_free(hyd_self(job), op);
    b->event = GEX_EVENT_INVALID;
    b->result = b->sum;
    b->done = b->begun;
    b->plain = 0;
  }
  done = b->done >= phase;
  pthread_mutex_unlock(&job->layer.images->lock);
  return done;
}

static int finish_phase(const struct hyd_coll_team_s *t, struct hyd_image *me, int id, int flags) {
  me->notified = 0;
  return hyd_consensus_outcome(&t->bar.result, id, flags);
}

static void check_notified(const struct hyd_image *me, const char *call) {
  if (!me->notified) hyd_fatal(call, "no phase is open; expected gasnet_coll_barrier_notify first");
}

int gasnet_coll_barrier_wait(gasnet_team_handle_t team, int id, int flags) {
  const char *call = "gasnet_coll_barrier_wait";
  struct hyd_coll_team_s *t = hyd_images_team(team, call);
  struct hyd_job *job = t->team->job;
  struct hyd_image *me = image_of(t, flags, call);
  struct hyd_wait w;
  if (is_plain(team, flags)) return gasnet_barrier_wait(id, flags);
  check_notified(me, call);
  hyd_wait_begin(&w, job, HYD_WAIT_BARRIER, HYD_NO_PEER, me->phase);
  while (!look_at_phase(t, me->phase)) hyd_wait_pause(&w);
  hyd_wait_end(&w);
  return finish_phase(t, me, id, flags);
}

int gasnet_coll_barrier_try(gasnet_team_handle_t team, int id, int flags) {
  const char *call = "gasnet_coll_barrier_try";
  struct hyd_coll_team_s *t = hyd_images_team(team, call);
  struct hyd_image *me = image_of(t, flags, call);
  if (is_plain(team, flags)) return gasnet_barrier_try(id, flags);
  check_notified(me, call);
  hyd_poll_politely(t->team->job);
  return look_at_phase(t, me->phase) ? finish_phase(t, me, id, flags) : GASNET_ERR_NOT_READY;
}

int gasnet_coll_barrier(gasnet_team_handle_t team, int id, int flags) {
  gasnet_coll_barrier_notify(team, id, flags);
  return gasnet_coll_barrier_wait(team, id, flags);
}

int gasnet_coll_barrier_result(gasnet_team_handle_t team, int *id) {
  const char *call = "gasnet_coll_barrier_result";
  struct hyd_coll_team_s *t = hyd_images_team(team, call);
  if (team == GASNET_TEAM_ALL && (t->bar.plain || t->bar.done == 0))
    return gasnet_barrier_result(id);
  if (HYD_DEBUG && (t->bar.done == 0 || t->bar.node.notified))
    hyd_fatal(call, "%s", t->bar.done ? "called inside a phase" : "no barrier has completed");
  if (!t->bar.result.named) return 1;
  if (id) *id = t->bar.result.id;
  return 0;
}
