# SPDX-License-Identifier: BSD-3-Clause
"""cases_dsm.py: shared memory (contrib/layers/dsm) over the HCA: litmus tests, handlers counted, page fetches from one
rank, and the five applications."""
import re

from launchlib import need
from parts import ONE

APPS = {"barnes": ("-n", "600"), "radix": ("-n", "20000"), "is": ("-n", "13"), "fft3d": ("-n", "16"),
        "water": ("-n", "200")}


def passes(n, protocol, path, *words, says):
    def fn(world):
        env = {"HYD_DSM_PROTOCOL": protocol}
        if n > 2:
            env["GASNET_WAIT"] = "block"  # more ranks than processors, all of them emulated
        if n > 6:
            env["GASNET_MAX_SEGSIZE"] = "272MB"  # the machine's memory has no region of 256 MB for each by default
        job = ONE.program(world, n, f"{world.build}/{path}", *words, env=env, limit=900)
        status = job.wait()
        need(status == 0 and re.search(says, job.out, re.M), f"status {status}; {job.said()}")
    return fn


def fetches(protocol, n):
    """The paper's figure 8, with fewer pages, since a page takes 16 ranks a tenth of a second here: says a line as
    contrib/layers/dsm/papers reads them."""
    def fn(world):
        job = ONE.program(world, n, f"{world.build}/contrib/layers/dsm/bench/dsm-bench", "--fetch", str(128 // n),
                          env={"HYD_DSM_PROTOCOL": protocol}, limit=600)
        status = job.wait()
        us = re.search(r"^\d+\.\d\d$", job.out, re.M)
        need(status == 0 and us, f"status {status}; {job.said()}")
        print(f"ibv {protocol} {n} {us[0]}", flush=True)
    return fn


def cases(world):
    for protocol in ("async", "ardmar"):
        for n in (2, 4, 8, 16) if world.whole else (2,):
            yield f"fetch-{protocol}-{n}", fetches(protocol, n)
        yield f"litmus-{protocol}-3", passes(3, protocol, "tests/dsm/litmus", says=r"^\d+ passed, 0 failed$")
        yield f"handlers-{protocol}", passes(3, protocol, "contrib/layers/dsm/bench/dsm-bench", "--handlers",
                                             says=r"(?s) met$.* met$")
        for n in (1, 2, 7) if world.whole else (2,):  # all numbers: make check-dsm
            for app, size in APPS.items():
                yield f"{app}-{protocol}-{n}", passes(n, protocol, f"contrib/layers/dsm/apps/{app}-dsm", "--check",
                                                      *size,
                                                      says=r"^agrees with the serial run$")
