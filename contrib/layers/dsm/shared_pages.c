/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shared_pages.c: prints at the end, with HYD_DSM_STATS=1, the ten pages that several ranks most
 * often wrote at the same time, and where the program allocated them.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* dladdr */
#endif
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#include "contrib/layers/dsm/dsm.h"
#include <gasnet_coll.h>

#define SHOWN 10u
#define TEXT 160u

static void sum(struct hyd_dsm *d, uint32_t *all, const uint32_t *mine, size_t n) {
  gex_Event_Wait(gex_Coll_ReduceToAllNB(d->tm, all, mine, GEX_DT_U32, sizeof *mine, n, GEX_OP_ADD,
                                        NULL, NULL, 0));
}

/* Finds the pages with the largest counts above 0, the largest first; returns how many. */
static uint32_t find_largest(const uint32_t *count, uint32_t pages, uint32_t *largest) {
  uint32_t n = 0;
  for (uint32_t p = 0; p < pages; p++) {
    uint32_t i;
    if (count[p] == 0 || (n == SHOWN && count[p] <= count[largest[n - 1]])) continue;
    for (i = n < SHOWN ? n++ : n - 1; i && count[p] > count[largest[i - 1]]; i--)
      largest[i] = largest[i - 1];
    largest[i] = p;
  }
  return n;
}

/* The allocation that the page belongs to, or the first of several; NULL: not of this rank. */
static const struct hyd_dsm_piece *piece_of(struct hyd_dsm *d, uint32_t page) {
  const struct hyd_dsm_piece *first = NULL;
  char *at = d->view + (size_t)page * d->options.block;
  for (const struct hyd_dsm_piece *p = d->pieces; p; p = p->next)
    if (p->at < at + d->options.block && p->at + p->bytes > at && (!first || p->at < first->at))
      first = p;
  return first;
}

/* The address for addr2line(1): relative to the file, or absolute if the program was linked
 * -no-pie. */
static unsigned long long in_file(const void *code, const Dl_info *info) {
  const ElfW(Ehdr) *file = info->dli_fbase;
  int moves = file && file->e_type != ET_EXEC;
  return (unsigned long long)((uintptr_t)code - (moves ? (uintptr_t)file : 0));
}

static void describe_page(struct hyd_dsm *d, const struct hyd_dsm_piece *p, uint32_t page,
                          char *text) {
  Dl_info info = {0};
  long long at = (long long)((size_t)page * d->options.block) - (p->at - d->view);
  const char *file = NULL;
  if (dladdr(p->caller, &info) && info.dli_fname) file = strrchr(info.dli_fname, '/');
  snprintf(text, TEXT, "%lld of %zu bytes, allocated by rank %u at %s+0x%llx", at > 0 ? at : 0,
           p->bytes, d->rank, file ? file + 1 : "?", in_file(p->caller, &info));
}

/* Gets the description of the page from the rank that has allocated it. */
static void find_description(struct hyd_dsm *d, uint32_t page, char *text) {
  const struct hyd_dsm_piece *p = piece_of(d, page);
  uint32_t mine = p ? d->rank + 1 : 0, owner = 0;
  char own[TEXT] = "not allocated";
  gex_Event_Wait(gex_Coll_ReduceToAllNB(d->tm, &owner, &mine, GEX_DT_U32, sizeof mine, 1,
                                        GEX_OP_MAX, NULL, NULL, 0));
  if (p) describe_page(d, p, page, own);
  gex_Event_Wait(gex_Coll_BroadcastNB(d->tm, owner ? owner - 1 : 0, text, own, TEXT, 0));
}

static void print_pages(struct hyd_dsm *d, const uint32_t *together, const uint32_t *page,
                        uint32_t n) {
  uint32_t mine[2 * SHOWN] = {0}, all[2 * SHOWN];
  char text[TEXT];
  for (uint32_t i = 0; i < n; i++) {
    mine[2 * i] = d->engine.writes[page[i]] != 0;
    mine[2 * i + 1] = d->engine.fetched[page[i]];
  }
  sum(d, all, mine, 2 * SHOWN);
  if (d->rank == 0)
    fprintf(stderr, "%-10s %10s %10s %10s   %s\n", "page", "together", "writers", "fetches",
            "where it begins");
  for (uint32_t i = 0; i < n; i++) {
    find_description(d, page[i], text);
    if (d->rank == 0)
      fprintf(stderr, "%-10u %10u %10u %10u   %s\n", page[i], together[page[i]], all[2 * i],
              all[2 * i + 1], text);
  }
}

void hyd_dsm_print_shared_pages(struct hyd_dsm *d) {
  uint32_t page[SHOWN], n;
  uint32_t *together = hyd_dsm_memory(d->pages * sizeof *together);
  sum(d, together, d->engine.together, d->pages);
  n = find_largest(together, d->pages, page);
  if (n) print_pages(d, together, page, n);
}
