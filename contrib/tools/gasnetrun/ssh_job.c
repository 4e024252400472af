/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ssh_job.c: puts a job's description together: which hosts, which ranks on each, what environment
 * goes there (sent.c). On a host reached by ssh a rank has the environment of a login there, and
 * what is sent: all of GASNET_*, the names of -E, and a few by which programs are found and speak.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "contrib/tools/gasnetrun/custom.h"
#include "core/tools/tools_int.h"

#define DEFAULT_TIMEOUT 60
#define DEFAULT_SILENCE 30
#define MOST_SECONDS 100000

/* --- settings ------------------------------------------------------------- */

static uint32_t seconds_of(const char *name, uint32_t otherwise) {
  const char *text = getenv(name);
  char before[40];
  snprintf(before, sizeof before, "%s=", name);
  return text && *text ? (uint32_t)hyd_run_number(before, text, 0, MOST_SECONDS) : otherwise;
}

int hyd_run_yes(const char *name, const char *value) {
  int yes = 0;
  if (value && *value && hyd_parse_yesno(value, &yes))
    hyd_wrong("%s=%.40s; expected 1, y, yes or 0, n, no", name, value);
  return yes;
}

static const char *text_of(const char *name, const char *otherwise) {
  const char *v = hyd_run_variable(name);
  return v ? v : otherwise;
}

/* --- hosts ---------------------------------------------------------------- */

static void add_list(struct hyd_hosts *hosts, const char *source, const char *list) {
  snprintf(hosts->source, sizeof hosts->source, "%s", source);
  hyd_hosts_parse(hosts, HYD_HOSTS_LIST, list, strlen(list));
}

static void read_hosts(const struct hyd_run *run, struct hyd_hosts *hosts) {
  if (run->host_list) {
    add_list(hosts, "-H", run->host_list);
  } else if (run->host_file) {
    snprintf(hosts->source, sizeof hosts->source, "-hostfile");
    hyd_hosts_read_file(hosts, run->host_file);
    if (hosts->names.n == 0) hyd_wrong("-hostfile %.100s: names no host", run->host_file);
  } else {
    hyd_hosts_from_environment(hosts);
  }
  if (!hyd_run_yes("GASNET_SSH_KEEPDUP", getenv("GASNET_SSH_KEEPDUP"))) hyd_hosts_unique(hosts);
  if (hosts->names.n == 0 && hosts->none[0] && !hyd_run_is_quiet())
    hyd_say("%s; " HYD_RUNS_HERE " (-H names others)", hosts->none);
  if (hosts->names.n == 0)
    add_list(hosts, "no list of hosts", "localhost"); /* as the fork spawner */
  if (run->hosts > (long)hosts->names.n)
    hyd_wrong("-N %ld: %s has %zu host%s", run->hosts, hosts->source, hosts->names.n,
              hosts->names.n == 1 ? "" : "s");
}

static void lay_out(const struct hyd_run *run, const struct hyd_hosts *hosts,
                    struct hyd_root *root) {
  uint32_t n = run->hosts ? (uint32_t)run->hosts : (uint32_t)hosts->names.n, size = root->spec.size,
           first = 0;
  hyd_root_room(root, n < size ? n : size); /* further hosts would have no rank */
  for (uint32_t i = 0; i < root->hosts; i++) {
    struct hyd_host *h = &root->host[i];
    h->name = hosts->names.word[i];
    h->first = first;
    h->ranks = hyd_hosts_share(size, root->hosts, i);
    first += h->ranks;
  }
}

/* --- the whole ------------------------------------------------------------ */

/* The name under which gasnetrun is started on other hosts: where it is here. */
static const char *find_agent(void) {
  const char *given = getenv("GASNET_SSH_AGENT");
  return given && *given ? given : hyd_run_self();
}

static const char usual[] = "PATH,LD_LIBRARY_PATH,LANG,LC_ALL,TERM,TZ,OMP_NUM_THREADS";

/* Ranks of agents on this host have the whole environment. */
static int has_other_hosts(const struct hyd_root *root) {
  if (root->custom) return 1;
  for (uint32_t i = 0; i < root->hosts; i++)
    if (!hyd_host_is_local(root->host[i].name)) return 1;
  return 0;
}

static void describe_job(const struct hyd_run *run, struct hyd_root *root, const char *program) {
  static char dir[PATH_MAX], name[64];
  uint32_t seconds = seconds_of("GASNET_SSH_TIMEOUT", DEFAULT_TIMEOUT);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  snprintf(name, sizeof name, "hydrant-%d-%lx-%lx", (int)getpid(), (unsigned long)now.tv_sec,
           (unsigned long)now.tv_nsec);
  if (getcwd(dir, sizeof dir) == NULL)
    hyd_wrong("working directory: getcwd: %s; " HYD_RUN_HERE, strerror(errno));
  root->start_ms = (seconds ? seconds : DEFAULT_TIMEOUT) * 1000;
  root->agent = find_agent();
  root->ssh_cmd = text_of("SSH_CMD", "ssh");
  root->ssh_options = text_of("SSH_OPTIONS", "");
  root->verbose = run->verbose;
  root->label = run->label;
  root->spec =
      (struct hyd_job_spec){.silence_ms = seconds_of("GASNET_SSH_SILENCE", DEFAULT_SILENCE) * 1000,
                            .size = (uint32_t)run->ranks,
                            .input = run->input,
                            .name = name,
                            .dir = text_of("SSH_REMOTE_PATH", dir),
                            .program = program,
                            .argv = run->program,
                            .env = hyd_run_sent(run, usual)};
}

static void describe_custom(const struct hyd_run *run, struct hyd_root *root,
                            struct hyd_hosts *hosts) {
  static struct hyd_custom custom;
  const char *list = hyd_run_variable("CSPAWN_SERVERS");
  if (run->host_list || run->host_file) /* for %M: of the command line, or udp's own */
    read_hosts(run, hosts);
  else if (list)
    add_list(hosts, "CSPAWN_SERVERS", list);
  root->custom = &custom;
  hyd_custom_describe(run, &custom, root, hosts);
  if (run->verbose) hyd_say("%s: %s", run->dry_run ? "would run" : "running", custom.command);
  if (!run->dry_run) hyd_custom_open(&custom, root);
}

static void describe_ssh(const struct hyd_run *run, struct hyd_root *root,
                         struct hyd_hosts *hosts) {
  read_hosts(run, hosts);
  lay_out(run, hosts, root);
  if (!run->verbose) return;
  hyd_say("%u hosts (%s), %u ranks, in %s", root->hosts, hosts->source, root->spec.size,
          root->spec.dir);
  for (struct hyd_host *h = root->host; h < root->host + root->hosts; h++)
    hyd_say("host %s: ranks %u to %u", h->name, h->first, h->first + h->ranks - 1);
}

int hyd_ssh_job(struct hyd_run *run, enum hyd_spawner spawner, const char *program) {
  static struct hyd_root root;
  static struct hyd_hosts hosts;
  describe_job(run, &root, program);
  (spawner == HYD_BY_CUSTOM ? describe_custom : describe_ssh)(run, &root, &hosts);
  if (has_other_hosts(&root)) hyd_run_say_unsent(run, usual);
  if (run->dry_run) return 0;
  fflush(NULL);
  return hyd_root_run(&root);
}
