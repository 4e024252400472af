/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_format.h: the file that a rank of a traced job writes, FILE.r<rank>. The rank maps it while
 * it runs, so that events are in the file however the rank ends. trace_join.c makes one file of all
 * ranks' files.
 *
 * The file has a head, and an area for each thread that has recorded events. An area has a head and
 * a ring with the newest events.
 */
#ifndef HYD_WATCH_TRACE_FORMAT_H
#define HYD_WATCH_TRACE_FORMAT_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define HYD_TRACE_MAGIC "HYDTRACE"
#define HYD_TRACE_VERSION 1u
#define HYD_TRACE_AREAS 64u /* most threads; further threads are not recorded */
#define HYD_TRACE_NAME 32u  /* most bytes of a handler's name, with the zero byte */
#define HYD_TRACE_PAGE 4096u

/* X(id, text, group): the letter of GASNET_TRACEMASK that selects it (gasnet-env-launch.md 10). */
#define HYD_EVENTS(X)                                                                              \
  X(PUT, "put", 'P')                                                                               \
  X(GET, "get", 'G')                                                                               \
  X(MEMSET, "memset", 'P')                                                                         \
  X(VIS_PUT, "strided put", 'P')                                                                   \
  X(VIS_GET, "strided get", 'G')                                                                   \
  X(ATOMIC, "atomic", 'R')                                                                         \
  X(COLL, "collective", 'W')                                                                       \
  X(BARRIER, "barrier notify", 'B')                                                                \
  X(SEND, "send", 'A')                                                                             \
  X(HANDLER, "handler", 'A')                                                                       \
  X(WAIT, "wait", 'S')          /* or the group of what is waited for (hyd_trace_wait_group) */    \
  X(OP_BEGIN, "operation", 'S') /* of which `sub` is the kind: its group decides */                \
  X(OP_END, "operation's end", 'S')                                                                \
  X(FIREHOSE_HIT, "firehose hit", 'C')                                                             \
  X(FIREHOSE_MISS, "firehose miss", 'C')                                                           \
  X(RESENT, "sent again", 'C')

enum hyd_event_kind {
  HYD_EV_NONE,
#define X(id, text, group) HYD_EV_##id,
  HYD_EVENTS(X)
#undef X
      HYD_EV_KINDS
};

struct hyd_event {
  uint64_t begin, end; /* in ticks of the rank's clock */
  uint64_t what;       /* hyd_event_what */
  uint32_t peer;       /* or HYD_TRACE_NO_PEER */
  uint32_t id; /* SEND, HANDLER: hyd_event_print; OP_BEGIN, OP_END, and the call that started the
                  operation: the operation's number; 0: none */
};
#define HYD_TRACE_NO_PEER UINT32_MAX
#define HYD_EVENT_BYTES_MOST ((UINT64_C(1) << 40) - 1)

/* sub: SEND, HANDLER: handler | HYD_EVENT_REPLY | category << 9; WAIT: enum hyd_wait_reason; PUT,
 * GET: the way that the transfer took (enum hyd_count), or 0. */
#define HYD_EVENT_REPLY 0x100u
static inline uint64_t hyd_event_what(enum hyd_event_kind kind, uint32_t sub, uint64_t bytes) {
  if (bytes > HYD_EVENT_BYTES_MOST) bytes = HYD_EVENT_BYTES_MOST;
  return bytes << 24 | (uint64_t)(sub & 0xffff) << 8 | (uint64_t)kind;
}
static inline unsigned hyd_event_kind(const struct hyd_event *e) { return e->what & 0xff; }
static inline unsigned hyd_event_sub(const struct hyd_event *e) { return e->what >> 8 & 0xffff; }
static inline uint64_t hyd_event_bytes(const struct hyd_event *e) { return e->what >> 24; }

struct hyd_trace_area {
  _Atomic uint64_t
      n; /* events so far: the newest is event[(n - 1) % events]. TR1: released by the thread */
  /* The thread's current wait, and since when; 0: none. */
  _Atomic uint64_t wait_since;
  _Atomic uint32_t wait_reason, wait_peer;
  int32_t tid;
};

struct hyd_trace_head {
  char magic[8];
  uint32_t version, rank, size, host_first; /* host_first: the leader of the rank's host */
  uint32_t events;                          /* of each area, a power of two */
  int32_t pid;
  uint64_t rate; /* nanoseconds of a tick, in parts of 2^-32 */
  uint64_t first_tick,
      first_ns; /* the same moment in ticks and by CLOCK_MONOTONIC; below, a later one */
  _Atomic uint64_t last_tick, last_ns;
  /* The offset from the clock of rank host_first to rank 0's, and its possible error
   * (trace_clock.c). */
  int64_t offset_ns;
  uint64_t error_ns;
  _Atomic uint32_t areas, refused; /* threads with an area; threads that got none */
  _Atomic uint32_t ended;          /* this rank has left in order */
  char host[64], conduit[16], program[64];
  char handler[256][HYD_TRACE_NAME];
};

static inline size_t hyd_trace_up(size_t n) {
  return (n + HYD_TRACE_PAGE - 1) / HYD_TRACE_PAGE * HYD_TRACE_PAGE;
}
static inline size_t hyd_trace_head_size(void) {
  return hyd_trace_up(sizeof(struct hyd_trace_head));
}
static inline size_t hyd_trace_area_size(uint32_t events) {
  return HYD_TRACE_PAGE + hyd_trace_up((size_t)events * sizeof(struct hyd_event));
}
static inline struct hyd_event *hyd_trace_events(struct hyd_trace_area *a) {
  return (struct hyd_event *)(void *)((char *)a + HYD_TRACE_PAGE);
}

/* trace_names.c */
const char *hyd_event_name(unsigned kind);
char hyd_event_group(unsigned kind);
/* The letter of the group to which a wait's reason belongs. */
char hyd_trace_wait_group(unsigned reason);
/* The name of the way that a transfer took (enum hyd_count); NULL: the count is no way. */
const char *hyd_trace_way(unsigned way);

#endif
