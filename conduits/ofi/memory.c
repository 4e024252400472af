/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory.c: registers memory for peers' operations and this rank's own. With a provider in software
 * one registration has all memory. Otherwise the segment is registered at attach; memory outside of
 * it is registered by firehose (pins.c), or else copied through buffers here and reached by
 * messages at a peer.
 */
#include "conduits/ofi/memory.h"

#include <stdio.h>
#include <sys/mman.h>

#include "conduits/ofi/setup.h"
#include "conduits/pin/pin.h"
#include "core/oob/oob.h"
#include "core/sys/entropy.h"

#define MUST_EXIST (FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT)

/* --- registering ---------------------------------------------------------- */

/* An unguessable key of as many bytes as the provider takes, unique in the domain. */
static uint64_t new_key(struct hyd_ofi *s) {
  size_t bytes = s->net.info->domain_attr->mr_key_size;
  uint64_t key = atomic_fetch_add_explicit(&s->memory.next_key, 1, memory_order_relaxed);
  return bytes && bytes < sizeof key ? key & ((UINT64_C(1) << 8 * bytes) - 1) : key;
}

static int has_mode(const struct hyd_ofi *s, int mode) {
  return (s->net.info->domain_attr->mr_mode & mode) != 0;
}

struct fid_mr *hyd_ofi_register(struct hyd_ofi *s, const void *addr, size_t n, uint64_t access,
                                int *err) {
  uint64_t key = has_mode(s, FI_MR_PROV_KEY) ? 0 : new_key(s);
  struct fid_mr *mr = NULL;
  *err = fi_mr_reg(s->net.domain, addr, n, access, 0, key, 0, &mr, NULL);
  if (*err || !has_mode(s, FI_MR_ENDPOINT)) return *err ? NULL : mr;
  *err = fi_mr_bind(mr, &s->net.ep->fid, 0);
  if (*err == 0) *err = fi_mr_enable(mr);
  if (*err == 0) return mr;
  fi_close(&mr->fid);
  return NULL;
}

void hyd_ofi_memory_open(struct hyd_ofi *s) {
  uint64_t key;
  int err;
  if (hyd_random(&key, sizeof key)) hyd_fatal(HYD_OFI_WHERE, "no " HYD_RANDOM_MEANS);
  atomic_store_explicit(&s->memory.next_key, key, memory_order_relaxed);
  if (has_mode(s, MUST_EXIST | FI_MR_LOCAL) || s->set.memory != HYD_OFI_REGISTER_AUTO) return;
  s->memory.all = hyd_ofi_register(s, NULL, SIZE_MAX, HYD_OFI_ANY_ACCESS, &err);
}

static void close_region(struct fid_mr **mr) {
  if (*mr) fi_close(&(*mr)->fid);
  *mr = NULL;
}

void hyd_ofi_memory_close(struct hyd_ofi *s) {
  close_region(&s->memory.segment);
  close_region(&s->memory.all);
  close_region(&s->memory.sends.mr);
  close_region(&s->memory.bounces.mr);
  close_region(&s->in.buffers.mr);
  s->memory.size = 0;
}

/* --- buffers -------------------------------------------------------------- */

int hyd_ofi_pool_open(struct hyd_ofi *s, struct hyd_ofi_pool *p, uint32_t n, size_t each,
                      uint64_t access, char *why, size_t size) {
  int err;
  each = (each + 63) & ~(size_t)63;
  *p = (struct hyd_ofi_pool){.each = each, .n = n, .nfree = n, .kept = n / 4};
  p->base = mmap(NULL, n * each, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p->base == MAP_FAILED) {
    p->base = NULL;
    snprintf(why, size, "out of memory for %u buffers of %zu bytes", n, each);
    return -1;
  }
  if (!s->net.needs_local && (s->memory.all || !(access & FI_REMOTE_READ))) return 0;
  p->mr = hyd_ofi_register(s, p->base, n * each, access, &err);
  if (p->mr == NULL) return hyd_ofi_failed("cannot register buffers (ulimit -l)", err, why, size);
  if (s->net.needs_local) p->desc = fi_mr_desc(p->mr);
  return 0;
}

void hyd_ofi_pool_free(struct hyd_ofi_pool *p) {
  if (p->base) munmap(p->base, p->n * p->each);
  *p = (struct hyd_ofi_pool){.n = 0};
}

/* --- segments ------------------------------------------------------------- */

struct segment_record {
  uint64_t key, base, size; /* size 0: no registered segment */
  uint64_t pinnable;        /* bytes that may be registered beside the segment */
};

/* Bytes that may be registered, apart from buffers, which are small. There is no limit if a
 * registration pins nothing. */
static uint64_t pinnable(struct hyd_ofi *s) {
  return has_mode(s, FI_MR_ALLOCATED | FI_MR_LOCAL) ? hyd_pin_bytes(s->job, 0, 1) : UINT64_MAX / 2;
}

static void register_segment(struct hyd_ofi *s, uint64_t bytes) {
  const struct hyd_segment *g = hyd_job_segment(s->job);
  int err;
  if (s->memory.all || hyd_everything(s->job) || g == NULL || g->size == 0) return;
  if (g->size > bytes / 4 * 3) return; /* firehose registers parts of it */
  s->memory.segment = hyd_ofi_register(s, g->base, g->size, HYD_OFI_ANY_ACCESS, &err);
  if (s->memory.segment == NULL) {
    hyd_warn(s->job,
             "ofi conduit: the segment of %zu bytes cannot be registered: %s; transfers are copied "
             "by messages (ulimit -l)",
             (size_t)g->size, fi_strerror(-err));
    return;
  }
  s->memory.base = (uintptr_t)g->base;
  s->memory.size = g->size;
  s->memory.desc = s->net.needs_local ? fi_mr_desc(s->memory.segment) : NULL;
}

static void learn_segment(struct hyd_ofi *s, struct hyd_ofi_peer *p,
                          const struct segment_record *r) {
  if (p->reach == HYD_OFI_ALL_MEMORY || !r->size) return;
  p->key = r->key;
  p->base = (uintptr_t)r->base;
  p->size = (size_t)r->size;
  p->origin = has_mode(s, FI_MR_VIRT_ADDR) ? 0 : r->base;
  p->reach = HYD_OFI_SEGMENT;
}

int hyd_ofi_attach(struct hyd_job *job, void *state) {
  struct hyd_ofi *s = state;
  struct segment_record mine = {.pinnable = pinnable(s)};
  uint64_t least = UINT64_MAX;
  const unsigned char *table;
  hyd_ofi_lock(s);
  register_segment(s, mine.pinnable);
  if (s->memory.segment)
    mine = (struct segment_record){fi_mr_key(s->memory.segment), s->memory.base, s->memory.size,
                                   mine.pinnable - s->memory.size};
  hyd_ofi_unlock(s);
  table = hyd_oob_exchange(job, &mine, sizeof mine);
  hyd_ofi_lock(s);
  for (gex_Rank_t i = 0; i < hyd_job_size(job); i++) {
    const struct segment_record *r = HYD_RECORD_OF(struct segment_record, table, i);
    learn_segment(s, &s->peer[i], r);
    if (r->pinnable < least) least = r->pinnable;
  }
  s->memory.atomics &= !hyd_everything(job);
  for (gex_Rank_t i = 0; i < hyd_job_size(job); i++)
    s->memory.atomics &= s->peer[i].reach != HYD_OFI_NO_MEMORY;
  s->calls->attached(s, least);
  hyd_ofi_unlock(s);
  hyd_oob_exchange_end(job);
  return 0;
}

/* Ends the registration: its key must not reach other memory that is mapped there later. */
void hyd_ofi_detach(struct hyd_job *job, void *state) {
  struct hyd_ofi *s = state;
  (void)job;
  hyd_ofi_lock(s);
  s->memory.size = 0;
  close_region(&s->memory.segment);
  hyd_ofi_unlock(s);
}
