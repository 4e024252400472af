/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pm.c: chooses the client of the process manager, by name or by the environment: the newest kind
 * first, because launchers with PMIx often set variables of older kinds, too.
 *
 * Also encodes bytes as values: base 64 with '-' and '_', without padding, which every manager
 * carries unchanged. Long values are divided into pieces, each as long as a manager's value may be.
 * Piece 0 has the key NAME-RANK and begins with the number of bytes and a dot; the others have the
 * keys NAME-RANK-1, -2 ...
 */
#include "core/boot/pm.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct hyd_pm_ops *const known[] = {&hyd_pm_pmix, &hyd_pm_pmi2, &hyd_pm_pmi1};
#define KNOWN (sizeof known / sizeof known[0])

int hyd_pm_fail(struct hyd_pm *pm, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(pm->why, sizeof pm->why, fmt, ap);
  va_end(ap);
  return -1;
}

const char *hyd_pm_spawner(const char *conduit) {
  char name[64];
  int n = snprintf(name, sizeof name, "GASNET_%s_SPAWNER", conduit);
  if (n < 0 || (size_t)n >= sizeof name) return NULL;
  for (char *p = name; *p; p++) *p = (char)toupper((unsigned char)*p);
  return getenv(name);
}

/* --- ranks and the programs that they start -------------------------------- */

/* A program that a rank starts inherits the rank's environment, but not its connection to the
 * manager, and is no rank of the job. So a rank notes its manager in the environment: a process
 * that finds the note for the manager of its own environment is such a program. (A launcher that a
 * rank starts gives its ranks another manager.) */
#define TAKEN "HYDRANT_RANK_TAKEN"

static const char *or_none(const char *name) {
  const char *value = getenv(name);
  return value ? value : "-";
}

static void identify(char *text, size_t size) {
  struct stat st = {.st_ino = 0};
  const char *fd = getenv("PMI_FD");
  if (fd && fstat(atoi(fd), &st)) st.st_ino = 0; /* another launcher would have opened it */
  snprintf(text, size, "%s/%s/%s/%s/%s/%s/%llu", or_none("PMI_FD"), or_none("PMI_PORT"),
           or_none("PMI_ID"), or_none("PMI_RANK"), or_none("PMIX_NAMESPACE"), or_none("PMIX_RANK"),
           (unsigned long long)st.st_ino);
}

static int is_taken(void) {
  const char *note = getenv(TAKEN), *end = note ? strrchr(note, '/') : NULL;
  char now[512];
  size_t n;
  if (end == NULL) return 0;
  identify(now, sizeof now);
  n = (size_t)(strrchr(now, '/') - now);
  /* The connection is closed, or is the one that the rank has noted. */
  return n == (size_t)(end - note) && strncmp(now, note, n) == 0 &&
         (strcmp(now + n, "/0") == 0 || strcmp(now + n, end) == 0);
}

static void note_taken(void) {
  char now[512];
  identify(now, sizeof now);
  setenv(TAKEN, now, 1);
}

static const struct hyd_pm_ops *detect(void) {
  for (size_t i = 0; i < KNOWN; i++)
    if (known[i]->detect()) return known[i];
  return NULL;
}

static const struct hyd_pm_ops *by_name(const char *spawner) {
  static const char *const name[KNOWN] = {"pmix", "pmi2", "pmi1"};
  for (size_t i = 0; i < KNOWN; i++)
    if (strcasecmp(spawner, name[i]) == 0) return known[i];
  return NULL;
}

/* Whether gasnetrun has started this process; then its manager counts, whatever started its agents.
 */
static int of_gasnetrun(const char *spawner) {
  return strcasecmp(spawner, "ssh") == 0 || strcasecmp(spawner, "custom") == 0;
}

int hyd_pm_find(const char *spawner, const struct hyd_pm_ops **ops_p, char *why, size_t why_size) {
  int any = spawner == NULL || *spawner == '\0', ours = !any && of_gasnetrun(spawner);
  *ops_p = NULL;
  if (is_taken()) return 0;
  *ops_p = any ? detect() : by_name(spawner);
  if (any || *ops_p || strcasecmp(spawner, "fork") == 0) return 0;
  if (!ours && strcasecmp(spawner, "mpi") != 0 && strcasecmp(spawner, "pmi") != 0) {
    snprintf(why, why_size,
             "spawner %.40s; expected fork, ssh, custom, mpi, pmi, pmix, pmi2 or pmi1", spawner);
    return -1;
  }
  *ops_p = !ours ? detect() : hyd_pm_pmi1.detect() ? &hyd_pm_pmi1 : NULL;
  if (*ops_p) return 0;
  snprintf(why, why_size,
           "spawner %.40s, but the environment has no sign of it; expected to be started by %s",
           spawner,
           ours ? "gasnetrun -n N with that spawner (PMI_FD)"
                : "mpirun, mpiexec or srun (PMIX_RANK, PMI_FD or PMI_PORT)");
  return -1;
}

int hyd_pm_open(struct hyd_pm *pm, const struct hyd_pm_ops *ops) {
  memset(pm, 0, sizeof *pm);
  pm->ops = ops;
  pm->fd = -1;
  pm->manager = getppid();
  if (ops->open(pm)) return -1;
  note_taken();
  return 0;
}

/* --- bytes as values ------------------------------------------------------ */

#define MAX_KEY 64
#define LEAST_VALUE 32
#define HEAD 16 /* room for the number of bytes and the dot */

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static size_t text_length(size_t bytes) { return bytes / 3 * 4 + (bytes % 3 ? bytes % 3 + 1 : 0); }

static void encode(char *text, const unsigned char *b, size_t n) {
  for (size_t i = 0; i < n; i += 3) {
    size_t left = n - i;
    uint32_t v = (uint32_t)b[i] << 16;
    if (left > 1) v |= (uint32_t)b[i + 1] << 8;
    if (left > 2) v |= b[i + 2];
    *text++ = letters[v >> 18];
    *text++ = letters[v >> 12 & 63];
    if (left > 1) *text++ = letters[v >> 6 & 63];
    if (left > 2) *text++ = letters[v & 63];
  }
  *text = '\0';
}

static int value_of(char c) {
  const char *at = c ? strchr(letters, c) : NULL;
  return at ? (int)(at - letters) : -1;
}

/* Decodes n bytes from text_length(n) letters. -1: a letter is not valid. */
static int decode(unsigned char *b, size_t n, const char *text) {
  uint32_t v = 0;
  size_t done = 0;
  for (size_t i = 0; i < text_length(n); i++) {
    int bits = value_of(text[i]);
    if (bits < 0) return -1;
    v = v << 6 | (uint32_t)bits;
    if (i % 4 == 0) continue;
    b[done++] = (unsigned char)(v >> (6 - 2 * (i % 4)));
  }
  return done == n ? 0 : -1;
}

static int make_key(struct hyd_pm *pm, char *key, const char *name, uint32_t rank, unsigned piece) {
  int n = piece ? snprintf(key, MAX_KEY, "%s-%u-%u", name, rank, piece)
                : snprintf(key, MAX_KEY, "%s-%u", name, rank);
  if (strlen(name) > HYD_PM_MAX_NAME || n < 0 || (size_t)n >= MAX_KEY || (size_t)n > pm->max_key)
    return hyd_pm_fail(pm, "%s: key %.40s is too long; %s takes %zu letters", pm->ops->name, name,
                       pm->ops->name, pm->max_key);
  return 0;
}

int hyd_pm_put_blob(struct hyd_pm *pm, const char *name, const void *bytes, size_t size) {
  size_t room = size <= HYD_PM_MAX_BLOB ? text_length(size) + HEAD : 0, head, length;
  char key[MAX_KEY], *text;
  int rc = 0;
  if (room == 0 || pm->max_value < LEAST_VALUE)
    return hyd_pm_fail(pm, "%s: %zu bytes for %.24s; expected at most %d", pm->ops->name, size,
                       name, HYD_PM_MAX_BLOB);
  if ((text = malloc(room)) == NULL) return hyd_pm_fail(pm, "%s: out of memory", pm->ops->name);
  head = (size_t)snprintf(text, room, "%zu.", size);
  encode(text + head, bytes, size);
  length = head + text_length(size);
  for (size_t at = 0, piece = 0; at < length && rc == 0; piece++) {
    size_t n = length - at < pm->max_value ? length - at : pm->max_value;
    char next = text[at + n];
    text[at + n] = '\0';
    rc = make_key(pm, key, name, pm->rank, (unsigned)piece);
    if (rc == 0) rc = pm->ops->put(pm, key, text + at);
    text[at += n] = next;
  }
  free(text);
  return rc;
}

/* Reads the number before the dot, which has no zeros in front, so that it fits into HEAD. Returns
 * where the letters begin, or NULL. */
static const char *read_head(const char *text, size_t room, size_t *size_p) {
  char *end;
  unsigned long n;
  if (text[0] < '0' || text[0] > '9' || (text[0] == '0' && text[1] != '.')) return NULL;
  n = strtoul(text, &end, 10);
  if (*end != '.' || n > HYD_PM_MAX_BLOB || n > room) return NULL;
  *size_p = n;
  return end + 1;
}

/* Appends the further pieces to `text`, which has `have` letters, until it has `want`. */
static int get_rest(struct hyd_pm *pm, uint32_t rank, const char *name, char *text, size_t have,
                    size_t want) {
  char key[MAX_KEY];
  for (unsigned piece = 1; have < want; piece++) {
    size_t n;
    if (make_key(pm, key, name, rank, piece) ||
        pm->ops->get(pm, rank, key, text + have, want - have + 1))
      return -1;
    n = strlen(text + have);
    if (n == 0) return hyd_pm_fail(pm, "%s: %s is empty", pm->ops->name, key);
    have += n;
  }
  return 0;
}

int hyd_pm_get_blob(struct hyd_pm *pm, uint32_t rank, const char *name, void *bytes,
                    size_t *size_p) {
  size_t room = text_length(*size_p < HYD_PM_MAX_BLOB ? *size_p : HYD_PM_MAX_BLOB) + HEAD, size = 0,
         have;
  char key[MAX_KEY], *text = calloc(1, room > pm->max_value + 1 ? room : pm->max_value + 1);
  const char *body;
  int rc = -1;
  if (text == NULL) return hyd_pm_fail(pm, "%s: out of memory", pm->ops->name);
  if (make_key(pm, key, name, rank, 0) || pm->ops->get(pm, rank, key, text, pm->max_value + 1))
    goto out;
  if ((body = read_head(text, *size_p, &size)) == NULL) {
    hyd_pm_fail(pm, "%s: %s=%.40s; expected the text of at most %zu bytes", pm->ops->name, key,
                text, *size_p);
    goto out;
  }
  have = strlen(text);
  if (get_rest(pm, rank, name, text, have, (size_t)(body - text) + text_length(size))) goto out;
  if (strlen(body) != text_length(size) || decode(bytes, size, body)) {
    hyd_pm_fail(pm, "%s: %s: damaged text", pm->ops->name, key);
    goto out;
  }
  *size_p = size;
  rc = 0;
out:
  free(text);
  return rc;
}
