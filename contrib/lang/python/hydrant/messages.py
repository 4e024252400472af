# SPDX-License-Identifier: BSD-3-Clause
"""Active messages, whose handlers are functions of Python."""
import sys
import traceback

from ._library import NOW, check, ffi, lib


class Token:
    """The message that a handler has been given; of use only until it returns."""

    def __init__(self, token):
        self._token = token

    @property
    def source(self):
        """The rank that sent it."""
        info = ffi.new("gex_Token_Info_t *")
        lib.gex_Token_Info(self._token, info, lib.GEX_TI_SRCRANK)
        return info.gex_srcrank

    def reply(self, handler, *arguments):
        """With a handler of Job.reply, once: its payload, if it has one, then its integers."""
        handler.send_reply(self._token, *arguments)


def _failed(*exception):
    """An exception in a handler has no caller to go to: it ends the job."""
    traceback.print_exception(*exception)
    sys.stdout.flush()
    sys.stderr.flush()
    lib.gasnet_exit(1)


class Handler:
    """A registered function. Called, a request sends: request(rank, [payload,] integers...)."""

    def __init__(self, job, function, args, payload, direction):
        self._tm, self._payload, self._args = job.tm, payload, args
        self._fn = self._callback(function)
        entry = ffi.new("gex_AM_Entry_t *", {
            "gex_fnptr": ffi.cast("gex_AM_Fn_t", self._fn), "gex_nargs": args,
            "gex_flags": direction | (lib.GEX_FLAG_AM_MEDIUM if payload else lib.GEX_FLAG_AM_SHORT)})
        check(lib.gex_EP_RegisterHandlers(job.ep, entry, 1), "gex_EP_RegisterHandlers")
        self.index = entry.gex_index

    def _callback(self, function):
        """The function as C calls it. A payload is a memoryview of the library's memory: copy what is to stay."""
        types = ["gex_Token_t"] + (["void *", "size_t"] if self._payload else []) + ["int32_t"] * self._args

        def call(token, *rest):
            if self._payload:
                function(Token(token), memoryview(ffi.buffer(rest[0], rest[1])), *rest[2:])
            else:
                function(Token(token), *rest)
        return ffi.callback(f"void({', '.join(types)})", call, onerror=_failed)

    def _split(self, arguments):
        """(payload as a buffer, integers as an array of C)."""
        payload = ffi.NULL
        if self._payload:
            payload, arguments = ffi.from_buffer(arguments[0]), arguments[1:]
        if len(arguments) != self._args:
            raise TypeError(f"this handler has {self._args} integers, not {len(arguments)}")
        return payload, ffi.new("gex_AM_Arg_t[]", arguments or (0,))

    def __call__(self, rank, *arguments):
        payload, words = self._split(arguments)
        if self._payload:
            lib.gex_AM_RequestMedium(self._tm, rank, self.index, payload, len(payload), NOW, 0, self._args, words)
        else:
            lib.gex_AM_RequestShort(self._tm, rank, self.index, 0, self._args, words)

    def send_reply(self, token, *arguments):
        payload, words = self._split(arguments)
        if self._payload:
            lib.gex_AM_ReplyMedium(token, self.index, payload, len(payload), NOW, 0, self._args, words)
        else:
            lib.gex_AM_ReplyShort(token, self.index, 0, self._args, words)

    @property
    def room(self):
        """Bytes that fit a message to any rank."""
        return lib.gex_AM_MaxRequestMedium(self._tm, lib.GEX_RANK_INVALID, NOW, 0, self._args)
