/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ssh_job.c: puts a job's description together: which hosts, which ranks on each, what environment
 * goes there. On a host reached by ssh a rank has the environment of a login there, and what is
 * sent: all of GASNET_*, the names of -E, and a few by which programs are found and speak.
 */
#include "contrib/gasnetrun/ssh_job.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "contrib/gasnetrun/custom.h"
#include "contrib/gasnetrun/hosts.h"
#include "contrib/gasnetrun/root.h"

#define DEFAULT_TIMEOUT 60
#define DEFAULT_SILENCE 30
#define MOST_SECONDS 100000L

extern char **environ;

/* --- settings ------------------------------------------------------------- */

static int number(struct hyd_run *run, const char *name, long otherwise, uint32_t *out_p) {
  const char *text = getenv(name);
  char *end = NULL;
  long v = text && *text ? strtol(text, &end, 10) : otherwise;
  if ((end && (*end || end == text)) || v < 0 || v > MOST_SECONDS)
    return hyd_run_bad(run, "%s=%.40s; expected a number from 0 to %ld", name, text, MOST_SECONDS);
  *out_p = (uint32_t)v;
  return 0;
}

int hyd_run_yes(struct hyd_run *run, const char *name, const char *v, int *out_p) {
  *out_p = v && (strcmp(v, "1") == 0 || strcasecmp(v, "y") == 0 || strcasecmp(v, "yes") == 0);
  if (v == NULL || *v == '\0' || *out_p || strcmp(v, "0") == 0 || strcasecmp(v, "n") == 0 ||
      strcasecmp(v, "no") == 0)
    return 0;
  return hyd_run_bad(run, "%s=%.40s; expected 1, y, yes or 0, n, no", name, v);
}

static const char *text_of(const char *name, const char *otherwise) {
  const char *v = hyd_run_variable(name);
  return v ? v : otherwise;
}

/* --- hosts ---------------------------------------------------------------- */

static int read_hosts(struct hyd_run *run, struct hyd_hosts *hosts) {
  int rc, keep;
  if (run->host_list) {
    snprintf(hosts->source, sizeof hosts->source, "-H");
    rc = hyd_hosts_parse(hosts, HYD_HOSTS_LIST, run->host_list, strlen(run->host_list));
  } else if (run->host_file) {
    snprintf(hosts->source, sizeof hosts->source, "-hostfile");
    rc = hyd_hosts_read_file(hosts, run->host_file);
    if (rc == 0 && hosts->n == 0)
      return hyd_run_bad(run, "-hostfile %.100s: names no host", run->host_file);
  } else {
    rc = hyd_hosts_from_environment(hosts);
  }
  if (rc) return hyd_run_bad(run, "%.200s", hosts->why);
  if (hyd_run_yes(run, "GASNET_SSH_KEEPDUP", getenv("GASNET_SSH_KEEPDUP"), &keep)) return -1;
  if (!keep) hyd_hosts_unique(hosts);
  if (hosts->n == 0) { /* as the fork spawner */
    rc = hyd_hosts_parse(hosts, HYD_HOSTS_LIST, "localhost", 9);
    snprintf(hosts->source, sizeof hosts->source, "no list of hosts");
  }
  if (rc) return hyd_run_bad(run, "%.200s", hosts->why);
  if (run->hosts > (long)hosts->n)
    return hyd_run_bad(run, "-N %ld: %s has %u host%s", run->hosts, hosts->source, hosts->n,
                       hosts->n == 1 ? "" : "s");
  return 0;
}

static int lay_out(struct hyd_run *run, const struct hyd_hosts *hosts, struct hyd_root *root) {
  uint32_t n = run->hosts ? (uint32_t)run->hosts : hosts->n, size = root->spec.size, first = 0;
  if (n > size) n = size; /* the others would have none */
  if (hyd_root_room(root, n)) return hyd_run_bad(run, "out of memory for %u hosts", n);
  for (uint32_t i = 0; i < n; i++) {
    struct hyd_host *h = &root->host[i];
    h->name = hosts->name[i];
    h->first = first;
    h->ranks = hyd_hosts_share(size, n, i);
    first += h->ranks;
  }
  return 0;
}

/* --- environment ---------------------------------------------------------- */

static int in_list(const char *list, const char *name, size_t n) {
  for (const char *p = list; p && *p;) {
    size_t len = strcspn(p, ",");
    if (len == n && memcmp(p, name, n) == 0) return 1;
    p += len + (p[len] == ',');
  }
  return 0;
}

static int is_sent(const struct hyd_run *run, const char *usual, const char *assignment) {
  size_t n = strcspn(assignment, "=");
  if (assignment[n] == '\0' || strchr(assignment, '\n')) return 0; /* 8.1: dropped */
  if (strncmp(assignment, "GASNET_", 7) == 0) return 1;
  return in_list(usual, assignment, n) || in_list(run->export_list, assignment, n);
}

char **hyd_run_sent(const struct hyd_run *run, const char *usual) {
  uint32_t n = 0;
  char **sent;
  for (char **e = environ; *e; e++) n++;
  if ((sent = calloc(n + 1, sizeof *sent)) == NULL) return NULL;
  n = 0;
  for (char **e = environ; *e; e++)
    if (is_sent(run, usual, *e)) sent[n++] = *e;
  return sent;
}

/* --- the whole ------------------------------------------------------------ */

/* The name under which gasnetrun is started on other hosts: where it is here. */
static int find_self(struct hyd_run *run, char *path, size_t size) {
  const char *given = getenv("GASNET_SSH_AGENT");
  ssize_t n;
  if (given && *given)
    return (size_t)snprintf(path, size, "%s", given) < size
               ? 0
               : hyd_run_bad(run, "GASNET_SSH_AGENT: too long");
  n = readlink("/proc/self/exe", path, size - 1);
  if (n < 0)
    return hyd_run_bad(run, "/proc/self/exe: %s; expected /proc, or GASNET_SSH_AGENT to be set",
                       strerror(errno));
  path[n] = '\0';
  return 0;
}

static int describe(struct hyd_run *run, struct hyd_root *root, const char *program) {
  static char agent[PATH_MAX], dir[PATH_MAX], name[64];
  struct hyd_job_spec *s = &root->spec;
  struct timespec now;
  uint32_t seconds, silence;
  clock_gettime(CLOCK_REALTIME, &now);
  snprintf(name, sizeof name, "hydrant-%d-%lx-%lx", (int)getpid(), (unsigned long)now.tv_sec,
           (unsigned long)now.tv_nsec);
  if (find_self(run, agent, sizeof agent)) return -1;
  if (getcwd(dir, sizeof dir) == NULL)
    return hyd_run_bad(run, "working directory: %s", strerror(errno));
  if (number(run, "GASNET_SSH_SILENCE", DEFAULT_SILENCE, &silence) ||
      number(run, "GASNET_SSH_TIMEOUT", DEFAULT_TIMEOUT, &seconds))
    return -1;
  root->start_ms = (seconds ? seconds : DEFAULT_TIMEOUT) * 1000;
  root->agent = agent;
  root->ssh_cmd = text_of("SSH_CMD", "ssh");
  root->ssh_options = text_of("SSH_OPTIONS", "");
  root->verbose = run->verbose;
  root->label = run->label;
  s->silence_ms = silence * 1000;
  s->size = (uint32_t)run->ranks;
  s->name = name;
  s->dir = text_of("SSH_REMOTE_PATH", dir);
  s->program = program;
  s->argv = run->program;
  s->env = hyd_run_sent(run, "PATH,LD_LIBRARY_PATH,LANG,LC_ALL,TERM,TZ,OMP_NUM_THREADS");
  return s->env ? 0 : hyd_run_bad(run, "out of memory");
}

/* The list for %M: of the command line, or udp's own. */
static int hosts_for_command(struct hyd_run *run, struct hyd_hosts *hosts) {
  const char *list = hyd_run_variable("CSPAWN_SERVERS");
  if (run->host_list || run->host_file) return read_hosts(run, hosts);
  snprintf(hosts->source, sizeof hosts->source, "CSPAWN_SERVERS");
  if (list && hyd_hosts_parse(hosts, HYD_HOSTS_LIST, list, strlen(list)))
    return hyd_run_bad(run, "%.200s", hosts->why);
  return 0;
}

static int describe_custom(struct hyd_run *run, struct hyd_root *root, struct hyd_hosts *hosts) {
  static struct hyd_custom custom;
  if (hosts_for_command(run, hosts) || hyd_custom_describe(run, &custom, root, hosts)) return -1;
  root->custom = &custom;
  if (run->verbose)
    fprintf(stderr, "%s: %s: %s\n", root->self, run->dry_run ? "would run" : "running",
            custom.command);
  return run->dry_run ? 0 : hyd_custom_open(run, &custom, root);
}

static int describe_ssh(struct hyd_run *run, struct hyd_root *root, struct hyd_hosts *hosts) {
  if (read_hosts(run, hosts) || lay_out(run, hosts, root)) return -1;
  if (!run->verbose) return 0;
  fprintf(stderr, "%s: %u hosts (%s), %u ranks, in %s\n", root->self, root->hosts, hosts->source,
          root->spec.size, root->spec.dir);
  for (struct hyd_host *h = root->host; h < root->host + root->hosts; h++)
    fprintf(stderr, "%s: host %s: ranks %u to %u\n", root->self, h->name, h->first,
            h->first + h->ranks - 1);
  return 0;
}

int hyd_ssh_job(struct hyd_run *run, enum hyd_spawner spawner, const char *self,
                const char *program) {
  static struct hyd_root root;
  static struct hyd_hosts hosts;
  root.self = self;
  if (describe(run, &root, program)) return -1;
  if (spawner == HYD_BY_CUSTOM ? describe_custom(run, &root, &hosts)
                               : describe_ssh(run, &root, &hosts))
    return -1;
  if (run->dry_run) return 0;
  fflush(NULL);
  return hyd_root_run(&root);
}
