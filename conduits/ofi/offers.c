/* SPDX-License-Identifier: BSD-3-Clause
 *
 * offers.c: asks libfabric for its entries. The first call requires little, because with some
 * providers each requirement excludes another feature. Once provider and domain are chosen, further
 * calls ask for message order and atomics.
 */
#include "conduits/ofi/setup.h"

#include <ifaddrs.h>
#include <stdio.h>

#include "core/sys/ask_child.h"

uint32_t hyd_ofi_version(void) {
  uint32_t wanted = FI_VERSION(1, 17), here = fi_version();
  if (FI_VERSION_LT(here, FI_VERSION(1, 14))) return 0;
  return FI_VERSION_LT(here, wanted) ? here : wanted;
}

static struct fi_info *make_hints(const struct hyd_ofi_wish *w, int multi_recv) {
  struct fi_info *h = fi_allocinfo();
  if (h == NULL) return NULL;
  h->caps = FI_MSG | FI_RMA;
  if (multi_recv) h->caps |= FI_MULTI_RECV;
  if (!w->one_host) h->caps |= FI_LOCAL_COMM | FI_REMOTE_COMM;
  h->mode = HYD_OFI_MODES;
  h->ep_attr->type = FI_EP_RDM;
  h->domain_attr->mr_mode = HYD_OFI_MR_MODES;
  h->domain_attr->threading = FI_THREAD_DOMAIN;
  h->domain_attr->av_type = FI_AV_TABLE;
  if (*w->provider) h->fabric_attr->prov_name = strdup(w->provider);
  return h;
}

static struct fi_info *get_info(struct fi_info *hints) {
  struct fi_info *list = NULL;
  if (fi_getinfo(hyd_ofi_version(), NULL, NULL, 0, hints, &list)) return NULL;
  return list;
}

/* Entries with receive buffers for many messages come first; choice.c drops repetitions. Resource
 * management is not required, as that would hide entries which have it by default. */
static struct fi_info *get_info_twice(const struct hyd_ofi_wish *w) {
  struct fi_info *list = NULL, **last = &list;
  for (int multi_recv = 1; multi_recv >= 0; multi_recv--) {
    struct fi_info *h = make_hints(w, multi_recv);
    if (h == NULL) break;
    *last = get_info(h);
    while (*last) last = &(*last)->next;
    fi_freeinfo(h);
  }
  return list;
}

static HYD_COLD void nothing_offered(const struct hyd_ofi_wish *w, char *why, size_t size) {
  const char *filter = getenv("FI_PROVIDER");
  snprintf(why, size,
           "libfabric %u.%u offers no reliable datagrams with RMA here%s%s%.60s%s%.60s; `fi_info' "
           "lists what there is",
           FI_MAJOR(fi_version()), FI_MINOR(fi_version()),
           w->one_host ? "" : ", and this job is on several hosts",
           *w->provider ? ": GASNET_OFI_PROVIDER=" : "", w->provider,
           filter ? ": FI_PROVIDER=" : "", filter ? filter : "");
}

struct fi_info *hyd_ofi_offers(const struct hyd_ofi_wish *w, char *why, size_t size) {
  struct fi_info *list;
  if (hyd_ofi_version() == 0) {
    snprintf(why, size, "libfabric %u.%u; expected 1.14 or newer", FI_MAJOR(fi_version()),
             FI_MINOR(fi_version()));
    return NULL;
  }
  if ((list = get_info_twice(w)) == NULL) nothing_offered(w, why, size);
  return list;
}

/* --- the second call ------------------------------------------------------ */

static int is_same(const struct fi_info *a, const struct fi_info *b) {
  return strcmp(a->fabric_attr->prov_name, b->fabric_attr->prov_name) == 0 &&
         strcmp(a->domain_attr->name, b->domain_attr->name) == 0 &&
         a->addr_format == b->addr_format;
}

/* Providers over IP select by source address, and ignore names. */
static struct fi_info *hints_for(const struct fi_info *chosen, const struct hyd_ofi_wish *w) {
  struct fi_info *h = make_hints(w, (chosen->caps & FI_MULTI_RECV) != 0);
  if (h == NULL) return NULL;
  free(h->fabric_attr->prov_name);
  h->fabric_attr->prov_name = strdup(chosen->fabric_attr->prov_name);
  h->fabric_attr->name = chosen->fabric_attr->name ? strdup(chosen->fabric_attr->name) : NULL;
  h->domain_attr->name = strdup(chosen->domain_attr->name);
  h->domain_attr->resource_mgmt = chosen->domain_attr->resource_mgmt;
  /* Firehose registers and deregisters in any thread. */
  if (chosen->domain_attr->mr_mode) h->domain_attr->threading = FI_THREAD_SAFE;
  h->addr_format = chosen->addr_format;
  if (hyd_ofi_is_ip(chosen) && (h->src_addr = malloc(chosen->src_addrlen)) != NULL)
    memcpy(h->src_addr, chosen->src_addr, h->src_addrlen = chosen->src_addrlen);
  return h;
}

#define ORDERED 1u
#define ATOMICS 2u

/* The entry for the same domain that is offered with order, atomics or both; NULL: none. */
static struct fi_info *get_info_again(const struct fi_info *chosen, const struct hyd_ofi_wish *w,
                                      unsigned with) {
  struct fi_info *hints = hints_for(chosen, w), *list, *found = NULL;
  if (hints == NULL) return NULL;
  if (with & ATOMICS) hints->caps |= FI_ATOMIC;
  if (with & ORDERED) hints->tx_attr->msg_order = hints->rx_attr->msg_order = HYD_OFI_ORDER;
  list = get_info(hints);
  for (struct fi_info *i = list; i && !found; i = i->next)
    if (is_same(i, chosen) && !hyd_ofi_unfit(i, w) && (!(with & ORDERED) || hyd_ofi_has_order(i)))
      found = fi_dupinfo(i);
  fi_freeinfo(list);
  fi_freeinfo(hints);
  return found;
}

/* Some providers give either ordered messages or atomics: there atomics are used only if the user
 * asks for them. */
struct fi_info *hyd_ofi_offer_best(const struct fi_info *chosen, const struct hyd_ofi_wish *w,
                                   int atomics) {
  static const uint8_t by_provider[] = {ORDERED | ATOMICS, ORDERED, ATOMICS},
                       by_user[] = {ORDERED | ATOMICS, ATOMICS, ORDERED}, no[] = {ORDERED, 0, 0};
  int has_them = hyd_ofi_policy_of(chosen->fabric_attr->prov_name)->has_atomics;
  const uint8_t *with = atomics > 0 ? by_user : atomics < 0 && has_them ? by_provider : no;
  struct fi_info *best = NULL;
  for (int i = 0; i < 3 && with[i] && best == NULL; i++) best = get_info_again(chosen, w, with[i]);
  return best ? best : fi_dupinfo(chosen);
}

/* --- probe ---------------------------------------------------------------- */

static const char *said(const char *name) {
  const char *v = getenv(name);
  return v ? v : "";
}

static int ask_here(char *why, size_t size) {
  struct hyd_ofi_wish w = {.provider = said("GASNET_OFI_PROVIDER"),
                           .device = said("GASNET_OFI_DEVICE"),
                           .message = HYD_OFI_LEAST,
                           .one_host = 1};
  struct fi_info *list = hyd_ofi_offers(&w, why, size);
  if (getifaddrs(&w.interfaces)) w.interfaces = NULL;
  if (list && hyd_ofi_choose(list, &w, 0)) return 0;
  if (list) hyd_ofi_explain(list, &w, why, size);
  return -1;
}

/* Asks in a child: ranks may be forked from this process, which must not have used libfabric. */
int hyd_ofi_probe(char *why, size_t size) { return hyd_ask_child(ask_here, why, size); }
