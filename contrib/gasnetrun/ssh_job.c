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

#define DEFAULT_DEGREE 32
#define DEFAULT_TIMEOUT 60
#define DEFAULT_SILENCE 30

extern char **environ;

/* --- settings ------------------------------------------------------------- */

static int number(struct hyd_run *run, const char *name, long otherwise, long max,
                  uint32_t *out_p) {
  const char *text = getenv(name);
  char *end = NULL;
  long v = text && *text ? strtol(text, &end, 10) : otherwise;
  if ((end && (*end || end == text)) || v < 0 || v > max)
    return hyd_run_bad(run, "%s=%.40s; expected a number from 0 to %ld", name, text, max);
  *out_p = (uint32_t)v;
  return 0;
}

static int yes(struct hyd_run *run, const char *name, int *out_p) {
  const char *v = getenv(name);
  *out_p = v && (strcmp(v, "1") == 0 || strcasecmp(v, "y") == 0 || strcasecmp(v, "yes") == 0);
  if (v == NULL || *v == '\0' || *out_p || strcmp(v, "0") == 0 || strcasecmp(v, "n") == 0 ||
      strcasecmp(v, "no") == 0)
    return 0;
  return hyd_run_bad(run, "%s=%.40s; expected 1, y, yes or 0, n, no", name, v);
}

static const char *text_of(const char *name, const char *otherwise) {
  const char *v = hyd_udp_variable(name);
  return v ? v : otherwise;
}

/* --- hosts ---------------------------------------------------------------- */

static int read_hosts(struct hyd_run *run, struct hyd_hosts *hosts) {
  char why[256] = "";
  int rc, keep;
  if (run->host_list) {
    snprintf(hosts->source, sizeof hosts->source, "-H");
    rc = hyd_hosts_parse(hosts, HYD_HOSTS_LIST, run->host_list, strlen(run->host_list), why,
                         sizeof why);
  } else if (run->host_file) {
    snprintf(hosts->source, sizeof hosts->source, "-hostfile");
    rc = hyd_hosts_read(hosts, run->host_file, why, sizeof why);
    if (rc == 0 && hosts->n == 0)
      return hyd_run_bad(run, "-hostfile %.100s: names no host", run->host_file);
  } else {
    rc = hyd_hosts_from_environment(hosts, why, sizeof why);
  }
  if (rc) return hyd_run_bad(run, "%.200s", why);
  if (yes(run, "GASNET_SSH_KEEPDUP", &keep)) return -1;
  if (!keep) hyd_hosts_unique(hosts);
  if (hosts->n == 0) { /* as the fork spawner */
    rc = hyd_hosts_parse(hosts, HYD_HOSTS_LIST, "localhost", 9, why, sizeof why);
    snprintf(hosts->source, sizeof hosts->source, "no list of hosts");
  }
  if (rc) return hyd_run_bad(run, "%.200s", why);
  if (run->hosts > (long)hosts->n)
    return hyd_run_bad(run, "-N %ld: %s has %u host%s", run->hosts, hosts->source, hosts->n,
                       hosts->n == 1 ? "" : "s");
  return 0;
}

static int lay_out(struct hyd_run *run, const struct hyd_hosts *hosts, struct hyd_job_spec *s) {
  uint32_t n = run->hosts ? (uint32_t)run->hosts : hosts->n, first = 0;
  if (n > s->size) n = s->size; /* the others would have none */
  if ((s->host = calloc(n, sizeof *s->host)) == NULL)
    return hyd_run_bad(run, "out of memory for %u hosts", n);
  for (s->hosts = 0; s->hosts < n; s->hosts++) {
    uint32_t share = hyd_hosts_share(s->size, n, s->hosts);
    s->host[s->hosts] = (struct hyd_job_host){hosts->name[s->hosts], first, share};
    first += share;
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

static int gather_environment(struct hyd_run *run, struct hyd_job_spec *s) {
  s->env = hyd_run_sent(run, "PATH,LD_LIBRARY_PATH,LANG,LC_ALL,TERM,TZ,OMP_NUM_THREADS");
  return s->env ? 0 : hyd_run_bad(run, "out of memory");
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

static int describe(struct hyd_run *run, struct hyd_job_spec *s, const char *program) {
  static char agent[PATH_MAX], dir[PATH_MAX], name[64];
  struct timespec now;
  uint32_t seconds, silence;
  clock_gettime(CLOCK_REALTIME, &now);
  snprintf(name, sizeof name, "hydrant-%d-%lx-%lx", (int)getpid(), (unsigned long)now.tv_sec,
           (unsigned long)now.tv_nsec);
  if (find_self(run, agent, sizeof agent)) return -1;
  if (getcwd(dir, sizeof dir) == NULL)
    return hyd_run_bad(run, "working directory: %s", strerror(errno));
  if (number(run, "GASNET_SSH_OUT_DEGREE", DEFAULT_DEGREE, HYD_MAX_HOSTS, &s->degree) ||
      number(run, "GASNET_SSH_SILENCE", DEFAULT_SILENCE, 100000, &silence) ||
      number(run, "GASNET_SSH_TIMEOUT", DEFAULT_TIMEOUT, 100000, &seconds))
    return -1;
  s->start_ms = (seconds ? seconds : DEFAULT_TIMEOUT) * 1000;
  s->silence_ms = silence * 1000;
  s->size = (uint32_t)run->ranks;
  s->verbose = (uint32_t)run->verbose;
  s->name = name;
  s->dir = text_of("SSH_REMOTE_PATH", dir);
  s->program = program;
  s->agent = agent;
  s->ssh_cmd = text_of("SSH_CMD", "ssh");
  s->ssh_options = text_of("SSH_OPTIONS", "");
  s->argv = run->program;
  return gather_environment(run, s);
}

static void show(const struct hyd_job_spec *s, const char *self, const char *source) {
  fprintf(stderr, "%s: %u hosts (%s), %u ranks, at most %u agents from each, in %s\n", self,
          s->hosts, source, s->size, s->degree ? s->degree : s->hosts, s->dir);
  for (uint32_t i = 0; i < s->hosts; i++)
    fprintf(stderr, "%s: host %s: ranks %u to %u\n", self, s->host[i].name, s->host[i].first,
            s->host[i].first + s->host[i].ranks - 1);
}

/* The list for %M: of the command line, or udp's own. */
static int hosts_for_command(struct hyd_run *run, struct hyd_hosts *hosts) {
  const char *list = hyd_udp_variable("CSPAWN_SERVERS");
  char why[256] = "";
  if (run->host_list || run->host_file) return read_hosts(run, hosts);
  snprintf(hosts->source, sizeof hosts->source, "CSPAWN_SERVERS");
  if (list && hyd_hosts_parse(hosts, HYD_HOSTS_LIST, list, strlen(list), why, sizeof why))
    return hyd_run_bad(run, "%.200s", why);
  return 0;
}

static int describe_custom(struct hyd_run *run, struct hyd_root *root, const char *self) {
  static struct hyd_custom custom;
  static struct hyd_hosts hosts;
  struct hyd_job_spec *s = &root->node.spec;
  char **names;
  int rc;
  if (hosts_for_command(run, &hosts)) return -1;
  if ((names = calloc((size_t)hosts.n + 1, sizeof *names)) == NULL)
    return hyd_run_bad(run, "out of memory");
  for (uint32_t i = 0; i < hosts.n; i++) names[i] = hosts.name[i];
  rc = hyd_custom_describe(run, &custom, s, names);
  free(names);
  if (rc) return -1;
  root->custom = &custom;
  if (run->verbose)
    fprintf(stderr, "%s: %s: %s\n", self, run->dry_run ? "would run" : "running", custom.command);
  return run->dry_run ? 0 : hyd_custom_open(run, &custom, s);
}

static int describe_ssh(struct hyd_run *run, struct hyd_root *root, const char *self) {
  static struct hyd_hosts hosts;
  struct hyd_job_spec *s = &root->node.spec;
  if (read_hosts(run, &hosts) || lay_out(run, &hosts, s)) return -1;
  if (run->verbose) show(s, self, hosts.source);
  return 0;
}

int hyd_ssh_job(struct hyd_run *run, enum hyd_spawner spawner, const char *self,
                const char *program) {
  static struct hyd_root root;
  if (describe(run, &root.node.spec, program)) return -1;
  if (spawner == HYD_BY_CUSTOM ? describe_custom(run, &root, self) : describe_ssh(run, &root, self))
    return -1;
  if (run->dry_run) return 0;
  root.self = self;
  root.label = run->label;
  fflush(NULL);
  return hyd_root_run(&root);
}
