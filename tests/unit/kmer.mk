# SPDX-License-Identifier: BSD-3-Clause
# Tests of the k-mer example: its parts that call no GASNet, and the whole program (kmer_cli_test.sh).
dist_check_SCRIPTS += tests/unit/kmer_cli_test.sh
EXTRA_DIST += tests/unit/cli.sh
HYD_UNIT_TESTS += tests/unit/kmer_cli_test.sh
if HAVE_CMOCKA
kmer_test_cppflags = -I$(top_srcdir)/contrib/examples/kmer $(example_cppflags) -D_GNU_SOURCE=1
kmer_test_programs = tests/unit/kmer_codec_test tests/unit/kmer_reader_test \
  tests/unit/kmer_table_test

check_PROGRAMS += $(kmer_test_programs)
HYD_UNIT_TESTS += $(kmer_test_programs)

tests_unit_kmer_codec_test_SOURCES = tests/unit/kmer_codec_test.c
tests_unit_kmer_codec_test_CPPFLAGS = $(kmer_test_cppflags)
tests_unit_kmer_codec_test_LDADD = -lcmocka

tests_unit_kmer_reader_test_SOURCES = tests/unit/kmer_reader_test.c $(kmer_plain_sources)
tests_unit_kmer_reader_test_CPPFLAGS = $(kmer_test_cppflags)
tests_unit_kmer_reader_test_LDADD = -lcmocka $(kmer_libs)

tests_unit_kmer_table_test_SOURCES = tests/unit/kmer_table_test.c $(kmer_plain_sources)
tests_unit_kmer_table_test_CPPFLAGS = $(kmer_test_cppflags)
tests_unit_kmer_table_test_LDADD = -lcmocka $(kmer_libs)
endif
