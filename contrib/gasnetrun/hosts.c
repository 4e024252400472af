/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hosts.c: lists of hosts, from text and files. A fuzz target (tests/fuzz/hosts_fuzz.c) drives
 * hyd_hosts_parse. A name must not be able to be an option of ssh's, nor anything to a shell.
 */
#include "contrib/gasnetrun/hosts.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "contrib/gasnetrun/bytes.h"

#define MAX_FILE (16u << 20)
#define AT_ONCE 65536

static const char allowed[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:@/[]%";

static __attribute__((format(printf, 2, 3))) int bad(struct hyd_hosts *h, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(h->why, sizeof h->why, fmt, ap);
  va_end(ap);
  return -1;
}

static int add(struct hyd_hosts *h, const char *name, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (name[i] == '\0' || strchr(allowed, name[i]) == NULL || name[0] == '-' ||
        n > HYD_MAX_HOST_NAME)
      return bad(h, "%s: '%.*s' is no name of a host", h->source, n < 40 ? (int)n : 40, name);
  if (h->n == h->room) {
    uint32_t room = h->room ? h->room * 2 : 16;
    char **more = room > HYD_MAX_HOSTS ? NULL : realloc(h->name, room * sizeof *more);
    if (more == NULL) return bad(h, "%s: more than %u hosts", h->source, h->n);
    h->name = more;
    h->room = room;
  }
  if ((h->name[h->n] = strndup(name, n)) == NULL) return bad(h, "%s: out of memory", h->source);
  h->n++;
  return 0;
}

static int is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

int hyd_hosts_parse(struct hyd_hosts *hosts, enum hyd_hosts_form form, const char *text, size_t n) {
  const char *end = text + n, *eol;
  int lines = form == HYD_HOSTS_LINES;
  for (const char *p = text, *word = p; p < end; word = ++p) {
    while (p < end && !is_blank(*p) && *p != ',' && (*p != '#' || !lines)) p++;
    if (p > word && add(hosts, word, (size_t)(p - word))) return -1;
    if (p == end) break;
    if (!lines || (p == word && is_blank(*p))) continue;
    eol = memchr(p, '\n', (size_t)(end - p)); /* what follows a host in a file is not read */
    if (eol == NULL) break;
    p = eol;
  }
  return 0;
}

int hyd_hosts_read(struct hyd_hosts *hosts, FILE *f) {
  struct hyd_bytes text = {0};
  size_t n = 1;
  int rc = -1;
  for (char *room; n && hyd_bytes_used(&text) <= MAX_FILE; text.n += n) {
    if ((room = hyd_bytes_room(&text, AT_ONCE)) == NULL) break;
    n = fread(room, 1, AT_ONCE, f);
  }
  if (n == 0 && !ferror(f))
    rc = hyd_hosts_parse(hosts, HYD_HOSTS_LINES, hyd_bytes_at(&text), text.n);
  else
    (void)bad(hosts, "%s: %s; expected a file with one host to a line", hosts->source,
              strerror(ferror(f) ? errno : EFBIG));
  hyd_bytes_free(&text);
  return rc;
}

int hyd_hosts_read_file(struct hyd_hosts *hosts, const char *file) {
  FILE *f = fopen(file, "re");
  int rc;
  if (f == NULL)
    return bad(hosts, "%s: %.100s: %s; expected a file with one host to a line", hosts->source,
               file, strerror(errno));
  rc = hyd_hosts_read(hosts, f);
  fclose(f);
  return rc;
}

/* Lists of batch systems name a host once for each of its slots, next to each other. */
void hyd_hosts_unique(struct hyd_hosts *hosts) {
  uint32_t kept = 0;
  for (uint32_t i = 0, j; i < hosts->n; i++) {
    for (j = kept; j > 0 && strcmp(hosts->name[j - 1], hosts->name[i]) != 0;) j--;
    if (j)
      free(hosts->name[i]);
    else
      hosts->name[kept++] = hosts->name[i];
  }
  hosts->n = kept;
}

void hyd_hosts_free(struct hyd_hosts *hosts) {
  for (uint32_t i = 0; i < hosts->n; i++) free(hosts->name[i]);
  free(hosts->name);
  *hosts = (struct hyd_hosts){0};
}

int hyd_host_is_local(const char *name) {
  return strcmp(name, "localhost") == 0 || strncmp(name, "localhost/", 10) == 0 ||
         strncmp(name, "fork:", 5) == 0;
}

uint32_t hyd_hosts_share(uint32_t ranks, uint32_t hosts, uint32_t i) {
  return ranks / hosts + (i < ranks % hosts);
}
