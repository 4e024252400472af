/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stats_prom.c: GASNET_STATSFILE=NAME%.prom: the counts of this rank for Prometheus (text format
 * 0.0.4), written every GASNET_STATSINTERVAL seconds by a thread, and at the end. The file is
 * replaced atomically.
 *
 * Other threads change counts while this thread reads them, so a count may be slightly old; the
 * next file has it.
 */
#include "core/diag/stats_prom.h"

#include <errno.h>
#include <signal.h>

#include "core/base/err.h"
#include "core/env/env.h"
#include "core/sys/file_limit.h"
#include "core/sys/thread_name.h"
#include "core/tools/tools_int.h"

int hyd_prom_is_name(const char *file) {
  size_t n = strlen(file);
  return n > 5 && strcmp(file + n - 5, ".prom") == 0;
}

/* --- the text ------------------------------------------------------------- */

/* A metric and its values. The sum over all labels counts each operation once: so the client's
 * calls, the ways that operations take, and their results are separate metrics. */
struct value {
  enum hyd_count count;
  const char *label; /* NULL: the metric has one value */
};
#define VALUES 24
static const struct metric {
  const char *name, *bytes; /* names of the count, and of the bytes; NULL: not counted */
  const char *label, *help;
  struct value of[VALUES + 1]; /* ended by a value whose count is HYD_COUNTS */
} metrics[] = {
    {"hydrant_operations_total",
     "hydrant_transferred_bytes_total",
     "operation",
     "Operations that the program called, and replies.",
     {{HYD_COUNT_PUT, "put"},
      {HYD_COUNT_GET, "get"},
      {HYD_COUNT_PUT_VAL, "put_val"},
      {HYD_COUNT_GET_VAL, "get_val"},
      {HYD_COUNT_MEMSET, "memset"},
      {HYD_COUNT_VIS_PUT, "vis_put"},
      {HYD_COUNT_VIS_GET, "vis_get"},
      {HYD_COUNT_AD_SET, "ad_set"},
      {HYD_COUNT_AD_GET, "ad_get"},
      {HYD_COUNT_AD_RMW, "ad_rmw"},
      {HYD_COUNT_AMREQ_SHORT, "amrequest_short"},
      {HYD_COUNT_AMREQ_MEDIUM, "amrequest_medium"},
      {HYD_COUNT_AMREQ_LONG, "amrequest_long"},
      {HYD_COUNT_AMREP_SHORT, "amreply_short"},
      {HYD_COUNT_AMREP_MEDIUM, "amreply_medium"},
      {HYD_COUNT_AMREP_LONG, "amreply_long"},
      {HYD_COUNT_BARRIERS, "barrier"},
      {HYD_COUNT_COLLS, "collective"},
      {HYD_COUNTS, NULL}}},
    {"hydrant_transfer_ways_total",
     "hydrant_transfer_way_bytes_total",
     "way",
     "The way that puts, gets and their pieces went.",
     {{HYD_COUNT_BY_MAP, "map"},
      {HYD_COUNT_BY_KERNEL, "kernel"},
      {HYD_COUNT_BY_NETWORK, "network"},
      {HYD_COUNT_BY_MESSAGES, "messages"},
      {HYD_COUNTS, NULL}}},
    {"hydrant_message_ways_total",
     "hydrant_message_way_bytes_total",
     "way",
     "The way that messages went.",
     {{HYD_COUNT_AM_MAILBOX, "mailbox"},
      {HYD_COUNT_AM_RING, "ring"},
      {HYD_COUNT_AM_CONDUIT, "conduit"},
      {HYD_COUNT_AM_SELF, "self"},
      {HYD_COUNTS, NULL}}},
    {"hydrant_vis_ways_total",
     NULL,
     "way",
     "The algorithm of lists and sections.",
     {{HYD_COUNT_VIS_LOCAL, "local"},
      {HYD_COUNT_VIS_CONTIG, "contig"},
      {HYD_COUNT_VIS_KERNEL, "kernel"},
      {HYD_COUNT_VIS_PACK, "pack"},
      {HYD_COUNT_VIS_SINGLE, "single"},
      {HYD_COUNTS, NULL}}},
    {"hydrant_atomic_ways_total",
     NULL,
     "way",
     "What executed atomics.",
     {{HYD_COUNT_AD_CPU, "cpu"},
      {HYD_COUNT_AD_AM, "messages"},
      {HYD_COUNT_AD_NET, "network"},
      {HYD_COUNTS, NULL}}},
    {"hydrant_collective_parts_total",
     "hydrant_collective_part_bytes_total",
     "way",
     "Parts of collectives' data that were sent.",
     {{HYD_COUNT_EAGER, "eager"}, {HYD_COUNT_RENDEZVOUS, "rendezvous"}, {HYD_COUNTS, NULL}}},
    {"hydrant_firehose_lookups_total",
     NULL,
     "outcome",
     "Lookups of pinned memory.",
     {{HYD_COUNT_FIREHOSE_HIT, "hit"}, {HYD_COUNT_FIREHOSE_MISS, "miss"}, {HYD_COUNTS, NULL}}},
    {"hydrant_paged_transfers_total",
     NULL,
     "outcome",
     "Transfers to paged segments.",
     {{HYD_COUNT_GUARD_HIT, "hit"},
      {HYD_COUNT_GUARD_BOUNCE, "bounce"},
      {HYD_COUNT_GUARD_REFUSED, "refused"},
      {HYD_COUNTS, NULL}}},
    {"hydrant_paged_stalls_total",
     NULL,
     NULL,
     "Transfers to paged segments that waited for a credit.",
     {{HYD_COUNT_GUARD_STALL, NULL}, {HYD_COUNTS, NULL}}},
    {"hydrant_paged_copies_total",
     "hydrant_paged_copied_bytes_total",
     NULL,
     "Copies from buffers to pages, and back.",
     {{HYD_COUNT_GUARD_COPY, NULL}, {HYD_COUNTS, NULL}}},
    {"hydrant_bounces_total",
     "hydrant_bounced_bytes_total",
     NULL,
     "Copies by way of memory that was pinned already.",
     {{HYD_COUNT_BOUNCE, NULL}, {HYD_COUNTS, NULL}}},
    {"hydrant_resent_packets_total",
     NULL,
     NULL,
     "Packets that were sent again.",
     {{HYD_COUNT_RESENT, NULL}, {HYD_COUNTS, NULL}}},
    {"hydrant_handlers_total",
     NULL,
     NULL,
     "Handlers that ran.",
     {{HYD_COUNT_HANDLERS, NULL}, {HYD_COUNTS, NULL}}},
    {"hydrant_polls_total",
     NULL,
     NULL,
     "Calls of gasnet_AMPoll.",
     {{HYD_COUNT_POLLS, NULL}, {HYD_COUNTS, NULL}}},
    {"hydrant_waits_total", NULL, NULL, "Waits.", {{HYD_COUNT_WAITS, NULL}, {HYD_COUNTS, NULL}}},
    {"hydrant_sleeps_total",
     NULL,
     NULL,
     "Waits in which a thread slept.",
     {{HYD_COUNT_SLEEPS, NULL}, {HYD_COUNTS, NULL}}},
};

/* Writes the name and labels of a value; the job's name is quoted as the format requires. */
static void put_name(FILE *f, const struct hyd_job *job, const char *name, const char *label,
                     const char *value) {
  fprintf(f, "%s{job_id=\"", name);
  for (const char *c = job->stats.job; *c; c++) {
    if (*c == '"' || *c == '\\') fputc('\\', f);
    fputc(*c == '\n' ? ' ' : *c, f);
  }
  fprintf(f, "\",rank=\"%u\"", job->rank);
  if (label) fprintf(f, ",%s=\"%s\"", label, value);
  fputs("} ", f);
}

static void put_head(FILE *f, const char *name, const char *help) {
  fprintf(f, "# HELP %s %s\n# TYPE %s counter\n", name, help, name);
}

static void put_metric(FILE *f, const struct hyd_job *job, const struct metric *m,
                       const struct hyd_value_stat *sum) {
  put_head(f, m->name, m->help);
  for (const struct value *v = m->of; v->count != HYD_COUNTS; v++) {
    put_name(f, job, m->name, m->label, v->label);
    fprintf(f, "%llu\n", (unsigned long long)sum[v->count].count);
  }
  if (m->bytes == NULL) return;
  put_head(f, m->bytes, "The bytes of these.");
  for (const struct value *v = m->of; v->count != HYD_COUNTS; v++) {
    if (!hyd_stats_has_bytes(v->count)) continue;
    put_name(f, job, m->bytes, m->label, v->label);
    fprintf(f, "%llu\n", (unsigned long long)sum[v->count].total);
  }
}

static void put_times(FILE *f, const struct hyd_job *job, const uint64_t *ticks) {
  static const char *const name[HYD_TIMES] = {
      [HYD_TIME_CALLS] = "calls", [HYD_TIME_WAITS] = "waits", [HYD_TIME_HANDLERS] = "handlers"};
  put_head(f, "hydrant_library_seconds_total", "Time of all threads in calls, waits and handlers.");
  for (int i = 0; i < HYD_TIMES; i++) {
    put_name(f, job, "hydrant_library_seconds_total", "part", name[i]);
    fprintf(f, "%.9f\n", (double)gasnett_ticks_to_ns(ticks[i]) * 1e-9);
  }
}

static void put_all(FILE *f, struct hyd_job *job) {
  struct hyd_sums sums;
  pthread_mutex_lock(&job->threads.lock);
  hyd_sums_take(job, &sums);
  pthread_mutex_unlock(&job->threads.lock);
  for (size_t i = 0; i < sizeof metrics / sizeof metrics[0]; i++)
    put_metric(f, job, &metrics[i], sums.stat);
  put_times(f, job, sums.ticks);
}

int hyd_prom_save(struct hyd_job *job, const char *file) {
  sigset_t before;
  char *half = NULL;
  int err =
      asprintf(&half, "%s.half", file) < 0 ? ENOMEM : 0; /* collectors read .prom files only */
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
      (void)hyd_prom_save(job, job->stats.file); /* the last write, at the end, reports errors */
    pthread_mutex_unlock(&job->stats.lock);
  }
  return NULL;
}

/* Starts the thread, with all signals blocked, as they are the client's. */
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
  else {
    hyd_name_thread(thread, "stats");
    pthread_detach(thread);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}
