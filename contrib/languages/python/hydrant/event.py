# SPDX-License-Identifier: BSD-3-Clause
"""Operations in flight."""
from ._library import ffi, lib


class Event:
    """An operation in flight. As a context it is waited for at the end of the block:

        with array.put_nb(rank, values):
            ...  # meanwhile

    .value is what the operation brings: the array of a get. Memory that it uses is kept until it is done."""

    def __init__(self, event, keep=None, value=None):
        self._event, self._keep, self._value = event, keep, value

    def wait(self):
        """Until it is done; then .value."""
        if self._event != ffi.NULL:
            event, self._event = self._event, ffi.NULL
            lib.gex_Event_Wait(event)
        self._keep = None
        return self._value

    def done(self):
        """Whether it is; polls, so that a loop of it comes to its end."""
        if self._event != ffi.NULL:
            lib.gasnet_AMPoll()
        if self._event != ffi.NULL and lib.gex_Event_Test(self._event) == lib.GASNET_OK:
            self._event, self._keep = ffi.NULL, None
        return self._event == ffi.NULL

    @property
    def value(self):
        return self.wait()

    def __repr__(self):
        return f"<hydrant.Event {'done' if self._event == ffi.NULL else 'in flight'}>"

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.wait()

    def __del__(self):
        if self._event != ffi.NULL:
            self.wait()
