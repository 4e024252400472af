/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_input.h: sequence files, plain or gzip (zlib recognises which), one after the other.
 */
#ifndef KMER_INPUT_H
#define KMER_INPUT_H

#include <stddef.h>
#include <stdint.h>

#define KMER_ERROR_TEXT 512

struct kmer_visitor {
  void (*record)(void *ctx);                                     /* a record begins */
  void (*bases)(void *ctx, const unsigned char *text, size_t n); /* more letters of it */
  void (*progress)(void *ctx, uint64_t bytes_done);              /* of the files as stored */
  void *ctx;
};

/* Looks at the files without reading them: each must be a regular, readable file that is not empty.
 * 0 with *bytes = their total size; -1 with one line of text in error[KMER_ERROR_TEXT]. */
int kmer_files_look(char *const *paths, int n, uint64_t *bytes, char *error);

/* Reads the files through `v` (progress may be NULL). 0, or -1 with one line in error as above. */
int kmer_files_read(char *const *paths, int n, const struct kmer_visitor *v, char *error);

#endif
