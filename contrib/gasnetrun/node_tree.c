/* SPDX-License-Identifier: BSD-3-Clause
 *
 * node_tree.c: the agents below a node. Its hosts are cut into as many parts as it may start
 * agents; the first host of a part gets an agent, which gets the rest of the part. An agent is
 * reached by the standard streams of ssh; on a host that needs none, gasnetrun is started again.
 * What ssh says on stderr is kept, because its last line tells why a host could not be reached;
 * once the agent has greeted it is passed on.
 *
 *   STARTING -> greeting -> JOB sent, RUNNING -> DONE came -> OVER
 *        \__________ the link ends __________\-> BROKEN -> its exit status is known, FAIL said ->
 * OVER
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contrib/gasnetrun/hosts.h"
#include "contrib/gasnetrun/node.h"
#include "contrib/gasnetrun/ssh_cmd.h"
#include "core/sys/clock.h"
#include "core/sys/fd.h"

#define MS UINT64_C(1000000)
#define LEARN_WHY (500 * MS)

static const char *name_of(const struct hyd_node *node, const struct hyd_child *c) {
  return node->spec.host[c->first].name;
}

static void fail(struct hyd_node *node, struct hyd_child *c, uint32_t status, const char *what,
                 const char *more) {
  node->failed = 1;
  if (c->pid && c->state == HYD_CHILD_STARTING) kill(c->pid, SIGTERM); /* a ssh that still tries */
  c->state = HYD_CHILD_OVER;
  hyd_node_say(node, HYD_MSG_FAIL, status, 0, "host %s: %s%s", name_of(node, c), what, more);
}

/* --- starting ------------------------------------------------------------- */

static char **command_for(const struct hyd_node *node, const char *host) {
  static char *self[] = {(char *)"gasnetrun", (char *)"--agent", NULL};
  if (hyd_host_is_local(host)) return self;
  return hyd_ssh_command(node->spec.ssh_cmd, node->spec.ssh_options, host, node->spec.agent);
}

/* In the child: the link as stdin and stdout, the pipe as stderr. ssh is not to outlive us; an
 * agent sees our end by itself, and ends its ranks in order. */
static __attribute__((noreturn)) void become_agent(const struct hyd_node *node, char **argv,
                                                   int local, int link, int err) {
  setsid(); /* a terminal's ^C is for the root, which passes it on */
  dup2(link, STDIN_FILENO);
  dup2(link, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  setrlimit(RLIMIT_NOFILE, &node->old_files);
  sigprocmask(SIG_SETMASK, &node->old_mask, NULL);
  if (!local) prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (!local) hyd_ssh_obey_files(argv);
  if (local)
    execv("/proc/self/exe", argv);
  else
    execvp(argv[0], argv);
  dprintf(STDERR_FILENO, "cannot run %s: %s\n", local ? node->spec.agent : argv[0],
          strerror(errno));
  _exit(127);
}

static int start_process(struct hyd_node *node, struct hyd_child *c, char **argv, int local) {
  int link[2] = {-1, -1}, err[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, link) || pipe2(err, O_CLOEXEC))
    goto failed;
  link[0] = hyd_fd_high(link[0]);
  link[1] = hyd_fd_high(link[1]);
  err[0] = hyd_fd_high(err[0]);
  err[1] = hyd_fd_high(err[1]);
  if ((c->pid = fork()) < 0) goto failed;
  if (c->pid == 0) become_agent(node, argv, local, link[1], err[1]);
  close(link[1]);
  close(err[1]);
  hyd_link_open(&c->link, link[0], link[0]);
  fcntl(err[0], F_SETFL, O_NONBLOCK);
  c->err = err[0];
  return 0;
failed:
  c->pid = 0;
  for (int i = 0; i < 2; i++) {
    if (link[i] >= 0) close(link[i]);
    if (err[i] >= 0) close(err[i]);
  }
  return -1;
}

static void start_child(struct hyd_node *node, uint32_t first, uint32_t hosts) {
  struct hyd_child *c = &node->child[node->children++];
  const char *host = node->spec.host[first].name;
  int local = hyd_host_is_local(host);
  char **argv = command_for(node, host);
  *c = (struct hyd_child){.link = {.in = -1, .out = -1}, .err = -1, .first = first, .hosts = hosts};
  c->deadline_ns = hyd_now_ns() + node->spec.start_ms * MS;
  if (argv == NULL)
    fail(node, c, 2,
         "GASNET_SSH_CMD or GASNET_SSH_OPTIONS: ", "a quote without its end, or no command");
  else if (start_process(node, c, argv, local))
    fail(node, c, 1, "cannot start an agent: socketpair, pipe2 or fork: ", strerror(errno));
  else if (node->spec.verbose)
    hyd_node_say(node, HYD_MSG_NOTE, 0, 0, "host %s: starting an agent by %s", host,
                 local ? "fork" : argv[0]);
  if (!local) free(argv);
}

void hyd_tree_start(struct hyd_node *node, uint32_t first, uint32_t hosts) {
  uint32_t degree = node->spec.degree, parts = degree == 0 || hosts < degree ? hosts : degree;
  if (parts == 0) return;
  node->child = calloc(parts, sizeof *node->child);
  if (node->child == NULL) {
    hyd_node_say(node, HYD_MSG_FAIL, 1, 0, "out of memory for %u agents", parts);
    return;
  }
  for (uint32_t i = 0; i < parts; i++) {
    uint32_t share = hyd_hosts_share(hosts, parts, i);
    start_child(node, first, share);
    first += share;
  }
}

/* --- stderr --------------------------------------------------------------- */

static void said_line(struct hyd_node *node, struct hyd_child *c, const char *line, size_t n) {
  while (n && (line[n - 1] == '\r' || line[n - 1] == ' ')) n--;
  if (n == 0) return;
  snprintf(c->last, sizeof c->last, "%.*s", n < sizeof c->last ? (int)n : (int)sizeof c->last - 1,
           line);
  if (c->state == HYD_CHILD_RUNNING || node->spec.verbose > 1)
    hyd_node_say(node, HYD_MSG_NOTE, 0, 0, "host %s: %s", name_of(node, c), c->last);
}

static void read_said(struct hyd_node *node, struct hyd_child *c) {
  char *room = hyd_bytes_room(&c->said, 1024), *end;
  ssize_t n = room && c->err >= 0 ? read(c->err, room, 1024) : 0;
  if (n < 0) return;
  c->said.n += (size_t)n;
  while (hyd_bytes_used(&c->said) &&
         (end = memchr(hyd_bytes_at(&c->said), '\n', hyd_bytes_used(&c->said)))) {
    said_line(node, c, hyd_bytes_at(&c->said), (size_t)(end - hyd_bytes_at(&c->said)));
    c->said.start = (size_t)(end + 1 - c->said.p);
  }
  if (n == 0 || hyd_bytes_used(&c->said) > 4096) {
    said_line(node, c, hyd_bytes_at(&c->said), hyd_bytes_used(&c->said));
    c->said.start = c->said.n;
  }
  if (n == 0 && c->err >= 0) {
    close(c->err);
    c->err = -1;
  }
}

static void said_ready(struct hyd_node *node, void *who, short revents) {
  (void)revents;
  read_said(node, who);
}

/* --- greeting and messages ------------------------------------------------ */

static void send_job(struct hyd_node *node, struct hyd_child *c) {
  c->state = HYD_CHILD_RUNNING;
  c->greeted = 1;
  if (hyd_msg_write_job(&c->link.todo, &node->spec, c->first, c->hosts))
    fail(node, c, 1,
         "the description of the job is too long: ", "expected less than 16 MiB of environment");
  if (node->ending && hyd_msg_write_text(&c->link.todo, HYD_MSG_END, 0, 0, "")) c->link.broken = 1;
}

static void take_greeting(struct hyd_node *node, struct hyd_child *c) {
  char release[32], text[200];
  uint32_t protocol;
  long n = hyd_msg_greeting(hyd_bytes_at(&c->link.got), hyd_bytes_used(&c->link.got), &protocol,
                            release);
  if (n == 0) return;
  if (n < 0) {
    fail(node, c, 1, "what answers is no agent of gasnetrun: ", "expected its greeting");
    return;
  }
  c->link.got.start += (size_t)n;
  if (protocol != HYD_AGENT_PROTOCOL || strcmp(release, PACKAGE_VERSION) != 0) {
    snprintf(text, sizeof text, "%s (protocol %u); expected %s (protocol %d) as here", release,
             protocol, PACKAGE_VERSION, HYD_AGENT_PROTOCOL);
    fail(node, c, 1, "gasnetrun there is ", text);
    return;
  }
  send_job(node, c);
}

int hyd_tree_expect(struct hyd_node *node, uint32_t hosts) {
  node->child = calloc(hosts, sizeof *node->child);
  node->awaited = hosts;
  return node->child ? 0 : -1;
}

void hyd_tree_adopt(struct hyd_node *node, const struct hyd_link *link, uint32_t host) {
  struct hyd_child *c = &node->child[node->children++];
  *c = (struct hyd_child){.link = *link, .err = -1, .first = host, .hosts = 1, .came = 1};
  c->deadline_ns = hyd_now_ns() + node->spec.start_ms * MS;
  take_greeting(node, c);
}

static void take_message(struct hyd_node *node, struct hyd_child *c,
                         const struct hyd_message *msg) {
  switch (msg->type) {
  case HYD_MSG_FENCE: hyd_fence_below(node, c); return;
  case HYD_MSG_ARRIVED:
    if (!node->arrived_told) (void)hyd_msg_add(node->upward, HYD_MSG_ARRIVED, NULL, 0);
    node->arrived_told = 1;
    return;
  case HYD_MSG_DONE: c->state = HYD_CHILD_OVER; return;
  case HYD_MSG_PING: return;
  case HYD_MSG_TABLE:
  case HYD_MSG_READY:
  case HYD_MSG_OUT:
  case HYD_MSG_EXIT:
  case HYD_MSG_ABORT:
  case HYD_MSG_FAIL:
  case HYD_MSG_NOTE:
  case HYD_MSG_TOOK:
  case HYD_MSG_DUMP:
  case HYD_MSG_DUMPED: (void)hyd_msg_add(node->upward, msg->type, msg->body, msg->n); return;
  default: c->link.broken = 1; /* goes down only */
  }
}

static void link_ready(struct hyd_node *node, void *who, short revents) {
  struct hyd_child *c = who;
  struct hyd_message msg;
  if (revents & POLLOUT) hyd_link_write(&c->link);
  if (revents & (POLLIN | POLLHUP | POLLERR)) hyd_link_read(&c->link);
  if (revents & POLLIN) c->heard_ns = hyd_now_ns();
  if (c->state == HYD_CHILD_STARTING) take_greeting(node, c);
  while (c->state == HYD_CHILD_RUNNING && hyd_link_next(&c->link, &msg) > 0)
    take_message(node, c, &msg);
  if (!c->link.broken || c->state == HYD_CHILD_OVER || c->state == HYD_CHILD_BROKEN) return;
  if (c->state == HYD_CHILD_STARTING) c->link.got.start = c->link.got.n;
  c->state = HYD_CHILD_BROKEN;
  c->deadline_ns = hyd_now_ns() + LEARN_WHY;
}

void hyd_tree_watch(struct hyd_node *node, struct hyd_pollset *set) {
  int full = hyd_bytes_used(node->upward) > HYD_LINK_FULL;
  for (uint32_t i = 0; i < node->children; i++) {
    struct hyd_child *c = &node->child[i];
    short events = (short)((full ? 0 : POLLIN) | (hyd_link_pending(&c->link) ? POLLOUT : 0));
    if (c->state == HYD_CHILD_STARTING || c->state == HYD_CHILD_RUNNING)
      hyd_poll_add(set, c->link.in, events, link_ready, c);
    hyd_poll_add(set, c->err, POLLIN, said_ready, c);
  }
}

void hyd_tree_send(struct hyd_node *node, const struct hyd_message *msg) {
  for (uint32_t i = 0; i < node->children; i++) {
    struct hyd_child *c = &node->child[i];
    if (msg->type == HYD_MSG_PING && hyd_bytes_used(&c->link.todo)) continue; /* it does not read */
    if (c->state == HYD_CHILD_RUNNING && hyd_msg_add(&c->link.todo, msg->type, msg->body, msg->n))
      c->link.broken = 1;
  }
}

/* --- ends ----------------------------------------------------------------- */

void hyd_tree_reaped(struct hyd_node *node, pid_t pid, int status) {
  if (pid == node->command) {
    node->command = 0;
    node->command_status = status;
  }
  for (uint32_t i = 0; i < node->children; i++) {
    struct hyd_child *c = &node->child[i];
    if (c->pid != pid) continue;
    c->pid = 0;
    c->status = status;
  }
}

static void say_why(struct hyd_node *node, struct hyd_child *c) {
  int local = hyd_host_is_local(name_of(node, c)) || c->came, had_greeted = c->greeted;
  char text[400];
  int code = WIFEXITED(c->status) ? WEXITSTATUS(c->status) : 0;
  size_t n;
  if (node->ending) { /* it was told to end, and did so without saying DONE */
    c->state = HYD_CHILD_OVER;
    return;
  }
  snprintf(text, sizeof text, "%s", c->last);
  n = strlen(text);
  if (code == 127 && !had_greeted && !local)
    snprintf(text, sizeof text,
             "no gasnetrun at %.150s there; expected the same installation "
             "(GASNET_SSH_AGENT names another path)",
             node->spec.agent);
  else if (c->came)
    snprintf(text, sizeof text, "the connection was closed");
  else if (c->pid == 0 && WIFSIGNALED(c->status))
    snprintf(text + n, sizeof text - n, "%s%s was ended by signal %d", n ? "; " : "",
             local ? "it" : "ssh", WTERMSIG(c->status));
  else if (c->pid == 0)
    snprintf(text + n, sizeof text - n, "%s%s ended with status %d", n ? "; " : "",
             local ? "it" : "ssh", code);
  else if (n == 0)
    snprintf(text, sizeof text, "the connection was closed");
  fail(node, c, 1, had_greeted ? "its agent was lost: " : "cannot start an agent: ", text);
}

/* At the end of the job: it has not said that all has ended there, and does not speak, or takes too
 * long. What is there ends with the connection; an agent of this host, whose keeper `pid` is, is
 * killed, and its ranks with it. */
static void give_up(struct hyd_node *node, struct hyd_child *c, uint64_t now) {
  const struct hyd_job_host *h = &node->spec.host[c->first];
  int local = hyd_host_is_local(h->name) && !c->came;
  uint64_t since = c->heard_ns > node->end_ns ? c->heard_ns : node->end_ns;
  int silent = now - since >= HYD_SILENT_MS * MS;
  if (!node->ending || c->state != HYD_CHILD_RUNNING) return;
  if (!silent && now - node->end_ns < HYD_LONGEST_MS * MS) return;
  hyd_node_say(node, HYD_MSG_NOTE, 1, 0,
               "host %s: its agent %s %u s after the job was told to end; %s (ranks %u to %u)",
               h->name, silent ? "does not answer" : "has not come to its end",
               (unsigned)((now - node->end_ns) / MS / 1000),
               local ? "it is killed, with its ranks"
                     : "the connection is cut, by which its ranks end",
               h->first, h->first + h->ranks - 1);
  node->failed = 1;
  c->state = HYD_CHILD_OVER;
  if (c->pid) kill(c->pid, SIGKILL);
  hyd_link_close(&c->link);
}

void hyd_tree_advance(struct hyd_node *node, uint64_t now) {
  char text[80];
  for (uint32_t i = 0; i < node->children; i++) {
    struct hyd_child *c = &node->child[i];
    if (c->state == HYD_CHILD_BROKEN && (c->pid == 0 || now >= c->deadline_ns)) {
      read_said(node, c);
      say_why(node, c);
    }
    if (c->state == HYD_CHILD_STARTING && now >= c->deadline_ns && !node->ending) {
      snprintf(text, sizeof text, "%u s (GASNET_SSH_TIMEOUT)", node->spec.start_ms / 1000);
      fail(node, c, 1, "no greeting from an agent within ", text);
    }
    if (c->state == HYD_CHILD_STARTING && node->ending) {
      if (c->pid) kill(c->pid, SIGTERM);
      c->state = HYD_CHILD_OVER;
    }
    give_up(node, c, now);
    if (c->state == HYD_CHILD_OVER && c->pid && (node->failed || node->ending) && c->link.in >= 0)
      hyd_link_close(&c->link); /* it sees this, whatever it waits for */
  }
}

int hyd_tree_over(const struct hyd_node *node) {
  if (node->awaited && !node->ending) return 0;
  for (uint32_t i = 0; i < node->children; i++)
    if (node->child[i].state != HYD_CHILD_OVER) return 0;
  return 1;
}

void hyd_tree_close(struct hyd_node *node) {
  uint64_t end = hyd_now_ns() + 2000 * MS;
  const struct timespec pause = {0, 2000000};
  int left = 1;
  for (uint32_t i = 0; i < node->children; i++) hyd_link_close(&node->child[i].link);
  while (left && hyd_now_ns() < end) {
    hyd_node_reap(node);
    left = 0;
    for (uint32_t i = 0; i < node->children; i++) left += node->child[i].pid != 0;
    if (left) nanosleep(&pause, NULL);
  }
}
