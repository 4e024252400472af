#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# udp_tags_test.sh: kinds of tags of the udp conduit: that all ranks have the one that is chosen, and that rank 0 says
# which and why; jobs of hosts with and without libipsec-mb.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/cli.sh"
cli_begin "./tests/unit/udp_away"
export GASNET_CONDUIT=udp GASNET_SUPERNODE_MAXSIZE=1 GASNET_QUIET=1 GASNET_UDP_VERBOSE=1

# says TEXT COMMAND...: the job ends well, and rank 0 says that its packets have TEXT, a regular expression.
says() {
  local text=$1
  shift
  timeout -k 5 60 "$@" >out 2>err </dev/null
  status=$?
  [ $status -eq 0 ] && grep -q '^done$' out && grep -Eq "^udp conduit: rank 0: packets have $text\$" err
}
job() { says "$1" env GASNET_PSHM_NODES=2 "${@:2}" "$program" get; }

us='[0-9.]+ us by GMAC, [0-9.]+ by UMAC'
job 'tags of UMAC-64 \(nettle\): GASNET_UDP_SECURITY=umac' GASNET_UDP_SECURITY=umac
verdict $? "umac"
job 'tags of AES-GMAC \((libipsec-mb|OpenSSL)\): GASNET_UDP_SECURITY=gmac' GASNET_UDP_SECURITY=gmac
verdict $? "gmac"
job 'tags of AES-GMAC \(OpenSSL\): GASNET_UDP_SECURITY=GMAC' GASNET_UDP_SECURITY=GMAC GASNET_UDP_GMAC=openssl
verdict $? "gmac of OpenSSL, where libipsec-mb is not wanted"
job 'encryption by AES-GCM \(OpenSSL\): GASNET_UDP_SECURITY=aead' GASNET_UDP_SECURITY=aead
verdict $? "aead"
job 'no tags: GASNET_UDP_SECURITY=none' GASNET_UDP_SECURITY=none
verdict $? "none"

# What is measured decides: the line has the times, or that there was nothing to choose.
job "tags of (UMAC-64|AES-GMAC) \\(.*\\): (25 packets take the slowest host $us|a host lacks libipsec-mb .*)"
verdict $? "by default, one of umac and gmac, with the reason"
job "tags of (UMAC-64|AES-GMAC) \\(.*\\): 25 packets take the slowest host $us" GASNET_UDP_GMAC=openssl
verdict $? "so with gmac of OpenSSL"
read -r gmac umac < <(sed -n 's/.*slowest host \([0-9.]*\) us by GMAC, \([0-9.]*\) by UMAC$/\1 \2/p' err)
kind=$(grep -Eo 'UMAC-64|AES-GMAC' err | head -1)
awk -v g="$gmac" -v u="$umac" -v k="$kind" 'BEGIN { exit !(g == u || (g < u) == (k == "AES-GMAC")) }'
verdict $? "the faster of both is taken"

# A host for each rank; that of rank 0 makes gmac by OpenSSL. Either would refuse what the other sends, were it not the
# same.
cat >mixed.sh <<'END'
[ "$PMI_RANK" != 0 ] || export GASNET_UDP_GMAC=openssl
exec "$1" get
END
mixed() { says "$1" env "${@:2}" "$run" -c udp -n 2 -H localhost bash "$PWD/mixed.sh" "$program"; }
run=$(dirname "$program")/../../gasnetrun
mixed 'tags of AES-GMAC \(OpenSSL\): GASNET_UDP_SECURITY=gmac' GASNET_UDP_SECURITY=gmac
verdict $? "hosts with and without libipsec-mb work together by gmac"
mixed "tags of (UMAC-64|AES-GMAC) \\(.*\\): (25 packets take the slowest host $us|a host lacks libipsec-mb .*)"
verdict $? "and by what they agree on"
cli_end
