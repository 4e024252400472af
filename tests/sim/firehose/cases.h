/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cases.h: what firehose.h says, case by case, in groups of one subject each; and the nodes that
 * all of them use. Messages are delivered when a case says so; a hook runs in the middle of a pin.
 */
#ifndef FH_TEST_CASES_H
#define FH_TEST_CASES_H

#include <stdint.h>

#include "firehose/firehose.h"
#include "tests/sim/firehose/mail.h"
#include "contrib/tools/sim/firehose/nic.h"

/* --- groups: how many of their cases fail --------------------------------- */

int cases_interface(void);
int cases_table3(void);
int cases_contention(void);
int cases_shares(void);
int cases_failures(void);
int cases_gone(void);
int cases_ahead(void);
int cases_strategies(void);
int cases_refused(void);

/* Before each case: nothing was called yet. */
int setup(void **state);
#define CASE(fn) cmocka_unit_test_setup(fn, setup)

/* --- the nodes ------------------------------------------------------------ */

#define BUCKET 4096u
#define NODES 3
#define MEMORY 64u

extern struct net {
  struct fh *fh[NODES];
  struct nic nic[NODES];
  int number[NODES]; /* each is the ctx of its node */
  struct mails mails;
  uint64_t clock;
  int unwatched;                      /* memory cannot be watched */
  unsigned sent, pins, refuse, notes; /* refuse: so many pins fail with `error` */
  int error;
  void (*in_pin)(void);
  char note[FH_NOTE_MAX];
} net;

struct sizes {
  uint64_t f, maxvictim;
  int regions;
  uint32_t da_limit;
  const struct fh_prepinned *prepinned; /* of node 1 */
  enum fh_strategy strategy;
  uint64_t ahead; /* buckets */
  size_t message;
  struct fh_watch *watcher; /* of node 0 */
};

static inline uint64_t base_of(uint32_t node) { return 0x1000u * (node + 1); }
static inline uintptr_t at(uint32_t node, uint64_t bucket) {
  return (base_of(node) + bucket) * BUCKET;
}

void open_net(struct sizes s);
/* Delivers what is under way, and asks whether the interfaces have seen anything wrong, and whether
 * all memory is given back. */
void close_net(void);
/* One message; 0: there is none. */
int deliver(void);
void deliver_all(void);
void drop_mail(void);
/* Other memory is mapped there, and the library of that node is told. */
void remap(uint32_t node, uint64_t bucket, uint64_t n);

/* --- asking --------------------------------------------------------------- */

extern unsigned called; /* done, since setup */
extern int last_status;
/* What requests call in the end; arg: NULL, or an unsigned that counts those that were its own. */
void done(struct fh_request *r, void *arg);
/* Node 0 asks for buckets of another node, or of its own. */
int remote(struct fh_request *r, uint32_t to, uint64_t bucket, uint64_t n, unsigned *granted);
int local(struct fh_request *r, uint64_t bucket, uint64_t n, unsigned *granted);
/* A firehose of node 0 on a bucket of node 1, not in use. */
void use(uint64_t bucket);
/* Whether node 0 has one there. */
int is_hit(uint64_t bucket);
struct fh_stats stats(uint32_t node);

#endif
