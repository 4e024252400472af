# SPDX-License-Identifier: BSD-3-Clause
# Fuzz targets of gasnetrun's arguments and of environment values; driver and mutations are those of
# the FASTA reader (fasta_replay.c).
check_PROGRAMS += tests/fuzz/args_replay tests/fuzz/env_replay
hyd_fuzz_cppflags = $(HYD_INCLUDES) -D_GNU_SOURCE=1 -DHYD_DEBUG=0 -DGASNET_NDEBUG=1
tests_fuzz_args_replay_SOURCES = tests/fuzz/args_fuzz.c tests/fuzz/fasta_replay.c \
  contrib/tools/gasnetrun/run.h contrib/tools/gasnetrun/run_args.c contrib/tools/gasnetrun/run_prog.c \
  core/watch/trace_parts.c
tests_fuzz_args_replay_CPPFLAGS = $(hyd_fuzz_cppflags) -DHYD_CONDUIT_NAMES='"$(HYD_CONDUIT_LIST)"'
tests_fuzz_args_replay_LDADD =
tests_fuzz_env_replay_SOURCES = tests/fuzz/env_fuzz.c tests/fuzz/fasta_replay.c core/env/env.c \
  core/tools/signal_names.c core/tools/tools_parse.c
tests_fuzz_env_replay_CPPFLAGS = $(hyd_fuzz_cppflags)
tests_fuzz_env_replay_LDADD = -lm

EXTRA_DIST += tests/fuzz/args_corpus tests/fuzz/env_corpus
