/* SPDX-License-Identifier: BSD-3-Clause
 *
 * anl_macros.c: the ANL macros over the shared memory, each of them; rank 0 prints how much was
 * wrong.
 */
#include <anl.h>
#include <stdio.h>
#include <stdlib.h>

MAIN_ENV

#define MOST 64
struct shared {
  LOCKDEC(lock)
  ALOCKDEC(many, 4)
  BARDEC(barrier)
  GSDEC(subscripts)
  PAUSEDEC(pause)
  EVENTDEC(event)
  CONDVARDEC(condition)
  int next, turn, flag, sums[4];
  long total;
  double real;
  unsigned char seen[1000];
  unsigned long wrong;
};
static struct shared *s;
static int workers = -1, set_before = 5, table[100];
static const char *text = "nothing";
static void (*chosen)(int);
static int calls;

static void wrong(const char *what) {
  fprintf(stderr, "# worker: %s\n", what);
  FETCH_ADD(s->wrong, 1);
}
#define EXPECT(what)                                                                               \
  if (!(what)) wrong(#what)

static void count_call(int n) { calls += n; }

static void globals(int me) {
  EXPECT(set_before == 77);
  EXPECT(workers >= 1);
  EXPECT(text[0] == 's' && text[3] == 'e');
  for (int i = 0; i < 100; i++) EXPECT(table[i] == i * i);
  chosen(me + 1);
  EXPECT(calls == me + 1); /* of this rank alone */
}

static void locks(int me) {
  for (int i = 0; i < 20; i++) {
    LOCK(s->lock) s->total += me;
    UNLOCK(s->lock);
    ALOCK(s->many, i % 4);
    s->sums[i % 4]++;
    AULOCK(s->many, i % 4)
  }
  BARRIER(s->barrier, workers);
  EXPECT(s->total == 20L * workers * (workers - 1) / 2);
  EXPECT(s->sums[0] == 5 * workers && s->sums[3] == 5 * workers);
}

static void subscripts(void) {
  long i;
  for (int round = 1; round <= 2; round++) {
    for (;;) {
      GETSUB(s->subscripts, i, 199, workers)
      if (i < 0) break;
      s->seen[i]++;
    }
    for (i = 0; i < 200; i++) EXPECT(s->seen[i] == round);
    BARRIER(s->barrier, workers)
  }
}

static void pauses(int me) {
  if (me == 0) {
    s->flag = 31;
    SETPAUSE(s->pause)
  }
  WAITPAUSE(s->pause)
  EXPECT(s->flag == 31);
  BARRIER(s->barrier, workers)
  if (me == 0) CLEARPAUSE(s->pause)
  if (me == workers - 1) {
    s->flag = 32;
    SETEVENT(s->event);
  }
  WAITEVENT(s->event);
  EXPECT(s->flag == 32);
  LOCK(s->lock)
  while (s->turn != me) CONDVARWAIT(s->condition, s->lock)
  s->turn++;
  CONDVARBCAST(s->condition)
  UNLOCK(s->lock)
}

static void atomics(void) {
  for (int i = 0; i < 30; i++) {
    int was = LOAD(s->next);
    while (!CAS(s->next, was, was + 1)) was = LOAD(s->next);
    FETCH_ADD_DOUBLE(&s->real, 0.5);
  }
  FETCH_SUB(s->next, 10);
  MEMORY_FENCE();
  BARRIER(s->barrier, workers)
  EXPECT(s->next == 20 * workers);
  EXPECT(s->real == 15.0 * workers);
}

static void work(void) {
  int me = FETCH_ADD(s->turn, 1);
  BARRIER(s->barrier, workers)
  if (me == 0) STORE(s->turn, 0);
  BARRIER(s->barrier, workers)
  globals(me);
  locks(me);
  subscripts();
  pauses(me);
  atomics();
}

static void second(void) { FETCH_ADD(s->next, 100); }

int main(int argc, char **argv) {
  unsigned long begin, end;
  (void)argc;
  (void)argv;
  MAIN_INITENV(, 1000000)
  CLOCK(begin)
  workers = ANL_WORKERS();
  s = G_MALLOC(sizeof *s);
  double *remote = NU_MALLOC(8192, workers - 1);
  remote[3] = 1.5;
  LOCKINIT(s->lock)
  ALOCKINIT(s->many, 4);
  BARINIT(s->barrier, workers);
  GSINIT(s->subscripts)
  PAUSEINIT(s->pause)
  EVENTINIT(s->event)
  CONDVARINIT(s->condition)
  set_before = 77;
  text = "some text";
  chosen = count_call;
  for (int i = 0; i < 100; i++) table[i] = i * i;
  CREATE(work, workers);
  WAIT_FOR_END(workers - 1);
  EXPECT(calls >= 1 && s->next == 20 * workers);
  for (int i = 1; i < workers; i++) CREATE(second)
  WAIT_FOR_END(workers - 1)
  EXPECT(s->next == 20 * workers + 100 * (workers - 1));
  EXPECT(remote[3] == 1.5);
  G_FREE(remote);
  CLOCK(end)
  EXPECT(end >= begin);
  printf("%lu wrong\n", LOAD(s->wrong));
  MAIN_END
}
