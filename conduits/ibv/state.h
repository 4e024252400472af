/* SPDX-License-Identifier: BSD-3-Clause
 *
 * state.h: the state of the ibv conduit in a rank, in parts that belong to one file each. One lock
 * (attend.h) guards all of it; the lock is not held while a handler runs.
 *
 * The files, from the wire up. Each calls those before it in this list; calls the other way go
 * through struct hyd_ibv_calls and struct hyd_ibv_way.
 *
 *   wire.h            message formats
 *   ports.c           the rules by which a rank chooses its port
 *   connect_map.c     files that say which ranks connect
 *   device.c          a device and a port of it;  ports_find.c: those of the host
 *   device_events.c   what devices report on their own account
 *   buffers.c         registered buffers, and the receive queue
 *   settings.c        sizes that the environment sets
 *   send_queue.c      work requests of a connection, and their completions
 *   credits.c         flow control
 *   queue_pair.c      queue pairs and their states
 *   connections.c     connections that are being made, are ready, or are lost
 *   connect.c         the way to connect: datagrams (connect_ud.c) or librdmacm (connect_cm.c)
 *   send_message.c    one message out
 *   control_queue.c   messages of the library's own
 *   rail_ports.c      ports for further queue pairs;  rails.c: those queue pairs
 *   receive.c         completions, and messages in
 *   fh_client.c       firehose's client
 *   memory_keys.c     keys of memory: segments, firehose, buffers
 *   transfers.c       transfers between memory here and at a peer
 *   rma.c             put and get;  blocking.c: blocking ones;  atomic.c: atomics
 *   send_am.c         active messages out
 *   progress.c        poll and sleep;  attend.c: what the attending thread does
 *   connect_file.c    connections that are made at the start
 *   ibv.c             open and close, and the conduit's table
 */
#ifndef HYD_IBV_STATE_H
#define HYD_IBV_STATE_H

#include <infiniband/verbs.h>
#include <string.h>

#include "conduits/conduit.h"
#include "conduits/conduit_host.h"
#include "conduits/ibv/buffers.h"
#include "conduits/ibv/connect.h"
#include "conduits/ibv/device.h"
#include "conduits/ibv/settings.h"
#include "conduits/ibv/wire.h"
#include "core/am/am.h"
#include "core/boot/boot.h"
#include "core/env/env.h"
#include "core/base/err.h"
#include "core/am/attend.h"
#include "core/am/credits.h"
#include "conduits/pin/client.h"

struct hyd_ibv;
struct hyd_ibv_conn;
struct hyd_ibv_xfer;

/* What is to be done when a work request has ended. WAITED: nothing, but a thread waits for it
 * (blocking.c). */
enum hyd_ibv_after {
  HYD_IBV_NOTHING,
  HYD_IBV_WAITED,
  HYD_IBV_OP_DONE,
  HYD_IBV_FREE_BUFFER,
  HYD_IBV_XFER_DONE,
  HYD_IBV_ATOMIC_DONE,
  HYD_IBV_LIFE_SEEN,
  HYD_IBV_AFTERS
};

/* What files call of files after them; ibv.c has the table. */
struct hyd_ibv_calls {
  /* By enum hyd_ibv_after: of those after HYD_IBV_FREE_BUFFER. */
  void (*ended[HYD_IBV_AFTERS])(struct hyd_ibv *s, void *what, uint32_t buffer);
  /* By enum hyd_ibv_kind: messages that need no handler, but for HYD_IBV_PART. Of HYD_IBV_SHORT,
   * only while the attending thread stands in for the client. Not 0: not taken. */
  int (*arrived[HYD_IBV_KINDS])(struct hyd_ibv *s, struct hyd_ibv_conn *c,
                                const struct hyd_ibv_header *h);
  /* Lets the network go on, within a call that waits, without handlers. No lock held. */
  void (*progress)(struct hyd_ibv *s);
};

/* The ports of rails (rail_ports.c). */
struct hyd_ibv_rail_ports {
  struct hyd_ibv_choice choice;
  /* NULL: cannot be used; hyd_ibv.dev may be among them */
  struct hyd_ibv_device *port[HYD_IBV_RAILS_MAX];
  uint32_t nports;                                      /* the same at all ranks */
  struct hyd_ibv_device *device[1 + HYD_IBV_RAILS_MAX]; /* hyd_ibv.dev, and others for rails alone:
                                                           what is registered is registered with
                                                           each, if that is possible */
  uint32_t ndevices;
};

/* connections.c */
struct hyd_ibv_peers {
  const struct hyd_ibv_address *table; /* [size] */
  struct hyd_ibv_address address;      /* this rank's */
  struct hyd_ibv_conn **conn;          /* [size]; NULL: never needed */
  struct hyd_ibv_conn *opening;        /* connections that are not ready */
  int way_fd;                          /* has events of the way to connect; -1: there is none */
  uint64_t look_ns;                    /* when those are looked for again */
  uint32_t looks;
  uint64_t now;    /* of the clock, in hyd_ibv_conn_tick */
  int only_static; /* no connection is begun any more */
};

/* connect_ud.c */
struct hyd_ibv_datagrams {
  struct ibv_qp *qp;
  struct hyd_ibv_pool hellos; /* HYD_IBV_HELLOS to receive, the others to send */
};
#define HYD_IBV_HELLOS 64u

/* credits.c */
struct hyd_ibv_grants {
  struct hyd_owed *owing;
  uint32_t granted; /* receive buffers that peers may fill with requests and control messages */
  uint32_t grant_max;
  uint32_t outstanding; /* requests whose replies may arrive, */
  uint32_t reserve;     /* and the most of them */
};

/* receive.c */
struct hyd_ibv_stash { /* messages that cannot be taken yet, in order */
  uint32_t *buffer, room, first, n;
};
struct hyd_ibv_arrivals {
  struct ibv_wc wc[HYD_IBV_BATCH];
  int nwc, at_wc;
  struct hyd_ibv_stash requests, replies;
  int take_requests;
};

/* progress.c and attend.c */
struct hyd_ibv_progress {
  int events;               /* of the poll that is under way */
  int nested;               /* a call waits: no handlers now */
  struct hyd_attend attend; /* and the lock; asleep: threads in hyd_ibv_sleep, from before they
                               look for completions */
  /* Used by the attending thread alone: */
  uint64_t next_beat;
  uint32_t next_probe; /* the peer whose word is read without cause */
  int probes_due;      /* the words of peers are to be read */
  int runs_handlers;
};

/* memory_keys.c and fh_client.c */
struct hyd_ibv_memory {
  enum fh_strategy strategy;
  uintptr_t segment_base, segment_size;
  uint32_t *segment_key;        /* [size]; 0: not registered as a whole */
  int atomics;                  /* the devices have them, on all ranks' segments */
  struct hyd_pin_client client; /* without firehose only segments and buffers are pinned */
  int fh_remote;                /* firehose also has memory of peers */
  size_t piece;                 /* bytes of a transfer at most */
  uint32_t asked;               /* transfers that wait for firehose */
};

/* transfers.c, rma.c, blocking.c */
struct hyd_ibv_transfers {
  struct hyd_ibv_xfer *unused;
  struct hyd_ibv_conn *listed;  /* connections with something that waits for room */
  struct hyd_ibv_xfer *refused; /* transfers for active messages */
  int resending;                /* a thread sends those */
  uint32_t waits;               /* of blocking.c, in a row */
};

struct hyd_ibv {
  struct hyd_job *job;
  const struct hyd_ibv_calls *calls;
  struct hyd_ibv_settings set;
  struct hyd_ibv_device dev;
  int closing;
  int warned;                    /* hyd_ibv_warn_once was called */
  uint32_t signals, signals_max; /* work requests whose completions are to be reported */
  struct hyd_ibv_cm *cm;         /* connect_cm.c */
  struct hyd_ibv_datagrams ud;
  struct hyd_ibv_rail_ports rail_ports;
  struct hyd_ibv_peers peers;
  struct hyd_ibv_grants credits;
  struct hyd_ibv_buffers bufs;
  struct hyd_ibv_arrivals in;
  struct hyd_ibv_progress progress;
  struct hyd_ibv_memory memory;
  struct hyd_ibv_transfers transfers;
};

static inline void hyd_ibv_lock(struct hyd_ibv *s) {
  hyd_client_lock_take(&s->progress.attend.lock);
}
static inline void hyd_ibv_unlock(struct hyd_ibv *s) {
  hyd_client_lock_leave(&s->progress.attend.lock);
}

/* Bytes of payload that a message carries. */
static inline size_t hyd_ibv_max_payload(const struct hyd_ibv *s) {
  return s->bufs.message - HYD_IBV_BEFORE_PAYLOAD;
}

/* Whether memory is in this rank's segment, and that registered. */
static inline int hyd_ibv_in_segment(const struct hyd_ibv *s, const void *addr, size_t n) {
  uintptr_t at = (uintptr_t)addr - s->memory.segment_base;
  return at < s->memory.segment_size && n <= s->memory.segment_size - at;
}

#endif
