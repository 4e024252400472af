/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pool.c: buffers of one size in one registration.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "conduits/ibv/ibv_int.h"

static size_t size_of(size_t each, uint32_t n) { return (each * n + 4095) & ~(size_t)4095; }

int vb_pool_make(struct vb_pool *p, struct ibv_pd *pd, size_t each, uint32_t n, int access) {
  size_t size = size_of(each, n);
  int err;
  *p = (struct vb_pool){.each = each, .n = n, .nfree = n, .free = malloc(n * sizeof *p->free)};
  if (p->free == NULL) return ENOMEM;
  p->base = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p->base == MAP_FAILED) err = errno;
  else if ((p->mr = ibv_reg_mr(pd, p->base, size, IBV_ACCESS_LOCAL_WRITE | access)) == NULL) err = errno;
  else err = 0;
  for (uint32_t i = 0; i < n; i++) p->free[i] = n - 1 - i;
  if (err) vb_pool_free(p);
  return err;
}

void vb_pool_free(struct vb_pool *p) {
  if (p->mr) ibv_dereg_mr(p->mr);
  if (p->base != MAP_FAILED) munmap(p->base, size_of(p->each, p->n));
  free(p->free);
  *p = (struct vb_pool){0};
}
