/* SPDX-License-Identifier: BSD-3-Clause
 *
 * merge.h: region-based: one registration in place of several, and what is left of one when a part
 * of it has gone.
 *
 * A request that misses would leave a registration of its own. Small ones add up to more than a
 * card has, and a request that lies across two of them misses though all of it is pinned. So a miss
 * looks at the registrations that overlap or adjoin what was asked for, and, where no request uses
 * them, takes them as victims and asks for one extent in place of all: the union. They are unpinned
 * before it is pinned, so it needs no room but what was asked for. The union has only buckets that
 * are asked for now or were registered, and no gaps: it does not come to lie over memory that no
 * request named.
 *
 * What limits it:
 *   - `most` buckets, a quarter of MAXVICTIM or of f: what is in use or given up as a whole shall
 * not be all there is. (Or more, where there are so few registrations that quarters could not fill
 * the memory.)
 *   - An extent that is registered anew costs its pages once more. A small one is taken along in
 * any case, a large one only by a union that is half as large without it, so that a stream through
 * memory registers each page a few times, not as often as there are requests. It ends in a few
 * registrations.
 *   - What is taken along was made by one of the last FH_RECENT misses: requests that follow each
 * other are what unions are for. Scattered requests in memory that is used all over meet old
 * neighbours, and would only pin these anew. Where three quarters of the registrations that there
 * may be are made, old ones are welcome, too.
 *   - The union may not be one mapping: the pin fails, or it cannot be watched. Then just what was
 * asked for is pinned. The slot is marked as `alone`: it is not taken along by others; and the
 * request's buckets are remembered, so that the next request there takes no neighbour along: else
 * neighbours would replace each other again and again. On a target, what is refused is asked for
 * anew by its holder (FH_MERGED in wire.h).
 *
 * A registration in use stays until it is released. If all of it was asked for, the new one
 * supersedes it: it is DEAD from then on, no new references, and is unpinned with the last release.
 * What other nodes hold is neither taken nor superseded here; its holder merges its firehoses
 * itself, by the same rules, and moves them to the union: the old handles and the new extent are in
 * one message, and the target, which makes exactly that extent, takes what it covers.
 *
 * Splits: a registration cannot be made smaller. If a part of its memory goes (fh_gone) all of it
 * is DEAD. Transfers that are under way keep it, as ever. What is left on both sides are *pieces*:
 * the next miss in one registers all of it, where there is room without victims, so that not each
 * request of what was one registration misses once more. A piece is but a guess at what is wanted:
 * it is tried like a union. Pressure splits nothing: to give up a registration and make anew what
 * was not needed of it costs more than the miss that it might save.
 */
#ifndef HYD_FIREHOSE_MERGE_H
#define HYD_FIREHOSE_MERGE_H

#include "firehose/victims.h"

struct fh;

enum hyd_fh_got {
  FH_GOT,
  FH_COMING,
  FH_LATER,
  FH_BAD
}; /* of an attempt; BAD: r->status says why */

#define FH_RECENT 16 /* misses; of several streams together */
#define FH_PIECES 16 /* that are remembered: the last */

struct hyd_fh_pieces {
  struct hyd_fh_piece {
    uint64_t first, n; /* n = 0: none */
  } piece[FH_PIECES];
  uint32_t next;
};

/* What a request registers. */
struct hyd_fh_extent {
  uint64_t first, last;
  struct hyd_fh_chain taken; /* TAKEN: what it has the place of */
};

/* What a miss registers, and what it gives up for that. */
struct hyd_fh_plan {
  struct hyd_fh_extent e;
  struct hyd_fh_chain victims;
  uint64_t missing, slots; /* buckets and registrations to be made */
  int merged;              /* more than was asked for */
};

/* What there is on a side, and may be: of this node, or of its firehoses at another. */
struct hyd_fh_budget {
  uint64_t used, limit; /* buckets */
  uint32_t slots, slots_limit;
  uint64_t most; /* buckets of a union */
  const struct hyd_fh_pieces *refused;
  struct hyd_fh_pieces *pieces; /* NULL: of others' memory */
};

/* With the side's lock, all.
 * The slot that has all of [first, last], found by that or by its neighbours; `exact`: and nothing
 * else. A later hit finds it by `first`. 0: there is none. */
uint32_t hyd_fh_region_find(struct hyd_fh_side *s, uint32_t node, uint64_t first, uint64_t last,
                            int exact);
/* Chooses the extent and collects victims for what exceeds the budget. COMING: there is room;
 * LATER: not now; BAD: there never will be. */
enum hyd_fh_got hyd_fh_find_room(struct fh *fh, struct hyd_fh_side *s, struct hyd_fh_victims *v,
                                 struct fh_request *r, const struct hyd_fh_budget *b,
                                 struct hyd_fh_plan *p);
/* What is in use, and covered by the request as a whole, becomes DEAD; what has no references by
 * then is added to `dead`. How many were superseded. */
uint32_t hyd_fh_supersede(struct fh *fh, struct hyd_fh_side *s, struct hyd_fh_victims *v,
                          const struct fh_request *r, struct hyd_fh_chain *dead);

/* [first, end) is remembered; whether any of [first, last] is. */
void hyd_fh_pieces_add(struct hyd_fh_pieces *p, uint64_t first, uint64_t end);
int hyd_fh_pieces_meet(const struct hyd_fh_pieces *p, uint64_t first, uint64_t last);
/* [lo, hi] has gone. */
void hyd_fh_pieces_cut(struct hyd_fh_pieces *p, uint64_t lo, uint64_t hi);
/* And with it a registration of [first, last]. */
void hyd_fh_pieces_split(struct hyd_fh_pieces *p, uint64_t first, uint64_t last, uint64_t lo,
                         uint64_t hi);
/* Makes the extent the piece that has it, if there is one of `most` buckets or less; it is
 * forgotten. */
void hyd_fh_pieces_join(struct hyd_fh_pieces *p, uint64_t most, struct hyd_fh_extent *e);

#endif
