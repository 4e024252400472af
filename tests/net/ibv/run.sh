#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: the ibv conduit over software RDMA, in machines that contrib/building/rdma-vm emulates; `make check-ibv` calls
# it.
#
#   tests/net/ibv/run.sh [options]
#     --dir DIR        the build tree (default: the current directory)
#     --group LIST     of one,ends,memlock,ports,two,loss,link,cm,torture,dsm,netvm,ofi (default: all)
#     --only GLOBS     only cases with these names, as 'two.conform-*'
#     --whole          everything, a machine or two for each group: hours; else a selection in one boot, and one for cm,
#                      minutes
#     --native         on this machine and its own HCA instead
#     --hosts LIST     with --native: hosts with the same directories, this one first, for the groups of two hosts
#     --conduit NAME   another one in its place, as udp (default: ibv)
#     --limit SEC      for a boot (default: 700; with --whole 20000); not with --native
#     --verbose        also how long each took; what jobs print meanwhile is in DIR/ibv.*/launch.*/said (--native:
#                      in launch.* of TMPDIR; with --hosts, of DIR)
#
# one: conformance, 1 to 4 ranks of one host over the network. ends: kill and stop of a rank, ways to end. memlock:
# limits of pinned memory. ports: which port is used, sizes, connections at the start. two: conformance and k-mers over
# two hosts. loss: the same, 2 % of the packets lost. link: the way cut, or the interface down, and up again. cm:
# connections by librdmacm, on soft-iWARP. torture: transfers of memory that is replaced all the time.
# dsm: shared memory (contrib/layers/dsm), its litmus tests and applications. netvm: paged segments.
# ofi: the conduit ofi by libfabric's verbs;ofi_rxm.
# A kernel that rdma-vm has is used (RDMA_VM_KERNEL, ~/.cache/rdma-vm); else Debian's is fetched, to rdma-vm/ of the
# build tree. Status: 0, 1 if a case failed, 77 if none ran.
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 >/dev/null || { echo 'skip: python3 is missing'; exit 77; }
exec python3 "$here/run.py" "$@"
