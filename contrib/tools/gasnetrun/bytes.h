/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bytes.h: a growing row of bytes, and reading fields out of one. What is read was sent by another
 * process: a reader never goes past the end; after the first field that is not there it is bad, and
 * all further ones are 0 or empty.
 */
#ifndef HYD_GASNETRUN_BYTES_H
#define HYD_GASNETRUN_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct hyd_bytes {
  char *p;
  size_t n, room, start; /* bytes [start, n) are in use */
};

/* Room for `more` bytes at the end. NULL: out of memory, nothing changed. */
static inline char *hyd_bytes_room(struct hyd_bytes *b, size_t more) {
  size_t room = b->room ? b->room : 256;
  char *p;
  if (b->start && b->start == b->n) b->start = b->n = 0;
  if (b->start > b->room / 2) {
    memmove(b->p, b->p + b->start, b->n - b->start);
    b->n -= b->start;
    b->start = 0;
  }
  if (b->p && b->room - b->n >= more) return b->p + b->n;
  while (room - b->n < more) room *= 2;
  if ((p = realloc(b->p, room)) == NULL) return NULL;
  b->p = p;
  b->room = room;
  return p + b->n;
}

static inline int hyd_bytes_add(struct hyd_bytes *b, const void *data, size_t n) {
  char *p = hyd_bytes_room(b, n);
  if (p == NULL) return -1;
  if (n) memcpy(p, data, n);
  b->n += n;
  return 0;
}

static inline size_t hyd_bytes_used(const struct hyd_bytes *b) { return b->n - b->start; }

static inline const char *hyd_bytes_at(const struct hyd_bytes *b) {
  return b->p ? b->p + b->start : "";
}

/* Adds what a read(2) of `most` bytes brings. Its result; 0 also if out of memory. */
static inline ssize_t hyd_bytes_read(struct hyd_bytes *b, int fd, size_t most) {
  char *room = hyd_bytes_room(b, most);
  ssize_t n = room ? read(fd, room, most) : -1; /* with ENOMEM */
  if (n > 0) b->n += (size_t)n;
  return n;
}

/* Takes the first line out, where it lies: n letters, then a zero byte. NULL: none has its end. */
static inline char *hyd_bytes_line(struct hyd_bytes *b, size_t *n_p) {
  char *line, *end;
  if (b->p == NULL) return NULL;
  line = b->p + b->start;
  if ((end = memchr(line, '\n', b->n - b->start)) == NULL) return NULL;
  *end = '\0';
  *n_p = (size_t)(end - line);
  b->start += *n_p + 1;
  return line;
}

static inline void hyd_bytes_free(struct hyd_bytes *b) {
  free(b->p);
  memset(b, 0, sizeof *b);
}

/* --- fields --------------------------------------------------------------- */

/* Numbers of 32 bits, least byte first; strings with their length before, and a zero byte behind
 * that counts for nothing, so that a reader can point into the row. */

static inline int hyd_bytes_u32(struct hyd_bytes *b, uint32_t v) {
  unsigned char c[4] = {(unsigned char)v, (unsigned char)(v >> 8), (unsigned char)(v >> 16),
                        (unsigned char)(v >> 24)};
  return hyd_bytes_add(b, c, 4);
}

static inline int hyd_bytes_str(struct hyd_bytes *b, const char *s) {
  size_t n = strlen(s);
  return n > 0x7fffffff || hyd_bytes_u32(b, (uint32_t)n) || hyd_bytes_add(b, s, n + 1) ? -1 : 0;
}

struct hyd_reader {
  const char *p, *end;
  int bad;
};

static inline struct hyd_reader hyd_read_bytes(const struct hyd_bytes *b) {
  return (struct hyd_reader){hyd_bytes_at(b), hyd_bytes_at(b) + hyd_bytes_used(b), 0};
}

static inline uint32_t hyd_read_u32(struct hyd_reader *r) {
  const unsigned char *c = (const unsigned char *)r->p;
  if (r->bad || r->end - r->p < 4) {
    r->bad = 1;
    return 0;
  }
  r->p += 4;
  return (uint32_t)c[0] | (uint32_t)c[1] << 8 | (uint32_t)c[2] << 16 | (uint32_t)c[3] << 24;
}

/* A number from 0 to max. */
static inline uint32_t hyd_read_upto(struct hyd_reader *r, uint32_t max) {
  uint32_t v = hyd_read_u32(r);
  if (v > max) r->bad = 1;
  return r->bad ? 0 : v;
}

static inline const char *hyd_read_str(struct hyd_reader *r) {
  uint32_t n = hyd_read_u32(r);
  const char *s = r->p;
  if (r->bad || (size_t)(r->end - r->p) <= n || s[n] != '\0' || memchr(s, '\0', n)) {
    r->bad = 1;
    return "";
  }
  r->p += n + 1;
  return s;
}

#endif
