/* SPDX-License-Identifier: BSD-3-Clause
 *
 * agent_msg.c: messages as bytes. Numbers are fields of 32 bits, strings have their length before
 * them (bytes.h). A body must be used up to its last byte, or it is none.
 */
#include "contrib/gasnetrun/agent_msg.h"

#include <stdio.h>

#define MARK 0x4879u /* "yH" */
#define MAX_WORDS 65536u
static const char greeting[] = "hydrant-agent ";

static struct hyd_reader reader_of(const struct hyd_message *msg) {
  return (struct hyd_reader){msg->body, msg->body + msg->n, 0};
}

static int finish(const struct hyd_reader *r) { return r->bad || r->p != r->end ? -1 : 0; }

/* --- frames --------------------------------------------------------------- */

long hyd_msg_parse(const char *bytes, size_t n, struct hyd_message *msg) {
  struct hyd_reader r = {bytes, bytes + n, 0};
  uint32_t length = hyd_read_u32(&r), kind = hyd_read_u32(&r);
  if (r.bad) return 0;
  if (length > HYD_AGENT_MAX_BODY || kind >> 16 != MARK || (kind & 0xffff) == 0 ||
      (kind & 0xffff) >= HYD_MSG_TYPES)
    return -1;
  if (n - HYD_AGENT_HEADER < length) return 0;
  msg->type = (enum hyd_msg_type)(kind & 0xffff);
  msg->body = bytes + HYD_AGENT_HEADER;
  msg->n = length;
  return (long)(HYD_AGENT_HEADER + length);
}

long hyd_msg_begin(struct hyd_bytes *out, enum hyd_msg_type type) {
  long begin = (long)hyd_bytes_used(out); /* not n: the row may be moved when it grows */
  if (hyd_bytes_u32(out, 0) || hyd_bytes_u32(out, MARK << 16 | (uint32_t)type)) return -1;
  return begin;
}

int hyd_msg_end(struct hyd_bytes *out, long begin) {
  size_t length;
  if (begin < 0) return -1;
  length = hyd_bytes_used(out) - (size_t)begin - HYD_AGENT_HEADER;
  if (length > HYD_AGENT_MAX_BODY) {
    out->n = out->start + (size_t)begin;
    return -1;
  }
  for (unsigned i = 0; i < 4; i++) out->p[out->start + (size_t)begin + i] = (char)(length >> 8 * i);
  return 0;
}

int hyd_msg_add(struct hyd_bytes *out, enum hyd_msg_type type, const void *body, size_t n) {
  long begin = hyd_msg_begin(out, type);
  if (begin < 0 || hyd_bytes_add(out, body, n)) return -1;
  return hyd_msg_end(out, begin);
}

int hyd_msg_greet(struct hyd_bytes *out) {
  char text[96];
  int n =
      snprintf(text, sizeof text, "%s%d %.31s\n", greeting, HYD_AGENT_PROTOCOL, PACKAGE_VERSION);
  return hyd_bytes_add(out, text, (size_t)n);
}

static int read_greeting(const char *line, uint32_t *protocol_p, char release[32]) {
  unsigned protocol;
  char word[32];
  if (sscanf(line, "%6u %31s", &protocol, word) != 2) return -1;
  *protocol_p = protocol;
  memcpy(release, word, sizeof word);
  return 0;
}

long hyd_msg_greeting(const char *bytes, size_t n, uint32_t *protocol_p, char release[32]) {
  const char *p = bytes, *end = bytes + n, *eol;
  char line[64];
  while ((eol = memchr(p, '\n', (size_t)(end - p))) != NULL && eol - bytes < HYD_AGENT_MAX_NOISE) {
    size_t length = (size_t)(eol - p), skip = sizeof greeting - 1;
    if (length > skip && memcmp(p, greeting, skip) == 0 && length - skip < sizeof line) {
      memcpy(line, p + skip, length - skip);
      line[length - skip] = '\0';
      return read_greeting(line, protocol_p, release) ? -1 : eol + 1 - bytes;
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

int hyd_msg_write_job(struct hyd_bytes *out, const struct hyd_job_spec *s, uint32_t first,
                      uint32_t hosts) {
  const char *const text[] = {s->name, s->dir, s->program, s->agent, s->ssh_cmd, s->ssh_options};
  long begin = hyd_msg_begin(out, HYD_MSG_JOB);
  int bad = begin < 0;
  bad |= hyd_bytes_u32(out, s->size) | hyd_bytes_u32(out, s->degree) |
         hyd_bytes_u32(out, s->verbose) | hyd_bytes_u32(out, s->start_ms) |
         hyd_bytes_u32(out, s->silence_ms) | hyd_bytes_u32(out, s->own_output);
  for (size_t i = 0; i < sizeof text / sizeof text[0] && !bad; i++)
    bad = hyd_bytes_str(out, text[i]);
  bad = bad || add_words(out, s->argv) || add_words(out, s->env) || hyd_bytes_u32(out, hosts);
  for (uint32_t i = first; i < first + hosts && !bad; i++)
    bad = hyd_bytes_str(out, s->host[i].name) || hyd_bytes_u32(out, s->host[i].first) ||
          hyd_bytes_u32(out, s->host[i].ranks);
  return bad ? -1 : hyd_msg_end(out, begin);
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

static void read_hosts(struct hyd_reader *r, struct hyd_job_spec *s) {
  uint32_t n = hyd_read_upto(r, HYD_AGENT_MAX_RANKS);
  if (r->bad || n == 0 || n > (size_t)(r->end - r->p) ||
      (s->host = calloc(n, sizeof *s->host)) == NULL) {
    r->bad = 1;
    return;
  }
  for (s->hosts = 0; s->hosts < n && !r->bad; s->hosts++) {
    struct hyd_job_host *h = &s->host[s->hosts];
    h->name = hyd_read_str(r);
    h->first = hyd_read_upto(r, s->size);
    h->ranks = hyd_read_upto(r, s->size - h->first);
    if (h->name[0] == '\0' || h->name[0] == '-') r->bad = 1; /* would be an option of ssh's */
  }
}

int hyd_msg_read_job(const struct hyd_message *msg, struct hyd_job_spec *s) {
  struct hyd_reader r = reader_of(msg);
  memset(s, 0, sizeof *s);
  s->size = hyd_read_upto(&r, HYD_AGENT_MAX_RANKS);
  s->degree = hyd_read_upto(&r, HYD_AGENT_MAX_RANKS);
  s->verbose = hyd_read_u32(&r);
  s->start_ms = hyd_read_upto(&r, 1u << 30);
  s->silence_ms = hyd_read_upto(&r, 1u << 30);
  s->own_output = hyd_read_upto(&r, 1);
  s->name = hyd_read_str(&r);
  s->dir = hyd_read_str(&r);
  s->program = hyd_read_str(&r);
  s->agent = hyd_read_str(&r);
  s->ssh_cmd = hyd_read_str(&r);
  s->ssh_options = hyd_read_str(&r);
  s->argv = read_words(&r);
  s->env = read_words(&r);
  read_hosts(&r, s);
  if (finish(&r) || s->size == 0 || s->argv[0] == NULL || strlen(s->name) > 63) {
    hyd_job_spec_free(s);
    return -1;
  }
  return 0;
}

void hyd_job_spec_free(struct hyd_job_spec *s) {
  free(s->argv);
  free(s->env);
  free(s->host);
  s->argv = s->env = NULL;
  s->host = NULL;
}

/* --- small ones ----------------------------------------------------------- */

int hyd_msg_write_exit(struct hyd_bytes *out, const struct hyd_msg_exit *e) {
  long begin = hyd_msg_begin(out, HYD_MSG_EXIT);
  if (begin < 0 || hyd_bytes_u32(out, e->rank) || hyd_bytes_u32(out, e->pid) ||
      hyd_bytes_u32(out, e->code) || hyd_bytes_u32(out, e->signal) || hyd_bytes_u32(out, e->joined))
    return -1;
  return hyd_msg_end(out, begin);
}

int hyd_msg_read_exit(const struct hyd_message *msg, struct hyd_msg_exit *e) {
  struct hyd_reader r = reader_of(msg);
  e->rank = hyd_read_upto(&r, HYD_AGENT_MAX_RANKS - 1);
  e->pid = hyd_read_u32(&r);
  e->code = hyd_read_upto(&r, 255);
  e->signal = hyd_read_upto(&r, 127);
  e->joined = hyd_read_upto(&r, 1);
  return finish(&r);
}

int hyd_msg_write_out(struct hyd_bytes *out, uint32_t rank, uint32_t stream, const char *data,
                      size_t n) {
  long begin = hyd_msg_begin(out, HYD_MSG_OUT);
  if (begin < 0 || hyd_bytes_u32(out, rank) || hyd_bytes_u32(out, stream) ||
      hyd_bytes_add(out, data, n))
    return -1;
  return hyd_msg_end(out, begin);
}

int hyd_msg_read_out(const struct hyd_message *msg, uint32_t *rank_p, uint32_t *stream_p,
                     const char **data_p, size_t *n_p) {
  struct hyd_reader r = reader_of(msg);
  *rank_p = hyd_read_upto(&r, HYD_AGENT_MAX_RANKS - 1);
  *stream_p = hyd_read_upto(&r, 2);
  if (r.bad || *stream_p == 0) return -1;
  *data_p = r.p;
  *n_p = (size_t)(r.end - r.p);
  return 0;
}

int hyd_msg_write_text(struct hyd_bytes *out, enum hyd_msg_type type, uint32_t a, uint32_t b,
                       const char *text) {
  long begin = hyd_msg_begin(out, type);
  if (begin < 0 || hyd_bytes_u32(out, a) || hyd_bytes_u32(out, b) || hyd_bytes_str(out, text))
    return -1;
  return hyd_msg_end(out, begin);
}

int hyd_msg_read_text(const struct hyd_message *msg, uint32_t *a_p, uint32_t *b_p,
                      const char **text_p) {
  struct hyd_reader r = reader_of(msg);
  *a_p = hyd_read_u32(&r);
  *b_p = hyd_read_u32(&r);
  *text_p = hyd_read_str(&r);
  return finish(&r);
}
