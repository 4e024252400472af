/* SPDX-License-Identifier: BSD-3-Clause
 *
 * strike.c: kills or stops a process of a job at a given instruction or system call (ptrace).
 *
 *   strike count-places FILE MOST              PROGRAM...  how often each process is at each place
 *   strike count-calls KIND                    PROGRAM...  how many system calls each makes
 *   strike kill-place OFFSET ROLE N FILE MOST  PROGRAM...  kills at the N-th time at the place
 *   strike kill-call KIND ROLE N OF            PROGRAM...  kills before the N-th system call
 *   strike stop-call KIND ROLE N OF MS         PROGRAM...  stops there for MS milliseconds
 *
 * KIND is `messages`, for those that send or receive, or `calls`, for all. Places are offsets in
 * the program's file, in hexadecimal, one a line. A process has a role, a number from 0 on, if it
 * runs PROGRAM or was forked by one that does; they count from the first. Counts are at most MOST,
 * and go to descriptor STRIKE_FD: lines "role offset count", or "role count".
 *
 * How often a process polls differs from run to run. If PROGRAM ends before the victim was there,
 * the job is run again, up to TRIES times in all: with breakpoints at all places, as when they were
 * counted, and with N of OF calls (what was counted) taken as a part of those that the victim made
 * the time before.
 *
 * The status is that of PROGRAM, 128 + signal; 77 if the victim never was there; 76 if nothing can
 * be traced here.
 */
#include <elf.h>
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined __x86_64__

enum {
  TRIES = 3,
  NOT_THERE = 77,
  NO_TRACING = 76,
  MAX_TASKS = 512,
  MAX_PLACES = 8192,
  MAX_ROLES = 64
};
enum { NO_ROLE = -1, STOPPED_EARLY = 1, ANNOUNCED = 2 };

struct task {
  pid_t tid, process;
  int role;  /* of the process */
  int state; /* STOPPED_EARLY: its first stop came before its creator's report of it */
};

static struct task tasks[MAX_TASKS];
static int task_count, role_count;
static uint64_t places[MAX_PLACES], base[MAX_ROLES];
static unsigned char original[MAX_PLACES];
static unsigned counts[MAX_ROLES][MAX_PLACES];
static int place_count;
static const char *name, *all_places;
static int by_calls, by_messages, struck;
static int watches_all;               /* not the victim alone */
static int victim = NO_ROLE, stop_ms; /* its role; 0: it is killed */
static unsigned most;                 /* of counts */
static unsigned at_count, of_count;   /* when the victim is struck: at places[0], or its calls */
static int first_status = -1;
static pid_t first;

static void die(const char *what) {
  fprintf(stderr, "strike: %s: %s\n", what, strerror(errno));
  exit(NO_TRACING);
}

/* --- tasks ---------------------------------------------------------------- */

static struct task *find_task(pid_t tid) {
  for (int i = 0; i < task_count; i++)
    if (tasks[i].tid == tid) return &tasks[i];
  return NULL;
}

static struct task *add_task(pid_t tid, int state) {
  if (task_count == MAX_TASKS) die("too many tasks");
  tasks[task_count] = (struct task){tid, tid, NO_ROLE, state};
  return &tasks[task_count++];
}

static void forget_task(pid_t tid) {
  struct task *t = find_task(tid);
  if (t) *t = tasks[--task_count];
}

static int is_watched(const struct task *t) {
  return t->role != NO_ROLE && (watches_all || victim == t->role);
}

static void go_on(const struct task *t, int sig) {
  int how = by_calls && is_watched(t) ? PTRACE_SYSCALL : PTRACE_CONT;
  ptrace((enum __ptrace_request)how, t->tid, 0,
         sig); /* a task that has gone is reported by waitpid */
}

static void wake_later(pid_t process) {
  if (fork()) return;
  usleep((useconds_t)stop_ms * 1000);
  kill(process, SIGCONT);
  _exit(0);
}

static void strike(const struct task *t) {
  struck = 1;
  if (stop_ms == 0) {
    kill(t->process, SIGKILL);
    return;
  }
  kill(t->process, SIGSTOP);
  wake_later(t->process);
  go_on(t, 0);
}

static int is_the_moment(const struct task *t, int place) {
  return t->role == victim && place == 0 && counts[t->role][0] == at_count;
}

/* --- breakpoints ---------------------------------------------------------- */

static int access_byte(pid_t tid, uint64_t address, unsigned char *old, unsigned char new) {
  uint64_t at = address & ~7ull;
  unsigned shift = (unsigned)(address & 7) * 8;
  errno = 0;
  uint64_t word = (uint64_t)ptrace(PTRACE_PEEKTEXT, tid, at, 0);
  if (errno) return -1;
  if (old) *old = (unsigned char)(word >> shift);
  word = (word & ~(0xffull << shift)) | (uint64_t) new << shift;
  return ptrace(PTRACE_POKETEXT, tid, at, word) ? -1 : 0;
}

static uint64_t load_address(pid_t pid) {
  char path[64], line[PATH_MAX + 200];
  uint64_t address = 0;
  snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
  FILE *f = fopen(path, "r");
  while (f && address == 0 && fgets(line, sizeof line, f)) {
    const char *slash = strrchr(line, '/');
    size_t n = strlen(name);
    if (slash && strncmp(slash + 1, name, n) == 0 && slash[1 + n] == '\n')
      address = strtoull(line, NULL, 16);
  }
  if (f) fclose(f);
  return address;
}

/* Position-independent programs count from where they are loaded. */
static int has_fixed_addresses(pid_t pid) {
  char path[64];
  Elf64_Ehdr head = {.e_type = ET_DYN};
  snprintf(path, sizeof path, "/proc/%d/exe", (int)pid);
  FILE *f = fopen(path, "rb");
  if (f && fread(&head, sizeof head, 1, f) != 1) head.e_type = ET_DYN;
  if (f) fclose(f);
  return head.e_type == ET_EXEC;
}

static void arm(const struct task *t) {
  if (by_calls || !is_watched(t)) return;
  if (base[t->role] == 0 && !has_fixed_addresses(t->process))
    base[t->role] = load_address(t->process);
  for (int i = 0; i < place_count; i++) {
    unsigned char old = 0;
    if (counts[t->role][i] < most &&
        access_byte(t->tid, base[t->role] + places[i], &old, 0xcc) == 0 && old != 0xcc)
      original[i] = old;
  }
}

static void disarm(const struct task *t, uint64_t at) {
  for (int i = 0; i < place_count; i++) {
    unsigned char old = 0, unused;
    errno = 0;
    uint64_t word = (uint64_t)ptrace(PTRACE_PEEKTEXT, t->tid, (at + places[i]) & ~7ull, 0);
    if (errno == 0) old = (unsigned char)(word >> ((at + places[i]) & 7) * 8);
    if (old == 0xcc) access_byte(t->tid, at + places[i], &unused, original[i]);
  }
}

static void ended(pid_t tid, int status) {
  forget_task(tid);
  if (tid == first)
    first_status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static bool is_zombie(pid_t tid) {
  char path[64], state = 'X';
  snprintf(path, sizeof path, "/proc/%d/stat", (int)tid);
  FILE *f = fopen(path, "r");
  if (f && fscanf(f, "%*d (%*[^)]) %c", &state) != 1) state = 'X';
  if (f) fclose(f);
  return state == 'Z' || state == 'X';
}

/* The task's next stop. If it was killed meanwhile, main's wait is to see that: a first thread's
 * end is not reported before those of the process's other threads were. */
static bool wait_for_stop(pid_t tid, int *status) {
  while (waitpid(tid, status, __WALL | WNOHANG) == 0) {
    if (is_zombie(tid)) return false;
    sched_yield();
  }
  if (WIFSTOPPED(*status)) return true;
  ended(tid, *status);
  return false;
}

/* Executes the one instruction below the breakpoint. Other threads may pass meanwhile, uncounted.
 */
static void step_over(const struct task *t, uint64_t address) {
  pid_t tid = t->tid;
  int status, later = 0;
  unsigned char unused;
  for (;;) {
    if (ptrace(PTRACE_SINGLESTEP, tid, 0, 0)) return;
    if (!wait_for_stop(tid, &status)) return;
    if (status >> 8 == SIGTRAP) break;
    if (status >> 16 == 0) later = WSTOPSIG(status);
  }
  access_byte(tid, address, &unused, 0xcc);
  go_on(t, later);
}

/* Whether the stop was at a breakpoint, and has been dealt with. */
static int take_breakpoint(struct task *t) {
  struct user_regs_struct regs;
  unsigned char unused;
  int i = 0;
  if (t->role == NO_ROLE || ptrace(PTRACE_GETREGS, t->tid, 0, &regs)) return 0;
  uint64_t address = regs.rip - 1;
  while (i < place_count && base[t->role] + places[i] != address) i++;
  if (i == place_count) return 0;
  access_byte(t->tid, address, &unused, original[i]);
  regs.rip = address;
  ptrace(PTRACE_SETREGS, t->tid, 0, &regs);
  counts[t->role][i]++;
  if (is_the_moment(t, i))
    strike(t);
  else if (counts[t->role][i] < most)
    step_over(t, address);
  else
    go_on(t, 0);
  return 1;
}

/* --- messages ------------------------------------------------------------- */

static int is_counted(uint64_t nr) {
  if (!by_messages) return 1;
  switch (nr) {
  case SYS_read:
  case SYS_write:
  case SYS_readv:
  case SYS_writev:
  case SYS_sendto:
  case SYS_recvfrom:
  case SYS_sendmsg:
  case SYS_recvmsg:
  case SYS_sendmmsg:
  case SYS_recvmmsg: return 1;
  default: return 0;
  }
}

static void take_call(const struct task *t) {
  struct __ptrace_syscall_info info = {.op = 0};
  if (t->role != NO_ROLE && ptrace(PTRACE_GET_SYSCALL_INFO, t->tid, sizeof info, &info) > 0 &&
      info.op == PTRACE_SYSCALL_INFO_ENTRY && is_counted(info.entry.nr) && ++counts[t->role][0] &&
      is_the_moment(t, 0))
    strike(t);
  else
    go_on(t, 0);
}

/* --- processes that begin ------------------------------------------------- */

static int runs_program(pid_t pid) {
  char path[64], exe[PATH_MAX];
  snprintf(path, sizeof path, "/proc/%d/exe", (int)pid);
  ssize_t n = readlink(path, exe, sizeof exe - 1);
  if (n < 0) return 0;
  exe[n] = 0;
  const char *slash = strrchr(exe, '/');
  return slash && strcmp(slash + 1, name) == 0;
}

static void give_role(struct task *t) { t->role = role_count < MAX_ROLES ? role_count++ : NO_ROLE; }

/* `from` has made `t`: a thread, or a process, which has its memory or a copy. */
static void begin(struct task *t, const struct task *from, int event) {
  if (event == PTRACE_EVENT_CLONE) {
    t->process = from->process;
    t->role = from->role;
  } else if (event == PTRACE_EVENT_FORK && from->role != NO_ROLE) {
    if (is_watched(from)) disarm(t, base[from->role]);
    give_role(t);
    if (t->role != NO_ROLE) base[t->role] = base[from->role];
    arm(t);
  }
}

static void take_creation(struct task *from, int event) {
  unsigned long tid = 0;
  ptrace(PTRACE_GETEVENTMSG, from->tid, 0, &tid);
  struct task *t = find_task((pid_t)tid);
  int waits = t && t->state == STOPPED_EARLY;
  pid_t creator = from->tid;
  if (t == NULL) {
    int status;
    t = add_task((pid_t)tid, ANNOUNCED);
    waits = waitpid((pid_t)tid, &status, __WALL) == (pid_t)tid && WIFSTOPPED(status);
  }
  from = find_task(creator);
  t->state = 0;
  begin(t, from, event);
  if (waits) go_on(t, 0);
  go_on(from, 0);
}

static void take_exec(struct task *t) {
  if (!runs_program(t->tid))
    t->role = NO_ROLE;
  else if (t->role == NO_ROLE)
    give_role(t);
  if (t->role != NO_ROLE) {
    base[t->role] = 0;
    arm(t);
  }
  go_on(t, 0);
}

/* --- stops ---------------------------------------------------------------- */

static void take_stop(pid_t tid, int status) {
  struct task *t = find_task(tid);
  int event = status >> 16, sig = WSTOPSIG(status);
  if (t == NULL) {
    add_task(tid, STOPPED_EARLY);
    return;
  }
  if (event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK || event == PTRACE_EVENT_CLONE)
    take_creation(t, event);
  else if (event == PTRACE_EVENT_EXEC)
    take_exec(t);
  else if (event == PTRACE_EVENT_STOP && sig != SIGTRAP)
    ptrace(PTRACE_LISTEN, tid, 0, 0); /* it stays stopped, as without a tracer */
  else if (event)
    go_on(t, 0);
  else if (sig == (SIGTRAP | 0x80))
    take_call(t);
  else if (sig != SIGTRAP || !take_breakpoint(t))
    go_on(t, sig);
}

static void start_program(char **words) {
  int go[2];
  char byte;
  if (pipe(go)) die("pipe");
  first = fork();
  if (first < 0) die("fork");
  if (first == 0) {
    close(go[1]);
    if (read(go[0], &byte, 1) != 1) _exit(NO_TRACING);
    close(go[0]);
    execvp(words[0], words);
    die(words[0]);
  }
  close(go[0]);
  add_task(first, 0);
  if (ptrace(PTRACE_SEIZE, first, 0,
             PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                 PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC)) {
    kill(first, SIGKILL);
    die("ptrace");
  }
  if (write(go[1], "g", 1) != 1) die("pipe");
  close(go[1]);
}

/* Until the first process has ended, and, where the victim is not struck, all others, too. */
static void run_program(char **words) {
  pid_t tid;
  int status;
  task_count = role_count = 0;
  first_status = -1;
  memset(counts, 0, sizeof counts);
  memset(base, 0, sizeof base);
  start_program(words);
  while (first_status < 0 || !struck) {
    tid = waitpid(-1, &status, __WALL);
    if (tid < 0 && errno == EINTR) continue;
    if (tid < 0) break;
    if (WIFSTOPPED(status))
      take_stop(tid, status);
    else
      ended(tid, status);
  }
}

/* --- main ----------------------------------------------------------------- */

/* Reads the places of a file; the victim's stays the first. */
static void read_places(const char *path) {
  char line[64];
  FILE *f = fopen(path, "r");
  if (f == NULL) die(path);
  while (place_count < MAX_PLACES && fgets(line, sizeof line, f)) {
    places[place_count] = strtoull(line, NULL, 16);
    place_count += victim == NO_ROLE || places[place_count] != places[0];
  }
  fclose(f);
}

static void print_counts(void) {
  FILE *f = fdopen(atoi(getenv("STRIKE_FD") ? getenv("STRIKE_FD") : "1"), "w");
  for (int role = 0; role < role_count; role++)
    for (int i = 0; i < (by_calls ? 1 : place_count); i++) {
      if (by_calls) fprintf(f, "%d %u\n", role, counts[role][i]);
      if (!by_calls && counts[role][i])
        fprintf(f, "%d %llx %u\n", role, (unsigned long long)places[i], counts[role][i]);
    }
  fclose(f);
}

static char **take_words(char **w) {
  const char *how = *w ? *w++ : "";
  bool counts_only = strncmp(how, "count-", 6) == 0;
  int stop_or_place = strcmp(how, "kill-call") != 0, given = 0;
  while (w[given]) given++;
  by_calls = strstr(how, "-call") != NULL;
  most = UINT_MAX;
  watches_all = counts_only;
  if (given < (counts_only ? 3 - by_calls : stop_or_place ? 6 : 5)) die("too few arguments");
  if (by_calls)
    by_messages = strcmp(*w++, "messages") == 0;
  else if (!counts_only)
    places[place_count++] = strtoull(*w++, NULL, 16);
  if (!counts_only) {
    victim = atoi(*w++);
    at_count = (unsigned)atoi(*w++);
    if (by_calls) of_count = (unsigned)atoi(*w++);
    if (strcmp(how, "stop-call") == 0) stop_ms = atoi(*w++);
  }
  if (!by_calls) {
    all_places = *w++;
    most = (unsigned)atoi(*w++);
    if (counts_only) read_places(all_places);
  }
  return w;
}

/* After a run in vain: its output, in a file, is taken away. */
static void prepare_again(int tries) {
  unsigned made = counts[victim][0];
  if (ftruncate(STDOUT_FILENO, 0)) errno = 0;
  if (!by_calls && tries == 1) read_places(all_places);
  if (by_calls && of_count > 0)
    at_count = 1 + (unsigned)((uint64_t)(at_count - 1) * made / of_count);
  if (by_calls && of_count > 0) of_count = made;
  watches_all = 1;
}

int main(int argc, char **argv) {
  char **words = take_words(argv + 1);
  (void)argc;
  if (*words == NULL) die("no program");
  name = strrchr(*words, '/') ? strrchr(*words, '/') + 1 : *words;
  for (int tries = 0; tries < (victim == NO_ROLE ? 1 : TRIES) && !struck; tries++) {
    if (tries) prepare_again(tries);
    run_program(words);
  }
  if (victim == NO_ROLE) print_counts();
  return victim == NO_ROLE || struck ? first_status : NOT_THERE;
}

#else
int main(void) { return 76; }
#endif
