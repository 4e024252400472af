/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ops.c: the operations. Barrier, meeting and start-up run the library's engines; collectives and
 * exchanges of two ranks follow them (many_coll.c, many_pair.c). Sizes of messages are those of the
 * udp conduit.
 */
#include <string.h>

#include "core/shm/layout.h"
#include "core/oob/binomial_tree.h"
#include "contrib/tools/sim/many_apps.h"
#include "contrib/tools/sim/planner/planner.h"
#include "contrib/tools/sim/udp_bytes.h"

#define PIECE ((size_t)65536) /* most bytes of a medium message */
#define ARRIVE_ARGS 4u        /* extended/teams/barrier_am.c, core/oob/host_leaders.c */
#define GATHER_ARGS 2u        /* core/oob/host_leaders.c */
#define COLL_ARGS 6u          /* extended/coll/coll.c */

static uint32_t limit_of(uint32_t n) { return 2 * (uint32_t)hyd_tree_levels(n); }

static void note_result(struct plan_row *row, const struct many_result *result, uint32_t limit) {
  row->latency_ps = result->ended;
  row->memory = result->memory;
  row->limit = limit;
}

/* --- over a tree of all --------------------------------------------------- */

static void plan_barrier(const struct plan *p, struct sim_many *m, struct plan_row *row) {
  const struct many_barriers what = {.phases = 1,
                                     .window = 1,
                                     .bytes = udp_bytes(p->mtu, UDP_SHORT, ARRIVE_ARGS, 0)};
  struct many_result result;
  many_barriers(m, &what, &result);
  note_result(row, &result, limit_of(m->n));
}

static void meeting(const struct plan *p, struct sim_many *m, struct plan_row *row) {
  const struct many_meetings what = {1, 1, 0, udp_bytes(p->mtu, UDP_SHORT, ARRIVE_ARGS, 0)};
  struct many_result result;
  many_meetings(m, &what, &result);
  note_result(row, &result, limit_of(m->n));
}

static size_t wire_of_records(const struct many_gather *what, size_t bytes) {
  return udp_bytes(what->mtu, UDP_MEDIUM, GATHER_ARGS, bytes);
}

/* The records travel, and become the table of addresses: a host has both. */
static void startup(const struct plan *p, struct sim_many *m, struct plan_row *row) {
  const struct many_gather what = {.most = (uint32_t)(p->record < PIECE ? PIECE / p->record : 1),
                                   .bytes = p->record,
                                   .wire = wire_of_records,
                                   .mtu = p->mtu};
  struct many_result result;
  many_gather(m, &what, &result);
  note_result(row, &result, limit_of(m->n));
  row->table = m->n * (p->record + HYD_ADDRESS_SIZE);
}

/* --- collectives ---------------------------------------------------------- */

static size_t wire(const struct many_collective *what, size_t bytes) {
  return udp_bytes(what->mtu, UDP_MEDIUM, COLL_ARGS, bytes);
}

static void collective(const struct plan *p, struct sim_many *m, struct plan_row *row,
                       enum many_coll_kind kind, uint32_t limit) {
  static const struct hyd_coll_network usual = HYD_COLL_NETWORK;
  const struct many_collective what = {.kind = kind,
                                       .net = {(double)p->net.L / 1000, (double)p->net.o / 1000,
                                               (double)p->net.G / 1000, usual.combine},
                                       .bytes = p->bytes,
                                       .wire = wire,
                                       .mtu = p->mtu};
  struct many_result result;
  many_collectives(m, &what, &result);
  note_result(row, &result, p->bytes > HYD_COLL_PLACED ? 0 : limit);
}

static void plan_broadcast(const struct plan *p, struct sim_many *m, struct plan_row *row) {
  collective(p, m, row, MANY_BROADCAST, limit_of(m->n) / 2);
}
static void plan_reduce(const struct plan *p, struct sim_many *m, struct plan_row *row) {
  collective(p, m, row, MANY_REDUCE, limit_of(m->n) / 2);
}
static void reduce_all(const struct plan *p, struct sim_many *m, struct plan_row *row) {
  collective(p, m, row, MANY_REDUCE_ALL, limit_of(m->n));
}

/* --- of two ranks --------------------------------------------------------- */

static struct many_train train(const struct plan *p, unsigned kind, size_t payload) {
  size_t record = udp_record_head(kind, 0) + (udp_has_payload(kind) ? udp_pad(payload) : 0);
  return (struct many_train){udp_bytes_datagrams(p->mtu, record),
                             udp_bytes_of_record(p->mtu, record)};
}

static void plan_exchange(struct sim_many *m, struct plan_row *row, struct many_train there,
                          struct many_train back) {
  const struct many_exchange what = {there, back};
  struct many_result result;
  many_exchange(m, &what, &result);
  note_result(row, &result, 2);
}

static void plan_put(const struct plan *p, struct sim_many *m, struct plan_row *row) {
  const struct many_train ack = {1, udp_bytes_of_record(p->mtu, 0)};
  plan_exchange(m, row, train(p, UDP_PUT, p->bytes), ack);
}
static void plan_get(const struct plan *p, struct sim_many *m, struct plan_row *row) {
  plan_exchange(m, row, train(p, UDP_GET, 0), train(p, UDP_DATA, p->bytes));
}
static void am(const struct plan *p, struct sim_many *m, struct plan_row *row) {
  const struct many_train reply = train(p, UDP_SHORT, 0);
  plan_exchange(m, row, p->bytes ? train(p, UDP_MEDIUM, p->bytes) : reply, reply);
}

const struct plan_op plan_ops[] = {
    {"barrier", "the barrier of all ranks", 0, plan_barrier},
    {"startup", "each rank's address to all", 0, startup},
    {"meeting", "a meeting of all ranks, in init and attach", 0, meeting},
    {"broadcast", "--bytes from rank 0 to all", 0, plan_broadcast},
    {"reduce", "--bytes of all to rank 0", 0, plan_reduce},
    {"reduce-all", "--bytes of all to all", 0, reduce_all},
    {"put", "--bytes to another rank, until that is known", 1, plan_put},
    {"get", "--bytes from another rank", 1, plan_get},
    {"am", "a request with --bytes (0: a Short) and a Short reply", 1, am},
    {NULL, NULL, 0, NULL}};

const struct plan_op *plan_op_find(const char *name, size_t n) {
  for (const struct plan_op *op = plan_ops; op->name; op++)
    if (strlen(op->name) == n && strncmp(op->name, name, n) == 0) return op;
  return NULL;
}

/* --- running -------------------------------------------------------------- */

static int run_one(struct plan *p, const struct plan_op *op, uint32_t ranks) {
  struct sim_many m = {
      .seed = p->seed, .n = ranks, .net = p->net, .cores = p->cores, .luck = {.jitter = p->jitter}};
  struct plan_row *row = &p->row[p->rows];
  if (p->rows == PLAN_ROWS) return 0;
  p->rows++;
  *row = (struct plan_row){.op = op, .ranks = ranks};
  op->run(p, &m, row);
  row->messages = m.messages;
  row->bytes = m.bytes;
  row->rounds = m.hops;
  many_close(&m);
  return m.failed ? -1 : 0;
}

int plan_run(struct plan *p, const struct plan_op *op) {
  if (op->pair) return run_one(p, op, 2);
  for (uint32_t i = 0; i < p->nranks; i++)
    if (run_one(p, op, p->ranks[i])) return -1;
  return 0;
}
