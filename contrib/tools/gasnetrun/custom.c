/* SPDX-License-Identifier: BSD-3-Clause
 *
 * custom.c: see custom.h. A connection has GUEST_NS to show that it knows the secret. Until then it
 * can be evicted: if the table is full, a new connection takes the place of the oldest
 * unauthenticated one, of the address that has most of them. So unauthenticated connections evict
 * each other; a worker whose connection is evicted connects again (worker.h).
 */
#include "contrib/tools/gasnetrun/custom.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/sys/clock.h"
#include "core/sys/fd.h"

#define MS UINT64_C(1000000)
#define GUEST_NS (10000 * MS)
#define SPARE 64
#define AT_ONCE 16     /* new connections accepted before those in the table are read again */
#define MOST_SAID 4096 /* bytes that a worker has to say before it is one */

static struct hyd_guest *end_of(const struct hyd_custom *c) { return c->guest + c->room; }

/* --- the command ---------------------------------------------------------- */

void hyd_custom_start(struct hyd_custom *c, struct hyd_root *root) {
  char *argv[] = {(char *)"sh", (char *)"-c", c->command, NULL};
  int null = hyd_fd_high(open("/dev/null", O_RDWR | O_CLOEXEC));
  c->root = root;
  c->room = root->hosts + SPARE;
  if ((c->guest = calloc(c->room, sizeof *c->guest)) == NULL) {
    c->room = 0;
    hyd_root_failed(root, 1, 0, "out of memory for %u workers", root->hosts);
    return;
  }
  for (struct hyd_guest *g = c->guest; g < end_of(c); g++) g->link.in = g->link.out = -1;
  setenv(HYD_TICKET_VARIABLE, c->ticket, 1);
  c->pid = hyd_root_spawn(root, "/bin/sh", argv, SIGTERM, (const int[]){null, -1, -1});
  unsetenv(HYD_TICKET_VARIABLE);
  hyd_fd_close(&null);
  if (c->pid > 0) return;
  hyd_root_failed(
      root, 1, 0,
      "GASNET_CSPAWN_CMD: cannot start a process: fork: %s; expected room for one more (ulimit -u)",
      strerror(errno));
  c->pid = 0;
}

void hyd_custom_reaped(struct hyd_custom *c, pid_t pid, int status) {
  int sig = WIFSIGNALED(status);
  if (pid != c->pid) return;
  c->pid = 0;
  if (status == 0 || c->listen_fd < 0 || c->root->end.sent) return;
  hyd_root_failed(c->root, 1, 0,
                  "GASNET_CSPAWN_CMD %s %d before all workers had come (%u of %u): %.200s",
                  sig ? "was ended by signal" : "ended with status",
                  sig ? WTERMSIG(status) : WEXITSTATUS(status), c->known, c->root->hosts,
                  c->command);
}

/* --- guests --------------------------------------------------------------- */

static void forget_guest(struct hyd_custom *c, struct hyd_guest *g) {
  if (g->known && !c->root->end.sent)
    hyd_root_failed(c->root, 1, 0, "host %s: a worker was lost before all had come", g->host);
  c->known -= g->known != 0;
  g->known = 0;
  hyd_link_close(&g->link);
}

/* Its first line; what follows is for hyd_agents_adopt. */
static void read_greeting(struct hyd_custom *c, struct hyd_guest *g) {
  size_t n = hyd_bytes_used(&g->link.got);
  const char *line = hyd_bytes_line(&g->link.got, &n);
  if (line == NULL && n <= MOST_SAID) return;
  g->link.broken = line == NULL || hyd_worker_read(line, &g->wish, g->host);
  g->known = !g->link.broken;
  c->known += g->known != 0;
}

static void guest_ready(void *ctx, short revents) {
  struct hyd_guest *g = ctx;
  hyd_link_serve(&g->link, revents);
}

static int is_unsure(const struct hyd_guest *g) { return g->link.in >= 0 && !g->known; }

static uint32_t unsure_from(const struct hyd_custom *c, const unsigned char from[16]) {
  uint32_t n = 0;
  for (struct hyd_guest *g = c->guest; g < end_of(c); g++)
    n += is_unsure(g) && memcmp(g->from, from, 16) == 0;
  return n;
}

/* A free place, or that of the oldest unauthenticated connection of the address that has most of
 * them, which is closed. NULL: all are authenticated. The earlier deadline is that of the older
 * connection. */
static struct hyd_guest *find_place(struct hyd_custom *c) {
  struct hyd_guest *found = NULL;
  uint32_t most = 0;
  for (struct hyd_guest *g = c->guest; g < end_of(c); g++)
    if (g->link.in < 0) return g;
  for (struct hyd_guest *g = c->guest; g < end_of(c); g++) {
    uint32_t n = is_unsure(g) ? unsure_from(c, g->from) : 0;
    if (n == 0 || n < most || (n == most && g->deadline_ns >= found->deadline_ns)) continue;
    found = g;
    most = n;
  }
  if (found) hyd_link_close(&found->link);
  return found;
}

static void take_guest(struct hyd_custom *c, int fd, const struct sockaddr_storage *from) {
  const struct sockaddr_in6 *six = (const void *)from;
  const struct sockaddr_in *four = (const void *)from;
  struct hyd_guest *g = find_place(c);
  if (g == NULL) {
    close(fd);
    return;
  }
  *g = (struct hyd_guest){.deadline_ns = hyd_now_ns() + GUEST_NS, .wish = -1};
  if (from->ss_family == AF_INET6) memcpy(g->from, &six->sin6_addr, 16);
  if (from->ss_family == AF_INET) memcpy(g->from + 12, &four->sin_addr, 4);
  hyd_link_open(&g->link, fd, fd);
  hyd_link_seal(&g->link, HYD_SEAL_LISTENS, c->secret);
}

static void listen_ready(void *ctx, short revents) {
  struct hyd_custom *c = ctx;
  (void)revents;
  for (int i = 0; i < AT_ONCE; i++) {
    struct sockaddr_storage from = {0};
    socklen_t n = sizeof from;
    int fd = hyd_fd_high(
        accept4(c->listen_fd, (struct sockaddr *)&from, &n, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (fd < 0) return;
    take_guest(c, fd, &from);
  }
}

void hyd_custom_watch(struct hyd_custom *c) {
  struct hyd_loop *loop = &c->root->loop;
  hyd_loop_add(loop, c->listen_fd, POLLIN, listen_ready, c);
  for (struct hyd_guest *g = c->guest; g < end_of(c); g++)
    hyd_link_watch(&g->link, loop, guest_ready, g);
}

/* --- all have come -------------------------------------------------------- */

/* Removes the file, which has the job's secret. 0, or -1 and errno. */
static int remove_ticket(struct hyd_custom *c) {
  if (c->file[0] && unlink(c->file)) return -1;
  c->file[0] = '\0';
  return 0;
}

static void stop_listening(struct hyd_custom *c) {
  (void)remove_ticket(c);
  hyd_fd_close(&c->listen_fd);
}

static void seat(struct hyd_custom *c, struct hyd_guest *g, long rank) {
  struct hyd_host *h = &c->root->host[rank];
  struct hyd_link link = g->link;
  g->seated = 1;
  g->link = (struct hyd_link){.in = -1, .out = -1};
  h->name = g->host;
  hyd_agents_adopt(h, &link);
}

/* As they wish. 0, or -1: wishes that cannot be. */
static int check_wishes(struct hyd_custom *c) {
  long n = (long)c->root->hosts;
  char *taken = calloc((size_t)n, 1);
  int bad = taken == NULL;
  for (struct hyd_guest *g = c->guest; g < end_of(c); g++) {
    if (!g->known || bad) continue;
    bad = g->wish < 0 || g->wish >= n || taken[g->wish]++;
    if (bad)
      hyd_root_failed(c->root, 1, 0,
                      "host %s: GASNET_WORKER_RANK says %ld; expected another rank of 0 to %ld on "
                      "each worker, or none",
                      g->host, g->wish, n - 1);
  }
  free(taken);
  return bad ? -1 : 0;
}

/* Numbers the ranks so that those of a host follow each other, in the order in which they came. */
static void seat_by_host(struct hyd_custom *c) {
  long rank = 0;
  for (struct hyd_guest *g = c->guest; g < end_of(c); g++)
    for (struct hyd_guest *h = g; h < end_of(c); h++)
      if (h->known && !h->seated && strcmp(h->host, g->host) == 0) seat(c, h, rank++);
}

static void seat_all(struct hyd_custom *c) {
  int wishes = 0;
  stop_listening(c);
  for (struct hyd_guest *g = c->guest; g < end_of(c); g++) wishes |= g->known && g->wish >= 0;
  if (!wishes) seat_by_host(c);
  if (wishes && check_wishes(c) == 0)
    for (struct hyd_guest *g = c->guest; g < end_of(c); g++)
      if (g->known) seat(c, g, g->wish);
  /* What is left is one worker too many, or no worker, or of a job that cannot be. */
  for (struct hyd_guest *g = c->guest; g < end_of(c); g++) hyd_link_close(&g->link);
}

void hyd_custom_advance(struct hyd_custom *c, uint64_t now) {
  for (uint32_t i = 0; i < c->room && c->listen_fd >= 0; i++) {
    struct hyd_guest *g = &c->guest[i];
    if (g->link.in < 0) continue;
    if (!g->known && !g->link.broken) read_greeting(c, g);
    if (g->link.broken || (!g->known && now > g->deadline_ns)) forget_guest(c, g);
    if (c->known == c->root->hosts) seat_all(c);
  }
}

/* --- the end -------------------------------------------------------------- */

static void end_command(struct hyd_custom *c, int sig, int ms) {
  if (c->pid && sig) kill(-c->pid, sig);
  hyd_root_wait(c->root, ms);
}

/* The links are closed, so that workers end; the command has its time to see that and pass their
 * last words on. If workers were still awaited, it may wait for ever. */
void hyd_custom_close(struct hyd_custom *c) {
  int awaited = c->listen_fd >= 0;
  stop_listening(c);
  if (remove_ticket(c) && errno != ENOENT)
    hyd_say("%.180s: %s; expected to remove it, as it has the job's secret", c->file,
            strerror(errno));
  for (struct hyd_guest *g = c->guest; g < end_of(c); g++) hyd_link_close(&g->link);
  end_command(c, awaited ? SIGTERM : 0, 3000);
  end_command(c, SIGTERM, 1000);
  end_command(c, SIGKILL, 1000);
}
