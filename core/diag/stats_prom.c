/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stats_prom.c: GASNET_STATSFILE=NAME%.prom: the counts of this rank as Prometheus reads them (text
 * format 0.0.4), written every GASNET_STATSINTERVAL seconds by a thread, and at the end. A reader
 * sees the old file or the new one.
 *
 * The thread reads counts that others change meanwhile: a count may be of a moment before, which
 * the next file puts right.
 */
#include "core/diag/stats_prom.h"

#include <errno.h>
#include <signal.h>

#include "core/base/err.h"
#include "core/env/env.h"
#include "core/sys/file_limit.h"
#include "core/tools/tools_int.h"

int hyd_prom_is_name(const char *file) {
  size_t n = strlen(file);
  return n > 5 && strcmp(file + n - 5, ".prom") == 0;
}

/* --- the text ------------------------------------------------------------- */

/* Names as they are in statistics, in lower case. */
static void put_label(FILE *f, const struct hyd_job *job, const char *key, const char *name) {
  fprintf(f, "{rank=\"%u\",%s=\"", job->rank, key);
  for (; *name; name++) fputc(*name >= 'A' && *name <= 'Z' ? *name - 'A' + 'a' : *name, f);
  fputs("\"}", f);
}

static void put_head(FILE *f, const char *name, const char *help) {
  fprintf(f, "# HELP %s %s\n# TYPE %s counter\n", name, help, name);
}

static void put_counts(FILE *f, const struct hyd_job *job, const struct hyd_value_stat *sum) {
  put_head(f, "hydrant_operations_total",
           "Calls, messages and events of the library, and the ways that they went.");
  for (int i = 0; i < HYD_COUNTS; i++) {
    fputs("hydrant_operations_total", f);
    put_label(f, job, "operation", hyd_stats_name(i));
    fprintf(f, " %llu\n", (unsigned long long)sum[i].count);
  }
  put_head(f, "hydrant_transferred_bytes_total", "Bytes that they moved.");
  for (int i = 0; i < HYD_COUNTS; i++) {
    if (!hyd_stats_has_bytes(i)) continue;
    fputs("hydrant_transferred_bytes_total", f);
    put_label(f, job, "operation", hyd_stats_name(i));
    fprintf(f, " %llu\n", (unsigned long long)sum[i].total);
  }
}

static void put_times(FILE *f, const struct hyd_job *job, const uint64_t *ticks) {
  static const char *const name[HYD_TIMES] = {
      [HYD_TIME_CALLS] = "calls", [HYD_TIME_WAITS] = "waits", [HYD_TIME_HANDLERS] = "handlers"};
  put_head(f, "hydrant_library_seconds_total", "Time of all threads in calls, waits and handlers.");
  for (int i = 0; i < HYD_TIMES; i++) {
    fputs("hydrant_library_seconds_total", f);
    put_label(f, job, "part", name[i]);
    fprintf(f, " %.9f\n", (double)gasnett_ticks_to_ns(ticks[i]) * 1e-9);
  }
}

static void put_all(FILE *f, struct hyd_job *job) {
  struct hyd_sums sums;
  pthread_mutex_lock(&job->threads.lock);
  hyd_sums_take(job, &sums);
  pthread_mutex_unlock(&job->threads.lock);
  put_counts(f, job, sums.stat);
  put_times(f, job, sums.ticks);
}

int hyd_prom_save(struct hyd_job *job, const char *file) {
  sigset_t before;
  char *half = NULL;
  int err = asprintf(&half, "%s.half", file) < 0 ? ENOMEM : 0; /* collectors look at .prom only */
  FILE *f = err ? NULL : fopen(half, "we");
  if (f == NULL) {
    err = err ? err : errno;
    free(half);
    return err;
  }
  hyd_file_limit_hold(&before);
  put_all(f, job);
  if (ferror(f)) err = EIO;
  if (fclose(f) && !err) err = errno;
  hyd_file_limit_release(&before);
  if (!err && rename(half, file)) err = errno;
  if (err) unlink(half);
  free(half);
  return err;
}

/* --- the thread ----------------------------------------------------------- */

static void *write_now_and_then(void *arg) {
  struct hyd_job *job = arg;
  double every = hyd_env_dbl(job->env, HYD_ENV_STATSINTERVAL);
  struct timespec nap = {(time_t)every, (long)((every - (double)(time_t)every) * 1e9)};
  for (;;) {
    nanosleep(&nap, NULL);
    pthread_mutex_lock(&job->stats.lock);
    if (job->stats.file)
      (void)hyd_prom_save(job, job->stats.file); /* the end says what was wrong */
    pthread_mutex_unlock(&job->stats.lock);
  }
  return NULL;
}

/* It takes none of the client's signals. */
void hyd_prom_start(struct hyd_job *job) {
  double every = hyd_env_dbl(job->env, HYD_ENV_STATSINTERVAL);
  sigset_t all, before;
  pthread_t thread;
  if (every < 0.1 || every > 1e6)
    hyd_refuse("environment", "GASNET_STATSINTERVAL=%.40s; expected 0.1 to 1000000",
               hyd_env_str(job->env, HYD_ENV_STATSINTERVAL));
  if (job->size > 1 && strchr(hyd_env_str(job->env, HYD_ENV_STATSFILE), '%') == NULL)
    hyd_refuse("environment",
               "GASNET_STATSFILE=%.80s; expected a name with %% for the rank, as it ends in .prom",
               hyd_env_str(job->env, HYD_ENV_STATSFILE));
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  if (pthread_create(&thread, NULL, write_now_and_then, job))
    hyd_warn(job, "GASNET_STATSFILE is written at the end only: no thread can be started");
  else
    pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}
