#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes sys.rs from gasnet_ffi.h: all calls as they are in C. Run by make: generate.py GASNET_FFI_H SYS_RS"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "..", "ffi"))
from declared import Declared  # noqa: E402

BASIC = {"int": "c_int", "unsigned": "c_uint", "unsigned int": "c_uint", "size_t": "usize", "uintptr_t": "usize",
         "ptrdiff_t": "isize", "float": "f32",
         "double": "f64", "uint8_t": "u8", "uint16_t": "u16", "int32_t": "i32", "uint32_t": "u32", "int64_t": "i64",
         "uint64_t": "u64", "char": "c_char", "void": "c_void"}
WORDS = {"type", "fn", "ref", "in", "loop", "match", "move", "self", "where", "use", "box"}
# Message calls with a number of arguments in their name; those with an array do the same.
NUMBERED = re.compile(r"(gex_AM_(Request|Reply|Commit)|gasnet_AM(Request|Reply))\w*\d+(_v2)?$")
HEAD = """// SPDX-License-Identifier: BSD-3-Clause
//
// sys.rs: every call of libgasnet-ffi as it is in C. Message calls have their arguments as an array: those with a
// number are left out. Functions are passed without their type. Made by generate.py from gasnet_ffi.h.
#![allow(non_camel_case_types, non_upper_case_globals, non_snake_case, dead_code)]
use std::os::raw::{c_char, c_int, c_uint, c_void};

/// A function of C of whatever type the call wants.
pub type function = Option<unsafe extern "C" fn()>;
"""


def type_of(d, c):
    """A type of C in Rust."""
    c = c.strip()
    if c == "function" or c in d.pointers:
        return "function"
    if c.endswith("*"):
        inner = c[:-1].strip()
        constant = "const" in inner.split() if "*" not in inner else inner.endswith("const")
        inner = re.sub(r"\bconst\b", "", inner).strip() if "*" not in inner else re.sub(r"\bconst$", "", inner).strip()
        return ("*const " if constant else "*mut ") + type_of(d, inner)
    c = re.sub(r"\bconst\b|\bstruct\b", "", c).strip()
    array = re.fullmatch(r"(.*)\[(\d+)\]", c)
    if array:
        return f"[{type_of(d, array.group(1))}; {array.group(2)}]"
    return BASIC.get(c, c)


def name_of(n):
    return "r#" + n if n in WORDS else n


def constant(name, v):
    kind = "i32" if v < 0 else "u32" if v < 2**32 else "u64"
    return f"pub const {name}: {kind} = {v};"


def text(d):
    out = [HEAD] + [constant(n, v) for n, v in sorted(d.constants.items())] + [""]
    for h in d.handles:
        out.append(f"#[repr(C)]\npub struct {h[:-2]}_s {{\n    _private: [u8; 0],\n}}\npub type {h} = *mut {h[:-2]}_s;")
    out += [f"pub type {e} = c_int;" for e in d.enums]
    out += [f"pub type {n} = {type_of(d, t)};" for n, t in d.aliases.items()]
    for s in d.structs:
        fields = "".join(f"    pub {name_of(n)}: {type_of(d, t.replace('gex_hsl_s', 'gex_HSL_t'))},\n" for t,
                         n in s.fields) \
            if s.fields else "    _private: [u8; 0], // by address only\n"
        derive = "#[derive(Clone, Copy)]\n" if s.fields else ""
        out.append(f"#[repr(C)]\n{derive}pub struct {s.name} {{\n{fields}}}")
    for library in ("gasnet-ffi", "gasnet"):
        out.append(f'#[link(name = "{library}")]\nextern "C" {{}}')
    out.append('extern "C" {')
    for f in d.functions:
        if not NUMBERED.match(f.name):
            params = ", ".join(f"{name_of(n)}: {type_of(d, t)}" for t, n in f.params) + (", ..." if f.variadic else "")
            out.append(f"    pub fn {f.name}({params})" + ("" if f.result == "void"
                                                           else f" -> {type_of(d, f.result)}") + ";")
    return "\n".join(out) + "\n}\n"


def main(header, out):
    with open(out + ".new", "w", encoding="utf-8") as f:
        f.write(text(Declared(header)))
    os.replace(out + ".new", out)


if __name__ == "__main__":
    main(*sys.argv[1:])
