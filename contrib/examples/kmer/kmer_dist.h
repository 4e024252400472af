/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_dist.h: the counts of a job, spread over its ranks; all of the example that calls GASNet-EX.
 *
 * Every k-mer has an owner, chosen by its hash. Ranks collect k-mers in one batch per owner and
 * send a full batch as a medium active message; the owner's handler counts it in a table in its
 * segment and acknowledges it. When a rank's batches are all acknowledged and a barrier has been
 * passed, every k-mer of the round is counted (see kmer_split.h for rounds). Afterwards any rank
 * can read all counts with gets.
 *
 * Calls marked "collective" must be made by all ranks in the same order. Errors end the job: one
 * line on stderr, from rank 0 where possible, and a non-zero status.
 */
#ifndef KMER_DIST_H
#define KMER_DIST_H

#include <gasnetex.h>

#include "kmer_codec.h"
#include "kmer_input.h"
#include "kmer_result.h"
#include "kmer_serial.h"
#include "kmer_split.h"
#include "kmer_table.h"

#include <stdatomic.h>

#define KMER_BATCH 512 /* k-mers in a message, at most */

struct kmer_dist {
  gex_TM_t tm;
  gex_EP_t ep;
  gex_Rank_t rank, ranks;
  struct kmer_split split;
  struct kmer_window window;
  struct kmer_summary *summary; /* at the start of my segment, before the table */
  /* to send: touched by this thread only */
  size_t batch_room;
  uint64_t *batch; /* [ranks][batch_room] */
  size_t *filled;  /* [ranks] */
  uint64_t sent, messages, requests;
  int round;
  /* received: touched by handlers */
  gex_HSL_t lock; /* protects table */
  struct kmer_table table;
  atomic_uint_fast64_t acknowledged;
  /* on rank 0, about the failure reported first: */
  gex_Rank_t failed_rank;
  int failed_round; /* INT_MAX: none */
  char failed_text[KMER_ERROR_TEXT];
};

/* Ends the job: for an error every rank sees alike. Rank 0 speaks. Does not return. */
void kmer_dist_fail_all(gex_Rank_t rank, int status, const char *text) __attribute__((noreturn));
/* Ends the job: for an error that perhaps only this rank sees. Does not return. */
void kmer_dist_fail(struct kmer_dist *d, const char *text) __attribute__((noreturn));

/* Collective: handlers, segment, empty table. memory_mb: limit for a rank's table, 0 = none. */
void kmer_dist_open(struct kmer_dist *d, gex_EP_t ep, gex_TM_t tm, unsigned k, uint64_t memory_mb);

/* Letters and record starts of the input, the same on every rank. The calls synchronise at the end
 * of each round, so they are collective. */
void kmer_dist_record(struct kmer_dist *d);
void kmer_dist_bases(struct kmer_dist *d, const unsigned char *text, size_t n);

/* Collective: counts what is under way; on rank 0 *all becomes the job's summary. */
void kmer_dist_finish(struct kmer_dist *d, struct kmer_summary *all);

/* After finish, on any rank, not collective, by gets alone. The count of one k-mer; */
uint64_t kmer_dist_count(struct kmer_dist *d, uint64_t kmer);
/* all counts, sorted by k-mer, n of them as `all` says (to be freed). NULL: out of memory. */
struct kmer_slot *kmer_dist_read_all(struct kmer_dist *d, uint64_t n);

/* Collective: waits for all, then ends the job with status 0. Does not return. */
void kmer_dist_close(struct kmer_dist *d) __attribute__((noreturn));

#endif
