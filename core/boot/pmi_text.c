/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pmi_text.c: parses a command in place, in one pass: separators are replaced by zero bytes. A
 * PMI-1 word without '=' continues the value before it, because some managers send sentences as
 * msg=. Nothing is allocated. Fuzz target: tests/fuzz/pm_text_fuzz.c.
 */
#include "core/boot/pmi_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int add_field(struct hyd_pm_cmd *cmd, const char *key, const char *value) {
  if (cmd->fields == HYD_PM_FIELDS || *key == '\0') return -1;
  cmd->field[cmd->fields].key = key;
  cmd->field[cmd->fields++].value = value;
  return 0;
}

static int parse_1(char *p, char *end, struct hyd_pm_cmd *cmd) {
  while (p < end) {
    char *blank = p, *equal;
    if (*p == ' ') {
      p++;
      continue;
    }
    while (blank < end && *blank != ' ') blank++;
    equal = memchr(p, '=', (size_t)(blank - p));
    if (equal == NULL) { /* continues the value before it */
      if (cmd->fields == 0) return -1;
      for (char *q = p; q-- > cmd->field[cmd->fields - 1].value && *q == '\0';) *q = ' ';
    } else {
      *equal = '\0';
      if (add_field(cmd, p, equal + 1)) return -1;
    }
    *blank = '\0'; /* text[n] at the end */
    p = blank + 1;
  }
  return 0;
}

/* Ends the value at p at its ';'; a doubled ';' is a character of the value. Returns the next key.
 */
static char *value_2(char *p, char *end) {
  char *to = p;
  while (p < end) {
    if (*p == ';' && (p + 1 == end || p[1] != ';')) break;
    if (*p == ';') p++;
    *to++ = *p++;
  }
  if (p >= end) return NULL;
  *to = '\0';
  return p + 1;
}

static int parse_2(char *p, char *end, struct hyd_pm_cmd *cmd) {
  while (p < end) {
    char *equal = memchr(p, '=', (size_t)(end - p)), *next;
    if (equal == NULL || memchr(p, ';', (size_t)(equal - p))) return -1;
    *equal = '\0';
    if ((next = value_2(equal + 1, end)) == NULL || add_field(cmd, p, equal + 1)) return -1;
    p = next;
  }
  return 0;
}

int hyd_pm_parse(enum hyd_pm_wire wire, char *text, size_t n, struct hyd_pm_cmd *cmd) {
  int rc;
  cmd->fields = 0;
  if (n > HYD_PM_LINE || memchr(text, '\0', n)) return -1;
  text[n] = '\0';
  rc = wire == HYD_PM_WIRE_1 ? parse_1(text, text + n, cmd) : parse_2(text, text + n, cmd);
  if (rc || hyd_pm_field(cmd, "cmd") == NULL) return -1;
  return 0;
}

const char *hyd_pm_field(const struct hyd_pm_cmd *cmd, const char *key) {
  for (unsigned i = 0; i < cmd->fields; i++)
    if (strcmp(cmd->field[i].key, key) == 0) return cmd->field[i].value;
  return NULL;
}

long hyd_pm_number(const struct hyd_pm_cmd *cmd, const char *key, long otherwise) {
  const char *text = hyd_pm_field(cmd, key);
  char *end;
  long v;
  if (text == NULL || text[strspn(text, "+-0123456789")] != '\0') return otherwise;
  errno = 0;
  v = strtol(text, &end, 10);
  return end == text || *end || errno ? otherwise : v;
}

int hyd_pm_is(const struct hyd_pm_cmd *cmd, const char *name) {
  const char *is = hyd_pm_field(cmd, "cmd");
  return is != NULL && strcmp(is, name) == 0;
}

long hyd_pm_length(const char prefix[HYD_PM_PREFIX]) {
  long v = 0;
  int i = 0;
  while (i < HYD_PM_PREFIX && prefix[i] == ' ') i++;
  if (i == HYD_PM_PREFIX) return -1;
  for (; i < HYD_PM_PREFIX && prefix[i] >= '0' && prefix[i] <= '9'; i++)
    v = v * 10 + (prefix[i] - '0');
  while (i < HYD_PM_PREFIX && prefix[i] == ' ') i++;
  return i == HYD_PM_PREFIX && v <= HYD_PM_LINE ? v : -1;
}

/* --- writing -------------------------------------------------------------- */

static size_t most_bytes(const struct hyd_pm_line *line) {
  return HYD_PM_LINE + (line->wire == HYD_PM_WIRE_2 ? HYD_PM_PREFIX : 0);
}

static void put_char(struct hyd_pm_line *line, char c) {
  if (line->n < most_bytes(line))
    line->text[line->n++] = c;
  else
    line->bad = 1;
}

/* Writes a key or a value. A character that is a separator is doubled, or sets line->bad. */
static void put_text(struct hyd_pm_line *line, const char *text, int is_key) {
  for (; *text; text++) {
    int one = line->wire == HYD_PM_WIRE_1;
    if (*text == '\n' || (one && *text == ' ') || (is_key && (*text == '=' || *text == ';')))
      line->bad = 1;
    if (!one && *text == ';') put_char(line, ';');
    put_char(line, *text);
  }
}

void hyd_pm_begin(struct hyd_pm_line *line, enum hyd_pm_wire wire, const char *name) {
  line->wire = wire;
  line->bad = 0;
  line->n = wire == HYD_PM_WIRE_2 ? HYD_PM_PREFIX : 0;
  hyd_pm_add(line, "cmd", name);
}

void hyd_pm_add(struct hyd_pm_line *line, const char *key, const char *value) {
  if (line->wire == HYD_PM_WIRE_1 && line->n) put_char(line, ' ');
  put_text(line, key, 1);
  put_char(line, '=');
  put_text(line, value, 0);
  if (line->wire == HYD_PM_WIRE_2) put_char(line, ';');
}

int hyd_pm_end(struct hyd_pm_line *line) {
  if (line->wire == HYD_PM_WIRE_1) {
    line->text[line->n++] = '\n';
  } else {
    char prefix[24];
    snprintf(prefix, sizeof prefix, "%6zu", line->n - HYD_PM_PREFIX);
    memcpy(line->text, prefix, HYD_PM_PREFIX);
  }
  return line->bad ? -1 : 0;
}
