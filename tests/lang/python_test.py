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
BINDING = os.path.join(lang.BUILD, "contrib/lang/python/hydrant/_gasnet.py")
if not PYTHON or not os.path.exists(BINDING):
    lang.leave_out("the Python package", "no python3-cffi when configured, or not built")
if lang.variable("HYD_SAN_FLAGS"):
    lang.leave_out("the Python package", "Python has no sanitizer's runtime")
CLIENT = [*PYTHON, os.path.join(lang.SRC, "tests/lang/python_client.py")]


def ends(case, want, says):
    status, out = lang.job("smp", 2, [*CLIENT, "plain", case])
    lang.verdict(status == want and says in out, f"{case}: the job ends with status {want}", f"{status}\n{out}")


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
        ends("handler", 1, "KeyError: 'on purpose'")
        ends("raises", 1, "RuntimeError: on purpose")
        ends("exit", 7, "")
    status, out = lang.run([*PYTHON, "-c", "import hydrant"], HYDRANT_LIBDIR="/nowhere")
    lang.verdict(status == 0 or ("HYDRANT_LIBDIR may say where" in out and "/nowhere/libgasnet.so.0" in out),
                 "a library that is not found: it says where it looked", out)
    lang.kmer_agrees([*PYTHON, os.path.join(lang.LANG, "python/examples/kmer.py")], "kmer.py")
lang.end()
