#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# surroundings.sh: only the tests of odd surroundings; options as of run.sh.
exec "$(dirname "$0")/run.sh" --group surroundings "$@"
