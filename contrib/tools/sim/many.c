/* SPDX-License-Identifier: BSD-3-Clause
 *
 * many.c: see many.h. A message goes through the sender's wire, is on its way (an event: its first
 * byte is at the receiver's wire), comes through that (an event: it has arrived), and is taken.
 */
#include "contrib/tools/sim/many.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_STEPS 2000000000u /* events; then it is a loop */

void many_fail(struct sim_many *m, const char *format, ...) {
  va_list ap;
  if (m->failed) return;
  m->failed = 1;
  printf("# seed %llu, event %llu: ", (unsigned long long)m->seed, (unsigned long long)m->steps);
  va_start(ap, format);
  vprintf(format, ap);
  va_end(ap);
  printf("\n");
}

/* --- life ----------------------------------------------------------------- */

void many_open(struct sim_many *m) {
  m->rng = sim_stream(m->seed, 2);
  m->rank = sim_alloc(m->n * sizeof *m->rank);
  memset(m->rank, 0, m->n * sizeof *m->rank);
  for (uint32_t i = 0; i < m->n; i++) m->rank[i].end = &m->rank[i].first;
  m->cores.core = sim_alloc((m->cores.n + 1) * sizeof *m->cores.core);
  for (uint32_t i = 0; i < m->cores.n; i++) m->cores.core[i] = (struct many_core){0, i};
}

static void discard(struct many_message *message) {
  free(message->data);
  free(message);
}

static void discard_all(struct many_message *message) {
  for (struct many_message *next; message; message = next) {
    next = message->next;
    discard(message);
  }
}

void many_close(struct sim_many *m) {
  struct sim_event e;
  while (sim_pop(&m->events, &e))
    if (e.packet) discard(e.packet);
  sim_events_free(&m->events);
  for (uint32_t i = 0; i < m->n; i++) discard_all(m->rank[i].first);
  discard_all(m->spare);
  free(m->rank);
  free(m->cores.core);
}

/* --- cores ---------------------------------------------------------------- */

/* NULL: the rank's own. */
static struct many_core *core_of(const struct sim_many *m, uint32_t rank) {
  return m->cores.n ? &m->cores.core[rank % m->cores.n] : NULL;
}

/* The rank works for the overhead of a message, when it has a core. */
static void work_overhead(struct sim_many *m, uint32_t rank) {
  struct many_rank *r = &m->rank[rank];
  struct many_core *c = core_of(m, rank);
  if (c && c->free > r->time) r->time = c->free;
  if (c && c->last != rank) r->time += m->cores.turn;
  r->time += m->net.o;
  if (c) *c = (struct many_core){r->time, rank};
}

/* --- messages ------------------------------------------------------------- */

static uint32_t *chain_of(struct many_rank *r, uint64_t matter) {
  if (r->chain[matter & 3].matter != matter) {
    r->chain[matter & 3].matter = matter;
    r->chain[matter & 3].hops = 0;
  }
  return &r->chain[matter & 3].hops;
}

struct many_message *many_message(struct sim_many *m, uint32_t from, uint32_t to, size_t bytes,
                                  uint64_t matter) {
  struct many_message *new = m->spare;
  if (new)
    m->spare = new->next;
  else
    new = sim_alloc(sizeof *new);
  new->next = NULL;
  new->from = from;
  new->to = to;
  new->bytes = bytes;
  new->matter = matter;
  new->hops = *chain_of(&m->rank[from], matter) + 1;
  new->data = NULL;
  return new;
}

static void give_back(struct sim_many *m, struct many_message *message) {
  free(message->data);
  message->data = NULL;
  message->next = m->spare;
  m->spare = message;
}

static uint64_t wire_time(const struct sim_many *m, const struct many_message *message) {
  return message->bytes ? (message->bytes - 1) * m->net.G : 0;
}

/* On a wire, not before `at`; when its first byte is on it. */
static uint64_t pass_wire(const struct sim_many *m, const struct many_message *message, uint64_t at,
                          uint64_t *wire_free) {
  uint64_t from = at > *wire_free ? at : *wire_free;
  *wire_free = from + wire_time(m, message) + m->net.g;
  return from;
}

static uint64_t way(struct sim_many *m) {
  uint64_t t = m->net.L;
  if (m->luck.jitter) t += many_upto(m, m->luck.jitter);
  if (sim_chance(&m->rng, m->luck.late)) t += many_upto(m, m->luck.late_by);
  return t;
}

static void trace(const struct sim_many *m, const char *what, uint64_t at,
                  const struct many_message *message) {
  if (m->trace)
    printf("# %.6f us: %s, %u to %u, %zu bytes, about %llu, chain %u\n", (double)at / 1e6, what,
           message->from, message->to, message->bytes, (unsigned long long)message->matter,
           message->hops);
}

static void send_again(struct sim_many *m, const struct many_message *message, uint64_t at) {
  struct many_message *copy =
      many_message(m, message->from, message->to, message->bytes, message->matter);
  copy->hops = message->hops;
  memcpy(copy->body, message->body, sizeof copy->body);
  sim_push(&m->events, at + way(m), SIM_SWITCH, message->to, copy);
}

void many_send(struct sim_many *m, struct many_message *message) {
  struct many_rank *r = &m->rank[message->from];
  uint64_t at;
  work_overhead(m, message->from);
  at = pass_wire(m, message, r->time, &r->out_free);
  m->messages++;
  m->bytes += message->bytes;
  if (message->hops > m->hops) m->hops = message->hops;
  trace(m, "sent", at, message);
  if (sim_chance(&m->rng, m->luck.twice) && message->data == NULL) send_again(m, message, at);
  sim_push(&m->events, at + way(m), SIM_SWITCH, message->to, message);
}

void many_check_rounds(struct sim_many *m, uint32_t most) {
  if (m->hops > most)
    many_fail(m, "a chain of %u messages; expected at most %u for %u ranks", m->hops, most, m->n);
}

/* --- ranks ---------------------------------------------------------------- */

void many_wake(struct sim_many *m, uint32_t rank, uint64_t at) {
  sim_push(&m->events, at, SIM_WAKE, rank, NULL);
}

/* It pauses: 1, and until then. */
static int pauses(const struct sim_many *m, uint32_t rank, uint64_t at, uint64_t *until) {
  for (unsigned i = 0; i < m->luck.npauses; i++)
    if (m->luck.pause[i].rank == rank && at >= m->luck.pause[i].from && at < m->luck.pause[i].to) {
      *until = m->luck.pause[i].to;
      return 1;
    }
  return 0;
}

static void take_message(struct sim_many *m, uint32_t rank, struct many_message *message) {
  struct many_rank *r = &m->rank[rank];
  uint32_t *chain = chain_of(r, message->matter);
  work_overhead(m, rank);
  if (message->hops > *chain) *chain = message->hops;
  trace(m, "taken", r->time, message);
  m->app->take(m, rank, message);
  give_back(m, message);
}

/* The first of those that wait. */
static void poll_rank(struct sim_many *m, uint32_t rank, uint64_t now) {
  struct many_rank *r = &m->rank[rank];
  struct many_message *message = r->first;
  const struct many_core *c = core_of(m, rank);
  uint64_t at = r->time > now ? r->time : now, until;
  if (c && c->free > at) at = c->free;
  if (at > now || pauses(m, rank, now, &until)) {
    sim_push(&m->events, at > now ? at : until, SIM_POLL, rank, NULL);
    return;
  }
  r->time = now;
  r->first = message->next;
  if (r->first == NULL) r->end = &r->first;
  take_message(m, rank, message);
  if (r->first) sim_push(&m->events, r->time, SIM_POLL, rank, NULL);
}

static void queue_message(struct sim_many *m, struct many_message *message, uint64_t now) {
  struct many_rank *r = &m->rank[message->to];
  int polls = r->first != NULL; /* already */
  message->next = NULL;
  *r->end = message;
  r->end = &message->next;
  if (!polls) poll_rank(m, message->to, now);
}

static void come(struct sim_many *m, struct many_message *message, uint64_t now) {
  uint64_t from = pass_wire(m, message, now, &m->rank[message->to].in_free);
  sim_push(&m->events, from + wire_time(m, message), SIM_ARRIVE, message->to, message);
}

static void wake(struct sim_many *m, uint32_t rank, uint64_t now) {
  struct many_rank *r = &m->rank[rank];
  uint64_t until;
  if (pauses(m, rank, now, &until)) {
    many_wake(m, rank, until);
    return;
  }
  if (r->time < now) r->time = now;
  m->app->wake(m, rank);
}

static void happen(struct sim_many *m, const struct sim_event *e) {
  if (e->what == SIM_SWITCH)
    come(m, e->packet, e->at);
  else if (e->what == SIM_ARRIVE)
    queue_message(m, e->packet, e->at);
  else if (e->what == SIM_POLL)
    poll_rank(m, e->rank, e->at);
  else
    wake(m, e->rank, e->at);
}

void many_run(struct sim_many *m) {
  struct sim_event e;
  while (!m->failed && sim_pop(&m->events, &e)) {
    if (++m->steps > MOST_STEPS) many_fail(m, "it goes on and on");
    happen(m, &e);
  }
}
