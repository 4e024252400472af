/* SPDX-License-Identifier: BSD-3-Clause
 *
 * oracle.c: firehoses to different nodes do not compete, so the requests are sorted by node, and
 * replayed node by node. All policies give up the bucket with the largest rank, and differ only in
 * what the rank is.
 */
#include "contrib/tools/sim/firehose/oracle.h"

#include <stdlib.h>
#include <string.h>

#include "contrib/tools/sim/events.h"
#include "contrib/tools/sim/rng.h"

#define NEVER UINT32_MAX

struct use { /* a request, among those to its node */
  uint32_t bucket, share, next;
};

struct replay {
  struct use *use;
  uint32_t n;
  uint32_t *next, *times, *so_far; /* by bucket: its next use; its uses in all, and up to now */
  struct kept {
    uint32_t bucket, rank;
  } * kept;
  uint32_t nkept;
};

/* --- one node's requests to one node -------------------------------------- */

/* Returns how many buckets there are. */
static uint32_t look_ahead(struct replay *p) {
  uint32_t buckets = 0;
  for (uint32_t i = 0; i < p->n; i++) {
    p->next[p->use[i].bucket] = NEVER;
    p->times[p->use[i].bucket] = 0;
  }
  for (uint32_t i = p->n; i-- > 0;) {
    uint32_t b = p->use[i].bucket;
    p->use[i].next = p->next[b];
    p->next[b] = i;
    buckets += p->times[b]++ == 0;
  }
  return buckets;
}

static uint32_t rank(const struct replay *p, uint32_t i, enum oracle_policy policy) {
  uint32_t bucket = p->use[i].bucket;
  switch (policy) {
  case ORACLE_OPTIMAL: return p->use[i].next;
  case ORACLE_RECENT: return NEVER - i;
  case ORACLE_FREQUENT: return NEVER - p->so_far[bucket];
  case ORACLE_POPULAR: return NEVER - p->times[bucket];
  }
  return NEVER;
}

static void keep_at_most(struct replay *p, uint32_t n) {
  while (p->nkept > n) {
    uint32_t worst = 0;
    for (uint32_t k = 1; k < p->nkept; k++)
      if (p->kept[k].rank > p->kept[worst].rank) worst = k;
    p->kept[worst] = p->kept[--p->nkept];
  }
}

static struct kept *find_kept(const struct replay *p, uint32_t bucket) {
  for (uint32_t k = 0; k < p->nkept; k++)
    if (p->kept[k].bucket == bucket) return &p->kept[k];
  return NULL;
}

static uint64_t misses(struct replay *p, enum oracle_policy policy) {
  uint64_t n = 0;
  p->nkept = 0;
  for (uint32_t i = 0; i < p->n; i++) p->so_far[p->use[i].bucket] = 0;
  for (uint32_t i = 0; i < p->n; i++) {
    struct kept *k;
    p->so_far[p->use[i].bucket]++;
    keep_at_most(p, p->use[i].share);
    k = find_kept(p, p->use[i].bucket);
    if (k == NULL) {
      n++;
      keep_at_most(p, p->use[i].share - 1);
      k = &p->kept[p->nkept++];
      k->bucket = p->use[i].bucket;
    }
    k->rank = rank(p, i, policy);
  }
  return n;
}

static void replay_one(struct replay *p, struct oracle_counts *sum) {
  sum->first_uses += look_ahead(p);
  for (int k = 0; k < ORACLE_POLICIES; k++) sum->misses[k] += misses(p, (enum oracle_policy)k);
}

/* --- all of a node's requests --------------------------------------------- */

/* By node, in the order in which they were made; start[i] is where those to node i begin. */
static void sort_uses(const struct oracle_request *r, uint32_t n, uint32_t nodes, struct use *to,
                      uint32_t *start) {
  uint32_t *at = sim_alloc((nodes + 1) * sizeof *at);
  memset(start, 0, (nodes + 1) * sizeof *start);
  for (uint32_t i = 0; i < n; i++) start[r[i].node + 1]++;
  for (uint32_t i = 0; i < nodes; i++) start[i + 1] += start[i];
  memcpy(at, start, (nodes + 1) * sizeof *at);
  for (uint32_t i = 0; i < n; i++)
    to[at[r[i].node]++] = (struct use){r[i].bucket, r[i].share, NEVER};
  free(at);
}

void oracle_replay(const struct oracle_request *r, uint32_t n, uint32_t nodes, uint32_t buckets,
                   struct oracle_counts *sum) {
  struct use *use = sim_alloc(n * sizeof *use);
  uint32_t *start = sim_alloc((nodes + 1) * sizeof *start);
  struct replay p = {.kept = sim_alloc((n + 1) * sizeof *p.kept)};
  p.next = sim_alloc(3 * buckets * sizeof *p.next);
  p.times = p.next + buckets;
  p.so_far = p.times + buckets;
  sort_uses(r, n, nodes, use, start);
  for (uint32_t i = 0; i < nodes; i++) {
    p.use = use + start[i];
    p.n = start[i + 1] - start[i];
    replay_one(&p, sum);
  }
  free(p.kept);
  free(p.next);
  free(start);
  free(use);
}

/* --- whether the least is the least --------------------------------------- */

#define FEW_BUCKETS 5u
#define FEW_USES 12u

/* The least misses of requests from the i-th on, where `kept` is a set of buckets. */
static uint32_t search(const struct oracle_request *r, uint32_t i, uint32_t kept) {
  uint32_t least = NEVER, bit, miss;
  if (i == FEW_USES) return 0;
  bit = 1u << r[i].bucket;
  miss = (kept & bit) == 0;
  for (uint32_t left = kept | bit, set = left; set; set = (set - 1) & left) { /* all its subsets */
    uint32_t n;
    if ((set & bit) == 0 || (uint32_t)__builtin_popcount(set) > r[i].share) continue;
    if ((n = search(r, i + 1, set)) < least) least = n;
  }
  return least + miss;
}

uint32_t oracle_check(uint64_t seed, uint32_t cases) {
  struct sim_rng g = sim_stream(seed, 0);
  uint32_t wrong = 0;
  for (uint32_t k = 0; k < cases; k++) {
    struct oracle_request r[FEW_USES];
    struct oracle_counts c = {{0}, 0};
    for (uint32_t i = 0; i < FEW_USES; i++)
      r[i] = (struct oracle_request){0, (uint32_t)sim_below(&g, FEW_BUCKETS),
                                     (uint32_t)sim_between(&g, 1, 3)};
    oracle_replay(r, FEW_USES, 1, FEW_BUCKETS, &c);
    wrong += c.misses[ORACLE_OPTIMAL] != search(r, 0, 0);
  }
  return wrong;
}
