/* SPDX-License-Identifier: BSD-3-Clause
 *
 * suite_netvm.c: network virtual memory: the shadow table by itself; two ranks over shared memory
 * and over udp without; the start of jobs with large arenas. Over udp a job with pinned memory and
 * one with arenas alternate.
 */
#include "contrib/bench/bench.h"

#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define ALONE "GASNET_CONDUIT=udp", "GASNET_SUPERNODE_MAXSIZE=1", "GASNET_UDP_FAULTS="

/* In a build tree the module lies in its folder. */
static void find_module(void) {
  char path[PATH_MAX];
  if (!getenv("GASNET_KIND_PATH") &&
      hyd_bn_find_program("core/kinds/.libs/hyd_kind_netvm.so", path, sizeof path))
    setenv("GASNET_KIND_PATH", dirname(path), 1);
}

static void add_ratio(struct hyd_bn *b, const char *name, const char *pinned, long bytes,
                      const char *as) {
  struct hyd_bn_row *of = hyd_bn_find(&b->rows, "netvm-udp", name, bytes, 2);
  struct hyd_bn_row *to = hyd_bn_find(&b->rows, "netvm-udp", pinned, bytes, 2), *r;
  if (of == NULL || to == NULL) return;
  r = hyd_bn_row(&b->rows, "netvm-udp", as, bytes, 2, "ns", "pinned");
  hyd_bn_add(&r->value, hyd_bn_median(&of->value));
  hyd_bn_add(&r->ratio, hyd_bn_median(&of->value) / hyd_bn_median(&to->value));
}

static bool over_udp(struct hyd_bn *b) {
  static const char *const env[] = {ALONE, NULL};
  bool ok = true;
  for (int i = 0; i < (b->quick ? 1 : 5); i++)
    ok &= hyd_bn_job_rows(b, "netvm-udp",
                          &(struct hyd_bn_job){"netvm-pinned", 2, hyd_bn_scaled(b, 40), NULL, 55,
                                               env}) &&
          hyd_bn_job_rows(b, "netvm-udp",
                          &(struct hyd_bn_job){"netvm", 2, hyd_bn_scaled(b, 12), NULL, 55, env});
  add_ratio(b, "put", "pinned put", 8, "put, unpinned : pinned");
  add_ratio(b, "put", "pinned put", 4096, "put, unpinned : pinned");
  add_ratio(b, "stream", "pinned stream", 4096, "stream, unpinned : pinned");
  return ok;
}

static bool starts(struct hyd_bn *b) {
  const struct hyd_bn_job small = {"netvm-start", 4, 64, NULL, 30, NULL},
                          large = {"netvm-start", 4, 65536, NULL, 30, NULL};
  struct hyd_bn_row *r =
      hyd_bn_row(&b->rows, "netvm", "start to end, 64 GB each", -1, 4, "ms", "64 MB");
  double ns[3];
  if (!hyd_bn_job_rows(b, "netvm", &large)) return false;
  for (int i = 0; i < (b->quick ? 4 : 12); i++) {
    if (!hyd_bn_job_run(&small, &ns[0], NULL) || !hyd_bn_job_run(&large, &ns[1], NULL) ||
        !hyd_bn_job_run(&small, &ns[2], NULL))
      return false;
    hyd_bn_add(&r->value, ns[1] / 1e6);
    hyd_bn_add(&r->ratio, ns[1] / ((ns[0] + ns[2]) / 2));
  }
  return true;
}

bool hyd_bn_suite_netvm(struct hyd_bn *b) {
  bool ok;
  hyd_bn_progress(b, "netvm: the table, and 2 ranks over shared memory");
  if (!hyd_bn_two_cores(b, "netvm")) return false;
  find_module();
  ok = hyd_bn_job_rows(b, "netvm",
                       &(struct hyd_bn_job){"netvm-table", 1, hyd_bn_scaled(b, 100), NULL, 30,
                                            NULL});
  ok &= hyd_bn_job_rows(b, "netvm",
                        &(struct hyd_bn_job){"netvm", 2, hyd_bn_scaled(b, 100), NULL, 55, NULL});
  hyd_bn_progress(b, "netvm: over udp");
  ok &= over_udp(b);
  hyd_bn_progress(b, "netvm: 4 ranks, 64 GB each");
  return starts(b) && ok;
}
