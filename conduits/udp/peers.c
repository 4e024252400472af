/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peers.c: a rank's socket, and where all the others are. In a job over hosts:
 *
 *   1. each rank binds a port, in each family that its host has addresses of
 *   2. the heads of hosts, their first ranks, tell all others the host's addresses (an exchange),
 *      and try to reach those of some (reach.h)
 *   3. each rank tells its port, and a head the address of each family at which peers reach it (an
 *      exchange); the job takes a family by which all hosts are reached, IPv4 if both are
 *
 * Where GASNET_WORKERIP chooses an address there is that one only, and the socket is bound to it;
 * where all ranks are on one host there is nothing to try.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "conduits/conduit_host.h"
#include "conduits/ip/where.h"
#include "conduits/udp/reach.h"
#include "conduits/udp/security.h"
#include "conduits/udp/udp_int.h"
#include "core/base/err.h"
#include "core/env/env.h"
#include "core/oob/oob.h"
#include "core/sys/clock.h"

#define LONGEST_WAIT_NS 5000000u
#define BIND_TRIES 100

struct search {
  struct udp_state *s;
  struct udp_ports ports;
  int fd[HYD_IP_FAMILIES];   /* -1: none */
  uint16_t port;             /* in network order */
  int wanted;                /* GASNET_WORKERIP is set */
  struct udp_tag_speed tags; /* while the job has yet to agree: this host's, then the slowest's */
  struct udp_reach reach;
};

/* What a rank tells all others in the second exchange. Its address takes this place then. */
struct contact {
  uint16_t port; /* in network order */
  /* has: families whose address is here, a bit for each; 0: its host's head tells it. umac, gmac:
   * a head's struct udp_tag_speed. */
  unsigned has : 2, umac : 7, gmac : 7;
  unsigned char v4[4], v6[16];
};
_Static_assert(sizeof(struct contact) == sizeof(struct hyd_ip), "takes its place");
_Static_assert(sizeof(struct hyd_ip_offer) <= HYD_RECORD_SIZE, "fits into an exchange");

/* --- the socket ----------------------------------------------------------- */

static struct udp_ports wanted_ports(const struct hyd_job *job) {
  const char *text = hyd_env_str(hyd_job_env(job), HYD_ENV_UDP_PORTS);
  struct udp_ports ports;
  if (hyd_udp_ports_parse(text, &ports))
    hyd_refuse("udp conduit",
               "GASNET_UDP_PORTS=%.40s; expected the first and the last port, as 5000-5100", text);
  return ports;
}

static int bind_at(struct search *m, const struct hyd_ip *at, unsigned skip) {
  struct hyd_ip got;
  int fd = hyd_udp_socket_bind(at, &m->ports, skip, &got);
  m->fd[hyd_ip_family_of(at)] = fd;
  if (fd >= 0) m->port = got.port;
  return fd < 0 ? -1 : 0;
}

/* At any address, of both families by one port. */
static int bind_both(struct search *m, unsigned skip) {
  const struct hyd_ip any4 = {.family = AF_INET}, any6 = {.family = AF_INET6};
  struct udp_ports same;
  struct hyd_ip got;
  for (int i = 0; i < BIND_TRIES; i++) {
    if (bind_at(m, &any4, skip)) return -1;
    same.first = same.last = ntohs(m->port);
    m->fd[HYD_IP_V6] = hyd_udp_socket_bind(&any6, &same, 0, &got);
    if (m->fd[HYD_IP_V6] >= 0) return 0;
    close(m->fd[HYD_IP_V4]);
    if (errno != EADDRINUSE) return -1;
    skip = ntohs(m->port) - m->ports.first + 1u;
  }
  return -1;
}

static int bind_socket(struct search *m, int alone) {
  struct hyd_job *job = m->s->job;
  const struct hyd_ip_places *here = &m->s->here;
  unsigned skip = 2 * hyd_job_rank(job), families = hyd_ip_families(here);
  struct hyd_ip any = {.family = here->at[0].family};
  if (alone || m->wanted) return bind_at(m, &here->at[0], skip);
  return families == 3 ? bind_both(m, skip) : bind_at(m, &any, skip);
}

static void make_socket(struct search *m, int alone) {
  struct hyd_job *job = m->s->job;
  const char *wanted = hyd_env_str(hyd_job_env(job), HYD_ENV_WORKERIP);
  char why[256], text[80];
  m->ports = wanted_ports(job);
  m->wanted = *wanted != '\0';
  if (hyd_ip_where(wanted, alone, &m->s->here, why, sizeof why))
    hyd_refuse("udp conduit", "rank %u: %s", hyd_job_rank(job), why);
  hyd_ip_offer_cut(&m->s->here);
  if (bind_socket(m, alone) == 0) return;
  hyd_ip_text(&m->s->here.at[0], text, sizeof text);
  *strrchr(text, ':') = '\0'; /* its port is not chosen */
  if (errno == EADDRINUSE && m->ports.first)
    hyd_refuse("udp conduit",
               "rank %u: all of the ports %u to %u at %s are taken; expected two for each rank of "
               "the host (GASNET_UDP_PORTS)",
               hyd_job_rank(job), m->ports.first, m->ports.last, text);
  hyd_refuse("udp conduit", "rank %u: cannot make a socket at %s: %s (ulimit -n, GASNET_WORKERIP)",
             hyd_job_rank(job), text, strerror(errno));
}

/* --- probes --------------------------------------------------------------- */

/* By which interface of this host addresses of the link are reached. */
static uint32_t scope_of(const struct hyd_ip_places *here) {
  uint32_t scope = 0;
  for (unsigned i = 0; i < here->n && scope == 0; i++) scope = here->at[i].scope;
  return scope;
}

static void set_scope(struct hyd_ip *a, uint32_t scope) {
  a->scope = a->family == AF_INET6 && hyd_ip_is_link_local(a) ? scope : 0;
}

/* One that cannot be sent is lost. */
static void send_probe(void *arg, const struct hyd_ip *to, const void *datagram, size_t n) {
  struct search *m = arg;
  struct hyd_ip a = *to;
  union hyd_ip_kernel k;
  socklen_t size;
  int fd = m->fd[hyd_ip_family_of(to)];
  set_scope(&a, scope_of(&m->s->here));
  size = hyd_ip_to_kernel(&a, &k);
  if (fd >= 0) (void)!sendto(fd, datagram, n, MSG_DONTWAIT, &k.any, size);
}

static void take_probes(struct search *m) {
  unsigned char datagram[2048];
  for (int f = 0; f < HYD_IP_FAMILIES; f++) {
    ssize_t n;
    while (m->fd[f] >= 0 && (n = recv(m->fd[f], datagram, sizeof datagram, MSG_DONTWAIT)) >= 0)
      hyd_udp_reach_input(&m->reach, datagram, (size_t)n);
  }
}

static void wait_for_probes(struct search *m, uint64_t ns) {
  struct pollfd f[] = {{m->fd[HYD_IP_V4], POLLIN, 0}, {m->fd[HYD_IP_V6], POLLIN, 0}};
  const struct timespec t = {0, (long)(ns < LONGEST_WAIT_NS ? ns : LONGEST_WAIT_NS)};
  ppoll(f, HYD_IP_FAMILIES, &t, NULL);
}

/* In all the time nothing has come from some peer, or it has received nothing. */
static HYD_COLD __attribute__((noreturn)) void fail_unreached(const struct search *m, uint64_t ns) {
  const struct udp_reach *r = &m->reach;
  const struct udp_reach_peer *p = r->peer;
  char here[512], there[512];
  while (p + 1 < r->peer + r->peers && p->heard && p->reached) p++;
  hyd_ip_list(&r->here, here, sizeof here);
  hyd_ip_list(&p->there, there, sizeof there);
  hyd_refuse("udp conduit",
             "rank %u cannot be reached by UDP: %s in %.1f s (GASNET_REQUESTTIMEOUT_MAX). Its host "
             "has %s; this host has %s. Expected no firewall on the way that drops UDP "
             "(GASNET_UDP_PORTS chooses the ports), and a network that both hosts are on "
             "(GASNET_WORKERIP chooses the address, network or interface)",
             p->rank,
             p->heard     ? "nothing that was sent has been received there"
             : p->reached ? "it receives what is sent, but nothing of it has come"
                          : "nothing of it has come",
             (double)ns / 1e9, there, here);
}

/* --- heads of hosts ------------------------------------------------------- */

/* Addresses that lead to most peers come first. */
static void order_places(struct udp_reach *r) {
  uint32_t votes[HYD_IP_PLACES] = {0};
  for (uint32_t i = 0; i < r->peers; i++) {
    uint32_t ways = hyd_ip_ways(&r->here, &r->peer[i].there);
    for (unsigned k = 0; k < r->here.n; k++) votes[k] += (ways >> k) & 1;
  }
  for (unsigned i = 0; i < r->here.n; i++) {
    unsigned at = i;
    for (; at && votes[r->order[at - 1]] < votes[i]; at--) r->order[at] = r->order[at - 1];
    r->order[at] = i;
  }
}

static void begin_reach(struct search *m, const unsigned char *offers) {
  struct hyd_job *job = m->s->job;
  struct udp_reach *r = &m->reach;
  uint32_t hosts = hyd_job_hosts(job), partner[HYD_IP_PARTNERS];
  struct hyd_ip_places p;
  const unsigned char *key = hyd_job_key(job);
  *r = (struct udp_reach){.rank = hyd_job_rank(job), .security = m->s->security, .families = 3};
  r->here = m->s->here;
  memcpy(&r->job, key + UDP_KEY, sizeof r->job);
  r->peers = hyd_ip_partners(hyd_job_host_of(job, r->rank), hosts, partner);
  r->peer = calloc(r->peers + 1, sizeof *r->peer);
  if (r->security != UDP_NONE) r->seal = hyd_udp_seal_new(r->security, key);
  if (r->peer == NULL || (r->security != UDP_NONE && r->seal == NULL))
    hyd_fatal("udp conduit", "out of memory, or OpenSSL refuses AES-128-GCM");
  for (uint32_t i = 0; i < hosts; i++) {
    hyd_ip_offer_read(HYD_RECORD_OF(struct hyd_ip_offer, offers, hyd_job_head_of(job, i)), &p);
    r->families &= hyd_ip_families(&p);
  }
  for (uint32_t i = 0; i < r->peers; i++) {
    r->peer[i].rank = hyd_job_head_of(job, partner[i]);
    hyd_ip_offer_read(HYD_RECORD_OF(struct hyd_ip_offer, offers, r->peer[i].rank),
                      &r->peer[i].there);
  }
  order_places(r);
}

static void try_peers(struct search *m) {
  struct udp_reach *r = &m->reach;
  uint64_t began = hyd_now_ns(), now = began, next;
  while (!hyd_udp_reach_ends(r, now)) {
    if (m->s->dead_ns && now - began > m->s->dead_ns) fail_unreached(m, now - began);
    next = hyd_udp_reach_output(r, now, send_probe, m);
    wait_for_probes(m, next > now ? next - now : 0);
    take_probes(m);
    now = hyd_now_ns();
  }
  for (uint32_t i = 0; i < r->peers; i++) r->peer[i].due = 1; /* the last probe that they need */
  (void)hyd_udp_reach_output(r, now, send_probe, m);
}

/* --- what becomes known --------------------------------------------------- */

static void write_contact(struct contact *c, const struct hyd_ip *a) {
  c->has |= 1u << hyd_ip_family_of(a);
  memcpy(a->family == AF_INET6 ? c->v6 : c->v4, a->ip, a->family == AF_INET6 ? 16 : 4);
}

/* By the first exchange and the trial. */
static void find_own(struct search *m, struct contact *mine) {
  struct hyd_job *job = m->s->job;
  struct hyd_ip_offer offer;
  const unsigned char *offers;
  m->s->here.at[0].port = m->port;
  hyd_ip_offer_write(&offer, &m->s->here);
  offers = hyd_oob_exchange(job, &offer, sizeof offer);
  if (hyd_job_is_head(job)) {
    begin_reach(m, offers);
    try_peers(m);
  }
  for (enum hyd_ip_family f = HYD_IP_V4; hyd_job_is_head(job) && f < HYD_IP_FAMILIES; f++) {
    int best = hyd_udp_reach_best(&m->reach, f);
    if (best >= 0) write_contact(mine, &m->reach.here.at[best]);
  }
  hyd_oob_barrier_host(job); /* the offers are not needed any more */
  if (m->wanted) write_contact(mine, &m->s->here.at[0]);
}

static unsigned common_families(const struct search *m, const struct contact *all) {
  uint32_t size = hyd_job_size(m->s->job);
  unsigned families = 3;
  for (uint32_t i = 0; i < size; i++)
    if (all[i].has) families &= all[i].has;
  if (families) return families;
  hyd_refuse("udp conduit",
             "some hosts are reached by IPv4 only, and others by IPv6 only; expected "
             "a network that all are on (GASNET_WORKERIP)");
}

/* A peer that does not hear this host at the address it has chosen may do so at another. */
static void correct_address(const struct udp_reach *r, uint32_t head, struct hyd_ip *a) {
  for (uint32_t i = 0; i < r->peers; i++) {
    const struct udp_reach_peer *p = &r->peer[i];
    int other = -1;
    if (p->rank != head) continue;
    for (int k = (int)p->there.n - 1; k >= 0; k--) {
      int heard = (p->reached >> k) & 1;
      if (heard && hyd_ip_is_equal(&p->there.at[k], a)) return;
      if (heard && p->there.at[k].family == a->family) other = k;
    }
    if (other >= 0) memcpy(a->ip, p->there.at[other].ip, sizeof a->ip);
  }
}

/* Returns the kind of tags that the job takes, from the speeds that all heads say. */
static enum udp_security agreed_tags(struct search *m, const struct contact *all) {
  for (uint32_t host = 0; host < hyd_job_hosts(m->s->job); host++) {
    const struct contact *c = &all[hyd_job_head_of(m->s->job, host)];
    const struct udp_tag_speed other = {(uint8_t)c->umac, (uint8_t)c->gmac};
    hyd_udp_slower_tags(&m->tags, &other);
  }
  return hyd_udp_faster_tags(&m->tags);
}

/* Turns contacts into addresses, in the table of this host. */
static void make_addresses(struct search *m, struct hyd_ip *table) {
  const struct hyd_job *job = m->s->job;
  enum udp_security tags = agreed_tags(m, (const struct contact *)(const void *)table);
  unsigned families = common_families(m, (const struct contact *)(const void *)table);
  int v6 = (families & 1) == 0;
  uint32_t scope = scope_of(&m->s->here);
  for (uint32_t host = 0; host < hyd_job_hosts(job); host++) {
    uint32_t head = hyd_job_head_of(job, host), end = hyd_job_head_of(job, host + 1);
    struct contact first, c;
    memcpy(&first, &table[head], sizeof first);
    for (uint32_t i = head; i < end; i++) {
      struct hyd_ip a = {.family = v6 ? AF_INET6 : AF_INET};
      memcpy(&c, &table[i], sizeof c);
      memcpy(a.ip, c.has ? (v6 ? c.v6 : c.v4) : (v6 ? first.v6 : first.v4), v6 ? 16 : 4);
      if (!c.has || i == head) correct_address(&m->reach, head, &a);
      a.port = c.port;
      set_scope(&a, scope);
      a.note = (uint8_t)tags;
      table[i] = a;
    }
  }
}

static void try_hosts(struct search *m) {
  struct hyd_job *job = m->s->job;
  struct contact mine = {.port = m->port, .umac = m->tags.umac & 127, .gmac = m->tags.gmac & 127};
  struct hyd_ip *table;
  find_own(m, &mine);
  table = (struct hyd_ip *)(uintptr_t)hyd_oob_addresses(job, &mine, sizeof mine);
  if (hyd_job_is_head(job)) make_addresses(m, table);
  hyd_oob_barrier_host(job);
  m->s->table = table;
  hyd_udp_seal_free(m->reach.seal);
  free(m->reach.peer);
}

/* The head of this host has written the kind to the addresses of the host's ranks. */
static void take_agreed(struct udp_state *s) {
  const struct hyd_job *job = s->job;
  uint32_t head = hyd_job_head_of(job, hyd_job_host_of(job, hyd_job_rank(job)));
  s->security = hyd_udp_security_here(hyd_job_env(job), (enum udp_security)s->table[head].note);
}

/* For GASNET_VERBOSEENV and GASNET_UDP_VERBOSE: by which address the others reach rank 0, and how
 * packets are protected. */
static void show_own(const struct search *m) {
  const struct udp_state *s = m->s;
  struct hyd_env *env = hyd_job_env(s->job);
  const struct hyd_ip *a = &s->table[0];
  char text[120];
  if (hyd_job_rank(s->job)) return;
  if (!hyd_env_bool(env, HYD_ENV_VERBOSEENV) && !hyd_env_bool(env, HYD_ENV_UDP_VERBOSE)) return;
  hyd_ip_text(a, text, sizeof text);
  for (unsigned i = 0; i < s->here.n; i++)
    if (hyd_ip_is_equal(a, &s->here.at[i]))
      fprintf(stderr, "udp conduit: rank 0: at %s (%s)\n", text, s->here.interface[i]);
  snprintf(text, sizeof text, "GASNET_UDP_SECURITY=%s", hyd_env_str(env, HYD_ENV_UDP_SECURITY));
  if (s->open_tags) hyd_udp_explain_tags(&m->tags, text, sizeof text);
  fprintf(stderr, "udp conduit: rank 0: packets have %s: %s\n", hyd_udp_security_name(s->security),
          text);
}

int hyd_udp_find_peers(struct udp_state *s, struct udp_ports *ports) {
  struct search m = {.s = s, .fd = {-1, -1}};
  int alone = hyd_job_has_one_host(s->job), v6;
  if (s->open_tags && hyd_job_is_head(s->job)) hyd_udp_measure_tags(hyd_job_env(s->job), &m.tags);
  make_socket(&m, alone);
  if (alone) {
    s->here.at[0].port = m.port;
    s->here.at[0].note = (uint8_t)hyd_udp_faster_tags(&m.tags);
    s->table = hyd_oob_addresses(s->job, &s->here.at[0], sizeof s->here.at[0]);
  } else {
    try_hosts(&m);
  }
  *ports = m.ports;
  if (s->open_tags) take_agreed(s);
  show_own(&m);
  v6 = s->table[hyd_job_rank(s->job)].family == AF_INET6;
  if (m.fd[!v6] >= 0) close(m.fd[!v6]);
  return m.fd[v6];
}
