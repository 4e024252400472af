/* SPDX-License-Identifier: BSD-3-Clause
 *
 * globals.c: the data symbols that the public interface demands, and the pointer to the one job of
 * an ordinary process. Other variables of the library that change belong to one file each: settings
 * of the environment that are read once, libraries loaded at run time, the end of the process.
 */
#include "core/base/one_library.h"
#include "core/base/job.h"

/* A team with no members: every call on it takes the slow path. */
static const struct hyd_tm_pub no_team;

struct hyd_job *hyd_the_job;
__thread struct hyd_thread *hyd_the_thread __attribute__((tls_model("initial-exec")));
struct hyd_world hyd_world = {&no_team, 0, 0, 0, 0};

void (*gasnet_client_attach_hook)(void *base, uintptr_t size);
volatile int gasnet_frozen = 1;

const char *const HYD_MARK = HYD_MARK_NAME;
