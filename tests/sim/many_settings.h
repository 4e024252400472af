/* SPDX-License-Identifier: BSD-3-Clause
 *
 * many_settings.h: what a seed's run of many ranks is.
 */
#ifndef HYD_SIM_MANY_SETTINGS_H
#define HYD_SIM_MANY_SETTINGS_H

#include "contrib/tools/sim/many_apps.h"

enum many_kind { MANY_BARRIERS, MANY_MEETINGS, MANY_GATHER, MANY_KINDS };

struct many_settings {
  uint64_t seed;
  enum many_kind kind;
  uint32_t ranks;
  struct many_loggp net;
  struct many_luck luck;
  struct many_barriers barriers;
  struct many_meetings meetings;
  struct many_gather gather;
};

void many_settings_choose(struct many_settings *s, uint64_t seed);
void many_settings_print(const struct many_settings *s);

#endif
