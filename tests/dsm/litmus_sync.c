/* SPDX-License-Identifier: BSD-3-Clause
 *
 * litmus_sync.c: litmus tests of locks, flags, semaphores, conditions, atomic operations.
 */
#include "litmus.h"

static uint32_t next_rank(void) { return (hyd_dsm_rank() + 1) % hyd_dsm_ranks(); }

/* A token goes around under a lock; what was written before it was passed on is there. */
void litmus_by_lock(void) {
  struct {
    uint64_t turn, data[600];
  } *p = litmus_memory(sizeof *p, HYD_DSM_FIRST_TOUCH);
  uint64_t end = 6u * hyd_dsm_ranks(), turn = 0;
  while (turn < end) {
    hyd_dsm_lock(litmus_world->lock[1]);
    turn = p->turn;
    if (turn % hyd_dsm_ranks() == hyd_dsm_rank() && turn < end) {
      for (int i = 0; i < 600; i++) litmus_expect(p->data[i], turn * (uint64_t)i, "under a lock");
      for (int i = 0; i < 600; i++) p->data[i] = (turn + 1) * (uint64_t)i;
      p->turn = turn + 1;
    }
    hyd_dsm_unlock(litmus_world->lock[1]);
  }
}

void litmus_by_flag(void) {
  uint64_t *p = litmus_memory(2 * hyd_dsm_block(), HYD_DSM_FIRST_TOUCH);
  for (uint64_t i = 1; i <= 5; i++) {
    if (hyd_dsm_rank() == 0) {
      p[0] = i, p[600] = ~i;
      hyd_dsm_set(litmus_world->object[0]);
    }
    hyd_dsm_await(litmus_world->object[0]);
    litmus_expect(p[0], i, "after a flag");
    litmus_expect(p[600], ~i, "after a flag");
    hyd_dsm_barrier();
    if (hyd_dsm_rank() == 0) hyd_dsm_clear(litmus_world->object[0]);
    hyd_dsm_barrier();
  }
}

/* A ring of ranks; each waits for the one before it. */
void litmus_by_semaphore(void) {
  uint64_t *p = litmus_memory(hyd_dsm_ranks() * sizeof *p, HYD_DSM_FIRST_TOUCH);
  hyd_dsm_object_t *mine = litmus_memory(hyd_dsm_ranks() * sizeof *mine, HYD_DSM_FIRST_TOUCH);
  uint32_t me = hyd_dsm_rank(), n = hyd_dsm_ranks();
  mine[me] = hyd_dsm_object_new();
  hyd_dsm_barrier();
  if (me == 0) hyd_dsm_post(mine[0], 1);
  for (uint64_t round = 0; round < 5; round++) {
    hyd_dsm_wait(mine[me]);
    litmus_expect(p[(me + n - 1) % n], me ? round + 1 : round, "after a semaphore");
    p[me] = round + 1;
    hyd_dsm_post(mine[next_rank()], 1);
  }
}

void litmus_by_fence(void) {
  uint32_t *p = litmus_memory(3 * hyd_dsm_block(), HYD_DSM_FIRST_TOUCH);
  uint32_t *flag = p + 2 * hyd_dsm_block() / sizeof *p;
  for (uint32_t i = 1; i <= 5; i++) {
    if (hyd_dsm_rank() == i % hyd_dsm_ranks()) {
      p[5] = i * 10;
      hyd_dsm_fence();
      hyd_dsm_store_u32(flag, i);
    }
    while (hyd_dsm_load_u32(flag) < i) continue;
    hyd_dsm_fence();
    litmus_expect(p[5], i * 10, "after a fence");
    hyd_dsm_barrier();
  }
}

/* 0 tells 1 by a lock's flag, 1 tells 2 by a semaphore: 2 sees what 0 wrote. */
void litmus_transitive(void) {
  uint64_t *p = litmus_memory(3 * hyd_dsm_block(), HYD_DSM_FIRST_TOUCH);
  uint64_t *told = p + 2 * hyd_dsm_block() / sizeof *p, seen = 0;
  uint32_t n = hyd_dsm_ranks(), b = 1 % n, c = 2 % n;
  for (uint64_t i = 1; i <= 5; i++, seen = 0) {
    if (hyd_dsm_rank() == c) litmus_expect(p[9], i - 1, "cached before");
    hyd_dsm_barrier();
    if (hyd_dsm_rank() == 0) {
      p[9] = i;
      hyd_dsm_lock(litmus_world->lock[2]);
      *told = i;
      hyd_dsm_unlock(litmus_world->lock[2]);
    }
    for (; hyd_dsm_rank() == b && seen < i; hyd_dsm_unlock(litmus_world->lock[2])) {
      hyd_dsm_lock(litmus_world->lock[2]);
      seen = *told;
    }
    if (hyd_dsm_rank() == b) hyd_dsm_post(litmus_world->object[1], 1);
    if (hyd_dsm_rank() == c) {
      hyd_dsm_wait(litmus_world->object[1]);
      litmus_expect(p[9], i, "what the first of three ranks wrote");
    }
    hyd_dsm_barrier();
  }
}

void litmus_counter(void) {
  enum { TIMES = 100 };
  uint64_t *p = litmus_memory(64, HYD_DSM_FIRST_TOUCH);
  for (int i = 0; i < TIMES; i++) {
    hyd_dsm_lock(litmus_world->lock[3]);
    ++*p;
    hyd_dsm_unlock(litmus_world->lock[3]);
  }
  hyd_dsm_barrier();
  litmus_expect(*p, TIMES * (uint64_t)hyd_dsm_ranks(), "a counter under a lock");
}

void litmus_atomics(void) {
  enum { TIMES = 50 };
  struct {
    uint32_t a;
    uint64_t b;
    double c;
    uint64_t own[16];
    uint32_t last;
  } *p = litmus_memory(sizeof *p, HYD_DSM_FIRST_TOUCH);
  uint32_t n = hyd_dsm_ranks(), me = hyd_dsm_rank();
  for (uint32_t i = 0; i < TIMES; i++) {
    hyd_dsm_fetch_add_u32(&p->a, 2);
    for (uint64_t b = hyd_dsm_load_u64(&p->b), was; (was = hyd_dsm_cas_u64(&p->b, b, b + 3)) != b;)
      b = was;
    hyd_dsm_fetch_add_double(&p->c, 0.5);
    p->own[me % 16] += me < 16; /* plain writes beside them */
  }
  hyd_dsm_barrier();
  litmus_expect(p->a, 2 * TIMES * n, "fetch and add");
  litmus_expect(p->b, 3 * (uint64_t)TIMES * n, "compare and swap");
  litmus_expect((uint64_t)(p->c * 2), (uint64_t)TIMES * n, "fetch and add of doubles");
  for (uint32_t r = 0; r < n && r < 16; r++) litmus_expect(p->own[r], TIMES, "a plain word");
  if (me == 0) hyd_dsm_store_u32(&p->last, 7);
  hyd_dsm_barrier();
  litmus_expect(p->last, 7, "an atomic store");
}

/* Rank 0 hands out turns; the others wait for theirs in a condition. */
void litmus_condition(void) {
  uint32_t *turn = litmus_memory(64, HYD_DSM_FIRST_TOUCH);
  hyd_dsm_lock(litmus_world->lock[0]);
  while (*turn != hyd_dsm_rank())
    hyd_dsm_condition_wait(litmus_world->object[2], litmus_world->lock[0]);
  *turn = hyd_dsm_rank() + 1;
  hyd_dsm_condition_broadcast(litmus_world->object[2]);
  hyd_dsm_unlock(litmus_world->lock[0]);
  hyd_dsm_barrier();
  litmus_expect(*turn, hyd_dsm_ranks(), "turns by a condition");
}

/* All ranks but the last; alone: all. */
void litmus_some_ranks(void) {
  uint32_t n = hyd_dsm_ranks() > 1 ? hyd_dsm_ranks() - 1 : 1, me = hyd_dsm_rank();
  uint64_t *p = litmus_memory(n * sizeof *p, HYD_DSM_FIRST_TOUCH);
  for (uint64_t i = 1; me < n && i <= 5; i++) {
    p[me] = i;
    hyd_dsm_barrier_of(litmus_world->object[3], n);
    for (uint32_t r = 0; r < n; r++) litmus_expect(p[r], i, "after a barrier of some ranks");
    hyd_dsm_barrier_of(litmus_world->object[3], n);
  }
  hyd_dsm_barrier_of(litmus_world->object[4], hyd_dsm_ranks());
}

void litmus_reductions(void) {
  uint64_t n = hyd_dsm_ranks(), me = hyd_dsm_rank();
  litmus_expect(hyd_dsm_sum_u64(me + 1), n * (n + 1) / 2, "a sum");
  litmus_expect(hyd_dsm_max_u64(me * 3), (n - 1) * 3, "a maximum");
  litmus_expect((uint64_t)hyd_dsm_sum_double(0.25), n / 4, "a sum of doubles");
  litmus_expect((uint64_t)hyd_dsm_max_double((double)me), n - 1, "a maximum of doubles");
}
