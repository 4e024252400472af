/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_fatal.c: ending a program: fatal errors, immediate exit, flushing, waiting for a debugger.
 *
 * A fatal error is formatted on the stack and leaves in one write(2), so that lines of several
 * processes do not mix and a damaged heap does not matter; then it waits for a debugger if asked,
 * prints a backtrace if asked, lets the job end itself (hook), and aborts. A fatal error inside
 * a fatal error of the same thread aborts at once. What is refused (a wrong setting) ends with
 * status 1 instead.
 */
#include "tools_lib.h"

#include <fcntl.h>

void hyd_tools_write_err(const char *text, size_t len) {
  int saved_errno = errno;
  while (len > 0) {
    ssize_t n = write(STDERR_FILENO, text, len);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    text += n;
    len -= (size_t)n;
  }
  errno = saved_errno;
}

/* Appends formatted text at *len_p of buf[size], leaving room for a newline and the NUL. */
static void __attribute__((__format__(__printf__, 4, 0)))
append(char *buf, size_t size, size_t *len_p, const char *fmt, va_list args) {
  size_t room = size - *len_p - 1;
  int n = vsnprintf(buf + *len_p, room, fmt, args);
  if (n > 0) *len_p += (size_t)n < room ? (size_t)n : room - 1;
}

static void __attribute__((__format__(__printf__, 4, 5)))
appendf(char *buf, size_t size, size_t *len_p, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  append(buf, size, len_p, fmt, args);
  va_end(args);
}

static void __attribute__((__noreturn__)) abort_now(void) {
  (void)signal(SIGABRT, SIG_DFL);
  abort();
}

/* Prints the line of a fatal error; a second one of this thread meanwhile aborts. */
static void __attribute__((__format__(__printf__, 4, 0)))
say(const char *file, int line, const char *func, const char *fmt, va_list args) {
  static __thread int depth;
  char text[4096], prefix[256] = "";
  size_t len = 0;
  const struct hyd_tools_hooks *hooks = hyd_tools_get_hooks();

  if (depth++ > 1) abort_now();
  if (depth == 1 && hooks->fatal_prefix) hooks->fatal_prefix(prefix, sizeof(prefix));
  appendf(text, sizeof(text), &len, "*** FATAL ERROR%s%s", prefix[0] ? " " : "", prefix);
  if (file) appendf(text, sizeof(text), &len, ": in %s at %s:%d", func, file, line);
  appendf(text, sizeof(text), &len, ": ");
  append(text, sizeof(text), &len, fmt, args);
  if (text[len - 1] != '\n') text[len++] = '\n';
  if (depth == 1) gasnett_flush_streams();
  hyd_tools_write_err(text, len);
  if (depth > 1) abort_now();
}

static void end_job(int status) {
  const struct hyd_tools_hooks *hooks = hyd_tools_get_hooks();
  if (hooks->on_fatal) hooks->on_fatal(status);
}

static void __attribute__((__noreturn__, __format__(__printf__, 4, 0)))
die(const char *file, int line, const char *func, const char *fmt, va_list args) {
  say(file, line, func, fmt, args);
  gasnett_freezeForDebuggerErr();
  if (gasnett_print_backtrace_ifenabled) (void)gasnett_print_backtrace_ifenabled(STDERR_FILENO);
  end_job(128 + SIGABRT);
  abort();
}

void hyd_tools_refuse(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  say(NULL, 0, NULL, fmt, args);
  end_job(1);
  _exit(1);
}

void hyd_tools_fatal_at(const char *file, int line, const char *func, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  die(file, line, func, fmt, args);
}

void gasnett_fatalerror_nopos(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  die(NULL, 0, NULL, fmt, args);
}

char *hyd_tools_make_loc(const char *func, const char *file, int line) {
  char *text;
  if (asprintf(&text, "%s at %s:%d", func, file, line) < 0) {
    gasnett_fatalerror_nopos("gasnett_current_loc: out of memory");
  }
  return text;
}

void gasnett_killmyprocess(int exitcode) { _exit(exitcode); }

/* Flushes a stream; gives up after 0.1 s, as another thread may hold its lock in a blocked write.
 */
static void flush_one(FILE *stream) {
  for (int tries = 0; ftrylockfile(stream) != 0; tries++) {
    if (tries == 100) return;
    (void)gasnett_nsleep(1000000);
  }
  (void)fflush_unlocked(stream);
  funlockfile(stream);
}

void gasnett_flush_streams(void) {
  int saved_errno = errno;
  flush_one(stdout);
  flush_one(stderr);
  errno = saved_errno;
}

/* /dev/null replaces the descriptors, so that no later file becomes a child's stdout. */
void gasnett_close_streams(void) {
  int saved_errno = errno;
  gasnett_flush_streams();
  int null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd = 0; fd <= 2 && null_fd >= 0; fd++) (void)dup2(null_fd, fd);
  if (null_fd > 2) (void)close(null_fd);
  errno = saved_errno;
}

void gasnett_freezeForDebuggerNow(volatile int *flag, const char *flagname) {
  char text[1024];
  size_t len = 0;
  appendf(text, sizeof(text), &len,
          "*** frozen for a debugger: host %s, pid %d. Attach with\n"
          "***   gdb -p %d\n"
          "*** then `set variable %s = 0` and `continue`.\n",
          gasnett_gethostname(), (int)getpid(), (int)getpid(), flagname);
  hyd_tools_write_err(text, len);
  while (*flag) (void)gasnett_nsleep(100000000);
}

void gasnett_freezeForDebuggerErr(void) {
  const char *text = gasnett_getenv("GASNET_FREEZE_ON_ERROR");
  volatile int frozen = 0;
  int on = 0;
  if (!text || hyd_parse_yesno(text, &on) || !on) return;
  frozen = 1;
  gasnett_freezeForDebuggerNow(&frozen, "frozen (in the frame of gasnett_freezeForDebuggerErr)");
}
