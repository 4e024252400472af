/* SPDX-License-Identifier: BSD-3-Clause
 *
 * queue_model.c: wait queues and semaphores in every order of their steps (F15): so many waiters,
 * each so many times, and so many signals; each operation at the home, each write to a rank and its
 * arrival is a step of its own, and writes arrive in any order. The acts are those of the library
 * (contrib/layers/netvm/course.h), the operations at the home those of
 * extended/paged/paged_atomic.c.
 *
 * In each state without a next step every waiter is through for which there was a signal, and the
 * count is what is left. With the rule that the thesis prints (defect 1 of the digest: a signal may
 * be promised to a waiter that has a promise already) the search must find a lost one.
 *
 *   queue_model          up to 3 x 3, and some of 4
 *   queue_model --long   up to 4 x 4
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/netvm/course.h"
#include "extended/paged/paged_atomic.h"

#define PROCESSES 4 /* of each sort, at most */

struct waiter {
  struct hyd_nv_course course;
  uint8_t rounds, running; /* still to begin; in the midst of one */
  uint32_t follower, link; /* here; on the way here; NONE */
  uint8_t told, telling;   /* 1 + left */
};
struct state {
  struct hyd_paged_queue q;
  struct waiter w[PROCESSES];
  struct hyd_nv_course v[PROCESSES];
  uint8_t passed, sent, refused; /* waits that are over; signals that are; those that met nothing */
};

struct scenario {
  const char *name;
  int waiters, rounds, signals;
  uint32_t count;
  int semaphore, thesis;
};

static const struct scenario *the;

/* --- the set of states ---------------------------------------------------------------------- */

static struct {
  struct state *at;
  size_t n, room;
  uint32_t *slot; /* index + 1 */
  size_t slots;
} seen;

static uint64_t hash(const struct state *s) {
  const unsigned char *p = (const unsigned char *)s;
  uint64_t h = 0xcbf29ce484222325u;
  for (size_t i = 0; i < sizeof *s; i++) h = (h ^ p[i]) * 0x100000001b3u;
  return h ^ h >> 29;
}

static void *memory(void *p) {
  if (p == NULL) abort();
  return p;
}

static void grow(void) {
  size_t slots = seen.slots ? 2 * seen.slots : 1 << 12;
  free(seen.slot);
  seen.slot = memory(calloc(slots, sizeof *seen.slot));
  seen.slots = slots;
  for (size_t i = 0; i < seen.n; i++) {
    size_t k = hash(&seen.at[i]) & (slots - 1);
    while (seen.slot[k]) k = (k + 1) & (slots - 1);
    seen.slot[k] = (uint32_t)i + 1;
  }
}

static void add(const struct state *s) {
  size_t k;
  if (2 * (seen.n + 1) > seen.slots) grow();
  k = hash(s) & (seen.slots - 1);
  for (; seen.slot[k]; k = (k + 1) & (seen.slots - 1))
    if (memcmp(&seen.at[seen.slot[k] - 1], s, sizeof *s) == 0) return;
  if (seen.n == seen.room) {
    seen.room = seen.room ? 2 * seen.room : 1 << 12;
    seen.at = memory(realloc(seen.at, seen.room * sizeof *seen.at));
  }
  seen.at[seen.n++] = *s;
  seen.slot[k] = (uint32_t)seen.n;
}

/* --- steps ---------------------------------------------------------------------------------- */

/* As the thesis prints it: what waits may be promised a wakeup again. */
static int promise_again(struct hyd_paged_queue *q, const struct hyd_nv_course *c) {
  if (!the->thesis || c->act != HYD_NV_SEM_V || q->waiting == 0 || q->waiting > q->promised)
    return 0;
  q->promised++;
  return 1;
}

/* Results as contrib/layers/netvm/queue.c reads them. */
static struct hyd_nv_result at_home(struct hyd_paged_queue *q, const struct hyd_nv_course *c) {
  static const hyd_paged_atomic_t op[] = {[HYD_NV_SEM_P] = HYD_PAGED_SEM_P,
                                          [HYD_NV_ENQUEUE] = HYD_PAGED_ENQUEUE,
                                          [HYD_NV_SEM_V] = HYD_PAGED_SEM_V,
                                          [HYD_NV_DEQUEUE] = HYD_PAGED_DEQUEUE,
                                          [HYD_NV_NEW_HEAD] = HYD_PAGED_NEW_HEAD};
  struct hyd_paged_rmw m = {.op = op[c->act], .a = c->act == HYD_NV_NEW_HEAD ? c->other : c->me};
  int semaphore = c->act == HYD_NV_SEM_P;
  uint64_t value[2];
  if (promise_again(q, c)) return (struct hyd_nv_result){HYD_NV_NONE, q->waiting, 0};
  hyd_paged_rmw_do(&m, q, value);
  if (semaphore || c->act == HYD_NV_ENQUEUE)
    return (struct hyd_nv_result){(uint32_t)value[semaphore], 0, semaphore && value[0]};
  return (struct hyd_nv_result){c->act == HYD_NV_NEW_HEAD ? HYD_NV_NONE : (uint32_t)value[0],
                                (uint32_t)value[1], value[0] != 0};
}

/* 0: the act waits for a write to arrive. */
static int carry_out(struct state *s, struct hyd_nv_course *c) {
  struct hyd_nv_result r = {HYD_NV_NONE, 0, 0};
  struct waiter *me = &s->w[c->me];
  switch (c->act) {
  case HYD_NV_LINK: s->w[c->other].link = c->me; break;
  case HYD_NV_TELL: s->w[c->other].telling = (uint8_t)(c->left + 1); break;
  case HYD_NV_TURN:
    if (!me->told) return 0;
    r.left = me->told - 1u;
    me->told = 0;
    break;
  case HYD_NV_FOLLOWER:
    if (me->follower == HYD_NV_NONE) return 0;
    r.id = me->follower;
    me->follower = HYD_NV_NONE;
    break;
  default: r = at_home(&s->q, c);
  }
  hyd_nv_course_next(c, r);
  return 1;
}

static int waiter_steps(struct state *s, int i) {
  struct waiter *w = &s->w[i];
  if (!w->running) {
    if (w->rounds == 0) return 0;
    w->rounds--;
    w->running = 1;
    w->course = hyd_nv_course(the->semaphore ? HYD_NV_SEM_P : HYD_NV_ENQUEUE, (uint32_t)i, 1);
  }
  if (!carry_out(s, &w->course)) return 0;
  if (w->course.act == HYD_NV_END) {
    w->running = 0;
    s->passed++;
    memset(&w->course, 0, sizeof w->course);
  }
  return 1;
}

static int signal_steps(struct state *s, int i) {
  struct hyd_nv_course *v = &s->v[i];
  enum hyd_nv_act was = v->act;
  struct hyd_paged_queue before = s->q;
  if (was == HYD_NV_END || !carry_out(s, v)) return 0;
  if (was == HYD_NV_DEQUEUE && before.promised == s->q.promised && before.waiting == s->q.waiting)
    s->refused++;
  if (v->act == HYD_NV_END) {
    s->sent++;
    memset(v, 0, sizeof *v);
  }
  return 1;
}

static int arrives(struct state *s, int i, int which) {
  struct waiter *w = &s->w[i];
  if (which == 0) {
    if (w->link == HYD_NV_NONE) return 0;
    w->follower = w->link;
    w->link = HYD_NV_NONE;
    return 1;
  }
  if (!w->telling) return 0;
  w->told = w->telling;
  w->telling = 0;
  return 1;
}

/* --- the search ------------------------------------------------------------------------------ */

static int by_bytes(const void *x, const void *y) {
  return memcmp(x, y, sizeof(struct hyd_nv_course));
}

static struct state begin(void) {
  struct state s;
  memset(&s, 0, sizeof s);
  s.q.count = the->count;
  for (int i = 0; i < PROCESSES; i++) s.w[i].follower = s.w[i].link = HYD_NV_NONE;
  for (int i = 0; i < the->waiters; i++) s.w[i].rounds = (uint8_t)the->rounds;
  for (int i = 0; i < the->signals; i++)
    s.v[i].act = the->semaphore ? HYD_NV_SEM_V : HYD_NV_DEQUEUE;
  return s;
}

/* Signals are not told apart. */
static void come_to(struct state *s) {
  qsort(s->v, (size_t)the->signals, sizeof *s->v, by_bytes);
  add(s);
}

/* What a state without a next step must be; 0: it is. */
static const char *wrong_end(const struct state *s) {
  int waits = the->waiters * the->rounds, woken = the->signals - s->refused;
  int free_passes = the->semaphore ? (int)the->count : 0;
  int expected = waits < woken + free_passes ? waits : woken + free_passes;
  if (s->sent != the->signals) return "a signal did not end";
  if (s->passed < expected) return "a signal was lost: a waiter waits";
  if (s->passed > expected) return "a waiter passed without a signal";
  if (s->q.waiting != (uint32_t)(waits - expected) && the->rounds == 1) return "waiters miscounted";
  if (s->q.promised) return "a promise is left over";
  if (the->semaphore && s->q.count != (uint32_t)(woken + free_passes - expected))
    return "the count is wrong";
  for (int i = 0; i < the->waiters; i++)
    if (s->w[i].telling || s->w[i].told || s->w[i].link != HYD_NV_NONE)
      return "a write is left over";
  return NULL;
}

static const char *expand(size_t at) {
  struct state from = seen.at[at], to;
  int steps = 0;
  for (int i = 0; i < the->waiters; i++) {
    to = from;
    if (waiter_steps(&to, i)) steps++, come_to(&to);
    for (int which = 0; which < 2; which++) {
      to = from;
      if (arrives(&to, i, which)) steps++, come_to(&to);
    }
  }
  for (int i = 0; i < the->signals; i++) {
    to = from;
    if (signal_steps(&to, i)) steps++, come_to(&to);
  }
  return steps ? NULL : wrong_end(&from);
}

static const char *search(const struct scenario *sc) {
  struct state first;
  const char *wrong = NULL;
  the = sc;
  seen.n = 0;
  if (seen.slots) memset(seen.slot, 0, seen.slots * sizeof *seen.slot);
  first = begin();
  add(&first);
  for (size_t i = 0; i < seen.n && wrong == NULL; i++) wrong = expand(i);
  return wrong;
}

/* --- scenarios -------------------------------------------------------------------------------- */

static int failures, runs;

static void expect(struct scenario sc, int to_fail) {
  const char *wrong = search(&sc);
  runs++;
  if ((wrong != NULL) == to_fail) return;
  failures++;
  printf("not ok: %s, %d waiters x %d, %d signals, count %u: %s (%zu states)\n", sc.name,
         sc.waiters, sc.rounds, sc.signals, sc.count, wrong ? wrong : "nothing was lost", seen.n);
}

int main(int argc, char **argv) {
  int most = argc > 1 && strcmp(argv[1], "--long") == 0 ? 4 : 3;
  for (int w = 1; w <= most; w++)
    for (int v = 1; v <= most; v++) {
      for (uint32_t count = 0; count <= 1; count++)
        expect((struct scenario){"semaphore", w, 1, v, count, 1, 0}, 0);
      expect((struct scenario){"queue", w, 1, v, 0, 0, 0}, 0);
    }
  expect((struct scenario){"semaphore, again", 2, 2, 3, 0, 1, 0}, 0);
  expect((struct scenario){"semaphore, again", 2, 2, 4, 0, 1, 0}, 0);
  expect((struct scenario){"queue, again", 2, 2, 3, 0, 0, 0}, 0);
  if (most == 4) expect((struct scenario){"semaphore, again", 3, 2, 4, 0, 1, 0}, 0);
  expect((struct scenario){"the thesis' semaphore", 3, 1, 3, 0, 1, 1}, 1);
  printf("%d searches, %d failed; %zu states in the last\n", runs, failures, seen.n);
  return failures != 0;
}
