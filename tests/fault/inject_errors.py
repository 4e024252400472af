# SPDX-License-Identifier: BSD-3-Clause
"""inject_errors.py: the errors by which each call fails, as section 2 of the manual lists them for its uses here.

Left out: EFAULT, EBADF, ENOTSOCK and what else only a wrong program gets. "SHORT": the call takes one byte."""

_PATH = "EACCES EIO ELOOP ENAMETOOLONG ENOENT ENOMEM ENOTDIR EPERM"
_CHANGE = _PATH + " EBUSY EDQUOT EEXIST EINVAL EMLINK ENOSPC EROFS"
_FILES = "EMFILE ENFILE ENOMEM"
_CLONE = "EAGAIN ENOMEM EPERM ENOSPC"
_OPEN = _PATH + " EBUSY EDQUOT EEXIST EFBIG EINTR EINVAL EISDIR EMFILE ENFILE ENODEV ENOSPC ENXIO EROFS ETXTBSY EAGAIN"
_SEND = ("EACCES EAGAIN ECONNREFUSED ECONNRESET EINTR EINVAL EMSGSIZE ENOBUFS ENOMEM ENETUNREACH EHOSTUNREACH EPERM "
         "EPIPE")
_RECV = "EAGAIN ECONNREFUSED ECONNRESET EINTR EINVAL ENOMEM ENOTCONN"
_POLL = "EINTR EINVAL ENOMEM"
_VM = "EINVAL ENOMEM EPERM ESRCH ENOSYS"
_EXEC = _PATH + " E2BIG EAGAIN EINVAL EISDIR ELIBBAD EMFILE ENFILE ENOEXEC ETXTBSY"

_ERRORS = {
    "malloc": "ENOMEM",
    "access": _PATH, "faccessat": _PATH, "open": _OPEN, "openat": _OPEN,
    "stat": _PATH, "lstat": _PATH, "fstat": "EACCES ENOMEM", "newfstatat": _PATH, "statx": _PATH,
    "statfs": _PATH + " EINTR ENOSYS",
    "readlink": _PATH + " EINVAL", "readlinkat": _PATH + " EINVAL", "getcwd": "EACCES ENOENT ENOMEM ERANGE",
    "chdir": _PATH, "mkdir": _CHANGE, "mkdirat": _CHANGE, "rmdir": _CHANGE, "unlink": _CHANGE, "unlinkat": _CHANGE,
    "rename": _CHANGE, "getdents": "ENOENT", "getdents64": "ENOENT",
    "fork": _CLONE + " ENOSYS", "vfork": _CLONE, "clone": _CLONE, "clone3": _CLONE + " ENOSYS", "execve": _EXEC,
    "wait4": "ECHILD EINTR", "waitid": "ECHILD EINTR", "kill": "EPERM ESRCH", "tgkill": "EAGAIN EPERM ESRCH",
    "setpgid": "EACCES EPERM ESRCH", "setsid": "EPERM",
    "pidfd_open": _FILES + " EINVAL ENODEV ESRCH ENOSYS", "prctl": "EACCES EBUSY EINVAL EPERM",
    "prlimit64": "EINVAL EPERM", "sysinfo": "EPERM",
    "sched_getaffinity": "EINVAL EPERM ESRCH", "sched_setaffinity": "EINVAL EPERM ESRCH",
    "rt_sigaction": "EINVAL", "rt_sigprocmask": "EINVAL", "rt_sigsuspend": "EINTR",
    "rt_sigtimedwait": "EAGAIN EINTR EINVAL", "sigaltstack": "EINVAL ENOMEM EPERM", "setitimer": "EINVAL",
    "clock_nanosleep": "EINTR EINVAL", "futex": "EAGAIN EINTR",
    "membarrier": "EINVAL ENOSYS EPERM", "getrandom": "EAGAIN EINTR EINVAL ENOSYS",
    "mmap": "EACCES EAGAIN EINVAL ENFILE ENODEV ENOMEM EPERM", "munmap": "EINVAL ENOMEM",
    "mprotect": "EACCES EINVAL ENOMEM", "mremap": "EAGAIN EINVAL ENOMEM",
    "madvise": "EACCES EAGAIN EINVAL EIO ENOMEM EPERM", "mbind": "EINVAL EIO ENOMEM EPERM ENOSYS",
    "mlock": "EAGAIN EINVAL ENOMEM EPERM", "memfd_create": _FILES + " EINVAL EPERM ENOSYS",
    "ftruncate": "EACCES EFBIG EINTR EINVAL EIO EPERM ENOSPC",
    "fallocate": "EFBIG EINTR EINVAL EIO ENODEV ENOSPC ENOSYS EOPNOTSUPP EPERM",
    "userfaultfd": _FILES + " EINVAL EPERM ENOSYS",
    "process_vm_readv": _VM, "process_vm_writev": _VM,
    "dup": "EMFILE", "dup2": "EBUSY EINTR EMFILE", "dup3": "EBUSY EINTR EMFILE", "pipe": "EMFILE ENFILE",
    "pipe2": "EMFILE ENFILE", "fcntl": "EACCES EAGAIN EINTR EINVAL EMFILE ENOLCK EPERM", "flock": "EINTR ENOLCK EAGAIN",
    "ioctl": "EINVAL ENOTTY", "lseek": "EINVAL ESPIPE",
    "eventfd2": _FILES + " EINVAL ENODEV ENOSYS", "signalfd4": _FILES + " EINVAL ENODEV ENOSYS",
    "timerfd_create": _FILES + " EINVAL ENODEV EPERM", "timerfd_settime": "ECANCELED EINVAL",
    "epoll_create1": _FILES + " EINVAL", "epoll_ctl": "EEXIST EINVAL ENOENT ENOMEM ENOSPC EPERM",
    "epoll_wait": "EINTR EINVAL", "epoll_pwait": "EINTR EINVAL",
    "poll": _POLL, "ppoll": _POLL, "select": _POLL, "pselect6": _POLL,
    "read": "EAGAIN EINTR EINVAL EIO EISDIR SHORT", "pread64": "EINTR EINVAL EIO EISDIR SHORT",
    "readv": "EAGAIN EINTR EINVAL EIO",
    "write": "EAGAIN EDQUOT EFBIG EINTR EINVAL EIO ENOSPC EPERM EPIPE SHORT",
    "pwrite64": "EDQUOT EFBIG EINTR EIO ENOSPC SHORT", "writev": "EAGAIN EINTR EIO ENOSPC EPIPE",
    "socket": "EACCES EAFNOSUPPORT EINVAL ENOBUFS EPROTONOSUPPORT " + _FILES,
    "socketpair": "EAFNOSUPPORT EOPNOTSUPP EPROTONOSUPPORT " + _FILES,
    "bind": "EACCES EADDRINUSE EADDRNOTAVAIL EINVAL ENOMEM", "listen": "EADDRINUSE EOPNOTSUPP",
    "accept": "EAGAIN ECONNABORTED EINTR EPERM EPROTO ENOBUFS " + _FILES,
    "accept4": "EAGAIN ECONNABORTED EINTR EPERM EPROTO ENOBUFS " + _FILES,
    "connect": "EACCES EADDRINUSE EADDRNOTAVAIL EAFNOSUPPORT EAGAIN ECONNREFUSED EINTR ENETUNREACH ETIMEDOUT EPERM",
    "getpeername": "ENOBUFS ENOTCONN", "getsockname": "ENOBUFS", "getsockopt": "EINVAL ENOPROTOOPT",
    "setsockopt": "EINVAL ENOPROTOOPT ENOMEM EPERM", "shutdown": "ENOTCONN",
    "sendto": _SEND + " SHORT", "sendmsg": _SEND, "sendmmsg": _SEND, "recvfrom": _RECV + " SHORT", "recvmsg": _RECV,
    "recvmmsg": _RECV,
}


def errors_of(call):
    return _ERRORS[call].split()
