/* SPDX-License-Identifier: BSD-3-Clause
 *
 * signal_names.c: signals by name and by number.
 */
#include "tools_lib.h"

#define NAME(s)                                                                                    \
  { s, #s }
static const struct {
  int value;
  const char *name;
} names[] = {NAME(SIGHUP),  NAME(SIGINT),  NAME(SIGQUIT), NAME(SIGILL),  NAME(SIGTRAP),
             NAME(SIGABRT), NAME(SIGBUS),  NAME(SIGFPE),  NAME(SIGKILL), NAME(SIGUSR1),
             NAME(SIGSEGV), NAME(SIGUSR2), NAME(SIGPIPE), NAME(SIGALRM), NAME(SIGTERM),
             NAME(SIGCHLD), NAME(SIGCONT), NAME(SIGSTOP), NAME(SIGTSTP), NAME(SIGTTIN),
             NAME(SIGTTOU), NAME(SIGURG),  NAME(SIGXCPU), NAME(SIGXFSZ), NAME(SIGVTALRM),
             NAME(SIGPROF), NAME(SIGIO),   NAME(SIGPWR),  NAME(SIGSYS),  NAME(SIGWINCH)};
#undef NAME

const char *gasnett_signame_fromval(int sig) {
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
    if (names[i].value == sig) return names[i].name;
  }
  return "unknown signal";
}

int hyd_parse_signal(const char *s, int *sig_p) {
  int64_t number = 0;
  if (hyd_parse_int(s, 0, &number)) number = 0;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
    const char *name = names[i].name;
    if (names[i].value == number || strcasecmp(s, name) == 0 || strcasecmp(s, name + 3) == 0) {
      *sig_p = names[i].value;
      return 0;
    }
  }
  return -1;
}
