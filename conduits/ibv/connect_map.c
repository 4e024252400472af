/* SPDX-License-Identifier: BSD-3-Clause
 *
 * connect_map.c: reads and writes the files of connect_map.h.
 */
#include "conduits/ibv/connect_map.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct reader {
  uint32_t rank, size;
  unsigned base;
  unsigned char *peer;
};

/* Reads a number. -1: there is none, or it is not less than `below`. */
static int64_t read_number(const char **at, unsigned base, uint32_t below) {
  char *end;
  unsigned long long n;
  if (!isalnum((unsigned char)**at)) return -1;
  n = strtoull(*at, &end, (int)base);
  if (end == *at || n >= below) return -1;
  *at = end;
  return (int64_t)n;
}

static void skip(const char **at) {
  while (isspace((unsigned char)**at) || **at == ',') ++*at;
}

static void connect_both(const struct reader *r, uint32_t a, uint32_t b) {
  if (a == b) return;
  if (a == r->rank) r->peer[b] = 1;
  if (b == r->rank) r->peer[a] = 1;
}

/* Reads a list of peers: "1 2 8-f". */
static int read_peers(const struct reader *r, uint32_t node, const char *at) {
  for (skip(&at); *at; skip(&at)) {
    int64_t first = read_number(&at, r->base, r->size), last = first;
    if (first >= 0 && *at == '-') {
      at++;
      last = read_number(&at, r->base, r->size);
    }
    if (first < 0 || last < first || (*at && *at != ',' && !isspace((unsigned char)*at))) return -1;
    for (int64_t i = first; i <= last; i++) connect_both(r, node, (uint32_t)i);
  }
  return 0;
}

/* Reads "size: 40" or "base: 16". 1: it is another line; -1: the line is wrong. */
static int read_head(struct reader *r, const char *at) {
  int is_size = strncmp(at, "size", 4) == 0;
  int64_t n;
  if (!is_size && strncmp(at, "base", 4)) return 1;
  for (at += 4; isspace((unsigned char)*at); at++) {
  }
  if (*at++ != ':') return 1;
  skip(&at);
  n = read_number(&at, 10, UINT32_MAX);
  skip(&at);
  if (n < 0 || *at || (is_size ? n != r->size : n < 2 || n > 36)) return -1;
  if (!is_size) r->base = (unsigned)n;
  return 0;
}

static int read_line(struct reader *r, char *line) {
  const char *at = line;
  int64_t node;
  int head;
  line[strcspn(line, "#\n")] = '\0';
  skip(&at);
  if (*at == '\0') return 0;
  if ((head = read_head(r, at)) <= 0) return head;
  node = read_number(&at, r->base, r->size);
  skip(&at);
  if (node < 0 || *at != ':') return -1;
  return read_peers(r, (uint32_t)node, at + 1);
}

int hyd_ibv_connect_map_read(FILE *in, uint32_t rank, uint32_t size, unsigned base,
                             unsigned char *peer, char *why, size_t room) {
  struct reader r = {rank, size, base, peer};
  char *line = NULL;
  size_t have = 0;
  int bad = 0;
  memset(peer, 0, size);
  for (unsigned n = 1; !bad && getline(&line, &have, in) >= 0; n++) {
    bad = read_line(&r, line);
    if (bad)
      snprintf(why, room,
               "line %u: \"%.60s\"; expected \"size: %u\", \"base: 2\" to \"base: 36\", or a rank "
               "and its peers, as \"0: 1 3-5\", below that size, with numbers of base %u",
               n, line, size, r.base);
  }
  free(line);
  return bad;
}

/* --- writing -------------------------------------------------------------- */

static size_t put_number(char *to, uint32_t n, unsigned base) {
  char digits[33];
  size_t len = 0, i = 0;
  do digits[len++] = "0123456789abcdefghijklmnopqrstuvwxyz"[n % base];
  while ((n /= base) != 0);
  while (len) to[i++] = digits[--len];
  return i;
}

static size_t put_peers(char *to, uint32_t size, unsigned base, const unsigned char *peer) {
  size_t at = 0;
  for (uint32_t i = 0, last; i < size; i = last + 1) {
    last = i;
    if (!peer[i]) continue;
    while (last + 1 < size && peer[last + 1]) last++;
    to[at++] = ' ';
    at += put_number(to + at, i, base);
    if (last > i) {
      to[at++] = '-';
      at += put_number(to + at, last, base);
    }
  }
  return at;
}

int hyd_ibv_connect_map_write(int fd, uint32_t rank, uint32_t size, unsigned base,
                              const unsigned char *peer) {
  size_t n, at;
  char *text = malloc(100 + (size_t)size * 34);
  ssize_t written;
  if (text == NULL) return -1;
  at = (size_t)sprintf(text, "size: %u\nbase: %u\n", size, base);
  at += put_number(text + at, rank, base);
  text[at++] = ':';
  n = put_peers(text + at, size, base, peer);
  at += n;
  text[at++] = '\n';
  written = n ? write(fd, text, at) : (ssize_t)at;
  free(text);
  if (written >= 0 && (size_t)written < at) errno = ENOSPC;
  return written == (ssize_t)at ? 0 : -1;
}
