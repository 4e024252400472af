/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jobs_conduit.c: a conduit whose network is the simulator's. A rank has room for so many requests,
 * and as many replies, that it has not taken yet; a sender that finds none is refused, and
 * sometimes others are.
 */
#include <stdlib.h>
#include <string.h>

#include "conduits/conduit_host.h"
#include "contrib/tools/sim/udp_bytes.h"
#include "tests/sim/jobs.h"

#define MTU 1472u

static size_t wire_bytes(const struct hyd_am *m) {
  return udp_bytes(MTU, m->category == HYD_AM_SHORT ? UDP_SHORT : UDP_MEDIUM, m->nargs, m->nbytes);
}

static int am_send(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m) {
  struct sim_job *r = state;
  struct sim_job *to = &r->all->rank[peer];
  struct sim_many *many = &r->all->many;
  struct many_message *new;
  struct sim_letter *l;
  int way = !m->is_request;
  (void)job;
  if (to->coming[way] >= r->all->steps.room || sim_chance(&many->rng, r->all->steps.refuse))
    return 1;
  to->coming[way]++;
  l = sim_alloc(sizeof *l + m->nbytes);
  *l = (struct sim_letter){.from = r->id, .m = *m};
  memcpy(l->args, m->args, m->nargs * sizeof *m->args);
  if (m->nbytes) memcpy(l->payload, m->payload, m->nbytes);
  l->m.args = l->args;
  l->m.payload = l->payload;
  new = many_message(many, r->id, peer, wire_bytes(m), 0);
  new->data = l;
  many_send(many, new);
  return 0;
}

static int deliver(struct sim_job *r, int way) {
  struct sim_letter *l = r->first[way];
  if (l == NULL) return 0;
  r->first[way] = l->next;
  if (l->next == NULL) r->end[way] = &r->first[way];
  r->coming[way]--;
  hyd_am_deliver(r->job, r->thread, l->from, &l->m, 0);
  free(l);
  return 1;
}

static int poll(struct hyd_job *job, void *state, int take_requests) {
  struct sim_job *r = state;
  int n = 0;
  while (deliver(r, 1)) n++;
  while (take_requests && !hyd_am_parked(job) && deliver(r, 0)) n++;
  return n;
}

const struct hyd_conduit sim_conduit = {.name = "sim",
                                        .summary = "simulated",
                                        .max_medium = 65536,
                                        .max_long = 65536,
                                        .ops = {.am_send = am_send, .poll = poll}};
