/* SPDX-License-Identifier: BSD-3-Clause
 *
 * err.c: fatal errors, error codes, warnings.
 */
#include "core/base/err.h"

#include <errno.h>

#include "core/base/job.h"
#include "core/tools/tools_int.h"

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* The place of the client's call that this thread is in, as the checking headers have noted it;
 * NULL: none. */
static const struct hyd_call_place *noted_place(void) {
  return hyd_the_thread && hyd_the_thread->place.file ? &hyd_the_thread->place : NULL;
}

/* Appends `between` and the client's place: noted, or given, or what its debug information tells.
 * The library's own tells its developers something, where nothing else is known. */
static void add_place(char *buf, size_t size, const char *between, const char *file, int line) {
  const struct hyd_call_place *noted = noted_place();
  char place[256] = "";
  size_t at = strlen(buf);
  if (noted)
    snprintf(place, sizeof place, "%s:%d", noted->file, noted->line);
  else if (file && line >= 0)
    snprintf(place, sizeof place, "%s:%d", base_name(file), line);
  else if (file)
    hyd_backtrace_client(place, sizeof place);
  if (HYD_DEBUG && *place == '\0' && file)
    snprintf(place, sizeof place, "%s:%d", base_name(file), -line);
  if (*place) snprintf(buf + at, size - at, "%s%s", between, place);
}

static void name_of(char *buf, size_t size, const char *call) {
  const char *legacy = hyd_legacy_name(call);
  snprintf(buf, size, "%s%s%s%s", legacy ? legacy : "", legacy ? " (" : "", call,
           legacy ? ")" : "");
}

static void rank_and_host(char *buf, size_t size) {
  const struct hyd_job *job = hyd_the_job;
  char host[64] = "?";
  gethostname(host, sizeof host - 1);
  if (job)
    snprintf(buf, size, "rank %u/%u on %s", job->rank, job->size, host);
  else
    snprintf(buf, size, "on %s", host);
}

/* The first thread of a process that finds a reason to die says so and ends it. Others that find
 * one meanwhile, often the same, are quiet and wait for that end (which may be frozen for a
 * debugger). */
static void one_at_a_time(void) {
  static _Atomic int dying; /* process-wide, as dying is */
  int none = 0, me = (int)gettid();
  if (atomic_compare_exchange_strong(&dying, &none, me) || none == me) return;
  for (;;) pause();
}

/* Ends the job after a fatal message: as the job has it (exit), or where there is none yet by
 * SIGABRT; refused: by status 1. */
static HYD_COLD __attribute__((noreturn)) void end_process(int refused) {
  const struct hyd_job *job = hyd_the_job;
  if (job && job->hooks.fatal_end) job->hooks.fatal_end(refused);
  fflush(NULL);
  if (refused) _exit(HYD_STATUS_REFUSED);
  abort();
}

void hyd_fatal_at(const char *file, int line, const char *call, const char *fmt, ...) {
  char text[600], place[400], name[100], out[1200];
  va_list ap;
  int n;
  one_at_a_time();
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  rank_and_host(place, sizeof place);
  add_place(place, sizeof place, ", ", file, line);
  name_of(name, sizeof name, call);
  n = snprintf(out, sizeof out, "*** FATAL ERROR (%s): %s: %s\n", place, name, text);
  if (n > (int)sizeof out - 1) n = (int)sizeof out - 1;
  fflush(stdout);
  if (write(STDERR_FILENO, out, (size_t)n) < 0) errno = 0;
  end_process(file == NULL);
}

int hyd_error_at(const char *file, int line, int code, const char *call, const char *fmt, ...) {
  char text[600], where[256] = "", rank[40] = "";
  va_list ap;
  if (!gex_System_GetVerboseErrors()) return code;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  if (noted_place() || line >= 0) add_place(where, sizeof where, " at ", file, line);
  if (hyd_the_job)
    snprintf(rank, sizeof rank, " (rank %u/%u)", hyd_the_job->rank, hyd_the_job->size);
  fprintf(stderr, "*** WARNING%s: %s returning an error code: %s (%s)%s: %s\n", rank, call,
          gasnet_ErrorName(code), gasnet_ErrorDesc(code), where, text);
  fflush(stderr);
  return code;
}

void hyd_warn(const struct hyd_job *job, const char *fmt, ...) {
  char text[600];
  va_list ap;
  if (job && (job->rank != 0 || job->client.quiet)) return;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  fprintf(stderr, "WARNING: %s\n", text);
}

/* --- codes ---------------------------------------------------------------- */

static const struct {
  int code;
  const char *name, *desc;
} codes[] = {
    {GASNET_OK, "GASNET_OK", "no error"},
    {GASNET_ERR_NOT_INIT, "GASNET_ERR_NOT_INIT",
     "call out of order: init or attach not done, or done twice"},
    {GASNET_ERR_RESOURCE, "GASNET_ERR_RESOURCE", "a system, memory or network resource is missing"},
    {GASNET_ERR_BAD_ARG, "GASNET_ERR_BAD_ARG", "an argument is not legal"},
    {GASNET_ERR_NOT_READY, "GASNET_ERR_NOT_READY", "not complete yet, or busy"},
    {GASNET_ERR_BARRIER_MISMATCH, "GASNET_ERR_BARRIER_MISMATCH",
     "the barrier's names did not match"},
};

static size_t code_index(int errval) {
  size_t i = 0;
  while (i < sizeof codes / sizeof codes[0] && codes[i].code != errval) i++;
  return i;
}

const char *gasnet_ErrorName(int errval) {
  size_t i = code_index(errval);
  return i < sizeof codes / sizeof codes[0] ? codes[i].name : "*unknown*";
}

const char *gasnet_ErrorDesc(int errval) {
  size_t i = code_index(errval);
  return i < sizeof codes / sizeof codes[0] ? codes[i].desc : "not a code of this library";
}

static _Atomic int verbose_errors = 1; /* process-wide by the interface, and set before init too */

int gex_System_GetVerboseErrors(void) {
  return atomic_load_explicit(&verbose_errors, memory_order_relaxed);
}

void gex_System_SetVerboseErrors(int enable) {
  atomic_store_explicit(&verbose_errors, enable != 0, memory_order_relaxed);
}
