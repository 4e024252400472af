# SPDX-License-Identifier: BSD-3-Clause
# Parts of the ofi conduit that need libfabric's headers only.
if CONDUIT_ofi
if HAVE_CMOCKA
check_PROGRAMS += tests/unit/ofi_choice_test
tests_unit_ofi_choice_test_SOURCES = tests/unit/ofi_choice_test.c conduits/ofi/choice.h conduits/ofi/choice.c \
  conduits/ip/address.c
tests_unit_ofi_choice_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 $(LIBFABRIC_CFLAGS)
tests_unit_ofi_choice_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_ofi_choice_test_LDADD = $(CMOCKA_LIBS)
HYD_UNIT_TESTS += tests/unit/ofi_choice_test
endif
endif
