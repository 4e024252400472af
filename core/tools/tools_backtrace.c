/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_backtrace.c: stack traces for humans.
 *
 * A list of mechanisms is tried until one works: the client's own (gasnett_backtrace_user, a symbol
 * that most programs do not define, hence weak here), then EXECINFO, which is glibc's backtrace().
 * GASNET_BACKTRACE_TYPE names others or another order. Meant to work in a signal handler: glibc
 * allocates on the first call only, so gasnett_backtrace_init makes one early.
 */
#include "tools_lib.h"

#include <execinfo.h>

#pragma weak gasnett_backtrace_user

#define MAX_FRAMES 128

static int print_execinfo(int fd) {
  void *frames[MAX_FRAMES];
  int count = backtrace(frames, MAX_FRAMES);
  if (count <= 0) return -1;
  backtrace_symbols_fd(frames, count, fd);
  return 0;
}

static int name_is(const char *text, size_t len, const char *name) {
  return strlen(name) == len && strncasecmp(text, name, len) == 0;
}

static const gasnett_backtrace_type_t *user_mechanism(void) {
  const gasnett_backtrace_type_t *user = &gasnett_backtrace_user;
  return user && user->fnp ? user : NULL;
}

/* One mechanism by name; non-zero if it is unknown or did not work. */
static int try_mechanism(const char *name, size_t len, int fd) {
  const gasnett_backtrace_type_t *user = user_mechanism();
  if (user && user->name && name_is(name, len, user->name)) return user->fnp(fd);
  if (name_is(name, len, "EXECINFO")) return print_execinfo(fd);
  return -1;
}

int gasnett_print_backtrace(int fd) {
  const char *list = gasnett_getenv("GASNET_BACKTRACE_TYPE");
  if (!list || !*list) {
    const gasnett_backtrace_type_t *user = user_mechanism();
    if (user && user->fnp(fd) == 0) return 0;
    return print_execinfo(fd);
  }
  for (;;) {
    list += strspn(list, ", ");
    size_t len = strcspn(list, ", ");
    if (len == 0) return -1;
    if (try_mechanism(list, len, fd) == 0) return 0;
    list += len;
  }
}

int hyd_backtrace_has_threads(void) {
  const char *list = gasnett_getenv("GASNET_BACKTRACE_TYPE");
  const gasnett_backtrace_type_t *user = user_mechanism();
  if (!user || !user->threadsupport) return 0;
  if (!list || !*list) return 1;
  list += strspn(list, ", ");
  return user->name && name_is(list, strcspn(list, ", "), user->name);
}

static int print_if_enabled(int fd) {
  const char *text = gasnett_getenv("GASNET_BACKTRACE");
  int on = 0;
  const struct hyd_tools_hooks *hooks = hyd_tools_get_hooks();
  if (!text || hyd_parse_yesno(text, &on) || !on) return -1;
  return hooks->backtrace ? hooks->backtrace(fd) : gasnett_print_backtrace(fd);
}

int (*gasnett_print_backtrace_ifenabled)(int fd) = print_if_enabled;

void gasnett_backtrace_init(const char *exename) {
  void *frame[1];
  (void)exename; /* /proc/self/exe is known without help */
  (void)backtrace(frame, 1);
}
