/* SPDX-License-Identifier: BSD-3-Clause
 *
 * net.h: the objects of libfabric (net.c).
 */
#ifndef HYD_OFI_NET_H
#define HYD_OFI_NET_H

#include "conduits/ofi/state.h"

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

#endif
