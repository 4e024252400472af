# SPDX-License-Identifier: BSD-3-Clause
# Unit tests of vis: text of metadata.
if HAVE_CMOCKA
check_PROGRAMS += tests/unit/vis_format_test
tests_unit_vis_format_test_SOURCES = tests/unit/vis_format_test.c vis/format.c
tests_unit_vis_format_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 -DHYD_DEBUG=0
tests_unit_vis_format_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_vis_format_test_LDADD = $(CMOCKA_LIBS)
HYD_UNIT_TESTS += tests/unit/vis_format_test
endif

# The UPC functions over VIS (contrib/layers/upc): the examples, and random calls; with both libraries.
check_PROGRAMS += tests/unit/upc_vis_examples tests/unit/upc_vis_examples_debug \
  tests/unit/upc_vis_check tests/unit/upc_vis_check_debug
upc_release_cppflags = $(HYD_CLIENT_CPPFLAGS) -DGASNET_SEQ=1 -I$(top_srcdir)/contrib/layers/upc
upc_debug_cppflags = $(HYD_CLIENT_DEBUG_CPPFLAGS) -DGASNET_SEQ=1 -I$(top_srcdir)/contrib/layers/upc
tests_unit_upc_vis_examples_SOURCES = contrib/layers/upc/upc_vis_examples.c
tests_unit_upc_vis_examples_CPPFLAGS = $(upc_release_cppflags)
tests_unit_upc_vis_examples_LDADD = libgasnet.la
tests_unit_upc_vis_examples_debug_SOURCES = contrib/layers/upc/upc_vis_examples.c
tests_unit_upc_vis_examples_debug_CPPFLAGS = $(upc_debug_cppflags)
tests_unit_upc_vis_examples_debug_LDADD = libgasnet-debug.la
tests_unit_upc_vis_check_SOURCES = tests/unit/upc_vis_check.c
tests_unit_upc_vis_check_CPPFLAGS = $(upc_release_cppflags)
tests_unit_upc_vis_check_LDADD = libgasnet.la
tests_unit_upc_vis_check_debug_SOURCES = tests/unit/upc_vis_check.c
tests_unit_upc_vis_check_debug_CPPFLAGS = $(upc_debug_cppflags)
tests_unit_upc_vis_check_debug_LDADD = libgasnet-debug.la
dist_check_SCRIPTS += tests/unit/upc_vis_test.sh
HYD_UNIT_TESTS += tests/unit/upc_vis_test.sh
