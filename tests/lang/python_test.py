#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The Python package: a program that uses all of it, with numpy and without, the ends that jobs can have, and the k-mer
example, whose counts must be those of C."""
import os
import sys
import tempfile

sys.dont_write_bytecode = True
import lang  # noqa: E402

PYTHON = lang.variable("PYTHON_CFFI")
BINDING = os.path.join(lang.BUILD, "contrib/languages/python/hydrant/_gasnet.py")
if not PYTHON or not os.path.exists(BINDING):
    lang.leave_out("the Python package", "no python3-cffi when configured, or not built")
if lang.variable("HYD_SAN_FLAGS"):
    lang.leave_out("the Python package", "Python has no sanitizer's runtime")
CLIENT = [*PYTHON, os.path.join(lang.SRC, "tests/lang/python_client.py")]


def ends(case, want, *says):
    status, out = lang.job("smp", 2, [*CLIENT, "plain", case])
    lang.verdict(status == want and all(text in out for text in says), f"{case}: the job ends with status {want}",
                 f"{status}\n{out}")


# Typed at the prompt: a block that ends, one that fails, the job once more, and the end of the input.
TYPED = """import hydrant
with hydrant.Job() as job: print("size", job.size)

with hydrant.Job() as job: 1 / 0

print("again", hydrant.Job().reduce(41.5))
"""


def at_prompt():
    status, out = lang.run([*PYTHON, "-i", "-q"], input=TYPED)
    lang.verdict(status == 0 and "size 1" in out and "ZeroDivisionError" in out and "again 41.5" in out,
                 "at the prompt the job outlives its blocks, and its end is quiet", f"{status}\n{out}")


def by_pip(where):
    """pip install contrib/languages/python, without a network; a clone's has the header of an installation, which this
    is like."""
    header, version = lang.made("contrib/languages/ffi/gasnet_ffi.h"), lang.variable("PACKAGE_VERSION")[0]
    with open(os.path.join(where, "gasnet-ffi.pc"), "w", encoding="utf-8") as f:
        f.write(f"includedir={os.path.dirname(header)}\nlibdir={lang.LIBS}\nName: gasnet-ffi\nDescription: as "
                f"built\nVersion: {version}\n")
    pip = [*PYTHON, "-m", "pip"]
    if lang.run([*pip, "--version"])[0] != 0:
        return lang.skip("pip install contrib/languages/python", "no pip for this python3")
    place = os.path.join(where, "site")
    status, out = lang.run([*pip, "install", "--quiet", "--no-build-isolation", "--no-deps",
                            "--disable-pip-version-check", "--target",
                            place, os.path.join(lang.LANG, "python")], PKG_CONFIG_PATH=where)
    lang.verdict(status == 0, "pip install contrib/languages/python", out)
    status, out = lang.run([*PYTHON, "-c", "import hydrant; print(hydrant.__version__, hydrant.Job().size)"],
                           PYTHONPATH=place)
    lang.verdict(status == 0 and f"{version} 1" in out, "what pip has installed is a job of one rank",
                 f"{status}\n{out}")


REFUSED = """import hydrant
ffi, fail = hydrant.ffi, hydrant.ffi.callback("int(void *)", lambda context: 1)
gather = ffi.callback("int(void *, const void *, size_t, void *)", lambda context, mine, n, everything: 1)
give = lambda rank, size, barrier: hydrant.lib.hyd_boot_by_exchange(ffi.new(
    "struct hyd_boot_exchange *", {"rank": rank, "size": size, "allgather": gather, "barrier": barrier}))
print("refused", [give(*a) != 0 for a in ((2, 2, fail), (0, 0, fail), (0, 2, ffi.NULL), (0, 2, fail))], flush=True)
hydrant.Job()
"""


def by_exchange():
    """Ranks that multiprocessing has started, and an exchange that is wrong, or fails."""
    for conduit in ("smp", "udp"):
        status, out = lang.run([*PYTHON, os.path.join(lang.LANG, "python/examples/pool.py"), "3"],
                               GASNET_CONDUIT=conduit, GASNET_SUPERNODE_MAXSIZE="1" if conduit == "udp" else "0")
        lang.verdict(status == 0 and "3 ranks; the sum of the squares, at each rank: 5.0" in out,
                     f"pool.py: a job by pipes, {conduit}", f"{status}\n{out}")
    with open(os.path.join(lang.LANG, "python/examples/pool.py"), encoding="utf-8") as pool, \
            tempfile.NamedTemporaryFile("w", suffix=".py") as dying:
        dying.write(pool.read().replace("    functions =", "    if rank == 1:\n        sys.exit(5)\n    functions ="))
        dying.flush()
        status, out = lang.run([*PYTHON, dying.name, "3"])
    lang.verdict(status not in (0, 124) and "the client's exchange: its" in out,
                 "pool.py: a rank dies before it has joined", f"{status}\n{out}")
    status, out = lang.run([*PYTHON, "-c", REFUSED])
    lang.verdict(status != 0 and "refused [True, True, True, False]" in out and "its barrier failed" in out,
                 "an exchange that is wrong is refused, one that fails is named", f"{status}\n{out}")


with tempfile.TemporaryDirectory() as where:
    del lang.ENV["LD_LIBRARY_PATH"]  # HYDRANT_LIBDIR serves
    lang.ENV["PYTHONPATH"] = lang.python_package(where)
    if lang.run([*PYTHON, "-c", "import numpy"])[0] == 0:
        lang.jobs(CLIENT, "hydrant with numpy", ranks=(1, 3))
    else:
        lang.skip("hydrant with numpy", "no python3-numpy")
    lang.jobs([*CLIENT, "plain"], "hydrant without numpy", conduits=("smp",))
    lang.jobs([*CLIENT, "plain", "threads"], "hydrant, mode par, four threads", conduits=("smp",))
    if lang.passed:
        ends("handler", 1, "rank 1 of 2: Traceback", "KeyError: 'on purpose'")
        ends("raises", 1, "rank 1 of 2: Traceback", "RuntimeError: on purpose")
        ends("exit", 7)
        ends("leaves-0", 0)
        ends("leaves-3", 3)
        ends("leaves-uncaught", 1, "rank 1 of 2:\nTraceback")
    at_prompt()
    by_exchange()
    by_pip(where)
    status, out = lang.run([*PYTHON, "-c", "import hydrant"], HYDRANT_LIBDIR="/nowhere")
    lang.verdict(status == 0 or ("HYDRANT_LIBDIR may say where" in out and "/nowhere/libgasnet.so.0" in out),
                 "a library that is not found: it says where it looked", out)
    lang.kmer_agrees([*PYTHON, os.path.join(lang.LANG, "python/examples/kmer.py")], "kmer.py")
lang.end()
