# SPDX-License-Identifier: BSD-3-Clause
"""The library: lib has every call and constant of gasnet_ffi.h, ffi is cffi's. HYDRANT_LIBDIR says where to look
first."""
import os

from ._gasnet import ffi, libdir, version as __version__


def _open():
    """(libgasnet, libgasnet-ffi). The first by place: the second needs it, and the loader may not know where it is."""
    installed = libdir and os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), libdir))
    places = [d for d in (os.environ.get("HYDRANT_LIBDIR"), installed) if d] + [""]
    errors = []
    for place in places:
        try:
            # Never unloaded: the library's exit handler runs after the interpreter has dropped its modules.
            return [ffi.dlopen(os.path.join(place, name), ffi.RTLD_NOW | ffi.RTLD_GLOBAL | os.RTLD_NODELETE)
                    for name in ("libgasnet.so.0", "libgasnet-ffi.so.0")]
        except OSError as e:
            errors.append(str(e))
    raise ImportError("\n".join(["hydrant: the library cannot be loaded; HYDRANT_LIBDIR may say where it is:",
                                 *errors]))


_gasnet, lib = _open()  # both are kept: without a reference to it a library is unloaded
NOW = ffi.cast("gex_Event_t *", lib.GEX_EVENT_NOW)
DEFER = ffi.cast("gex_Event_t *", lib.GEX_EVENT_DEFER)


class Error(RuntimeError):
    """A call returned an error code; .code has it."""

    def __init__(self, code, call):
        text = ffi.string(lib.gasnet_ErrorDesc(code)).decode(), ffi.string(lib.gasnet_ErrorName(code)).decode()
        super().__init__(f"{call}: {text[0]} ({text[1]})")
        self.code = code


def check(code, call):
    if code != lib.GASNET_OK:
        raise Error(code, call)


def check_rank(rank, size, what="rank"):
    """What C would end the job for is an IndexError here."""
    if not 0 <= rank < size:
        raise IndexError(f"{what} {rank} of {size}")
