/* SPDX-License-Identifier: BSD-3-Clause
 *
 * plain/kmer_file.c: files that are not compressed, where kmer is built without zlib.
 */
#include "kmer_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

void *kmer_file_open(const char *path) { return fopen(path, "rbe"); }

long kmer_file_read(void *file, void *buf, size_t n, const char **why) {
  long before = ftell(file);
  size_t got = fread(buf, 1, n, file);
  if (before == 0 && got >= 2 && memcmp(buf, "\x1f\x8b", 2) == 0) {
    *why = "is compressed, and this kmer was built without zlib (Debian: zlib1g-dev)";
    return -1;
  }
  if (got == 0 && ferror(file)) {
    *why = strerror(errno);
    return -1;
  }
  return (long)got;
}

uint64_t kmer_file_offset(void *file) { return (uint64_t)ftell(file); }

void kmer_file_close(void *file) { fclose(file); }
