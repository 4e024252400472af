/* SPDX-License-Identifier: BSD-3-Clause
 *
 * landings_test.c: core/mem/landings.h: what is open is let in, to the byte, and nothing else; when
 * all are taken the next is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/mem/landings.h"

static char memory[1000];

static int setup(void **state) {
  *state = calloc(1, sizeof(struct hyd_job));
  return *state == NULL;
}

static int teardown(void **state) {
  free(*state);
  return 0;
}

static void test_bounds(void **state) {
  struct hyd_job *job = *state;
  int number = hyd_landing_open(job, memory + 100, 200);
  assert_int_not_equal(number, 0);
  assert_true(hyd_landing_has(job, memory + 100, 200));
  assert_true(hyd_landing_has(job, memory + 299, 1));
  assert_false(hyd_landing_has(job, memory + 99, 2));
  assert_false(hyd_landing_has(job, memory + 299, 2));
  assert_false(hyd_landing_has(job, memory + 100, SIZE_MAX));
  assert_false(hyd_landing_has(job, memory + 300, 1));
  hyd_landing_close(job, number);
  assert_false(hyd_landing_has(job, memory + 100, 1));
}

static void test_many(void **state) {
  struct hyd_job *job = *state;
  int number[HYD_LANDINGS];
  for (int i = 0; i < HYD_LANDINGS; i++) {
    number[i] = hyd_landing_open(job, memory + 10 * i, 5);
    assert_int_not_equal(number[i], 0);
  }
  assert_int_equal(hyd_landing_open(job, memory, 1), 0);
  hyd_landing_close(job, number[7]);
  assert_false(hyd_landing_has(job, memory + 70, 5));
  assert_true(hyd_landing_has(job, memory + 80, 5));
  assert_int_equal(hyd_landing_open(job, memory + 70, 5), number[7]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_bounds, setup, teardown),
                                     cmocka_unit_test_setup_teardown(test_many, setup, teardown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
