/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pmi_server.c: an agent's side of PMI-1 (pmi_text.h), as much of it as a library needs to come up:
 * no spawning, no name publishing. Each rank has a socket pair of its own; a command is a line, and
 * is answered at once, but for barrier_in, which the fence answers.
 */
#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "contrib/gasnetrun/node.h"
#include "core/boot/pmi_text.h"

#define MOST_UNREAD 65536 /* bytes of answers; who does not read them is not listened to */

static void write_answer(struct hyd_proc *p) {
  size_t n = hyd_bytes_used(&p->answer);
  ssize_t done =
      n && p->pmi >= 0 ? send(p->pmi, hyd_bytes_at(&p->answer), n, MSG_NOSIGNAL | MSG_DONTWAIT) : 0;
  if (done > 0)
    p->answer.start += (size_t)done;
  else if (done < 0 && errno != EAGAIN && errno != EINTR)
    hyd_bytes_free(&p->answer); /* it has gone */
}

static void answer(struct hyd_proc *p, struct hyd_pm_line *line) {
  if (hyd_pm_end(line) == 0) (void)hyd_bytes_add(&p->answer, line->text, line->n);
  write_answer(p);
}

static void answer_result(struct hyd_proc *p, const char *cmd, const char *refusal) {
  struct hyd_pm_line line;
  hyd_pm_begin(&line, HYD_PM_WIRE_1, cmd);
  hyd_pm_add(&line, "rc", refusal ? "-1" : "0");
  hyd_pm_add(&line, "msg", refusal ? refusal : "success");
  answer(p, &line);
}

void hyd_pmi_answer_fence(struct hyd_proc *p) {
  struct hyd_pm_line line;
  hyd_pm_begin(&line, HYD_PM_WIRE_1, "barrier_out");
  hyd_pm_add(&line, "rc", "0");
  answer(p, &line);
}

/* --- commands ------------------------------------------------------------- */

static void do_init(struct hyd_node *node, struct hyd_proc *p, const struct hyd_pm_cmd *cmd) {
  struct hyd_pm_line line;
  int known = hyd_pm_number(cmd, "pmi_version", 0) == 1;
  (void)node;
  hyd_pm_begin(&line, HYD_PM_WIRE_1, "response_to_init");
  hyd_pm_add(&line, "pmi_version", "1");
  hyd_pm_add(&line, "pmi_subversion", "1");
  hyd_pm_add(&line, "rc", known ? "0" : "-1");
  answer(p, &line);
}

static void do_maxes(struct hyd_node *node, struct hyd_proc *p, const struct hyd_pm_cmd *cmd) {
  struct hyd_pm_line line;
  (void)node;
  (void)cmd;
  hyd_pm_begin(&line, HYD_PM_WIRE_1, "maxes");
  hyd_pm_add(&line, "kvsname_max", "256");
  hyd_pm_add_number(&line, "keylen_max", HYD_KVS_MAX_KEY);
  hyd_pm_add_number(&line, "vallen_max", HYD_KVS_MAX_VALUE);
  answer(p, &line);
}

static void answer_number(struct hyd_proc *p, const char *cmd, const char *key, long value) {
  struct hyd_pm_line line;
  hyd_pm_begin(&line, HYD_PM_WIRE_1, cmd);
  hyd_pm_add_number(&line, key, value);
  hyd_pm_add(&line, "rc", "0");
  answer(p, &line);
}

static void do_appnum(struct hyd_node *node, struct hyd_proc *p, const struct hyd_pm_cmd *cmd) {
  (void)node;
  (void)cmd;
  answer_number(p, "appnum", "appnum", 0);
}

static void do_universe(struct hyd_node *node, struct hyd_proc *p, const struct hyd_pm_cmd *cmd) {
  (void)cmd;
  answer_number(p, "universe_size", "size", (long)node->spec.size);
}

static void do_name(struct hyd_node *node, struct hyd_proc *p, const struct hyd_pm_cmd *cmd) {
  struct hyd_pm_line line;
  (void)cmd;
  hyd_pm_begin(&line, HYD_PM_WIRE_1, "my_kvsname");
  hyd_pm_add(&line, "kvsname", node->spec.name);
  answer(p, &line);
}

static void do_put(struct hyd_node *node, struct hyd_proc *p, const struct hyd_pm_cmd *cmd) {
  const char *key = hyd_pm_field(cmd, "key"), *value = hyd_pm_field(cmd, "value");
  if (key == NULL || value == NULL || strlen(key) >= HYD_KVS_MAX_KEY ||
      strlen(value) >= HYD_KVS_MAX_VALUE) {
    answer_result(p, "put_result", "key_or_value_missing_or_too_long");
    return;
  }
  hyd_fence_put(node, key, value);
  answer_result(p, "put_result", NULL);
}

static void do_get(struct hyd_node *node, struct hyd_proc *p, const struct hyd_pm_cmd *cmd) {
  const char *key = hyd_pm_field(cmd, "key");
  const char *value = key ? hyd_kvs_get(&node->kvs, key) : NULL;
  struct hyd_pm_line line;
  hyd_pm_begin(&line, HYD_PM_WIRE_1, "get_result");
  hyd_pm_add(&line, "rc", value ? "0" : "-1");
  hyd_pm_add(&line, "msg", value ? "success" : "key_not_found");
  hyd_pm_add(&line, "value", value ? value : "unknown");
  answer(p, &line);
}

static void do_barrier(struct hyd_node *node, struct hyd_proc *p, const struct hyd_pm_cmd *cmd) {
  (void)cmd;
  if (!p->in_fence) hyd_fence_arrive(node, p);
}

static void do_abort(struct hyd_node *node, struct hyd_proc *p, const struct hyd_pm_cmd *cmd) {
  long code = hyd_pm_number(cmd, "exitcode", 1) & 0xff;
  hyd_node_say(node, HYD_MSG_ABORT, p->rank, (uint32_t)code, "%s", "");
}

static void do_finalize(struct hyd_node *node, struct hyd_proc *p, const struct hyd_pm_cmd *cmd) {
  (void)node;
  (void)cmd;
  answer_result(p, "finalize_ack", NULL);
}

static const struct {
  const char *name;
  void (*fn)(struct hyd_node *node, struct hyd_proc *p, const struct hyd_pm_cmd *cmd);
} command[] = {{"init", do_init},
               {"get_maxes", do_maxes},
               {"get_appnum", do_appnum},
               {"get_universe_size", do_universe},
               {"get_my_kvsname", do_name},
               {"put", do_put},
               {"get", do_get},
               {"barrier_in", do_barrier},
               {"abort", do_abort},
               {"finalize", do_finalize}};

static void refuse(struct hyd_node *node, struct hyd_proc *p, const char *text) {
  hyd_node_say(node, HYD_MSG_FAIL, 1, 0,
               "host %s: rank %u said '%.60s' at PMI_FD; expected a command of PMI-1", node->host,
               p->rank, text);
  close(p->pmi);
  p->pmi = -1;
}

static void serve(struct hyd_node *node, struct hyd_proc *p, char *line, size_t n) {
  struct hyd_pm_cmd cmd;
  if (hyd_pm_parse(HYD_PM_WIRE_1, line, n, &cmd)) {
    refuse(node, p, line);
    return;
  }
  for (size_t i = 0; i < sizeof command / sizeof command[0]; i++)
    if (hyd_pm_is(&cmd, command[i].name)) {
      command[i].fn(node, p, &cmd);
      return;
    }
  refuse(node, p, hyd_pm_field(&cmd, "cmd"));
}

/* --- the socket ----------------------------------------------------------- */

/* Each is cut where it lies. */
static void serve_lines(struct hyd_node *node, struct hyd_proc *p) {
  while (p->pmi >= 0) {
    size_t used = hyd_bytes_used(&p->asked), n;
    char *begin = used ? p->asked.p + p->asked.start : NULL,
         *end = used ? memchr(begin, '\n', used) : NULL;
    n = end ? (size_t)(end - begin) : used;
    if (n > HYD_PM_LINE) {
      refuse(node, p, "a line of more than 4096 bytes");
      return;
    }
    if (end == NULL) return;
    *end = '\0';
    p->asked.start += n + 1;
    serve(node, p, begin, n);
  }
}

static void ready(struct hyd_node *node, void *who, short revents) {
  struct hyd_proc *p = who;
  char *room;
  ssize_t n;
  if (revents & POLLOUT) write_answer(p);
  if (!(revents & (POLLIN | POLLHUP | POLLERR)) || p->pmi < 0) return;
  room = hyd_bytes_room(&p->asked, HYD_PM_LINE);
  n = room ? read(p->pmi, room, HYD_PM_LINE) : 0;
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n <= 0) {
    close(p->pmi);
    p->pmi = -1;
    return;
  }
  p->asked.n += (size_t)n;
  p->joined = 1;
  serve_lines(node, p);
}

void hyd_pmi_watch(struct hyd_node *node, struct hyd_pollset *set) {
  for (uint32_t i = 0; i < node->procs; i++) {
    struct hyd_proc *p = &node->proc[i];
    size_t n = hyd_bytes_used(&p->answer);
    hyd_poll_add(set, p->pmi, (short)((n < MOST_UNREAD ? POLLIN : 0) | (n ? POLLOUT : 0)), ready,
                 p);
  }
}
