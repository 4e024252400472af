# SPDX-License-Identifier: BSD-3-Clause
# Small parts of the udp conduit, and what it does while its client computes.
if CONDUIT_udp
check_PROGRAMS += tests/unit/udp_away
tests_unit_udp_away_SOURCES = tests/unit/udp_away.c
tests_unit_udp_away_CPPFLAGS = $(HYD_CLIENT_CPPFLAGS) -DGASNET_SEQ=1
tests_unit_udp_away_LDADD = libgasnet.la
dist_check_SCRIPTS += tests/unit/udp_away_test.sh tests/unit/udp_tags_test.sh tests/unit/versions_test.sh
HYD_UNIT_TESTS += tests/unit/udp_away_test.sh tests/unit/udp_tags_test.sh tests/unit/versions_test.sh
check_PROGRAMS += tests/unit/levels
tests_unit_levels_SOURCES = tests/unit/levels.c
tests_unit_levels_CPPFLAGS = $(HYD_CLIENT_CPPFLAGS) -DGASNET_SEQ=1
tests_unit_levels_LDADD = libgasnet.la
dist_check_SCRIPTS += tests/unit/levels_test.sh
HYD_UNIT_TESTS += tests/unit/levels_test.sh
if HAVE_CMOCKA
check_PROGRAMS += tests/unit/ip_where_test
tests_unit_ip_where_test_SOURCES = tests/unit/ip_where_test.c conduits/ip/where.c conduits/ip/address.c
tests_unit_ip_where_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1
tests_unit_ip_where_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(HYD_NET_CFLAGS)
tests_unit_ip_where_test_LDADD = $(CMOCKA_LIBS)
HYD_UNIT_TESTS += tests/unit/ip_where_test

check_PROGRAMS += tests/unit/udp_reach_test
tests_unit_udp_reach_test_SOURCES = tests/unit/udp_reach_test.c conduits/udp/reach.c $(hyd_udp_seal) \
  conduits/ip/address.c conduits/ip/offer.c
tests_unit_udp_reach_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1
tests_unit_udp_reach_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(HYD_NET_CFLAGS)
tests_unit_udp_reach_test_LDADD = $(CMOCKA_LIBS) $(HYD_SEAL_LIBS)
HYD_UNIT_TESTS += tests/unit/udp_reach_test

check_PROGRAMS += tests/unit/udp_seal_test
tests_unit_udp_seal_test_SOURCES = tests/unit/udp_seal_test.c conduits/udp/tag_speed.c $(hyd_udp_seal)
tests_unit_udp_seal_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1
tests_unit_udp_seal_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(HYD_NET_CFLAGS)
tests_unit_udp_seal_test_LDADD = $(CMOCKA_LIBS) $(HYD_SEAL_LIBS)
HYD_UNIT_TESTS += tests/unit/udp_seal_test

check_PROGRAMS += tests/unit/udp_faults_test
tests_unit_udp_faults_test_SOURCES = tests/unit/udp_faults_test.c conduits/udp/faults.c
tests_unit_udp_faults_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1
tests_unit_udp_faults_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_udp_faults_test_LDADD = $(CMOCKA_LIBS)
HYD_UNIT_TESTS += tests/unit/udp_faults_test

check_PROGRAMS += tests/unit/udp_socket_test
tests_unit_udp_socket_test_SOURCES = tests/unit/udp_socket_test.c conduits/udp/socket.c conduits/ip/address.c \
  conduits/udp/direct.c
tests_unit_udp_socket_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1
tests_unit_udp_socket_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_udp_socket_test_LDADD = $(CMOCKA_LIBS)
HYD_UNIT_TESTS += tests/unit/udp_socket_test

check_PROGRAMS += tests/unit/udp_cc_test tests/unit/udp_recv_test
tests_unit_udp_cc_test_SOURCES = tests/unit/udp_cc_test.c conduits/udp/cc.c
tests_unit_udp_cc_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1
tests_unit_udp_cc_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_udp_cc_test_LDADD = $(CMOCKA_LIBS)
tests_unit_udp_recv_test_SOURCES = tests/unit/udp_recv_test.c conduits/udp/recv.c conduits/udp/direct.c \
  conduits/udp/blocks.c conduits/udp/sessions.c conduits/udp/cc.c conduits/udp/wire.c
tests_unit_udp_recv_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1
tests_unit_udp_recv_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_udp_recv_test_LDADD = $(CMOCKA_LIBS)
HYD_UNIT_TESTS += tests/unit/udp_cc_test tests/unit/udp_recv_test

check_PROGRAMS += tests/unit/landings_test
tests_unit_landings_test_SOURCES = tests/unit/landings_test.c core/mem/landings.h
tests_unit_landings_test_CPPFLAGS = $(HYD_INCLUDES) -D_GNU_SOURCE=1 -DHYD_DEBUG=0
tests_unit_landings_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_landings_test_LDADD = $(CMOCKA_LIBS)
HYD_UNIT_TESTS += tests/unit/landings_test
endif
endif
