# SPDX-License-Identifier: BSD-3-Clause
"""Spack's recipe. In a repository of your own: spack repo create here; copy it among its packages as "hydrant"; the
tarball is taken from the directory that SPACK_HYDRANT names, else the source by `spack dev-build hydrant@0.9.0`."""
import os

from spack.package import *


class Hydrant(AutotoolsPackage):
    """One-sided communication and active messages: the interfaces GASNet-1 and GASNet-EX."""

    homepage = "file:///usr/share/doc/hydrant/README.md"
    url = "file://" + os.environ.get("SPACK_HYDRANT", "/tmp") + "/hydrant-0.9.0.tar.gz"

    license("BSD-3-Clause")

    version("0.9.0")

    variant(
        "conduits",
        default="udp",
        values=any_combination_of("udp", "ibv", "ofi", "mpi"),
        description="Networks beside smp, which is always there",
    )
    variant("caf", default=False, description="Coarray Fortran for gfortran")
    variant("cuda", default=False, description="Segments in the memory of CUDA devices")
    variant("debug", default=False, description="The checking library is the default")
    variant("everything", default=False, description="Every address can be reached, not only segments")
    variant("shared", default=True, description="Shared libraries")
    variant("static", default=True, description="Archives, which clients link by default")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+caf")
    depends_on("pkgconfig", type="build")
    depends_on("gmake", type="build")
    depends_on("hwloc@2:")
    depends_on("jansson")
    depends_on("zlib-api")
    depends_on("openssl@3:", when="conduits=udp")
    depends_on("nettle", when="conduits=udp")
    depends_on("rdma-core", when="conduits=ibv")
    depends_on("libfabric@1.14:", when="conduits=ofi")
    depends_on("mpi", when="conduits=mpi")
    depends_on("cuda", when="+cuda", type="build")

    conflicts("+caf", when="~shared")
    conflicts("~shared", when="~static")

    def configure_args(self):
        args = [
            "--{0}-{1}".format("enable" if self.spec.satisfies("conduits=" + name) else "disable", name)
            for name in ("udp", "ibv", "ofi", "mpi")
        ]
        args += self.enable_or_disable("caf")
        args += self.enable_or_disable("debug")
        args += self.enable_or_disable("segment-everything", variant="everything")
        args += self.enable_or_disable("kind-cuda-uva", variant="cuda")
        args += self.enable_or_disable("shared")
        args += self.enable_or_disable("static")
        return args
