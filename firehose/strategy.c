/* SPDX-License-Identifier: BSD-3-Clause
 *
 * strategy.c: the names of strategies.
 */
#include <strings.h>

#include "firehose/firehose.h"

static const char *const names[] = {
    [FH_STRATEGY_FIREHOSE] = "firehose", [FH_STRATEGY_RENDEZVOUS] = "rendezvous",
    [FH_STRATEGY_UNPIN] = "unpin",       [FH_STRATEGY_PIN_ALL] = "pin-all",
    [FH_STRATEGY_BOUNCE] = "bounce",     [FH_STRATEGY_ODP] = "odp",
};

int fh_strategy_named(const char *name) {
  for (int i = 0; i < (int)(sizeof names / sizeof names[0]); i++)
    if (strcasecmp(name, names[i]) == 0) return i;
  return -1;
}

const char *fh_strategy_name(enum fh_strategy strategy) {
  return (unsigned)strategy < sizeof names / sizeof names[0] ? names[strategy] : NULL;
}
