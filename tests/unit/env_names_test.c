/* SPDX-License-Identifier: BSD-3-Clause
 *
 * env_names_test.c: which names of variables are taken for mistakes, and of which.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "core/env/env.h"

static const char *nearest(const char *name) { return hyd_env_nearest(name, strlen(name)); }

static void mistakes_are_named(void **state) {
  static const char *const pairs[][2] = {{"GASNET_PSHM_NODE", "GASNET_PSHM_NODES"},
                                         {"GASNET_MAX_SEGSZIE", "GASNET_MAX_SEGSIZE"},
                                         {"GASNET_MAXSEGSIZE", "GASNET_MAX_SEGSIZE"},
                                         {"GASNET_BAKCTRACE", "GASNET_BACKTRACE"},
                                         {"GASNET_Quiet", "GASNET_QUIET"},
                                         {"GASNET_QUEIT", "GASNET_QUIET"},
                                         {"GASNET_BNID", "GASNET_BIND"},
                                         {"GASNET_VERBOSE_ENV", "GASNET_VERBOSEENV"},
                                         {"GASNET_UDP_SECURTY", "GASNET_UDP_SECURITY"},
                                         {"GASNET_SSH_SERVER", "GASNET_SSH_SERVERS"},
                                         {"GASNET_OFI_DEVCIE", "GASNET_OFI_DEVICE"},
                                         {"GASNET_BACKTRACE_TYPES", "GASNET_BACKTRACE_TYPE"},
                                         {"GASNET_FREEZE_ON_EROR", "GASNET_FREEZE_ON_ERROR"}};
  (void)state;
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    const char *said = nearest(pairs[i][0]);
    if (said == NULL || strcmp(said, pairs[i][1]) != 0)
      fail_msg("%s: %s", pairs[i][0], said ? said : "nothing");
  }
}

/* Names that are right, also for other conduits, those that clients have for themselves, and those
 * the library cannot tell. */
static void others_are_left_alone(void **state) {
  static const char *const names[] = {"GASNET_PSHM_NODES",
                                      "GASNET_QUIET",
                                      "GASNET_BARRIER",
                                      "GASNET_RECVDEPTH",
                                      "GASNET_OFI_BBUF_SIZE",
                                      "GASNET_IBV_PORTS_0_1",
                                      "GASNET_OFI_DEVICE_3",
                                      "GASNET_MAXIMIZE_NOFILE",
                                      "GASNET_TSC_RATE_TOLERANCE",
                                      "GASNET_AMRDMA_MAX_PEERS",
                                      "GASNET_SPAWNER",
                                      "GASNET_PREFIX",
                                      "GASNET_ROOT",
                                      "GASNET_BIN",
                                      "GASNET_LIB",
                                      "GASNET_CFLAGS",
                                      "GASNET_CONFIGURE_ARGS",
                                      "GASNET_SUPPRESS_DEBUG_WARNING",
                                      "GASNET_NO_SUCH_THING",
                                      "GASNET_X",
                                      "GASNET_",
                                      "GASNET",
                                      "GASNETT_QUIET",
                                      "MAX_SEGSIZE",
                                      "GASNET_TEST_QUIET",
                                      "GASNET_TEAM",
                                      "GASNET_QUITTING"};
  (void)state;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (nearest(names[i])) fail_msg("%s: %s", names[i], nearest(names[i]));
}

/* One more letter than two is one too many; and a name of any length does no harm. */
static void limits(void **state) {
  char longest[5000];
  (void)state;
  assert_non_null(nearest("GASNET_MAX_SEGSIZExx"));
  assert_null(nearest("GASNET_MAX_SEGSIZExxx"));
  memset(longest, 'A', sizeof longest - 1);
  longest[sizeof longest - 1] = '\0';
  memcpy(longest, "GASNET_", 7);
  assert_null(nearest(longest));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(mistakes_are_named),
                                     cmocka_unit_test(others_are_left_alone),
                                     cmocka_unit_test(limits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
