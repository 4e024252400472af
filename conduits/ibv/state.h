/* SPDX-License-Identifier: BSD-3-Clause
 *
 * state.h: the ibv conduit: its design, its files, and its state in a rank.
 *
 * Lock. One lock (core/am/attend.h) guards the state. A handler runs without the lock.
 *
 * Connections. Two ranks share one reliable connection, made when the first message is to be sent,
 * by datagrams or by librdmacm (connect.h). An end is a queue pair. Work requests of a connection
 * are carried out in order, so that a message sent behind an RDMA write arrives after the data.
 * Large transfers may be striped over additional queue pairs, the rails, which have no order.
 *
 * Messages. All peers' messages arrive in the same receive buffers. A sender needs a credit for
 * each request and each control message; with it the receiver has a buffer for the message. A reply
 * needs no credit: the sender of a request keeps a buffer for its reply. So a message always finds
 * a buffer. Credits travel in messages, or are written by RDMA into a cell of the peer. A receiver
 * always handles replies and control messages; it may stash requests in their buffers.
 *
 * Longs. A long that fits into a message travels in it. Otherwise its payload is written to its
 * destination by RDMA, with the message behind it; or in parts, as messages, if the peer's segment
 * is not registered.
 *
 * Put and get. A transfer is one RDMA work request, once it has a key of the peer's memory, a key
 * of local memory, and room, in this order (transfers.h). Short puts are inline data. A transfer
 * whose memory the peer cannot pin goes by active messages.
 *
 * Memory. Segments are registered at attach if the limits allow it; all else is pinned by firehose
 * on demand. Memory that cannot be pinned is copied through registered buffers.
 *
 * Liveness. Each rank increments its life word once a second; each rank reads the
 * words of peers that it waits for, and of one other peer in turn, by RDMA (attend.c). A rank whose
 * word does not change for GASNET_REQUESTTIMEOUT_MAX ends the job; so does a lost connection.
 *
 * Progress. Polls handle completions, and so does the attending thread while the client does not
 * poll; that thread runs no handlers of the client unless GASNET_RCV_THREAD is set.
 *
 * The files, lowest first. Each calls those before it in this list; calls in the other direction go
 * through struct hyd_ibv_calls and struct hyd_ibv_way.
 *
 *   wire.h            message formats
 *   ports.c           the rules by which a rank chooses its port
 *   connect_map.c     files that say which ranks connect
 *   device.c          a device and its port;  ports_find.c: the ports of the host
 *   device_events.c   asynchronous events of devices
 *   buffers.c         registered buffers, and the receive queue
 *   settings.c        sizes from the environment
 *   send_queue.c      work requests of a connection, and their completions
 *   credits.c         flow control
 *   queue_pair.c      queue pairs and their states
 *   connections.c     connections that are being made, are ready, or are lost
 *   connect.c         the method to connect: datagrams (connect_ud.c) or librdmacm (connect_cm.c)
 *   send_message.c    sends one message
 *   control_queue.c   messages of the conduit itself
 *   rail_ports.c      ports of rails;  rails.c: rails
 *   receive.c         completions, and received messages
 *   fh_client.c       firehose's client
 *   memory_keys.c     keys of memory: segments, firehose, buffers
 *   transfers.c       transfers between local memory and memory of a peer
 *   rma.c             put and get;  blocking.c: blocking ones;  atomic.c: atomics
 *   send_am.c         sends active messages
 *   progress.c        poll and sleep;  attend.c: the attending thread
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

/* What follows when a work request has ended. WAITED: nothing, as blocking.c waits for it. */
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

/* Calls from a file to later files of the list above; ibv.c has the table. */
struct hyd_ibv_calls {
  /* By enum hyd_ibv_after, from HYD_IBV_XFER_DONE on. */
  void (*ended[HYD_IBV_AFTERS])(struct hyd_ibv *s, void *what, uint32_t buffer);
  /* By enum hyd_ibv_kind: handles a message that needs no handler of the client, except
   * HYD_IBV_PART. HYD_IBV_SHORT is called in the attending thread alone. Not 0: the message is not
   * handled. */
  int (*arrived[HYD_IBV_KINDS])(struct hyd_ibv *s, struct hyd_ibv_conn *c,
                                const struct hyd_ibv_header *h);
  /* Makes progress within a call that waits. Runs no handlers; no lock held. */
  void (*progress)(struct hyd_ibv *s);
};

/* The ports of rails (rail_ports.c). */
struct hyd_ibv_rail_ports {
  struct hyd_ibv_choice choice;
  /* NULL: the port cannot be used; hyd_ibv.dev may be among them */
  struct hyd_ibv_device *port[HYD_IBV_RAILS_MAX];
  uint32_t nports; /* the same at all ranks */
  /* hyd_ibv.dev, then devices for rails alone. Memory is registered with each of them if possible.
   */
  struct hyd_ibv_device *device[1 + HYD_IBV_RAILS_MAX];
  uint32_t ndevices;
};

/* connections.c */
struct hyd_ibv_peers {
  const struct hyd_ibv_address *table; /* [size] */
  struct hyd_ibv_address address;      /* this rank's */
  struct hyd_ibv_conn **conn;          /* [size]; NULL: not needed so far */
  struct hyd_ibv_conn *opening;        /* connections that are not ready */
  int way_fd;                          /* readable at events of the method to connect; -1: none */
  uint64_t look_ns;                    /* time of the next look for these events */
  uint32_t looks;                      /* polls; HYD_IBV_LOOK_EVERY */
  uint64_t now;                        /* the time, in hyd_ibv_conn_tick */
  int only_static;                     /* this rank begins no more connections */
};

/* connect_ud.c */
struct hyd_ibv_datagrams {
  struct ibv_qp *qp;
  struct hyd_ibv_pool hellos; /* the first HYD_IBV_HELLOS receive, the others send */
};
#define HYD_IBV_HELLOS 64u

/* credits.c */
struct hyd_ibv_grants {
  struct hyd_owed *owing; /* peers to be told of credits */
  uint32_t granted;     /* receive buffers that peers may fill with requests and control messages */
  uint32_t grant_max;   /* most of these */
  uint32_t outstanding; /* requests whose replies may arrive */
  uint32_t reserve;     /* most of these */
};

/* receive.c */
struct hyd_ibv_stash { /* a ring of receive buffers with messages that cannot be delivered yet */
  uint32_t *buffer, room, first, n;
};
struct hyd_ibv_arrivals {
  struct ibv_wc wc[HYD_IBV_BATCH];
  int nwc, at_wc; /* completions that were fetched, and the next to handle */
  struct hyd_ibv_stash requests, replies;
  int take_requests;
};

/* progress.c and attend.c */
struct hyd_ibv_progress {
  int events;               /* what the current poll has done */
  int nested;               /* a call waits: run no handlers */
  struct hyd_attend attend; /* also the lock; `asleep` counts threads in hyd_ibv_sleep, from before
                               they look for completions */
  /* The attending thread's own: */
  uint64_t next_beat;  /* time of the next increment of the life word */
  uint32_t next_probe; /* the peer whose word is read without cause */
  int probes_due;      /* the words of peers are to be read */
  int runs_handlers;   /* GASNET_RCV_THREAD, and the client is threaded */
};

/* memory_keys.c and fh_client.c */
struct hyd_ibv_memory {
  enum fh_strategy strategy;
  uintptr_t segment_base, segment_size;
  uint32_t *segment_key; /* [size]; 0: the rank's segment is not registered as a whole */
  int atomics;           /* all ranks' devices can do atomics on their segments */
  struct hyd_pin_client
      client;     /* firehose's client; without firehose only segments and buffers are pinned */
  int fh_remote;  /* firehose also has memory of peers */
  size_t piece;   /* most bytes of a transfer outside of segments */
  uint32_t asked; /* transfers that wait for firehose */
};

/* transfers.c, rma.c, blocking.c */
struct hyd_ibv_transfers {
  struct hyd_ibv_xfer *unused;  /* free objects */
  struct hyd_ibv_conn *listed;  /* connections with something that waits for room */
  struct hyd_ibv_xfer *refused; /* transfers for active messages */
  int resending;                /* a thread is in carry_on, which sends these */
  uint32_t waits;               /* calls of blocking.c */
};

struct hyd_ibv {
  struct hyd_job *job;
  const struct hyd_ibv_calls *calls;
  struct hyd_ibv_settings set;
  struct hyd_ibv_device dev;
  int closing;
  int warned;                    /* hyd_ibv_warn_once was called */
  uint32_t signals, signals_max; /* completions that may be reported: now, and at most */
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

/* Most bytes of payload in a message. */
static inline size_t hyd_ibv_max_payload(const struct hyd_ibv *s) {
  return s->bufs.message - HYD_IBV_BEFORE_PAYLOAD;
}

/* Whether [addr, addr+n) is in this rank's segment, and the segment is registered. */
static inline int hyd_ibv_in_segment(const struct hyd_ibv *s, const void *addr, size_t n) {
  uintptr_t at = (uintptr_t)addr - s->memory.segment_base;
  return at < s->memory.segment_size && n <= s->memory.segment_size - at;
}

#endif
