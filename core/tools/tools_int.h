/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_int.h: the tools' interface to the rest of the library: parsers of environment values, and
 * hooks by which a job takes part in gasnett_getenv and in fatal errors. Thread-safe. Needs no
 * other header of the library and no thread mode.
 */
#ifndef HYD_TOOLS_INT_H
#define HYD_TOOLS_INT_H

#include <stddef.h>
#include <stdint.h>

/* Parsers: 0 and *out_p set, or -1 and *out_p untouched. Blanks around the value are allowed; empty
 * text, trailing text and values that do not fit are refused. Errno is left alone. */

/* y yes 1, or n no 0, in upper or lower case. */
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

/* A member that is NULL has the effect of a program that uses the tools alone. */
struct hyd_tools_hooks {
  /* The value of a variable in the job, or NULL. */
  char *(*getenv)(const char *name);
  /* Writes a prefix as "(rank 3 of 8 on host)", without blanks around it. Called on a fatal error,
   * possibly in a signal handler. */
  void (*fatal_prefix)(char *buf, size_t n);
  /* Ends the job with this status. Called after message, freeze and backtrace, just before this
   * process ends: by SIGABRT if the status is SIGABRT's, else with the status. May return. */
  void (*on_fatal)(int status);
  /* Whether this process reports the settings that it reads. */
  int (*verboseenv)(void);
  /* gasnett_setenv, or with value NULL gasnett_unsetenv, has changed the process's environment:
   * `getenv` is to return the new value. */
  void (*env_changed)(const char *name, const char *value);
  /* Prints the backtrace of a fatal error (GASNET_BACKTRACE). 0: something was printed. May be
   * called in a signal handler. NULL: gasnett_print_backtrace is called. */
  int (*backtrace)(int fd);
};

/* Sets the hooks, atomically; NULL: none. They must stay valid until they are replaced. */
void hyd_tools_set_hooks(const struct hyd_tools_hooks *hooks);
const struct hyd_tools_hooks *hyd_tools_get_hooks(void); /* never NULL */

/* stack_execinfo.c or stack_none.c: writes the return addresses of this thread's calls, innermost
 * first; how many, 0 if the C library cannot find them. Async-signal-safe after the first call. */
int hyd_stack_frames(void **frames, int most);
/* Prints frames. 0, or -1: the C library cannot. */
int hyd_stack_print(void *const *frames, int count, int fd);

/* Whether gasnett_print_backtrace calls a mechanism that prints all threads. */
int hyd_backtrace_has_threads(void);
/* Moves *list to the first name in the list that is no mechanism; returns its length, 0: there is
 * none. */
size_t hyd_backtrace_unknown(const char **list);

/* Writes the client's place on the stack, the first one outside of this library: "solver.c:120", a
 * function's name, or "" if it is not known. Takes a moment. */
void hyd_backtrace_client(char *place, size_t size);

/* Runs the program `path`, or, if that is NULL or does not exist, argv[0] from PATH, with its
 * output to fd. 0: it ended with status 0 within `seconds`, after which it is killed.
 * Async-signal-safe. */
int hyd_tools_run(const char *path, char *const argv[], int fd, unsigned seconds);

/* A fatal error caused by the user's settings: ends the process with status 1. */
void hyd_tools_refuse(const char *fmt, ...)
    __attribute__((__noreturn__, __cold__, __format__(__printf__, 1, 2)));

/* Writes a line to stderr by one write(2), without stdio. Async-signal-safe. */
void hyd_tools_write_err(const char *text, size_t len);

#endif
