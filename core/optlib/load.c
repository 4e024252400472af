/* SPDX-License-Identifier: BSD-3-Clause
 *
 * load.c: see load.h. A library stays loaded.
 */
#include "core/optlib/load.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/base/err.h"

static int fill(const struct hyd_late *l, void *object, char *why, size_t why_size) {
  for (size_t i = 0; i < l->calls; i++) {
    void *address = dlsym(object, l->call[i].name);
    if (address == NULL) {
      snprintf(why, why_size, "%s has no %s; expected the version that this build was made with",
               l->file, l->call[i].name);
      return -1;
    }
    memcpy(l->call[i].place, &address, sizeof address);
  }
  return 0;
}

static int load(const struct hyd_late *l, char *why, size_t why_size) {
  void *object = dlopen(l->file, RTLD_NOW | RTLD_LOCAL);
  if (object == NULL) object = dlopen(l->path, RTLD_NOW | RTLD_LOCAL);
  if (object) return fill(l, object, why, why_size);
  snprintf(why, why_size, "%s cannot be loaded; expected the library that this build was made with",
           l->file);
  return -1;
}

int hyd_late_load(struct hyd_late *l, char *why, size_t why_size) {
  static pthread_mutex_t one_at_a_time =
      PTHREAD_MUTEX_INITIALIZER; /* of the process, as what is loaded is */
  int rc;
  pthread_mutex_lock(&one_at_a_time);
  rc = atomic_load_explicit(&l->ready, memory_order_relaxed) ? 0 : load(l, why, why_size);
  /* release: pairs with the acquire in hyd_late_need */
  if (rc == 0) atomic_store_explicit(&l->ready, 1, memory_order_release);
  pthread_mutex_unlock(&one_at_a_time);
  return rc;
}

HYD_COLD void hyd_late_fatal(struct hyd_late *l) {
  char why[512];
  if (hyd_late_load(l, why, sizeof why)) hyd_fatal("library", "%s", why);
}

/* The directory of this library; "." if it cannot be found out. */
static void library_directory(char *directory, size_t size) {
  Dl_info info;
  char *slash;
  snprintf(directory, size, "%s",
           dladdr((void *)(uintptr_t)&hyd_module_path, &info) ? info.dli_fname : "");
  slash = strrchr(directory, '/');
  if (slash)
    *slash = '\0';
  else
    snprintf(directory, size, ".");
}

void hyd_module_path(const char *given, const char *file, char *path, size_t size) {
  char here[3072];
  library_directory(here, sizeof here);
  snprintf(path, size, "%s/%s", *given ? given : here, file);
  if (*given || access(path, R_OK) == 0) return;
  snprintf(path, size, "%s/hydrant/%s", here, file);
  if (access(path, R_OK)) snprintf(path, size, "%s/%s", HYD_MODULE_DIR, file);
}
