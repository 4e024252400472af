/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jobs_steps.h: what a seed lets the ranks of a simulated job do.
 */
#ifndef HYD_SIM_JOBS_STEPS_H
#define HYD_SIM_JOBS_STEPS_H

#include "contrib/tools/sim/many.h"

#define SIM_STEPS 24u

enum sim_kind {
  SIM_NAMED,   /* barrier of the whole job */
  SIM_BARRIER, /* unnamed, of the team there is, like all that follow */
  SIM_BROADCAST,
  SIM_TO_ONE,
  SIM_TO_ALL,
  SIM_IN_ORDER, /* reduction to all by an operator that does not commute */
  SIM_REQUESTS, /* active messages to and fro */
  SIM_MEETING,  /* a barrier of the library itself over the whole job, as in init */
  SIM_EXCHANGE, /* an exchange of records, likewise */
  SIM_SPLIT,    /* from here on there is another team */
  SIM_DESTROY,  /* it is the whole job again */
  SIM_DO_KINDS
};

struct sim_step {
  enum sim_kind kind;
  uint32_t size;    /* bytes, elements, messages, colors */
  uint32_t root;    /* modulo the team's size */
  int flies;        /* it is not waited for at once */
  int id_of, flags; /* NAMED: one rank of this number differs */
};

struct sim_steps {
  uint64_t seed;
  uint32_t n, room,
      refuse; /* untaken messages of a kind that a rank has room for; of a million refused */
  uint64_t delay;
  uint64_t rest; /* that they compute after the last step */
  int unchecked; /* results are not looked at */
  uint32_t steps;
  struct many_loggp net;
  struct many_luck luck;
  struct sim_step step[SIM_STEPS];
};

void sim_steps_choose(struct sim_steps *s, uint64_t seed);
void sim_steps_print(const struct sim_steps *s);
const char *sim_step_name(enum sim_kind k);

#endif
