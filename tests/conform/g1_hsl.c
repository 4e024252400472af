/* SPDX-License-Identifier: BSD-3-Clause
 *
 * g1_hsl.c: handler-safe locks between threads and handlers, no-interrupt sections, and
 * GASNET_BLOCKUNTIL.
 */
#include "g1_hsl.h"

#include <unistd.h>

gasnet_hsl_t g1_bump_lock = GASNET_HSL_INITIALIZER;
int64_t g1_bump_total;
conform_count_t g1_bump_answers[G1_MAX_ASKERS];

/* A read and a write far enough apart that a missing lock loses updates. */
static void bump_locked(void) {
  int64_t seen = *(volatile int64_t *)&g1_bump_total;
  volatile int spin;
  for (spin = 0; spin < 20; spin++) {
  }
  *(volatile int64_t *)&g1_bump_total = seen + 1;
}

static void bump_handler(gasnet_token_t token, gasnet_handlerarg_t asker) {
  gasnet_hsl_lock(&g1_bump_lock);
  bump_locked();
  gasnet_hsl_unlock(&g1_bump_lock);
  gasnet_AMReplyShort1(token, G1_H_BUMPED, asker);
}

static void bumped_handler(gasnet_token_t token, gasnet_handlerarg_t asker) {
  (void)token;
  conform_add(&g1_bump_answers[asker], 1);
}

void g1_bump_reset(void) {
  conform_barrier();
  memset(g1_bump_answers, 0, sizeof g1_bump_answers);
  g1_bump_total = 0;
  conform_barrier();
}

/* ---- locks --------------------------------------------------------------- */

static gasnet_hsl_t static_lock = GASNET_HSL_INITIALIZER;
static struct {
  int before;
  gasnet_hsl_t lock;
} in_struct = {1, GASNET_HSL_INITIALIZER};

static void life(void) { /* H6 */
  gasnet_hsl_t lock, *heap = malloc(sizeof *heap);
  int i;
  for (i = 0; i < 100; i++) { /* init, use, destroy, init again */
    gasnet_hsl_init(&lock);
    gasnet_hsl_init(heap);
    gasnet_hsl_lock(&lock);
    CHECK_EQ(gasnet_hsl_trylock(heap), GASNET_OK);
    gasnet_hsl_unlock(heap);
    gasnet_hsl_unlock(&lock);
    gasnet_hsl_destroy(heap);
    gasnet_hsl_destroy(&lock);
  }
  gasnet_hsl_lock(&in_struct.lock);
  gasnet_hsl_unlock(&in_struct.lock);
  CHECK_EQ(gasnet_hsl_trylock(&static_lock), GASNET_OK);
  gasnet_hsl_unlock(&static_lock);
  gasnet_hsl_destroy(&static_lock); /* a static one may be destroyed, and then initialised */
  gasnet_hsl_init(&static_lock);
  gasnet_hsl_lock(&static_lock);
  gasnet_hsl_unlock(&static_lock);
  free(heap);
}

static void held(void) { /* H4, H5; calls that are legal with a lock held */
  static gasnet_hsl_t locks[5] = {GASNET_HSL_INITIALIZER, GASNET_HSL_INITIALIZER,
                                  GASNET_HSL_INITIALIZER, GASNET_HSL_INITIALIZER,
                                  GASNET_HSL_INITIALIZER};
  int i;
  for (i = 0; i < 5; i++) {
    if (i & 1)
      CHECK_EQ(gasnet_hsl_trylock(&locks[i]), GASNET_OK);
    else
      gasnet_hsl_lock(&locks[i]);
  }
  CHECK(gasnet_mynode() < gasnet_nodes());
  gasnet_hold_interrupts(); /* ignored, paired or not */
  gasnet_resume_interrupts();
  CHECK(gasnet_AMMaxMedium() >= 512);
  CHECK_STR(gasnet_ErrorName(GASNET_OK), "GASNET_OK");
  for (i = 4; i >= 0; i--) gasnet_hsl_unlock(&locks[i]);
}

static void no_interrupts(void) { /* 11.2 */
  gasnet_hsl_t lock = GASNET_HSL_INITIALIZER;
  int i;
  for (i = 0; i < 10; i++) {
    gasnet_hold_interrupts();
    CHECK(gasnet_mynode() < gasnet_nodes());
    gasnet_hsl_lock(&lock);
    gasnet_hsl_unlock(&lock);
    gasnet_resume_interrupts();
    gasnet_AMPoll();
  }
}

static void held_long(void) { /* 11.3, cases 14 to 16: completes */
  gasnet_hsl_t lock = GASNET_HSL_INITIALIZER;
  gasnet_hsl_lock(&lock);
  usleep(200000);
  gasnet_hsl_unlock(&lock);
  CHECK_EQ(gasnet_hsl_trylock(&lock), GASNET_OK);
  usleep(200000);
  gasnet_hsl_unlock(&lock);
  gasnet_hold_interrupts();
  usleep(200000);
  gasnet_resume_interrupts();
}

/* Handlers of every rank and the main thread change one counter. */
static void against_handlers(void) {
  enum { EACH = 2000 };
  gasnet_node_t to;
  int i, mine = 0;
  g1_bump_reset();
  for (i = 0; i < EACH; i++)
    for (to = 0; to < gasnet_nodes(); to++) {
      g1_bump(to, 0);
      if (i & 1) {
        gasnet_hsl_lock(&g1_bump_lock);
      } else if (gasnet_hsl_trylock(&g1_bump_lock) != GASNET_OK) {
        continue;
      }
      bump_locked();
      gasnet_hsl_unlock(&g1_bump_lock);
      mine++;
    }
  conform_wait_until(conform_get(&g1_bump_answers[0]) == EACH * (int)gasnet_nodes());
  conform_barrier();
  CHECK_EQ(g1_bump_total, (int64_t)EACH * gasnet_nodes() + mine);
}

static int64_t threads_done;

static void contend(int i, void *arg) {
  int k, *misses = arg;
  for (k = 0; k < 5000; k++) {
    if ((k + i) % 3 == 0) {
      while (gasnet_hsl_trylock(&g1_bump_lock) != GASNET_OK)
        __atomic_add_fetch(misses, 1, __ATOMIC_RELAXED);
    } else {
      gasnet_hsl_lock(&g1_bump_lock);
    }
    bump_locked();
    gasnet_hsl_unlock(&g1_bump_lock);
    if (k % 64 == 0) g1_bump(conform_next(), i);
    if (k % 256 == 0) gasnet_AMPoll();
  }
  conform_wait_until(conform_get(&g1_bump_answers[i]) == (5000 + 63) / 64);
  __atomic_add_fetch(&threads_done, 1, __ATOMIC_RELAXED);
}

static void between_threads(void) { /* H8, H9 */
  enum { THREADS = 4 };
  int misses = 0;
  g1_bump_reset();
  conform_threads(THREADS, contend, &misses);
  conform_barrier();
  CHECK_EQ(g1_bump_total, THREADS * 5000 + THREADS * ((5000 + 63) / 64));
}

static gasnet_hsl_t busy_lock = GASNET_HSL_INITIALIZER;
static conform_count_t busy_stage;
static void busy(int i, void *arg) {
  (void)arg;
  if (i == 0) {
    gasnet_hsl_lock(&busy_lock);
    conform_set(&busy_stage, 1);
    while (conform_get(&busy_stage) != 2) usleep(100);
    usleep(20000); /* a holder that is off the core: H11 */
    conform_set(&busy_stage, 3);
    gasnet_hsl_unlock(&busy_lock);
  } else {
    while (conform_get(&busy_stage) != 1) usleep(100);
    CHECK_EQ(gasnet_hsl_trylock(&busy_lock), GASNET_ERR_NOT_READY);
    conform_set(&busy_stage, 2);
    gasnet_hsl_lock(&busy_lock);
    CHECK_EQ(conform_get(&busy_stage), 3);
    gasnet_hsl_unlock(&busy_lock);
  }
}
static void held_by_another(void) {
  conform_set(&busy_stage, 0);
  conform_threads(2, busy, 0);
  CHECK_EQ(gasnet_hsl_trylock(&busy_lock), GASNET_OK);
  gasnet_hsl_unlock(&busy_lock);
}

/* ---- GASNET_BLOCKUNTIL --------------------------------------------------- */

static void block_until(void) { /* C10.18 */
  int i, evaluations = 0;
  g1_bump_reset();
  GASNET_BLOCKUNTIL(++evaluations); /* true at once */
  CHECK_EQ(evaluations, 1);
  GASNET_BLOCKUNTIL(++evaluations >= 5); /* side effects each time */
  CHECK_EQ(evaluations, 5);
  if (evaluations)
    GASNET_BLOCKUNTIL(1);
  else
    CHECK(!"a statement");
  for (i = 1; i <= 300; i++) {
    g1_bump(conform_next(), 0);
    GASNET_BLOCKUNTIL(conform_get(&g1_bump_answers[0]) == i);
  }
  conform_barrier();
}

/* A wait so long that every waiter has gone to sleep: the message must wake it. */
static void block_until_late(void) {
  int i;
  for (i = 0; i < 3; i++) {
    g1_bump_reset();
    if (gasnet_mynode() == (gasnet_node_t)i % gasnet_nodes()) {
      gasnet_node_t to;
      usleep(150000);
      for (to = 0; to < gasnet_nodes(); to++) g1_bump(to, 0);
      GASNET_BLOCKUNTIL(conform_get(&g1_bump_answers[0]) == (int)gasnet_nodes());
    }
    GASNET_BLOCKUNTIL(*(volatile int64_t *)&g1_bump_total == 1);
    conform_barrier();
  }
}

static void block_thread(int i, void *arg) {
  int k;
  (void)arg;
  for (k = 1; k <= 200; k++) {
    g1_bump(conform_next(), i);
    GASNET_BLOCKUNTIL(conform_get(&g1_bump_answers[i]) == k);
  }
}
static void block_threads(void) { /* another thread may run the handler that one waits for */
  g1_bump_reset();
  conform_threads(4, block_thread, 0);
  conform_barrier();
}

gex_AM_Entry_t conform_g1_hsl_handlers[] = {CONFORM_ENTRY(G1_H_BUMP, bump_handler,
                                                          GEX_FLAG_AM_SHORT, 1),
                                            CONFORM_ENTRY(G1_H_BUMPED, bumped_handler,
                                                          GEX_FLAG_AM_SHORT, 1),
                                            {0, 0, 0, 0, 0, 0}};

const struct conform_test conform_g1_hsl[] = {
    {"g1_hsl_life", "gasnet1-core H6", life, 0},
    {"g1_hsl_held", "gasnet1-core H2, H4, H5, 11.3", held, 0},
    {"g1_no_interrupts", "gasnet1-core 11.2", no_interrupts, 0},
    {"g1_hsl_held_long", "gasnet1-core 11.3 cases 14-16, H12", held_long, 0},
    {"g1_hsl_handlers", "gasnet1-core H1, H3, H8, C3.1", against_handlers, 0},
    {"g1_hsl_threads", "gasnet1-core H8, H9", between_threads, CONFORM_PAR_ONLY},
    {"g1_hsl_busy", "gasnet1-core 11.3 trylock, H11", held_by_another, CONFORM_PAR_ONLY},
    {"g1_blockuntil", "gasnet1-core C10.18", block_until, 0},
    {"g1_blockuntil_late", "gasnet1-core C10.18, C7.27", block_until_late, 0},
    {"g1_blockuntil_threads", "gasnet1-core C10.18", block_threads, CONFORM_PAR_ONLY},
    {0, 0, 0, 0}};
