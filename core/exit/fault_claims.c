/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fault_claims.c: passes SIGSEGV and SIGBUS for addresses that a client has claimed (hyd_fault.h)
 * to the client's function. A claim is published by its base, which the handler reads without a
 * lock.
 */
#include "hyd_fault.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "core/diag/dump_signal.h"

static struct claim {
  _Atomic uintptr_t base; /* 0: the entry is free */
  size_t bytes;
  hyd_fault_fn_t fn;
  void *arg;
} claims[HYD_FAULT_CLAIMS_MAX];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* for claims and releases */

static const int faults[] = {SIGSEGV, SIGBUS};
static struct sigaction before[sizeof faults / sizeof faults[0]];

/* --- the handler ---------------------------------------------------------- */

static int taken(siginfo_t *info, void *context) {
  uintptr_t addr = (uintptr_t)info->si_addr;
  for (int i = 0; info->si_code > 0 && i < HYD_FAULT_CLAIMS_MAX; i++) {
    struct claim *c = &claims[i];
    uintptr_t base = atomic_load_explicit(&c->base, memory_order_acquire); /* F1 pairs with F2 */
    if (base && addr - base < c->bytes && c->fn(c->arg, info->si_addr, info, context)) return 1;
  }
  return 0;
}

/* Restores the default action, so that the repeated access ends the process. */
static void die_of(int sig) { signal(sig, SIG_DFL); }

static void pass_on(const struct sigaction *to, int sig, siginfo_t *info, void *context) {
  if (to->sa_flags & SA_SIGINFO)
    to->sa_sigaction(sig, info, context);
  else if (to->sa_handler == SIG_DFL || to->sa_handler == SIG_IGN)
    die_of(sig);
  else
    to->sa_handler(sig);
}

static void on_fault(int sig, siginfo_t *info, void *context) {
  int saved = errno;
  if (!taken(info, context)) pass_on(&before[sig == faults[1]], sig, info, context);
  errno = saved;
}

/* --- claiming ------------------------------------------------------------- */

/* The signals that are blocked during a fault: all except those of faults, of the end of the job,
 * and of dumps. */
static void fill_mask(sigset_t *mask) {
  static const int never[] = {SIGSEGV, SIGBUS,  SIGILL,  SIGFPE, SIGABRT, SIGTRAP,
                              SIGSYS,  SIGQUIT, SIGTERM, SIGINT, SIGHUP,  SIGXCPU};
  sigfillset(mask);
  for (size_t i = 0; i < sizeof never / sizeof never[0]; i++) sigdelset(mask, never[i]);
  sigdelset(mask, HYD_DUMP_SIGNAL);
}

/* Installs the handler for both signals, and saves the earlier ones. A fault inside a client's
 * function enters the handler again, which passes it on to the earlier handler. */
static int catch_faults(void) {
  struct sigaction sa = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER}, old;
  sa.sa_sigaction = on_fault;
  fill_mask(&sa.sa_mask);
  for (int i = 0; i < 2; i++) {
    if (sigaction(faults[i], NULL, &old)) return errno;
    if ((old.sa_flags & SA_SIGINFO) && old.sa_sigaction == on_fault) continue;
    before[i] = old;
    if (sigaction(faults[i], &sa, NULL)) return errno;
  }
  return 0;
}

static struct claim *overlapping(uintptr_t base, size_t bytes) {
  for (int i = 0; i < HYD_FAULT_CLAIMS_MAX; i++) {
    uintptr_t other = atomic_load_explicit(&claims[i].base, memory_order_relaxed);
    if (other && base < other + claims[i].bytes && other < base + bytes) return &claims[i];
  }
  return NULL;
}

static int claim_locked(uintptr_t base, size_t bytes, hyd_fault_fn_t fn, void *arg) {
  struct claim *c = claims;
  int rc;
  if (base == 0 || bytes == 0 || base + bytes < base || fn == NULL || overlapping(base, bytes))
    return EINVAL;
  while (c < claims + HYD_FAULT_CLAIMS_MAX && atomic_load_explicit(&c->base, memory_order_relaxed))
    c++;
  if (c == claims + HYD_FAULT_CLAIMS_MAX) return ENOSPC;
  if ((rc = catch_faults())) return rc;
  c->bytes = bytes;
  c->fn = fn;
  c->arg = arg;
  atomic_store_explicit(&c->base, base, memory_order_release); /* F2 */
  return 0;
}

int hyd_fault_claim(void *base, size_t bytes, hyd_fault_fn_t fn, void *arg) {
  int rc;
  pthread_mutex_lock(&lock);
  rc = claim_locked((uintptr_t)base, bytes, fn, arg);
  pthread_mutex_unlock(&lock);
  return rc;
}

int hyd_fault_release(void *base) {
  int rc = EINVAL;
  pthread_mutex_lock(&lock);
  for (int i = 0; base && i < HYD_FAULT_CLAIMS_MAX; i++)
    if (atomic_load_explicit(&claims[i].base, memory_order_relaxed) == (uintptr_t)base) {
      atomic_store_explicit(&claims[i].base, 0, memory_order_relaxed);
      rc = 0;
    }
  pthread_mutex_unlock(&lock);
  return rc;
}
