/* SPDX-License-Identifier: BSD-3-Clause
 *
 * replay_sync.c: locks, barriers and objects of the replay: messages that handlers answer.
 */
#include <stdlib.h>

#include "contrib/layers/dsm/papers/replay_int.h"

#define SMALL 140u

static uint64_t handler_ns(const struct replay *r) { return r->c.costs->repost; }

/* The actor posts a message, whose handler at `to` runs `arrived`; at once if `to` is its own
 * node. */
static void travel(struct cluster *c, struct actor *a, uint32_t from, uint32_t to, uint64_t handler,
                   struct step *arrived) {
  if (from == to) {
    cluster_at(c, c->now, arrived);
    return;
  }
  a->journey.message = (struct message){.to = to, .handler = handler, .then = arrived};
  cluster_send(c, from, SMALL, &a->journey.message);
}

static void granted(struct cluster *c, struct step *s) {
  struct actor *a = CLUSTER_OF(s, struct actor, journey.granted);
  (void)c;
  actor_work(a, a->doing, a->r->c.costs->repost);
}

static void grant(struct actor *to, uint32_t from) {
  to->journey.granted.run = granted;
  travel(&to->r->c, to, from, to->node, 0, &to->journey.granted);
}

static struct place *place_of(struct actor *a, uint32_t number) {
  struct place *p = &a->r->place[number];
  if (p->wait == NULL) {
    p->wait = calloc(a->r->c.nodes, sizeof(struct actor *));
    p->turns = calloc(2 * (size_t)a->r->c.nodes, sizeof *p->turns);
    p->ended = p->turns + a->r->c.nodes;
  }
  return p;
}

/* --- locks ------------------------------------------------------------------ */

/* At the rank that asked before, which hands the lock over now, or when it unlocks. */
static void at_holder(struct cluster *c, struct step *s) {
  struct actor *a = CLUSTER_OF(s, struct actor, journey.forwarded), *before = a->request_after;
  struct place *p = place_of(a, a->place);
  (void)c;
  if (p->ended[before->node] < a->turn_after)
    p->wait[before->node] = a;
  else
    grant(a, before->node);
}

static void at_home(struct cluster *c, struct step *s) {
  struct actor *a = CLUSTER_OF(s, struct actor, journey.arrived);
  struct place *p = place_of(a, a->place);
  uint32_t home = a->place % c->nodes;
  a->request_after = p->last;
  if (p->last) a->turn_after = p->turns[p->last->node];
  p->last = a;
  p->turns[a->node]++;
  if (a->request_after == NULL) {
    grant(a, home);
    return;
  }
  a->journey.forwarded.run = at_holder;
  travel(c, a, home, a->request_after->node, c->costs->post, &a->journey.forwarded);
}

static void lock_posted(struct cluster *c, struct step *s) {
  struct actor *a = CLUSTER_OF(s, struct actor, posted);
  a->journey.arrived.run = at_home;
  travel(c, a, a->node, a->place % c->nodes, c->costs->post, &a->journey.arrived);
}

/* A rank that asked last still has the lock, and takes it without a message. */
void sync_lock(struct actor *a, uint32_t lock) {
  struct place *p = place_of(a, lock);
  actor_waits(a, SPENT_LOCK);
  if (p->last == a) {
    p->turns[a->node]++;
    actor_go_on(a);
    return;
  }
  a->place = lock;
  a->posted.run = lock_posted;
  cluster_work(&a->r->c, a->node, a->r->c.costs->post, &a->posted);
}

static void handed_over(struct cluster *c, struct step *s) {
  struct actor *a = CLUSTER_OF(s, struct actor, posted);
  grant(a->hands_to, a->node);
  a->next.run(c, &a->next);
}

void sync_unlock(struct actor *a, uint32_t lock) {
  struct place *p = place_of(a, lock);
  actor_waits(a, SPENT_LOCK);
  p->ended[a->node]++;
  a->hands_to = p->wait[a->node];
  p->wait[a->node] = NULL;
  if (a->hands_to == NULL) {
    actor_go_on(a);
    return;
  }
  a->posted.run = handed_over;
  cluster_work(&a->r->c, a->node, a->r->c.costs->post, &a->posted);
}

/* --- the barrier: node 0 tells each node ------------------------------------ */

/* The nodes are told one after another, by node 0's handler. */
static void release_all(struct replay *r) {
  struct cluster *c = &r->c;
  r->arrived = 0;
  for (uint32_t i = 0; i < c->nodes; i++) {
    struct actor *a = &r->actor[i];
    a->journey.granted.run = granted;
    cluster_at(c, c->now + i * c->costs->post, &a->journey.granted);
  }
}

static void at_barrier(struct cluster *c, struct step *s) {
  struct actor *a = CLUSTER_OF(s, struct actor, journey.arrived);
  if (++a->r->arrived == c->nodes) release_all(a->r);
}

static void barrier_posted(struct cluster *c, struct step *s) {
  struct actor *a = CLUSTER_OF(s, struct actor, posted);
  a->journey.arrived.run = at_barrier;
  travel(c, a, a->node, 0, handler_ns(a->r), &a->journey.arrived);
}

void sync_barrier(struct actor *a) {
  actor_waits(a, SPENT_BARRIER);
  a->posted.run = barrier_posted;
  cluster_work(&a->r->c, a->node, a->r->c.costs->post, &a->posted);
}

/* --- objects ---------------------------------------------------------------- */

static void object_granted(struct cluster *c, struct step *s) {
  struct actor *a = CLUSTER_OF(s, struct actor, grant_arrived);
  a->granted = 1;
  if (!a->awaits) return;
  a->granted = a->awaits = 0;
  a->next.run(c, &a->next);
}

static void object_grant(struct actor *a, uint32_t from) {
  a->grant_arrived.run = object_granted;
  a->grant =
      (struct message){.to = a->node, .handler = handler_ns(a->r), .then = &a->grant_arrived};
  if (from == a->node)
    cluster_at(&a->r->c, a->r->c.now, &a->grant_arrived);
  else
    cluster_send(&a->r->c, from, SMALL, &a->grant);
}

static void grant_first(struct place *p, uint32_t from) {
  object_grant(p->wait[0], from);
  for (uint32_t i = 1; i < p->n; i++) p->wait[i - 1] = p->wait[i];
  p->n--;
}

static void grant_all(struct place *p, uint32_t from) {
  while (p->n) grant_first(p, from);
}

static void operate(struct actor *a, struct place *p, const struct hyd_dsm_event *e, uint32_t at) {
  switch ((enum hyd_dsm_operation)e->a) {
  case HYD_DSM_POST:
    for (p->value += e->c; p->value && p->n; p->value--) grant_first(p, at);
    break;
  case HYD_DSM_WAIT:
    p->wait[p->n++] = a;
    for (; p->value && p->n; p->value--) grant_first(p, at);
    break;
  case HYD_DSM_SET:
    p->value = 1;
    grant_all(p, at);
    break;
  case HYD_DSM_CLEAR: p->value = 0; break;
  case HYD_DSM_AWAIT_SET:
    p->wait[p->n++] = a;
    while (p->value && p->n) grant_first(p, at);
    break;
  case HYD_DSM_ENTER: p->wait[p->n++] = a; break;
  case HYD_DSM_SIGNAL:
    if (p->n) grant_first(p, at);
    break;
  case HYD_DSM_BROADCAST: grant_all(p, at); break;
  case HYD_DSM_ARRIVE:
    p->wait[p->n++] = a;
    if (p->n == e->c) grant_all(p, at);
    break;
  }
}

static void at_object(struct cluster *c, struct step *s) {
  struct actor *a = CLUSTER_OF(s, struct actor, journey.arrived);
  operate(a, place_of(a, a->place), a->request, (a->place - LOCKS) % c->nodes);
  grant(a, (a->place - LOCKS) % c->nodes); /* the request has been carried out */
}

static void object_posted(struct cluster *c, struct step *s) {
  struct actor *a = CLUSTER_OF(s, struct actor, posted);
  a->journey.arrived.run = at_object;
  travel(c, a, a->node, (a->place - LOCKS) % c->nodes, handler_ns(a->r), &a->journey.arrived);
}

void sync_request(struct actor *a, const struct hyd_dsm_event *e) {
  actor_waits(a, SPENT_LOCK);
  a->place = LOCKS + e->b % OBJECTS;
  a->request = e;
  a->posted.run = object_posted;
  cluster_work(&a->r->c, a->node, a->r->c.costs->post, &a->posted);
}

void sync_await(struct actor *a) {
  actor_waits(a, SPENT_LOCK);
  if (a->granted) {
    a->granted = 0;
    actor_go_on(a);
    return;
  }
  a->awaits = 1;
}

void sync_close(struct replay *r) {
  for (uint32_t i = 0; i < PLACES; i++) {
    free(r->place[i].wait);
    free(r->place[i].turns);
  }
  free(r->place);
}
