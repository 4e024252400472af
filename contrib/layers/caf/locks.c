/* SPDX-License-Identifier: BSD-3-Clause
 *
 * locks.c: LOCK, UNLOCK, CRITICAL (libcaf.md 3.7).
 *
 * A lock is a ticket lock of three words: the next ticket, the ticket now served, and a mark that
 * the image which holds the lock has stopped, so that it stays locked for ever. An image takes a
 * ticket and waits until that ticket is served; a word that is not mapped is polled less often the
 * further away the turn is. To lock a free lock there costs one round trip, which returns both
 * tickets; UNLOCK is an ordered message, for which the image does not wait (later.c). Each image
 * keeps a list of the locks that it holds.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "contrib/layers/caf/access.h"
#include "contrib/layers/caf/entries.h"
#include "contrib/layers/caf/stats.h"
#include "contrib/layers/caf/walk.h"
#include "contrib/layers/caf/words.h"

struct lock {
  struct caf_word next, served, dead;
};

static struct {
  struct held {
    char *owner; /* address of the lock's first word in its image */
    struct lock lock;
  } * list;
  size_t n, room;
} held;

static size_t find_held(const struct lock *l) {
  size_t i = 0;
  while (i < held.n &&
         (held.list[i].owner != l->next.owner || held.list[i].lock.next.rank != l->next.rank))
    i++;
  return i;
}

static void hold(const struct lock *l) {
  if (held.n == held.room) {
    held.room = held.room ? 2 * held.room : 16;
    held.list = realloc(held.list, held.room * sizeof *held.list);
    if (held.list == NULL)
      hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ALLOCATION, "LOCK: not enough memory");
  }
  held.list[held.n++] = (struct held){l->next.owner, *l};
}

static bool find_lock(struct lock *l, const struct caf_token *token, size_t index, int image,
                      const struct caf_status *status, const char *statement) {
  struct caf_word w[CAF_ELEMENT_WORDS];
  if (!hyd_caf_element(w, token, index, image, status, statement)) return false;
  *l = (struct lock){w[0], w[1], w[2]};
  return true;
}

/* Called before this image reads a lock that it may just have released: completes the release. */
static void complete_release(const struct lock *l) {
  if (l->served.mapped == NULL) hyd_caf_complete_later();
}

static bool try_lock(const struct lock *l) {
  complete_release(l);
  uint32_t served = hyd_caf_word_op(&l->served, GEX_OP_GET, 0, 0);
  return hyd_caf_word_op(&l->next, GEX_OP_FCAS, served, served + 1) == served;
}

static void rest(uint32_t ahead) {
  long ns = 20000L * (long)(ahead < 50 ? ahead : 50);
  nanosleep(&(struct timespec){.tv_nsec = ns}, NULL);
}

static bool is_dead(const struct lock *l) {
  return hyd_caf_any_ended(hyd_caf.initial) && hyd_caf_word_op(&l->dead, GEX_OP_GET, 0, 0);
}

struct ticket {
  int32_t result;
  uint32_t mine, served;
};

void hyd_caf_serve_ticket(const char *request, size_t n, char **answer_p, size_t *answer_n_p) {
  struct ticket t = {.result = CAF_WALK_OK};
  _Atomic uint32_t *next;
  (void)n;
  memcpy(&next, request, sizeof next);
  t.mine = atomic_fetch_add(next, 1); /* W1 of words.h; the next word is the ticket now served */
  t.served = atomic_load(next + 1);
  *answer_n_p = sizeof t;
  if ((*answer_p = malloc(sizeof t)) == NULL)
    hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ALLOCATION, "LOCK: not enough memory");
  memcpy(*answer_p, &t, sizeof t);
}

static struct ticket take_ticket(const struct lock *l) {
  struct ticket t = {0};
  struct caf_answer answer;
  if (l->next.mapped) {
    t.mine = hyd_caf_word_op(&l->next, GEX_OP_FADD, 1, 0);
    t.served = hyd_caf_word_op(&l->served, GEX_OP_GET, 0, 0);
    return t;
  }
  hyd_caf_call_behind(l->next.rank, CAF_OP_TICKET, &l->next.owner, sizeof l->next.owner, NULL, 0,
                      &answer);
  memcpy(&t, answer.data, sizeof t);
  free(answer.data);
  return t;
}

/* Waits for this image's turn. False: the turn never comes. */
static bool wait_turn(const struct lock *l) {
  struct ticket t = take_ticket(l);
  struct caf_wait wait = {0};
  while (t.mine != t.served) {
    if (is_dead(l)) return false;
    hyd_caf_pause(&wait);
    if (l->served.mapped == NULL && t.mine - t.served > 1) rest(t.mine - t.served - 1);
    t.served = hyd_caf_word_op(&l->served, GEX_OP_GET, 0, 0);
  }
  return true;
}

void _gfortran_caf_lock(void *token, size_t index, int image, int *acquired, int *stat,
                        char *errmsg, size_t len) {
  struct caf_status status = {stat, errmsg, len};
  struct lock l;
  CAF_BEGIN(since); /* releases no other image, so puts may stay in flight */
  if (!find_lock(&l, token, index, image, &status, "LOCK")) return;
  if (find_held(&l) < held.n) {
    hyd_caf_fail(&status, GFC_STAT_LOCKED, "LOCK: this image holds the lock already");
    return;
  }
  hyd_caf_succeed_at(&status, l.next.rank, "LOCK");
  bool got = stat == NULL || *stat == 0; /* else the lock is not taken: its image has failed */
  if (acquired) *acquired = 0;
  if (!got) return;
  if (acquired) {
    got = try_lock(&l);
  } else if (!wait_turn(&l)) {
    hyd_caf_fail(&status, GFC_STAT_STOPPED_IMAGE,
                 "LOCK: the image that holds the lock has stopped");
    return;
  }
  if (acquired) *acquired = got;
  if (got) hold(&l);
  gasnet_AMPoll();
  CAF_STAT_END(CAF_K_LOCK, since, 0);
}

void _gfortran_caf_unlock(void *token, size_t index, int image, int *stat, char *errmsg,
                          size_t len) {
  struct caf_status status = {stat, errmsg, len};
  struct lock l;
  CAF_BEGIN(since);
  if (!find_lock(&l, token, index, image, &status, "UNLOCK")) return;
  size_t i = find_held(&l);
  if (i == held.n) {
    complete_release(&l);
    bool is_free =
        hyd_caf_word_op(&l.next, GEX_OP_GET, 0, 0) == hyd_caf_word_op(&l.served, GEX_OP_GET, 0, 0);
    hyd_caf_fail(&status, is_free ? GFC_STAT_UNLOCKED : GFC_STAT_LOCKED_OTHER_IMAGE, "UNLOCK: %s",
                 is_free ? "the lock is not locked" : "another image holds the lock");
    return;
  }
  held.list[i] = held.list[--held.n];
  hyd_caf_post(&l.served);
  hyd_caf_succeed_at(&status, l.next.rank, "UNLOCK");
  CAF_STAT_END(CAF_K_LOCK, since, 0);
}

void hyd_caf_leave_locks(int state) {
  while (held.n) {
    const struct lock *l = &held.list[--held.n].lock;
    if (state == CAF_FAILED)
      hyd_caf_post(&l->served);
    else
      hyd_caf_word_op(&l->dead, GEX_OP_SET, 1, 0);
  }
}
