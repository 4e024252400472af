#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# launch_cli_test.sh: gasnetrun from outside (gasnet-env-launch.md 8): what it accepts, refuses, passes
# on, dumps and diagnoses. Run in the build tree.
set -u
run=$PWD/gasnetrun child=$PWD/tests/unit/launch_child
tmp=$(mktemp -d "${TMPDIR:-/tmp}/launch_cli.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
verdict() {
  if [ "$1" = 0 ]; then passed=$((passed + 1)); echo "ok $2"; else
    failed=$((failed + 1)); echo "not ok $2"; sed 's/^/#   /' "$tmp/out" "$tmp/err" | head -20
  fi
}
limited() { timeout -k 5 60 "$@" >"$tmp/out" 2>"$tmp/err" </dev/null; }
# refused STATUS PATTERN TEXT COMMAND...: one line that names the launcher and has the pattern.
refused() {
  local want=$1 pattern=$2 text=$3
  shift 3
  limited "$@"
  [ $? = "$want" ] && [ "$(wc -l <"$tmp/err")" = 1 ] && [ ! -s "$tmp/out" ] &&
    grep -q "^gasnetrun[a-z_]*: " "$tmp/err" && grep -Eq -- "$pattern" "$tmp/err"
  verdict $? "refused: $text"
}
ln -s "$run" "$tmp/gasnetrun_smp"
ln -s "$run" "$tmp/gasnetrun_aries"
echo 'not executable' >"$tmp/plain"
printf '#!/bin/sh\nexec "$@"\n' >"$tmp/wrapper" && chmod +x "$tmp/wrapper"
sed 's/GASNetConduitName: SMP/GASNetConduitName: XYZ/' "$child" >"$tmp/foreign" && chmod +x "$tmp/foreign"
sed 's/GASNetFORKSpawner: 1/GASNetXORKSpawner: 1/' "$child" >"$tmp/unspawned" && chmod +x "$tmp/unspawned"

commonest() { # TEXT COMMAND...: what is usually wanted, and where the rest is told
  local text=$1
  shift
  limited "$@"
  [ $? = 2 ] && [ ! -s "$tmp/out" ] && [ "$(wc -l <"$tmp/err")" = 5 ] && [ "$(grep -c '^  gasnetrun ' "$tmp/err")" = 3 \
    ] &&
    grep -q '^gasnetrun: no program' "$tmp/err" && grep -q -- '--help' "$tmp/err"
  verdict $? "the commonest commands: $text"
}
commonest 'nothing at all' "$run"
commonest 'no program' "$run" -n 2
refused 2 '-n N' 'no number of ranks' "$run" "$child"
refused 2 '1 to 65536' 'N = 0' "$run" -n 0 "$child"
refused 2 '1 to 65536' 'N = -1' "$run" -n -1 "$child"
refused 2 '1 to 65536' 'N = 10^9' "$run" -n 1000000000 "$child"
refused 2 '1 to 65536' 'N beyond a long' "$run" -n 99999999999999999999 "$child"
refused 2 '1 to 65536' 'N = 4x' "$run" -n 4x "$child"
refused 2 '1 to 65536' 'N empty' "$run" -n '' "$child"
refused 2 'value is missing' '-n without a value' "$run" -n
refused 2 'such option' 'an unknown option' "$run" -n 2 -frob "$child"
refused 2 'one host' 'two hosts' "$run" -n 2 -N 2 "$child"
refused 2 'expected one of:.*smp' 'an unknown conduit' "$run" -c aries -n 2 "$child"
refused 2 'aries.*expected one of' 'the name of a conduit that is not here' "$tmp/gasnetrun_aries" -n 2 "$child"
refused 2 'one host' 'two hosts by the fork spawner' "$run" -spawner=fork -n 2 -N 2 "$child"
refused 2 'more hosts than ranks' 'more hosts than ranks' "$run" -n 2 -N 3 "$child"
refused 2 '-spawner=rsh.*expected fork, ssh' 'another spawner' "$run" -spawner=rsh -n 2 "$child"
refused 2 'expected -spawner=ssh' 'hosts by the fork spawner' "$run" -spawner=fork -H a,b -n 2 "$child"
refused 2 'expected one of them' '-H and -hostfile' "$run" -H a -hostfile b -n 2 "$child"
refused 2 'not a host name' 'an option as a host' "$run" -H -x -n 2 "$child"
refused 2 'No such file' 'a missing list of hosts' "$run" -hostfile "$tmp/nothing" -n 2 "$child"
refused 2 'GASNET_SMP_SPAWNER=rsh.*expected fork' 'another spawner by variable' env GASNET_SMP_SPAWNER=rsh "$run" -n 2 \
  "$child"
refused 127 'no such program' 'a missing program' "$run" -n 2 "$tmp/nothing"
refused 127 'not found in PATH|no such program' 'a program that is not in PATH' "$run" -n 2 no-such-program-here
if [ "$(id -u)" != 0 ]; then
  mkdir -m 0 "$tmp/closed"
  PATH="$tmp/closed:$PATH" refused 127 'not found in PATH|no such program' \
    'the same where PATH has a directory of others' "$run" -n 2 no-such-program-here
fi
refused 126 'not executable' 'a file that is not executable' "$run" -n 2 "$tmp/plain"
refused 126 'directory' 'a directory' "$run" -n 2 "$tmp"
refused 126 'compiled for conduit XYZ.*smp' 'a program of a conduit that is not here' "$run" -n 2 "$tmp/foreign"
refused 126 'compiled for conduit XYZ; expected smp' 'the same as gasnetrun_smp' "$tmp/gasnetrun_smp" -n 2 \
  "$tmp/foreign"
refused 126 'fork spawner' 'a program without the fork spawner' "$run" -n 2 "$tmp/unspawned"
refused 1 'no job of yours' '--dump of a program that does not run' "$run" --dump x
refused 2 'expected a number' '--dump of a number out of range' "$run" --dump 1
refused 1 'no such process' '--dump of no process' "$run" --dump 1073741000
refused 1 'no rank and no supervisor' '--dump of another process' "$run" --dump $$
cd "$tmp" || exit 99
refused 127 'did you mean ./wrapper' 'a program of this directory without ./' "$run" -n 2 wrapper
cd "$OLDPWD" || exit 99

ranks() { sed -n 's/^rank \([0-9]*\/[0-9]*\).*/\1/p' "$tmp/out" | sort -n | tr '\n' ' '; }
limited "$run" -n 3 "$child" 0 && [ "$(ranks)" = '0/3 1/3 2/3 ' ]
verdict $? "-n 3 starts three ranks"
limited "$run" -c smp -np 2 -N 1 -k -E PATH,HOME -- "$child" 0 && [ "$(ranks)" = '0/2 1/2 ' ]
verdict $? "-c, -np, -N 1, -k, -E, --"
sends() { # NAMES PATTERN: what -t says of variables that ranks on another host do not get; '' nothing
  limited env 'F%%=() { :; }' $'LINES2=a\nb' A=1 "$run" -E "$1" -t -H nowhere -n 2 "$child" &&
    if [ -z "$2" ]; then ! grep -q 'not sent' "$tmp/err"; else [ "$(grep -c 'not sent' "$tmp/err")" = 1 ] &&
    grep -q "$2" "$tmp/err"; fi
}
no_names="'F%%', '1B' (-E: expected names of letters, digits and _)"
sends 'A,F%%,1B,,LINES2' "not sent to other hosts: $no_names; 'LINES2' (a newline in the value)\$" &&
  sends '' '' && sends ',A,' '' && sends "LINES2" "hosts: 'LINES2' (a newline"
verdict $? "-E: names that cannot be sent are named in one line, and all else goes on"
limited env 'F%%=() { :; }' "$tmp/gasnetrun_smp" -n 2 -N 1 -c 0 -E "$(env -0 | cut -z -d= -f1 | tr '\0' ,)F%%" \
  "$child" 0 &&
  [ "$(ranks)" = '0/2 1/2 ' ] && [ ! -s "$tmp/err" ]
verdict $? "as Chapel's launcher starts: -n N -N M -c 0 -E all variables"
limited "$tmp/gasnetrun_smp" -c 2 -n2 -spawner=fork "$child" 0 && [ "$(ranks)" = '0/2 1/2 ' ]
verdict $? "gasnetrun_smp -c 2 -n2 -spawner=fork"
limited "$run" -n 2 "$child" 0 -n 7 '' 'a  b' '$HOME;"'"'"'`x`|&*?\' 'ä→ß' --help &&
  [ "$(grep -cF ' [0] [-n] [7] [] [a  b] [$HOME;"'"'"'`x`|&*?\] [ä→ß] [--help] ' "$tmp/out")" = 2 ]
verdict $? "L3: arguments arrive unchanged"
# Nothing is decoded, as nothing was encoded: %04d is four letters, not an M.
for by in "$run" env; do
  [ "$by" = env ] && how=GASNET_PSHM_NODES=2 || how=-n2
  LAUNCH_PROBE='%041%04D' limited "$by" "$how" "$child" 0 'img%04d.png' %041 %0 %025 &&
    [ "$(grep -cF ' [0] [img%04d.png] [%041] [%0] [%025] probe=%041%04D' "$tmp/out")" = 2 ]
  verdict $? "L3: %0HH arrives unchanged by ${by##*/}"
done
LAUNCH_PROBE='x = 1; %20' limited "$run" -n 2 "$child" 0 && [ "$(grep -c 'probe=x = 1; %20$' "$tmp/out")" = 2 ]
verdict $? "L3: the environment arrives"
limited "$run" -n 2 "$child" 42
[ $? = 42 ]
verdict $? "L1: the job's status is gasnetrun's"
(cd "$tmp" && cp "$child" "$tmp/in_path" 2>/dev/null; PATH="$tmp:$PATH" limited "$run" -n 2 in_path 0) &&
  [ "$(ranks)" = '0/2 1/2 ' ]
verdict $? "L2: the program is looked for in PATH"
limited "$run" -spawner=fork -n 2 "$tmp/wrapper" "$child" 5
[ $? = 5 ] && [ "$(ranks)" = '0/2 1/2 ' ] && [ "$(wc -l <"$tmp/err")" = 1 ] &&
  grep -q 'rank 0/2 .*ended with status 5' "$tmp/err"
verdict $? "a script may stand before the program, once, with the fork spawner"
limited "$run" -n 2 "$tmp/wrapper" "$child" 5
[ $? = 5 ] && [ "$(ranks)" = '0/2 1/2 ' ] && grep -q 'rank [01]/2 .*ended with status 5' "$tmp/err"
verdict $? "a script may stand before the program, for each rank"
limited "$run" -n 1 /bin/true && grep -q 'note:.*wrapper' "$tmp/err"
verdict $? "a program without ident is run, with a note"
for where in '' '-H localhost,localhost/2' '--host localhost,localhost/2' '-hostfile hosts'; do
  printf 'localhost\nlocalhost/2\n' >"$tmp/hosts"
  # shellcheck disable=SC2086
  (cd "$tmp" && limited "$run" -n 3 $where hostname) && [ "$(sort -u "$tmp/out" | wc -l)" = 1 ] &&
    [ "$(wc -l <"$tmp/out")" = 3 ] && [ "$(grep -c 'hostname never called gasnet_init' "$tmp/err")" = 1 ] &&
    [ "$(wc -l <"$tmp/err")" = 1 ]
  verdict $? "hostname runs as often as asked, and a line says what it lacks ($where)"
done
(cd "$tmp" && GASNET_QUIET=1 limited "$run" -n 3 hostname) && [ ! -s "$tmp/err" ]
verdict $? "which GASNET_QUIET=1 keeps it from saying"
limited "$run" -t -n 2 --host a,b "$child" && grep -q 'host b: ranks 1 to 1' "$tmp/err"
verdict $? "--host a,b is -H a,b"
limited "$run" -n 2 -label "$child" 0 && [ "$(cut -d' ' -f1-3 "$tmp/out" | sort | tr '\n' ' ')" = \
  '[0] rank 0/2 [1] rank 1/2 ' ]
verdict $? "-label without hosts"
GASNET_SMP_SPAWNER=fork GASNET_SSH_SERVERS=nowhere limited "$run" -n 2 -label "$child" 0 &&
  [ "$(grep -c '^\[[01]\] rank [01]/2' "$tmp/out")" = 2 ]
verdict $? "-label is stronger than GASNET_SMP_SPAWNER=fork, and stays on this host"
refused 2 'process manager.*MPIRUN_CMD' '-label with -spawner=mpi' "$run" -spawner=mpi -label -n 2 "$child"

# --- one rank without being asked, affinity, what ranks leave behind ------------------------------------
limited "$child" 0 && [ "$(grep -c 'gasnetrun -n N ' "$tmp/err")" = 1 ] && [ "$(wc -l <"$tmp/err")" = 1 ]
verdict $? "started alone: one rank, and a line says so"
said_nothing() { # WHAT COMMAND...
  limited env "${@:2}" "$child" 0 && [ ! -s "$tmp/err" ]
  verdict $? "nothing is said with $1"
}
said_nothing GASNET_QUIET=1 GASNET_QUIET=1
said_nothing GASNET_PSHM_NODES=1 GASNET_PSHM_NODES=1
said_nothing 'gasnetrun -n 1' "$run" -n 1
said_nothing 'gasnetrun -n 1 -H localhost' "$run" -n 1 -H localhost
allowed=$(nproc)
limited "$run" -n 2 "$child" cpus; [ "$(grep -c "^cpus $allowed$" "$tmp/out")" = 2 ]
verdict $? "the affinity of ranks is that of gasnetrun"
if [ "$allowed" -ge 2 ]; then
  limited "$run" --bind -n 2 "$child" cpus; [ "$(grep -c "^cpus $((allowed / 2))$" "$tmp/out")" = 2 ]
  verdict $? "--bind gives each rank its share of the processors"
  limited "$run" --bind --show-binding -n 2 "$child" cpus
  [ "$(grep -Ec '^rank [01] on .*: processors [0-9,-]+, memory of node [0-9,-]+$' "$tmp/err")" = 2 ] &&
    [ "$(sed -n 's/.*: processors \(.*\), memory.*/\1/p' "$tmp/err" | sort -u | wc -l)" = 2 ]
  verdict $? "--show-binding says where each rank is"
  limited "$run" --show-binding -n 2 "$child" cpus && [ "$(grep -c 'not bound' "$tmp/err")" = 2 ]
  verdict $? "--show-binding of ranks that are not bound"
fi
gone() { # PID...: within 5 s
  for _ in $(seq 50); do
    ps -o pid= -p "$(echo "$@" | tr ' ' ,)" >/dev/null || return 0
    sleep 0.1
  done
  return 1
}
for ends in orphan 'orphan -H localhost'; do
  # shellcheck disable=SC2086
  set -- $ends
  limited "$run" "${@:2}" -n 3 "$child" "$1"
  # shellcheck disable=SC2046
  [ "$(grep -c '^child' "$tmp/out")" = 3 ] && gone $(sed -n 's/^child //p' "$tmp/out")
  verdict $? "what ranks have left behind ends with the job (${*:2})"
  before=$(sed -n 's/^before //p' "$tmp/out")
  if [ "$(echo "$before" | wc -w)" = 1 ]; then
    kill -0 "$before" && kill -9 "$before"
    verdict $? "but not what was there before init"
  fi
done

# --- by itself, as programs of udp are -------------------------------------------------------------------
if "$run" --version | grep -q ' udp'; then
  self=$PWD/tests/unit/launch_self
  ln -s "$run" "$tmp/amudprun"
  all() { # N WHAT: each of N ranks saw WHAT, and nothing else is said
    [ "$(grep -c "^rank [0-9]*/$1 $2 has=" "$tmp/out")" = "$1" ] && [ "$(wc -l <"$tmp/out")" = "$1" ]
  }
  limited "$self" 3 a 'b c' && all 3 'saw \[a\] \[b c\] options=0' && [ ! -s "$tmp/err" ]
  verdict $? "./prog 3 a b: main of no rank saw the 3"
  limited "$self" 2 -x 7 && all 2 'saw \[-x\] \[7\] options=1'
  verdict $? "./prog 2 -x 7: options that are read before init"
  LAUNCH_SELF=permute limited "$self" 2 7 -x && all 2 'saw \[7\] \[-x\] options=1'
  verdict $? "./prog 2 7 -x, where getopt puts options first"
  limited "$self" 2 2 && all 2 'saw \[2\] options=0'
  verdict $? "./prog 2 2: one of them is taken"
  for bad in notanumber 0 2x '' 99999999999; do
    limited "$self" "$bad" 2
    [ $? = 2 ] && [ "$(wc -l <"$tmp/err")" = 1 ] && [ ! -s "$tmp/out" ] && grep -q 'gasnetrun -n N' "$tmp/err"
    verdict $? "./prog '$bad' says how it is started"
  done
  limited "$self" && all 1 'saw options=0' && [ "$(grep -c 'gasnetrun -n N' "$tmp/err")" = 1 ] &&
    [ "$(wc -l <"$tmp/err")" = 1 ]
  verdict $? "./prog alone: one rank, and a line says so"
  LAUNCH_SELF=null limited "$self" x && all 1 'saw \[x\] options=0'
  verdict $? "./prog x, where init gets no arguments: they are the program's"
  for how in '-np 3' '-n 3' '-N 3 -v' '-np 3 -spawn L -depth 4'; do
    # shellcheck disable=SC2086
    limited "$tmp/amudprun" $how "$self" a && all 3 'saw \[a\] options=0'
    verdict $? "amudprun $how"
  done
  limited "$tmp/amudprun" -h && grep -q 'amudprun -np N' "$tmp/out"
  verdict $? "amudprun -h"
  limited "$tmp/amudprun" -np 2 -spawn X "$self"
  [ $? = 2 ] && grep -q '^amudprun: -spawn X; expected L' "$tmp/err"
  verdict $? "amudprun -spawn X is refused"
fi
limited "$run" -n 2 -c template "$child" 0 && [ "$(ranks)" = '0/2 1/2 ' ]
verdict $? "-c of another conduit than the program's"
limited "$run" -t -n 3 "$child" a 'b c' && [ ! -s "$tmp/out" ] && grep -q 'GASNET_PSHM_NODES=3' "$tmp/err" &&
  grep -q "would run: .*launch_child 'a' 'b c'" "$tmp/err"
verdict $? "-t says what would be run, and runs nothing"
limited "$run" -v -n 1 "$child" 0 && grep -q 'GASNET_VERBOSEENV=1' "$tmp/err" &&
  grep -q 'ENV parameter: GASNET_PSHM_NODES' "$tmp/err"
verdict $? "-v sets GASNET_VERBOSEENV"
limited "$run" --help && grep -q -- '-n N' "$tmp/out" && limited "$run" --version && grep -q 'Hydrant.*smp' "$tmp/out"
verdict $? "--help, --version"

# --- a job that waits ------------------------------------------------------------------------------------
wait_for() { # PATTERN FILE: for at most 20 s
  for _ in $(seq 200); do
    grep -Eq "$1" "$2" 2>/dev/null && return 0
    sleep 0.1
  done
  return 1
}
(trap '' HUP INT QUIT && exec "$run" -n 3 "$child" wait >"$tmp/job" 2>"$tmp/jobsaid" </dev/null) &
job=$!
wait_for 'rank 2/3' "$tmp/job" && wait_for 'rank 1/3' "$tmp/job" && wait_for 'rank 0/3' "$tmp/job"
verdict $? "a waiting job has started"
tr '\0' ' ' </proc/$job/cmdline >"$tmp/out" && grep -q launch_child "$tmp/out"
verdict $? "gasnetrun has become the program: no process of its own"
limited "$run" --dump $job && grep -q "supervisor" "$tmp/out" && wait_for 'rank 2/3 .*backtrace' "$tmp/jobsaid" &&
  grep -q 'where 3 ranks are' "$tmp/jobsaid"
verdict $? "--dump of the supervisor: all ranks"
sleep 1.1 # dumps are a second apart at least
rank=$(ps -o pid= --ppid $job | head -1 | tr -d ' ')
: >"$tmp/jobsaid"
limited "$run" --dump "$rank" && grep -q 'supervisor of that rank' "$tmp/out" &&
  wait_for 'rank 2/3 .*backtrace' "$tmp/jobsaid"
verdict $? "--dump of a rank: all ranks"
kill -0 $job 2>/dev/null
verdict $? "the job survives a dump"
kill -HUP $job && kill -INT $job && kill -QUIT $job && sleep 1.2 && kill -0 $job "$rank" 2>/dev/null
verdict $? "what was ignored when the job was started (nohup) stays ignored"
kill -TERM $job
wait $job
[ $? = 143 ] && ! ps -o pid= --pid "$rank" >"$tmp/out" 2>&1
verdict $? "L5: SIGTERM to the launcher ends the job with 143"

"$run" -n 2 -H localhost sh -c 'echo ready; sleep 100' >"$tmp/job" 2>"$tmp/jobsaid" </dev/null &
job=$!
wait_for '^ready' "$tmp/job"
limited "$run" top --once -d 0.1 $job
[ $? = 1 ] && grep -q 'top [0-9]*: .*none of its ranks has come to gasnet_init' "$tmp/err" &&
  [ "$(wc -l <"$tmp/err")" = 1 ]
verdict $? "top of a job of agents before init says so"
kill -TERM $job
wait $job

# The rank has died, the shell above it goes on: for two seconds, in which a busy machine may not come to the dump.
for _ in 1 2 3; do
  : >"$tmp/jobsaid"
  "$run" -n 3 -H localhost sh -c "'$child' wait; sleep 100" >"$tmp/job" 2>"$tmp/jobsaid" </dev/null &
  job=$!
  wait_for 'rank 2/3' "$tmp/job" && wait_for 'rank 1/3' "$tmp/job" && wait_for 'rank 0/3' "$tmp/job"
  for _ in 1 2 3 4 5; do
    limited "$run" top --once -d 0.1 $job
    rank=$(awk '$1 == 1 { print $3 }' "$tmp/out")
    [ "$rank" ] && kill -9 "$rank" && break
  done
  limited "$run" --dump $job && wait_for 'rank 2/3 .*backtrace' "$tmp/jobsaid" && cp "$tmp/jobsaid" "$tmp/out" &&
    [ "$(grep -c 'rank 1.* has ended' "$tmp/out")" = 1 ] && ! grep -q 'rank 1/3' "$tmp/out" &&
    [ "$(grep -c 'rank [02]/3 .*waits' "$tmp/out")" = 2 ]
  dumped=$?
  wait_for 'ended without gasnet_exit' "$tmp/jobsaid" || kill -TERM $job
  wait $job
  ended=$?
  [ $dumped = 0 ] && break
done
verdict $dumped "--dump of a job with a rank that has died: it has ended, and that is all"
[ $ended = 1 ] && grep -q 'rank 1/3 .* ended without gasnet_exit' "$tmp/jobsaid" &&
  [ "$(grep -c 'where 3 ranks' "$tmp/jobsaid")" = 1 ]
verdict $? "ranks under a wrapper that are told to end do not dump themselves"

# --- env ---------------------------------------------------------------------------------------------------
GASNET_UDP_MTU=1400 limited "$run" env &&
  grep -q '^GASNET_UDP_MTU (number, default 0), set to 1400 by bash (process [0-9]*)$' "$tmp/out" &&
  grep -q '^GASNET_CONDUIT (text, default none)$' "$tmp/out"
verdict $? "env: every variable, its default, what it is set to and by which process"
limited "$run" env firewall && [ "$(grep -c '^GASNET_' "$tmp/out")" = 1 ] && grep -q '^GASNET_UDP_PORTS ' "$tmp/out"
verdict $? "env: those with a word in name or description"
limited "$run" env &&
  ! grep -E -e '^    ([A-Za-z, ]+: )?(the same|these|those|that|such|so (often|many) (of them)?)( |$)' \
    -e '^    (constant part|part for each rank)$' -e '(of|to|in) (it|them|that|these|those)(,|;|$)' "$tmp/out"
verdict $? "env: no text needs that of another variable to be understood"
limited "$run" env nosuchthing
[ $? = 1 ] && grep -q "no variable has 'nosuchthing'" "$tmp/err"
verdict $? "env: a word that is nowhere"
limited "$run" env udp mtu
[ $? != 0 ] && grep -q 'one word expected' "$tmp/err"
verdict $? "env: two words"
completes() { # WORDS... -- EXPECTED...: what bash offers for the last word
  local expected=() words=() cur
  while [ "$1" != -- ]; do words+=("$1"); shift; done
  shift
  cur=${words[-1]}
  COMPREPLY=() COMP_CWORD=$((${#words[@]} - 1)) COMP_WORDS=("${words[@]}")
  . "${srcdir:-$(dirname "$0")/../..}/contrib/tools/completion/hydrant.bash"
  _hydrant_complete "${run%/*}/${words[0]}" "$cur" "${words[-2]}"
  for expected; do
    printf '%s\n' "${COMPREPLY[@]}" | grep -qx -e "$expected" || { echo "no $expected in ${COMPREPLY[*]}"; return 1; }
  done
}
completes gasnetrun --du -- --dump && completes gasnetrun -c s -- smp && completes gasnetrun doc -- doctor &&
  completes gasnetrun to -- top &&
  completes gasnetrun env GASNET_UDP_P -- GASNET_UDP_PORTS && completes gasnetrun -spawner s -- ssh &&
  completes gasnetrun -spawner = s -- ssh && completes gasnetrun -spawner=p -- -spawner=pmi &&
  completes gasnetrun -H -- -H
verdict $? "completion by bash: options, conduits, commands, variables, values"
ps() { case $* in *vsz=,*) printf '     0 kthreadd\n104400 solver\n' ;; *) printf 'kthreadd\nsolver\n' ;; esac; }
completes gasnetrun top '' -- solver && completes gasnetrun --dump so -- solver &&
  ! completes gasnetrun top kth -- kthreadd >/dev/null
verdict $? "completion by bash: jobs may be processes of the user, not threads of the kernel"
unset -f ps
completes gasnet-sim --op re -- reduce reduce-all && completes gasnet-sim --op put,bar -- put,barrier &&
  completes gasnet-sim --L -- --L
verdict $? "completion of gasnet-sim: operations"
[ ! -x ./gasnet-bench ] || {
  completes gasnet-bench rm -- rma && completes gasnet-bench --quick pe -- peers &&
    completes gasnet-bench --goals smp,u -- smp,udp
  verdict $? "completion of gasnet-bench: suites, groups of goals"
}
if command -v zsh >/dev/null; then
  completion=${srcdir:-$(dirname "$0")/../..}
  for line in "-c sm:-c smp" "--show-b:--show-binding" "env GASNET_UDP_PO:env GASNET_UDP_PORTS" \
    "-spawner=ss:-spawner=ssh" "doc:doctor"; do
    PATH="${run%/*}:$PATH" timeout -k 5 60 zsh -f "$completion/tests/unit/completion.zsh" \
      "$completion/contrib/tools/completion" "gasnetrun ${line%%:*}" >"$tmp/out" 2>"$tmp/err" </dev/null &&
      [ "$(cat "$tmp/out")" = "gasnetrun ${line#*:}" ] || break
  done
  [ "$(cat "$tmp/out")" = "gasnetrun doctor" ]
  verdict $? "completion by zsh: the same"
fi

# --- doctor ----------------------------------------------------------------------------------------------
limited "$run" doctor && for w in processors affinity memory 'open files' 'locked memory' processes kernel \
  memfd futex membarrier process_vm_readv '/dev/shm' 'user namespace' 'pids cgroup' 'conduit smp'; do
  grep -q "^$w " "$tmp/out" || { echo "no $w"; false; break; }
done && grep -q '^Jobs can run here' "$tmp/out"
verdict $? "doctor: says all, and that jobs can run"
! grep -q '^conduit template' "$tmp/out" && ! grep -q 'mr_mode\|inject\|fi_sockaddr' "$tmp/out"
verdict $? "doctor: what is for developers is not said"
if "$run" --version | grep -q ' ibv' && [ ! -d /sys/class/infiniband ]; then
  grep -q '^conduit ibv  *no RDMA device' "$tmp/out" && ! grep -q 'ended with status' "$tmp/out"
  verdict $? "doctor: of ibv, without a device, that"
fi
limited "$run" doctor
if "$run" --version | grep -q ' udp'; then
  grep -q '^conduit udp, agents  *a job of 2 ranks ran' "$tmp/out" &&
    grep -q '^hosts  *this one; no list of hosts is set' "$tmp/out"
  verdict $? "doctor: udp is tried with an agent, too"
  grep -Eq '^ +packets have tags of (UMAC-64|AES-GMAC) \(.*\): ' "$tmp/out"
  verdict $? "doctor: the kind of udp's tags, and why"
  SLURM_JOB_ID=7 PATH="$tmp/path:/usr/bin:/bin" limited "$run" doctor &&
    grep -q 'fallback: SLURM_JOB_ID=7: .*runs on this host' "$tmp/out"
  verdict $? "doctor: a batch system's variable without a list"
  if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
    # shellcheck disable=SC2016
    timeout -k 5 60 unshare -m sh -c 'mount -t tmpfs -o ro none /dev && exec "$0" doctor' "$run" >"$tmp/out" \
      2>"$tmp/err" <&-
    grep -q '^ *-> problem: .*/dev/null: No such file or directory' "$tmp/out"
    verdict $? "doctor: what an agent lacks is found"
  fi
fi
mkdir -p "$tmp/alone" && cp "$run" "$tmp/alone/gasnetrun" && limited "$tmp/alone/gasnetrun" doctor
[ $? = 1 ] && grep -q '^conduits  *not tried' "$tmp/out" && grep -q '^Not tried whether jobs can run' "$tmp/out" &&
  ! grep -q '^No job' "$tmp/out"
verdict $? "doctor: without gasnet-probe it does not say that no job can run"
GASNET_BIND=maybe GASNET_FROB=1 limited "$run" doctor
[ $? = 1 ] && grep -q '^GASNET_BIND .*not valid' "$tmp/out" && grep -q '^GASNET_FROB .*not read' "$tmp/out" &&
  grep -q '^No job can run here' "$tmp/out"
verdict $? "doctor: a bad value, an unknown variable"
for bad in BACKTRACE_NODES=1- BACKTRACE_SIGNAL=kill FREEZE_SIGNAL=segv; do
  env "GASNET_$bad" timeout -k 5 60 "$run" doctor >"$tmp/out" 2>"$tmp/err" </dev/null
  [ $? = 1 ] && grep -q "^GASNET_${bad%=*} .*not valid" "$tmp/out"
  verdict $? "doctor: $bad is not valid"
done
GASNET_BACKTRACE_NODES=0,2-4 GASNET_BACKTRACE_SIGNAL=usr1 GASNET_FREEZE_SIGNAL=12 \
  GASNET_MAX_SEGSIZE=128.0MB/P GASNET_WAIT=block limited "$run" doctor &&
  ! grep -q 'not valid' "$tmp/out"
verdict $? "doctor: good values"
if (ulimit -v 100000 && limited "$run" --version); then # with a sanitizer it cannot even start
  (ulimit -v 100000 && limited "$run" doctor; grep -q '^address space .*102400000' "$tmp/out")
  verdict $? "doctor: ulimit -v is reported"
fi
(ulimit -f 100 && exec timeout -k 5 60 "$run" doctor 2>&1 </dev/null) | cat >"$tmp/out"
grep -q '^file size  *102400 (ulimit -f)' "$tmp/out" && grep -q 'problem: .*File too large.*ulimit -f' "$tmp/out" &&
  ! grep -q 'said nothing' "$tmp/out" && grep -q '^No job can run here' "$tmp/out"
verdict $? "doctor: ulimit -f is reported, and why no job can run"
(ulimit -f 0 && exec timeout -k 5 60 "$run" doctor 2>&1 </dev/null) | cat >"$tmp/out"
grep -q '^No job can run here' "$tmp/out"
verdict $? "doctor: ulimit -f 0 does not end it"

# --- quickstart shows where it is while it builds, whichever awk is installed --------------------------------
top=${srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
{ sed -n '/^progress() {/,/^}/p' "$top/quickstart" && echo 'progress "$1"'; } >"$tmp/progress"
mkfifo "$tmp/lines"
sh "$tmp/progress" "$tmp/log" <"$tmp/lines" >"$tmp/shown" 2>"$tmp/err" &
shown=$!
exec 9>"$tmp/lines"
for i in $(seq 45); do echo "  CC       file$i.o"; done >&9
wait_for '^  40 files$' "$tmp/shown"
verdict $? "quickstart: progress is seen while more is to come"
exec 9>&-
wait $shown && grep -q '^  45 files built$' "$tmp/shown" && [ "$(wc -l <"$tmp/log")" = 45 ]
verdict $? "quickstart: the log has all"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
