/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fault.h: what the fault programs share: options, the talk with the driver, output that must
 * arrive, and ways to wait. The driver (run.py) hands over two pipes, FAULT_READY and FAULT_GO.
 */
#ifndef FAULT_H
#define FAULT_H

#include <gasnet.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* of output for each rank, more than a stream's buffer would take by chance */
#define FAULT_LINES 300

/* Value of "name=..." among the arguments, or dflt. */
const char *fault_opt(const char *name, const char *dflt);
int fault_opt_int(const char *name, int dflt);
int fault_opt_is(const char *name, const char *value);
void fault_options(int argc, char **argv);

/* Leaves FAULT_LINES lines in stdout's buffer; only the exit flushes them. */
void fault_output(void);
/* Tells the driver "WORD rank pid", in one write. */
void fault_say(const char *word);
/* Waits until the driver says go (a byte for each rank that asks), or is gone. */
void fault_wait_go(void);
/* Whether the driver has said go already; that takes a byte. */
int fault_may_go(void);
/* Ends the process by _exit(99) with a word why. For errors of the test itself. */
void fault_die(const char *why) __attribute__((noreturn));
void fault_sleep_ms(int ms);

/* How ranks and threads wait for the end: barrier, blockuntil, spin, sleep, poll, traffic; leave:
 * they give status 0 themselves after a moment. */
void fault_wait_for_end(const char *how) __attribute__((noreturn));

/* Handler indices of the program. */
enum { FAULT_H_NOOP = 130, FAULT_H_ACT, FAULT_H_OTHER };

#endif
