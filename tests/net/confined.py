#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""confined.py PROGRAM [ARGUMENT]...: runs a program with the system calls that containers' default filters refuse
(podman, docker: without CAP_SYS_PTRACE and CAP_SYS_NICE) refused by EPERM. confined.py --print: the filter, for
bwrap --seccomp."""
import ctypes
import os
import platform
import struct
import sys

# By number, on x86_64 and aarch64.
REFUSED = {
    "x86_64": dict(ptrace=101, process_vm_readv=310, process_vm_writev=311, userfaultfd=323, mbind=237,
                   set_mempolicy=238,
                   get_mempolicy=239, move_pages=279, perf_event_open=298, kcmp=312, add_key=248, keyctl=250, bpf=321,
                   open_by_handle_at=304, pidfd_getfd=438, io_uring_setup=425, io_uring_enter=426,
                   io_uring_register=427),
    "aarch64": dict(ptrace=117, process_vm_readv=270, process_vm_writev=271, userfaultfd=282, mbind=235,
                    set_mempolicy=237,
                    get_mempolicy=236, move_pages=239, perf_event_open=241, kcmp=272, add_key=217, keyctl=219, bpf=280,
                    open_by_handle_at=265, pidfd_getfd=438, io_uring_setup=425, io_uring_enter=426,
                    io_uring_register=427),
}
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, EPERM = 0x7FFF0000, 0x00050001
NO_NEW_PRIVS, SECCOMP, FILTER = 38, 22, 2

calls = sorted(REFUSED[platform.machine()].values())
code = [(LOAD, 0, 0, 0)] + [(EQUAL, len(calls) - i, 0, n) for i,
                            n in enumerate(calls)] + [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, EPERM)]
text = b"".join(struct.pack("HBBI", *c) for c in code)
if sys.argv[1] == "--print":
    sys.stdout.buffer.write(text)
    sys.exit()
text = ctypes.create_string_buffer(text)
program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(code), ctypes.addressof(text)))
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(SECCOMP, FILTER, program, 0, 0):
    sys.exit(f"confined.py: no filter: {os.strerror(ctypes.get_errno())}")
os.execvp(sys.argv[1], sys.argv[1:])
