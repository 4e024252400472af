/* SPDX-License-Identifier: BSD-3-Clause
 *
 * acc.c: accumulates. The caller adds to memory that is mapped, under the locks of its stripes;
 * other memory gets messages (acc_send.h).
 */
#include "contrib/layers/armci/acc_send.h"
#include "contrib/layers/armci/giov.h"
#include "contrib/layers/armci/handles.h"
#include "contrib/layers/armci/lock.h"
#include "contrib/layers/armci/section.h"
#include "contrib/layers/armci/stripes.h"
#include "contrib/layers/armci/sums.h"

/* Additions to mapped memory. The locks of the last piece are kept until the next piece needs
 * others. */
struct adding {
  int op;
  const void *scale; /* NULL: 1 */
  const struct armci_target *target;
  struct armci_stripes held;
};

static struct adding begin_adding(int op, const void *scale, const struct armci_target *target) {
  return (struct adding){op,
                         hyd_armci_scale_unless_one(op, scale),
                         target,
                         {.head = hyd_armci_head(target)}};
}

static inline void add_piece(struct adding *a, void *dst, const void *src, size_t bytes) {
  if (!hyd_armci_stripes_cover(&a->held, (uintptr_t)dst, bytes))
    hyd_armci_stripes_take(&a->held, (uintptr_t)dst, bytes);
  hyd_armci_add(a->op, a->scale, hyd_armci_here(a->target, dst), src, bytes);
}

static void add_row(void *context, char *dst, char *src, const struct armci_section *s,
                    size_t pieces) {
  for (size_t i = 0; i < pieces; i++, dst += s->dst[0], src += s->src[0])
    add_piece(context, dst, src, s->piece);
}

static void send_row(void *context, char *dst, char *src, const struct armci_section *s,
                     size_t pieces) {
  for (size_t i = 0; i < pieces; i++, dst += s->dst[0], src += s->src[0])
    hyd_armci_acc_piece(context, dst, src, s->piece);
}

static void check_op(const char *call, int op, size_t bytes) {
  size_t element = hyd_armci_element(op);
  if (element == 0)
    hyd_armci_fail(call, "type %d; expected one of ARMCI_ACC_INT to ARMCI_ACC_DCP", op);
  if (bytes % element)
    hyd_armci_fail(call, "%zu bytes; expected a multiple of the element's %zu", bytes, element);
}

static void acc_mapped(int op, const void *scale, const struct armci_section *s, void *src,
                       void *dst, const struct armci_target *target) {
  struct adding a = begin_adding(op, scale, target);
  hyd_armci_rows(s, dst, src, add_row, &a);
  hyd_armci_stripes_release(&a.held);
}

static void acc_remote(int op, const void *scale, const struct armci_section *s, void *src,
                       void *dst, int proc) {
  struct armci_range range = hyd_armci_strided(dst, s, s->dst);
  size_t total = hyd_armci_total(s);
  struct armci_acc_send send;
  hyd_armci_enter();
  hyd_armci_acc_begin(&send, op, scale, proc, &range, total, total / s->piece);
  hyd_armci_rows(s, dst, src, send_row, &send);
  hyd_armci_acc_end(&send);
  hyd_armci_leave();
}

static void acc_section(const char *call, int op, void *scale, const struct armci_section *s,
                        void *src, void *dst, int proc) {
  struct armci_target *target = hyd_armci_target(call, proc);
  if (s->piece == 0) return;
  hyd_armci_check_range(call, target, dst, hyd_armci_extent(s, s->dst));
  if (target->is_mapped)
    acc_mapped(op, scale, s, src, dst, target);
  else
    acc_remote(op, scale, s, src, dst, proc);
}

static inline int acc(const char *call, int op, void *scale, void *src, void *dst, int bytes,
                      int proc) {
  struct armci_section s = {.piece = hyd_armci_count(call, bytes)};
  check_op(call, op, s.piece);
  acc_section(call, op, scale, &s, src, dst, proc);
  return 0;
}

static int acc_strided(const char *call, int op, void *scale, void *src, int src_stride[],
                       void *dst, int dst_stride[], int count[], int levels, int proc) {
  struct armci_section s = hyd_armci_section(call, src_stride, dst_stride, count, levels);
  check_op(call, op, (size_t)count[0]);
  acc_section(call, op, scale, &s, src, dst, proc);
  return 0;
}

int PARMCI_Acc(int op, void *scale, void *src, void *dst, int bytes, int proc) {
  return acc("ARMCI_Acc", op, scale, src, dst, bytes, proc);
}
ARMCI_TWIN(ARMCI_Acc, PARMCI_Acc);

int PARMCI_AccS(int op, void *scale, void *src, int src_stride[], void *dst, int dst_stride[],
                int count[], int levels, int proc) {
  return acc_strided("ARMCI_AccS", op, scale, src, src_stride, dst, dst_stride, count, levels,
                     proc);
}
ARMCI_TWIN(ARMCI_AccS, PARMCI_AccS);

static void add_lists(int op, const void *scale, const armci_giov_t *iov, int n,
                      const struct armci_target *target) {
  struct adding a = begin_adding(op, scale, target);
  for (int i = 0; i < n; i++)
    for (int j = 0; iov[i].bytes && j < iov[i].ptr_array_len; j++)
      add_piece(&a, iov[i].dst_ptr_array[j], iov[i].src_ptr_array[j], (size_t)iov[i].bytes);
  hyd_armci_stripes_release(&a.held);
}

static void send_list(int op, const void *scale, const armci_giov_t *v, int proc) {
  size_t bytes = (size_t)v->bytes, n = (size_t)v->ptr_array_len;
  struct armci_range range = hyd_armci_giov_range(v->dst_ptr_array, v->ptr_array_len, bytes);
  struct armci_acc_send send;
  hyd_armci_acc_begin(&send, op, scale, proc, &range, n * bytes, n);
  for (size_t i = 0; i < n; i++)
    hyd_armci_acc_piece(&send, v->dst_ptr_array[i], v->src_ptr_array[i], bytes);
  hyd_armci_acc_end(&send);
}

static void send_lists(int op, const void *scale, const armci_giov_t *iov, int n, int proc) {
  hyd_armci_enter();
  for (int i = 0; i < n; i++)
    if (iov[i].bytes && iov[i].ptr_array_len) send_list(op, scale, &iov[i], proc);
  hyd_armci_leave();
}

static int acc_lists(const char *call, int op, void *scale, armci_giov_t *iov, int n, int proc) {
  struct armci_target *target = hyd_armci_giov_check(call, iov, n, proc, true);
  for (int i = 0; i < n; i++) check_op(call, op, (size_t)iov[i].bytes);
  if (target->is_mapped)
    add_lists(op, scale, iov, n, target);
  else
    send_lists(op, scale, iov, n, proc);
  return 0;
}

int PARMCI_AccV(int op, void *scale, armci_giov_t *iov, int n, int proc) {
  return acc_lists("ARMCI_AccV", op, scale, iov, n, proc);
}
ARMCI_TWIN(ARMCI_AccV, PARMCI_AccV);

/* When an accumulate returns its source may be reused: the handle has nothing to wait for. */
int PARMCI_NbAcc(int op, void *scale, void *src, void *dst, int bytes, int proc, armci_hdl_t *h) {
  (void)h;
  return acc("ARMCI_NbAcc", op, scale, src, dst, bytes, proc);
}
ARMCI_TWIN(ARMCI_NbAcc, PARMCI_NbAcc);

int PARMCI_NbAccS(int op, void *scale, void *src, int src_stride[], void *dst, int dst_stride[],
                  int count[], int levels, int proc, armci_hdl_t *h) {
  (void)h;
  return acc_strided("ARMCI_NbAccS", op, scale, src, src_stride, dst, dst_stride, count, levels,
                     proc);
}
ARMCI_TWIN(ARMCI_NbAccS, PARMCI_NbAccS);

int PARMCI_NbAccV(int op, void *scale, armci_giov_t *iov, int n, int proc, armci_hdl_t *h) {
  (void)h;
  return acc_lists("ARMCI_NbAccV", op, scale, iov, n, proc);
}
ARMCI_TWIN(ARMCI_NbAccV, PARMCI_NbAccV);
