/* SPDX-License-Identifier: BSD-3-Clause
 *
 * features.h: the features of network virtual memory that a program sees (contrib/layers/netvm), by
 * the numbers of the digest's section 11: what the files of tests/netvm/features share. All ranks
 * run a feature's function together; arenas are four times as large as what may be resident of
 * them.
 */
#ifndef HYD_TESTS_NETVM_FEATURES_H
#define HYD_TESTS_NETVM_FEATURES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/netvm/netvm.h"

#define CHECK(cond)                                                                                \
  do {                                                                                             \
    if (!(cond)) ft_failed(__FILE__, __LINE__, #cond);                                             \
  } while (0)
#define OK(call) CHECK((call) == GASNET_OK)

enum { PAGE = 4096, PAGES = 256, RESIDENT = PAGES / 4, MAX_RANKS = 16 };

extern gex_Rank_t ft_me, ft_ranks;
extern char *ft_arena;                 /* this rank's, PAGES pages */
extern hyd_nv_seg_t ft_seg[MAX_RANKS]; /* all of each rank's arena; exported under name 1 */
extern unsigned ft_rounds;
extern int ft_failures;

void ft_failed(const char *file, int line, const char *what);
void ft_barrier(void);
uint32_t ft_dice(uint32_t sides);
/* Bytes that differ by place and seed. */
void ft_fill(void *p, size_t n, unsigned seed);
int ft_filled(const void *p, size_t n, unsigned seed);
/* Reads and writes of the owner, by which other pages than these go. */
void ft_evict(unsigned first, unsigned pages);
gex_Rank_t ft_next(void); /* the next rank */

void f01_no_memory_is_locked(void);
void f02_hits(void);
void f04_writes_are_dirty(void);
void f05_puts_to_absent_pages(void);
void f08_gets_with_absent_pages(void);
void f10_keys(void);
void f11_fences(void);
void f12_eventcounts(void);
void f12_handlers(void);
void f12_sleep(void);
void f13_order(void);
void f13_one_shots(void);
void f14_boundaries(void);
void f15_atomics(void);
void f15_locks(void);
void f15_queues(void);
void f15_semaphores(void);
void f15_monitors(void);
void f16_channels(void);
void misuse(void);
/* Before hyd_nv_register. */
void misuse_before(gex_Client_t client, gex_EP_t ep, gex_TM_t tm);

#endif
