# SPDX-License-Identifier: BSD-3-Clause
"""run.py: the driver of the fault tests; see run.sh for its options."""
import argparse
import fnmatch
import json
import os
import signal
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import faultlib  # noqa: E402

GROUPS = ("exits", "misuse", "diag", "launch", "surroundings", "death", "pauses", "touch")


def load(groups, have):
    cases = []
    for group in groups:
        try:
            module = __import__("cases_" + group)
        except ModuleNotFoundError:
            continue
        for case in module.cases(have):
            case.name = group + "." + case.name
            cases.append(case)
    return cases


def worker(cases, queue, results, where, logs):
    """Takes numbers of cases from the queue until it is closed."""
    private = faultlib.isolate()
    while True:
        record = os.read(queue, 4)
        if len(record) < 4:
            os._exit(0)
        i = int.from_bytes(record, "little")
        directory = os.path.join(logs, f"{os.getpid()}.{i}")
        os.makedirs(directory)
        try:
            problems, seconds, missed = faultlib.run_case(cases[i], directory, where, private)
        except Exception as e:  # pylint: disable=broad-except
            problems, seconds, missed = [f"driver: {type(e).__name__}: {e}"], 0, ""
        if not problems:
            faultlib.clean_up(directory)
        text = json.dumps({"i": i, "problems": problems[:8], "seconds": seconds, "dir": directory, "missed": missed})
        os.write(results, (text[:3900] + "\n").encode())


def start_workers(count, cases, where, logs, keep):
    """The queue holds every case that is not skipped. Returns (pids, results file)."""
    queue_r, queue_w = os.pipe()
    results_r, results_w = os.pipe()
    pids = []
    for _ in range(count):
        pid = os.fork()
        if pid == 0:
            os.close(queue_w)
            os.close(results_r)
            worker(cases, queue_r, results_w, where, logs)
        pids.append(pid)
    os.close(queue_r)
    os.close(results_w)
    for i in keep:
        os.write(queue_w, i.to_bytes(4, "little"))
    os.close(queue_w)
    return pids, os.fdopen(results_r)


def report(case, result, verbose):
    if result["missed"]:
        print(f"skip {case.name} not reached: {result['missed']}", flush=True)
        return
    if not result["problems"]:
        print(f"ok {case.name}" + f" # {result['seconds']:.2f} s" * verbose, flush=True)
        return
    print(f"not ok {case.name} # {result['seconds']:.2f} s, {result['dir']}")
    print(f"#   {case.program} {' '.join(map(str, case.args))} on {case.ranks}, {case.env}")
    for p in result["problems"]:
        print(f"#   {p}")
    for line in faultlib.tail(os.path.join(result["dir"], "stderr")):
        print(f"#   | {line[:300]}")
    sys.stdout.flush()


def run_once(cases, options, logs):
    skipped = [c for c in cases if c.skip]
    for c in skipped:
        print(f"skip {c.name} {c.skip}")
    keep = [i for i, c in enumerate(cases) if not c.skip]
    pids, results = start_workers(options.jobs, cases, options.dir, logs, keep)
    passed = failed = missed = 0
    for line in results:
        result = json.loads(line)
        report(cases[result["i"]], result, options.verbose)
        missed += bool(result["missed"])
        passed += not result["problems"] and not result["missed"]
        failed += bool(result["problems"])
    for pid in pids:
        os.waitpid(pid, 0)
    failed += len(keep) - passed - failed - missed
    if missed:
        print(f"# {missed} of {len(keep)} cases were not reached: they count as skipped")
    return passed, failed, len(skipped) + missed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dir", default="tests/fault")
    parser.add_argument("--group", default=",".join(GROUPS))
    parser.add_argument("--only", default="*")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--logs")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    options.dir = os.path.abspath(options.dir)
    faultlib.WHERE, faultlib.WHOLE = options.dir, options.whole
    have = lambda name: os.access(os.path.join(options.dir, name), os.X_OK)  # noqa: E731
    cases = [c for c in load(options.group.split(","), have)
             if any(fnmatch.fnmatch(c.name, p) for p in options.only.split(","))]
    if not cases:
        parser.error(f"--only {options.only}: no case of these groups is named so; --list prints the names")
    if options.list:
        print("\n".join(c.name for c in cases))
        return 0
    for c in cases:
        missing = [p for p in [c.program] + c.copy
                   if not os.path.isabs(p) and "{" not in p and not have(p)]
        if missing and not c.skip:
            c.skip = f"{missing[0]} is not built"
    logs = options.logs or tempfile.mkdtemp(prefix="fault.", dir=os.environ.get("TMPDIR", "/tmp"))
    os.makedirs(logs, exist_ok=True)
    os.chmod(logs, 0o755)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    total = [0, 0, 0]
    for turn in range(options.repeat):
        if options.repeat > 1:
            print(f"# run {turn + 1} of {options.repeat}")
        total = [a + b for a, b in zip(total, run_once(cases, options, logs))]
        if options.repeat > 1 and total[1]:
            break
    if not options.logs:
        try:
            os.rmdir(logs)
        except OSError:
            print(f"# files of failed cases are in {logs}")
    print(f"{total[0]} passed, {total[1]} failed, {total[2]} skipped")
    return 1 if total[1] else 77 if not total[0] else 0


sys.exit(main())
