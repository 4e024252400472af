#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""make_html.py OUTDIR: the manual as HTML, by pandoc, from the sources of the man pages and the guides of this directory: pages
that need no network and no server, with a search over all of them."""
import glob
import html
import json
import os
import re
import shutil
import subprocess
import sys

import pictures

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
GUIDES = [("tutorial", "contrib/manual/tutorial.md"), ("conduits", "contrib/manual/conduits.md"), ("tuning", "contrib/manual/tuning.md"),
          ("using-with", "contrib/manual/using-with.md"), ("security", "SECURITY.md"), ("internals", "contrib/manual/internals.md"), ("rooms", "core/README.md"),
          ("porting", "conduits/template/README"), ("conform", "contrib/conform/README.md"), ("decisions", "contrib/manual/decisions.md"),
          ("contributing", "CONTRIBUTING.md"), ("glossary", "contrib/spec/glossary.md")]
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} - Hydrant</title><link rel="stylesheet" href="manual.css"></head><body>
<header><a href="index.html">Hydrant {version}</a> <input id="search" type="search" placeholder="Search the manual" aria-label="Search">
<ul id="found"></ul></header><main>
{body}
</main><script src="search-index.js"></script><script src="search.js"></script></body></html>
"""


def pandoc(source):
    with open(source, encoding="utf-8") as f:
        text = f.read()
    return subprocess.run(["pandoc", "-f", "markdown", "-t", "html", "--no-highlight"], input=text, capture_output=True, text=True, check=True).stdout


def plain(fragment):
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", fragment))).strip()


def sections(body):
    """(id, heading, text) of each part of a page that has a heading."""
    parts = re.split(r"(?=<h[123][ >])", body)
    for part in parts:
        m = re.match(r'<h[123](?: id="([^"]*)")?[^>]*>(.*?)</h[123]>', part, re.S)
        if m:
            yield m.group(1) or "", plain(m.group(2)), plain(part[m.end():])
        elif plain(part):
            yield "", "", plain(part)


def linked(body, names):
    """gasnet_rma(7), in bold or not, leads to its page."""
    def link(m):
        name = f"{m.group(1)}.{m.group(2)}"
        return f'<a href="{name}.html">{m.group(1)}({m.group(2)})</a>' if name in names else m.group(0)

    body = re.sub(r"<strong>([\w-]+)</strong>\(([137])\)", link, body)
    outside = re.split(r"(<a [^>]*>.*?</a>|<pre>.*?</pre>|<[^>]*>)", body, flags=re.S)
    return "".join(p if i % 2 else re.sub(r"(?<![\w-])([a-z][\w-]*)\(([137])\)", link, p) for i, p in enumerate(outside))


def main():
    out = sys.argv[1]
    with open(os.path.join(TOP, "configure.ac"), encoding="utf-8") as f:
        version = re.search(r"AC_INIT\(\[hydrant\], \[([^]]*)\]", f.read()).group(1)
    pages = [(name, os.path.join(TOP, path)) for name, path in GUIDES]
    pages += [(os.path.basename(p)[:-3], p) for p in sorted(glob.glob(os.path.join(TOP, "contrib/man/*.[137].md")))]
    names, index, entries = {n for n, _ in pages}, [], {}
    os.makedirs(out, exist_ok=True)
    for name, source in pages:
        body = pictures.in_html(linked(pandoc(source), names), TOP)
        body = re.sub(r"<table>.*?</table>", r'<div class="wide">\g<0></div>', body, flags=re.S)
        parts = list(sections(body))
        if re.search(r"\.[137]$", name):
            title = re.sub(r"\.(.)$", r"(\1)", name)
            about = next((t for _, h, t in parts if h == "NAME"), "").partition(" - ")[2]
            body = f"<h1>{title}</h1>\n{body}"
        else:
            title, about = next((h for _, h, _ in parts if h), name), ""
        entries[name] = (title, about)
        index += [[title, h, f"{name}.html" + (f"#{i}" if i else ""), t] for i, h, t in parts]
        with open(os.path.join(out, name + ".html"), "w", encoding="utf-8") as f:
            f.write(PAGE.format(title=html.escape(title), version=version, body=body))
    def listed(names):
        return "".join(f'<li><a href="{n}.html">{html.escape(entries[n][0])}</a> {html.escape(entries[n][1])}</li>\n' for n in names)

    guides = [n for n, _ in GUIDES]
    body = "<h1>Hydrant</h1>\n<p>GASNet-1 and GASNet-EX: one-sided communication and active messages.</p>\n"
    body += f"<h2>Guides</h2><ul>{listed(guides)}</ul>\n<h2>Pages</h2><ul>{listed([n for n, _ in pages if n not in guides])}</ul>\n"
    with open(os.path.join(out, "index.html"), "w", encoding="utf-8") as f:
        f.write(PAGE.format(title="Manual", version=version, body=body))
    with open(os.path.join(out, "search-index.js"), "w", encoding="utf-8") as f:
        f.write("const INDEX = " + json.dumps(index, ensure_ascii=False) + ";\n")
    for name in ("manual.css", "search.js"):
        shutil.copyfile(os.path.join(HERE, name), os.path.join(out, name))


main()
