/* SPDX-License-Identifier: BSD-3-Clause
 *
 * count_steps.c: instructions of a thread, one by one: with the processor's trap flag set each is followed by SIGTRAP,
 * whose handler looks where the next one lies. Those of libc, libibverbs, the provider and of this library do not
 * count, and what the kernel does is not seen.
 */
#include "count_verbs.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

#define MOST 64 /* ranges of code */
#define TRAP_FLAG 0x100

static struct {
  uintptr_t from, to;
} ours[MOST];
static int ranges;

#if defined(__x86_64__)
static bool is_ours(const char *path) {
  static const char *const others[] = {"/libc.so", "/libc-", "/ld-linux", "/libibverbs", "-rdmav", "/librdmacm", "/libm.so",
                                       "/libpthread", "/libdl.so", "/libnl", "/count_verbs", "/libasan", "[v"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strstr(path, others[i])) return false;
  return *path == '/';
}

static void find_ours(void) {
  char line[4400], path[4096], how[8];
  unsigned long from, to;
  FILE *f = fopen("/proc/self/maps", "re");
  ranges = 0;
  while (f && fgets(line, sizeof line, f) && ranges < MOST) {
    *path = 0;
    if (sscanf(line, "%lx-%lx %7s %*s %*s %*s %4095s", &from, &to, how, path) < 3 || how[2] != 'x' || !is_ours(path))
      continue;
    ours[ranges].from = from;
    ours[ranges++].to = to;
  }
  if (f) fclose(f);
}

static void on_step(int sig, siginfo_t *info, void *context) {
  uintptr_t at = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  (void)sig, (void)info;
  for (int i = 0; i < ranges; i++)
    if (at >= ours[i].from && at < ours[i].to) {
      atomic_fetch_add_explicit(&count_verbs_counts.steps, 1, memory_order_relaxed);
      return;
    }
}

int count_verbs_steps(int on) {
  struct sigaction act = {.sa_sigaction = on_step, .sa_flags = SA_SIGINFO | SA_RESTART};
  if (on && !ranges) find_ours();
  if (on && (!ranges || sigaction(SIGTRAP, &act, NULL))) return -1;
  if (on) __asm__ volatile("lea -128(%%rsp), %%rsp; pushfq; orq %0, (%%rsp); popfq; lea 128(%%rsp), %%rsp" ::"i"(TRAP_FLAG) : "cc", "memory");
  else __asm__ volatile("lea -128(%%rsp), %%rsp; pushfq; andq %0, (%%rsp); popfq; lea 128(%%rsp), %%rsp" ::"i"(~TRAP_FLAG) : "cc", "memory");
  return 0;
}
#else
int count_verbs_steps(int on) {
  (void)on;
  return -1;
}
#endif
