# SPDX-License-Identifier: BSD-3-Clause
# Fuzz targets of jobs over hosts: PMI's commands, agents' messages, lists of hosts; driver and mutations
# are those of the FASTA reader (fasta_replay.c).
check_PROGRAMS += tests/fuzz/pm_text_replay tests/fuzz/agent_msg_replay tests/fuzz/hosts_replay
tests_fuzz_pm_text_replay_SOURCES = tests/fuzz/pm_text_fuzz.c tests/fuzz/fasta_replay.c \
  core/boot/pmi_text.h core/boot/pmi_text.c
tests_fuzz_pm_text_replay_CPPFLAGS = $(hyd_fuzz_cppflags)
tests_fuzz_pm_text_replay_LDADD =
tests_fuzz_agent_msg_replay_SOURCES = tests/fuzz/agent_msg_fuzz.c tests/fuzz/fasta_replay.c \
  contrib/tools/gasnetrun/agent_msg.h contrib/tools/gasnetrun/agent_msg.c contrib/tools/gasnetrun/bytes.h
tests_fuzz_agent_msg_replay_CPPFLAGS = $(hyd_fuzz_cppflags)
tests_fuzz_agent_msg_replay_LDADD =
tests_fuzz_hosts_replay_SOURCES = tests/fuzz/hosts_fuzz.c tests/fuzz/fasta_replay.c contrib/tools/gasnetrun/hosts.h \
  contrib/tools/gasnetrun/hosts.c contrib/tools/gasnetrun/bytes.h \
  contrib/tools/gasnetrun/words.h contrib/tools/gasnetrun/words.c contrib/tools/gasnetrun/run.h \
  contrib/tools/gasnetrun/ssh_cmd.c
tests_fuzz_hosts_replay_CPPFLAGS = $(hyd_fuzz_cppflags)
tests_fuzz_hosts_replay_LDADD =

EXTRA_DIST += tests/fuzz/pm_text_corpus tests/fuzz/agent_msg_corpus tests/fuzz/hosts_corpus
