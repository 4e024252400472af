/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait_graph_test.c: which ranks wait for which (core/diag/wait_graph.c), of places made up: text
 * and source for dot are compared as a whole.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/job.h"
#include "core/diag/wait_graph.h"
#include "core/watch/wait_reason.h"

#define SECOND UINT64_C(1000000000)
#define HEAD "--- which ranks wait for which ---\n"

static struct hyd_place runs(uint32_t rank, uint32_t size) {
  return (struct hyd_place){.rank = rank,
                            .size = size,
                            .state = HYD_RANK_RUNNING,
                            .peer = HYD_NO_PEER,
                            .oldest_peer = HYD_NO_PEER};
}

static struct hyd_place waits(uint32_t rank, uint32_t size, uint32_t peer, uint32_t bytes) {
  struct hyd_place p = runs(rank, size);
  p.reason = HYD_WAIT_EVENT;
  p.waited_ns = 2 * SECOND;
  p.peer = peer;
  p.oldest_kind = 1 + HYD_NBI_PUT;
  p.oldest_bytes = bytes;
  return p;
}

static struct hyd_place in_barrier(uint32_t rank, uint32_t size, uint32_t missing) {
  struct hyd_place p = runs(rank, size);
  p.reason = HYD_WAIT_BARRIER;
  p.waited_ns = SECOND;
  p.missing[p.nmissing++] = missing;
  return p;
}

static void expect(const struct hyd_place *place, size_t n, const char *text,
                   void (*print)(const struct hyd_wait_graph *, FILE *)) {
  struct hyd_wait_graph *g = hyd_wait_graph_new(place, n);
  char *got = NULL;
  size_t size;
  FILE *f = open_memstream(&got, &size);
  assert_non_null(g);
  print(g, f);
  fclose(f);
  assert_string_equal(got, text);
  free(got);
  hyd_wait_graph_free(g);
}

static void no_wait(void **state) {
  struct hyd_place p[] = {runs(0, 2), runs(1, 2)};
  (void)state;
  expect(p, 2, HEAD "no rank waits for one that is known\n", hyd_wait_graph_text);
  assert_null(hyd_wait_graph_new(p, 0));
}

static void chain(void **state) {
  /* in any order, and rank 3 does not say where it is */
  struct hyd_place p[] = {waits(2, 4, 3, 4096), waits(0, 4, 1, 8), waits(1, 4, 2, 5u << 20)};
  (void)state;
  expect(p, 3,
         HEAD "rank 3 (where it is is not known)\n"
              "   <- rank 2 waits 2.0 s (put of 4 KB)\n"
              "      <- rank 1 waits 2.0 s (put of 5 MB)\n"
              "         <- rank 0 waits 2.0 s (put of 8 B)\n",
         hyd_wait_graph_text);
}

static void a_late_rank(void **state) {
  struct hyd_place p[5];
  (void)state;
  for (uint32_t i = 0; i < 5; i++) p[i] = in_barrier(i, 5, 3);
  p[3] = runs(3, 5);
  expect(p, 5,
         HEAD "rank 3 is not waiting\n"
              "   <- ranks 0 to 2, each waits 1.0 s (gasnet_barrier)\n"
              "   <- rank 4 waits 1.0 s (gasnet_barrier)\n",
         hyd_wait_graph_text);
}

static void cycle(void **state) {
  struct hyd_place p[] = {waits(0, 4, 1, 0), waits(1, 4, 2, 4096), in_barrier(2, 4, 0),
                          waits(3, 4, 2, 100)};
  (void)state;
  expect(p, 4,
         HEAD "cycle: rank 0 -(put)-> 1 -(put of 4 KB)-> 2 -(gasnet_barrier)-> 0\n"
              "rank 0 waits 2.0 s (put)\n"
              "   <- rank 2 waits 1.0 s (gasnet_barrier)\n"
              "      <- rank 1 waits 2.0 s (put of 4 KB)\n"
              "         <- rank 0 (above)\n"
              "      <- rank 3 waits 2.0 s (put of 100 B)\n",
         hyd_wait_graph_text);
}

static void two_cycles(void **state) {
  struct hyd_place p[] = {waits(0, 4, 1, 0), waits(1, 4, 0, 0), waits(2, 4, 3, 0),
                          waits(3, 4, 2, 0)};
  (void)state;
  expect(p, 4,
         HEAD "cycle: rank 0 -(put)-> 1 -(put)-> 0\ncycle: rank 2 -(put)-> 3 -(put)-> 2\n"
              "rank 0 waits 2.0 s (put)\n   <- rank 1 waits 2.0 s (put)\n      <- rank 0 (above)\n"
              "rank 2 waits 2.0 s (put)\n   <- rank 3 waits 2.0 s (put)\n      <- rank 2 (above)\n",
         hyd_wait_graph_text);
}

/* A rank of rows that came from outside: peers beyond the job, itself, the same rank twice. */
static void nonsense(void **state) {
  struct hyd_place p[] = {waits(0, 2, 77, 1), waits(1, 2, 1, 1), waits(1, 2, 0, 1)};
  (void)state;
  expect(p, 3, HEAD "no rank waits for one that is known\n", hyd_wait_graph_text);
}

static void many(void **state) {
  enum { N = 5000 };
  struct hyd_place *p = calloc(N, sizeof *p);
  struct hyd_wait_graph *g;
  FILE *f = fopen("/dev/null", "w");
  (void)state;
  for (uint32_t i = 0; i < N; i++) p[i] = waits(i, N, (i + 1) % N, 8); /* one cycle of all */
  g = hyd_wait_graph_new(p, N);
  assert_non_null(g);
  hyd_wait_graph_text(g, f);
  assert_true(ftell(f) >= 0);
  hyd_wait_graph_free(g);
  fclose(f);
  free(p);
}

static void for_dot(void **state) {
  struct hyd_place p[] = {waits(0, 3, 1, 8), waits(1, 3, 0, 4096), in_barrier(2, 3, 1), runs(2, 3)};
  (void)state;
  expect(p, 3,
         "digraph waits {\n  rankdir=LR;\n  node [shape=box, fontname=sans];\n"
         "  edge [fontname=sans, fontsize=10];\n"
         "  r0 [label=\"rank 0\\nan event, 2.0 s\"];\n"
         "  r1 [label=\"rank 1\\nan event, 2.0 s\"];\n"
         "  r2 [label=\"rank 2\\ngasnet_barrier, 1.0 s\"];\n"
         "  r0 -> r1 [label=\"put of 8 B\", color=red, penwidth=2];\n"
         "  r1 -> r0 [label=\"put of 4 KB\", color=red, penwidth=2];\n"
         "  r2 -> r1 [label=\"gasnet_barrier\"];\n}\n",
         hyd_wait_graph_dot);
}

/* Ranks 0 to 2 and 4 in a barrier to which 3 and 9 have not come, 9 being unknown; 5 and 6 do not
 * wait, nor does anybody wait for them. */
static void boxes_for_dot(void **state) {
  struct hyd_place p[7];
  (void)state;
  for (uint32_t i = 0; i < 7; i++) p[i] = i < 5 ? in_barrier(i, 10, 3) : runs(i, 10);
  p[1].waited_ns *= 3;
  p[3] = runs(3, 10);
  p[4].missing[p[4].nmissing++] = 9;
  expect(p, 7,
         "digraph waits {\n  rankdir=LR;\n  node [shape=box, fontname=sans];\n"
         "  edge [fontname=sans, fontsize=10];\n"
         "  r0 [label=\"ranks 0 to 2\\ngasnet_barrier, up to 3.0 s\"];\n"
         "  r3 [label=\"rank 3\\nnot waiting\", style=filled, fillcolor=\"#ffb09c\", penwidth=2];\n"
         "  r4 [label=\"rank 4\\ngasnet_barrier, 1.0 s\"];\n"
         "  r5 [label=\"ranks 5 to 6\\nnot waiting\"];\n"
         "  r9 [label=\"rank 9\\nwhere it is is not known\", style=filled, fillcolor=\"#ffb09c\", "
         "penwidth=2];\n"
         "  r0 -> r3 [label=\"gasnet_barrier\"];\n"
         "  r4 -> r3 [label=\"gasnet_barrier\"];\n"
         "  r4 -> r9 [label=\"gasnet_barrier\"];\n}\n",
         hyd_wait_graph_dot);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_wait),      cmocka_unit_test(chain),
                                     cmocka_unit_test(a_late_rank),  cmocka_unit_test(cycle),
                                     cmocka_unit_test(two_cycles),   cmocka_unit_test(nonsense),
                                     cmocka_unit_test(many),         cmocka_unit_test(for_dot),
                                     cmocka_unit_test(boxes_for_dot)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
