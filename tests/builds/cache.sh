# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2034,SC2154
#
# cache.sh: what without.sh and compilers.sh source: by ccache, where it is installed, what their builds have in common
# is compiled once.

# compile_once: $launcher, for the front of a compiler's name; the cache is in builds/ of the current directory unless
# the user has one.
compile_once() {
  launcher=
  command -v ccache >/dev/null || return 0
  launcher="ccache "
  export CCACHE_DIR="${CCACHE_DIR:-$PWD/builds/ccache}" CCACHE_BASEDIR="$src" CCACHE_NOHASHDIR=1
}
