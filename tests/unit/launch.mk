# SPDX-License-Identifier: BSD-3-Clause
# gasnetrun from outside.
check_PROGRAMS += tests/unit/launch_child
tests_unit_launch_child_SOURCES = tests/unit/launch_child.c
tests_unit_launch_child_CPPFLAGS = $(HYD_CLIENT_CPPFLAGS) -DGASNET_SEQ=1
tests_unit_launch_child_LDFLAGS = $(AM_LDFLAGS) -static
tests_unit_launch_child_LDADD = libgasnet.la
check_PROGRAMS += tests/unit/wait_threads
tests_unit_wait_threads_SOURCES = tests/unit/wait_threads.c
tests_unit_wait_threads_CPPFLAGS = $(HYD_CLIENT_CPPFLAGS) -DGASNET_PAR=1
tests_unit_wait_threads_LDADD = libgasnet.la -lpthread
dist_check_SCRIPTS += tests/unit/wait_threads_test.sh
HYD_UNIT_TESTS += tests/unit/wait_threads_test.sh
check_PROGRAMS += tests/unit/launch_self
tests_unit_launch_self_SOURCES = tests/unit/launch_self.c
tests_unit_launch_self_CPPFLAGS = $(HYD_CLIENT_CPPFLAGS) -DGASNET_SEQ=1 -DGASNET_CONDUIT_NAME=UDP \
  -DGASNET_CONDUIT_NAME_STR='"UDP"' -DGASNET_CONDUIT_UDP=1
tests_unit_launch_self_LDFLAGS = $(AM_LDFLAGS) -static
tests_unit_launch_self_LDADD = libgasnet.la
dist_check_SCRIPTS += tests/unit/launch_cli_test.sh
EXTRA_DIST += tests/unit/completion.zsh
HYD_UNIT_TESTS += tests/unit/launch_cli_test.sh
if HAVE_CMOCKA
check_PROGRAMS += tests/unit/launch_cpus_test
tests_unit_launch_cpus_test_SOURCES = tests/unit/launch_cpus_test.c core/sys/cpus.h core/sys/cgroup.h
tests_unit_launch_cpus_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1
tests_unit_launch_cpus_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_launch_cpus_test_LDADD = $(CMOCKA_LIBS)
HYD_UNIT_TESTS += tests/unit/launch_cpus_test
check_PROGRAMS += tests/unit/pm_test
tests_unit_pm_test_SOURCES = tests/unit/pm_test.c core/boot/pm.c core/boot/pmi_text.c core/boot/told_values.c \
  core/boot/pm_exchange.c
tests_unit_pm_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 -DHYD_DEBUG=0
tests_unit_pm_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_pm_test_LDADD = $(CMOCKA_LIBS)
HYD_UNIT_TESTS += tests/unit/pm_test
endif
if CONDUIT_udp
if HAVE_CMOCKA
check_PROGRAMS += tests/unit/launch_seal_test
tests_unit_launch_seal_test_SOURCES = tests/unit/launch_seal_test.c contrib/tools/gasnetrun/seal.h \
  contrib/tools/gasnetrun/seal.c contrib/tools/gasnetrun/worker.h contrib/tools/gasnetrun/ticket.c \
  contrib/tools/gasnetrun/bytes.h
tests_unit_launch_seal_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1
tests_unit_launch_seal_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(HYD_NET_CFLAGS)
tests_unit_launch_seal_test_LDADD = $(CMOCKA_LIBS) $(HYD_NET_LIBS)
HYD_UNIT_TESTS += tests/unit/launch_seal_test
endif
endif
if HAVE_PMIX
check_PROGRAMS += tests/unit/pmix_abi_test
tests_unit_pmix_abi_test_SOURCES = tests/unit/pmix_abi_test.c core/boot/pmix_abi.h
tests_unit_pmix_abi_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 $(PMIX_CFLAGS)
HYD_UNIT_TESTS += tests/unit/pmix_abi_test
else
EXTRA_DIST += tests/unit/pmix_abi_test.c
endif
dist_check_SCRIPTS += tests/unit/quickstart_test.sh tests/unit/shell_test.sh
HYD_UNIT_TESTS += tests/unit/quickstart_test.sh tests/unit/shell_test.sh
