# SPDX-License-Identifier: BSD-3-Clause
# Tests of gasnet_tools.h. They link the sources of the tools themselves, so that internal functions
# (parsers, hooks) can be tested whatever the libraries export.
# tools_modes_test.sh compiles small clients.
HYD_TEST_ENV += CC='$(CC)'; export CC;
dist_check_SCRIPTS += tests/unit/tools_modes_test.sh
HYD_UNIT_TESTS += tests/unit/tools_modes_test.sh
if HAVE_CMOCKA
tools_test_cppflags = -I$(top_srcdir)/core/include -I$(top_builddir)/core/include -I$(top_srcdir)/core/tools \
  -D_GNU_SOURCE=1 $(HYD_FRAMES_CPPFLAGS)
tools_test_ldadd = tests/unit/libtools_under_test.la -lcmocka
tools_test_programs = \
  tests/unit/tools_env_test \
  tests/unit/tools_fatal_test \
  tests/unit/tools_misc_test \
  tests/unit/tools_misuse_test \
  tests/unit/tools_par_debug_test \
  tests/unit/tools_par_test \
  tests/unit/tools_parse_test

check_LTLIBRARIES += tests/unit/libtools_under_test.la
tests_unit_libtools_under_test_la_SOURCES = $(hyd_tools_sources) \
  tests/unit/tools_child.c tests/unit/tools_child.h
tests_unit_libtools_under_test_la_CPPFLAGS = $(tools_test_cppflags)

check_PROGRAMS += $(tools_test_programs)
HYD_UNIT_TESTS += $(tools_test_programs)

tests_unit_tools_env_test_SOURCES = tests/unit/tools_env_test.c
tests_unit_tools_env_test_CPPFLAGS = $(tools_test_cppflags)
tests_unit_tools_env_test_LDADD = $(tools_test_ldadd)

tests_unit_tools_fatal_test_SOURCES = tests/unit/tools_fatal_test.c
tests_unit_tools_fatal_test_CPPFLAGS = $(tools_test_cppflags)
tests_unit_tools_fatal_test_LDADD = $(tools_test_ldadd)

tests_unit_tools_misc_test_SOURCES = tests/unit/tools_misc_test.c
tests_unit_tools_misc_test_CPPFLAGS = $(tools_test_cppflags)
tests_unit_tools_misc_test_LDADD = $(tools_test_ldadd)

tests_unit_tools_misuse_test_SOURCES = tests/unit/tools_misuse_test.c
tests_unit_tools_misuse_test_CPPFLAGS = $(tools_test_cppflags)
tests_unit_tools_misuse_test_LDADD = $(tools_test_ldadd)

tests_unit_tools_par_test_SOURCES = tests/unit/tools_par_test.c
tests_unit_tools_par_test_CPPFLAGS = $(tools_test_cppflags)
tests_unit_tools_par_test_LDADD = $(tools_test_ldadd)

tests_unit_tools_parse_test_SOURCES = tests/unit/tools_parse_test.c
tests_unit_tools_parse_test_CPPFLAGS = $(tools_test_cppflags)
tests_unit_tools_parse_test_LDADD = $(tools_test_ldadd)

# The same threaded test as a debug client.
tests_unit_tools_par_debug_test_SOURCES = tests/unit/tools_par_test.c
tests_unit_tools_par_debug_test_CPPFLAGS = $(tools_test_cppflags) -DGASNET_DEBUG=1
tests_unit_tools_par_debug_test_LDADD = $(tools_test_ldadd)
endif
