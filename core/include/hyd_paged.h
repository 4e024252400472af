/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_paged.h: paged segments: one-sided access to memory that nothing pins (netvm(7)). An
 * extension of this library: programs that use it are not portable.
 *
 * A paged segment is as large as its file; of it so many bytes are in memory as its kind allows,
 * the rest is in the file. All ranks put to it, get from it and send longs to it as to any other
 * segment; its owner's program also uses it by loads and stores. What is absent is brought in by a
 * thread of the library, the pager.
 *
 *   struct hyd_paged_settings set = {.bytes_resident = 64 << 20};
 *   gex_MK_Create_args_t args = {.gex_class = HYD_MK_CLASS_PAGED};
 *   args.gex_args.hyd_class_paged.hyd_settings = &set;
 *   gex_MK_Create(&kind, client, &args, 0);
 *   gex_Segment_Create(&segment, client, NULL, 256 << 20, kind, 0);
 *
 * Then gex_EP_BindSegment, to the primordial endpoint in place of gex_Segment_Attach (put, get,
 * long messages, vectors and strides, atomics), or to another one (put and get by TM-pairs), and
 * gex_EP_PublishBoundSegment. The calls below are local and may be made at any time outside of
 * handlers.
 */
#ifndef HYD_PAGED_H
#define HYD_PAGED_H

#include "gasnet_mk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of a kind; all its segments have these, and each its own pager. Set to zero first. */
struct hyd_paged_settings {
  /* The file behind the segment of this kind, which is made if need be, and which the segment's
   * bytes are in after gex_Segment_Destroy; one segment at a time. NULL: a file without a name in
   * `directory`, which is gone afterwards; any number of segments. */
  const char *file;
  const char *directory;   /* NULL: TMPDIR, else /var/tmp; a file system of memory makes no sense */
  uint64_t bytes_resident; /* that may be in memory, of each segment: at least 16 pages */
  uint32_t page_size;      /* a power of two from the system's page size to 1 MB; 0: the system's */
  uint32_t flags;          /* 0 */
};

/* What a segment's pager has done since its creation. */
struct hyd_paged_counts {
  uint64_t pages, page_size, resident; /* resident: now */
  uint64_t page_ins, evictions, write_backs;
  uint64_t deferred;  /* evictions of a page that a transfer had locked */
  uint64_t faults;    /* of the owner's program */
  uint64_t strangers; /* pages that were there though no pager made them: always 0 */
};

/* GASNET_ERR_BAD_ARG: not a paged segment of this process. */
int hyd_paged_query(gex_Segment_t segment, struct hyd_paged_counts *counts_p);

/* A hint: [addr, addr+n) of the segment will be needed; brings it in without waiting. More than may
 * be resident is of no use. GASNET_ERR_BAD_ARG: not a paged segment of this process, or outside of it. */
int hyd_paged_will_need(gex_Segment_t segment, const void *addr, size_t n);

#ifdef __cplusplus
}
#endif
#endif
