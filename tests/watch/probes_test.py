#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""probes_test.py: the library has the USDT probes that core/watch/probes.h declares, with their arguments (readelf -n);
and where bpftrace works they fire as often as the operations of a known job (traced.c) ask for."""
import os
import re
import shutil
import subprocess
import tempfile
import time

BUILD = os.environ.get("abs_top_builddir") or os.getcwd()
SOURCE = os.environ.get("srcdir") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
LIBRARY = os.path.realpath(os.path.join(BUILD, ".libs/libgasnet.so.0"))
LIMIT = 120
SIZES = {"uint32_t": 4, "uint64_t": 8, "const void *": 8}
# of each rank of `traced`, over a network
PUTS, GETS, ATOMICS = 6, 3, 3
failed = 0


def verdict(good, what, more=""):
    global failed
    print(("ok - " if good else "not ok - ") + what + ("" if good or not more else f"\n#   {more}"))
    failed += not good


def declared():
    """{name: sizes of its arguments}"""
    with open(os.path.join(SOURCE, "core/watch/probes.h")) as f:
        text = f.read()
    probes = {}
    for name, args in re.findall(r"^HYD_PROBE\((\w+)\)\(([^)]*)\)", text, re.M):
        probes[name] = [SIZES[re.match(r"(const void \*|\w+)", a.strip())[1]] for a in args.split(",")]
    return probes


def noted():
    """{name: the different lists of sizes that its places have}"""
    text = subprocess.run(["readelf", "-n", "-W", LIBRARY], stdout=subprocess.PIPE, universal_newlines=True,
                          timeout=LIMIT).stdout
    probes = {}
    for name, args in re.findall(r"Provider: hydrant\n\s*Name: (\w+)\n.*\n\s*Arguments: (.*)$", text, re.M):
        probes.setdefault(name, set()).add(tuple(abs(int(a.split("@")[0])) for a in args.split()))
    return probes


def notes():
    want, got = declared(), noted()
    if not got and os.path.exists(os.path.join(BUILD, "config.status")):
        with open(os.path.join(BUILD, "config.status")) as f:
            if 'S["HYD_USDT"]="0"' in f.read():
                print("ok - # SKIP probes: built without <sys/sdt.h>")
                return False
    in_modules = {"firehose_hit", "firehose_miss"}  # conduits that are modules of their own
    verdict(set(got) | in_modules == set(want), "each probe that is declared is there, and no other",
            f"{sorted(set(want) ^ set(got))}")
    for name in sorted(set(got) & set(want)):
        # what the compiler knows to be constant may have another size
        verdict(all(len(a) == len(want[name]) for a in got[name]) and tuple(want[name]) in got[name],
                f"arguments of {name}", f"{got[name]}, declared {want[name]}")
    return True


def fire(work):
    if not shutil.which("bpftrace") or os.geteuid():
        print("ok - # SKIP probes that fire: no bpftrace here, or not root")
        return
    names = ("put", "get", "atomic", "send", "handler", "handler_done", "barrier")
    # the name of a process is that of its program: other jobs of this machine are not counted
    program = "probed" + str(os.getpid() % 100000)
    built = os.path.join(BUILD, "tests/watch/.libs/traced")
    shutil.copy(built if os.path.exists(built) else os.path.join(BUILD, "tests/watch/traced"),
                os.path.join(work, program))
    script = 'BEGIN { printf("ready\\n"); } ' + " ".join(
        f'usdt:{LIBRARY}:hydrant:{n} /comm == "{program}"/ {{ @{n} = count(); }}' for n in names)
    out = os.path.join(work, "out")
    with open(out, "w") as f:
        tracer = subprocess.Popen(["bpftrace", "-e", script], stdout=f, stderr=subprocess.STDOUT)
    try:
        end = time.monotonic() + 60
        while "ready" not in open(out).read() and tracer.poll() is None and time.monotonic() < end:
            time.sleep(0.1)
        if "ready" not in open(out).read():
            print("ok - # SKIP probes that fire: bpftrace does not work here: "
                  + open(out).read()[-200:].replace("\n", " "))
            return
        env = {k: v for k, v in os.environ.items() if not k.startswith("GASNET_")}
        env.update({"GASNET_QUIET": "1", "GASNET_SUPERNODE_MAXSIZE": "1",
                    "LD_LIBRARY_PATH": os.path.join(BUILD, ".libs")})
        r = subprocess.run([os.path.join(BUILD, "gasnetrun"), "-c", "udp", "-n", "2", os.path.join(work, program),
                            "end"], env=env,
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=LIMIT)
        verdict(r.returncode == 0, "a traced job ends as ever", r.stderr.decode())
    finally:
        tracer.send_signal(2)
        tracer.wait(30)
    count = {n: int(v) for n, v in re.findall(r"^@(\w+): (\d+)$", open(out).read(), re.M)}
    verdict((count.get("put"), count.get("get"), count.get("atomic")) == (2 * PUTS, 2 * GETS, 2 * ATOMICS),
            "puts, gets and atomics are as many as there were", str(count))
    # The last messages sent find no rank any more.
    verdict(count.get("send", 0) >= count.get("handler", 1) == count.get("handler_done", 0) >= 30,
            "messages were sent and handled", str(count))
    r = subprocess.run(["bpftrace", "--version"], stdout=subprocess.PIPE)
    print("# " + r.stdout.decode().strip())


def main():
    if notes():
        with tempfile.TemporaryDirectory(prefix="probes") as work:
            fire(work)
    print(f"# {failed} failed" if failed else "# all passed")
    return failed != 0


if __name__ == "__main__":
    raise SystemExit(main())
