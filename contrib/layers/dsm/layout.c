/* SPDX-License-Identifier: BSD-3-Clause
 *
 * layout.c: the layout of a rank's segment, and the view: a second mapping of the rank's copy of
 * the region, at the same address in all ranks. The view's protection determines what the program
 * may access.
 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "contrib/layers/dsm/dsm.h"
#include <gasnet_coll.h>

/* Where the search for the view's address begins: below the usual mappings of a Linux process, and
 * where the sanitizers allow a program to map memory. */
#define VIEW_FIRST ((uintptr_t)0x7e9000000000)
#define VIEW_STEP ((uintptr_t)1 << 36)
#define VIEW_TRIES 12

static size_t whole_pages(size_t n) {
  return (n + GASNET_PAGESIZE - 1) / GASNET_PAGESIZE * GASNET_PAGESIZE;
}

static size_t next_piece(size_t *at, size_t bytes) {
  size_t here = *at;
  *at += whole_pages(bytes);
  return here;
}

void hyd_dsm_lay_out(struct hyd_dsm *d, size_t bytes) {
  struct hyd_dsm_layout *l = &d->at;
  size_t word = sizeof(uint64_t), block = d->options.block, at;
  if (bytes == 0 || bytes > ((size_t)1 << 43))
    hyd_dsm_refuse("a region of %zu bytes; expected 1 to %zu", bytes, (size_t)1 << 43);
  l->region = (bytes + block - 1) / block * block;
  d->pages = (uint32_t)(l->region / block);
  at = l->region;
  l->log = next_piece(&at, sizeof(struct hyd_hlrc_log));
  l->notices = next_piece(&at, HYD_DSM_LOG_ROOM * sizeof(uint32_t));
  l->marks = next_piece(&at, (d->pages / 64 + 1) * word);
  l->homes = next_piece(&at, (d->pages / d->ranks + 1) * word);
  l->versions = next_piece(&at, d->options.versions ? (size_t)d->pages * d->ranks * 4 : 0);
  l->tails = next_piece(&at, (HYD_DSM_LOCKS / d->ranks + 1) * word);
  l->next = next_piece(&at, HYD_DSM_LOCKS * word);
  l->vectors = next_piece(&at, HYD_DSM_LOCKS * (size_t)d->ranks * word);
  l->counters = next_piece(&at, HYD_DSM_COUNTERS * word);
  l->total = at;
}

void *hyd_dsm_memory(size_t bytes) {
  void *p = mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) hyd_dsm_fatal("no memory for %zu bytes: %s", bytes, strerror(errno));
  return p;
}

/* --- the view -------------------------------------------------------------- */

static int all_have(struct hyd_dsm *d, int mine) {
  uint32_t have = (uint32_t)mine, all = 0;
  gex_Event_Wait(gex_Coll_ReduceToAllNB(d->tm, &all, &have, GEX_DT_U32, sizeof have, 1, GEX_OP_MIN,
                                        NULL, NULL, 0));
  return (int)all;
}

/* Finds address space that is free at all ranks. */
static char *find_place(struct hyd_dsm *d) {
  for (int i = 0; i < VIEW_TRIES; i++) {
    void *want = (void *)(VIEW_FIRST + (uintptr_t)i * VIEW_STEP);
    void *got = mmap(want, d->at.region, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (all_have(d, got == want)) return got;
    if (got != MAP_FAILED) munmap(got, d->at.region);
  }
  hyd_dsm_refuse("no %zu bytes of addresses are free at all ranks", d->at.region);
}

void hyd_dsm_place_view(struct hyd_dsm *d) {
  char *place = find_place(d);
  /* An old size of 0 maps shared memory a second time, rather than move it (mremap(2)). */
  if (mremap(d->mine, 0, d->at.region, MREMAP_MAYMOVE | MREMAP_FIXED, place) != place)
    hyd_dsm_fatal("the region of %zu bytes cannot be mapped a second time: %s", d->at.region,
                  strerror(errno));
  if (madvise(place, d->at.region, MADV_DONTFORK))
    hyd_dsm_fatal("madvise(MADV_DONTFORK): %s", strerror(errno));
  d->view = place;
}
