# SPDX-License-Identifier: BSD-3-Clause
# Fuzz target of the FASTA/FASTQ reader. `make check` replays the seeds and mutations of them, as of all
# targets (fuzz_test.sh); `make fuzz-fasta` runs libFuzzer (clang) for FUZZ_SECONDS from the seeds.
check_PROGRAMS += tests/fuzz/fasta_replay
tests_fuzz_fasta_replay_SOURCES = tests/fuzz/fasta_fuzz.c tests/fuzz/fasta_replay.c \
  contrib/examples/kmer/kmer_codec.h contrib/examples/kmer/kmer_reader.c \
  contrib/examples/kmer/kmer_reader.h
tests_fuzz_fasta_replay_CPPFLAGS = -I$(top_srcdir)/contrib/examples/kmer -D_GNU_SOURCE=1
tests_fuzz_fasta_replay_LDADD =

dist_check_SCRIPTS += tests/fuzz/fuzz_test.sh
HYD_UNIT_TESTS += tests/fuzz/fuzz_test.sh
EXTRA_DIST += tests/fuzz/fasta_corpus

FUZZ_CC = clang
FUZZ_SECONDS = 60
fuzz-fasta:
	$(MKDIR_P) tests/fuzz/fasta_found
	$(FUZZ_CC) -g -O1 -fsanitize=fuzzer,address,undefined -D_GNU_SOURCE=1 \
	  -I"$(top_srcdir)/contrib/examples/kmer" -o tests/fuzz/fasta_libfuzzer \
	  "$(top_srcdir)/tests/fuzz/fasta_fuzz.c" "$(top_srcdir)/contrib/examples/kmer/kmer_reader.c"
	./tests/fuzz/fasta_libfuzzer -max_total_time=$(FUZZ_SECONDS) \
	  -artifact_prefix=tests/fuzz/fasta_found/ tests/fuzz/fasta_found \
	  "$(top_srcdir)/tests/fuzz/fasta_corpus"
.PHONY: fuzz-fasta
CLEANFILES += tests/fuzz/fasta_libfuzzer

# All targets, 40 seconds of libFuzzer each: before a release, and before an issue is resolved.
check-fuzz: $(filter tests/fuzz/%,$(check_PROGRAMS))
	@srcdir='$(srcdir)' HYD_FUZZ_SECONDS=40 bash "$(srcdir)/tests/fuzz/fuzz_test.sh"
.PHONY: check-fuzz
