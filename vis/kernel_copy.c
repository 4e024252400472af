/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kernel_copy.c: pieces that are not mapped here, copied by the kernel from process to process, as
 * many for each call as it takes.
 */
#include "core/shm/cma.h"
#include "vis/vis.h"

#define BATCH 256 /* entries of a list; the kernel takes 1024, but more than this save no time */

struct list {
  struct iovec entry[BATCH];
  unsigned n;
};

/* Adds a piece to a list, to the last entry if that ends where the piece begins. */
static void add_piece(struct list *l, char *at, size_t n) {
  struct iovec *last = l->n ? &l->entry[l->n - 1] : NULL;
  if (last && (char *)last->iov_base + last->iov_len == at)
    last->iov_len += n;
  else
    l->entry[l->n++] = (struct iovec){at, n};
}

/* Fills both lists with the next pieces, and moves both places past them. Returns the bytes. */
static size_t fill_lists(struct list *local, struct list *remote, struct hyd_vis_iter *here,
                         struct hyd_vis_iter *there) {
  size_t bytes = 0, n;
  local->n = remote->n = 0;
  while (local->n < BATCH && remote->n < BATCH && (n = hyd_vis_in_common(here, there)) != 0) {
    add_piece(local, here->at, n);
    add_piece(remote, there->at, n);
    hyd_vis_advance(here, n);
    hyd_vis_advance(there, n);
    bytes += n;
  }
  return bytes;
}

int hyd_vis_by_kernel(struct hyd_job *job, const struct hyd_vis_call *c) {
  struct hyd_vis_iter here, there;
  struct list local, remote;
  size_t n;
  if (hyd_route_has_bounds(job, &c->route)) hyd_vis_check_extent(job, c);
  hyd_vis_seek(&here, hyd_vis_local(c), 0, 0);
  hyd_vis_seek(&there, hyd_vis_remote(c), 0, 0);
  while ((n = fill_lists(&local, &remote, &here, &there)) != 0) {
    void *first = remote.entry[0].iov_base;
    int err = hyd_cma_lists(job, c->route.peer, c->is_put, local.entry, local.n, remote.entry,
                            remote.n, n);
    if (!hyd_cma_allowed(job, err, c->name, first)) return 0;
  }
  return 1;
}
