/* SPDX-License-Identifier: BSD-3-Clause
 *
 * offers.c: asks libfabric what it offers. Little is asked for in the first call, because each
 * thing that is asked for costs another with some provider; order and atomics are asked for in
 * further calls, once provider and domain are fixed.
 */
#include "conduits/ofi/offers.h"

#include <ifaddrs.h>
#include <stdio.h>

#include "core/sys/ask_child.h"

#define ORDER (FI_ORDER_SAS | FI_ORDER_SAW)

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
  h->domain_attr->resource_mgmt = FI_RM_ENABLED;
  h->domain_attr->av_type = FI_AV_TABLE;
  if (*w->provider) h->fabric_attr->prov_name = strdup(w->provider);
  return h;
}

static struct fi_info *ask(struct fi_info *hints) {
  struct fi_info *list = NULL;
  if (fi_getinfo(hyd_ofi_version(), NULL, NULL, 0, hints, &list)) return NULL;
  return list;
}

/* Appends what is offered with these hints. */
static void add(struct fi_info **list, struct fi_info *hints) {
  if (hints == NULL) return;
  while (*list) list = &(*list)->next;
  *list = ask(hints);
}

/* Those that can do with buffers of many messages come first; choice.c drops repetitions. */
struct fi_info *hyd_ofi_offers(const struct hyd_ofi_wish *w, char *why, size_t size) {
  struct fi_info *list = NULL;
  if (hyd_ofi_version() == 0) {
    snprintf(why, size, "libfabric %u.%u; expected 1.14 or newer", FI_MAJOR(fi_version()),
             FI_MINOR(fi_version()));
    return NULL;
  }
  for (int managed = 1; managed >= 0; managed--)
    for (int multi_recv = 1; multi_recv >= 0; multi_recv--) {
      struct fi_info *h = make_hints(w, multi_recv);
      if (h && !managed) h->domain_attr->resource_mgmt = FI_RM_UNSPEC;
      add(&list, h);
      fi_freeinfo(h);
    }
  if (list == NULL) {
    const char *filter = getenv("FI_PROVIDER");
    snprintf(
        why, size,
        "libfabric %u.%u offers no reliable datagrams with RMA here%s%s%.60s%s%.60s; `fi_info' "
        "lists what there is",
        FI_MAJOR(fi_version()), FI_MINOR(fi_version()),
        w->one_host ? "" : ", and this job is on several hosts",
        *w->provider ? ": GASNET_OFI_PROVIDER=" : "", w->provider, filter ? ": FI_PROVIDER=" : "",
        filter ? filter : "");
  }
  return list;
}

/* --- the second call ------------------------------------------------------ */

static int is_same(const struct fi_info *a, const struct fi_info *b) {
  return strcmp(a->fabric_attr->prov_name, b->fabric_attr->prov_name) == 0 &&
         strcmp(a->domain_attr->name, b->domain_attr->name) == 0 &&
         a->addr_format == b->addr_format;
}

/* Providers over IP go by the source's address, and ignore names. */
static struct fi_info *hints_for(const struct fi_info *chosen, const struct hyd_ofi_wish *w) {
  struct fi_info *h = make_hints(w, (chosen->caps & FI_MULTI_RECV) != 0);
  int is_ip = chosen->addr_format == FI_SOCKADDR_IN || chosen->addr_format == FI_SOCKADDR_IN6;
  if (h == NULL) return NULL;
  free(h->fabric_attr->prov_name);
  h->fabric_attr->prov_name = strdup(chosen->fabric_attr->prov_name);
  h->fabric_attr->name = chosen->fabric_attr->name ? strdup(chosen->fabric_attr->name) : NULL;
  h->domain_attr->name = strdup(chosen->domain_attr->name);
  h->domain_attr->resource_mgmt = chosen->domain_attr->resource_mgmt;
  /* Firehose registers and deregisters in any thread. */
  if (chosen->domain_attr->mr_mode) h->domain_attr->threading = FI_THREAD_SAFE;
  h->addr_format = chosen->addr_format;
  if (is_ip && chosen->src_addr && (h->src_addr = malloc(chosen->src_addrlen)) != NULL)
    memcpy(h->src_addr, chosen->src_addr, h->src_addrlen = chosen->src_addrlen);
  return h;
}

/* The entry for the same domain that is offered with these hints, or NULL. */
static struct fi_info *ask_again(struct fi_info *hints, const struct fi_info *chosen,
                                 const struct hyd_ofi_wish *w) {
  struct fi_info *list = ask(hints), *found = NULL;
  for (struct fi_info *i = list; i && !found; i = i->next)
    if (is_same(i, chosen) && !hyd_ofi_unfit(i, w)) found = fi_dupinfo(i);
  fi_freeinfo(list);
  return found;
}

static int has_order(const struct fi_info *i) {
  return (i->tx_attr->msg_order & i->rx_attr->msg_order & ORDER) == ORDER;
}

/* With atomics only if that does not cost the order. */
static struct fi_info *with_atomics(struct fi_info *hints, const struct fi_info *chosen,
                                    const struct hyd_ofi_wish *w, int ordered) {
  struct fi_info *found;
  hints->caps |= FI_ATOMIC;
  found = ask_again(hints, chosen, w);
  if (found == NULL || !ordered || has_order(found)) return found;
  fi_freeinfo(found);
  return NULL;
}

struct fi_info *hyd_ofi_offer_best(const struct fi_info *chosen, const struct hyd_ofi_wish *w,
                                   int atomics) {
  struct fi_info *hints = hints_for(chosen, w), *best = NULL, *more = NULL;
  if (hints == NULL) return NULL;
  hints->tx_attr->msg_order = hints->rx_attr->msg_order = ORDER;
  best = ask_again(hints, chosen, w);
  if (best == NULL) hints->tx_attr->msg_order = hints->rx_attr->msg_order = 0;
  /* A user who asks for atomics gets them, at any price. */
  if (atomics) {
    more = with_atomics(hints, chosen, w, best != NULL && atomics < 2);
    if (more == NULL && atomics == 2) {
      hints->tx_attr->msg_order = hints->rx_attr->msg_order = 0;
      more = with_atomics(hints, chosen, w, 0);
    }
  }
  fi_freeinfo(hints);
  if (more) {
    fi_freeinfo(best);
    return more;
  }
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

/* The ranks are forked from this process, and libfabric must not have been used before that. */
int hyd_ofi_probe(char *why, size_t size) { return hyd_ask_child(ask_here, why, size); }
