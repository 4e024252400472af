/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ports.c: the rules of ports.h. Knows neither device nor job, so that a test can present any
 * machine.
 */
#include "conduits/ibv/ports.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const hyd_ibv_net_name[HYD_IBV_NETS] = {[HYD_IBV_NET_NONE] = "-",
                                                    [HYD_IBV_NET_IB] = "InfiniBand",
                                                    [HYD_IBV_NET_ROCE4] = "RoCE IPv4",
                                                    [HYD_IBV_NET_ROCE6] = "RoCE IPv6",
                                                    [HYD_IBV_NET_ROCE6_LINK] = "RoCE link-local",
                                                    [HYD_IBV_NET_ROCE1] = "RoCE v1",
                                                    [HYD_IBV_NET_IWARP] = "iWARP"};

const char *const hyd_ibv_verdict_text[HYD_IBV_VERDICTS] = {
    [HYD_IBV_PORT_NOT_LISTED] = "not in GASNET_IBV_PORTS",
    [HYD_IBV_PORT_DOWN] = "not active",
    [HYD_IBV_PORT_NO_ADDRESS] = "no address (GID)",
    [HYD_IBV_PORT_OTHER_NET] = "another network",
    [HYD_IBV_PORT_SLOWER] = "slower",
    [HYD_IBV_PORT_FARTHER] = "farther",
    [HYD_IBV_PORT_RAIL] = "for large transfers",
    [HYD_IBV_PORT_EQUAL] = "for other ranks",
    [HYD_IBV_PORT_USED] = "used"};

/* --- the list ------------------------------------------------------------- */

static int bad(const char *piece, size_t n, const char *expected, char *why, size_t size) {
  snprintf(why, size, "GASNET_IBV_PORTS: \"%.*s\"; expected %s", (int)(n < 80 ? n : 80), piece,
           expected);
  return -1;
}

/* Reads the ports of a device: "1,2". */
static int read_ports(struct hyd_ibv_allowed_device *d, const char *text, size_t n, char *why,
                      size_t size) {
  size_t at = 0;
  while (at <= n) {
    size_t len = 0;
    unsigned port = 0;
    for (; at + len < n && text[at + len] != ','; len++)
      port = isdigit((unsigned char)text[at + len]) && port < 256
                 ? 10 * port + (unsigned)(text[at + len] - '0')
                 : 1000;
    if (port < 1 || port > 255) return bad(text + at, len, "a port's number, 1 to 255", why, size);
    if (d->n == HYD_IBV_ALLOWED_MAX)
      return bad(text + at, n - at, "fewer ports of a device", why, size);
    d->port[d->n++] = (uint8_t)port;
    at += len + 1;
  }
  return 0;
}

/* Reads a device and its ports: "mlx5_0:1,2". */
static int read_device(struct hyd_ibv_allowed *a, const char *text, size_t n, char *why,
                       size_t size) {
  struct hyd_ibv_allowed_device *d = &a->device[a->n];
  size_t name = 0;
  while (name < n && text[name] != ':') name++;
  if (name == 0 || name >= sizeof d->name || memchr(text, ' ', n) || memchr(text, ',', name))
    return bad(text, n, "hca[:port[,port...]]+hca..., as mlx5_0:1+mlx5_1", why, size);
  if (a->n == HYD_IBV_ALLOWED_MAX) return bad(text, n, "fewer devices", why, size);
  memset(d, 0, sizeof *d);
  memcpy(d->name, text, name);
  a->n++;
  return name < n ? read_ports(d, text + name + 1, n - name - 1, why, size) : 0;
}

int hyd_ibv_allowed_read(struct hyd_ibv_allowed *a, const char *list, char *why, size_t size) {
  a->n = 0;
  if (*list == '\0') return 0;
  for (;;) {
    size_t n = strcspn(list, "+");
    if (read_device(a, list, n, why, size)) return -1;
    if (list[n] == '\0') return 0;
    list += n + 1;
  }
}

static int has_port(const struct hyd_ibv_allowed_device *d, unsigned port) {
  for (uint32_t i = 0; i < d->n; i++)
    if (d->port[i] == port) return 1;
  return d->n == 0;
}

int hyd_ibv_allows(const struct hyd_ibv_allowed *a, const char *device, unsigned port) {
  for (uint32_t i = 0; i < a->n; i++)
    if (strcmp(a->device[i].name, device) == 0 && has_port(&a->device[i], port)) return 1;
  return a->n == 0;
}

int hyd_ibv_allows_some(const struct hyd_ibv_allowed *a, const char *device) {
  for (uint32_t i = 0; i < a->n; i++)
    if (strcmp(a->device[i].name, device) == 0) return 1;
  return a->n == 0;
}

/* --- the choice ----------------------------------------------------------- */

static enum hyd_ibv_verdict first_look(const struct hyd_ibv_port *p,
                                       const struct hyd_ibv_allowed *a) {
  if (!hyd_ibv_allows(a, p->device, p->port)) return HYD_IBV_PORT_NOT_LISTED;
  if (!p->active) return HYD_IBV_PORT_DOWN;
  return p->net == HYD_IBV_NET_NONE ? HYD_IBV_PORT_NO_ADDRESS : HYD_IBV_PORT_EQUAL;
}

static int is_better(const struct hyd_ibv_port *a, const struct hyd_ibv_port *b) {
  int reaches_a = a->net != HYD_IBV_NET_ROCE6_LINK && a->net != HYD_IBV_NET_ROCE1;
  int reaches_b = b->net != HYD_IBV_NET_ROCE6_LINK && b->net != HYD_IBV_NET_ROCE1;
  return reaches_a != reaches_b ? reaches_a : a->mbit > b->mbit;
}

static const struct hyd_ibv_port *best(const struct hyd_ibv_ports *p) {
  const struct hyd_ibv_port *found = NULL;
  for (uint32_t i = 0; i < p->n; i++)
    if (p->at[i].verdict == HYD_IBV_PORT_EQUAL && (found == NULL || is_better(&p->at[i], found)))
      found = &p->at[i];
  return found;
}

static enum hyd_ibv_verdict verdict_beside(const struct hyd_ibv_port *p,
                                           const struct hyd_ibv_port *leader) {
  if (p->net != leader->net || memcmp(p->prefix, leader->prefix, sizeof p->prefix))
    return HYD_IBV_PORT_OTHER_NET;
  return p->mbit < leader->mbit ? HYD_IBV_PORT_SLOWER : HYD_IBV_PORT_EQUAL;
}

static uint8_t least_distance(const struct hyd_ibv_ports *p) {
  uint8_t least = UINT8_MAX;
  for (uint32_t i = 0; i < p->n; i++)
    if (p->at[i].verdict == HYD_IBV_PORT_EQUAL && p->at[i].distance < least)
      least = p->at[i].distance;
  return least;
}

uint32_t hyd_ibv_ports_judge(struct hyd_ibv_ports *p, const struct hyd_ibv_allowed *a) {
  const struct hyd_ibv_port *leader;
  uint32_t equal = 0;
  uint8_t least;
  for (uint32_t i = 0; i < p->n; i++) p->at[i].verdict = (uint8_t)first_look(&p->at[i], a);
  leader = best(p);
  for (uint32_t i = 0; i < p->n; i++)
    if (p->at[i].verdict == HYD_IBV_PORT_EQUAL)
      p->at[i].verdict = (uint8_t)verdict_beside(&p->at[i], leader);
  least = least_distance(p);
  for (uint32_t i = 0; i < p->n; i++) {
    if (p->at[i].verdict != HYD_IBV_PORT_EQUAL) continue;
    if (p->at[i].distance > least)
      p->at[i].verdict = HYD_IBV_PORT_FARTHER;
    else
      equal++;
  }
  return equal;
}

uint64_t hyd_ibv_ports_choice(const struct hyd_ibv_ports *p) {
  uint64_t sum = 1;
  for (uint32_t i = 0; i < p->n; i++)
    if (p->at[i].verdict == HYD_IBV_PORT_EQUAL) sum = (sum ^ (i + 1)) * 0x100000001b3u;
  return sum;
}

struct hyd_ibv_port *hyd_ibv_ports_take(struct hyd_ibv_ports *p, uint32_t turn) {
  uint32_t equal = 0;
  for (uint32_t i = 0; i < p->n; i++) equal += p->at[i].verdict == HYD_IBV_PORT_EQUAL;
  if (equal == 0) return NULL;
  turn %= equal;
  for (uint32_t i = 0; i < p->n; i++)
    if (p->at[i].verdict == HYD_IBV_PORT_EQUAL && turn-- == 0) {
      p->at[i].verdict = HYD_IBV_PORT_USED;
      return &p->at[i];
    }
  return NULL;
}

/* --- rails ---------------------------------------------------------------- */

static int is_rail(const struct hyd_ibv_port *p, const struct hyd_ibv_port *used) {
  return p->active && p->net == used->net && p->verdict != HYD_IBV_PORT_RAIL;
}

/* Adds the ports of one device of the list, in the order of the list; if the list names no ports,
 * in the order of the machine. */
static uint32_t add_rails(struct hyd_ibv_ports *p, const struct hyd_ibv_allowed_device *d,
                          const struct hyd_ibv_port *used, struct hyd_ibv_port *rail, uint32_t n,
                          uint32_t most) {
  for (uint32_t at = 0; at < (d->n ? d->n : 1); at++)
    for (uint32_t i = 0; i < p->n && n < most; i++) {
      struct hyd_ibv_port *one = &p->at[i];
      if (strcmp(one->device, d->name) || (d->n && one->port != d->port[at]) || !is_rail(one, used))
        continue;
      one->verdict = HYD_IBV_PORT_RAIL;
      rail[n++] = *one;
    }
  return n;
}

uint32_t hyd_ibv_ports_rails(struct hyd_ibv_ports *p, const struct hyd_ibv_allowed *a,
                             const struct hyd_ibv_port *used, struct hyd_ibv_port *rail,
                             uint32_t most) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->n && most > 1; i++)
    n = add_rails(p, &a->device[i], used, rail, n, most);
  for (uint32_t i = 0; i < p->n; i++)
    if (&p->at[i] == used) p->at[i].verdict = HYD_IBV_PORT_USED;
  if (n > 1) return n;
  rail[0] = *used;
  return 1;
}

/* --- error messages ------------------------------------------------------- */

static size_t add_text(char *text, size_t at, size_t size, const char *more) {
  if (at < size) at += (size_t)snprintf(text + at, size - at, "%s", more);
  return at;
}

static void name_all(const struct hyd_ibv_ports *p, char *why, size_t at, size_t size) {
  char one[HYD_IBV_DEVICE_NAME + 8];
  for (uint32_t i = 0; i < p->n; i++) {
    snprintf(one, sizeof one, "%s%s:%u", i ? ", " : "", p->at[i].device, p->at[i].port);
    at = add_text(why, at, size, one);
  }
}

static int is_there(const struct hyd_ibv_ports *p, const char *device, unsigned port) {
  for (uint32_t i = 0; i < p->n; i++)
    if (strcmp(p->at[i].device, device) == 0 && (port == 0 || p->at[i].port == port)) return 1;
  return 0;
}

static int missing(const struct hyd_ibv_ports *p, const struct hyd_ibv_allowed_device *d,
                   unsigned port, char *why, size_t size) {
  char number[8] = "";
  if (is_there(p, d->name, port)) return 0;
  if (port) snprintf(number, sizeof number, ":%u", port);
  snprintf(why, size, "GASNET_IBV_PORTS: this host has no %.60s%s; expected some of ", d->name,
           number);
  name_all(p, why, strlen(why), size);
  return -1;
}

int hyd_ibv_ports_check(const struct hyd_ibv_ports *p, const struct hyd_ibv_allowed *a, char *why,
                        size_t size) {
  for (uint32_t i = 0; i < a->n; i++) {
    if (missing(p, &a->device[i], 0, why, size)) return -1;
    for (uint32_t j = 0; j < a->device[i].n; j++)
      if (missing(p, &a->device[i], a->device[i].port[j], why, size)) return -1;
  }
  return 0;
}

void hyd_ibv_ports_excuse(const struct hyd_ibv_ports *p, char *why, size_t size) {
  static const char none[] = "no RDMA device; expected one (ibv_devinfo lists them)";
  size_t at = add_text(why, 0, size, p->n ? "no port can be used: " : none);
  char one[HYD_IBV_DEVICE_NAME + 64];
  for (uint32_t i = 0; i < p->n; i++) {
    snprintf(one, sizeof one, "%s%s:%u: %s", i ? "; " : "", p->at[i].device, p->at[i].port,
             hyd_ibv_verdict_text[p->at[i].verdict]);
    at = add_text(why, at, size, one);
  }
  if (p->n) add_text(why, at, size, " (ibv_devinfo shows them)");
}

/* --- addresses ------------------------------------------------------------ */

enum hyd_ibv_net hyd_ibv_gid_net(const unsigned char gid[16]) {
  static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  if (memcmp(gid, mapped, sizeof mapped) == 0) return HYD_IBV_NET_ROCE4;
  return gid[0] == 0xfe && (gid[1] & 0xc0) == 0x80 ? HYD_IBV_NET_ROCE6_LINK : HYD_IBV_NET_ROCE6;
}

/* RoCE over IPv4 may be routed. InfiniBand uses LIDs, which are valid in one subnet. */
const char *hyd_ibv_nets_apart(enum hyd_ibv_net a, const unsigned char gid_a[16],
                               enum hyd_ibv_net b, const unsigned char gid_b[16]) {
  if (a != b) return "ports of the same kind on all hosts";
  if (a == HYD_IBV_NET_IB && memcmp(gid_a, gid_b, 8))
    return "ports of one InfiniBand subnet on all hosts";
  return NULL;
}

void hyd_ibv_gid_text(const unsigned char gid[16], char *text, size_t size) {
  int is4 = hyd_ibv_gid_net(gid) == HYD_IBV_NET_ROCE4;
  if (inet_ntop(is4 ? AF_INET : AF_INET6, is4 ? gid + 12 : gid, text, (socklen_t)size) == NULL)
    *text = '\0';
}
