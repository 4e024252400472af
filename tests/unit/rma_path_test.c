/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rma_path_test.c: what extended/rma/rma.c and ways.c ask of a conduit, one that answers as each
 * case says: how often it is asked for room, how long transfers are divided, and which way blocking
 * ones take.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "conduits/conduit.h"
#include "core/am/wait.h"
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/mem/endpoint.h"
#include "core/mem/kind.h"
#include "core/shm/cma.h"
#include "core/team/team.h"
#include "extended/rma/rma.h"
#include "extended/rma/ways.h"

#define LONGS 1000u   /* max_long */
#define AT_ONCE 64u   /* at_once_most */
#define SEGMENT 8192u /* bytes of each rank's */

enum { MINE, NEIGHBOUR, FAR, RANKS };

static struct hyd_job *job;
static struct hyd_thread thread;
static struct hyd_nbi set;
static gasnet_seginfo_t seginfo[RANKS];
static struct hyd_map map[RANKS];
static char memory[RANKS][SEGMENT], local[SEGMENT];

static struct {
  int full, refuses, not_at_once;                       /* what it is to answer */
  unsigned asked, at_once, pauses, by_messages, kernel; /* what was asked for */
  size_t bytes, longest;
  struct hyd_op *op;
} net;

/* --- the conduit ----------------------------------------------------------- */

static int transfer(size_t n, struct hyd_op *op) {
  net.asked++;
  if (net.full) return net.full--, 1;
  if (net.refuses) return HYD_NOT_BY_CONDUIT;
  net.bytes += n;
  if (n > net.longest) net.longest = n;
  net.op = op;
  return 0;
}

static int fake_put(struct hyd_job *j, void *state, uint32_t peer, void *dest, const void *src,
                    size_t n, struct hyd_op *op, int stable) {
  (void)j, (void)state, (void)dest, (void)src;
  assert_int_equal(peer, FAR);
  assert_true(stable || n <= LONGS);
  return transfer(n, op);
}

static int fake_get(struct hyd_job *j, void *state, uint32_t peer, void *dest, const void *src,
                    size_t n, struct hyd_op *op) {
  (void)j, (void)state, (void)dest, (void)src;
  assert_int_equal(peer, FAR);
  return transfer(n, op);
}

static struct hyd_op *fake_at_once(void *state, uint32_t peer, int is_put, void *remote, void *here,
                                   size_t n) {
  (void)state, (void)peer, (void)is_put, (void)remote, (void)here;
  assert_true(n && n <= AT_ONCE);
  net.at_once++;
  return net.not_at_once ? HYD_NOT_AT_ONCE : NULL;
}

static const struct hyd_conduit fake = {
    .max_long = LONGS,
    .ops = {.put = fake_put, .get = fake_get, .at_once_most = AT_ONCE, .at_once = fake_at_once}};

/* --- what rma.c and op.c call ---------------------------------------------- */

struct hyd_job *hyd_the_job;
struct hyd_world hyd_world;
__thread struct hyd_thread *hyd_the_thread;
struct hyd_thread *hyd_thread_enter(struct hyd_job *j) {
  return (void)j, &thread;
}
void hyd_fatal_at(const char *file, int line, const char *call, const char *format, ...) {
  (void)file, (void)line, (void)call, (void)format;
  abort();
}
void hyd_check_unready(const char *call) { (void)call; }
void hyd_check_remote(struct hyd_job *j, const char *call, gex_Rank_t peer, const void *addr,
                      size_t n) {
  (void)j, (void)call, (void)peer, (void)addr, (void)n;
}
void hyd_no_member(struct hyd_job *j, gex_TM_t tm, gex_Rank_t rank, const char *call) {
  (void)j, (void)tm, (void)rank, (void)call;
  abort();
}
int hyd_cma_allowed(struct hyd_job *j, int err, const char *call, const void *addr) {
  return (void)j, (void)err, (void)call, (void)addr, 1;
}
int hyd_cma_put(struct hyd_job *j, gex_Rank_t peer, void *dest, const void *src, size_t n) {
  return (void)j, (void)peer, (void)dest, (void)src, (void)n, net.kernel++, 0;
}
int hyd_cma_get(struct hyd_job *j, gex_Rank_t peer, void *dest, const void *src, size_t n) {
  return (void)j, (void)peer, (void)dest, (void)src, (void)n, net.kernel++, 0;
}
void hyd_kind_copy(struct hyd_job *j, void *to, const void *from, size_t n) {
  (void)j, (void)to, (void)from, (void)n;
}
/* No memory is guarded. */
int hyd_deferred_make_room(struct hyd_job *j, unsigned how) { return (void)j, (void)how, 0; }
struct hyd_pair hyd_pair_target(struct hyd_job *j, gex_TM_t tm, gex_Rank_t rank,
                                gex_EP_Capabilities_t capability, const char *call) {
  (void)j, (void)tm, (void)rank, (void)capability, (void)call;
  abort();
}
const struct hyd_bound *hyd_bound_known(struct hyd_job *j, unsigned index, gex_Rank_t rank,
                                        const char *call) {
  (void)j, (void)index, (void)rank, (void)call;
  abort();
}
void hyd_bound_check(const struct hyd_bound *b, unsigned index, gex_Rank_t rank, const void *addr,
                     size_t n, const char *call) {
  (void)b, (void)index, (void)rank, (void)addr, (void)n, (void)call;
  abort();
}
void hyd_ref_move(struct hyd_job *j, gex_Rank_t peer, int is_put, void *remote, void *here,
                  size_t n, struct hyd_op *op) {
  (void)j, (void)peer, (void)is_put, (void)remote, (void)here, (void)n, (void)op;
  net.by_messages++;
}
void hyd_ref_memset(struct hyd_job *j, const struct hyd_route *r, void *dest, int val, size_t n,
                    struct hyd_op *op) {
  (void)j, (void)r, (void)dest, (void)val, (void)n, (void)op;
}
void hyd_wait_begin(struct hyd_wait *w, struct hyd_job *j, enum hyd_wait_reason reason,
                    gex_Rank_t peer, uint64_t detail) {
  (void)w, (void)j, (void)reason, (void)peer, (void)detail;
}
void hyd_wait_pause(struct hyd_wait *w) {
  (void)w;
  net.pauses++;
}
void hyd_wait_end(struct hyd_wait *w) { (void)w; }
void hyd_op_wait(struct hyd_job *j, struct hyd_op *op) { (void)j, (void)op; }
gex_Event_t hyd_op_launched(struct hyd_job *j, int how, struct hyd_op *op) {
  (void)j;
  return how == HYD_RMA_NB ? (gex_Event_t)op : GEX_EVENT_INVALID;
}
gex_Event_t hyd_op_started(struct hyd_job *j, int how, struct hyd_op *op) {
  hyd_op_done(j, op);
  return hyd_op_launched(j, how, op);
}

/* --- cases ------------------------------------------------------------------ */

static int setup(void **state) {
  (void)state;
  job = aligned_alloc(4096, (sizeof *job + 4095) / 4096 * 4096);
  memset(job, 0, sizeof *job);
  memset(&net, 0, sizeof net);
  pthread_mutex_init(&job->threads.lock, NULL);
  thread = (struct hyd_thread){.job = job, .nbi = &set};
  hyd_the_thread = &thread;
  hyd_the_job = job;
  hyd_ops_hook(job);
  for (int i = 0; i < RANKS; i++) {
    seginfo[i] = (gasnet_seginfo_t){memory[i], SEGMENT};
    map[i] = hyd_map_of((uintptr_t)memory[i], SEGMENT, memory[i]);
  }
  hyd_map_clear(&map[FAR]);
  job->mem.seginfo = seginfo;
  job->mem.map = map;
  job->place.nbrhd_count = FAR;
  job->net.conduit = &fake;
  job->net.state = &net;
  job->team.pub = (struct hyd_tm_pub){map, sizeof *map, RANKS, MINE};
  job->team.stride = 1;
  hyd_ways_init(job);
  return 0;
}

static gex_TM_t all(void) { return (gex_TM_t)&job->team; }

static struct hyd_op *put_nb(size_t n, gex_Event_t *lc_opt) {
  return (struct hyd_op *)hyd_rma_put(HYD_RMA_NB, all(), FAR, memory[FAR], local, n, lc_opt, 0);
}

static uint32_t pending(struct hyd_op *op) {
  return atomic_load_explicit(&op->pending, memory_order_relaxed);
}

static void test_one_attempt(void **state) {
  (void)state;
  struct hyd_op *op = put_nb(8, GEX_EVENT_NOW);
  assert_int_equal(net.asked, 1);
  assert_int_equal(net.pauses, 0);
  assert_ptr_equal(op, net.op);
  assert_int_equal(pending(op), 1);
}

/* After an answer that there is no room, nothing is asked before something may have changed. */
static void test_full(void **state) {
  (void)state;
  net.full = 3;
  struct hyd_op *op = put_nb(8, GEX_EVENT_NOW);
  assert_int_equal(net.asked, 4);
  assert_int_equal(net.pauses, 3);
  assert_int_equal(pending(op), 1);
}

static void test_refused(void **state) {
  (void)state;
  net.refuses = 1;
  struct hyd_op *op = put_nb(8, GEX_EVENT_NOW);
  assert_int_equal(net.asked, 1);
  assert_int_equal(net.by_messages, 1);
  assert_int_equal(pending(op), 0); /* of the fake messages nothing is pending */
}

static void test_parts(void **state) {
  (void)state;
  net.full = 1;
  struct hyd_op *op = put_nb(3 * LONGS + 1, GEX_EVENT_NOW);
  assert_int_equal(net.asked, 5);
  assert_int_equal(net.longest, LONGS);
  assert_int_equal(net.bytes, 3 * LONGS + 1);
  assert_int_equal(pending(op), 4);
  put_nb(3 * LONGS, GEX_EVENT_NOW);
  assert_int_equal(pending(net.op), 3);
}

/* What nothing writes to meanwhile goes as a whole. */
static void test_stable(void **state) {
  (void)state;
  put_nb(3 * LONGS, GEX_EVENT_DEFER);
  assert_int_equal(net.asked, 1);
  assert_int_equal(net.bytes, 3 * LONGS);
  hyd_rma_get(HYD_RMA_NB, all(), local, FAR, memory[FAR], 3 * LONGS, 0);
  assert_int_equal(net.asked, 2);
  assert_int_equal(pending(net.op), 1);
  hyd_rma_put(HYD_RMA_BLOCKING, all(), FAR, memory[FAR], local, 3 * LONGS, GEX_EVENT_NOW, 0);
  assert_int_equal(net.asked, 3);
}

static void test_blocking(void **state) {
  (void)state;
  hyd_rma_put(HYD_RMA_BLOCKING, all(), FAR, memory[FAR], local, AT_ONCE, GEX_EVENT_NOW, 0);
  hyd_rma_get(HYD_RMA_BLOCKING, all(), local, FAR, memory[FAR], AT_ONCE, 0);
  assert_int_equal(net.at_once, 2);
  assert_int_equal(net.asked, 0);
  hyd_rma_put(HYD_RMA_BLOCKING, all(), FAR, memory[FAR], local, AT_ONCE + 1, GEX_EVENT_NOW, 0);
  assert_int_equal(net.at_once, 2);
  assert_int_equal(net.asked, 1);
  net.not_at_once = 1;
  hyd_rma_get(HYD_RMA_BLOCKING, all(), local, FAR, memory[FAR], 8, 0);
  assert_int_equal(net.at_once, 3);
  assert_int_equal(net.asked, 2);
}

/* The conduit is not asked for a neighbour's memory, be it mapped, or reached by the kernel. */
static void test_neighbour(void **state) {
  (void)state;
  local[0] = 77;
  assert_int_equal(hyd_rma_put(HYD_RMA_NB, all(), NEIGHBOUR, memory[NEIGHBOUR], local, 1,
                               GEX_EVENT_NOW, 0),
                   GEX_EVENT_INVALID);
  assert_int_equal(memory[NEIGHBOUR][0], 77);
  job->mem.cma = 1;
  hyd_map_clear(&map[NEIGHBOUR]);
  hyd_rma_put(HYD_RMA_BLOCKING, all(), NEIGHBOUR, memory[NEIGHBOUR], local, 8, GEX_EVENT_NOW, 0);
  assert_int_equal(net.kernel, 1);
  put_nb(8, GEX_EVENT_NOW);
  assert_int_equal(net.kernel, 1);
  job->mem.cma = 0;
  hyd_rma_get(HYD_RMA_BLOCKING, all(), local, NEIGHBOUR, memory[NEIGHBOUR], 8, 0);
  assert_int_equal(net.by_messages, 1);
  assert_int_equal(net.asked, 1);
  assert_int_equal(net.at_once, 0);
}

/* The op of a value get is free when the value has been taken. */
static void test_value_get(void **state) {
  gasnet_valget_handle_t get, again;
  uint16_t two;
  (void)state;
  hyd_world.tm0 = &job->team.pub;
  memcpy(memory[NEIGHBOUR], "abcdefgh", 8);
  memcpy(&two, "bc", 2);
  get = gasnet_get_nb_val(NEIGHBOUR, memory[NEIGHBOUR] + 1, 2);
  assert_int_equal(gasnet_wait_syncnb_valget(get), two);
  again = gasnet_get_nb_val(NEIGHBOUR, memory[NEIGHBOUR], 1);
  assert_ptr_equal(again, get);
  assert_int_equal(gasnet_wait_syncnb_valget(again), 'a');
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup(test_value_get, setup),
                                     cmocka_unit_test_setup(test_one_attempt, setup),
                                     cmocka_unit_test_setup(test_full, setup),
                                     cmocka_unit_test_setup(test_refused, setup),
                                     cmocka_unit_test_setup(test_parts, setup),
                                     cmocka_unit_test_setup(test_stable, setup),
                                     cmocka_unit_test_setup(test_blocking, setup),
                                     cmocka_unit_test_setup(test_neighbour, setup)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
