#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""check.py [--links DIR]: options and variables that the guides name exist, and variables and pages that messages name;
pictures show what the sources have; what is said of other projects is in the contract; in the HTML each link leads to a
place that is there, each page is found from the index, nothing is loaded from elsewhere, and the search brings the page
of a subject first. (What stands in blocks: blocks.py.) With --links the HTML is that of DIR, and Chromium shows all on
phone and desk. Run in the build tree. Prints `N passed, N failed`."""
import glob
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import pictures

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(TOP, "tests", "lib"))
from checks import read, status, verdict  # noqa: E402


def words():
    """Options, commands and variables that the guides name."""
    known = subprocess.run(["./gasnetrun", "--help"], capture_output=True, text=True, check=True).stdout
    variables = set(re.findall(r"HYD_ENV\((\w+),", read(os.path.join(TOP, "core/env/env.def"))))
    variables |= set(re.findall(r"\b([A-Z][A-Z_0-9]+)\b", read(os.path.join(TOP, "core/env/env_known.def"))))
    for path in sorted(glob.glob(HERE + "/*.md")):
        text = read(path)
        for option in re.findall(r"gasnetrun [^`\n]*?(--[a-z-]+)", text):
            if option not in known:
                yield f"{os.path.basename(path)}: gasnetrun has no {option}"
        for name in set(re.findall(r"\bGASNET_([A-Z_0-9]+)\b(?!\()", text)):
            if name not in variables and name not in ("CC", "CFLAGS", "INCLUDES", "LIBS", "DEBUG",
                                                      "BLOCKUNTIL") and name:
                yield f"{os.path.basename(path)}: GASNET_{name}"


def messages():
    """Variables and pages in the texts that the library and its programs may print."""
    variables = set(re.findall(r"HYD_ENV\((\w+),", read(os.path.join(TOP, "core/env/env.def"))))
    variables |= set(re.findall(r"\b([A-Z][A-Z_0-9]+)\b", read(os.path.join(TOP, "core/env/env_known.def"))))
    made = "contrib/languages/ffi/gasnet_ffi.h"
    public = set(re.findall(r"\bGASNET\w+", "".join(map(read, [
        made if os.path.exists(made) else os.path.join(TOP, made),
        *(os.path.join(TOP, f) for f in ("contrib/spec/names.txt", "tests/conform/headers/names1.txt",
                                         "contrib/spec/gex-memkinds.md"))]))))
    # What is defined for the compiler.
    public |= {"GASNET_" + w for w in ("SEQ", "PARSYNC", "PAR", "SEGMENT_LARGE", "SEGMENT_EVERYTHING",
                                       "DEBUG_ALLOW_OPTIMIZE")}
    pages = {os.path.basename(f)[:-3] for f in glob.glob(os.path.join(TOP, "contrib/doc/man/*.md"))}
    folders = ("core", "extended", "vis", "firehose", "conduits", *("contrib/" + f for f in (
        "tools/gasnetrun", "tools/bench", "layers/caf", "layers/dsm", "layers/netvm", "tools/sim", "tools/trace",
        "languages/ffi",
        "languages/cxx", "languages/python", "languages/rust")))
    for folder in folders:
        for path in (p for end in ("[ch]", "hpp", "py", "rs", "in")
                     for p in glob.glob(os.path.join(TOP, folder, "**", "*." + end), recursive=True)):
            for literal in re.findall(r'"((?:[^"\\\n]|\\.)*)"',
                                      re.sub(r"/\*.*?\*/|#include[^\n]*", "", read(path), flags=re.S)):
                for name in re.findall(r"\bGASNET_([A-Z0-9_]+[A-Z0-9])(?![A-Z0-9_%*<]|\()", literal):
                    split = re.sub(r"(_\d+)+$", "", name)
                    if name not in variables and split not in variables and "GASNET_" + name not in public:
                        yield f"{os.path.relpath(path, TOP)}: GASNET_{name}"
                for name, section in re.findall(r"\b((?:gasnet|hyd|hydrant|firehose|libcaf|netvm)[\w-]*)\(([137])\)",
                                                literal):
                    if f"{name}.{section}" not in pages:
                        yield f"{os.path.relpath(path, TOP)}: {name}({section})"


def contract():
    """What the page on other projects names of the contract is there: variables, fragments' names, commands."""
    text = read(os.path.join(HERE, "using-with.md"))
    clients = "".join(read(os.path.join(TOP, "contrib/spec", f)) for f in ("client-usage.md", "gasnet-env-launch.md"))
    for section in ("UPC++", "Legion and Realm", "Chapel", "Caffeine and flang", "gfortran", "OpenSHMEM and HPX"):
        if f"\n## {section}\n" not in text:
            yield f"no {section}"
    for name in set(re.findall(r"\b(?:GASNET_[A-Z_]+|GASNetConduitName|amudprun|upcxx-run)\b", text)):
        if name not in clients and name.replace("_FACTOR", "_{FACTOR") not in clients and name != "GASNET_CONDUIT":
            yield f"{name} is not in the contract"


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.loads, self.ids = [], [], set()
        self.feed(read(path))

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        if "id" in a:
            self.ids.add(a["id"])
        if tag == "a" and "href" in a:
            self.links.append(a["href"])
        self.loads += [a[k] for k in ("src", "href") if k in a and tag in ("script", "img", "link", "iframe")]


def links(folder):
    pages = {os.path.basename(p): Page(p) for p in glob.glob(folder + "/*.html")}
    if len(pages) < 30:
        yield f"{len(pages)} pages"
    for name, page in pages.items():
        for load in page.loads:
            if not os.path.exists(os.path.join(folder, load)):
                yield f"{name} loads {load}"
        for link in page.links:
            if re.match(r"(https?|mailto):", link):
                continue
            target, _, place = link.partition("#")
            if (target or name) not in pages:
                yield f"{name}: {link} leads nowhere"
            elif place and place not in pages[target or name].ids:
                yield f"{name}: {link}: no such place"
    found, ahead = set(), ["index.html"]
    while ahead:
        name = ahead.pop()
        if name in found or name not in pages:
            continue
        found.add(name)
        ahead += [l.partition("#")[0] for l in pages[name].links]
    for name in set(pages) - found:
        yield f"{name} is not found from the index"
    for target in set(re.findall(r'"([\w.-]+\.html)(?:#[^"]*)?"', read(folder + "/search-index.js"))):
        if target not in pages:
            yield f"search: {target}"


# What is typed, and the page of that name.
SEARCHES = {"put": "gasnet_rma.7", "get": "gasnet_rma.7", "active message": "gasnet_am.7",
            "active messages": "gasnet_am.7",
            "environment variable": "gasnet_env.7", "environment": "gasnet_env.7", "barrier": "gasnet_barrier.7",
            "lock": "gasnet_hsl.7",
            "remote atomics": "gasnet_ratomic.7", "exit": "gasnet_exit.7", "collectives": "gasnet-coll.7",
            "strided": "gasnet-vis.7",
            "udp": "gasnet-udp.7", "trace": "gasnet-trace.1", "gex_AM_Entry_t": "gasnet_am.7",
            "gex_RMA_PutNB": "gasnet_rma.7",
            "gasnet_attach": "gasnet_core.7", "gasnetrun": "gasnetrun.1", "tutorial": "tutorial"}


def search(folder):
    """What the search finds first, as node runs it."""
    code = (f"const s = {json.dumps(list(SEARCHES))}; console.log(JSON.stringify(s.map((q) => (Search.found(q)[0] || "
            f"[])[2] || 'nothing')))")
    scripts = "".join(read(os.path.join(folder, f)) for f in ("search-index.js", "search.js"))
    done = subprocess.run(["node", "-"], input=scripts + code, capture_output=True, text=True, check=False)
    if done.returncode:
        yield done.stderr
        return
    for (typed, page), first in zip(SEARCHES.items(), json.loads(done.stdout)):
        if first.partition("#")[0] != page + ".html":
            yield f"{typed}: {first}, not {page}"


def browser(folder):
    """In Chromium, on screens of a phone and of a desk: no error in the console, nothing wider than the screen, letters
    of pictures are legible, and the search finds pages."""
    sys.path.insert(0, os.path.join(TOP, "tests", "watch"))
    from webdriver import Browser
    b = Browser()
    try:
        for path in sorted(glob.glob(folder + "/*.html")):
            name = os.path.basename(path)
            for width, phone in ((390, True), (1440, False)):
                b.screen(width, 900, phone)
                b.open(path)
                if b.run("return document.documentElement.scrollWidth > window.innerWidth"):
                    yield f"{name}: wider than {width}"
                if b.run("return [...document.querySelectorAll('svg text')].some(t => t.getBoundingClientRect().height "
                         "< 11)"):
                    yield f"{name}: small letters in pictures at {width}"
                found = b.run("""const field = document.getElementById("search");
                    field.value = "strided put"; field.dispatchEvent(new Event("input"));
                    return document.querySelectorAll("#found a[href^='gasnet-vis.7.html']").length""")
                if not found:
                    yield f"{name}: the search does not find gasnet-vis(7)"
                yield from (f"{name}: {m}" for m in b.errors())
    finally:
        b.close()


def drawings():
    """Pictures: what they name is in the source that they show, and they can be drawn."""
    pages = [read(os.path.join(HERE, "internals.md")), *map(read, glob.glob(os.path.join(TOP, "contrib/doc/man/*.md")))]
    blocks = [block for page in pages for block in pictures.in_text(page)]
    all_blocks = sum(page.count("```{") for page in pages)
    if len(blocks) != all_blocks:
        yield f"{len(blocks)} of {all_blocks} blocks are pictures"
    for kind, source, caption, block in blocks:
        try:
            code = read(os.path.join(TOP, source))
            yield from (f"{source} has no {w}: {caption}" for w in pictures.unknown_words(block, code))
            if kind != "dot" or shutil.which("dot"):
                pictures.picture(kind, block, code, caption)
        except (KeyError, OSError, ValueError, subprocess.CalledProcessError) as e:
            yield f"{source}: {e}: {caption}"


if not os.path.exists("gasnetrun"):
    print("no build tree here")
    sys.exit(77)
verdict(messages(), "variables and pages in messages exist")
verdict(drawings(), "pictures show what the sources have")
verdict(words(), "options and variables in the guides exist")
verdict(contract(), "what is said of other projects is in the contract")
with tempfile.TemporaryDirectory() as made:
    html_folder = sys.argv[2] if sys.argv[1:2] == ["--links"] else made
    if html_folder == made and shutil.which("pandoc"):
        subprocess.run([sys.executable, os.path.join(HERE, "make_html.py"), made], check=True)
    if os.path.exists(html_folder + "/index.html"):
        verdict(links(html_folder), "links in the HTML lead somewhere")
        if shutil.which("node"):
            verdict(search(html_folder), "the search of the HTML brings the page of a subject first")
if sys.argv[1:2] == ["--links"]:
    if shutil.which("chromium") and shutil.which("chromedriver"):
        verdict(browser(sys.argv[2]), "Chromium: no errors, all within the screen, letters legible, the search finds "
                                      "pages")
sys.exit(status())
