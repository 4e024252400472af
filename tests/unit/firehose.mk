# SPDX-License-Identifier: BSD-3-Clause
# Firehose's watch: every way for memory to go, and random ones from several threads. Its victims.
if HAVE_CMOCKA
check_PROGRAMS += tests/unit/fh_watch_test
tests_unit_fh_watch_test_SOURCES = tests/unit/fh_watch_test.c $(hyd_fh_watch_sources)
tests_unit_fh_watch_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1
tests_unit_fh_watch_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_fh_watch_test_LDADD = $(CMOCKA_LIBS) -lpthread
HYD_UNIT_TESTS += tests/unit/fh_watch_test

check_PROGRAMS += tests/unit/fh_victims_test
tests_unit_fh_victims_test_SOURCES = tests/unit/fh_victims_test.c firehose/victims.c firehose/side.c firehose/table.c
tests_unit_fh_victims_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1
tests_unit_fh_victims_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_fh_victims_test_LDADD = $(CMOCKA_LIBS) -lpthread
HYD_UNIT_TESTS += tests/unit/fh_victims_test
endif

check_PROGRAMS += tests/unit/fh_watch_torture
tests_unit_fh_watch_torture_SOURCES = tests/unit/fh_watch_torture.c \
  tests/unit/fh_watch_cache.h tests/unit/fh_watch_cache.c $(hyd_fh_watch_sources)
tests_unit_fh_watch_torture_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1
tests_unit_fh_watch_torture_LDADD = -lpthread
HYD_UNIT_TESTS += tests/unit/fh_watch_torture
