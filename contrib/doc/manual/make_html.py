#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""make_html.py OUTDIR: the manual as HTML, by pandoc, from the sources of the man pages and the guides of this
directory: pages that need no network and no server, with a search over all of them."""
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
TOP = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
# Parts of the index: pages by name, with their source and what they are about; man pages have both by themselves.
GUIDES = [
    ("Begin", [("readme", "README.md", "what Hydrant is, how to build, install and link it"),
               ("tutorial", "contrib/doc/manual/tutorial.md", "five programs, from hello to two hosts"),
               ("conduits", "contrib/doc/manual/conduits.md", "networks, and how to start a job on them"),
               ("tuning", "contrib/doc/manual/tuning.md",
                "what to look at when something is slow, hangs, or does not start"),
               ("using-with", "contrib/doc/manual/using-with.md", "UPC++, Legion, Chapel, Caffeine, gfortran, ..."),
               ("security", "SECURITY.md", "what is protected, and how to report a fault")]),
    ("Understand and change it", [("internals", "contrib/doc/manual/internals.md", "five parts in pictures"),
                                  ("rooms", "core/README.md", "which file does what"),
                                  ("porting", "conduits/template/README", "a network of your own"),
                                  ("conform", "contrib/tools/conform/README.md", "for this and other implementations"),
                                  ("decisions", "contrib/doc/manual/decisions.md", "what was chosen, and why"),
                                  ("contributing", "CONTRIBUTING.md", "build, test, add a call, a variable, a conduit"),
                                  ("glossary", "contrib/spec/glossary.md", "one word for one thing")]),
    ("The contract: what each call must do", [
        ("spec", "contrib/spec/README.md", "which file covers what, and how clauses are cited"),
        *((name, f"contrib/spec/{name}.md", about) for name, about in (
            ("gex-core", "GASNet-EX: job, teams, endpoints, segments, messages"),
            ("gex-rma", "GASNet-EX: put, get, events"),
            ("gex-vis", "GASNet-EX: lists and strides"), ("gex-coll-atomics", "GASNet-EX: collectives, remote atomics"),
            ("gex-memkinds", "GASNet-EX: memory of devices"),
            ("gasnet1-core", "GASNet-1: job, messages, locks, errors"),
            ("gasnet1-extended", "GASNet-1: put, get, handles, barrier"),
            ("gasnet1-vis", "GASNet-1: lists and strides"),
            ("gasnet1-coll", "GASNet-1: collectives"), ("gasnet-tools", "the tools"),
            ("gasnet-env-launch", "environment, launching, building")))])]
PARTS = [("Commands", r".*\.1$"), ("Start and end, environment", r"hydrant|gasnet_(core|exit|env)\."),
         ("Networks", r"gasnet-(udp|ibv|ofi|mpi)|firehose"), ("Calls and layers above them", r".*")]
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} - Hydrant</title><link rel="stylesheet" href="manual.css"></head><body>
<header><a href="index.html">Hydrant {version}</a>
<input id="search" type="search" placeholder="Search the manual" aria-label="Search">
<ul id="found"></ul></header><main>
{body}
</main><script src="search-index.js"></script><script src="search.js"></script></body></html>
"""


def pandoc(source):
    with open(source, encoding="utf-8") as f:
        text = f.read()
    deeper = ["--shift-heading-level-by=1"] if re.search(r"\.[137]\.md$", source) else []
    return subprocess.run(["pandoc", "-f", "markdown", "-t", "html", "--no-highlight", *deeper], input=text,
                          capture_output=True, text=True,
                          check=True).stdout


def table(m):
    """A table that scrolls by itself; on phones one of few columns becomes a list, whose cells say their column."""
    heads = [plain(h) for h in re.findall(r"<th[^>]*>(.*?)</th>", m.group(0), re.S)]

    def row(r):
        left = iter(["", *heads[1:], *[""] * 99])
        return re.sub(r"<td", lambda _: f'<td data-head="{html.escape(next(left))}"', r.group(0))

    kind = "wide few" if len(heads) <= 3 else "wide"
    return f'<div class="{kind}">{re.sub(r"<tr.*?</tr>", row, m.group(0), flags=re.S)}</div>'


def tidied(body):
    """Tables; and no line ends within an option or a name."""
    body = re.sub(r"<table.*?</table>", table, body, flags=re.S)
    outside = re.split(r"(<pre.*?</pre>|<svg.*?</svg>)", body, flags=re.S)
    short = r"<(code|strong)>([^<]{1,30})</\1>"
    return "".join(p if i % 2 else re.sub(short, r'<\1 class="whole">\2</\1>', p) for i, p in enumerate(outside))


def contents(parts):
    """Headings of the second level, of pages that have some."""
    heads = [(i, h) for i, h, _, level in parts if level == 2 and i]
    if len(heads) < 4:
        return ""
    return '<nav><details><summary>On this page</summary><ul>' + "".join(f'<li><a href="#{i}">{html.escape(h)}</a></li>'
                                                                         for i, h in heads) + "</ul></details></nav>\n"


def plain(fragment):
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", fragment))).strip()


def sections(body):
    """(id, heading, text, level) of each part of a page."""
    for part in re.split(r"(?=<h[1-4][ >])", body):
        m = re.match(r'<h([1-4])(?: id="([^"]*)")?[^>]*>(.*?)</h[1-4]>', part, re.S)
        if m:
            yield m.group(2) or "", plain(m.group(3)), plain(part[m.end():]), int(m.group(1))
        elif plain(part):
            yield "", "", plain(part), 1


def terms(body):
    """The body with a name for each defined term; (name, term, text) of each."""
    found = []

    def name(m):
        term = plain(m.group(1))
        if term[:1].isupper() or term[:1] == "-" or "_" in term:
            found.append((f"term-{len(found)}", term, plain(m.group(2))))
            return m.group(0).replace("<dt>", f'<dt id="{found[-1][0]}">', 1)
        return m.group(0)

    return re.sub(r"<dt>((?:(?!</dt>).)*)</dt>\s*<dd>(.*?)</dd>", name, body, flags=re.S), found


def calls():
    """Each public call and name of a program, with its page, as `man` finds them."""
    said = subprocess.run(["bash", os.path.join(TOP, "contrib/doc/man/links.sh")], capture_output=True, text=True,
                          check=True).stdout
    return [line.split() for line in said.splitlines()]


def linked(body, names):
    """gasnet_rma(7), in bold or not, leads to its page."""
    def link(m):
        name = f"{m.group(1)}.{m.group(2)}"
        return f'<a href="{name}.html">{m.group(1)}({m.group(2)})</a>' if name in names else m.group(0)

    body = re.sub(r"<strong>([\w-]+)</strong>\(([137])\)", link, body)
    outside = re.split(r"(<a [^>]*>.*?</a>|<pre>.*?</pre>|<[^>]*>)", body, flags=re.S)
    return "".join(p if i % 2 else re.sub(r"(?<![\w-])([a-z][\w-]*)\(([137])\)", link, p) for i,
                   p in enumerate(outside))


def main():
    out = sys.argv[1]
    with open(os.path.join(TOP, "configure.ac"), encoding="utf-8") as f:
        version = re.search(r"AC_INIT\(\[hydrant\], \[([^]]*)\]", f.read()).group(1)
    pages = [(name, os.path.join(TOP, path), about) for _, guides in GUIDES for name, path, about in guides]
    pages += [(os.path.basename(p)[:-3], p, None)
              for p in sorted(glob.glob(os.path.join(TOP, "contrib/doc/man/*.[137].md")))]
    names, index, last, entries = {page[0] for page in pages}, [], [], {}
    os.makedirs(out, exist_ok=True)

    def write(name, title, body):
        with open(os.path.join(out, name + ".html"), "w", encoding="utf-8") as f:
            f.write(PAGE.format(title=html.escape(title), version=version, body=body))

    for name, source, about in pages:
        body, defined = terms(tidied(pictures.in_html(linked(pandoc(source), names), TOP)))
        parts = list(sections(body))
        for image in re.findall(r'<img src="([^"]*)"', body):
            shutil.copyfile(os.path.join(TOP, image), os.path.join(out, os.path.basename(image)))
            body = body.replace(f'src="{image}"', f'src="{os.path.basename(image)}"')
        if about is None:
            title = re.sub(r"\.(.)$", r"(\1)", name)
            about = next((t for _, h, t, _ in parts if h == "NAME"), "").partition(" - ")[2]
            body = f"<h1>{title}</h1>\n{contents(parts)}{body}"
        else:
            title = "Install" if name == "readme" else next((h for _, h, _, _ in parts if h), name)
            body = body.replace("</h1>", "</h1>\n" + contents(parts), 1)
        entries[name] = f'<li><a href="{name}.html">{html.escape(title)}</a>: {html.escape(about)}</li>\n'
        contract = source.startswith(os.path.join(TOP, "contrib/spec/"))
        found = last if contract else index # the search brings the manual's pages before the contract
        found += [[title, h, f"{name}.html" + (f"#{i}" if i else ""), t] for i, h, t, _ in parts]
        found += [[title, term, f"{name}.html#{i}", t] for i, term, t in defined]
        found.append([title, "", name + ".html", next((t for _, _, t, _ in parts if t), ""),
                      *([] if contract else [about])])
        write(name, title, body)
    with open(os.path.join(HERE, "index.md"), encoding="utf-8") as f:
        body = tidied(linked(pandoc(f.name), names))
    listed = {title: [name for name, _, _ in guides] for title, guides in GUIDES}
    left = [name for name, _, _ in pages if not any(name in names for names in listed.values())]
    for title, pattern in PARTS:
        listed[title] = [name for name in left if re.match(pattern, name)]
        left = [name for name in left if name not in listed[title]]
    for title, names in listed.items():
        body += f"<h2>{title}</h2><ul>{''.join(entries[n] for n in names)}</ul>\n"
    write("index", "Manual", body)
    index += [[re.sub(r"\.(.)$", r"(\1)", name), "", f"{page}.html", "in " + page.replace(".", "(") + ")"] for name,
              page in calls()] + last
    with open(os.path.join(out, "search-index.js"), "w", encoding="utf-8") as f:
        f.write("const INDEX = " + json.dumps(index, ensure_ascii=False) + ";\n")
    for name in ("manual.css", "search.js"):
        shutil.copyfile(os.path.join(HERE, name), os.path.join(out, name))


main()
