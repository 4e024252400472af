# SPDX-License-Identifier: BSD-3-Clause
# Parts of the ibv conduit that need neither device nor libibverbs, and what they take from core.
if HAVE_CMOCKA
check_PROGRAMS += tests/unit/ibv_ports_test tests/unit/ibv_map_test tests/unit/near_test
tests_unit_ibv_map_test_SOURCES = tests/unit/ibv_map_test.c conduits/ibv/connect_map.h conduits/ibv/connect_map.c
tests_unit_ibv_map_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1
tests_unit_ibv_map_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_ibv_map_test_LDADD = $(CMOCKA_LIBS)
HYD_UNIT_TESTS += tests/unit/ibv_map_test
tests_unit_ibv_ports_test_SOURCES = tests/unit/ibv_ports_test.c conduits/ibv/ports.h conduits/ibv/ports.c
tests_unit_ibv_ports_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1
tests_unit_ibv_ports_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_ibv_ports_test_LDADD = $(CMOCKA_LIBS)
HYD_UNIT_TESTS += tests/unit/ibv_ports_test

check_PROGRAMS += tests/unit/client_lock_test
tests_unit_client_lock_test_SOURCES = tests/unit/client_lock_test.c core/sys/client_lock.h
tests_unit_client_lock_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 -DHYD_DEBUG=0
tests_unit_client_lock_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_client_lock_test_LDADD = $(CMOCKA_LIBS) -lpthread
HYD_UNIT_TESTS += tests/unit/client_lock_test

if CONDUIT_ibv
check_PROGRAMS += tests/unit/ibv_credits_test
tests_unit_ibv_credits_test_SOURCES = tests/unit/ibv_credits_test.c conduits/ibv/credits.c
tests_unit_ibv_credits_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 -DHYD_DEBUG=0 -DGASNET_NDEBUG=1
tests_unit_ibv_credits_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_ibv_credits_test_LDADD = $(CMOCKA_LIBS)
HYD_UNIT_TESTS += tests/unit/ibv_credits_test
endif

tests_unit_near_test_SOURCES = tests/unit/near_test.c core/topo/locality.h core/topo/locality.c \
  core/topo/bound_memory.h core/topo/bound_memory.c core/topo/binding.h core/topo/binding.c core/env/env.c \
  core/tools/tools_parse.c \
  core/tools/signal_names.c
tests_unit_near_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 -DHYD_DEBUG=0 $(HWLOC_CFLAGS)
tests_unit_near_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_near_test_LDADD = $(CMOCKA_LIBS) $(HWLOC_LIBS) -lm
HYD_UNIT_TESTS += tests/unit/near_test
endif
