/* SPDX-License-Identifier: BSD-3-Clause
 *
 * acc_send.c: see acc_send.h.
 */
#include "contrib/layers/armci/acc_send.h"

#include "contrib/layers/armci/messages.h"
#include "contrib/layers/armci/sums.h"

enum { HEADER = sizeof(struct armci_acc_header), LEAST = 256, ARGUMENTS = 3 };

void hyd_armci_acc_begin(struct armci_acc_send *send, int op, const void *scale, int proc,
                         const struct armci_range *range, size_t total, size_t pieces) {
  struct armci_target *target = &hyd_armci.target[proc];
  hyd_armci_order(target, ARMCI_OP_ACC, range);
  *send = (struct armci_acc_send){.op = op,
                                  .scale = hyd_armci_scale_unless_one(op, scale),
                                  .proc = (gex_Rank_t)proc,
                                  .left = total + pieces * HEADER};
  send->record = hyd_armci_op_add(target, ARMCI_OP_ACC, range);
}

static size_t most_payload(gex_Rank_t proc) {
  return gex_AM_MaxRequestMedium(hyd_armci.team, proc, NULL, 0, ARGUMENTS);
}

static void open_message(struct armci_acc_send *send) {
  size_t most = most_payload(send->proc), wanted = send->left < most ? send->left : most;
  if (wanted < LEAST) wanted = LEAST; /* pieces that were cut have more headers */
  send->descriptor = gex_AM_PrepareRequestMedium(hyd_armci.team, send->proc, NULL, LEAST, wanted,
                                                 NULL, 0, ARGUMENTS);
  send->message = gex_AM_SrcDescAddr(send->descriptor);
  send->room = gex_AM_SrcDescSize(send->descriptor);
  send->used = 0;
}

static void close_message(struct armci_acc_send *send) {
  struct armci_two_args record = hyd_armci_split(send->record);
  if (send->room == 0) return;
  atomic_fetch_add_explicit(&send->record->unacked, 1, memory_order_relaxed);
  gex_AM_CommitRequestMedium(send->descriptor, ARMCI_AM_ACC, send->used, send->op, record.high,
                             record.low);
  send->left -= send->used < send->left ? send->used : send->left;
  send->room = 0;
}

static void write_piece(struct armci_acc_send *send, const char *dst, const char *src,
                        size_t bytes) {
  char *to = send->message + send->used;
  struct armci_acc_header header = {(uintptr_t)dst, bytes};
  memcpy(to, &header, HEADER);
  if (send->scale)
    hyd_armci_scale(send->op, send->scale, to + HEADER, src, bytes);
  else
    memcpy(to + HEADER, src, bytes);
  send->used += HEADER + bytes;
}

void hyd_armci_acc_piece(struct armci_acc_send *send, char *dst, const char *src, size_t bytes) {
  size_t element = hyd_armci_element(send->op);
  while (bytes) {
    if (send->room && send->room - send->used < HEADER + element) close_message(send);
    if (send->room == 0) open_message(send);
    size_t fits = (send->room - send->used - HEADER) / element * element;
    size_t n = bytes < fits ? bytes : fits;
    write_piece(send, dst, src, n);
    dst += n;
    src += n;
    bytes -= n;
  }
}

void hyd_armci_acc_end(struct armci_acc_send *send) { close_message(send); }
