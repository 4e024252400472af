#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: the library in jobs over hosts: over network namespaces of this run's own, each with an sshd, that
# are joined by a bridge (root only), over sshd on the loopback, by a command of
# one's own, and under mpirun, mpiexec and srun.
#
#   tests/net/hosts/run.sh [options]
#     --dir DIR      the build tree (default: the current directory)
#     --group LIST   of nets,addresses,faults,programs,byssh,bycustom,dump,bympirun,bympiexec,bysrun (default: all)
#     --only GLOBS   only cases with these names
#     --whole        all ways to end, conformance programs whole: not a selection
#     --jobs N       1: group after group (default: 2, launchers beside the namespaces)
#     --verbose      also how long each took; what jobs print meanwhile is in TMPDIR/launch.*/said
#
# NETS_CONDUIT=ofi or ofi:PROVIDER: the name spaces' jobs go by that conduit, not by udp.
#
# Status: 0, 1 if a case failed, 77 if none ran.
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 >/dev/null || { echo 'skip: python3 is missing'; exit 77; }
exec python3 "$here/run.py" "$@"
