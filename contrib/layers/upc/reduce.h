/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reduce.h: reductions and prefix reductions of any type (reduce.c), over what depends on the type
 * (reduce_types.c).
 */
#ifndef HYD_UPC_REDUCE_H
#define HYD_UPC_REDUCE_H
#include "contrib/layers/upc/collectives.h"

typedef void upc_any_fn(void); /* a function of the program: T (*)(T, T) */

struct upc_reduce_type {
  const char *name;
  size_t size;
  bool integer;
  gex_DT_t dt; /* of the library's reductions; 0: none */
  /* *acc = *acc op array[0] op array[1] ... */
  void (*fold)(upc_op_t op, upc_any_fn *func, void *acc, const void *array, size_t n);
  /* out[i] = *carry op in[0] .. op in[i]; without carry, if !has. *carry becomes the last. */
  void (*scan)(upc_op_t op, upc_any_fn *func, void *carry, bool has, const void *in, void *out,
               size_t n);
};

struct upc_reduce {
  const struct upc_reduce_type *type;
  upc_op_t op;
  upc_any_fn *func;
};

void hyd_upc_reduce(const struct upc_reduce *r, pts_t dst, pts_t src, size_t n, size_t block,
                    upc_flag_t flags);
void hyd_upc_prefix_reduce(const struct upc_reduce *r, pts_t dst, pts_t src, size_t n, size_t block,
                           upc_flag_t flags);

#endif
