/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory.c: registrations. None is ever freed, so that what was closed is known when it is used.
 */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "strictfi.h"

#define MAGIC UINT64_C(0x5f69737472696374)
#define NEEDS_WRITE (FI_RECV | FI_READ | FI_REMOTE_WRITE)

/* --- is there memory? ----------------------------------------------------- */

/* All of [at, end) is mapped, to be read, and written if that is asked. */
static int is_mapped(uintptr_t at, uintptr_t end, int writable) {
  FILE *f = fopen("/proc/self/maps", "re");
  char line[512];
  while (f && at < end && fgets(line, sizeof line, f)) {
    unsigned long low, high;
    char mode[8];
    if (sscanf(line, "%lx-%lx %7s", &low, &high, mode) != 3 || high <= at) continue;
    if (low > at || mode[0] != 'r' || (writable && mode[1] != 'w')) break;
    at = high;
  }
  if (f) fclose(f);
  return at >= end;
}

static void check_mapped(const struct sfi_mr *mr, const void *addr, size_t len) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)addr & ~(page - 1);
  if (len && (mr->domain->mr_mode & FI_MR_ALLOCATED) &&
      msync((void *)at, (uintptr_t)addr + len - at, MS_ASYNC))
    sfi_broken(SFI_ALLOCATED, "%p and %zu bytes were unmapped after they had been registered", addr,
               len);
}

/* --- use ------------------------------------------------------------------ */

void sfi_mr_still(const struct sfi_mr *mr, const struct iovec *v, const char *what) {
  if (mr == NULL) return;
  if (mr->closed)
    sfi_broken(SFI_CLOSED, "the registration of %p was closed before the %s had ended", v->iov_base,
               what);
  check_mapped(mr, v->iov_base, v->iov_len);
}

struct sfi_mr *sfi_mr_local(struct sfi_domain *d, void *desc, const struct iovec *v,
                            uint64_t access, const char *what) {
  struct sfi_mr *mr = desc;
  uintptr_t off;
  if (!(d->mr_mode & FI_MR_LOCAL)) return NULL; /* fi_mr(3): it is ignored then */
  if (mr == NULL) {
    if (v->iov_len)
      sfi_broken(SFI_LOCAL, "a %s with %p, %zu bytes, has no descriptor", what, v->iov_base,
                 v->iov_len);
    return NULL;
  }
  if (mr->magic != MAGIC || mr->domain != d)
    sfi_broken(SFI_LOCAL, "a %s has %p as its descriptor, which is none", what, desc);
  if (mr->closed) sfi_broken(SFI_CLOSED, "a %s has the descriptor of a closed registration", what);
  off = (uintptr_t)v->iov_base - mr->base;
  if (off > mr->len || v->iov_len > mr->len - off)
    sfi_broken(SFI_LOCAL, "a %s with %p, %zu bytes, has the descriptor of %p, %zu bytes", what,
               v->iov_base, v->iov_len, (void *)mr->base, mr->len);
  if ((mr->access & access) != access)
    sfi_broken(SFI_ACCESS, "a %s has a descriptor without that access (0x%llx of 0x%llx)", what,
               (unsigned long long)mr->access, (unsigned long long)access);
  sfi_mr_still(mr, v, what);
  return mr;
}

static struct sfi_mr *with_key(const struct sfi_domain *d, uint64_t key) {
  struct sfi_mr *mr = d->live[key % 256];
  while (mr && (mr->fid.key != key || mr->closed || !mr->enabled)) mr = mr->next;
  return mr;
}

static void check_range(const struct sfi_mr *mr, uint64_t addr, size_t len) {
  uint64_t origin = mr->domain->mr_mode & FI_MR_VIRT_ADDR ? mr->base : 0, off = addr - origin;
  if (off <= mr->len && len <= mr->len - off) return;
  sfi_broken(SFI_ORIGIN,
             "an operation wants %zu bytes at 0x%llx of a registration of %zu bytes; "
             "addresses begin at %s",
             len, (unsigned long long)addr, mr->len, origin ? "its virtual address" : "0");
}

char *sfi_mr_remote(struct sfi_ep *ep, uint64_t key, uint64_t addr, size_t len, uint64_t access) {
  const struct sfi_mr *mr = with_key(ep->domain, key);
  uintptr_t at;
  if (mr == NULL)
    sfi_broken(SFI_KEY, "an operation has the key 0x%llx, of which there is no registration",
               (unsigned long long)key);
  if ((ep->domain->mr_mode & FI_MR_ENDPOINT) && mr->ep != ep)
    sfi_broken(SFI_ENDPOINT, "an operation has a key that is bound to another endpoint");
  if ((mr->access & access) != access)
    sfi_broken(SFI_ACCESS,
               "an operation of a peer has a key without that access (0x%llx of 0x%llx)",
               (unsigned long long)mr->access, (unsigned long long)access);
  check_range(mr, addr, len);
  at = ep->domain->mr_mode & FI_MR_VIRT_ADDR ? (uintptr_t)addr : mr->base + (uintptr_t)addr;
  check_mapped(mr, (void *)at, len);
  return (char *)at;
}

/* --- life ----------------------------------------------------------------- */

static uint64_t new_key(const struct sfi_domain *d) {
  uint64_t key = ((uint64_t)sfi_random(UINT32_MAX) << 32 | sfi_random(UINT32_MAX)) >> 3;
  return d->like->key_size < 8 ? key & ((UINT64_C(1) << 8 * d->like->key_size) - 1) : key;
}

/* Keys are not used again, also not those of closed registrations. */
static int key_was_used(const struct sfi_domain *d, uint64_t key, int live_only) {
  for (const struct sfi_mr *mr = d->live[key % 256]; mr; mr = mr->next)
    if (mr->fid.key == key && !(live_only && mr->closed)) return 1;
  return 0;
}

static void enable(struct sfi_mr *mr) {
  struct sfi_domain *d = mr->domain;
  if (d->mr_mode & FI_MR_PROV_KEY) do
      mr->fid.key = new_key(d);
    while (key_was_used(d, mr->fid.key, 0));
  mr->next = d->live[mr->fid.key % 256];
  d->live[mr->fid.key % 256] = mr;
  mr->enabled = 1;
}

static int mr_close(struct fid *fid) {
  struct sfi_mr *mr = (struct sfi_mr *)fid;
  struct sfi_domain *d = mr->domain;
  if (mr->closed) sfi_broken(SFI_CLOSED, "a registration is closed twice");
  sfi_enter(d);
  mr->closed = 1;
  d->nmr--;
  sfi_leave(d);
  return 0;
}

static int mr_bind(struct fid *fid, struct fid *bfid, uint64_t flags) {
  struct sfi_mr *mr = (struct sfi_mr *)fid;
  (void)flags;
  if (bfid->fclass != FI_CLASS_EP) return -FI_EINVAL;
  mr->ep = (struct sfi_ep *)bfid;
  return 0;
}

static int mr_control(struct fid *fid, int command, void *arg) {
  struct sfi_mr *mr = (struct sfi_mr *)fid;
  (void)arg;
  if (command != FI_ENABLE) return -FI_ENOSYS;
  if ((mr->domain->mr_mode & FI_MR_ENDPOINT) && (mr->ep == NULL || !mr->ep->enabled))
    sfi_broken(SFI_ENDPOINT, "a registration is enabled, and not bound to an enabled endpoint");
  sfi_enter(mr->domain);
  enable(mr);
  sfi_leave(mr->domain);
  return 0;
}

static struct fi_ops mr_ops = SFI_FID_OPS(mr_close, mr_bind, mr_control);

/* 0, or what a kernel would say. */
static int refused(struct sfi_domain *d, const void *addr, size_t len, uint64_t access) {
  if (d->like->registrations && d->nmr >= d->like->registrations) return -FI_ENOMEM;
  if (!(d->mr_mode & FI_MR_ALLOCATED)) return 0;
  if (len == 0 || (uintptr_t)addr + len < (uintptr_t)addr) return -FI_EINVAL;
  if (is_mapped((uintptr_t)addr, (uintptr_t)addr + len, (access & NEEDS_WRITE) != 0)) return 0;
  return -FI_EFAULT;
}

static int add(struct sfi_domain *d, struct sfi_mr *mr, uint64_t wanted) {
  mr->fid.fid = (struct fid){.fclass = FI_CLASS_MR, .ops = &mr_ops};
  mr->fid.mem_desc = mr;
  mr->fid.key = d->mr_mode & FI_MR_ENDPOINT ? FI_KEY_NOTAVAIL : wanted;
  if (!(d->mr_mode & FI_MR_PROV_KEY)) {
    if (d->like->key_size < 8 && wanted >> 8 * d->like->key_size) return -FI_EKEYREJECTED;
    if (key_was_used(d, wanted, 1)) return -FI_ENOKEY;
  }
  if (!(d->mr_mode & FI_MR_ENDPOINT)) enable(mr);
  d->nmr++;
  return 0;
}

static int mr_reg(struct fid *fid, const void *buf, size_t len, uint64_t access, uint64_t offset,
                  uint64_t key, uint64_t flags, struct fid_mr **out, void *context) {
  struct sfi_domain *d = (struct sfi_domain *)fid;
  struct sfi_mr *mr;
  int err;
  (void)context;
  if (offset || flags) sfi_broken(SFI_ASKED, "fi_mr_reg with an offset or flags");
  sfi_enter(d);
  err = refused(d, buf, len, access);
  if (!err && (mr = calloc(1, sizeof *mr)) == NULL) err = -FI_ENOMEM;
  if (!err) {
    *mr = (struct sfi_mr){
        .magic = MAGIC, .domain = d, .base = (uintptr_t)buf, .len = len, .access = access};
    err = add(d, mr, key);
    if (!err) *out = &mr->fid;
  }
  sfi_leave(d);
  return err;
}

static int mr_regv(struct fid *fid, const struct iovec *iov, size_t count, uint64_t access,
                   uint64_t offset, uint64_t key, uint64_t flags, struct fid_mr **mr,
                   void *context) {
  if (count != 1) return -FI_EINVAL;
  return mr_reg(fid, iov->iov_base, iov->iov_len, access, offset, key, flags, mr, context);
}

static int mr_regattr(struct fid *fid, const struct fi_mr_attr *a, uint64_t flags,
                      struct fid_mr **mr) {
  return mr_regv(fid, a->mr_iov, a->iov_count, a->access, a->offset, a->requested_key, flags, mr,
                 a->context);
}

struct fi_ops_mr sfi_ops_mr = {sizeof sfi_ops_mr, mr_reg, mr_regv, mr_regattr};
