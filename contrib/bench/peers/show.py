# SPDX-License-Identifier: BSD-3-Clause
"""show.py: what peers.py measured, as a table, as a list of what is behind, and as a picture."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../common"))
from draw import TICS_OF_BYTES, draw  # noqa: E402

OURS = "Hydrant"
FLOOR = "machine"  # what needs no library
BEHIND = 1.05
STATISTICS = ("best", "mean")
QUIET = 0.1  # cores that may be busy with something else
STREAMS = {"put-stream": "put", "get-stream": "get"}


def best(values):
    return min(values) if values else None


def rows_of(libraries):
    """Rows in the order in which a program measures them."""
    order = {}
    for rows in libraries.values():
        for row in rows:
            order.setdefault(row, len(order))
    names = list(dict.fromkeys(op for op, _ in order))
    return sorted(order, key=lambda row: (names.index(row[0]), row[1]))


def size(n):
    for unit, each in (("MB", 1 << 20), ("KB", 1 << 10)):
        if n >= each and n % each == 0:
            return f"{n // each} {unit}"
    return f"{n} B" if n else ""


def time_text(ns):
    for unit, each in (("ms", 1e6), ("us", 1e3)):
        if ns >= each:
            return f"{ns / each:.3g} {unit}" if ns / each < 1000 else f"{ns / each:.0f} {unit}"
    return f"{ns:.3g} ns" if ns < 1000 else f"{ns:.0f} ns"


def peers(libraries):
    """Those that Hydrant is compared with: not itself with another setting, nor the machine."""
    return [name for name in libraries if not name.startswith(OURS) and name != FLOOR]


def is_quiet(load):
    return not load or max(load) < QUIET


def machine(load, statistic):
    """What else the machine does, and what that means for the figures."""
    if not load:
        return ""
    text = f"Before the rounds {', '.join(f'{x:.2f}' for x in load)} of {os.cpu_count()} cores were busy with something else"
    if is_quiet(load):
        return text + ": a quiet machine."
    advice = {"mean": "means are compared, which contain the time that the others take",
              "best": "the best batches are compared; programs that spin find better ones than programs that sleep"}
    return (f"NOT QUIET: {text[0].lower() + text[1:]}. These figures do not hold for a quiet machine.\n"
            f"{advice[statistic][0].upper() + advice[statistic][1:]} (--compare).")


def table(got, names, rounds, statistic="best"):
    what = {"best": f"Time of a call: the best batch of {rounds} runs", "mean": f"Time of a call: the mean, the least of {rounds} runs"}
    lines = [f"{what[statistic]}; *: the best library. ratio: the best peer's / Hydrant's; above 1: Hydrant is ahead."]
    for (way, ranks), libraries in got.items():
        columns = [n for n in names if n in libraries]
        lines += ["", f"{way}, {ranks} ranks"]
        lines.append(f"{'':24}" + "".join(f"{short(n):>13}" for n in columns) + f"{'ratio':>8}")
        for row in rows_of(libraries):
            cells = {n: best(libraries[n].get(row)) for n in columns}
            least = min((v for n, v in cells.items() if v is not None and n != FLOOR), default=None)
            text = "".join(f"{'-' if v is None else time_text(v) + ('*' if v == least else ' '):>13}" for v in cells.values())
            others = [v for n, v in cells.items() if v is not None and n in peers(libraries)]
            ratio = f"{min(others) / cells[OURS]:8.2f}" if others and cells.get(OURS) else ""
            lines.append(f"{row[0] + ' ' + size(row[1]):24}{text}{ratio}")
    return "\n".join(lines)


def short(name):
    return {"OpenSHMEM (Open MPI)": "OpenSHMEM", "Hydrant, no tags": "no tags", "Hydrant, ofi (net)": "ofi net",
            "Hydrant, ofi (tcp;ofi_rxm)": "ofi tcp", "Hydrant, mpi (Open MPI)": "mpi Open MPI",
            "Hydrant, mpi (MPICH)": "mpi MPICH",
            "OpenCoarrays (Open MPI)": "OC Open MPI",
            "OpenCoarrays (MPICH)": "OC MPICH"}.get(name, name)


def behind(got, names):
    """[(way, ranks, row, ours, peer, theirs)]: cells where a peer is ahead by more than 5 %."""
    found = []
    for (way, ranks), libraries in got.items():
        for row in rows_of(libraries):
            ours = best(libraries.get(OURS, {}).get(row))
            others = {n: best(libraries[n].get(row)) for n in peers(libraries) if libraries[n].get(row)}
            if ours is None or not others:
                continue
            peer = min(others, key=others.get)
            if ours > BEHIND * others[peer]:
                found.append((way, ranks, row, ours, peer, others[peer]))
    return found


def verdict(cells):
    if not cells:
        return "\nNever more than 5 % behind a peer."
    lines = ["\nMore than 5 % behind a peer:"]
    for way, ranks, (op, n), ours, peer, theirs in cells:
        lines.append(f"  {way}, {ranks} ranks, {op} {size(n)}: {time_text(ours)}; {peer} {time_text(theirs)} "
                     f"({ours / theirs:.2f} x)")
    return "\n".join(lines)


def plain(got):
    return [{"way": way, "ranks": ranks, "library": name, "operation": op, "bytes": n, "ns": [best for best, _ in values],
             "mean_ns": [mean for _, mean in values]}
            for (way, ranks), libraries in got.items() for name, rows in libraries.items()
            for (op, n), values in rows.items()]


PANELS = (("put", "put: time until it is there", False), ("get", "get", False),
          ("round-trip", "message there and back", False), ("put-stream", "stream of puts", True))
COLOURS = ("#d62728", "#ff9896", "#1f77b4", "#2ca02c", "#9467bd", "#8c564b", "#e377c2", "#000000")


def panel(libraries, names, op, title, bandwidth, key):
    """gnuplot's commands for one panel; its data come with them."""
    data, plots = [], []
    for i, name in enumerate(names):
        points = [(n, best(v)) for (o, n), v in sorted(libraries.get(name, {}).items()) if o == op]
        if not points:
            continue
        lines = [f"{n} {n * 1000 / ns if bandwidth else ns / 1000:g}" for n, ns in points]
        data += [f"$d{i} << EOD", *lines, "EOD"]
        width = 2.5 if name == OURS else 1.2
        dash = " dt 2" if name == FLOOR else ""
        plots.append(f"$d{i} using 1:2 with linespoints lw {width} pt 7 ps 0.4 lc rgb '{COLOURS[i % len(COLOURS)]}'{dash} "
                     f"title '{short(name)}'")
    if not plots:
        return []
    unit = "MB/s" if bandwidth else "us"
    where = f"set key {'right bottom' if bandwidth else 'left top'} font ',9'" if key else "unset key"
    return [*data, where, f"set title '{title}'", f"set ylabel '{unit}'", "plot " + ", ".join(plots)]


def picture(got, names, path, gasnetrun):
    """None, or why there is none."""
    ways = [way for way, ranks in got if ranks == 2]
    text = ["set logscale xy", "set grid", TICS_OF_BYTES, "set format y '%g'"]
    for way in ways:
        for i, (op, title, bandwidth) in enumerate(PANELS):
            text += panel(got[way, 2], names, op, f"{way}: {title}", bandwidth, i == 0)
    return draw(path, 340 * len(PANELS), 30 + 330 * len(ways), f"{len(ways)},{len(PANELS)}", text, gasnetrun)
