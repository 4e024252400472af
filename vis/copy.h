/* SPDX-License-Identifier: BSD-3-Clause
 *
 * copy.h: copies between two sides that are both mapped in this process; packing and unpacking.
 */
#ifndef HYD_VIS_COPY_H
#define HYD_VIS_COPY_H

#include "vis/pieces.h"

/* Where a side is mapped in this process: `size` bytes from address `lo` on lie at `base`. */
struct hyd_vis_view {
  uintptr_t lo, size, base;
};
#define HYD_VIS_HERE ((struct hyd_vis_view){0, UINTPTR_MAX, 0})

static inline int hyd_vis_in_view(const struct hyd_vis_view *v, const void *addr, size_t n) {
  uintptr_t off = (uintptr_t)addr - v->lo;
  return n <= v->size && off <= v->size - n;
}
static inline void *hyd_vis_at(const struct hyd_vis_view *v, const void *addr) {
  return (void *)((uintptr_t)addr - v->lo + v->base);
}

/* Copies a strided transfer; the addresses in *s are this process's. */
void hyd_vis_copy_shape(const struct hyd_vis_shape *s);

/* Copies between two sides of the same size; the destination of a put and the source of a get are
 * seen through `view`, the other side is this process's own. Returns 0, or the number + 1 of the
 * first piece that is not in view; the pieces before it have been copied. */
size_t hyd_vis_copy_sides(const struct hyd_vis_side *dst, const struct hyd_vis_side *src,
                          int is_put, const struct hyd_vis_view *view);

/* Copy n bytes from a place to `to`, or from `from` to a place; the place moves on. */
void hyd_vis_gather(void *to, struct hyd_vis_iter *from, size_t n);
void hyd_vis_scatter(struct hyd_vis_iter *to, const void *from, size_t n);

#endif
