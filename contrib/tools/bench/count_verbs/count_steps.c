/* SPDX-License-Identifier: BSD-3-Clause
 *
 * count_steps.c: instructions of a thread, one by one: with the processor's trap flag set each is
 * followed by SIGTRAP, whose handler looks where the next one lies. Those of libc, libibverbs, the
 * provider and of this library do not count, and what the kernel does is not seen. With
 * COUNT_STEPS=FILE every place that was stepped over is written there, as "kind object offset
 * times", for addr2line to name.
 */
#include "count_verbs.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define MOST 64 /* ranges of code */
#define TRAP_FLAG 0x100

static struct {
  uintptr_t from, to, base;
  char path[256];
} ours[MOST];
static int ranges;

/* Places stepped over, by address; beyond PLACES of them some are not kept. */
#define PLACES 16384
static struct {
  uintptr_t at;
  uint64_t times;
} place[PLACES];

#if defined(__x86_64__)
static bool is_ours(const char *path) {
  static const char *const others[] = {"/libc.so",  "/libc-",     "/ld-linux",    "/libibverbs",
                                       "-rdmav",    "/librdmacm", "/libm.so",     "/libpthread",
                                       "/libdl.so", "/libnl",     "/count_verbs", "[v"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strstr(path, others[i])) return false;
  return *path == '/';
}

static void find_ours(void) {
  char line[4400], path[4096], how[8];
  unsigned long from, to, offset;
  FILE *f = fopen("/proc/self/maps", "re");
  ranges = 0;
  while (f && fgets(line, sizeof line, f) && ranges < MOST) {
    *path = 0;
    if (sscanf(line, "%lx-%lx %7s %lx %*s %*s %4095s", &from, &to, how, &offset, path) < 4 ||
        how[2] != 'x' || !is_ours(path))
      continue;
    ours[ranges].from = from;
    ours[ranges].to = to;
    ours[ranges].base = from - offset;
    snprintf(ours[ranges++].path, sizeof ours[0].path, "%.255s", path);
  }
  if (f) fclose(f);
}

static void note_step(uintptr_t at) {
  size_t i = at * 2654435761u % PLACES;
  for (int tries = 0; tries < 64; tries++, i = (i + 1) % PLACES) {
    if (place[i].at && place[i].at != at) continue;
    place[i].at = at;
    place[i].times++;
    return;
  }
}

void count_verbs_write_steps(const char *kind) {
  const char *file = getenv("COUNT_STEPS");
  FILE *f = file ? fopen(file, "ae") : NULL;
  for (size_t i = 0; f && i < PLACES; i++)
    for (int k = 0; k < ranges && place[i].at; k++)
      if (place[i].at >= ours[k].from && place[i].at < ours[k].to)
        fprintf(f, "%s %s %#lx %lu\n", kind, ours[k].path,
                (unsigned long)(place[i].at - ours[k].base), (unsigned long)place[i].times);
  if (f) fclose(f);
  memset(place, 0, sizeof place);
}

static void on_step(int sig, siginfo_t *info, void *context) {
  uintptr_t at = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  (void)sig, (void)info;
  for (int i = 0; i < ranges; i++)
    if (at >= ours[i].from && at < ours[i].to) {
      atomic_fetch_add_explicit(&count_verbs_counts.steps, 1, memory_order_relaxed);
      note_step(at);
      return;
    }
}

/* Beyond what the compiler may keep below the stack's end. */
static inline __attribute__((always_inline)) void set_flags(unsigned long set, unsigned long keep) {
  __asm__ volatile("lea -128(%%rsp), %%rsp; pushfq; and %1, (%%rsp); or %0, (%%rsp); popfq; lea "
                   "128(%%rsp), %%rsp" ::"r"(set),
                   "r"(keep)
                   : "cc", "memory");
}

int count_verbs_steps(int on) {
  struct sigaction act = {.sa_sigaction = on_step, .sa_flags = SA_SIGINFO | SA_RESTART};
  if (on && !ranges) find_ours();
  if (on && (!ranges || sigaction(SIGTRAP, &act, NULL))) return -1;
  if (on)
    set_flags(TRAP_FLAG, ~0ul);
  else
    set_flags(0, ~(unsigned long)TRAP_FLAG);
  return 0;
}
#else
void count_verbs_write_steps(const char *kind) { (void)kind; }
int count_verbs_steps(int on) {
  (void)on;
  return -1;
}
#endif
