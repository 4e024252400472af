/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_names.c: the names of events and their groups. Compiled into gasnetrun and gasnet-trace,
 * too.
 */
#include "core/base/job.h"
#include "core/watch/trace_format.h"
#include "core/watch/wait_reason.h"

static const struct {
  const char *name;
  char group;
} event[HYD_EV_KINDS] = {[HYD_EV_NONE] = {"?", 'U'},
#define X(id, text, letter) [HYD_EV_##id] = {text, letter},
                         HYD_EVENTS(X)
#undef X
};

const char *hyd_event_name(unsigned kind) {
  return event[kind < HYD_EV_KINDS ? kind : HYD_EV_NONE].name;
}
char hyd_event_group(unsigned kind) {
  return event[kind < HYD_EV_KINDS ? kind : HYD_EV_NONE].group;
}

static const struct {
  const char *text;
  char group;
} reason[HYD_WAIT_REASONS] = {
    [HYD_WAIT_NONE] = {"nothing", 'S'},
    [HYD_WAIT_SETUP] = {"the other ranks in init or attach", 'I'},
    [HYD_WAIT_BARRIER] = {"gasnet_barrier", 'B'},
    [HYD_WAIT_NB_BARRIER] = {"gex_Coll_BarrierNB", 'B'},
    [HYD_WAIT_EVENT] = {"an event", 'S'},
    [HYD_WAIT_NBI] = {"implicit operations", 'S'},
    [HYD_WAIT_BLOCKUNTIL] = {"GASNET_BLOCKUNTIL", 'S'},
    [HYD_WAIT_QUEUE] = {"space in a queue", 'C'},
    [HYD_WAIT_HSL] = {"a handler-safe lock", 'L'},
};

const char *hyd_wait_reason_text(enum hyd_wait_reason r) {
  return (unsigned)r < HYD_WAIT_REASONS ? reason[r].text : "?";
}
const char *hyd_wait_op_text(unsigned name) {
  static const char *const text[HYD_NBI_CATS + 1] = {[1 + HYD_NBI_PUT] = "put",
                                                     [1 + HYD_NBI_GET] = "get",
                                                     [1 + HYD_NBI_RMW] = "atomic",
                                                     [1 + HYD_NBI_LC] = "long message"};
  return name <= HYD_NBI_CATS ? text[name] : NULL;
}
char hyd_trace_wait_group(unsigned r) { return r < HYD_WAIT_REASONS ? reason[r].group : 'S'; }

static const char *const way[HYD_COUNTS] = {
    [HYD_COUNT_BY_MAP] = "mapped",         [HYD_COUNT_BY_KERNEL] = "kernel",
    [HYD_COUNT_BY_NETWORK] = "network",    [HYD_COUNT_BY_MESSAGES] = "messages",
    [HYD_COUNT_AM_MAILBOX] = "mailbox",    [HYD_COUNT_AM_RING] = "ring",
    [HYD_COUNT_AM_CONDUIT] = "conduit",    [HYD_COUNT_AM_SELF] = "self",
    [HYD_COUNT_AD_CPU] = "this processor", [HYD_COUNT_AD_AM] = "messages",
    [HYD_COUNT_AD_NET] = "network",
};

const char *hyd_trace_way(unsigned w) { return w < HYD_COUNTS ? way[w] : NULL; }
