# SPDX-License-Identifier: BSD-3-Clause
# The example of a table larger than memory, as its user meets it.
dist_check_SCRIPTS += tests/unit/bigtable_cli_test.sh
HYD_UNIT_TESTS += tests/unit/bigtable_cli_test.sh
