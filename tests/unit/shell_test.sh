#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# shell_test.sh: shellcheck has nothing to say of the scripts of this tree. Left out: words that are split on purpose
# (SC2046, SC2206), and variables that are empty for one command (SC1007).
set -u
cd "${srcdir:-$(dirname "$0")/../..}" || exit 99
command -v shellcheck >/dev/null || { echo "no shellcheck: apt-get install shellcheck"; exit 77; }
mapfile -t scripts < <(find . -name build -prune -o -path ./contrib/building/build-aux -prune -o -name '*.sh' -print)
scripts+=(quickstart contrib/packaging/debian/tests/job)
[ ! -e .ci/run ] || scripts+=(.ci/run)
if [ ${#scripts[@]} -gt 60 ] && shellcheck -S warning -e SC1007,SC2046,SC2206 -f gcc "${scripts[@]}"; then
  echo "1 passed, 0 failed"
else
  echo "not ok shellcheck, ${#scripts[@]} scripts"
  echo "0 passed, 1 failed"
  exit 1
fi
