#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# anl.sh: programs of the ANL macros as textbooks and public suites write them (tests/dsm/anl: C90, K&R functions,
# several files, statements without semicolons), each through m4, compiled as its users would, and run by 3 workers,
# with the result that one worker has. Then what such programs do that one process for each worker cannot serve, and how
# it shows. Run in the build tree.
# shellcheck source=tests/unit/cli.sh disable=SC2154
. "$(dirname "$0")/../unit/cli.sh"
sources=$(cd "$(dirname "$0")/.." && pwd)/.. top=$PWD
command -v m4 >/dev/null || { echo '1..0 # SKIP no m4'; exit 77; }
[ -e .libs/libhydrant_dsm.so ] || { echo '1..0 # SKIP no shared library'; exit 77; }
cc=$(sed -n 's/^CC *= *//p' Makefile) sanitize=$(sed -n 's/^HYD_SAN_FLAGS *= *//p' Makefile)
flags=$(sed -n "s/.*anl) flags=.* \(-Wl[^ ']*\).*/\1/p" Makefile) # of hydrant-dsm-anl.pc
cli_begin gasnetrun

compile() { # PROGRAM OPTION-OR-FILE...: in gnu89, whose warnings are about the programs' age
  # shellcheck disable=SC2086 # words of make's variables
  $cc $sanitize -std=gnu89 -w -g -I"$sources/contrib/layers/dsm" "${@:2}" -o "$1" -L"$top/.libs" \
    -lhydrant_dsm -lgasnet -lm -no-pie "$flags" -Wl,-rpath,"$top/.libs" >out 2>err
}
job() { # RANKS PROGRAM ARGUMENT...: in "in" is what it reads
  # shellcheck disable=SC2086 # $by: how ranks are started; none: by fork, in MAIN_INITENV
  timeout -k 5 60 "$top/gasnetrun" -n "$1" -c smp $by "./$2" "${@:3}" >out 2>err <in
  status=$?
}
by=''
ends_with() { # PATTERN: the job fails, and says so
  [ $status -ne 0 ] && [ $status -ne 124 ] && grep -q "$1" out err
}

# ---- the programs --------------------------------------------------------------

for file in "$sources"/tests/dsm/anl/*.[CH]; do
  name=${file##*/}
  case $name in *.H) to=$name ;; *) to=${name%.C}.c ;; esac
  m4 "$sources/contrib/layers/dsm/anl.m4" "$file" >"$to"
done
python3 -c 'import sys; sys.stdout.buffer.write(bytes((i * 37 + i // 100) % 251 for i in range(8000)))' >volume
while read -r name result; do
  printf '10 10 5\n20 20 8\n30 12 4\n' >in
  [ "$name" != water ] || echo 0.01 20 2 3 >in
  files=("$name.c")
  [ "$name" != ocean ] || files+=(slave.c)
  compile "$name" "${files[@]}" && job 3 "$name" -p 3 volume && [ "$(cat out)" = "$name $result" ] && [ ! -s err ]
  verdict $? "$name: 3 workers"
done <<END
fft 1076.196555 64 1
lu 2175.912069
radix 0 3709230636
ocean 7545.622063 79.051971
barnes 201 1008771
fmm 1510.000
water 20 570.000000
cholesky 139.632422
radiosity 248 208 1
raytrace 590
volrend 10498216
mp3d 1500 0 900
locus 5310
pthor 705414297
END
HYD_DSM_TWINS=1 job 3 volrend -p 3 volume && [ "$(cat out)" = 'volrend 10498216' ]
verdict $? "volrend: the file is read in parts, where no more than one page may be written at a time"
echo 0.01 20 2 3 >in
by='-spawner=ssh -H localhost' # each rank is a process of its own from the beginning
HYD_DSM_VARIABLES=main job 3 water && [ "$(cat out)" = 'water 20 570.000000' ]
verdict $? "water: with standard input at rank 0, and HYD_DSM_VARIABLES=main"
: >in
compile fft-cpp -DANL_STATEMENTS -include anl.h -x c "$sources/tests/dsm/anl/fft.C" -x none && job 2 fft-cpp -p 2 &&
  [ "$(cat out)" = "fft 1076.196555 64 1" ]
verdict $? "without m4, by the C preprocessor alone"

for limit in '-v 2000000' '-f 2000000'; do
  # shellcheck disable=SC2086
  (ulimit $limit && job 3 ocean -p 3 && [ "$(cat out)" = 'ocean 7545.622063 79.051971' ])
  verdict $? "the region is no larger than ulimit $limit allows"
done

# ---- what main has read that the others have not -------------------------------------

cat >differ.c <<'END'
#include <anl.h>
#include <fcntl.h>
#include <stdio.h>
MAIN_ENV
long pad[20000], first;
char *heap;
void work() { printf("worker %ld\n", first); }
main(argc, argv) char **argv;
{
  heap = malloc(100);
  if (open(argv[1], O_CREAT | O_EXCL | O_WRONLY, 0600) >= 0) first = 4711;
  MAIN_INITENV()
  printf("main %ld\n", first);
  CREATE(work)
  WAIT_FOR_END(1)
  MAIN_END
}
END
compile differ differ.c && job 2 differ once &&
  ends_with 'hyd_dsm: rank 1: the variable at 0x[0-9a-f]* is [0-9]* (0x[0-9a-f]*) at MAIN_INITENV' &&
  grep -q 4711 err && at=$(sed -n 's/.*variable at 0x\([0-9a-f]*\) is.*/\1/p' err) && nm differ |
  grep -q "0*$at B first"
verdict $? "variables that differ at MAIN_INITENV end the job, by their address"
HYD_DSM_VARIABLES=main job 2 differ again && [ $status -eq 0 ] && [ "$(sed 's/.* //' out | uniq | wc -l)" -eq 1 ]
verdict $? "HYD_DSM_VARIABLES=main: all have main's"
by=''

# ---- programs that count on threads -----------------------------------------------------

cat >threads.c <<'END'
#include <anl.h>
#include <stdio.h>
MAIN_ENV
struct { BARDEC(b) int id; LOCKDEC(l) } *gm;
int *table, own;
void work()
{
  int me;
  LOCK(gm->l) me = gm->id++; UNLOCK(gm->l)
  if (me == 0) table = (int *) G_MALLOC(100);
  BARRIER(gm->b, 2)
  printf("%d\n", table[3]);
}
main()
{
  MAIN_INITENV()
  gm = G_MALLOC(sizeof *gm);
  BARINIT(gm->b, 2) LOCKINIT(gm->l)
  own = 1;
  CREATE(work, 2)
  WAIT_FOR_END(2)
  MAIN_END
}
END
compile threads threads.c
at=$(nm threads | sed -n 's/^0*\([0-9a-f]*\) B table$/\1/p')
told="the variable at 0x$at is written, by the code at 0x[0-9a-f]*, between CREATE and WAIT_FOR_END"
job 2 threads && ends_with 'SIGSEGV' && grep -q 'hyd_dsm: an address near NULL .*HYD_DSM_GLOBALS=report' err
verdict $? "a pointer that another rank set is NULL, which has a hint"
HYD_DSM_GLOBALS=report job 2 threads && ends_with 'SIGSEGV' && [ "$(grep -c "hyd_dsm: rank .: $told" err)" -eq 1 ] &&
  code=$(sed -n 's/.*the code at \(0x[0-9a-f]*\),.*/\1/p' err) && addr2line -e threads "$code" | grep -q "threads.c:10"
verdict $? "HYD_DSM_GLOBALS=report says where it was set"
HYD_DSM_GLOBALS=end job 2 threads && ends_with "$told" && ! grep -q SIGSEGV err
verdict $? "HYD_DSM_GLOBALS=end ends the job there"
HYD_DSM_GLOBALS=end job 3 locus && [ "$(cat out)" = 'locus 5310' ] && ! grep -q 'is written' err
verdict $? "HYD_DSM_GLOBALS=end leaves others alone"
cli_end
