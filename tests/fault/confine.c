/* SPDX-License-Identifier: BSD-3-Clause
 *
 * confine.c: runs a program with some system calls forbidden by a seccomp filter, as containers do.
 *
 *   confine NAME=ERRNO... -- program args...    NAME: see calls[]; ERRNO: EPERM or ENOSYS
 *
 * Status 77 if the kernel does not let it.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
  const char *name;
  int number;
} calls[] = {{"vm", SYS_process_vm_readv},        {"vm", SYS_process_vm_writev},
             {"memfd", SYS_memfd_create},         {"membarrier", SYS_membarrier},
             {"affinity", SYS_sched_setaffinity}, {"affinity", SYS_sched_getaffinity},
             {"prlimit", SYS_prlimit64},          {"userfaultfd", SYS_userfaultfd},
             {"signalfd", SYS_signalfd4},         {"getrandom", SYS_getrandom},
             {"socketpair", SYS_socketpair},      {"eventfd", SYS_eventfd2}};
#define CALLS (sizeof calls / sizeof calls[0])

static struct sock_filter filter[2 * CALLS * 4 + 2];
static unsigned short length;

static void add(struct sock_filter f) { filter[length++] = f; }

static void forbid(const char *name, size_t len, unsigned error) {
  for (size_t i = 0; i < CALLS; i++) {
    if (strlen(calls[i].name) != len || strncmp(calls[i].name, name, len) != 0) continue;
    add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i].number, 0, 1));
    add((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error));
  }
}

int main(int argc, char **argv) {
  struct sock_fprog program = {0, filter};
  int i = 1;
  add((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
  for (; i < argc && strcmp(argv[i], "--") != 0 && i < 5; i++) {
    const char *equal = strchr(argv[i], '=');
    if (equal == NULL) return 2;
    forbid(argv[i], (size_t)(equal - argv[i]), strcmp(equal, "=ENOSYS") == 0 ? ENOSYS : EPERM);
  }
  if (i + 1 >= argc) return 2;
  add((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  program.len = length;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0)) {
    perror("confine: seccomp");
    return 77;
  }
  execv(argv[i + 1], argv + i + 1);
  perror(argv[i + 1]);
  return 127;
}
