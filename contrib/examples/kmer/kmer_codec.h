/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_codec.h: k-mers as numbers. A k-mer is a word of k letters of DNA, k <= 31, packed at two
 * bits a letter (A 0, C 1, G 2, T 3), first letter in the highest bits: numeric order is alphabetic
 * order. DNA is read from either strand, so a k-mer and its reverse complement are the same thing;
 * the smaller of the two stands for both (the canonical k-mer).
 *
 * Pure functions and one small state, no communication.
 */
#ifndef KMER_CODEC_H
#define KMER_CODEC_H

#include <stdint.h>

#define KMER_MAX_K 31

/* 0..3 for a letter of ACGT in either case, 4 for every other byte. */
static inline unsigned kmer_base_code(unsigned char c) {
  switch (c | 0x20) {
  case 'a': return 0;
  case 'c': return 1;
  case 'g': return 2;
  case 't': return 3;
  default: return 4;
  }
}

/* A window of the last k letters that slides along a sequence, seen from both strands. */
struct kmer_window {
  unsigned k;
  unsigned filled;   /* letters since the last break, at most k */
  uint64_t mask;     /* the low 2k bits */
  uint64_t fwd, rev; /* the last letters as read; as read from the other strand */
  unsigned char code[256];
};

static inline void kmer_window_init(struct kmer_window *w, unsigned k) {
  w->k = k;
  w->filled = 0;
  w->mask = ((uint64_t)1 << (2 * k)) - 1;
  w->fwd = w->rev = 0;
  for (unsigned c = 0; c < 256; c++) w->code[c] = (unsigned char)kmer_base_code((unsigned char)c);
}

/* Forgets the letters: the next window shares none with those before. */
static inline void kmer_window_break(struct kmer_window *w) { w->filled = 0; }

/* Takes one more letter. True if the window is now k letters of ACGT; *canonical is its k-mer. */
static inline int kmer_window_push(struct kmer_window *w, unsigned char letter,
                                   uint64_t *canonical) {
  uint64_t c = w->code[letter];
  if (c > 3) {
    w->filled = 0;
    return 0;
  }
  w->fwd = (w->fwd << 2 | c) & w->mask;
  w->rev = w->rev >> 2 | (3 - c) << (2 * (w->k - 1));
  if (w->filled < w->k && ++w->filled < w->k) return 0;
  *canonical = w->fwd < w->rev ? w->fwd : w->rev;
  return 1;
}

/* Writes the k letters of `kmer` and a final 0 to text[k + 1]. */
static inline void kmer_decode(uint64_t kmer, unsigned k, char *text) {
  text[k] = 0;
  for (unsigned i = k; i-- > 0; kmer >>= 2) text[i] = "ACGT"[kmer & 3];
}

/* Scrambles all 62 bits into all 64 (the finalizer of MurmurHash3, a bijection). */
static inline uint64_t kmer_hash(uint64_t x) {
  x ^= x >> 33;
  x *= UINT64_C(0xff51afd7ed558ccd);
  x ^= x >> 33;
  x *= UINT64_C(0xc4ceb9fe1a85ec53);
  return x ^ x >> 33;
}

/* The rank, of n, that keeps the count: by the high half of the hash. The table uses the low bits,
 * so that one owner's k-mers are spread over all of its table. */
static inline unsigned kmer_owner(uint64_t hash, unsigned n) {
  return (unsigned)((hash >> 32) * n >> 32);
}

#endif
