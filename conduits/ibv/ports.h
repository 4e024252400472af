/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ports.h: which port a rank uses. A table of what the host has (ports_find.c fills it) is judged
 * by rules that know no device (ports.c):
 *
 *   1. of the ports that GASNET_IBV_PORTS allows, those that are active and have an address;
 *   2. of these, those on the network of the best one: an address that others can reach, then the
 * fastest, then the first found. So ranks that choose for themselves reach each other, where hosts
 * are alike;
 *   3. of these, those of the best one's speed; of these, the nearest to the rank;
 *   4. ranks of a host take equally good ports in turn.
 *
 * Of a list of several, large transfers use all that are active and of the same kind: the first of
 * it reaches the first of the lists of other hosts, the second the second, on whatever networks.
 */
#ifndef HYD_IBV_PORTS_H
#define HYD_IBV_PORTS_H

#include <stddef.h>
#include <stdint.h>

#define VB_DEVICE_NAME 64

/* --- what the environment allows ------------------------------------------ */

#define VB_ALLOWED_MAX 64u /* devices in a list, and ports of each */

struct vb_allowed {
  uint32_t n; /* 0: everything */
  struct vb_allowed_device {
    char name[VB_DEVICE_NAME];
    uint32_t n; /* 0: all its ports */
    uint8_t port[VB_ALLOWED_MAX];
  } device[VB_ALLOWED_MAX];
};

/* hca[:port[,port...]]+hca...; -1: `why` names the piece that is none. */
int vb_allowed_read(struct vb_allowed *a, const char *list, char *why, size_t size);
int vb_allows(const struct vb_allowed *a, const char *device, unsigned port);
int vb_allows_some(const struct vb_allowed *a, const char *device);

/* --- what there is -------------------------------------------------------- */

/* How a port is addressed: two ports of different kinds never reach each other. */
enum vb_net {
  VB_NET_NONE,
  VB_NET_IB,
  VB_NET_ROCE4, /* v2, IPv4 */
  VB_NET_ROCE6,
  VB_NET_ROCE6_LINK, /* addresses of the link only */
  VB_NET_ROCE1,
  VB_NET_IWARP,
  VB_NETS
};
extern const char *const vb_net_name[VB_NETS];

enum vb_verdict {
  VB_PORT_NOT_LISTED,
  VB_PORT_DOWN,
  VB_PORT_NO_ADDRESS,
  VB_PORT_OTHER_NET,
  VB_PORT_SLOWER,
  VB_PORT_FARTHER,
  VB_PORT_RAIL,
  VB_PORT_EQUAL, /* other ranks of the host use it */
  VB_PORT_USED,
  VB_VERDICTS
};
extern const char *const vb_verdict_text[VB_VERDICTS];

struct vb_port {
  char device[VB_DEVICE_NAME], interface[16];
  uint8_t port, active, net, gid_index;
  uint8_t verdict, distance;         /* enum hyd_distance */
  unsigned char gid[16], prefix[16]; /* prefix: what addresses of its network have in common */
  uint64_t mbit;
};

struct vb_ports {
  uint32_t n;
  struct vb_port *at;
};

/* Says of every port what is to be said before ranks take turns; returns how many are equally
 * good. */
uint32_t vb_ports_judge(struct vb_ports *p, const struct vb_allowed *a);
/* The same for ranks that have the same choice. */
uint64_t vb_ports_choice(const struct vb_ports *p);
/* Takes one of the equally good; NULL: there is none. */
struct vb_port *vb_ports_take(struct vb_ports *p, uint32_t turn);

/* The ports of a list that large transfers use, in its order, `most` at most, where one is `used`;
 * how many. */
uint32_t vb_ports_rails(struct vb_ports *p, const struct vb_allowed *a, const struct vb_port *used,
                        struct vb_port *rail, uint32_t most);

/* Names in the list that the host does not have: -1, and `why` says what it has. */
int vb_ports_check(const struct vb_ports *p, const struct vb_allowed *a, char *why, size_t size);
/* Why none can be used. */
void vb_ports_excuse(const struct vb_ports *p, char *why, size_t size);

/* --- addresses ------------------------------------------------------------ */

/* What a GID is, by itself, if it is of RoCE v2. */
enum vb_net vb_gid_net(const unsigned char gid[16]);
/* Why ports of these kinds and addresses do not reach each other; NULL: they may. */
const char *vb_nets_apart(enum vb_net a, const unsigned char gid_a[16], enum vb_net b,
                          const unsigned char gid_b[16]);
/* 10.77.0.1, fe80::1 */
void vb_gid_text(const unsigned char gid[16], char *text, size_t size);

#endif
