# SPDX-License-Identifier: BSD-3-Clause
# Fuzz target of the descriptions in VIS messages; driver and mutations are those of the FASTA reader
# (fasta_replay.c).
check_PROGRAMS += tests/fuzz/vis_wire_replay
tests_fuzz_vis_wire_replay_SOURCES = tests/fuzz/vis_wire_fuzz.c tests/fuzz/fasta_replay.c \
  vis/fragment.h vis/fragment.c vis/pieces.h vis/pieces.c vis/copy.h vis/copy.c
tests_fuzz_vis_wire_replay_CPPFLAGS = $(hyd_fuzz_cppflags)
tests_fuzz_vis_wire_replay_LDADD =

EXTRA_DIST += tests/fuzz/vis_wire_corpus
