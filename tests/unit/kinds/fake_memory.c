/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fake_memory.c: see fake_memory.h.
 */
#define _GNU_SOURCE 1
#include "fake_memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct fake_allocation *allocations;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int fake_told(const char *what) {
  const char *s = getenv("FAKE_DRIVER");
  return s && strcmp(s, what) == 0;
}

static void *mapping(int fd, size_t size, int protection) {
  return mmap(NULL, size, protection, MAP_SHARED | MAP_NORESERVE, fd, 0);
}

struct fake_allocation *fake_allocate(size_t size, int ordinal, void *context, int managed) {
  struct fake_allocation *a = calloc(1, sizeof *a);
  int fd = memfd_create("fake-device", MFD_CLOEXEC);
  if (size == 0 || size > (size_t)1 << 34 || ftruncate(fd, (off_t)size)) {
    close(fd);
    free(a);
    return NULL;
  }
  a->alias = mapping(fd, size, PROT_READ | PROT_WRITE);
  a->device = mapping(fd, size, managed ? PROT_READ | PROT_WRITE : PROT_NONE);
  close(fd);
  a->size = size;
  a->ordinal = ordinal;
  a->context = context;
  a->managed = managed;
  pthread_mutex_lock(&lock);
  a->next = allocations;
  allocations = a;
  pthread_mutex_unlock(&lock);
  return a;
}

int fake_free(void *device) {
  struct fake_allocation **p = &allocations, *a;
  pthread_mutex_lock(&lock);
  while (*p && (*p)->device != device) p = &(*p)->next;
  a = *p;
  if (a) *p = a->next;
  pthread_mutex_unlock(&lock);
  if (a == NULL) return 0;
  munmap(a->device, a->size);
  munmap(a->alias, a->size);
  free(a);
  return 1;
}

struct fake_allocation *fake_find(const void *at) {
  struct fake_allocation *a;
  pthread_mutex_lock(&lock);
  for (a = allocations; a; a = a->next)
    if ((uintptr_t)at - (uintptr_t)a->device < a->size) break;
  pthread_mutex_unlock(&lock);
  return a;
}

char *fake_reach(const void *at, size_t n) {
  struct fake_allocation *a = fake_find(at);
  size_t offset = a ? (uintptr_t)at - (uintptr_t)a->device : 0;
  if (a == NULL) return (char *)(uintptr_t)at;
  return offset > a->size - n ? NULL : a->alias + offset;
}
