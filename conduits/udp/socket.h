/* SPDX-License-Identifier: BSD-3-Clause
 *
 * socket.h: the udp conduit's socket: batches of datagrams in one system call, and one call for a
 * train of equal ones where the kernel cuts and joins them (UDP GSO and GRO).
 */
#ifndef HYD_UDP_SOCKET_H
#define HYD_UDP_SOCKET_H

#include "conduits/ip/address.h"
#include "conduits/udp/proto.h"

/* The ports that may be used; {0, 0}: any. */
struct udp_ports {
  uint16_t first, last;
};
/* Reads "5000-5100", "5000", or nothing: any; 0, or -1. */
int hyd_udp_ports_parse(const char *text, struct udp_ports *p);
/* A socket that is bound to one of the ports, and what it was bound to; -1: see errno. Ports are
 * tried from number `skip` on, so that ranks which begin at once do not try the same. */
int hyd_udp_socket_bind(const struct hyd_ip *at, const struct udp_ports *ports, unsigned skip,
                        struct hyd_ip *got);
#define UDP_TRAIN 44 /* datagrams that are sent with one call, at most */

struct udp_socket;
/* The kernel has refused a datagram of `size` bytes to this peer as too large. */
typedef void udp_too_large(void *arg, uint32_t peer, size_t size);
/* Takes over a bound socket. `table`: where each rank is; `ports`: for a second socket, which only
 * sends. NULL: out of memory. */
struct udp_socket *hyd_udp_socket_open(int fd, const struct hyd_ip *table,
                                       const struct udp_ports *ports, udp_too_large *refused,
                                       void *arg);
int hyd_udp_socket_fd(const struct udp_socket *s);
/* Bytes that the kernel keeps for the socket, by its own accounting. */
uint32_t hyd_udp_socket_room(const struct udp_socket *s);
/* Bytes of the largest datagram that the way to this peer takes, as far as the kernel knows now. */
uint32_t hyd_udp_socket_path(const struct udp_socket *s, uint32_t peer);

/* Sends n <= UDP_TRAIN datagrams. What the kernel has no room or no way for is lost, as on any
 * network; what is too large for it is lost, and told. 0, or -1: a lasting error, see errno. */
int hyd_udp_socket_send(struct udp_socket *s, const struct udp_datagram *d, int n);
/* Why the last datagram that could not be sent was not, if it was for this peer: an errno; else
 * 0. */
int hyd_udp_socket_error(const struct udp_socket *s, uint32_t peer);
/* Takes a datagram, which is 16-byte aligned and may be written to. 0 or more; -1: its bytes that
 * are away do not belong there, and it is to come again in one piece (hyd_udp_proto_input_split).
 */
typedef int udp_take(void *arg, const struct udp_came *c);
/* Receives what is there, at most one batch, and calls `take` for each datagram. `x`: what the next
 * datagrams are expected to be, or NULL. Returns how many there were; -1: a lasting error, see
 * errno. To be repeated until it returns 0, which it does without a system call after one that has
 * probably taken all there was. */
int hyd_udp_socket_receive(struct udp_socket *s, const struct udp_expected *x, udp_take *take,
                           void *arg);
/* Whether the last of these calls found that nothing was left. */
int hyd_udp_socket_is_empty(const struct udp_socket *s);
/* The socket was not read for a while: many datagrams will be there. */
void hyd_udp_socket_expect_many(struct udp_socket *s);

/* --- faults.c: a bad network, for tests ----------------------------------------
 *
 * It loses, doubles and reorders datagrams on their way out, in percent as GASNET_UDP_FAULTS says:
 * "drop=5,double=1,reorder=2,seed=7". */

struct udp_faults;
/* NULL with *bad_p = 0: the text asks for no faults; with *bad_p = 1: it is no such list. */
struct udp_faults *hyd_udp_faults_new(const char *text, uint32_t rank, int *bad_p);

/* What becomes of d[n]: `send` is called for runs of them, for others, or not at all. */
void hyd_udp_faults_pass(struct udp_faults *f, const struct udp_datagram *d, int n,
                         void (*send)(void *arg, const struct udp_datagram *d, int n), void *arg);

#endif
