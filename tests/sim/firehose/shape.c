/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape.c: threads that compete (contend.h), and many nodes (traces.h), in small. What fails is a
 * limit exceeded, a request that failed or was stuck, an oracle that can be outdone, too much
 * memory for a peer. How well the library does is not asked: `make papers` measures that, as its
 * figures fig8 and traces.
 */
#include <stdio.h>
#include <unistd.h>

#include "contrib/tools/sim/firehose/contend.h"
#include "contrib/tools/sim/firehose/oracle.h"
#include "contrib/tools/sim/firehose/traces.h"

#define LIMIT_S 900
#define SEED 1
#define CASES 200

static int passed, failed;

/* NULL: it passed. */
static void report(const char *what, const char *wrong) {
  if (wrong)
    failed++;
  else
    passed++;
  if (wrong) printf("not ok %s: %s\n", what, wrong);
  fflush(stdout);
}

static void contend(void) {
  struct contend_result r;
  contend_run(1, &r);
  report("threads that compete", r.wrong);
}

static void traces(void) {
  for (int k = 0; k < PATTERN_KINDS; k++) {
    struct traces_result r;
    traces_run((enum pattern_kind)k, 1, &r);
    report(pattern_name((enum pattern_kind)k), r.wrong);
  }
}

int main(void) {
  alarm(LIMIT_S); /* whatever is stuck */
  contend();
  report("the oracle", oracle_check(SEED, CASES) ? "there are fewer misses than its least" : NULL);
  traces();
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
