/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_lock.c: readers-writer locks, and the locks that check their users in debug clients.
 *
 * A readers-writer lock is a count guarded by a mutex. Waiting writers go before new readers, so
 * neither side starves. To check unlocks and assertions, each thread of a debug client notes the
 * locks it holds in a small table; a thread that holds more than fit is no longer checked.
 */
#include "tools_lib.h"

/* ---------------------------------------------------------------------- checked mutexes --- */

static uintptr_t self(void) { return (uintptr_t)pthread_self(); }

static uintptr_t owner_of(struct hyd_tools_checked_mutex *m) {
  return __atomic_load_n(&m->owner, __ATOMIC_RELAXED);
}

static void set_owner(struct hyd_tools_checked_mutex *m, uintptr_t owner) {
  __atomic_store_n(&m->owner, owner, __ATOMIC_RELAXED);
}

static void require_owner(struct hyd_tools_checked_mutex *m, const char *call) {
  if (owner_of(m) != self()) {
    gasnett_fatalerror_nopos("%s(%p): the calling thread does not hold the mutex", call, (void *)m);
  }
}

void hyd_tools_mutex_lock(struct hyd_tools_checked_mutex *m) {
  if (owner_of(m) == self()) {
    gasnett_fatalerror_nopos("gasnett_mutex_lock(%p): the calling thread holds the mutex already",
                             (void *)m);
  }
  int err = pthread_mutex_lock(&m->lock);
  if (err) gasnett_fatalerror_nopos("gasnett_mutex_lock(%p): %s", (void *)m, strerror(err));
  set_owner(m, self());
}

int hyd_tools_mutex_trylock(struct hyd_tools_checked_mutex *m) {
  if (owner_of(m) == self()) {
    gasnett_fatalerror_nopos(
        "gasnett_mutex_trylock(%p): the calling thread holds the mutex already", (void *)m);
  }
  int err = pthread_mutex_trylock(&m->lock);
  if (err == 0) set_owner(m, self());
  return err;
}

void hyd_tools_mutex_unlock(struct hyd_tools_checked_mutex *m) {
  require_owner(m, "gasnett_mutex_unlock");
  set_owner(m, 0);
  (void)pthread_mutex_unlock(&m->lock);
}

void hyd_tools_mutex_destroy(struct hyd_tools_checked_mutex *m) {
  int err = owner_of(m) ? EBUSY : pthread_mutex_destroy(&m->lock);
  if (err) gasnett_fatalerror_nopos("gasnett_mutex_destroy(%p): %s", (void *)m, strerror(err));
}

void hyd_tools_mutex_assert(struct hyd_tools_checked_mutex *m, int locked) {
  if (locked) {
    require_owner(m, "gasnett_mutex_assertlocked");
  } else if (owner_of(m) == self()) {
    gasnett_fatalerror_nopos("gasnett_mutex_assertunlocked(%p): the calling thread holds the mutex",
                             (void *)m);
  }
}

void hyd_tools_cond_wait(pthread_cond_t *c, struct hyd_tools_checked_mutex *m) {
  require_owner(m, "gasnett_cond_wait");
  set_owner(m, 0);
  int err = pthread_cond_wait(c, &m->lock);
  if (err) gasnett_fatalerror_nopos("gasnett_cond_wait(%p): %s", (void *)m, strerror(err));
  set_owner(m, self());
}

/* ------------------------------------------------- what each thread holds, for the checks --- */

#define MAX_HELD 32

struct held_lock {
  struct hyd_tools_rwlock *lock; /* NULL: free */
  int state;                     /* HYD_TOOLS_RW_READ or _WRITE */
};
static __thread struct held_lock held_locks[MAX_HELD];
static __thread int held_overflow; /* more than fit were held once: this thread is not checked */

static struct held_lock *find_held(struct hyd_tools_rwlock *r) {
  for (int i = 0; i < MAX_HELD; i++) {
    if (held_locks[i].lock == r) return &held_locks[i];
  }
  return NULL;
}

static int held_state(struct hyd_tools_rwlock *r) {
  struct held_lock *held = find_held(r);
  return held ? held->state : HYD_TOOLS_RW_UNLOCKED;
}

static void note_held(struct hyd_tools_rwlock *r, int state) {
  struct held_lock *slot = find_held(NULL);
  if (!slot) {
    held_overflow = 1;
    return;
  }
  slot->lock = r;
  slot->state = state;
}

static const char *state_name(int state) {
  if (state == HYD_TOOLS_RW_READ) return "for reading";
  return state == HYD_TOOLS_RW_WRITE ? "for writing" : "not at all";
}

/* The calling thread must hold r in one of `states`. */
static void require_state(struct hyd_tools_rwlock *r, int states, const char *call) {
  int state = held_state(r);
  if (!held_overflow && !(state & states)) {
    gasnett_fatalerror_nopos("%s(%p): the calling thread holds the lock %s", call, (void *)r,
                             state_name(state));
  }
}

/* ------------------------------------------------------------------ readers-writer locks --- */

void hyd_tools_rwlock_init(struct hyd_tools_rwlock *r) {
  (void)pthread_mutex_init(&r->guard, NULL);
  (void)pthread_cond_init(&r->changed, NULL);
  r->held = 0;
  r->writers_waiting = 0;
}

void hyd_tools_rwlock_destroy(struct hyd_tools_rwlock *r, int check) {
  if (check) {
    pthread_mutex_lock(&r->guard);
    int in_use = r->held != 0 || r->writers_waiting != 0;
    pthread_mutex_unlock(&r->guard);
    if (in_use) gasnett_fatalerror_nopos("gasnett_rwlock_destroy(%p): in use", (void *)r);
  }
  (void)pthread_cond_destroy(&r->changed);
  (void)pthread_mutex_destroy(&r->guard);
}

static int can_read(const struct hyd_tools_rwlock *r) {
  return r->held >= 0 && r->held < INT_MAX && r->writers_waiting == 0;
}

static void wait_to_write(struct hyd_tools_rwlock *r) {
  r->writers_waiting++;
  while (r->held != 0) pthread_cond_wait(&r->changed, &r->guard);
  r->writers_waiting--;
}

int hyd_tools_rwlock_acquire(struct hyd_tools_rwlock *r, int write, int wait, int check) {
  int rc = 0;
  if (check) {
    require_state(r, HYD_TOOLS_RW_UNLOCKED,
                  write ? "gasnett_rwlock_wrlock" : "gasnett_rwlock_rdlock");
  }
  pthread_mutex_lock(&r->guard);
  if (write && wait) wait_to_write(r);
  while (!write && wait && !can_read(r)) pthread_cond_wait(&r->changed, &r->guard);
  if (write ? r->held == 0 : can_read(r)) {
    r->held = write ? -1 : r->held + 1;
  } else {
    rc = EBUSY;
  }
  pthread_mutex_unlock(&r->guard);
  if (rc == 0 && check) note_held(r, write ? HYD_TOOLS_RW_WRITE : HYD_TOOLS_RW_READ);
  return rc;
}

void hyd_tools_rwlock_unlock(struct hyd_tools_rwlock *r, int check) {
  if (check) {
    require_state(r, HYD_TOOLS_RW_READ | HYD_TOOLS_RW_WRITE, "gasnett_rwlock_unlock");
    struct held_lock *held = find_held(r);
    if (held) held->lock = NULL;
  }
  pthread_mutex_lock(&r->guard);
  r->held = r->held < 0 ? 0 : r->held - 1;
  if (r->held == 0) pthread_cond_broadcast(&r->changed);
  pthread_mutex_unlock(&r->guard);
}

void hyd_tools_rwlock_assert(struct hyd_tools_rwlock *r, int states) {
  require_state(r, states, "gasnett_rwlock_assert");
}
