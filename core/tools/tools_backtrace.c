/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_backtrace.c: prints backtraces.
 *
 * Mechanisms are tried in order until one works: the client's own (gasnett_backtrace_user, a weak
 * symbol, as most programs do not define it), then LIBDW, then EXECINFO. GASNET_BACKTRACE_TYPE sets
 * other mechanisms or another order.
 *
 * LIBDW: glibc's backtrace() finds the frames; a helper process (frames.c) reads this process's
 * maps and their debug information, and prints names, files and lines. GDB: the debugger attaches
 * to this process, and prints all threads. EXECINFO: glibc's backtrace_symbols_fd(): names of
 * exported functions.
 *
 * Works in a signal handler: glibc allocates in the first call only, which gasnett_backtrace_init
 * makes early.
 */
#include "tools_lib.h"

#include <fcntl.h>
#include <stdatomic.h>

#pragma weak gasnett_backtrace_user

#define MAX_FRAMES 128
#define FRAMES_SECONDS 10
#define GDB_SECONDS 60

static int print_execinfo(int fd) {
  void *frames[MAX_FRAMES];
  int count = hyd_stack_frames(frames, MAX_FRAMES);
  return count > 0 ? hyd_stack_print(frames, count, fd) : -1;
}

/* --- by the helper -------------------------------------------------------- */

/* The words of the helper's command. Static, since the stack of a signal handler may be small. */
static struct {
  char pid[16], address[MAX_FRAMES][20];
  char *argv[MAX_FRAMES + 4];
} words;
static atomic_flag words_taken = ATOMIC_FLAG_INIT;

#if defined(__x86_64__)
static const unsigned char trampoline[] = {0x48, 0xc7, 0xc0, 0x0f, 0,
                                           0,    0,    0x0f, 0x05}; /* rt_sigreturn(); */
#elif defined(__aarch64__)
static const unsigned char trampoline[] = {0x68, 0x11, 0x80, 0xd2, 0x01, 0, 0, 0xd4};
#else
static const unsigned char trampoline[] = {0};
#endif

/* Whether the frame is the return address of a signal handler. The frame below it was interrupted;
 * other frames return after a call. */
static int is_trampoline(const void *frame) {
  return sizeof trampoline > 1 && memcmp(frame, trampoline, sizeof trampoline) == 0;
}

static void write_words(void *const *frames, int count, int for_client) {
  static char program[] = "hyd-frames", option[] = "-c";
  int n = 0;
  (void)snprintf(words.pid, sizeof words.pid, "%d", (int)getpid());
  words.argv[n++] = program;
  if (for_client) words.argv[n++] = option;
  words.argv[n++] = words.pid;
  for (int i = 0; i < count; i++) {
    const char *exact = i > 0 && is_trampoline(frames[i - 1]) ? "=" : "";
    (void)snprintf(words.address[i], sizeof words.address[i], "%s%lx", exact,
                   (unsigned long)(uintptr_t)frames[i]);
    words.argv[n++] = words.address[i];
  }
  words.argv[n] = NULL;
}

static int ask_helper(int fd, int for_client) {
  void *frames[MAX_FRAMES];
  int count, result = -1;
  if (atomic_flag_test_and_set(&words_taken))
    return -1; /* another thread uses it; acquire pairs with the clear below */
  count = hyd_stack_frames(frames, MAX_FRAMES);
  if (count > 0) {
    write_words(frames, count, for_client);
    result = hyd_tools_run(HYD_FRAMES_PATH, words.argv, fd, FRAMES_SECONDS);
  }
  atomic_flag_clear(&words_taken);
  return result;
}

static int print_libdw(int fd) { return ask_helper(fd, 0); }

/* The place is short enough for the pipe's buffer. */
void hyd_backtrace_client(char *place, size_t size) {
  int ends[2], saved_errno = errno;
  ssize_t n = 0;
  if (pipe2(ends, O_CLOEXEC) == 0) {
    int failed = ask_helper(ends[1], 1);
    (void)close(ends[1]);
    if (!failed) n = read(ends[0], place, size - 1);
    (void)close(ends[0]);
  }
  place[n > 0 ? n : 0] = '\0';
  errno = saved_errno;
}

/* The last command makes gdb fail if it could not attach to the process. */
static int print_gdb(int fd) {
  char pid[16], *argv[] = {"gdb",
                           "-nx",
                           "-batch",
                           "-p",
                           pid,
                           "-ex",
                           "thread apply all backtrace",
                           "-ex",
                           "select-frame 0",
                           NULL};
  (void)snprintf(pid, sizeof pid, "%d", (int)getpid());
  return hyd_tools_run(NULL, argv, fd, GDB_SECONDS);
}

/* --- the list ------------------------------------------------------------- */

static const gasnett_backtrace_type_t ours[] = {{"LIBDW", print_libdw, 0},
                                                {"EXECINFO", print_execinfo, 0},
                                                {"GDB", print_gdb, 1}};
#define OURS (sizeof ours / sizeof *ours)
#define BY_DEFAULT 2 /* the first two are tried by default */

static const gasnett_backtrace_type_t *user_mechanism(void) {
  const gasnett_backtrace_type_t *user = &gasnett_backtrace_user;
  return user && user->fnp ? user : NULL;
}

static int name_is(const char *text, size_t len, const char *name) {
  return name && strlen(name) == len && strncasecmp(text, name, len) == 0;
}

static const gasnett_backtrace_type_t *mechanism(const char *name, size_t len) {
  const gasnett_backtrace_type_t *user = user_mechanism();
  if (user && name_is(name, len, user->name)) return user;
  for (size_t i = 0; i < OURS; i++)
    if (name_is(name, len, ours[i].name)) return &ours[i];
  return NULL;
}

/* Moves *list to the next name; returns its length, 0: there is none. */
static size_t next_name(const char **list) {
  *list += strspn(*list, ", ");
  return strcspn(*list, ", ");
}

static int print_default(int fd) {
  const gasnett_backtrace_type_t *user = user_mechanism();
  int failed = !user || user->fnp(fd) != 0;
  for (size_t i = 0; failed && i < BY_DEFAULT; i++) failed = ours[i].fnp(fd) != 0;
  return failed ? -1 : 0;
}

static int print_listed(const char *list, int fd) {
  static const char none[] =
      "(nothing in GASNET_BACKTRACE_TYPE works here; this is from EXECINFO)\n";
  size_t len;
  for (; (len = next_name(&list)) > 0; list += len) {
    const gasnett_backtrace_type_t *m = mechanism(list, len);
    if (m && m->fnp(fd) == 0) return 0;
  }
  if (write(fd, none, sizeof none - 1) < 0) return -1;
  return print_execinfo(fd);
}

static const char *wanted(void) {
  const char *list = gasnett_getenv("GASNET_BACKTRACE_TYPE");
  return list && *list ? list : NULL;
}

int gasnett_print_backtrace(int fd) {
  const char *list = wanted();
  return list ? print_listed(list, fd) : print_default(fd);
}

int hyd_backtrace_has_threads(void) {
  const char *list = wanted();
  const gasnett_backtrace_type_t *first = user_mechanism();
  if (list) {
    size_t len = next_name(&list);
    first = mechanism(list, len);
  }
  return first && first->threadsupport;
}

size_t hyd_backtrace_unknown(const char **list) {
  size_t len;
  while ((len = next_name(list)) > 0 && mechanism(*list, len)) *list += len;
  return len;
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
  (void)exename; /* not needed: /proc/self/exe names it */
  (void)hyd_stack_frames(frame, 1);
}
