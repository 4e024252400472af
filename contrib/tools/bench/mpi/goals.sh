#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# goals.sh: make goals GOALS=mpi: a round trip by conduit mpi next to one by the MPI below it (contrib/spec/ofi.md 9.2),
# with MPI's shared memory and by TCP on the loopback, for each MPI of this build. Run in the build tree. Status: 1, a
# goal was missed.
set -u
. "$(dirname "$0")/../beside/judge.sh"
missed=0
export GASNET_CONDUIT=mpi GASNET_SUPERNODE_MAXSIZE=1 GASNET_NO_CMA=1 GASNET_CONDUIT_PATH="$PWD/.libs" GASNET_QUIET=1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# measure TITLE FACTOR EXTRA COMMAND...
measure() {
  title=$1 goal="AM Short round trip:$2:$3"
  shift 3
  judge "$title" MPI mpi "$goal" "$@" || missed=1
}
run() { sed -n "s/^$1_RUN = //p" Makefile; }
if [ -x contrib/tools/bench/mpi/mpi-goals-openmpi ]; then
  measure 'Open MPI, shared memory' 1.2 0.4 "$(run openmpi)" -np 2 contrib/tools/bench/mpi/mpi-goals-openmpi
  measure 'Open MPI, tcp on lo' 1.2 0 OMPI_MCA_pml=ob1 OMPI_MCA_btl=tcp,self OMPI_MCA_btl_tcp_if_include=lo \
    "$(run openmpi)" -np 2 contrib/tools/bench/mpi/mpi-goals-openmpi
fi
if [ -x contrib/tools/bench/mpi/mpi-goals-mpich ]; then
  measure 'MPICH, shared memory' 1.2 0.4 "$(run mpich)" -bind-to core -np 2 contrib/tools/bench/mpi/mpi-goals-mpich
  measure 'MPICH, tcp on lo' 1.2 0 MPIR_CVAR_NOLOCAL=1 UCX_TLS=tcp,self UCX_NET_DEVICES=lo \
    "$(run mpich)" -bind-to core -np 2 contrib/tools/bench/mpi/mpi-goals-mpich
fi
exit $missed
