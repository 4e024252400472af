/* SPDX-License-Identifier: BSD-3-Clause
 *
 * raw_udp.h: what sockets do without any library: U, the round trip of one datagram between two
 * processes that poll; B, the rate of a stream in one direction with everything the kernel offers
 * (many datagrams in a call, UDP GSO and GRO); and how often sendto can be called. Ranks run these
 * in the same processes, on the same cores and in the same moments as what they measure.
 */
#ifndef HYD_BENCH_RAW_UDP_H
#define HYD_BENCH_RAW_UDP_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One side's socket. Both sides must call the windows below in the same order, with the same
 * arguments; side 0 gets the figure, side 1 gets 0. */
struct hyd_bn_raw {
  int fd, side;
  uint32_t window; /* counts windows: what is left over of an earlier one is not counted */
  struct sockaddr_in peer;
  unsigned char *buffer;
  /* Called with each datagram of a stream before it is sent, and after it has arrived; or NULL. */
  void (*each)(const struct hyd_bn_raw *r, const unsigned char *datagram, size_t n);
  void (*idle)(void); /* called after long waits: the other side may need the library to get here */
};

/* A socket on 127.0.0.1; its port for the other side. */
bool hyd_bn_raw_open(struct hyd_bn_raw *r, int side, uint16_t *port_p);
/* The other side's port. */
void hyd_bn_raw_connect(struct hyd_bn_raw *r, uint16_t port);

/* ns of a round trip: a datagram of `there` bytes, answered by one of `back`. */
double hyd_bn_raw_trips(struct hyd_bn_raw *r, size_t there, size_t back, int rounds);
/* Bytes of `from`, again and again, `total` in all, in datagrams of `size`: ns for each byte that
 * has arrived. */
double hyd_bn_raw_stream(struct hyd_bn_raw *r, const unsigned char *from, size_t bytes, size_t size,
                         size_t total);
/* ns of a sendto of `size` bytes, while the other side takes what comes. */
double hyd_bn_raw_sends(struct hyd_bn_raw *r, size_t size, int count);

#endif
