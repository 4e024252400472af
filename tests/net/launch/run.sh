#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: jobs over hosts: gasnetrun's ssh launcher with agents on this host, over real sshd, by commands of
# one's own (MPIRUN_CMD, GASNET_CSPAWN_CMD), and the clients of process managers under Open MPI's mpirun, MPICH's
# mpiexec and Slurm's srun; what ends a job, and that nothing is left.
#
#   tests/net/launch/run.sh [options]
#     --dir DIR      the build tree (default: the current directory)
#     --group LIST   of hosts,local,ends,fake,stdin,template,custom,ssh,mpirun,mpiexec,srun (default: all)
#     --only GLOBS   only cases with these names
#     --jobs N       1: group after group (default: 2, those with servers of their own beside the others)
#     --verbose      also how long each took; what jobs print meanwhile is in TMPDIR/launch.*/said
#
# Status: 0, 1 if a case failed, 77 if none ran.
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 >/dev/null || { echo 'skip: python3 is missing'; exit 77; }
exec python3 "$here/run.py" "$@"
