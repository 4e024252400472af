/* SPDX-License-Identifier: BSD-3-Clause
 *
 * setup.h: what hyd_conduit.open calls, in the order of its steps, and reports about it.
 */
#ifndef HYD_OFI_SETUP_H
#define HYD_OFI_SETUP_H

#include "conduits/ofi/choice.h"
#include "conduits/ofi/state.h"
#include "core/topo/locality.h"

/* --- offers.c ------------------------------------------------------------- */

/* The libfabric API version that is requested; 0: the library is too old. */
uint32_t hyd_ofi_version(void);
/* All entries that may be usable; freed by fi_freeinfo. NULL: see `why`. */
struct fi_info *hyd_ofi_offers(const struct hyd_ofi_wish *w, char *why, size_t size);
#define HYD_OFI_ORDER (FI_ORDER_SAS | FI_ORDER_SAW)
/* Whether messages arrive in order, and after writes that were posted before them. */
static inline int hyd_ofi_has_order(const struct fi_info *i) {
  return (i->tx_attr->msg_order & i->rx_attr->msg_order & HYD_OFI_ORDER) == HYD_OFI_ORDER;
}
/* A new entry for the domain of `chosen`: with message order if the provider has it, and with
 * atomics if `atomics` is 1, or is -1 and the device does them. */
struct fi_info *hyd_ofi_offer_best(const struct fi_info *chosen, const struct hyd_ofi_wish *w,
                                   int atomics);
/* hyd_conduit.probe */
int hyd_ofi_probe(char *why, size_t size);

/* --- addresses.c ---------------------------------------------------------- */

/* Finds which addresses of this host reach the other hosts. Collective over the job. */
void hyd_ofi_find_addresses(const struct hyd_ofi *s, struct hyd_ofi_addresses *w);

/* --- cards.c -------------------------------------------------------------- */

/* Sets distance, place and turn of the wish: the closest card is preferred, and ranks of the host
 * take equally close ones in turn. Collective over the host; the list may be empty. */
void hyd_ofi_wish_closest(const struct hyd_ofi *s, struct fi_info *list, struct hyd_place *here,
                          struct hyd_ofi_wish *w);
/* The value of GASNET_OFI_DEVICE for this part of the machine. */
const char *hyd_ofi_device(const struct hyd_ofi *s);

/* --- settings.c ----------------------------------------------------------- */

#define HYD_OFI_WORKS 1024u /* most operations under way */

/* Sets environment variables of providers that the user has not set. Before the first call of
 * libfabric. */
void hyd_ofi_settings_defaults(const struct hyd_ofi *s);
/* Reduces set->medium so that a medium fits into `message` bytes. 0, or -1: see `why`. */
int hyd_ofi_settings_fit(struct hyd_ofi_settings *set, size_t message, char *why, size_t size);
void hyd_ofi_settings_read(struct hyd_ofi *s);

/* --- net.c ---------------------------------------------------------------- */

/* Writes that `what` has failed with the libfabric error `err` to `why`; returns -1. */
int hyd_ofi_failed(const char *what, int err, char *why, size_t size);
/* Opens what n->info describes, with queues of at least tx and rx entries. 0, or -1: see `why`. */
int hyd_ofi_net_open(struct hyd_ofi_net *n, const struct hyd_ofi *s, size_t tx, size_t rx,
                     char *why, size_t size);
/* Enables the endpoint, once memory has been registered. 0, or -1: see `why`. */
int hyd_ofi_net_enable(struct hyd_ofi_net *n, size_t message, char *why, size_t size);
/* Reads completions: how many, or -1: an operation has failed, and *e says why. */
int hyd_ofi_net_read(struct fid_cq *cq, struct fi_cq_data_entry *entry, struct fi_cq_err_entry *e);
void hyd_ofi_net_close(struct hyd_ofi_net *n);
/* The endpoint's own address as text. */
void hyd_ofi_net_own_address(const struct hyd_ofi_net *n, char *text, size_t size);
/* For error messages about a peer: the addresses of both ranks, and the expected network between
 * them. Empty if all ranks are on one host, or the peer is this rank. */
#define HYD_OFI_PATH_TEXT 400
void hyd_ofi_net_describe_path(const struct hyd_ofi *s, uint32_t peer, char *text, size_t size);

/* --- join.c --------------------------------------------------------------- */

/* Whether `well` is set at all ranks: the same answer at all. A rank whose provider is not that of
 * rank 0 ends the job. Collective. */
int hyd_ofi_join_all_well(struct hyd_ofi *s, int well);
/* Exchanges addresses and keys, and fills the address vector. Collective. 0, or -1: see `why`. */
int hyd_ofi_join(struct hyd_ofi *s, char *why, size_t size);

/* --- report.c ------------------------------------------------------------- */

/* GASNET_OFI_LIST_DEVICES: prints the entries of libfabric, best first, and those left out. */
void hyd_ofi_report_offers(const struct hyd_ofi *s, struct fi_info *list,
                           const struct hyd_ofi_wish *w);
/* Prints the entry in use, also at rank 0 with GASNET_VERBOSEENV. */
void hyd_ofi_report_choice(const struct hyd_ofi *s);
/* GASNET_OFI_COUNTS: prints counts at the end. */
void hyd_ofi_report_counts(const struct hyd_ofi *s);
/* hyd_conduit.describe */
int hyd_ofi_describe(struct hyd_job *job, void *state, uint32_t peer, char *line, size_t size);

#endif
