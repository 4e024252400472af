/* SPDX-License-Identifier: BSD-3-Clause
 *
 * settings.h: what a seed's run is: how many ranks, what network, which faults, what load.
 */
#ifndef HYD_SIM_SETTINGS_H
#define HYD_SIM_SETTINGS_H

#include "tests/sim/load.h"

struct sim_settings {
  uint64_t seed, start_ns, poll_ns;
  uint64_t healed_ns; /* when the last fault that lasts is over, and everything has been sent */
  uint32_t ranks, first_seq;
  uint32_t scarce; /* of a million allocations fail */
  struct udp_config c;
  struct sim_link link;
  struct sim_faults faults;
  struct sim_load load;
};

void sim_settings_choose(struct sim_settings *s, uint64_t seed);
void sim_settings_print(const struct sim_settings *s);

#endif
