#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# apps_test.sh: the applications of shared memory: each agrees with its serial run and gives the same
# result for every form, number of workers and shape of its parts; the program by another author, too;
# one clear line for what can be wrong. Run in the build tree, whose forms are run: X-serial with one
# worker, X-threads with several, X-dsm with three over smp.
#
#   apps_test.sh [--runner 'FORM COMMAND'] [--workers '1 2 ...'] [--scale WHICH]
#
# --runner runs the programs X-FORM in place of X-dsm, started by COMMAND, in which P stands for the
# number of workers: --runner 'dsm ./gasnetrun -n P -c udp'
# --scale also runs all at that scale (test, small, paper).
# shellcheck disable=SC1091,SC2154,SC2086
. "$(dirname "$0")/../../../../tests/unit/cli.sh"
build=$PWD/contrib/layers/dsm/apps top=$PWD
workers="1 2 3 4 7" scale='' brief=''
forms=(serial threads) runners=("" "")
while [ $# -gt 1 ]; do
  case $1 in
  --runner) forms+=("${2%% *}") runners+=("${2#* }") ;;
  --workers) workers=$2 ;;
  --scale) scale=$2 ;;
  *) break ;;
  esac
  shift 2
done
[ $# -eq 0 ] || { sed -n '8,14s/^# \{0,1\}//p' "$0"; exit 2; }
[ ${#forms[@]} -gt 2 ] || { forms+=(dsm) runners+=("./gasnetrun -n P -c smp") brief=dsm; }
cli_begin contrib/layers/dsm/apps/radix-threads

# job FORM WORKERS APP ARGUMENT...: results in out, err, $status; 1 if the form is not built
job() {
  local form=$1 p=$2 app=$3 runner='' i
  shift 3
  [ -x "$build/$app-$form" ] || return 1
  for i in "${!forms[@]}"; do
    [ "${forms[i]}" != "$form" ] || runner=${runners[i]}
  done
  # A runner's words are those between its blanks; its programs lie in the build tree.
  (cd "$top" && PATH=$PATH:. exec timeout -k 5 300 ${runner//P/$p} "$build/$app-$form" -p "$p" "$@") >out 2>err \
    </dev/null
  status=$?
  return 0
}
result() { sed -n -e 's/.*checksum \([0-9a-f]*\),.*/\1/p' -e 's/.*\( [0-9]* steps, mean [0-9.e-]*\),.*/\1/p' out; }

# same PATTERN APP ARGUMENT...: all forms and numbers of workers print the pattern, and one result
same() {
  local pattern=$1 app=$2 form p want=''
  shift 2
  for form in "${forms[@]}" m4; do
    for p in $workers; do
      [ $form != serial ] || p=1
      [ $form != "$brief" ] || p=3
      job $form $p $app "$@" || continue
      [ $status -eq 0 ] && [ ! -s err ] && grep -q "$pattern" out && [ -n "$(result)" ] &&
        [ "$(result)" = "${want:-$(result)}" ]
      verdict $? "$app $*: $form, $p workers"
      want=${want:-$(result)}
      [ $form != serial ] && [ $form != "$brief" ] || break
    done
  done
  last=$want
}
agrees='^agrees with the serial run$'

# ---- right answers ---------------------------------------------------------------------------

# Sizes as they come; parts that are uneven; more workers than there are parts.
same "$agrees" barnes --check
first=$last
same "$agrees" barnes --check -n 333 -i 7 -s 2
same "$agrees" barnes --check -n 3
same "$agrees" radix --check
same "$agrees" radix --check -n 1001 -r 16 -m 1000 -s 2
same "$agrees" radix --check -n 3 -r 2
same "$agrees" is --check
same "$agrees" is --check -n 9 -b 3 -i 3 -s 2
same "$agrees" fft3d --check -n 16
same "$agrees" fft3d --check -n 2 -i 2 -s 2
same "$agrees" water --check
same "$agrees" water --check -n 50 -i 40 -s 2
same 'steps, mean' jacobi
same 'steps, mean' jacobi -n 3 -e 0.01
if [ -n "$scale" ]; then
  for app in barnes radix is fft3d water; do same "$agrees" $app --check --scale "$scale"; done
fi

job threads 2 barnes -s 2
[ "$status" -eq 0 ] && [ "$(result)" != "$first" ]
verdict $? "another seed gives another result"
ANL_THREADS=3 timeout 60 "$build/radix-threads" -n 10 >out 2>err
grep -q 'workers 3:' out
verdict $? "without -p there are as many workers as the macros say"

# ---- the picture -----------------------------------------------------------------------------

job threads 2 barnes --picture "$PWD/bodies.png"
pictures=1
! grep -q 'Function not implemented' err || pictures= # built without zlib
[ -z "$pictures" ] || python3 - bodies.png >out 2>err <<'END'
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
assert data[:8] == b"\x89PNG\r\n\x1a\n"
at, chunks = 8, {}
while at < len(data):
    length, kind = struct.unpack(">I4s", data[at:at + 8])
    chunks[kind] = data[at + 8:at + 8 + length]
    assert struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] == zlib.crc32(kind + chunks[kind])
    at += 12 + length
width, height, depth, colours = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
rows = zlib.decompress(chunks[b"IDAT"])
assert (depth, colours) == (8, 2) and len(rows) == height * (3 * width + 1) and b"IEND" in chunks
lit = sum(rows[y * (3 * width + 1) + 1 + 3 * x] > 0 for y in range(height) for x in range(width))
assert 2000 < lit < width * height / 2, lit
END
drawn=$?
[ -z "$pictures" ] || verdict $drawn "the picture is a PNG, with some thousand bright points on a dark ground"

# ---- one clear line --------------------------------------------------------------------------

# wrong STATUS PATTERN APP ARGUMENT...
wrong() {
  local want=$1 pattern=$2 app=$3
  shift 3
  job threads 2 $app "$@"
  [ $status -eq "$want" ] && [ "$(wc -l <err)" -eq 1 ] && grep -q "^$pattern" err && [ ! -s out ]
  verdict $? "$app $*: one line, status $want"
}
wrong 2 'barnes: -n 0: expected a whole number from 1 to' barnes -n 0
wrong 2 'radix: -r 10: expected a power of 2' radix -r 10
wrong 2 'is: -p 0: expected a whole number' is -p 0
wrong 2 'fft3d: -n 12: expected a power of 2' fft3d -n 12
wrong 2 'water: --scale huge: expected test, small or paper' water --scale huge
wrong 2 'water: --picture: unknown option' water --picture x
wrong 2 'radix: -q: unknown option' radix -q
wrong 2 'radix: -n: a value is missing' radix -n
wrong 2 'radix: file: no argument is expected' radix file
[ -z "$pictures" ] || wrong 1 'barnes: --picture /nowhere/x.png: No such file' barnes -n 10 --picture /nowhere/x.png
for app in barnes radix is fft3d water; do
  job threads 2 $app --help
  [ $status -eq 0 ] && [ "$(grep -c '^usage:' out)" -eq 1 ] && [ ! -s err ]
  verdict $? "$app --help prints the usage once"
done
"$build/radix-threads" -n 10 >/dev/full 2>err
[ $? -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q 'could not be written' err
verdict $? "a full disk under stdout: one line, status 1"

cli_end
