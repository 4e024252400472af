/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pmi_server.c: an agent's side of PMI-1 (pmi_text.h), as much of it as a library needs to come up:
 * no spawning, no name publishing. Each rank has a socket pair of its own; a command is a line, and
 * is answered at once, but for barrier_in, which the end of the fence answers.
 *
 * Keys and values that ranks put wait at their host until the fence; then those of all hosts go up
 * to gasnetrun, and the whole goes down to every agent, which answers gets.
 */
#include <errno.h>
#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "contrib/tools/gasnetrun/agent.h"
#include "core/boot/pmi_text.h"
#include "core/sys/fd.h"

/* Bytes of answers: a rank that does not read them is not listened to. Nor is one while gasnetrun
 * does not read what its commands cause. */
#define MOST_UNREAD 65536
#define MAX_KEY 64 /* with the ending zero, as PMI counts */
#define MAX_VALUE 1024

/* --- keys and values ------------------------------------------------------ */

static int by_key(const void *a, const void *b) { return strcmp(a, b); }

/* An entry is key, zero, value, zero. The later value of a key counts. -1: there is no room. */
static int put_entry(struct hyd_agent *a, const char *key, const char *value) {
  size_t k = strlen(key) + 1, v = strlen(value) + 1;
  char *entry, **at;
  if (a->table_bytes + k + v > (size_t)a->spec.size * HYD_AGENT_PUTS) return -1;
  if ((entry = malloc(k + v)) == NULL) return -1;
  memcpy(entry, key, k);
  memcpy(entry + k, value, v);
  if ((at = tsearch(entry, &a->table, by_key)) == NULL) {
    free(entry);
    return -1;
  }
  a->table_bytes += k + v;
  if (*at == entry) return 0;
  a->table_bytes -= k + strlen(*at + k) + 1;
  free(*at);
  *at = entry;
  return 0;
}

static const char *get_entry(struct hyd_agent *a, const char *key) {
  char **at = key ? tfind(key, &a->table, by_key) : NULL;
  return at ? *at + strlen(key) + 1 : NULL;
}

int hyd_pmi_table(struct hyd_agent *a, const struct hyd_message *msg) {
  struct hyd_reader r = {msg->data, msg->data + msg->n, 0};
  while (r.p < r.end && !r.bad) {
    const char *key = hyd_read_str(&r), *value = hyd_read_str(&r);
    if (strlen(key) >= MAX_KEY || strlen(value) >= MAX_VALUE) r.bad = 1;
    if (!r.bad && put_entry(a, key, value)) r.bad = 1;
  }
  return r.bad ? -1 : 0;
}

/* --- answers -------------------------------------------------------------- */

/* The rank learns by this that no answer comes. */
static void refuse_answer(struct hyd_rank *p) {
  hyd_bytes_free(&p->answer);
  shutdown(p->pmi, SHUT_RDWR);
}

static void write_answer(struct hyd_rank *p) {
  size_t n = hyd_bytes_used(&p->answer);
  ssize_t done =
      n && p->pmi >= 0 ? send(p->pmi, hyd_bytes_at(&p->answer), n, MSG_NOSIGNAL | MSG_DONTWAIT) : 0;
  if (done > 0)
    p->answer.start += (size_t)done;
  else if (done < 0 && errno != EAGAIN && errno != EINTR)
    refuse_answer(p); /* it may have closed its end */
}

static __attribute__((format(printf, 2, 3))) void answer(struct hyd_rank *p, const char *fmt, ...) {
  char line[HYD_PM_LINE];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(line, sizeof line, fmt, ap);
  va_end(ap);
  if (hyd_bytes_add(&p->answer, line, strlen(line)) || hyd_bytes_add(&p->answer, "\n", 1))
    refuse_answer(p); /* out of memory */
  else
    write_answer(p);
}

/* --- the fence ------------------------------------------------------------ */

/* The puts of this host, in messages of moderate size. */
static void send_puts(struct hyd_agent *a) {
  struct hyd_reader r = hyd_read_bytes(&a->puts);
  while (r.p < r.end && !r.bad) {
    struct hyd_message msg = {.type = HYD_MSG_TABLE, .data = r.p};
    while (r.p < r.end && !r.bad && (size_t)(r.p - msg.data) < HYD_AGENT_PIECE) {
      (void)hyd_read_str(&r);
      (void)hyd_read_str(&r);
    }
    msg.n = (size_t)(r.p - msg.data);
    hyd_agent_send(a, &msg);
  }
  hyd_bytes_free(&a->puts);
}

static void do_barrier(struct hyd_rank *p) {
  struct hyd_agent *a = p->agent;
  if (p->in_fence) return;
  p->in_fence = 1;
  if (a->in_fence++ == 0) hyd_agent_tell(a, HYD_MSG_FENCE, 0);
  if (a->in_fence < a->ranks) return;
  send_puts(a);
  hyd_agent_tell(a, HYD_MSG_FENCE, 1);
}

void hyd_pmi_fence_over(struct hyd_agent *a) {
  a->in_fence = 0;
  for (struct hyd_rank *p = a->rank; p < hyd_ranks_end(a); p++) {
    if (p->in_fence) answer(p, "cmd=barrier_out rc=0");
    p->in_fence = 0;
  }
}

/* --- commands ------------------------------------------------------------- */

/* A rank that gives the job a status says so before the others follow it (leave_together.c). */
static void note_leaving(const struct hyd_rank *p, const struct hyd_pm_cmd *cmd) {
  long status = hyd_pm_number(cmd, "value", 0);
  struct hyd_message msg = {.type = HYD_MSG_LEAVES, .a = p->rank, .b = (uint32_t)p->pid};
  msg.c = (uint32_t)status & 0xff;
  if (msg.c) hyd_agent_send(p->agent, &msg);
}

static void do_put(struct hyd_rank *p, const struct hyd_pm_cmd *cmd) {
  struct hyd_agent *a = p->agent;
  const char *key = hyd_pm_field(cmd, "key"), *value = hyd_pm_field(cmd, "value");
  if (key == NULL || value == NULL || strlen(key) >= MAX_KEY || strlen(value) >= MAX_VALUE) {
    answer(p, "cmd=put_result rc=-1 msg=key_or_value_missing_or_too_long");
    return;
  }
  if (hyd_bytes_used(&a->puts) > (size_t)a->ranks * HYD_AGENT_PUTS ||
      put_entry(a, key, value) /* a rank may get its own before the fence */ ||
      hyd_bytes_str(&a->puts, key) || hyd_bytes_str(&a->puts, value)) {
    answer(p, "cmd=put_result rc=-1 msg=too_much_was_put_or_out_of_memory");
    return;
  }
  if (strcmp(key, HYD_PM_LEAVES) == 0) note_leaving(p, cmd);
  answer(p, "cmd=put_result rc=0 msg=success");
}

static void do_get(struct hyd_rank *p, const struct hyd_pm_cmd *cmd) {
  const char *value = get_entry(p->agent, hyd_pm_field(cmd, "key"));
  if (value)
    answer(p, "cmd=get_result rc=0 msg=success value=%s", value);
  else
    answer(p, "cmd=get_result rc=-1 msg=key_not_found value=unknown");
}

static void do_abort(struct hyd_rank *p, const struct hyd_pm_cmd *cmd) {
  p->parted = 1;
  hyd_agent_say(p->agent, HYD_MSG_ABORT, p->rank,
                (uint32_t)hyd_pm_number(cmd, "exitcode", 1) & 0xff, "%s", "");
}

static void do_finalize(struct hyd_rank *p) {
  p->parted = 1;
  answer(p, "cmd=finalize_ack rc=0 msg=success");
}

static void refuse_request(struct hyd_rank *p, const char *text) {
  hyd_agent_say(p->agent, HYD_MSG_FAIL, 1, 0,
                "rank %u said '%.60s' at PMI_FD; expected a command of PMI-1", p->rank, text);
  hyd_fd_close(&p->pmi);
}

static void serve_request(struct hyd_rank *p, char *line, size_t n) {
  const struct hyd_job_spec *spec = &p->agent->spec;
  struct hyd_pm_cmd cmd;
  if (hyd_pm_parse(HYD_PM_WIRE_1, line, n, &cmd))
    refuse_request(p, line);
  else if (hyd_pm_is(&cmd, "init"))
    answer(p, "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=%d",
           hyd_pm_number(&cmd, "pmi_version", 0) == 1 ? 0 : -1);
  else if (hyd_pm_is(&cmd, "get_maxes"))
    answer(p, "cmd=maxes kvsname_max=256 keylen_max=%d vallen_max=%d", MAX_KEY, MAX_VALUE);
  else if (hyd_pm_is(&cmd, "get_appnum"))
    answer(p, "cmd=appnum appnum=0 rc=0");
  else if (hyd_pm_is(&cmd, "get_universe_size"))
    answer(p, "cmd=universe_size size=%u rc=0", spec->size);
  else if (hyd_pm_is(&cmd, "get_my_kvsname"))
    answer(p, "cmd=my_kvsname kvsname=%s", spec->name);
  else if (hyd_pm_is(&cmd, "put"))
    do_put(p, &cmd);
  else if (hyd_pm_is(&cmd, "get"))
    do_get(p, &cmd);
  else if (hyd_pm_is(&cmd, "barrier_in"))
    do_barrier(p);
  else if (hyd_pm_is(&cmd, "abort"))
    do_abort(p, &cmd);
  else if (hyd_pm_is(&cmd, "finalize"))
    do_finalize(p);
  else
    refuse_request(p, hyd_pm_field(&cmd, "cmd"));
}

/* --- the socket ----------------------------------------------------------- */

/* The end of the process that was started is that of its rank, unless a wrapper, as a shell, runs
 * the rank: then the rank's own process is watched. */
static void find_wrapped(struct hyd_rank *p, pid_t pid) {
  if (pid > 0 && pid != p->pid) p->wrapped = hyd_fd_high((int)syscall(SYS_pidfd_open, pid, 0));
}

static void wrapped_ended(void *ctx, short revents) {
  struct hyd_rank *p = ctx;
  (void)revents;
  hyd_fd_close(&p->wrapped);
  hyd_pmi_drain(p);
  if (p->parted || p->pid == 0) return;
  p->gone = 1;
  hyd_agent_say(p->agent, HYD_MSG_GONE, p->rank, (uint32_t)p->pid, "%s", "");
}

/* As read, with the process that has written. */
static ssize_t read_first(struct hyd_rank *p) {
  union {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof(struct ucred))];
  } control;
  char *room = hyd_bytes_room(&p->asked, HYD_PM_LINE);
  struct iovec part = {room, HYD_PM_LINE};
  struct msghdr msg = {.msg_iov = &part,
                       .msg_iovlen = 1,
                       .msg_control = &control,
                       .msg_controllen = sizeof control};
  ssize_t n = room ? recvmsg(p->pmi, &msg, MSG_CMSG_CLOEXEC) : 0;
  const struct cmsghdr *c = n > 0 ? CMSG_FIRSTHDR(&msg) : NULL;
  struct ucred sender;
  if (n > 0) p->asked.n += (size_t)n;
  if (c == NULL || c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_CREDENTIALS) return n;
  memcpy(&sender, CMSG_DATA(c), sizeof sender);
  find_wrapped(p, sender.pid);
  return n;
}

/* One read; whether there may be more. */
static int read_some(struct hyd_rank *p) {
  size_t length;
  ssize_t n = p->pmi < 0  ? 0
              : p->joined ? hyd_bytes_read(&p->asked, p->pmi, HYD_PM_LINE)
                          : read_first(p);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return errno == EINTR;
  if (n > 0 && !p->joined) hyd_input_joined(p);
  p->joined |= n > 0;
  if (n <= 0) hyd_fd_close(&p->pmi);
  for (char *line; p->pmi >= 0 && (line = hyd_bytes_line(&p->asked, &length)) != NULL;)
    serve_request(p, line, length);
  if (p->pmi >= 0 && hyd_bytes_used(&p->asked) > HYD_PM_LINE)
    refuse_request(p, "a line of more than 4096 bytes");
  return p->pmi >= 0;
}

static void on_request(void *ctx, short revents) {
  if (revents & POLLOUT) write_answer(ctx);
  if (revents & (POLLIN | POLLHUP | POLLERR)) (void)read_some(ctx);
}

void hyd_pmi_drain(struct hyd_rank *p) {
  for (int i = 0; i < 256 && read_some(p); i++) {
  }
}

int hyd_pmi_open(int pair[2]) {
  int yes = 1;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) return -1;
  setsockopt(pair[0], SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes); /* for read_first */
  return 0;
}

void hyd_pmi_watch(struct hyd_agent *a) {
  int full = hyd_bytes_used(&a->up.todo) > HYD_LINK_FULL;
  for (struct hyd_rank *p = a->rank; p < hyd_ranks_end(a); p++) {
    size_t n = hyd_bytes_used(&p->answer);
    hyd_loop_add(&a->loop, p->pmi,
                 (short)((n < MOST_UNREAD && !full ? POLLIN : 0) | (n ? POLLOUT : 0)), on_request,
                 p);
    hyd_loop_add(&a->loop, p->wrapped, POLLIN, wrapped_ended, p);
  }
}
