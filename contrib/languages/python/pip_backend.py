# SPDX-License-Identifier: BSD-3-Clause
"""pip_backend.py: what pip calls to make the package (PEP 517): a wheel of hydrant/*.py and of the binding, which
make_binding.py makes of gasnet_ffi.h. The header is that of this source tree, if it is a release, else the installed
one that pkg-config knows. The library is looked for, when the package is imported, in HYDRANT_LIBDIR, where pkg-config
knows it now, and where the loader looks."""
import base64
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)


def _ask_pkg_config(*words):
    """Its answer, or an empty text."""
    try:
        r = subprocess.run(["pkg-config", *words, "gasnet-ffi"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                           universal_newlines=True, check=False)
    except OSError:
        return ""
    return r.stdout.strip()


def _header():
    """(gasnet_ffi.h, the version of Hydrant)."""
    tree = os.path.join(HERE, "..", "..", "..")
    header = os.path.join(tree, "contrib", "languages", "ffi", "gasnet_ffi.h")
    if os.path.exists(header):
        with open(os.path.join(tree, "configure.ac"), encoding="utf-8") as f:
            version = re.search(r"AC_INIT\(\[hydrant\], \[([^]]+)\]", f.read())
        return header, version.group(1)
    installed = os.path.join(_ask_pkg_config("--variable=includedir"), "gasnet_ffi.h")
    if not os.path.isabs(installed) or not os.path.exists(installed):
        raise SystemExit("hydrant: no gasnet_ffi.h: install Hydrant first, and set PKG_CONFIG_PATH to its "
                         "lib/pkgconfig")
    return installed, _ask_pkg_config("--modversion")


def _files(version, header):
    """{name in the wheel: bytes}."""
    import make_binding
    files = {}
    for name in sorted(os.listdir(os.path.join(HERE, "hydrant"))):
        if name.endswith(".py") and name != "_gasnet.py":
            with open(os.path.join(HERE, "hydrant", name), "rb") as f:
                files["hydrant/" + name] = f.read()
    with tempfile.TemporaryDirectory() as where:
        made = os.path.join(where, "_gasnet.py")
        make_binding.main(header, made, _ask_pkg_config("--variable=libdir"), None, version)
        with open(made, "rb") as f:
            files["hydrant/_gasnet.py"] = f.read()
    info = f"hydrant-{version}.dist-info/"
    files[info + "METADATA"] = (f"Metadata-Version: 2.1\nName: hydrant\nVersion: {version}\nSummary: one-sided "
                                f"communication and "
                                "active messages between processes\nLicense: BSD-3-Clause\nRequires-Dist: "
                                "cffi\n").encode()
    files[info + "WHEEL"] = b"Wheel-Version: 1.0\nGenerator: hydrant\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    return files


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    header, version = _header()
    files, name = _files(version, header), f"hydrant-{version}-py3-none-any.whl"
    record = f"hydrant-{version}.dist-info/RECORD"
    lines = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(data)}\n")
    files[record] = "".join(lines + [f"{record},,\n"]).encode()
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            wheel.writestr(path, data)
    return name
