/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coverage_exit.c: in a build for coverage each call that ends this process first writes what was
 * counted, as exit() does by itself: ranks end by _exit, and by signals that they send to
 * themselves. Linked with --wrap of each of these calls (coverage.sh). The counts are set to zero
 * then, as a client's handler may return from the signal: what follows is added.
 */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

void __gcov_dump(void) __attribute__((weak));
void __gcov_reset(void) __attribute__((weak));
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);
_Noreturn void __real_abort(void);
_Noreturn void __wrap_abort(void);
int __real_raise(int sig);
int __wrap_raise(int sig);
int __real_kill(pid_t pid, int sig);
int __wrap_kill(pid_t pid, int sig);

static void write_counts(void) {
  if (__gcov_dump) __gcov_dump();
  if (__gcov_reset) __gcov_reset();
}

void __wrap__exit(int status) {
  write_counts();
  __real__exit(status);
}

void __wrap_abort(void) {
  write_counts();
  __real_abort();
}

int __wrap_raise(int sig) {
  write_counts();
  return __real_raise(sig);
}

int __wrap_kill(pid_t pid, int sig) {
  if (sig && pid == getpid()) write_counts();
  return __real_kill(pid, sig);
}
