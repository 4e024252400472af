#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""declare.py [--check]: fills the blocks of declarations on the man pages from the public headers. A block stands
behind

  <!-- declared: WORD... -->

and has, in the order of the words, the prototypes, types and variables whose names a word matches: a name, a pattern of
fnmatch, or NAME{A,B}, several calls with the same parameters, written as one; / is an empty line. gex_AM_RequestShortM
stands for the calls with 0 to 16 arguments. Calls are those of gasnet_ffi.h, which generate.py makes from the headers;
types, with their comments, are taken from the headers themselves. Prints a line for each word that matches nothing and
for each public name that is declared on no page, or twice; with --check, which writes nothing, also for each page that
would change; fails if there is any."""
import fnmatch
import glob
import os
import re
import sys
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
FFI = "contrib/languages/ffi/gasnet_ffi.h" # in the build tree, which is the current directory; a release has it
# Headers whose calls are plain prototypes, and which gasnet_ffi.h does not have.
PLAIN = ["core/include/hyd_fault.h", "contrib/layers/dsm/hyd_dsm.h", "contrib/layers/netvm/netvm.h"]
PUBLIC = re.compile(r"(gex|GEX|gasnett?|GASNETT?|hyd_(boot|paged|note|fault|dsm|nv))_")
# Calls that take the threading mode in gasnet_ffi.h, and not in C.
IN_C = re.compile(r"static inline (int (?:gex_Client_Init|gasnet_init)\([^)]*\)) \{")
COLUMNS = 66 # of a terminal's 80, as man indents blocks by 14


def read(path):
    with open(os.path.join(TOP, path), encoding="utf-8") as f:
        return f.read()


def statements(text):
    """Declarations at the level of the file, in one line each."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"^#.*(\\\n.*)*$", "", text, flags=re.M).replace('extern "C" {', "")
    depth, start = 0, 0
    for i, c in enumerate(text):
        depth += (c in "({[") - (c in ")}]")
        if c == ";" and depth <= 0:
            yield " ".join(text[start:i].split()), text[start:i].strip()
            start = i + 1


def function_name(declaration):
    m = re.match(r"[A-Za-z_][\w ]*?[ *]+(\w+)\(", declaration)
    return m.group(1) if m else ""


def type_name(declaration):
    """Of a typedef, or of a structure with a name."""
    outside = re.sub(r"\{.*\}", "", declaration, flags=re.S)
    named = re.match(r"(?:struct|enum) (\w+) \{", declaration) or re.match(r"typedef \w+ (\w+)\(", declaration)
    return named.group(1) if named else variable_name(outside)


def numbered(name):
    """The name with M in place of a number of arguments."""
    return re.sub(r"^(gex_AM_\w*?(?:Short|Medium|Long)|gasnet_AM\w+?)\d+(_v2)?$", r"\1M\2", name)


def from_headers():
    """Text of each type and variable as the headers have it, by name."""
    found = {}
    for path in sorted(p for d in ("core/include", "extended/include", "vis", "contrib/layers/dsm",
                                   "contrib/layers/netvm") for p in glob.glob(f"{TOP}/{d}/*.h")):
        # of two, the second
        text = re.sub(r"^# *if.*\n((?:[^#].*\n)*)^# *else.*\n((?:[^#].*\n)*)^# *endif.*\n", r"\2", read(path),
                      flags=re.M)
        for m in re.finditer(r"^typedef const struct \{[^\n]*\} \w+;|^(typedef )?(struct|enum)( \w+)? "
                             r"\{.*?\n\}( \w+)?;|"
                             r"^(typedef|extern)\b(?! \"C\")[^;{]*;([ \t]*/\*[^\n]*\*/)?", text, re.M | re.S):
            whole = m.group(0)
            bare = re.sub(r"/\*.*?\*/", "", whole, flags=re.S).strip().rstrip(";")
            name = variable_name(bare) if bare.startswith("extern") else type_name(bare)
            if PUBLIC.match(name):
                # no clauses of the contract
                found.setdefault(name, re.sub(r"^#.*\n| \([A-Z]+-?\d+\)(?= \*/)", "", whole, flags=re.M))
    return found


def variable_name(declaration):
    m = re.search(r"\(\*(\w+)\)\(", declaration) or re.search(r"(\w+)(\[\w*\])?$", declaration)
    return m.group(1) if m else ""


def declarations():
    """Declarations of each public call, type and variable, by name, in the order of the headers."""
    texts, found = from_headers(), {}

    def add(name, declaration):
        found.setdefault(name, []).append(declaration) # a call may have the name of a structure

    in_c = {function_name(" ".join(p.split())): " ".join(p.split()) for h in ("gasnetex.h", "gasnet.h")
            for p in IN_C.findall(read("core/include/" + h))}
    for path in [os.path.abspath(FFI) if os.path.exists(FFI) else FFI, *PLAIN]:
        for line, text in statements(read(path)):
            is_type = re.match(r"typedef |struct \w+ \{|enum \w+ \{", line)
            name = type_name(line) if is_type else variable_name(line) if line.startswith("extern") else function_name(
                line)
            if not PUBLIC.match(name) or "const gex_AM_Arg_t *args" in line: # written as M
                continue
            if is_type or line.startswith("extern"):
                add(name, laid_out(texts.get(name, text + ";")))
            elif name == numbered(name):
                line = line.replace("void **key", "void *key") # of a thread: macros in C, which take its name
                add(name, re.sub(r" __attribute__\(\(.*\)\)$", "", in_c.get(name, line)))
            elif re.search(r"\D0(_v2)?$", name):
                kind = "gasnet_handlerarg_t" if name.startswith("gasnet_") else "gex_AM_Arg_t"
                add(numbered(name), f"{line.replace(name, numbered(name))[:-1]}, {kind} arg0, ...)")
    return found


# --- as text -------------------------------------------------------------------------------------------------


def laid_out(text):
    """A type or variable: what only the library uses is left out; a comment that does not fit goes before its line."""
    body = text[text.find("{") + 1:text.rfind("}")] if "{" in text else ""
    members = re.findall(r"(\w+)(?:\[\w+\])?;", re.sub(r"/\*.*?\*/", "", body, flags=re.S))
    if members and all(m.startswith("hyd_") for m in members):
        text = re.sub(r"\{.*\}", "{ ... }", text, flags=re.S)
    if "{" not in text or "{ ..." in text:
        text = " ".join(text.split())
    out = []
    for line in re.sub(r"/\*.*?\*/", lambda m: re.sub(r"\s*\n\s*(\*(?!/) )?", " ", m.group(0)), text,
                       flags=re.S).splitlines():
        m = re.match(r"( *)(.*?) */\*(.*)\*/$", line)
        if not m and line.startswith("typedef") and line.endswith(");"):
            line = prototype(line[:-1], start=line.find(")(") + 1)
        if not m or len(line) <= COLUMNS:
            out.append(line)
            continue
        indent, code, comment = m.groups()
        wide = textwrap.wrap(f"/* {comment.strip()} */", COLUMNS - len(indent), subsequent_indent=" * ",
                             break_on_hyphens=False)
        if wide[-1] == " * */":
            wide[-2:] = [wide[-2] + " */"]
        out += [indent + w for w in wide] + ([laid_out(code) if code.startswith("typedef") else indent + code] if code
                                             else [])
    return "\n".join(out)


def prototype(declaration, start=0):
    """In lines of a page's width; parameters begin at the first bracket from `start` on."""
    at = declaration.index("(", start)
    start, rest = declaration[:at], declaration[at + 1:]
    parts, depth = [""], 0
    for c in rest[:-1]:
        depth += (c == "(") - (c == ")")
        if c == "," and not depth:
            parts[-1] += ","
            parts.append("")
        else:
            parts[-1] += c
    indent = len(start) + 1 if len(start) < 34 else 8
    lines = [start + "("]
    for i, part in enumerate(p.strip() for p in parts):
        last = 2 if i == len(parts) - 1 else 0
        if len(lines[-1]) + len(part) + 1 + last > COLUMNS and (i or indent == 8):
            lines.append(" " * indent + part)
        else:
            lines[-1] += (" " if i and not lines[-1].endswith("(") else "") + part
    return "\n".join(lines) + ");"


class Problem(Exception):
    """A word that does not fit the headers."""


def together(word, found):
    """The names of NAME{A,B}, and their one declaration."""
    before, choice, after = re.match(r"(.*)\{(.*)\}(.*)$", word).groups()
    names = [before + c + after for c in choice.split(",")]
    if any(n not in found for n in names):
        raise Problem(f"{word}: no {', '.join(n for n in names if n not in found)}")
    results, parameters = zip(*((d[:d.index(n)], d[d.index(n) + len(n):]) for n in names for d in found[n]))
    if len(set(parameters)) > 1:
        raise Problem(f"{word}: parameters differ")
    return names, (results[0] if len(set(results)) == 1 else "R ") + word + parameters[0]


def block(words, found):
    """The names of a block, and its text."""
    names, out = [], []
    for word in words:
        if word == "/":
            out.append("")
            continue
        if "{" in word:
            several, declaration = together(word, found)
            names += several
            out.append(prototype(declaration))
            continue
        matched = [n for n in found if fnmatch.fnmatchcase(n, word) and n not in names]
        if not matched:
            raise Problem(f"{word}: no public name")
        names += matched
        for d in (d for n in matched for d in found[n]):
            apart = [""] if "{\n" in d else [] # structures stand apart
            out += [*apart, d if d.endswith((";", "*/")) else prototype(d), *apart]
    return names, re.sub(r"\n\n\n+", "\n\n", "\n".join(out)).strip("\n")


def filled(page, found, declared):
    """A page with its blocks as they are to be; `declared` learns which names are where."""
    def fill(m):
        try:
            names, text = block(m.group(1).split(), found)
        except Problem as p:
            problems.append(f"{os.path.basename(page)}: {p}")
            return m.group(0)
        for n in names:
            declared.setdefault(n, []).append(os.path.basename(page))
        return m.group(0)[:m.start(2) - m.start(0)] + "".join("    " + l.rstrip() + "\n" if l else "\n"
                                                              for l in text.splitlines()) + ("" if m.group(2) else "\n")

    problems = []
    return re.sub(r"^<!-- declared:((?:.|\n)*?)-->\n\n((?:(?: {4}.*)?\n)*?(?=\n\S|\Z)|)", fill, read(page),
                  flags=re.M), problems


def main():
    found, declared, problems = declarations(), {}, []
    for page in sorted(glob.glob(HERE + "/*.[137].md")):
        text, wrong = filled(page, found, declared)
        problems += wrong
        if text != read(page) and "--check" in sys.argv:
            problems.append(f"{os.path.basename(page)} does not have the headers' declarations as they are; expected: "
                            f"make man-pages")
        elif text != read(page):
            with open(page, "w", encoding="utf-8") as f:
                f.write(text)
    problems += [f"{n} is declared on no page" for n in found if n not in declared]
    problems += [f"{n} is declared on {' and '.join(p)}" for n, p in declared.items() if len(p) > 1]
    print("\n".join(problems), end="\n" if problems else "")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
