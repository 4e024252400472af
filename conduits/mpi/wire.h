/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wire.h: a message of the mpi conduit, in the byte order of the machine (all hosts of a job have
 * the same): struct hyd_mpi_header, arguments, padding, payload. MPI tells the sender, and the
 * communicator is the conduit's own, so that no stranger's message is among them.
 */
#ifndef HYD_MPI_WIRE_H
#define HYD_MPI_WIRE_H

#include <stddef.h>
#include <stdint.h>

#include "conduits/module_limits.h"
#include "core/base/core.h"

/* Tags, of which MPI promises 32767. Replies have receives of their own, which requests never
 * take. */
enum hyd_mpi_tag { HYD_MPI_REQUESTS, HYD_MPI_REPLIES, HYD_MPI_TAGS };

enum hyd_mpi_kind {
  HYD_MPI_SHORT,
  HYD_MPI_MEDIUM,
  HYD_MPI_LONG,
  HYD_MPI_CREDIT, /* the header alone, among the replies */
  HYD_MPI_LAST,   /* to this rank itself, for a receive that is not needed any more */
  HYD_MPI_KINDS
};

struct hyd_mpi_header {
  uint64_t dest;  /* longs */
  uint32_t taken; /* requests of the receiver that the sender has dealt with: the low half */
  uint32_t nbytes;
  uint8_t kind, handler, nargs, pad[5];
};
_Static_assert(sizeof(struct hyd_mpi_header) == 24, "no padding");

#define HYD_MPI_ALIGN 16u

/* The offset of the payload. */
static inline size_t hyd_mpi_payload_at(unsigned nargs) {
  return (sizeof(struct hyd_mpi_header) + 4u * nargs + HYD_MPI_ALIGN - 1) &
         ~(size_t)(HYD_MPI_ALIGN - 1);
}

/* Bytes of a message with this header. */
static inline size_t hyd_mpi_message_size(const struct hyd_mpi_header *h) {
  return hyd_mpi_payload_at(h->nargs) + h->nbytes;
}
#define HYD_MPI_MESSAGE_MOST                                                                       \
  (sizeof(struct hyd_mpi_header) + 4u * HYD_AM_MAX_ARGS + HYD_MPI_ALIGN + HYD_MPI_MAX_MEDIUM)
_Static_assert(HYD_MPI_MAX_LONG <= HYD_MPI_MAX_MEDIUM, "a buffer takes each");

/* `size` bytes are a message, as far as its header says. */
static inline int hyd_mpi_plausible(const struct hyd_mpi_header *h, size_t size) {
  if (h->kind >= HYD_MPI_KINDS || h->nargs > HYD_AM_MAX_ARGS || h->nbytes > HYD_MPI_MAX_MEDIUM)
    return 0;
  if (h->kind != HYD_MPI_MEDIUM && h->kind != HYD_MPI_LONG && h->nbytes) return 0;
  return size == hyd_mpi_message_size(h);
}

#endif
