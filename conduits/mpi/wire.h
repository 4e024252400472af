/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wire.h: a message of the mpi conduit (core/am/packet.h). MPI tells the sender, too, and the
 * communicator is the conduit's own, so that no stranger's message is among them.
 */
#ifndef HYD_MPI_WIRE_H
#define HYD_MPI_WIRE_H

#include "conduits/module_limits.h"
#include "core/am/packet.h"

/* Tags, of which MPI promises 32767. Replies have receives of their own, which requests never
 * take. */
enum hyd_mpi_tag { HYD_MPI_REQUESTS, HYD_MPI_REPLIES, HYD_MPI_TAGS };

/* Control messages: a header without payload. */
enum hyd_mpi_kind {
  HYD_MPI_CREDIT = HYD_AM_LONG + 1, /* among the replies */
  HYD_MPI_LAST, /* to this rank itself, for a receive that is not needed any more */
  HYD_MPI_KINDS
};

#define HYD_MPI_MESSAGE_MOST                                                                       \
  (sizeof(struct hyd_packet) + 4u * HYD_AM_WIRE_ARGS + HYD_PACKET_ALIGN + HYD_MPI_MAX_MEDIUM)
_Static_assert(HYD_MPI_MAX_LONG <= HYD_MPI_MAX_MEDIUM, "a buffer takes each");

/* Bytes of a message that begins so. */
static inline size_t hyd_mpi_message_size(const struct hyd_packet *p) {
  return hyd_packet_payload_at(sizeof *p, p->nargs) + p->nbytes;
}

#endif
