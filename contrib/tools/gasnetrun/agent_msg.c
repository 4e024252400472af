/* SPDX-License-Identifier: BSD-3-Clause
 *
 * agent_msg.c: messages as bytes. Numbers have 32 bits, strings their length before them (bytes.h).
 */
#include "contrib/tools/gasnetrun/agent_msg.h"

#include <stdio.h>

#include "core/diag/dump_signal.h"

#define MARK 0x4879u /* "yH" */
#define MAX_WORDS 65536u
static const char greeting[] = "hydrant-agent ";

/* --- frames --------------------------------------------------------------- */

/* The largest numbers of each type, where they are not 0. */
static const struct {
  uint32_t a, b, c, d;
} most[HYD_MSG_TYPES] = {
    [HYD_MSG_JOB] = {HYD_AGENT_MAX_RANKS, HYD_AGENT_MAX_RANKS, HYD_AGENT_MAX_RANKS, 1u << 30},
    [HYD_MSG_FENCE] = {1, 0, 0, 0},
    [HYD_MSG_SIGNAL] = {64, 0, 0, 0},
    [HYD_MSG_END] = {HYD_AGENT_LONGEST, 0, 0, 0},
    [HYD_MSG_OUT] = {HYD_AGENT_MAX_RANKS - 1, 2, 0, 0},
    [HYD_MSG_EXIT] = {HYD_AGENT_MAX_RANKS - 1, UINT32_MAX, 65535, 7},
    [HYD_MSG_GONE] = {HYD_AGENT_MAX_RANKS - 1, UINT32_MAX, 0, 0},
    [HYD_MSG_LEAVES] = {HYD_AGENT_MAX_RANKS - 1, UINT32_MAX, 255, 0},
    [HYD_MSG_ABORT] = {HYD_AGENT_MAX_RANKS - 1, 255, 0, 0},
    [HYD_MSG_FAIL] = {255, 0, 0, 0},
    [HYD_MSG_TOOK] = {HYD_AGENT_WINDOW, 0, 0, 0},
    [HYD_MSG_READ] = {UINT32_MAX, UINT32_MAX, 0, 0},
    [HYD_MSG_HOLD] = {1, 0, 0, 0},
    [HYD_MSG_DUMP] = {2, 0, 0, 0},
    [HYD_MSG_DUMPED] = {2, 0, 0, 0},
    [HYD_MSG_ROWS] = {UINT32_MAX, 1, HYD_DUMP_ROWS_MOST, 0},
};

static int in_range(const struct hyd_message *m) {
  return m->a <= most[m->type].a && m->b <= most[m->type].b && m->c <= most[m->type].c &&
         m->d <= most[m->type].d && (m->type != HYD_MSG_OUT || m->b > 0);
}

long hyd_msg_parse(const char *bytes, size_t n, struct hyd_message *msg) {
  struct hyd_reader r = {bytes, bytes + n, 0};
  uint32_t length = hyd_read_u32(&r), kind = hyd_read_u32(&r);
  if (r.bad) return 0;
  if (length > HYD_AGENT_MAX_BODY || kind >> 16 != MARK || (kind & 0xffff) == 0 ||
      (kind & 0xffff) >= HYD_MSG_TYPES)
    return -1;
  msg->type = (enum hyd_msg_type)(kind & 0xffff);
  msg->a = hyd_read_u32(&r);
  msg->b = hyd_read_u32(&r);
  msg->c = hyd_read_u32(&r);
  msg->d = hyd_read_u32(&r);
  if (r.bad || n - HYD_AGENT_HEADER < length) return 0;
  msg->data = r.p;
  msg->n = length;
  return in_range(msg) ? (long)(HYD_AGENT_HEADER + length) : -1;
}

int hyd_msg_write(struct hyd_bytes *out, const struct hyd_message *msg) {
  const uint32_t field[] = {(uint32_t)msg->n, MARK << 16 | (uint32_t)msg->type,
                            msg->a,           msg->b,
                            msg->c,           msg->d};
  if (msg->n > HYD_AGENT_MAX_BODY || hyd_bytes_room(out, HYD_AGENT_HEADER + msg->n) == NULL)
    return -1;
  for (size_t i = 0; i < sizeof field / sizeof field[0]; i++) (void)hyd_bytes_u32(out, field[i]);
  return hyd_bytes_add(out, msg->data, msg->n);
}

/* --- the greeting --------------------------------------------------------- */

int hyd_msg_greet(struct hyd_bytes *out) {
  char text[96];
  int n =
      snprintf(text, sizeof text, "%s%d %.31s\n", greeting, HYD_AGENT_PROTOCOL, PACKAGE_VERSION);
  return hyd_bytes_add(out, text, (size_t)n);
}

long hyd_msg_greeting(const char *bytes, size_t n, uint32_t *protocol_p, char release[32]) {
  const char *p = bytes, *end = bytes + n, *eol;
  char line[64];
  while ((eol = memchr(p, '\n', (size_t)(end - p))) != NULL && eol - bytes < HYD_AGENT_MAX_NOISE) {
    size_t length = (size_t)(eol - p), skip = sizeof greeting - 1;
    if (length > skip && memcmp(p, greeting, skip) == 0 && length - skip < sizeof line) {
      memcpy(line, p + skip, length - skip);
      line[length - skip] = '\0';
      return sscanf(line, "%6u %31s", protocol_p, release) == 2 ? eol + 1 - bytes : -1;
    }
    p = eol + 1;
  }
  return n > HYD_AGENT_MAX_NOISE ? -1 : 0;
}

/* --- the job -------------------------------------------------------------- */

static int add_words(struct hyd_bytes *out, char **words) {
  uint32_t n = 0;
  int bad;
  while (words[n]) n++;
  bad = n > MAX_WORDS || hyd_bytes_u32(out, n);
  for (uint32_t i = 0; i < n && !bad; i++) bad = hyd_bytes_str(out, words[i]);
  return bad;
}

int hyd_msg_write_job(struct hyd_bytes *out, const struct hyd_job_spec *s) {
  struct hyd_message msg = {.type = HYD_MSG_JOB, .a = s->size, .b = s->first, .c = s->ranks};
  struct hyd_bytes data = {0};
  int bad = hyd_bytes_u32(&data, s->own_output) || hyd_bytes_u32(&data, s->input) ||
            hyd_bytes_str(&data, s->host) || hyd_bytes_str(&data, s->name) ||
            hyd_bytes_str(&data, s->dir) || hyd_bytes_str(&data, s->program) ||
            add_words(&data, s->argv) || add_words(&data, s->env);
  msg.d = s->silence_ms;
  msg.data = data.p;
  msg.n = data.n;
  bad = bad || hyd_msg_write(out, &msg);
  hyd_bytes_free(&data);
  return bad ? -1 : 0;
}

/* At least one byte for each word has come, so that no number makes us allocate more than was
 * sent. */
static char **read_words(struct hyd_reader *r) {
  uint32_t n = hyd_read_upto(r, MAX_WORDS);
  char **words;
  if (r->bad || n > (size_t)(r->end - r->p)) {
    r->bad = 1;
    n = 0;
  }
  words = calloc(n + 1, sizeof *words);
  if (words == NULL) r->bad = 1;
  for (uint32_t i = 0; words && i < n && !r->bad; i++)
    words[i] = (char *)(uintptr_t)hyd_read_str(r);
  return words;
}

int hyd_msg_read_job(const struct hyd_message *msg, struct hyd_job_spec *s) {
  struct hyd_reader r = {msg->data, msg->data + msg->n, 0};
  *s = (struct hyd_job_spec){.size = msg->a, .first = msg->b, .ranks = msg->c};
  s->silence_ms = msg->d;
  s->own_output = hyd_read_upto(&r, 1);
  s->input = (enum hyd_input)hyd_read_upto(&r, HYD_INPUTS - 1);
  s->host = hyd_read_str(&r);
  s->name = hyd_read_str(&r);
  s->dir = hyd_read_str(&r);
  s->program = hyd_read_str(&r);
  s->argv = read_words(&r);
  s->env = read_words(&r);
  if (!r.bad && r.p == r.end && s->first <= s->size && s->ranks <= s->size - s->first && s->size &&
      s->argv[0] && strlen(s->name) <= 63)
    return 0;
  hyd_job_spec_free(s);
  return -1;
}

void hyd_job_spec_free(struct hyd_job_spec *s) {
  free(s->argv);
  free(s->env);
  s->argv = s->env = NULL;
}
