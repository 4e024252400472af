/* SPDX-License-Identifier: BSD-3-Clause
 *
 * g1_threads.c: several client threads: transfers, messages, implicit scopes and access regions of
 * each thread, barriers whose halves run on different threads, threads that come and go. In PARSYNC
 * the client takes turns.
 */
#include <pthread.h>
#include <unistd.h>

#include "g1_hsl.h"

enum { THREADS = 4 };

/* Test memory of `node` for thread i of this rank. */
static unsigned char *area(gasnet_node_t node, int i) {
  return (unsigned char *)conform_seg(node) +
         ((size_t)gasnet_mynode() * THREADS + (size_t)i) * (128 << 10);
}

static void transfers(int i, void *arg) {
  static const size_t sizes[] = {1, 8, 64, 1000, 4096, 60000};
  unsigned char *src = malloc(60000), *back = malloc(60000);
  gasnet_node_t node;
  int round;
  (void)arg;
  for (round = 0; round < 10; round++)
    for (node = 0; node < gasnet_nodes(); node++) {
      size_t k;
      for (k = 0; k < 6; k++) {
        uint64_t seed = conform_rand();
        size_t n = sizes[k];
        gasnet_handle_t h;
        conform_fill(src, n, seed);
        h = gasnet_put_nb_bulk(node, area(node, i), src, n);
        gasnet_wait_syncnb(h);
        memset(back, 0, n);
        gasnet_get_nbi_bulk(back, node, area(node, i), n);
        gasnet_wait_syncnbi_gets();
        CHECK_EQ(conform_differs(back, n, seed), -1);
        g1_bump(node, i);
      }
    }
  conform_wait_until(conform_get(&g1_bump_answers[i]) == 60 * (int)gasnet_nodes());
  free(back);
  free(src);
}

static int memory_suffices(void) {
  return (size_t)gasnet_nodes() * THREADS * (128 << 10) <= conform_seg_size();
}

static void all_calls(void) { /* section 6 */
  if (!memory_suffices()) {
    conform_skip("too many ranks");
    return;
  }
  g1_bump_reset();
  conform_threads(THREADS, transfers, 0);
  conform_barrier();
  CHECK_EQ(g1_bump_total, 60 * (int64_t)gasnet_nodes() * THREADS);
}

/* X4.1, X4.6, X4.7: scope and region are the thread's own. */
static conform_count_t stop_issuing;
static void scopes(int i, void *arg) {
  uint64_t *there = (uint64_t *)area(conform_next(), i), values[256], back[256];
  int k, round;
  (void)arg;
  if (i == 0) { /* issues without pause; must not delay the others' waits */
    uint64_t v = 5;
    for (k = 0; !conform_get(&stop_issuing); k++) {
      gasnet_put_nbi_bulk(conform_next(), there + k % 512, &v, 8);
      if (k % 4096 == 0) gasnet_wait_syncnbi_all();
    }
    gasnet_wait_syncnbi_all();
    return;
  }
  for (round = 0; round < 50; round++) {
    gasnet_handle_t h;
    if (i == 1) gasnet_begin_nbi_accessregion(); /* a region on this thread only */
    for (k = 0; k < 256; k++) {
      values[k] = conform_rand();
      gasnet_put_nbi_bulk(conform_next(), there + k, &values[k], 8);
    }
    if (i == 1) {
      h = gasnet_end_nbi_accessregion();
      gasnet_wait_syncnb(h);
    } else {
      gasnet_wait_syncnbi_puts();
    }
    gasnet_get(back, conform_next(), there, sizeof back);
    CHECK(!memcmp(back, values, sizeof back));
  }
  conform_add(&stop_issuing, i == 2);
}
static void own_scopes(void) {
  if (!memory_suffices()) {
    conform_skip("too many ranks");
    return;
  }
  conform_set(&stop_issuing, 0);
  conform_threads(THREADS, scopes, 0);
  conform_barrier();
}

/* B1: notify and wait from different threads. */
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static int phase_number, notified, phases_bad;
static void barrier_halves(int i, void *arg) {
  int done = 0;
  (void)i;
  (void)arg;
  while (!done) {
    pthread_mutex_lock(&turn);
    if (phase_number >= 200) {
      done = 1;
    } else if (!notified) {
      gasnet_barrier_notify(phase_number, 0);
      notified = 1;
    } else {
      phases_bad += gasnet_barrier_wait(phase_number, 0) != GASNET_OK;
      notified = 0;
      phase_number++;
    }
    pthread_mutex_unlock(&turn);
    usleep(10);
  }
}
static void halves(void) {
  phase_number = notified = phases_bad = 0;
  conform_threads(2, barrier_halves, 0);
  CHECK_EQ(phases_bad, 0);
  conform_barrier();
}

/* Section 6: one thread blocks in a barrier while others exchange messages and data. */
static conform_count_t others_done;
static void beside_barrier(int i, void *arg) {
  (void)arg;
  if (i == 0) {
    if (gasnet_mynode() == 0) conform_wait_until(conform_get(&others_done) == THREADS - 1);
    CHECK_EQ(gasnet_barrier(1, 0), GASNET_OK);
  } else {
    int k;
    for (k = 1; k <= 100; k++) {
      g1_bump(conform_next(), i);
      GASNET_BLOCKUNTIL(conform_get(&g1_bump_answers[i]) == k);
    }
    conform_add(&others_done, 1);
  }
}
static void blocked_thread(void) {
  g1_bump_reset();
  conform_set(&others_done, 0);
  conform_barrier();
  conform_threads(THREADS, beside_barrier, 0);
  conform_barrier();
}

/* C8.2: threads come and go, more in all than may live at once; their slots are reused. */
static void short_lived(int i, void *arg) {
  uint64_t v = (uint64_t)i + 1, back = 0;
  unsigned char *there = area(conform_next(), i % THREADS);
  (void)arg;
  gasnet_put(conform_next(), there, &v, 8);
  gasnet_wait_syncnb(gasnet_get_nb(&back, conform_next(), there, 8));
  gasnet_put_nbi_val(conform_next(), there, v, 8);
  gasnet_wait_syncnbi_all();
  CHECK_EQ(back, v);
  g1_bump(conform_next(), i);
  conform_wait_until(conform_get(&g1_bump_answers[i]) > 0);
}
static void come_and_go(void) {
  int round, most = (int)gex_System_QueryMaxThreads();
  int rounds = most > 0 && most < 1000 ? most / THREADS + 20 : 100, expected;
  if (!memory_suffices()) {
    conform_skip("too many ranks");
    return;
  }
  g1_bump_reset();
  for (round = 0; round < rounds; round++) {
    memset(g1_bump_answers, 0, sizeof g1_bump_answers);
    conform_threads(THREADS, short_lived, 0);
  }
  conform_barrier();
  expected = rounds * THREADS;
  CHECK_EQ(g1_bump_total, expected);
}

/* X3.3: a handle may be synced by another thread; as may a value get (X2.8). */
static gasnet_handle_t passed_handles[100];
static gasnet_valget_handle_t passed_valgets[100];
static uint64_t passed_back[100];
static void start_or_finish(int i, void *arg) {
  int k, finishing = *(int *)arg;
  uint64_t *there = (uint64_t *)area(conform_next(), 0);
  (void)i;
  for (k = 0; k < 100; k++) {
    if (!finishing) {
      passed_handles[k] = gasnet_get_nb_bulk(&passed_back[k], conform_next(), there + k, 8);
      passed_valgets[k] = gasnet_get_nb_val(conform_next(), there + k, 8);
    } else {
      gasnet_wait_syncnb(passed_handles[k]);
      CHECK_EQ(passed_back[k], 3 * k);
      CHECK_EQ(gasnet_wait_syncnb_valget(passed_valgets[k]), 3 * k);
    }
  }
}
static void pass_handles(void) {
  int finishing, k;
  for (k = 0; k < 100; k++)
    gasnet_put_val(conform_next(), area(conform_next(), 0) + 8 * k, 3 * (uint64_t)k, 8);
  if (CONFORM_SEQ) {
    conform_skip("not for SEQ");
    return;
  }
  for (finishing = 0; finishing < 2; finishing++) conform_threads(1, start_or_finish, &finishing);
  conform_barrier();
}

/* PARSYNC (3.1): several threads, one at a time. */
static void take_turns(int i, void *arg) {
  (void)arg;
  short_lived(i, 0);
}
static void one_at_a_time(void) {
  int round;
  if (CONFORM_SEQ) {
    conform_skip("not for SEQ");
    return;
  }
  g1_bump_reset();
  for (round = 0; round < 20; round++) {
    memset(g1_bump_answers, 0, sizeof g1_bump_answers);
    conform_threads(1, take_turns, 0);
  }
  conform_barrier();
}

const struct conform_test conform_g1_threads[] = {
    {"g1_threads_all_calls", "gasnet1-extended 6, gasnet1-core 3.1", all_calls, CONFORM_PAR_ONLY},
    {"g1_threads_scopes", "gasnet1-extended X4.1, X4.6, X4.7", own_scopes, CONFORM_PAR_ONLY},
    {"g1_threads_barrier_halves", "gasnet1-extended B1", halves, CONFORM_PAR_ONLY},
    {"g1_threads_beside_barrier", "gasnet1-extended 6", blocked_thread, CONFORM_PAR_ONLY},
    {"g1_threads_come_and_go", "gasnet1-core C8.2", come_and_go, CONFORM_PAR_ONLY},
    {"g1_threads_pass_handles", "gasnet1-extended X3.3, X2.8", pass_handles, 0},
    {"g1_threads_turns", "gasnet1-core 3.1 PARSYNC", one_at_a_time, 0},
    {0, 0, 0, 0}};
