/* SPDX-License-Identifier: BSD-3-Clause
 *
 * netvm_file.c: a file behind a paged segment that is slow, or fails: preloaded in front of libc.
 * Calls that are not to wait find nothing in memory.
 *
 *   NETVM_READ=ERRNO@N, NETVM_WRITE=ERRNO@N   after N reads, or writes, they fail
 *   NETVM_LAZY=MICROSECONDS                   writes return so much later
 *   NETVM_GATE=FILE                           reads at offset 0 wait until FILE is there
 *   NETVM_OLD=1                               userfaultfd is that of a kernel before 6.6
 *   NETVM_CALLS=1                             a paged address in sendmsg, recvmsg or process_vm_*
 *                                             aborts the process
 */
#include <dlfcn.h>
#include <errno.h>
#include <linux/userfaultfd.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static int fails(const char *variable, _Atomic int *calls) {
  const char *text = getenv(variable);
  int error = 0, after = 0;
  if (text == NULL || sscanf(text, "%d@%d", &error, &after) != 2) return 0;
  if (atomic_fetch_add(calls, 1) < after) return 0;
  errno = error;
  return 1;
}

static int not_now(int flags) {
  if (flags & RWF_NOWAIT) errno = EAGAIN;
  return (flags & RWF_NOWAIT) != 0;
}

static void wait_for_gate(void) {
  const char *gate = getenv("NETVM_GATE");
  for (int i = 0; gate && access(gate, F_OK) && i < 60000; i++) usleep(1000);
}

ssize_t preadv2(int fd, const struct iovec *to, int n, off_t at, int flags) {
  static _Atomic int calls;
  static ssize_t (*next)(int, const struct iovec *, int, off_t, int);
  if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "preadv2");
  if (not_now(flags)) return -1;
  if (at == 0) wait_for_gate();
  return fails("NETVM_READ", &calls) ? -1 : next(fd, to, n, at, flags);
}

ssize_t pwritev2(int fd, const struct iovec *from, int n, off_t at, int flags) {
  static ssize_t (*next)(int, const struct iovec *, int, off_t, int);
  if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "pwritev2");
  return not_now(flags) ? -1 : next(fd, from, n, at, flags);
}

ssize_t pwrite(int fd, const void *from, size_t n, off_t at) {
  static _Atomic int calls;
  static ssize_t (*next)(int, const void *, size_t, off_t);
  ssize_t written;
  if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "pwrite");
  if (fails("NETVM_WRITE", &calls)) return -1;
  written = next(fd, from, n, at);
  if (getenv("NETVM_LAZY")) usleep((useconds_t)atoi(getenv("NETVM_LAZY")));
  return written;
}

/* --- an older kernel --------------------------------------------------------- */

int ioctl(int fd, unsigned long request, ...) {
  static int (*next)(int, unsigned long, ...);
  va_list ap;
  void *arg;
  va_start(ap, request);
  arg = va_arg(ap, void *);
  va_end(ap);
  if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "ioctl");
  if (request == UFFDIO_API && getenv("NETVM_OLD") &&
      ((struct uffdio_api *)arg)->features & UFFD_FEATURE_MINOR_SHMEM) {
    errno = EINVAL;
    return -1;
  }
  return next(fd, request, arg);
}

/* --- paged addresses -------------------------------------------------------- */

static int overlaps(const struct iovec *v, size_t n, uintptr_t from, uintptr_t to) {
  for (size_t i = 0; i < n; i++)
    if (v[i].iov_len && (uintptr_t)v[i].iov_base < to &&
        (uintptr_t)v[i].iov_base + v[i].iov_len > from)
      return 1;
  return 0;
}

/* pid 0: of this process. */
static void refuse_paged(const char *call, pid_t pid, const struct iovec *v, size_t n) {
  char path[64], line[400];
  FILE *f;
  if (getenv("NETVM_CALLS") == NULL) return;
  snprintf(path, sizeof path, "/proc/%d/maps", pid ? (int)pid : (int)getpid());
  if ((f = fopen(path, "r")) == NULL) return;
  while (fgets(line, sizeof line, f)) {
    unsigned long from, to;
    if (strstr(line, "memfd:paged-segment") == NULL || sscanf(line, "%lx-%lx", &from, &to) != 2 ||
        !overlaps(v, n, from, to))
      continue;
    fprintf(stderr, "%s got paged memory\n", call);
    abort();
  }
  fclose(f);
}

#define NEXT(type, name, parameters)                                                               \
  static type(*next) parameters;                                                                   \
  if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, #name)

ssize_t sendmsg(int fd, const struct msghdr *m, int flags) {
  NEXT(ssize_t, sendmsg, (int, const struct msghdr *, int));
  refuse_paged("sendmsg", 0, m->msg_iov, m->msg_iovlen);
  return next(fd, m, flags);
}
ssize_t recvmsg(int fd, struct msghdr *m, int flags) {
  NEXT(ssize_t, recvmsg, (int, struct msghdr *, int));
  refuse_paged("recvmsg", 0, m->msg_iov, m->msg_iovlen);
  return next(fd, m, flags);
}
int sendmmsg(int fd, struct mmsghdr *m, unsigned n, int flags) {
  NEXT(int, sendmmsg, (int, struct mmsghdr *, unsigned, int));
  for (unsigned i = 0; i < n; i++)
    refuse_paged("sendmmsg", 0, m[i].msg_hdr.msg_iov, m[i].msg_hdr.msg_iovlen);
  return next(fd, m, n, flags);
}
int recvmmsg(int fd, struct mmsghdr *m, unsigned n, int flags, struct timespec *t) {
  NEXT(int, recvmmsg, (int, struct mmsghdr *, unsigned, int, struct timespec *));
  for (unsigned i = 0; i < n; i++)
    refuse_paged("recvmmsg", 0, m[i].msg_hdr.msg_iov, m[i].msg_hdr.msg_iovlen);
  return next(fd, m, n, flags, t);
}
ssize_t process_vm_readv(pid_t pid, const struct iovec *here, unsigned long n,
                         const struct iovec *there, unsigned long m, unsigned long flags) {
  NEXT(ssize_t, process_vm_readv,
       (pid_t, const struct iovec *, unsigned long, const struct iovec *, unsigned long,
        unsigned long));
  refuse_paged("process_vm_readv", 0, here, n);
  refuse_paged("process_vm_readv", pid, there, m);
  return next(pid, here, n, there, m, flags);
}
ssize_t process_vm_writev(pid_t pid, const struct iovec *here, unsigned long n,
                          const struct iovec *there, unsigned long m, unsigned long flags) {
  NEXT(ssize_t, process_vm_writev,
       (pid_t, const struct iovec *, unsigned long, const struct iovec *, unsigned long,
        unsigned long));
  refuse_paged("process_vm_writev", 0, here, n);
  refuse_paged("process_vm_writev", pid, there, m);
  return next(pid, here, n, there, m, flags);
}
