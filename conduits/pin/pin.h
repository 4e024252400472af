/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pin.h: how much memory firehose may pin for a conduit, and how: what the environment says of it
 * (GASNET_FIREHOSE_*, GASNET_PHYSMEM_MAX), and the system (pin.c).
 */
#ifndef HYD_CONDUITS_PIN_H
#define HYD_CONDUITS_PIN_H

#include <stddef.h>
#include <stdint.h>

#include "firehose/firehose.h"

struct hyd_job;

enum fh_strategy hyd_pin_strategy(struct hyd_job *job);
/* Bytes that this process may pin beside `taken`, if each counts for so many devices. */
uint64_t hyd_pin_bytes(struct hyd_job *job, uint64_t taken, uint32_t devices);
/* Opens firehose, region-based, with so many bytes, the same at all ranks; the rest of the
 * configuration is set. `longest`: bytes of a transfer that must fit; serves_peers: they pin memory
 * here, else as little as possible is kept for them. NULL: see `why`. */
struct fh *hyd_pin_open(struct hyd_job *job, struct fh_config *c, uint64_t bytes, size_t longest,
                        int serves_peers, char *why, size_t size);
/* Bytes of a transfer, to any peer if it serves them, for which memory is pinned at once. */
size_t hyd_pin_piece(struct hyd_job *job, const struct fh *fh, int serves_peers);

#endif
