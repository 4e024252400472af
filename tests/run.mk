# SPDX-License-Identifier: BSD-3-Clause
# make check: everything that tests/run.sh runs; CHECK_FLAGS are its options. hyd-unit-programs and
# hyd-quick-programs are what tests/sanitize.sh needs.
dist_check_SCRIPTS += tests/run.sh tests/sanitize.sh
CHECK_FLAGS =

# Drawing, of gasnet-bench, gasnet-sim and the papers' figures.
hyd_gnuplot = tests/gnuplot/gnuplot.h tests/gnuplot/gnuplot.c

check-local:
	@$(HYD_TEST_ENV) srcdir='$(srcdir)'; export srcdir; \
	  bash "$(srcdir)/tests/run.sh" $(CHECK_FLAGS) $(HYD_UNIT_TESTS)

hyd-unit-programs: $(filter-out %.sh,$(HYD_UNIT_TESTS)) $(check_LTLIBRARIES) \
  $(filter tests/fuzz/%,$(check_PROGRAMS)) kmer$(EXEEXT) stencil3d$(EXEEXT) gups$(EXEEXT) gasnetrun$(EXEEXT) \
  $(filter tests/unit/upc_% tests/kinds/% tests/sim/% tests/firehose/% tests/papers/%,$(check_PROGRAMS)) \
  tests/unit/launch_child$(EXEEXT) gasnet-sim$(EXEEXT) $(filter tests/unit/udp_away%,$(check_PROGRAMS))
hyd-quick-programs: hyd-threaded-programs tests/conform/conform-seq-fast-dbg$(EXEEXT) \
  tests/conform/conform-parsync-everything-rel$(EXEEXT)
hyd-threaded-programs: tests/conform/conform-par-fast-rel$(EXEEXT) \
  tests/vis/oracle-fast-rel$(EXEEXT) tests/vis/oracle-fast-dbg$(EXEEXT) \
  tests/coll/oracle-fast-rel$(EXEEXT) tests/coll/oracle-fast-dbg$(EXEEXT) \
  tests/ad/oracle-fast-rel$(EXEEXT) tests/ad/oracle-everything-rel$(EXEEXT)
hyd-check-reduced: hyd-unit-programs hyd-threaded-programs
	@$(HYD_TEST_ENV) srcdir='$(srcdir)'; export srcdir; \
	  bash "$(srcdir)/tests/run.sh" --reduced $(CHECK_FLAGS) $(HYD_UNIT_TESTS)
.PHONY: hyd-unit-programs hyd-quick-programs hyd-threaded-programs hyd-check-reduced

# Everything that `make check` builds before it runs anything.
hyd-check-programs: $(check_PROGRAMS) $(check_LTLIBRARIES)
.PHONY: hyd-check-programs

dist_check_SCRIPTS += tests/install/run.sh
EXTRA_DIST += tests/install/client1/Makefile tests/install/client1/client.h tests/install/client1/main.c \
  tests/install/client1/memory.c tests/install/client1/messages.c tests/install/clientx/Makefile \
  tests/install/clientx/client.h tests/install/clientx/main.c tests/install/clientx/memory.c \
  tests/install/clientx/messages.c tests/install/realm.cc tests/install/tools.c
include tests/unit/launch.mk
include tests/fuzz/launch.mk
include tests/fuzz/vis.mk
include tests/fuzz/hosts.mk
include tests/fuzz/udp.mk
