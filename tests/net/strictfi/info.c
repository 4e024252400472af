/* SPDX-License-Identifier: BSD-3-Clause
 *
 * info.c: fi_getinfo: what the profile has, for hints that can live with it.
 */
#include <rdma/providers/fi_prov.h>
#include <stddef.h>
#include <stdio.h>

#include "strictfi.h"

#define RECEIVES 1024u

#define TX_CAPS (FI_MSG | FI_RMA | FI_ATOMIC | FI_SEND | FI_READ | FI_WRITE | FI_FENCE)
#define RX_CAPS                                                                                    \
  (FI_MSG | FI_RMA | FI_ATOMIC | FI_RECV | FI_REMOTE_READ | FI_REMOTE_WRITE | FI_MULTI_RECV)
#define PRIMARY (FI_MSG | FI_RMA | FI_ATOMIC)
#define MODIFIERS (FI_SEND | FI_RECV | FI_READ | FI_WRITE | FI_REMOTE_READ | FI_REMOTE_WRITE)
#define MESSAGES (FI_SEND | FI_RECV)
#define REMOTE (FI_READ | FI_WRITE | FI_REMOTE_READ | FI_REMOTE_WRITE)
#define SCOPE (FI_LOCAL_COMM | FI_REMOTE_COMM)
#define OP_FLAGS                                                                                   \
  (FI_COMPLETION | FI_INJECT | FI_INJECT_COMPLETE | FI_TRANSMIT_COMPLETE | FI_DELIVERY_COMPLETE)

/* --- what the hints may ask for -------------------------------------------- */

static int is_other(const char *hint, const char *name) { return hint && strcmp(hint, name) != 0; }

static int accepts_domain(const struct sfi_profile *p, const struct fi_domain_attr *d) {
  if (d == NULL) return 1;
  if (d->mr_mode != FI_MR_UNSPEC && (p->mr_mode & ~d->mr_mode)) return 0;
  if (d->data_progress == FI_PROGRESS_AUTO || d->control_progress == FI_PROGRESS_AUTO) return 0;
  if (d->cq_data_size > p->cq_data || d->max_ep_tx_ctx > 1 || d->max_ep_rx_ctx > 1) return 0;
  if (d->cntr_cnt || d->max_ep_stx_ctx || d->max_ep_srx_ctx) return 0;
  return !is_other(d->name, "strict0");
}

static int accepts_endpoint(const struct sfi_profile *p, const struct fi_ep_attr *e) {
  if (e == NULL) return 1;
  if (e->type != FI_EP_UNSPEC && e->type != FI_EP_RDM) return 0;
  if (e->tx_ctx_cnt > 1 || e->rx_ctx_cnt > 1 || e->auth_key_size) return 0;
  return e->max_msg_size <= p->message || e->max_msg_size <= p->rma;
}

static int accepts_contexts(const struct sfi_profile *p, const struct fi_tx_attr *t,
                            const struct fi_rx_attr *r) {
  if (t && ((t->msg_order & ~p->order) || t->inject_size > p->inject || t->size > p->tx ||
            t->iov_limit > p->iov || t->rma_iov_limit > 1 || (t->op_flags & ~OP_FLAGS)))
    return 0;
  return r == NULL || !((r->msg_order & ~p->order) || r->size > RECEIVES || r->iov_limit > 1 ||
                        (r->op_flags & ~(FI_COMPLETION | (p->caps & FI_MULTI_RECV))));
}

/* Addresses have a format of this provider's own. */
static int accepts(const struct sfi_profile *p, const struct fi_info *h) {
  if (h == NULL) return 1;
  if (h->fabric_attr && (is_other(h->fabric_attr->name, "strict") ||
                         (h->fabric_attr->prov_name && strchr(h->fabric_attr->prov_name, ';'))))
    return 0; /* the latter: another provider that would stand on this one */
  if (h->addr_format != FI_FORMAT_UNSPEC) return 0;
  if (h->caps & ~(FI_MSG | FI_RMA | MODIFIERS | SCOPE | p->caps)) return 0;
  if (p->mode & ~h->mode) return 0;
  return accepts_domain(p, h->domain_attr) && accepts_endpoint(p, h->ep_attr) &&
         accepts_contexts(p, h->tx_attr, h->rx_attr);
}

/* --- what they get ---------------------------------------------------------- */

/* Primary capabilities only if they are asked for; without modifiers, all that belong to them. */
static uint64_t caps_of(const struct sfi_profile *p, const struct fi_info *h) {
  uint64_t caps = h ? h->caps & (PRIMARY | MODIFIERS) : 0;
  if ((caps & PRIMARY) == 0) caps |= FI_MSG | FI_RMA | (p->caps & FI_ATOMIC);
  if ((caps & FI_MSG) && !(caps & MESSAGES)) caps |= MESSAGES;
  if ((caps & (FI_RMA | FI_ATOMIC)) && !(caps & REMOTE)) caps |= REMOTE;
  if (h && h->caps) return caps | SCOPE | (h->caps & p->caps);
  return caps | SCOPE | p->caps;
}

static void fill_endpoint(const struct sfi_profile *p, struct fi_info *i) {
  size_t most = p->order & FI_ORDER_SAW ? SIZE_MAX : 0;
  i->ep_attr->type = FI_EP_RDM;
  i->ep_attr->protocol = 0x57;
  i->ep_attr->protocol_version = 1;
  i->ep_attr->max_msg_size = p->message > p->rma ? p->message : p->rma;
  i->ep_attr->max_order_raw_size = i->ep_attr->max_order_waw_size = most;
  i->ep_attr->tx_ctx_cnt = i->ep_attr->rx_ctx_cnt = 1;
  i->tx_attr->caps = i->caps & TX_CAPS;
  i->rx_attr->caps = i->caps & RX_CAPS;
  i->tx_attr->mode = i->rx_attr->mode = p->mode;
  i->tx_attr->msg_order = i->rx_attr->msg_order = p->order;
  i->tx_attr->inject_size = p->inject;
  i->tx_attr->size = p->tx;
  i->tx_attr->iov_limit = p->iov;
  i->tx_attr->rma_iov_limit = i->rx_attr->iov_limit = 1;
  i->rx_attr->size = RECEIVES;
}

static void fill_flags(const struct fi_info *h, struct fi_info *i) {
  if (h && h->tx_attr) i->tx_attr->op_flags = h->tx_attr->op_flags;
  if (h && h->rx_attr) i->rx_attr->op_flags = h->rx_attr->op_flags;
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
  i->caps = caps_of(p, h);
  i->mode = p->mode;
  i->addr_format = FI_FORMAT_UNSPEC;
  fill_endpoint(p, i);
  fill_flags(h, i);
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

/* --- addresses ------------------------------------------------------------- */

#define PREFIX "strictfi/at/"

socklen_t sfi_address_of(const char *service, struct sockaddr_un *a) {
  int n;
  *a = (struct sockaddr_un){.sun_family = AF_UNIX};
  n = snprintf(a->sun_path + 1, sizeof a->sun_path - 1, PREFIX "%.60s", service ? service : "");
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 2 + (size_t)n);
}

int sfi_is_address(const struct sockaddr_un *a) {
  return a && a->sun_family == AF_UNIX && strncmp(a->sun_path + 1, "strictfi/", 9) == 0 &&
         strcmp(a->sun_path + 1, PREFIX) != 0;
}

static int set_address(void **to, size_t *to_len, const void *from, size_t len) {
  struct sockaddr_un *a = calloc(1, sizeof *a);
  if (a == NULL) return -FI_ENOMEM;
  memcpy(a, from, len < sizeof *a ? len : sizeof *a);
  *to = a;
  *to_len = len;
  return 0;
}

/* The address of the service, else of the hints; a source is any address by default. */
static int set_addresses(const char *node, const char *service, uint64_t flags,
                         const struct fi_info *h, struct fi_info *i) {
  struct sockaddr_un named, any;
  socklen_t named_len = sfi_address_of(service ? service : "0", &named),
            any_len = sfi_address_of(NULL, &any);
  int is_source = (flags & FI_SOURCE) != 0, is_named = node || service, rc;
  if (is_source && is_named)
    rc = set_address(&i->src_addr, &i->src_addrlen, &named, named_len);
  else if (h && h->src_addr)
    rc = set_address(&i->src_addr, &i->src_addrlen, h->src_addr, h->src_addrlen);
  else
    rc = set_address(&i->src_addr, &i->src_addrlen, &any, any_len);
  if (rc) return rc;
  if (!is_source && is_named)
    return set_address(&i->dest_addr, &i->dest_addrlen, &named, named_len);
  if (h && h->dest_addr)
    return set_address(&i->dest_addr, &i->dest_addrlen, h->dest_addr, h->dest_addrlen);
  return 0;
}

/* --- the call -------------------------------------------------------------- */

/* Default values, but for the names that the library fills in. */
static int only_names(struct fi_info **info) {
  if ((*info = fi_allocinfo()) == NULL) return -FI_ENOMEM;
  (*info)->fabric_attr->prov_version = FI_VERSION(1, 0);
  return 0;
}

int sfi_getinfo(uint32_t version, const char *node, const char *service, uint64_t flags,
                const struct fi_info *hints, struct fi_info **info) {
  const struct sfi_profile *p = sfi_profile();
  (void)version;
  if (flags & FI_PROV_ATTR_ONLY) return only_names(info);
  if ((flags & FI_SOURCE) && !node && !service) return -FI_EINVAL;
  if (!accepts(p, hints)) return -FI_ENODATA;
  *info = entry(p, hints);
  if (p->strange && *info) *info = strange(p, hints, *info);
  for (struct fi_info *i = *info; i; i = i->next)
    if (set_addresses(node, service, flags, hints, i)) return -FI_ENOMEM;
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
