#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""make_binding.py HEADER OUT LIBDIR PYTHONDIR VERSION: the Python module OUT of what gasnet_ffi.h declares, by cffi, in
its form that needs no compiler and, when it is imported, neither the header nor a parser. The package will be in
PYTHONDIR, libgasnet-ffi in LIBDIR; what is kept is the way from one to the other, as both may be moved together;
LIBDIR, if there is no PYTHONDIR."""
import os
import re
import sys

import cffi


def main(header, out, libdir, pythondir, version):
    with open(header, encoding="utf-8") as f:
        lines = [x for x in f.read().splitlines() if not x.startswith("#") or re.match(r"#define \w+ -?\d", x)]
    ffi = cffi.FFI()
    ffi.cdef("\n".join(lines))
    ffi.set_source("_gasnet", None)
    ffi.emit_python_code(out + ".new")
    where = os.path.relpath(libdir, pythondir) if pythondir else libdir
    with open(out + ".new", "a", encoding="utf-8") as f:
        f.write(f"\nlibdir = {where!r}\nversion = {version!r}\n")
    os.replace(out + ".new", out)


if __name__ == "__main__":
    main(*sys.argv[1:])
