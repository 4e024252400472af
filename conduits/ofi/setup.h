/* SPDX-License-Identifier: BSD-3-Clause
 *
 * setup.h: what `open` needs, in the order of its steps, and what is told of it.
 */
#ifndef HYD_OFI_SETUP_H
#define HYD_OFI_SETUP_H

#include "conduits/ofi/choice.h"
#include "conduits/ofi/state.h"
#include "core/topo/locality.h"

/* --- offers.c ------------------------------------------------------------- */

/* The version that is asked for; 0: the library is too old. */
uint32_t hyd_ofi_version(void);
/* All that may do; freed by fi_freeinfo. NULL: see `why`. */
struct fi_info *hyd_ofi_offers(const struct hyd_ofi_wish *w, char *why, size_t size);
#define HYD_OFI_ORDER (FI_ORDER_SAS | FI_ORDER_SAW)
/* Messages come in order, and after what was written before them. */
static inline int hyd_ofi_has_order(const struct fi_info *i) {
  return (i->tx_attr->msg_order & i->rx_attr->msg_order & HYD_OFI_ORDER) == HYD_OFI_ORDER;
}
/* The entry that was chosen, with as much order as its provider has, and with atomics if the user
 * wants them (1) or the provider deserves them (-1): a new one. */
struct fi_info *hyd_ofi_offer_best(const struct fi_info *chosen, const struct hyd_ofi_wish *w,
                                   int atomics);
/* conduit.probe */
int hyd_ofi_probe(char *why, size_t size);

/* --- ways.c --------------------------------------------------------------- */

/* Every rank of a job over several hosts must call it. */
void hyd_ofi_find_ways(const struct hyd_ofi *s, struct hyd_ofi_ways *w);

/* --- cards.c -------------------------------------------------------------- */

/* Wishes for cards that are near to this rank, and of those as near, for the one whose turn it is.
 * Every rank of the host must call it; the list may be empty. */
void hyd_ofi_wish_closest(const struct hyd_ofi *s, struct fi_info *list, struct hyd_place *here,
                          struct hyd_ofi_wish *w);
/* GASNET_OFI_DEVICE, or what it is for this part of the machine. */
const char *hyd_ofi_device(const struct hyd_ofi *s);

/* --- settings.c ----------------------------------------------------------- */

#define HYD_OFI_WORKS 1024u /* operations under way at most */

/* Before the first call of libfabric: what providers want of the environment, where the user has
 * said nothing. */
void hyd_ofi_settings_defaults(const struct hyd_ofi *s);
/* Makes mediums fit into messages of so many bytes. 0, or -1: see `why`. */
int hyd_ofi_settings_fit(struct hyd_ofi_settings *set, size_t message, char *why, size_t size);
void hyd_ofi_settings_read(struct hyd_ofi *s);

/* --- net.c ---------------------------------------------------------------- */

/* What was to be done in libfabric, for messages: sets `why`, returns -1. */
int hyd_ofi_failed(const char *what, int err, char *why, size_t size);
/* Opens what n->info describes, with queues of so many entries at least. 0, or -1. */
int hyd_ofi_net_open(struct hyd_ofi_net *n, const struct hyd_ofi *s, size_t tx, size_t rx,
                     char *why, size_t size);
/* After memory has been registered: the endpoint can be used. 0, or -1. */
int hyd_ofi_net_enable(struct hyd_ofi_net *n, size_t message, char *why, size_t size);
/* Reads ends of a queue: how many, or -1: one has failed, *e says why. */
int hyd_ofi_net_read(struct fid_cq *cq, struct fi_cq_data_entry *entry, struct fi_cq_err_entry *e);
void hyd_ofi_net_close(struct hyd_ofi_net *n);
/* The endpoint's own address as text. */
void hyd_ofi_net_own_address(const struct hyd_ofi_net *n, char *text, size_t size);
/* The end of a message on a peer that is not reached: where both are, and what is expected between
 * them; empty if all ranks are on one host. */
#define HYD_OFI_WAY_TEXT 400
void hyd_ofi_net_tell_way(const struct hyd_ofi *s, uint32_t peer, char *text, size_t size);

/* --- join.c --------------------------------------------------------------- */

/* Whether all ranks have come through so far, with the same provider; if not, the same answer at
 * all, for another try. A rank with another provider than rank 0 ends the job. */
int hyd_ofi_join_all_well(struct hyd_ofi *s, int well);
/* Exchanges addresses and keys, and puts all into the address vector. 0, or -1: see `why`. */
int hyd_ofi_join(struct hyd_ofi *s, char *why, size_t size);

/* --- report.c ------------------------------------------------------------- */

/* With GASNET_OFI_LIST_DEVICES: what libfabric offers, best first, and what of it is left out. */
void hyd_ofi_report_offers(const struct hyd_ofi *s, struct fi_info *list,
                           const struct hyd_ofi_wish *w);
/* The same for what is used; also rank 0 with GASNET_VERBOSEENV. */
void hyd_ofi_report_choice(const struct hyd_ofi *s);
/* With GASNET_OFI_COUNTS: at the end. */
void hyd_ofi_report_counts(const struct hyd_ofi *s);
/* conduit.describe */
int hyd_ofi_describe(struct hyd_job *job, void *state, uint32_t peer, char *line, size_t size);

#endif
