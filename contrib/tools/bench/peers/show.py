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
    text = (f"Before the rounds {', '.join(f'{x:.2f}' for x in load)} of "
            f"{os.cpu_count()} cores were busy with something else")
    if is_quiet(load):
        return text + ": a quiet machine."
    advice = {"mean": "means are compared, which contain the time that the others take",
              "best": "the best batches are compared; programs that spin find better ones than programs that sleep"}
    return (f"NOT QUIET: {text[0].lower() + text[1:]}. These figures do not hold for a quiet machine.\n"
            f"{advice[statistic][0].upper() + advice[statistic][1:]} (--compare).")


def beside(count, seconds):
    """What the name of a way has behind it, when it was measured beside processes that compute."""
    return f", beside {count} busy loops, mean of {seconds} s"


def is_loaded(way):
    return ", beside " in way


def table(got, names, rounds, statistic="best"):
    what = {"best": f"Time of a call: the best batch of {rounds} runs",
            "mean": f"Time of a call: the mean, the least of {rounds} runs"}
    lines = [f"{what[statistic]}; *: the best library. ratio: the best peer's / Hydrant's; above 1: Hydrant is ahead."]
    for (way, ranks), libraries in got.items():
        columns = [n for n in names if n in libraries]
        lines += ["", f"{way}, {ranks} ranks"]
        lines.append(f"{'':24}" + "".join(f"{short(n):>13}" for n in columns) + f"{'ratio':>8}")
        for row in rows_of(libraries):
            cells = {n: best(libraries[n].get(row)) for n in columns}
            least = min((v for n, v in cells.items() if v is not None and n != FLOOR), default=None)
            text = "".join(f"{'-' if v is None else time_text(v) + ('*' if v == least else ' '):>13}"
                           for v in cells.values())
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
    return [{"way": way, "ranks": ranks, "library": name, "operation": op, "bytes": n,
             "ns": [best for best, _ in values], "mean_ns": [mean for _, mean in values]}
            for (way, ranks), libraries in got.items() for name, rows in libraries.items()
            for (op, n), values in rows.items()]


# The panels of a picture: way, operation, title. All show times, on one scale.
PANELS = (("shared memory", "put", "one host, shared memory: put"),
          ("loopback", "round-trip", "one host, by its network: message there and back"),
          ("link of MTU 1500", "round-trip", "two hosts, MTU 1500: message there and back"))
COLOURS = {"Hydrant": "#d62728", "Hydrant, no tags": "#ff9896", "Open MPI": "#1f77b4", "MPICH": "#2ca02c",
           "OpenSHMEM (Open MPI)": "#9467bd", "UCX": "#8c564b", "libfabric": "#e377c2", FLOOR: "#000000"}
OTHER_COLOURS = ("#17becf", "#bcbd22", "#7f7f7f", "#ff7f0e")
STRIP = 0.16  # of the height: the legend, below the panels


def look(names):
    """{name: gnuplot's words for its line}."""
    spare = iter(OTHER_COLOURS * len(names))
    return {name: f"lw {2.5 if name == OURS else 1.4} pt 7 ps 0.5 lc rgb '{COLOURS.get(name) or next(spare)}'"
                  + (" dt 2" if name == FLOOR else "") for name in names}


def panel(libraries, op, title, looks):
    """gnuplot's commands for one panel; its data come with them."""
    data, plots = [], []
    for i, (name, words) in enumerate(looks.items()):
        points = [(n, best(v)) for (o, n), v in sorted(libraries.get(name, {}).items()) if o == op]
        if points:
            data += [f"$d{i} << EOD", *(f"{n} {ns / 1000:g}" for n, ns in points), "EOD"]
            plots.append(f"$d{i} using 1:2 with linespoints {words} notitle")
    return [*data, f"set title '{title}'", "plot " + ", ".join(plots)] if plots else []


def legend(looks, versions):
    """A panel of its own, without axes, so that no line is hidden."""
    plots = [f"NaN with linespoints {words} title '{' '.join(filter(None, (short(name), versions.get(name))))}'"
             for name, words in looks.items()]
    return [f"set size 1,{STRIP}", "set origin 0,0", "unset border", "unset tics", "unset title", "unset ylabel",
            "unset grid", "unset logscale", "set lmargin 0", "set rmargin 0", "set tmargin 0", "set bmargin 0",
            "set key center center horizontal maxrows 2 width 2 samplen 2", "set xrange [0:1]", "set yrange [0:1]",
            "plot " + ", ".join(plots)]


def picture(got, versions, path, gasnetrun):
    """Three panels, or as many as the ways that were measured; versions: {library: version}. None, or why there is
    none."""
    panels = [(got[way, 2], op, title) for way, op, title in PANELS if (way, 2) in got]
    if not panels:
        return "no pair of ranks was measured"
    used = [name for name in dict.fromkeys(n for libraries, _, _ in panels for n in libraries)]
    ns = [v for libraries, op, _ in panels for rows in libraries.values() for (o, _), values in rows.items()
          if o == op for v in values]
    if not ns:
        return f"neither {' nor '.join(sorted({op for _, op, _ in PANELS}))} was measured"
    looks, width = look(used), 1 / len(panels)
    text = ["set logscale xy", "set grid", TICS_OF_BYTES, "set format y '%g'", "unset key", "set xrange [6:6e6]",
            f"set yrange [{min(ns) / 1500:g}:{max(ns) / 1000 * 1.5:g}]"]
    for i, (libraries, op, title) in enumerate(panels):
        text += [f"set size {width:g},{0.94 - STRIP:g}", f"set origin {i * width:g},{STRIP:g}",
                 "set ylabel 'µs'" if i == 0 else "unset ylabel", *panel(libraries, op, title, looks)]
    return draw(path, 400 * len(panels), 420, None, text + legend(looks, versions), gasnetrun)
