/* SPDX-License-Identifier: BSD-3-Clause
 *
 * threads.c: the functions of a module from several threads at a time, as kind_module.h promises.
 */
#include "driver.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "core/mem/kind_module.h"

enum { THREADS = 4, ROUNDS = 300, BYTES = 20000 };
static const struct hyd_kind_module *module;
static void *device;

static void *copy_there_and_back(void *arg) {
  unsigned char out[BYTES], back[BYTES];
  uintptr_t size = sizeof out;
  char why[HYD_KIND_WHY];
  void *at = NULL;
  size_t failures = module->allocate(device, &size, &at, why) != GASNET_OK;
  for (int i = 0; i < ROUNDS && !failures; i++) {
    memset(out, (int)(intptr_t)arg * 50 + i, sizeof out);
    failures += module->copy(device, at, out, sizeof out, why) != GASNET_OK;
    failures += module->copy(device, back, at, sizeof back, why) != GASNET_OK;
    failures += memcmp(out, back, sizeof out) != 0;
  }
  if (at) module->release(device, at);
  return (void *)failures;
}

int copy_by_threads(const char *folder) {
  char path[4096], why[HYD_KIND_WHY];
  gex_MK_Create_args_t args;
  pthread_t thread[THREADS];
  size_t failures = 0;
  void *object;
  snprintf(path, sizeof path, "%s/%s", folder, driver_module);
  object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  module = object ? dlsym(object, "hyd_kind_module") : NULL;
  memset(&args, 0, sizeof args);
  driver_set_args(&args, 0);
  if (module == NULL || module->open(&args, &device, why)) return 1;
  for (intptr_t i = 0; i < THREADS; i++)
    if (pthread_create(&thread[i], NULL, copy_there_and_back, (void *)i)) return 1;
  for (int i = 0; i < THREADS; i++) {
    void *more;
    pthread_join(thread[i], &more);
    failures += (size_t)more;
  }
  module->close(device);
  return (int)failures;
}
