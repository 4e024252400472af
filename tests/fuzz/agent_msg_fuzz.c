/* SPDX-License-Identifier: BSD-3-Clause
 *
 * agent_msg_fuzz.c: libFuzzer target for what gasnetrun and its agents say to each other
 * (contrib/tools/gasnetrun/agent_msg.h). The input is a stream: perhaps a greeting, then messages.
 * What is taken keeps the promises of the header, and each message, and each job, is written again
 * and compared.
 *
 * Built with clang: -fsanitize=fuzzer,address,undefined. Without libFuzzer, fasta_replay.c runs it.
 */
#include "contrib/tools/gasnetrun/agent_msg.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int condition) {
  if (!condition) abort();
}

static void take_job(const struct hyd_message *msg) {
  struct hyd_job_spec spec, again;
  struct hyd_bytes out = {0};
  struct hyd_message copy;
  if (hyd_msg_read_job(msg, &spec)) return;
  must(spec.size >= 1 && spec.size <= HYD_AGENT_MAX_RANKS && spec.argv[0] != NULL);
  must(spec.first <= spec.size && spec.ranks <= spec.size - spec.first);
  must(hyd_msg_write_job(&out, &spec) == 0);
  must(hyd_msg_parse(out.p, out.n, &copy) == (long)out.n && copy.type == HYD_MSG_JOB);
  must(copy.n == msg->n && memcmp(copy.data, msg->data, msg->n) == 0);
  must(hyd_msg_read_job(&copy, &again) == 0 && again.first == spec.first);
  hyd_job_spec_free(&again);
  hyd_job_spec_free(&spec);
  hyd_bytes_free(&out);
}

static void take_table(const struct hyd_message *msg) { /* as pmi_server.c */
  struct hyd_reader r = {msg->data, msg->data + msg->n, 0};
  while (r.p < r.end && !r.bad) {
    size_t key = strlen(hyd_read_str(&r)), value = strlen(hyd_read_str(&r));
    must(key + value <= msg->n && r.p <= r.end);
  }
}

/* What the code that takes a message relies on; and that it is written as it was read. */
static void take(const struct hyd_message *msg, const char *bytes, size_t n) {
  struct hyd_bytes out = {0};
  must(msg->type > 0 && msg->type < HYD_MSG_TYPES && msg->n <= HYD_AGENT_MAX_BODY);
  if (msg->type == HYD_MSG_JOB) take_job(msg);
  if (msg->type == HYD_MSG_TABLE) take_table(msg);
  if (msg->type == HYD_MSG_EXIT) must(msg->a < HYD_AGENT_MAX_RANKS && msg->d <= 7);
  if (msg->type == HYD_MSG_OUT) must(msg->a < HYD_AGENT_MAX_RANKS && (msg->b == 1 || msg->b == 2));
  if (msg->type == HYD_MSG_SIGNAL) must(msg->a <= 64);
  if (msg->type == HYD_MSG_FAIL) must(msg->a <= 255);
  must(hyd_msg_write(&out, msg) == 0 && out.n == n && memcmp(out.p, bytes, n) == 0);
  hyd_bytes_free(&out);
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
    must((size_t)n <= size - at && msg.data + msg.n <= stream + size);
    take(&msg, stream + at, (size_t)n);
    at += (size_t)n;
  }
  free(stream);
  return 0;
}
