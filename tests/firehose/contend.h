/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contend.h: figure 8 of the paper on Firehose for SMPs: threads of one node put 32 KB to random places in another
 * node's memory, through eight firehoses to pages. As every put needs all eight, no two can go on at once, and nearly
 * every request meets contention. The question is what competition costs, and whether it is fair.
 */
#ifndef FH_TEST_CONTEND_H
#define FH_TEST_CONTEND_H

#include <stdint.h>

#define CONTEND_POINTS 5
#define CONTEND_PUT 32768 /* bytes */

struct contend_point { /* medians of the rounds */
  uint32_t threads;
  double mb_s;       /* of all threads together */
  double fairness;   /* puts of the slowest thread for each of the fastest's */
  double contended;  /* requests that had to wait for room, for each put */
  double precedence; /* those that got it by precedence over others, for each put */
};

struct contend_result {
  struct contend_point point[CONTEND_POINTS];
  uint64_t puts;
  const char *wrong; /* a limit was exceeded, memory not pinned, or a request failed; else NULL */
};

/* So many rounds over all points, each point of `seconds`: what disturbs the machine for a while hits all alike. 0, or
 * out->wrong is set. */
int contend_run(uint32_t rounds, double seconds, struct contend_result *out);

#endif
