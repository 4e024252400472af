/* SPDX-License-Identifier: BSD-3-Clause
 *
 * acc_send.h: accumulates to memory that is not mapped, by messages. A message has pieces, each a
 * header and its elements, multiplied by the scale; a long piece goes on in the next message. The
 * target answers each message when it has added its pieces. Callers hold the lock of lock.h.
 */
#ifndef HYD_ARMCI_ACC_SEND_H
#define HYD_ARMCI_ACC_SEND_H
#include "contrib/layers/armci/ops.h"

/* The header of a piece in a message. */
struct armci_acc_header {
  uint64_t address; /* at the target */
  uint64_t bytes;   /* that follow */
};

struct armci_acc_send {
  int op;
  const void *scale; /* NULL: 1 */
  gex_Rank_t proc;
  size_t left;       /* bytes that have yet to be sent, with headers */
  size_t room, used; /* of the message that is being made; room 0: none is */
  char *message;
  gex_AM_SrcDesc_t descriptor;
  struct armci_op *record;
};

/* `total` bytes in `pieces` pieces will follow. */
void hyd_armci_acc_begin(struct armci_acc_send *send, int op, const void *scale, int proc,
                         const struct armci_range *range, size_t total, size_t pieces);
void hyd_armci_acc_piece(struct armci_acc_send *send, char *dst, const char *src, size_t bytes);
void hyd_armci_acc_end(struct armci_acc_send *send);

#endif
