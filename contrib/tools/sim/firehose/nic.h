/* SPDX-License-Identifier: BSD-3-Clause
 *
 * nic.h: the network interface of an emulated node that must pin memory: what of the node's buckets
 * is pinned, and whether a pin still means the memory that is mapped there now. It counts from
 * outside what the library promises: never more pinned than the limit, no access to what is not
 * pinned, or is another memory by now.
 */
#ifndef FH_TEST_NIC_H
#define FH_TEST_NIC_H

#include <stdint.h>

struct nic_bucket {
  uint32_t incarnation; /* which memory is mapped: changes with every remap */
  uint32_t pins;        /* of this incarnation */
};

struct nic_pin; /* a registration: an address range and what was mapped there */

struct nic {
  uint64_t first, n; /* its address space, in buckets */
  struct nic_bucket *bucket;
  uint64_t pinned, most, limit;                  /* buckets; more than `limit` is an error */
  uint64_t regions, most_regions, regions_limit; /* registrations; more than the last is an error */
  uint64_t refuse; /* pin fails beyond so many, as a system's limit does */
  struct nic_pin *all;
  uint64_t made;     /* registrations so far: the key of the last */
  const char *wrong; /* the first thing that was */
};

void nic_open(struct nic *c, uint64_t first, uint64_t n, uint64_t limit);
void nic_close(struct nic *c);
int nic_has(const struct nic *c, uint64_t first, uint64_t n);
/* NULL: refused. */
struct nic_pin *nic_pin(struct nic *c, uint64_t first, uint64_t n);
/* A part of a registration, or all. */
void nic_unpin(struct nic *c, struct nic_pin *p, uint64_t first, uint64_t n);
/* Other memory is mapped there from now on. */
void nic_remap(struct nic *c, uint64_t first, uint64_t n);
/* Whether all of it can be accessed, as the memory that is mapped now. */
int nic_reaches(const struct nic *c, uint64_t first, uint64_t n);
uint64_t nic_key(const struct nic_pin *p);
/* The same by one registration, that of this key. */
int nic_key_reaches(const struct nic *c, uint64_t key, uint64_t first, uint64_t n);
/* Changes if any of it was remapped. */
uint64_t nic_incarnations(const struct nic *c, uint64_t first, uint64_t n);

#endif
