/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ports.h: which port a rank uses. ports_find.c fills a table of the ports of the host; rules that
 * know no device (ports.c) judge it:
 *
 *   1. Of the ports that GASNET_IBV_PORTS allows, those that are active and have an address.
 *   2. Of these, those on the network of the best one: an address that other hosts can reach, then
 * the fastest, then the first found. So ranks that choose for themselves reach each other, where
 *      hosts are alike.
 *   3. Of these, those of the best one's speed; of these, the nearest to the rank.
 *   4. Ranks of a host take equally good ports in turn.
 *
 * Of a list of several ports, large transfers use all that are active and of the same kind: the
 * first port of the list reaches the first of the lists of other hosts, the second the second, on
 * whatever networks.
 */
#ifndef HYD_IBV_PORTS_H
#define HYD_IBV_PORTS_H

#include <stddef.h>
#include <stdint.h>

#define HYD_IBV_DEVICE_NAME 64

/* --- what the environment allows ------------------------------------------ */

#define HYD_IBV_ALLOWED_MAX 64u /* devices in a list, and ports of each */

struct hyd_ibv_allowed {
  uint32_t n; /* 0: everything */
  struct hyd_ibv_allowed_device {
    char name[HYD_IBV_DEVICE_NAME];
    uint32_t n; /* 0: all its ports */
    uint8_t port[HYD_IBV_ALLOWED_MAX];
  } device[HYD_IBV_ALLOWED_MAX];
};

/* Reads hca[:port[,port...]]+hca... -1: `why` names the wrong part. */
int hyd_ibv_allowed_read(struct hyd_ibv_allowed *a, const char *list, char *why, size_t size);
int hyd_ibv_allows(const struct hyd_ibv_allowed *a, const char *device, unsigned port);
int hyd_ibv_allows_some(const struct hyd_ibv_allowed *a, const char *device);

/* --- what there is -------------------------------------------------------- */

/* The kind of address of a port. Ports of different kinds never reach each other. */
enum hyd_ibv_net {
  HYD_IBV_NET_NONE,
  HYD_IBV_NET_IB,
  HYD_IBV_NET_ROCE4, /* v2, IPv4 */
  HYD_IBV_NET_ROCE6,
  HYD_IBV_NET_ROCE6_LINK, /* addresses of the link only */
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
  HYD_IBV_PORT_EQUAL, /* other ranks of the host use it */
  HYD_IBV_PORT_USED,
  HYD_IBV_VERDICTS
};
extern const char *const hyd_ibv_verdict_text[HYD_IBV_VERDICTS];

struct hyd_ibv_port {
  char device[HYD_IBV_DEVICE_NAME], interface[16];
  uint8_t port, active, net, gid_index;
  uint8_t verdict, distance;         /* enum hyd_distance */
  unsigned char gid[16], prefix[16]; /* prefix: of its network */
  uint64_t mbit;
};

struct hyd_ibv_ports {
  uint32_t n;
  struct hyd_ibv_port *at;
};

/* Gives each port its verdict, before ranks take turns; returns how many are equally good. */
uint32_t hyd_ibv_ports_judge(struct hyd_ibv_ports *p, const struct hyd_ibv_allowed *a);
/* A number that is the same for ranks with the same choice. */
uint64_t hyd_ibv_ports_choice(const struct hyd_ibv_ports *p);
/* Takes one of the equally good ports; NULL: there is none. */
struct hyd_ibv_port *hyd_ibv_ports_take(struct hyd_ibv_ports *p, uint32_t turn);

/* The ports of a list that large transfers use, in its order, `most` at most; `used` is one of
 * them. Returns how many. */
uint32_t hyd_ibv_ports_rails(struct hyd_ibv_ports *p, const struct hyd_ibv_allowed *a,
                             const struct hyd_ibv_port *used, struct hyd_ibv_port *rail,
                             uint32_t most);

/* -1: the list has names that the host does not have, and `why` says what the host has. */
int hyd_ibv_ports_check(const struct hyd_ibv_ports *p, const struct hyd_ibv_allowed *a, char *why,
                        size_t size);
/* Says why no port can be used. */
void hyd_ibv_ports_excuse(const struct hyd_ibv_ports *p, char *why, size_t size);

/* --- addresses ------------------------------------------------------------ */

/* The kind of a RoCE v2 GID. */
enum hyd_ibv_net hyd_ibv_gid_net(const unsigned char gid[16]);
/* Why ports of these kinds and addresses do not reach each other; NULL: they may reach each
 * other. */
const char *hyd_ibv_nets_apart(enum hyd_ibv_net a, const unsigned char gid_a[16],
                               enum hyd_ibv_net b, const unsigned char gid_b[16]);
/* 10.77.0.1, fe80::1 */
void hyd_ibv_gid_text(const unsigned char gid[16], char *text, size_t size);

#endif
