/* SPDX-License-Identifier: BSD-3-Clause
 *
 * state.h: the state of the ofi conduit in a rank. One lock (core/am/attend.h) guards all of it and
 * every call of libfabric, whose objects are opened for one thread at a time (FI_THREAD_DOMAIN); it
 * is not held while a handler runs.
 *
 * The files, from the library up; each calls those before it in this list, the other way goes
 * through struct hyd_ofi_calls:
 *
 *   wire.h        message formats
 *   choice.c      which of the entries that libfabric offers is used: rules and preferences
 *   offers.c      asks libfabric what it offers
 *   ways.c        which addresses of this host lead to the others
 *   cards.c       which of several cards is for this rank
 *   settings.c    sizes that the environment sets, and defaults for providers
 *   net.c         the objects of libfabric: endpoint, queues, address vector
 *   memory.c      registered memory, keys, buffers
 *   join.c        how ranks learn of each other
 *   work.c        operations under way, and their ends
 *   send.c        messages out; credits
 *   pins.c        memory outside of segments, by firehose
 *   receive.c     messages in
 *   rma.c         put, get and atomics
 *   fetch.c       longs that their targets read
 *   life.c        signs of life
 *   progress.c    poll and sleep
 *   attend.c      the attending thread
 *   report.c      what it says of itself
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

#define HYD_OFI_BATCH 32 /* completions that are read at a time */
#define HYD_OFI_WHERE "ofi conduit"

/* --- settings.c ----------------------------------------------------------- */

/* How longs go that are too long to travel in their message. */
enum hyd_ofi_way {
  HYD_OFI_WAY_AUTO,
  HYD_OFI_WAY_FETCH, /* a message, and the target reads what it does not have */
  HYD_OFI_WAY_PUT,   /* a write, and the message behind it: where the order is promised */
  HYD_OFI_WAY_WAIT   /* a write, and the message when that has been delivered */
};

/* How puts learn of their delivery. */
enum hyd_ofi_delivery {
  HYD_OFI_DELIVERY_AUTO, /* each asks for it, but of many to a peer, where a read is as good */
  HYD_OFI_DELIVERY_EACH,
  HYD_OFI_DELIVERY_FLUSH /* a read behind them tells */
};

/* How memory is registered: as the provider wants it, or in ways of other providers, for tests. */
enum hyd_ofi_registering {
  HYD_OFI_REGISTER_AUTO,
  HYD_OFI_REGISTER_SEGMENT, /* all memory cannot be */
  HYD_OFI_REGISTER_LOCAL    /* and what operations use here must be, too */
};

struct hyd_ofi_settings {
  size_t medium;                /* bytes of a medium at most */
  uint32_t window, slack;       /* of credits */
  uint32_t sends;               /* buffers for messages that are not injected */
  uint32_t requests;            /* of which requests and transfers may take so many */
  uint32_t bounces;             /* buffers for payloads that must be copied */
  uint32_t recvs;               /* buffers that take many messages each; 0: each takes one */
  size_t recv_size;             /* bytes of such a buffer */
  size_t inject_am, inject_rma; /* bytes that go by inject at most */
  size_t tx_queue, rx_queue;    /* entries at least */
  enum hyd_ofi_way way;
  enum hyd_ofi_delivery delivery;
  enum hyd_ofi_registering memory;
  int atomics; /* 1 and 0: as the user says; -1: as the provider deserves */
  int multi_recv;
};

/* --- net.c ---------------------------------------------------------------- */

struct hyd_ofi_net {
  struct fi_info *info; /* what was chosen */
  struct fid_fabric *fabric;
  struct fid_domain *domain;
  struct fid_av *av;
  struct fid_cq *tx, *rx;
  struct fid_ep *ep;
  int fd[2];       /* tells of completions of tx and rx; -1: this provider has none */
  int needs_local; /* FI_MR_LOCAL: buffers here must be registered */
  int has_order;   /* a message is not seen before what was written before it, */
  int flushes;     /* nor is a read done */
  int injects; /* messages stay in order, so that the end of a later one is that of an injected one
                */
  int multi_recv; /* buffers take many messages */
  size_t inject;  /* bytes, by the provider */
  size_t message_most, rma_most;
};

/* --- memory.c ------------------------------------------------------------- */

enum hyd_ofi_class {
  HYD_OFI_FIRST, /* replies, and messages of the library's own: as long as there is any room */
  HYD_OFI_LAST   /* requests and transfers: some of the room is not for them */
};

/* Buffers of one size, of which those not needed yet are not touched either. */
struct hyd_ofi_pool {
  char *base;
  size_t each;
  uint32_t n, fresh, nfree; /* nfree: with those never used, which begin at `fresh` */
  uint32_t kept;            /* not for requests and transfers */
  void *first;              /* the free ones that were used, linked through their first word */
  void *desc;               /* for libfabric, if buffers must be registered */
  struct fid_mr *mr;
};

struct hyd_ofi_memory {
  struct fid_mr *all;        /* everything, from the start on */
  struct fid_mr *segment;    /* or the segment */
  uintptr_t base;            /* of the segment that is registered, */
  size_t size;               /* 0: there is none */
  void *desc;                /* of it */
  _Atomic uint64_t next_key; /* from a random one on; relaxed: any that is another */
  int atomics;               /* the network's may be used */
  struct hyd_ofi_pool sends, bounces;
};

/* --- join.c, send.c ------------------------------------------------------- */

enum hyd_ofi_reach { HYD_OFI_NO_MEMORY, HYD_OFI_ALL_MEMORY, HYD_OFI_SEGMENT };

struct hyd_ofi_peer {
  fi_addr_t addr;
  uint64_t key;
  uint64_t origin; /* what addresses of it count from */
  uintptr_t base;  /* HYD_OFI_SEGMENT: what of it can be reached */
  size_t size;
  struct hyd_credits credits;
  struct hyd_ofi_work *wrote; /* puts whose delivery nothing has asked for yet */
  struct hyd_owed flush;
  uint32_t under_way; /* operations */
  uint32_t silent;    /* looks since it was asked for a sign of life */
  uint8_t reach;      /* enum hyd_ofi_reach */
  uint8_t ordered;    /* messages after what was written before */
  uint8_t answers;    /* has a thread that does, while its client is away */
  uint8_t injected;   /* messages without completion were sent */
  uint8_t flushing;   /* a read behind puts is under way */
  uint8_t refused;    /* so many puts do not ask for delivery, as the provider has had no room */
};

/* --- work.c --------------------------------------------------------------- */

/* What is to be done when an operation has ended. */
enum hyd_ofi_after {
  HYD_OFI_NOTHING,
  HYD_OFI_OP_DONE,
  HYD_OFI_PIECE_DONE, /* of a transfer */
  HYD_OFI_LONG_DONE,  /* the payload of a long, whose message may wait for that */
  HYD_OFI_ATOMIC_DONE,
  HYD_OFI_FLUSHED, /* puts before it have been delivered */
  HYD_OFI_AFTERS
};

struct hyd_ofi_work {
  struct fi_context2 context; /* the provider's, while the operation is under way: first */
  struct hyd_ofi_work *next;  /* while it is free, waits for room, or for a flush */
  /* The provider may read these until the operation has ended. */
  struct iovec here;
  struct fi_rma_iov there;
  struct fi_ioc operand[2], result;
  void *desc;
  uint64_t value[3]; /* of atomics, here: operands and result */
  void *buffer;      /* that goes back to its pool at the end; NULL: none */
  struct hyd_ofi_pool *pool;
  void *what; /* struct hyd_op, hyd_ofi_xfer, or works: of the message behind this, of puts */
  uint32_t peer;
  uint8_t after; /* enum hyd_ofi_after */
  uint8_t signs; /* its end is a sign of life */
  uint8_t ends;  /* to come: two of a put that is flushed */
};

struct hyd_ofi_parked { /* a message that cannot be taken, or sent, yet */
  struct hyd_ofi_parked *next;
  size_t size;
  uint64_t buffer; /* at the sender, that it waits for to be read; 0: none */
  uint32_t peer;
  _Alignas(HYD_PACKET_ALIGN) char message[];
};
struct hyd_ofi_queue {
  struct hyd_ofi_parked *first, **last;
};

/* What a transfer does next. */
enum hyd_ofi_step {
  HYD_OFI_GOES,        /* piece by piece */
  HYD_OFI_WANTS_THERE, /* memory of the peer, registered */
  HYD_OFI_WANTS_HERE,
  HYD_OFI_TELLS /* a peer that its buffer was read */
};

/* A transfer that is not a single operation between the client's memory and the peer's: parts of it
 * wait for room, or go by buffers. */
struct hyd_ofi_xfer {
  struct hyd_ofi_xfer *next;
  char *local;
  uintptr_t remote;
  size_t n, at;     /* bytes in all, and started */
  uint32_t pending; /* pieces under way */
  uint32_t peer;
  uint8_t is_get, step, has_there, has_here;
  uint64_t key, origin; /* of the peer's memory */
  struct fh_request there, here;
  void *desc; /* of `here` */
  struct hyd_pin_granted granted;
  struct hyd_ofi_parked *message; /* to be delivered at the end */
  void *guarded; /* where a long's bytes go that are read to `local`, allocated for it; or NULL */
  void *copy;    /* buffer with the source; NULL: it stays as it is */
  struct hyd_ofi_pool *pool;
  struct hyd_op *op;
};

/* --- pins.c --------------------------------------------------------------- */

struct hyd_ofi_pins {
  struct hyd_pin_client client;
  int serves, resending;        /* serves: peers' transfers, too */
  size_t piece;                 /* bytes of a transfer at most */
  uint32_t asked;               /* transfers that wait for it */
  struct hyd_ofi_xfer *refused; /* go by messages */
};

/* --- receive.c ------------------------------------------------------------ */

struct hyd_ofi_recv {
  struct fi_context2 context; /* first */
  struct hyd_ofi_recv *next;
  char *base;
  size_t size;
  uint32_t held; /* messages in it that are being looked at */
};

struct hyd_ofi_arrivals {
  struct fi_cq_data_entry entry[HYD_OFI_BATCH];
  int n, at;
  struct hyd_ofi_recv *recv;  /* all */
  struct hyd_ofi_recv *rests; /* given back by the provider: posted when the queue is empty */
  struct hyd_ofi_recv *ready; /* to be posted */
  uint32_t nrecv;
  struct hyd_ofi_pool buffers;
  struct hyd_ofi_queue requests, replies;
  char *scratch; /* for a message that lies unaligned; of the polling thread */
  int take_requests;
};

struct hyd_ofi_counts {
  uint64_t messages, puts, gets, atomics, by_buffer, strangers, no_room;
};

struct hyd_ofi;
/* What files call of files after them; ofi.c has the table. */
struct hyd_ofi_calls {
  /* By enum hyd_ofi_after, from HYD_OFI_PIECE_DONE on. Not if the operation has failed. */
  void (*ended[HYD_OFI_AFTERS])(struct hyd_ofi *s, struct hyd_ofi_work *w);
  void (*xfer_done)(struct hyd_ofi *s, struct hyd_ofi_xfer *x);
  void (*fetch)(struct hyd_ofi *s, const struct hyd_packet *h, const char *at, void *dest);
  void (*attached)(struct hyd_ofi *s, uint64_t bytes); /* that may be registered beside segments */
  void (*progress)(void *state);                       /* no handlers are run; no lock held */
};

struct hyd_ofi {
  struct hyd_job *job;
  const struct hyd_ofi_calls *calls;
  struct hyd_ofi_settings set;
  struct hyd_ofi_net net;
  struct hyd_ofi_memory memory;
  struct hyd_ofi_peer *peer;          /* [size] */
  struct hyd_owed *owing, *unflushed; /* peers: for credits; for puts */
  uint64_t secret;
  struct hyd_attend attend;
  int events; /* of the poll that is under way */
  int closing;

  struct hyd_ofi_work *work, *idle; /* all, and those that are free */
  uint32_t nwork, nidle;
  struct hyd_ofi_work *held, **last_held;       /* messages that wait for room */
  struct hyd_ofi_xfer *waiting, **last_waiting; /* transfers that do */
  uint32_t nwaiting;
  struct hyd_ofi_arrivals in;
  struct hyd_ofi_pins pins;
  struct hyd_ofi_counts counts;

  uint64_t look_ns;    /* when peers are to be asked for signs of life next */
  uint32_t looks;      /* polls since the clock was read */
  uint32_t reads;      /* looks at the queues */
  uint32_t vain;       /* polls since something came */
  uint32_t keen;       /* polls that count as events still, as traffic was seen */
  _Atomic int woken;   /* traffic has woken this rank up; relaxed: a hint */
  uint64_t patient_ns; /* until when it is taken for granted that there is traffic */
  uint32_t turn;       /* the peer that is asked without cause */
  uint64_t lost_ns;    /* when an operation has failed; 0: none */
  char lost[550];      /* what to say of it */
};

static inline void hyd_ofi_lock(struct hyd_ofi *s) { hyd_client_lock_take(&s->attend.lock); }
static inline void hyd_ofi_unlock(struct hyd_ofi *s) { hyd_client_lock_leave(&s->attend.lock); }

#endif
