/* SPDX-License-Identifier: BSD-3-Clause
 *
 * world.c: initialises MPI unless the client has, and finalises it unless the client does. It is
 * the process manager of the job, by collective calls of MPI: no other manager is used, as MPICH's
 * launcher does not answer one after MPI_Finalize.
 *
 * MPI_Finalize begins by deleting the attributes of MPI_COMM_SELF, while all of MPI can still be
 * called. By an attribute the conduit learns that the client finalises MPI.
 */
#include "conduits/mpi/world.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "conduits/mpi/first_speaks.h"
#include "core/boot/pmix_abi.h"

#define ABORT_SECONDS 5u

/* --- errors --------------------------------------------------------------- */

void hyd_mpi_failed(const char *call, int err) {
  char text[MPI_MAX_ERROR_STRING + 1] = "";
  int n = 0;
  MPI_Error_string(err, text, &n);
  hyd_fatal(HYD_MPI_WHERE, "%s: %s", call, text);
}

static int fail(struct hyd_pm *pm, const char *what) {
  snprintf(pm->why, sizeof pm->why, "MPI: %s", what);
  return -1;
}

/* --- begin ---------------------------------------------------------------- */

static const struct {
  const char *name;
  int level;
} levels[] = {{"SINGLE", MPI_THREAD_SINGLE},
              {"FUNNELED", MPI_THREAD_FUNNELED},
              {"MULTIPLE", MPI_THREAD_MULTIPLE},
              {"SERIALIZED", MPI_THREAD_SERIALIZED}}; /* the default of GASNET_MPI_THREAD */

const char *hyd_mpi_level_name(int level) {
  int i = 0;
  while (i < 3 && levels[i].level != level) i++;
  return levels[i].name;
}

static int wanted_level(void) {
  const char *text = getenv("GASNET_MPI_THREAD"); /* checked at start (core/env) */
  int i = 0;
  while (i < 3 && !(text && strcasecmp(text, levels[i].name) == 0)) i++;
  return levels[i].level;
}

static int when_finalised(MPI_Comm comm, int key, void *value, void *extra) {
  struct hyd_mpi_world *w = value;
  (void)comm;
  (void)key;
  (void)extra;
  if (w->when_finalised) w->when_finalised(w->state);
  w->finalised = w->pm->ended = 1;
  MPI_Comm_free(&w->comm);
  return MPI_SUCCESS;
}

static int join_world(struct hyd_mpi_world *w) {
  int there = 0, over = 0, key;
  if (MPI_Initialized(&there) || MPI_Finalized(&over))
    return fail(w->pm, "it does not say whether it is initialised");
  if (over) return fail(w->pm, "MPI_Finalize has been called; expected gasnet_init before");
  w->ours = !there;
  if (there ? MPI_Query_thread(&w->level) : MPI_Init_thread(NULL, NULL, wanted_level(), &w->level))
    return fail(w->pm, "it cannot be initialised");
  if (MPI_Comm_dup(MPI_COMM_WORLD, &w->comm) ||
      MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, when_finalised, &key, NULL) ||
      MPI_Comm_set_attr(MPI_COMM_SELF, key, w))
    return fail(w->pm, "it gives no communicator");
  MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_RETURN);
  return 0;
}

/* Refuses a job of one rank under another MPI's launcher, which would start many of them. */
static int compare_size(struct hyd_pm *pm) {
  static const char *const names[][2] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                                         {"PMI_SIZE", "PMI_RANK"},
                                         {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    const char *size = getenv(names[i][0]), *rank = getenv(names[i][1]);
    if (pm->size > 1 || size == NULL || rank == NULL || strtoul(size, NULL, 10) < 2) continue;
    hyd_mpi_first_speaks(strcmp(rank, "0") == 0);
    snprintf(pm->why, sizeof pm->why,
             "MPI: %s=%.20s, but to this MPI the job has 1 rank: it is not that launcher's; "
             "expected its own (GASNET_MPI_LIBRARY)",
             names[i][0], size);
    return -1;
  }
  return 0;
}

static int open_mpi(struct hyd_pm *pm) {
  struct hyd_mpi_world *w = pm->state = calloc(1, sizeof *w);
  int rank, size;
  if (w == NULL) return fail(pm, "out of memory");
  w->pm = pm;
  if (join_world(w)) return -1;
  MPI_Comm_rank(w->comm, &rank);
  MPI_Comm_size(w->comm, &size);
  pm->rank = (uint32_t)rank;
  pm->size = (uint32_t)size;
  pm->max_key = 64;
  pm->max_value = 16384; /* by choice: MPI has no limit */
  w->known = calloc(pm->size, sizeof *w->known);
  return w->known ? compare_size(pm) : fail(pm, "out of memory");
}

/* --- values of the ranks -------------------------------------------------- */

static int put_value(struct hyd_pm *pm, const char *key, const char *value) {
  struct hyd_mpi_world *w = pm->state;
  return hyd_told_add(&w->mine, key, value) ? fail(pm, "out of memory") : 0;
}

static int exchange_values(struct hyd_pm *pm) {
  struct hyd_mpi_world *w = pm->state;
  int mine = (int)w->mine.size, sum = 0, *size = calloc(2 * (size_t)pm->size, sizeof *size), rc;
  int *at = size + (size ? pm->size : 0);
  char *all = NULL;
  rc = size == NULL || MPI_Allgather(&mine, 1, MPI_INT, size, 1, MPI_INT, w->comm);
  for (uint32_t i = 0; !rc && i < pm->size; sum += size[i++]) at[i] = sum;
  rc = rc || (all = malloc((size_t)sum + 1)) == NULL ||
       MPI_Allgatherv(w->mine.at, mine, MPI_BYTE, all, size, at, MPI_BYTE, w->comm);
  for (uint32_t i = 0; !rc && i < pm->size; i++)
    rc = hyd_told_append(&w->known[i], all + at[i], (size_t)size[i]);
  w->mine.size = 0;
  free(all);
  free(size);
  return rc ? fail(pm, "ranks cannot exchange their places") : 0;
}

static int get_value(struct hyd_pm *pm, uint32_t rank, const char *key, char *value, size_t size) {
  const struct hyd_mpi_world *w = pm->state;
  if (hyd_told_find(&w->known[rank], key, value, size) == 0) return 0;
  snprintf(pm->why, sizeof pm->why, "MPI: rank %u has not told its %.64s", rank, key);
  return -1;
}

/* --- end ------------------------------------------------------------------ */

static _Atomic int status_then;

static void out_of_patience(int sig) {
  (void)sig;
  _exit(atomic_load_explicit(&status_then, memory_order_relaxed));
}

static void limit_time(int status, unsigned seconds) {
  atomic_store_explicit(&status_then, status, memory_order_relaxed);
  signal(SIGALRM, out_of_patience);
  alarm(seconds);
}

/* Aborts without the banner of Open MPI's MPI_Abort, by a call of its process manager's library, if
 * Open MPI has that loaded. The banner would mislead if the status is 0, as no rank has failed,
 * some were late; and if a signal ends the rank, which has been reported, and may come from mpirun.
 * 0: done. */
static int abort_quietly(int code) {
  void *library = dlopen("libpmix.so.2", RTLD_LAZY | RTLD_NOLOAD), *address;
  int (*call)(int status, const char *why, struct hyd_pmix_proc *procs, size_t n);
  if (library == NULL || getenv("OMPI_COMM_WORLD_SIZE") == NULL) return -1;
  if ((address = dlsym(library, "PMIx_Abort")) == NULL) return -1;
  memcpy(&call, &address, sizeof call);
  return call(code, "", NULL, 0);
}

/* Aborts MPI_COMM_WORLD: on another communicator MPICH would wait until each of its ranks calls
 * MPI. MPI_Abort may call exit(), here and in other ranks. */
static int abort_job(struct hyd_pm *pm, int code, const char *why) {
  struct hyd_mpi_world *w = pm->state;
  (void)why; /* reported already */
  fflush(NULL);
  w->lost = pm->ended = 1;
  limit_time(code, ABORT_SECONDS);
  if ((code == 0 || code > 128) && abort_quietly(code) == 0) return 0;
  if (!w->finalised) MPI_Abort(MPI_COMM_WORLD, code);
  return 0;
}

/* Whether this rank is to finalise MPI. A launcher takes an end with status 0 for a failure if MPI
 * was not finalised; another status needs no MPI_Finalize. A client that returns from main may
 * still finalise MPI itself. */
static int is_to_finalise(const struct hyd_mpi_world *w) {
  const char *text = getenv("GASNET_MPI_FINALIZE"); /* checked at start (core/env) */
  int over = 0, wanted = text == NULL || *text == '\0' || strchr("1yY", *text) != NULL;
  if (MPI_Finalized(&over) || over || !wanted || w->lost) return 0;
  if (w->pm->in_haste && w->pm->status > 0) return 0;
  return w->ours || w->pm->status >= 0;
}

/* Finalises MPI, within a time limit, as MPI_Finalize hangs if a rank is dead. An earlier alarm is
 * restored: that of core/exit, or, at return from main, the client's. */
static void finalise(struct hyd_mpi_world *w) {
  struct sigaction before;
  unsigned left = alarm(0);
  sigaction(SIGALRM, NULL, &before);
  limit_time(w->pm->status >= 0 ? w->pm->status : HYD_STATUS_REFUSED, HYD_MPI_LINGER_SECONDS);
  MPI_Finalize();
  alarm(0);
  if (w->pm->status < 0) sigaction(SIGALRM, &before, NULL);
  alarm(w->pm->status >= 0 ? 2 : left);
}

static void close_mpi(struct hyd_pm *pm) {
  struct hyd_mpi_world *w = pm->state;
  if (w && is_to_finalise(w)) finalise(w); /* *w is not freed: MPI may call when_finalised later */
}

const struct hyd_pm_ops hyd_mpi_manager = {"MPI",           NULL,      open_mpi,  put_value,
                                           exchange_values, get_value, abort_job, close_mpi};
