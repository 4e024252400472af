/* SPDX-License-Identifier: BSD-3-Clause
 *
 * suite_ibv.c: jobs by verbs whose ranks share no memory, on an RDMA device of this machine or of
 * an emulated one. Jobs that are compared take turns, as batches do within them.
 * HYDRANT_BENCH_CONDUIT names another conduit in the place of ibv.
 */
#include <stdlib.h>
#include <string.h>

#include "suites.h"

#define MB (1 << 20)
#define KB64 (64 << 10)
#define LIMIT_S 290
#define FAST "gasnet-bench-ibv/"
#define ANY "gasnet-bench-ibv-everything/"
#define ALONE "GASNET_SUPERNODE_MAXSIZE=1"

static const char *conduit(void) {
  static char text[64];
  const char *other = getenv("HYDRANT_BENCH_CONDUIT");
  snprintf(text, sizeof text, "GASNET_CONDUIT=%s", other && *other ? other : "ibv");
  return text;
}

static bool rows(struct hyd_bn *b, const char *suite, const char *worker, int ranks, int amount,
                 const char *const more[3]) {
  const char *env[6] = {conduit(), ALONE, more ? more[0] : NULL};
  for (int i = 1; more && i < 3 && env[i + 1]; i++) env[i + 2] = more[i];
  return hyd_bn_job_rows(b, suite, &(struct hyd_bn_job){worker, ranks, amount, NULL, LIMIT_S, env});
}

/* ---- streams, against perftest ------------------------------------------- */

static bool perftest(struct hyd_bn *b, const char *program, const char *name) {
  double mbs = 0;
  if (!hyd_bn_perftest(program, MB, &mbs)) return false;
  hyd_bn_add(&hyd_bn_row(&b->rows, "ibv", name, MB, 2, "MB/s", "")->value, mbs);
  return true;
}

static bool perftests(struct hyd_bn *b) {
  bool writes = perftest(b, "ib_write_bw", "ib_write_bw");
  return perftest(b, "ib_read_bw", "ib_read_bw") && writes;
}

static void against_perftest(struct hyd_bn *b, const char *stream, const char *program,
                             const char *name) {
  struct hyd_bn_row *ours = hyd_bn_find(&b->rows, "ibv", stream, MB, 2);
  struct hyd_bn_row *theirs = hyd_bn_find(&b->rows, "ibv", program, MB, 2);
  if (!ours || !theirs || !ours->value.n || !theirs->value.n) return;
  struct hyd_bn_row *r = hyd_bn_row(&b->rows, "ibv", name, MB, 2, "MB/s", program);
  hyd_bn_add_all(&r->value, ours->value.v, ours->value.n);
  hyd_bn_add_all(&r->against, theirs->value.v, theirs->value.n);
  double usual = hyd_bn_median(&theirs->value);
  for (size_t i = 0; i < ours->value.n; i++) hyd_bn_add(&r->ratio, ours->value.v[i] / usual);
}

static bool speeds(struct hyd_bn *b) {
  bool ok = perftests(b);
  for (int i = 0; i < (b->quick ? 1 : 3); i++) {
    ok &= rows(b, "ibv", FAST "ibv", 2, b->quick ? 10 : 160, NULL);
    ok &= rows(b, "ibv", FAST "ibv-bulk", 2, b->quick ? 5 : 80, NULL);
    ok &= perftests(b);
  }
  against_perftest(b, "put stream", "ib_write_bw", "put stream, perftest");
  against_perftest(b, "get stream", "ib_read_bw", "get stream, perftest");
  return ok;
}

/* ---- EVERYTHING ---------------------------------------------------------- */

/* The records of one job, in a table of their own. */
static bool job_table(struct hyd_bn_table *t, const char *worker, int amount) {
  const char *const env[] = {conduit(), ALONE, NULL};
  struct hyd_bn_job job = {worker, 2, amount, NULL, LIMIT_S, env};
  json_t *records, *record;
  size_t i;
  if (!hyd_bn_job_run(&job, NULL, &records)) return false;
  json_array_foreach(records, i, record) hyd_bn_take_record(t, "ibv", record);
  json_decref(records);
  return t->n > 0;
}

static void compare_pinned(struct hyd_bn *b, long bytes, struct hyd_bn_table *pinned,
                           struct hyd_bn_table *any) {
  struct hyd_bn_row *p = hyd_bn_find(pinned, "ibv", "put", bytes, 2),
                    *a = hyd_bn_find(any, "ibv", "put", bytes, 2);
  if (!p || !a || !p->value.n || !a->value.n) return;
  if (!p->against.n || !a->against.n) return;
  double faster =
      hyd_bn_pct(&p->against, 0) / hyd_bn_pct(&a->against, 0); /* the machine was, for a */
  struct hyd_bn_row *r =
      hyd_bn_row(&b->rows, "ibv", "put to anywhere", bytes, 2, "us", "to segment");
  for (size_t i = 0; i < a->value.n; i++) hyd_bn_add(&r->value, a->value.v[i] * faster);
  hyd_bn_add_all(&r->against, p->value.v, p->value.n);
  hyd_bn_add(&r->ratio, hyd_bn_median(&a->value) / hyd_bn_median(&p->value));
}

static bool everything(struct hyd_bn *b) {
  static const char *const few[3] = {"GASNET_FIREHOSE_M=1MB", "GASNET_FIREHOSE_MAXVICTIM_M=1MB",
                                     NULL};
  int windows = b->quick ? 5 : 60;
  bool ok = true;
  for (int i = 0; i < (b->quick ? 1 : 4); i++) {
    struct hyd_bn_table pinned = {0}, any = {0};
    ok &= job_table(&pinned, FAST "ibv-any", windows) && job_table(&any, ANY "ibv-any", windows);
    compare_pinned(b, 8, &pinned, &any);
    compare_pinned(b, KB64, &pinned, &any);
    hyd_bn_clear_table(&pinned);
    hyd_bn_clear_table(&any);
  }
  return ok & rows(b, "ibv", ANY "ibv-miss", 2, b->quick ? 5 : 200, few);
}

/* ---- counts and memory --------------------------------------------------- */

static bool counts(struct hyd_bn *b) {
  char path[4096], preload[4200];
  const char *const more[3] = {preload, NULL, NULL};
  hyd_bn_find_program("count_verbs.so", path, sizeof path);
  snprintf(preload, sizeof preload, "LD_PRELOAD=%s", path);
  return rows(b, "ibv", FAST "ibv-counts", 2, b->quick ? 10 : 50, more);
}

/* More ranks have more of what is kept for a peer, and as much of what is shared. */
enum { FEW = 4, MANY = 12 };
static bool memory(struct hyd_bn *b) {
  bool ok = true;
  for (int i = 0; i < (b->quick ? 1 : 3); i++)
    for (int ranks = FEW; ranks <= MANY; ranks += MANY - FEW)
      ok &= rows(b, "ibv", FAST "ibv-memory", ranks, 0, NULL);
  return hyd_bn_add_growth(b, "ibv", "resident", FEW, MANY, "per connected peer", "KB") && ok;
}

/* The ranks' programs exist only in builds with the conduit. */
static bool built(const char *suite) {
  char path[4096];
  if (hyd_bn_find_program("gasnet-bench-ibv", path, sizeof path)) return true;
  hyd_bn_complain("%s: not built: conduit ibv is missing; on Debian: apt-get install "
                  "libibverbs-dev librdmacm-dev",
                  suite);
  return false;
}

bool hyd_bn_suite_ibv(struct hyd_bn *b) {
  if (!built("ibv")) return false;
  hyd_bn_progress(b, "ibv: an emulated machine");
  if (!hyd_bn_has_rdma()) return hyd_bn_in_machine(b, "ibv");
  if (!hyd_bn_two_cores(b, "ibv")) return false;
  hyd_bn_progress(b, "ibv: verbs between 2 ranks");
  bool ok = speeds(b);
  hyd_bn_progress(b, "ibv: memory that is not registered");
  ok &= everything(b);
  hyd_bn_progress(b, "ibv: counts, memory");
  ok &= counts(b);
  return memory(b) && ok;
}

/* ---- strategies of pinning ----------------------------------------------- */

bool hyd_bn_suite_ibv_pinning(struct hyd_bn *b) {
  static const char *const strategy[] = {"firehose", "rendezvous", "unpin", "pin-all", "bounce"};
  bool ok = true;
  if (!built("ibv-pinning")) return false;
  hyd_bn_progress(b, "ibv-pinning: an emulated machine");
  if (!hyd_bn_has_rdma()) return hyd_bn_in_machine(b, "ibv-pinning");
  hyd_bn_progress(b, "ibv-pinning: strategies over a growing working set");
  for (size_t i = 0; i < sizeof strategy / sizeof *strategy; i++) {
    char text[64];
    const char *const more[3] = {text, "GASNET_FIREHOSE_M=8MB", "GASNET_FIREHOSE_MAXVICTIM_M=8MB"};
    snprintf(text, sizeof text, "GASNET_FIREHOSE_STRATEGY=%s", strategy[i]);
    ok &= rows(b, "ibv-pinning", ANY "ibv-pinning", 2, b->quick ? 3 : 10, more);
  }
  return ok;
}
