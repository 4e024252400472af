# SPDX-License-Identifier: BSD-3-Clause
# Unit tests of core's small parts.
dist_check_SCRIPTS += tests/unit/layers_test.py tests/unit/citations_test.py tests/unit/figures_test.py \
  tests/unit/clocks_test.py
HYD_UNIT_TESTS += tests/unit/layers_test.py tests/unit/citations_test.py tests/unit/figures_test.py \
  tests/unit/clocks_test.py
if HAVE_CMOCKA
check_PROGRAMS += tests/unit/ring_test
tests_unit_ring_test_SOURCES = tests/unit/ring_test.c
tests_unit_ring_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1
tests_unit_ring_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_ring_test_LDADD = $(CMOCKA_LIBS) -lpthread
HYD_UNIT_TESTS += tests/unit/ring_test

check_PROGRAMS += tests/unit/mailbox_test
tests_unit_mailbox_test_SOURCES = tests/unit/mailbox_test.c
tests_unit_mailbox_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 -DHYD_DEBUG=0
tests_unit_mailbox_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_mailbox_test_LDADD = $(CMOCKA_LIBS) -lpthread
HYD_UNIT_TESTS += tests/unit/mailbox_test

check_PROGRAMS += tests/unit/op_test
tests_unit_op_test_SOURCES = tests/unit/op_test.c tests/unit/unwatched.c core/op/op.c
tests_unit_op_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 -DHYD_DEBUG=0
tests_unit_op_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_op_test_LDADD = $(CMOCKA_LIBS) -lpthread
HYD_UNIT_TESTS += tests/unit/op_test

check_PROGRAMS += tests/unit/rma_path_test
tests_unit_rma_path_test_SOURCES = tests/unit/rma_path_test.c tests/unit/unwatched.c extended/rma/rma.c \
  extended/rma/ways.c core/team/route.c core/op/op.c
tests_unit_rma_path_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 -DHYD_DEBUG=0 -DGASNET_NDEBUG=1
tests_unit_rma_path_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_rma_path_test_LDADD = $(CMOCKA_LIBS) -lpthread
HYD_UNIT_TESTS += tests/unit/rma_path_test

check_PROGRAMS += tests/unit/wait_test
tests_unit_wait_test_SOURCES = tests/unit/wait_test.c tests/unit/unwatched.c $(hyd_wait_sources) core/shm/bell.c
tests_unit_wait_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 -DHYD_DEBUG=0 -DGASNET_NDEBUG=1
tests_unit_wait_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_wait_test_LDADD = $(CMOCKA_LIBS) -lpthread
HYD_UNIT_TESTS += tests/unit/wait_test

check_PROGRAMS += tests/unit/poll_test
tests_unit_poll_test_SOURCES = tests/unit/poll_test.c tests/unit/unwatched.c core/am/poll.c
tests_unit_poll_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 -DHYD_DEBUG=0 -DGASNET_NDEBUG=1
tests_unit_poll_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_poll_test_LDADD = $(CMOCKA_LIBS)
HYD_UNIT_TESTS += tests/unit/poll_test

check_PROGRAMS += tests/unit/tree_test
tests_unit_tree_test_SOURCES = tests/unit/tree_test.c $(hyd_tree_engines)
tests_unit_tree_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 -DHYD_DEBUG=0
tests_unit_tree_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_tree_test_LDADD = $(CMOCKA_LIBS)
HYD_UNIT_TESTS += tests/unit/tree_test

check_PROGRAMS += tests/unit/coll_plan_test
tests_unit_coll_plan_test_SOURCES = tests/unit/coll_plan_test.c $(hyd_coll_plans)
tests_unit_coll_plan_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 -DHYD_DEBUG=0
tests_unit_coll_plan_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_coll_plan_test_LDADD = $(CMOCKA_LIBS)
HYD_UNIT_TESTS += tests/unit/coll_plan_test

check_PROGRAMS += tests/unit/env_names_test
tests_unit_env_names_test_SOURCES = tests/unit/env_names_test.c core/env/env.h core/env/env_names.c
tests_unit_env_names_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1
tests_unit_env_names_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_env_names_test_LDADD = $(CMOCKA_LIBS)
HYD_UNIT_TESTS += tests/unit/env_names_test

check_PROGRAMS += tests/unit/packet_test
tests_unit_packet_test_SOURCES = tests/unit/packet_test.c core/am/packet.h core/am/credits.h
tests_unit_packet_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 -DHYD_DEBUG=0
tests_unit_packet_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_packet_test_LDADD = $(CMOCKA_LIBS)
HYD_UNIT_TESTS += tests/unit/packet_test
check_PROGRAMS += tests/unit/wait_graph_test
tests_unit_wait_graph_test_SOURCES = tests/unit/wait_graph_test.c core/diag/wait_graph.c core/diag/places.c \
  core/watch/trace_names.c
tests_unit_wait_graph_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 -DHYD_DEBUG=0
tests_unit_wait_graph_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_wait_graph_test_LDADD = $(CMOCKA_LIBS)
HYD_UNIT_TESTS += tests/unit/wait_graph_test
check_PROGRAMS += tests/unit/optlib_test
tests_unit_optlib_test_SOURCES = tests/unit/optlib_test.c core/optlib/load.h core/optlib/load.c
tests_unit_optlib_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 -DHYD_DEBUG=0 -DHYD_MODULE_DIR='"/installed"'
tests_unit_optlib_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_optlib_test_LDADD = $(CMOCKA_LIBS) -lpthread
HYD_UNIT_TESTS += tests/unit/optlib_test

# Includes core/mem/kind.c, whose modules are the test's.
check_PROGRAMS += tests/unit/kind_test
tests_unit_kind_test_SOURCES = tests/unit/kind_test.c
tests_unit_kind_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 -DHYD_DEBUG=0 -DGASNET_NDEBUG=1
tests_unit_kind_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_kind_test_LDADD = $(CMOCKA_LIBS) -lpthread
HYD_UNIT_TESTS += tests/unit/kind_test

# Includes conduits/module.c, so that what modules may call need not be there.
check_PROGRAMS += tests/unit/module_test
tests_unit_module_test_SOURCES = tests/unit/module_test.c
tests_unit_module_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 -DHYD_DEBUG=0
tests_unit_module_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_module_test_LDADD = $(CMOCKA_LIBS)
HYD_UNIT_TESTS += tests/unit/module_test
endif
