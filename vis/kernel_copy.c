/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kernel_copy.c: pieces that are not mapped here, copied by the kernel from process to process, as
 * many for each call as it takes.
 */
#include "core/shm/cma.h"
#include "vis/vis.h"

/* of the 1024 that the kernel takes: from there on a call costs little beside them */
#define BATCH 256

struct list {
  struct iovec entry[BATCH];
  unsigned n;
};

/* A piece at the end of a list, or more of the last one. */
static void add(struct list *l, char *at, size_t n) {
  struct iovec *last = l->n ? &l->entry[l->n - 1] : NULL;
  if (last && (char *)last->iov_base + last->iov_len == at)
    last->iov_len += n;
  else
    l->entry[l->n++] = (struct iovec){at, n};
}

/* Lists of what lies at both places and after them; the bytes of it. */
static size_t collect(struct list *near, struct list *far, struct hyd_vis_iter *here,
                      struct hyd_vis_iter *there) {
  size_t bytes = 0, n;
  near->n = far->n = 0;
  while (near->n < BATCH && far->n < BATCH && (n = hyd_vis_in_common(here, there)) != 0) {
    add(near, here->at, n);
    add(far, there->at, n);
    hyd_vis_advance(here, n);
    hyd_vis_advance(there, n);
    bytes += n;
  }
  return bytes;
}

int hyd_vis_by_kernel(struct hyd_job *job, const struct hyd_vis_call *c) {
  struct hyd_vis_iter here, there;
  struct list near, far;
  size_t n;
  if (hyd_route_has_bounds(job, &c->route)) hyd_vis_check_extent(job, c);
  hyd_vis_seek(&here, hyd_vis_near(c), 0, 0);
  hyd_vis_seek(&there, hyd_vis_remote(c), 0, 0);
  while ((n = collect(&near, &far, &here, &there)) != 0) {
    void *first = far.entry[0].iov_base;
    int err = hyd_cma_lists(job, c->route.peer, c->is_put, near.entry, near.n, far.entry, far.n, n);
    if (!hyd_cma_allowed(job, err, c->name, first)) return 0;
  }
  return 1;
}
