/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_int.h: what the tools offer to the rest of the library: the parsers of environment values,
 * and the hooks by which a running job takes part in gasnett_getenv and in fatal errors.
 * Thread-safe. Needs no other header of ours and no thread mode.
 */
#ifndef HYD_TOOLS_INT_H
#define HYD_TOOLS_INT_H

#include <stddef.h>
#include <stdint.h>

/* Parsers: 0 and *out_p set, or -1 and *out_p untouched. Blanks around the value are allowed; empty
 * text, trailing text and values that do not fit are refused. Errno is left alone. */

/* y yes 1 / n no 0, in any case */
int hyd_parse_yesno(const char *s, int *out_p);

/* Sign, decimal or 0x hex. A multiplier other than 0 makes it a memory size: B K KB M MB G GB T TB
 * in powers of 1024 may follow, a decimal fraction may precede these, and a bare number is
 * multiplied by it. Fractions of a byte are dropped. */
int hyd_parse_int(const char *s, uint64_t mem_size_multiplier, int64_t *out_p);

/* Decimal with optional exponent, or a fraction a/b of two such numbers; finite; in the C
 * locale. */
int hyd_parse_dbl(const char *s, double *out_p);

/* Whether a list of ranks, as "0,2-4,6", has `rank` in it. "*" and empty text have every rank. */
int hyd_parse_ranks(const char *s, uint32_t rank, int *out_p);

/* Name or number of a signal: SIGUSR1, usr1, 10; none above the named ones. Blanks are refused. */
int hyd_parse_signal(const char *s, int *out_p);

/* Any member may be NULL: then as in a program that uses the tools alone. */
struct hyd_tools_hooks {
  /* Value of a variable in the job, or NULL. */
  char *(*getenv)(const char *name);
  /* Put "(rank 3 of 8 on host)" or the like, without blanks around it, into buf. Called on a fatal
   * error, possibly in a signal handler. */
  void (*fatal_prefix)(char *buf, size_t n);
  /* End the job with this status; called after message, freeze and backtrace, just before this
   * process ends: by SIGABRT, or with the status if that is another than SIGABRT's. May return. */
  void (*on_fatal)(int status);
  /* Non-zero iff this process reports the settings it reads. */
  int (*verboseenv)(void);
  /* gasnett_setenv (or, with value NULL, gasnett_unsetenv) was called, after the process
   * environment was changed: make `getenv` above return it. */
  void (*env_changed)(const char *name, const char *value);
  /* Print what a fatal error prints when GASNET_BACKTRACE says so; 0 if something was printed. May
   * be called in a signal handler. NULL: gasnett_print_backtrace. */
  int (*backtrace)(int fd);
};

/* Hooks must stay valid until they are replaced; NULL: none. Atomic. */
void hyd_tools_set_hooks(const struct hyd_tools_hooks *hooks);
const struct hyd_tools_hooks *hyd_tools_get_hooks(void); /* never NULL */

/* The addresses where this thread's calls return, innermost first: how many, 0 where the C library
 * does not tell. stack_execinfo.c, or stack_none.c. Async-signal-safe after the first call. */
int hyd_stack_frames(void **frames, int most);
/* 0; or -1: cannot be printed here. */
int hyd_stack_print(void *const *frames, int count, int fd);

/* Whether gasnett_print_backtrace calls a mechanism that prints all threads. */
int hyd_backtrace_has_threads(void);
/* Length of the first name in the list at *list that is no mechanism, to which *list is moved; 0:
 * there is none. */
size_t hyd_backtrace_unknown(const char **list);

/* Where the client is in its sources, as far outside of this library as the stack goes on:
 * "solver.c:120", the name of a function, or "" if it is not known. Takes a moment. */
void hyd_backtrace_client(char *place, size_t size);

/* Runs a program, found at `path` or, if that is NULL or not there, in PATH as argv[0], with its
 * output to fd. 0 if it ended with status 0 in that time; later it is killed. Async-signal-safe. */
int hyd_tools_run(const char *path, char *const argv[], int fd, unsigned seconds);

/* A fatal error for which the user's settings are to blame, not the program: ends with status 1. */
void hyd_tools_refuse(const char *fmt, ...)
    __attribute__((__noreturn__, __cold__, __format__(__printf__, 1, 2)));

/* One line to stderr, in one write, whatever the state of stdio; async-signal-safe. */
void hyd_tools_write_err(const char *text, size_t len);

#endif
