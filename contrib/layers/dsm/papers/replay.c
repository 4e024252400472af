/* SPDX-License-Identifier: BSD-3-Clause
 *
 * replay.c: the nodes' programs: each goes through its rank's events in order. Pages are handled
 * here; locks, barriers and objects in replay_sync.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/dsm/papers/replay_int.h"

/* --- going on --------------------------------------------------------------- */

static const struct hyd_dsm_event *peek(const struct actor *a) {
  return a->at < a->trace->n ? &a->trace->event[a->at] : NULL;
}

/* Adds the time since the last call to what the actor was doing. */
static void account(struct actor *a, enum spent next) {
  uint64_t now = a->r->c.now;
  a->spent[a->doing] += now - a->since;
  a->since = now;
  a->doing = next;
}

void actor_work(struct actor *a, enum spent on, uint64_t ns) {
  account(a, on);
  cluster_work(&a->r->c, a->node, ns, &a->next);
}

void actor_waits(struct actor *a, enum spent on) { account(a, on); }

void actor_go_on(struct actor *a) { cluster_at(&a->r->c, a->r->c.now, &a->next); }

/* --- pages ------------------------------------------------------------------ */

static void fetch_page(struct actor *a, uint32_t page, uint32_t home, int known) {
  account(a, SPENT_PAGE);
  a->fetch.asked = known ? FETCH_KNOWN : page % a->r->c.nodes;
  a->fetch.home = home;
  a->fetch.under_way = &a->r->under_way[page];
  a->fetches += home != a->node;
  fetch_begin(&a->r->c, &a->fetch);
}

/* Finds the home and fetches the page, by one request. */
static void find_home(struct actor *a, const struct hyd_dsm_event *e) {
  const struct hyd_dsm_event *next = peek(a);
  if (next && next->kind == HYD_DSM_E_FETCH && next->a == e->a) a->at++;
  fetch_page(a, e->a, e->b, 0);
}

static void diff_stored(struct cluster *c, struct step *s) {
  struct diff *d = CLUSTER_OF(s, struct diff, stored);
  (void)c;
  --*d->under_way;
  free(d);
}

static void diff_posted(struct cluster *c, struct step *s) {
  struct actor *a = CLUSTER_OF(s, struct actor, posted);
  struct diff *d = a->diff;
  cluster_send(c, a->node, d->bytes + 140, &d->message);
  a->next.run(c, &a->next);
}

static void send_diff(struct actor *a, const struct hyd_dsm_event *e) {
  const struct costs *costs = a->r->c.costs;
  struct diff *d = sim_alloc(sizeof *d);
  *d = (struct diff){.stored = {diff_stored}, .under_way = &a->r->under_way[e->a], .bytes = e->c};
  d->message = (struct message){.to = e->b,
                                .handler = costs->repost + (uint64_t)(e->c / costs->apply),
                                .then = &d->stored};
  ++*d->under_way;
  a->diff = d;
  a->posted.run = diff_posted;
  account(a, SPENT_OTHER);
  cluster_work(&a->r->c, a->node, costs->diff + costs->post_page, &a->posted);
}

/* --- events ----------------------------------------------------------------- */

static void take_fault(struct actor *a, const struct hyd_dsm_event *e) {
  const struct costs *costs = a->r->c.costs;
  a->faults++;
  actor_work(a, SPENT_OTHER, costs->fault + (e->b ? costs->twin : 0));
}

static void carry_out(struct actor *a, const struct hyd_dsm_event *e) {
  switch ((enum hyd_dsm_event_kind)e->kind) {
  case HYD_DSM_E_COMPUTE:
    actor_work(a, SPENT_COMPUTE,
               (uint64_t)((double)(e->b | (uint64_t)e->c << 32) * a->r->c.costs->slow));
    break;
  case HYD_DSM_E_FAULT: take_fault(a, e); break;
  case HYD_DSM_E_HOME: find_home(a, e); break;
  case HYD_DSM_E_FETCH: fetch_page(a, e->a, e->b, 1); break;
  case HYD_DSM_E_DIFF: send_diff(a, e); break;
  case HYD_DSM_E_LOCK: sync_lock(a, e->a); break;
  case HYD_DSM_E_UNLOCK: sync_unlock(a, e->a); break;
  case HYD_DSM_E_BARRIER: sync_barrier(a); break;
  case HYD_DSM_E_REQUEST: sync_request(a, e); break;
  case HYD_DSM_E_AWAIT: sync_await(a); break;
  case HYD_DSM_E_ATOMIC:
  case HYD_DSM_E_FENCE: actor_work(a, SPENT_OTHER, a->r->c.costs->atomic_remote); break;
  default: actor_work(a, SPENT_OTHER, 0); break; /* notices travel with the grants, at no cost */
  }
}

static void next_event(struct cluster *c, struct step *s) {
  struct actor *a = CLUSTER_OF(s, struct actor, next);
  const struct hyd_dsm_event *e = peek(a);
  if (e == NULL) {
    account(a, SPENT_OTHER);
    a->ended = c->now;
    a->has_ended = 1;
    return;
  }
  a->at++;
  carry_out(a, e);
}

/* --- the replay ------------------------------------------------------------- */

static void open_actors(struct replay *r, const struct traces *t, enum protocol protocol) {
  r->actor = sim_alloc(t->ranks * sizeof *r->actor);
  memset(r->actor, 0, t->ranks * sizeof *r->actor);
  for (uint32_t i = 0; i < t->ranks; i++) {
    struct actor *a = &r->actor[i];
    a->r = r;
    a->node = i;
    a->trace = &t->of[i];
    a->next.run = next_event;
    a->fetch.protocol = protocol;
    a->fetch.node = i;
    a->fetch.then = &a->next;
    cluster_at(&r->c, 0, &a->next);
  }
}

static const char *sum_up(const struct replay *r, struct replayed *out) {
  static char wrong[100];
  uint32_t n = r->c.nodes;
  for (uint32_t i = 0; i < n; i++) {
    const struct actor *a = &r->actor[i];
    if (!a->has_ended) {
      snprintf(wrong, sizeof wrong, "node %u waits for ever, at event %zu of %zu", i, a->at,
               a->trace->n);
      return wrong;
    }
    if (a->ended * 1e-9 > out->seconds) out->seconds = (double)a->ended * 1e-9;
    for (int k = 0; k < SPENT_KINDS; k++) out->spent[k] += (double)a->spent[k] * 1e-9 / n;
    out->handler += (double)r->c.node[i].handler_ns * 1e-9 / n;
    if (r->c.node[i].handler_ns > out->busiest * (double)a->ended)
      out->busiest = (double)r->c.node[i].handler_ns / (double)a->ended;
    out->handlers += (double)r->c.node[i].handlers / n;
    out->faults += (double)a->faults / n;
    out->fetches += (double)a->fetches / n;
    out->retries += (double)a->fetch.retries / n;
  }
  return NULL;
}

const char *replay(const struct traces *t, const struct costs *costs, enum protocol protocol,
                   struct replayed *out) {
  struct replay r = {0};
  const char *wrong;
  *out = (struct replayed){0};
  cluster_open(&r.c, costs, t->ranks);
  r.under_way = calloc(t->pages, sizeof *r.under_way);
  r.place = calloc(PLACES, sizeof *r.place);
  if (r.under_way == NULL || r.place == NULL) return "no memory";
  open_actors(&r, t, protocol);
  cluster_run(&r.c);
  wrong = sum_up(&r, out);
  sync_close(&r);
  free(r.under_way);
  free(r.actor);
  cluster_close(&r.c);
  return wrong;
}
