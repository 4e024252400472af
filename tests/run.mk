# SPDX-License-Identifier: BSD-3-Clause
# make check: everything that tests/run.py runs; CHECK_FLAGS are its options, as in CHECK_FLAGS='--only unit,sim'.
# hyd-threaded-programs and hyd-quick-programs are what tests/sanitize.sh needs.
dist_check_SCRIPTS += tests/run.py tests/sanitize.sh
EXTRA_DIST += tests/lib/cgroup.py tests/lib/checks.py tests/lib/machine.py tests/lib/parts.py tests/lib/pool.py \
  tests/lib/report.py tests/lib/sources.py tests/lib/verdict.py tests/unit/driver_test.py
HYD_UNIT_TESTS += tests/unit/driver_test.py
CHECK_FLAGS =
DISTCLEANFILES += check-times.json

# Each check, the long ones too; EVERYTHING_FLAGS: options of tests/everything.py.
check-everything: all hyd-check-programs
	@srcdir='$(srcdir)' python3 "$(srcdir)/tests/everything.py" $(EVERYTHING_FLAGS)
.PHONY: check-everything
dist_check_SCRIPTS += tests/everything.py
EXTRA_DIST += tests/unit/everything_test.py
HYD_UNIT_TESTS += tests/unit/everything_test.py

# Tests that depend on time, where time is short; BUSY_FLAGS: options of tests/busy.py.
check-busy: all hyd-check-programs
	@$(HYD_TEST_ENV) srcdir='$(srcdir)' python3 "$(srcdir)/tests/busy.py" $(BUSY_FLAGS)
.PHONY: check-busy
dist_check_SCRIPTS += tests/busy.py
DISTCLEANFILES += busy-*.log

# Drawing, of gasnet-bench, gasnet-sim and the papers' figures.
hyd_gnuplot = contrib/tools/gnuplot/gnuplot.h contrib/tools/gnuplot/gnuplot.c

check-local:
	@$(HYD_TEST_ENV) srcdir='$(srcdir)'; export srcdir; \
	  python3 "$(srcdir)/tests/run.py" $(CHECK_FLAGS) $(HYD_UNIT_TESTS)

# Of tests/conform/gex_bind.sh.
hyd_bind_programs = tests/conform/gex-bind$(EXEEXT) tests/conform/gex-bind-dbg$(EXEEXT) \
  tests/conform/gex-bind-everything$(EXEEXT)
# With threads: what ThreadSanitizer is to see. Without them: what only AddressSanitizer is.
hyd-threaded-programs: $(filter-out %.sh %.py tests/sim/% tests/sim/firehose/cases,$(HYD_UNIT_TESTS)) hyd-oracles \
  $(hyd_bind_programs) tests/conform/conform-par-fast-rel$(EXEEXT)
hyd-quick-programs: $(filter-out %.sh %.py,$(HYD_UNIT_TESTS)) hyd-oracles $(filter tests/sim/%,$(check_LTLIBRARIES)) \
  $(filter tests/fuzz/% tests/unit/% tests/unit/kinds/% tests/sim/% tests/sim/firehose/%,$(check_PROGRAMS)) \
  kmer$(EXEEXT) stencil3d$(EXEEXT) gups$(EXEEXT) gasnetrun$(EXEEXT) gasnet-probe$(EXEEXT) gasnet-sim$(EXEEXT) \
  $(hyd_bind_programs) \
  tests/conform/conform-seq-fast-dbg$(EXEEXT) tests/conform/conform-parsync-everything-rel$(EXEEXT)
hyd-oracles: tests/oracle/vis/oracle-fast-rel$(EXEEXT) tests/oracle/vis/oracle-fast-dbg$(EXEEXT) \
  tests/oracle/coll/oracle-fast-rel$(EXEEXT) tests/oracle/coll/oracle-fast-dbg$(EXEEXT) \
  tests/oracle/ad/oracle-fast-rel$(EXEEXT) tests/oracle/ad/oracle-everything-rel$(EXEEXT)
# Which lines and branches the tests run, by room; COVERAGE_FLAGS: options of tests/coverage.sh.
hyd-coverage-programs: $(pkglib_LTLIBRARIES) \
  $(filter-out %.sh %.py,$(HYD_UNIT_TESTS)) hyd-oracles gasnetrun$(EXEEXT) gasnet-probe$(EXEEXT) \
  gasnet-sim$(EXEEXT) kmer$(EXEEXT) stencil3d$(EXEEXT) gups$(EXEEXT) $(hyd_bind_programs) \
  $(filter tests/unit/% tests/sim/% tests/sim/firehose/% tests/fault/% tests/fuzz/% tests/net/%,$(check_PROGRAMS)) \
  $(filter tests/sim/%,$(check_LTLIBRARIES)) \
  tests/conform/conform-par-fast-rel$(EXEEXT) tests/conform/conform-seq-everything-dbg$(EXEEXT)
coverage:
	@$(HYD_TEST_ENV) bash "$(srcdir)/tests/coverage.sh" $(COVERAGE_FLAGS) $(HYD_UNIT_TESTS)
.PHONY: coverage hyd-coverage-programs
EXTRA_DIST += tests/lib/coverage.py tests/uncovered.txt tests/unit/coverage_test.py
HYD_UNIT_TESTS += tests/unit/coverage_test.py
dist_check_SCRIPTS += tests/coverage.sh
.PHONY: hyd-quick-programs hyd-threaded-programs hyd-oracles

# Everything that `make check` builds before it runs anything.
hyd-check-programs: $(check_PROGRAMS) $(check_LTLIBRARIES)
.PHONY: hyd-check-programs

dist_check_SCRIPTS += tests/install/run.sh tests/install/dropin.sh
EXTRA_DIST += tests/install/client1/Makefile tests/install/client1/client.h tests/install/client1/main.c \
  tests/install/client1/memory.c tests/install/client1/messages.c tests/install/clientx/Makefile \
  tests/install/clientx/client.h tests/install/clientx/main.c tests/install/clientx/memory.c \
  tests/install/clientx/messages.c tests/install/realm.cc tests/install/tools.c
include tests/unit/launch.mk
include tests/fuzz/launch.mk
include tests/fuzz/vis.mk
include tests/fuzz/hosts.mk
include tests/fuzz/broken.mk
include tests/fuzz/udp.mk
