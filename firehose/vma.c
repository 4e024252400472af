/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vma.c: see vma.h. Since Linux 6.11 an ioctl of /proc/self/maps looks up one address. On older
 * kernels the text is read up to the address, with a line buffer of fixed size: the first LINE
 * bytes of a line have all that is needed, including the start of the file's name.
 */
#include "firehose/vma.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/types.h>
#include <unistd.h>

#include "core/sys/fd.h"

#define LINE 128
#define CHUNK 1024
#define NAME 4096
/* The kernel's name for a segment's file is "/SYSV00000000 (deleted)". */
#define SYSV_NAME "/SYSV"

/* struct procmap_query of linux/fs.h, which older headers lack. */
struct query {
  uint64_t size, flags, addr;
  uint64_t lo, hi, vma_flags, page_size, offset, inode;
  uint32_t dev_major, dev_minor, name_size, build_id_size;
  uint64_t name, build_id;
};
#define QUERY _IOWR('f', 17, struct query)
#define COVERING_OR_NEXT 0x10u
#define VMA_WRITABLE 0x02u
#define VMA_SHARED 0x08u

int fh_vma_open(void) { return hyd_fd_high(open("/proc/self/maps", O_RDONLY | O_CLOEXEC)); }

static int is_sysv(const char *name) { return strncmp(name, SYSV_NAME, sizeof SYSV_NAME - 1) == 0; }

/* --- by ioctl ------------------------------------------------------------- */

static int query_mapping(int maps, struct query *q, uintptr_t addr, char *name) {
  memset(q, 0, sizeof *q);
  q->size = sizeof *q;
  q->flags = COVERING_OR_NEXT;
  q->addr = addr;
  q->name = (uintptr_t)name;
  q->name_size = name ? NAME : 0;
  return ioctl(maps, QUERY, q) ? errno : 0;
}

int fh_vma_find(int maps, uintptr_t addr, struct fh_vma *v) {
  struct query q;
  char name[NAME];
  int rc = query_mapping(maps, &q, addr, NULL);
  if (rc == ENOTTY || rc == EINVAL) return fh_vma_find_in_text(maps, addr, v);
  name[0] = 0;
  if (rc == 0 && (q.vma_flags & VMA_SHARED)) rc = query_mapping(maps, &q, addr, name);
  if (rc) return rc;
  *v = (struct fh_vma){(uintptr_t)q.lo, (uintptr_t)q.hi, is_sysv(name),
                       (q.vma_flags & VMA_WRITABLE) != 0};
  return 0;
}

/* --- by text -------------------------------------------------------------- */

/* Reads a line, "lo-hi perms offset dev inode   name". */
static struct fh_vma parse_line(const char *line) {
  char *end;
  const char *name = strchr(line, '/');
  struct fh_vma v;
  v.lo = (uintptr_t)strtoull(line, &end, 16);
  v.hi = (uintptr_t)strtoull(*end ? end + 1 : end, NULL, 16);
  v.sysv = name && is_sysv(name);
  end = strchr(line, ' ');
  v.writable = end && end[1] && end[2] == 'w';
  return v;
}

/* Takes a chunk of the text. 1: *v is the mapping that is looked for. */
static int feed_text(char *line, size_t *n, const char *chunk, size_t size, uintptr_t addr,
                     struct fh_vma *v) {
  for (size_t i = 0; i < size; i++) {
    if (chunk[i] != '\n') {
      if (*n < LINE - 1) line[(*n)++] = chunk[i];
      continue;
    }
    line[*n] = 0;
    *n = 0;
    *v = parse_line(line);
    if (v->hi > addr) return 1;
  }
  return 0;
}

int fh_vma_find_in_text(int maps, uintptr_t addr, struct fh_vma *v) {
  char line[LINE], chunk[CHUNK];
  size_t n = 0;
  off_t at = 0;
  for (;;) {
    ssize_t got = pread(maps, chunk, sizeof chunk, at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) return ENOENT;
    if (feed_text(line, &n, chunk, (size_t)got, addr, v)) return 0;
    at += got;
  }
}

int fh_vma_read_only(int maps, uintptr_t lo, uintptr_t hi) {
  struct fh_vma v;
  while (lo < hi) {
    if (fh_vma_find(maps, lo, &v) || v.lo > lo || v.writable) return 0;
    lo = v.hi;
  }
  return 1;
}
