/* SPDX-License-Identifier: BSD-3-Clause
 *
 * choice.h: which of the entries that libfabric offers is used (choice.c). Pure: a list goes in, a
 * decision and its reasons come out.
 */
#ifndef HYD_OFI_CHOICE_H
#define HYD_OFI_CHOICE_H

#include <rdma/fabric.h>
#include <stddef.h>
#include <stdint.h>

#include "conduits/ip/address.h"

#define HYD_OFI_MODES (FI_CONTEXT | FI_CONTEXT2 | FI_RX_CQ_DATA | FI_ASYNC_IOV)
#define HYD_OFI_MR_MODES                                                                           \
  (FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT)

/* The addresses of this host, and how many of `hosts` other hosts are not reached by each. */
struct hyd_ofi_ways {
  struct hyd_ip_places here;
  uint32_t missed[HYD_IP_PLACES], hosts;
};
typedef unsigned hyd_ofi_distance(const struct fi_info *i, const void *place);

struct hyd_ofi_wish {
  const char *provider;            /* exactly; empty: any */
  const char *device;              /* a domain's name; empty: any */
  size_t message;                  /* bytes of a message at least */
  int one_host;                    /* all ranks are on it */
  struct ifaddrs *interfaces;      /* this host's; NULL: all are taken for up */
  const struct hyd_ofi_ways *ways; /* NULL: every address is as good */
  /* Cards with less distance come first; NULL: all are as near. */
  hyd_ofi_distance *distance;
  const void *place;
  uint32_t turn; /* of this rank, among those that share out cards as good and as near */
};
/* What is known of providers by name: preferences, never rules. */
struct hyd_ofi_policy {
  const char *name;
  uint8_t only_if_asked; /* never chosen by itself */
  uint8_t leaves_names;  /* in /dev/shm, if its user is killed */
  uint8_t one_host;      /* reaches no other */
  uint8_t stays_open;    /* until the process ends: closing is not safe while peers send */
  uint32_t operations;   /* so many under way at most, whatever it says itself; 0: as it says */
  uint8_t has_atomics;   /* those of the network are done by it, not by software at the target */
};
const struct hyd_ofi_policy *hyd_ofi_policy_of(const char *provider);

/* Its endpoints have addresses of IP. */
static inline int hyd_ofi_is_ip(const struct fi_info *i) {
  return (i->addr_format == FI_SOCKADDR_IN || i->addr_format == FI_SOCKADDR_IN6) && i->src_addr;
}
/* Why an entry cannot be used, or is not what is wished; NULL: it can. */
const char *hyd_ofi_unfit(const struct fi_info *i, const struct hyd_ofi_wish *w);
/* The k-th best of those that can be used, from 0; NULL: there are not so many. Cards that are as
 * good and as near as the best one begin with that of the rank whose turn it is. */
struct fi_info *hyd_ofi_choose(struct fi_info *list, const struct hyd_ofi_wish *w, unsigned k);
/* Ranks with the same number share out cards, from the best one on; 0: it is no card. */
uint64_t hyd_ofi_kind(struct fi_info *list, const struct hyd_ofi_wish *w);
/* "tcp;ofi_rxm on eth0", for people. */
void hyd_ofi_name(const struct fi_info *i, char *text, size_t size);

/* Nothing of the list can be used: why, for people. */
void hyd_ofi_explain(const struct fi_info *list, const struct hyd_ofi_wish *w, char *why,
                     size_t size);

#endif
