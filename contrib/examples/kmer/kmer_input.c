/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_input.c: see kmer_input.h.
 */
#include "kmer_input.h"

#include "kmer_file.h"
#include "kmer_reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int look_at(const char *path, uint64_t *bytes, char *error) {
  struct stat st;
  const char *why = NULL;
  if (stat(path, &st) != 0 || (S_ISREG(st.st_mode) && access(path, R_OK) != 0))
    why = strerror(errno);
  else if (S_ISDIR(st.st_mode))
    why = "is a directory; give the files in it by name";
  else if (!S_ISREG(st.st_mode))
    why = "is not a regular file; every rank reads the input, so a pipe or device will not do";
  else if (st.st_size == 0)
    why = "is empty";
  if (why) {
    snprintf(error, KMER_ERROR_TEXT, "%.300s: %s", path, why);
    return -1;
  }
  *bytes += (uint64_t)st.st_size;
  return 0;
}

int kmer_files_look(char *const *paths, int n, uint64_t *bytes, char *error) {
  *bytes = 0;
  for (int i = 0; i < n; i++)
    if (look_at(paths[i], bytes, error) != 0) return -1;
  return 0;
}

/* Everything in one open file. -1 when the reader's error text tells why. */
static int read_open(struct kmer_reader *r, const struct kmer_visitor *v, void *file,
                     uint64_t before) {
  const unsigned char *text = NULL;
  size_t n = 0;
  uint64_t shown = 0;
  kmer_reader_init(r, kmer_file_read, file);
  for (;;) {
    enum kmer_event ev = kmer_reader_next(r, &text, &n);
    if (ev == KMER_ERROR || ev == KMER_END) return ev == KMER_END ? 0 : -1;
    if (ev == KMER_RECORD) v->record(v->ctx);
    if (ev == KMER_BASES) v->bases(v->ctx, text, n);
    if (v->progress && r->bytes != shown) {
      shown = r->bytes;
      v->progress(v->ctx, before + kmer_file_offset(file));
    }
  }
}

static int read_file(struct kmer_reader *r, const char *path, const struct kmer_visitor *v,
                     uint64_t before, char *error) {
  void *file = kmer_file_open(path);
  int bad;
  if (!file) {
    snprintf(error, KMER_ERROR_TEXT, "%.300s: %s", path, strerror(errno ? errno : ENOMEM));
    return -1;
  }
  bad = read_open(r, v, file, before);
  if (bad) snprintf(error, KMER_ERROR_TEXT, "%.300s: %s", path, r->error);
  kmer_file_close(file);
  return bad;
}

int kmer_files_read(char *const *paths, int n, const struct kmer_visitor *v, char *error) {
  struct kmer_reader *r = malloc(sizeof *r);
  uint64_t before = 0;
  int bad = 0;
  if (!r) {
    snprintf(error, KMER_ERROR_TEXT, "out of memory");
    return -1;
  }
  for (int i = 0; i < n && !bad; i++) {
    uint64_t size = 0;
    bad = look_at(paths[i], &size, error) || read_file(r, paths[i], v, before, error);
    before += size;
  }
  free(r);
  return bad ? -1 : 0;
}
