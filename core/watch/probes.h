/* SPDX-License-Identifier: BSD-3-Clause
 *
 * probes.h: USDT probes for bpftrace, perf and SystemTap (gasnet-trace(1)), at the points where
 * traces have events (watch.h). A probe is an instruction without effect, and a note in the object
 * file about its address and arguments; it costs nothing without a tracer. Probes exist in every
 * job, unlike traces. They do not cover code that is inlined into clients.
 *
 * Each function is a probe of provider hydrant, with the function's name and arguments, of 32 bits
 * except bytes and op, which have 64. Without the header <sys/sdt.h>, or with --disable-usdt, the
 * functions are empty.
 */
#ifndef HYD_WATCH_PROBES_H
#define HYD_WATCH_PROBES_H

#include <stddef.h>
#include <stdint.h>

#if HYD_USDT && !defined HYD_WITHOUT_HOOKS
#include <sys/sdt.h>
#define HYD_PROBE1(name, a) DTRACE_PROBE1(hydrant, name, a)
#define HYD_PROBE2(name, a, b) DTRACE_PROBE2(hydrant, name, a, b)
#define HYD_PROBE3(name, a, b, c) DTRACE_PROBE3(hydrant, name, a, b, c)
#else
#define HYD_PROBE1(name, a) ((void)(a))
#define HYD_PROBE2(name, a, b) ((void)(a), (void)(b))
#define HYD_PROBE3(name, a, b, c) ((void)(a), (void)(b), (void)(c))
#endif

#define HYD_PROBE(name) static inline __attribute__((always_inline)) void hyd_probe_##name

/* Messages: a message has been sent; a handler is about to run; a handler has run. */
HYD_PROBE(send)(uint32_t peer, uint32_t handler, uint64_t bytes) {
  HYD_PROBE3(send, peer, handler, bytes);
}
HYD_PROBE(handler)(uint32_t source, uint32_t handler, uint64_t bytes) {
  HYD_PROBE3(handler, source, handler, bytes);
}
HYD_PROBE(handler_done)(uint32_t source, uint32_t handler) {
  HYD_PROBE2(handler_done, source, handler);
}

/* Waits: reason is enum hyd_wait_reason; peer 0xffffffff: not known. */
HYD_PROBE(wait)(uint32_t reason, uint32_t peer) { HYD_PROBE2(wait, reason, peer); }
HYD_PROBE(wait_done)(uint32_t reason) { HYD_PROBE1(wait_done, reason); }

/* Transfers, atomics and collectives: at the call. Operations that continue after the call: at
 * begin and end. */
HYD_PROBE(put)(uint32_t peer, uint64_t bytes) { HYD_PROBE2(put, peer, bytes); }
HYD_PROBE(get)(uint32_t peer, uint64_t bytes) { HYD_PROBE2(get, peer, bytes); }
HYD_PROBE(strided_put)(uint32_t peer, uint64_t bytes) { HYD_PROBE2(strided_put, peer, bytes); }
HYD_PROBE(strided_get)(uint32_t peer, uint64_t bytes) { HYD_PROBE2(strided_get, peer, bytes); }
HYD_PROBE(memset)(uint32_t peer, uint64_t bytes) { HYD_PROBE2(memset, peer, bytes); }
HYD_PROBE(atomic)(uint32_t peer, uint64_t bytes) { HYD_PROBE2(atomic, peer, bytes); }
HYD_PROBE(collective)(uint64_t bytes) { HYD_PROBE1(collective, bytes); }
HYD_PROBE(barrier)(uint32_t phase) { HYD_PROBE1(barrier, phase); }
HYD_PROBE(op)(const void *op, uint32_t peer, uint64_t bytes) { HYD_PROBE3(op, op, peer, bytes); }
HYD_PROBE(op_done)(const void *op) { HYD_PROBE1(op_done, op); }

/* Conduits. */
HYD_PROBE(firehose_hit)(uint32_t peer, uint64_t bytes) { HYD_PROBE2(firehose_hit, peer, bytes); }
HYD_PROBE(firehose_miss)(uint32_t peer, uint64_t bytes) { HYD_PROBE2(firehose_miss, peer, bytes); }
HYD_PROBE(resent)(uint32_t peer, uint64_t bytes) { HYD_PROBE2(resent, peer, bytes); }

#undef HYD_PROBE
#undef HYD_PROBE1
#undef HYD_PROBE2
#undef HYD_PROBE3

#endif
