#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh: the fault tests: what must end a job, what misuse and odd surroundings give, what a rank
# says about itself. Two jobs at a time.
#
#   tests/fault/run.sh [options]
#     --dir DIR      where the programs are (default: tests/fault of the current directory)
#     --group LIST   of exits,misuse,diag,launch,surroundings,death,pauses,touch (default: all)
#     --only GLOBS   only cases with these names, as 'exits.kill*,diag.*'
#     --repeat K     the whole K times; stops after a run with a failure
#     --jobs N       at a time (default: 2)
#     --logs DIR     keep the files of failed cases there
#     --whole        the long forms of death, pauses and touch
#     --list         names of the cases
#     --verbose      also how long each took
#
# FAULT_LIMIT: seconds that a job has to end (default 20). FAULT_CONDUIT=ofi or ofi:PROVIDER: ranks reach each
# other by that conduit, not by shared memory.
# Status: 0, 1 if a case failed, 77 if none ran.
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 >/dev/null || { echo 'skip: python3 is missing'; exit 77; }
dir=${abs_top_builddir:-$PWD}/tests/fault
[ -d "$dir" ] || dir=$here
exec python3 "$here/run.py" --dir "$dir" "$@"
