# SPDX-License-Identifier: BSD-3-Clause
"""Collectives: every rank calls, in the same order."""
import pickle

from ._library import ffi, lib
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
    return lib.gex_Coll_ReduceToOneNB(job.tm, root, *rest)


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
        return Event(_reduced(self, root, _TYPES[key][0], buffer, array.itemsize, array.size, op), keep=buffer, value=array)

    def reduce(self, value, op="add", root=None):
        """Of a number of each rank: the sum, minimum, ...; at other ranks than `root` it means nothing. Integers have 64 bits.
        An array is not changed."""
        if numpy and isinstance(value, numpy.ndarray):
            return self.reduce_nb(value.copy(), op, root).wait()
        dt, c = _TYPES["f8" if isinstance(value, float) else "i8"]
        box = ffi.new(c + " *", value)
        Event(_reduced(self, root, dt, box, 8, 1, op)).wait()
        return box[0]

    def broadcast_nb(self, array, root=0):
        """The root's bytes of any writable buffer to all."""
        buffer = ffi.from_buffer(array, require_writable=True)
        return Event(lib.gex_Coll_BroadcastNB(self.tm, root, buffer, buffer, len(buffer), 0), keep=buffer, value=array)

    def broadcast(self, value=None, root=0):
        """The root's object to all, pickled."""
        data = pickle.dumps(value) if self.rank == root else b""
        length = self.reduce(len(data), "max")
        data = bytearray(data) if self.rank == root else bytearray(length)
        self.broadcast_nb(data, root).wait()
        return value if self.rank == root else pickle.loads(data)

    def gather(self, value):
        """The list of all ranks' objects, pickled, at all ranks."""
        data = pickle.dumps(value)
        length = self.reduce(len(data), "max")
        mine, all_ = bytearray(data.ljust(length, b"\0")), bytearray(length * self.size)
        flags = lib.GASNET_COLL_IN_MYSYNC | lib.GASNET_COLL_OUT_MYSYNC | lib.GASNET_COLL_LOCAL
        team = ffi.cast("gasnet_team_handle_t", lib.GASNET_TEAM_ALL)
        lib.gasnet_coll_gather_all(team, ffi.from_buffer(all_), ffi.from_buffer(mine), length, flags)
        return [pickle.loads(memoryview(all_)[i * length:]) for i in range(self.size)]
