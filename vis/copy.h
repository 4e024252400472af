/* SPDX-License-Identifier: BSD-3-Clause
 *
 * copy.h: transfers between two sides that this process can both address: the shared-memory path,
 * and packing and unpacking.
 */
#ifndef HYD_VIS_COPY_H
#define HYD_VIS_COPY_H

#include "vis/pieces.h"

/* Where the addresses of a side are in this process: `size` bytes from `lo` on lie at `base`. */
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

/* Strided on both sides; the addresses in `s` are this process's own. */
void hyd_vis_copy_shape(const struct hyd_vis_shape *s);

/* Any two sides of the same size. 0, or the number + 1 of the first piece that is not in its view;
 * the pieces before it have been copied then. *wrong_p is the side. */
size_t hyd_vis_copy_sides(const struct hyd_vis_side *dst, const struct hyd_vis_view *dst_view,
                          const struct hyd_vis_side *src, const struct hyd_vis_view *src_view,
                          const struct hyd_vis_side **wrong_p);

/* `n` bytes from a place on to `to`, or from `from` to the places; the place moves on. */
void hyd_vis_gather(void *to, struct hyd_vis_iter *from, size_t n);
void hyd_vis_scatter(struct hyd_vis_iter *to, const void *from, size_t n);

#endif
