/* SPDX-License-Identifier: BSD-3-Clause
 *
 * exits.c: one way to end a job (gasnet1-core.md 7.6), chosen by options:
 *
 *   who=R|last|all   the ranks that act (default 0)
 *   act=A            exit, return, cexit, _exit, segv, bus, fpe, ill, abort, fatal, raise;
 *                    none: the rank only keeps out of the others' barrier; child: it ends with the
 *                    status of a job that it starts, which is this program by itself;
 *                    exec: it becomes a shell, which ends with the code; pthread_exit: its main
 *                    thread ends, and nothing else of it runs; handover: the same, but another
 *                    thread calls gasnet_exit after that; again: exit, with a handler that calls
 *                    exit; orphan: it leaves a child behind, which ends a second later
 *   fork=F           what a forked child does before the act: exit (0, with all handlers),
 *                    gasnet_exit, call (the library, which is refused), or exec
 *   sig=N            for raise
 *   code=K, spread=1 status; with spread each rank adds its number
 *   when=W           main, thread, threads (all act), preattach, handler (on request of the next
 *                    rank), loopback (on own request), many (all ask), hsl (one held), locked
 *                    (stdout locked by another thread), alarm (in the handler of a signal, at
 *                    whatever it interrupts)
 *   others=H         how the other ranks wait: see fault_wait_for_end; default barrier
 *   self=H           how a rank that acts by a handler or thread waits meanwhile; default poll
 *   side=H           a second thread of the acting ranks waits like this, or prints (printf)
 *   go=1             act when the driver says so
 *   handler=1        install a SIGQUIT handler that calls gasnet_exit(code) everywhere
 *   trace=1          which first prints a backtrace
 */
#include "fault.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>

static int code, acts;

static pthread_t start_thread(void *(*fn)(void *), const char *arg) {
  pthread_t t;
  if (pthread_create(&t, NULL, fn, (void *)(uintptr_t)arg)) fault_die("pthread_create");
  return t;
}

/* --- acts ----------------------------------------------------------------- */

static void touch_nothing(void) { *(volatile int *)(uintptr_t)fault_opt_int("address", 8) = 1; }

static void touch_past_end_of_file(void) {
  int fd = memfd_create("fault", MFD_CLOEXEC);
  volatile char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (fd < 0 || p == MAP_FAILED) fault_die("memfd");
  p[0] = 1;
}

static int status_of_child(void) {
  char command[1100], self[1000] = "";
  int status;
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) fault_die("/proc/self/exe");
  snprintf(command, sizeof command, "'%s' who=all act=return code=%d >/dev/null", self, code);
  status = system(command);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 98;
}

static void become_a_shell(void) {
  char command[20];
  snprintf(command, sizeof command, "exit %d", code);
  execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  fault_die("execl");
}

static void *leave_when_alone(void *arg) {
  fault_sleep_ms(30);
  gasnet_exit(code);
  return arg;
}

static void hand_over(void) {
  start_thread(leave_when_alone, NULL);
  pthread_exit(NULL);
}

static void exit_again(void) { exit(code); }

static void leave_a_child(void) {
  if (fork() == 0) {
    fault_sleep_ms(1000);
    _exit(0);
  }
  gasnet_exit(code);
}

/* A child's acts have no consequences for the job. */
static void fork_child(const char *what) {
  int status = 0, want = strcmp(what, "call") == 0 ? SIGABRT : 0;
  pid_t child;
  fflush(stdout); /* not written by the child, too */
  child = fork();
  if (child == 0) {
    if (strcmp(what, "exit") == 0) exit(0);
    if (strcmp(what, "gasnet_exit") == 0) gasnet_exit(0);
    if (strcmp(what, "exec") == 0) execl("/bin/true", "true", (char *)NULL);
    if (strcmp(what, "call") == 0) {
      int unused = open("/dev/null", O_WRONLY);
      dup2(unused, STDERR_FILENO);
      gasnet_AMRequestShort0(0, FAULT_H_NOOP);
    }
    _exit(97);
  }
  if (child < 0 || waitpid(child, &status, 0) != child) fault_die("fork");
  if (status != want) {
    fprintf(stderr, "the child has ended with %x\n", (unsigned)status);
    _exit(98);
  }
}

static void act(void) {
  const char *what = fault_opt("act", "exit");
  if (strcmp(what, "exit") == 0) gasnet_exit(code);
  if (strcmp(what, "cexit") == 0) exit(code);
  if (strcmp(what, "child") == 0) gasnet_exit(status_of_child());
  if (strcmp(what, "_exit") == 0) _exit(code);
  if (strcmp(what, "exec") == 0) become_a_shell();
  if (strcmp(what, "pthread_exit") == 0) pthread_exit(NULL);
  if (strcmp(what, "handover") == 0) hand_over();
  if (strcmp(what, "again") == 0) {
    atexit(exit_again);
    exit(0);
  }
  if (strcmp(what, "orphan") == 0) leave_a_child();
  if (strcmp(what, "segv") == 0) touch_nothing();
  if (strcmp(what, "bus") == 0) touch_past_end_of_file();
  if (strcmp(what, "fpe") == 0) raise(SIGFPE);
  if (strcmp(what, "ill") == 0) raise(SIGILL);
  if (strcmp(what, "abort") == 0) abort();
  if (strcmp(what, "fatal") == 0) gasnett_fatalerror("the end of rank %d", (int)gasnet_mynode());
  if (strcmp(what, "backtrace") == 0) {
    gasnett_print_backtrace(STDERR_FILENO);
    gasnet_exit(code);
  }
  if (strcmp(what, "raise") == 0) {
    raise(fault_opt_int("sig", SIGTERM));
    fault_wait_for_end("spin"); /* a signal that arrives a little later */
  }
}

static void *thread_acts(void *arg) {
  (void)arg;
  act();
  return NULL;
}

static void *thread_waits(void *how) { fault_wait_for_end(how); }

/* --- handlers ------------------------------------------------------------- */

static void noop_handler(gasnet_token_t token) { (void)token; }

static void act_handler(gasnet_token_t token) {
  (void)token;
  if (acts) act();
}

static gasnet_handlerentry_t table[] = {{FAULT_H_NOOP, (void (*)())noop_handler},
                                        {FAULT_H_ACT, (void (*)())act_handler}};

static void on_quit(int sig) {
  (void)sig;
  if (fault_opt_int("trace", 0)) gasnett_print_backtrace(STDERR_FILENO);
  gasnet_exit(code);
}

/* --- when ----------------------------------------------------------------- */

static void act_with_lock(void) {
  static gasnet_hsl_t lock = GASNET_HSL_INITIALIZER;
  gasnet_hsl_lock(&lock);
  act();
}

static void *hold_stdout(void *arg) {
  flockfile(stdout);
  *(volatile int *)arg = 1;
  fault_wait_for_end("sleep");
}

static void act_with_stdout_locked(void) {
  static volatile int held;
  pthread_t t;
  if (pthread_create(&t, NULL, hold_stdout, (void *)(uintptr_t)&held)) fault_die("pthread_create");
  while (!held) fault_sleep_ms(1);
  act();
}

static void *print_forever(void *arg) {
  static volatile int never;
  fflush(stdout); /* lines of other ranks shall not come in the middle of one of ours */
  while (!never) printf("noise %d\n", (int)gasnet_mynode());
  return arg;
}

static void act_from_threads(void) {
  for (int i = 0; i < 3; i++) start_thread(thread_acts, NULL);
  act();
}

static void on_alarm(int sig) {
  (void)sig;
  act();
}

/* Soon, in the middle of something. */
static void act_by_alarm(void) {
  struct itimerval soon = {{0, 0}, {0, 5000 + 777 * fault_opt_int("seed", 0)}};
  signal(SIGALRM, on_alarm);
  setitimer(ITIMER_REAL, &soon, NULL);
  fault_wait_for_end(fault_opt("self", "poll"));
}

static void ask(const char *when) {
  gasnet_node_t me = gasnet_mynode(), n = gasnet_nodes();
  int who = fault_opt_is("who", "last") ? (int)n - 1 : fault_opt_int("who", 0);
  if (strcmp(when, "loopback") == 0 && acts) gasnet_AMRequestShort0(me, FAULT_H_ACT);
  if (strcmp(when, "handler") == 0) gasnet_AMRequestShort0((me + n - 1) % n, FAULT_H_ACT);
  if (strcmp(when, "many") == 0)
    for (int i = 0; i < 10; i++) gasnet_AMRequestShort0((gasnet_node_t)who, FAULT_H_ACT);
}

static int is_actor(void) {
  const char *who = fault_opt("who", "0");
  if (strcmp(who, "all") == 0) return 1;
  if (strcmp(who, "last") == 0) return gasnet_mynode() + 1 == gasnet_nodes();
  return (int)gasnet_mynode() == atoi(who);
}

static void run(void) {
  const char *when = fault_opt("when", "main"), *others = fault_opt("others", "barrier");
  const char *self = fault_opt("self", "poll"), *side = acts ? fault_opt("side", NULL) : NULL;
  if (side && strcmp(side, "printf") == 0)
    start_thread(print_forever, NULL);
  else if (side)
    start_thread(thread_waits, side);
  if (side) fault_sleep_ms(20); /* let it get there; every order must do */
  ask(when);
  if (acts && fault_opt_int("go", 0)) fault_wait_go();
  if (!acts) fault_wait_for_end(is_actor() && strcmp(others, "barrier") == 0 ? self : others);
  if (strcmp(when, "thread") == 0) start_thread(thread_acts, NULL);
  if (strcmp(when, "thread") == 0 || strcmp(when, "handler") == 0 || strcmp(when, "many") == 0)
    fault_wait_for_end(self);
  if (strcmp(when, "threads") == 0) act_from_threads();
  if (strcmp(when, "alarm") == 0) act_by_alarm();
  if (strcmp(when, "hsl") == 0) act_with_lock();
  if (strcmp(when, "locked") == 0) act_with_stdout_locked();
  act();
  if (!fault_opt_is("act", "return")) fault_wait_for_end(self);
}

static void meet(void) {
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
}

int main(int argc, char **argv) {
  int preattach;
  fault_options(argc, argv);
  if (gasnet_init(&argc, &argv) != GASNET_OK) fault_die("gasnet_init");
  acts = is_actor() && !fault_opt_is("act", "none");
  code = fault_opt_int("code", 0) + (fault_opt_int("spread", 0) ? (int)gasnet_mynode() : 0);
  preattach = fault_opt_is("when", "preattach");
  if (fault_opt_int("handler", 0)) signal(SIGQUIT, on_quit);
  if (preattach) fault_output();
  if (preattach && acts) act();
  if (preattach && fault_opt_is("act", "return") && acts) return code;
  if (gasnet_attach(table, 2, 1 << 16, 0) != GASNET_OK) fault_die("gasnet_attach");
  fault_output();
  meet();
  fault_say("ready");
  if (acts && fault_opt("fork", NULL)) fork_child(fault_opt("fork", NULL));
  run();
  return code;
}
