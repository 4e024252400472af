#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Who may include whom (design.md section 2). Dependencies point down: tools and sys <- core <-
# extended; conduits see core and conduit.h, never extended; nobody includes one conduit, nobody includes
# a .c file. The one exception: core/job/init.c, which brings all layers up in order.
cd "${srcdir:-$(dirname "$0")/../..}" || exit 1
failed=0
check() { # what, files, pattern of includes that are wrong
  bad=$(grep -nE "^[[:space:]]*#[[:space:]]*include[[:space:]]*\"($3)" $2 | grep -vE '^core/job/init.c:.*(extended/extended|vis/vis).h')
  if [ -z "$bad" ]; then
    echo "ok - $1"
  else
    echo "not ok - $1"
    echo "$bad" | sed 's/^/#   /'
    failed=1
  fi
}
check "core knows no layer above and no single conduit" "$(echo core/*.[ch] core/launch/*.[ch])" \
  'extended/|vis/|firehose/|conduits/(smp|template|udp|ibv)/'
check "core/sys and core/tools know nothing above" "$(echo core/sys/*.h core/tools/*.[ch])" \
  'extended/|vis/|conduits/|core/(job|am|wait|err)'
check "extended knows no single conduit" "$(echo extended/*.[ch])" 'conduits/(smp|template|udp|ibv)/|vis/'
check "vis knows no single conduit" "$(echo vis/*.[ch])" 'conduits/(smp|template|udp|ibv)/'
check "conduits know neither extended nor vis nor each other" "$(echo conduits/smp/*.[ch])" \
  'extended/|vis/|conduits/(template|udp|ibv)/'
check "conduits know neither extended nor vis nor each other (template)" \
  "$(echo conduits/template/*.[ch])" 'extended/|vis/|conduits/(smp|udp|ibv)/'
check "conduits know neither extended nor vis nor each other (udp)" \
  "$(echo conduits/udp/*.[ch])" 'extended/|vis/|conduits/(smp|template|ibv)/'
check "firehose knows no network and nothing but core/sys" "$(echo firehose/*.[ch])" \
  'core/[^s/]|core/s[^y]|extended/|vis/|conduits/'
check "the udp protocol does no input or output and knows no job" \
  "$(ls conduits/udp/*.[ch] | grep -vE '/(udp|udp_int|attend|where|socket|faults)\.[ch]$')" \
  'core/|conduits/(conduit|dispatch|udp/(socket|faults|where|udp_int))'
check "no .c file is included" "$(echo core/*.[ch] core/*/*.[ch] extended/*.[ch] vis/*.[ch] firehose/*.[ch] conduits/*/*.[ch] contrib/gasnetrun/*.[ch])" '[^"]*\.c"'
long=$(wc -l core/*.[ch] core/*/*.[ch] extended/*.[ch] vis/*.[ch] firehose/*.[ch] conduits/*.[ch] conduits/*/*.[ch] contrib/gasnetrun/*.[ch] | awk '$2 != "total" && $1 > 600')
if [ -z "$long" ]; then echo "ok - no file of the library is longer than 600 lines"; else
  echo "not ok - files longer than 600 lines: $long"; failed=1; fi
exit $failed
