/* SPDX-License-Identifier: BSD-3-Clause
 *
 * udp_int.h: what the files of the udp conduit around its engine share. Each calls those below it
 * only:
 *
 *   udp.c        the conduit: its life, messages and transfers, polls
 *   attend.c     the attending thread, sleep
 *   events.c     what the engine reports
 *   progress.c   datagrams to the socket and from it
 *   peers.c      the socket, and where the peers are; reach.c: which addresses lead there
 *   socket.c     system calls; faults.c: a bad network
 */
#ifndef HYD_UDP_UDP_INT_H
#define HYD_UDP_UDP_INT_H

#include <stdatomic.h>

#include "conduits/conduit.h"
#include "conduits/conduit_host.h"
#include "conduits/udp/proto.h"
#include "conduits/udp/socket.h"
#include "core/am/attend.h"
#include "core/boot/boot.h"

_Static_assert(sizeof(struct hyd_ip) <= HYD_ADDRESS_SIZE, "fits into the directory");
_Static_assert(UDP_KEY + 4 <= HYD_JOB_KEY, "the job's key gives ours and a number");

#define UDP_HOLD_NS 10000u /* that messages of a flood wait for company */

struct udp_state {
  struct hyd_job *job;
  const struct hyd_ip *table; /* [size] */
  struct hyd_ip_places here;  /* this host's addresses */
  enum udp_security security;
  int open_tags; /* until peers are found: the job has yet to agree on the kind of its tags */
  struct udp_proto *proto;
  struct udp_socket *socket;
  struct udp_faults *faults;
  /* Has the lock that guards all below, and proto; it is not held while a handler runs. */
  struct hyd_attend attend;

  int take_requests, closing;
  int in_handler;    /* of a message that the engine is delivering: it takes no input now */
  int events;        /* that this poll brought: datagrams, messages, completions */
  uint64_t now;      /* of this poll */
  uint64_t found_ns; /* when datagrams were last found */
  /* When the socket was last read, and when it was last seen empty. Hints: relaxed, without the
   * lock. */
  _Atomic uint64_t looked_ns, empty_ns;
  uint64_t watched_ns;    /* when it was last seen whether the next rank lives */
  _Atomic unsigned quiet; /* polls without a system call, in a row; relaxed: a hint */
  _Atomic int sent;       /* something was sent since the last poll; relaxed: a hint */
  uint64_t dead_ns;
  int watches;         /* this rank watches whether the next one lives */
  unsigned char *room; /* [UDP_TRAIN_ROOM], for datagrams of the train */
  struct udp_datagram train[UDP_TRAIN];
};

static inline void udp_lock(struct udp_state *s) { hyd_client_lock_take(&s->attend.lock); }
static inline void udp_unlock(struct udp_state *s) { hyd_client_lock_leave(&s->attend.lock); }

/* The engine's form of an active message. */
static inline struct udp_msg udp_message_of(const struct hyd_am *m) {
  return (struct udp_msg){.kind = m->category,
                          .class = m->is_request ? UDP_REQUESTS : UDP_REPLIES,
                          .handler = m->handler,
                          .nargs = m->nargs,
                          .nbytes = (uint32_t)m->nbytes,
                          .args = m->args,
                          .payload = m->payload,
                          .fill = m->fill,
                          .fill_arg = m->fill_arg,
                          .addr = {(uint64_t)(uintptr_t)m->dest}};
}

/* How a payload that is stable is kept: the kernel is given no guarded memory. */
static inline unsigned udp_how_to_keep(struct hyd_job *job, const void *payload, size_t n) {
  return hyd_job_is_guarded(job, payload, n) ? 0 : UDP_BY_REFERENCE;
}

/* events.c */
extern const struct udp_events hyd_udp_events;

/* progress.c */
#define UDP_TRAIN_ROOM ((size_t)128 << 10) /* two datagrams of any size, and more short ones */
#define UDP_GAP_NS 50000u                  /* since the socket was read: much may have come */
/* Sends what may be sent now. Lock held. */
void hyd_udp_flush(struct udp_state *s);
/* Takes what has arrived, does what is due, sends what may be sent. Lock held. */
void hyd_udp_progress(struct udp_state *s);
/* Takes the lock, and sends a message: 0, or HYD_NO_ROOM. Arguments as of hyd_udp_proto_send. */
int hyd_udp_submit(struct udp_state *s, uint32_t peer, const struct udp_msg *m, unsigned how,
                   void *cookie);

/* peers.c: makes and returns the socket, and finds where all ranks are: s->here, s->table. *ports:
 * those that may be used. */
int hyd_udp_find_peers(struct udp_state *s, struct udp_ports *ports);

/* attend.c: hyd_conduit_ops.sleep, and the attending thread's hooks: it acknowledges, sends again,
 * puts bytes in their places and answers gets. */
void hyd_udp_sleep(struct hyd_job *job, void *state, uint64_t timeout_ns);
extern const struct hyd_attend_hooks hyd_udp_attend_hooks;

#endif
