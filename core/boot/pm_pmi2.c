/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pm_pmi2.c: client of PMI-2, as spoken by srun --mpi=pmi2 and by MPICH's mpiexec. The first
 * exchange is a PMI-1 line that names version 2; then commands have a length before them. MPICH's
 * mpiexec takes both kinds at the same descriptor, and PMI-1 is chosen there; Slurm says which one
 * it means.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/boot/pm_io.h"

#define WIRE HYD_PM_WIRE_2
#define MAX_KEY 63 /* as the interface defines; the manager does not tell */
#define MAX_VALUE 1023

static int detect(void) {
  const char *type = getenv("SLURM_MPI_TYPE");
  return getenv("PMI_FD") && type && strcmp(type, "pmi2") == 0;
}

static int full_init(struct hyd_pm *pm, struct hyd_pm_io *io) {
  const char *job = getenv("PMI_JOBID"), *rank = getenv("PMI_RANK");
  hyd_pm_begin(&io->out, WIRE, "fullinit");
  if (job) hyd_pm_add(&io->out, "pmijobid", job);
  if (rank) hyd_pm_add(&io->out, "pmirank", rank);
  hyd_pm_add(&io->out, "threaded", "FALSE");
  if (hyd_pm_ask(pm, io, "fullinit-response") ||
      hyd_pm_answer_number(pm, io, "rank", INT_MAX, &pm->rank) ||
      hyd_pm_answer_number(pm, io, "size", INT_MAX, &pm->size))
    return -1;
  return 0;
}

static int ask_name(struct hyd_pm *pm, struct hyd_pm_io *io) {
  hyd_pm_begin(&io->out, WIRE, "job-getid");
  return hyd_pm_ask(pm, io, "job-getid-response") || hyd_pm_answer_job(pm, io, "jobid") ? -1 : 0;
}

static int open_pmi2(struct hyd_pm *pm) {
  struct hyd_pm_io *io = hyd_pm_io_new(pm);
  int ok = io && (io->fd = hyd_pm_inherit(pm)) >= 0 && !hyd_pm_agree(pm, io, 2, 0) &&
           !full_init(pm, io) && !ask_name(pm, io);
  pm->max_key = MAX_KEY;
  pm->max_value = MAX_VALUE;
  return hyd_pm_opened(pm, ok);
}

static int put(struct hyd_pm *pm, const char *key, const char *value) {
  struct hyd_pm_io *io = pm->state;
  hyd_pm_begin(&io->out, WIRE, "kvs-put");
  hyd_pm_add(&io->out, "key", key);
  hyd_pm_add(&io->out, "value", value);
  return hyd_pm_ask(pm, io, "kvs-put-response");
}

static int fence(struct hyd_pm *pm) {
  struct hyd_pm_io *io = pm->state;
  hyd_pm_begin(&io->out, WIRE, "kvs-fence");
  return hyd_pm_ask(pm, io, "kvs-fence-response");
}

static int get(struct hyd_pm *pm, uint32_t rank, const char *key, char *value, size_t size) {
  struct hyd_pm_io *io = pm->state;
  const char *got, *found;
  hyd_pm_begin(&io->out, WIRE, "kvs-get");
  hyd_pm_add(&io->out, "jobid", pm->job);
  hyd_pm_add_number(&io->out, "srcid", (long)rank);
  hyd_pm_add(&io->out, "key", key);
  if (hyd_pm_ask(pm, io, "kvs-get-response")) return -1;
  found = hyd_pm_field(&io->answer, "found");
  got = hyd_pm_field(&io->answer, "value");
  if ((found && strcmp(found, "TRUE") != 0) || got == NULL || strlen(got) >= size)
    return hyd_pm_fail(pm, "PMI-2: %s: %s; expected a value of less than %zu bytes", key,
                       got ? "not there, or longer" : "no value", size);
  memcpy(value, got, strlen(got) + 1);
  return 0;
}

static int abort_job(struct hyd_pm *pm, int code, const char *why) {
  struct hyd_pm_io *io = pm->state;
  char text[200];
  size_t n = 0;
  for (; why && why[n] && n + 1 < sizeof text; n++) text[n] = why[n] == '\n' ? ' ' : why[n];
  text[n] = '\0';
  hyd_pm_begin(&io->out, WIRE, "abort");
  hyd_pm_add(&io->out, "isworld", "TRUE");
  hyd_pm_add_number(&io->out, "exitcode", code);
  hyd_pm_add(&io->out, "msg", text);
  return hyd_pm_send(pm, io);
}

static void close_pmi2(struct hyd_pm *pm) { hyd_pm_leave(pm, WIRE, "finalize-response"); }

const struct hyd_pm_ops hyd_pm_pmi2 = {"PMI-2", detect, open_pmi2, put,
                                       fence,   get,    abort_job, close_pmi2};
