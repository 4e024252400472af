/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ibv_int.h: what the parts of the ibv conduit share. One lock for all of it (lock.h), not held
 * while a handler runs.
 *
 *   ports.c   which port;  ports_find.c: which there are
 *   dev.c     the device and port, and what is made once on it
 *   settings.c what the environment asks for
 *   pool.c    registered buffers of one size;  bufs.c: all of a rank's
 *   conn.c    connections, which two ranks make by datagrams (hello.c, qp.c) or by librdmacm (cm.c)
 *   static.c  which are made at the start;  map.c: files of them
 *   rails.c   further queue pairs to a peer;  rail_ports.c: the ports they go by
 *   post.c    the send queue of a connection, and what its completions release
 *   flow.c    credits
 *   am.c      messages out;  take.c: messages in
 *   reg.c     keys of memory: the segment, firehose, buffers;  pin.c: firehose's client
 *   mail.c    what the library itself has to say
 *   rma.c     put and get;  now.c: blocking ones;  refused.c: those whose memory cannot be pinned
 * at the peer atomic.c  atomics events.c  what the device says by itself;  attend.c: a thread that
 * stands in for the client, and signs of life wake.c    what wakes whoever sleeps ibv.c     the
 * conduit: its life, poll and sleep
 */
#ifndef HYD_IBV_INT_H
#define HYD_IBV_INT_H

#include <infiniband/verbs.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>

#include "conduits/conduit.h"
#include "conduits/dispatch.h"
#include "conduits/ibv/lock.h"
#include "conduits/ibv/ports.h"
#include "conduits/ibv/wire.h"
#include "core/am/am.h"
#include "core/boot/boot.h"
#include "core/env/env.h"
#include "core/base/err.h"
#include "core/base/job.h"
#include "core/op/op_list.h"
#include "firehose/firehose.h"

#define VB_NONE UINT32_MAX
#define VB_BATCH 16  /* completions, and receive buffers, at a time */
#define VB_WINDOW 1u /* credits of a class, in the beginning */
/* Buffers: 1 for a reply that comes after others have said that its request was dealt with. */
#define VB_FIRST_GRANT (VB_CLASSES * VB_WINDOW + 1)
#define VB_BOUNCE 65536u /* bytes of a large buffer */
#define VB_MAX_LONG VB_BOUNCE
/* And atomics: vb_dev.access. */
#define VB_ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ)
#define VB_RAILS_MAX 8u /* queue pairs for a peer */
#define VB_HELLOS 64u   /* receive buffers of hellos */

/* --- the device (dev.c) --------------------------------------------------- */

/* Where a rank is. */
struct vb_where {
  unsigned char gid[16]; /* librdmacm: its IP address */
  uint32_t qpn;          /* of its datagrams; librdmacm: its port */
  uint16_t lid;
  uint8_t net : 4;   /* enum vb_net: all but InfiniBand's are addressed by GID */
  uint8_t ports : 4; /* that its rails may go by, */
  uint8_t first : 3; /* and which of them is its own */
  uint8_t small : 1; /* buffers of VB_SMALL_BUFFER bytes */
  uint8_t way : 3;   /* how it connects */
  uint8_t rxe : 1;   /* by soft-RoCE */
};
_Static_assert(sizeof(struct vb_where) <= HYD_ADDRESS_SIZE, "fits into the directory");

struct vb_dev {
  uint32_t number;     /* home's: 0, or which of vb_state.more it is, from 1 on */
  struct vb_dev *home; /* of several ports of a device, the one by which it was opened: all below is
                          that's, too */
  struct ibv_context *ctx;
  struct ibv_pd *pd;
  struct ibv_comp_channel *channel;
  struct ibv_cq *cq;
  struct ibv_srq *srq;       /* NULL: no messages come by it */
  struct ibv_mr *segment_mr; /* of home; NULL: not as a whole */
  struct ibv_port_attr port_attr;
  struct ibv_device_attr attr;
  union ibv_gid gid;
  const struct vb_way *way; /* how ranks connect */
  uint8_t port, gid_index, net;
  uint8_t is_iwarp;
  uint8_t is_siw; /* the kernel's soft-iWARP, */
  uint8_t is_rxe; /* and its soft-RoCE */
  uint16_t pkey_index;
  int access;      /* that peers have to memory */
  int read_access; /* and that RDMA reads need to where they put what they have read */
  uint32_t inline_max;
  size_t message_max; /* bytes of an RDMA operation, */
  size_t read_max;    /* and of one that reads */
  char name[VB_DEVICE_NAME];
};

/* This rank's port, and those for its rails, one or more, which may be the same. */
struct vb_choice {
  uint32_t n;
  struct vb_port used, rail[VB_RAILS_MAX];
};

/* Opens a port and its device. -1: see `why`. */
int vb_dev_open(struct vb_dev *d, struct hyd_job *job, const struct vb_port *port, char *why,
                size_t size);
/* Another port of a device that is open. */
int vb_dev_share(struct vb_dev *d, struct vb_dev *home, struct hyd_env *env,
                 const struct vb_port *port, char *why, size_t size);
/* A completion queue of its own; rails alone need no more. */
int vb_dev_completions(struct vb_dev *d, uint32_t n);
/* ports_find.c: the ports for this rank, as the environment says. Every rank of the host calls
 * it. */
int vb_port_find(struct hyd_job *job, struct vb_choice *c, char *why, size_t size);
/* Of a device that has been opened for rails alone. */
static inline int vb_is_for_rails(const struct vb_dev *d) { return d->srq == NULL; }
struct vb_state;
/* All ranks' ports are of kinds that reach each other, or the job ends. Rank 0 looks. */
void vb_ports_agree(const struct vb_state *s);
/* Makes the queues for `receives` buffers and `sends` work requests whose completion is
 * reported. */
int vb_dev_queues(struct vb_dev *d, uint32_t receives, uint32_t sends, char *why, size_t size);
/* Address of a rank. NULL: see errno. */
struct ibv_ah *vb_dev_address(const struct vb_dev *d, const struct vb_where *at);
struct ibv_ah_attr vb_dev_path(const struct vb_dev *d, const struct vb_where *at);

/* --- registered buffers (pool.c) ------------------------------------------ */

#define VB_POOL_PARTS 64u
struct vb_pool {
  char *base;
  size_t each, size;
  uint32_t n, nfree, *free;
  uint32_t step, parts; /* buffers of a part; parts at most */
  int access;
  struct ibv_mr *mr[VB_POOL_PARTS];
};
/* n buffers, and as many again for each growth, of which there are parts - 1. 0, or an errno value
 * of the registration. */
int vb_pool_make(struct vb_pool *p, struct ibv_pd *pd, size_t each, uint32_t n, uint32_t parts,
                 int access);
int vb_pool_grow(struct vb_pool *p, struct ibv_pd *pd);
void vb_pool_free(struct vb_pool *p);
/* Of pools that do not grow. */
static inline uint32_t vb_pool_lkey(const struct vb_pool *p) { return p->mr[0]->lkey; }
static inline void *vb_pool_at(const struct vb_pool *p, uint32_t i) {
  return p->base + (size_t)i * p->each;
}
static inline uint32_t vb_pool_get(struct vb_pool *p) {
  return p->nfree ? p->free[--p->nfree] : VB_NONE;
}
static inline void vb_pool_put(struct vb_pool *p, uint32_t i) { p->free[p->nfree++] = i; }

/* --- connections ---------------------------------------------------------- */

/* One class's credits: what this rank may send, and what it lets the peer send. */
struct vb_flow {
  uint64_t sent, limit, returned; /* returned: of those sent, the peer has dealt with */
  uint64_t taken, window;         /* limit for the peer: taken + window */
  uint64_t told_limit, told_taken;
};

/* What a work request leaves to be done when it has ended; VB_WAITED: nothing, but somebody waits
 * for it (now.c). */
enum vb_after {
  VB_NOTHING,
  VB_WAITED,
  VB_OP_DONE,
  VB_FREE_BUFFER,
  VB_XFER_DONE,
  VB_ATOMIC_DONE,
  VB_LIFE_SEEN
};
struct vb_slot {
  void *what;
  uint32_t buffer;
  uint8_t after, signaled;
  uint8_t is_read, ended; /* of iWARP's (post.c) */
};

/* Two queues, because a reply, which is a long, may wait for what firehose has to say. */
enum vb_mails { VB_MAIL_FIREHOSE, VB_MAIL_LONGS, VB_MAILS };
struct vb_mail {
  struct vb_letter *first, **last;
};

/* Half: not known that the peer's end can receive. Lost: it was ready; nothing is sent any more,
 * and whoever wants to waits: if the job is not ending, conn.c ends it after a while. */
enum vb_conn_state { VB_HALF, VB_READY, VB_LOST };

struct vb_conn {
  uint32_t peer;
  const struct vb_dev *dev; /* the port here */
  uint8_t rail,
      nrails; /* rail: number of this one; 0: the connection itself, which has those below */
  uint8_t state, answers; /* answers: this end can receive */
  uint8_t barred;         /* a rail's: its port cannot be used, here or there */
  uint8_t in_opening;     /* is in that list */
  uint8_t wanted;         /* somebody wants to send, but cannot yet, or not any more */
  uint8_t owes, listed; /* in the list of those that owe credits; of those with waiting transfers */
  struct ibv_qp *qp;    /* NULL: not yet */
  struct ibv_ah *ah;
  struct rdma_cm_id *id; /* librdmacm's */
  const char *trouble;   /* what the last attempt failed of, or NULL */
  uint32_t psn;
  uint32_t
      segment_key; /* a rail's: of the peer's segment at its port there; 0: as the connection's */
  uint64_t peer_cell, peer_life;
  uint32_t peer_cell_key;
  uint64_t began_ns, next_ns, wait_ns; /* of attempts to connect */
  uint64_t life;                       /* the peer's word when it was last read, */
  uint32_t silent;                     /* looks since it changed, */
  uint32_t done_before;                /* work requests at the last of them */
  uint8_t asked_life;                  /* a read of it is under way */
  uint32_t posted, done, signaled;     /* work requests; signaled: when `posted` was that */
  struct vb_flow flow[VB_CLASSES];
  struct vb_mail mail[VB_MAILS];
  struct vb_xfer *waiting, **last_waiting; /* transfers that wait for room */
  uint32_t nwaiting;
  struct vb_conn *next_open, *next_owing, *next_listed;
  struct vb_conn *rails[VB_RAILS_MAX];
  struct vb_slot slot[]; /* vb_settings.slots */
};

/* A message that waits for credit, room or a buffer: firehose's, or part of a long. */
struct vb_letter {
  struct vb_letter *next;
  uint32_t peer, size; /* of `bytes`, which come after the header */
  struct vb_header h;
  unsigned char bytes[];
};

/* What the environment, and then the device, allow (settings.c). */
struct vb_settings {
  uint32_t slots; /* a power of two, */
  uint32_t depth; /* and work requests of a send queue: devices make it a power of two, with one to
                     spare */
  uint32_t signal_every; /* of those that nobody waits for */
  uint32_t window;       /* credits of a class, at most */
  uint32_t inline_most;
  uint32_t receives, sends; /* buffers; 0: by the size of the job */
  uint32_t rails;           /* queue pairs for a peer, */
  uint32_t apart;           /* and 1, or 0, for nothing but long reads (rails.c) */
  int rail_each_port;       /* nobody has said how many */
  size_t put_stripe,
      get_stripe;           /* bytes that go by one of them; 0: what is there, divided by them */
  uint8_t reads;            /* of a connection at a time, and atomics */
  uint8_t timeout, retries; /* as verbs have them */
  uint64_t wait_min_ns, wait_max_ns; /* between attempts to connect */
};

struct vb_state {
  struct hyd_job *job;
  struct vb_settings set;
  struct vb_dev dev;
  struct vb_choice choice;
  struct vb_dev
      *port[VB_RAILS_MAX]; /* that rails go by, some of them perhaps dev; NULL: cannot be used */
  uint32_t nports;         /* the same number at all ranks */
  struct vb_dev *more[VB_RAILS_MAX]; /* devices that were opened for them */
  uint32_t nmore; /* what is registered is registered with each of them, too, if it can be */
  const struct vb_where *table; /* [size] */
  struct vb_conn **conn;        /* [size]; NULL: never needed */
  struct vb_conn *opening, *owing, *listed;
  struct vb_where where; /* this rank's */
  struct vb_cm *cm;      /* cm.c */
  int way_fd;            /* has events for the way to connect; -1: there is none */
  uint64_t look_ns;      /* when to look at it again */
  uint32_t looks;

  struct vb_lock lock;
  int closing;
  int warned;      /* vb_warn_once was called */
  int only_static; /* no connection is begun any more */

  /* --- hellos ------------------------------------------------------------- */
  struct ibv_qp *ud;
  struct vb_pool hellos; /* VB_HELLOS to receive, the others to send */

  /* --- buffers ------------------------------------------------------------ */
  struct vb_pool receive, send, bounce, cells, results; /* results: of atomics */
  uint32_t repost[VB_BATCH];
  int nrepost;
  uint32_t granted; /* buffers that peers may fill with requests and control messages */
  uint32_t grant_max;
  uint32_t outstanding;          /* requests whose replies may come, */
  uint32_t reserve;              /* and so many at most */
  uint32_t signals, signals_max; /* work requests whose completions are to come */

  /* --- what has come ------------------------------------------------------ */
  struct ibv_wc wc[VB_BATCH];
  int nwc, at_wc;
  struct vb_stash {
    uint32_t *buffer, room, first, n; /* in order */
  } requests, replies;                /* that could not be taken yet */
  int take_requests, events;
  int nested; /* somebody waits within a call: no handlers now */

  /* --- the client is away ------------------------------------------------- */
  struct vb_attendant *attendant; /* NULL: no such thread */
  _Atomic uint64_t polls;         /* relaxed: how many, seen soon enough */
  _Atomic uint32_t
      asleep; /* threads in vb_sleep, from before they look for completions; relaxed: lock held */
  int attending;               /* it is the attendant that makes progress */
  struct hyd_op_list finished; /* operations that are done, for the client's threads */

  /* --- memory ------------------------------------------------------------- */
  uint64_t buffers; /* bytes of this rank's pools */
  uint32_t message; /* bytes of a message at most */
  enum fh_strategy strategy;
  uintptr_t segment_base, segment_size;
  uint32_t *segment_key;       /* [size]; 0: not registered as a whole */
  int atomics;                 /* the cards can do them, on all ranks' segments */
  struct fh *fh;               /* NULL: nothing is pinned but segments and buffers */
  struct fh *_Atomic fh_shown; /* the same, to the watching thread */
  int fh_remote;               /* it also has memory of peers */
  struct fh_watch *watch;
  int maps;     /* fh_vma_open's */
  size_t piece; /* bytes of a transfer at most */
  struct vb_xfer *free_xfers;
  struct vb_xfer *refused;   /* that go by messages (refused.c) */
  int resending;             /* somebody sees to them */
  uint32_t asked;            /* transfers that firehose will tell something */
  pthread_mutex_t mail_lock; /* taken last; the four below, written by firehose's callbacks */
  struct vb_xfer *granted_first, **granted_last;
  struct vb_letter *mail_first, **mail_last;
  _Atomic uint32_t
      mails; /* how many there are of both; relaxed: a hint, read again under mail_lock */
  uint64_t now;
  uint32_t waits; /* those of now.c, in a row */
};

/* describe.c */
int vb_describe(struct hyd_job *job, void *state, uint32_t peer, char *line, size_t size);

static inline void vb_lock(struct vb_state *s) { vb_lock_take(&s->lock); }
static inline void vb_unlock(struct vb_state *s) { vb_lock_leave(&s->lock); }

/* Bytes of payload that a message carries. */
static inline size_t vb_max_payload(const struct vb_state *s) {
  return s->message - VB_BEFORE_PAYLOAD;
}

/* All that follows: lock held, unless it says otherwise. */

/* settings.c: reads them, of the device that is open; says what has no effect. */
void vb_settings_read(struct vb_state *s);
/* GASNET_MAX_MTU. */
void vb_settings_limit_mtu(const struct vb_state *s, struct vb_dev *d);
/* Says what is in effect, if that is asked for (GASNET_VERBOSEENV). */
void vb_settings_say(const struct vb_state *s);

/* A way to connect. Whoever begins is tried again by conn.c until the connection is ready. */
struct vb_way {
  const char *name; /* GASNET_CONNECT */
  /* Before addresses are exchanged: fills s->where. -1: see `why`. */
  int (*open)(struct vb_state *s, char *why, size_t size);
  void (*begin)(struct vb_state *s, struct vb_conn *c);
  /* No connection yet, some time later. */
  void (*again)(struct vb_state *s, struct vb_conn *c);
  /* Whether the connection has become ready, where no event says so. */
  int (*is_met)(struct vb_state *s, struct vb_conn *c);
  /* Takes events that do not come by the completion queue. */
  void (*look)(struct vb_state *s);
  /* Where the rank is, for people. */
  void (*address)(const struct vb_state *s, uint32_t peer, char *text, size_t size);
};
extern const struct vb_way vb_way_ud, vb_way_cm; /* hello.c, cm.c */

/* conn.c: the way for the device just opened, as the environment says, and what else depends on its
 * kind. No lock. */
int vb_way_choose(struct vb_dev *d, struct hyd_env *env, char *why, size_t size);
int vb_way_open(struct vb_state *s, char *why, size_t size);
/* Whether all ranks go the same way; fatal if not. */
void vb_way_agree(const struct vb_state *s);
/* The connection to a rank, made if there is none; never NULL. The second is for who is asked: also
 * where this rank may not begin (GASNET_CONNECT_DYNAMIC). */
struct vb_conn *vb_conn_to(struct vb_state *s, uint32_t peer);
struct vb_conn *vb_conn_asked(struct vb_state *s, uint32_t peer);
/* The same where there is none, and nobody begins: the peer has. */
struct vb_conn *vb_conn_new(struct vb_state *s, uint32_t peer);
/* What the peer's hello says, beside its end. */
void vb_conn_learn(struct vb_state *s, struct vb_conn *c, const struct vb_hello *h);
/* The network says that it is gone. */
void vb_conn_lost(struct vb_state *s, struct vb_conn *c, const char *trouble);
/* Goes on with connections that are being made. */
void vb_conn_tick(struct vb_state *s);
/* A hello, but for what is of datagrams; whether one that has come is of this job and for this
 * rank. */
struct vb_hello vb_hello_to(const struct vb_state *s, uint32_t peer);
int vb_hello_is_ours(const struct vb_state *s, const struct vb_hello *h);
/* rails.c: makes them, if there are to be any; the peer has sent a message about them. */
void vb_rails_begin(struct vb_state *s, struct vb_conn *c);
void vb_rails_hear(struct vb_state *s, struct vb_conn *c, const void *message, size_t n);
/* In this rank's address: its ports. What the table says of all ranks' ports and devices. */
void vb_rails_tell(struct vb_state *s);
void vb_rails_agree(struct vb_state *s);
/* rail_ports.c: opens what this rank's rails go by, once all ranks' addresses are known. No
 * lock. */
void vb_rail_ports_open(struct vb_state *s);
void vb_rail_ports_say(const struct vb_state *s);
/* Registers the segment there as well. */
void vb_rail_ports_attach(struct vb_state *s);
/* Fetches up to n completions from there. */
int vb_rail_ports_fetch(struct vb_state *s, struct ibv_wc *wc, int n);
/* The one for long reads, where those need one; NULL: not yet. */
struct vb_conn *vb_rail_for_reads(struct vb_state *s, struct vb_conn *c);
static inline int vb_rails_ready(const struct vb_conn *c) {
  return c->nrails && c->rails[0]->state == VB_READY && c->rails[0]->answers;
}
/* static.c: connections that are wanted from the start; says, in the end, which there were. No lock
 * held. */
void vb_static_open(struct vb_state *s);
void vb_static_close(struct vb_state *s);
/* hello.c: a datagram has come or gone. */
void vb_hello_taken(struct vb_state *s, const struct ibv_wc *wc);
/* qp.c: what a queue pair is made with. */
struct ibv_qp_init_attr vb_qp_attr(const struct vb_state *s, const struct vb_dev *d);
/* A queue pair by hand, and its states, until it sends to and receives from the peer's, which is
 * there. */
void vb_qp_make(struct vb_state *s, struct vb_conn *c);
void vb_qp_meet(struct vb_state *s, struct vb_conn *c, const struct vb_hello *h,
                const struct vb_where *there);
/* cm.c: the device as librdmacm has opened it. */
int vb_cm_device(struct vb_dev *d, char *why, size_t size);
/* Something was refused, or has failed, on this connection: whether it is because the connection is
 * gone, of which librdmacm will tell, or has told. */
int vb_cm_gone(struct vb_state *s, struct vb_conn *c, enum ibv_wc_status status);
/* Ranks that connect to this one are seen to now and then, which costs a system call; conn.c says
 * when. */
#define VB_LOOK_EVERY 16u /* polls, between looks at the clock */
static inline int vb_look_is_due(struct vb_state *s) {
  return s->opening != NULL || (s->way_fd >= 0 && ++s->looks % VB_LOOK_EVERY == 0);
}

/* Starts to connect if need be; NULL: not connected yet. */
static inline struct vb_conn *vb_conn_ready(struct vb_state *s, uint32_t peer) {
  struct vb_conn *c = s->conn[peer];
  if (hyd_unlikely(c == NULL)) c = vb_conn_to(s, peer);
  if (hyd_likely(c->state == VB_READY)) return c;
  c->wanted = 1;
  return NULL;
}

/* One of up to one piece of memory; the rest of the struct is left alone: it is long. */
static inline void vb_work(struct ibv_send_wr *wr, enum ibv_wr_opcode what, struct ibv_sge *at,
                           unsigned flags) {
  wr->next = NULL;
  wr->sg_list = at;
  wr->num_sge = at != NULL;
  wr->opcode = what;
  wr->send_flags = flags;
}
static inline void vb_work_rdma(struct ibv_send_wr *wr, enum ibv_wr_opcode what, struct ibv_sge *at,
                                unsigned flags, uintptr_t remote, uint32_t rkey) {
  vb_work(wr, what, at, flags);
  wr->wr.rdma.remote_addr = remote;
  wr->wr.rdma.rkey = rkey;
}

/* post.c: whether n work requests fit. */
static inline int vb_room(const struct vb_state *s, const struct vb_conn *c, uint32_t n) {
  return c->posted - c->done + n <= s->set.depth && s->signals + n <= s->signals_max;
}
/* Whether a transfer may go now: there is room, and none waits for it. */
static inline int vb_is_free(const struct vb_state *s, const struct vb_conn *c) {
  return !c->nwaiting && vb_room(s, c, 1);
}
/* Posts `wr`, whose memory may be anything that inline data may be. There is room. */
void vb_post(struct vb_state *s, struct vb_conn *c, struct ibv_send_wr *wr, enum vb_after after,
             void *what, uint32_t buffer);
static inline struct vb_slot *vb_slot_of(const struct vb_state *s, struct vb_conn *c, uint32_t i) {
  return &c->slot[i & (s->set.slots - 1)];
}
/* Posted work requests of the connection have ended, as far as this one. */
void vb_posted_done(struct vb_state *s, const struct ibv_wc *wc);
/* One part of an operation is done; of those that the attendant finds, the client is told when it
 * polls. */
void vb_op_finish(struct vb_state *s, struct hyd_op *op);
/* Whether all have ended; has their ends reported. */
int vb_posted_all(struct vb_state *s, struct vb_conn *c);
#define VB_ID_SEND 0u
#define VB_ID_RECEIVE 1u
#define VB_ID_HELLO_SENT 2u
#define VB_ID_HELLO 3u
static inline uint64_t vb_id(uint64_t kind, uint64_t high, uint32_t low) {
  return kind << 62 | high << 32 | low;
}
static inline unsigned vb_id_kind(uint64_t id) { return (unsigned)(id >> 62); }
static inline uint32_t vb_id_high(uint64_t id) { return (uint32_t)(id >> 32 & 0x3fffffff); }
/* High part of a send's: the peer, 26 bits, and the rail. */
static inline uint64_t vb_id_of(const struct vb_conn *c) {
  return (uint64_t)c->rail << 26 | c->peer;
}
static inline struct vb_conn *vb_id_conn(const struct vb_state *s, uint64_t id) {
  struct vb_conn *c = s->conn[vb_id_high(id) & 0x3ffffff];
  uint32_t rail = vb_id_high(id) >> 26;
  return hyd_likely(rail == 0) ? c : c->rails[rail - 1];
}

/* bufs.c */
int vb_bufs_open(struct vb_state *s, char *why, size_t size);
/* Receive buffers that there may ever be. */
uint32_t vb_bufs_most(const struct vb_state *s);
/* The table is there: the least that a rank has. */
void vb_bufs_agree(struct vb_state *s);
/* More is granted than there are buffers. */
void vb_bufs_grow(struct vb_state *s);

/* flow.c */
void vb_flow_init(struct vb_state *s, struct vb_conn *c);
/* Whether the connection may send one more of the class. */
int vb_flow_may(struct vb_state *s, struct vb_conn *c, enum vb_class class);
void vb_flow_sent(struct vb_state *s, struct vb_conn *c, enum vb_class class);
/* Writes it into the peer's memory, for which there is room. */
void vb_flow_write(struct vb_state *s, struct vb_conn *c);
/* Whether the peer has ever written there. */
int vb_flow_is_written(const struct vb_state *s, const struct vb_conn *c);
/* What a message says of credits; what it is to say. */
void vb_flow_hear(struct vb_state *s, struct vb_conn *c, const struct vb_header *h);
void vb_flow_tell(struct vb_conn *c, struct vb_header *h);
/* One of the peer's messages has been dealt with. */
void vb_flow_take(struct vb_state *s, struct vb_conn *c, const struct vb_header *h);
/* Tells peers what no message has told them; only what they may be waiting for, unless `all`. */
void vb_flow_pay(struct vb_state *s, int all);

/* am.c: the second with the lock held. */
int vb_am_send(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m);
int vb_am_start(struct vb_state *s, uint32_t peer, const struct hyd_am *m);
/* A message built of these, if there is a buffer, else 1. There are credit and room. */
int vb_am_post(struct vb_state *s, struct vb_conn *c, struct vb_header *h, const gex_AM_Arg_t *args,
               const void *payload, size_t n);

/* mail.c: any thread, any lock. */
void vb_mail_firehose(void *state, uint32_t node, const void *message, size_t n);
/* A long of any length, in parts, all copied now. Credit for its message has been taken. */
void vb_mail_long(struct vb_state *s, struct vb_conn *c, const struct vb_header *h,
                  const gex_AM_Arg_t *args, const char *payload, size_t n);
/* A control message of the conduit itself. */
void vb_mail_control(struct vb_state *s, struct vb_conn *c, enum vb_kind kind, const void *bytes,
                     size_t n);
/* Takes firehose's to where they are sent from. */
void vb_mail_collect(struct vb_state *s);
/* Sends what there is for that peer, as far as possible; 1 = some is left. */
int vb_mail_send(struct vb_state *s, struct vb_conn *c);
static inline int vb_mail_waits(const struct vb_conn *c) {
  return c->mail[VB_MAIL_LONGS].first != NULL;
}

/* take.c: fetches completions, if there are none left; whether there are some. */
int vb_fetch(struct vb_state *s);
/* Deals with what has been fetched. */
void vb_take_all(struct vb_state *s);
/* Messages that were left, if they may be taken now. */
void vb_take_stash(struct vb_state *s);
static inline int vb_has_stash(const struct vb_state *s) {
  return (s->requests.n | s->replies.n) != 0;
}
void vb_receive_post(struct vb_state *s, uint32_t buffer);
void vb_receive_flush(struct vb_state *s);

/* reg.c */
int vb_attach(struct hyd_job *job, void *state);
void vb_detach(struct hyd_job *job, void *state);

/* pin.c: firehose, with so many bytes, the same at all ranks. */
void vb_pin_init(struct vb_state *s);
void vb_pin_open(struct vb_state *s, uint64_t bytes);
void vb_pin_close(struct vb_state *s);
/* Bytes that this process may pin beside its buffers. */
uint64_t vb_pinnable(struct vb_state *s);
struct fh_request;
void vb_pin_granted(struct fh_request *r, void *xfer);
/* Before this rank says anything to anybody. No lock held. */
static inline void vb_settle(struct vb_state *s) {
  if (hyd_unlikely(s->fh_remote && s->fh && !fh_is_settled(s->fh))) fh_settle(s->fh);
}

/* ibv.c: what keeps memory from being pinned: the first reason, to the user. */
void vb_warn_once(struct vb_state *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3), cold));
/* Lets the network go on, within a call that waits, without handlers. No lock held. */
void vb_progress_nested(void *state);
/* What a poll does. */
void vb_progress(struct vb_state *s);
/* The same; sleeps a moment if there is nothing to do. */
void vb_wait_nested(struct vb_state *s);
/* wake.c: has the devices tell of the next completion; 1 = some are there already. Lock held. */
int vb_wake_arm(struct vb_state *s);
/* What to wait for. No lock. */
#define VB_WAKE_FDS (1 + 2 * (1 + VB_RAILS_MAX))
uint32_t vb_wake_fds(const struct vb_state *s, struct pollfd *f);
/* What came of it, the tellings of completions if `all`. Lock held. */
void vb_wake_take(struct vb_state *s, const struct pollfd *f, uint32_t n, int all);
/* Whether memory is in this rank's segment, and that registered. */
static inline int vb_in_segment(const struct vb_state *s, const void *addr, size_t n) {
  uintptr_t at = (uintptr_t)addr - s->segment_base;
  return at < s->segment_size && n <= s->segment_size - at;
}

/* The connection has something that waits for room. */
static inline void vb_list(struct vb_state *s, struct vb_conn *c) {
  if (c->listed) return;
  c->listed = 1;
  c->next_listed = s->listed;
  s->listed = c;
}

/* attend.c: called before there is anybody to keep out; starts the thread; ends it, soon. */
static inline void vb_count_poll(struct vb_state *s) {
  atomic_store_explicit(&s->polls, atomic_load_explicit(&s->polls, memory_order_relaxed) + 1,
                        memory_order_relaxed);
}
int vb_attend_wanted(const struct hyd_job *job);
void vb_attend(struct vb_state *s);
void vb_attend_end(struct vb_state *s);
/* Whether a message was for the library itself, and the attendant has dealt with it. */
int vb_attend_message(struct vb_state *s, const struct vb_header *h);
void vb_life_seen(struct vb_state *s, struct vb_conn *c, uint32_t cell);

/* events.c: ends the job if the device cannot go on. */
void vb_events_open(struct vb_state *s);
void vb_events_take(struct vb_state *s);

/* atomic.c */
int vb_has_atomics(struct hyd_job *job, void *state);
int vb_atomic(struct hyd_job *job, void *state, uint32_t peer, void *addr,
              const struct hyd_atomic *a, struct hyd_op *op);
void vb_atomic_done(struct vb_state *s, struct hyd_op *op, uint32_t cell);

/* rma.c */
struct vb_xfer;
int vb_put(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src, size_t n,
           struct hyd_op *op, int stable);
int vb_get(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src, size_t n,
           struct hyd_op *op);
int vb_ends(void *state, const _Atomic uint32_t *pending);
struct hyd_op *vb_at_once(void *state, uint32_t peer, int is_put, void *remote, void *local,
                          size_t n);
void vb_xfer_done(struct vb_state *s, struct vb_xfer *x);
/* Goes on with transfers that waited for room, or for memory. */
void vb_xfers_go(struct vb_state *s);

#endif
