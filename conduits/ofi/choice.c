/* SPDX-License-Identifier: BSD-3-Clause
 *
 * choice.c: chooses among libfabric's entries (contrib/spec/ofi.md 1.3, 1.4). An entry must pass
 * the checks; among entries that pass, properties decide. A provider's name decides only whether
 * the user must name it.
 */
#include "conduits/ofi/choice.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "core/sys/interfaces.h"

/* udp;ofi_rxd stalls with many operations under way. verbs;ofi_rxm 1.17 accepts messages while it
 * is being closed, and reads payloads that they announce by a connection that is closed already. */
static const struct hyd_ofi_policy policies[] = {
    {.name = "cxi", .has_atomics = 1},
    {.name = "shm", .one_host = 1, .leaves_names = 1, .injects_best = 1, .packs_puts = 12288},
    {.name = "verbs;ofi_rxm", .stays_open = 1},
    {.name = "udp;ofi_rxd", .only_if_asked = 1, .operations = 128},
    {.name = "sockets", .only_if_asked = 1},
    {.name = "ofi_mrail", .only_if_asked = 1},
    {.name = "lnx", .only_if_asked = 1},
};

const struct hyd_ofi_policy *hyd_ofi_policy_of(const char *provider) {
  static const struct hyd_ofi_policy none = {.name = ""};
  for (size_t i = 0; i < sizeof policies / sizeof policies[0]; i++)
    if (strcmp(policies[i].name, provider) == 0) return &policies[i];
  return &none;
}

/* --- checks --------------------------------------------------------------- */

static const char *provider_of(const struct fi_info *i) {
  return i->fabric_attr && i->fabric_attr->prov_name ? i->fabric_attr->prov_name : "";
}

static const char *domain_of(const struct fi_info *i) {
  return i->domain_attr && i->domain_attr->name ? i->domain_attr->name : "";
}

/* Providers ignore names in hints, so names are compared here. */
static const char *not_named(const struct fi_info *i, const struct hyd_ofi_wish *w) {
  if (*w->provider && strcmp(w->provider, provider_of(i)) != 0)
    return "it is not GASNET_OFI_PROVIDER";
  return *w->device && fnmatch(w->device, domain_of(i), 0) != 0 ? "it is not GASNET_OFI_DEVICE"
                                                                : NULL;
}

static const char *not_wished(const struct fi_info *i, const struct hyd_ofi_wish *w) {
  const struct hyd_ofi_policy *p = hyd_ofi_policy_of(provider_of(i));
  if (not_named(i, w)) return not_named(i, w);
  if (w->interfaces && hyd_ofi_is_ip(i) && !hyd_ip_is_up(w->interfaces, i->src_addr))
    return "its network interface is down"; /* libfabric lists such interfaces, too */
  if (!w->one_host && p->one_host) return "it reaches this host alone";
  if (!*w->provider && p->only_if_asked) return "it is used only if GASNET_OFI_PROVIDER says so";
  return NULL;
}

const char *hyd_ofi_unfit(const struct fi_info *i, const struct hyd_ofi_wish *w) {
  const struct fi_domain_attr *d = i->domain_attr;
  if (i->ep_attr->type != FI_EP_RDM) return "its endpoints are connected or lose messages";
  if ((i->caps & (FI_MSG | FI_RMA)) != (FI_MSG | FI_RMA)) return "it has no messages or no RMA";
  if (i->mode & ~(uint64_t)HYD_OFI_MODES) return "it wants modes that are not supported";
  if (d->mr_mode & ~HYD_OFI_MR_MODES) return "it wants memory registered in other ways";
  if (d->mr_key_size > sizeof(uint64_t)) return "its keys have more than 8 bytes";
  if (i->ep_attr->max_msg_size < w->message) return "its messages are too short";
  if (i->tx_attr->iov_limit < 1 || i->tx_attr->rma_iov_limit < 1)
    return "its transfers have no memory";
  return not_wished(i, w);
}

/* --- preferences ---------------------------------------------------------- */

enum address { ELSEWHERE, LOOPBACK, LINK_LOCAL, GLOBAL };

static enum address address_of(const struct fi_info *i) {
  const struct sockaddr_in *v4 = i->src_addr;
  const struct sockaddr_in6 *v6 = i->src_addr;
  if (!hyd_ofi_is_ip(i)) return ELSEWHERE;
  if (i->addr_format == FI_SOCKADDR_IN) {
    uint32_t a = ntohl(v4->sin_addr.s_addr);
    return a >> 24 == 127 ? LOOPBACK : a >> 16 == 0xa9fe ? LINK_LOCAL : GLOBAL;
  }
  return IN6_IS_ADDR_LOOPBACK(&v6->sin6_addr)    ? LOOPBACK
         : IN6_IS_ADDR_LINKLOCAL(&v6->sin6_addr) ? LINK_LOCAL
                                                 : GLOBAL;
}

static unsigned bits(uint64_t word) { return (unsigned)__builtin_popcountll(word); }

/* Hardware comes first, then IP addresses that reach other hosts, then the rest. */
static unsigned class_of(const struct fi_info *i) {
  if (i->nic) return i->domain_attr->mr_mode ? 3 : 2;
  return address_of(i) == GLOBAL ? 1 : 0;
}

/* The number of other hosts that the entry's address does not reach; without an IP address: 0. */
static uint32_t hosts_missed(const struct fi_info *i, const struct hyd_ofi_wish *w) {
  struct hyd_ip a;
  if (w->addresses == NULL || !hyd_ofi_is_ip(i) || hyd_ip_of(i->src_addr, &a)) return 0;
  for (unsigned k = 0; k < w->addresses->here.n; k++)
    if (hyd_ip_is_equal(&a, &w->addresses->here.at[k])) return w->addresses->missed[k];
  return w->addresses->hosts;
}

/* A greater number is better: kind of address, then IPv4 before IPv6, then fewer required modes. */
static unsigned merit(const struct fi_info *i) {
  unsigned wants = bits(i->mode) + bits((uint64_t)i->domain_attr->mr_mode);
  return (unsigned)address_of(i) * 100 + (i->addr_format == FI_SOCKADDR_IN6 ? 0 : 50) +
         (wants < 50 ? 49 - wants : 0);
}

/* More than 0: a is better than b; 0: they are equally good and at the same distance. */
static int compare_entries(const struct fi_info *a, const struct fi_info *b,
                           const struct hyd_ofi_wish *w) {
  int better = (int)class_of(a) - (int)class_of(b);
  if (better == 0) better = (int)hosts_missed(b, w) - (int)hosts_missed(a, w);
  if (better == 0) better = (int)merit(a) - (int)merit(b);
  if (better || w->distance == NULL) return better;
  return (int)w->distance(b, w->place) - (int)w->distance(a, w->place);
}

/* Whether an earlier entry makes this one superfluous: libfabric lists most entries several times.
 * An unusable entry does not count, nor one whose address reaches fewer hosts. */
static int is_repeated(const struct fi_info *list, const struct fi_info *i,
                       const struct hyd_ofi_wish *w) {
  for (; list != i; list = list->next)
    if (list->addr_format == i->addr_format && strcmp(provider_of(list), provider_of(i)) == 0 &&
        strcmp(domain_of(list), domain_of(i)) == 0 && hyd_ofi_unfit(list, w) == NULL &&
        hosts_missed(list, w) <= hosts_missed(i, w))
      return 1;
  return 0;
}

static int is_candidate(const struct fi_info *list, const struct fi_info *i,
                        const struct hyd_ofi_wish *w) {
  return hyd_ofi_unfit(i, w) == NULL && !is_repeated(list, i, w);
}

/* The entry that follows `last` in the order of preference; equal entries keep the list's order. */
static struct fi_info *next_best(struct fi_info *list, const struct hyd_ofi_wish *w,
                                 const struct fi_info *last) {
  struct fi_info *best = NULL;
  int passed = 0, order;
  for (struct fi_info *i = list; i; i = i->next) {
    passed |= i == last;
    if (i == last || !is_candidate(list, i, w)) continue;
    order = last ? compare_entries(last, i, w) : 1;
    if ((order > 0 || (order == 0 && passed)) && (best == NULL || compare_entries(i, best, w) > 0))
      best = i;
  }
  return best;
}

static struct fi_info *nth_best(struct fi_info *list, const struct hyd_ofi_wish *w, unsigned k) {
  struct fi_info *i = next_best(list, w, NULL);
  while (i && k-- > 0) i = next_best(list, w, i);
  return i;
}

/* --- several cards --------------------------------------------------------- */

/* Whether both are cards of the same kind, at the same distance. */
static int is_alike(const struct fi_info *a, const struct fi_info *b,
                    const struct hyd_ofi_wish *w) {
  return a->nic && b->nic && strcmp(provider_of(a), provider_of(b)) == 0 &&
         compare_entries(a, b, w) == 0;
}

struct fi_info *hyd_ofi_choose(struct fi_info *list, const struct hyd_ofi_wish *w, unsigned k) {
  const struct fi_info *best = nth_best(list, w, 0), *i = best;
  unsigned alike = 0;
  for (; w->turn && i && is_alike(i, best, w); i = next_best(list, w, i)) alike++;
  return nth_best(list, w, k < alike ? (k + w->turn) % alike : k);
}

uint64_t hyd_ofi_kind(struct fi_info *list, const struct hyd_ofi_wish *w) {
  const struct fi_info *best = nth_best(list, w, 0);
  uint64_t kind = 0;
  for (const char *c = best && best->nic ? domain_of(best) : ""; *c; c++)
    kind = 31 * kind + (unsigned char)*c;
  return kind;
}

/* --- text ------------------------------------------------------------------ */

void hyd_ofi_name(const struct fi_info *i, char *text, size_t size) {
  snprintf(text, size, "%s on %s", provider_of(i), domain_of(i));
}

/* Gives one entry as the example: one that the user has named, if there is one. */
void hyd_ofi_explain(const struct fi_info *list, const struct hyd_ofi_wish *w, char *why,
                     size_t size) {
  const struct fi_info *example = list;
  char name[128];
  int n = snprintf(why, size, "nothing that libfabric offers can be used");
  if (*w->provider)
    n += snprintf(why + n, size - (size_t)n, ", GASNET_OFI_PROVIDER=%.40s", w->provider);
  if (*w->device)
    n += snprintf(why + n, size - (size_t)n, ", GASNET_OFI_DEVICE=%.40s%s", w->device,
                  hyd_interface_is_down(w->interfaces, w->device) ? ", which is down" : "");
  while (example && not_named(example, w)) example = example->next;
  if (example == NULL) example = list;
  hyd_ofi_name(example, name, sizeof name);
  snprintf(
      why + n, size - (size_t)n,
      "; expected another provider or device, for example of %s: %s (GASNET_OFI_LIST_DEVICES=1 "
      "lists all)",
      name, hyd_ofi_unfit(example, w));
}
