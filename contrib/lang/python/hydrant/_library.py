# SPDX-License-Identifier: BSD-3-Clause
"""The library: lib has every call and constant of gasnet_ffi.h, ffi is cffi's. HYDRANT_LIBDIR says where to look first."""
import os

from ._gasnet import ffi, libdir


def _open():
    """libgasnet first, by place: libgasnet-ffi needs it, and the loader may not know where it is."""
    places = [d for d in (os.environ.get("HYDRANT_LIBDIR"), libdir) if d] + [""]
    for place in places:
        try:
            ffi.dlopen(os.path.join(place, "libgasnet.so.0"), ffi.RTLD_NOW | ffi.RTLD_GLOBAL)
            return ffi.dlopen(os.path.join(place, "libgasnet-ffi.so.0"), ffi.RTLD_NOW | ffi.RTLD_GLOBAL)
        except OSError as e:
            error = e
    raise ImportError(f"libgasnet-ffi.so.0 is not in {', '.join(p or 'the places of the loader' for p in places)}: {error}; "
                      "HYDRANT_LIBDIR may say where it is")


lib = _open()
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
