#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes gasnet_c.f90 from gasnet_ffi.h, all calls as they are in C, or gasnet_typed.f90: put, get, broadcast and reduce
for each type and rank. Run by make: generate.py GASNET_FFI_H [FOLDER/]gasnet_c.f90|gasnet_typed.f90"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "..", "ffi"))
from declared import Declared  # noqa: E402

BASIC = {"int": "integer(c_int)", "unsigned": "integer(c_int)", "unsigned int": "integer(c_int)",
         "size_t": "integer(c_size_t)",
         "uintptr_t": "integer(c_intptr_t)", "float": "real(c_float)", "double": "real(c_double)",
         "uint8_t": "integer(c_int8_t)",
         "uint16_t": "integer(c_int16_t)", "int32_t": "integer(c_int32_t)", "uint32_t": "integer(c_int32_t)",
         "int64_t": "integer(c_int64_t)", "uint64_t": "integer(c_int64_t)"}
# Message calls with a number of arguments in their name; those with an array do the same.
NUMBERED = re.compile(r"(gex_AM_(Request|Reply|Commit)|gasnet_AM(Request|Reply))\w*\d+(_v2)?$")
OPEN = "! SPDX-License-Identifier: BSD-3-Clause\n!\n"


def folded(line):
    """A statement in lines of at most 120 columns."""
    out, indent = [], " " * (len(line) - len(line.lstrip()) + 4)
    while len(line) > 118:
        at = line.rfind(", ", 0, 116) + 2
        out.append(line[:at].rstrip() + " &")
        line = indent + line[at:]
    return "\n".join(out + [line])


class Module:
    def __init__(self, declared):
        self.d = declared
        self.structs = {s.name for s in declared.structs}

    def type_of(self, c):
        """A type of C by value."""
        c = re.sub(r"\bconst\b", "", c).strip()
        if c == "function" or c in self.d.pointers:
            return "type(c_funptr)"
        if "*" in c:
            return "type(c_ptr)"
        array = re.fullmatch(r"(.*)\[(\d+)\]", c)
        if array:
            return f"{self.type_of(array.group(1))}, dimension({array.group(2)})"
        c = re.sub(r"^struct ", "", c)
        if c in self.d.handles or c in self.structs:
            return f"type({c})"
        if c in self.d.enums:
            return "integer(c_int)"
        return BASIC.get(c) or self.type_of(self.d.aliases[c])

    def constants(self):
        taken = {f.name.lower() for f in self.d.functions}
        for name, v in sorted(self.d.constants.items()):
            if name.lower() in taken:
                continue
            kind = "c_int64_t" if not -2**31 <= v < 2**32 else "c_int32_t"
            bits = 64 if kind == "c_int64_t" else 32
            v = v - 2**bits if v >= 2**(bits - 1) else v
            text = f"{v}_{kind}" if v > -2**(bits - 1) else f"-{-v - 1}_{kind} - 1"
            yield f"  integer({kind}), parameter, public :: {name} = {text}"

    def types(self):
        for h in self.d.handles:
            yield f"  type, bind(c), public :: {h}\n    type(c_ptr) :: at = c_null_ptr\n  end type"
        for s in self.d.structs:
            if s.fields:
                fields = "".join(f"    {self.type_of(t)} :: {n}\n" for t, n in s.fields)
                yield f"  type, bind(c), public :: {s.name}\n{fields}  end type"
        for name, t in self.d.aliases.items():
            if t in self.structs or t in self.d.handles:
                yield f"  ! {name}: {t}"

    def interfaces(self):
        for f in self.d.functions:
            if f.variadic or NUMBERED.match(f.name):
                continue
            void = f.result == "void"
            kind, arguments = "subroutine" if void else "function", ", ".join(n for _, n in f.params)
            body = [folded(f"    {kind} {f.name.lstrip('_')}({arguments}) bind(c, name=\"{f.name}\")" +
                           ("" if void else " result(result_)")), "      import"]
            kinds = {}
            for t, n in f.params:
                kinds.setdefault(self.type_of(t), []).append(n)
            body += [folded(f"      {t}, value :: {', '.join(names)}") for t, names in kinds.items()]
            if not void:
                body.append(f"      {self.type_of(f.result)} :: result_")
            yield "\n".join(body + [f"    end {kind}"])

    def text(self):
        out = [OPEN + "! gasnet_c.f90: every call of libgasnet-ffi as it is in C. Message calls have their arguments "
                      "as an array:\n"
               "! those with a number are left out. Made by generate.py from gasnet_ffi.h. Handles are types of one "
               "pointer; other pointers are c_ptr, functions c_funptr,\n"
               "! unsigned integers signed ones of their size.\nmodule gasnet_c\n  use, intrinsic :: iso_c_binding\n"
               "  implicit none\n  public"]
        out += list(self.constants()) + list(self.types()) + ["  interface"] + list(self.interfaces())
        return "\n".join(out) + "\n  end interface\nend module gasnet_c\n"


# --- gasnet_typed.f90 ---

TYPES = [("i4", "integer(c_int32_t)", 4, "GEX_DT_I32"), ("i8", "integer(c_int64_t)", 8, "GEX_DT_I64"),
         ("r4", "real(c_float)", 4, "GEX_DT_FLT"), ("r8", "real(c_double)", 8, "GEX_DT_DBL"),
         ("c8", "complex(c_double_complex)", 16, None), ("ch", "character(kind=c_char)", 1, None)]
RANKS = [("0", "", "1"), ("1", "(:)", "size(x)"), ("2", "(:,:)", "size(x)")]

TYPED = '''  subroutine put_{n}(tm, rank, dest, x)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    {type}, {contiguous}intent(in), target :: x{shape}
    integer(c_int) :: r
    r = gex_RMA_PutBlocking(tm, rank, dest, c_loc(x), {count} * {size}_c_size_t, 0)
  end subroutine
  subroutine get_{n}(tm, x, rank, src)
    type(gex_TM_t), intent(in) :: tm
    {type}, {contiguous}intent(inout), target :: x{shape}
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    integer(c_int) :: r
    r = gex_RMA_GetBlocking(tm, c_loc(x), rank, src, {count} * {size}_c_size_t, 0)
  end subroutine
  subroutine put_nb_{n}(tm, rank, dest, x, event)
    type(gex_TM_t), intent(in) :: tm
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: dest
    {type}, {contiguous}intent(in), asynchronous, target :: x{shape}
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_PutNB(tm, rank, dest, c_loc(x), {count} * {size}_c_size_t, deferred(), 0)
  end subroutine
  subroutine get_nb_{n}(tm, x, rank, src, event)
    type(gex_TM_t), intent(in) :: tm
    {type}, {contiguous}intent(inout), asynchronous, target :: x{shape}
    integer(c_int32_t), intent(in) :: rank
    type(c_ptr), intent(in) :: src
    type(gex_Event_t), intent(out) :: event
    event = gex_RMA_GetNB(tm, c_loc(x), rank, src, {count} * {size}_c_size_t, 0)
  end subroutine
  subroutine broadcast_{n}(tm, x, root)
    type(gex_TM_t), intent(in) :: tm
    {type}, {contiguous}intent(inout), target :: x{shape}
    integer(c_int32_t), intent(in) :: root
    call gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, c_loc(x), c_loc(x), {count} * {size}_c_size_t, 0))
  end subroutine
'''
REDUCE = '''  subroutine reduce_{n}(tm, x, op)
    type(gex_TM_t), intent(in) :: tm
    {type}, {contiguous}intent(inout), target :: x{shape}
    integer(c_int32_t), intent(in) :: op
    call gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, c_loc(x), c_loc(x), {dt}, {size}_c_size_t, &
        int({count}, c_size_t), op, c_null_funptr, c_null_ptr, 0))
  end subroutine
'''
TYPED_HEAD = OPEN + '''\
! gasnet_typed.f90: put, get, broadcast and reduce of scalars and arrays of the usual types. Made by generate.py.
! Names are generic: gex_Put(tm, rank, dest, x), gex_Get(tm, x, rank, src), those with _nb and an event,
! gex_Broadcast(tm, x, root), gex_Reduce(tm, x, op), to all ranks and in place. With _nb x must stay, and should be
! asynchronous, until gex_Wait.
module gasnet_typed
  use gasnet_c
  implicit none
  private
  public :: gex_Put, gex_Get, gex_Put_nb, gex_Get_nb, gex_Broadcast, gex_Reduce
'''
TYPED_MIDDLE = '''contains
  ! GEX_EVENT_DEFER as the pointer that it is.
  function deferred() result(p)
    type(c_ptr) :: p
    p = transfer(int(GEX_EVENT_DEFER, c_intptr_t), c_null_ptr)
  end function
'''


def typed():
    names = {"gex_Put": "put", "gex_Get": "get", "gex_Put_nb": "put_nb", "gex_Get_nb": "get_nb",
             "gex_Broadcast": "broadcast",
             "gex_Reduce": "reduce"}
    bodies, made = [], {p: [] for p in names.values()}
    for t, declaration, size, dt in TYPES:
        for r, shape, count in RANKS:
            values = {"n": f"{t}_{r}", "type": declaration, "shape": shape, "count": count, "size": size, "dt": dt,
                      "contiguous": "contiguous, " if shape else ""}
            bodies.append(TYPED.format(**values) + (REDUCE.format(**values) if dt else ""))
            for p in made:
                if p != "reduce" or dt:
                    made[p].append(f"{p}_{t}_{r}")
    generics = [folded(f"    procedure :: {', '.join(made[p])}").join([f"  interface {g}\n", "\n  end interface"])
                for g, p in names.items()]
    return TYPED_HEAD + "\n".join(generics) + "\n" + TYPED_MIDDLE + "".join(bodies) + "end module gasnet_typed\n"


def main(header, out):
    text = typed() if os.path.basename(out) == "gasnet_typed.f90" else Module(Declared(header)).text()
    with open(out + ".new", "w", encoding="utf-8") as f:
        f.write(text)
    os.replace(out + ".new", out)


if __name__ == "__main__":
    main(*sys.argv[1:])
