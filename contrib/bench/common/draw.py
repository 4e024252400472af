# SPDX-License-Identifier: BSD-3-Clause
"""draw.py: pictures of the comparisons, by gnuplot."""
import shutil
import subprocess


def draw(path, width, height, text):
    """The commands of a multiplot, its layout first, as an SVG or a PNG. None, or why there is no picture."""
    if not shutil.which("gnuplot"):
        return "gnuplot is missing (Debian: gnuplot-nox)"
    kind = "pngcairo" if path.endswith(".png") else "svg"
    head = [f"set terminal {kind} size {width},{height} font 'Sans,10' background rgb 'white'", f"set output '{path}'"]
    done = subprocess.run(["gnuplot"], input="\n".join([*head, *text, "unset multiplot", ""]), text=True, capture_output=True,
                          check=False)
    return done.stderr.strip()[-200:] if done.returncode else None
