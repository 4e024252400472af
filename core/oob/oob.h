/* SPDX-License-Identifier: BSD-3-Clause
 *
 * oob.h: the barrier of the library itself, during init and attach, and exchanges of small records
 * between all ranks. On a host they go over the memory that its ranks share; the heads of hosts,
 * their first ranks, reach each other by messages (host_leaders.h), or before the conduit is open
 * by the process manager.
 */
#ifndef HYD_OOB_OOB_H
#define HYD_OOB_OOB_H

#include "core/base/job.h"

/* Returns when every rank has called it as often as this one. Polls meanwhile, once the conduit is
 * open. */
void hyd_oob_barrier(struct hyd_job *job);
/* The same for the ranks of this host alone. */
void hyd_oob_barrier_host(struct hyd_job *job);

static inline int hyd_is_leader(const struct hyd_job *job) {
  return job->rank == job->place.host_first;
}

/* Gives `size` bytes (HYD_RECORD_SIZE at most), and returns when all ranks have given theirs: a
 * table of HYD_RECORD_SIZE bytes for each rank of the job, which lasts until exchange_end; before
 * the conduit is open, hyd_oob_barrier_host will do in its place. Collective, both. */
const unsigned char *hyd_oob_exchange(struct hyd_job *job, const void *mine, size_t size);
void hyd_oob_exchange_end(struct hyd_job *job);
/* The conduits' addresses: gives that of this rank (HYD_ADDRESS_SIZE bytes at most), returns a
 * table of `size` bytes for each, which lasts as long as the job, once for each host. Collective;
 * in `open`. */
const void *hyd_oob_addresses(struct hyd_job *job, const void *mine, size_t size);

/* How many ranks of this machine come before this one, of those that call it with the same `kind`:
 * whose turn it is, where they share out what there is of that kind. Every rank of the host must
 * call it. */
uint32_t hyd_oob_turn(struct hyd_job *job, uint64_t kind);

#define HYD_RECORD_OF(type, table, rank)                                                           \
  ((const type *)(const void *)((table) + (size_t)(rank)*HYD_RECORD_SIZE))

#endif
