/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ports.h: the choice of a rank's port. ports_find.c fills a table of the ports of the host; rules
 * that know no device (ports.c) judge the table:
 *
 *   1. A port must be allowed by GASNET_IBV_PORTS, be active, and have an address.
 *   2. The best port has an address that other hosts can reach; among such ports it is the fastest,
 *      then the first found. A port must be on its network. So ranks that choose independently
 *      reach each other if their hosts are alike.
 *   3. A port must be as fast as the best one; among such ports the closest to the rank is chosen.
 *   4. Ranks of a host take equally good ports in turn.
 *
 * If GASNET_IBV_PORTS lists several ports, large transfers use all that are active and of the same
 * kind. The first port of the list reaches the first port of other hosts' lists, the second the
 * second, on any networks.
 */
#ifndef HYD_IBV_PORTS_H
#define HYD_IBV_PORTS_H

#include <stddef.h>
#include <stdint.h>

#define HYD_IBV_DEVICE_NAME 64

/* --- what the environment allows ------------------------------------------ */

#define HYD_IBV_ALLOWED_MAX 64u /* most devices in a list; most ports of a device in it */

struct hyd_ibv_allowed {
  uint32_t n; /* 0: all devices */
  struct hyd_ibv_allowed_device {
    char name[HYD_IBV_DEVICE_NAME];
    uint32_t n; /* 0: all ports of the device */
    uint8_t port[HYD_IBV_ALLOWED_MAX];
  } device[HYD_IBV_ALLOWED_MAX];
};

/* Reads a list, hca[:port[,port...]]+hca... -1: `why` names the part that is wrong. */
int hyd_ibv_allowed_read(struct hyd_ibv_allowed *a, const char *list, char *why, size_t size);
/* Whether the list has the port; whether it has any port of the device. */
int hyd_ibv_allows(const struct hyd_ibv_allowed *a, const char *device, unsigned port);
int hyd_ibv_allows_some(const struct hyd_ibv_allowed *a, const char *device);

/* --- what there is -------------------------------------------------------- */

/* The kind of a port's address. Ports of different kinds never reach each other. */
enum hyd_ibv_net {
  HYD_IBV_NET_NONE,
  HYD_IBV_NET_IB,
  HYD_IBV_NET_ROCE4, /* RoCE v2 over IPv4 */
  HYD_IBV_NET_ROCE6,
  HYD_IBV_NET_ROCE6_LINK, /* link-local addresses only */
  HYD_IBV_NET_ROCE1,
  HYD_IBV_NET_IWARP,
  HYD_IBV_NETS
};
extern const char *const hyd_ibv_net_name[HYD_IBV_NETS];

enum hyd_ibv_verdict {
  HYD_IBV_PORT_NOT_LISTED,
  HYD_IBV_PORT_DOWN,
  HYD_IBV_PORT_NO_ADDRESS,
  HYD_IBV_PORT_OTHER_NET,
  HYD_IBV_PORT_SLOWER,
  HYD_IBV_PORT_FARTHER,
  HYD_IBV_PORT_RAIL,
  HYD_IBV_PORT_EQUAL, /* as good as the port in use: for other ranks of the host */
  HYD_IBV_PORT_USED,
  HYD_IBV_VERDICTS
};
extern const char *const hyd_ibv_verdict_text[HYD_IBV_VERDICTS];

struct hyd_ibv_port {
  char device[HYD_IBV_DEVICE_NAME], interface[16];
  uint8_t port, active, net, gid_index;
  uint8_t verdict, distance;         /* enum hyd_distance */
  unsigned char gid[16], prefix[16]; /* prefix: of the port's network */
  uint64_t mbit;
};

struct hyd_ibv_ports {
  uint32_t n;
  struct hyd_ibv_port *at;
};

/* Sets the verdict of each port; returns how many are HYD_IBV_PORT_EQUAL. */
uint32_t hyd_ibv_ports_judge(struct hyd_ibv_ports *p, const struct hyd_ibv_allowed *a);
/* A number that is equal for ranks with the same equally good ports. */
uint64_t hyd_ibv_ports_choice(const struct hyd_ibv_ports *p);
/* Marks the port number `turn`, cyclically, of the equally good ones as used; NULL: there is none.
 */
struct hyd_ibv_port *hyd_ibv_ports_take(struct hyd_ibv_ports *p, uint32_t turn);

/* Copies the ports for large transfers to `rail`, in the order of the list, `most` at most; `used`
 * is one of them. Returns how many. */
uint32_t hyd_ibv_ports_rails(struct hyd_ibv_ports *p, const struct hyd_ibv_allowed *a,
                             const struct hyd_ibv_port *used, struct hyd_ibv_port *rail,
                             uint32_t most);

/* Checks that the host has the names of the list. -1: `why` says what the host has. */
int hyd_ibv_ports_check(const struct hyd_ibv_ports *p, const struct hyd_ibv_allowed *a, char *why,
                        size_t size);
/* Writes why no port can be used. */
void hyd_ibv_ports_excuse(const struct hyd_ibv_ports *p, char *why, size_t size);

/* --- addresses ------------------------------------------------------------ */

/* The kind of a RoCE v2 GID. */
enum hyd_ibv_net hyd_ibv_gid_net(const unsigned char gid[16]);
/* Why ports of these kinds and addresses do not reach each other; NULL: they may reach each
 * other. */
const char *hyd_ibv_nets_apart(enum hyd_ibv_net a, const unsigned char gid_a[16],
                               enum hyd_ibv_net b, const unsigned char gid_b[16]);
/* Writes the address as text: 10.77.0.1, fe80::1. */
void hyd_ibv_gid_text(const unsigned char gid[16], char *text, size_t size);

#endif
