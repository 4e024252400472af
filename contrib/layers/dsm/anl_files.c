/* SPDX-License-Identifier: BSD-3-Clause
 *
 * anl_files.c: replacements of read, write, fread and fwrite for programs with the ANL macros, by
 * the linker's --wrap (hydrant-dsm-anl.pc). Programs read data directly into memory of G_MALLOC and
 * write results from there. The kernel does not fetch pages of the region (hyd_dsm_touch), so these
 * functions fetch them first, as many at a time as there is room for.
 */
#include <stdio.h>
#include <unistd.h>

#include "contrib/layers/dsm/dsm.h"

ssize_t __wrap_read(int fd, void *to, size_t n);
ssize_t __wrap_write(int fd, const void *from, size_t n);
size_t __wrap_fread(void *to, size_t size, size_t n, FILE *f);
size_t __wrap_fwrite(const void *from, size_t size, size_t n, FILE *f);

/* Fetches pages; returns how many bytes of [p, p + n) are accessible now, n if p is outside the
 * region. */
static size_t touched(const void *p, size_t n, int write) {
  struct hyd_dsm *d = hyd_dsm_the;
  size_t offset = d ? (size_t)((const char *)p - d->view) : 0;
  if (d == NULL || offset >= d->at.region) return n;
  if (n > d->at.region - offset) n = d->at.region - offset;
  return hyd_dsm_touch((void *)(uintptr_t)p, n, write);
}

struct file {
  int fd;
  FILE *stream;
};
typedef ssize_t mover(const struct file *f, void *at, size_t n);

static ssize_t move_in(const struct file *f, void *at, size_t n) { return read(f->fd, at, n); }
static ssize_t move_out(const struct file *f, void *at, size_t n) { return write(f->fd, at, n); }
static ssize_t stream_in(const struct file *f, void *at, size_t n) {
  return (ssize_t)fread(at, 1, n, f->stream);
}
static ssize_t stream_out(const struct file *f, void *at, size_t n) {
  return (ssize_t)fwrite(at, 1, n, f->stream);
}

/* Moves the bytes in parts. Returns what was moved before an error or a short part. */
static ssize_t move_parts(struct file f, mover *move_part, const void *at, size_t n, int write) {
  char *p = (char *)(uintptr_t)at;
  size_t done = 0, part;
  ssize_t moved;
  do {
    part = touched(p + done, n - done, write);
    moved = move_part(&f, p + done, part);
    if (moved < 0) return done ? (ssize_t)done : moved;
    done += (size_t)moved;
  } while (part && (size_t)moved == part && done < n);
  return (ssize_t)done;
}

ssize_t __wrap_read(int fd, void *to, size_t n) {
  return move_parts((struct file){.fd = fd}, move_in, to, n, 1);
}
ssize_t __wrap_write(int fd, const void *from, size_t n) {
  return move_parts((struct file){.fd = fd}, move_out, from, n, 0);
}
size_t __wrap_fread(void *to, size_t size, size_t n, FILE *f) {
  return size ? (size_t)move_parts((struct file){.stream = f}, stream_in, to, size * n, 1) / size
              : 0;
}
size_t __wrap_fwrite(const void *from, size_t size, size_t n, FILE *f) {
  return size ? (size_t)move_parts((struct file){.stream = f}, stream_out, from, size * n, 0) / size
              : 0;
}
