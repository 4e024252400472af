/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ffi_unload.c: a program that opens libgasnet-ffi with dlopen, as other languages do, and closes
 * it before it ends: a thread that has called ends after that, a child is forked, and exit() runs
 * the library's handler. Ends with 3 at all ranks.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ANONYMOUS = 1, PAR = 3 };
static int (*poll_once)(void);
static pthread_barrier_t meeting;

static void find(void *library, const char *name, void *place) {
  void *address = dlsym(library, name);
  if (address == NULL) {
    fprintf(stderr, "no %s: %s\n", name, dlerror());
    _exit(99);
  }
  memcpy(place, &address, sizeof address);
}

static void *call_and_stay(void *arg) {
  poll_once();
  pthread_barrier_wait(&meeting);
  pthread_barrier_wait(&meeting); /* the library is closed meanwhile */
  return arg;
}

int main(int argc, char **argv) {
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  int (*init)(int *, char ***, int), (*attach)(void *, int, uintptr_t, uintptr_t),
      (*wait_for)(int, int), status = 0;
  void (*notify)(int, int);
  pthread_t thread;
  pid_t child;
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 99;
  }
  find(library, "gasnet_init", &init);
  find(library, "gasnet_attach", &attach);
  find(library, "gasnet_barrier_notify", &notify);
  find(library, "gasnet_barrier_wait", &wait_for);
  find(library, "gasnet_AMPoll", &poll_once);
  if (init(&argc, &argv, PAR) || attach(NULL, 0, 65536, 0)) return 99;
  pthread_barrier_init(&meeting, NULL, 2);
  if (pthread_create(&thread, NULL, call_and_stay, NULL)) return 99;
  pthread_barrier_wait(&meeting);
  notify(0, ANONYMOUS);
  wait_for(0, ANONYMOUS);
  dlclose(library);
  pthread_barrier_wait(&meeting);
  pthread_join(thread, NULL);
  if ((child = fork()) == 0) _exit(0);
  if (child < 0 || waitpid(child, &status, 0) != child || status) return 98;
  return 3;
}
