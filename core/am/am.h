/* SPDX-License-Identifier: BSD-3-Clause
 *
 * am.h: active messages inside the library: how a message is described to all transports, and the
 * steps that it takes.
 *
 *   request.c      requests: checks, choice of the way, waiting for room
 *   reply.c        replies, and the one reply that may be parked
 *   ring_am.h      the way by the rings of a host: writes a message, reads one
 *   mailbox.h      the short way for a request and its reply
 *   long_payload.c where a long's payload goes
 *   deliver.c      runs a handler
 */
#ifndef HYD_AM_AM_H
#define HYD_AM_AM_H

#include "conduits/dispatch.h"
#include "core/base/job.h"

#define HYD_AM_NO_WAIT 1u /* give up rather than wait (IMMEDIATE) */

/* The way of a message. The sender chooses it once (hyd_am_way_to) and writes it into the message.
 */
enum hyd_am_way {
  HYD_AM_BY_RING,
  HYD_AM_BY_MAILBOX,
  HYD_AM_TO_SELF, /* the handler runs at once */
  HYD_AM_BY_CONDUIT
};
#define HYD_AM_HAS_ENDS 4 /* beside the way in a token's `how`: a struct hyd_endpoint_token */

/* A message as it is sent or has arrived. */
struct hyd_am {
  uint8_t category; /* HYD_AM_SHORT, _MEDIUM, _LONG */
  uint8_t is_request, handler, nargs;
  uint8_t placed;      /* long: the payload is at its destination */
  uint8_t needs_grant; /* request: may have to wait at its target (grants.h) */
  uint8_t pool; /* medium, when sending: number of the payload's buffer in this rank's pool, or 0 */
  uint8_t way;  /* when sending: enum hyd_am_way */
  const gex_AM_Arg_t *args;
  void *payload; /* medium: bytes; long, when sending: source; when delivering: == dest */
  size_t nbytes;
  void *dest; /* long: address in the target's process */
  /* Long or medium, when sending: if not NULL, the payload does not change until
   * hyd_op_done(local). Only for conduits that ask for it (hyd_conduit.keeps_longs). */
  struct hyd_op *local;
  /* Medium, when sending: if not NULL, the payload is built by this function, which writes `nbytes`
   * bytes to where they will travel, once there is room. It must not call the library. */
  void (*fill)(void *arg, void *where);
  void *fill_arg;
};

HYD_HOT_INLINE void hyd_am_copy_payload(const struct hyd_am *m, void *where) {
  if (hyd_unlikely(m->fill != NULL))
    m->fill(m->fill_arg, where);
  else
    memcpy(where, m->payload, m->nbytes);
}

/* Describes a message of the library. */
static inline struct hyd_am hyd_am_of(int is_request, uint8_t category, uint8_t handler,
                                      uint8_t nargs, const gex_AM_Arg_t *args) {
  return (struct hyd_am){.category = category,
                         .is_request = (uint8_t)is_request,
                         .handler = handler,
                         .nargs = nargs,
                         .args = args};
}

/* The message that a handler runs for, on the delivering thread's stack; a gex_Token_t to clients.
 */
struct hyd_token {
  struct hyd_job *job;
  struct hyd_thread *thread;
  gex_Rank_t src;
  const struct hyd_handler *entry;
  uint8_t is_request /* HYD_TOKEN_* */, is_long, replied;
  uint8_t how; /* enum hyd_am_way, perhaps | HYD_AM_HAS_ENDS; 0 for messages of a conduit */
};
#define HYD_TOKEN_REPLY 0
#define HYD_TOKEN_REQUEST 1
#define HYD_TOKEN_ENDPOINT_REQUEST 3 /* between endpoints that are not both primordial */

/* Runs the handler of a message that arrived from `src`. For transports; poll lock held. */
void hyd_am_deliver(struct hyd_job *job, struct hyd_thread *t, gex_Rank_t src,
                    const struct hyd_am *m, int how);

/* later.c: copies a message that arrived, and has its handler run in a later poll. */
void hyd_am_put_off(struct hyd_job *job, gex_Rank_t src, const struct hyd_am *m);

/* Chooses the way of messages to `peer`. */
HYD_HOT_INLINE enum hyd_am_way hyd_am_way_to(const struct hyd_job *job, gex_Rank_t peer) {
  if (hyd_unlikely(peer == job->rank)) return HYD_AM_TO_SELF;
  return hyd_likely(job->net.ring_to_all || hyd_in_nbrhd(job, peer)) ? HYD_AM_BY_RING
                                                                     : HYD_AM_BY_CONDUIT;
}

/* long_payload.c: where a long's destination is mapped in this process, or NULL. */
void *hyd_long_place(struct hyd_job *job, gex_Rank_t peer, const struct hyd_am *m);
/* Copies a long's payload to its destination if this process can. Returns 0 if it must travel. */
int hyd_long_put(struct hyd_job *job, gex_Rank_t peer, const struct hyd_am *m);
/* Prepares a long for m->way. If its destination is not mapped here, puts the payload in place, if
 * that can be done, or must be because the payload is too long to travel. */
void hyd_long_prepare(struct hyd_job *job, gex_Rank_t peer, struct hyd_am *m);

/* request.c: chooses the way and sends a request; waits for room unless HYD_AM_NO_WAIT. Returns 0
 * or HYD_NO_ROOM. */
int hyd_am_send_request(struct hyd_job *job, gex_Rank_t peer, struct hyd_am *m, unsigned how);
/* The same by m->way. */
int hyd_am_send_chosen(struct hyd_job *job, gex_Rank_t peer, struct hyd_am *m, unsigned how);
/* Makes one attempt to send to another rank, without waiting. Returns 0 or HYD_NO_ROOM. */
int hyd_am_try_send(struct hyd_job *job, gex_Rank_t peer, struct hyd_am *m);

/* For conduits that send a message from where its payload lies. Returns the message, or if its
 * payload is yet to be built (fill), *copy with a payload that lasts until this thread's next call.
 */
const struct hyd_am *hyd_am_filled(struct hyd_job *job, const struct hyd_am *m,
                                   struct hyd_am *copy);

/* Whether this rank takes no requests now. */
static inline int hyd_am_closed(const struct hyd_job *job) {
  return atomic_load_explicit(&job->rx.closed, memory_order_relaxed) != 0;
}
static inline void hyd_am_close(struct hyd_job *job, int closed) {
  atomic_store_explicit(&job->rx.closed, (uint32_t)closed, memory_order_relaxed);
}

/* reply.c */
int hyd_am_send_reply(struct hyd_token *tok, struct hyd_am *m, unsigned how);
int hyd_am_unpark(struct hyd_job *job);

/* Pointers and sizes as two arguments of a message. */
#define HYD_ARG_HIGH(p) ((gex_AM_Arg_t)((uint64_t)(uintptr_t)(p) >> 32))
#define HYD_ARG_LOW(p) ((gex_AM_Arg_t)(uint32_t)(uintptr_t)(p))
static inline uintptr_t hyd_arg_word(gex_AM_Arg_t high, gex_AM_Arg_t low) {
  return (uintptr_t)((uint64_t)(uint32_t)high << 32 | (uint32_t)low);
}
static inline void *hyd_arg_pointer(gex_AM_Arg_t high, gex_AM_Arg_t low) {
  return (void *)hyd_arg_word(high, low);
}

#endif
