/* SPDX-License-Identifier: BSD-3-Clause
 *
 * main.c: runs the conformance tests of every group, one after the other, on all ranks together.
 *
 *   conform-<mode>-<seg>-<rel|dbg> [--list] [--only NAME] [--skip NAME] [--after NAME]
 *                                  [--without LABEL]
 *
 * NAME is a test, a group or a label and may be given several times; LABEL is interface, stricter
 * or extension (labels.h), or ends: stricter, and another implementation may end the job there.
 * --skip LABEL is the same as --without LABEL.
 * --list, the first word, prints a line for each test that the others leave: group, test,
 * [clauses], label, and why it is no part of the interface. Rank 0 prints `# start NAME` before and
 * `ok`, `not ok` or `skip` after each test, and `N passed, N failed, N skipped` at the end; the
 * exit status is 0 if none failed. After each test every rank reports its failures to rank 0 by
 * message.
 */
#include "conform.h"

#include <unistd.h>

#include "start.h"

/* Weak: the file of a group may be left out (contrib/tools/conform/build.py). */
#define CONFORM_GROUP(name) extern const struct conform_test conform_##name[] __attribute__((weak));
#include "g1_groups.h"
#include "gex_groups.h"
#undef CONFORM_GROUP

static const struct group {
  const char *name;
  const struct conform_test *tests;
} groups[] = {
#define CONFORM_GROUP(name) {#name, conform_##name},
#include "g1_groups.h"
#include "gex_groups.h"
#undef CONFORM_GROUP
    {0, 0}};

enum conform_label { INTERFACE, STRICTER, EXTENSION, LABELS };
static const char *const label_names[LABELS] = {"interface", "stricter", "extension"};
#define CONFORM_LABEL(test, label, why) {#test, label, why, 0},
#define CONFORM_ENDS(test, why) {#test, STRICTER, why, 1},
static const struct label {
  const char *test;
  enum conform_label label;
  const char *why;
  int ends;
} labels[] = {
#include "labels.h"
    {0, INTERFACE, "", 0}};
#undef CONFORM_LABEL
#undef CONFORM_ENDS

/* The row of a test; the last one for those of the interface. */
static const struct label *label_of(const char *test) {
  const struct label *l = labels;
  while (l->test && strcmp(l->test, test)) l++;
  return l;
}

enum { H_REPORT = 128, H_ADDR = 129, H_STATUS = 130 };
enum { MAX_NAMES = 64 };

struct options {
  const char *only[MAX_NAMES], *skip[MAX_NAMES], *after;
  int only_count, skip_count;
};

/* Sums of the running test's reports at rank 0; the two most recent tests, by parity of number. */
static conform_count_t reports[2], report_failures[2];
static conform_count_t addresses;

static void report_handler(gex_Token_t token, gex_AM_Arg_t failures, gex_AM_Arg_t number) {
  (void)token;
  conform_add(&report_failures[number & 1], failures);
  conform_add(&reports[number & 1], 1);
}

static void addr_handler(gex_Token_t token, gex_AM_Arg_t rank, gex_AM_Arg_t hi, gex_AM_Arg_t lo) {
  (void)token;
  conform_objects.seg[rank] = (void *)(uintptr_t)(((uint64_t)(uint32_t)hi << 32) | (uint32_t)lo);
  conform_add(&addresses, 1);
}

/* Rank 0 tells the others the status, so that all exit with the same one. */
static conform_count_t status_known, status;
static void status_handler(gex_Token_t token, gex_AM_Arg_t value) {
  (void)token;
  conform_set(&status, value);
  conform_set(&status_known, 1);
}

static gex_AM_Entry_t own_handlers[] = {CONFORM_ENTRY(H_REPORT, report_handler, GEX_FLAG_AM_SHORT,
                                                      2),
                                        CONFORM_ENTRY(H_ADDR, addr_handler, GEX_FLAG_AM_SHORT, 3),
                                        CONFORM_ENTRY(H_STATUS, status_handler, GEX_FLAG_AM_SHORT,
                                                      1),
                                        {0, 0, 0, 0, 0, 0}};

/* Every rank learns where every other's test memory lies. */
static int exchange_segments(void) {
  gex_Rank_t size = conform_size(), i;
  void *mine = 0;
  if (CONFORM_EVERYTHING) {
    if (posix_memalign(&mine, GASNET_PAGESIZE, CONFORM_SEG_SIZE)) return 1;
    memset(mine, 0, CONFORM_SEG_SIZE);
  } else {
    uintptr_t n = 0;
    gex_Segment_QueryBound(conform_tm(), conform_rank(), &mine, 0, &n);
    if (!mine || n < CONFORM_SEG_SIZE) {
      fprintf(stderr, "# rank %u: no segment of %zu bytes\n", (unsigned)conform_rank(),
              CONFORM_SEG_SIZE);
      return 1;
    }
  }
  conform_barrier();
  for (i = 0; i < size; i++) {
    uint64_t a = (uintptr_t)mine;
    gex_AM_RequestShort3(conform_tm(), i, H_ADDR, 0, (gex_AM_Arg_t)conform_rank(),
                         (gex_AM_Arg_t)(a >> 32), (gex_AM_Arg_t)a);
  }
  conform_wait_until((gex_Rank_t)conform_get(&addresses) == size);
  conform_barrier();
  return 0;
}

static int name_in(const char *const *names, int n, const char *test, const char *group) {
  int i;
  for (i = 0; i < n; i++)
    if (!strcmp(names[i], test) || !strcmp(names[i], group)) return 1;
  return 0;
}

/* Whether the options leave a test in the run. */
static int selected(const struct options *o, const struct group *g, const struct conform_test *t) {
  const struct label *l = label_of(t->name);
  const char *label = label_names[l->label], *ends = l->ends ? "ends" : label;
  if (name_in(o->skip, o->skip_count, t->name, g->name)) return 0;
  if (name_in(o->skip, o->skip_count, label, ends)) return 0;
  return !o->only_count || name_in(o->only, o->only_count, t->name, g->name) ||
         name_in(o->only, o->only_count, label, ends);
}

static int names_something(const char *name) {
  const struct group *g;
  const struct conform_test *t;
  int l;
  for (l = 0; l < LABELS; l++)
    if (!strcmp(name, label_names[l])) return 1;
  for (g = groups; g->name; g++) {
    if (!strcmp(name, g->name)) return 1;
    for (t = g->tests; t && t->name; t++)
      if (!strcmp(name, t->name)) return 1;
  }
  return !strcmp(name, "ends");
}

/* The first name in the options that is no test's, no group's and no label, with which a run would
 * pass without the tests that are meant; 0: there is none. */
static const char *unknown_name(const struct options *o) {
  int i;
  for (i = 0; i < o->only_count; i++)
    if (!names_something(o->only[i])) return o->only[i];
  for (i = 0; i < o->skip_count; i++)
    if (!names_something(o->skip[i])) return o->skip[i];
  return o->after && !names_something(o->after) ? o->after : 0;
}

static int refuse_unknown(const struct options *o) {
  const char *name = unknown_name(o);
  if (name)
    fprintf(stderr, "conform: no test, group or label is named %s; --list prints the names\n",
            name);
  return name != 0;
}

static const char *unmet(unsigned flags) {
  if ((flags & CONFORM_NEEDS_2) && conform_size() < 2) return "needs 2 ranks";
  if ((flags & CONFORM_NEEDS_3) && conform_size() < 3) return "needs 3 ranks";
  if ((flags & CONFORM_PAR_ONLY) && !CONFORM_PAR) return "for PAR";
  if ((flags & CONFORM_FAST_ONLY) && CONFORM_EVERYTHING) return "for FAST";
  if ((flags & CONFORM_EVERYTHING_ONLY) && !CONFORM_EVERYTHING) return "for EVERYTHING";
  if ((flags & CONFORM_DEBUG_ONLY) && !CONFORM_DEBUG) return "for debug";
  if ((flags & CONFORM_GASNET1_ONLY) && !CONFORM_GASNET1) return "for gasnet_init";
  if ((flags & CONFORM_EX_ONLY) && CONFORM_GASNET1) return "for gex_Client_Init";
  return 0;
}

/* Runs one test on all ranks; 0 passed, 1 failed, 2 skipped. Meaningful at rank 0. */
static int run_test(const struct conform_test *t, int number) {
  const char *reason = unmet(t->flags);
  int parity = number & 1, failed;
  double start = conform_now();
  if (reason) {
    if (conform_rank() == 0) printf("skip %s %s\n", t->name, reason);
    return 2;
  }
  if (conform_rank() == 0) printf("# start %s\n", t->name);
  fflush(stdout);
  conform_test_begin(t->name);
  t->run();
  conform_barrier();
  gex_AM_RequestShort2(conform_tm(), 0, H_REPORT, 0, conform_test_failures(), number);
  if (conform_rank() == 0)
    conform_wait_until((gex_Rank_t)conform_get(&reports[parity]) == conform_size());
  failed = conform_get(&report_failures[parity]);
  conform_set(&reports[parity], 0);
  conform_set(&report_failures[parity], 0);
  conform_barrier();
  alarm(0);
  if (conform_rank() != 0) return 0;
  if (failed) {
    printf("not ok %s [%s] %d checks failed\n", t->name, t->clause, failed);
  } else if (conform_test_skipped()) {
    printf("skip %s %s\n", t->name, conform_test_skipped());
    return 2;
  } else {
    printf("ok %s [%s] %.0f ms\n", t->name, t->clause, (conform_now() - start) * 1e3);
  }
  fflush(stdout);
  return failed != 0;
}

static void list_tests(const struct options *o) {
  const struct group *g;
  const struct conform_test *t;
  for (g = groups; g->name; g++)
    for (t = g->tests; t && t->name; t++) {
      const struct label *l = label_of(t->name);
      if (!selected(o, g, t)) continue;
      printf("%s %s [%s] %s%s%s%s\n", g->name, t->name, t->clause, label_names[l->label],
             l->test ? ": " : "", l->why, l->ends ? "; may end the job" : "");
    }
}

static void print_left_out(void) {
  const struct group *g;
  for (g = groups; g->name; g++)
    if (g->tests == 0) printf("# left out: group %s\n", g->name);
}

static int run_all(const struct options *o) {
  int sums[3] = {0, 0, 0}, number = 0, started = !o->after;
  const struct group *g;
  const struct conform_test *t;
  if (conform_rank() == 0) print_left_out();
  for (g = groups; g->name; g++)
    for (t = g->tests; t && t->name; t++) {
      int past = started;
      if (o->after && !strcmp(o->after, t->name)) started = 1;
      if (!past) continue;
      if (!selected(o, g, t)) continue;
      if ((t->flags & CONFORM_NAMED_ONLY) && !name_in(o->only, o->only_count, t->name, g->name))
        continue;
      sums[run_test(t, number++)]++;
    }
  if (conform_rank() == 0) printf("%d passed, %d failed, %d skipped\n", sums[0], sums[1], sums[2]);
  fflush(stdout);
  return sums[1];
}

static int leaves_out(const char *option, const char *value) {
  int l, label = !strcmp(value, "ends");
  for (l = 0; l < LABELS; l++) label |= !strcmp(value, label_names[l]);
  return !strcmp(option, "--skip") || (label && !strcmp(option, "--without"));
}

static int parse(int argc, char **argv, struct options *o) {
  int i;
  memset(o, 0, sizeof *o);
  for (i = 1; i < argc; i++) {
    const char *a = argv[i], *value = i + 1 < argc ? argv[i + 1] : 0;
    if (!strcmp(a, "--only") && value && o->only_count < MAX_NAMES) {
      o->only[o->only_count++] = argv[++i];
    } else if (value && leaves_out(a, value) && o->skip_count < MAX_NAMES) {
      o->skip[o->skip_count++] = argv[++i];
    } else if (!strcmp(a, "--after") && value) {
      o->after = argv[++i];
    } else {
      fprintf(stderr, "usage: conform [--list] [--only NAME] [--skip NAME] [--after NAME] "
                      "[--without interface|stricter|extension|ends]\n");
      return 1;
    }
  }
  return 0;
}

int main(int argc, char **argv) {
  struct options options;
  gex_Rank_t i;
  int failed;
  if (argc > 1 && !strcmp(argv[1], "--list")) {
    if (parse(argc - 1, argv + 1, &options) || refuse_unknown(&options)) return 2;
    list_tests(&options);
    return 0;
  }
  if (conform_start(&argc, &argv, own_handlers)) return 1;
  conform_test_begin("start");
  if (parse(argc, argv, &options)) gasnet_exit(2);
  conform_objects.seg = calloc(conform_size(), sizeof *conform_objects.seg);
  if (!conform_objects.seg || exchange_segments()) gasnet_exit(3);
  if (unknown_name(&options)) { /* one rank says so, before any of them ends the job */
    if (conform_rank() == 0) refuse_unknown(&options);
    conform_barrier();
    gasnet_exit(2);
  }
  failed = run_all(&options) != 0;
  if (conform_rank() == 0)
    for (i = 0; i < conform_size(); i++) gex_AM_RequestShort1(conform_tm(), i, H_STATUS, 0, failed);
  conform_wait_until(conform_get(&status_known));
  conform_barrier();
  gasnet_exit(conform_get(&status));
}
