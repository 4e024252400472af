#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""libgasnet-ffi: every public name is a symbol, a constant or a type of gasnet_ffi.h, or a listed exception; the header
is what the headers of C make it, for compilers and for other readers; and a program that has nothing else."""
import filecmp
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import lang  # noqa: E402
from lang import verdict  # noqa: E402

FFI = os.path.join(lang.LANG, "ffi")
HEADER = lang.made("contrib/languages/ffi/gasnet_ffi.h")
CC = os.environ.get("CC", "cc").split()
INCLUDE = ["-I" + os.path.join(lang.SRC, d) for d in ("core/include", "extended/include",
                                                      "vis")] + ["-I" + os.path.join(lang.BUILD, "core/include")]


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as f:
        return f.read()


def words(text):
    return [line.split()[0] for line in text.splitlines() if line.strip() and not line.startswith("#")]


def symbols(library):
    out = subprocess.run(["nm", "-D", "--defined-only", os.path.join(lang.LIBS, library)], stdout=subprocess.PIPE,
                         check=True,
                         universal_newlines=True).stdout
    return {line.split()[2].split("@")[0] for line in out.splitlines()}


def sets():
    """Public names against symbols, declarations and exceptions."""
    names = words(read(lang.SRC, "contrib/spec/names.txt")) + words(read(lang.SRC, "tests/conform/headers/names1.txt"))
    later = "|".join(w.replace("*", ".*") for w in words(read(lang.SRC, "tests/conform/headers/later.txt")))
    header = re.sub(r"/\*.*?\*/", "", read(HEADER), flags=re.S)
    exceptions = words(read(FFI, "exceptions.txt"))
    functions = set(re.findall(r"^[a-z][\w *]*?(\w+)\((?:[^;{]*)\);", header, re.M)) - {"typedef"}
    constants = set(re.findall(r"^#define (\w+) -?\d+u?l*$", header,
                               re.M)) | set(re.findall(r"^  (G\w+)(?: = \d+)?,?$", header, re.M))
    types = set(re.findall(r"^typedef [^;{]*?(\w+);|^} (\w+);|^typedef .*\(\*(\w+)\)\(", header, re.M))
    types = {n for group in types for n in group if n}
    variables = set(re.findall(r"^extern [^;]*?(\w+)(?:\)\([^;]*)?;", header, re.M))
    members = {n for body in re.findall(r"\{(.*?)^\}", header, re.M | re.S)
               for n in re.findall(r"(\w+)(?:\)\([^)]*\))?;", body)}
    members |= set(re.findall(r"^  \} (\w+);", header, re.M))
    queries = set(re.findall(r'^    \{"(\w+)",', read(FFI, "ffi.c"), re.M))
    ffi, library = symbols("libgasnet-ffi.so"), symbols("libgasnet.so")
    known = functions | constants | types | variables | members | queries
    missing = [n for n in names if n not in known and n not in exceptions and not re.fullmatch(later, n)]
    verdict(not missing, f"every one of {len(names)} public names is in gasnet_ffi.h or an exception",
            " ".join(missing))
    stale = [n for n in exceptions if n in known or n in ffi or n in library]
    verdict(not stale and len(exceptions) == len(set(exceptions)), f"none of {len(exceptions)} exceptions is there",
            " ".join(stale))
    absent = functions - ffi - library
    verdict(len(functions) > 800 and not absent, f"each of {len(functions)} functions of the header is a symbol",
            " ".join(absent))
    hidden = ffi - functions
    verdict(len(ffi) > 600 and not hidden, f"each of {len(ffi)} symbols of libgasnet-ffi is in the header",
            " ".join(hidden))
    verdict(not ffi & library, "no symbol is in both libraries", " ".join(ffi & library))
    unexplained = [line for line in read(FFI, "exceptions.txt").splitlines() if line and line[0] != "#"
                   and len(line.split()) < 3]
    verdict(not unexplained, "each exception has its reason", "\n".join(unexplained))
    return types


def same_sizes(types, where):
    """The types of the header are as large as those of C; opaque ones at least."""
    real = ["gasnet.h", "gasnet_coll.h", "gasnet_mk.h", "gasnet_ratomic.h", "gasnet_vis.h", "hyd_note.h", "hyd_paged.h"]
    sizes = []
    for i, (headers, flags) in enumerate(((real, [*INCLUDE, "-DGASNET_PAR=1", "-D_GNU_SOURCE=1"]),
                                          (["gasnet_ffi.h"], ["-I" + os.path.dirname(HEADER)]))):
        source = "".join(f"#include <{h}>\n" for h in headers) + "".join(
            f"const unsigned long size_of_{t} = sizeof({t});\n" for t in sorted(types))
        out = subprocess.run([*CC, *flags, "-S", "-o", "-", "-xc", "-std=gnu11", "-w", "-"], input=source,
                             stdout=subprocess.PIPE,
                             check=True, universal_newlines=True).stdout
        sizes.append(dict(re.findall(r"^size_of_(\w+):\n\s*\.quad\s+(\d+)", out, re.M)))
    wrong = [t for t in types if not (sizes[0][t] == sizes[1][t] or
                                      (t in ("gasnett_mutex_t", "gasnett_cond_t", "gasnett_rwlock_t") and
                                       int(sizes[0][t]) <= int(sizes[1][t])))]
    verdict(len(sizes[0]) == len(types) and not wrong, f"{len(types)} types are as large as in C", " ".join(wrong))


def generated(where):
    if "GASNETI_PSHM_ENABLED 1" not in read(lang.BUILD, "core/include/gasnet_config.h"):
        lang.skip("the header is made again", "a release has that of libraries with shared memory")
        return
    for path in (HEADER, lang.made("contrib/languages/ffi/ffi_calls.c")):
        again = os.path.join(where, os.path.basename(path))
        status, out = lang.run([sys.executable, os.path.join(FFI, "generate.py"), "--cc", " ".join(CC + INCLUDE),
                                again])
        verdict(status == 0 and filecmp.cmp(again, path, shallow=False),
                f"{os.path.basename(path)} is what generate.py makes of the headers (else: make)", out)


def readable(where):
    text = read(HEADER)
    odd = [line for line in text.splitlines() if line.startswith("#") and
           not re.fullmatch(r"#define \w+ -?\d+u?l*( /\*.*\*/)?|#include <std(def|int)\.h>|#ifndef GASNET_FFI_H|"
                            r"#define GASNET_FFI_H|#endif", line)]
    verdict(not odd and "inline" not in re.sub(r"/\*.*?\*/", "", text, flags=re.S) and "__" not in text,
            "the header has constants and declarations only", "\n".join(odd))
    for command in (["gcc", "-xc", "-std=c99"], ["g++", "-xc++", "-std=c++11"], ["clang", "-xc", "-std=c11"]):
        if lang.tool(command[0]):
            lang.compiled([*command, "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only", HEADER,
                           *(["-Wno-pragma-once-outside-header"] if command[0] == "clang" else [])],
                          "gasnet_ffi.h alone by " + " ".join(command))
    try:
        import cffi
    except ImportError:
        return lang.skip("cffi reads the header", "no python3-cffi")
    ffi = cffi.FFI()
    ffi.cdef("\n".join(x for x in text.splitlines() if not x.startswith("#") or re.match(r"#define \w+ -?\d", x)))
    return verdict(ffi.sizeof("gex_AM_Entry_t") == 40 and ffi.sizeof("gasnet_nodeinfo_t") == 24,
                   "cffi reads the header")


def programs(where):
    client = os.path.join(where, "ffi_client")
    if not lang.compiled([*CC, "-std=c11", "-Wall", "-Wextra", "-Wno-int-to-pointer-cast", "-Wno-cast-function-type",
                          "-I" + os.path.dirname(HEADER),
                          os.path.join(lang.SRC, "tests/lang/ffi_client.c"), "-o", client,
                          *lang.variable("HYD_SAN_FLAGS"), *lang.LINK],
                         "a program that includes gasnet_ffi.h alone"):
        return
    for threads, conduit in ((1, "smp"), (2, "smp"), (3, "udp")):
        lang.jobs([client, str(threads)], f"its calls, threading mode {threads}", conduits=(conduit,))
    status, out = lang.run([client, "4"])
    verdict(status == 3 and "threads is 4; expected GASNET_FFI_SEQ (1)" in out, "another threading mode is refused",
            out)


def unloading(where):
    client = os.path.join(where, "ffi_unload")
    if not lang.compiled([*CC, "-std=gnu11", "-Wall", "-Wextra", os.path.join(lang.SRC, "tests/lang/ffi_unload.c"),
                          "-o", client,
                          *lang.variable("HYD_SAN_FLAGS"), "-ldl", "-lpthread"],
                          "a program that opens and closes the library"):
        return
    for conduit, ranks in (("smp", 1), ("smp", 2), ("udp", 2)):
        if conduit not in lang.CONDUITS:
            continue
        status, out = lang.run([client, os.path.join(lang.LIBS, "libgasnet-ffi.so")], GASNET_CONDUIT=conduit,
                               GASNET_PSHM_NODES=str(ranks), GASNET_QUIET="1",
                               **({"GASNET_SUPERNODE_MAXSIZE": "1"} if conduit != "smp" else {}))
        verdict(status == 3 and not out, f"{conduit}, {ranks} rank(s): it ends in peace after dlclose",
                f"status {status}: {out}")


if not os.path.exists(os.path.join(lang.LIBS, "libgasnet-ffi.so")):
    lang.leave_out("libgasnet-ffi", "not built (--disable-shared)")
found_types = sets()
with tempfile.TemporaryDirectory() as folder:
    same_sizes(found_types, folder)
    generated(folder)
    readable(folder)
    programs(folder)
    unloading(folder)
lang.end()
