/* SPDX-License-Identifier: BSD-3-Clause
 *
 * oob.h: the library's own barrier, for init and attach, and exchanges of small records between all
 * ranks. Within a host they use shared memory. Between hosts the leaders, the first ranks of the
 * hosts, use messages (host_leaders.h), or the process manager before the conduit is open.
 */
#ifndef HYD_OOB_OOB_H
#define HYD_OOB_OOB_H

#include "core/base/job.h"

/* A barrier of all ranks. Polls while it waits, once the conduit is open. */
void hyd_oob_barrier(struct hyd_job *job);
/* A barrier of the ranks of this host. */
void hyd_oob_barrier_host(struct hyd_job *job);

static inline int hyd_is_leader(const struct hyd_job *job) {
  return job->rank == job->place.host_first;
}

/* Exchanges records: each rank gives `size` bytes, at most HYD_RECORD_SIZE. Returns a table of
 * HYD_RECORD_SIZE bytes for each rank of the job, which is valid until hyd_oob_exchange_end; before
 * the conduit is open hyd_oob_barrier_host may be called in place of that. Both are collective. */
const unsigned char *hyd_oob_exchange(struct hyd_job *job, const void *mine, size_t size);
void hyd_oob_exchange_end(struct hyd_job *job);
/* Exchanges the ranks' addresses in the conduit, of at most HYD_ADDRESS_SIZE bytes. Returns a table
 * of `size` bytes for each rank, valid until the end of the job; a host has one copy. Collective;
 * to be called in hyd_conduit.open. */
const void *hyd_oob_addresses(struct hyd_job *job, const void *mine, size_t size);

/* This rank's number among the ranks of its machine that call it with the same `kind`, by which
 * these take devices of that kind in turn. Collective over the host. */
uint32_t hyd_oob_turn(struct hyd_job *job, uint64_t kind);

#define HYD_RECORD_OF(type, table, rank)                                                           \
  ((const type *)(const void *)((table) + (size_t)(rank)*HYD_RECORD_SIZE))

#endif
