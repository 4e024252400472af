# SPDX-License-Identifier: BSD-3-Clause
# The stencil example from outside.
dist_check_SCRIPTS += tests/unit/stencil_cli_test.sh
HYD_UNIT_TESTS += tests/unit/stencil_cli_test.sh
