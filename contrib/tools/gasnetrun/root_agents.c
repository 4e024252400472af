/* SPDX-License-Identifier: BSD-3-Clause
 *
 * root_agents.c: the agents of a job. At most LOGINS of them are being started at a time; each is
 * reached by the standard streams of ssh, or, on a host that needs none, is gasnetrun started
 * again. What ssh says on stderr is kept, because its last line tells why a host could not be
 * reached; once the agent has greeted it is passed on.
 *
 *   WAITING -> STARTING -> greeting -> JOB sent, RUNNING -> DONE came -> OVER
 *                 \_________ the link ends __________\-> BROKEN -> its exit status is known -> OVER
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contrib/tools/gasnetrun/hosts.h"
#include "contrib/tools/gasnetrun/root.h"
#include "contrib/tools/gasnetrun/run.h"
#include "core/sys/clock.h"
#include "core/sys/fd.h"

#define MS UINT64_C(1000000)
#define LOGINS 64
#define LEARN_WHY (500 * MS)
#define PING_NS (5000 * MS)
/* Between two turns of the loop: this process was stopped, or starved. */
#define AWAY_NS (1000 * MS)
/* At the end an agent that says nothing for so long is given up; */
#define SILENT_NS (5000 * MS)
/* so is an agent that has not ended after this, although it says something. */
#define LONGEST_NS (30000 * MS)

static __attribute__((format(printf, 3, 4))) void fail(struct hyd_host *h, int status,
                                                       const char *fmt, ...) {
  char text[500];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  if (h->pid && h->state == HYD_HOST_STARTING) kill(h->pid, SIGTERM); /* a ssh that still tries */
  h->state = HYD_HOST_OVER;
  if (!h->root->end.sent) hyd_root_failed(h->root, status, 0, "host %s: %s", h->name, text);
}

/* --- starting ------------------------------------------------------------- */

/* A terminal's ^C is for the root, which passes it on, and nothing reads from the terminal. This is
 * no session of its own (setsid), as the scheduler may divide processors among sessions: ranks of
 * agents on one machine could not yield to each other. */
static void leave_terminal(void) {
  int tty = open("/dev/tty", O_RDWR | O_CLOEXEC);
  setpgid(0, 0);
  if (tty < 0) return;
  ioctl(tty, TIOCNOTTY);
  close(tty);
}

pid_t hyd_root_spawn(const struct hyd_root *root, const char *file, char **argv, int at_our_end,
                     const int stream[3]) {
  pid_t pid = fork();
  if (pid) return pid;
  leave_terminal();
  for (int i = 0; i < 3; i++)
    if (stream[i] >= 0) dup2(stream[i], i);
  hyd_loop_undo(&root->loop);
  prctl(PR_SET_PDEATHSIG, at_our_end);
  hyd_ssh_obey_files(argv);
  execvp(file, argv);
  dprintf(STDERR_FILENO, "cannot run %s: %s; expected a program for this machine\n", file,
          strerror(errno));
  _exit(127);
}

/* The link is its stdin and stdout, a pipe its stderr. ssh is not to outlive us; an agent sees our
 * end by itself, and ends its ranks in order. */
static int start_process(struct hyd_host *h, char **argv, int local) {
  int link[2] = {-1, -1}, err[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, link) == 0 && pipe2(err, O_CLOEXEC) == 0) {
    for (int i = 0; i < 2; i++) link[i] = hyd_fd_high(link[i]);
    for (int i = 0; i < 2; i++) err[i] = hyd_fd_high(err[i]);
    h->pid = hyd_root_spawn(h->root, local ? hyd_run_self_again() : argv[0], argv,
                            local ? 0 : SIGTERM, (const int[]){link[1], link[1], err[1]});
  }
  hyd_fd_close(&err[1]);
  hyd_fd_close(&link[1]);
  if (h->pid > 0) {
    hyd_link_open(&h->link, link[0], link[0]);
    fcntl(err[0], F_SETFL, O_NONBLOCK);
    h->err = err[0];
    return 0;
  }
  h->pid = 0;
  hyd_fd_close(&err[0]);
  hyd_fd_close(&link[0]);
  return -1;
}

/* By fork, with our own stdin if rank 0 is to have that. */
static int start_here(struct hyd_host *h) {
  char number[16], *argv[] = {(char *)"gasnetrun", (char *)"--agent", NULL, NULL};
  int input = hyd_root_hand_input_over(h), failed;
  snprintf(number, sizeof number, "%d", input);
  if (input >= 0) argv[2] = number;
  failed = start_process(h, argv, 1);
  if (input >= 0) h->root->io.input_open = 0;
  hyd_fd_close(&input);
  return failed;
}

static void start_agent(struct hyd_host *h) {
  struct hyd_root *root = h->root;
  struct hyd_words argv = {0};
  int local = hyd_host_is_local(h->name), err;
  char path[PATH_MAX];
  h->state = HYD_HOST_STARTING;
  h->deadline_ns = hyd_now_ns() + root->start_ms * MS;
  if (!local && hyd_ssh_command(&argv, root->ssh_cmd, root->ssh_options, h->name, root->agent))
    fail(h, 2, "GASNET_SSH_CMD or GASNET_SSH_OPTIONS: an unterminated quote, or no command");
  else if (!local && (err = hyd_run_find(argv.word[0], path, sizeof path)) != 0)
    fail(h, 1,
         "cannot run %.150s: %s; expected OpenSSH's client (openssh-client) in PATH, or another "
         "command in GASNET_SSH_CMD",
         argv.word[0],
         err == ENOENT && !strchr(argv.word[0], '/') ? "not found in PATH" : strerror(err));
  else if (local ? start_here(h) : start_process(h, argv.word, 0))
    fail(h, 1,
         "cannot start an agent: socketpair, pipe2 or fork: %s; expected room for processes and "
         "descriptors (ulimit -u, -n)",
         strerror(errno));
  else if (root->verbose)
    hyd_root_say(root, "host %s: starting an agent by %s", h->name, local ? "fork" : argv.word[0]);
  hyd_words_free(&argv);
}

/* --- stderr --------------------------------------------------------------- */

static void said_line(struct hyd_host *h, const char *line, size_t n) {
  while (n && (line[n - 1] == '\r' || line[n - 1] == ' ')) n--;
  if (n == 0) return;
  snprintf(h->last, sizeof h->last, "%.*s", n < sizeof h->last ? (int)n : (int)sizeof h->last - 1,
           line);
  if (h->state == HYD_HOST_RUNNING || h->root->verbose > 1)
    hyd_root_say(h->root, "host %s: %s", h->name, h->last);
}

static void said_ready(void *ctx, short revents) {
  struct hyd_host *h = ctx;
  ssize_t n = h->err >= 0 ? hyd_bytes_read(&h->said, h->err, 1024) : 0;
  size_t length;
  (void)revents;
  if (n < 0) return;
  for (char *line; (line = hyd_bytes_line(&h->said, &length)) != NULL;) said_line(h, line, length);
  if (n == 0 || hyd_bytes_used(&h->said) > 4096) {
    said_line(h, hyd_bytes_at(&h->said), hyd_bytes_used(&h->said));
    h->said.start = h->said.n;
  }
  if (n == 0) hyd_fd_close(&h->err);
}

/* --- greeting and messages ------------------------------------------------ */

static void send_job(struct hyd_host *h) {
  struct hyd_job_spec spec = h->root->spec;
  spec.host = h->name;
  spec.first = h->first;
  spec.ranks = h->ranks;
  h->state = HYD_HOST_RUNNING;
  h->greeted = 1;
  if (hyd_msg_write_job(&h->link.todo, &spec))
    fail(h, 1,
         "the description of the job cannot be sent: out of memory, or it is too long; expected "
         "less than 16 MiB of environment");
}

static void take_greeting(struct hyd_host *h) {
  struct hyd_bytes *got = &h->link.got;
  char release[32];
  uint32_t protocol;
  long n = hyd_msg_greeting(hyd_bytes_at(got), hyd_bytes_used(got), &protocol, release);
  if (n == 0 || h->root->end.sent) return;
  if (n < 0) {
    fail(h, 1, "the answer is not from an agent of gasnetrun: expected its greeting");
    return;
  }
  got->start += (size_t)n;
  if (protocol == HYD_AGENT_PROTOCOL && strcmp(release, PACKAGE_VERSION) == 0)
    send_job(h);
  else
    fail(h, 1, "gasnetrun there is %s (protocol %u); expected %s (protocol %d) as here", release,
         protocol, PACKAGE_VERSION, HYD_AGENT_PROTOCOL);
}

void hyd_agents_adopt(struct hyd_host *h, const struct hyd_link *link) {
  h->link = *link;
  h->worker = 1;
  h->state = HYD_HOST_STARTING;
  h->deadline_ns = hyd_now_ns() + h->root->start_ms * MS;
  take_greeting(h);
}

static void take_messages(struct hyd_host *h) {
  struct hyd_message msg;
  int n = 0;
  while (h->state == HYD_HOST_RUNNING && (n = hyd_link_next(&h->link, &msg)) > 0)
    if (hyd_root_take(h, &msg))
      fail(h, 1,
           "its agent was lost: it sent message %d (%u, %u; %zu bytes), which is not expected",
           (int)msg.type, msg.a, msg.b, msg.n);
  if (n < 0) fail(h, 1, "its agent was lost: it sent bytes that are no message of an agent");
}

static void link_ready(void *ctx, short revents) {
  struct hyd_host *h = ctx;
  hyd_link_serve(&h->link, revents);
  if (revents & POLLIN) h->heard_ns = hyd_now_ns();
  if (h->state == HYD_HOST_STARTING) take_greeting(h);
  take_messages(h);
}

void hyd_agents_watch(struct hyd_root *root) {
  for (struct hyd_host *h = root->host; h < root->host + root->hosts; h++) {
    if (h->state == HYD_HOST_STARTING || h->state == HYD_HOST_RUNNING)
      hyd_link_watch(&h->link, &root->loop, link_ready, h);
    hyd_loop_add(&root->loop, h->err, POLLIN, said_ready, h);
  }
}

void hyd_agents_tell(struct hyd_root *root, enum hyd_msg_type type, uint32_t a) {
  hyd_agents_send(root, &(struct hyd_message){.type = type, .a = a});
}

/* Bytes for an agent that does not read: what all ranks put is the most that it has to read before
 * it says something again. */
static size_t unread_most(const struct hyd_root *root) {
  return HYD_AGENT_MAX_BODY + (size_t)root->spec.size * HYD_AGENT_PUTS;
}

void hyd_agents_send(struct hyd_root *root, const struct hyd_message *msg) {
  for (struct hyd_host *h = root->host; h < root->host + root->hosts; h++) {
    if (h->state != HYD_HOST_RUNNING) continue;
    if (msg->type == HYD_MSG_PING && hyd_bytes_used(&h->link.todo)) continue; /* it does not read */
    if (hyd_bytes_used(&h->link.todo) > unread_most(root) || hyd_msg_write(&h->link.todo, msg))
      h->link.broken = 1;
  }
}

/* --- ends ----------------------------------------------------------------- */

/* The link has ended, of a host that was not told to end. */
static void say_why(struct hyd_host *h) {
  int local = hyd_host_is_local(h->name) || h->worker;
  int code = WIFEXITED(h->status) ? WEXITSTATUS(h->status) : 0;
  const char *what = h->greeted ? "its agent was lost: " : "cannot start an agent: ";
  const char *program = local ? "it" : "ssh", *said = h->last, *and = *said ? "; " : "";
  if (code == 127 && !h->greeted && !local)
    fail(h, 1,
         "%sno gasnetrun at %.150s there%s%s%s; expected the same installation (GASNET_SSH_AGENT "
         "names another path)",
         what, h->root->agent, *said ? " (" : "", said, *said ? ")" : "");
  else if (h->worker || (h->pid && *said == '\0'))
    fail(h, 1, "%s%s; expected it to run until the job has ended", what,
         h->link.error ? strerror(h->link.error) : "the connection was closed");
  else if (h->pid)
    fail(h, 1, "%s%s", what, said);
  else if (WIFSIGNALED(h->status))
    fail(h, 1, "%s%s%s%s was ended by signal %d", what, said, and, program, WTERMSIG(h->status));
  else
    fail(h, 1, "%s%s%s%s ended with status %d", what, said, and, program, code);
}

/* At the end of the job: the agent has not said that all has ended there, and does not speak, or
 * takes too long. What is there ends with the connection; an agent of this host, whose keeper `pid`
 * is, is killed, and its ranks with it. */
static void give_up(struct hyd_host *h, uint64_t now) {
  struct hyd_root *root = h->root;
  int local = hyd_host_is_local(h->name) && !h->worker;
  uint64_t since = h->heard_ns > root->end.sent_ns ? h->heard_ns : root->end.sent_ns;
  int silent = now > since && now - since >= SILENT_NS;
  if (!silent && (now < root->end.sent_ns || now - root->end.sent_ns < LONGEST_NS)) return;
  hyd_root_say(root,
               "host %s: its agent %s %u s after the job was told to end; %s (ranks %u to %u)",
               h->name, silent ? "does not answer" : "has not come to its end",
               (unsigned)((now - root->end.sent_ns) / MS / 1000),
               local ? "it is killed, with its ranks"
                     : "the connection is cut, by which its ranks end",
               h->first, h->first + h->ranks - 1);
  root->end.incomplete = 1;
  h->state = HYD_HOST_OVER;
  if (h->pid) kill(h->pid, SIGKILL);
}

static void advance_host(struct hyd_host *h, uint64_t now) {
  int ending = h->root->end.sent;
  if (h->link.broken && (h->state == HYD_HOST_STARTING || h->state == HYD_HOST_RUNNING)) {
    h->state = HYD_HOST_BROKEN;
    h->deadline_ns = now + LEARN_WHY;
  }
  if (h->state == HYD_HOST_BROKEN && (h->pid == 0 || now >= h->deadline_ns)) {
    said_ready(h, 0);
    if (!ending) say_why(h);
    h->state = HYD_HOST_OVER;
  }
  if (h->state == HYD_HOST_STARTING && ending) {
    if (h->pid) kill(h->pid, SIGTERM);
    h->state = HYD_HOST_OVER;
  }
  if (h->state == HYD_HOST_STARTING && now >= h->deadline_ns)
    fail(h, 1, "no greeting from an agent within %u s (GASNET_SSH_TIMEOUT)",
         h->root->start_ms / 1000);
  if (h->state == HYD_HOST_RUNNING && ending) give_up(h, now);
  if (h->state == HYD_HOST_OVER && h->link.in >= 0) hyd_link_close(&h->link);
}

/* If this process was stopped for a while, other processes may have been stopped too: that time
 * does not count as their silence. */
static void forgive(struct hyd_root *root, uint64_t now) {
  uint64_t away = root->turn_ns ? now - root->turn_ns : 0;
  root->turn_ns = now;
  if (away < AWAY_NS) return;
  for (uint32_t i = 0; i < root->hosts; i++) root->host[i].heard_ns = now;
  if (root->end.sent) root->end.sent_ns += away;
}

/* Four times in the longest silence that is allowed, and every five seconds at least. */
static void ping(struct hyd_root *root, uint64_t now) {
  uint64_t every = root->spec.silence_ms * MS / 4;
  if (every == 0 || now < root->ping_ns) return;
  root->ping_ns = now + (every < PING_NS ? every : PING_NS);
  hyd_agents_tell(root, HYD_MSG_PING, 0);
}

void hyd_agents_advance(struct hyd_root *root, uint64_t now) {
  uint32_t starting = 0;
  forgive(root, now);
  for (uint32_t i = 0; i < root->hosts; i++) {
    advance_host(&root->host[i], now);
    starting += root->host[i].state == HYD_HOST_STARTING;
  }
  for (; root->begun < root->hosts && starting < LOGINS && !root->custom && !root->end.at_ns &&
         !root->end.sent;
       starting++)
    start_agent(&root->host[root->begun++]);
  ping(root, now);
}

int hyd_agents_over(const struct hyd_root *root) {
  for (uint32_t i = 0; i < root->hosts; i++) {
    const struct hyd_host *h = &root->host[i];
    if (h->state != HYD_HOST_OVER && (h->state != HYD_HOST_WAITING || !root->end.sent)) return 0;
  }
  return 1;
}

void hyd_agents_close(struct hyd_root *root) {
  for (uint32_t i = 0; i < root->hosts; i++) hyd_link_close(&root->host[i].link);
}
