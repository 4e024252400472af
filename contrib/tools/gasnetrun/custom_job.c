/* SPDX-License-Identifier: BSD-3-Clause
 *
 * custom_job.c: GASNET_CSPAWN_CMD filled in, the socket on which workers are awaited, and their
 * ticket. The ticket is in a file of mode 0600 in the working directory until all have come.
 */
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "contrib/tools/gasnetrun/custom.h"
#include "contrib/tools/gasnetrun/words.h"
#include "core/sys/fd.h"
#include "core/sys/entropy.h"

#define MARGIN 15 /* seconds that a worker waits beyond gasnetrun itself */

/* --- the ticket ----------------------------------------------------------- */

/* A socket that listens at all addresses of the family; *port_p, which the kernel chose. */
static int listen_at_all(sa_family_t family, unsigned *port_p) {
  struct sockaddr_storage any = {.ss_family = family};
  struct sockaddr *at = (struct sockaddr *)&any;
  socklen_t n = family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
  int no = 0, fd = hyd_fd_high(socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (fd < 0) return -1;
  if (family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
  if (bind(fd, at, n) || listen(fd, SOMAXCONN) || getsockname(fd, at, &n)) {
    close(fd);
    return -1;
  }
  *port_p = ntohs(((struct sockaddr_in *)at)->sin_port); /* at the same place in both */
  return fd;
}

/* The address in digits, if workers may reach this host by it. */
static void add_address(struct hyd_ticket *t, const struct ifaddrs *a, int family) {
  const struct sockaddr *s = a->ifa_addr;
  const struct sockaddr_in6 *six = (const void *)s;
  socklen_t n = family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
  if (s == NULL || s->sa_family != family || t->addresses == HYD_TICKET_ADDRESSES) return;
  if ((a->ifa_flags & (IFF_UP | IFF_LOOPBACK)) != IFF_UP) return;
  if (family == AF_INET6 && IN6_IS_ADDR_LINKLOCAL(&six->sin6_addr)) return;
  t->addresses += getnameinfo(s, n, t->address[t->addresses], sizeof t->address[0], NULL, 0,
                              NI_NUMERICHOST) == 0;
}

/* By which workers reach this host: GASNET_MASTERIP, or all addresses that may do, IPv4 first; a
 * host without any has workers of its own only. */
static void find_addresses(struct hyd_ticket *t) {
  const char *given = hyd_run_variable("MASTERIP");
  struct ifaddrs *list = NULL;
  if (!given && getifaddrs(&list)) list = NULL;
  for (const struct ifaddrs *a = list; a; a = a->ifa_next) add_address(t, a, AF_INET);
  for (const struct ifaddrs *a = list; a; a = a->ifa_next) add_address(t, a, AF_INET6);
  if (list) freeifaddrs(list);
  if (t->addresses == 0)
    snprintf(t->address[t->addresses++], sizeof t->address[0], "%s", given ? given : "127.0.0.1");
}

static void write_file(const struct hyd_custom *c) {
  size_t n = strlen(c->ticket);
  int fd = open(c->file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  int bad = fd < 0, err = errno;
  for (size_t at = 0; !bad && at < n;) {
    ssize_t some = write(fd, c->ticket + at, n - at);
    bad = some < 0 && errno != EINTR;
    err = errno;
    if (some > 0) at += (size_t)some;
  }
  if (fd >= 0) bad |= close(fd);
  if (!bad) return;
  if (fd >= 0) unlink(c->file);
  hyd_wrong("%.180s: %s; expected to write the workers' ticket there", c->file, strerror(err));
}

void hyd_custom_open(struct hyd_custom *c, const struct hyd_root *root) {
  struct hyd_ticket t = {.seconds = root->start_ms / 1000 + MARGIN};
  if (!hyd_seal_is_possible())
    hyd_wrong("custom spawner: this build is without OpenSSL (libssl-dev), by which "
              "connections are sealed");
  if (hyd_random(t.secret, sizeof t.secret))
    hyd_wrong(HYD_RANDOM_MEANS ": %s; expected one of them", strerror(errno));
  memcpy(c->secret, t.secret, sizeof t.secret);
  snprintf(t.name, sizeof t.name, "%s", strrchr(c->file, '/') + 1);
  find_addresses(&t);
  if ((c->listen_fd = listen_at_all(AF_INET6, &t.port)) < 0 &&
      (c->listen_fd = listen_at_all(AF_INET, &t.port)) < 0)
    hyd_wrong("cannot listen for workers: %s; expected a network (ip address), and descriptors "
              "(ulimit -n)",
              strerror(errno));
  if (hyd_ticket_write(&t, c->ticket)) hyd_wrong("GASNET_MASTERIP: too long");
  write_file(c);
}

/* --- the command ---------------------------------------------------------- */

static void check_command(const struct hyd_run *run, const char *text,
                          const struct hyd_hosts *hosts) {
  if (text == NULL)
    hyd_wrong("custom spawner: no command; expected GASNET_CSPAWN_CMD, as in 'srun -n %%N %%C'");
  if (!hyd_template_has(text, 'C'))
    hyd_wrong("GASNET_CSPAWN_CMD=%.100s starts no worker; expected %%C", text);
  if (run->hosts)
    hyd_wrong("-N: hosts are chosen by GASNET_CSPAWN_CMD; expected its own option there");
  if (hyd_template_has(text, 'M') && hosts->names.n < (size_t)run->ranks)
    hyd_wrong(
        "GASNET_CSPAWN_CMD has %%M, and %zu hosts are named; expected %ld in GASNET_CSPAWN_SERVERS",
        hosts->names.n, run->ranks);
}

/* `names`: the first hosts of the list, as many as workers, ended by NULL. */
static char *fill_command(const struct hyd_custom *c, const struct hyd_root *root, const char *text,
                          char **names) {
  char number[24];
  char *worker[] = {(char *)(uintptr_t)root->agent, (char *)"--worker", (char *)(uintptr_t)c->file,
                    NULL};
  char *program[] = {(char *)(uintptr_t)root->spec.program, NULL},
       *dir[] = {(char *)(uintptr_t)root->spec.dir, NULL};
  const struct hyd_template t = {"GASNET_CSPAWN_CMD",
                                 text,
                                 {{'N', number, NULL, "number of workers"},
                                  {'C', NULL, worker, "command of a worker"},
                                  {'D', NULL, dir, "directory"},
                                  {'M', NULL, names, "hosts"},
                                  {'P', NULL, program, "program"}}};
  snprintf(number, sizeof number, "%u", root->spec.size);
  return hyd_template_text(&t);
}

void hyd_custom_describe(const struct hyd_run *run, struct hyd_custom *c, struct hyd_root *root,
                         const struct hyd_hosts *hosts) {
  const char *text = hyd_run_variable("CSPAWN_CMD"),
             *route = hyd_run_variable("CSPAWN_ROUTE_OUTPUT");
  char here[PATH_MAX - 40], **names; /* not spec.dir, which may be another, on the hosts only */
  unsigned mark = 0;
  c->listen_fd = -1;
  check_command(run, text, hosts);
  root->spec.own_output = !hyd_run_yes("GASNET_CSPAWN_ROUTE_OUTPUT", route) && !run->label;
  (void)hyd_random(&mark, sizeof mark);
  if (getcwd(here, sizeof here) == NULL)
    hyd_wrong("working directory: getcwd: %s; " HYD_RUN_HERE, strerror(errno));
  snprintf(c->file, sizeof c->file, "%s/.gasnetrun-%d-%08x", here, (int)getpid(), mark);
  hyd_root_room(root, root->spec.size);
  if ((names = calloc(root->hosts + (size_t)1, sizeof *names)) == NULL) hyd_wrong("out of memory");
  for (uint32_t i = 0; i < root->hosts; i++) {
    root->host[i].name = "(awaited)";
    root->host[i].first = i;
    root->host[i].ranks = 1;
    if (i < hosts->names.n) names[i] = hosts->names.word[i];
  }
  c->command = fill_command(c, root, text, names);
  free(names);
}
