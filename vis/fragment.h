/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fragment.h: a fragment is as much of a side's sequence as fits in one message, described for the
 * rank whose memory it is. All ranks of a job have the same byte order, so words travel as they
 * are.
 *
 *   struct hyd_vis_head | vector:  n x (address, length)
 *                       | indexed: n addresses
 *                       | strided: n counts, n strides
 *                       | and, for a put, the data
 */
#ifndef HYD_VIS_FRAGMENT_H
#define HYD_VIS_FRAGMENT_H

#include "vis/copy.h"

struct hyd_vis_head {
  uint32_t kind, n; /* enum hyd_vis_kind; entries, or dimensions */
  uint64_t bytes;   /* of data */
  uint64_t len;     /* indexed, strided: of a piece */
  uint64_t first,
      skip;      /* strided: number of the first piece; bytes to leave out of the first piece */
  uint64_t base; /* strided */
};

struct hyd_vis_fragment {
  struct hyd_vis_iter start;
  size_t entries, bytes, described; /* described: bytes that head and entries take */
};

/* Cuts the next fragment from place `it`, which moves past the fragment. `left` bytes of the
 * sequence remain. Head and entries, with the data if `with_data`, take at most `room` bytes; the
 * data alone never takes more. */
void hyd_vis_cut(struct hyd_vis_fragment *f, struct hyd_vis_iter *it, size_t left, size_t room,
                 int with_data);
/* Writes head and entries. */
void hyd_vis_describe(const struct hyd_vis_fragment *f, void *where);

/* Reads the description at the head of a message of n bytes from another rank: the side, the place
 * in it, the bytes of data, and the bytes of the description. Returns 0 if the description is
 * malformed, or names bytes outside `window`. The side points into the message, which is aligned to
 * 8 bytes. */
int hyd_vis_parse(const void *message, size_t n, const struct hyd_vis_view *window,
                  struct hyd_vis_side *side, struct hyd_vis_iter *it, size_t *bytes_p,
                  size_t *described_p);

#endif
