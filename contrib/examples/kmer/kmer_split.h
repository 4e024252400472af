/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_split.h: which rank handles which part of the input. Every rank reads all of it (gzip cannot
 * be entered in the middle) and the letters of all files in order form one stream, cut into stripes
 * of KMER_STRIPE letters that go to the ranks in turn. A k-mer belongs to the stripe that its last
 * letter is in, so a rank also looks at the k-1 letters before each of its stripes. This divides a
 * genome that is one single record as well as millions of short reads.
 *
 * The stream is also cut into rounds, the same for all: at the end of each the ranks synchronise.
 * All ranks together produce at most one k-mer per letter, so no owner can receive more in a round
 * than it has letters, whatever the input: the tables can be grown in time, outside the handlers.
 */
#ifndef KMER_SPLIT_H
#define KMER_SPLIT_H

#include <stddef.h>
#include <stdint.h>

#define KMER_STRIPE 2048u
#define KMER_ROUND_STRIPES 64u /* at least; more when there are many ranks */

enum kmer_share { KMER_SKIP, KMER_WARM_UP, KMER_MINE };

struct kmer_split {
  unsigned rank, ranks, k;
  uint64_t at; /* position in the stream */
};

/* Letters in a round. */
static inline uint64_t kmer_round_letters(unsigned ranks) {
  uint64_t stripes = 4 * (uint64_t)ranks;
  return KMER_STRIPE * (stripes > KMER_ROUND_STRIPES ? stripes : KMER_ROUND_STRIPES);
}

/* Takes the next piece of up to n (> 0) letters that share one fate, returns its length.
 * *share: KMER_SKIP; KMER_WARM_UP: letters before a stripe of mine; KMER_MINE: count the k-mers
 * that end here. *fresh: the letters before were skipped. */
static inline size_t kmer_split_next(struct kmer_split *s, size_t n, enum kmer_share *share,
                                     int *fresh) {
  uint64_t stripe = s->at / KMER_STRIPE;
  size_t in = (size_t)(s->at % KMER_STRIPE), stop = KMER_STRIPE;
  size_t warm = KMER_STRIPE - (s->k - 1); /* where a warm-up begins */
  *share = KMER_SKIP;
  *fresh = 0;
  if (stripe % s->ranks == s->rank) {
    *share = KMER_MINE;
  } else if ((stripe + 1) % s->ranks == s->rank) {
    *share = in >= warm ? KMER_WARM_UP : KMER_SKIP;
    *fresh = in == warm;
    if (in < warm) stop = warm;
  }
  if (n > stop - in) n = stop - in;
  s->at += n;
  return n;
}

#endif
