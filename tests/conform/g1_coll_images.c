/* SPDX-License-Identifier: BSD-3-Clause
 *
 * g1_coll_images.c: see g1_coll.h; and the tests of what images are (gasnet1-coll sections 3, 8.1).
 */
#include "g1_coll.h"

#include <pthread.h>
#include <unistd.h>

struct g1_area g1_dst[G1_LOCAL_MOST], g1_src[G1_LOCAL_MOST];
int g1_same_addresses;

int g1_images_of(gasnet_node_t node) { return CONFORM_PAR ? 1 + (int)(node % 2) : 1; }

gasnet_node_t g1_node_of(gasnet_image_t image, int *local_p) {
  gasnet_node_t node = 0;
  int left = (int)image;
  while (left >= g1_images_of(node)) left -= g1_images_of(node++);
  *local_p = left;
  return node;
}

static gasnet_image_t first_of(gasnet_node_t node) {
  gasnet_image_t sum = 0;
  gasnet_node_t i;
  for (i = 0; i < node; i++) sum += (gasnet_image_t)g1_images_of(i);
  return sum;
}

void g1_meet(void) {
  CHECK_EQ(gasnet_coll_barrier(GASNET_TEAM_ALL, 0,
                               GASNET_BARRIERFLAG_ANONYMOUS | GASNET_BARRIERFLAG_IMAGES),
           GASNET_OK);
}

void g1_sleep_ms(int ms) {
  double until = conform_now() + ms * 1e-3;
  while (conform_now() < until) {
    gasnet_AMPoll();
    usleep(200);
  }
}

/* --- functions for reductions --------------------------------------------- */

static int64_t one(int64_t a, int64_t b, int arg) {
  return arg == G1_SUM ? a + b : arg == G1_MAX ? (a > b ? a : b) : a < b ? a : b;
}

static void check_call(size_t result_count, size_t left_count, size_t elem_size, size_t size,
                       int flags, int expected) {
  CHECK_EQ(result_count, left_count);
  CHECK(left_count > 0);
  CHECK_EQ(elem_size, size);
  CHECK_EQ(flags, expected);
}

static void ints(void *results, size_t result_count, const void *left, size_t left_count,
                 const void *right, size_t elem_size, int flags, int arg) {
  size_t k;
  check_call(result_count, left_count, elem_size, sizeof(int64_t), flags, GASNET_COLL_AMSAFE);
  CHECK(results != right);
  CHECK_EQ((uintptr_t)right % 8, 0); /* as what the clients give */
  for (k = 0; k < left_count; k++)
    ((int64_t *)results)[k] = one(((const int64_t *)left)[k], ((const int64_t *)right)[k], arg);
}

/* 2 by 2 matrices: they do not commute. */
static void matrices(void *results, size_t result_count, const void *left, size_t left_count,
                     const void *right, size_t elem_size, int flags, int arg) {
  const uint32_t *a = left, *b = right;
  uint32_t *c = results;
  size_t k;
  check_call(result_count, left_count, elem_size, 16, flags, GASNET_COLL_NONCOMM);
  CHECK_EQ(arg, -7);
  for (k = 0; k < 4 * left_count; k += 4) {
    uint32_t p = a[k] * b[k] + a[k + 1] * b[k + 2], q = a[k] * b[k + 1] + a[k + 1] * b[k + 3];
    uint32_t r = a[k + 2] * b[k] + a[k + 3] * b[k + 2];
    uint32_t s = a[k + 2] * b[k + 1] + a[k + 3] * b[k + 3];
    c[k] = p;
    c[k + 1] = q;
    c[k + 2] = r;
    c[k + 3] = s;
  }
}

/* K27: it may communicate; also for so long that messages of other collectives come meanwhile. */
static void talks(void *results, size_t result_count, const void *left, size_t left_count,
                  const void *right, size_t elem_size, int flags, int arg) {
  uint64_t out = 77, in = 0, *there = conform_seg(conform_next());
  size_t k;
  check_call(result_count, left_count, elem_size, sizeof(int64_t), flags, 0);
  gasnet_put(conform_next(), there, &out, sizeof out);
  gasnet_get(&in, conform_next(), there, sizeof in);
  CHECK_EQ(in, 77);
  g1_sleep_ms(1);
  for (k = 0; k < left_count; k++)
    ((int64_t *)results)[k] = one(((const int64_t *)left)[k], ((const int64_t *)right)[k], arg);
}

/* --- threads -------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void (*current)(const struct g1_image *);
static int round_number, finished;

static struct g1_image image_of(int local) {
  struct g1_image im = {first_of(gasnet_mynode()) + (gasnet_image_t)local, first_of(gasnet_nodes()),
                        local, g1_images_of(gasnet_mynode())};
  return im;
}

static void announce(const struct g1_image *im) {
  gasnet_coll_fn_entry_t fns[G1_REDUCE_FNS] = {{ints, GASNET_COLL_AMSAFE},
                                               {matrices, GASNET_COLL_NONCOMM},
                                               {talks, 0}};
  gasnet_image_t *images = malloc(gasnet_nodes() * sizeof *images);
  gasnet_node_t i;
  for (i = 0; i < gasnet_nodes(); i++) images[i] = (gasnet_image_t)g1_images_of(i);
  gasnet_coll_init(CONFORM_PAR ? images : 0, im->me, fns, G1_REDUCE_FNS, 0);
  memset(fns, 0, sizeof fns); /* K4: may be reused */
  free(images);
}

static void *image_thread(void *arg) {
  struct g1_image im = image_of((int)(intptr_t)arg);
  int seen = 0;
  announce(&im);
  for (;;) {
    pthread_mutex_lock(&lock);
    while (round_number == seen) pthread_cond_wait(&changed, &lock);
    seen = round_number;
    pthread_mutex_unlock(&lock);
    current(&im);
    pthread_mutex_lock(&lock);
    finished++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

static int addresses_agree(void) {
  uint64_t mine[2] = {(uintptr_t)g1_dst, ~(uint64_t)(uintptr_t)g1_dst}, most[2];
  gex_Event_Wait(
      gex_Coll_ReduceToAllNB(conform_tm(), most, mine, GEX_DT_U64, 8, 2, GEX_OP_MAX, 0, 0, 0));
  return most[0] == ~most[1];
}

static void start(void) {
  struct g1_image im = image_of(0);
  int i;
  for (i = 1; i < im.count; i++) {
    pthread_t thread;
    if (pthread_create(&thread, 0, image_thread, (void *)(intptr_t)i))
      conform_die(__FILE__, __LINE__, "pthread_create failed");
    pthread_detach(thread);
  }
  announce(&im);
  g1_same_addresses = addresses_agree();
}

void g1_images(void (*body)(const struct g1_image *me)) {
  static int started;
  struct g1_image im = image_of(0);
  if (!started) start();
  started = 1;
  pthread_mutex_lock(&lock);
  current = body;
  finished = 0;
  round_number++;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  body(&im);
  pthread_mutex_lock(&lock);
  while (finished < im.count - 1) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
}

/* --- tests ---------------------------------------------------------------- */

static void flag_values(void) { /* section 2.1 */
  gasnet_coll_handle_t zero;
  memset(&zero, 0, sizeof zero);
  CHECK(zero == GASNET_COLL_INVALID_HANDLE && zero == GEX_EVENT_INVALID); /* K0: the same type */
  CHECK_EQ(sizeof(gasnet_coll_handle_t), sizeof(void *));
  CHECK_EQ(sizeof(gasnet_team_handle_t), sizeof(void *));
  CHECK_EQ(GASNET_COLL_IN_NOSYNC | GASNET_COLL_IN_MYSYNC << 8 | GASNET_COLL_IN_ALLSYNC << 16,
           0x40201);
  CHECK_EQ(GASNET_COLL_OUT_NOSYNC | GASNET_COLL_OUT_MYSYNC << 8 | GASNET_COLL_OUT_ALLSYNC << 16,
           0x201008);
  CHECK_EQ(GASNET_COLL_SYNC_FLAG_MASK, 0x3f);
  CHECK_EQ(GASNET_COLL_SINGLE | GASNET_COLL_LOCAL << 8 | GASNET_COLL_AGGREGATE << 16, 0x1008040);
  CHECK_EQ(GASNET_COLL_FIXED_THREADS_PER_NODE, 1 << 9);
  CHECK_EQ(GASNET_COLL_DST_IN_SEGMENT | GASNET_COLL_SRC_IN_SEGMENT, 3 << 10);
  CHECK_EQ(GASNET_COLL_REDUCE_OP_SUM | GASNET_COLL_REDUCE_OP_MAX | GASNET_COLL_REDUCE_OP_MIN |
               GASNET_COLL_REDUCE_OP_CUSTOM,
           15 << 12);
  CHECK_EQ(GASNET_COLL_INCLUSIVE_SCAN | GASNET_COLL_EXCLUSIVE_SCAN << 8, 1 << 16 | 1 << 25);
  CHECK_EQ(GASNET_COLL_DISABLE_AUTOTUNE | GASNET_COLL_NO_IMAGES << 8, 1 << 18 | 1 << 27);
  CHECK_EQ(GASNET_COLL_AMSAFE | GASNET_COLL_NONCOMM << 8, 0x201);
}

/* 8.1: all images of all nodes; an id from any of them counts. */
static void barriers_of(const struct g1_image *me) {
  const int flags = GASNET_BARRIERFLAG_IMAGES, anonymous = flags | GASNET_BARRIERFLAG_ANONYMOUS;
  gasnet_team_handle_t all = GASNET_TEAM_ALL;
  gasnet_image_t i;
  int id;
  g1_meet();
  for (i = 0; i < me->total; i++) {
    gasnet_coll_barrier_notify(all, (int)i, i == me->me ? flags : anonymous); /* one names it */
    CHECK_EQ(gasnet_coll_barrier_wait(all, (int)i, flags), GASNET_OK);
    id = -1;
    CHECK_EQ(gasnet_coll_barrier_result(all, &id), 0);
    CHECK_EQ(id, i);
    g1_meet();
    gasnet_coll_barrier_notify(all, 5, flags | (i == me->me ? GASNET_BARRIERFLAG_MISMATCH : 0));
    CHECK_EQ(gasnet_coll_barrier_wait(all, 5, flags), GASNET_ERR_BARRIER_MISMATCH);
    g1_meet();
  }
  if (me->total == 1) return;
  CHECK_EQ(gasnet_coll_barrier(all, me->me == 0, flags), GASNET_ERR_BARRIER_MISMATCH);
  g1_meet();
}
static void barriers(void) { g1_images(barriers_of); }

/* No image is through before all have come. */
static conform_count_t arrivals;
static void waits_of(const struct g1_image *me) {
  uint64_t word = 0, seen;
  gasnet_node_t n;
  int round;
  for (round = 1; round <= 10; round++) {
    if ((round + (int)me->me) % 5 == 0) g1_sleep_ms(1);
    word = (uint64_t)round;
    for (n = 0; n < gasnet_nodes(); n++)
      gasnet_put(n, (uint64_t *)conform_seg(n) + me->me, &word, sizeof word);
    conform_add(&arrivals, 1);
    g1_meet();
    for (n = 0; n < me->total; n++) {
      seen = __atomic_load_n((uint64_t *)conform_seg(gasnet_mynode()) + n, __ATOMIC_ACQUIRE);
      CHECK(seen >= (uint64_t)round);
    }
    CHECK(conform_get(&arrivals) >= round * me->count);
    g1_meet(); /* the next round's puts come after the looks of this one */
  }
}
static void waits(void) {
  conform_set(&arrivals, 0);
  memset(conform_seg(gasnet_mynode()), 0, 4096);
  conform_barrier();
  g1_images(waits_of);
}

/* TEAM_ALL without images is the barrier of gasnet.h. */
static void plain_of(const struct g1_image *me) {
  int id = -1;
  if (me->local == 0) {
    gasnet_coll_barrier_notify(GASNET_TEAM_ALL, 31, 0);
    CHECK_EQ(gasnet_barrier_wait(31, 0), GASNET_OK);
    gasnet_barrier_notify(32, 0);
    conform_wait_until(gasnet_coll_barrier_try(GASNET_TEAM_ALL, 32, 0) == GASNET_OK);
    CHECK_EQ(gasnet_barrier_result(&id), 0);
    CHECK_EQ(id, 32);
    CHECK_EQ(gasnet_coll_barrier(GASNET_TEAM_ALL, 33, 0), GASNET_OK);
  }
  g1_meet();
  /* The result is that of the last barrier, with images or without. */
  CHECK_EQ(gasnet_coll_barrier(GASNET_TEAM_ALL, 41, GASNET_BARRIERFLAG_IMAGES), GASNET_OK);
  CHECK_EQ(gasnet_coll_barrier_result(GASNET_TEAM_ALL, &id), 0);
  CHECK_EQ(id, 41);
  g1_meet();
  if (me->local == 0) {
    CHECK_EQ(gasnet_coll_barrier(GASNET_TEAM_ALL, 42, 0), GASNET_OK);
    CHECK_EQ(gasnet_coll_barrier_result(GASNET_TEAM_ALL, &id), 0);
    CHECK_EQ(id, 42);
  }
  g1_meet();
}
static void plain(void) { g1_images(plain_of); }

/* Section 9. */
static void tuning_of(const struct g1_image *me) {
  gasnet_coll_args_t args = GASNET_COLL_ARGS_INITIALIZER;
  uint32_t algorithm = 5, count = 5, *params = &count;
  char file[] = "/nowhere/at/all", *tree = file;
  if (me->local) return;
  CHECK_EQ(GASNET_COLL_BROADCAST_OP, 0);
  CHECK_EQ(GASNET_COLL_NUM_COLL_OPTYPES, 12);
  CHECK_EQ(GASNET_COLL_NUM_PARAM_TYPES, 3);
  gasnet_coll_loadTuningState(file, GASNET_TEAM_ALL);
  gasnet_coll_dumpTuningState(0, GASNET_TEAM_ALL);
  gasnet_coll_dumpProfile(0, GASNET_TEAM_ALL);
  gasnet_coll_tune_generic_op(GASNET_TEAM_ALL, GASNET_COLL_EXCHANGE_OP, args, 0, 0, 0, &algorithm,
                              &count, &params, &tree);
  CHECK(algorithm == 0 && count == 0 && params == 0 && tree == 0);
  CHECK(gasnet_coll_get_num_tree_classes(GASNET_TEAM_ALL, GASNET_COLL_REDUCE_OP) >= 1);
  gasnet_coll_set_tree_kind(GASNET_TEAM_ALL, 0, 2, GASNET_COLL_BROADCAST_OP);
  gasnet_coll_set_dissem_limit(GASNET_TEAM_ALL, 1024, GASNET_COLL_EXCHANGE_OP);
}
static void tuning(void) { g1_images(tuning_of); }

const struct conform_test conform_g1_coll_images[] = {
    {"g1_coll_flags", "gasnet1-coll 2", flag_values, 0},
    {"g1_coll_image_barriers", "gasnet1-coll 8.1", barriers, 0},
    {"g1_coll_image_barrier_waits", "gasnet1-coll 8.1, K1", waits, 0},
    {"g1_coll_plain_barrier", "gasnet1-coll 8.1", plain, 0},
    {"g1_coll_tuning", "gasnet1-coll 9", tuning, 0},
    {0, 0, 0, 0}};
