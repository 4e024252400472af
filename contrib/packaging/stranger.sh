#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# In a chroot of chroot.sh, by a user without rights: README.md's "ordinary way", without what a tarball does not need
# (autogen.sh) and the suite, as it is written there; then what is done with the packages, too.
set -eu
cd /work
tar -xf hydrant.tar.gz
cd hydrant-*
way=$(sed -n 's/^    \.\/autogen.sh && \(\.\/configure .*\)/\1/p' README.md |
  sed 's/ && make check//; s/&& make /\&\& make -s -j"$(nproc)" /')
echo "$way"
eval "$way"
echo "ok ./configure, make, make install in the tree of the tarball"
PREFIX=/where/you/like exec sh /work/job
