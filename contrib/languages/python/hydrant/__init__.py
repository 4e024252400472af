# SPDX-License-Identifier: BSD-3-Clause
"""Hydrant from Python: jobs of many processes that put to, get from and send messages to each other.

    import hydrant

    with hydrant.Job() as job:
        table = job.segment(1 << 20).array(100)           # 100 doubles at every rank
        next_ = (job.rank + 1) % job.size
        table.put(next_, [1.0, 2.0, 3.0], at=10)
        job.barrier()
        print(job.rank, list(table.local[10:13]), job.reduce(job.rank, "max"))

    $ gasnetrun -n 4 python3 kmer.py -k 5 reads.fa

job: Job; memory: Segment, Array; event: Event; messages: Handler, Token. hydrant.lib has every call of gasnet_ffi.h,
for what is not wrapped, and hydrant.ffi is cffi's."""
from ._library import Error, __version__, ffi, lib
from .event import Event
from .job import Job
from .memory import Array, Segment
from .messages import Handler, Token

__all__ = ["Array", "Error", "Event", "Handler", "Job", "Segment", "Token", "__version__", "ffi", "lib"]
