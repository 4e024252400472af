/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_reader.h: reads FASTA or FASTQ text, piece by piece, from a read callback.
 *
 * FASTA: records of a header line `>name ...` and any number of lines of letters; a line that
 * begins with `;` is a comment. FASTQ: `@name`, letters, `+`, as many quality characters as
 * letters; letters and quality may run over several lines. Lines end in LF or CR LF, blank lines
 * and blanks in a sequence are skipped. Letters are A-Z and a-z, and `-`, `.`, `*` as some programs
 * write them; which of them mean a base is for the caller to say.
 *
 * A sequence is handed out in pieces, so memory is this struct, however long a line or a record is.
 */
#ifndef KMER_READER_H
#define KMER_READER_H

#include <stddef.h>
#include <stdint.h>

#define KMER_READER_BUFFER 65536
#define KMER_READER_ERROR 200

/* Fills buf with up to n bytes. Returns how many, 0 at the end, -1 on failure with *why set to a
 * text that lives as long as ctx. */
typedef long kmer_read_fn(void *ctx, void *buf, size_t n, const char **why);

enum kmer_event {
  KMER_ERROR = -1, /* kmer_reader.error says what; the reader is finished */
  KMER_END = 0,    /* all has been read and was well formed */
  KMER_RECORD,     /* a record begins */
  KMER_BASES       /* more letters of this record */
};

enum kmer_reader_state {
  KMER_AT_START,
  KMER_IN_HEADER,
  KMER_AT_LINE, /* at the first byte of a line of letters */
  KMER_IN_LINE,
  KMER_IN_COMMENT,
  KMER_IN_PLUS,
  KMER_IN_QUALITY,
  KMER_BETWEEN, /* after a FASTQ record */
  KMER_FINISHED
};

struct kmer_reader {
  kmer_read_fn *read;
  void *ctx;
  enum kmer_reader_state state;
  char format;    /* '>' or '@', 0 while unknown */
  size_t at, end; /* unread part of buf */
  int eof;
  uint64_t line;             /* number of the current line, from 1 */
  uint64_t bytes;            /* seen so far */
  uint64_t letters, quality; /* of the current FASTQ record */
  uint64_t letter_lines;
  char error[KMER_READER_ERROR];
  unsigned char buf[KMER_READER_BUFFER];
};

void kmer_reader_init(struct kmer_reader *r, kmer_read_fn *read, void *ctx);

/* The next event. For KMER_BASES *text and *n are the letters, valid until the next call. */
enum kmer_event kmer_reader_next(struct kmer_reader *r, const unsigned char **text, size_t *n);

#endif
