/* SPDX-License-Identifier: BSD-3-Clause
 *
 * run.c: a run ends when all has been done and then the network is silent, or when it should have
 * ended.
 */
#include "tests/sim/run.h"

#include "conduits/udp/proto_int.h"
#include "tests/sim/scarce.h"
#include "tests/sim/settings.h"
#include "tests/sim/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATIENCE_NS 60000000000u /* without any progress, after the network has healed */
#define SILENCE_NS 1000000000u
#define TRIES 20

int sim_number_from(struct sim_world *w, uint32_t first_seq) {
  for (uint32_t i = 0; first_seq && i < w->ranks; i++)
    for (uint32_t k = 0; k < w->ranks; k++) {
      struct udp_session *s = i == k ? NULL : udp_session(w->rank[i].proto, k);
      if (i != k && s == NULL) return -1;
      for (int c = 0; s && c < UDP_CHANNELS; c++) {
        s->out[c].next = s->out[c].una = s->out[c].end = s->in[c].next = first_seq;
        s->out[c].limit += first_seq;
        s->in[c].limit += first_seq;
      }
    }
  return 0;
}

/* When everything has been done, timers end, and no rank sends; sizes that were being tried are
 * tried to the end. */
static void check_silence(struct sim_world *w, uint64_t healed_ns) {
  uint64_t packets;
  int tries = 0;
  if (w->now < healed_ns) sim_world_run(w, healed_ns, NULL);
  do {
    packets = w->packets;
    sim_world_run(w, w->now + SILENCE_NS, NULL);
  } while (w->packets != packets && ++tries < TRIES);
  if (w->packets != packets) sim_fail(w, "datagrams are sent when everything has been done");
  for (uint32_t i = 0; i < w->ranks && !w->failed; i++)
    if (hyd_udp_proto_timer(w->rank[i].proto) != UDP_NEVER)
      sim_fail(w, "rank %u: a timer runs for nothing", i);
}

static void be_patient(struct sim_world *w) {
  uint64_t before;
  do {
    before = sim_load_progress(w);
    sim_world_run(w, w->now + PATIENCE_NS, sim_load_finished);
  } while (!w->failed && sim_load_progress(w) > before && !sim_load_finished(w));
}

static void simulate(struct sim_world *w, const struct sim_settings *s) {
  sim_scarce(s->scarce, s->seed);
  sim_world_run(w, s->healed_ns, sim_load_finished);
  if (s->faults.ndeaths) sim_world_run(w, s->healed_ns + 2 * s->c.dead_ns + SILENCE_NS, NULL);
  be_patient(w);
  sim_scarce(0, 0);
  if (!w->failed) sim_load_check(w);
  if (!w->failed && !s->faults.ndeaths) check_silence(w, s->healed_ns);
}

int sim_run(uint64_t seed, int trace, int verbose, struct sim_totals *t) {
  int64_t blocks = sim_blocks();
  struct sim_world *w = calloc(1, sizeof *w);
  struct sim_settings s;
  int failed;
  if (w == NULL) return -1;
  sim_settings_choose(&s, seed);
  if (verbose) sim_settings_print(&s);
  w->seed = seed;
  w->ranks = s.ranks;
  w->link = s.link;
  w->faults = s.faults;
  w->poll_ns = s.poll_ns;
  w->trace = trace;
  w->scarce = s.scarce != 0;
  w->app = &sim_load_app;
  sim_load_open(w, &s.load, &s.c);
  if (sim_world_open(w, &s.c, s.start_ns) || sim_number_from(w, s.first_seq))
    sim_fail(w, "cannot begin");
  else
    simulate(w, &s);
  *t = (struct sim_totals){w->packets, w->dropped, w->steps};
  sim_world_close(w); /* which must tell nothing */
  sim_load_close(w);
  if (!w->failed && sim_blocks() != blocks + 1) sim_fail(w, "memory is not given back");
  failed = w->failed;
  if (failed && !verbose) sim_settings_print(&s);
  free(w);
  return failed;
}
