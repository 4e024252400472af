/* SPDX-License-Identifier: BSD-3-Clause
 *
 * proto_int.h: what the files of the protocol engine share.
 */
#ifndef HYD_UDP_PROTO_INT_H
#define HYD_UDP_PROTO_INT_H

#include "conduits/udp/proto.h"

#define UDP_WINDOW 256u /* sequence numbers of a channel that the rings have places for */
#define UDP_REPLAY 1024u /* a datagram that so many later ones have overtaken is refused */
_Static_assert(UDP_WINDOW == 64 * UDP_MAX_SACK, "the whole window can be acknowledged");

/* A cookie to be told when a packet, or a long message, has arrived. */
struct udp_wait {
  struct udp_wait *next;
  void *cookie;
};

/* The body of an ordinary packet: records. */
struct udp_batch {
  struct udp_batch *next;
  struct udp_wait *waits;
  uint32_t size;
  int urgent; /* somebody waits for the acknowledgement */
  unsigned char bytes[];
};

/* A message that takes several packets. */
struct udp_bulk {
  struct udp_bulk *next;
  const unsigned char *payload;
  unsigned char *copy; /* to be freed, or NULL */
  uint32_t nbytes, sent;    /* of payload; in packets so far */
  uint32_t flying;          /* packets that are not acknowledged */
  void *cookie;
  uint32_t head_size;
  unsigned char head[UDP_MAX_RECORD];
};

enum udp_state { UDP_FREE, UDP_FLYING, UDP_LOST, UDP_ARRIVED };

/* A packet that has a sequence number. */
struct udp_packet {
  struct udp_batch *batch; /* or a part of: */
  struct udp_bulk *bulk;
  uint32_t offset, size;
  uint64_t number, sent_ns; /* of the last transmission */
  uint8_t state;
};

struct udp_out {
  uint32_t next, una, limit; /* next to be used; oldest that was not taken; what the peer allows */
  uint32_t lost;             /* packets in state LOST */
  struct udp_packet *ring;   /* [UDP_WINDOW], from the first packet on */
  struct udp_batch *open;    /* being filled */
  uint64_t open_ns;          /* since when */
  struct udp_batch *full, **full_end; /* waiting for their turn */
  uint32_t nfull, nbatches; /* waiting; in all, until acknowledged */
  struct udp_bulk *bulk, **bulk_end;
  uint32_t nbulk;
  size_t copied; /* bytes in bulk copies */
};

/* A packet that has arrived, and waits for those before it or for requests to be taken. */
struct udp_held {
  uint32_t size;
  uint8_t flags;
  unsigned char bytes[] __attribute__((aligned(16)));
};

struct udp_in {
  uint32_t next;  /* expected */
  uint32_t limit; /* that the peer has been told */
  uint32_t nheld;
  uint32_t used;  /* bytes of packet `next` whose messages have been delivered */
  int blocked;    /* packet `next` is here and not taken */
  struct udp_held **held; /* [UDP_WINDOW], from the first on */
  struct udp_bulk_in {
    int active;
    uint32_t got;
    unsigned char *place, *copy; /* copy: of a medium, ours; place NULL: drop */
    struct udp_msg m;
    int32_t args[UDP_MAX_ARGS];
  } bulk;
};

struct udp_session {
  uint32_t peer;
  uint64_t number, order;   /* of transmissions; of those with data */
  struct udp_out out[UDP_CHANNELS];
  struct udp_in in[UDP_CHANNELS];

  /* congestion and round trips (cc.c) */
  double cwnd;
  uint32_t flying;          /* packets believed to be on the way */
  uint64_t srtt, rttvar, min_rtt, min_rtt_at, last_rtt, cut_at;
  uint64_t newest;          /* highest transmission number known to have arrived */
  uint32_t epoch_sent, epoch_lost;
  int slow_start;

  /* timers; 0: not running */
  uint64_t rto_ns, probe_at; /* the time-out; when the next probe is due */
  uint32_t backoff;          /* the time-out was doubled so often: probes since there was progress */
  uint64_t ack_at;
  uint64_t waiting_since;    /* something is on the way, and nothing was heard, since */
  uint32_t probes;           /* in a row that were not answered */
  uint32_t probe_due;        /* one is to be sent now */
  uint32_t to_ack;           /* data packets taken since the last acknowledgement */
  int ack_now, told_dead;

  uint64_t heard_ns, stamp_ns; /* when anything, and the latest stamp, was heard */
  uint32_t peer_stamp;
  int echo;

  uint64_t latest; /* number of the peer's transmissions, and which of the last have come */
  uint64_t came[UDP_REPLAY / 64];

  int ready, active; /* is in these lists: has something to send; has a timer */
  struct udp_session *next_ready, *next_active, *next_blocked;
  int blocked;
};

struct udp_proto {
  struct udp_config c;
  struct udp_events e;
  void *arg;
  struct udp_seal *seal;
  size_t tag, body; /* bytes of a tag; of the longest body */
  struct udp_session **session; /* [size] */
  struct udp_session *ready, **ready_end, *active, *blocked;
  struct udp_batch *spare; /* batches to be used again */
  struct udp_wait *spare_waits;
  uint32_t nspare;
  uint64_t timer;
  int turn; /* packets that the first ready session has had in a row */
  struct udp_counts n;
};

static inline struct udp_packet *udp_packet(struct udp_out *o, uint32_t seq) {
  return &o->ring[seq % UDP_WINDOW];
}
static inline int udp_before(uint32_t a, uint32_t b) { return (int32_t)(a - b) < 0; }

/* proto.c */
struct udp_session *udp_session(struct udp_proto *p, uint32_t peer); /* made if need be; NULL: no memory */
void udp_ready(struct udp_proto *p, struct udp_session *s);
void udp_alarm(struct udp_proto *p, struct udp_session *s, uint64_t at); /* tick must look at s then */

/* send.c */
void udp_take_acks(struct udp_proto *p, struct udp_session *s, uint64_t now, const struct udp_head *h,
                   const unsigned char *sack);
int udp_may_send(struct udp_proto *p, struct udp_session *s, uint64_t now); /* anything at all, now */
int udp_next_packet(struct udp_proto *p, struct udp_session *s, uint64_t now, struct udp_head *h,
                    struct iovec part[2]);
void udp_session_tick(struct udp_proto *p, struct udp_session *s, uint64_t now);
int udp_unfinished(const struct udp_session *s);
void udp_out_free(struct udp_out *o);

/* recv.c */
int udp_take_data(struct udp_proto *p, struct udp_session *s, const struct udp_head *h,
                  unsigned char *body, size_t n, int take_requests);
/* *take_requests: whether they may be taken; and still may. */
int udp_take_held(struct udp_proto *p, struct udp_session *s, int *take_requests);
uint32_t udp_limit(const struct udp_proto *p, const struct udp_in *in);
unsigned udp_sack(const struct udp_in *in, uint64_t word[UDP_MAX_SACK]);
void udp_in_free(struct udp_in *in);

/* cc.c */
void udp_cc_init(struct udp_proto *p, struct udp_session *s);
void udp_cc_rtt(struct udp_proto *p, struct udp_session *s, uint64_t now, uint64_t rtt);
void udp_cc_arrived(struct udp_proto *p, struct udp_session *s, uint64_t now, uint32_t packets);
void udp_cc_lost(struct udp_proto *p, struct udp_session *s, uint64_t now, uint32_t packets);
void udp_cc_silence(struct udp_proto *p, struct udp_session *s);

#endif
