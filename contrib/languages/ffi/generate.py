#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes gasnet_ffi.h or ffi_calls.c from the declarations of the public headers.

    generate.py --cc "gcc ARGS" [FOLDER/]gasnet_ffi.h|ffi_calls.c

The headers are preprocessed as a program of C sees them, threading mode PAR; every declaration of a
public name becomes a plain one in gasnet_ffi.h, and every call that is inline or a macro a function in
ffi_calls.c. What cannot be derived from a declaration is in the tables below: the parameters of macros.
CC is the compiler with the -I and -D of a client. Needs Python 3.7, nothing else; run by make.
"""
import argparse
import os
import re
import subprocess
import sys

HEADERS = ["gasnet.h", "gasnet_vis.h", "gasnet_coll.h", "gasnet_ratomic.h", "gasnet_mk.h", "gasnet_tools.h",
           "hyd_boot.h", "hyd_note.h", "hyd_paged.h"]
PUBLIC = re.compile(r"(gex_|gasnet_|gasnett_|gasnete_coll_|gasneti_gethostname$|_gasneti_threadkey_init$|hyd_boot_|"
                    r"hyd_note_|hyd_paged_)")
CONSTANT = re.compile(r"(GEX_|GASNET_|GASNETT_|SIZEOF_G)")
# Set by configure or by the client's -D, so they are no constants of this header.
CONFIGURED = re.compile(r"GASNET(T|I)?_(PAGESIZE|PAGESHIFT|CACHE_LINE_BYTES|MAX_THREADS|MAXEPS|PAR|SEQ|PARSYNC|"
                        r"NDEBUG|DEBUG|"
                        r"PSHM|SEGMENT_\w+|HAVE_MK_CLASS_\w+|CONDUIT_\w+|THREAD_SAFE|PLATFORM_\w+|"
                        r"CONFIGURE_\w+|USE_\w+)$")
# Types whose contents a binder has no use for: so many words, at least as large as what the library has there.
OPAQUE = {"gasnett_mutex_t": 8, "gasnett_cond_t": 8, "gasnett_rwlock_t": 16}
# Parameters of macros, by name, and what macros without a declaration to derive from are as functions.
MACRO_PARAMETER = {"dest": "gasnet_node_t dest", "token": "gasnet_token_t token", "h": "gasnet_handler_t h",
                   "src": "const void *src", "n": "size_t n", "dst": "void *dst"}
ARRAY = "unsigned nargs, const gex_AM_Arg_t *args"
MACRO_CALLS = {
    "gex_AM_RequestShort": ("int", "gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, gex_Flags_t flags, " + ARRAY,
                            "hyd_am_request_short(tm, rank, handler, flags, nargs, args)"),
    "gex_AM_RequestMedium": ("int", "gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, "
                             "size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags, " + ARRAY,
                             "hyd_am_request_medium(tm, rank, handler, source_addr, nbytes, lc_opt, flags, nargs, "
                             "args)"),
    "gex_AM_RequestLong": ("int", "gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr, "
                           "size_t nbytes, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, " + ARRAY,
                           "hyd_am_request_long(tm, rank, handler, source_addr, nbytes, dest_addr, lc_opt, flags, "
                           "nargs, "
                           "args)"),
    "gex_AM_ReplyShort": ("int", "gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags, " + ARRAY,
                          "hyd_am_reply_short(token, handler, flags, nargs, args)"),
    "gex_AM_ReplyMedium": ("int", "gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes, "
                           "gex_Event_t *lc_opt, gex_Flags_t flags, " + ARRAY,
                           "hyd_am_reply_medium(token, handler, source_addr, nbytes, lc_opt, flags, nargs, args)"),
    "gex_AM_ReplyLong": ("int", "gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes, "
                         "void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags, " + ARRAY,
                         "hyd_am_reply_long(token, handler, source_addr, nbytes, dest_addr, lc_opt, flags, nargs, "
                         "args)"),
    "GASNETT_TRACE_GETMASK": ("const char *", "void", None),
    "GASNETT_TRACE_SETMASK": ("void", "const char *mask", None),
    "GASNETT_TRACE_GET_TRACELOCAL": ("int", "void", None),
    "GASNETT_TRACE_SET_TRACELOCAL": ("void", "int on", None),
    "GASNETT_TRACE_SETSOURCELINE": ("void", "const char *file, unsigned line", None),
    "GASNETT_TRACE_GETSOURCELINE": ("void", "const char **file_p, unsigned *line_p", None),
    "GASNETT_TRACE_FREEZESOURCELINE": ("void", "void", None),
    "GASNETT_TRACE_UNFREEZESOURCELINE": ("void", "void", None),
    "GASNETT_STATS_INIT": ("int", "void (*callback)(void (*)(const char *, ...))", None),
    "GASNETT_STATS_GETMASK": ("const char *", "void", None),
    "GASNETT_STATS_SETMASK": ("void", "const char *mask", None),
    "GASNETT_STATS_DUMP": ("void", "int reset", None),
    "GASNETT_FAST_ALIGNED_MEMCPY": ("void *", "void *dst, const void *src, size_t n", None),
    "GASNETT_FAST_UNALIGNED_MEMCPY": ("void *", "void *dst, const void *src, size_t n", None),
    "GASNETT_VALUE_ASSIGN": ("void", "void *dst, uint64_t value, size_t n", None),
    "GEX_OP_TO_FETCHING": ("gex_OP_t", "gex_OP_t op", None),
    "GEX_OP_TO_NONFETCHING": ("gex_OP_t", "gex_OP_t op", None),
    "gasnett_mmap": ("void *", "uintptr_t size", None),
    "GASNET_GET_THREADINFO": ("gasnet_threadinfo_t", "void", None),
    "gasnett_threadkey_init": ("void", "void **key", "gasnett_threadkey_init(*key)"),
    "gasnett_threadkey_get": ("void *", "void **key", "gasnett_threadkey_get(*key)"),
    "gasnett_threadkey_get_noinit": ("void *", "void **key", "gasnett_threadkey_get_noinit(*key)"),
    "gasnett_threadkey_set": ("void", "void **key, void *value", "gasnett_threadkey_set(*key, value)"),
    "gasnett_threadkey_set_noinit": ("void", "void **key, void *value", "gasnett_threadkey_set_noinit(*key, value)"),
}
for _what, _family, _medium in (("RequestMedium", "HYD_NPAM_MEDIUM", 1),
                                ("ReplyMedium", "HYD_NPAM_MEDIUM | HYD_NPAM_REPLY", 1),
                                ("RequestLong", "HYD_NPAM_LONG", 0),
                                ("ReplyLong", "HYD_NPAM_LONG | HYD_NPAM_REPLY", 0)):
    _params = "gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, " + ("" if _medium else "void *dest_addr, ")
    for _v2 in ("", "_v2"):
        MACRO_CALLS["gex_AM_Commit" + _what + _v2] = (
            "int" if _v2 else "void", _params + ("gex_Flags_t commit_flags, " if _v2 else "") + ARRAY,
            f"hyd_am_commit(sd, {_family}, handler, nbytes, {'NULL' if _medium else 'dest_addr'}, "
            f"{'commit_flags' if _v2 else '0'}, nargs, args)")
# Calls that are written by hand (ffi.c): they take the threading mode, code, or arguments of any number.
BY_HAND = {
    "gex_Client_Init": "int gex_Client_Init(gex_Client_t *client_p, gex_EP_t *ep_p, gex_TM_t *tm_p, const char "
                       "*clientName, "
                       "int *argc, char ***argv, gex_Flags_t flags, int threads)",
    "gasnet_init": "int gasnet_init(int *argc, char ***argv, int threads)",
    "gasnet_ffi_blockuntil": "void gasnet_ffi_blockuntil(int (*is_true)(void *), void *arg)",
    "gasnet_ffi_query": "uint64_t gasnet_ffi_query(const char *name)",
    "gasnett_fatalerror": "void gasnett_fatalerror(const char *fmt, ...)",
    "GASNETT_TRACE_PRINTF": "void GASNETT_TRACE_PRINTF(const char *fmt, ...)",
    "GASNETT_TRACE_PRINTF_FORCE": "void GASNETT_TRACE_PRINTF_FORCE(const char *fmt, ...)",
    "GASNETT_STATS_PRINTF": "void GASNETT_STATS_PRINTF(const char *fmt, ...)",
    "GASNETT_STATS_PRINTF_FORCE": "void GASNETT_STATS_PRINTF_FORCE(const char *fmt, ...)",
    "_gasnett_trace_printf_noop": "void _gasnett_trace_printf_noop(const char *fmt, ...)",
}
HEAD = """/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gasnet_ffi.h: every call of libgasnet and libgasnet-ffi as a plain C function, for other languages.
 *
 * Made by contrib/languages/ffi/generate.py from the headers of the library, which say what each call does.
 * Declarations only, no inline code, constants as numbers. A reader that knows no preprocessor takes
 * each `#define NAME NUMBER` and drops the other lines that begin with #. Programs in C and C++ use
 * gasnetex.h and gasnet.h, which this header is not to be mixed with.
 *
 * What differs from C: gex_Client_Init and gasnet_init have the threading mode as last argument,
 * GASNET_FFI_SEQ, _PARSYNC or _PAR. Message calls without a number, as gex_AM_RequestShort, have their
 * arguments as a count and an array. GASNET_BLOCKUNTIL is gasnet_ffi_blockuntil, with a function for
 * its condition. GEX_EVENT_NOW, GEX_MK_HOST, ... are numbers here, to be converted to the pointer type.
 * gasnet_ffi_query("GASNET_PAGESIZE") is what this installation was configured to. gasnet-languages(7).
 */
/* clang-format off */
#ifndef GASNET_FFI_H
#define GASNET_FFI_H
#include <stddef.h>
#include <stdint.h>

#define GASNET_FFI_SEQ 1 /* one thread of the process calls */
#define GASNET_FFI_PARSYNC 2 /* any, one at a time */
#define GASNET_FFI_PAR 3 /* all, at once */
"""
TAIL = """
#endif
"""
CALLS_HEAD = """/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ffi_calls.c: the calls that are inline or macros in C, as symbols of their names. Made by generate.py.
 */
/* clang-format off */
#include "contrib/languages/ffi/ffi.h"

"""

TOKEN = re.compile(r'\s+|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|\w+|\.\.\.|->|\+\+|--|<<|>>|[<>=!]=|&&|\|\||.', re.S)
DROPPED = {"static", "inline", "extern", "__extension__", "__inline", "__inline__", "__restrict", "__restrict__",
           "volatile"}


def preprocess(cc):
    source = "".join(f"#include <{h}>\n" for h in HEADERS)
    command = cc.split() + ["-E", "-dD", "-x", "c", "-std=gnu11", "-D_GNU_SOURCE=1", "-DGASNET_PAR=1",
                            "-DGASNET_SEGMENT_FAST=1", "-"]
    return subprocess.run(command, input=source, check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout


def ours(text):
    """Lines of our own headers, macros and code apart, both in order."""
    macros, code, mine = {}, [], False
    for line in text.splitlines():
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            name = os.path.basename(marker.group(1))
            mine = bool(re.match(r"(gasnet|hyd_).*\.h$", name))
        elif mine and line.startswith("#define "):
            m = re.match(r"#define (\w+)(\([^)]*\))?\s*(.*)", line)
            macros[m.group(1)] = (m.group(2), m.group(3))
        elif mine and line.startswith("#undef "):
            macros.pop(line.split()[1], None)
        elif mine and not line.startswith("#"):
            code.append(line)
    return macros, "\n".join(code)


def close(tokens, i):
    """Index after the bracket that closes tokens[i]."""
    pairs, depth = {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}, 0
    while True:
        depth += pairs.get(tokens[i], 0)
        i += 1
        if depth == 0:
            return i


def declarations(code):
    """Top-level declarations as lists of tokens: (tokens, has_body). Attributes and storage classes are dropped."""
    tokens = [t for t in TOKEN.findall(code) if not t.isspace()]
    out, i = [], 0
    while i < len(tokens):
        t = tokens[i]
        if t in ("__attribute__", "__asm__", "asm", "__asm"):
            i = close(tokens, i + 1)
        elif t == ";":
            if out:
                yield out, False
            out, i = [], i + 1
        elif t == "{" and out and out[-1] == ")" and out[0] != "typedef":
            i = close(tokens, i)
            yield out, True
            out = []
        elif t == "{":
            end = close(tokens, i)
            inner = []
            j = i
            while j < end:
                if tokens[j] == "__attribute__":
                    j = close(tokens, j + 1)
                else:
                    inner.append(tokens[j])
                    j += 1
            out += inner
            i = end
        elif t in DROPPED:
            i += 1
        else:
            out.append(t)
            i += 1


def text_of(tokens):
    """Tokens as readable C."""
    out = ""
    for t in tokens:
        if t == "{":
            out = out.rstrip() + " {\n  "
        elif t == "}":
            out = re.sub(r"\n\s*$", "\n", out) + "} "
        elif t == ";":
            out = out.rstrip() + ";\n  "
        elif t in "),[]":
            out = out.rstrip() + t + (" " if t in ",)" else "")
        elif t in ("(", "*"):
            out = (out.rstrip() + t) if out.endswith(("*", "(", ") (")) or (t == "("
                                                                            and out[-1:] not in " ") else out + t
        else:
            out += t + " "
    out = re.sub(r"\(\s+", "(", out)
    return re.sub(r"\(\*\s*(\w+)\) \(", r"(*\1)(", out).strip()


class Function:
    """A function's declaration: its type, name and parameters, as text."""

    def __init__(self, result, name, params, has_body):
        self.result, self.name, self.params, self.has_body = result, name, params, has_body

    def args(self):
        names = []
        for p in self.params:
            if p == "void":
                continue
            m = re.search(r"\(\s*\*\s*(\w+)\s*\)\s*\(", p) or re.search(r"(\w+)\s*(\[[^\]]*\])*\s*$", p)
            names.append(m.group(1))
        return ", ".join(names)

    def prototype(self, name=None):
        space = "" if self.result.endswith("*") else " "
        return f"{self.result}{space}{name or self.name}({', '.join(self.params) or 'void'})"


def split_params(tokens):
    out, depth, one = [], 0, []
    for t in tokens:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(t, 0)
        if t == "," and depth == 0:
            out.append(one)
            one = []
        else:
            one.append(t)
    return out + [one] if one else out


def function_of(tokens, has_body):
    """A Function, or None where the declaration is something else."""
    if tokens[0] == "typedef" or "(" not in tokens:
        return None
    i = tokens.index("(")
    if i == 0 or not re.match(r"\w+$", tokens[i - 1]) or tokens[i - 1] in ("struct", "enum", "union"):
        return None
    if close(tokens, i) != len(tokens):
        return None
    params = [text_of(p) for p in split_params(tokens[i + 1:-1])]
    return Function(text_of(tokens[:i - 1]), tokens[i - 1], params, has_body)


def is_public(name):
    return bool(PUBLIC.match(name))


def collect(macros, code):
    types, functions, variables, seen = [], {}, [], set()
    for tokens, has_body in declarations(code):
        f = function_of(tokens, has_body)
        if f:
            if is_public(f.name):
                known = functions.get(f.name)
                f.has_body = has_body or bool(known and known.has_body)
                functions[f.name] = f
            continue
        if tokens[0] == "typedef":
            pointer = re.search(r"\( \* (\w+) \)", " ".join(tokens)) if tokens[-1] == ")" else None
            name = pointer.group(1) if pointer else tokens[-1]
            if is_public(name) and name not in seen:
                seen.add(name)
                types.append((name, tokens))
        elif tokens[0] == "struct" and "{" in tokens and is_public(tokens[1]):
            types.append((tokens[1], tokens))
        elif is_public(tokens[-1]) or (tokens[-1] == ")" and re.search(r"\( \* (gas\w+) \)", " ".join(tokens))):
            if "=" not in tokens and "{" not in tokens:
                variables.append(tokens)
    return types, functions, variables


def type_text(name, tokens):
    if name in OPAQUE:
        return f"typedef struct {{\n  uint64_t hyd_opaque[{OPAQUE[name]}];\n}} {name};"
    text = text_of(tokens) + ";"
    text = text.replace("hyd_tools_u32_t", "uint32_t").replace("hyd_tools_u64_t", "uint64_t")
    text = text.replace("typedef const struct", "typedef struct")
    return indented(re.sub(r"\(\*(\w+)\)\(\)", r"(*\1)(void)", text))


def indented(text):
    """Lines by depth of braces; those of enumerations one constant each."""
    if "enum" in text:
        text = re.sub(r"(\w) } ", r"\1\n} ", text.replace(", ", ",\n"))
    out, depth = [], 0
    for line in text.split("\n"):
        line = line.strip()
        depth -= line.startswith("}")
        out.append(wrapped("  " * depth + line, 4 + 2 * depth))
        depth += line.endswith("{")
    return "\n".join(out)


def macro_functions(macros, functions):
    """What macros are as functions: aliases of functions, numbered message calls, the table's."""
    for name, (params, body) in macros.items():
        if params is None and body in functions and is_public(name) and functions[body].params[-1:] != ["..."]:
            f = functions[body]
            yield Function(f.result, name, f.params, True), None
        elif name in MACRO_CALLS:
            result, ps, body = MACRO_CALLS[name]
            yield Function(result, name, ps.split(", ") if "(*" not in ps else [ps], True), body
        elif re.match(r"gasnet_AM(Request|Reply)\w*\d$", name):
            count = int(re.search(r"(\d+)$", name).group(1))
            ps = [MACRO_PARAMETER[p] for p in re.findall(r"\w+", params)]
            yield Function("int", name, ps + [f"gasnet_handlerarg_t a{i}" for i in range(count)], True), None


def values_of(cc, macros):
    """Integer and pointer constants among the macros: name -> number, by the compiler."""
    names = [n for n, (params, body) in macros.items()
             if params is None and body and CONSTANT.match(n) and not CONFIGURED.match(n)]
    probe = "".join(f"#include <{h}>\n" for h in HEADERS) + "#pragma GCC diagnostic ignored \"-Wpointer-to-int-cast\"\n"
    base = cc.split() + ["-S", "-o", "-", "-x", "c", "-std=gnu11", "-w", "-D_GNU_SOURCE=1", "-DGASNET_PAR=1",
                         "-DGASNET_SEGMENT_FAST=1", "-"]

    def line(n):
        return (f"_Static_assert(_Generic(({n}), double: 0, char *: 0, default: 1), \"a number\"); const long long "
                f"hydv_{n} = "
                f"(long long)({n}); const long long hydu_{n} = _Generic(({n}), unsigned long: 2, default: 1);\n")

    def compiled(chosen):
        return subprocess.run(base, input=probe + "".join(map(line, chosen)), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE,
                              universal_newlines=True)

    strings = [n for n in names if re.match(r'(_STRINGIFY|")', macros[n][1]) or "STRING" in n]
    chosen = [n for n in names if n not in strings]
    first = probe.count("\n") + 1
    for _ in range(9):  # without what the compiler complains of: those are no numbers
        r = compiled(chosen)
        wrong = {int(n) - first for n in re.findall(r"^<stdin>:(\d+):", r.stderr, re.M)}
        if r.returncode == 0:
            break
        chosen = [n for i, n in enumerate(chosen) if i not in wrong]
    made = {what + n: 0 if how == "zero" else int(value) for what, n, how, value in
            re.findall(r"^hyd([vu])_(\w+):\n\s*\.(quad|xword|dword|8byte|zero)\s+(-?\d+)", r.stdout, re.M)}
    return {n: made["v" + n] + (2**64 if made["v" + n] < 0 and made["u" + n] == 2 else 0) for n in chosen
            if "v" + n in made}


def number(v):
    return f"{v}" if v < 2**31 else f"{v}u" if v < 2**32 else f"{v}ull"


def natural(name):
    """For sorting: numbers by value."""
    return [int(p) if p.isdigit() else p for p in re.split(r"(\d+)", name)]


def wrapped(text, indent):
    """Lines of at most 120 columns, broken after commas."""
    out, line = [], ""
    for part in re.split(r"(?<=, )", text):
        if line and len(line) + len(part.rstrip()) > 120:
            out.append(line.rstrip())
            line = " " * indent
        line += part
    return "\n".join(out + [line])


class Declarations:
    """What the public headers declare, and what their macros are as functions."""

    def __init__(self, cc):
        self.cc = cc
        self.macros, code = ours(preprocess(cc))
        self.types, self.functions, self.variables = collect(self.macros, code)
        self.bodies = {}
        for f, body in macro_functions(self.macros, self.functions):
            self.functions[f.name] = f
            self.bodies[f.name] = body

    def derived(self):
        """The functions that are not written by hand, by name."""
        return [self.functions[name] for name in sorted(self.functions, key=natural) if name not in BY_HAND]

    def header(self):
        """Text of gasnet_ffi.h."""
        out = [HEAD]
        out += [f"#define {n} {number(v)}" for n, v in sorted(values_of(self.cc, self.macros).items())]
        out.append("")
        out += [type_text(*t) for t in self.types if t[0] not in self.macros]
        out += [f"typedef {body} {name};" for name, (params, body) in self.macros.items()
                if name.endswith("_t") and params is None and is_public(name)]
        out.append("")
        out += ["extern " + text_of(tokens) + ";" for tokens in self.variables]
        out.append("")
        out += [wrapped(f.prototype() + ";", 4) for f in self.derived()]
        out += [wrapped(p + ";", 4) for p in BY_HAND.values()]
        return "\n".join(out) + "\n" + TAIL

    def calls(self):
        """Text of ffi_calls.c."""
        out = [CALLS_HEAD]
        for f in self.derived():
            if not f.has_body:
                continue
            if f.params[-1:] == ["..."]:
                sys.exit(f"{f.name}: variable arguments in inline code")
            body = self.bodies.get(f.name) or f"{f.name}({f.args()})"
            macro, first = ("FFI_VOID", "") if f.result == "void" else ("FFI_CALL", f.result + ", ")
            out.append(wrapped(f"{macro}({first}{f.name}, ({', '.join(f.params) or 'void'}), {body})", 4))
        return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cc", required=True)
    parser.add_argument("out")
    options = parser.parse_args()
    makers = {"gasnet_ffi.h": Declarations.header, "ffi_calls.c": Declarations.calls}
    name = os.path.basename(options.out)
    if name not in makers:
        parser.error(f"{name}: expected {' or '.join(makers)}")
    text = makers[name](Declarations(options.cc))
    with open(options.out + ".new", "w", encoding="utf-8") as f:
        f.write(text)
    os.replace(options.out + ".new", options.out)


if __name__ == "__main__":
    main()
