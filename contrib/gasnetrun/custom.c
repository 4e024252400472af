/* SPDX-License-Identifier: BSD-3-Clause
 *
 * custom.c: see custom.h. A connection has GUEST_MS to show that it knows the secret. Until then it
 * can be evicted: if the table is full, a new connection takes the place of the oldest
 * unauthenticated one, of the address that has most of them. So unauthenticated connections evict
 * each other; a worker whose connection is evicted connects again (worker.h).
 */
#include "contrib/gasnetrun/custom.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/sys/clock.h"
#include "core/sys/fd.h"

#define MS UINT64_C(1000000)
#define GUEST_MS 10000
#define SPARE 64
#define AT_ONCE                                                                                    \
  16 /* new connections that are accepted before those in the table are read again                 \
      */
#define MOST_SAID 4096 /* bytes that a worker has to say before it is one */

/* --- the command ---------------------------------------------------------- */

static __attribute__((noreturn)) void become_command(const struct hyd_custom *c,
                                                     const struct hyd_node *node) {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  setsid(); /* a terminal's ^C is for the root, which passes it on */
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (null >= 0) dup2(null, STDIN_FILENO);
  setenv(HYD_TICKET_VARIABLE, c->ticket, 1);
  setrlimit(RLIMIT_NOFILE, &node->old_files);
  sigprocmask(SIG_SETMASK, &node->old_mask, NULL);
  execl("/bin/sh", "sh", "-c", c->command, (char *)NULL);
  dprintf(STDERR_FILENO, "cannot run /bin/sh: %s\n", strerror(errno));
  _exit(127);
}

int hyd_custom_start(struct hyd_custom *c, struct hyd_node *node) {
  c->room = node->spec.size + SPARE;
  c->guest = calloc(c->room, sizeof *c->guest);
  if (c->guest == NULL || hyd_tree_expect(node, node->spec.size)) {
    hyd_node_say(node, HYD_MSG_FAIL, 1, 0, "out of memory for %u workers", node->spec.size);
    return -1;
  }
  for (uint32_t i = 0; i < c->room; i++) c->guest[i].link.in = c->guest[i].link.out = -1;
  node->command = fork();
  if (node->command == 0) become_command(c, node);
  if (node->command > 0) return 0;
  hyd_node_say(node, HYD_MSG_FAIL, 1, 0, "GASNET_CSPAWN_CMD: cannot start a process: %s",
               strerror(errno));
  node->command = 0;
  return -1;
}

static void check_command(struct hyd_custom *c, struct hyd_node *node) {
  int status = node->command_status, signal = WIFSIGNALED(status);
  if (node->command || status == 0 || node->awaited == 0 || node->ending) return;
  node->command_status = 0; /* once */
  hyd_node_say(node, HYD_MSG_FAIL, 1, 0,
               "GASNET_CSPAWN_CMD %s %d before all workers had come (%u of %u): %.200s",
               signal ? "was ended by signal" : "ended with status",
               signal ? WTERMSIG(status) : WEXITSTATUS(status), c->known, node->spec.size,
               c->command);
}

/* --- guests --------------------------------------------------------------- */

static void forget(struct hyd_custom *c, struct hyd_node *node, struct hyd_guest *g) {
  if (g->known && !node->ending)
    hyd_node_say(node, HYD_MSG_FAIL, 1, 0, "host %s: a worker was lost before all had come",
                 g->host);
  c->known -= g->known != 0;
  hyd_link_close(&g->link);
  g->known = 0;
}

/* Its first line; what follows is for hyd_tree_adopt. */
static void learn(struct hyd_custom *c, struct hyd_guest *g) {
  size_t n = hyd_bytes_used(&g->link.got);
  const char *at = hyd_bytes_at(&g->link.got), *end = n ? memchr(at, '\n', n) : NULL;
  char line[160];
  if (end == NULL || (size_t)(end - at) >= sizeof line) {
    if (n > MOST_SAID || end) g->link.broken = 1;
    return;
  }
  memcpy(line, at, (size_t)(end - at));
  line[end - at] = '\0';
  if (hyd_worker_read(line, &g->wish, g->host)) {
    g->link.broken = 1;
    return;
  }
  g->link.got.start += (size_t)(end + 1 - at);
  g->known = 1;
  c->known++;
}

static void guest_ready(struct hyd_node *node, void *who, short revents) {
  struct hyd_guest *g = who;
  (void)node;
  if (revents & POLLOUT) hyd_link_write(&g->link);
  if (revents & (POLLIN | POLLHUP | POLLERR)) hyd_link_read(&g->link);
}

static void learn_address(struct hyd_guest *g, const struct sockaddr_storage *from) {
  const struct sockaddr_in6 *six = (const void *)from;
  const struct sockaddr_in *four = (const void *)from;
  if (from->ss_family == AF_INET6) memcpy(g->from, &six->sin6_addr, 16);
  if (from->ss_family == AF_INET) memcpy(g->from + 12, &four->sin_addr, 4);
}

/* Places of that address which are not sure. */
static uint32_t unsure_from(const struct hyd_custom *c, const unsigned char from[16]) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < c->room; i++)
    n += c->guest[i].link.in >= 0 && !c->guest[i].known && memcmp(c->guest[i].from, from, 16) == 0;
  return n;
}

/* The connection that is closed when the table is full: the oldest unauthenticated one of the
 * address that has most of them. NULL: all are authenticated. The earlier deadline is that of the
 * older connection. */
static struct hyd_guest *find_intruder(struct hyd_custom *c) {
  struct hyd_guest *found = NULL;
  uint32_t most = 0;
  for (struct hyd_guest *g = c->guest; g < c->guest + c->room; g++) {
    uint32_t n = g->link.in >= 0 && !g->known ? unsure_from(c, g->from) : 0;
    if (n == 0 || n < most || (n == most && g->deadline_ns >= found->deadline_ns)) continue;
    found = g;
    most = n;
  }
  return found;
}

static struct hyd_guest *find_place(struct hyd_custom *c) {
  struct hyd_guest *g = c->guest;
  while (g < c->guest + c->room && g->link.in >= 0) g++;
  if (g < c->guest + c->room) return g;
  g = find_intruder(c);
  if (g) hyd_link_close(&g->link);
  return g;
}

static void listen_ready(struct hyd_node *node, void *who, short revents) {
  struct hyd_custom *c = who;
  struct sockaddr_storage from = {0};
  socklen_t n = sizeof from;
  int fd;
  (void)node;
  (void)revents;
  for (uint32_t i = 0;
       i < AT_ONCE && (fd = hyd_fd_high(accept4(c->listen_fd, (struct sockaddr *)&from, &n,
                                                SOCK_CLOEXEC | SOCK_NONBLOCK))) >= 0;
       i++) {
    struct hyd_guest *g = find_place(c);
    if (g == NULL) {
      close(fd);
      continue;
    }
    *g = (struct hyd_guest){.deadline_ns = hyd_now_ns() + GUEST_MS * MS, .wish = -1};
    learn_address(g, &from);
    n = sizeof from;
    hyd_link_open(&g->link, fd, fd);
    hyd_link_seal(&g->link, hyd_seal_new(HYD_SEAL_LISTENS, c->secret));
  }
}

void hyd_custom_watch(struct hyd_custom *c, struct hyd_node *node, struct hyd_pollset *set) {
  if (node->awaited == 0) return;
  hyd_poll_add(set, c->listen_fd, POLLIN, listen_ready, c);
  for (uint32_t i = 0; i < c->room; i++)
    hyd_poll_add(set, c->guest[i].link.in,
                 (short)(POLLIN | (hyd_link_pending(&c->guest[i].link) ? POLLOUT : 0)), guest_ready,
                 &c->guest[i]);
}

/* --- all have come -------------------------------------------------------- */

static void stop_listening(struct hyd_custom *c) {
  if (c->file[0]) unlink(c->file);
  c->file[0] = '\0';
  if (c->listen_fd >= 0) close(c->listen_fd);
  c->listen_fd = -1;
}

/* The guests who are known, by rank: as they wish, if one does; else those of a host together, in
 * the order of their coming. -1: wishes that cannot be. */
static int order_by_wish(struct hyd_custom *c, struct hyd_node *node, struct hyd_guest **by_rank) {
  for (struct hyd_guest *g = c->guest; g < c->guest + c->room; g++) {
    if (!g->known) continue;
    if (g->wish < 0 || g->wish >= (long)node->spec.size || by_rank[g->wish]) {
      hyd_node_say(node, HYD_MSG_FAIL, 1, 0,
                   "host %s: GASNET_WORKER_RANK says %ld; expected another rank of 0 to %u "
                   "on each worker, or none",
                   g->host, g->wish, node->spec.size - 1);
      return -1;
    }
    by_rank[g->wish] = g;
  }
  return 0;
}

static void order_by_host(struct hyd_custom *c, struct hyd_guest **by_rank) {
  uint32_t n = 0;
  for (struct hyd_guest *g = c->guest; g < c->guest + c->room; g++) {
    if (!g->known || g->wish == -2) continue;
    for (struct hyd_guest *h = g; h < c->guest + c->room; h++)
      if (h->known && h->wish != -2 && strcmp(h->host, g->host) == 0) {
        by_rank[n++] = h;
        h->wish = -2; /* it has a rank */
      }
  }
}

static void give_ranks(struct hyd_node *node, struct hyd_guest **by_rank) {
  uint32_t n = node->spec.size;
  for (uint32_t i = 0; i < n; i++)
    node->spec.host[i] = (struct hyd_job_host){by_rank[i]->host, i, 1};
  for (uint32_t i = 0; i < n; i++) {
    struct hyd_link link = by_rank[i]->link;
    by_rank[i]->link = (struct hyd_link){.in = -1, .out = -1};
    hyd_tree_adopt(node, &link, i);
  }
}

static void seat(struct hyd_custom *c, struct hyd_node *node) {
  struct hyd_guest **by_rank = calloc(node->spec.size, sizeof *by_rank);
  int wishes = 0, bad = 0;
  if (by_rank == NULL) return; /* the next turn tries again */
  for (uint32_t i = 0; i < c->room; i++) wishes |= c->guest[i].known && c->guest[i].wish >= 0;
  if (wishes)
    bad = order_by_wish(c, node, by_rank);
  else
    order_by_host(c, by_rank);
  node->awaited = 0;
  stop_listening(c);
  if (!bad) give_ranks(node, by_rank);
  free(by_rank);
  for (uint32_t i = 0; i < c->room; i++) { /* one too many: it sees that nobody wants it */
    if (c->guest[i].link.in >= 0 && !bad) c->guest[i].known = 0;
    if (c->guest[i].link.in >= 0) hyd_link_close(&c->guest[i].link);
  }
}

void hyd_custom_advance(struct hyd_custom *c, struct hyd_node *node) {
  uint64_t now = hyd_now_ns();
  check_command(c, node);
  for (uint32_t i = 0; i < c->room && node->awaited; i++) {
    struct hyd_guest *g = &c->guest[i];
    if (g->link.in < 0) continue;
    if (!g->known && !g->link.broken) learn(c, g);
    if (g->link.broken || (!g->known && now > g->deadline_ns)) forget(c, node, g);
    if (c->known == node->spec.size) seat(c, node);
  }
}

/* --- the end -------------------------------------------------------------- */

static void wait_for_command(struct hyd_node *node, int ms) {
  const struct timespec pause = {0, 2 * (long)MS};
  uint64_t end = hyd_now_ns() + (uint64_t)ms * MS;
  while (node->command && hyd_now_ns() < end) {
    hyd_node_reap(node);
    if (node->command) nanosleep(&pause, NULL);
  }
}

/* The links are closed, so that workers end; the command has its time to see that and pass their
 * last words on. */
void hyd_custom_close(struct hyd_custom *c, struct hyd_node *node) {
  stop_listening(c);
  for (uint32_t i = 0; i < c->room && c->guest; i++)
    if (c->guest[i].link.in >= 0) hyd_link_close(&c->guest[i].link);
  if (node->awaited && node->command) kill(-node->command, SIGTERM); /* it may wait for ever */
  wait_for_command(node, 3000);
  if (node->command) kill(-node->command, SIGTERM);
  wait_for_command(node, 1000);
  if (node->command) kill(-node->command, SIGKILL);
  wait_for_command(node, 1000);
}
