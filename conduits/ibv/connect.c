/* SPDX-License-Identifier: BSD-3-Clause
 *
 * connect.c: chooses the method to connect: datagrams (connect_ud.c) or librdmacm (connect_cm.c),
 * once the device is open. All ranks of a job use the same.
 */
#include "conduits/ibv/state.h"

static const struct hyd_ibv_way *const ways[] = {&hyd_ibv_way_ud, &hyd_ibv_way_cm}; /* by number */
#define WAYS (sizeof ways / sizeof *ways)

static const struct hyd_ibv_way *way_named(const char *text, int iwarp) {
  if (strcasecmp(text, "auto") == 0) return iwarp ? &hyd_ibv_way_cm : &hyd_ibv_way_ud;
  for (size_t i = 0; i < WAYS; i++)
    if (strcasecmp(text, ways[i]->name) == 0) return ways[i];
  hyd_refuse("environment", "GASNET_CONNECT=%.40s; expected auto, ud or cm", text);
}

const struct hyd_ibv_way *hyd_ibv_way_choose(const struct hyd_ibv_device *d, struct hyd_env *env,
                                             char *why, size_t size) {
  const struct hyd_ibv_way *way = way_named(hyd_env_str(env, HYD_ENV_CONNECT), d->is_iwarp);
  if (!d->is_iwarp || !way->by_port) return way;
  snprintf(why, size,
           "%s is an iWARP device, which has no datagrams: ranks cannot connect by them; expected "
           "GASNET_CONNECT=cm or auto",
           d->name);
  return NULL;
}

void hyd_ibv_way_agree(const struct hyd_ibv *s) {
  for (gex_Rank_t i = 0; i < hyd_job_size(s->job); i++)
    if (s->peers.table[i].way != s->peers.address.way)
      hyd_refuse("ibv conduit",
                 "rank %u connects by %s, this rank by %s (%s); expected the same GASNET_CONNECT "
                 "everywhere, and cm where some devices are iWARP",
                 i, s->peers.table[i].way < WAYS ? ways[s->peers.table[i].way]->name : "neither",
                 s->dev.way->name, s->dev.name);
}
