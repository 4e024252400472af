/* SPDX-License-Identifier: BSD-3-Clause
 *
 * anl_files.c: read, write, fread and fwrite of programs of the ANL macros, which the linker
 * (--wrap, by hydrant-dsm-anl.pc) has call these: programs read their data straight into memory of
 * G_MALLOC, and write their results from there. The kernel does not fetch its pages
 * (hyd_dsm_touch), so that they are brought here first, as many at a time as there is room for.
 */
#include <stdio.h>
#include <unistd.h>

#include "contrib/dsm/dsm.h"

ssize_t __wrap_read(int fd, void *to, size_t n);
ssize_t __wrap_write(int fd, const void *from, size_t n);
size_t __wrap_fread(void *to, size_t size, size_t n, FILE *f);
size_t __wrap_fwrite(const void *from, size_t size, size_t n, FILE *f);

/* How many bytes of [p, p + n), from p on, are here now; n if p is outside the region. */
static size_t touched(const void *p, size_t n, int write) {
  struct hyd_dsm *d = hyd_dsm_the;
  size_t offset = d ? (size_t)((const char *)p - d->view) : 0;
  if (d == NULL || offset >= d->at.region) return n;
  if (n > d->at.region - offset) n = d->at.region - offset;
  return hyd_dsm_touch((void *)(uintptr_t)p, n, write);
}

/* What was moved before an error, or a short part, is what the call has moved. */
ssize_t __wrap_read(int fd, void *to, size_t n) {
  size_t done = 0;
  do {
    size_t part = touched((char *)to + done, n - done, 1);
    ssize_t moved = read(fd, (char *)to + done, part);
    if (moved < 0) return done ? (ssize_t)done : moved;
    done += (size_t)moved;
    if ((size_t)moved < part || part == 0) break;
  } while (done < n);
  return (ssize_t)done;
}

ssize_t __wrap_write(int fd, const void *from, size_t n) {
  size_t done = 0;
  do {
    size_t part = touched((const char *)from + done, n - done, 0);
    ssize_t moved = write(fd, (const char *)from + done, part);
    if (moved < 0) return done ? (ssize_t)done : moved;
    done += (size_t)moved;
    if ((size_t)moved < part || part == 0) break;
  } while (done < n);
  return (ssize_t)done;
}

size_t __wrap_fread(void *to, size_t size, size_t n, FILE *f) {
  size_t bytes = size * n, done = 0;
  if (size == 0 || touched(to, bytes, 1) == bytes) return fread(to, size, n, f);
  while (done < bytes) {
    size_t part = touched((char *)to + done, bytes - done, 1);
    size_t moved = fread((char *)to + done, 1, part, f);
    done += moved;
    if (moved < part || part == 0) break;
  }
  return done / size;
}

size_t __wrap_fwrite(const void *from, size_t size, size_t n, FILE *f) {
  size_t bytes = size * n, done = 0;
  if (size == 0 || touched(from, bytes, 0) == bytes) return fwrite(from, size, n, f);
  while (done < bytes) {
    size_t part = touched((const char *)from + done, bytes - done, 0);
    size_t moved = fwrite((const char *)from + done, 1, part, f);
    done += moved;
    if (moved < part || part == 0) break;
  }
  return done / size;
}
