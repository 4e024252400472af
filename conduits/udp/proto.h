/* SPDX-License-Identifier: BSD-3-Clause
 *
 * proto.h: the udp conduit's protocol: reliable messages, and placement of long ones, over
 * datagrams that may be lost, doubled, reordered, delayed or forged. It does no input or output,
 * has no clock and no globals: time (nanoseconds of any monotonic clock) and datagrams are
 * arguments, so the simulator (tests/sim) and the fuzzer drive the very code that a job runs.
 *
 *   in:   hyd_udp_proto_send      a message for a peer          hyd_udp_proto_input   a datagram
 * has come hyd_udp_proto_resume    requests may be taken again   hyd_udp_proto_tick    it is later
 * now out:  hyd_udp_proto_output    the next datagram to send     udp_events        messages,
 * completions
 *
 * Sessions are made on first use, by either side; a silent peer costs one pointer. What a session
 * does:
 *
 *   replay        a datagram is taken once, from whatever source it comes again, and however much
 * later (proto.c) order         each channel (wire.h) is a stream, taken in order, exactly once
 * (recv.c) recovery      acknowledgements name ranges of bytes, and which transmissions have come;
 * what was sent is lost when later transmissions have arrived, never because of silence: then the
 * peer is asked what it has (acks.c) flow control  answers a slow host: the receiver says how many
 * bytes of each channel it has room for, and how many its socket can hold; a receiver that computes
 * for long, or takes no requests, stops its senders and loses nothing congestion    answers a slow
 * network: the window follows the delay that the sender's own packets cause on the wire, in the
 * manner of Swift (Kumar et al., SIGCOMM 2020). Time that they lie in the socket of a host that
 * does not look is no such delay (cc.c) path          sizes of datagrams are found out and watched
 * for each peer (RFC 8899; path.c)
 *
 * No locks inside: one thread at a time, except that an event's function may let others in, which
 * may then send. Events' functions may call hyd_udp_proto_send, and nothing else of this.
 */
#ifndef HYD_UDP_PROTO_H
#define HYD_UDP_PROTO_H

#include <sys/uio.h>

#include "conduits/udp/seal.h"
#include "conduits/udp/wire.h"
#include "core/base/results.h"

#define UDP_NEVER UINT64_MAX

struct udp_config {
  uint32_t rank, size, job;
  uint32_t mtu; /* bytes of a datagram, all that is above UDP, at most: UDP_LEAST_DATAGRAM to
                   UDP_MAX_DATAGRAM */
  /* bytes that the socket can hold for us: what all peers together may have on the way */
  uint32_t room;
  uint32_t window; /* bytes of a channel that may be on the way, or kept here until they can be
                      taken, at most */
  uint64_t rto_min_ns, rto_max_ns; /* between the first question and the rarest */
  uint64_t dead_ns;                /* a peer that says nothing for so long is dead; 0: never */
  uint64_t hold_ns;   /* small messages wait so long for company while others are on the way */
  uint64_t ack_ns;    /* acknowledgements wait so long for data to travel with */
  uint64_t delay_ns;  /* queueing delay that is aimed at, above the shortest round trip seen */
  uint64_t prompt_ns; /* a datagram that is read within this after an empty socket was seen has not
                         waited in it */
  uint64_t raise_ns;  /* after so long, larger datagrams are tried again */
  uint32_t direct;    /* bytes of a body whose copy is worth the care of direct.c */
  enum udp_security security;
  unsigned char key[UDP_KEY];
};
/* Values for a LAN; rank, size, job, mtu, room and key are the caller's. */
extern const struct udp_config hyd_udp_config_default;

enum udp_taken { UDP_TAKEN, UDP_TAKEN_STOP, UDP_NOT_TAKEN };

/* What the engine tells. `arg` is hyd_udp_proto_new's. */
struct udp_events {
  /* A message: of class UDP_REQUESTS only while requests are taken. UDP_TAKEN; UDP_TAKEN_STOP:
   * taken, but take no more requests for now; UDP_NOT_TAKEN, before anything is sent: neither this
   * one now, nor those of its channel behind it. What is sent meanwhile acknowledges the message.
   */
  enum udp_taken (*deliver)(void *arg, uint32_t src, const struct udp_msg *m);
  /* Where the bytes of a LONG, PUT or DATA go; NULL: nowhere, they are dropped. */
  void *(*place)(void *arg, uint32_t src, const struct udp_msg *m);
  /* A message sent with this cookie has arrived: a PUT is in its place, a payload may be written
   * to. */
  void (*done)(void *arg, void *cookie);
  /* Something has been on the way to this peer for dead_ns. `size` 0: nothing was heard from it
   * since; else it answers, but a datagram of this size, sent again and again, does not reach it.
   * Told once. */
  void (*dead)(void *arg, uint32_t peer, uint64_t ns, uint32_t size);
  /* Bytes of the largest datagram that the way to this peer might take, as far as this host knows;
   * NULL: config's mtu. Asked before larger datagrams are tried. */
  uint32_t (*path)(void *arg, uint32_t peer);
  /* Whether a message's n bytes are not put there, but delivered from the engine's memory: payload
   * points to them, and deliver puts them in place. NULL: never. */
  int (*aside)(void *arg, const void *to, size_t n);
};

struct udp_proto;

/* NULL: out of memory, or no cryptography. */
struct udp_proto *hyd_udp_proto_new(const struct udp_config *c, const struct udp_events *e,
                                    void *arg);
void hyd_udp_proto_free(struct udp_proto *p);

#define UDP_BY_REFERENCE 1u /* payload stays as it is until `done` (with no cookie: for ever) */
/* Queues a message. Its payload is copied, unless it is long and UDP_BY_REFERENCE. cookie NULL:
 * tell nothing. 0, or HYD_NO_ROOM: try again after acknowledgements have come. */
int hyd_udp_proto_send(struct udp_proto *p, uint64_t now, uint32_t peer, const struct udp_msg *m,
                       unsigned how, void *cookie);

/* The caller looks at its socket now, and has looked before, `since`: datagrams that come now were
 * not there then. */
void hyd_udp_proto_look(struct udp_proto *p, uint64_t since);
/* Takes a datagram, which may be changed (decrypted), 16-byte aligned. Returns how many messages
 * were delivered. Bad ones are counted. */
int hyd_udp_proto_input(struct udp_proto *p, uint64_t now, void *datagram, size_t n,
                        int take_requests);

/* --- direct.c: payload that is received where it goes ----------------------------------------
 *
 * While a long message comes, a socket may have the kernel write what follows the head of each
 * datagram to where it will go if all come in turn. What those bytes are is known only afterwards:
 * until the message is complete its destination has no contents that count, so bytes that do not
 * belong there do no harm once they have been copied away. */

/* `stride` bytes of each of the next datagrams go to `place`, `place + stride`, and so on. */
struct udp_expected {
  unsigned char *place;
  uint32_t bytes, stride;
};
/* 0: nothing is known of the next datagrams. */
int hyd_udp_proto_expected(const struct udp_proto *p, struct udp_expected *x);

/* A datagram of n bytes. If naway, so many behind the head lie at `away`, and their room in bytes[]
 * is empty. */
struct udp_came {
  unsigned char *bytes, *away;
  size_t n, naway;
};
/* How many of a datagram's n bytes are away. */
size_t hyd_udp_away(const struct udp_expected *x, size_t n);
/* Copies them to their room. */
void hyd_udp_come_back(struct udp_came *c);
/* As hyd_udp_proto_input. -1: the bytes do not belong where they are, and nothing was done: the
 * caller is to let them come back, and those of all that it received after this one, which may lie
 * where others go. */
int hyd_udp_proto_input_split(struct udp_proto *p, uint64_t now, const struct udp_came *c,
                              int take_requests);
/* Delivers messages that were not taken when they came. Returns how many. */
int hyd_udp_proto_resume(struct udp_proto *p, uint64_t now, int take_requests);
/* Whether there are such. */
int hyd_udp_proto_blocked(const struct udp_proto *p);

#define UDP_DATA_PARTS 8
#define UDP_PARTS (UDP_DATA_PARTS + 3)
struct udp_datagram {
  uint32_t peer;
  int parts;
  int alone; /* tries the path: by itself, not to be cut out of a larger one */
  int again; /* its data were sent before, and are lost */
  /* valid until the next input, tick or free, as long as this struct is */
  struct iovec part[UDP_PARTS];
  size_t size;
  unsigned char
      bytes[sizeof(struct udp_head) + sizeof(struct udp_range) * UDP_MAX_RANGES + UDP_MAX_TAG];
};
/* The next datagram that shall be sent now; 0: none. `cipher`: room for mtu bytes, used in
 * `aead`. */
int hyd_udp_proto_output(struct udp_proto *p, uint64_t now, struct udp_datagram *d,
                         unsigned char *cipher);
/* The kernel, or a host on the way, has refused a datagram of `size` bytes to this peer as too
 * large: what is on the way in such datagrams is lost, and goes again in smaller ones. */
void hyd_udp_proto_too_large(struct udp_proto *p, uint64_t now, uint32_t peer, size_t size);

/* When hyd_udp_proto_tick wants to be called next; UDP_NEVER. */
uint64_t hyd_udp_proto_timer(const struct udp_proto *p);
void hyd_udp_proto_tick(struct udp_proto *p, uint64_t now);

/* What has come and was not acknowledged so far is, with the next output: nothing more will be sent
 * that the acknowledgement could wait for. `all` 0: only what was waiting for the client's next
 * message. */
void hyd_udp_proto_acknowledge(struct udp_proto *p, int all);

/* Whether bulk has come or gone since the last call of this. */
int hyd_udp_proto_reset_bulk_moves(struct udp_proto *p);

/* Whether messages for the peer wait for company: after hold_ns the next output has them. */
int hyd_udp_proto_holds(const struct udp_proto *p, uint32_t peer);

/* When the peer was last heard; 0: never. */
uint64_t hyd_udp_proto_heard(const struct udp_proto *p, uint32_t peer);

/* Whether all that was sent has been acknowledged. */
int hyd_udp_proto_idle(const struct udp_proto *p);

struct udp_counts {
  uint64_t sent, sent_again, questions, acks,
      padded; /* packets; in answer to nothing; without data; of trials */
  uint64_t received, doubled, held, no_room;
  uint64_t not_ours, forged, malformed; /* refused: other job or rank; wrong tag; nonsense inside */
  uint64_t replayed; /* this very datagram has come before, or very much later ones */
  uint64_t messages_out, messages_in, bytes_out, bytes_in;
  uint64_t sessions;
  uint64_t too_large; /* times that datagrams had to become smaller */
};
const struct udp_counts *hyd_udp_proto_counts(const struct udp_proto *p);

/* Bytes of the largest datagram that goes to this peer at present. */
uint32_t hyd_udp_proto_path(const struct udp_proto *p, uint32_t peer);

/* For diagnosis: a session's state in one line. */
int hyd_udp_proto_describe(const struct udp_proto *p, uint32_t peer, uint64_t now, char *line,
                           size_t size);

#endif
