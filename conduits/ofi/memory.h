/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory.h: registered memory, and pools of buffers (memory.c). Callers hold the lock, except in
 * open and attach.
 */
#ifndef HYD_OFI_MEMORY_H
#define HYD_OFI_MEMORY_H

#include "conduits/ofi/state.h"

/* --- buffers -------------------------------------------------------------- */

#define HYD_OFI_LOCAL (FI_SEND | FI_RECV | FI_READ | FI_WRITE)
#define HYD_OFI_ANY_ACCESS (HYD_OFI_LOCAL | FI_REMOTE_READ | FI_REMOTE_WRITE)

/* Makes n buffers of `each` bytes, registered for `access` if the provider needs that. A quarter of
 * them is kept for HYD_OFI_FIRST. 0, or -1: see `why`. */
int hyd_ofi_pool_open(struct hyd_ofi *s, struct hyd_ofi_pool *p, uint32_t n, size_t each,
                      uint64_t access, char *why, size_t size);
/* To be called after the endpoint is closed: until then the provider may use the buffers. */
void hyd_ofi_pool_free(struct hyd_ofi_pool *p);

static inline void *hyd_ofi_pool_get(struct hyd_ofi_pool *p, enum hyd_ofi_class class) {
  void *b = p->first;
  if (p->nfree <= (class == HYD_OFI_LAST ? p->kept : 0)) return NULL;
  p->nfree--;
  if (b == NULL) return p->base + p->each * p->fresh++;
  p->first = *(void **)b;
  return b;
}
static inline void hyd_ofi_pool_put(struct hyd_ofi_pool *p, void *b) {
  *(void **)b = p->first;
  p->first = b;
  p->nfree++;
}

/* --- memory --------------------------------------------------------------- */

/* Registers [addr, addr+n). NULL: see *err. Firehose calls it in any thread, without the lock. */
struct fid_mr *hyd_ofi_register(struct hyd_ofi *s, const void *addr, size_t n, uint64_t access,
                                int *err);
/* Registers all memory of the process, if the provider can; before the endpoint is enabled. */
void hyd_ofi_memory_open(struct hyd_ofi *s);
/* Ends all registrations; before the endpoint is closed. */
void hyd_ofi_memory_close(struct hyd_ofi *s);
/* hyd_conduit.attach and detach. */
int hyd_ofi_attach(struct hyd_job *job, void *state);
void hyd_ofi_detach(struct hyd_job *job, void *state);

/* Whether RMA reaches [addr, addr+n) of the peer. */
static inline int hyd_ofi_reaches(const struct hyd_ofi_peer *p, const void *addr, size_t n) {
  uintptr_t off = (uintptr_t)addr - p->base;
  if (p->reach == HYD_OFI_SEGMENT) return n <= p->size && off <= p->size - n;
  return p->reach == HYD_OFI_ALL_MEMORY;
}
/* Whether local memory [addr, addr+n) can be passed to libfabric without a copy, with *desc. */
static inline int hyd_ofi_usable(const struct hyd_ofi *s, const void *addr, size_t n, void **desc) {
  uintptr_t off = (uintptr_t)addr - s->memory.base;
  *desc = NULL;
  if (!s->net.needs_local) return 1;
  *desc = s->memory.desc;
  return n <= s->memory.size && off <= s->memory.size - n;
}

#endif
