/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pm_pmix.c: client of PMIx (Open MPI's mpirun, prterun, srun --mpi=pmix). libpmix is loaded at run
 * time, so that the library works on machines without it. pmix_abi.h replaces its header, so that
 * every build can use it.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/boot/pm.h"
#include "core/boot/pmix_abi.h"

#define MAX_VALUE 16384 /* by choice: PMIx has no limit */

struct pmix {
  void *library;
  struct hyd_pmix_calls call;
  struct hyd_pmix_proc self;
};

static void *open_library(void) {
  return dlopen("libpmix.so.2",
                RTLD_NOW | RTLD_GLOBAL); /* global: libpmix's plug-ins need its symbols */
}

/* Whether PMIx is to be used. Without libpmix, a manager that also speaks an older kind is used by
 * that. A manager that speaks only PMIx is detected even so, in order that the job fails with a
 * message, instead of running as many jobs of one rank. */
static int detect(void) {
  if (!getenv("PMIX_RANK") || !getenv("PMIX_NAMESPACE")) return 0;
  return (!getenv("PMI_FD") && !getenv("PMI_PORT")) || open_library() != NULL;
}

static int fail_call(struct hyd_pm *pm, const char *what, int rc) {
  const struct pmix *x = pm->state;
  const char *text = x->call.PMIx_Error_string(rc);
  return hyd_pm_fail(pm, "PMIx: %s: %s (%d)", what, text ? text : "?", (int)rc);
}

/* 0, or -1: the call `what` has returned an error. */
static int check_call(struct hyd_pm *pm, const char *what, int rc) {
  return rc == HYD_PMIX_SUCCESS ? 0 : fail_call(pm, what, rc);
}

/* Finds all functions. NULL, or the name of one that is missing. */
static const char *look_up(struct pmix *x) {
  struct {
    const char *name;
    void *place;
  } wanted[] = {
      {"PMIx_Init", &x->call.PMIx_Init},     {"PMIx_Finalize", &x->call.PMIx_Finalize},
      {"PMIx_Abort", &x->call.PMIx_Abort},   {"PMIx_Put", &x->call.PMIx_Put},
      {"PMIx_Commit", &x->call.PMIx_Commit}, {"PMIx_Fence", &x->call.PMIx_Fence},
      {"PMIx_Get", &x->call.PMIx_Get},       {"PMIx_Error_string", &x->call.PMIx_Error_string}};
  for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
    void *address = dlsym(x->library, wanted[i].name);
    if (address == NULL) return wanted[i].name;
    memcpy(wanted[i].place, &address, sizeof address);
  }
  return NULL;
}

static int load_library(struct hyd_pm *pm, struct pmix *x) {
  const char *missing;
  x->library = open_library();
  if (x->library == NULL)
    return hyd_pm_fail(
        pm,
        "PMIx: %.150s; expected libpmix.so.2 (libpmix2; LD_LIBRARY_PATH) since PMIX_RANK is set; "
        "without it, gasnetrun, mpiexec of MPICH, srun --mpi=pmi2",
        dlerror());
  if ((missing = look_up(x)) != NULL)
    return hyd_pm_fail(pm, "PMIx: libpmix.so.2 has no %s", missing);
  return 0;
}

static struct hyd_pmix_proc process(const struct pmix *x, uint32_t rank) {
  struct hyd_pmix_proc p = x->self;
  p.rank = rank;
  return p;
}

/* A directive of a call that is set to true. */
static struct hyd_pmix_info flag(const char *key) {
  struct hyd_pmix_info info = {.value = {.type = HYD_PMIX_BOOL, .data.flag = true}};
  snprintf(info.key, sizeof info.key, "%s", key);
  return info;
}

static int ask_size(struct hyd_pm *pm, struct pmix *x) {
  struct hyd_pmix_value *value = NULL;
  struct hyd_pmix_proc all = process(x, HYD_PMIX_RANK_WILDCARD);
  int rc = x->call.PMIx_Get(&all, HYD_PMIX_JOB_SIZE, NULL, 0, &value), type;
  if (rc != HYD_PMIX_SUCCESS || value == NULL) return fail_call(pm, "size of the job", rc);
  type = value->type;
  pm->size = value->data.uint32;
  free(value);
  if (type != HYD_PMIX_UINT32)
    return hyd_pm_fail(pm, "PMIx: size of the job of type %d; expected %d", type, HYD_PMIX_UINT32);
  if (x->self.rank >= pm->size)
    return hyd_pm_fail(pm, "PMIx: rank %u of %u; expected less", x->self.rank, pm->size);
  return 0;
}

static void release_state(struct hyd_pm *pm) {
  free(pm->state); /* libpmix is not unloaded, as its threads and handlers stay */
  pm->state = NULL;
}

static int open_pmix(struct hyd_pm *pm) {
  struct pmix *x = pm->state = calloc(1, sizeof *x);
  int rc = x ? load_library(pm, x) : hyd_pm_fail(pm, "PMIx: out of memory");
  if (rc == 0) rc = check_call(pm, "PMIx_Init", x->call.PMIx_Init(&x->self, NULL, 0));
  if (rc == 0 && (rc = ask_size(pm, x)) != 0) x->call.PMIx_Finalize(NULL, 0);
  if (rc) {
    release_state(pm);
    return -1;
  }
  pm->rank = x->self.rank;
  pm->max_key = HYD_PMIX_MAX_KEYLEN;
  pm->max_value = MAX_VALUE;
  snprintf(pm->job, sizeof pm->job, "%s", x->self.nspace);
  return 0;
}

static int put_value(struct hyd_pm *pm, const char *key, const char *value) {
  struct pmix *x = pm->state;
  struct hyd_pmix_value v = {.type = HYD_PMIX_STRING, .data.string = strdup(value)};
  int rc;
  if (v.data.string == NULL) return hyd_pm_fail(pm, "PMIx: out of memory");
  rc = x->call.PMIx_Put(HYD_PMIX_GLOBAL, key, &v);
  free(v.data.string);
  return check_call(pm, "PMIx_Put", rc);
}

static int fence_ranks(struct hyd_pm *pm) {
  struct pmix *x = pm->state;
  struct hyd_pmix_info collect = flag(HYD_PMIX_COLLECT_DATA);
  struct hyd_pmix_proc all = process(x, HYD_PMIX_RANK_WILDCARD);
  if (check_call(pm, "PMIx_Commit", x->call.PMIx_Commit())) return -1;
  return check_call(pm, "PMIx_Fence", x->call.PMIx_Fence(&all, 1, &collect, 1));
}

static int get_value(struct hyd_pm *pm, uint32_t rank, const char *key, char *value, size_t size) {
  struct pmix *x = pm->state;
  struct hyd_pmix_value *got = NULL;
  struct hyd_pmix_proc of = process(x, rank);
  struct hyd_pmix_info at_once = flag(HYD_PMIX_IMMEDIATE);
  int rc = x->call.PMIx_Get(&of, key, &at_once, 1, &got), fits;
  if (rc != HYD_PMIX_SUCCESS || got == NULL) return fail_call(pm, key, rc);
  fits = got->type == HYD_PMIX_STRING && got->data.string && strlen(got->data.string) < size;
  if (fits) memcpy(value, got->data.string, strlen(got->data.string) + 1);
  if (got->type == HYD_PMIX_STRING) free(got->data.string);
  free(got);
  return fits ? 0
              : hyd_pm_fail(pm, "PMIx: %s: expected a string of less than %zu bytes", key, size);
}

static int abort_job(struct hyd_pm *pm, int code, const char *why) {
  struct pmix *x = pm->state;
  return check_call(pm, "PMIx_Abort", x->call.PMIx_Abort(code, why ? why : "", NULL, 0));
}

static void close_pmix(struct hyd_pm *pm) {
  struct pmix *x = pm->state;
  if (x == NULL) return;
  x->call.PMIx_Finalize(NULL, 0);
  release_state(pm);
}

const struct hyd_pm_ops hyd_pm_pmix = {"PMIx",      detect,    open_pmix, put_value,
                                       fence_ranks, get_value, abort_job, close_pmix};
