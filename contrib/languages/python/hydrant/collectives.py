# SPDX-License-Identifier: BSD-3-Clause
"""Collectives: every rank calls, in the same order."""
import operator
import pickle
import zlib

from ._library import check_rank, ffi, lib
from .event import Event
from .memory import numpy

_OPS = {"add": "GEX_OP_ADD", "mult": "GEX_OP_MULT", "min": "GEX_OP_MIN", "max": "GEX_OP_MAX", "and": "GEX_OP_AND",
        "or": "GEX_OP_OR", "xor": "GEX_OP_XOR"}
_TYPES = {"i4": ("GEX_DT_I32", "int32_t"), "u4": ("GEX_DT_U32", "uint32_t"), "i8": ("GEX_DT_I64", "int64_t"),
          "u8": ("GEX_DT_U64", "uint64_t"), "f4": ("GEX_DT_FLT", "float"), "f8": ("GEX_DT_DBL", "double")}


def _reduced(job, root, dt, buffer, itemsize, count, op):
    if op not in _OPS:
        raise ValueError(f"op is {op!r}; expected one of {', '.join(_OPS)}")
    rest = (buffer, buffer, getattr(lib, dt), itemsize, count, getattr(lib, _OPS[op]), ffi.NULL, ffi.NULL, 0)
    if root is None:
        return lib.gex_Coll_ReduceToAllNB(job.tm, *rest)
    check_rank(root, job.size, "root")
    return lib.gex_Coll_ReduceToOneNB(job.tm, root, *rest)


def _number(value):
    """("i8" or "f8", the value as that), of a number of Python or numpy."""
    if isinstance(value, (str, bytes, bytearray)):  # float() takes them
        raise TypeError(f"reduce: the value is {value!r}; expected a number or an array")
    try:
        return "i8", operator.index(value)
    except TypeError:
        return "f8", float(value)


class Collectives:
    """What Job inherits."""

    def barrier(self):
        self.barrier_nb().wait()

    def barrier_nb(self):
        return Event(lib.gex_Coll_BarrierNB(self.tm, 0))

    def reduce_nb(self, array, op="add", root=None):
        """Element by element over all ranks, in place, to `root`, or to all: numpy arrays of 32- and 64-bit numbers.
        op: add, mult, min, max, and, or, xor."""
        key = array.dtype.str[1:]
        if key not in _TYPES:
            raise TypeError(f"elements of type {array.dtype}; expected one of {', '.join(_TYPES)}")
        buffer = ffi.from_buffer(array, require_writable=True)
        return Event(_reduced(self, root, _TYPES[key][0], buffer, array.itemsize, array.size, op), keep=buffer,
                     value=array)

    def reduce(self, value, op="add", root=None):
        """Of a number of each rank: the sum, minimum, ...; None at other ranks than `root`. Integers have 64 bits;
        where a rank gives a float, all do. Or of an array of each rank, which is not changed; all have one type and
        size. The ranks agree on that first: where they differ, or a value cannot be reduced, each rank has an
        exception."""
        is_array = numpy and isinstance(value, numpy.ndarray)
        try:
            key, value = (value.dtype.str[1:], value.copy()) if is_array else _number(value)
            box = value if is_array else ffi.new(_TYPES[key][1] + " *", value)
            kind = f"{key} {value.shape}" if is_array else key
            error = None if key in _TYPES else TypeError(f"elements of type {value.dtype}; expected one of "
                                                         f"{', '.join(_TYPES)}")
        except (TypeError, ValueError, OverflowError) as e:
            kind, error = "none", e
        same = self._agreed(kind)
        alike = same or self._agreed("number" if kind in ("i8", "f8") else kind)
        if error:
            raise error
        if not alike:
            raise TypeError(f"reduce: the ranks' values are of different types or sizes; {kind} at rank {self.rank}")
        if not same:
            key, box = "f8", ffi.new("double *", value)
        if is_array:
            value = self.reduce_nb(value, op, root).wait()
        else:
            Event(_reduced(self, root, _TYPES[key][0], box, 8, 1, op)).wait()
            value = box[0]
        return value if root is None or root == self.rank else None

    def _most(self, *numbers):
        """Of each of these integers the greatest of all ranks."""
        box = ffi.new("int64_t[]", numbers)
        Event(_reduced(self, None, "GEX_DT_I64", box, 8, len(numbers), "max")).wait()
        return list(box)

    def _agreed(self, text):
        """Whether all ranks have this text."""
        code = zlib.crc32(text.encode())
        greatest, least = self._most(code, -code)
        return greatest == -least

    def broadcast_nb(self, array, root=0):
        """The root's bytes of any writable buffer to all."""
        check_rank(root, self.size, "root")
        buffer = ffi.from_buffer(array, require_writable=True)
        return Event(lib.gex_Coll_BroadcastNB(self.tm, root, buffer, buffer, len(buffer), 0), keep=buffer, value=array)

    def broadcast(self, value=None, root=0):
        """The root's object to all, pickled."""
        check_rank(root, self.size, "root")
        data = pickle.dumps(value) if self.rank == root else b""
        length, = self._most(len(data))
        data = bytearray(data) if self.rank == root else bytearray(length)
        self.broadcast_nb(data, root).wait()
        return value if self.rank == root else pickle.loads(data)

    def gather(self, value):
        """The list of all ranks' objects, pickled, at all ranks."""
        data = pickle.dumps(value)
        length, = self._most(len(data))
        mine, all_ = bytearray(data.ljust(length, b"\0")), bytearray(length * self.size)
        flags = lib.GASNET_COLL_IN_MYSYNC | lib.GASNET_COLL_OUT_MYSYNC | lib.GASNET_COLL_LOCAL
        team = ffi.cast("gasnet_team_handle_t", lib.GASNET_TEAM_ALL)
        lib.gasnet_coll_gather_all(team, ffi.from_buffer(all_), ffi.from_buffer(mine), length, flags)
        return [pickle.loads(memoryview(all_)[i * length:]) for i in range(self.size)]
