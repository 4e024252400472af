# SPDX-License-Identifier: BSD-3-Clause
"""The job."""
import sys
import traceback

from ._library import check, ffi, lib
from .collectives import Collectives
from .memory import Segment
from .messages import Handler

THREADS = {"seq": lib.GASNET_FFI_SEQ, "parsync": lib.GASNET_FFI_PARSYNC, "par": lib.GASNET_FFI_PAR}


def _is_interactive():
    """Whether a person types the program: at the prompt, in a notebook, or under python3 -i."""
    return hasattr(sys, "ps1") or bool(sys.flags.interactive) or "ipykernel" in sys.modules


class Job(Collectives):
    """The job, once in a process; begun before there are threads, as this may fork. As a context:

        with hydrant.Job() as job:
            print(job.rank, "of", job.size)

    At the end of the block the ranks meet and the process ends, with status 0; an exception is printed, and ends the
    job at once with status 1. Nothing after the block runs. Without a block the job ends with the process: sys.exit(3)
    in one rank ends all. threads: seq: one thread of the process calls; parsync: any, one at a time; par: any, at any
time.

    At the prompt and in notebooks, where the job has one rank, the end of a block ends nothing, an exception goes on,
    and Job() once more is the same job."""

    _state = None  # the attributes of the job that has begun

    def __init__(self, threads="seq", name="hydrant"):
        if threads not in THREADS:
            raise ValueError(f"threads is {threads!r}; expected seq, parsync or par")
        if Job._state is None:
            self._begin(threads, name)
            Job._state = self.__dict__
        elif _is_interactive():
            self.__dict__ = Job._state
        else:
            raise RuntimeError("a process has one hydrant.Job, which has begun")

    def _begin(self, threads, name):
        sys.stdout.flush()
        sys.stderr.flush()
        client, ep, tm = ffi.new("gex_Client_t *"), ffi.new("gex_EP_t *"), ffi.new("gex_TM_t *")
        check(lib.gex_Client_Init(client, ep, tm, name.encode(), ffi.NULL, ffi.NULL, lib.GEX_FLAG_USES_GASNET1,
                                  THREADS[threads]), "gex_Client_Init")
        self.ep, self.tm = ep[0], tm[0]
        self.rank, self.size = lib.gex_TM_QueryRank(self.tm), lib.gex_TM_QuerySize(self.tm)
        self._handlers = []  # C has their addresses: kept as long as the job
        self._segment = None
        if self.size > 1:
            self._show, sys.excepthook = sys.excepthook, self._uncaught

    def exit(self, status=0):
        """Ends the whole job, from any rank."""
        sys.stdout.flush()
        sys.stderr.flush()
        lib.gasnet_exit(status)

    def __repr__(self):
        return f"<hydrant.Job, rank {self.rank} of {self.size}>"

    def _uncaught(self, kind, value, trace):
        """sys.excepthook: says whose exception it is."""
        sys.stderr.write(f"rank {self.rank} of {self.size}:\n")
        self._show(kind, value, trace)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if _is_interactive() and self.size == 1:
            return
        if kind is None:
            self.barrier()
            self.exit(0)
        if kind is SystemExit:
            if isinstance(value.code, str):
                print(value.code, file=sys.stderr)
            self.exit(value.code if isinstance(value.code, int) else int(value.code is not None))
        sys.stderr.write(self.describe(kind, value, trace))
        self.exit(1)

    def describe(self, kind, value, trace):
        """The text of an exception, with the rank: in one piece, as several ranks may write."""
        return f"rank {self.rank} of {self.size}: " + "".join(traceback.format_exception(kind, value, trace))

    def segment(self, nbytes):
        """The segment of every rank; collective, once."""
        if self._segment:
            raise RuntimeError(f"a job has one segment; this one has {self._segment!r}")
        self._segment = Segment(self, nbytes)
        return self._segment

    def request(self, args=0, payload=False):
        """Decorator: registers a handler of requests (token, [payload,] integers...), of so many 32-bit integers. The
        name then stands for the message: name(rank, [payload,] integers...). All ranks register alike, before the first
        use and a barrier. A handler may reply and must not wait."""
        return self._registrar(args, payload, lib.GEX_FLAG_AM_REQUEST)

    def reply(self, args=0, payload=False):
        """As request, of a handler of replies, for Token.reply."""
        return self._registrar(args, payload, lib.GEX_FLAG_AM_REPLY)

    def _registrar(self, args, payload, direction):
        def register(function):
            self._handlers.append(Handler(self, function, args, payload, direction))
            return self._handlers[-1]
        return register

    def poll(self):
        """Lets handlers run."""
        lib.gasnet_AMPoll()

    def wait_until(self, condition):
        """Until a handler has made condition() true; sleeps when it takes long."""
        failed = []

        def on_error(kind, value, _):
            failed.append(value)
            return 1
        call = ffi.callback("int(void *)", lambda _: int(bool(condition())), onerror=on_error)
        lib.gasnet_ffi_blockuntil(call, ffi.NULL)
        if failed:
            raise failed[0]
