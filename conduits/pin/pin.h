/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pin.h: firehose's configuration for a conduit: how much memory it may pin and how, from the
 * environment (GASNET_FIREHOSE_*, GASNET_PHYSMEM_MAX) and the system's limits (pin.c).
 */
#ifndef HYD_CONDUITS_PIN_H
#define HYD_CONDUITS_PIN_H

#include <stddef.h>
#include <stdint.h>

#include "firehose/firehose.h"

struct hyd_job;

enum fh_strategy hyd_pin_strategy(struct hyd_job *job);
/* Bytes that this process may pin beside `taken`, if each byte is pinned for `devices` devices. */
uint64_t hyd_pin_bytes(struct hyd_job *job, uint64_t taken, uint32_t devices);
/* Opens firehose, region-based; the caller has set ops, ctx, message and strategy. `bytes`: most
 * bytes to pin, the same at all ranks; `longest`: bytes of a transfer that must fit; serves_peers:
 * peers pin memory here, otherwise as little as possible is kept for them. NULL: see `why`. */
struct fh *hyd_pin_open(struct hyd_job *job, struct fh_config *c, uint64_t bytes, size_t longest,
                        int serves_peers, char *why, size_t size);
/* Most bytes of a transfer whose memory is pinned as one request: here, and, if firehose serves
 * peers, at any peer. */
size_t hyd_pin_piece(struct hyd_job *job, const struct fh *fh, int serves_peers);

#endif
