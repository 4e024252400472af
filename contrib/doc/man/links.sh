#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# links.sh: which page documents each public name and each other name of a program, as lines NAME.SECTION PAGE: what
# `make install` makes, so that `man gasnet_put` works. A name's page is the one that declares it, in a block that
# declare.py has filled.
set -eu
top=$(cd "$(dirname "$0")/../../.." && pwd)
for program in gasnetrun_smp gasnetrun_udp gasnetrun_ibv gasnetrun_ofi gasnetrun_mpi amudprun; do
  echo "$program.1 gasnetrun.1"; done
echo "hydrant.1 hydrant.7"
echo "hydrant-upcrun.1 hydrant-upc.1"
cd "$top/contrib/doc/man"
declared=$(awk '
  function found(name,   n, i, all, open, shut) {
    if ((open = index(name, "{"))) { # NAME{A,B}
      shut = index(name, "}")
      n = split(substr(name, open + 1, shut - open - 1), all, ",")
      for (i = 1; i <= n; i++) found(substr(name, 1, open - 1) all[i] substr(name, shut + 1))
    } else if (name ~ /^(gex_AM_|gasnet_AM).*M(_v2)?$/) { # M: a number of arguments
      open = match(name, /M(_v2)?$/)
      for (i = name ~ /^gex/ ? -1 : 0; i <= 16; i++)
        print substr(name, 1, open - 1) (i < 0 ? "" : i) substr(name, open + 1), page
    } else print name, page
  }
  FNR == 1 { page = FILENAME; sub(/\.md$/, "", page); comment = block = 0 }
  /^<!-- declared:/ { comment = 1 }
  comment && /-->$/ { comment = 0; block = 1; next }
  block && /^[^ ]/ { block = 0 }
  !block || !/^    [a-zA-Z}]/ { next } # each declaration begins or ends a line, further lines are indented
  {
    sub(/ *\/\*.*/, "")
    if (/^    (typedef|extern)/ && match($0, /\(\*[a-z]+_[A-Za-z0-9_]*\)/)) # a pointer to a function
      found(substr($0, RSTART + 2, RLENGTH - 3))
    else if (match($0, /[A-Za-z_][A-Za-z0-9_{},]*\(/)) found(substr($0, RSTART, RLENGTH - 1))
    else if (match($0, /(struct|enum) [a-z]+_[a-z_]+ \{$/) && !/typedef/) { sub(/ \{$/, ""); sub(/.* /, ""); found($0) }
    else if (match($0, /[a-z][A-Za-z0-9_]*;$/)) found(substr($0, RSTART, RLENGTH - 1))
  }' ./*.[137].md | sed 's| \./| |')
{
  echo "$declared"
  echo "GASNET_BLOCKUNTIL gasnet_hsl.7" # macros that are no calls are not declared
  grep -hE '^gasnett_' "$top/contrib/spec/names.txt" "$top/tests/conform/headers/names1.txt" | grep -v '_t$' |
    grep -vxFf "$top/tests/conform/headers/later.txt" | grep -vxFf <(cut -d' ' -f1 <<<"$declared") |
    sed 's/$/ gasnet_tools.7/'
} | sed 's/ /.3 /' | sort -u
