/* SPDX-License-Identifier: BSD-3-Clause
 *
 * udp_int.h: what the parts of the udp conduit share (udp.c, attend.c).
 */
#ifndef HYD_UDP_UDP_INT_H
#define HYD_UDP_UDP_INT_H

#include <poll.h>
#include <stdatomic.h>

#include "conduits/udp/faults.h"
#include "conduits/udp/proto.h"
#include "conduits/udp/socket.h"
#include "core/boot/boot.h"
#include "core/op/op_list.h"
#include "core/sys/client_lock.h"

_Static_assert(sizeof(struct udp_address) <= HYD_ADDRESS_SIZE, "fits into the directory");
_Static_assert(UDP_KEY + 4 <= HYD_JOB_KEY, "the job's key gives ours and a number");

#define UDP_HOLD_NS 10000u /* that messages of a flood wait for company */

struct udp_attendant;

struct udp_state {
  struct hyd_job *job;
  const struct udp_address *table; /* [size] */
  struct udp_proto *proto;
  struct udp_socket *socket;
  struct udp_faults *faults;
  struct udp_attendant *attendant; /* NULL: there is none */
  int attendant_wanted;
  _Atomic uint64_t polls; /* the client's; relaxed: a hint that it is here */
  _Atomic int waits;      /* the client sleeps at the socket; relaxed: as well */

  struct hyd_client_lock lock; /* all below, and proto; not held while a handler runs */
  int take_requests, closing;
  int attending;     /* no client's thread is here to run handlers */
  int in_handler;    /* of a message that the engine is delivering: it takes no input now */
  int events;        /* that this poll brought: datagrams, messages, completions */
  uint64_t now;      /* of this poll */
  uint64_t found_ns; /* when datagrams were last found */
  _Atomic uint64_t looked_ns; /* when the socket was last looked at, */
  /* and when nothing was in it, for certain; without the lock: relaxed, hints */
  _Atomic uint64_t empty_ns;
  uint64_t watched_ns; /* when the next rank was looked after */
  unsigned quiet;      /* polls without a system call, in a row */
  _Atomic int sent;    /* something was, since the last poll; relaxed: a hint */
  /* operations that completed while attending, for the client's next poll */
  struct hyd_op_list done;
  uint64_t dead_ns;
  int watches;           /* that the next rank lives */
  unsigned char *cipher; /* [UDP_TRAIN][mtu], in `aead`; mtu: bytes of a datagram at most */
  uint32_t mtu;
  struct udp_datagram train[UDP_TRAIN];
};

static inline void udp_lock(struct udp_state *s) { hyd_client_lock_take(&s->lock); }
static inline void udp_unlock(struct udp_state *s) { hyd_client_lock_leave(&s->lock); }

/* udp.c; lock held: takes what has arrived, does what is due, sends what may be sent. */
void hyd_udp_progress(struct udp_state *s);

/* Waits until something is there, if f asks for that, or for that time. */
void hyd_udp_wait_at_socket(struct udp_state *s, struct pollfd *f, const struct timespec *t);

/* attend.c: a thread that keeps the engine going while the client's are away, computing: it
 * acknowledges, sends again, puts bytes in their places and answers gets, but runs no handlers.
 * NULL: none. */
struct udp_attendant *hyd_udp_attend(struct udp_state *s);
/* Messages are being held for company, or bulk moves: it sees to them if the client does not come
 * back soon. */
void hyd_udp_attend_soon(struct udp_attendant *a);
/* It does nothing from now on. */
void hyd_udp_attend_end(struct udp_attendant *a);

#endif
