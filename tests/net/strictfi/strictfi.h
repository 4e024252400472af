/* SPDX-License-Identifier: BSD-3-Clause
 *
 * strictfi.h: a provider for libfabric that keeps to the letter of what libfabric promises, and
 * ends the process, with a line that names the rule, when its user does not. See README.
 *
 * The files, from the bottom up:
 *
 *   rules.c      rules and their end; the seed; profiles
 *   info.c       fi_getinfo
 *   memory.c     registrations
 *   queue.c      completion queues
 *   carry.c      packets between endpoints
 *   operation.c  operations under way, and what packets do to them
 *   absent.c     what is not offered
 *   post.c       what is posted: messages, RMA, atomics
 *   endpoint.c   endpoints
 *   domain.c     fabric, domain, address vector, event queue
 *
 * Packets are datagrams between UNIX sockets, one for each endpoint. A domain has one lock; with
 * FI_THREAD_DOMAIN it may never be waited for.
 */
#ifndef STRICTFI_H
#define STRICTFI_H

#include <pthread.h>
#include <rdma/fabric.h>
#include <rdma/fi_atomic.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_eq.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

/* Since libfabric 1.22; the numbers follow those of 1.17's options. */
#define SFI_OPT_MAX_MSG_SIZE 12
#define SFI_OPT_MAX_RMA_SIZE 14

/* --- rules.c -------------------------------------------------------------- */

/* As numbered in README. */
enum sfi_rule {
  SFI_LOCAL = 1,
  SFI_ALLOCATED,
  SFI_KEY,
  SFI_ORIGIN,
  SFI_ENDPOINT,
  SFI_ACCESS,
  SFI_CONTEXT,
  SFI_IOV,
  SFI_BUFFER,
  SFI_SIZE,
  SFI_OVERRUN,
  SFI_ROOM,
  SFI_PEER,
  SFI_MORE,
  SFI_THREAD,
  SFI_OPTION,
  SFI_MULTI,
  SFI_CLOSED,
  SFI_ASKED,
  SFI_RULES
};

/* What a profile promises, and what it does to its users. Chances are in 1/256. */
struct sfi_profile {
  const char *name;
  uint64_t caps, mode, order;
  int mr_mode;  /* what it insists on */
  int may_have; /* and what it does if it is offered: FI_MR_LOCAL or 0 */
  size_t inject, tx, iov, key_size, cq_data;
  size_t message, rma; /* bytes at most; if they differ, the attribute is the larger one */
  size_t piece;        /* bytes of a packet */
  size_t least_multi;  /* bytes of FI_OPT_MIN_MULTI_RECV at least */
  size_t registrations;
  unsigned busy, delay; /* EAGAIN; looks that an operation waits at most */
  unsigned shuffles, early, late, few, gaps;
  unsigned knows_peers; /* no packet is taken from an endpoint that is not in the vector */
  unsigned reads_own;   /* reading a queue makes go on only what it reports */
  unsigned waits;       /* there are wait objects */
  unsigned strange;     /* entries of fi_getinfo that cannot be used come first */
};
extern const struct sfi_profile sfi_profiles[];
static inline int sfi_is_set(const char *variable) {
  const char *v = getenv(variable);
  return v && *v;
}
/* Bytes of a message at most, which may be less than fi_getinfo said. */
static inline size_t sfi_message_most(const struct sfi_profile *p) {
  return sfi_is_set("FI_STRICT_LESS") && p->message > 4096 ? 4096 : p->message;
}
extern struct fi_provider sfi_provider;

void sfi_broken(enum sfi_rule rule, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));
/* Reads the variables, once, and says which seed there is. */
const struct sfi_profile *sfi_profile(void);
void sfi_reseed(uint32_t rank);
uint32_t sfi_random(uint32_t below);
static inline int sfi_chance(unsigned in256) { return in256 && sfi_random(256) < in256; }

/* --- objects -------------------------------------------------------------- */

struct sfi_domain {
  struct fid_domain fid;
  const struct sfi_profile *like;
  pthread_mutex_t lock;
  int one_thread, mr_mode;
  size_t nmr, nep, ncq;
  struct sfi_mr *live[256]; /* by key */
  struct sfi_ep *eps;
};

struct sfi_mr {
  struct fid_mr fid;
  uint64_t magic; /* never freed: descriptors of what is closed are known as such */
  struct sfi_domain *domain;
  struct sfi_ep *ep;
  struct sfi_mr *next;
  uintptr_t base;
  size_t len;
  uint64_t access;
  int enabled, closed;
};

struct sfi_peer {
  struct sockaddr_un addr;
  socklen_t len;
  int is_removed; /* its place may be taken again */
  enum { SFI_NEW, SFI_GREETED, SFI_KNOWN, SFI_DEAD } state;
};

struct sfi_av {
  struct fid_av fid;
  struct sfi_domain *domain;
  struct sfi_peer *peer;
  size_t n;
};

struct sfi_entry {
  struct fi_cq_data_entry e;
  int err;
};
struct sfi_cq {
  struct fid_cq fid;
  struct sfi_domain *domain;
  enum fi_cq_format format;
  struct sfi_entry *entry; /* [size] */
  size_t size, n;
  int fd;
};

struct sfi_recv {
  struct sfi_recv *next;
  void *context;
  char *base;
  size_t len, used;
  int multi, told; /* told: the completion is wanted */
  struct sfi_mr *mr;
};

enum sfi_kind { SFI_SEND, SFI_WRITE, SFI_READ, SFI_FETCH, SFI_SWAP };

#define SFI_IOVS 4
#define SFI_SILENT (1ULL << 60)  /* fi_inject: no completion in any case */
#define SFI_OWN_IOV (1ULL << 61) /* the user has none that must stay */
struct sfi_piece {               /* of a read, that waits to be placed */
  struct sfi_piece *next;
  size_t at, len;
  char data[];
};
struct sfi_op {
  struct sfi_op *next;
  uint64_t number;
  enum sfi_kind kind;
  fi_addr_t peer;
  struct iovec iov[SFI_IOVS];
  const struct iovec *their_iov; /* FI_ASYNC_IOV: that of the user's, which must stay as it is */
  struct sfi_mr *mr[SFI_IOVS];
  size_t niov, len;
  void *context;
  uint64_t flags, data, addr, key, operand[2];
  size_t low, high;             /* not started yet: [low, high) */
  size_t ended;                 /* bytes that the peer has confirmed, or that were placed */
  uint32_t sum, delay, written; /* of the buffer; looks to wait; contexts were written over with */
  char *copy;
  struct sfi_piece *pieces;
  uint8_t told, deferred, counts; /* its completion was; FI_MORE; in sfi_ep.nops */
  uint64_t since;
};

/* A message that waits for a receive; or the data of a write. */
struct sfi_arrived {
  struct sfi_arrived *next;
  struct sockaddr_un from;
  socklen_t from_len;
  uint64_t number, data;
  size_t len, have;
  int wants_ack, is_write, has_data;
  char bytes[];
};

struct sfi_out {
  struct sfi_out *next;
  struct sockaddr_un to;
  socklen_t to_len;
  size_t len;
  char bytes[];
};

struct sfi_ep {
  struct fid_ep fid;
  struct sfi_domain *domain;
  struct sfi_ep *next;
  struct fi_info *info;
  struct sfi_av *av;
  struct sfi_cq *tx, *rx;
  int selective[2]; /* tx, rx */
  int enabled, fd;
  size_t least_multi; /* FI_OPT_MIN_MULTI_RECV */
  struct sockaddr_un name;
  socklen_t name_len;
  int prompt; /* FI_STRICT_PROMPT */
  struct sfi_op *ops;
  size_t nops; /* not told yet */
  uint64_t numbers;
  struct sfi_recv *recvs, **last_recv;
  struct sfi_arrived *arrived, **last_arrived, *partial;
  size_t narrived, stalls;
  uint32_t rests; /* looks until a message that found no receive is looked at again */
  struct sfi_out *out, **last_out;
  size_t nout;
  struct sfi_out *late; /* writes that have come, to be placed in so many looks */
  uint32_t late_for;
};

/* --- one thread ----------------------------------------------------------- */

void sfi_enter(struct sfi_domain *d);
static inline void sfi_leave(struct sfi_domain *d) { pthread_mutex_unlock(&d->lock); }

/* --- info.c ... endpoint.c ------------------------------------------------ */

int sfi_getinfo(uint32_t version, const char *node, const char *service, uint64_t flags,
                const struct fi_info *hints, struct fi_info **info);
/* The address of a service, on whatever host: an endpoint may be opened there, and found by it. */
socklen_t sfi_address_of(const char *service, struct sockaddr_un *a);
/* 0: any address will do. */
int sfi_is_address(const struct sockaddr_un *a);
int sfi_fabric_open(struct fi_fabric_attr *attr, struct fid_fabric **fabric, void *context);

extern struct fi_ops_mr sfi_ops_mr;
/* Lock held. The registration that `desc` names, which must cover the memory with that access. */
struct sfi_mr *sfi_mr_local(struct sfi_domain *d, void *desc, const struct iovec *v,
                            uint64_t access, const char *what);
/* It still does. */
void sfi_mr_still(const struct sfi_mr *mr, const struct iovec *v, const char *what);
/* Memory of this process, for a peer's operation. */
char *sfi_mr_remote(struct sfi_ep *ep, uint64_t key, uint64_t addr, size_t len, uint64_t access);

int sfi_cq_open(struct fid_domain *domain, struct fi_cq_attr *attr, struct fid_cq **cq,
                void *context);
/* Whether entries that were not read yet are of messages in [at, at + len). */
int sfi_cq_has(const struct sfi_cq *cq, const char *at, size_t len);
void sfi_cq_put(struct sfi_cq *cq, const struct fi_cq_data_entry *e, int err, int in_order);

/* carry.c: fields of all packets. */
enum sfi_packet_kind {
  SFI_HELLO,
  SFI_WELCOME,
  SFI_PIECE_OF_SEND,
  SFI_PIECE_OF_WRITE,
  SFI_ASK_PIECE,
  SFI_PIECE_OF_READ,
  SFI_ASK_ATOMIC,
  SFI_ATOMIC_RESULT,
  SFI_ACK
};
struct sfi_packet {
  uint16_t kind, flags;
  uint32_t size;   /* with the bytes behind it */
  uint64_t number; /* of the sender's operation */
  uint64_t total, at, len;
  uint64_t addr, key, data[3];
};
#define SFI_WANTS_ACK 1u
#define SFI_HAS_DATA 2u
#define SFI_IS_SWAP 4u

struct sfi_peer *sfi_peer_of(struct sfi_ep *ep, const struct sockaddr_un *a, socklen_t len);
struct sfi_out *sfi_packet_copy(const struct sockaddr_un *to, socklen_t len,
                                const struct sfi_packet *p, const void *bytes);
void sfi_packet_send(struct sfi_ep *ep, const struct sockaddr_un *to, socklen_t len,
                     const struct sfi_packet *p, const void *bytes);
void sfi_flush(struct sfi_ep *ep);
void sfi_take_packets(struct sfi_ep *ep);

/* operation.c */
struct sfi_op *sfi_op_new(struct sfi_ep *ep, enum sfi_kind kind);
void sfi_op_add(struct sfi_ep *ep, struct sfi_op *op);
void sfi_op_gather(const struct sfi_op *op, size_t at, size_t len, char *to);
uint32_t sfi_op_sum(const struct sfi_op *op);
/* A packet from there; `bytes`: behind the fields. */
void sfi_op_packet(struct sfi_ep *ep, const struct sockaddr_un *from, socklen_t from_len,
                   const struct sfi_packet *p, const char *bytes);
void sfi_ops_go(struct sfi_ep *ep);
/* Some have not gone in full. */
int sfi_ops_wait(const struct sfi_ep *ep);
void sfi_ops_lost(struct sfi_ep *ep, fi_addr_t peer);
void sfi_deliver(struct sfi_ep *ep);
/* Progress: tx of what this endpoint sends, rx of what it receives. */
void sfi_progress(struct sfi_ep *ep, int tx, int rx);

extern struct fi_ops_msg sfi_ops_msg;
extern struct fi_ops_rma sfi_ops_rma;
extern struct fi_ops_atomic sfi_ops_atomic;
extern struct fi_ops_tagged sfi_ops_tagged;
extern struct fi_ops_collective sfi_ops_collective;
extern struct fi_ops_cm sfi_ops_cm;
int sfi_getname(fid_t fid, void *addr, size_t *len);
int sfi_query_atomic(struct fid_domain *domain, enum fi_datatype type, enum fi_op op,
                     struct fi_atomic_attr *attr, uint64_t flags);

int sfi_endpoint_open(struct fid_domain *domain, struct fi_info *info, struct fid_ep **ep,
                      void *context);

/* Entries of tables of operations that are not there. */
int sfi_no_bind(struct fid *fid, struct fid *bfid, uint64_t flags);
int sfi_no_control(struct fid *fid, int command, void *arg);
int sfi_no_ops_open(struct fid *fid, const char *name, uint64_t flags, void **ops, void *context);
int sfi_no_tx_ctx(struct fid_ep *sep, int index, struct fi_tx_attr *attr, struct fid_ep **ep,
                  void *context);
int sfi_no_rx_ctx(struct fid_ep *sep, int index, struct fi_rx_attr *attr, struct fid_ep **ep,
                  void *context);
int sfi_no_scalable_ep(struct fid_domain *domain, struct fi_info *info, struct fid_ep **sep,
                       void *context);
int sfi_no_cntr_open(struct fid_domain *domain, struct fi_cntr_attr *attr, struct fid_cntr **cntr,
                     void *context);
int sfi_no_poll_open(struct fid_domain *domain, struct fi_poll_attr *attr,
                     struct fid_poll **pollset);
int sfi_no_stx_ctx(struct fid_domain *domain, struct fi_tx_attr *attr, struct fid_stx **stx,
                   void *context);
int sfi_no_srx_ctx(struct fid_domain *domain, struct fi_rx_attr *attr, struct fid_ep **rx_ep,
                   void *context);
int sfi_no_query_collective(struct fid_domain *domain, enum fi_collective_op coll,
                            struct fi_collective_attr *attr, uint64_t flags);
int sfi_no_passive_ep(struct fid_fabric *fabric, struct fi_info *info, struct fid_pep **pep,
                      void *context);
int sfi_no_wait_open(struct fid_fabric *fabric, struct fi_wait_attr *attr,
                     struct fid_wait **waitset);
int sfi_no_insertsym(struct fid_av *av, const char *node, size_t nodecnt, const char *service,
                     size_t svccnt, fi_addr_t *fi_addr, uint64_t flags, void *context);
int sfi_no_av_set(struct fid_av *av, struct fi_av_set_attr *attr, struct fid_av_set **av_set,
                  void *context);
#define SFI_FID_OPS(close_, bind_, control_)                                                       \
  {                                                                                                \
    .size = sizeof(struct fi_ops), .close = close_, .bind = bind_, .control = control_,            \
    .ops_open = sfi_no_ops_open                                                                    \
  }

#endif
