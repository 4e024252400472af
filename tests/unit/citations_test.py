#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""citations_test.py [TREE]: what comments, manual pages and tests cite exists.

  clauses  sections and labels of the contract (contrib/spec/README.md: how they are numbered and cited)
  files    `ring.h`, `env/env.def`, `foo.c:21`: a file of that name, or the end of a path, in the tree;
           and the name by which a file's opening comment calls itself
  pages    `gasnet_env(7)`: a page of the manual
  names    `hyd_...` in a comment: a name that code has

Prints one line for each kind, and each citation of what does not exist; the labels of clauses that no
test names, for information; and `N passed, N failed`. Exit status 0 if all exists."""
import bisect
import os
import re
import sys

TOP = os.path.normpath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "../.."))
SPEC = "contrib/spec/"
PAGES = "contrib/doc/man/"
SKIPPED_DIRS = {".git", ".deps", ".libs", "autom4te.cache", "build-aux", "__pycache__", "check-logs"}
AUTOTOOLS = re.compile(r"(aclocal|libtool|lt[a-z~]*)\.m4$|Makefile(\.in)?$|config\.h")
C_LIKE = (".c", ".h", ".def", ".h.in", ".c.in", ".cc")
HASH_LIKE = (".sh", ".py", ".mk", ".am", ".ac", ".m4", ".include")

# Files that the build makes.
MADE = {"list.c", "gasnet_config.h", "config.h", "config.status", "config.log", "gasnet_ffi.h", "ffi_calls.c"}
# Files of others, and those of examples.
OTHERS = {
    "cuda.h", "capability.h", "fs.h", "io_uring.h",  # of CUDA and Linux
    "rxe_comp.c", "rxe_req.c",  # of Linux: soft-RoCE
    "solver.c", "foo.c", "first.py",  # examples
}

passed = failed = 0


def verdict(what, wrong):
    global passed, failed
    if wrong:
        failed += 1
        print(f"not ok - {what}: {len(wrong)} do not")
        for line in sorted(set(wrong)):
            print("#   " + line)
    else:
        passed += 1
        print("ok - " + what)


# --- the tree ---------------------------------------------------------------


def tree():
    """The files below TOP, by their paths from there, without what builds leave."""
    for folder, dirs, files in os.walk(TOP):
        base = os.path.relpath(folder, TOP)
        base = "" if base == "." else base + "/"
        if base and "config.status" in files:
            dirs[:] = []
            continue
        dirs[:] = [d for d in dirs if d not in SKIPPED_DIRS and not d.endswith("_corpus")]
        for name in files:
            if not AUTOTOOLS.match(name):
                yield base + name


C_TOKEN = re.compile(r'(/\*.*?\*/|//[^\n]*)|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
HASH_TOKEN = re.compile(r'(""".*?"""|(?:^|(?<=\s))#[^\n]*)', re.S | re.M)
MARGIN = re.compile(r"^[ \t]*(?:\*(?!/)|//|#+)(?= |$)", re.M)


class Part:
    """Pieces of a file, one behind the other, without the margins of comments."""

    def __init__(self, path, text, pieces):
        self.path, self.whole, self.starts, self.lines = path, text, [], []
        said, at = [], 0
        for start, piece in pieces:
            self.lines.append(start)
            self.starts.append(at)
            said.append(MARGIN.sub(lambda m: " " * len(m.group()), piece))
            said.append("\n")
            at += len(said[-2]) + 1
        self.text = "".join(said)

    def place(self, offset):
        piece = bisect.bisect_right(self.starts, offset) - 1
        before = self.whole.count("\n", 0, self.lines[piece])
        before += self.text.count("\n", self.starts[piece], offset)
        return f"{self.path}:{before + 1}"


class File:
    """A file's comments; its comments and strings, or all of it; its code."""

    def __init__(self, path):
        with open(os.path.join(TOP, path), encoding="utf-8", errors="replace") as f:
            text = f.read()
        self.path, self.code = path, ""
        if path.endswith(".md"):
            self.comments = self.quoted = Part(path, text, [(0, text)])
            return
        tokens = list((C_TOKEN if path.endswith(C_LIKE) else HASH_TOKEN).finditer(text))
        comments = [(m.start(), m.group()) for m in tokens if m.group(1)]
        self.comments = Part(path, text, comments)
        if path.endswith(C_LIKE):
            self.quoted = Part(path, text, [(m.start(), m.group()) for m in tokens])
        else:
            self.quoted = Part(path, text, [(0, text)])
        end = 0
        code = []
        for start, comment in comments:
            code.append(text[end:start])
            end = start + len(comment)
        self.code = " ".join(code) + text[end:]


# --- the contract -----------------------------------------------------------

LABEL = r"[A-Z]{2,6}-[A-Z]?[0-9]+|[A-HJ-Z][0-9]+(?:\.[0-9]+)?"
HEADING = re.compile(r"^#+ (?:Part |(?P<appendix>Appendix ))?"
                     r"(?P<number>[0-9]+(?:\.[0-9]+)*|[A-Z](?:\.[0-9]+)*)\.?(?= )")
DEFINED = re.compile(rf"\*\*\[({LABEL})\]|^\| *({LABEL}) *\||^ *\* \**({LABEL})\b|^\*\*({LABEL})\*\*"
                     r"|\b(AMBIG-[A-Z]?[0-9]+)")
ROW = re.compile(r"^ *([0-9]+)\. |^\| *([0-9]+) *\|")


def clauses_of(lines):
    """Sections, items of numbered lists in them, labels; a row of a table of ambiguities is AMBIG-row."""
    found, section, ambiguities = set(), "", False
    for line in lines:
        if heading := HEADING.match(line):
            section = heading["number"]
            ambiguities = "Ambiguities" in line
            found.add((heading["appendix"] or "") + section)
        labels = [m.group(m.lastindex) for m in DEFINED.finditer(line)]
        found.update(labels)
        if row := ROW.match(line):
            found.add(f"{section}.{row.group(row.lastindex)}")
            labels.append(row.group(row.lastindex))
        if ambiguities:
            found.update("AMBIG-" + label for label in labels)
    return found


def read_contract():
    """{document: what it has}, and {label: documents}."""
    clauses, labels = {}, {}
    for name in os.listdir(os.path.join(TOP, SPEC)):
        if not name.endswith(".md") or name in ("README.md", "glossary.md"):
            continue
        with open(os.path.join(TOP, SPEC, name), encoding="utf-8") as f:
            clauses[name[:-3]] = clauses_of(f)
        for label in clauses[name[:-3]]:
            if re.fullmatch(LABEL, label):
                labels.setdefault(label, set()).add(name[:-3])
    return clauses, labels


ITEM = rf"{LABEL}|[0-9]+(?:\.[0-9]+)*|Appendix [A-Z]|[A-D](?:\.[0-9]+)*"
TOKEN = re.compile(rf"[\s`§]*(?:(?P<gap>,|;|and\b|to\b|\.\.|–|-(?=[0-9]))"
                   r"|(?P<word>sections?|parts?|clauses?|cases?)\b"
                   rf"|(?P<item>{ITEM})(?!\w|-[A-Za-z]|\.[0-9])|(?P<note>[A-Za-z_]+))")


def label_range(first, last):
    """first, and all up to last: of sections the two ends, of labels those between too."""
    end = re.search(r"[0-9]+$", last)
    start = re.search(r"[0-9]+$", first)
    if not first[0].isalpha() or not start or not end:
        return [first, last]
    return [first[: start.start()] + str(n) for n in range(int(start.group()), int(end.group()) + 1)]


def items_at(text, at):
    """The sections and labels that follow a document's name; `5.4 case 13` is 5.4.13."""
    items, before, in_cases, section = [], "doc", False, ""
    while m := TOKEN.match(text, at):
        kind, value = m.lastgroup, m.group(m.lastgroup)
        if kind == "gap":
            if before not in ("doc", "item", "note") or (before == "doc" and value != ","):
                break
            in_range = value in ("to", "..", "–", "-")
        elif kind == "word":
            in_cases = value.startswith("case")
        elif kind == "item":
            if before in ("item", "note") or (value in "ABCD" and before == "doc"):
                break
            if value.isdigit() and in_cases:
                value = f"{section}.{value}"
            elif value[0].isdigit():
                section = value
            if before == "gap" and in_range and items:
                items += label_range(items.pop(), value)
            else:
                items.append(value)
        elif before != "item" or not re.match(r"[,;\"]", text[m.end() :]):
            break  # one word may say more, as in `11.3 trylock, H11`
        before, at = kind, m.end()
    return items


class Contract:
    """What there is to cite, and what has been cited from where."""

    def __init__(self):
        self.clauses, self.labels = read_contract()
        self.wrong, self.tested, self.count = [], set(), 0
        docs = sorted(self.clauses, key=len, reverse=True)
        own = "|".join(d for d in docs if re.match(r"gasnet1-|gex-", d))
        # Names that other things have, too, are documents only with their ending.
        other = "|".join(d for d in docs if not re.match(r"gasnet1-|gex-", d))
        prefixes = "|".join(sorted({label.split("-")[0] for label in self.labels if "-" in label}))
        self.document = re.compile(rf"(?<![\w*-])(?:({own})(?:\.md)?|({other})\.md)(?![\w*-])(?!\.\w)")
        self.alone = re.compile(rf"(?<![\w.-])((?:{prefixes})-[A-Z]?[0-9]+|[CTXV][0-9]+\.[0-9]+|K[0-9]+)(?![\w-])"
                                rf"(?:(?:\.\.|–|\s+to\s+)((?:[A-Z]+-?)?[0-9]+(?:\.[0-9]+)?)(?![\w-]))?")

    def look_up(self, file, offset, doc, item):
        self.count += 1
        has = self.clauses[doc] if doc else self.labels
        if item not in has:
            elsewhere = ", ".join(sorted(self.labels.get(item, ())))
            self.wrong.append(f"{file.quoted.place(offset)}: {doc or 'the contract'} has no {item}"
                              + (f" ({elsewhere} has)" if elsewhere else ""))
        elif file.path.startswith("tests/"):
            self.tested.update((d, item) for d in ([doc] if doc else self.labels[item]))

    def read(self, file):
        for m in self.document.finditer(file.quoted.text):
            for item in items_at(file.quoted.text, m.end()):
                self.look_up(file, m.start(), m.group(1) or m.group(2), item)
        if file.path.startswith("tests/"):
            self.read_short(file.quoted.text)
        for m in self.alone.finditer(file.quoted.text):
            for item in label_range(m.group(1), m.group(2)) if m.group(2) else [m.group(1)]:
                self.look_up(file, m.start(), None, item)

    def read_short(self, text):
        """Labels such as L3 or T1.2 alone count for the documents that the test names elsewhere."""
        docs = {m.group(1) or m.group(2) for m in self.document.finditer(text)}
        for label in set(re.findall(r"\b[A-Z][0-9]+(?:\.[0-9]+)?\b", text)):
            self.tested.update((d, label) for d in docs if label in self.clauses[d])

    def untested(self):
        for doc in sorted(self.clauses):
            mine = [l for l in self.clauses[doc] if re.fullmatch(LABEL, l)
                    and "AMBIG" not in l and "AMBIG-" + l not in self.labels]
            left = [l for l in mine if (doc, l) not in self.tested]
            if left and doc not in ("libarmci", "libcaf", "ofi", "design"):  # of parts to come; no contract
                left.sort(key=lambda l: [int(n) if n.isdigit() else n for n in re.split(r"([0-9]+)", l)])
                yield len(left), f"{doc} ({len(left)} of {len(mine)}): {' '.join(left)}"


# --- files, pages, names ----------------------------------------------------

ENDING = r"(?:(?:c|h|ac)(?:\.in)?|cc|py|sh|md|mk|def|m4|txt|include|am)"
FILE = re.compile(rf"(?<![\w/.<>*$@{{}}-])((?:[\w.+-]+/)*[\w+][\w+-]*(?:\.[1-9])?\.{ENDING})"
                  r"(?![\w/(*>-])(?!\.\w)(?::([0-9]+))?")
FOLDERS = r"core|extended|vis|firehose|conduits|contrib|tests"
PATH = re.compile(rf"(?<![\w/.<>*$@{{}}-])((?:{FOLDERS})(?:/[\w+-]+)+)(?![\w/*<$%{{[-]|\.\w|/[\w*])")
TITLE = re.compile(rf"^ *([\w./-]+\.{ENDING}): ", re.M)
PAGE = re.compile(r"(?<![\w/.-])[*`]{0,2}((?:gasnet|firehose|hydrant)[\w-]*)[*`]{0,2}\\?\(([17])\)")
NAME = re.compile(r"(?<![\w$-])(?:hyd|HYD|vb|VB|fh|FH|udp|UDP)_\w*[A-Za-z0-9](?![\w*-]|\.(?:c|h|def|m4)\b)")


class Files:
    """The tree's files, and what cites them."""

    def __init__(self, paths):
        self.ends, self.lengths, self.folders = {}, {}, set()
        for path in paths:
            self.ends.setdefault(os.path.basename(path), []).append(path)
            while "/" in path:
                path = os.path.dirname(path)
                self.folders.add(path)
        self.programs = set()  # that makefiles name
        self.wrong, self.count = [], 0

    def find(self, name):
        base = os.path.basename(name)
        if base == name:
            return self.ends.get(base) or self.ends.get(base + ".in")
        return [p for p in self.ends.get(base, []) + self.ends.get(base + ".in", [])
                if ("/" + p).removesuffix(".in").endswith("/" + name.removesuffix(".in"))]

    def longest(self, paths):
        for path in paths:
            if path not in self.lengths:
                with open(os.path.join(TOP, path), "rb") as f:
                    self.lengths[path] = f.read().count(b"\n")
        return max(self.lengths[path] for path in paths)

    def read(self, file):
        title = TITLE.search(file.comments.text[:200])
        if title and not ("/" + file.path.removesuffix(".in")).endswith("/" + title.group(1)):
            self.wrong.append(f"{file.path}: calls itself {title.group(1)}")
        for m in PATH.finditer(file.comments.text):
            self.count += 1
            name = m.group(1)
            if name not in self.folders and os.path.basename(name) not in self.programs and not self.find(name):
                self.wrong.append(f"{file.comments.place(m.start())}: there is no {name}")
        for m in FILE.finditer(file.comments.text):
            name = re.sub(r"^(\.\./|\./)+", "", m.group(1))
            base = os.path.basename(name)
            if base in MADE or base in OTHERS:
                continue
            self.count += 1
            found = self.find(name)
            if not found and base.split(".")[0].isupper():
                continue  # LIBRARY.c stands for several
            if not found:
                self.wrong.append(f"{file.comments.place(m.start())}: there is no {name}")
            elif m.group(2) and int(m.group(2)) > self.longest(found):
                self.wrong.append(f"{file.comments.place(m.start())}: {name} has no line {m.group(2)}")


def pages(files, have):
    wrong, count = [], 0
    for file in files:
        for m in PAGE.finditer(file.comments.text):
            count += 1
            if f"{PAGES}{m.group(1)}.{m.group(2)}.md" not in have:
                wrong.append(f"{file.comments.place(m.start())}: there is no page {m.group(1)}({m.group(2)})")
    return wrong, count


def names(files):
    code = set()
    for file in files:
        code.update(NAME.findall(file.code))
    wrong, count = [], 0
    for file in files:
        for m in NAME.finditer(file.comments.text):
            count += 1
            if m.group() not in code:
                wrong.append(f"{file.comments.place(m.start())}: no code has a name {m.group()}")
    return wrong, count


def main():
    paths = sorted(tree())
    wanted = C_LIKE + HASH_LIKE + (".md",)
    files = [File(p) for p in paths if p.endswith(wanted) or p in ("quickstart", ".ci/run")]
    contract, in_tree = Contract(), Files(paths)
    for file in files:
        if file.path.endswith((".mk", ".include", ".am")):
            in_tree.programs.update(re.findall(r"[\w+-]+", file.code))
    for file in files:
        contract.read(file)
        if not file.path.startswith(SPEC):
            in_tree.read(file)
    verdict(f"{contract.count} citations of the contract name sections and labels that exist", contract.wrong)
    verdict(f"{in_tree.count} citations of files name files that exist", in_tree.wrong)
    wrong, count = pages(files, set(paths))
    verdict(f"{count} citations of manual pages name pages that exist", wrong)
    wrong, count = names(files)
    verdict(f"{count} private names in comments are names that code has", wrong)
    left = list(contract.untested())
    print(f"# {sum(n for n, _ in left)} labels of the contract are named by no test:")
    for _, line in left:
        print("#   " + line)
    print(f"{passed} passed, {failed} failed")
    return failed != 0


sys.exit(main())
