/* SPDX-License-Identifier: BSD-3-Clause
 *
 * proto_int.h: what the files of the protocol engine share. Each calls those below it only:
 *
 *   proto.c      datagrams out and in; the engine as its user calls it
 *   send.c       out: chooses what is sent, streams to packets
 *   recv.c       in: packets to messages
 *   acks.c       out: what has become of packets; questions
 *   direct.c     in: payload that is received where it goes
 *   queue.c      out: messages to streams
 *   path.c       sizes of datagrams
 *   sessions.c   sessions, and the lists of those with something to do
 *   packets.c    records of what was sent
 *   cc.c         round trips, congestion
 *   blocks.c     memory for bulk; wire.c, seal.c: one datagram
 */
#ifndef HYD_UDP_PROTO_INT_H
#define HYD_UDP_PROTO_INT_H

#include "conduits/udp/proto.h"

#define UDP_REPLAY 2048u /* a datagram that so many later ones have overtaken is refused */
/* Bytes of a channel that may be sent before anything was heard, and of all channels together. */
#define UDP_FIRST_WINDOW UDP_WINDOW_UNIT
#define UDP_FIRST_ROOM 32768u
#define UDP_BATCH 8320u /* bytes of a piece that small messages share */

/* --- the way out ---------------------------------------------------------- */

/* A part of a channel's stream: bytes[] and then, if it is one message sent by reference, its
 * payload and padding. */
struct udp_piece {
  struct udp_piece *next;
  uint32_t from, to;            /* positions in the stream */
  uint32_t room, used;          /* bytes of bytes[] */
  const unsigned char *payload; /* NULL: not by reference */
  uint32_t nbytes;
  unsigned char bytes[] __attribute__((aligned(16)));
};

/* A cookie whose completion is told when the stream has arrived up to the position `at`. */
struct udp_wait {
  struct udp_wait *next;
  void *cookie;
  uint32_t at;
};

enum udp_packet_state { UDP_FLYING, UDP_LOST, UDP_ARRIVED };

/* A part of the stream that has been sent, while something before it or of it has not been
 * acknowledged. It is in its channel's list, by position; and in the session's list of what is
 * flying, by number, or the channel's list of what is lost. */
struct udp_packet {
  struct udp_packet *next;
  struct udp_packet *other_next, *other_before;
  uint64_t number; /* of the last transmission */
  uint32_t from, to;
  uint32_t bytes; /* of the last datagram that had it */
  uint8_t state, channel;
};

struct udp_packets {
  struct udp_packet *first, *last;
};

struct udp_out {
  uint32_t una;      /* the first byte that is not known to have arrived */
  uint32_t next;     /* the first byte that was not sent */
  uint32_t end;      /* the first byte that is not queued */
  uint32_t limit;    /* the first byte that the peer does not allow */
  uint32_t ask;      /* the packet with this byte asks to be acknowledged at once */
  uint64_t since_ns; /* since when the byte `next` waits: it was queued, or those before it sent */
  int running;       /* what is queued does not wait for company: it is a run (send.c) */
  struct udp_piece *piece, *last_piece;
  struct udp_piece *cut; /* a piece before which there is nothing to send for the first time */
  uint32_t references;   /* pieces with a payload */
  size_t copied;         /* bytes of room of the other pieces */
  struct udp_wait *wait, **wait_end;
  struct udp_packet *packet, *last_packet;
  struct udp_packets lost;
};

/* --- the way in ----------------------------------------------------------- */

/* Bytes that have arrived, and wait for those before them or for requests to be taken. */
struct udp_held {
  struct udp_held *next;
  uint32_t from, to;
  unsigned char bytes[] __attribute__((aligned(16)));
};

/* A message that is not all here. */
struct udp_bulk_in {
  int active;
  uint32_t got, whole;  /* bytes of payload and padding */
  unsigned char *place; /* NULL: the bytes are dropped */
  unsigned char *copy;  /* the engine's memory, for a MEDIUM or what is put aside; else NULL */
  struct udp_msg m;
  int32_t args[UDP_MAX_ARGS];
};

struct udp_in {
  uint32_t next;   /* the first byte that has not been taken */
  uint32_t taking; /* bytes from there on of the message that is being delivered */
  uint32_t told;   /* the first byte that has not been acknowledged */
  uint32_t limit;  /* the first byte that the peer was not allowed to send */
  int blocked;     /* the byte `next` is here, and not taken */
  uint32_t nheld;
  struct udp_held *held, *last_held; /* by position; they may overlap */
  uint32_t nstash;                   /* the first bytes of a record whose head is not all here: */
  unsigned char stash[UDP_MAX_RECORD] __attribute__((aligned(16)));
  struct udp_bulk_in bulk;
};

/* --- the peer ------------------------------------------------------------- */

/* The size of datagrams (path.c). */
struct udp_path {
  uint32_t size;  /* bytes of the largest datagram that is sent; at first one that mostly arrives */
  uint32_t above; /* a larger size, below this, is looked for; 0: nothing is known or wanted yet */
  uint32_t trial; /* the size that is being tried; 0: none */
  uint32_t tries; /* datagrams of this size that were sent */
  uint32_t waits; /* waits for an answer to the last of these */
  uint64_t number; /* of the last of these; 0: one is to be sent now */
  uint64_t at;     /* when it will have failed; without a trial, when to look for more again */
  /* The latest datagram of more than UDP_MIN_DATAGRAM that has arrived: its number and size. */
  uint64_t passed;
  uint32_t passed_bytes;
  uint32_t lost, least; /* later or larger ones that are lost, and the size of the smallest */
  /* Datagrams of any size that were lost since one as large as the smallest of them has arrived;
   * the sizes of that and of the last; when the first one was known to be lost. */
  uint32_t stuck, stuck_least, stuck_last;
  uint64_t stuck_ns;
};

/* Congestion and round trips (cc.c). */
struct udp_cc {
  double cwnd;                                         /* bytes */
  uint64_t srtt, rttvar;                               /* of all samples, for time-outs */
  uint64_t min_rtt, min_rtt_at, last_rtt, last_rtt_at; /* of samples without delays by hosts */
  uint64_t cut_at;
  uint32_t epoch_sent, epoch_lost;
  int slow_start;
};

/* Timers, 0: not running; and what is to be sent because of them. */
struct udp_due {
  uint64_t rto_ns, ask_at; /* the time-out; when the peer is to be asked */
  uint32_t backoff;        /* questions since there was progress */
  int ask;                 /* the peer is to be asked now */
  uint64_t ack_at;         /* when what has come is to be acknowledged */
  uint64_t waiting_since;  /* since when something is on the way, and nothing was heard */
  uint32_t to_ack;         /* bytes of datagrams with data since the last acknowledgement */
  int ack_now, ack_soon;   /* at once; with the client's next message (hyd_udp_proto_acknowledge) */
  int told_dead;
};

/* What was heard of the peer. */
struct udp_heard {
  uint64_t ns, stamp_ns;          /* when anything, and the latest stamp, was heard */
  uint32_t peer_stamp;            /* the latest stamp */
  struct udp_progress progress;   /* what the peer said last, and acks.c has taken */
  uint64_t latest;                /* the highest record number that has come */
  uint64_t came[UDP_REPLAY / 64]; /* a bit for each of the record numbers up to `latest` */
};

/* The engine's lists of sessions (sessions.c). */
struct udp_lists {
  int is_ready, is_active, is_soon, is_blocked;
  struct udp_session *next_ready, *next_active, *next_blocked, *next_soon;
};

struct udp_session {
  uint32_t peer;
  uint64_t number;      /* of the last transmission */
  struct udp_head head; /* what the next one says of the other direction, and what never changes */
  /* Sets of channels, a bit for each. */
  unsigned open;  /* what was queued is not all acknowledged: out[].una != out[].end */
  unsigned kept;  /* something is kept: in[].held */
  unsigned moved; /* in[].next is not what `head` says */
  struct udp_out out[UDP_CHANNELS];
  struct udp_in in[UDP_CHANNELS];
  struct udp_path path;

  /* What is on the way; a datagram counts as UDP_MIN_COST bytes at least. */
  struct udp_packets flying;
  uint32_t nflying;
  uint64_t flying_bytes;
  uint64_t room; /* bytes that the peer's socket can hold */
  uint64_t seen; /* the highest number that is known to have arrived */
  unsigned turn; /* the bulk channel that sent last */

  struct udp_cc cc;
  struct udp_due due;
  struct udp_heard heard;
  struct udp_lists on;
};

struct udp_proto {
  struct udp_config c;
  struct udp_events e;
  void *arg; /* of the events */
  struct udp_seal *seal;
  size_t tag; /* bytes of a tag */
  struct udp_counts n;

  /* Sessions: the table, [c.size], and lists (sessions.c). */
  struct udp_session **session;
  struct udp_session *ready, **ready_end, *active, *blocked, *soon;
  int holds;      /* some messages wait for company (send.c) */
  int turn;       /* packets that the first ready session has sent in a row */
  uint64_t timer; /* the earliest alarm */
  struct {
    uint32_t room, window; /* bytes of datagrams, and of a channel, that may be on the way here */
  } share;                 /* of each session */

  /* Memory to be used again: pieces of UDP_BATCH bytes, and what blocks.c keeps. */
  struct udp_piece *spare;
  uint32_t nspare;
  struct udp_wait *spare_waits;
  struct udp_packet *spare_packets;
  struct udp_block *blocks;
  size_t block_bytes;
  uint64_t blocks_ns;
  int blocks_used;

  uint64_t looked_ns; /* when the socket was empty, before what comes now */
  int bulk_moves;     /* bulk has come or gone (hyd_udp_proto_reset_bulk_moves) */
  struct udp_direct { /* the last long body that came in turn, and is not the end of its message */
    struct udp_session *session;
    unsigned channel;
    uint32_t stride; /* bytes of the body */
  } direct;
};

static inline int udp_before(uint32_t a, uint32_t b) { return (int32_t)(a - b) < 0; }

/* Takes the first channel out of a set. */
static inline unsigned udp_next_of(unsigned *set) {
  unsigned channel = (unsigned)__builtin_ctz(*set);
  *set &= *set - 1;
  return channel;
}

/* What the kernel accounts for the least of datagrams, halved as the rest (hyd_udp_share_out). */
#define UDP_MIN_COST 768u
static inline uint32_t udp_cost(uint32_t bytes) {
  return bytes < UDP_MIN_COST ? UDP_MIN_COST : bytes;
}

/* Bytes of the stream that are queued, not sent, and within what the peer allows. */
static inline uint32_t udp_allowed(const struct udp_out *o) {
  uint32_t to = udp_before(o->limit, o->end) ? o->limit : o->end;
  return udp_before(o->next, to) ? to - o->next : 0;
}

/* The first byte that the peer may not send: never before what it was told. */
static inline uint32_t udp_limit(const struct udp_proto *p, const struct udp_in *in) {
  uint32_t limit = in->next + p->share.window;
  return udp_before(limit, in->limit) ? in->limit : limit;
}

/* Gives up a list, by hyd_udp_block_free or free: the first member of its elements is the next. */
static inline void udp_list_free(void *first, void (*give_up)(void *element)) {
  for (void *x = first, *next; x; x = next) {
    memcpy(&next, x, sizeof next);
    give_up(x);
  }
}

/* --- blocks.c ------------------------------------------------------------- */

void *hyd_udp_block_get(struct udp_proto *p, size_t n); /* NULL: no memory */
/* Keeps a block for the next _get, or frees it. */
void hyd_udp_block_put(struct udp_proto *p, void *bytes);
void hyd_udp_block_free(void *bytes); /* NULL: nothing */
/* Frees what was kept: if it was not used for long; all of it. */
void hyd_udp_blocks_tick(struct udp_proto *p, uint64_t now);
void hyd_udp_blocks_free(struct udp_proto *p);

/* --- cc.c ----------------------------------------------------------------- */

void hyd_udp_cc_init(struct udp_proto *p, struct udp_session *s);
/* Datagrams are larger now. */
void hyd_udp_cc_resized(const struct udp_proto *p, struct udp_session *s);
/* A round trip took so long. `prompt`: both hosts read their sockets as soon as it came. */
void hyd_udp_cc_rtt(struct udp_proto *p, struct udp_session *s, uint64_t now, uint64_t rtt,
                    int prompt);
void hyd_udp_cc_arrived(struct udp_proto *p, struct udp_session *s, uint64_t now, uint32_t packets,
                        uint64_t bytes);
void hyd_udp_cc_lost(struct udp_proto *p, struct udp_session *s, uint64_t now, uint32_t packets);

/* --- packets.c ------------------------------------------------------------ */

/* What is in it is undefined; NULL: no memory. */
struct udp_packet *hyd_udp_packet_new(struct udp_proto *p);
/* Frees the channel's packets before una. */
void hyd_udp_packets_free(struct udp_proto *p, struct udp_out *o);
void hyd_udp_packets_add_first(struct udp_packets *l, struct udp_packet *k);
/* The packet flies from now on, in a datagram of so many bytes. */
void hyd_udp_packet_sent(struct udp_session *s, struct udp_packet *k, uint32_t bytes);
/* A packet that flew is lost. */
void hyd_udp_packet_lost(struct udp_session *s, struct udp_packet *k);
/* Takes a packet from the list of its state. */
void hyd_udp_packet_unlist(struct udp_session *s, struct udp_packet *k);

/* --- sessions.c ----------------------------------------------------------- */

/* Makes the session with a peer; NULL: no memory. */
struct udp_session *hyd_udp_session_new(struct udp_proto *p, uint32_t peer);
static inline struct udp_session *udp_session(struct udp_proto *p, uint32_t peer) {
  return p->session[peer] ? p->session[peer] : hyd_udp_session_new(p, peer);
}
/* Gives every session the same share of what the socket holds, and of memory. */
void hyd_udp_share_out(struct udp_proto *p);
/* Whether something waits to be sent for the first time. */
int hyd_udp_queued(const struct udp_session *s);

/* The session may have something to send. */
void hyd_udp_make_ready(struct udp_proto *p, struct udp_session *s);
/* Ends the turn of the first ready session; `again`: it gets another after the others. */
void hyd_udp_end_turn(struct udp_proto *p, int again);
/* hyd_udp_session_tick is to be called for the session at this time, or before. */
void hyd_udp_set_alarm(struct udp_proto *p, struct udp_session *s, uint64_t at);
/* The session's acknowledgement is due with the next hyd_udp_proto_acknowledge. */
void hyd_udp_add_soon(struct udp_proto *p, struct udp_session *s);
/* The session has messages to deliver again. */
void hyd_udp_add_blocked(struct udp_proto *p, struct udp_session *s);

/* --- path.c --------------------------------------------------------------- */

/* Whether a datagram is to be sent that tries a size. */
static inline int udp_path_due(const struct udp_session *s) {
  return s->path.trial && s->path.number == 0;
}
/* Larger datagrams would be of use. */
void hyd_udp_path_want(struct udp_proto *p, struct udp_session *s, uint64_t now);
/* A trial was sent; one with this number has arrived; the clock of trials. */
void hyd_udp_path_sent(struct udp_proto *p, struct udp_session *s, uint64_t now);
void hyd_udp_path_heard(struct udp_proto *p, struct udp_session *s, uint64_t now, uint32_t padded);
void hyd_udp_path_tick(struct udp_proto *p, struct udp_session *s, uint64_t now);
/* A packet has arrived, or is lost. */
void hyd_udp_path_arrived(struct udp_session *s, const struct udp_packet *k);
void hyd_udp_path_lost(struct udp_session *s, const struct udp_packet *k, uint64_t now);
/* Makes datagrams smaller if those of the present size are lost. */
void hyd_udp_path_check(struct udp_proto *p, struct udp_session *s, uint64_t now);
/* A datagram of this size was refused as too large. */
void hyd_udp_path_refused(struct udp_proto *p, struct udp_session *s, uint64_t now, uint32_t size);
/* The size of the last datagram that was lost, if none as large has arrived for `ns`, although many
 * were sent; else 0. */
uint32_t hyd_udp_path_stuck(const struct udp_session *s, uint64_t now, uint64_t ns);

/* --- queue.c (and hyd_udp_proto_send) ------------------------------------- */

/* The parts of memory that have bytes [from, from + *n) of the stream; *n becomes less if they are
 * too many. */
int hyd_udp_gather(struct udp_out *o, uint32_t from, uint32_t *n,
                   struct iovec part[UDP_DATA_PARTS]);
/* All before o->una has arrived: completes the operations that wait for it, and frees it. */
void hyd_udp_stream_arrived(struct udp_proto *p, struct udp_out *o);
void hyd_udp_out_free(struct udp_out *o);

/* --- direct.c ------------------------------------------------------------- */

/* A body of n bytes came in turn. */
void hyd_udp_direct_note(struct udp_proto *p, struct udp_session *s, unsigned channel, uint32_t n);
/* Whether the bytes that are away are the body, and lie where it goes. */
int hyd_udp_direct_fits(const struct udp_proto *p, const struct udp_head *h,
                        const struct udp_came *c);

/* --- acks.c --------------------------------------------------------------- */

/* Reads what a datagram says of this rank's packets. */
void hyd_udp_take_acks(struct udp_proto *p, struct udp_session *s, uint64_t now,
                       const struct udp_head *h, const unsigned char *ranges);
/* The session's alarm rings. */
void hyd_udp_session_tick(struct udp_proto *p, struct udp_session *s, uint64_t now);
/* Starts the clock of questions, if it does not run. */
void hyd_udp_expect_ack(struct udp_proto *p, struct udp_session *s, uint64_t now);

/* --- recv.c --------------------------------------------------------------- */

/* Takes the body of a datagram. Returns how many messages were delivered. */
int hyd_udp_take_data(struct udp_proto *p, struct udp_session *s, const struct udp_head *h,
                      const unsigned char *body, uint32_t n, int take_requests);
/* Delivers messages that were not taken; returns how many. *take_requests: whether requests may be
 * taken; then, whether they still may. */
int hyd_udp_take_held(struct udp_proto *p, struct udp_session *s, int *take_requests);
/* Whether the peer should know that it may send more: it may be waiting for that. */
int hyd_udp_has_much_room(const struct udp_proto *p, const struct udp_session *s);
/* What is kept, as ranges; those that touch are one. Returns how many there are. */
unsigned hyd_udp_ranges(const struct udp_session *s, struct udp_range range[UDP_MAX_RANGES]);
void hyd_udp_in_free(struct udp_in *in);

/* --- send.c --------------------------------------------------------------- */

/* What a session sends next. */
struct udp_choice {
  enum { UDP_SEND_QUESTION, UDP_SEND_TRIAL, UDP_SEND_DATA, UDP_SEND_ACK } what;
  unsigned channel; /* of the data */
  uint32_t size;    /* bytes of the datagram, at most */
  uint32_t fresh;   /* bytes that are sent for the first time, at most, if none are lost */
  uint32_t body;    /* bytes of the datagram's body and ranges, at most; then of the data alone */
};
/* Chooses what is sent now; 0: nothing. */
int hyd_udp_choose(struct udp_proto *p, struct udp_session *s, uint64_t now, struct udp_choice *x);
/* Takes the data that were chosen, as many as have room beside h->nranges ranges: fills in the
 * head, and up to UDP_DATA_PARTS of the body. How many parts; -1: no memory. */
int hyd_udp_next_packet(struct udp_proto *p, struct udp_session *s, uint64_t now,
                        struct udp_choice *x, struct udp_head *h, struct iovec *part);

#endif
