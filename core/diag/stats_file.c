/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stats_file.c: counts per operation, summed over threads, and written when the rank leaves, in the
 * form of gasnet-env-launch.md 10.1.
 */
#include "core/diag/stats_file.h"
#include "core/diag/stats_prom.h"

#include <errno.h>
#include <fcntl.h>

#include "core/env/env.h"
#include "core/base/err.h"
#include "core/sys/file_limit.h"

static const struct {
  const char *name, *unit; /* unit NULL: the count has no values */
} label[HYD_COUNTS] = {
    [HYD_COUNT_PUT] = {"PUT", "sz"},
    [HYD_COUNT_GET] = {"GET", "sz"},
    [HYD_COUNT_PUT_VAL] = {"PUT_VAL", "sz"},
    [HYD_COUNT_GET_VAL] = {"GET_VAL", "sz"},
    [HYD_COUNT_MEMSET] = {"MEMSET", "sz"},
    [HYD_COUNT_VIS_PUT] = {"VIS_PUT", "sz"},
    [HYD_COUNT_VIS_GET] = {"VIS_GET", "sz"},
    [HYD_COUNT_VIS_LOCAL] = {"VIS_LOCAL", NULL},
    [HYD_COUNT_VIS_CONTIG] = {"VIS_CONTIG", NULL},
    [HYD_COUNT_VIS_KERNEL] = {"VIS_KERNEL", NULL},
    [HYD_COUNT_VIS_PACK] = {"VIS_PACK", NULL},
    [HYD_COUNT_VIS_SINGLE] = {"VIS_SINGLE", NULL},
    [HYD_COUNT_AD_SET] = {"AD_SET", NULL},
    [HYD_COUNT_AD_GET] = {"AD_GET", NULL},
    [HYD_COUNT_AD_RMW] = {"AD_RMW", NULL},
    [HYD_COUNT_AD_CPU] = {"AD_CPU", NULL},
    [HYD_COUNT_AD_AM] = {"AD_AM", NULL},
    [HYD_COUNT_AD_NET] = {"AD_NET", NULL},
    [HYD_COUNT_AMREQ_SHORT] = {"AMREQUEST_SHORT", NULL},
    [HYD_COUNT_AMREQ_MEDIUM] = {"AMREQUEST_MEDIUM", "sz"},
    [HYD_COUNT_AMREQ_LONG] = {"AMREQUEST_LONG", "sz"},
    [HYD_COUNT_AMREP_SHORT] = {"AMREPLY_SHORT", NULL},
    [HYD_COUNT_AMREP_MEDIUM] = {"AMREPLY_MEDIUM", "sz"},
    [HYD_COUNT_AMREP_LONG] = {"AMREPLY_LONG", "sz"},
    [HYD_COUNT_HANDLERS] = {"AM_HANDLERS", NULL},
    [HYD_COUNT_POLLS] = {"AMPOLL", NULL},
    [HYD_COUNT_WAITS] = {"WAITS", NULL},
    [HYD_COUNT_SLEEPS] = {"SLEEPS", NULL},
    [HYD_COUNT_BARRIERS] = {"BARRIER", NULL},
    [HYD_COUNT_COLLS] = {"COLLECTIVE", "sz"},
    [HYD_COUNT_BY_MAP] = {"BY_MAP", "sz"},
    [HYD_COUNT_BY_KERNEL] = {"BY_KERNEL", "sz"},
    [HYD_COUNT_BY_NETWORK] = {"BY_NETWORK", "sz"},
    [HYD_COUNT_BY_MESSAGES] = {"BY_MESSAGES", "sz"},
    [HYD_COUNT_AM_MAILBOX] = {"AM_MAILBOX", "sz"},
    [HYD_COUNT_AM_RING] = {"AM_RING", "sz"},
    [HYD_COUNT_AM_CONDUIT] = {"AM_CONDUIT", "sz"},
    [HYD_COUNT_AM_SELF] = {"AM_SELF", "sz"},
    [HYD_COUNT_FIREHOSE_HIT] = {"FIREHOSE_HIT", NULL},
    [HYD_COUNT_FIREHOSE_MISS] = {"FIREHOSE_MISS", NULL},
    [HYD_COUNT_EAGER] = {"EAGER", "sz"},
    [HYD_COUNT_RENDEZVOUS] = {"RENDEZVOUS", "sz"},
    [HYD_COUNT_BOUNCE] = {"BOUNCE", "sz"},
    [HYD_COUNT_RESENT] = {"RESENT", NULL},
    [HYD_COUNT_GUARD_HIT] = {"PAGED_HIT", NULL},
    [HYD_COUNT_GUARD_BOUNCE] = {"PAGED_BOUNCE", "sz"},
    [HYD_COUNT_GUARD_REFUSED] = {"PAGED_REFUSED", NULL},
    [HYD_COUNT_GUARD_STALL] = {"PAGED_STALL", NULL},
    [HYD_COUNT_GUARD_COPY] = {"PAGED_COPY", "sz"},
};

int hyd_stats_has_bytes(int count) { return label[count].unit != NULL; }

void hyd_stats_init(struct hyd_job *job) {
  const char *file = hyd_env_str(job->env, HYD_ENV_STATSFILE), *percent = strchr(file, '%');
  size_t room = strlen(file) + 16;
  if (*file == '\0') return;
  atomic_store_explicit(&job->watched, 1, memory_order_relaxed);
  job->stats.file = malloc(room);
  if (job->stats.file == NULL) hyd_fatal("gex_Client_Init", "out of memory");
  if (percent)
    snprintf(job->stats.file, room, "%.*s%u%s", (int)(percent - file), file, job->rank,
             percent + 1);
  else
    snprintf(job->stats.file, room, "%s", file);
  pthread_mutex_init(&job->stats.lock, NULL);
  if (hyd_prom_is_name(file)) hyd_prom_start(job);
}

static void print(FILE *f, struct hyd_job *job) {
  struct hyd_sums sums;
  hyd_sums_take(job, &sums);
  fprintf(f, "%u> (I) statistics of rank %u of %u\n", job->rank, job->rank, job->size);
  for (int i = 0; i < HYD_COUNTS; i++) {
    const struct hyd_value_stat *s = &sums.stat[i];
    char name[40];
    snprintf(name, sizeof name, "%s%s", label[i].name, label[i].unit ? ":" : " cnt:");
    fprintf(f, "%u>  %-25s %6llu", job->rank, name, (unsigned long long)s->count);
    if (label[i].unit && s->count)
      fprintf(f, "  avg/min/max/total %s = %.3f/%llu/%llu/%llu", label[i].unit,
              (double)s->total / (double)s->count, (unsigned long long)s->min,
              (unsigned long long)s->max, (unsigned long long)s->total);
    fputc('\n', f);
  }
}

/* Prints the sums since the job began. Threads may begin and end meanwhile. */
void hyd_stats_print_ways(struct hyd_job *job, int fd) {
  struct hyd_sums sums;
  char line[1500];
  int n = 0, shown = 0;
  if (!hyd_watched(job) || atomic_load_explicit(&job->watch.for_now, memory_order_relaxed) ||
      pthread_mutex_trylock(&job->threads.lock))
    return;
  hyd_sums_take(job, &sums);
  pthread_mutex_unlock(&job->threads.lock);
  n = snprintf(line, sizeof line, "rank %u/%u (pid %d) ways so far:", job->rank, job->size,
               (int)job->pid);
  for (int i = 0; i < HYD_COUNTS; i++) {
    if ((i < HYD_COUNT_BY_MAP && (i < HYD_COUNT_AD_CPU || i > HYD_COUNT_AD_NET)) ||
        sums.stat[i].count == 0)
      continue;
    n += snprintf(line + n, sizeof line - (size_t)n, "%s %s %llu", shown++ ? "," : "",
                  label[i].name, (unsigned long long)sums.stat[i].count);
  }
  n += snprintf(line + n, sizeof line - (size_t)n, "%s\n", shown ? "" : " none");
  if (write(fd, line, (size_t)n) < 0) errno = 0;
}

/* Writes the text by one call, as ranks may share a file or stderr. 0, or an errno value. */
static int write_all(int fd, const char *text, size_t size) {
  size_t at = 0;
  while (at < size) {
    ssize_t n = write(fd, text + at, size - at);
    if (n < 0 && errno != EINTR) return errno;
    if (n > 0) at += (size_t)n;
  }
  return 0;
}

static int open_file(const char *name) {
  if (strcmp(name, "-") == 0 || strcmp(name, "stderr") == 0) return dup(STDERR_FILENO);
  if (strcmp(name, "stdout") == 0) return dup(STDOUT_FILENO);
  return open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

static int save(struct hyd_job *job, const char *name) {
  char *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&text, &size);
  sigset_t before;
  int fd, err;
  if (f == NULL) return errno;
  print(f, job);
  if (fclose(f)) return errno;
  fd = open_file(name);
  hyd_file_limit_hold(&before);
  err = fd < 0 ? errno : write_all(fd, text, size);
  hyd_file_limit_release(&before);
  if (fd >= 0 && close(fd) && !err) err = errno;
  free(text);
  return err;
}

/* Takes the name of the file, so that no other thread writes it. */
static char *take_name(struct hyd_job *job) {
  char *name;
  if (job->stats.file == NULL) return NULL;
  pthread_mutex_lock(&job->stats.lock);
  name = job->stats.file;
  job->stats.file = NULL;
  pthread_mutex_unlock(&job->stats.lock);
  return name;
}

void hyd_stats_write(struct hyd_job *job) {
  char *name = take_name(job);
  int err;
  if (name == NULL) return;
  fflush(stdout);
  err = hyd_prom_is_name(name) ? hyd_prom_save(job, name) : save(job, name);
  if (err)
    fprintf(stderr, "WARNING: rank %u: cannot write statistics to GASNET_STATSFILE %s: %s\n",
            job->rank, name, strerror(err));
  free(name);
}
