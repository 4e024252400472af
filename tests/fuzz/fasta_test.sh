#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# fasta_test.sh: the fuzz target of the FASTA/FASTQ reader on its seeds and some thousand mutations.
# Environment: FUZZ_SEED (default 1, printed), FUZZ_COUNT mutations of each seed (default 2000).
exec timeout -k 5 120 ./tests/fuzz/fasta_replay "${FUZZ_SEED:-1}" "${FUZZ_COUNT:-2000}" \
  "${srcdir:-.}/tests/fuzz/fasta_corpus"
