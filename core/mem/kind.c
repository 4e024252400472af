/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kind.c: see kind.h. A module is loaded once and stays loaded; it finds its driver by itself.
 */
#include "core/mem/kind.h"

#include <dlfcn.h>

#include "core/env/env.h"
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/mem/kind_module.h"
#include "core/mem/guard.h"
#include "core/optlib/load.h"

struct hyd_kind {
  struct hyd_job *job;
  const struct hyd_kind_module *module;
  void *device;
  gex_MK_Class_t class;
  const void *cdata;
  unsigned segments;     /* live segments of the kind; under job->threads.lock */
  struct hyd_kind *next; /* in job->mem.kinds; under job->threads.lock */
};

static struct hyd_kind *kind_of(gex_MK_t k) { return (struct hyd_kind *)k; }

/* --- modules -------------------------------------------------------------- */

/* [class]: the name of its module, or NULL if the class is not in this build. */
static const char *const module_name[] = {[GEX_MK_CLASS_CUDA_UVA] =
                                              GASNETI_KIND_CUDA_UVA ? "cuda_uva" : NULL,
                                          [GEX_MK_CLASS_HIP] = GASNETI_KIND_HIP ? "hip" : NULL,
                                          [GEX_MK_CLASS_ZE] = GASNETI_KIND_ZE ? "ze" : NULL,
                                          [HYD_MK_CLASS_PAGED] =
                                              GASNETI_KIND_NETVM ? "netvm" : NULL};
#define CLASSES (sizeof module_name / sizeof *module_name)

static const struct hyd_kind_module *unusable(const char *path, const char *why) {
  hyd_error(GASNET_ERR_RESOURCE, "gex_MK_Create", "%s: %s", path, why ? why : "not a module");
  return NULL;
}

static const struct hyd_kind_module *load_module(struct hyd_job *job, const char *name) {
  const struct hyd_kind_module *m;
  char file[64], path[4096];
  void *object;
  snprintf(file, sizeof file, "hyd_kind_%s.so", name);
  hyd_module_path(hyd_env_str(job->env, HYD_ENV_KIND_PATH), file, path, sizeof path);
  object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (object == NULL) return unusable(path, dlerror());
  m = dlsym(object, "hyd_kind_module");
  if (m && m->version == HYD_KIND_MODULE_VERSION) return m;
  dlclose(object);
  return unusable(path, m ? "of another version of the library" : dlerror());
}

const struct hyd_guard_module *hyd_kind_guard(struct hyd_job *job) {
  const char *name = module_name[HYD_MK_CLASS_PAGED];
  const struct hyd_kind_module *m = name ? load_module(job, name) : NULL;
  return m ? m->guard : NULL;
}

/* --- kinds ---------------------------------------------------------------- */

static void add_kind(struct hyd_kind *k) {
  pthread_mutex_lock(&k->job->threads.lock);
  k->next = k->job->mem.kinds;
  k->job->mem.kinds = k;
  pthread_mutex_unlock(&k->job->threads.lock);
}

/* Adds `more` to the segments of a kind; returns 0 if there is no such kind. */
static int count_segment(struct hyd_job *job, const struct hyd_kind *kind, int more) {
  struct hyd_kind *k;
  pthread_mutex_lock(&job->threads.lock);
  for (k = job->mem.kinds; k && k != kind; k = k->next) continue;
  if (k) k->segments += (unsigned)more;
  pthread_mutex_unlock(&job->threads.lock);
  return k != NULL;
}

int gex_MK_Create(gex_MK_t *kind_p, gex_Client_t client, const gex_MK_Create_args_t *args,
                  gex_Flags_t flags) {
  const char *call = "gex_MK_Create";
  struct hyd_job *job = hyd_the_job;
  char why[HYD_KIND_WHY] = "";
  struct hyd_kind *k;
  int rc;
  hyd_check_ready(call);
  if (HYD_DEBUG) hyd_check_call(call);
  if (kind_p == NULL || client != (gex_Client_t)job || args == NULL || (HYD_DEBUG && flags))
    hyd_fatal(call,
              "kind_p %p, client %p, args %p, flags 0x%x; expected a place for the kind, the "
              "client, arguments, and flags 0",
              (void *)kind_p, (void *)client, (const void *)args, flags);
  if (args->gex_class == GEX_MK_CLASS_HOST)
    hyd_fatal(call, "class HOST; expected GEX_MK_HOST to be used as it is");
  if ((unsigned)args->gex_class >= CLASSES || module_name[args->gex_class] == NULL)
    return hyd_error(GASNET_ERR_BAD_ARG, call, "class %d is not in this build of the library",
                     (int)args->gex_class);
  if (args->gex_class == HYD_MK_CLASS_PAGED && hyd_everything(job))
    return hyd_error(GASNET_ERR_BAD_ARG, call,
                     "paged memory in a client of segment mode EVERYTHING; expected FAST or LARGE");
  if (args->gex_flags) return hyd_error(GASNET_ERR_BAD_ARG, call, "gex_flags are not 0");
  k = calloc(1, sizeof *k);
  if (k == NULL) return hyd_error(GASNET_ERR_RESOURCE, call, "out of memory for a kind");
  *k = (struct hyd_kind){.job = job,
                         .class = args->gex_class,
                         .module = load_module(job, module_name[args->gex_class])};
  if (k->module == NULL) {
    free(k);
    return GASNET_ERR_RESOURCE;
  }
  if ((rc = k->module->open(args, &k->device, why))) {
    free(k);
    return hyd_error(rc, call, "%s", why);
  }
  add_kind(k);
  *kind_p = (gex_MK_t)k;
  return GASNET_OK;
}

static struct hyd_kind *remove_kind(struct hyd_job *job, gex_MK_t kind, const char *call) {
  struct hyd_kind **at = &job->mem.kinds, *k;
  pthread_mutex_lock(&job->threads.lock);
  while (*at && *at != kind_of(kind)) at = &(*at)->next;
  k = *at;
  if (k && k->segments == 0) *at = k->next;
  pthread_mutex_unlock(&job->threads.lock);
  if (k == NULL)
    hyd_fatal(call, "%p is not a kind; expected one that gex_MK_Create made, destroyed once",
              (void *)kind);
  if (k->segments)
    hyd_fatal(call, "%u segments of the kind live; expected their gex_Segment_Destroy first",
              k->segments);
  return k;
}

void gex_MK_Destroy(gex_MK_t kind, gex_Flags_t flags) {
  const char *call = "gex_MK_Destroy";
  struct hyd_kind *k;
  hyd_check_ready(call);
  if (HYD_DEBUG) hyd_check_call(call);
  if (kind == GEX_MK_HOST || kind == GEX_MK_INVALID || (HYD_DEBUG && flags))
    hyd_fatal(call, "%s, flags 0x%x; expected a kind of gex_MK_Create and flags 0",
              kind == GEX_MK_HOST ? "GEX_MK_HOST"
              : kind              ? "a kind"
                                  : "GEX_MK_INVALID",
              flags);
  k = remove_kind(hyd_the_job, kind, call);
  k->module->close(k->device);
  free(k);
}

void gex_MK_SetCData(gex_MK_t mk, const void *val) { kind_of(mk)->cdata = val; }
void *gex_MK_QueryCData(gex_MK_t mk) { return (void *)(uintptr_t)kind_of(mk)->cdata; }
gex_Flags_t gex_MK_QueryFlags(gex_MK_t mk) { return (void)mk, 0; }
gex_Client_t gex_MK_QueryClient(gex_MK_t mk) { return (gex_Client_t)kind_of(mk)->job; }
gex_MK_Class_t gex_MK_QueryClass(gex_MK_t mk) { return kind_of(mk)->class; }

static void save_all(struct hyd_job *job) {
  for (struct hyd_kind *k = job->mem.kinds; k; k = k->next)
    if (k->module->guard) job->mem.guard->save(k->module->guard, k->device);
}

/* --- segments ------------------------------------------------------------- */

int hyd_kind_fill(struct hyd_segment *s, gex_MK_t kind, void *address, uintptr_t length) {
  const char *call = "gex_Segment_Create";
  struct hyd_kind *k = kind_of(kind);
  char why[HYD_KIND_WHY] = "";
  int rc;
  if (kind == GEX_MK_INVALID || !count_segment(s->job, k, 1))
    return hyd_error(GASNET_ERR_BAD_ARG, call,
                     "kind %p; expected GEX_MK_HOST or one of "
                     "gex_MK_Create",
                     (void *)kind);
  s->made = address == NULL;
  s->base = address;
  s->size = length;
  rc = s->made ? k->module->allocate(k->device, &s->size, &s->base, why)
               : k->module->adopt(k->device, address, length, why);
  if (rc) {
    count_segment(s->job, k, -1);
    return hyd_error(rc, call, "%zu bytes at %p: %s", (size_t)length, address, why);
  }
  s->kind = k;
  if (k->module->guard == NULL) return GASNET_OK;
  s->job->hooks.on_leaving = save_all;
  s->guarded = s->job->mem.guard->add_own(k->module->guard, k->device, s);
  if (s->guarded) return GASNET_OK;
  hyd_kind_empty(s);
  return hyd_error(GASNET_ERR_RESOURCE, call, "out of memory for a " HYD_GUARDED);
}

void hyd_kind_empty(struct hyd_segment *s) {
  if (s->guarded) s->job->mem.guard->drop_own(s->guarded);
  if (s->made) s->kind->module->release(s->kind->device, s->base);
  count_segment(s->job, s->kind, -1);
}

/* The kind of device memory that an address of this process belongs to; NULL: host memory. */
static struct hyd_kind *kind_at(struct hyd_job *job, const void *addr) {
  struct hyd_segment *s;
  struct hyd_kind *k;
  pthread_mutex_lock(&job->threads.lock);
  for (s = job->mem.segments; s; s = s->next)
    if (hyd_is_device(s) && (uintptr_t)addr - (uintptr_t)s->base < s->size) break;
  k = s ? s->kind : NULL;
  pthread_mutex_unlock(&job->threads.lock);
  return k;
}

void hyd_kind_copy(struct hyd_job *job, void *to, const void *from, size_t n) {
  struct hyd_kind *k = kind_at(job, to);
  char why[HYD_KIND_WHY] = "";
  if (k == NULL) k = kind_at(job, from);
  if (k == NULL)
    memmove(to, from, n);
  else if (k->module->copy(k->device, to, from, n, why))
    hyd_fatal("device memory", "cannot copy %zu bytes from %p to %p: %s", n, from, to, why);
}
