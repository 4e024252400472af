/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_fault.h: a client takes the faults of memory that it manages (gasnet_exit(7)).
 *
 * A client that changes the protection of memory of its own, as distributed shared memory and
 * garbage collectors do, claims the range. SIGSEGV and SIGBUS for an address in the range then call
 * its function; all others go on to the handler that was there: the library's diagnosis, or that of
 * the program. May be included alone, in C and C++, and needs no threading mode.
 */
#ifndef HYD_FAULT_H
#define HYD_FAULT_H

#include <signal.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Runs in the signal handler of the thread that accessed `addr`. Nonzero: the access may be tried
 * again. 0: the fault is not the client's affair, and goes on. It calls only what signal handlers
 * may, and nothing of the library. Signals that interrupt programs to do something (SIGALRM,
 * SIGUSR1) wait meanwhile; those that end the job do not. `info` and `context` are sigaction's. */
typedef int (*hyd_fault_fn_t)(void *arg, void *addr, siginfo_t *info, void *context);

/* Claims [base, base + bytes), which overlaps no other claim. 0; EINVAL: empty, or overlaps;
 * ENOSPC: there are HYD_FAULT_CLAIMS_MAX already. By any thread, at any time after gex_Client_Init
 * or gasnet_init, but not in a signal handler. A handler that the program installs later with
 * sigaction takes the place of this one: it has to call the one that it found. */
#define HYD_FAULT_CLAIMS_MAX 16
int hyd_fault_claim(void *base, size_t bytes, hyd_fault_fn_t fn, void *arg);
/* Gives the claim that begins at base up; no thread faults there any more. 0; EINVAL: none does. */
int hyd_fault_release(void *base);

#ifdef __cplusplus
}
#endif
#endif
