/* SPDX-License-Identifier: BSD-3-Clause
 *
 * inject.c: runs a job and makes one of its system calls fail, by a seccomp filter that asks this
 * program about each call (SECCOMP_RET_USER_NOTIF). inject.py drives it.
 *
 *   inject LOG [PROCESS CALL N ERRNO] -- program args...
 *
 * Without a choice, each call is written to LOG: "call PROCESS NAME N ARGUMENT SITE". With a
 * choice, the N-th call NAME of that process fails with this number of an error, and only that is
 * written, as "hit"; ERRNO -1: the call, of the kind that reads or writes, takes one byte. PROCESS:
 * "0" is the program, "0.2" its second child. ARGUMENT: the first. SITE: return addresses found on
 * the stack, as "file+offset", innermost first, without those in the C library. "left PROCESS PID"
 * in LOG: what still ran a while after the program. Addresses are not randomised. Status: that of
 * the program; 77 if the kernel does not let it.
 *
 * A call "malloc" is what inject_malloc.so makes before each allocation: inject_calls.h.
 */
#include "inject_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROCESSES 64
#define STACK 6144   /* bytes of a stack that are searched */
#define FRAMES 8     /* of a site */
#define LEFT_MS 3000 /* for processes to be gone after the program */
#define SHORT (-1)

struct process {
  pid_t pid, parent;
  char name[48];
  bool runs_program; /* after the exec that starts the job */
  unsigned count[INJECT_CALLS];
};

static struct process process[PROCESSES];
static int processes;
static struct {
  const char *process;
  int call, error;
  unsigned n;
} wanted;
static FILE *log_file;
static int listener;

static void die(const char *what) {
  perror(what);
  exit(77);
}

/* --- the filter ----------------------------------------------------------- */

static struct sock_filter filter[INJECT_CALLS * 2 + 16];
static unsigned short length;

static void add(struct sock_filter f) { filter[length++] = f; }

static void ask_about(int number) {
  add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1));
  add((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF));
}

static void make_filter(void) {
  add((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
  ask_about(SYS_execve);
  ask_about(SYS_set_robust_list); /* the first call of a child of fork */
  for (int i = 0; i < INJECT_CALLS; i++)
    if (!wanted.process || i == wanted.call) ask_about(inject_calls[i].number);
  add((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
}

/* --- which process -------------------------------------------------------- */

static long number_in(pid_t pid, const char *field) {
  char path[64], line[256];
  long value = 0;
  snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
  FILE *f = fopen(path, "r");
  while (f && fgets(line, sizeof line, f))
    if (strncmp(line, field, strlen(field)) == 0) value = atol(line + strlen(field));
  if (f) fclose(f);
  return value;
}

static struct process *find(pid_t pid) {
  for (int i = processes - 1; i >= 0; i--)
    if (process[i].pid == pid) return &process[i];
  return NULL;
}

/* How many children of this parent were made before: those that are known, and those that run and
 * have made no call yet. */
static int elder_siblings(pid_t pid, pid_t parent) {
  char path[64];
  int n = 0, child;
  for (int i = 0; i < processes; i++) n += process[i].parent == parent && process[i].pid < pid;
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
  FILE *f = fopen(path, "r");
  while (f && fscanf(f, "%d", &child) == 1) n += child < pid && !find(child);
  if (f) fclose(f);
  return n;
}

static struct process *process_of(pid_t thread) {
  struct process *p = find(thread);
  if (p) return p;
  pid_t pid = (pid_t)number_in(thread, "Tgid:");
  p = find(pid);
  if (p || pid == 0) return p;
  if (processes == PROCESSES) die("inject: too many processes");
  p = &process[processes];
  p->pid = pid;
  p->parent = (pid_t)number_in(pid, "PPid:");
  struct process *parent = find(p->parent);
  if (processes == 0)
    snprintf(p->name, sizeof p->name, "0");
  else
    snprintf(p->name, sizeof p->name, "%.30s.%d", parent ? parent->name : "x",
             elder_siblings(pid, p->parent) + 1);
  p->runs_program = processes != 0;
  processes++;
  return p;
}

/* --- where the call is made ----------------------------------------------- */

struct mapping {
  uint64_t start, end, offset;
  char file[64];
};

/* Functions of the C library by which each call is made, and which say nothing of the caller. */
static bool is_run_time(const char *file) {
  static const char *const name[] = {"libc.so", "ld-linux", "inject_malloc.so"};
  for (size_t i = 0; i < sizeof name / sizeof name[0]; i++)
    if (strncmp(file, name[i], strlen(name[i])) == 0) return true;
  return false;
}

static int read_maps(pid_t pid, struct mapping *map, int room) {
  char path[64], line[512], flags[8], name[400];
  int n = 0;
  snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
  FILE *f = fopen(path, "r");
  while (f && n < room && fgets(line, sizeof line, f)) {
    struct mapping *m = &map[n];
    if (sscanf(line, "%lx-%lx %7s %lx %*s %*s %399s", &m->start, &m->end, flags, &m->offset,
               name) != 5 ||
        flags[2] != 'x' || name[0] != '/')
      continue;
    const char *base = strrchr(name, '/') + 1;
    if (is_run_time(base)) continue;
    snprintf(m->file, sizeof m->file, "%.60s", base);
    n++;
  }
  if (f) fclose(f);
  return n;
}

static const struct mapping *mapping_of(const struct mapping *map, int n, uint64_t address) {
  for (int i = 0; i < n; i++)
    if (address > map[i].start + 8 && address < map[i].end) return &map[i];
  return NULL;
}

/* Whether the instruction before this address is a call, by x86-64's encodings. Elsewhere all words
 * that point to code are taken. */
static bool is_behind_call(int memory, uint64_t address) {
#ifdef __x86_64__
  unsigned char b[8];
  if (pread(memory, b, sizeof b, (off_t)(address - sizeof b)) != sizeof b) return false;
  if (b[3] == 0xe8) return true;
  static const int back[] = {2, 3, 4, 6, 7};
  for (size_t i = 0; i < sizeof back / sizeof back[0]; i++)
    if (b[8 - back[i]] == 0xff && (b[9 - back[i]] & 0x38) == 0x10) return true;
  return false;
#else
  (void)memory;
  return address % 4 == 0;
#endif
}

static uint64_t stack_pointer(pid_t thread) {
  char path[64], line[512] = "", *word;
  snprintf(path, sizeof path, "/proc/%d/syscall", (int)thread);
  FILE *f = fopen(path, "r");
  if (f && !fgets(line, sizeof line, f)) line[0] = 0;
  if (f) fclose(f);
  word = strrchr(line, ' '); /* before it the stack pointer, behind it the instruction's address */
  if (!word) return 0;
  *word = 0;
  word = strrchr(line, ' ');
  return word ? strtoull(word + 1, NULL, 16) : 0;
}

static void write_site(pid_t thread, pid_t pid) {
  struct mapping map[128];
  uint64_t stack[STACK / 8], sp = stack_pointer(thread);
  char path[64];
  int n = read_maps(pid, map, 128), frames = 0;
  snprintf(path, sizeof path, "/proc/%d/mem", (int)pid);
  int memory = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t got = memory < 0 ? 0 : pread(memory, stack, sizeof stack, (off_t)sp);
  if (got <= 0) got = pread(memory, stack, 512, (off_t)sp);
  for (ssize_t i = 0; i < got / 8 && frames < FRAMES; i++) {
    const struct mapping *m = mapping_of(map, n, stack[i]);
    if (!m || !is_behind_call(memory, stack[i])) continue;
    fprintf(log_file, " %s+%lx", m->file, (unsigned long)(stack[i] - m->start + m->offset));
    frames++;
  }
  if (memory >= 0) close(memory);
}

static void write_call(const char *word, const struct process *p, const struct seccomp_notif *n,
                       int call) {
  fprintf(log_file, "%s %s %s %u %d", word, p->name, inject_calls[call].name, p->count[call],
          (int)n->data.args[0]);
  write_site((pid_t)n->pid, p->pid);
  fputc('\n', log_file);
}

/* --- answers -------------------------------------------------------------- */

static void answer(struct seccomp_notif_resp *resp) {
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, resp) && errno != ENOENT) die("inject: answer");
}

static ssize_t do_one_byte(const struct seccomp_data *d, int fd, char *byte) {
  switch (d->nr) {
  case SYS_read: return read(fd, byte, 1);
  case SYS_pread64: return pread(fd, byte, 1, (off_t)d->args[3]);
  case SYS_recvfrom: return recv(fd, byte, 1, (int)d->args[3]);
  case SYS_write: return write(fd, byte, 1);
  case SYS_pwrite64: return pwrite(fd, byte, 1, (off_t)d->args[3]);
  case SYS_sendto: return send(fd, byte, 1, (int)d->args[3]);
  default: errno = ENOSYS; return -1;
  }
}

/* A datagram is taken as a whole. */
static bool may_be_short(int fd) {
  int type = SOCK_STREAM;
  socklen_t size = sizeof type;
  getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size); /* no socket: as it was */
  return type == SOCK_STREAM;
}

/* The first byte of what a process reads or writes; by a process of its own, which may have to
 * wait. */
static void take_one_byte(const struct process *p, const struct seccomp_notif *n) {
  if (fork() != 0) return;
  struct seccomp_notif_resp resp = {.id = n->id};
  char path[64], byte = 0;
  snprintf(path, sizeof path, "/proc/%d/mem", (int)p->pid);
  int memory = open(path, O_RDWR);
  int pidfd = (int)syscall(SYS_pidfd_open, p->pid, 0);
  int fd = (int)syscall(SYS_pidfd_getfd, pidfd, (int)n->data.args[0], 0);
  if (n->data.args[2] == 0 || !may_be_short(fd)) {
    resp.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  } else {
    if (pread(memory, &byte, 1, (off_t)n->data.args[1]) != 1) byte = 0;
    resp.val = do_one_byte(&n->data, fd, &byte);
    if (resp.val < 0) resp.error = -errno, resp.val = 0;
    if (resp.val > 0 && pwrite(memory, &byte, 1, (off_t)n->data.args[1]) != 1) resp.error = -EFAULT;
  }
  answer(&resp);
  _exit(0);
}

/* futex has errors that are not those of a wrong program only where it waits. */
static bool is_counted(const struct seccomp_data *d) {
  return d->nr != SYS_futex || (d->args[1] & 127) == 0 || (d->args[1] & 127) == 9;
}

static bool is_wanted(const struct process *p, int call) {
  return wanted.process && call == wanted.call && p->count[call] == wanted.n &&
         strcmp(p->name, wanted.process) == 0;
}

static void serve(void) {
  struct seccomp_notif n;
  memset(&n, 0, sizeof n);
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &n)) return; /* the caller was killed meanwhile */
  struct seccomp_notif_resp resp = {.id = n.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
  struct process *p = process_of((pid_t)n.pid);
  int call = 0;
  while (call < INJECT_CALLS && inject_calls[call].number != n.data.nr) call++;
  if (n.data.nr == INJECT_MALLOC) resp.flags = 0; /* and the value is 0 */
  if (p && p->runs_program && call < INJECT_CALLS && is_counted(&n.data)) {
    p->count[call]++;
    if (!wanted.process) write_call("call", p, &n, call);
    if (is_wanted(p, call)) {
      write_call("hit", p, &n, call);
      fflush(log_file);
      if (wanted.error == SHORT) return take_one_byte(p, &n);
      resp = (struct seccomp_notif_resp){.id = n.id, .error = -wanted.error};
    }
  }
  if (p && n.data.nr == SYS_execve) p->runs_program = true;
  answer(&resp);
}

/* --- the run -------------------------------------------------------------- */

/* The child shares the table of descriptors until its exec, so the listener is in both. */
static void run_program(volatile int *shared, char **program) {
  struct sock_fprog code = {length, filter};
  personality(ADDR_NO_RANDOMIZE);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) die("inject: prctl");
  long fd =
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
              SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, &code);
  *shared = fd < 0 ? -2 : (int)fd;
  if (fd < 0) _exit(77);
  execvp(program[0], program);
  _exit(127);
}

static void write_left(void) {
  for (int i = 0; i < processes; i++)
    if (kill(process[i].pid, 0) == 0 && number_in(process[i].pid, "TracerPid:") == 0)
      fprintf(log_file, "left %s %d\n", process[i].name, (int)process[i].pid);
}

/* Answers until the program has ended and nothing has the filter any more. */
static int serve_until_end(pid_t child) {
  struct pollfd fds[2] = {{listener, POLLIN, 0},
                          {(int)syscall(SYS_pidfd_open, child, 0), POLLIN, 0}};
  int status = -1, left_ms = -1;
  for (;;) {
    int ready = poll(fds, status < 0 ? 2 : 1, left_ms);
    if (ready == 0) break;
    if (status < 0 && fds[1].revents && waitpid(child, &status, 0) == child) left_ms = LEFT_MS;
    if (fds[0].revents & POLLIN) serve();
    if (status >= 0 && (fds[0].revents & POLLHUP)) return status;
  }
  write_left();
  return status;
}

static int call_of(const char *name) {
  for (int i = 0; i < INJECT_CALLS; i++)
    if (strcmp(inject_calls[i].name, name) == 0) return i;
  fprintf(stderr, "inject: unknown call %s\n", name);
  exit(2);
}

int main(int argc, char **argv) {
  char **program = argv + 3;
  if (argc < 4) return 2;
  if (strcmp(argv[2], "--") != 0) {
    if (argc < 8 || strcmp(argv[6], "--") != 0) return 2;
    wanted.process = argv[2];
    wanted.call = call_of(argv[3]);
    wanted.n = (unsigned)strtoul(argv[4], NULL, 10);
    wanted.error = atoi(argv[5]);
    program = argv + 7;
  }
  log_file = fopen(argv[1], "ae");
  if (!log_file) die(argv[1]);
  make_filter();
  volatile int *shared =
      mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  *shared = -1;
  pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD | CLONE_FILES, 0, 0, 0, 0);
  if (child < 0) die("inject: clone");
  if (child == 0) run_program(shared, program);
  while (*shared == -1) sched_yield();
  if (*shared < 0) return 77;
  listener = *shared;
  int status = serve_until_end(child);
  fclose(log_file);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
