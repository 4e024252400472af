#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""layers_test.py: which room calls which, by the symbols of the object files in the build tree, against the tables of
rooms in core/README.md and contrib/tools/bench/README.md. Also: no circle between rooms, few files in a circle inside
one, and what headers may include."""
import glob
import os
import re
import subprocess
import sys

TOP = os.environ.get("srcdir") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
BUILD = os.environ.get("abs_top_builddir") or os.getcwd()
LIBRARY = re.compile(r"^(libgasnet_la|hyd_conduit_\w+_la|libfirehose_la)-")
BENCH = re.compile(r"^gasnet_bench(_ibv(_everything)?)?-")
LONGEST_FILE = 650
# Files of one room that may call each other in a circle: an engine. OTHER rooms have a limit of their own; 1: none.
LARGEST_CIRCLE = 5
OTHER = {"firehose": 8, "conduits/udp": 1, "conduits/ibv": 1, "conduits/ofi": 1}
# each defines hyd_module_conduit, which only one can be found to own
MODULES = ("conduits/ibv", "conduits/ofi", "conduits/mpi")
failed = 0


def verdict(problems, what):
    global failed
    print(("not ok - " if problems else "ok - ") + what)
    for problem in problems:
        print("#   " + problem)
    failed += bool(problems)


def read_rooms(top):
    """{room: set of rooms that it may call} of the table in top/README.md, which names rooms below top without it."""
    def full(name):
        return f"{top}/{name}" if os.path.isdir(os.path.join(TOP, top, name)) else name

    text = open(os.path.join(TOP, top, "README.md")).read()
    table = text.split("<!-- rooms -->")[1].split("<!-- end -->")[0]
    return {full(room): {full(name) for name in calls.split()}
            for room, calls in re.findall(r"^\| `([\w/]+)` \|[^|]*\|([^|]*)\|$", table, re.M)}


OTHERS = re.compile(r"(asan|tsan|coverage|mutants|deb|dist|builds|build-\w+)(/|$)")  # builds in the build tree


def objects(prefix):
    """(object file, source without suffix) of what the programs with this prefix are linked from, each source once."""
    seen = {}
    for path in glob.glob(os.path.join(BUILD, "**", "*.o"), recursive=True):
        folder, name = os.path.split(os.path.relpath(path, BUILD))
        if not prefix.match(name) or OTHERS.match(folder):
            continue
        source = os.path.join(re.sub(r"/?\.libs$", "", folder), prefix.sub("", name)[:-2])
        if any(os.path.exists(os.path.join(d, source + ".c")) for d in (TOP, BUILD)):
            seen.setdefault(source, path)
    return seen


def symbols(found):
    """{source: (names that its object defines for others, names that it wants)}, by one nm, which takes long to
    start."""
    tables = {path: (set(), set()) for path in found.values()}
    out = subprocess.run(["nm", "-A", "-g", *tables], stdout=subprocess.PIPE, universal_newlines=True,
                         check=True).stdout
    for line in out.splitlines():
        path, words = line.rsplit(":", 1)
        defined, wanted = tables[path]
        words = words.split()
        if words[-2] in "Uwv":
            wanted.add(words[-1])
        else:
            defined.add(words[-1])
    return {source: tables[path] for source, path in found.items()}


def read_calls(tables):
    """{source: {source: names}}. A module has the library's names a second time (module_calls)."""
    owner = {name: source for source, (defined, _) in tables.items() if source != "conduits/module_calls"
             for name in defined}
    calls = {}
    for source, (_, wanted) in tables.items():
        for name in wanted:
            other = owner.get(name)
            if other and other != source:
                calls.setdefault(source, {}).setdefault(other, set()).add(name)
    return calls


def circles(edges):
    """Strongly connected components of more than one node (Tarjan)."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in edges.get(node, ()):
            if other not in index:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == index[node]:
            part = []
            while not part or part[-1] != node:
                part.append(stack.pop())
            if len(part) > 1:
                found.append(sorted(part))

    for node in list(edges):
        if node not in index:
            visit(node)
    return found


def sources():
    folders = ("core/*", "extended", "extended/*", "vis", "firehose", "conduits", "conduits/*",
               "contrib/tools/gasnetrun")
    return sorted(f for d in folders for f in glob.glob(os.path.join(TOP, d, "*.[ch]")))


def check_includes():
    def wrong(files, pattern, but=()):
        return lines(files, r'\s*#\s*include\s*"(%s)' % pattern, but)

    def lines(files, pattern, but=()):
        found = []
        for path in files:
            name = os.path.relpath(path, TOP)
            for number, line in enumerate(open(path), 1):
                if re.match(pattern, line) and name not in but:
                    found.append(f"{name}:{number}: {line.strip()}")
        return found

    inside = [f for f in sources() if "/core/" in f]
    verdict(wrong(inside, "extended/|vis/|firehose/|conduits/(?!dispatch|conduit|module_limits)",),
            "core includes nothing of other layers but dispatch.h and what it includes")
    verdict(wrong(glob.glob(TOP + "/firehose/*.[ch]"), "core/(?!sys/)|extended/|vis/|conduits/"),
            "firehose includes core/sys only")
    io = ("udp", "udp_int", "attend", "socket", "faults", "peers", "events", "progress", "security",
          "tag_speed")
    engine = [f for f in glob.glob(TOP + "/conduits/udp/*.[ch]")
              if os.path.splitext(os.path.basename(f))[0] not in io]
    verdict(wrong(engine,
                  r"core/(?!base/results\.h)|conduits/(conduit|dispatch|(ip/where|"
                  r"udp/(socket|faults|udp_int|security|tag_speed)))"),
            "the protocol of udp does no input or output and knows no job")
    conduits = glob.glob(TOP + "/conduits/*/*.[ch]")
    verdict(wrong(conduits, "core/base/job.h|conduits/dispatch.h") + lines(conduits, r".*\bjob->"),
            "conduits see of their job what conduit_host.h shows")
    verdict(wrong(sources(), r'[^"]*\.c"'), "no .c file is included")
    verdict([f"{os.path.relpath(f, TOP)}: {n}" for f in sources()
             for n in (sum(1 for _ in open(f)),) if n > LONGEST_FILE],
            f"no file is longer than {LONGEST_FILE} lines")


def check_rooms(top, rooms, tables, top_room, circle):
    """top_room stands above all, and closes no circle; circle(room): so many of its files may call each other in
    one."""
    calls = read_calls(tables)
    folder = os.path.dirname
    edges, wrong = {}, []
    for source in sorted(calls):
        for other, names in sorted(calls[source].items()):
            a, b = folder(source), folder(other)
            if a == b:
                continue
            edges.setdefault(a, set()).add(b)
            through_list = "dispatch" in rooms.get(a, ()) and other in ("conduits/list", "conduits/module")
            if b not in rooms.get(a, ()) and not through_list:
                wrong.append(f"{source} calls {other}: {', '.join(sorted(names)[:4])}")
    verdict(sorted({folder(s) for s in calls} - set(rooms) - {"core/kinds"}),
            f"every file lies in a room of the table in {top}/README.md")
    verdict(wrong, "a room calls those of its row there")
    # A room that is left out has no objects: its row, and what other rows say of it, are not looked at.
    built = {folder(s) for s in tables}
    unused = [f"{a}: {b}" for a in rooms if a in built for b in rooms[a] & built
              if b not in edges.get(a, ()) and b != "core/sys" and not (a == "conduits" and b in MODULES)]
    verdict(unused, "the table allows no call that is not made")
    for room in edges:
        edges[room].discard(top_room)
    verdict([" ".join(c) for c in circles(edges)], "no circle between rooms")
    inner = {s: [o for o in others if folder(o) == folder(s)] for s, others in calls.items()}
    verdict([" ".join(c) for c in circles(inner) if len(c) > circle(folder(c[0]))],
            "no large circle of files inside a room")


def main():
    library = symbols(objects(LIBRARY))
    if len(library) < 100:
        print("skip: this tree holds no objects of the library")
        return 77
    check_rooms("core", read_rooms("core"), library, "conduits", lambda room: OTHER.get(room, LARGEST_CIRCLE))
    rooms = read_rooms("contrib/tools/bench")
    bench = {s: o for s, o in objects(BENCH).items() if "tools/bench/" in s or os.path.dirname(s) in rooms}
    if bench:  # without jansson it is not built
        check_rooms("contrib/tools/bench", rooms, symbols(bench), "contrib/tools/bench/program",
                    lambda room: 1 if "tools/bench/" in room else LARGEST_CIRCLE)
    check_includes()
    return 1 if failed else 0


sys.exit(main())
