/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pool.c: buffers of one size, in one registration for each time that the pool has grown.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "conduits/ibv/ibv_int.h"

#define PAGE ((size_t)4096)

static size_t pages(size_t size) { return (size + PAGE - 1) & ~(PAGE - 1); }

int vb_pool_grow(struct vb_pool *p, struct ibv_pd *pd) {
  uint32_t part = p->n / p->step;
  if (part == p->parts) return ENOMEM;
  p->mr[part] = ibv_reg_mr(pd, vb_pool_at(p, p->n), p->each * p->step, p->access);
  if (p->mr[part] == NULL) return errno;
  for (uint32_t i = p->step; i > 0; i--) p->free[p->nfree++] = p->n + i - 1;
  p->n += p->step;
  return 0;
}

/* Memory is reserved for as much as it may ever become: buffers do not move. */
int vb_pool_make(struct vb_pool *p, struct ibv_pd *pd, size_t each, uint32_t n, uint32_t parts,
                 int access) {
  int err;
  *p = (struct vb_pool){.each = each,
                        .step = n,
                        .parts = parts,
                        .size = pages(each * n * parts),
                        .access = IBV_ACCESS_LOCAL_WRITE | access,
                        .free = malloc((size_t)n * parts * sizeof *p->free)};
  if (p->free == NULL) return ENOMEM;
  p->base = mmap(NULL, p->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                 -1, 0);
  err = p->base == MAP_FAILED ? errno : vb_pool_grow(p, pd);
  if (err) vb_pool_free(p);
  return err;
}

void vb_pool_free(struct vb_pool *p) {
  for (uint32_t i = 0; p->step && i < p->n / p->step; i++) ibv_dereg_mr(p->mr[i]);
  if (p->base != MAP_FAILED) munmap(p->base, p->size);
  free(p->free);
  *p = (struct vb_pool){0};
}
