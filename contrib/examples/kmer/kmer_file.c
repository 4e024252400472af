/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_file.c: zlib's gz functions. They pass plain files through, check length and CRC of gzip
 * files, and go on over several gzip members. A gzip file that ends early shows only in gzerror()
 * after gzread() has returned what there was.
 */
#include "kmer_file.h"

#include <errno.h>
#include <string.h>
#include <zlib.h>

void *kmer_file_open(const char *path) {
  gzFile gz = gzopen(path, "rbe");
  if (gz) gzbuffer(gz, 1 << 17);
  return gz;
}

long kmer_file_read(void *file, void *buf, size_t n, const char **why) {
  gzFile gz = file;
  int code = Z_OK, got = gzread(gz, buf, (unsigned)n);
  const char *text;
  if (got > 0) return got;
  text = gzerror(gz, &code);
  if (got == 0 && code == Z_OK) return 0;
  if (code == Z_BUF_ERROR)
    *why = "the gzip data end too early: is the file cut short?";
  else if (code == Z_DATA_ERROR)
    *why = "the gzip data are damaged (wrong checksum or code)";
  else
    *why = code == Z_ERRNO ? strerror(errno) : text;
  return -1;
}

uint64_t kmer_file_offset(void *file) { return (uint64_t)gzoffset(file); }

void kmer_file_close(void *file) { gzclose(file); }
