/* SPDX-License-Identifier: BSD-3-Clause
 *
 * choice.h: chooses the libfabric entry (provider, domain, address) that a rank uses (choice.c). A
 * pure function of its arguments: it gets a list and returns the choice and the reasons.
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

/* The addresses of this host, and for each how many of `hosts` other hosts it does not reach. */
struct hyd_ofi_addresses {
  struct hyd_ip_places here;
  uint32_t missed[HYD_IP_PLACES], hosts;
};
typedef unsigned hyd_ofi_distance(const struct fi_info *i, const void *place);

struct hyd_ofi_wish {
  const char *provider;                      /* its exact name; empty: any */
  const char *device;                        /* a domain's name; empty: any */
  size_t message;                            /* least bytes of a message that it must carry */
  int one_host;                              /* all ranks are on this host */
  struct ifaddrs *interfaces;                /* this host's; NULL: all count as up */
  const struct hyd_ofi_addresses *addresses; /* NULL: all addresses are equally good */
  /* Cards at less distance from `place` come first; NULL: all are at the same distance. */
  hyd_ofi_distance *distance;
  const void *place;
  uint32_t turn; /* number of this rank among the ranks that take equally good cards in turn */
};
/* Most bytes of a piece of a strided transfer that is faster packed into messages than with others
 * in an operation, where nothing else is known of the provider (contrib/spec/ofi.md 9.3). */
#define HYD_OFI_PACKS_MOST 1536u
/* Facts about a provider that libfabric does not report. */
struct hyd_ofi_policy {
  const char *name;
  uint8_t only_if_asked; /* used only if the user names it */
  uint8_t leaves_names;  /* its files in /dev/shm stay if the process is killed */
  uint8_t one_host;      /* reaches no other host */
  uint8_t injects_best;  /* longer messages go by a system call, and wait for the peer's polls */
  uint8_t stays_open;    /* never closed: closing is not safe while peers send */
  uint32_t operations;   /* most operations under way, less than it reports; 0: as reported */
  uint32_t packs_puts;   /* most bytes of a piece of a strided put that is faster packed into
                            messages; 0: HYD_OFI_PACKS_MOST */
  uint8_t has_atomics;   /* the device does atomics, not software at the target */
};
const struct hyd_ofi_policy *hyd_ofi_policy_of(const char *provider);

/* Whether the entry's endpoints have IP addresses. */
static inline int hyd_ofi_is_ip(const struct fi_info *i) {
  return (i->addr_format == FI_SOCKADDR_IN || i->addr_format == FI_SOCKADDR_IN6) && i->src_addr;
}
/* Why the entry cannot be used, or does not meet the wish; NULL: it can be used. */
const char *hyd_ofi_unfit(const struct fi_info *i, const struct hyd_ofi_wish *w);
/* The k-th best usable entry, counted from 0; NULL: there are not so many. Cards that are as good
 * as the best one and at the same distance are rotated by w->turn. */
struct fi_info *hyd_ofi_choose(struct fi_info *list, const struct hyd_ofi_wish *w, unsigned k);
/* A number that is equal for ranks with the same best card, which take cards in turn; 0: the best
 * entry is no card. */
uint64_t hyd_ofi_kind(struct fi_info *list, const struct hyd_ofi_wish *w);
/* Writes the entry's name for messages: "tcp;ofi_rxm on eth0". */
void hyd_ofi_name(const struct fi_info *i, char *text, size_t size);

/* Writes why no entry of the list can be used. */
void hyd_ofi_explain(const struct fi_info *list, const struct hyd_ofi_wish *w, char *why,
                     size_t size);

#endif
