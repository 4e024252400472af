/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paged_work.h: what waits for pages of paged segments (core/mem/paged.h): transfers of this rank
 * to segments that it sees, and what messages ask for in memory of this process. A handler copies
 * to pages that it has locked, and to no others: what is absent waits here, with its bytes in a
 * buffer, and is looked at after polls. Nothing else waits for it.
 *
 * Of each rank's messages 64 wait at most: puts, gets and atomics have credits for them
 * (extended/paged/rma_paged.h), others leave (paged_leave.h). Answers, and parts of collectives,
 * are bounded by what this rank has asked for: it asks for no more while 256 wait.
 */
#ifndef HYD_AM_PAGED_WORK_H
#define HYD_AM_PAGED_WORK_H

#include "core/am/am.h"
#include "core/mem/paged.h"

/* What bounds how many there are: their initiator's window, leave that it has taken, or that this
 * rank has asked for them. */
enum hyd_paged_cause { HYD_PAGED_BY_WINDOW, HYD_PAGED_BY_LEAVE, HYD_PAGED_ANSWERED };

/* First in what its owner allocates. It fills in step, over, p, at, left, owner, initiator. */
struct hyd_paged_work {
  struct hyd_paged_work *next;
  /* Goes on as far as pages are there; 1: all is done, else p, at and left say what it lacks. One
   * thread at a time; never waits. */
  int (*step)(struct hyd_job *job, struct hyd_paged_work *w);
  /* All is done; frees it. May wait, and poll. */
  void (*over)(struct hyd_job *job, struct hyd_paged_work *w);
  const struct hyd_paged *p;
  char *at;
  size_t left;
  const char *from; /* of hyd_paged_work_new: the bytes that go there */
  gex_Rank_t owner, initiator;
  uint8_t cause;  /* enum hyd_paged_cause */
  uint32_t shown; /* place in the list that dumps show + 1 */
};

struct hyd_paged_works;
void hyd_paged_work_init(struct hyd_job *job);
/* Any thread, also in handlers. */
void hyd_paged_work_add(struct hyd_job *job, struct hyd_paged_work *w);
/* The same for what a message of `src` asks for in this process. */
void hyd_paged_work_keep(struct hyd_job *job, struct hyd_paged_work *w, gex_Rank_t src,
                         enum hyd_paged_cause cause);
/* How many there were, and are, and were at most at a time. */
void hyd_paged_work_counts(struct hyd_job *job, uint64_t *all_p, uint64_t *now_p, uint64_t *most_p);

/* Many answers wait: a network that holds back for its sender what is not taken need take no more
 * of those that may have to. */
int hyd_paged_work_is_crowded(struct hyd_job *job);

/* --- memory of this process, for handlers -------------------------------------------------------
 * Where the process has no paged segment these are copies. */

/* As many bytes as are in pages that are there, from the first on; of the rest w says what it
 * lacks. w may be NULL. */
size_t hyd_paged_land(struct hyd_job *job, void *to, const void *from, size_t n,
                      struct hyd_paged_work *w);
size_t hyd_paged_fetch(struct hyd_job *job, void *to, const void *from, size_t n,
                       struct hyd_paged_work *w);
size_t hyd_paged_fill(struct hyd_job *job, void *to, int value, size_t n, struct hyd_paged_work *w);

/* Work of `size` bytes, of which struct hyd_paged_work is the first, and whose steps put `rest`,
 * which it keeps, where `lacks` says. */
void *hyd_paged_work_new(size_t size, const struct hyd_paged_work *lacks, const void *rest,
                         void (*over)(struct hyd_job *job, struct hyd_paged_work *w));
/* Bytes that `src` has sent for an operation of this rank. 1: they are there; 0: they will be, and
 * then hyd_op_done(op). */
int hyd_paged_land_for(struct hyd_job *job, void *to, const void *from, size_t n, gex_Rank_t src,
                       struct hyd_op *op);

/* Bytes that a step has copied from its buffer to pages, or back. */
static inline void hyd_paged_work_copied(struct hyd_job *job, size_t n) {
  if (n) hyd_count(job, HYD_COUNT_PAGED_COPY, n);
}

/* --- longs: landed.c ----------------------------------------------------------------------------
 */

/* A long whose payload, at m->payload, is not at its place yet: its handler runs when it is.
 * Otherwise as hyd_am_deliver. */
void hyd_am_land(struct hyd_job *job, struct hyd_thread *t, gex_Rank_t src, const struct hyd_am *m);
/* A message that has come: delivered, or landed if it is a long whose payload is not in its place.
 */
HYD_HOT_INLINE void hyd_am_take(struct hyd_job *job, struct hyd_thread *t, gex_Rank_t src,
                                const struct hyd_am *m) {
  if (m->category == HYD_AM_LONG && hyd_unlikely(m->payload != m->dest))
    hyd_am_land(job, t, src, m);
  else
    hyd_am_deliver(job, t, src, m, 0);
}

/* A part of a long whose place may be paged: there on return, though the pager is waited for. */
void hyd_am_copy_in(struct hyd_job *job, void *to, const void *from, size_t n);

#endif
