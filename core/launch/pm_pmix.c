/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pm_pmix.c: client of PMIx, as offered by Open MPI's mpirun, by prterun and by srun --mpi=pmix.
 * libpmix is looked for at run time, so that a machine without it can use the library all the same; its
 * header gives the types. Structures are filled here rather than by the header's macros, because those
 * call functions that would then have to be linked. pm_nopmix.c takes the place of this file in a build
 * without the header.
 */
#include <dlfcn.h>
#include <pmix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/launch/pm.h"

#define MAX_VALUE 16384 /* nothing forbids longer ones */

struct pmix {
  void *library;
  __typeof__(&PMIx_Init) init;
  __typeof__(&PMIx_Finalize) finalize;
  __typeof__(&PMIx_Abort) abort;
  __typeof__(&PMIx_Put) put;
  __typeof__(&PMIx_Commit) commit;
  __typeof__(&PMIx_Fence) fence;
  __typeof__(&PMIx_Get) get;
  __typeof__(&PMIx_Error_string) error_string;
  pmix_proc_t self;
};

static int detect(void) { return getenv("PMIX_RANK") && getenv("PMIX_NAMESPACE"); }

static int failed(struct hyd_pm *pm, const char *what, pmix_status_t rc) {
  struct pmix *x = pm->state;
  const char *text = x->error_string(rc);
  return hyd_pm_fail(pm, "PMIx: %s: %s (%d)", what, text ? text : "?", (int)rc);
}

/* Every function, or the name of the one that is missing. */
static const char *look_up(struct pmix *x) {
  struct {
    const char *name;
    void *place;
  } wanted[] = {{"PMIx_Init", &x->init},     {"PMIx_Finalize", &x->finalize},
                {"PMIx_Abort", &x->abort},   {"PMIx_Put", &x->put},
                {"PMIx_Commit", &x->commit}, {"PMIx_Fence", &x->fence},
                {"PMIx_Get", &x->get},       {"PMIx_Error_string", &x->error_string}};
  for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
    void *address = dlsym(x->library, wanted[i].name);
    if (address == NULL) return wanted[i].name;
    memcpy(wanted[i].place, &address, sizeof address);
  }
  return NULL;
}

static int load(struct hyd_pm *pm, struct pmix *x) {
  const char *missing;
  x->library = dlopen("libpmix.so.2", RTLD_NOW | RTLD_GLOBAL); /* global: for its own plug-ins */
  if (x->library == NULL)
    return hyd_pm_fail(pm, "PMIx: %.150s; expected libpmix.so.2, since PMIX_RANK is set", dlerror());
  if ((missing = look_up(x)) != NULL) return hyd_pm_fail(pm, "PMIx: libpmix.so.2 has no %s", missing);
  return 0;
}

static void name_process(pmix_proc_t *proc, const struct pmix *x, pmix_rank_t rank) {
  memset(proc, 0, sizeof *proc);
  memcpy(proc->nspace, x->self.nspace, sizeof proc->nspace);
  proc->rank = rank;
}

static int ask_size(struct hyd_pm *pm, struct pmix *x) {
  pmix_value_t *value = NULL;
  pmix_proc_t all;
  pmix_status_t rc;
  name_process(&all, x, PMIX_RANK_WILDCARD);
  rc = x->get(&all, PMIX_JOB_SIZE, NULL, 0, &value);
  if (rc != PMIX_SUCCESS || value == NULL) return failed(pm, "size of the job", rc);
  if (value->type != PMIX_UINT32) {
    hyd_pm_fail(pm, "PMIx: size of the job of type %d; expected %d", value->type, PMIX_UINT32);
    free(value);
    return -1;
  }
  pm->size = value->data.uint32;
  free(value);
  if (x->self.rank >= pm->size)
    return hyd_pm_fail(pm, "PMIx: rank %u of %u; expected less", x->self.rank, pm->size);
  return 0;
}

static void release(struct hyd_pm *pm) {
  free(pm->state); /* the library stays: it leaves threads and handlers behind */
  pm->state = NULL;
}

static int open_pmix(struct hyd_pm *pm) {
  struct pmix *x = calloc(1, sizeof *x);
  pmix_status_t rc;
  if (x == NULL) return hyd_pm_fail(pm, "PMIx: out of memory");
  pm->state = x;
  if (load(pm, x)) {
    release(pm);
    return -1;
  }
  rc = x->init(&x->self, NULL, 0);
  if (rc != PMIX_SUCCESS) {
    failed(pm, "PMIx_Init", rc);
    release(pm);
    return -1;
  }
  if (ask_size(pm, x)) {
    x->finalize(NULL, 0);
    release(pm);
    return -1;
  }
  pm->rank = x->self.rank;
  pm->max_key = PMIX_MAX_KEYLEN;
  pm->max_value = MAX_VALUE;
  snprintf(pm->job, sizeof pm->job, "%s", x->self.nspace);
  return 0;
}

static int put(struct hyd_pm *pm, const char *key, const char *value) {
  struct pmix *x = pm->state;
  pmix_value_t v;
  char *copy = strdup(value);
  pmix_status_t rc;
  if (copy == NULL) return hyd_pm_fail(pm, "PMIx: out of memory");
  memset(&v, 0, sizeof v);
  v.type = PMIX_STRING;
  v.data.string = copy;
  rc = x->put(PMIX_GLOBAL, key, &v);
  free(copy);
  return rc == PMIX_SUCCESS ? 0 : failed(pm, "PMIx_Put", rc);
}

static int fence(struct hyd_pm *pm) {
  struct pmix *x = pm->state;
  pmix_info_t collect;
  pmix_proc_t all;
  pmix_status_t rc = x->commit();
  if (rc != PMIX_SUCCESS) return failed(pm, "PMIx_Commit", rc);
  memset(&collect, 0, sizeof collect);
  strncpy(collect.key, PMIX_COLLECT_DATA, PMIX_MAX_KEYLEN);
  collect.value.type = PMIX_BOOL;
  collect.value.data.flag = true;
  name_process(&all, x, PMIX_RANK_WILDCARD);
  rc = x->fence(&all, 1, &collect, 1);
  return rc == PMIX_SUCCESS ? 0 : failed(pm, "PMIx_Fence", rc);
}

static int get(struct hyd_pm *pm, uint32_t rank, const char *key, char *value, size_t size) {
  struct pmix *x = pm->state;
  pmix_value_t *got = NULL;
  pmix_proc_t who;
  pmix_info_t at_once;
  pmix_status_t rc;
  int fits;
  memset(&at_once, 0, sizeof at_once);
  strncpy(at_once.key, PMIX_IMMEDIATE, PMIX_MAX_KEYLEN);
  at_once.value.type = PMIX_BOOL;
  at_once.value.data.flag = true;
  name_process(&who, x, rank);
  rc = x->get(&who, key, &at_once, 1, &got);
  if (rc != PMIX_SUCCESS || got == NULL) return failed(pm, key, rc);
  fits = got->type == PMIX_STRING && got->data.string && strlen(got->data.string) < size;
  if (fits) memcpy(value, got->data.string, strlen(got->data.string) + 1);
  if (got->type == PMIX_STRING) free(got->data.string);
  free(got);
  return fits ? 0 : hyd_pm_fail(pm, "PMIx: %s: expected a string of less than %zu bytes", key, size);
}

static int abort_job(struct hyd_pm *pm, int code, const char *why) {
  struct pmix *x = pm->state;
  pmix_status_t rc = x->abort(code, why ? why : "", NULL, 0);
  return rc == PMIX_SUCCESS ? 0 : failed(pm, "PMIx_Abort", rc);
}

static void close_pmix(struct hyd_pm *pm) {
  struct pmix *x = pm->state;
  if (x == NULL) return;
  x->finalize(NULL, 0);
  release(pm);
}

const struct hyd_pm_ops hyd_pm_pmix = {"PMIx", detect, open_pmix, put,
                                       fence,  get,    abort_job, close_pmix};
