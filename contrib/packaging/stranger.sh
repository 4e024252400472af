#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The commands of README.md, by a user without rights, in a chroot of chroot.sh: from the tarball to a job.
set -eu
cd /work
tar -xf hydrant.tar.gz
mkdir build && cd build
CONFIG_SHELL=/bin/sh /bin/sh ../hydrant-*/configure -q --prefix=/work/prefix
make -s -j"$(nproc)"
make -s install
echo "ok ./configure && make && make install"
cd /work
export PATH=/work/prefix/bin:$PATH PKG_CONFIG_PATH=/work/prefix/lib/pkgconfig GASNET_QUIET=1
cp prefix/share/doc/hydrant/examples/first.c .
four() { [ "$(gasnetrun -n 4 "$1" | grep -c '^rank [0-3] of 4$')" = 4 ]; }
# shellcheck disable=SC2046
cc first.c $(pkg-config --cflags --libs gasnet-smp-seq) -o first
four ./first
echo "ok pkg-config"
mkdir cmake
cat >cmake/CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.12)
project(first C)
find_package(GASNet CONFIG REQUIRED COMPONENTS smp-seq)
add_executable(first ../first.c)
target_link_libraries(first GASNet::smp-seq)
EOF
cmake -S cmake -B cmake/build -DCMAKE_PREFIX_PATH=/work/prefix
cmake --build cmake/build
four cmake/build/first
echo "ok CMake"
