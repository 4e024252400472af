#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# citations_test.sh: what comments, manual pages and tests cite exists (citations_test.py).
set -u
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 >/dev/null || { echo 'skip: python3 is missing'; exit 77; }
exec python3 -S "$here/citations_test.py" "$@"
