/* SPDX-License-Identifier: BSD-3-Clause
 *
 * agent_msg_fuzz.c: libFuzzer target for what gasnetrun and its agents say to each other
 * (contrib/gasnetrun/agent_msg.h). The input is a stream: perhaps a greeting, then messages. Each is read
 * as its type says; what is taken keeps the promises of the header, and a job is written again and
 * compared.
 *
 * Built with clang: -fsanitize=fuzzer,address,undefined. Without libFuzzer, fasta_replay.c runs it.
 */
#include "contrib/gasnetrun/agent_msg.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int condition) {
  if (!condition) abort();
}

static void check_spec(const struct hyd_job_spec *s) {
  must(s->size >= 1 && s->size <= HYD_AGENT_MAX_RANKS && s->hosts >= 1 && s->argv[0] != NULL);
  for (uint32_t i = 0; i < s->hosts; i++) {
    must(s->host[i].name[0] != '\0' && s->host[i].name[0] != '-');
    must(s->host[i].first <= s->size && s->host[i].ranks <= s->size - s->host[i].first);
  }
}

static void take_job(const struct hyd_message *msg) {
  struct hyd_job_spec spec, again;
  struct hyd_bytes out = {0};
  struct hyd_message copy;
  if (hyd_msg_read_job(msg, &spec)) return;
  check_spec(&spec);
  must(hyd_msg_write_job(&out, &spec, 0, spec.hosts) == 0);
  must(hyd_msg_parse(out.p, out.n, &copy) == (long)out.n && copy.type == HYD_MSG_JOB);
  must(copy.n == msg->n && memcmp(copy.body, msg->body, msg->n) == 0);
  must(hyd_msg_read_job(&copy, &again) == 0);
  must(hyd_msg_write_job(&out, &spec, spec.hosts - 1, 1) == 0);
  hyd_job_spec_free(&again);
  hyd_job_spec_free(&spec);
  hyd_bytes_free(&out);
}

static void take_table(const struct hyd_message *msg) { /* as node_fence.c */
  struct hyd_reader r = {msg->body, msg->body + msg->n, 0};
  while (r.p < r.end && !r.bad) {
    size_t key = strlen(hyd_read_str(&r)), value = strlen(hyd_read_str(&r));
    must(key + value <= msg->n && r.p <= r.end);
  }
}

static void take(const struct hyd_message *msg) {
  struct hyd_msg_exit gone;
  uint32_t a, b;
  const char *text;
  size_t n;
  must(msg->type > 0 && msg->type < HYD_MSG_TYPES && msg->n <= HYD_AGENT_MAX_BODY);
  if (msg->type == HYD_MSG_JOB)
    take_job(msg);
  else if (msg->type == HYD_MSG_TABLE)
    take_table(msg);
  else if (msg->type == HYD_MSG_EXIT && hyd_msg_read_exit(msg, &gone) == 0)
    must(gone.rank < HYD_AGENT_MAX_RANKS && gone.code <= 255 && gone.signal <= 127);
  else if (msg->type == HYD_MSG_OUT && hyd_msg_read_out(msg, &a, &b, &text, &n) == 0)
    must(a < HYD_AGENT_MAX_RANKS && (b == 1 || b == 2) && n <= msg->n);
  else if (hyd_msg_read_text(msg, &a, &b, &text) == 0)
    must(strlen(text) <= msg->n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *stream = malloc(size ? size : 1), release[32]; /* with nothing behind it */
  struct hyd_message msg;
  uint32_t protocol;
  size_t at = 0;
  long n;
  must(stream != NULL);
  memcpy(stream, data, size);
  n = hyd_msg_greeting(stream, size, &protocol, release);
  must(n >= -1 && n <= (long)size);
  if (n > 0) at = (size_t)n;
  while ((n = hyd_msg_parse(stream + at, size - at, &msg)) > 0) {
    must((size_t)n <= size - at && msg.body + msg.n <= stream + size);
    take(&msg);
    at += (size_t)n;
  }
  free(stream);
  return 0;
}
