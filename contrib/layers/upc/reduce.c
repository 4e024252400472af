/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reduce.c: upc_all_reduce and upc_all_prefix_reduce (libupc.md 4.2). A reduction that may change
 * the order combines what each thread has, then the threads' values by the library's collective.
 * One that keeps the order, and every prefix reduction, goes by rows of blocks: all threads learn
 * the values of all blocks of some rows, and combine them in the order of the array. The result is
 * the same in every run with as many threads.
 */
#include "contrib/layers/upc/reduce.h"

#include <stdlib.h>
#include <string.h>

#include "contrib/layers/upc/report.h"

enum { WIDEST = 16, AT_ONCE = 4096 /* blocks of all threads, of which values are exchanged */ };

/* A value that may be absent: of a thread or block without elements. */
struct value {
  char bytes[WIDEST] __attribute__((aligned(WIDEST)));
  uint64_t has;
};

#define BITWISE (UPC_AND | UPC_OR | UPC_XOR | UPC_LOGAND | UPC_LOGOR)
#define FUNCTIONS (UPC_FUNC | UPC_NONCOMM_FUNC)
#define ALL_OPS (UPC_ADD | UPC_MULT | BITWISE | UPC_MIN | UPC_MAX | FUNCTIONS)

static void check_reduce(const struct upc_reduce *r, const char *what) {
  if ((r->op & (r->op - 1)) || (r->op & ALL_OPS) == 0 || (!r->type->integer && (r->op & BITWISE)))
    hyd_upc_fail("%s%s: invalid operation (0x%lx)", what, r->type->name, r->op);
  if ((r->op & FUNCTIONS) && r->func == NULL)
    hyd_upc_fail("%s%s: the function is NULL", what, r->type->name);
}

static void fold_array(const struct upc_reduce *r, struct value *v, const char *array, size_t n) {
  size_t size = r->type->size;
  if (n == 0) return;
  if (!v->has) {
    memcpy(v->bytes, array, size);
    v->has = 1;
    array += size;
    n--;
  }
  r->type->fold(r->op, r->func, v->bytes, array, n);
}

static void fold_value(const struct upc_reduce *r, struct value *v, const struct value *next) {
  if (next->has) fold_array(r, v, next->bytes, 1);
}

static void fold_part(const struct upc_reduce *r, struct value *v, struct upc_part part) {
  if (part.n == 0) return;
  hyd_upc_check(hyd_upc.rank, part.offset, part.n * r->type->size);
  fold_array(r, v, hyd_upc.here + part.offset, part.n);
}

/* --- any order --- */

static gex_OP_t library_op(upc_op_t op) {
  switch (op) {
  case UPC_ADD: return GEX_OP_ADD;
  case UPC_MULT: return GEX_OP_MULT;
  case UPC_AND: return GEX_OP_AND;
  case UPC_OR: return GEX_OP_OR;
  case UPC_XOR: return GEX_OP_XOR;
  case UPC_MIN: return GEX_OP_MIN;
  case UPC_MAX: return GEX_OP_MAX;
  default: return 0;
  }
}

/* out[i] = in[i] op out[i]; either may be absent. */
static void combine_values(const void *in, void *out, size_t count, const void *reduce) {
  const struct value *a = in;
  struct value *b = out;
  for (size_t i = 0; i < count; i++) {
    struct value v = a[i];
    fold_value(reduce, &v, &b[i]);
    b[i] = v;
  }
}

static bool all_have(const struct upc_array *a) {
  if (a->only < hyd_upc.size) return hyd_upc.size == 1;
  return (a->first + a->n - 1) / a->block - a->first / a->block + 1 >= hyd_upc.size;
}

/* The value of all threads, on the root. */
static void reduce_values(const struct upc_reduce *r, struct value *v, uint32_t root, bool full) {
  gex_OP_t op = library_op(r->op);
  hyd_upc_step();
  if (full && r->type->dt && op) {
    gex_Event_Wait(gex_Coll_ReduceToOneNB(hyd_upc.all, root, v->bytes, v->bytes, r->type->dt,
                                          r->type->size, 1, op, NULL, NULL, 0));
    return;
  }
  gex_Event_Wait(gex_Coll_ReduceToOneNB(hyd_upc.all, root, v, v, GEX_DT_USER, sizeof *v, 1,
                                        GEX_OP_USER, combine_values, (void *)(uintptr_t)r, 0));
}

static void reduce_any_order(const struct upc_reduce *r, const struct upc_array *a, uint32_t root,
                             struct value *v) {
  uint64_t row, end;
  hyd_upc_rows(a, &row, &end);
  for (; row < end; row++) fold_part(r, v, hyd_upc_part(a, row, hyd_upc.rank));
  reduce_values(r, v, root, all_have(a));
}

/* --- in order --- */

struct rows {
  const struct upc_reduce *reduce;
  const struct upc_array *array;
  struct value *mine, *all; /* of each row; of each thread, of each row */
  uint64_t at_once;
};

static void begin_rows(struct rows *w, const struct upc_reduce *r, const struct upc_array *a) {
  uint64_t first, end;
  hyd_upc_rows(a, &first, &end);
  *w = (struct rows){.reduce = r, .array = a, .at_once = AT_ONCE / hyd_upc.size};
  if (w->at_once == 0) w->at_once = 1;
  if (w->at_once > end - first) w->at_once = end - first;
  w->mine = aligned_alloc(WIDEST, w->at_once * sizeof *w->mine);
  w->all = aligned_alloc(WIDEST, w->at_once * hyd_upc.size * sizeof *w->all);
  if (w->mine == NULL || w->all == NULL) hyd_upc_fail("a reduction: not enough memory");
}

static void end_rows(struct rows *w) {
  free(w->mine);
  free(w->all);
}

/* All threads learn the values of the blocks of rows [row, row + n). */
static void exchange_rows(struct rows *w, uint64_t row, uint64_t n) {
  memset(w->mine, 0, n * sizeof *w->mine);
  for (uint64_t i = 0; i < n; i++)
    fold_part(w->reduce, &w->mine[i], hyd_upc_part(w->array, row + i, hyd_upc.rank));
  hyd_upc_gather(w->all, w->mine, n * sizeof *w->mine);
}

/* Calls for the rows, some at a time: visit(w, row, n, carry); carry goes from row to row. */
typedef void visit_fn(struct rows *w, uint64_t row, uint64_t n, struct value *carry,
                      const struct upc_array *to);

static void for_all_rows(const struct upc_reduce *r, const struct upc_array *a, visit_fn *visit,
                         struct value *carry, const struct upc_array *to) {
  struct rows w;
  uint64_t row, end;
  hyd_upc_rows(a, &row, &end);
  begin_rows(&w, r, a);
  for (uint64_t n; row < end; row += n) {
    n = end - row < w.at_once ? end - row : w.at_once;
    exchange_rows(&w, row, n);
    visit(&w, row, n, carry, to);
  }
  end_rows(&w);
}

static void fold_rows(struct rows *w, uint64_t row, uint64_t n, struct value *carry,
                      const struct upc_array *to) {
  (void)row;
  (void)to;
  for (uint64_t i = 0; i < n; i++)
    for (uint32_t t = 0; t < hyd_upc.size; t++) fold_value(w->reduce, carry, &w->all[t * n + i]);
}

/* Scans this thread's block of each row, beginning with what precedes it. */
static void scan_rows(struct rows *w, uint64_t row, uint64_t n, struct value *carry,
                      const struct upc_array *to) {
  const struct upc_reduce *r = w->reduce;
  for (uint64_t i = 0; i < n; i++)
    for (uint32_t t = 0; t < hyd_upc.size; t++) {
      struct upc_part in = hyd_upc_part(w->array, row + i, t), out = hyd_upc_part(to, row + i, t);
      if (t == hyd_upc.rank && in.n) {
        struct value before = *carry;
        hyd_upc_check(hyd_upc.rank, out.offset, out.n * r->type->size);
        r->type->scan(r->op, r->func, before.bytes, before.has, hyd_upc.here + in.offset,
                      hyd_upc.here + out.offset, in.n);
      }
      fold_value(r, carry, &w->all[t * n + i]);
    }
}

/* --- the calls --- */

void hyd_upc_reduce(const struct upc_reduce *r, pts_t dst, pts_t src, size_t n, size_t block,
                    upc_flag_t flags) {
  struct upc_array a = hyd_upc_array(src, r->type->size, n, block);
  struct value v = {.has = 0};
  uint32_t root = pts_thread(dst);
  check_reduce(r, "upc_all_reduce");
  hyd_upc_check(root, pts_offset(dst), r->type->size);
  hyd_upc_enter(flags);
  if (n && r->op == UPC_NONCOMM_FUNC)
    for_all_rows(r, &a, fold_rows, &v, NULL);
  else if (n)
    reduce_any_order(r, &a, root, &v);
  if (n && hyd_upc.rank == root) memcpy(hyd_upc.here + pts_offset(dst), v.bytes, r->type->size);
  hyd_upc_leave(flags);
}

void hyd_upc_prefix_reduce(const struct upc_reduce *r, pts_t dst, pts_t src, size_t n, size_t block,
                           upc_flag_t flags) {
  struct upc_array from = hyd_upc_array(src, r->type->size, n, block),
                   to = hyd_upc_array(dst, r->type->size, n, block);
  struct value carry = {.has = 0};
  check_reduce(r, "upc_all_prefix_reduce");
  if (from.first != to.first || from.only != to.only)
    hyd_upc_fail("upc_all_prefix_reduce%s: source and destination begin at different threads or "
                 "phases",
                 r->type->name);
  hyd_upc_enter(flags);
  if (n) for_all_rows(r, &from, scan_rows, &carry, &to);
  hyd_upc_leave(flags);
}
