/* SPDX-License-Identifier: BSD-3-Clause
 *
 * info.c: fi_getinfo: what the profile has, for hints that can live with it.
 */
#include <rdma/providers/fi_prov.h>

#include "strictfi.h"

#define EXTERNALLY_VISIBLE externally_visible
#define CAPS                                                                                       \
  (FI_MSG | FI_RMA | FI_SEND | FI_RECV | FI_READ | FI_WRITE | FI_REMOTE_READ | FI_REMOTE_WRITE |   \
   FI_LOCAL_COMM | FI_REMOTE_COMM)

static int accepts(const struct sfi_profile *p, const struct fi_info *h) {
  const char *name;
  if (h == NULL) return p->mode == 0 && p->mr_mode == 0;
  name = h->fabric_attr ? h->fabric_attr->prov_name : NULL;
  if (h->ep_attr && h->ep_attr->type != FI_EP_UNSPEC && h->ep_attr->type != FI_EP_RDM) return 0;
  if (name && strchr(name, ';')) return 0; /* another provider that would stand on this one */
  if (h->caps & ~(CAPS | p->caps)) return 0;
  if (p->mode & ~h->mode) return 0;
  if (h->domain_attr) {
    const struct fi_domain_attr *d = h->domain_attr;
    if (d->mr_mode != FI_MR_UNSPEC && (p->mr_mode & ~d->mr_mode)) return 0;
    if (d->data_progress == FI_PROGRESS_AUTO || d->control_progress == FI_PROGRESS_AUTO) return 0;
    if (d->name && strcmp(d->name, "strict0") != 0) return 0;
  }
  if (h->tx_attr && ((h->tx_attr->msg_order & ~p->order) || h->tx_attr->inject_size > p->inject ||
                     h->tx_attr->size > p->tx))
    return 0;
  if (h->rx_attr && (h->rx_attr->msg_order & ~p->order)) return 0;
  return !h->ep_attr || h->ep_attr->max_msg_size <= p->message ||
         h->ep_attr->max_msg_size <= p->rma;
}

static void fill_endpoint(const struct sfi_profile *p, struct fi_info *i) {
  size_t most = p->order & FI_ORDER_SAW ? SIZE_MAX : 0;
  i->ep_attr->type = FI_EP_RDM;
  i->ep_attr->protocol = 0x57;
  i->ep_attr->protocol_version = 1;
  i->ep_attr->max_msg_size = p->message > p->rma ? p->message : p->rma;
  i->ep_attr->max_order_raw_size = i->ep_attr->max_order_waw_size = most;
  i->ep_attr->tx_ctx_cnt = i->ep_attr->rx_ctx_cnt = 1;
  i->tx_attr->caps = i->rx_attr->caps = i->caps;
  i->tx_attr->mode = i->rx_attr->mode = p->mode;
  i->tx_attr->msg_order = i->rx_attr->msg_order = p->order;
  i->tx_attr->inject_size = p->inject;
  i->tx_attr->size = p->tx;
  i->tx_attr->iov_limit = p->iov;
  i->tx_attr->rma_iov_limit = i->rx_attr->iov_limit = 1;
  i->rx_attr->size = 1024;
}

static void fill_domain(const struct sfi_profile *p, const struct fi_info *h, struct fi_info *i) {
  struct fi_domain_attr *d = i->domain_attr;
  const struct fi_domain_attr *hd = h ? h->domain_attr : NULL;
  d->name = strdup("strict0");
  d->threading = hd && hd->threading != FI_THREAD_UNSPEC ? hd->threading : FI_THREAD_SAFE;
  d->control_progress = d->data_progress = FI_PROGRESS_MANUAL;
  d->resource_mgmt = FI_RM_ENABLED;
  d->av_type = hd && hd->av_type != FI_AV_UNSPEC ? hd->av_type : FI_AV_TABLE;
  d->mr_mode = p->mr_mode | (hd && hd->mr_mode != FI_MR_UNSPEC ? p->may_have & hd->mr_mode : 0);
  d->mr_key_size = p->key_size;
  d->cq_data_size = p->cq_data;
  d->cq_cnt = d->ep_cnt = d->tx_ctx_cnt = d->rx_ctx_cnt = 64;
  d->max_ep_tx_ctx = d->max_ep_rx_ctx = d->mr_iov_limit = 1;
  d->mr_cnt = p->registrations;
  d->caps = FI_LOCAL_COMM | FI_REMOTE_COMM;
}

static struct fi_info *entry(const struct sfi_profile *p, const struct fi_info *h) {
  struct fi_info *i = fi_allocinfo();
  if (i == NULL) return NULL;
  i->caps = CAPS | (h ? h->caps & p->caps : p->caps & FI_MULTI_RECV);
  if (h && h->caps == 0) i->caps |= p->caps;
  i->mode = p->mode;
  i->addr_format = FI_ADDR_STR;
  fill_endpoint(p, i);
  fill_domain(p, h, i);
  i->fabric_attr->name = strdup("strict");
  i->fabric_attr->prov_version = FI_VERSION(1, 0);
  return i;
}

/* Entries before the right one: its messages are short, its keys long. */
static struct fi_info *strange(const struct sfi_profile *p, const struct fi_info *h,
                               struct fi_info *right) {
  struct fi_info *a = entry(p, h), *b = entry(p, h);
  a->ep_attr->max_msg_size = 128;
  b->domain_attr->mr_key_size = 32;
  a->next = b;
  b->next = right;
  return a;
}

int sfi_getinfo(uint32_t version, const char *node, const char *service, uint64_t flags,
                const struct fi_info *hints, struct fi_info **info) {
  const struct sfi_profile *p = sfi_profile();
  (void)version, (void)node, (void)service, (void)flags;
  if (!accepts(p, hints)) return -FI_ENODATA;
  *info = entry(p, hints);
  if (p->strange && *info) *info = strange(p, hints, *info);
  return *info ? 0 : -FI_ENOMEM;
}

static void cleanup(void) {}

struct fi_provider sfi_provider = {.version = FI_VERSION(1, 0),
                                   .fi_version = FI_VERSION(1, 17),
                                   .name = "strict",
                                   .getinfo = sfi_getinfo,
                                   .fabric = sfi_fabric_open,
                                   .cleanup = cleanup};

FI_EXT_INI { return &sfi_provider; }
