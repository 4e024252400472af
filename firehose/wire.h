/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wire.h: control messages, little-endian: a header of 24 bytes (kind, a, b, c), then a body by
 * kind:
 *
 *   MOVE     to the owner: gives firehoses up, and asks for others.
 *            a: id. b: buckets of share that are wanted. c: handles | pins << 16 | note's bytes << 32
 *            Body: handles (8 bytes each) of firehoses that are given up; pins (12 each: first
 *            bucket, number of buckets; region-based, its highest bit marks a union, which the
 *            owner may refuse with any status but EAGAIN); the note, if any, after its head (first
 *            bucket, last bucket, handle: 8 each).
 *   MOVED    the owner's answer. a: id. b: status (errno). c: number of entries.
 *            Body: for each firehose its handle, key, first bucket (8 each; the highest bit marks a
 *            firehose for one use), number of buckets (4).
 *   RELEASE  to the owner: gives firehoses up. c: number of handles. Body: handles (8 each).
 *   SHARE    from the owner. a: number of this message. c: buckets that the receiver may hold.
 *   GONE     from the owner: memory went away. a: number of the last range. c: number of ranges.
 *            Body: first and last bucket of each range (8 each).
 *   NOTED    to the owner: the sender does not use these ranges any more. a: number of the last
 *            range.
 */
#ifndef HYD_FIREHOSE_WIRE_H
#define HYD_FIREHOSE_WIRE_H

#include <stdint.h>
#include <string.h>

enum hyd_fh_kind { FH_MOVE = 1, FH_MOVED, FH_RELEASE, FH_SHARE, FH_GONE_RANGES, FH_NOTED };

#define FH_HEADER 24u
#define FH_PIN 12u
#define FH_ENTRY 28u
#define FH_RANGE 16u
/* First and last bucket; region-based: the handle of the firehose, if it is not one of this MOVE.
 */
#define FH_NOTE_HEAD 24u
#define FH_MERGED (UINT32_C(1) << 31)
#define FH_ONCE (UINT64_C(1) << 63)
#define FH_MAGIC 0x4846u /* FH */

struct hyd_fh_header {
  uint32_t kind, a, b;
  uint64_t c;
};

static inline void hyd_fh_put(unsigned char *p, uint64_t v, unsigned n) {
  for (unsigned i = 0; i < n; i++) p[i] = (unsigned char)(v >> 8 * i);
}

static inline uint64_t hyd_fh_get(const unsigned char *p, unsigned n) {
  uint64_t v = 0;
  for (unsigned i = 0; i < n; i++) v |= (uint64_t)p[i] << 8 * i;
  return v;
}

static inline void hyd_fh_put_header(unsigned char *p, enum hyd_fh_kind kind, uint32_t a,
                                     uint32_t b, uint64_t c) {
  hyd_fh_put(p, FH_MAGIC, 2);
  hyd_fh_put(p + 2, kind, 2);
  hyd_fh_put(p + 4, 0, 4);
  hyd_fh_put(p + 8, a, 4);
  hyd_fh_put(p + 12, b, 4);
  hyd_fh_put(p + 16, c, 8);
}

static inline struct hyd_fh_header hyd_fh_get_header(const unsigned char *p) {
  return (struct hyd_fh_header){(uint32_t)hyd_fh_get(p + 2, 2), (uint32_t)hyd_fh_get(p + 8, 4),
                                (uint32_t)hyd_fh_get(p + 12, 4), hyd_fh_get(p + 16, 8)};
}

#endif
