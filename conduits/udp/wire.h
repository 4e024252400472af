/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wire.h: a datagram of the udp conduit, and reading one. Host byte order; a peer of the other order is
 * refused by the magic number.
 *
 *     struct udp_head | body | sack words (nsack) | tag (8 bytes; 16 in `aead`; none in `none`)
 *
 * A session has two channels in each direction, requests and replies, each with sequence numbers of
 * its own, so that requests that are not taken never hold up a reply. A data packet belongs to one of
 * them. Every packet, sent again or not, has a new `number`, which is what the tag is made with.
 *
 * The body of an ordinary packet is whole records. A message that does not fit into one packet goes in
 * several packets of which the first (UDP_F_FIRST) begins with the record's head and all (UDP_F_BULK)
 * carry the next bytes of its payload; other packets of the channel may come between.
 */
#ifndef HYD_UDP_WIRE_H
#define HYD_UDP_WIRE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define UDP_MAGIC 0x31555948u /* "HYU1" */
#define UDP_MAC_TAG 8u
#define UDP_MAX_TAG 16u
#define UDP_MAX_SACK 4u /* 64-bit words: the whole window */
#define UDP_CHANNELS 2
enum { UDP_REQUESTS, UDP_REPLIES };

enum udp_flags {
  UDP_F_CHANNEL = 1,  /* of the data: UDP_REPLIES */
  UDP_F_DATA = 2,     /* it has a sequence number and a body */
  UDP_F_ACK_NOW = 4,  /* somebody waits for the acknowledgement */
  UDP_F_BULK = 8,     /* the body is a part of one long message */
  UDP_F_FIRST = 16,   /* its first part */
  UDP_F_ECHO = 32,    /* `echo` is valid */
  UDP_F_SACK = 64,    /* sack words are of the channel UDP_REPLIES */
  UDP_F_KNOWN = 127
};

struct udp_head {
  uint32_t magic, job; /* job: differs between jobs, so that an earlier one's packets are refused */
  uint32_t src, dst;   /* ranks */
  uint64_t number;     /* of this transmission from src to dst, from 1 */
  uint32_t ack[UDP_CHANNELS];   /* sequence numbers below have been taken */
  uint32_t limit[UDP_CHANNELS]; /* sequence numbers below may be sent: what there is room for */
  uint32_t stamp, echo; /* sender's clock, us; the latest stamp heard, plus the time since */
  uint32_t seq;
  uint16_t size;        /* body and sack words, bytes */
  uint8_t flags, nsack; /* bit i of the words: ack + i has arrived */
  uint64_t reserved;    /* 0; aligns the body */
};
_Static_assert(sizeof(struct udp_head) == 64, "wire size");

enum udp_kind { UDP_SHORT, UDP_MEDIUM, UDP_LONG, UDP_PUT, UDP_GET, UDP_DATA, UDP_KINDS };

/* A record: this, the addresses of its kind, the arguments, the payload; each padded to 8 bytes, and in
 * front of a medium's payload, which a handler reads where it lies, to 16 of the body. */
struct udp_record {
  uint8_t kind, handler, nargs, reserved;
  uint32_t nbytes; /* of the payload; GET: wanted */
};
_Static_assert(sizeof(struct udp_record) == 8, "wire size");

/* A message as it is sent, or has arrived. */
struct udp_msg {
  uint8_t kind, channel, handler, nargs;
  uint32_t nbytes;
  const int32_t *args;
  const void *payload; /* arrived MEDIUM: 16-byte aligned; arrived LONG, PUT, DATA: in its place */
  uint64_t addr[3]; /* LONG, PUT: destination; GET: source, destination, cookie; DATA: destination, cookie */
};

#define UDP_MAX_ARGS 16u
#define UDP_MAX_RECORD (sizeof(struct udp_record) + 3 * 8 + 4 * UDP_MAX_ARGS + 8) /* without payload */

/* Bytes of the longest body: it leaves room for all sack words, and makes a full datagram's size a multiple
 * of 16, so that of several received in a row each is aligned. */
static inline size_t udp_max_body(size_t mtu, size_t tag) {
  return (mtu - 8 * UDP_MAX_SACK) / 16 * 16 - sizeof(struct udp_head) - tag;
}

static inline size_t udp_pad(size_t n) { return (n + 7) / 8 * 8; }

/* Addresses that a record of this kind has. */
static inline unsigned udp_addresses(unsigned kind) {
  static const uint8_t n[UDP_KINDS] = {0, 0, 1, 1, 3, 2};
  return n[kind];
}
static inline int udp_has_payload(unsigned kind) { return kind != UDP_SHORT && kind != UDP_GET; }
/* Bytes of a record before its payload, if it begins `at` bytes into the body. */
static inline size_t udp_record_head(unsigned kind, unsigned nargs, size_t at) {
  size_t n = sizeof(struct udp_record) + 8 * udp_addresses(kind) + udp_pad(4 * nargs);
  return kind == UDP_MEDIUM ? (at + n + 15) / 16 * 16 - at : n;
}
static inline size_t udp_record_size(const struct udp_msg *m, size_t at) {
  return udp_record_head(m->kind, m->nargs, at) + (udp_has_payload(m->kind) ? udp_pad(m->nbytes) : 0);
}

/* Writes all of the record but its payload, `at` bytes into the body; returns how much that was. */
size_t udp_write_record(const struct udp_msg *m, unsigned char *body, size_t at);
/* Reads what udp_write_record wrote at `at` of a body of `n` bytes; returns how much that was, 0: it is no
 * record. m->args and m->payload point into the body; the payload's end is checked by nobody yet. */
size_t udp_read_record(struct udp_msg *m, const unsigned char *body, size_t at, size_t n);
/* Reads the head of a datagram of n bytes; 0, or -1: it is none. `tag` is the length of the tags. */
int udp_read_head(struct udp_head *h, const void *datagram, size_t n, size_t tag);

#endif
