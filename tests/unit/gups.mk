# SPDX-License-Identifier: BSD-3-Clause
# The gups example, as its user meets it.
dist_check_SCRIPTS += tests/unit/gups_cli_test.sh
HYD_UNIT_TESTS += tests/unit/gups_cli_test.sh
