/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch.c: fetches pages for system calls: the kernel does not fetch them, so a system call with an
 * address in the region fails if this rank has no access to the page.
 */
#include "contrib/layers/dsm/dsm.h"

/* Whether the program's thread could access the page now. */
static int has_access(struct hyd_dsm *d, uint32_t page, int write) {
  enum hyd_hlrc_access has = hyd_hlrc_access_of(hyd_hlrc_state(&d->engine, page));
  return has >= (write ? HYD_HLRC_WRITE : HYD_HLRC_READ);
}

/* Accesses a byte. The write changes nothing, whatever another thread of this rank writes there. */
static void access_byte(char *at, int write) {
  if (write)
    __atomic_fetch_or(at, 0, __ATOMIC_RELAXED);
  else
    (void)*(volatile char *)at;
}

static void access_all(struct hyd_dsm *d, char *at, const char *end, int write) {
  uintptr_t block = d->options.block;
  for (; at < end; at += block - ((uintptr_t)at & (block - 1))) access_byte(at, write);
}

/* The end of the accessible bytes that begin at `at`. */
static const char *find_end(struct hyd_dsm *d, const char *at, const char *end, int write) {
  uintptr_t block = d->options.block;
  hyd_dsm_enter(d);
  while (at < end && has_access(d, (uint32_t)((size_t)(at - d->view) / block), write))
    at += block - ((uintptr_t)at & (block - 1));
  hyd_dsm_leave(d);
  return at < end ? at : end;
}

/* When twins run out, the diffs of all dirty pages are sent home early. Then all twins are free, so
 * another round has enough for as many pages as there are twins. */
#define ROUNDS 8

size_t hyd_dsm_touch(void *p, size_t n, int write) {
  struct hyd_dsm *d = hyd_dsm_started("hyd_dsm_touch");
  size_t offset = (size_t)((char *)p - d->view), block = d->options.block, most;
  const char *there = p;
  if (offset > d->at.region || n > d->at.region - offset)
    hyd_dsm_fatal("hyd_dsm_touch(%p, %zu): expected a part of the region [%p, +%zu)", p, n,
                  (void *)d->view, d->at.region);
  most = (size_t)d->options.twins * block - offset % block;
  if (write && n > most) n = most;
  for (int round = 0; n && round < ROUNDS && there == p; round++) {
    access_all(d, p, (char *)p + n, write);
    there = find_end(d, p, (char *)p + n, write);
  }
  return (size_t)(there - (char *)p);
}
