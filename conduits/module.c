/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module.c: finds a conduit by name, and loads it if it is a module, from the directory that
 * core/optlib/load.h describes. A module stays loaded.
 */
#include "conduits/module.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/env/env.h"
#include "core/optlib/load.h"

/* --- functions for modules ------------------------------------------------ */

void hyd_module_fatal(const char *file, int line, const char *call, const char *text) {
  hyd_fatal_at(file, line, call, "%s", text);
}

void hyd_module_warn(const struct hyd_job *job, const char *text) { hyd_warn(job, "%s", text); }

static const struct hyd_module_calls calls = {
#define HYD_CALL(returns, name, parameters, arguments) .name = name,
#include "conduits/calls.def"
#undef HYD_CALL
};

/* --- opening -------------------------------------------------------------- */

/* Saves or restores all signal handlers, as a library that a module loads may install its own
 * (libpsm2 does). */
static void keep_signals(struct sigaction *old, int restore) {
  for (int sig = 1; sig < SIGRTMIN; sig++)
    if (sig != SIGKILL && sig != SIGSTOP)
      (void)sigaction(sig, restore ? &old[sig] : NULL, restore ? NULL : &old[sig]);
}

static void *open_keeping_signals(const char *path) {
  struct sigaction old[64];
  void *object;
  keep_signals(old, 0);
  object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  keep_signals(old, 1);
  return object;
}

static const struct hyd_conduit *load_module(struct hyd_env *env, int i, char *why,
                                             size_t why_size) {
  const struct hyd_conduit_module *m;
  char file[64], path[4096];
  void *object;
  snprintf(file, sizeof file, "hyd_conduit_%s.so", hyd_conduit_modules[i]);
  if (hyd_conduit_which[i] && hyd_conduit_which[i](env, file, sizeof file, why, why_size))
    return NULL;
  hyd_module_path(hyd_env_str(env, HYD_ENV_CONDUIT_PATH), file, path, sizeof path);
  object = open_keeping_signals(path);
  if (object == NULL) {
    snprintf(
        why, why_size,
        "%s; expected the module and the libraries that it needs (GASNET_CONDUIT_PATH names its "
        "directory)",
        dlerror());
    return NULL;
  }
  m = dlsym(object, "hyd_conduit_module");
  if (m && m->build == HYD_MODULE_BUILD && strcmp(m->names, hyd_module_names) == 0)
    return m->enter(&calls);
  snprintf(why, why_size, "%s is %s", path,
           m ? "of another build of the library" : "not a conduit");
  dlclose(object);
  return NULL;
}

static void list_names(char *why, size_t why_size) {
  size_t at = (size_t)snprintf(why, why_size, "not in this build; expected one of:");
  for (int i = 0; hyd_conduits[i] && at < why_size; i++)
    at += (size_t)snprintf(why + at, why_size - at, " %s", hyd_conduits[i]->name);
  for (int i = 0; hyd_conduit_modules[i] && at < why_size; i++)
    at += (size_t)snprintf(why + at, why_size - at, " %s", hyd_conduit_modules[i]);
}

const struct hyd_conduit *hyd_conduit_find(struct hyd_env *env, const char *name, char *why,
                                           size_t why_size) {
  for (int i = 0; hyd_conduits[i]; i++)
    if (strcasecmp(hyd_conduits[i]->name, name) == 0)
      return hyd_conduit_needs[i] == NULL || hyd_conduit_needs[i](why, why_size) == 0
                 ? hyd_conduits[i]
                 : NULL;
  for (int i = 0; hyd_conduit_modules[i]; i++)
    if (strcasecmp(hyd_conduit_modules[i], name) == 0) return load_module(env, i, why, why_size);
  list_names(why, why_size);
  return NULL;
}
