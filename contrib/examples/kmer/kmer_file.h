/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_file.h: the bytes of one file: by zlib, which decompresses gzip files and passes others
 * through (kmer_file.c), or plain files alone where there is no zlib (plain/kmer_file.c).
 */
#ifndef KMER_FILE_H
#define KMER_FILE_H

#include <stddef.h>
#include <stdint.h>

/* NULL with errno. */
void *kmer_file_open(const char *path);
/* A kmer_read_fn (kmer_reader.h). */
long kmer_file_read(void *file, void *buf, size_t n, const char **why);
/* The number of bytes of the file, as stored, that have been read. */
uint64_t kmer_file_offset(void *file);
void kmer_file_close(void *file);

#endif
