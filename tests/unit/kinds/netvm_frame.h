/* SPDX-License-Identifier: BSD-3-Clause
 *
 * netvm_frame.h: what all tests of paged segments share: checks, dice, a job's objects. For one
 * source file of a program.
 */
#ifndef HYD_TESTS_NETVM_FRAME_H
#define HYD_TESTS_NETVM_FRAME_H

#include <hyd_paged.h>

#include <gasnet_coll.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CHECK(cond)                                                                                \
  do {                                                                                             \
    if (!(cond)) {                                                                                 \
      fprintf(stderr, "rank %u: %s:%d: %s\n", me, __FILE__, __LINE__, #cond);                      \
      if (++failures > 5) gasnet_exit(1);                                                          \
    }                                                                                              \
  } while (0)

enum { PAGE = 4096, PAGES = 256, RESIDENT = 64 };

static gex_Client_t client;
static gex_EP_t ep;
static gex_TM_t world;
static gex_Rank_t me, ranks;
static gex_MK_t kind;
static gex_Segment_t segment;
static int failures;

static inline void barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(world, 0)); }

static uint64_t state;
static inline uint32_t dice(uint32_t sides) {
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (uint32_t)((z ^ z >> 31) % sides);
}

#endif
