/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wire.h: a datagram of the udp conduit, and reading one. Host byte order; a peer of the other
 * order is refused by the magic number.
 *
 *     struct udp_head | body | ranges (nranges) | tag (8 bytes of UMAC, 16 of GMAC and GCM, or none)
 *
 * A session has eight channels in each direction: requests, replies, transfers (put, get) and what
 * answers gets, each once for small and once for bulk messages. So nothing small waits behind bulk,
 * replies never wait for requests, and put and get wait for neither.
 *
 * A channel is a stream of bytes, of records one behind the other; each record, and each record's
 * payload, begins at a multiple of UDP_QUANTUM. A body is any part of the stream, cut at such
 * multiples, and `seq` is the position of its first byte (modulo 2^32). What was sent in large
 * datagrams can therefore be sent again in small ones, and acknowledgements name ranges of bytes.
 * Every datagram has a new `number`, which is what the tag is made with, and by which the sender
 * learns which of its transmissions have arrived.
 */
#ifndef HYD_UDP_WIRE_H
#define HYD_UDP_WIRE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define UDP_MAGIC 0x32555948u /* "HYU2" */
#define UDP_UMAC_TAG 8u
#define UDP_MAX_TAG 16u
#define UDP_QUANTUM 16u
#define UDP_MAX_RANGES 32u
#define UDP_WINDOW_UNIT 65536u /* bytes */
/* a record of so many bytes is small: a body of the smallest datagram has room for it */
#define UDP_SMALL 1024u
#define UDP_MIN_DATAGRAM 548u /* IPv4 promises 576 with its headers */
/* IPv6 promises 1280 with its headers; paths of IPv4 with less are rare */
#define UDP_BASE_DATAGRAM 1232u
#define UDP_LEAST_DATAGRAM 400u /* that a user may ask for: head, ranges, tag, and some data */
#define UDP_MAX_DATAGRAM 65507u

/* What a message asks for; the channel is this, and whether it is bulk. */
enum udp_class { UDP_REQUESTS, UDP_REPLIES, UDP_TRANSFERS, UDP_ANSWERS, UDP_CLASSES };
#define UDP_CHANNELS (2 * UDP_CLASSES)
static inline unsigned udp_class_of(unsigned channel) { return channel / 2; }
static inline int udp_is_bulk(unsigned channel) { return channel % 2 != 0; }
#define UDP_BULK 0xaau /* those channels, a bit for each */

enum udp_flags {
  UDP_F_DATA = 1,     /* the body is a part of `channel`'s stream */
  UDP_F_PAD = 2,      /* the body has only a size, of which the sender asks whether it arrives */
  UDP_F_ACK_NOW = 4,  /* the sender waits for the acknowledgement */
  UDP_F_ACK_SOON = 8, /* the acknowledgement may go with what the receiver's client sends next */
  UDP_F_ECHO = 16,    /* `echo` is valid */
  UDP_F_PROMPT = 32,  /* the datagram whose stamp is echoed was read as soon as it came */
  UDP_F_KNOWN = 63
};

/* What a rank has taken of each channel of a peer's. */
struct udp_progress {
  uint32_t ack[UDP_CHANNELS];   /* bytes before this have been taken */
  uint8_t window[UDP_CHANNELS]; /* in units of UDP_WINDOW_UNIT: what may be sent from there */
};

struct udp_head {
  uint32_t magic, job; /* job: differs between jobs, so that an earlier one's packets are refused */
  uint32_t src, dst;   /* ranks */
  uint64_t number;     /* of this transmission from src to dst, from 1 */
  uint32_t seen;       /* low half of the highest number that has come from dst */
  uint32_t padded;     /* and of the last one with UDP_F_PAD */
  uint32_t stamp;      /* the sender's clock, in us */
  uint32_t echo;       /* the latest stamp heard, plus the time since */
  uint32_t seq;        /* the position of the body's first byte in the stream */
  uint16_t size;       /* body and ranges, bytes */
  uint8_t flags, channel;
  uint8_t nranges, reserved1; /* 0 */
  uint16_t room; /* KB of datagrams that may be on the way to this rank: what its socket can hold */
  struct udp_progress progress;
  uint32_t reserved; /* 0; aligns the body */
};
_Static_assert(sizeof(struct udp_head) == 96, "wire size");
_Static_assert(sizeof(struct udp_head) % UDP_QUANTUM == 0, "the body is aligned");

/* Bytes [from, to) of a stream have arrived, although something before them has not, or cannot be
 * taken yet. Which stream, is in `from`, whose last bits are 0 otherwise; ranges are in order of
 * channels, then of positions. Whatever is kept is named: `seen` says that it has come. */
struct udp_range {
  uint32_t from, to;
};
static inline struct udp_range udp_range_of(unsigned channel, uint32_t from, uint32_t to) {
  return (struct udp_range){from | channel, to};
}
static inline unsigned udp_range_channel(struct udp_range r) { return r.from % UDP_QUANTUM; }
static inline uint32_t udp_range_from(struct udp_range r) {
  return r.from / UDP_QUANTUM * UDP_QUANTUM;
}
_Static_assert(UDP_CHANNELS <= UDP_QUANTUM, "a channel's number fits");

enum udp_kind { UDP_SHORT, UDP_MEDIUM, UDP_LONG, UDP_PUT, UDP_GET, UDP_DATA, UDP_KINDS };

/* A record: this, the addresses of its kind, the arguments, padding, the payload, padding. */
struct udp_record {
  uint8_t kind, handler, nargs, reserved;
  uint32_t nbytes; /* of the payload; GET: wanted */
};
_Static_assert(sizeof(struct udp_record) == 8, "wire size");

/* A message as it is sent, or has arrived. */
struct udp_msg {
  uint8_t kind, class, handler, nargs;
  uint32_t nbytes;
  const int32_t *args;
  const void *payload; /* arrived MEDIUM: 16-byte aligned; arrived LONG, PUT, DATA: in its place */
  /* To be sent: not NULL if the payload does not lie anywhere yet; writes it where it is kept. */
  void (*fill)(void *arg, void *where);
  void *fill_arg;
  uint64_t addr[3]; /* LONG, PUT: destination; GET: source, destination, cookie; DATA: destination,
                       cookie */
};

#define UDP_MAX_ARGS 17u /* HYD_AM_WIRE_ARGS */
/* bytes: a record is shorter than what positions are compared by */
#define UDP_MAX_PAYLOAD (1u << 30)
/* without payload */
#define UDP_MAX_RECORD (sizeof(struct udp_record) + 3 * 8 + 4 * UDP_MAX_ARGS)

static inline size_t udp_pad(size_t n) { return (n + UDP_QUANTUM - 1) / UDP_QUANTUM * UDP_QUANTUM; }

/* Bytes of the longest body of a datagram of `size` bytes. */
static inline size_t udp_max_body(size_t size, size_t tag) {
  return (size - sizeof(struct udp_head) - tag) / UDP_QUANTUM * UDP_QUANTUM;
}

/* How many addresses a record of this kind has. */
static inline unsigned udp_addresses(unsigned kind) {
  static const uint8_t n[UDP_KINDS] = {0, 0, 1, 1, 3, 2};
  return n[kind];
}
static inline int udp_has_payload(unsigned kind) { return kind != UDP_SHORT && kind != UDP_GET; }
/* Bytes of a record before its payload. */
static inline size_t udp_record_head(unsigned kind, unsigned nargs) {
  return udp_pad(sizeof(struct udp_record) + 8 * udp_addresses(kind) + 4 * nargs);
}
static inline size_t udp_record_size(const struct udp_msg *m) {
  return udp_record_head(m->kind, m->nargs) + (udp_has_payload(m->kind) ? udp_pad(m->nbytes) : 0);
}
static inline unsigned udp_channel_of(const struct udp_msg *m) {
  return 2u * m->class + (udp_record_size(m) > UDP_SMALL);
}

/* Writes all of the record but its payload; returns how many bytes that were. */
size_t hyd_udp_write_record(const struct udp_msg *m, unsigned char *to);
/* Bytes of the record's head that begins at `at`, of which the first UDP_QUANTUM are there; 0: it
 * is no record that belongs into this channel. */
size_t hyd_udp_record_begins(const unsigned char *at, unsigned channel);
/* Reads such a head, all of which is there. m->args is in the head, m->payload behind
 * it. */
void hyd_udp_read_record(struct udp_msg *m, const unsigned char *at);
/* The head of a datagram of n bytes, which is aligned as that; NULL: it is none. `tag` is the
 * length of the tags. */
const struct udp_head *hyd_udp_read_head(const void *datagram, size_t n, size_t tag);

static inline size_t udp_range_bytes(const struct udp_head *h) {
  return h->nranges * sizeof(struct udp_range);
}

#endif
