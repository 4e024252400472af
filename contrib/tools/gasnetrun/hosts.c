/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hosts.c: lists of hosts, from text, files and the environment. A fuzz target
 * (tests/fuzz/hosts_fuzz.c) drives hyd_hosts_parse. A name must not be able to be an option of
 * ssh's, nor anything to a shell.
 */
#include "contrib/tools/gasnetrun/hosts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/tools/gasnetrun/run.h"

#define MAX_FILE (16u << 20)

static const char allowed[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:@/[]%";

/* The name as a reader sees all of it: what is invisible, or no letter of ASCII, as \xNN. */
static _Noreturn void refuse_name(const struct hyd_hosts *h, const char *name, size_t n) {
  char shown[4 * 40 + 1] = "";
  size_t at = 0;
  for (size_t i = 0; i < n && i < 40; i++)
    at +=
        (size_t)snprintf(shown + at, sizeof shown - at,
                         name[i] > ' ' && name[i] < 127 ? "%c" : "\\x%02x", (unsigned char)name[i]);
  hyd_wrong("%s: '%s' is not a host name", h->source, shown);
}

static void add_host(struct hyd_hosts *h, const char *name, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (name[i] == '\0' || strchr(allowed, name[i]) == NULL || name[0] == '-' ||
        n > HYD_MAX_HOST_NAME)
      refuse_name(h, name, n);
  if (h->names.n == HYD_MAX_HOSTS) hyd_wrong("%s: more than %u hosts", h->source, HYD_MAX_HOSTS);
  if (hyd_words_add_part(&h->names, name, n)) hyd_wrong("%s: out of memory", h->source);
}

static int is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

/* Whether a comma comes next in the line. */
static int is_list(const char *p, const char *end) {
  while (p < end && is_blank(*p) && *p != '\n') p++;
  return p < end && *p == ',';
}

/* In a file, what follows the host of a line is not read, unless a comma makes it a further host.
 */
void hyd_hosts_parse(struct hyd_hosts *hosts, enum hyd_hosts_form form, const char *text,
                     size_t n) {
  static const char bom[] = "\xef\xbb\xbf"; /* editors put it before UTF-8 */
  const char *end = text + n, *eol;
  int lines = form == HYD_HOSTS_LINES;
  if (n >= sizeof bom - 1 && memcmp(text, bom, sizeof bom - 1) == 0) text += sizeof bom - 1;
  for (const char *p = text, *word = p; p < end; word = ++p) {
    while (p < end && !is_blank(*p) && *p != ',' && (*p != '#' || !lines)) p++;
    if (p > word) add_host(hosts, word, (size_t)(p - word));
    if (p == end) return;
    if (!lines || *p == ',' || (p == word ? is_blank(*p) : is_list(p, end))) continue;
    eol = memchr(p, '\n', (size_t)(end - p));
    if (eol == NULL) return;
    p = eol;
  }
}

/* 0, or -1 with errno. */
static int read_stream(struct hyd_hosts *hosts, FILE *f) {
  char *text = malloc(MAX_FILE + 1);
  size_t n = text ? fread(text, 1, MAX_FILE + 1, f) : 0;
  int bad = text == NULL || ferror(f);
  if (!bad && n > MAX_FILE) errno = EFBIG;
  bad |= n > MAX_FILE;
  if (!bad) hyd_hosts_parse(hosts, HYD_HOSTS_LINES, text, n);
  free(text);
  return bad ? -1 : 0;
}

static int read_file(struct hyd_hosts *hosts, const char *file) {
  FILE *f = fopen(file, "re");
  int bad = f == NULL || read_stream(hosts, f), err = errno;
  if (f) fclose(f);
  errno = err;
  return bad ? -1 : 0;
}

#define EXPECTED "expected a file with one host to a line"

void hyd_hosts_read_file(struct hyd_hosts *hosts, const char *file) {
  if (read_file(hosts, file))
    hyd_wrong("%s: %.100s: %s; " EXPECTED, hosts->source, file, strerror(errno));
}

/* --- the environment: strongest first: what a user sets for GASNet, then batch systems, which list
 * a host once for each of its slots. Their variables are also left in the environment of what a
 * user starts later, or elsewhere: one that leads to no list is passed over. ------------------- */

enum kind { FILE_NAME, LIST, SLURM };

static const struct {
  const char *name;
  enum kind kind;
  int batch; /* of a batch system */
} variable[] = {
    {"GASNET_SSH_NODEFILE", FILE_NAME, 0},
    {"GASNET_SSH_SERVERS", LIST, 0},
    {"GASNET_NODEFILE", FILE_NAME, 0},
    {"AMUDP_SSH_SERVERS", LIST, 0},
    {"SSH_SERVERS", LIST, 0},
    {"PBS_NODEFILE", FILE_NAME, 1},
    {"LSB_HOSTS", LIST, 1},
    {"PE_HOSTFILE", FILE_NAME, 1},
    {"SLURM_JOB_ID", SLURM, 1},
    {"OAR_NODEFILE", FILE_NAME, 1},
    {"SSS_HOSTLIST", LIST, 1},
};

/* Slurm's list is short-hand (host[01-16]); its own command writes it out. 0, or -1. */
static int ask_slurm(struct hyd_hosts *hosts) {
  FILE *f = popen("timeout 20 scontrol show hostnames 2>/dev/null", "re");
  int bad = f == NULL || read_stream(hosts, f);
  return f && pclose(f) == 0 && !bad ? 0 : -1;
}

/* Reads what the variable leads to. NULL, or why there is no list, perhaps in `room`. */
static const char *read_list(struct hyd_hosts *hosts, enum kind kind, const char *value,
                             char room[200]) {
  if (kind == SLURM && ask_slurm(hosts)) return "scontrol show hostnames fails";
  if (kind == FILE_NAME && read_file(hosts, value)) {
    snprintf(room, 200, "%s; " EXPECTED, strerror(errno));
    return room;
  }
  if (kind == LIST) hyd_hosts_parse(hosts, HYD_HOSTS_LIST, value, strlen(value));
  return hosts->names.n ? NULL : "names no host";
}

void hyd_hosts_from_environment(struct hyd_hosts *hosts) {
  char room[200];
  for (size_t i = 0; i < sizeof variable / sizeof variable[0]; i++) {
    const char *value = getenv(variable[i].name), *why;
    if (value == NULL || *value == '\0') continue;
    snprintf(hosts->source, sizeof hosts->source, "%s", variable[i].name);
    if ((why = read_list(hosts, variable[i].kind, value, room)) == NULL) return;
    if (!variable[i].batch) hyd_wrong("%s=%.100s: %s", variable[i].name, value, why);
    hyd_words_free(&hosts->names);
    if (hosts->none[0] == '\0')
      snprintf(hosts->none, sizeof hosts->none, "%s=%.40s: %s", variable[i].name, value, why);
  }
}

/* --- layout --------------------------------------------------------------- */

/* Lists of batch systems name a host once for each of its slots, next to each other. */
void hyd_hosts_unique(struct hyd_hosts *hosts) {
  char **name = hosts->names.word;
  size_t kept = 0;
  for (size_t i = 0, j; i < hosts->names.n; i++) {
    for (j = kept; j > 0 && strcmp(name[j - 1], name[i]) != 0;) j--;
    if (j)
      free(name[i]);
    else
      name[kept++] = name[i];
  }
  hosts->names.n = kept;
}

int hyd_host_is_local(const char *name) {
  return strcmp(name, "localhost") == 0 || strncmp(name, "localhost/", 10) == 0 ||
         strncmp(name, "fork:", 5) == 0;
}

uint32_t hyd_hosts_share(uint32_t ranks, uint32_t hosts, uint32_t i) {
  return ranks / hosts + (i < ranks % hosts);
}
