# SPDX-License-Identifier: BSD-3-Clause
"""Segments, and arrays in them that every rank reaches: numpy's, or memoryviews where there is no numpy."""
import array
import math

from ._library import DEFER, Error, check, check_rank, ffi, lib
from .event import Event

try:
    import numpy
except ImportError:
    numpy = None

# The module array's letters for numpy's names of types, where there is no numpy.
_LETTERS = {"f4": "f", "float32": "f", "f8": "d", "float64": "d", "float": "d", "i1": "b", "int8": "b", "u1": "B",
            "uint8": "B",
            "i2": "h", "int16": "h", "u2": "H", "uint16": "H", "i4": "i", "int32": "i", "u4": "I", "uint32": "I",
            "i8": "q",
            "int64": "q", "int": "q", "u8": "Q", "uint64": "Q"}


def _plain_type(dtype):
    """(letter of the module array, bytes of an element)."""
    letter = dtype.__name__ if isinstance(dtype, type) else str(dtype)
    letter = _LETTERS.get(letter.lstrip("<="), letter)
    if letter == "u" or letter not in array.typecodes:
        known = "".join(array.typecodes).replace("u", "")
        raise TypeError(f"dtype is {dtype!r}; expected, without numpy, a letter of {known} or one of "
                        f"{', '.join(_LETTERS)}")
    return letter, array.array(letter).itemsize


class Segment:
    """Memory of every rank that all ranks reach; collective. Made by Job.segment."""

    def __init__(self, job, nbytes):
        page = lib.gasnet_ffi_query(b"GASNET_PAGESIZE")
        made = ffi.new("gex_Segment_t *")
        check(lib.gex_Segment_Attach(made, job.tm, (nbytes + page - 1) // page * page), "gex_Segment_Attach")
        self.job, self._used = job, 0
        self.nbytes = lib.gex_Segment_QuerySize(made[0])
        self.bases = [self._base(job, rank) for rank in range(job.size)]

    @staticmethod
    def _base(job, rank):
        owner, size = ffi.new("void **"), ffi.new("uintptr_t *")
        Event(lib.gex_EP_QueryBoundSegmentNB(job.tm, rank, owner, ffi.NULL, size, 0)).wait()
        return int(ffi.cast("uintptr_t", owner[0]))

    def array(self, shape, dtype="d"):
        """The next elements of every rank's segment as an Array; ask alike on all ranks. dtype: numpy's, or, without
        numpy, a letter of the module array or a name such as "float64". All bits are as they were, zero at first."""
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        dtype, itemsize = (dtype, numpy.dtype(dtype).itemsize) if numpy else _plain_type(dtype)
        at, nbytes = (self._used + 63) // 64 * 64, math.prod(shape) * itemsize
        if at + nbytes > self.nbytes:
            raise Error(lib.GASNET_ERR_RESOURCE, f"segment.array of {nbytes} bytes: {self.nbytes - at} are left")
        self._used = at + nbytes
        return Array(self, at, shape, dtype, itemsize)

    def __repr__(self):
        return f"<hydrant.Segment of {self.nbytes} bytes at each of {len(self.bases)} ranks, {self._used} in use>"


class Array:
    """As many elements at every rank. .local is this rank's. put and get are done when they return, put_nb and get_nb
    return an Event. at: the first element, counted as if the array had one dimension."""

    def __init__(self, segment, offset, shape, dtype, itemsize):
        self.segment, self.shape, self.dtype, self.itemsize = segment, shape, dtype, itemsize
        self._offset, self.size = offset, math.prod(shape)
        self._tm = segment.job.tm
        buffer = ffi.buffer(self._address(segment.job.rank, 0, self.size), self.size * itemsize)
        self.local = numpy.frombuffer(buffer, dtype).reshape(shape) if numpy else memoryview(buffer).cast("B").cast(
            dtype, shape)

    def __repr__(self):
        name = numpy.dtype(self.dtype).name if numpy else self.dtype
        return (f"<hydrant.Array of {' x '.join(map(str, self.shape))} {name} at each of {len(self.segment.bases)} "
                f"ranks>")

    def _address(self, rank, at, count):
        """Of elements [at, at + count) at this rank, checked."""
        check_rank(rank, len(self.segment.bases))
        if not 0 <= at <= at + count <= self.size:
            raise IndexError(f"elements {at} to {at + count} of an array of {self.size}")
        return ffi.cast("void *", self.segment.bases[rank] + self._offset + at * self.itemsize)

    def _source(self, values):
        """The values as (buffer, number of elements): numbers, which are converted, or raw bytes."""
        if numpy and not isinstance(values, (bytes, bytearray)):
            values = numpy.ascontiguousarray(values, self.dtype)
            return ffi.from_buffer(values), values.size
        if not isinstance(values, (bytes, bytearray)):
            if isinstance(values, (int, float)):
                values = [values]
            if getattr(values, "typecode", getattr(values, "format", "")) != self.dtype:
                values = array.array(self.dtype, values)
        values = ffi.from_buffer(values)
        if len(values) % self.itemsize:
            raise ValueError(f"{len(values)} bytes are not elements of {self.itemsize}")
        return values, len(values) // self.itemsize

    def _room(self, out, at, count):
        """Memory for a get: `out`, checked, or new; and its number of elements."""
        if out is None:
            count = self.size - at if count is None else count
            out = numpy.empty(count,
                              self.dtype) if numpy else memoryview(bytearray(count * self.itemsize)).cast(self.dtype)
        buffer = ffi.from_buffer(out, require_writable=True)
        if len(buffer) % self.itemsize:
            raise ValueError(f"{len(buffer)} bytes are not elements of {self.itemsize}")
        return out, buffer, len(buffer) // self.itemsize

    def put(self, rank, values, at=0):
        source, count = self._source(values)
        lib.gex_RMA_PutBlocking(self._tm, rank, self._address(rank, at, count), source, count * self.itemsize, 0)

    def put_nb(self, rank, values, at=0):
        source, count = self._source(values)
        return Event(lib.gex_RMA_PutNB(self._tm, rank, self._address(rank, at, count), source, count * self.itemsize,
                                       DEFER, 0),
                     keep=source)

    def get(self, rank, at=0, count=None, out=None):
        """`count` elements (all from `at` on), or as many as `out` has, into it; returns the array with them."""
        out, to, count = self._room(out, at, count)
        lib.gex_RMA_GetBlocking(self._tm, to, rank, self._address(rank, at, count), count * self.itemsize, 0)
        return out

    def get_nb(self, rank, at=0, count=None, out=None):
        """As get; the array is the event's value."""
        out, to, count = self._room(out, at, count)
        return Event(lib.gex_RMA_GetNB(self._tm, to, rank, self._address(rank, at, count), count * self.itemsize, 0),
                     keep=to,
                     value=out)
