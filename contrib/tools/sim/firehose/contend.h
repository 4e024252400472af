/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contend.h: figure 8 of the paper on Firehose for SMPs: threads of one node put 32 KB to random
 * places in another node's memory, through eight firehoses to pages. As every put needs all eight,
 * no two can go on at once, and nearly every request meets contention. The question is what
 * competition costs, and whether it is fair.
 */
#ifndef FH_TEST_CONTEND_H
#define FH_TEST_CONTEND_H

#include <stdint.h>

#define CONTEND_POINTS 5
#define CONTEND_PUT 32768 /* bytes */

struct contend_point { /* medians of the rounds */
  uint32_t threads;
  double mb_s;             /* of all threads together */
  double slowest, fastest; /* MB/s of one of them */
  double fairness;         /* puts of the slowest thread for each of the fastest's */
  double contended;        /* requests that had to wait for room, for each put */
  double precedence;       /* those that got it by precedence over others, for each put */
};

struct contend_result {
  struct contend_point point[CONTEND_POINTS];
  uint64_t puts;
  const char *wrong; /* a limit was exceeded, memory not pinned, a request failed, or there were
                        none; else NULL */
};

/* Some rounds over all points: what disturbs the machine for a while hits all alike. In real time,
 * so that no two runs say quite the same: some 13 s; quick: a third of a second, whose numbers mean
 * little. 0, or out->wrong is set. */
int contend_run(int quick, struct contend_result *out);
/* The least rate of several threads, of one thread's; the least fairness of any point. */
double contend_least_rate(const struct contend_result *r);
double contend_least_fairness(const struct contend_result *r);

#endif
