# SPDX-License-Identifier: BSD-3-Clause
"""Segments, and arrays in them that every rank reaches: numpy's, or memoryviews where there is no numpy."""
import math
import struct

from ._library import DEFER, Error, check, ffi, lib
from .event import Event

try:
    import numpy
except ImportError:
    numpy = None


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
        numpy, a letter of the module struct, and the shape a number. All bits are as they were, zero at first."""
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        itemsize = numpy.dtype(dtype).itemsize if numpy else struct.calcsize(dtype)
        at, nbytes = (self._used + 63) // 64 * 64, math.prod(shape) * itemsize
        if at + nbytes > self.nbytes:
            raise Error(lib.GASNET_ERR_RESOURCE, f"segment.array of {nbytes} bytes: {self.nbytes - at} are left")
        self._used = at + nbytes
        return Array(self, at, shape, dtype, itemsize)


class Array:
    """As many elements at every rank. .local is this rank's. put and get are done when they return, put_nb and get_nb
    return an Event. at: the first element, counted as if the array had one dimension."""

    def __init__(self, segment, offset, shape, dtype, itemsize):
        self.segment, self.shape, self.dtype, self.itemsize = segment, shape, dtype, itemsize
        self._offset, self.size = offset, math.prod(shape)
        self._tm = segment.job.tm
        buffer = ffi.buffer(self._address(segment.job.rank, 0, self.size), self.size * itemsize)
        self.local = numpy.frombuffer(buffer, dtype).reshape(shape) if numpy else memoryview(buffer).cast("B").cast(dtype)

    def _address(self, rank, at, count):
        """Of elements [at, at + count) at this rank, checked."""
        if not 0 <= rank < len(self.segment.bases):
            raise IndexError(f"rank {rank} of {len(self.segment.bases)}")
        if not 0 <= at <= at + count <= self.size:
            raise IndexError(f"elements {at} to {at + count} of an array of {self.size}")
        return ffi.cast("void *", self.segment.bases[rank] + self._offset + at * self.itemsize)

    def _source(self, values):
        """The values as (buffer, number of elements)."""
        if numpy:
            values = numpy.ascontiguousarray(values, self.dtype)
            return ffi.from_buffer(values), values.size
        values = ffi.from_buffer(values)
        if len(values) % self.itemsize:
            raise ValueError(f"{len(values)} bytes are not elements of {self.itemsize}")
        return values, len(values) // self.itemsize

    def _room(self, out, at, count):
        """Memory for a get: `out`, checked, or new; and its number of elements."""
        if out is None:
            count = self.size - at if count is None else count
            out = numpy.empty(count, self.dtype) if numpy else memoryview(bytearray(count * self.itemsize)).cast(self.dtype)
        buffer = ffi.from_buffer(out, require_writable=True)
        if len(buffer) % self.itemsize:
            raise ValueError(f"{len(buffer)} bytes are not elements of {self.itemsize}")
        return out, buffer, len(buffer) // self.itemsize

    def put(self, rank, values, at=0):
        source, count = self._source(values)
        lib.gex_RMA_PutBlocking(self._tm, rank, self._address(rank, at, count), source, count * self.itemsize, 0)

    def put_nb(self, rank, values, at=0):
        source, count = self._source(values)
        return Event(lib.gex_RMA_PutNB(self._tm, rank, self._address(rank, at, count), source, count * self.itemsize, DEFER, 0),
                     keep=source)

    def get(self, rank, at=0, count=None, out=None):
        """`count` elements (all from `at` on), or as many as `out` has, into it; returns the array with them."""
        out, to, count = self._room(out, at, count)
        lib.gex_RMA_GetBlocking(self._tm, to, rank, self._address(rank, at, count), count * self.itemsize, 0)
        return out

    def get_nb(self, rank, at=0, count=None, out=None):
        """As get; the array is the event's value."""
        out, to, count = self._room(out, at, count)
        return Event(lib.gex_RMA_GetNB(self._tm, to, rank, self._address(rank, at, count), count * self.itemsize, 0), keep=to,
                     value=out)
