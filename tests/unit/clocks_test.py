#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""clocks_test.py: nothing waits by the wall clock, which may be set at any time: functions that read or wait for it are
called where a date is wanted, and nowhere else."""
import os
import re
import sys

sys.dont_write_bytecode = True
SRC = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(SRC, "tests/lib"))
import checks  # noqa: E402

ROOMS = ("core", "extended", "vis", "firehose", "conduits", "contrib/layers", "contrib/tools", "contrib/languages")
WALL = re.compile(r"CLOCK_REALTIME|\b(time|gettimeofday|timespec_get|sem_timedwait|pthread_cond_timedwait|"
                  r"cnd_timedwait|pthread_mutex_timedlock|pthread_rwlock_timed\w+|mtx_timedlock)\(|"
                  r"\bhyd_tools_clock_ns\(0\)")
MONOTONIC = "pthread_condattr_setclock"  # in the same file: its waits are by the monotonic clock
DATES = {"core/include/gasnet_tools.h": "gasnett_gettimeofday_us",
         "contrib/layers/dsm/anl_variables.c": "the time of day, for the program",
         "contrib/tools/bench/output/result_json.c": "the date of a result",
         "contrib/tools/gasnetrun/ssh_job.c": "a part of the job's name",
         "contrib/tools/gasnetrun/top.c": "the time of day, on the screen",
         "contrib/tools/gnuplot/gnuplot.c": "the date of a picture"}


def code(path):
    """The text without comments and strings."""
    text = checks.read(path)
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', "", text, flags=re.S)


def uses(path):
    text = code(path)
    for m in WALL.finditer(text):
        if not (m[0].startswith("pthread_cond") and MONOTONIC in text):
            yield m[0]


found = {}
for room in ROOMS:
    for folder, _, names in os.walk(os.path.join(SRC, room)):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith((".c", ".h", ".cpp", ".hpp")) and (words := sorted(set(uses(path)))):
                found[os.path.relpath(path, SRC)] = words
checks.verdict([f"{path}: {', '.join(words)}" for path, words in found.items() if path not in DATES],
               "nothing but dates depends on the wall clock")
checks.verdict([f"{path}: {why}" for path, why in DATES.items() if path not in found], "each of these dates is there")
sys.exit(checks.status())
