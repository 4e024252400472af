/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pm_pmi1.c: client of PMI-1, as spoken by MPICH's mpiexec (hydra), by srun --mpi=pmi2 for old
 * programs, and by gasnetrun's agents. All keys are in one space, whose name is asked for once.
 * Started by PMI_FD, rank and size are variables; started by PMI_PORT the manager tells them when
 * it hears PMI_ID.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/boot/pm_io.h"

#define WIRE HYD_PM_WIRE_1
#define LONGEST 1000 /* of a command: Slurm reads 1024 bytes, whatever it says of values */
#define LONGEST_KEY 63

static int detect(void) {
  return (getenv("PMI_FD") && getenv("PMI_RANK")) || (getenv("PMI_PORT") && getenv("PMI_ID"));
}

/* "cmd=initack pmiid=3" is answered by initack and three lines that set size, rank and debug. */
static int introduce(struct hyd_pm *pm, struct hyd_pm_io *io) {
  const char *id = getenv("PMI_ID");
  uint32_t debug;
  int have_size = 0, have_rank = 0;
  hyd_pm_begin(&io->out, WIRE, "initack");
  hyd_pm_add(&io->out, "pmiid", id ? id : "0");
  if (hyd_pm_ask(pm, io, "initack")) return -1;
  for (int i = 0; i < 3; i++) {
    if (hyd_pm_receive(pm, io, WIRE, "set")) return -1;
    if (hyd_pm_field(&io->answer, "size"))
      have_size = !hyd_pm_answer_number(pm, io, "size", INT_MAX, &pm->size);
    else if (hyd_pm_field(&io->answer, "rank"))
      have_rank = !hyd_pm_answer_number(pm, io, "rank", INT_MAX, &pm->rank);
    else
      (void)hyd_pm_answer_number(pm, io, "debug", INT_MAX, &debug);
  }
  if (!have_size || !have_rank)
    return hyd_pm_fail(pm, "PMI-1: the process manager did not tell rank and size");
  return 0;
}

static int reach_manager(struct hyd_pm *pm, struct hyd_pm_io *io) {
  const char *port = getenv("PMI_PORT");
  if (getenv("PMI_FD")) {
    if ((io->fd = hyd_pm_inherit(pm)) < 0) return -1;
    return hyd_pm_variable(pm, "PMI_RANK", INT_MAX, &pm->rank) ||
           hyd_pm_variable(pm, "PMI_SIZE", INT_MAX, &pm->size);
  }
  if ((io->fd = hyd_pm_connect(pm, port ? port : "")) < 0) return -1;
  return introduce(pm, io);
}

static int ask_limits(struct hyd_pm *pm, struct hyd_pm_io *io) {
  uint32_t key, value;
  hyd_pm_begin(&io->out, WIRE, "get_maxes");
  if (hyd_pm_ask(pm, io, "maxes") || hyd_pm_answer_number(pm, io, "keylen_max", INT_MAX, &key) ||
      hyd_pm_answer_number(pm, io, "vallen_max", INT_MAX, &value))
    return -1;
  if (key < 32 || value < 64)
    return hyd_pm_fail(pm, "PMI-1: keys of %u and values of %u bytes; expected 32 and 64 at least",
                       key, value);
  pm->max_key = (key <= LONGEST_KEY ? key : LONGEST_KEY + 1) - 1;
  pm->max_value = value - 1;
  return 0;
}

static int ask_name(struct hyd_pm *pm, struct hyd_pm_io *io) {
  size_t used;
  hyd_pm_begin(&io->out, WIRE, "get_appnum"); /* managers count it as part of coming up */
  if (hyd_pm_ask(pm, io, "appnum")) return -1;
  hyd_pm_begin(&io->out, WIRE, "get_my_kvsname");
  if (hyd_pm_ask(pm, io, "my_kvsname") || hyd_pm_answer_job(pm, io, "kvsname")) return -1;
  used = strlen("cmd=put kvsname= key= value=") + strlen(pm->job) + pm->max_key;
  if (pm->max_value > LONGEST - used) pm->max_value = LONGEST - used;
  return 0;
}

static int open_pmi1(struct hyd_pm *pm) {
  struct hyd_pm_io *io = hyd_pm_io_new(pm);
  int ok = io && !reach_manager(pm, io) && !hyd_pm_agree(pm, io, 1, 1) && !ask_limits(pm, io) &&
           !ask_name(pm, io);
  return hyd_pm_opened(pm, ok);
}

static int put(struct hyd_pm *pm, const char *key, const char *value) {
  struct hyd_pm_io *io = pm->state;
  hyd_pm_begin(&io->out, WIRE, "put");
  hyd_pm_add(&io->out, "kvsname", pm->job);
  hyd_pm_add(&io->out, "key", key);
  hyd_pm_add(&io->out, "value", value);
  return hyd_pm_ask(pm, io, "put_result");
}

static int fence(struct hyd_pm *pm) {
  struct hyd_pm_io *io = pm->state;
  hyd_pm_begin(&io->out, WIRE, "barrier_in");
  return hyd_pm_ask(pm, io, "barrier_out");
}

static int get(struct hyd_pm *pm, uint32_t rank, const char *key, char *value, size_t size) {
  struct hyd_pm_io *io = pm->state;
  const char *got;
  (void)rank;
  hyd_pm_begin(&io->out, WIRE, "get");
  hyd_pm_add(&io->out, "kvsname", pm->job);
  hyd_pm_add(&io->out, "key", key);
  if (hyd_pm_ask(pm, io, "get_result")) return -1;
  got = hyd_pm_field(&io->answer, "value");
  if (got == NULL || strlen(got) >= size)
    return hyd_pm_fail(pm, "PMI-1: %s: %s; expected a value of less than %zu bytes", key,
                       got ? "a longer value" : "no value", size);
  memcpy(value, got, strlen(got) + 1);
  return 0;
}

static int abort_job(struct hyd_pm *pm, int code, const char *why) {
  struct hyd_pm_io *io = pm->state;
  (void)why; /* there is no place for it */
  hyd_pm_begin(&io->out, WIRE, "abort");
  hyd_pm_add_number(&io->out, "exitcode", code);
  return hyd_pm_send(pm, io);
}

static void close_pmi1(struct hyd_pm *pm) { hyd_pm_leave(pm, WIRE, "finalize_ack"); }

const struct hyd_pm_ops hyd_pm_pmi1 = {"PMI-1", detect, open_pmi1, put,
                                       fence,   get,    abort_job, close_pmi1};
