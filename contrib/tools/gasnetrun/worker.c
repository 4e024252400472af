/* SPDX-License-Identifier: BSD-3-Clause
 *
 * worker.c: gasnetrun --worker FILE. The ticket is in the environment, if the command passes that
 * on, or else in the file, if the directory is shared. Addresses of gasnetrun are tried in turn,
 * each for CONNECT_SECONDS at most.
 */
#include "contrib/tools/gasnetrun/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <time.h>

#include "contrib/tools/gasnetrun/run.h"
#include "core/sys/tcp_connect.h"

#define CONNECT_SECONDS 5
#define MOST_TRIES 200

/* --- the ticket ----------------------------------------------------------- */

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static int from_file(const char *file, struct hyd_ticket *t) {
  char line[HYD_TICKET_LINE] = "";
  FILE *f = fopen(file, "re");
  int bad;
  if (f == NULL) return -1;
  bad = fgets(line, sizeof line, f) == NULL || hyd_ticket_read(line, t);
  fclose(f);
  errno = EINVAL;
  return bad ? -1 : 0;
}

static void find_ticket(struct hyd_worker *w, const char *file) {
  struct hyd_ticket *t = &w->ticket;
  const char *line = getenv(HYD_TICKET_VARIABLE);
  int found = line && hyd_ticket_read(line, t) == 0 && strcmp(t->name, last_part(file)) == 0;
  unsetenv(HYD_TICKET_VARIABLE); /* not for the ranks */
  if (!found && from_file(file, t))
    hyd_die(1,
            "worker: %.200s: %s; expected GASNET_CSPAWN_CMD to pass " HYD_TICKET_VARIABLE
            " on, or this directory to be shared",
            file, strerror(errno));
}

/* --- the way to gasnetrun ------------------------------------------------- */

static int reach(struct hyd_worker *w) {
  const struct hyd_ticket *t = &w->ticket;
  const char *why = "";
  char port[12];
  int fd = -1;
  snprintf(port, sizeof port, "%u", t->port);
  for (uint32_t i = 0; i < t->addresses; i++) {
    if ((fd = hyd_tcp_connect(t->address[i], port, CONNECT_SECONDS, &why)) >= 0) return fd;
    snprintf(w->why, sizeof w->why,
             "cannot reach gasnetrun at %s port %u: %s; has it ended, or does a firewall close its "
             "ports (GASNET_MASTERIP names another address)",
             t->address[i], t->port, why);
  }
  return -1;
}

/* --- which rank this is ---------------------------------------------------------- */

/* GASNET_WORKER_RANK: a number, or the name of a variable that has it. */
static void find_rank(struct hyd_worker *w) {
  const char *text = getenv("GASNET_WORKER_RANK"), *digits = text;
  char *end = NULL;
  w->rank = -1;
  if (text == NULL || *text == '\0') return;
  if (*text < '0' || *text > '9') digits = getenv(text);
  if (digits) w->rank = strtol(digits, &end, 10);
  if (digits && *digits >= '0' && *digits <= '9' && *end == '\0') return;
  hyd_die(1,
          "worker: GASNET_WORKER_RANK=%.60s; expected a rank, or the name of a variable that is "
          "one%s%.40s",
          text, digits && digits != text ? ", not " : "", digits && digits != text ? digits : "");
}

static int introduce(struct hyd_bytes *out, long rank) {
  struct utsname u;
  char line[HYD_WORKER_HOST + 48];
  int n;
  if (uname(&u)) strcpy(u.nodename, "?");
  for (char *p = u.nodename; *p; p++)
    if (*p <= ' ' || *p > '~' || (p == u.nodename && *p == '-')) *p = '_';
  n = snprintf(line, sizeof line, "hydrant-worker %ld %.*s\n", rank, HYD_WORKER_HOST - 1,
               u.nodename);
  return hyd_bytes_add(out, line, (size_t)n);
}

int hyd_worker_read(const char *line, long *wish_p, char host[HYD_WORKER_HOST]) {
  if (sscanf(line, "hydrant-worker %ld %63s", wish_p, host) != 2 || host[0] == '-') return -1;
  return *wish_p < -1 ? -1 : 0;
}

void hyd_worker_open(struct hyd_worker *w, const char *file) {
  w->tries = MOST_TRIES;
  find_ticket(w, file);
  find_rank(w);
}

int hyd_worker_connect(struct hyd_worker *w, struct hyd_link *link) {
  int fd = reach(w);
  if (fd < 0) return -1;
  hyd_link_open(link, fd, fd);
  hyd_link_seal(link, HYD_SEAL_CONNECTS, w->ticket.secret);
  if (introduce(&link->todo, w->rank)) link->broken = 1;
  if (link->broken)
    snprintf(w->why, sizeof w->why,
             "cannot seal the connection to gasnetrun: out of memory, or no OpenSSL");
  return link->broken ? -1 : 0;
}

/* Not all workers at a time. The usual end is that gasnetrun does not listen any more. */
int hyd_worker_come_again(struct hyd_worker *w, struct hyd_link *link) {
  const struct timespec moment = {0, (20 + getpid() % 40) * 1000000L};
  if (w->tries-- <= 0) return -1;
  nanosleep(&moment, NULL);
  hyd_link_close(link);
  return hyd_worker_connect(w, link);
}
