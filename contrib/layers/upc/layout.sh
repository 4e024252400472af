#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# layout.sh SUFFIX: the compiler's options for the layout of pointers that the compiler's driver names by SUFFIX
# (libupc.md 1.4): "" for packed 20,10,34 with the address first; s for struct; l for address last; P-T-A for other
# sizes of the packed fields; joined by "-", as in s-l and l-10-16-38.
set -eu
rest=$1 struct=0 last=0 flags=
case $rest in s | s-*) struct=1 rest=${rest#s} rest=${rest#-} ;; esac
case $rest in l | l-*) last=1 rest=${rest#l} rest=${rest#-} ;; esac
if [ -n "$rest" ]; then
  phase=${rest%%-*} thread=${rest#*-} addr=${rest##*-}
  thread=${thread%%-*}
  case $phase:$thread:$addr in *[!0-9:]* | :* | *: | *::*) phase=0 thread=0 addr=0 ;; esac
  if [ "$phase-$thread-$addr" != "$rest" ] || [ $((phase + thread + addr)) != 64 ] || [ "$phase" = 0 ] ||
    [ "$thread" = 0 ] || [ "$addr" = 0 ] || [ $struct = 1 ]; then
    echo "UPC_LAYOUT=$1: expected s, l, s-l or P-T-A, three sizes in bits whose sum is 64" >&2
    exit 1
  fi
  flags=" -DUPC_PHASE_BITS=$phase -DUPC_THREAD_BITS=$thread -DUPC_ADDR_BITS=$addr"
fi
echo "-DUPC_PTS_STRUCT=$struct -DUPC_PTS_LAST=$last$flags"
