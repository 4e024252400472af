# SPDX-License-Identifier: BSD-3-Clause
# Fuzz target of the udp conduit's datagrams; driver and mutations are those of the FASTA reader
# (fasta_replay.c). make_udp_packet_corpus.py wrote the seeds.
if CONDUIT_udp
check_PROGRAMS += tests/fuzz/udp_packet_replay
tests_fuzz_udp_packet_replay_SOURCES = tests/fuzz/udp_packet_fuzz.c tests/fuzz/fasta_replay.c \
  $(hyd_udp_engine)
tests_fuzz_udp_packet_replay_CPPFLAGS = -I$(top_srcdir) -D_GNU_SOURCE=1
tests_fuzz_udp_packet_replay_CFLAGS = $(AM_CFLAGS) $(HYD_NET_CFLAGS)
tests_fuzz_udp_packet_replay_LDADD = $(HYD_SEAL_LIBS)

check_PROGRAMS += tests/fuzz/udp_peer_replay
tests_fuzz_udp_peer_replay_SOURCES = tests/fuzz/udp_peer_fuzz.c tests/fuzz/fasta_replay.c tests/fuzz/grammar.h \
  $(hyd_udp_engine)
tests_fuzz_udp_peer_replay_CPPFLAGS = -I$(top_srcdir) -D_GNU_SOURCE=1
tests_fuzz_udp_peer_replay_CFLAGS = $(AM_CFLAGS) $(HYD_NET_CFLAGS)
tests_fuzz_udp_peer_replay_LDADD = $(HYD_SEAL_LIBS)

check_PROGRAMS += tests/fuzz/worker_replay
tests_fuzz_worker_replay_SOURCES = tests/fuzz/worker_fuzz.c tests/fuzz/fasta_replay.c tests/fuzz/grammar.h \
  contrib/tools/gasnetrun/seal.c contrib/tools/gasnetrun/ticket.c
tests_fuzz_worker_replay_CPPFLAGS = $(hyd_fuzz_cppflags)
tests_fuzz_worker_replay_CFLAGS = $(AM_CFLAGS) $(HYD_NET_CFLAGS)
tests_fuzz_worker_replay_LDADD = $(HYD_SEAL_LIBS)

EXTRA_DIST += tests/fuzz/udp_packet_corpus tests/fuzz/make_udp_packet_corpus.py
endif
