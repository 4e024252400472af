# SPDX-License-Identifier: BSD-3-Clause
"""draw.py: pictures of the comparisons, by gnuplot."""
import argparse
import os
import re
import shutil
import subprocess
import time

BYTES = ", ".join(f"'{n} {unit}' {n << shift}" for n, unit, shift in (
    (8, "B", 0), (64, "B", 0), (512, "B", 0), (4, "KB", 10), (32, "KB", 10), (256, "KB", 10), (2, "MB", 20),
    (16, "MB", 20)))
TICS_OF_BYTES = f"set xtics rotate by -45 ({BYTES})"


def add_option(parser, what):
    """--picture FILE, refused at once where there is no gnuplot: before anything is measured."""
    def checked(path):
        if not shutil.which("gnuplot"):
            raise argparse.ArgumentTypeError(
                "needs gnuplot, which is not there; on Debian: apt-get install gnuplot-nox")
        return path
    parser.add_argument("--picture", metavar="FILE", type=checked, help=f"{what}: FILE.svg or FILE.png (needs gnuplot)")


def origin(gasnetrun):
    """Where, when and by what it was measured."""
    processor = "an unknown processor"
    with open("/proc/cpuinfo", encoding="utf-8") as f:
        found = re.search(r"^model name\s*: (.*)", f.read(), re.M)
        if found:
            processor = found.group(1)
    said = subprocess.run([gasnetrun, "--version"], text=True, capture_output=True, check=False).stdout
    version = re.search(r"\(Hydrant\) ([^,\s]*)", said)
    return (f"{processor}, {os.cpu_count()} cores; {time.strftime('%Y-%m-%d')}; "
            f"Hydrant {version.group(1) if version else ''}")


def draw(path, width, height, layout, text, gasnetrun):
    """The commands of a multiplot with that layout (None: the commands place the panels), as an SVG or a PNG. None, or
    why there is no picture."""
    kind = "pngcairo" if path.endswith(".png") else "svg"
    title = origin(gasnetrun).replace("'", "''")
    layout = f"layout {layout}" if layout else ""
    head = ["set encoding utf8", f"set terminal {kind} size {width},{height} font 'Sans,10' background rgb 'white'",
            f"set output '{path}'", f"set multiplot {layout} title '{title}' noenhanced"]
    done = subprocess.run(["gnuplot"], input="\n".join([*head, *text, "unset multiplot", ""]), text=True,
                          capture_output=True, check=False)
    return done.stderr.strip()[-200:] if done.returncode else None
