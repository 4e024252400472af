#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# versions_test.sh: ranks of different versions of the library in one job over udp: the job ends at once, and names
# both versions and ranks. The other version is a copy of the library whose text of the version differs.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/cli.sh"
top=$PWD
cli_begin "./tests/unit/udp_away"
[ -x "$top/gasnetrun" ] || { echo 'skip: gasnetrun is not built'; exit 77; }
[ -f "$top/.libs/libgasnet.so" ] || { echo 'skip: the library is not shared'; exit 77; }

sed 's/\(2[0-9]*\.[0-9]*\.[0-9]*, formats \)[0-9]/\19/' "$top/.libs/libgasnet.so" >other.so
cmp -s other.so "$top/.libs/libgasnet.so" && echo 'the library has no text of its version'
cat >program <<EOF
#!/bin/sh
[ "\$PMI_RANK" = "\$OTHER" ] && { LD_PRELOAD=./other.so; export LD_PRELOAD; }
exec '$program' "\$@"
EOF
chmod +x program
export GASNET_CONDUIT=udp GASNET_QUIET=1

job() { # OTHER HOSTS
  OTHER=$1 timeout -k 5 60 "$top/gasnetrun" -n 2 -H "$2" "$PWD/program" get >out 2>err
  status=$?
}
job none localhost,localhost/b
[ $status -eq 0 ] && grep -q '^done$' out
verdict $? "ranks of one version are a job"
job 1 localhost,localhost/b
[ $status -eq 1 ] && grep -Eq 'rank 1 is of Hydrant [0-9.]+, formats 9, rank 0 of Hydrant [0-9.]+, formats [0-8]; exp' \
  err
verdict $? "a rank of another version on a host of its own is refused by name"
job 1 localhost
[ $status -eq 1 ] && grep -Eq 'rank 1 is of Hydrant [0-9.]+, formats 9, rank 0 of Hydrant [0-9.]+, formats [0-8]; exp' \
  err
verdict $? "and so is one on the host of rank 0"
cli_end
