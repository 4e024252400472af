# SPDX-License-Identifier: BSD-3-Clause
"""Active messages, whose handlers are functions of Python."""
import sys

from ._library import NOW, check, check_rank, ffi, lib


class Token:
    """The message that a handler has been given; of use only until it returns."""

    def __init__(self, token, can_reply):
        self._token, self._can_reply = token, can_reply

    @property
    def source(self):
        """The rank that sent it."""
        info = ffi.new("gex_Token_Info_t *")
        lib.gex_Token_Info(self._token, info, lib.GEX_TI_SRCRANK)
        return info.gex_srcrank

    def reply(self, handler, *arguments):
        """With a handler of Job.reply, once: its payload, if it has one, then its integers."""
        if not self._can_reply:
            raise RuntimeError("no reply to this message: it is a reply itself, has been replied to, or its handler "
                               "has returned")
        handler.send_reply(self._token, *arguments)
        self._can_reply = False


class Handler:
    """A registered function. Called, a request sends: request(rank, [payload,] integers...)."""

    def __init__(self, job, function, args, payload, direction):
        self._job, self._tm, self._payload, self._args = job, job.tm, payload, args
        self._name, self._is_request = function.__name__, direction == lib.GEX_FLAG_AM_REQUEST
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
            token = Token(token, self._is_request)
            if self._payload:
                function(token, memoryview(ffi.buffer(rest[0], rest[1])), *rest[2:])
            else:
                function(token, *rest)
            token._can_reply = False
        return ffi.callback(f"void({', '.join(types)})", call, onerror=self._failed)

    def _failed(self, *exception):
        """An exception in a handler has no caller to go to: it ends the job."""
        sys.stderr.write(self._job.describe(*exception))
        self._job.exit(1)

    def __repr__(self):
        words = ["a payload"] * bool(self._payload) + [f"{self._args} integer{'s' * (self._args != 1)}"]
        return (f"<hydrant.Handler {self._name} of {'requests' if self._is_request else 'replies'} with "
                f"{' and '.join(words)}>")

    def _split(self, arguments):
        """(payload as a buffer, integers as an array of C)."""
        payload, given = ffi.NULL, len(arguments)
        if self._payload and arguments:
            payload, arguments = ffi.from_buffer(arguments[0]), arguments[1:]
        if given != self._args + bool(self._payload):
            raise TypeError(f"{self!r}: called with {given} argument{'s' * (given != 1)} beside the rank or token; "
                            f"expected "
                            f"{self._args + bool(self._payload)}")
        return payload, ffi.new("gex_AM_Arg_t[]", arguments or (0,))

    @staticmethod
    def _check_room(payload, room):
        if len(payload) > room:
            raise ValueError(f"a payload of {len(payload)} bytes; a message has room for {room}")

    def __call__(self, rank, *arguments):
        if not self._is_request:
            raise TypeError(f"{self!r}: sent by Token.reply only")
        check_rank(rank, self._job.size)
        payload, words = self._split(arguments)
        if self._payload:
            self._check_room(payload, lib.gex_AM_MaxRequestMedium(self._tm, rank, NOW, 0, self._args))
            lib.gex_AM_RequestMedium(self._tm, rank, self.index, payload, len(payload), NOW, 0, self._args, words)
        else:
            lib.gex_AM_RequestShort(self._tm, rank, self.index, 0, self._args, words)

    def send_reply(self, token, *arguments):
        if self._is_request:
            raise TypeError(f"{self!r}: expected a handler of Job.reply")
        payload, words = self._split(arguments)
        if self._payload:
            self._check_room(payload, lib.gex_Token_MaxReplyMedium(token, NOW, 0, self._args))
            lib.gex_AM_ReplyMedium(token, self.index, payload, len(payload), NOW, 0, self._args, words)
        else:
            lib.gex_AM_ReplyShort(token, self.index, 0, self._args, words)

    @property
    def room(self):
        """Bytes that fit a message to any rank."""
        return lib.gex_AM_MaxRequestMedium(self._tm, lib.GEX_RANK_INVALID, NOW, 0, self._args)
