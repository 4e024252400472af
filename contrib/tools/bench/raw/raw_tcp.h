/* SPDX-License-Identifier: BSD-3-Clause
 *
 * raw_tcp.h: what the kernel's own stream does between two processes, of which one looks at it only
 * now and then.
 */
#ifndef HYD_BENCH_RAW_TCP_H
#define HYD_BENCH_RAW_TCP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Side 1: a socket that listens, -1: none; its port for the other side. */
int hyd_bn_tcp_listen(uint16_t *port_p);
/* The connection, -1: none. Side 1 gives the socket that listens, which is closed; side 0 the
 * other's address. */
int hyd_bn_tcp_accept(int listening);
int hyd_bn_tcp_connect(const char *address, uint16_t port);

/* `total` bytes to the other side: ns until it has said that it has all. False: the connection is
 * broken. */
bool hyd_bn_tcp_send(int fd, const unsigned char *from, size_t bytes, size_t total, double *ns_p);
/* The other side of that: takes all that is there each time after it has called `between`. */
bool hyd_bn_tcp_take(int fd, size_t total, void (*between)(void));

#endif
