# SPDX-License-Identifier: BSD-3-Clause
# Files of the groups that test the EX interface.
conform_gex_files = \
  tests/conform/gex_support.h tests/conform/gex_support.c tests/conform/gex_const.c \
  tests/conform/gex_job.c tests/conform/gex_segment.c tests/conform/gex_register.c \
  tests/conform/gex_token.c tests/conform/gex_am_args.c tests/conform/gex_am_lc.c \
  tests/conform/gex_am_flood.c tests/conform/gex_progress.c tests/conform/gex_barrier.c \
  tests/conform/gex_rma.c tests/conform/gex_rma_where.c tests/conform/gex_big.c \
  tests/conform/gex_event.c \
  tests/conform/gex_nbi.c tests/conform/gex_order.c tests/conform/gex_threads.c \
  tests/conform/gex_legacy.c tests/conform/gex_vis.h tests/conform/gex_vis.c \
  tests/conform/gex_vis_vector.c tests/conform/gex_vis_indexed.c \
  tests/conform/gex_vis_strided.c tests/conform/gex_vis_events.c \
  tests/conform/gex_vis_peer.c tests/conform/gex_vis_edges.c tests/conform/gex_vis_where.c \
  $(vis_shape_files) \
  tests/conform/gex_ad.h tests/conform/gex_ad.c tests/conform/gex_ad_domain.c \
  tests/conform/gex_ad_contend.c tests/conform/gex_ad_order.c tests/conform/gex_ad_nbi.c \
  tests/oracle/ad/ad_ops.h tests/oracle/ad/ad_ops.c tests/oracle/coll/coll_ops.h tests/oracle/coll/coll_ops.c \
  tests/conform/gex_teams.h tests/conform/gex_teams.c tests/conform/gex_team.c tests/conform/gex_npam.c \
  tests/conform/gex_ep.h tests/conform/gex_ep.c tests/conform/gex_ep_rma.c tests/conform/gex_ep_team.c \
  tests/conform/gex_ep_am.c tests/conform/gex_ep_vis.c tests/conform/gex_mk.c tests/conform/gex_coll.c \
  tests/conform/gex_reduce.c tests/conform/gex_reduce_user.c

# Programs of their own, run by make check directly.
check_PROGRAMS += tests/conform/gex-start tests/conform/gex-start-dbg
HYD_UNIT_TESTS += tests/conform/gex-start tests/conform/gex-start-dbg
tests_conform_gex_start_SOURCES = tests/conform/gex_start.c
tests_conform_gex_start_CPPFLAGS = $(HYD_CLIENT_CPPFLAGS) -DGASNET_PAR=1
tests_conform_gex_start_LDADD = libgasnet.la
tests_conform_gex_start_dbg_SOURCES = tests/conform/gex_start.c
tests_conform_gex_start_dbg_CPPFLAGS = $(HYD_CLIENT_DEBUG_CPPFLAGS) -DGASNET_SEQ=1
tests_conform_gex_start_dbg_LDADD = libgasnet-debug.la

check_PROGRAMS += tests/conform/gex-early tests/conform/gex-early-dbg
HYD_UNIT_TESTS += tests/conform/gex-early tests/conform/gex-early-dbg
tests_conform_gex_early_SOURCES = tests/conform/gex_early.c
tests_conform_gex_early_CPPFLAGS = $(HYD_CLIENT_CPPFLAGS) -DGASNET_PAR=1
tests_conform_gex_early_LDADD = libgasnet.la
tests_conform_gex_early_dbg_SOURCES = tests/conform/gex_early.c
tests_conform_gex_early_dbg_CPPFLAGS = $(HYD_CLIENT_DEBUG_CPPFLAGS) -DGASNET_SEQ=1
tests_conform_gex_early_dbg_LDADD = libgasnet-debug.la

check_PROGRAMS += tests/conform/gex-bind tests/conform/gex-bind-dbg
dist_check_SCRIPTS += tests/conform/gex_bind.sh
HYD_UNIT_TESTS += tests/conform/gex_bind.sh
tests_conform_gex_bind_SOURCES = tests/conform/gex_bind.c
tests_conform_gex_bind_CPPFLAGS = $(HYD_CLIENT_CPPFLAGS) -DGASNET_PAR=1
tests_conform_gex_bind_LDADD = libgasnet.la
tests_conform_gex_bind_dbg_SOURCES = tests/conform/gex_bind.c
tests_conform_gex_bind_dbg_CPPFLAGS = $(HYD_CLIENT_DEBUG_CPPFLAGS) -DGASNET_SEQ=1
tests_conform_gex_bind_dbg_LDADD = libgasnet-debug.la
check_PROGRAMS += tests/conform/gex-bind-everything
tests_conform_gex_bind_everything_SOURCES = tests/conform/gex_bind.c
tests_conform_gex_bind_everything_CPPFLAGS = $(HYD_CLIENT_CPPFLAGS) -DGASNET_PAR=1 -DGASNET_SEGMENT_EVERYTHING=1
tests_conform_gex_bind_everything_LDADD = libgasnet.la
