/* SPDX-License-Identifier: BSD-3-Clause
 *
 * state.h: the ofi conduit: its design, its files, and its state in a rank.
 *
 * Lock. One lock (core/am/attend.h) guards the state and every call of libfabric, whose objects are
 * opened for one thread at a time (FI_THREAD_DOMAIN); except that firehose registers memory in any
 * thread (FI_THREAD_SAFE then). A handler runs without the lock.
 *
 * Endpoint. A rank has one reliable datagram endpoint with two completion queues: one for received
 * messages, one for operations that this rank has posted. No provider makes progress by itself:
 * each poll reads both queues, and while the client computes, the attending thread does (attend.c).
 *
 * Messages. A receiver posts buffers for all peers and takes whatever arrives out of the queue at
 * once. A message that may not be delivered now is parked as a copy. A sender keeps at most
 * `window` requests that a peer has not handled (credits), which bounds what is parked; replies are
 * bounded by the requests that they answer. Replies and the conduit's own messages may use the last
 * quarter of the buffers and work objects, so that requests never block them.
 *
 * Longs. A long that fits into a message travels in it. Otherwise its payload is written to its
 * destination by RMA, and its message follows: at once if the network delivers a message after
 * earlier writes, else when the write has been delivered. If the destination cannot be written, the
 * target reads the payload from a buffer of the sender (fetch.c) and says when it has.
 *
 * Put and get. A transfer is one operation between the client's memory and the peer's if both can
 * be passed to libfabric as they are. Otherwise it is a struct hyd_ofi_xfer, which gets the keys of
 * memory first at the peer and then here, and moves in pieces, through buffers where memory here
 * has no key. A put is complete when it has been delivered: it asks for that itself, or a read that
 * is posted behind it proves it. What the peer cannot register goes by active messages.
 *
 * Memory. Providers in software take any memory: one registration has all of it. Others need memory
 * registered: the segment at attach, all else by firehose on demand (pins.c).
 *
 * Liveness. A rank pings peers that owe it anything, and one other peer, once a second (life.c). A
 * failed operation ends the job after a short wait, in which the reason for the failure may appear.
 *
 * The files, lowest first. Each calls those before it in this list; calls in the other direction go
 * through struct hyd_ofi_calls.
 *
 *   wire.h        message formats
 *   choice.c      chooses among libfabric's entries: rules and preferences
 *   offers.c      asks libfabric for its entries
 *   addresses.c   finds the addresses of this host that reach the other hosts
 *   cards.c       finds the card of this rank among several
 *   settings.c    sizes from the environment, and defaults of providers' variables
 *   net.c         libfabric's objects: endpoint, queues, address vector
 *   memory.c      registered memory, keys, buffers
 *   join.c        exchange of addresses and keys among the ranks
 *   work.c        operations under way, and their completions
 *   parts.c       messages that go in parts
 *   send.c        sends messages; credits
 *   pins.c        memory outside of segments, by firehose
 *   receive.c     receives messages
 *   rma.c         put, get and atomics
 *   fetch.c       longs whose payload the target reads
 *   life.c        pings
 *   progress.c    poll and sleep
 *   attend.c      the attending thread
 *   report.c      listings, counts, and the description of a peer
 *   ofi.c         open and close, and the conduit's table
 */
#ifndef HYD_OFI_STATE_H
#define HYD_OFI_STATE_H

#include <rdma/fabric.h>
#include <rdma/fi_atomic.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "conduits/conduit.h"
#include "conduits/conduit_host.h"
#include "conduits/ofi/wire.h"
#include "conduits/pin/client.h"
#include "core/am/attend.h"
#include "core/am/credits.h"
#include "core/base/err.h"
#include "core/env/env.h"

#define HYD_OFI_BATCH 32 /* most completions in one read */
#define HYD_OFI_WHERE "ofi conduit"
#define HYD_OFI_WORKING "; expected a provider that works (GASNET_OFI_PROVIDER names another)"

/* --- settings.c ----------------------------------------------------------- */

/* How the payload of a long travels that does not fit into its message. */
enum hyd_ofi_way {
  HYD_OFI_WAY_AUTO,
  HYD_OFI_WAY_FETCH, /* the target reads it */
  HYD_OFI_WAY_PUT,   /* a write, with the message right behind it, if the order is guaranteed */
  HYD_OFI_WAY_WAIT   /* a write, and the message once the write has been delivered */
};

/* How this rank learns that a put has been delivered. */
enum hyd_ofi_delivery {
  HYD_OFI_DELIVERY_AUTO, /* EACH for few puts to a peer, FLUSH for many if the provider allows it */
  HYD_OFI_DELIVERY_EACH, /* each put asks for a completion at delivery */
  HYD_OFI_DELIVERY_FLUSH /* the completion of a read that is posted behind the puts */
};

/* How memory is registered: AUTO as the provider wants it; the others imitate providers, for tests.
 */
enum hyd_ofi_registering {
  HYD_OFI_REGISTER_AUTO,
  HYD_OFI_REGISTER_SEGMENT, /* no registration of all memory */
  HYD_OFI_REGISTER_LOCAL    /* also, operations need registered local memory */
};

struct hyd_ofi_settings {
  size_t medium;          /* most bytes of a medium */
  uint32_t window, slack; /* credits (core/am/credits.h) */
  uint32_t sends;         /* buffers for messages that are not injected */
  uint32_t requests;      /* most of those that requests and transfers may take */
  uint32_t bounces;       /* buffers for payloads that are copied */
  uint32_t recvs;         /* receive buffers that take many messages each; 0: each takes one */
  size_t recv_size;       /* bytes of a receive buffer */
  size_t inject_am, inject_rma; /* most bytes of an injected message, or write */
  size_t tx_queue, rx_queue;    /* least entries */
  enum hyd_ofi_way way;
  enum hyd_ofi_delivery delivery;
  enum hyd_ofi_registering memory;
  int atomics;    /* 1 or 0: the user's choice; -1: the policy's (choice.h) */
  int multi_recv; /* use receive buffers for many messages */
};

/* --- net.c ---------------------------------------------------------------- */

struct hyd_ofi_net {
  struct fi_info *info; /* the chosen entry */
  struct fid_fabric *fabric;
  struct fid_domain *domain;
  struct fid_av *av;
  struct fid_cq *tx, *rx;
  struct fid_ep *ep;
  int fd[2];       /* readable at completions of tx and rx; -1: the provider has none */
  int needs_local; /* FI_MR_LOCAL: local memory of operations must be registered */
  int has_order;   /* a message arrives after writes that were posted before it */
  int flushes;     /* a read completes after writes that were posted before it */
  int injects;     /* messages stay in order: a later completion covers an injected message */
  int multi_recv;  /* receive buffers take many messages */
  int in_parts;    /* messages that are longer than `inject` go in parts */
  size_t inject;   /* most bytes of an injected operation, by the provider */
  size_t pieces;   /* most pieces of a put or get */
  size_t message_most, rma_most;
};

/* --- memory.c ------------------------------------------------------------- */

enum hyd_ofi_class {
  HYD_OFI_FIRST, /* replies and the conduit's own messages: may use all buffers */
  HYD_OFI_LAST   /* requests and transfers: leave some buffers free */
};

/* Buffers of one size. A buffer's memory is not touched before its first use. */
struct hyd_ofi_pool {
  char *base;
  size_t each;
  uint32_t n, nfree;
  uint32_t fresh; /* the first buffer that was never used; those count as free */
  uint32_t kept;  /* buffers that HYD_OFI_LAST leaves free */
  void *first;    /* used buffers that are free, linked through their first word */
  void *desc;     /* libfabric's descriptor, if buffers must be registered */
  struct fid_mr *mr;
};

struct hyd_ofi_memory {
  struct fid_mr *all;        /* the registration of all memory; or NULL */
  struct fid_mr *segment;    /* the registration of the segment; or NULL */
  uintptr_t base;            /* of the registered segment */
  size_t size;               /* of the registered segment; 0: none */
  void *desc;                /* the registered segment's descriptor */
  _Atomic uint64_t next_key; /* begins at random; relaxed: keys need only differ */
  int atomics;               /* the network's atomics may be used */
  struct hyd_ofi_pool sends, bounces;
  uint32_t *lent; /* [bounces.n]: 1 + the peer that reads the buffer, or 0 */
};

/* --- join.c, send.c ------------------------------------------------------- */

enum hyd_ofi_reach { HYD_OFI_NO_MEMORY, HYD_OFI_ALL_MEMORY, HYD_OFI_SEGMENT };

struct hyd_ofi_peer {
  fi_addr_t addr;
  uint64_t key;
  uint64_t origin; /* the peer's address that RMA addresses count from */
  uintptr_t base;  /* HYD_OFI_SEGMENT: the memory that RMA reaches */
  size_t size;
  struct hyd_credits credits;
  struct hyd_ofi_work *cut;     /* the message of which some parts are sent; or NULL */
  struct hyd_ofi_parked *parts; /* the message of which some parts have come; or NULL */
  struct hyd_ofi_work *wrote;   /* puts that no flush covers yet */
  struct hyd_owed flush;
  uint64_t awake_ns;  /* no descriptors: the peer polls until then, as this rank has asked for */
  uint32_t under_way; /* operations to the peer */
  uint32_t silent;    /* pings since the peer was last heard of */
  uint8_t reach;      /* enum hyd_ofi_reach */
  uint8_t ordered;    /* messages arrive after earlier writes */
  uint8_t answers;    /* the peer has a thread that answers pings while its client computes */
  uint8_t injected;   /* messages were injected, which have no completion */
  uint8_t flushing;   /* a flush, a read behind puts, is under way */
  uint8_t unasked;    /* puts that do not ask for delivery next, as the provider has had no room */
  uint32_t parked;    /* its messages that wait to be delivered */
};

/* --- work.c --------------------------------------------------------------- */

/* What follows when an operation has completed. */
enum hyd_ofi_after {
  HYD_OFI_NOTHING,
  HYD_OFI_OP_DONE,    /* a part of a client's operation is complete */
  HYD_OFI_PIECE_DONE, /* a piece of a transfer has moved */
  HYD_OFI_LONG_DONE,  /* the payload of a long has been written; its message may wait for that */
  HYD_OFI_ATOMIC_DONE,
  HYD_OFI_FLUSHED, /* the puts before this read have been delivered */
  HYD_OFI_AFTERS
};

/* One libfabric operation. */
struct hyd_ofi_work {
  struct fi_context2 context; /* first member: the provider's, while the operation is under way */
  struct hyd_ofi_work *next;  /* in one list: free, waiting for room, or for a flush */
  /* The provider may read these until the operation has ended. */
  struct iovec here[HYD_PIECES_MOST];
  struct fi_rma_iov there[HYD_PIECES_MOST];
  struct fi_ioc operand[2], result;
  void *desc[HYD_PIECES_MOST]; /* of registered memory; none: NULL */
  uint64_t value[3];           /* operands and result of an atomic */
  void *buffer;                /* goes back to `pool` at the end; NULL: none */
  struct hyd_ofi_pool *pool;
  void *what; /* by `after`: struct hyd_op, struct hyd_ofi_xfer, the long's message, the flushed
                 puts */
  uint32_t peer;
  uint8_t after;  /* enum hyd_ofi_after */
  uint8_t signs;  /* its completion shows that the peer is alive */
  uint8_t ends;   /* completions to come: a flushed put has two */
  uint8_t pieces; /* of `here` and `there` */
};

/* A copy of a message that cannot be delivered yet. */
struct hyd_ofi_parked {
  struct hyd_ofi_parked *next;
  size_t size;
  size_t whole;    /* the size when all parts have come */
  uint64_t buffer; /* the sender's buffer that is being read for the message; 0: none */
  uint32_t peer;
  _Alignas(HYD_PACKET_ALIGN) char message[];
};
struct hyd_ofi_queue {
  struct hyd_ofi_parked *first, **last;
};

/* The next step of a transfer. */
enum hyd_ofi_step {
  HYD_OFI_GOES,        /* move pieces */
  HYD_OFI_WANTS_THERE, /* get a key of the peer's memory */
  HYD_OFI_WANTS_HERE,  /* get a key of the local memory */
  HYD_OFI_TELLS        /* tell the peer that its buffer has been read */
};

/* A transfer that is not a single operation between the client's memory and the peer's. */
struct hyd_ofi_xfer {
  struct hyd_ofi_xfer *next;
  char *local;
  uintptr_t remote;
  size_t n, at;     /* bytes in all, and bytes whose pieces are started */
  uint32_t pending; /* pieces under way */
  uint32_t peer;
  uint8_t is_get, step, has_there, has_here;
  uint64_t key, origin; /* the peer's memory (struct hyd_ofi_peer) */
  struct fh_request there, here;
  void *desc; /* the descriptor of `here` */
  struct hyd_pin_granted granted;
  struct hyd_ofi_parked *message; /* the long that this reads the payload of; or NULL */
  void *guarded; /* destination of a long that `local`, allocated for it, is copied to; or NULL */
  void *copy;    /* buffer with a copy of the source; NULL: the source is stable */
  struct hyd_ofi_pool *pool;
  struct hyd_op *op;
};

/* --- pins.c --------------------------------------------------------------- */

struct hyd_ofi_pins {
  struct hyd_pin_client client;
  int serves;                   /* firehose also has memory of peers */
  int resending;                /* a thread is in carry_on */
  size_t piece;                 /* most bytes of a transfer that are pinned at a time */
  uint32_t asked;               /* transfers that wait for firehose */
  struct hyd_ofi_xfer *refused; /* transfers for active messages */
};

/* --- receive.c ------------------------------------------------------------ */

/* A receive buffer. */
struct hyd_ofi_recv {
  struct fi_context2 context; /* first member: the provider's */
  struct hyd_ofi_recv *next;
  char *base;
  size_t size;
  uint32_t held; /* messages in it that are being delivered */
};

struct hyd_ofi_arrivals {
  struct fi_cq_data_entry entry[HYD_OFI_BATCH];
  int n, at;                  /* entries that were read, and the next to take */
  struct hyd_ofi_recv *recv;  /* [nrecv] */
  struct hyd_ofi_recv *rests; /* given back by the provider; reused once the queue was empty */
  struct hyd_ofi_recv *ready; /* buffers to be posted */
  uint32_t nrecv;
  struct hyd_ofi_pool buffers;
  struct hyd_ofi_queue requests, replies; /* parked messages */
  char *scratch;                          /* an aligned copy of a message, for the polling thread */
  int take_requests;
};

struct hyd_ofi_counts {
  uint64_t messages, puts, gets, together, atomics, by_buffer, in_parts, strangers, no_room;
};

struct hyd_ofi;
/* Calls from a file to later files of the list above; ofi.c has the table. */
struct hyd_ofi_calls {
  /* By enum hyd_ofi_after, from HYD_OFI_PIECE_DONE on; not called if the operation has failed. */
  void (*ended[HYD_OFI_AFTERS])(struct hyd_ofi *s, struct hyd_ofi_work *w);
  void (*xfer_done)(struct hyd_ofi *s, struct hyd_ofi_xfer *x);
  void (*fetch)(struct hyd_ofi *s, const struct hyd_packet *h, const char *at, void *dest);
  /* The segments are known; `bytes` may be registered beside them. */
  void (*attached)(struct hyd_ofi *s, uint64_t bytes);
  /* Makes progress within a call that waits. Runs no handlers; no lock held. */
  void (*progress)(void *state);
};

struct hyd_ofi {
  struct hyd_job *job;
  const struct hyd_ofi_calls *calls;
  struct hyd_ofi_settings set;
  struct hyd_ofi_net net;
  struct hyd_ofi_memory memory;
  struct hyd_ofi_peer *peer; /* [size] */
  struct hyd_owed *owing,
      *unflushed;  /* lists of peers: to be sent credits; with puts to be flushed */
  uint64_t secret; /* in each message (wire.h) */
  struct hyd_attend attend;
  int events; /* what the current poll has done */
  int closing;

  struct hyd_ofi_work *work, *idle; /* [nwork]; the free ones */
  uint32_t nwork, nidle;
  struct hyd_ofi_work *held, **last_held;       /* messages that wait for room */
  struct hyd_ofi_xfer *waiting, **last_waiting; /* transfers that wait for room */
  uint32_t nwaiting;
  struct hyd_ofi_arrivals in;
  struct hyd_ofi_pins pins;
  struct hyd_ofi_counts counts;

  _Atomic uint64_t look_ns;  /* time of the next pings; written with the lock */
  uint32_t next_probe;       /* the peer that is pinged without cause */
  uint32_t looks;            /* polls; every LOOK_EVERY one reads the clock */
  uint32_t reads;            /* rounds over the queues */
  uint32_t idle_polls;       /* polls in a row without an event */
  uint32_t eager_polls;      /* coming polls that count as events, since peers' traffic was seen */
  _Atomic int woken;         /* a descriptor has woken this rank; relaxed: a hint */
  uint64_t traffic_until_ns; /* without descriptors: peers' traffic is assumed until then */
  uint64_t lost_ns;          /* when an operation has failed; 0: none */
  char lost[550];            /* the message about that failure */
};

static inline void hyd_ofi_lock(struct hyd_ofi *s) { hyd_client_lock_take(&s->attend.lock); }
static inline void hyd_ofi_unlock(struct hyd_ofi *s) { hyd_client_lock_leave(&s->attend.lock); }

#endif
