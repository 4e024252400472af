/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ports_find.c: fills in the table of ports.h, from libibverbs (devices), hwloc (their places) and
 * the network interfaces (networks of addresses); prints the table (GASNET_IBV_LIST_PORTS); and
 * makes the choice.
 */
#include <hwloc/openfabrics-verbs.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "conduits/ibv/state.h"
#include "core/oob/oob.h"
#include "core/topo/locality.h"

struct search {
  struct hyd_job *job;
  struct hyd_ibv_ports ports;
  struct hyd_ibv_allowed allowed;
  struct ibv_device **devices;
  int ndevices, lists; /* lists: this rank prints the table */
  struct ifaddrs *interfaces;
  struct hyd_place place;
  int has_place;
  char variable[300]; /* the name of the environment variable with the list */
};

static int need_place(struct search *s) {
  if (!s->has_place) s->has_place = hyd_place_find(&s->place, hyd_job_env(s->job)) == 0;
  return s->has_place;
}

/* --- addresses ------------------------------------------------------------ */

static const unsigned char *address_of(const struct sockaddr *a, size_t *n) {
  if (a && a->sa_family == AF_INET) {
    *n = 4;
    return (const unsigned char *)&((const struct sockaddr_in *)(const void *)a)->sin_addr;
  }
  *n = 16;
  return a && a->sa_family == AF_INET6
             ? ((const struct sockaddr_in6 *)(const void *)a)->sin6_addr.s6_addr
             : NULL;
}

/* The entry of the interface with that address; NULL: no interface has it, as in another network
 * namespace. */
static const struct ifaddrs *entry_of(const struct search *s, const unsigned char gid[16]) {
  size_t n, wanted = hyd_ibv_gid_net(gid) == HYD_IBV_NET_ROCE4 ? 4 : 16;
  for (const struct ifaddrs *i = s->interfaces; i; i = i->ifa_next) {
    const unsigned char *a = address_of(i->ifa_addr, &n);
    if (a && n == wanted && memcmp(a, gid + 16 - n, n) == 0) return i;
  }
  return NULL;
}

static int is_vlan(const char *interface) {
  char path[80];
  snprintf(path, sizeof path, "/proc/net/vlan/%.15s", interface);
  return *interface && access(path, F_OK) == 0;
}

static enum hyd_ibv_net net_of(const struct ibv_device *device, const struct ibv_gid_entry *e) {
  if (device->transport_type == IBV_TRANSPORT_IWARP) return HYD_IBV_NET_IWARP;
  if (e->gid_type == IBV_GID_TYPE_IB) return HYD_IBV_NET_IB;
  return e->gid_type == IBV_GID_TYPE_ROCE_V2 ? hyd_ibv_gid_net(e->gid.raw) : HYD_IBV_NET_ROCE1;
}

/* The worth of an address, 0: useless. Counted in this order: its interface is up; RoCE v2 over
 * IPv4, over IPv6, link-local, v1; an interface itself before a VLAN of it. */
static int worth(const struct search *s, enum hyd_ibv_net net, const struct ibv_gid_entry *e,
                 const char *interface) {
  static const uint8_t by_net[HYD_IBV_NETS] = {
      [HYD_IBV_NET_ROCE4] = 4, [HYD_IBV_NET_ROCE6] = 3, [HYD_IBV_NET_ROCE6_LINK] = 2,
      [HYD_IBV_NET_ROCE1] = 1, [HYD_IBV_NET_IWARP] = 1, [HYD_IBV_NET_IB] = 1};
  const struct ifaddrs *i = entry_of(s, e->gid.raw);
  int up = i == NULL || (i->ifa_flags & IFF_UP);
  return 16 * up + 2 * by_net[net] + !is_vlan(interface);
}

/* Sets the prefix that all addresses of the port's network have. */
static void find_prefix(const struct search *s, struct hyd_ibv_port *p) {
  const struct ifaddrs *i =
      p->net == HYD_IBV_NET_ROCE4 || p->net == HYD_IBV_NET_ROCE6 ? entry_of(s, p->gid) : NULL;
  const unsigned char *mask;
  size_t n = 0;
  memcpy(p->prefix, p->gid, sizeof p->prefix);
  if (p->net == HYD_IBV_NET_IB) memset(p->prefix + 8, 0, 8);
  if (i == NULL || (mask = address_of(i->ifa_netmask, &n)) == NULL) return;
  for (size_t at = 0; at < n; at++) p->prefix[16 - n + at] &= mask[at];
}

static void choose_gid(const struct search *s, struct hyd_ibv_port *p,
                       const struct ibv_device *device, const struct ibv_gid_entry *e, ssize_t n) {
  int best = 0;
  for (ssize_t i = 0; i < n; i++) {
    char name[IF_NAMESIZE] = "";
    enum hyd_ibv_net net = net_of(device, &e[i]);
    int value;
    if (e[i].port_num != p->port || e[i].gid_index > UINT8_MAX ||
        (net == HYD_IBV_NET_IB && e[i].gid_index))
      continue;
    if (e[i].ndev_ifindex && if_indextoname(e[i].ndev_ifindex, name) == NULL) name[0] = '\0';
    if ((value = worth(s, net, &e[i], name)) <= best) continue;
    best = value;
    p->net = (uint8_t)net;
    p->gid_index = (uint8_t)e[i].gid_index;
    memcpy(p->gid, e[i].gid.raw, sizeof p->gid);
    memcpy(p->interface, name, sizeof p->interface);
  }
  find_prefix(s, p);
}

/* --- devices -------------------------------------------------------------- */

static uint64_t mbit_of(const struct ibv_port_attr *a) {
  static const uint32_t lane[] = {2500,  5000,  10000, 10000,
                                  14062, 25781, 53125, 106250}; /* active_speed: 1 << i */
  static const uint8_t lanes[] = {1, 4, 8, 12, 2};              /* active_width: 1 << i */
  unsigned speed = a->active_speed ? (unsigned)__builtin_ctz(a->active_speed) : 0;
  unsigned width = a->active_width ? (unsigned)__builtin_ctz(a->active_width) : 0;
  return (uint64_t)lane[speed] * lanes[width < sizeof lanes ? width : 0];
}

static struct hyd_ibv_port *add_port(struct search *s, const char *device, unsigned port) {
  struct hyd_ibv_port *more = realloc(s->ports.at, (s->ports.n + 1) * sizeof *more);
  if (more == NULL) hyd_fatal("ibv conduit", "out of memory for %u ports", s->ports.n);
  s->ports.at = more;
  more += s->ports.n++;
  *more = (struct hyd_ibv_port){.port = (uint8_t)port, .distance = HYD_ELSEWHERE};
  snprintf(more->device, sizeof more->device, "%s", device);
  return more;
}

static void add_ports(struct search *s, struct ibv_device *device, struct ibv_context *ctx,
                      unsigned n) {
  struct ibv_port_attr attr;
  struct ibv_gid_entry *gids = NULL;
  ssize_t ngids = 0, room = 0;
  for (unsigned i = 1; i <= n; i++)
    if (ibv_query_port(ctx, (uint8_t)i, &attr) == 0) room += attr.gid_tbl_len;
  if (room) gids = calloc((size_t)room, sizeof *gids);
  if (gids) ngids = ibv_query_gid_table(ctx, gids, (size_t)room, 0);
  for (unsigned i = 1; i <= n; i++) {
    struct hyd_ibv_port *p = add_port(s, ibv_get_device_name(device), i);
    if (ibv_query_port(ctx, p->port, &attr)) continue;
    p->active = attr.state == IBV_PORT_ACTIVE;
    p->mbit = mbit_of(&attr);
    choose_gid(s, p, device, gids, ngids);
    if (p->net == HYD_IBV_NET_NONE && attr.link_layer == IBV_LINK_LAYER_INFINIBAND)
      p->net = HYD_IBV_NET_IB; /* LIDs suffice */
  }
  free(gids);
}

/* Adds the ports of a device. A device outside of the list is opened only if the table is printed,
 * as opening takes time. */
static void add_device(struct search *s, struct ibv_device *device) {
  const char *name = ibv_get_device_name(device);
  int wanted = s->lists || hyd_ibv_allows_some(&s->allowed, name);
  struct ibv_context *ctx = wanted ? ibv_open_device(device) : NULL;
  struct ibv_device_attr attr;
  if (ctx && ibv_query_device(ctx, &attr) == 0)
    add_ports(s, device, ctx, attr.phys_port_cnt);
  else
    add_port(s, name, 1);
  if (ctx) ibv_close_device(ctx);
}

static void find_distances(struct search *s) {
  hwloc_bitmap_t cpus;
  if (s->ports.n < 2 || !need_place(s) || (cpus = hwloc_bitmap_alloc()) == NULL) return;
  for (uint32_t i = 0; i < s->ports.n; i++)
    for (int j = 0; j < s->ndevices; j++)
      if (strcmp(s->ports.at[i].device, ibv_get_device_name(s->devices[j])) == 0 &&
          hwloc_ibv_get_device_cpuset(s->place.topo, s->devices[j], cpus) == 0)
        s->ports.at[i].distance = (uint8_t)hyd_place_distance(&s->place, cpus);
  hwloc_bitmap_free(cpus);
}

/* --- the table as text ---------------------------------------------------- */

static const char *distance_text(const struct search *s, const struct hyd_ibv_port *p) {
  static const char *const text[] = {"same node", "same socket", "elsewhere"};
  return s->has_place ? text[p->distance] : "-";
}

#define LINE 240 /* bytes of a line */

static int show_port(const struct search *s, const struct hyd_ibv_port *p, char *text) {
  char address[64];
  hyd_ibv_gid_text(p->gid, address, sizeof address);
  return snprintf(text, LINE, "  %-14s %4u %-6s %-15s %6.1f %-10s %-28s %-11s %s\n", p->device,
                  p->port, p->active ? "active" : "down", hyd_ibv_net_name[p->net],
                  (double)p->mbit / 1000, *p->interface ? p->interface : "-",
                  p->net == HYD_IBV_NET_NONE ? "-" : address, distance_text(s, p),
                  hyd_ibv_verdict_text[p->verdict]);
}

/* Prints the table by one write, so that lines of several ranks do not mix. */
static void show_table(const struct search *s) {
  size_t size = (s->ports.n + 2) * LINE, n;
  char *text = malloc(size), host[64] = "?";
  if (text == NULL) return;
  (void)gethostname(host, sizeof host - 1);
  n = (size_t)snprintf(text, size, "ibv conduit: rank %u on %s: ports\n", hyd_job_rank(s->job),
                       host);
  n += (size_t)snprintf(text + n, size - n, "  %-14s %4s %-6s %-15s %6s %-10s %-28s %-11s %s\n",
                        "device", "port", "state", "network", "Gb/s", "interface", "address",
                        "place", "verdict");
  for (uint32_t i = 0; i < s->ports.n; i++) n += (size_t)show_port(s, &s->ports.at[i], text + n);
  fwrite(text, 1, n, stderr);
  free(text);
}

static void say_address(const struct hyd_ibv_address *w, char *text, size_t size) {
  char address[64];
  hyd_ibv_gid_text(w->gid, address, sizeof address);
  snprintf(text, size, "%s (%s)", w->net < HYD_IBV_NETS ? hyd_ibv_net_name[w->net] : "?", address);
}

void hyd_ibv_ports_agree(const struct hyd_ibv *s) {
  const struct hyd_ibv_address *mine = &s->peers.table[0];
  char at0[120], at[120];
  for (uint32_t i = 1; hyd_job_rank(s->job) == 0 && i < hyd_job_size(s->job); i++) {
    const struct hyd_ibv_address *other = &s->peers.table[i];
    const char *expected = hyd_ibv_nets_apart(mine->net, mine->gid, other->net, other->gid);
    if (expected == NULL) continue;
    say_address(mine, at0, sizeof at0);
    say_address(other, at, sizeof at);
    hyd_refuse("ibv conduit",
               "rank 0 has a port of %s, rank %u one of %s, which cannot reach each other; "
               "expected %s: choose by GASNET_IBV_PORTS (GASNET_IBV_LIST_PORTS=1 lists them)",
               at0, i, at, expected);
  }
}

/* --- the choice ----------------------------------------------------------- */

/* Reads GASNET_IBV_PORTS, or its variant for this part of the machine. */
static int read_list(struct search *s, char *why, size_t size) {
  struct hyd_env *env = hyd_job_env(s->job);
  const char *list = hyd_env_str(env, HYD_ENV_IBV_PORTS);
  if (hyd_env_is_split(env, HYD_ENV_IBV_PORTS, HYD_ENV_IBV_PORTS_TYPE) && need_place(s)) {
    list = hyd_env_of_place(env, HYD_ENV_IBV_PORTS, HYD_ENV_IBV_PORTS_TYPE, &s->place, s->variable,
                            sizeof s->variable);
    if (strcmp(s->variable, "GASNET_IBV_PORTS") && hyd_env_bool(env, HYD_ENV_IBV_PORTS_VERBOSE))
      fprintf(stderr, "ibv conduit: rank %u uses %s=%s\n", hyd_job_rank(s->job), s->variable, list);
  }
  return hyd_ibv_allowed_read(&s->allowed, list, why, size);
}

static int find_ports(struct search *s, char *why, size_t size) {
  s->lists =
      hyd_env_bool(hyd_job_env(s->job), HYD_ENV_IBV_LIST_PORTS) &&
      hyd_env_has_rank(hyd_job_env(s->job), HYD_ENV_IBV_LIST_PORTS_NODES, hyd_job_rank(s->job));
  if (read_list(s, why, size)) return -1;
  s->devices = ibv_get_device_list(&s->ndevices);
  if (getifaddrs(&s->interfaces)) s->interfaces = NULL;
  for (int i = 0; s->devices && i < s->ndevices; i++) add_device(s, s->devices[i]);
  if (hyd_ibv_ports_check(&s->ports, &s->allowed, why, size)) return -1;
  find_distances(s);
  return 0;
}

/* The most ports that rails may use; rails need segments that are registered as a whole. */
static uint32_t most_rails(const struct search *s, const struct hyd_ibv_port *used) {
  int64_t n = hyd_env_int(hyd_job_env(s->job), HYD_ENV_NUM_QPS, 0, 255);
  if (hyd_everything(s->job) || used->net == HYD_IBV_NET_IWARP ||
      strcmp(hyd_env_str(hyd_job_env(s->job), HYD_ENV_CONNECT), "cm") == 0)
    return 1;
  return n == 0 || n > HYD_IBV_RAILS_MAX ? HYD_IBV_RAILS_MAX : (uint32_t)n;
}

static void choose_ports(struct search *s, struct hyd_ibv_choice *c, char *why, size_t size) {
  struct hyd_ibv_port *p;
  (void)hyd_ibv_ports_judge(&s->ports, &s->allowed);
  p = hyd_ibv_ports_take(&s->ports, hyd_oob_turn(s->job, hyd_ibv_ports_choice(&s->ports)));
  if (p) {
    c->used = *p;
    c->n = hyd_ibv_ports_rails(&s->ports, &s->allowed, p, c->rail, most_rails(s, p));
  }
  if (s->lists) show_table(s);
  if (p == NULL) hyd_ibv_ports_excuse(&s->ports, why, size);
}

int hyd_ibv_port_find(struct hyd_job *job, struct hyd_ibv_choice *c, char *why, size_t size) {
  struct search s = {.job = job};
  c->n = 0;
  if (find_ports(&s, why, size) == 0) choose_ports(&s, c, why, size);
  if (s.has_place) hyd_place_forget(&s.place);
  if (s.interfaces) freeifaddrs(s.interfaces);
  if (s.devices) ibv_free_device_list(s.devices);
  free(s.ports.at);
  return c->n ? 0 : -1;
}
