/* SPDX-License-Identifier: BSD-3-Clause
 *
 * merge.h: region-based: merges registrations into a larger one, the *union*, and remembers what
 * remains of a registration when a part of its memory goes away.
 *
 * Why. A miss that registered just its own range would leave many small registrations: more than a
 * card can have; and a request across two of them would miss though all of its range is pinned. So
 * a miss looks at the registrations that overlap or adjoin its range. Those that no request uses
 * become victims, and one registration of the whole extent replaces them. They are unpinned before
 * the union is pinned, so the union needs room for the request's own range only. It has only
 * buckets that are requested now or were registered, without gaps: no memory that no request named.
 *
 * Limits.
 *   Size     A union has at most `most` buckets, a quarter of MAXVICTIM or of f, so that more than
 *            one registration fits; or more, if so few registrations are allowed that quarters
 *            could not fill the memory.
 *   Cost     Merging a registration pins its pages once more. A small one is always merged; a
 *            large one only into a union that is at least half as large without it. So a stream
 *            through memory pins each page a few times, and ends in a few registrations.
 *   Age      Only registrations of the last FH_RECENT misses are merged, since unions are for
 *            requests that follow each other; scattered requests would pin old neighbours anew. If
 *            three quarters of the allowed registrations exist, old ones are merged, too.
 *   Refusal  The union may span mappings, and then its pin fails, or it cannot be watched. Then
 *            only the request's range is pinned. Its slot is marked `alone` and not merged by
 *            others; the buckets are remembered, so that the next request there merges nothing, as
 *            neighbours would otherwise replace each other again and again. An owner refuses a
 *            union by an answer, and the holder asks for its own range (FH_MERGED in wire.h).
 *
 * In use. A registration that a request uses stays until its release. If the new range covers it,
 * the new registration supersedes it: it is DEAD, takes no new references, and is unpinned at its
 * last release. Registrations that other nodes hold are not merged here; the holder merges its
 * firehoses by the same rules: one message has the old handles and the new extent, and the owner
 * pins exactly that extent.
 *
 * Splits. A registration cannot shrink. If a part of its memory goes away (fh_gone), all of it is
 * DEAD; transfers under way keep it. What remains on both sides are *pieces*. The next miss in a
 * piece registers all of it, if there is room without victims, so that not every request in the old
 * registration misses again. A piece may be more than a request needs: it is tried like a union.
 * Lack of room splits nothing: to give up a registration and to pin a part of it again costs more
 * than the miss that it might save.
 */
#ifndef HYD_FIREHOSE_MERGE_H
#define HYD_FIREHOSE_MERGE_H

#include "firehose/victims.h"

struct fh;

/* The result of an attempt to serve a request. */
enum hyd_fh_got {
  FH_GOT,    /* all of its buckets are there */
  FH_COMING, /* its buckets are being pinned or moved */
  FH_LATER,  /* it must wait for room, or for a bucket */
  FH_BAD     /* it has failed: r->status says why */
};

#define FH_RECENT 16 /* misses whose registrations may be merged */
#define FH_PIECES 16 /* most pieces that are remembered */

struct hyd_fh_pieces {
  struct hyd_fh_piece {
    uint64_t first, n; /* n = 0: none */
  } piece[FH_PIECES];
  uint32_t next;
};

/* The buckets that a miss registers. */
struct hyd_fh_extent {
  uint64_t first, last;
  struct hyd_fh_chain taken; /* TAKEN slots that it replaces */
};

/* What a miss registers, and the victims that it gives up. */
struct hyd_fh_plan {
  struct hyd_fh_extent e;
  struct hyd_fh_chain victims;
  uint64_t missing, slots; /* buckets and registrations to be made */
  int merged;              /* the extent is more than the request's range */
};

/* What is in use on a side and what may be: local memory, or firehoses at one node. */
struct hyd_fh_budget {
  uint64_t used, limit; /* buckets */
  uint32_t slots, slots_limit;
  uint64_t most; /* most buckets of a union */
  const struct hyd_fh_pieces *refused;
  struct hyd_fh_pieces *pieces; /* NULL for other nodes' memory */
};

/* Callers of all that follow hold the side's lock. The slot that has all of [first, last], and, if
 * `exact`, nothing else; also found if only a neighbour leads to it, and then entered for `first`,
 * so that a later hit finds it. 0: there is none. */
uint32_t hyd_fh_region_find(struct hyd_fh_side *s, uint32_t node, uint64_t first, uint64_t last,
                            int exact);
/* Chooses the extent, and collects victims for what exceeds the budget. FH_COMING: there is room;
 * FH_LATER: not now; FH_BAD: never. */
enum hyd_fh_got hyd_fh_find_room(struct fh *fh, struct hyd_fh_side *s, struct hyd_fh_victims *v,
                                 struct fh_request *r, const struct hyd_fh_budget *b,
                                 struct hyd_fh_plan *p);
/* Makes slots DEAD that are in use and covered by the request; adds those without references to
 * `dead`. Returns how many were superseded. */
uint32_t hyd_fh_supersede(struct fh *fh, struct hyd_fh_side *s, struct hyd_fh_victims *v,
                          const struct fh_request *r, struct hyd_fh_chain *dead);

/* Remembers [first, end). */
void hyd_fh_pieces_add(struct hyd_fh_pieces *p, uint64_t first, uint64_t end);
/* Whether any bucket of [first, last] is remembered. */
int hyd_fh_pieces_overlap(const struct hyd_fh_pieces *p, uint64_t first, uint64_t last);
/* Removes [lo, hi], which has gone away, from the pieces. */
void hyd_fh_pieces_cut(struct hyd_fh_pieces *p, uint64_t lo, uint64_t hi);
/* The same, and adds the remains of a registration of [first, last]. */
void hyd_fh_pieces_split(struct hyd_fh_pieces *p, uint64_t first, uint64_t last, uint64_t lo,
                         uint64_t hi);
/* Extends the extent to the piece that contains it, if there is one of at most `most` buckets, and
 * forgets the piece. */
void hyd_fh_pieces_join(struct hyd_fh_pieces *p, uint64_t most, struct hyd_fh_extent *e);

#endif
