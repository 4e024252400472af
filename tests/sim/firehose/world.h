/* SPDX-License-Identifier: BSD-3-Clause
 *
 * world.h: nodes with instances of the library, on emulated interfaces and a simulated network of
 * virtual time, which delivers each control message once, in any order. Clients ask, transfer for a
 * while, and release; memory is remapped, pins are refused, nodes are lost. All of it by a seed.
 *
 * Checked: at a grant, and until its release, everything that was asked for is pinned and is the
 * memory that was mapped there when the last word on it was settled; no more is pinned, in no more
 * registrations, than allowed, at any instant; notes run once, on pinned memory, before the grant;
 * every request ends. Region-based, a request's key is of one registration that has all of it.
 */
#ifndef FH_TEST_WORLD_H
#define FH_TEST_WORLD_H

#include "firehose/firehose.h"
#include "contrib/tools/sim/firehose/nic.h"
#include "contrib/tools/sim/events.h"
#include "contrib/tools/sim/rng.h"

#define WORLD_NODES 8

struct world_settings {
  uint32_t nodes, ops;           /* of each node */
  int regions, unpin;            /* unpin: by FH_STRATEGY_UNPIN */
  uint32_t max_regions;          /* 0: any number */
  uint64_t ahead;                /* buckets */
  uint64_t m, maxvictim, memory; /* buckets */
  uint64_t longest;              /* buckets of a request, at most */
  uint64_t mapping;              /* buckets of a mapping: no pin goes beyond one; 0: there is one */
  uint32_t da_limit, hot_ppm;    /* requests for the first few buckets */
  uint32_t local_ppm, note_ppm, remap_ppm, probe_ppm, unwatched_ppm; /* of a million operations */
  uint64_t delay, hold, pause; /* nanoseconds at most: of messages, transfers, between operations */
  uint64_t refuse;             /* pins beyond so many buckets fail; 0: none */
  uint32_t lost;               /* this node, after a third of its operations; 0: none */
};

struct world {
  struct world_settings s;
  uint64_t seed, now, messages, granted, failed_requests;
  struct sim_rng rng;
  struct sim_events events;
  struct fh *fh[WORLD_NODES];
  struct nic nic[WORLD_NODES];
  struct world_node {
    struct world *w;
    uint32_t node, started, ended;
    uint32_t *unsettled; /* by bucket: remaps whose word is not settled */
    int lost;
  } node[WORLD_NODES];
  int depth, trace;
  const char *wrong;
};

void world_settings_choose(struct world_settings *s, uint64_t seed);
void world_settings_print(const struct world_settings *s);
/* 0: all was well; else w->wrong says what was not. */
int world_run(struct world *w, const struct world_settings *s, uint64_t seed, int trace);

/* load.c: what clients do. */
void world_act(struct world_node *n);
void world_check(struct world *w, int ok, const char *wrong);

#endif
