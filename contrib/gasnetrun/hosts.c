/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hosts.c: lists of hosts, from text and files. A fuzz target (tests/fuzz/hosts_fuzz.c) drives
 * hyd_hosts_parse. A name must not be able to be an option of ssh's, nor anything to a shell.
 */
#include "contrib/gasnetrun/hosts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_FILE (16u << 20)

static const char allowed[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:@/[]%";

static int add(struct hyd_hosts *h, const char *name, size_t n, char *why, size_t why_size) {
  for (size_t i = 0; i < n; i++)
    if (name[i] == '\0' || strchr(allowed, name[i]) == NULL || name[0] == '-' ||
        n > HYD_MAX_HOST_NAME) {
      snprintf(why, why_size, "%s: '%.*s' is no name of a host", h->source, n < 40 ? (int)n : 40,
               name);
      return -1;
    }
  if (h->n == h->room) {
    uint32_t room = h->room ? h->room * 2 : 16;
    char **more = room > HYD_MAX_HOSTS ? NULL : realloc(h->name, room * sizeof *more);
    if (more == NULL) {
      snprintf(why, why_size, "%s: more than %u hosts", h->source, h->n);
      return -1;
    }
    h->name = more;
    h->room = room;
  }
  if ((h->name[h->n] = strndup(name, n)) == NULL) {
    snprintf(why, why_size, "%s: out of memory", h->source);
    return -1;
  }
  h->n++;
  return 0;
}

static int is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

static int parse_list(struct hyd_hosts *h, const char *p, const char *end, char *why,
                      size_t why_size) {
  while (p < end) {
    const char *q = p;
    while (q < end && *q != ',' && !is_blank(*q)) q++;
    if (q > p && add(h, p, (size_t)(q - p), why, why_size)) return -1;
    p = q + 1;
  }
  return 0;
}

static int parse_lines(struct hyd_hosts *h, const char *p, const char *end, char *why,
                       size_t why_size) {
  while (p < end) {
    const char *eol = memchr(p, '\n', (size_t)(end - p)), *q;
    if (eol == NULL) eol = end;
    while (p < eol && is_blank(*p)) p++;
    for (q = p; q < eol && !is_blank(*q) && *q != '#' && *q != ',';) q++;
    if (q > p && add(h, p, (size_t)(q - p), why, why_size)) return -1;
    p = eol + 1;
  }
  return 0;
}

int hyd_hosts_parse(struct hyd_hosts *hosts, enum hyd_hosts_form form, const char *text, size_t n,
                    char *why, size_t why_size) {
  if (form == HYD_HOSTS_LIST) return parse_list(hosts, text, text + n, why, why_size);
  return parse_lines(hosts, text, text + n, why, why_size);
}

/* The whole file, at most MAX_FILE bytes. NULL with errno. */
static char *read_file(const char *file, size_t *n_p) {
  int fd = open(file, O_RDONLY | O_CLOEXEC), err;
  struct stat st;
  char *text = NULL;
  ssize_t n;
  *n_p = 0;
  if (fd < 0) return NULL;
  if (fstat(fd, &st)) goto out;
  if (!S_ISREG(st.st_mode) || st.st_size > MAX_FILE) {
    errno = S_ISREG(st.st_mode) ? EFBIG : EINVAL;
    goto out;
  }
  if ((text = malloc((size_t)st.st_size + 1)) == NULL) goto out;
  while (*n_p < (size_t)st.st_size && (n = read(fd, text + *n_p, (size_t)st.st_size - *n_p)) > 0)
    *n_p += (size_t)n;
out:
  err = errno;
  close(fd);
  errno = err;
  return text;
}

int hyd_hosts_read(struct hyd_hosts *hosts, const char *file, char *why, size_t why_size) {
  size_t n;
  char *text = read_file(file, &n);
  int rc;
  if (text == NULL) {
    snprintf(why, why_size, "%s: %.100s: %s; expected a file with one host to a line",
             hosts->source, file, strerror(errno));
    return -1;
  }
  rc = hyd_hosts_parse(hosts, HYD_HOSTS_LINES, text, n, why, why_size);
  free(text);
  return rc;
}

static int by_name(const void *a, const void *b) {
  const char *const *x = *(const char *const *const *)a, *const *y = *(const char *const *const *)b;
  int c = strcmp(*x, *y);
  return c ? c : (x > y) - (x < y);
}

void hyd_hosts_unique(struct hyd_hosts *hosts) {
  char ***sorted = calloc(hosts->n ? hosts->n : 1, sizeof *sorted);
  uint32_t kept = 0;
  if (sorted == NULL) return;
  for (uint32_t i = 0; i < hosts->n; i++) sorted[i] = &hosts->name[i];
  qsort(sorted, hosts->n, sizeof *sorted, by_name);
  for (uint32_t i = 0, first = 0; i < hosts->n; i++) {
    if (i > 0 && strcmp(*sorted[first], *sorted[i]) == 0) {
      free(*sorted[i]);
      *sorted[i] = NULL;
    } else {
      first = i;
    }
  }
  for (uint32_t i = 0; i < hosts->n; i++)
    if (hosts->name[i]) hosts->name[kept++] = hosts->name[i];
  hosts->n = kept;
  free(sorted);
}

void hyd_hosts_free(struct hyd_hosts *hosts) {
  for (uint32_t i = 0; i < hosts->n; i++) free(hosts->name[i]);
  free(hosts->name);
  hosts->name = NULL;
  hosts->n = hosts->room = 0;
}

int hyd_host_is_local(const char *name) {
  return strcmp(name, "localhost") == 0 || strncmp(name, "localhost/", 10) == 0 ||
         strncmp(name, "fork:", 5) == 0;
}

uint32_t hyd_hosts_share(uint32_t ranks, uint32_t hosts, uint32_t i) {
  return ranks / hosts + (i < ranks % hosts);
}
