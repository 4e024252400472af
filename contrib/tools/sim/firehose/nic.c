/* SPDX-License-Identifier: BSD-3-Clause
 *
 * nic.c: a registration keeps the incarnations of its buckets; a bucket's pins are those of its
 * present one.
 */
#include "contrib/tools/sim/firehose/nic.h"

#include <string.h>

#include <stdlib.h>

#include "contrib/tools/sim/events.h"

struct nic_pin {
  struct nic_pin *next, **link;
  uint64_t key, first, n, left; /* buckets, and those still pinned */
  uint32_t incarnation[];
};

void nic_open(struct nic *c, uint64_t first, uint64_t n, uint64_t limit) {
  *c = (struct nic){
      .first = first, .n = n, .limit = limit, .refuse = UINT64_MAX, .regions_limit = UINT64_MAX};
  c->bucket = sim_alloc(n * sizeof *c->bucket);
  memset(c->bucket, 0, n * sizeof *c->bucket);
}

void nic_close(struct nic *c) {
  if (c->pinned && !c->wrong) c->wrong = "something is still pinned at the end";
  free(c->bucket);
}

static struct nic_bucket *at(const struct nic *c, uint64_t b) { return &c->bucket[b - c->first]; }

int nic_has(const struct nic *c, uint64_t first, uint64_t n) {
  return n && first >= c->first && n <= c->n && first - c->first <= c->n - n;
}

struct nic_pin *nic_pin(struct nic *c, uint64_t first, uint64_t n) {
  struct nic_pin *p;
  if (!nic_has(c, first, n)) {
    c->wrong = "a pin outside of memory";
    return NULL;
  }
  if (c->pinned + n > c->refuse) return NULL;
  p = sim_alloc(sizeof *p + n * sizeof p->incarnation[0]);
  *p = (struct nic_pin){
      .next = c->all, .link = &c->all, .key = ++c->made, .first = first, .n = n, .left = n};
  if (p->next) p->next->link = &p->next;
  c->all = p;
  for (uint64_t k = 0; k < n; k++) {
    p->incarnation[k] = at(c, first + k)->incarnation;
    at(c, first + k)->pins++;
  }
  c->pinned += n;
  if (c->pinned > c->most) c->most = c->pinned;
  if (++c->regions > c->most_regions) c->most_regions = c->regions;
  if (c->regions > c->regions_limit) c->wrong = "there are more registrations than allowed";
  if (c->pinned > c->limit) c->wrong = "more is pinned than M + MAXVICTIM";
  return p;
}

void nic_unpin(struct nic *c, struct nic_pin *p, uint64_t first, uint64_t n) {
  if (first < p->first || first + n > p->first + p->n || n > p->left) {
    c->wrong = "an unpin of what that name does not have";
    return;
  }
  for (uint64_t b = first; b < first + n; b++)
    if (at(c, b)->incarnation == p->incarnation[b - p->first]) at(c, b)->pins--;
  c->pinned -= n;
  if ((p->left -= n)) return;
  *p->link = p->next;
  if (p->next) p->next->link = p->link;
  free(p);
  c->regions--;
}

void nic_remap(struct nic *c, uint64_t first, uint64_t n) {
  for (uint64_t b = first; b < first + n; b++) {
    at(c, b)->incarnation++;
    at(c, b)->pins = 0;
  }
}

int nic_reaches(const struct nic *c, uint64_t first, uint64_t n) {
  if (!nic_has(c, first, n)) return 0;
  for (uint64_t b = first; b < first + n; b++)
    if (at(c, b)->pins == 0) return 0;
  return 1;
}

uint64_t nic_key(const struct nic_pin *p) { return p->key; }

int nic_key_reaches(const struct nic *c, uint64_t key, uint64_t first, uint64_t n) {
  const struct nic_pin *p = c->all;
  while (p && p->key != key) p = p->next;
  if (p == NULL || first < p->first || first + n > p->first + p->n) return 0;
  for (uint64_t b = first; b < first + n; b++)
    if (at(c, b)->incarnation != p->incarnation[b - p->first]) return 0;
  return 1;
}

uint64_t nic_incarnations(const struct nic *c, uint64_t first, uint64_t n) {
  uint64_t sum = 0;
  for (uint64_t b = first; b < first + n; b++) sum += at(c, b)->incarnation;
  return sum;
}
