/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fasta_fuzz.c: libFuzzer target for the FASTA/FASTQ reader of the k-mer example. The first byte
 * chooses how the input is cut into reads; the rest is the file. The same file is read whole and
 * piecewise, and both must give the same letters, records, k-mers and error. Every event must keep
 * the reader's promises.
 *
 * Built with clang: -fsanitize=fuzzer,address,undefined. Without libFuzzer, fasta_replay.c runs it.
 */
#include "kmer_codec.h"
#include "kmer_reader.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct source {
  const uint8_t *at, *end;
  size_t piece;
};

struct digest {
  uint64_t records, letters, kmers, hash, line;
  char error[KMER_READER_ERROR];
};

static void must(int condition) {
  if (!condition) abort();
}

static long read_source(void *ctx, void *buf, size_t n, const char **why) {
  struct source *s = ctx;
  size_t left = (size_t)(s->end - s->at);
  (void)why;
  if (n > s->piece) n = s->piece;
  if (n > left) n = left;
  memcpy(buf, s->at, n);
  s->at += n;
  return (long)n;
}

static void take_letters(struct digest *d, struct kmer_window *w, const unsigned char *text,
                         size_t n) {
  uint64_t kmer;
  d->letters += n;
  for (size_t i = 0; i < n; i++) {
    must(text[i] > 32 && text[i] < 127);
    d->hash = kmer_hash(d->hash ^ text[i]);
    if (!kmer_window_push(w, text[i], &kmer)) continue;
    must(kmer >> (2 * w->k) == 0);
    d->kmers++;
    d->hash = kmer_hash(d->hash ^ kmer);
  }
}

static void digest_of(const uint8_t *data, size_t size, size_t piece, unsigned k,
                      struct digest *d) {
  static struct kmer_reader r;
  struct source s = {data, data + size, piece};
  struct kmer_window w;
  const unsigned char *text = NULL;
  size_t n = 0;
  enum kmer_event ev;
  memset(d, 0, sizeof *d);
  kmer_window_init(&w, k);
  kmer_reader_init(&r, read_source, &s);
  while ((ev = kmer_reader_next(&r, &text, &n)) > 0) {
    must(ev == KMER_RECORD || (ev == KMER_BASES && n > 0 && d->records > 0));
    d->records += ev == KMER_RECORD;
    if (ev == KMER_RECORD) kmer_window_break(&w);
    if (ev == KMER_BASES) take_letters(d, &w, text, n);
  }
  must(ev == KMER_END || (ev == KMER_ERROR && r.error[0]));
  must(ev == KMER_ERROR || d->records > 0);
  must(r.bytes <= size && r.line <= size + 1 && d->letters <= size);
  must(strchr(r.error, '\n') == NULL);
  d->line = r.line;
  memcpy(d->error, r.error, sizeof d->error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct digest whole, pieces;
  unsigned k;
  if (size == 0) return 0;
  k = data[0] % KMER_MAX_K + 1;
  digest_of(data + 1, size - 1, KMER_READER_BUFFER, k, &whole);
  digest_of(data + 1, size - 1, data[0] / KMER_MAX_K + 1, k, &pieces);
  /* the hint at the first bytes of what is no sequence file depends on what has been read */
  if (strstr(whole.error, "neither FASTA"))
    must(strstr(pieces.error, "neither FASTA") != NULL);
  else
    must(memcmp(&whole, &pieces, sizeof whole) == 0);
  return 0;
}
