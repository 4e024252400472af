/* SPDX-License-Identifier: BSD-3-Clause
 *
 * worker_jobs.c: jobs of this very program, or one beside it: fork, then exec of /proc/self/exe
 * with
 * "--worker" and GASNET_PSHM_NODES, on the launcher's two cores. Results come back in a memfd that
 * the ranks append to; a job's standard output goes to /dev/null, its standard error is ours.
 */
#include "launch.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

bool hyd_bn_find_program(const char *name, char *path, size_t size) {
  char self[PATH_MAX] = "";
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) self[0] = '\0';
  char *slash = strrchr(self, '/');
  if (slash) slash[1] = '\0';
  const char *const before[][2] = {
      {self, ""}, {self, ".libs/"}, {self, "../"}, {HYD_BENCH_LIBEXEC, "/"}, {HYD_BENCH_LIB, "/"}};
  for (size_t i = 0; slash && i < sizeof before / sizeof *before; i++)
    if ((size_t)snprintf(path, size, "%s%s%s", before[i][0], before[i][1], name) < size &&
        access(path, X_OK) == 0)
      return true;
  snprintf(path, size, "%s", name);
  return false;
}

static void become_worker(const struct hyd_bn_job *job, int fd) {
  char nodes[16], number[16], amount[16], program[64], path[PATH_MAX] = "/proc/self/exe";
  const char *slash = strchr(job->worker, '/'), *worker = slash ? slash + 1 : job->worker;
  char *argv[] = {"gasnet-bench", "--worker", (char *)(uintptr_t)worker, amount, NULL};
  snprintf(nodes, sizeof nodes, "%d", job->ranks);
  snprintf(number, sizeof number, "%d", fd);
  snprintf(amount, sizeof amount, "%d", job->amount);
  setenv("GASNET_PSHM_NODES", nodes, 1);
  setenv("HYDRANT_BENCH_FD", number, 1);
  if (job->segsize) setenv("GASNET_MAX_SEGSIZE", job->segsize, 1);
  for (const char *const *e = job->env; e && *e; e++) putenv((char *)*e);
  int null = open("/dev/null", O_RDWR);
  if (null >= 0) {
    dup2(null, 0);
    dup2(null, 1);
    close(null);
  }
  snprintf(program, sizeof program, "%.*s", (int)(worker - job->worker - (slash != NULL)),
           job->worker);
  if (slash) hyd_bn_find_program(program, path, sizeof path);
  execvp(path, argv);
  hyd_bn_complain("cannot run %s: %m", path);
  _exit(126);
}

/* The lines of the memfd as a JSON array; NULL if one is not JSON. */
static json_t *read_records(int fd) {
  struct stat st;
  if (fstat(fd, &st)) return NULL;
  char *text = malloc((size_t)st.st_size + 1);
  if (!text) abort();
  ssize_t got = pread(fd, text, (size_t)st.st_size, 0);
  text[got < 0 ? 0 : got] = 0;
  json_t *all = json_array();
  for (char *line = text, *next; line && *line; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = 0;
    json_t *record = json_loads(line, 0, NULL);
    if (!record) {
      json_decref(all);
      all = NULL;
      break;
    }
    json_array_append_new(all, record);
  }
  free(text);
  return all;
}

static bool judge(const struct hyd_bn_job *job, int status) {
  if (status == 0) return true;
  if (status == -1)
    hyd_bn_complain("job '%s' of %d ranks took longer than %d s and was killed", job->worker,
                    job->ranks, job->limit_s);
  else if (WIFSIGNALED(status))
    hyd_bn_complain("job '%s' of %d ranks died of signal %d", job->worker, job->ranks,
                    WTERMSIG(status));
  else
    hyd_bn_complain("job '%s' of %d ranks ended with status %d", job->worker, job->ranks,
                    WEXITSTATUS(status));
  return false;
}

bool hyd_bn_job_run(const struct hyd_bn_job *job, double *wall_ns_p, json_t **records_p) {
  int fd = memfd_create("gasnet-bench-results", 0);
  if (fd < 0 || fcntl(fd, F_SETFL, O_APPEND)) {
    hyd_bn_complain("cannot make a file for results");
    if (fd >= 0) close(fd);
    return false;
  }
  fflush(NULL);
  double start = hyd_bn_now();
  pid_t pid = hyd_bn_fork(job->limit_s);
  if (pid == 0) become_worker(job, fd);
  int status = pid > 0 ? hyd_bn_reap(pid, job->limit_s) : 127 << 8;
  double wall = hyd_bn_now() - start;
  bool ok = judge(job, status);
  json_t *records = ok ? read_records(fd) : NULL;
  close(fd);
  if (ok && !records) hyd_bn_complain("job '%s' sent results that are not JSON", job->worker);
  if (!records) return false;
  if (wall_ns_p) *wall_ns_p = wall;
  if (records_p)
    *records_p = records;
  else
    json_decref(records);
  return true;
}

bool hyd_bn_job_rows(struct hyd_bn *b, const char *suite, const struct hyd_bn_job *job) {
  json_t *records, *record;
  size_t i;
  if (!hyd_bn_job_run(job, NULL, &records)) return false;
  bool ok = json_array_size(records) > 0;
  json_array_foreach(records, i, record) ok &= !hyd_bn_take_record(&b->rows, suite, record);
  json_decref(records);
  if (!ok) hyd_bn_complain("job '%s' sent no results, or malformed ones", job->worker);
  return ok;
}
