#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# product.sh: the conformance suite as a stranger gets it: installed from this build tree, built by pkg-config
# elsewhere, run by conform.py, label by label; all pass. Also without extensions and stricter tests, and that a failure
# and a test that ends the job are told. `make check-conform` calls it; minutes.
#
#   contrib/tools/conform/product.sh [--configs LIST]     of PC:START (default: four); all: four of smp, and two of each
#                                                         other conduit that works here
set -u
configs="gasnet-smp-par:ex gasnet-smp-seq:gasnet1 gasnet-udp-par:ex gasnet-udp-seq-debug:gasnet1"
case ${1-} in
'') ;;
--configs) configs=$2 ;;
*) sed -n '4,9s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
[ -f libgasnet.la ] || { echo "no build tree here"; exit 77; }
tmp=$(mktemp -d "${TMPDIR:-/tmp}/hyd-conform.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
verdict() { # STATUS TEXT LOG
  if [ "$1" = 0 ]; then passed=$((passed + 1)); echo "ok $2"; else
    failed=$((failed + 1)); echo "not ok $2"; tail -n 30 "$3" | cut -c1-200 | sed 's/^/#   /'
  fi
}
unset MAKEFLAGS MFLAGS
make install prefix="$tmp/prefix" >"$tmp/install.log" 2>&1
verdict $? "make install" "$tmp/install.log"
export PATH=$tmp/prefix/bin:$PATH PKG_CONFIG_PATH=$tmp/prefix/lib/pkgconfig GASNET_QUIET=1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1
export CONFORM_TIMEOUT="${CONFORM_TIMEOUT:-600}" # other work on this machine fails no test
# The library is the same for all conduits: its four builds are tried on smp.
[ "$configs" = all ] &&
  configs="$(echo gasnet-smp-{seq:ex,par:gasnet1,parsync-debug:ex,par-debug:gasnet1}) $(for net in udp ofi mpi ibv; do
    [ -e "$PKG_CONFIG_PATH/gasnet-$net-seq.pc" ] &&
      { [ $net != ibv ] || ls /sys/class/infiniband/* >/dev/null 2>&1; } &&
      echo "gasnet-$net-"{par:ex,seq-debug:gasnet1}
  done)"
mkdir "$tmp/work" && cd "$tmp/work" || exit 99
suite() { make -f "$tmp/prefix/share/hydrant/conform/Makefile" "$@"; }
for config in $configs; do
  pc=${config%:*} start=${config#*:}
  suite -j2 PC="$pc" START="$start" CFLAGS=-O0 >"$tmp/build.log" 2>&1
  verdict $? "$config: builds by pkg-config" "$tmp/build.log"
  # udp between all ranks, as on hosts of one rank each
  GASNET_SUPERNODE_MAXSIZE=$([ "${pc#gasnet-smp}" = "$pc" ] && echo 1 || echo 0)
  export GASNET_SUPERNODE_MAXSIZE
  sum=0
  for label in interface stricter extension; do
    suite PC="$pc" START="$start" check RANKS=3 FLAGS="--only $label --clauses" >"$tmp/check.log" 2>&1 &&
      grep -q "^$label  *[1-9][0-9]* *0 " "$tmp/check.log" &&
      grep -q '^[1-9][0-9]* passed, 0 failed$' "$tmp/check.log" &&
      python3 -c 'import sys, xml.etree.ElementTree as e
r = e.parse(sys.argv[1]).getroot()
cases = r.findall("testcase")
assert r.get("failures") == "0" and int(r.get("tests")) == len(cases) > 20
assert all(c.get("classname").startswith(sys.argv[2] + ".") for c in cases)' \
        "conform-$pc-$start/junit.xml" $label >>"$tmp/check.log" 2>&1
    verdict $? "$config: $label: $(tail -n 1 "$tmp/check.log"), also by JUnit" "$tmp/check.log"
    sum=$((sum + $(sed -n 's/^\([0-9]*\) passed.*/\1/p' "$tmp/check.log")))
  done
  echo "$config: $sum passed"
done
pc=${configs%%:*} start=${configs#*:} start=${start%% *}
suite PC="$pc" START="$start" check RANKS=2 WITHOUT='stricter extension' FLAGS='--only gex_ep --only g1_coll_team' \
  >"$tmp/without.log" 2>&1 &&
  grep -q '^interface' "$tmp/without.log" && ! grep -q '^stricter\|^extension' "$tmp/without.log"
verdict $? "tests of other labels are left out" "$tmp/without.log"

# Headers of which one macro has too few arguments: the group that calls it is left out, and what needs it; the others
# run.
cat >faulty.h <<'EOF'
#include <gasnetex.h>
#undef gex_TM_Create
#define gex_TM_Create(tms, n) 0
EOF
suite -j2 PC="$pc" START="$start" BUILD=faulty CFLAGS="-O0 -include $PWD/faulty.h" >"$tmp/faulty.log" 2>&1 &&
  grep -q '^left out: gex_ep_team: it does not compile: .*gex_TM_Create' "$tmp/faulty.log" &&
  suite PC="$pc" START="$start" BUILD=faulty check RANKS=2 FLAGS='--only gex_ep --only gex_ep_team' \
    >>"$tmp/faulty.log" 2>&1 &&
  grep -q '^left out of the program: group gex_ep_team$' "$tmp/faulty.log" &&
  grep -q '^[1-9][0-9]* passed, 0 failed$' "$tmp/faulty.log"
verdict $? "a macro that is wrong costs the groups that use it" "$tmp/faulty.log"

# A program in the suite's place: one test fails, one ends the job, one passes after it.
cat >broken <<'EOF'
#!/bin/sh
after=
for word; do
  case $word in
  --list)
    printf 'g a [gex-core FP-1] interface\ng b [gex-core FP-2] stricter: why\ng c [gex-rma MM-1] interface\n'
    exit ;;
  b) after=1 ;;
  esac
done
if [ "$after" ]; then printf '# start c\nok c [gex-rma MM-1] 3 ms\n1 passed, 0 failed, 0 skipped\n'; exit 0; fi
printf '# start a\nx.c:1 rank 0: 1 == 2\nnot ok a [gex-core FP-1] 1 checks failed\n# start b\n'
exit 9
EOF
chmod +x broken
python3 "$tmp/prefix/share/hydrant/conform/conform.py" --junit broken.xml --clauses -- ./broken >"$tmp/broken.log" 2>&1
[ $? = 1 ] && grep -q '1 == 2' "$tmp/broken.log" && grep -q 'ended with 9' "$tmp/broken.log" &&
  grep -q '^gex-core FP-2 .* 0      1' "$tmp/broken.log" && grep -q '^1 passed, 2 failed$' "$tmp/broken.log" &&
  [ "$(grep -c '<failure' broken.xml)" = 2 ]
verdict $? "a failure and a death are told, and the rest is run" "$tmp/broken.log"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
