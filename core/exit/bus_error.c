/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bus_error.c: see bus_error.h. Reads /proc/self/maps, which has lines as
 *   7f0c8c000000-7f0c8c400000 rw-s 00000000 00:1f 23  /dev/shm/hydrant-job.Xa3k2u (deleted)
 */
#include "core/exit/bus_error.h"

#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#define FIELDS_BEFORE_NAME 4 /* fields between the addresses and the name */

/* Reads byte by byte, through a buffer. */
struct reader {
  int fd;
  ssize_t n, at;
  char buf[1024];
};

static int next_byte(struct reader *r) {
  if (r->at == r->n) {
    r->n = read(r->fd, r->buf, sizeof r->buf);
    r->at = 0;
  }
  return r->n <= 0 ? -1 : (unsigned char)r->buf[r->at++];
}

/* Reads a hexadecimal number; *after is the byte that follows it. */
static uintptr_t read_number(struct reader *r, int *after) {
  static const char digits[] = "0123456789abcdef";
  const char *digit;
  uintptr_t value = 0;
  while ((*after = next_byte(r)) > 0 && (digit = strchr(digits, *after)) != NULL)
    value = value << 4 | (uintptr_t)(digit - digits);
  return value;
}

static int skip_to_name(struct reader *r) {
  int c = next_byte(r);
  for (int i = 0; i < FIELDS_BEFORE_NAME; i++) {
    while (c > 0 && c != ' ' && c != '\n') c = next_byte(r);
    while (c == ' ') c = next_byte(r);
  }
  return c;
}

static int find_mapping(struct reader *r, uintptr_t addr, char *name, size_t size) {
  size_t n = 0;
  int c;
  do {
    uintptr_t from = read_number(r, &c), to = read_number(r, &c);
    int here = addr - from < to - from;
    for (c = skip_to_name(r); c > 0 && c != '\n'; c = next_byte(r))
      if (here && n + 1 < size) name[n++] = (char)c;
    name[n] = '\0';
    if (here) return name[0] == '/' ? 0 : -1;
  } while (c > 0);
  return -1;
}

int hyd_bus_file(const void *addr, char *name, size_t size) {
  struct reader r = {.fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)};
  int rc = r.fd < 0 ? -1 : find_mapping(&r, (uintptr_t)addr, name, size);
  if (r.fd >= 0) close(r.fd);
  return rc;
}
