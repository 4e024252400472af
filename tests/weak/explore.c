/* SPDX-License-Identifier: BSD-3-Clause
 *
 * explore.c: see explore.h. Threads are coroutines; each gives way before an access to a location
 * that more than one thread uses. Locations are found to be such in the course of an exploration,
 * which then starts again.
 */
#include "tests/weak/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include <linux/futex.h>

#define LOCATIONS 32
#define MESSAGES 24  /* of a location */
#define CHOICES 4096 /* of an execution */
#define STEPS 60     /* of a thread; longer executions are cut */
#define STACK 262144u
#define ARENAS 8
#define QUIET 1024u /* a power of 2 */

struct view { /* the oldest message that may be read, by its index; how much happened before */
  uint8_t at[LOCATIONS], clock[WEAK_THREADS];
};

struct message {
  struct view view; /* that an acquire load joins */
  uint64_t value;
  uint16_t id; /* its thread and step */
  uint8_t place,
      glued; /* in the order of the location; nothing may come between it and the one before */
};

struct location {
  const volatile void *at;
  unsigned size, n;
  uint8_t order[MESSAGES];
  struct message message[MESSAGES];
};

enum status { READY, SLEEPING, ENDED };
struct thread {
  struct view now, acquired, released;
  uint64_t history;
  enum status status;
  const volatile void *sleeps_on;
  jmp_buf here, base; /* where it gave way; the start of its stack */
  ucontext_t first;
  int started;
  char *stack;
};

struct shadow { /* of a byte: clocks + 1; 0: never */
  uint8_t writer, written, read[WEAK_THREADS];
};
struct arena {
  unsigned char *at;
  size_t size;
  struct shadow *shadow;
};

struct undo {
  void *at;
  unsigned size;
  unsigned char old[16];
};

static const struct weak_scenario *scenario;
static struct thread thread[WEAK_THREADS];
static struct location location[LOCATIONS];
static int nlocations;
static struct view fences; /* of sequentially consistent fences up to now */
static int self = -1;      /* the thread that runs */
static jmp_buf scheduler;
enum { GAVE_WAY = 1, STOP };

static struct { uint8_t taken, of; } choice[CHOICES];
static unsigned nchoices, place, known; /* made; of this execution; that it repeats */

/* Locations that need no exploring: one thread uses them, or none writes; hints. */
enum { READERS = -2, HINT = -3 };
static struct {
  const volatile void *at;
  int owner, written;
} quiet[QUIET];
static unsigned nquiet;
static int again; /* a location was found to be none of them */

static struct arena arena[ARENAS];
static unsigned narenas;
static struct shadow **touched;
static struct undo *undo;
static size_t ntouched, touched_size, nundo, undo_size;

static uint64_t *seen; /* states */
static size_t seen_size, nseen;

static struct weak_site site[WEAK_SITES];
static unsigned nsites;
static int weak_site_now = -1, weak_order_now;
static uint8_t site_used[WEAK_SITES];

static uint64_t ncut; /* executions that were too long */
static char wrong[256];
static int tracing;

static void die(const char *why) {
  fprintf(stderr, "explore: %s\n", why);
  exit(2);
}

/* --- choices and states ----------------------------------------------------- */

static unsigned choose(unsigned of) {
  if (of == 1) return 0;
  if (place == nchoices) {
    if (nchoices == CHOICES) die("an execution has too many choices");
    choice[nchoices].taken = 0;
    choice[nchoices++].of = (uint8_t)of;
  }
  if (choice[place].of != (uint8_t)of) die("an execution that is repeated is another one");
  return choice[place++].taken;
}

/* Goes to the next execution; 0 = there is none. */
static int advance(void) {
  while (nchoices && choice[nchoices - 1].taken + 1 == choice[nchoices - 1].of) nchoices--;
  if (nchoices == 0) return 0;
  choice[nchoices - 1].taken++;
  known = nchoices;
  return 1;
}

static uint64_t mix(uint64_t h, uint64_t v) {
  h = (h ^ v) * 0x9e3779b97f4a7c15u;
  h ^= h >> 29;
  h *= 0xbf58476d1ce4e5b9u;
  return h ^ h >> 32;
}

static uint64_t hash_of_view(const struct view *v) {
  uint64_t h = 1;
  for (int i = 0; i < nlocations; i++)
    h = mix(h, location[i].n ? location[i].message[v->at[i]].id : 0);
  for (int i = 0; i < WEAK_THREADS; i++) h = mix(h, v->clock[i]);
  return h;
}

/* The same for executions that differ in nothing but the order of independent steps. */
static uint64_t hash_of_state(void) {
  uint64_t h = hash_of_view(&fences);
  for (int i = 0; i < scenario->nthreads; i++)
    h = mix(mix(h, thread[i].history), (uint64_t)thread[i].status);
  for (int i = 0; i < nlocations; i++)
    for (unsigned j = 0; j < location[i].n; j++) {
      const struct message *m = &location[i].message[location[i].order[j]];
      h = mix(h, (uint64_t)m->id << 9 | (uint64_t)i << 1 | m->glued);
    }
  return h ? h : 1;
}

static void insert(uint64_t h) {
  size_t i = h & (seen_size - 1);
  while (seen[i] && seen[i] != h) i = (i + 1) & (seen_size - 1);
  nseen += seen[i] == 0;
  seen[i] = h;
}

static void grow(void) {
  uint64_t *old = seen;
  size_t n = seen_size;
  seen_size = n ? 2 * n : 1u << 16;
  seen = calloc(seen_size, sizeof *seen);
  if (seen == NULL) die("out of memory");
  nseen = 0;
  for (size_t i = 0; i < n; i++)
    if (old[i]) insert(old[i]);
  free(old);
}

static int was_seen(uint64_t h) {
  size_t before = nseen;
  if (2 * nseen >= seen_size) grow();
  before = nseen;
  insert(h);
  return nseen == before;
}

/* --- what threads call ------------------------------------------------------ */

static void stop(void) { _longjmp(scheduler, STOP); }

void weak_fail(const char *what) {
  if (wrong[0] == 0) snprintf(wrong, sizeof wrong, "%s", what);
  if (self >= 0) stop();
}

int weak_sleeps(int t) { return thread[t].status == SLEEPING; }
int weak_self(void) { return self; }

void weak_share(void *at, size_t size) {
  if (narenas == ARENAS) die("too many areas are shared");
  arena[narenas].shadow = calloc(size, sizeof(struct shadow));
  if (arena[narenas].shadow == NULL) die("out of memory");
  arena[narenas].at = at;
  arena[narenas++].size = size;
}

/* Until the scheduler lets this thread go on. */
static void give_way(void) {
  if (_setjmp(thread[self].here) == 0) _longjmp(scheduler, GAVE_WAY);
}

static struct thread *step(void) {
  struct thread *t = &thread[self];
  give_way();
  if (++t->now.clock[self] >= STEPS) {
    ncut++;
    stop();
  }
  t->acquired.clock[self] = t->now.clock[self];
  return t;
}

/* --- views -------------------------------------------------------------------- */

static void join(struct view *to, const struct view *from) {
  for (int i = 0; i < nlocations; i++)
    if (location[i].n &&
        location[i].message[from->at[i]].place > location[i].message[to->at[i]].place)
      to->at[i] = from->at[i];
  for (int i = 0; i < WEAK_THREADS; i++)
    if (from->clock[i] > to->clock[i]) to->clock[i] = from->clock[i];
}

static int acquires(int order) {
  return order == __ATOMIC_ACQUIRE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}
static int releases(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

static void fence_of(int which, int order) {
  struct thread *t = &thread[which];
  if (acquires(order)) join(&t->now, &t->acquired);
  if (order == __ATOMIC_SEQ_CST) {
    join(&t->now, &fences);
    join(&fences, &t->now);
    join(&t->acquired, &t->now);
  }
  if (releases(order)) t->released = t->now;
  t->history = mix(t->history, hash_of_view(&t->now) ^ (uint64_t)order);
}

/* --- sites -------------------------------------------------------------------- */

static int is_same(const struct weak_site *a, const struct weak_site *b) {
  return a->line == b->line && a->kind == b->kind && a->order == b->order &&
         strcmp(a->name, b->name) == 0 && strcmp(a->file, b->file) == 0;
}

static void give_number(struct weak_site *s) {
  unsigned i = 0;
  while (i < nsites && !is_same(s, &site[i])) i++;
  if (i == WEAK_SITES) die("too many sites");
  if (i == nsites) site[nsites++] = *s;
  s->number = i + 1;
}

static int order_of(struct weak_site *s) {
  if (s->number == 0) give_number(s);
  site_used[s->number - 1] = 1;
  return (int)s->number - 1 == weak_site_now ? weak_order_now : s->order;
}

unsigned weak_nsites(void) { return nsites; }
const struct weak_site *weak_site_at(unsigned i) { return &site[i]; }
int weak_site_used(unsigned i) { return site_used[i]; }

/* --- locations ------------------------------------------------------------------ */

/* Where the low bytes of a number of 8 are. */
static unsigned low_at(unsigned size) {
  return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 0 : 8 - size;
}

static uint64_t in_memory(const volatile void *at, unsigned size) {
  uint64_t v = 0;
  memcpy((char *)&v + low_at(size), (const void *)at, size);
  return v;
}

static uint64_t cut(uint64_t value, unsigned size) {
  return size == 8 ? value : value & ((1ull << 8 * size) - 1);
}

static unsigned place_of(const volatile void *at) {
  unsigned i = (unsigned)((uintptr_t)at / 4 * 0x9e3779b1u) & (QUIET - 1);
  while (quiet[i].at && quiet[i].at != at) i = (i + 1) & (QUIET - 1);
  if (quiet[i].at) return i;
  if (++nquiet > QUIET / 2) die("too many locations");
  quiet[i].at = at;
  quiet[i].written = 0;
  quiet[i].owner = self;
  return i;
}

void weak_hint(const volatile void *at) { quiet[place_of(at)].owner = HINT; }

static void becomes_shared(unsigned i) {
  again = 1;
  if (nlocations == LOCATIONS) die("too many locations are shared");
  memset(&location[nlocations], 0, sizeof location[0]);
  location[nlocations++].at = quiet[i].at;
  stop();
}

static void use_quietly(const volatile void *at, int writes) {
  unsigned i = place_of(at);
  if (quiet[i].owner == HINT) return;
  quiet[i].written |= writes;
  if (quiet[i].owner == self) return;
  if (quiet[i].written) becomes_shared(i);
  quiet[i].owner = READERS;
}

/* NULL: it needs no exploring. */
static struct location *find(const volatile void *at, int writes) {
  for (int i = 0; i < nlocations; i++)
    if (location[i].at == at) return &location[i];
  use_quietly(at, writes);
  return NULL;
}

static struct location *ready(struct location *l, unsigned size) {
  if (l->n) return l;
  memset(&l->message[0], 0, sizeof l->message[0]);
  l->size = size;
  l->message[0].value = in_memory(l->at, size);
  l->message[0].id = 0xffff;
  l->order[0] = 0;
  l->n = 1;
  return l;
}

static struct message *add(struct location *l, unsigned after, int glued) {
  struct message *m = &l->message[l->n];
  if (l->n == MESSAGES) die("a location has too many stores");
  memmove(&l->order[after + 2], &l->order[after + 1], l->n - after - 1);
  l->order[after + 1] = (uint8_t)l->n++;
  for (unsigned i = after + 1; i < l->n; i++) l->message[l->order[i]].place = (uint8_t)i;
  m->id = (uint16_t)(self << 8 | thread[self].now.clock[self]);
  m->glued = (uint8_t)glued;
  return m;
}

static int is_followed(const struct location *l, unsigned at) {
  return at + 1 < l->n && l->message[l->order[at + 1]].glued;
}

static void read_from(struct thread *t, struct location *l, const struct message *m, int order) {
  int which = (int)(l - location);
  t->now.at[which] = (uint8_t)(m - l->message);
  join(&t->acquired, &m->view);
  if (acquires(order)) join(&t->now, &m->view);
  join(&t->acquired, &t->now);
  t->history = mix(t->history, (uint64_t)m->id << 8 | (uint64_t)which);
}

static void write_to(struct thread *t, struct location *l, struct message *m, uint64_t value,
                     int order) {
  int which = (int)(l - location);
  uint8_t index = (uint8_t)(m - l->message);
  m->value = cut(value, l->size);
  t->now.at[which] = t->acquired.at[which] = index;
  if (releases(order))
    join(&m->view, &t->now);
  else
    join(&m->view, &t->released);
  m->view.at[which] = index;
  t->history = mix(t->history, (uint64_t)m->id << 8 | 0x80u | (uint64_t)which);
}

static unsigned first_readable(const struct thread *t, const struct location *l) {
  return l->message[t->now.at[l - location]].place;
}

static uint64_t load(struct thread *t, struct location *l, int order) {
  unsigned from = first_readable(t, l), back = choose(l->n - from);
  const struct message *m = &l->message[l->order[l->n - 1 - back]];
  read_from(t, l, m, order);
  return m->value;
}

static void store(struct thread *t, struct location *l, uint64_t value, int order) {
  unsigned from = first_readable(t, l), n = 0, after[MESSAGES];
  struct message *m;
  for (unsigned i = l->n; i-- > from;)
    if (!is_followed(l, i)) after[n++] = i;
  m = add(l, after[choose(n)], 0);
  memset(&m->view, 0, sizeof m->view);
  write_to(t, l, m, value, order);
}

static uint64_t changed(int kind, uint64_t old, uint64_t value) {
  switch (kind) {
  case WEAK_ADD: return old + value;
  case WEAK_OR: return old | value;
  case WEAK_AND: return old & value;
  default: return value;
  }
}

/* Returns the old value. */
static uint64_t modify(struct thread *t, struct location *l, const struct weak_site *s,
                       uint64_t value, const uint64_t *expected, int order) {
  unsigned n = 0, at[MESSAGES], from = first_readable(t, l);
  struct message *old, *m;
  for (unsigned i = l->n; i-- > from;) {
    int fails = expected && l->message[l->order[i]].value != cut(*expected, l->size);
    if (fails || !is_followed(l, i)) at[n++] = i;
  }
  n = at[choose(n)];
  old = &l->message[l->order[n]];
  if (expected && old->value != cut(*expected, l->size)) {
    read_from(t, l, old, s->failure);
    return old->value;
  }
  read_from(t, l, old, order);
  m = add(l, n, 1);
  m->view = old->view;
  write_to(t, l, m, changed(s->kind, old->value, value), order);
  return old->value;
}

static void remember(void *at, unsigned size) {
  if (nundo == undo_size) {
    undo_size = undo_size ? 2 * undo_size : 4096;
    undo = realloc(undo, undo_size * sizeof *undo);
    if (undo == NULL) die("out of memory");
  }
  undo[nundo].at = at;
  undo[nundo].size = size;
  memcpy(undo[nundo++].old, at, size);
}

static uint64_t in_one_thread(const struct weak_site *s, const volatile void *at, unsigned size,
                              uint64_t value, const uint64_t *expected) {
  uint64_t old = in_memory(at, size);
  if (s->kind == WEAK_LOAD || (expected && old != cut(*expected, size))) return old;
  if (self >= 0) remember((void *)(uintptr_t)at, size);
  value = changed(s->kind, old, value);
  memcpy((void *)(uintptr_t)at, (const char *)&value + low_at(size), size);
  return old;
}

static void trace(const struct weak_site *s, uint64_t old, uint64_t value) {
  static const char *const kinds[] = {"load", "store", "exchange", "add", "or", "and", "cas"};
  if (tracing)
    printf("    %d  %s:%d %s %s: %llx, %llx\n", self, s->file, s->line, kinds[s->kind], s->name,
           (unsigned long long)old, (unsigned long long)value);
}

uint64_t weak_access(struct weak_site *s, const volatile void *at, unsigned size, uint64_t value,
                     uint64_t *expected) {
  struct location *l = self >= 0 ? find(at, s->kind != WEAK_LOAD) : NULL;
  uint64_t old, wanted = expected ? *expected : 0;
  if (l == NULL) {
    old = in_one_thread(s, at, size, value, expected);
  } else {
    struct thread *t = step();
    int order = order_of(s);
    ready(l, size);
    if (s->kind == WEAK_LOAD)
      old = load(t, l, order);
    else if (s->kind == WEAK_STORE)
      store(t, l, old = value, order);
    else
      old = modify(t, l, s, value, expected, order);
    trace(s, old, value);
  }
  if (expected == NULL) return old;
  *expected = old;
  return old == cut(wanted, size);
}

void weak_fence(struct weak_site *s) {
  int order = order_of(s);
  if (self < 0 || order == __ATOMIC_RELAXED) return;
  step();
  fence_of(self, order);
  if (tracing) printf("    %d  %s:%d fence\n", self, s->file, s->line);
}

/* --- the kernel --------------------------------------------------------------- */

static void membarrier(const char *file, int line) {
  static struct weak_site s = {NULL, "membarrier", 0, WEAK_LOAD, __ATOMIC_SEQ_CST, 0, 0};
  s.file = file;
  s.line = line;
  if (order_of(&s) != __ATOMIC_SEQ_CST) return;
  step();
  fence_of(self, __ATOMIC_SEQ_CST);
  for (int i = 0; i < scenario->nthreads; i++) {
    if (i == self) continue;
    step();
    if (tracing) printf("    %d  fence of %d\n", self, i);
    thread[i].now.clock[i]++;
    thread[i].acquired.clock[i] = thread[i].now.clock[i];
    fence_of(i, __ATOMIC_SEQ_CST);
  }
  step();
  fence_of(self, __ATOMIC_SEQ_CST);
}

static void futex_wait(const volatile void *word, uint32_t expected) {
  struct location *l = find(word, 0);
  struct thread *t = step();
  uint64_t value;
  fence_of(self, __ATOMIC_SEQ_CST);
  value = l ? load(t, ready(l, 4), __ATOMIC_RELAXED) : in_memory(word, 4);
  if (tracing) printf("    %d  sleeps if %llx is %x\n", self, (unsigned long long)value, expected);
  if (value != expected) return;
  t->status = SLEEPING;
  t->sleeps_on = word;
  give_way();
}

static void futex_wake(const volatile void *word, uint32_t most) {
  find(word, 0);
  step();
  fence_of(self, __ATOMIC_SEQ_CST);
  if (tracing) printf("    %d  wakes\n", self);
  for (; most; most--) {
    unsigned n = 0, which[WEAK_THREADS];
    for (int i = 0; i < scenario->nthreads; i++)
      if (thread[i].status == SLEEPING && thread[i].sleeps_on == word) which[n++] = (unsigned)i;
    if (n == 0) return;
    thread[which[most < n ? choose(n) : 0]].status = READY;
  }
}

long weak_syscall(const char *file, int line, long number, ...) {
  va_list list;
  const volatile void *word;
  int op;
  if (number == SYS_membarrier) {
    membarrier(file, line);
    return 0;
  }
  if (number != SYS_futex) die("an unexpected system call");
  va_start(list, number);
  word = va_arg(list, void *);
  op = va_arg(list, int);
  if (op == FUTEX_WAIT)
    futex_wait(word, va_arg(list, uint32_t));
  else
    futex_wake(word, va_arg(list, uint32_t));
  va_end(list);
  return 0;
}

int weak_clock(clockid_t clock, struct timespec *t) {
  (void)clock;
  *t = (struct timespec){1, 0};
  return 0;
}

/* --- plain accesses ------------------------------------------------------------- */

static void race(const void *at, int is_write, int other) {
  char text[128];
  (void)at;
  snprintf(text, sizeof text, "a race: %s of thread %d with thread %d",
           is_write ? "a plain write" : "a plain read", self, other);
  weak_fail(text);
}

static void touch(struct shadow *s) {
  static const struct shadow untouched;
  if (memcmp(s, &untouched, sizeof untouched) != 0) return;
  if (ntouched == touched_size) {
    touched_size = touched_size ? 2 * touched_size : 4096;
    touched = realloc(touched, touched_size * sizeof *touched);
    if (touched == NULL) die("out of memory");
  }
  touched[ntouched++] = s;
}

static void look(struct shadow *s, const void *at, int is_write) {
  const uint8_t *before = thread[self].now.clock;
  uint8_t mine = (uint8_t)(before[self] + 1);
  touch(s);
  if (s->written && s->writer != self && s->written > before[s->writer])
    race(at, is_write, s->writer);
  for (int i = 0; is_write && i < WEAK_THREADS; i++)
    if (i != self && s->read[i] > before[i]) race(at, is_write, i);
  if (is_write)
    *s = (struct shadow){.writer = (uint8_t)self, .written = mine};
  else
    s->read[self] = mine;
}

static struct arena *arena_of(const void *at) {
  for (unsigned i = 0; i < narenas; i++)
    if ((size_t)((const unsigned char *)at - arena[i].at) < arena[i].size) return &arena[i];
  return NULL;
}

void weak_plain(const void *p, size_t size, int is_write) {
  const unsigned char *at = p;
  struct arena *a = self >= 0 ? arena_of(at) : NULL;
  if (a == NULL) return;
  for (size_t i = 0; i < size; i++) look(&a->shadow[at + i - a->at], at + i, is_write);
  for (size_t i = 0; is_write && i < size; i += 16)
    remember((void *)(uintptr_t)(at + i), (unsigned)(size - i < 16 ? size - i : 16));
}

void *weak_memcpy(void *to, const void *from, size_t n) {
  weak_plain(from, n, 0);
  weak_plain(to, n, 1);
  return memcpy(to, from, n);
}

void *weak_memset(void *to, int byte, size_t n) {
  weak_plain(to, n, 1);
  return memset(to, byte, n);
}

/* --- executions ----------------------------------------------------------------- */

/* On a stack of its own; each execution starts here again. */
static void begin_thread(void) {
  (void)_setjmp(thread[self].base);
  scenario->thread[self]();
  thread[self].status = ENDED;
  _longjmp(scheduler, GAVE_WAY);
}

static void make_stack(struct thread *t) {
  t->stack = malloc(STACK);
  if (t->stack == NULL || getcontext(&t->first)) die("out of memory");
  t->first.uc_stack.ss_sp = t->stack;
  t->first.uc_stack.ss_size = STACK;
  t->first.uc_link = NULL;
  makecontext(&t->first, begin_thread, 0);
}

static void resume(int which) {
  struct thread *t = &thread[which];
  self = which;
  if (t->started) _longjmp(t->here, 1);
  t->started = 1;
  if (t->stack) _longjmp(t->base, 1);
  make_stack(t);
  setcontext(&t->first);
}

static void put_back(void) {
  while (nundo) {
    nundo--;
    memcpy(undo[nundo].at, undo[nundo].old, undo[nundo].size);
  }
  while (ntouched) memset(touched[--ntouched], 0, sizeof(struct shadow));
}

static void begin_execution(void) {
  place = 0;
  memset(&fences, 0, sizeof fences);
  for (int i = 0; i < nlocations; i++) location[i].n = 0;
  for (int i = 0; i < scenario->nthreads; i++) {
    struct thread *t = &thread[i];
    memset(&t->now, 0, sizeof t->now);
    t->acquired = t->released = t->now;
    t->history = 1;
    t->status = READY;
    t->started = 0;
  }
}

static int next_thread(void) {
  int n = 0, which[WEAK_THREADS];
  for (int i = 0; i < scenario->nthreads; i++)
    if (!thread[i].started) return i; /* each up to its first step */
  for (int i = 0; i < scenario->nthreads; i++)
    if (thread[i].status == READY) which[n++] = i;
  if (n == 0) return -1;
  if (place >= known && !tracing && was_seen(hash_of_state())) return -2;
  return which[choose((unsigned)n)];
}

static void execute(void) {
  volatile int next = 0;
  begin_execution();
  if (_setjmp(scheduler) != STOP) {
    self = -1;
    next = next_thread();
    if (next >= 0) resume(next);
    if (next == -1) scenario->check();
  }
  self = -1;
  put_back();
}

static void forget(void) {
  nchoices = known = 0;
  free(seen);
  seen = NULL;
  seen_size = nseen = 0;
  ncut = 0;
}

static void show_last(void) {
  tracing = 1;
  execute();
  tracing = 0;
}

static uint64_t search(void) {
  uint64_t executions = 0;
  forget();
  do {
    again = 0;
    execute();
    executions++;
    if (again) {
      forget();
      executions = 0;
    }
  } while (!wrong[0] && (again || advance()));
  return executions;
}

struct weak_result weak_explore(const struct weak_scenario *s, int which, int order, int show) {
  struct weak_result result;
  scenario = s;
  weak_site_now = which;
  weak_order_now = order;
  memset(site_used, 0, sizeof site_used);
  nlocations = 0;
  nquiet = narenas = 0;
  memset(quiet, 0, sizeof quiet);
  wrong[0] = 0;
  s->set_up();
  result.executions = search();
  if (wrong[0] && show) show_last();
  result.states = nseen;
  result.cut = ncut;
  snprintf(result.wrong, sizeof result.wrong, "%s", wrong);
  while (narenas) free(arena[--narenas].shadow);
  return result;
}

/* --- callbacks of -fsanitize=thread ------------------------------------------------ */

#define PLAIN(n)                                                                                   \
  void __tsan_read##n(void *p);                                                                    \
  void __tsan_write##n(void *p);                                                                   \
  void __tsan_unaligned_read##n(void *p);                                                          \
  void __tsan_unaligned_write##n(void *p);                                                         \
  void __tsan_read##n(void *p) { weak_plain(p, n, 0); }                                            \
  void __tsan_write##n(void *p) { weak_plain(p, n, 1); }                                           \
  void __tsan_unaligned_read##n(void *p) { weak_plain(p, n, 0); }                                  \
  void __tsan_unaligned_write##n(void *p) { weak_plain(p, n, 1); }
PLAIN(1)
PLAIN(2)
PLAIN(4)
PLAIN(8)
PLAIN(16)

void __tsan_read_range(void *p, unsigned long n);
void __tsan_write_range(void *p, unsigned long n);
void __tsan_init(void);
void __tsan_func_entry(void *caller);
void __tsan_func_exit(void);
void __tsan_read_range(void *p, unsigned long n) { weak_plain(p, n, 0); }
void __tsan_write_range(void *p, unsigned long n) { weak_plain(p, n, 1); }
void __tsan_init(void) {}
/* Clang's copies and fills of whole objects. */
void *__tsan_memcpy(void *to, const void *from, size_t n);
void *__tsan_memset(void *to, int byte, size_t n);
void *__tsan_memcpy(void *to, const void *from, size_t n) { return weak_memcpy(to, from, n); }
void *__tsan_memset(void *to, int byte, size_t n) { return weak_memset(to, byte, n); }
/* Accesses to atomic objects without an order; no scenario makes one. */
void __tsan_atomic32_store(void);
void __tsan_atomic32_fetch_add(void);
void __tsan_atomic32_store(void) { die("an access without an order"); }
void __tsan_atomic32_fetch_add(void) { die("an access without an order"); }
void __tsan_func_entry(void *caller) { (void)caller; }
void __tsan_func_exit(void) {}
