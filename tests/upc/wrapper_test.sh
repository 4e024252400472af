#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# wrapper_test.sh: hydrant-upc without a UPC compiler and with one that only says how it was called, hydrant-upcrun, and
# what users give to programs: switches, UPC_SHARED_HEAP_SIZE, UPC_STATS. Run in the build tree. Prints `N passed, N
# failed`.
set -u
build=$PWD
src=$(cd "${srcdir:-$(dirname "$0")/../..}" && pwd)
programs=$src/tests/upc/programs
upc=$build/contrib/layers/upc/hydrant-upc
export HYDRANT_UPC_DIR=$build/contrib/layers/upc/link HYDRANT_GASNETRUN=$build/gasnetrun
unset GASNET_PSHM_NODES HYDRANT_UPC_CC UPC_STATS UPC_SHARED_HEAP_SIZE
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
verdict() { # TEXT COMMAND...
  local text=$1
  shift
  if "$@" >log 2>&1; then passed=$((passed + 1)); echo "ok $text"; else
    failed=$((failed + 1)); echo "not ok $text"; sed 's/^/#   /' log | head -20
  fi
}
says() { # PATTERN COMMAND...
  local pattern=$1
  shift
  timeout 60 "$@" >out 2>&1
  grep -qE -- "$pattern" out || { cat out; return 1; }
}
ends() { # STATUS PATTERN COMMAND...
  local status=$1 pattern=$2 got
  shift 2
  timeout 60 "$@" >out 2>&1
  got=$?
  if [ "$got" = "$status" ] && grep -qE -- "$pattern" out; then return 0; fi
  echo "status $got"
  cat out
  return 1
}
ends_in_one_line() { # STATUS PATTERN COMMAND...
  ends "$@" || return 1
  [ "$(grep -c 'UPC error' out)" = 1 ] || { cat out; return 1; }
}
hellos() { # NUMBER COMMAND...
  local n=$1
  shift
  timeout 60 "$@" >out 2>&1 || { cat out; return 1; }
  [ "$(grep -c "^hello from .* of $n$" out)" = "$n" ] || { cat out; return 1; }
}

verdict "--help" says '^usage: hydrant-upc' sh "$upc" --help
verdict "--hydrant-version" says '^hydrant-upc [0-9]' sh "$upc" --hydrant-version
printf 'int main(void) { return 0; }\n' >prog.upc
if ! command -v clang-upc >/dev/null && ! command -v upc >/dev/null && ! command -v gupc >/dev/null; then
  verdict "without a compiler" ends 127 'no UPC compiler: clang-upc, upc, gupc: not found' sh "$upc" prog.upc
  link() { sh "$upc" "$@"; }
else
  link() { sh "$upc" --upc="${CC:-gcc}" -no-pie "$@"; }
fi
verdict "a compiler that is not there" ends 127 'no-such: not found' sh "$upc" --upc=no-such prog.upc
verdict "a form without a library" ends 1 'libupc-12-12-40.a; make UPC_LAYOUT=12-12-40' sh "$upc" --upc=echo \
  -fupc-packed-bits=12,12,40 prog.upc

# A compiler that says how it was called; then what its linking needs.
printf '#!/bin/sh\necho "$@"\n' >fake-upc && chmod +x fake-upc
verdict "the compiler's folders" says \
  "^-B$HYDRANT_UPC_DIR -I$HYDRANT_UPC_DIR/include -O prog.upc -o prog -L$HYDRANT_UPC_DIR" \
  sh "$upc" --upc=./fake-upc -O prog.upc -o prog
verdict "-c: no libraries" says 'include -c prog.upc$' sh "$upc" --upc=./fake-upc -c prog.upc
verdict "-fupc-threads=4" says ' -fupc-threads-4 ' sh "$upc" --upc=./fake-upc -fupc-threads=4 prog.upc
verdict "--show" says "^./fake-upc -B.* 'a b.upc'" sh "$upc" --upc=./fake-upc --show 'a b.upc'

if [ "$(uname -m)" = x86_64 ]; then
  verdict "assembly becomes an object" sh "$upc" -c "$programs/p01_hello.s" -o hello.o
  : >empty.c && gcc -shared empty.c -o empty.so
  verdict "objects are linked" sh "$upc" hello.o -l m ./empty.so -o hello
  verdict "assembly is linked as PIE" sh "$upc" -pie "$programs/pie/p01_hello.s" -o hello-pie
  verdict "pointers that are structures" sh "$upc" -fupc-pts=struct "$programs/struct/p04_ptrarith.s" -o arith
  verdict "static threads" sh "$upc" "$programs/p22_static.s" -o static
  verdict "a static program" sh "$upc" -static "$programs/p01_hello.s" -o hello-static
  verdict "as the compiler's driver links" gcc -no-pie -B"$HYDRANT_UPC_DIR" -L"$HYDRANT_UPC_DIR" \
    "$HYDRANT_UPC_DIR/upc-crtbegin.o" "$programs/p21_nested.s" -Wl,-T"$HYDRANT_UPC_DIR/upc.ld" -lupc -lrt \
    "$HYDRANT_UPC_DIR/upc-crtend.o" -o driver
  verdict "unused sections are removed" sh "$upc" -Wl,--gc-sections "$programs/p21_nested.s" -o sections
  printf 'int main(void) { return 0; }\n' >plain.c && gcc -c plain.c
  verdict "a program that is not UPC" says 'plain has no upc_main' sh "$upc" plain.o -o plain

  verdict "gasnetrun -n 2" hellos 2 "$build/gasnetrun" -n 2 ./hello
  verdict "PIE" hellos 2 "$build/gasnetrun" -n 2 ./hello-pie
  verdict "static" hellos 3 "$build/gasnetrun" -n 3 ./hello-static
  verdict "structures" says 'ptrarith done 17' "$build/gasnetrun" -n 3 ./arith
  verdict "the driver's program" says 'init 42 2.5' "$build/gasnetrun" -n 2 ./driver
  verdict "without unused sections" says 'init 42 2.5' "$build/gasnetrun" -n 2 ./sections
  verdict "-n 3 by the program" hellos 3 ./hello -n 3
  verdict "-n2" hellos 2 ./hello -n2
  verdict "-fupc-threads-2" hellos 2 ./hello -fupc-threads-2
  verdict "-fupc-threads=2 and a heap" hellos 2 ./hello -fupc-threads=2 -heap 32M
  verdict "switches are not arguments" says 'argc 3' ./driver -n 2 -fupc-heap-8M -sched-policy cpu -g -- a b
  verdict "-- ends them" says 'argc 4' ./driver -n 1 -- -n 5 a
  verdict "a launched program's -n is its own" says 'argc 3' "$build/gasnetrun" -n 1 ./driver -n 5
  verdict "static threads need no switch" says 'static .* tab 3' ./static
  verdict "no number of threads" ends 2 'No value given for THREADS' ./hello
  verdict "0 threads" ends 2 'invalid number of threads: 0' ./hello -n 0
  verdict "a value is missing" ends 2 'a value is missing after -n' ./hello -n
  verdict "a wrong heap" ends 2 'invalid heap size: 5Q' ./hello -n 1 -heap 5Q
  verdict "a heap of more than 64 GB" ends 2 'invalid heap size: 65G' ./hello -n 1 -heap65G
  verdict "static threads and others" ends 2 \
    'value of the -fupc-threads-N switch: 2, does not agree with the value given at compile-time: 4' ./static -n 2
  verdict "static threads and the launcher's" ends 2 \
    'running threads \(2\) is not equal to compiled threads \(4\)' "$build/gasnetrun" -n 2 ./static
  # shellcheck disable=SC2016 # the record begins with a dollar sign
  printf '\t.section upc_pgm_info,"a"\n\t.asciz "$GCCUPCConfig: (other.upc)  staticthreads=3 process$"\n' >other.s
  verdict "files of different threads" sh -c "sh '$upc' '$programs/p22_static.s' other.s -o mixed"
  verdict "files of different threads end" ends 2 'not compiled with the same value of UPC settings' ./mixed -n 4
  verdict "UPC_SHARED_HEAP_SIZE" hellos 1 env UPC_SHARED_HEAP_SIZE=64M ./hello -n 1
  verdict "a wrong UPC_SHARED_HEAP_SIZE" ends 2 'UPC_SHARED_HEAP_SIZE: invalid heap size: x' \
    env UPC_SHARED_HEAP_SIZE=x ./hello -n 1
  verdict "all threads refuse, one says why" ends_in_one_line 2 'invalid heap size: x$' \
    env UPC_SHARED_HEAP_SIZE=x "$build/gasnetrun" -n 3 -c udp ./hello
  # shellcheck disable=SC2016 # the launched shell expands its rank
  verdict "one thread refuses" ends_in_one_line 2 'invalid heap size: x \(thread 1\)$' "$build/gasnetrun" -n 3 \
    -c udp sh -c '[ "$PMI_RANK" = 1 ] && export UPC_SHARED_HEAP_SIZE=x; exec ./hello'
  verdict "UPC_STATS counts" says 'UPC_STATS thread 1: puts to own memory +1 calls +4 bytes' env UPC_STATS=1 \
    ./hello -n 2
  cat >dies.py <<'END'
import sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import goals
tree = goals.Tree.__new__(goals.Tree)
tree.build, tree.upc_program = sys.argv[2], lambda *_: "false"
sys.exit(goals.beside_compilers(tree))
END
  verdict "make goals says that a measured program died" ends 1 'bench.s ended with status 1, without the row' \
    python3 dies.py "$src/contrib/tools/bench/upc" "$build"
  verdict "hydrant-upcrun" hellos 2 sh "$src/contrib/layers/upc/hydrant-upcrun" -q -shared-heap 16M -n 2 ./hello
  verdict "hydrant-upcrun -v" says 'true -n 4 -N 2 ./hello x' env HYDRANT_GASNETRUN=/bin/true \
    sh "$src/contrib/layers/upc/hydrant-upcrun" -v -n 4 -c 2 ./hello x
  verdict "hydrant-upcrun -n x" ends 2 'expected a number' sh "$src/contrib/layers/upc/hydrant-upcrun" -n x ./hello
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
