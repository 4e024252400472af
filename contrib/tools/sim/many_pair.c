/* SPDX-License-Identifier: BSD-3-Clause
 *
 * many_pair.c: one rank asks another and is answered: put and its acknowledgement, get and its
 * data, a request and its reply. Each goes in so many datagrams.
 */
#include "contrib/tools/sim/many_apps.h"

#include <stdlib.h>
#include <string.h>

struct pair {
  struct many_exchange what;
  size_t came[2]; /* datagrams, to each */
  uint64_t ended;
};

static void send_all(struct sim_many *m, uint32_t from, const struct many_train *t) {
  size_t left = t->bytes;
  for (size_t i = 0; i < t->datagrams; i++) {
    size_t n = left / (t->datagrams - i);
    struct many_message *new = many_message(m, from, !from, n, 1);
    left -= n;
    many_send(m, new);
  }
}

static void begin_rank(struct sim_many *m, uint32_t rank) {
  struct pair *p = m->state;
  send_all(m, rank, &p->what.there);
}

static void take_message(struct sim_many *m, uint32_t rank, struct many_message *message) {
  struct pair *p = m->state;
  (void)message;
  p->came[rank]++;
  if (rank == 1 && p->came[1] == p->what.there.datagrams) send_all(m, 1, &p->what.back);
  if (rank == 0 && p->came[0] == p->what.back.datagrams) p->ended = many_time(m, 0);
}

void many_exchange(struct sim_many *m, const struct many_exchange *what,
                   struct many_result *result) {
  static const struct many_app app = {begin_rank, take_message};
  struct pair p = {.what = *what};
  m->app = &app;
  m->state = &p;
  many_open(m);
  many_wake(m, 0, 0);
  many_run(m);
  *result = (struct many_result){p.ended, 0};
}
