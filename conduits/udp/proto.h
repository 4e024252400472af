/* SPDX-License-Identifier: BSD-3-Clause
 *
 * proto.h: the udp conduit's protocol engine: reliable messages, and placement of long ones, over
 * datagrams that may be lost, doubled, reordered, delayed or forged.
 */
#ifndef HYD_UDP_PROTO_H
#define HYD_UDP_PROTO_H

#include <sys/uio.h>

#include "conduits/udp/seal.h"
#include "conduits/udp/wire.h"
#include "core/base/results.h"

/* clang-format off */
/* --- the design ---------------------------------------------------------------
 *
 * The engine does no input or output, and has no clock, no threads and no globals: time
 * (nanoseconds of any monotonic clock) and datagrams are arguments. The simulator (tests/sim) and
 * the fuzzer therefore drive the very code that a job runs.
 *
 *   in    hyd_udp_proto_send     a message for a peer
 *         hyd_udp_proto_input    a datagram has come
 *         hyd_udp_proto_resume   requests may be taken again
 *         hyd_udp_proto_tick     the time of hyd_udp_proto_timer has come
 *   out   hyd_udp_proto_output   the next datagram to send
 *         struct udp_events      messages, places, completions, peers that are dead
 *
 * What the user of the engine owes: one thread at a time is inside. After each call in, it sends
 * what output gives, until there is nothing more. It calls hyd_udp_proto_look before it reads its
 * socket: delays are judged by that. The functions of struct udp_events may call send and output,
 * and may let in another thread that calls these; nothing else.
 *
 * What the engine owes: a message is delivered once, and in the order of its channel; between
 * channels there is no order. `done` comes when the peer has the message, and for a PUT when its
 * bytes are in place. A peer that is silent for too long is reported by `dead`, once. The bytes
 * that the engine keeps for a peer are bounded: copies of what is sent, and what has come out of
 * turn.
 *
 *   session      the state that two ranks have of each other, made on first use by either; a peer
 *                that was never talked with costs a pointer. It lasts as long as the engine
 *                (sessions.c)
 *   channel      a stream of records, one for each class and size of messages (wire.h). Messages
 *                are appended to it (queue.c), packets are cut from it only when they are sent
 *                (send.c), and its bytes are taken in order at the other end (recv.c)
 *   number       every datagram has a new one. By it a datagram is taken once, however often and
 *                from wherever it comes (proto.c); its tag is made with it (seal.c); and its loss
 *                is known by it
 *   recovery     acknowledgements name ranges of bytes, and the highest number that has come. A
 *                packet is lost when later transmissions have arrived, never because of silence:
 *                after silence the peer is asked what it has (acks.c)
 *   flow         answers a slow host: the receiver says how many bytes of each channel it has
 *                room for, and how many its socket can hold. A rank that computes for long, or
 *                takes no requests, stops its senders and loses nothing
 *   congestion   answers a slow network: the window follows the delay that the sender's own
 *                packets cause on the wire, as in Swift (Kumar et al., SIGCOMM 2020). The time
 *                that they lie in the socket of a host that does not look at it is no such delay
 *                (cc.c)
 *   path         the size of datagrams is found out by trying, and watched, for each peer (RFC
 *                8899; path.c)
 *   choice       what a session sends next (a question, a trial of the path, a channel's data, an
 *                acknowledgement) is decided once for each packet (send.c). Sessions take turns
 */
/* clang-format on */

#define UDP_NEVER UINT64_MAX

struct udp_config {
  uint32_t rank, size, job;
  /* Bytes of a datagram above UDP's header, at most: UDP_LEAST_DATAGRAM to UDP_MAX_DATAGRAM. */
  uint32_t mtu;
  /* Bytes that this rank's socket can hold: what all peers together may have on the way. */
  uint32_t room;
  /* Bytes of a channel that may be on the way, or kept until they can be taken, at most. */
  uint32_t window;
  uint64_t rto_min_ns, rto_max_ns; /* between questions without an answer: at first, and at most */
  uint64_t dead_ns;                /* a peer that says nothing for so long is dead; 0: never */
  uint64_t hold_ns;  /* messages wait so long for company while others are on the way */
  uint32_t run;      /* bytes of a channel's messages that need no more company */
  uint64_t ack_ns;   /* acknowledgements wait so long for data to travel with */
  uint64_t delay_ns; /* queueing delay that is aimed at, above the shortest round trip seen */
  /* A datagram that is read so soon after the socket was seen empty has not waited in it. */
  uint64_t prompt_ns;
  uint64_t raise_ns; /* after so long, larger datagrams are tried again */
  uint32_t direct;   /* bytes of a body that is received where it goes, at least (direct.c) */
  enum udp_security security;
  unsigned char key[UDP_KEY];
};
/* Values for a LAN; rank, size, job, mtu, room and key are the caller's. */
extern const struct udp_config hyd_udp_config_default;

enum udp_taken { UDP_TAKEN, UDP_TAKEN_STOP, UDP_NOT_TAKEN };

/* What the engine tells. `arg` is hyd_udp_proto_new's. */
struct udp_events {
  /* A message has come, of class UDP_REQUESTS only while requests are taken. Returns UDP_TAKEN;
   * UDP_TAKEN_STOP: it is taken, and no more requests for now; UDP_NOT_TAKEN, if nothing was sent
   * meanwhile: the message, and those of its channel behind it, come again later. What is sent
   * meanwhile acknowledges the message. */
  enum udp_taken (*deliver)(void *arg, uint32_t src, const struct udp_msg *m);
  /* Where the bytes of a LONG, PUT or DATA go; NULL: they are dropped. */
  void *(*place)(void *arg, uint32_t src, const struct udp_msg *m);
  /* The message that was sent with this cookie has arrived: the bytes of a PUT are in place, and
   * the payload may be written to again. */
  void (*done)(void *arg, void *cookie);
  /* Something has been on the way to this peer for `ns`, dead_ns or longer. `size` 0: nothing was
   * heard from the peer since; else it answers, but a datagram of this size, sent again and again,
   * does not reach it. Told once. */
  void (*dead)(void *arg, uint32_t peer, uint64_t ns, uint32_t size);
  /* Bytes of the largest datagram that the path to this peer might take, as far as this host knows.
   * Asked before larger datagrams are tried. NULL: config's mtu. */
  uint32_t (*path)(void *arg, uint32_t peer);
  /* Whether a message's n bytes for `to` stay in the engine's memory: payload points to them, and
   * `deliver` puts them in place. NULL: never. */
  int (*aside)(void *arg, const void *to, size_t n);
};

struct udp_proto;

/* NULL: out of memory, or no cryptography. */
struct udp_proto *hyd_udp_proto_new(const struct udp_config *c, const struct udp_events *e,
                                    void *arg);
void hyd_udp_proto_free(struct udp_proto *p);

/* The payload stays as it is until `done` (without a cookie: for ever). */
#define UDP_BY_REFERENCE 1u
/* Beside UDP_BY_REFERENCE: hyd_udp_proto_keep follows, so acknowledgements are wanted. */
#define UDP_UNTIL_KEPT 2u
/* Bytes of a put's part that is copied: a channel may copy four of these ahead (queue.c). */
#define UDP_COPIED_PUT (60u << 10)
/* Queues a message. Its payload is copied, unless it is long and UDP_BY_REFERENCE. `done` is called
 * with the cookie, if it is not NULL. 0, or HYD_NO_ROOM: try again after acknowledgements have
 * come. */
int hyd_udp_proto_send(struct udp_proto *p, uint64_t now, uint32_t peer, const struct udp_msg *m,
                       unsigned how, void *cookie);
/* Copies what has not arrived of the payloads of PUTs that were sent UDP_BY_REFERENCE with this
 * cookie: they may be written to again. 0, or HYD_NO_ROOM: try again after acknowledgements have
 * come. */
int hyd_udp_proto_keep(struct udp_proto *p, uint32_t peer, const void *cookie);

/* The caller reads its socket now, which was empty at the time `since`. */
void hyd_udp_proto_look(struct udp_proto *p, uint64_t since);
/* Takes a datagram, 16-byte aligned, which is decrypted in place. Returns how many messages were
 * delivered. Datagrams that are refused are counted. */
int hyd_udp_proto_input(struct udp_proto *p, uint64_t now, void *datagram, size_t n,
                        int take_requests);
/* Delivers messages that were not taken when they came. Returns how many. */
int hyd_udp_proto_resume(struct udp_proto *p, uint64_t now, int take_requests);
/* Whether there are messages that were not taken. */
int hyd_udp_proto_blocked(const struct udp_proto *p);

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

/* A datagram of n bytes. The first naway of those behind the head lie at `away`, and their room in
 * bytes[] is empty. */
struct udp_came {
  unsigned char *bytes, *away;
  size_t n, naway;
};
/* How many of a datagram's n bytes are at their expected place. */
size_t hyd_udp_away(const struct udp_expected *x, size_t n);
/* Copies the bytes that are away to their room in bytes[]. */
void hyd_udp_come_back(struct udp_came *c);
/* As hyd_udp_proto_input. -1: nothing was done, because the bytes do not belong where they are. The
 * caller copies them back (hyd_udp_come_back), and those of all datagrams that it received with
 * this one and after it, and calls again. */
int hyd_udp_proto_input_split(struct udp_proto *p, uint64_t now, const struct udp_came *c,
                              int take_requests);

#define UDP_DATA_PARTS 8
#define UDP_PARTS (UDP_DATA_PARTS + 3)
_Static_assert(UDP_DATA_PARTS + 1 <= UDP_SEAL_PARTS, "a body in parts, and ranges, have a tag");
struct udp_datagram {
  uint32_t peer;
  int parts;
  int alone; /* it tries the path: not to be joined with others for the kernel to cut */
  int again; /* its data were sent before, and are lost */
  size_t size;
  /* Valid until the next input, tick or free, and as long as `room` and this struct: the head is in
   * `room`, and what follows the data below. */
  struct iovec part[UDP_PARTS];
  struct udp_range range[UDP_MAX_RANGES];
  unsigned char tag[UDP_MAX_TAG];
};
/* Bytes of a datagram that is put together before it is sent, at most. */
#define UDP_JOINED 9216u
/* Makes the next datagram that is to be sent now; 0: there is none. `room`: for mtu bytes, at a
 * multiple of 8: the head is put there, all of a datagram of UDP_JOINED bytes or less, and of any
 * in UDP_AEAD. */
int hyd_udp_proto_output(struct udp_proto *p, uint64_t now, struct udp_datagram *d,
                         unsigned char *room);
/* The kernel, or a host on the way, has refused a datagram of `size` bytes to this peer as too
 * large: what is on the way in such datagrams is lost, and goes again in smaller ones. */
void hyd_udp_proto_too_large(struct udp_proto *p, uint64_t now, uint32_t peer, size_t size);

/* When hyd_udp_proto_tick is to be called next; UDP_NEVER: it need not be. */
uint64_t hyd_udp_proto_timer(const struct udp_proto *p);
void hyd_udp_proto_tick(struct udp_proto *p, uint64_t now);

/* Lets the next output acknowledge what has come, because the client sends nothing more that could
 * carry the acknowledgement. `all` 0: only what waited for the client's next message. */
void hyd_udp_proto_acknowledge(struct udp_proto *p, int all);

/* Returns whether bulk has come or gone since the last call, and forgets it. */
int hyd_udp_proto_reset_bulk_moves(struct udp_proto *p);

/* The client waits, and sends nothing more for now: the next output has what waits for company. */
void hyd_udp_proto_release(struct udp_proto *p);
/* Whether messages for the peer wait for company: the output after hold_ns has them. */
int hyd_udp_proto_holds(const struct udp_proto *p, uint32_t peer);

/* When the peer was last heard; 0: never. */
uint64_t hyd_udp_proto_heard(const struct udp_proto *p, uint32_t peer);

/* Whether all that was sent has been acknowledged. */
int hyd_udp_proto_idle(const struct udp_proto *p);

struct udp_counts {
  /* Packets; those that were sent again; questions; packets without data; trials of the path. */
  uint64_t sent, sent_again, questions, acks, padded;
  /* Packets; those whose bytes were here; bodies that were kept out of turn; or had no room. */
  uint64_t received, doubled, held, no_room;
  /* Packets that were refused: of another job or rank; with a wrong tag; with nonsense inside; that
   * had come before, or so long ago that this is not known. */
  uint64_t not_ours, forged, malformed, replayed;
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
