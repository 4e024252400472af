# SPDX-License-Identifier: BSD-3-Clause
"""machine.py: a test script run once more inside a machine that rdma-vm emulates."""
import os
import subprocess
import sys

RDMA_VM = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../contrib/building/rdma-vm/rdma-vm"))


def run_inside(script, where, words, build, srcdir, limit):
    """Runs `script --inside=WHERE WORDS...` there; what it writes below `where` stays. Returns its status, or says why
    there is no machine and returns 0. `limit`: seconds."""
    env = dict(os.environ, srcdir=os.path.abspath(srcdir),
               RDMA_VM_CACHE=os.environ.get("RDMA_VM_CACHE", os.path.join(build, "rdma-vm")))
    boots = subprocess.run([RDMA_VM, "-f", "-t", "400", "--", "true"], env=env, capture_output=True, text=True,
                           check=False)
    if boots.returncode:
        print("skip ibv: " + (boots.stderr.strip().splitlines() or ["no machine"])[-1][:200])
        return 0
    command = [RDMA_VM, "-m", "3072", "-t", str(limit), "-w", where, "--", sys.executable, os.path.abspath(script),
               "--inside=" + where, *words]
    return subprocess.run(command, env=env, check=False, stdin=subprocess.DEVNULL).returncode
