/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wire.h: a message of the mpi conduit: a packet (core/am/packet.h). MPI reports the sender as
 * well, and the communicator is the conduit's own, so every message comes from a rank of the job.
 */
#ifndef HYD_MPI_WIRE_H
#define HYD_MPI_WIRE_H

#include "conduits/module_limits.h"
#include "core/am/packet.h"

/* Tags of MPI. Replies have their own, so that requests never take their receives. */
enum hyd_mpi_tag { HYD_MPI_REQUESTS, HYD_MPI_REPLIES, HYD_MPI_TAGS };

/* Control messages: a header without payload. */
enum hyd_mpi_kind {
  HYD_MPI_CREDIT = HYD_AM_LONG + 1, /* carries credits; sent with the tag of replies */
  HYD_MPI_LAST,                     /* to the sender itself: ends a receive at the end of the job */
  HYD_MPI_KINDS
};

#define HYD_MPI_MESSAGE_MOST                                                                       \
  (sizeof(struct hyd_packet) + 4u * HYD_AM_WIRE_ARGS + HYD_PACKET_ALIGN + HYD_MPI_MAX_MEDIUM)
_Static_assert(HYD_MPI_MAX_LONG <= HYD_MPI_MAX_MEDIUM, "a buffer takes each");

/* Bytes of the message that begins with this packet. */
static inline size_t hyd_mpi_message_size(const struct hyd_packet *p) {
  return hyd_packet_payload_at(sizeof *p, p->nargs) + p->nbytes;
}

#endif
