/* SPDX-License-Identifier: BSD-3-Clause
 *
 * netvm_parts.h: what tests of paged segments begin with: a segment of 256 pages at each rank, of
 * which 64 may be resident. For one source file of a program.
 */
#ifndef HYD_TESTS_NETVM_PARTS_H
#define HYD_TESTS_NETVM_PARTS_H

#include "netvm_frame.h"

static char *base, *base0; /* of this rank, of rank 0 */

/* --- making --------------------------------------------------------------- */

/* The segment becomes that of the primordial endpoint. */
static void publish(void) {
  void *local;
  uintptr_t size;
  CHECK(gex_EP_BindSegment(ep, segment, 0) == GASNET_OK);
  CHECK(gex_EP_PublishBoundSegment(world, &ep, 1, 0) == GASNET_OK);
  base = gex_Segment_QueryAddr(segment);
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(world, 0, (void **)&base0, &local, &size, 0));
  barrier();
}

static void create(const char *file, uint32_t flags) {
  static char own[300];
  struct hyd_paged_settings s = {.bytes_resident = (uint64_t)RESIDENT * PAGE, .flags = flags};
  gex_MK_Create_args_t a;
  memset(&a, 0, sizeof a);
  snprintf(own, sizeof own, "%s.%u", file ? file : "", me);
  if (file) s.file = own;
  a.gex_class = HYD_MK_CLASS_PAGED;
  a.gex_args.hyd_class_paged.hyd_settings = &s;
  CHECK(gex_MK_Create(&kind, client, &a, 0) == GASNET_OK);
  CHECK(gex_Segment_Create(&segment, client, NULL, (uintptr_t)PAGES * PAGE, kind, 0) == GASNET_OK);
  if (failures) gasnet_exit(1);
}

static void make(const char *file, uint32_t flags) {
  create(file, flags);
  publish();
}

static inline struct hyd_paged_traffic traffic(void) {
  struct hyd_paged_traffic t;
  hyd_paged_query_traffic(&t);
  return t;
}

/* The sum over all ranks, since each put is counted by the rank that copies it. */
static inline struct hyd_paged_traffic of_all_ranks(void) {
  struct hyd_paged_traffic t = traffic(), sum;
  gex_Event_Wait(gex_Coll_ReduceToAllNB(world, &sum, &t, GEX_DT_U64, 8, sizeof t / 8, GEX_OP_ADD,
                                        NULL, NULL, 0));
  return sum;
}

static inline struct hyd_paged_counts counts(void) {
  struct hyd_paged_counts c;
  CHECK(hyd_paged_query(segment, &c) == GASNET_OK);
  CHECK(c.strangers == 0 && c.resident <= RESIDENT);
  return c;
}

/* The owner's pages [first, first+n) leave memory, since others come. */
static inline void push_out(unsigned first, unsigned n) {
  for (unsigned i = 0; i < 2 * RESIDENT; i++) {
    unsigned page = (first + n + i) % PAGES;
    CHECK(hyd_paged_touch(segment, base + (size_t)page * PAGE, 1) == GASNET_OK);
  }
}

static inline uint64_t word_at(unsigned page) {
  return *(volatile uint64_t *)(base + (size_t)page * PAGE);
}

#endif
