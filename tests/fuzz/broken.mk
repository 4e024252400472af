# SPDX-License-Identifier: BSD-3-Clause
# Fuzz targets of peers that have been let in and are broken: they say what is right but for what grammar.h breaks;
# driver and mutations are those of the FASTA reader (fasta_replay.c).
check_PROGRAMS += tests/fuzz/root_replay tests/fuzz/agent_replay tests/fuzz/manager_replay
hyd_fuzz_broken = tests/fuzz/grammar.h tests/fuzz/fasta_replay.c
tests_fuzz_root_replay_SOURCES = tests/fuzz/root_fuzz.c tests/fuzz/job_messages.h $(hyd_fuzz_broken) \
  contrib/tools/gasnetrun/root.c \
  contrib/tools/gasnetrun/root_agents.c contrib/tools/gasnetrun/root_io.c contrib/tools/gasnetrun/root_input.c \
  contrib/tools/gasnetrun/root_end.c contrib/tools/gasnetrun/root_dump.c contrib/tools/gasnetrun/root_rows.c \
  contrib/tools/gasnetrun/link.c contrib/tools/gasnetrun/loop.c contrib/tools/gasnetrun/agent_msg.c \
  contrib/tools/gasnetrun/hosts.c contrib/tools/gasnetrun/words.c contrib/tools/gasnetrun/ssh_cmd.c
tests_fuzz_root_replay_CPPFLAGS = $(hyd_fuzz_cppflags)
tests_fuzz_root_replay_LDADD =
tests_fuzz_agent_replay_SOURCES = tests/fuzz/agent_fuzz.c tests/fuzz/job_messages.h $(hyd_fuzz_broken) \
  contrib/tools/gasnetrun/agent_io.c \
  contrib/tools/gasnetrun/agent_input.c contrib/tools/gasnetrun/pmi_server.c contrib/tools/gasnetrun/link.c \
  contrib/tools/gasnetrun/loop.c contrib/tools/gasnetrun/agent_msg.c core/boot/pmi_text.c
tests_fuzz_agent_replay_CPPFLAGS = $(hyd_fuzz_cppflags)
tests_fuzz_agent_replay_LDADD =
tests_fuzz_manager_replay_SOURCES = tests/fuzz/manager_fuzz.c $(hyd_fuzz_broken) core/boot/pm.c core/boot/pm_pmi.c \
  core/boot/pm_exchange.c core/boot/pmi_text.c core/boot/told_values.c
tests_fuzz_manager_replay_CPPFLAGS = $(hyd_fuzz_cppflags)
tests_fuzz_manager_replay_LDADD =
check_PROGRAMS += tests/fuzz/firehose_replay
tests_fuzz_firehose_replay_SOURCES = tests/fuzz/firehose_fuzz.c $(hyd_fuzz_broken)
tests_fuzz_firehose_replay_CPPFLAGS = $(hyd_fuzz_cppflags)
tests_fuzz_firehose_replay_LDADD = libfirehose.la $(PTHREAD_LIBS)
check_PROGRAMS += tests/fuzz/message_replay
tests_fuzz_message_replay_SOURCES = tests/fuzz/message_fuzz.c $(hyd_fuzz_broken) conduits/ip/offer.c
tests_fuzz_message_replay_CPPFLAGS = $(hyd_fuzz_cppflags)
tests_fuzz_message_replay_LDADD =

EXTRA_DIST += tests/fuzz/choices_corpus
