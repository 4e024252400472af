# SPDX-License-Identifier: BSD-3-Clause
# gasnetrun from outside.
check_PROGRAMS += tests/unit/launch_child
tests_unit_launch_child_SOURCES = tests/unit/launch_child.c
tests_unit_launch_child_CPPFLAGS = $(HYD_CLIENT_CPPFLAGS) -DGASNET_SEQ=1
tests_unit_launch_child_LDFLAGS = $(AM_LDFLAGS) -static
tests_unit_launch_child_LDADD = libgasnet.la
dist_check_SCRIPTS += tests/unit/launch_cli_test.sh
HYD_UNIT_TESTS += tests/unit/launch_cli_test.sh
