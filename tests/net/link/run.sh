#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: jobs over a network that drops large frames without a word, shrinks, or refuses to send for a while: network
# namespaces of this run's own (root only), between them a link of our own in user space (frame_link.c), and a
# program that checks every byte (traffic.c). `make check-link` calls it with --whole.
#
#   tests/net/link/run.sh [options]
#     --dir DIR      the build tree (default: the current directory)
#     --group LIST   of size,few,path,route (default: all)
#     --only GLOBS   only cases with these names
#     --whole        all cases, and longer ones
#     --jobs N       1: group after group (default: 2, all beside each other, as they mostly wait)
#     --verbose      also how long each took; what jobs print meanwhile is in TMPDIR/launch.*/said
#
# Status: 0, 1 if a case failed, 77 if none ran.
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 >/dev/null || { echo 'skip: python3 is missing'; exit 77; }
exec python3 "$here/run.py" "$@"
