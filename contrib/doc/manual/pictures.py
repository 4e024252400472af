# SPDX-License-Identifier: BSD-3-Clause
"""pictures.py: pictures of the manual as SVG, from blocks of text in its pages, which are legible by themselves:

  cells     rows of boxes:  LABEL | cell | *filled | ~faint | ...     the label ^ makes pointers of its row
  sequence  lanes A, B      then:  A -> B: a message;  A => B: bytes;  A -x B: lost;  A: what happens there
  bars      LABEL | 2.51 s | *1.44 s                        bars from 0, * filled; each says its text
  dot       Graphviz

A block names the source that it shows (from="core/shm/ring.h"): {NAME} is that constant's value there, {sizeof NAME} a
size that is asserted there, and words in capitals must be names of it (unknown_words). Everything is 360 units wide, so
that letters on a phone are as large as the page's."""
import html
import os
import re
import shutil
import subprocess

WIDE, LINE = 360, 15
KINDS = ("cells", "sequence", "bars", "dot")


def constants(source):
    values = dict(re.findall(r"^#define (\w+) \(?(\d+)u?\b", source, re.M))
    return {**values,
            **{"sizeof " + n: v for n, v in re.findall(r"_Static_assert\(sizeof\(struct (\w+)\) == (\d+)", source)}}


def filled_in(text, source):
    """The text with the values of {NAME}; KeyError if the source has no such name."""
    values = constants(source)
    return re.sub(r"\{((?:sizeof )?[A-Za-z]\w+)\}", lambda m: f"{int(values[m.group(1)]):,}", text)


def unknown_words(text, source):
    """Names of states and steps (PRESENT, X1) that the source does not have."""
    words = set(re.findall(r"\b(?:[A-Z][A-Z_]{2,}|[A-Z]\d)\b", re.sub(r"\{.*?\}", "", text)))
    known = set(re.findall(r"[A-Z]+[0-9]?", source))
    return sorted(w for w in words if not set(w.split("_")) <= known)


def length(text):
    return sum(8 if c.isupper() else 6.2 for c in text)


def wrapped(text, width):
    lines = [""]
    for word in text.split():
        if lines[-1] and length(lines[-1] + " " + word) > width:
            lines.append(word)
        else:
            lines[-1] = (lines[-1] + " " + word).strip()
    return lines


def text(x, y, lines, anchor="middle", kind=""):
    kind = f' class="{kind}"' if kind else ""
    return "".join(f'<text x="{x:.0f}" y="{y + i * LINE:.0f}" text-anchor="{anchor}"{kind}>{html.escape(l)}</text>'
                   for i, l in enumerate(lines) if l)


def svg(height, body, wide=WIDE):
    return f'<svg viewBox="0 0 {wide:.0f} {height:.0f}" role="img">{body}</svg>'


def cells(block):
    rows = [[c.strip() for c in line.split("|")] for line in block.strip().splitlines()]
    label = max(length(r[0]) for r in rows) + 8
    step = (WIDE - label - 1) / max(len(r) - 1 for r in rows)
    y, body = 2, ""
    for name, *row in rows:
        marks = [c[:1] if c[:1] in "*~" else "" for c in row]
        lines = [wrapped(c.lstrip("*~"), step - 2) for c in row]
        high = LINE * max(len(l) for l in lines) + 8
        pointers = name == "^"
        if not pointers:
            body += text(0, y + high / 2 + 4, [name], "start")
        for i, (mark, said) in enumerate(zip(marks, lines)):
            x = label + i * step
            if pointers and said != [""]:
                body += text(x + step / 2, y + LINE - 4, ["▲"]) + text(x + step / 2, y + 2 * LINE - 4, said,
                                                                       kind="note")
            elif not pointers:
                kind = {"*": ' class="filled"', "~": ' class="faint"'}.get(mark, "")
                body += f'<rect x="{x:.1f}" y="{y}" width="{step:.1f}" height="{high}"{kind}/>'
                body += text(x + step / 2, y + high / 2 - LINE * (len(said) - 1) / 2 + 4, said)
        y += high + (LINE if pointers else 0)
    return svg(y + 4, body)


def arrow(x1, x2, y, kind):
    way = 1 if x2 > x1 else -1
    end = (x1 + x2) / 2 if kind == "-x" else x2
    line = f'<path d="M{x1:.0f} {y}H{end:.0f}"' + (' class="wide"' if kind == "=>" else "") + "/>"
    if kind == "-x":
        return line + f'<path d="M{end - 5:.0f} {y - 5}l10 10m0 -10l-10 10"/>'
    return line + f'<path d="M{end:.0f} {y}l{-8 * way} -4v8z" class="tip"/>'


def sequence(block):
    first, *steps = block.strip().splitlines()
    lanes = [l.strip() for l in first.removeprefix("lanes").split(",")]
    room = WIDE / len(lanes)
    at = {name: room * (i + .5) for i, name in enumerate(lanes)}
    y, body = LINE, "".join(text(x, LINE - 3, [name], kind="lane") for name, x in at.items())
    for step in steps:
        m = re.match(r"\s*(.+?) (->|=>|-x) (.+?): (.*)$", step)
        if m:
            x1, x2 = at[m.group(1).strip()], at[m.group(3).strip()]
            said = wrapped(m.group(4), abs(x2 - x1) + room * .9)
            # What is said near an edge stays within the picture.
            half = max(length(l) for l in said) / 2
            body += text(min(max((x1 + x2) / 2, half + 2), WIDE - half - 2), y + LINE + 4, said, kind="on")
            y += LINE * len(said) + 10
            body += arrow(x1, x2, y, m.group(2))
            y += 4
        else:
            where, said = (part.strip() for part in step.split(":", 1))
            said = wrapped(said, room - 12)
            high = LINE * len(said) + 6
            body += (f'<rect x="{at[where] - room / 2 + 3:.1f}" y="{y + 8}" width="{room - 6:.1f}" height="{high}" '
                     f'class="filled"/>')
            body += text(at[where], y + LINE + 7, said, kind="note")
            y += high + 10
    lines = "".join(f'<path d="M{x:.0f} {LINE + 3}V{y + 8}" class="lifeline"/>' for x in at.values())
    return svg(y + 12, lines + body)


def bars(block):
    rows = [[c.strip() for c in line.split("|")] for line in block.strip().splitlines()]
    label = max(length(r[0]) for r in rows) + 8
    room = WIDE - label - max(length(c) for r in rows for c in r[1:]) - 8
    most = max(float(c.lstrip("*").split()[0]) for r in rows for c in r[1:])
    y, body = 4, ""
    for name, *row in rows:
        body += text(0, y + LINE * len(row) / 2 + 2.5, [name], "start")
        for c in row:
            said = c.lstrip("*")
            wide, kind = room * float(said.split()[0]) / most, ' class="filled"' if c.startswith("*") else ""
            body += f'<rect x="{label:.1f}" y="{y}" width="{wide:.1f}" height="{LINE - 3}"{kind}/>'
            body += text(label + wide + 5, y + LINE - 5, [said], "start")
            y += LINE
        y += 8
    return svg(y, body)


def dot(block):
    block = re.sub(r'(->.*label=)"([^"]*)"', r'\1"  \2 "', block)  # what is said keeps away from its line
    with_defaults = re.sub(r"\{", '{ bgcolor=transparent; margin=0; nodesep=.1; ranksep=.35; node [shape=box '
                                  'style=rounded fontsize=12 height=.35 '
                           'margin=".1,.04"]; edge [fontsize=12 arrowsize=.7];', block, count=1)
    made = subprocess.run(["dot", "-Tsvg"], input=with_defaults, capture_output=True, text=True, check=True).stdout
    wide, high = re.search(r'viewBox="0.00 0.00 ([\d.]+) ([\d.]+)"', made).groups()
    body = re.search(r"<svg[^>]*>(.*)</svg>", made, re.S).group(1)
    body = re.sub(r"<!--.*?-->|<title>.*?</title>| (id|class|font-family|font-size)=\"[^\"]*\"", "", body, flags=re.S)
    body = re.sub(r'"(black|#000000)"', '"currentColor"', body).replace("<polygon fill=\"currentColor\"",
                                                                        '<polygon class="tip" fill="currentColor"')
    indent = max(0, (WIDE - float(wide)) / 2)
    return svg(float(high), f'<g transform="translate({indent:.0f} 0)">{body}</g>', max(WIDE, float(wide)))


def picture(kind, block, source, caption):
    drawn = {"cells": cells, "sequence": sequence, "bars": bars, "dot": dot}[kind](filled_in(block, source))
    return f'<figure>{drawn}<figcaption>{html.escape(filled_in(caption, source))}</figcaption></figure>'


def in_text(page):
    """Kind, source, caption and block of each."""
    return re.findall(r'^```\{\.(%s) from="(.*?)" caption="(.*?)"\}\n(.*?)^```$' % "|".join(KINDS), page, re.S | re.M)


def in_html(body, top):
    """A page of pandoc's with its blocks of these kinds as pictures."""
    def draw(m):
        if m.group(1) == "dot" and not shutil.which("dot"):
            return m.group(0) # without graphviz the text serves
        said = dict(re.findall(r'data-(\w+)="([^"]*)"', m.group(2)))
        with open(os.path.join(top, said["from"]), encoding="utf-8") as f:
            return picture(m.group(1), html.unescape(m.group(3)), f.read(), html.unescape(said["caption"]))

    return re.sub(r'<pre\s+class="(%s)"([^>]*)><code>(.*?)</code></pre>' % "|".join(KINDS), draw, body, flags=re.S)
