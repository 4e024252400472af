/* SPDX-License-Identifier: BSD-3-Clause
 *
 * net.c: libfabric's objects: fabric, domain, address vector, two completion queues, one endpoint.
 * Reads back what was granted. Options of libfabric 2 are queried in a way that an older version
 * refuses without harm.
 */
#include "conduits/ofi/setup.h"

#include "conduits/ofi/choice.h"

#include <stdio.h>

int hyd_ofi_failed(const char *what, int err, char *why, size_t size) {
  snprintf(why, size, "%s: %s", what, fi_strerror(err < 0 ? -err : err));
  return -1;
}

static int open_queue(struct hyd_ofi_net *n, size_t entries, enum fi_wait_obj wait,
                      struct fid_cq **cq, int *fd) {
  struct fi_cq_attr a = {.size = entries, .format = FI_CQ_FORMAT_DATA, .wait_obj = wait};
  int err = fi_cq_open(n->domain, &a, cq, NULL);
  *fd = -1;
  if (err == 0 && wait == FI_WAIT_FD) err = fi_control(&(*cq)->fid, FI_GETWAIT, fd);
  return err;
}

static int open_endpoint(struct hyd_ofi_net *n, size_t tx, size_t rx, enum fi_wait_obj wait,
                         const char **what) {
  int err;
  *what = "cannot open a completion queue";
  if ((err = open_queue(n, tx, wait, &n->tx, &n->fd[0])) != 0 ||
      (err = open_queue(n, rx, wait, &n->rx, &n->fd[1])) != 0)
    return err;
  *what = "cannot open an endpoint";
  if ((err = fi_endpoint(n->domain, n->info, &n->ep, NULL)) != 0) return err;
  *what = "cannot bind the endpoint";
  if ((err = fi_ep_bind(n->ep, &n->av->fid, 0)) != 0 ||
      (err = fi_ep_bind(n->ep, &n->tx->fid, FI_TRANSMIT | FI_SELECTIVE_COMPLETION)) != 0)
    return err;
  return fi_ep_bind(n->ep, &n->rx->fid, FI_RECV);
}

static void drop_endpoint(struct hyd_ofi_net *n) {
  if (n->ep) fi_close(&n->ep->fid);
  if (n->tx) fi_close(&n->tx->fid);
  if (n->rx) fi_close(&n->rx->fid);
  n->ep = NULL;
  n->tx = n->rx = NULL;
}

static void read_back(struct hyd_ofi_net *n, const struct hyd_ofi *s) {
  const struct fi_info *i = n->info;
  n->needs_local =
      (i->domain_attr->mr_mode & FI_MR_LOCAL) || s->set.memory == HYD_OFI_REGISTER_LOCAL;
  n->has_order = hyd_ofi_has_order(i);
  n->flushes = (i->tx_attr->msg_order & i->rx_attr->msg_order & FI_ORDER_RAW) &&
               i->ep_attr->max_order_raw_size == SIZE_MAX;
  n->injects = (i->tx_attr->msg_order & i->rx_attr->msg_order & FI_ORDER_SAS) != 0;
  n->in_parts = n->injects && hyd_ofi_policy_of(i->fabric_attr->prov_name)->injects_best &&
                i->tx_attr->iov_limit > 1;
  n->inject = i->tx_attr->inject_size;
  n->pieces = i->tx_attr->iov_limit < i->tx_attr->rma_iov_limit ? i->tx_attr->iov_limit
                                                                : i->tx_attr->rma_iov_limit;
  n->message_most = n->rma_most = i->ep_attr->max_msg_size;
}

int hyd_ofi_net_open(struct hyd_ofi_net *n, const struct hyd_ofi *s, size_t tx, size_t rx,
                     char *why, size_t size) {
  struct fi_av_attr av = {.type = FI_AV_TABLE, .count = hyd_job_size(s->job)};
  const char *what;
  int err;
  read_back(n, s);
  if ((err = fi_fabric(n->info->fabric_attr, &n->fabric, NULL)) != 0)
    return hyd_ofi_failed("cannot open the fabric", err, why, size);
  if ((err = fi_domain(n->fabric, n->info, &n->domain, NULL)) != 0)
    return hyd_ofi_failed("cannot open the domain (no VNI or service? see gasnet-ofi(7))", err, why,
                          size);
  if (n->info->domain_attr->av_type != FI_AV_UNSPEC) av.type = n->info->domain_attr->av_type;
  if ((err = fi_av_open(n->domain, &av, &n->av, NULL)) != 0)
    return hyd_ofi_failed("cannot open an address vector", err, why, size);
  /* Some providers have no descriptors to wait for, and report that only when a queue is bound. */
  if ((err = open_endpoint(n, tx, rx, FI_WAIT_FD, &what)) != 0) {
    drop_endpoint(n);
    err = open_endpoint(n, tx, rx, FI_WAIT_NONE, &what);
  }
  return err ? hyd_ofi_failed(what, err, why, size) : 0;
}

/* Options since libfabric 1.22, where attributes may give the limit of RMA only; older ones refuse
 * them. */
enum { MAX_MSG_SIZE = 12, MAX_RMA_SIZE = 14 };
static size_t limit_of(struct hyd_ofi_net *n, int option, size_t most) {
  size_t said = 0, len = sizeof said;
  int err = fi_getopt(&n->ep->fid, FI_OPT_ENDPOINT, option, &said, &len);
  return err == 0 && said && said < most ? said : most;
}

/* --- the endpoint --------------------------------------------------------- */

/* Has the provider give a buffer back when less than one message fits. libfabric 2 wants this
 * before the endpoint is enabled; 1.17's shm crashes then. */
static void set_multi_recv(struct hyd_ofi_net *n, size_t message) {
  (void)fi_setopt(&n->ep->fid, FI_OPT_ENDPOINT, FI_OPT_MIN_MULTI_RECV, &message, sizeof message);
}

static int takes_multi_recv(struct hyd_ofi_net *n, size_t message) {
  size_t least = 0, len = sizeof least;
  return fi_getopt(&n->ep->fid, FI_OPT_ENDPOINT, FI_OPT_MIN_MULTI_RECV, &least, &len) == 0 &&
         least >= message;
}

int hyd_ofi_net_enable(struct hyd_ofi_net *n, size_t message, char *why, size_t size) {
  int wants = n->multi_recv && (n->info->caps & FI_MULTI_RECV),
      early = FI_VERSION_GE(fi_version(), FI_VERSION(2, 0)), err;
  if (wants && early) set_multi_recv(n, message);
  if ((err = fi_enable(n->ep)) != 0)
    return hyd_ofi_failed("cannot enable the endpoint", err, why, size);
  if (wants && !early) set_multi_recv(n, message);
  n->multi_recv = wants && takes_multi_recv(n, message);
  n->message_most = limit_of(n, MAX_MSG_SIZE, n->message_most);
  n->rma_most = limit_of(n, MAX_RMA_SIZE, n->rma_most);
  return 0;
}

int hyd_ofi_net_read(struct fid_cq *cq, struct fi_cq_data_entry *entry, struct fi_cq_err_entry *e) {
  ssize_t n = fi_cq_read(cq, entry, HYD_OFI_BATCH);
  if (hyd_likely(n >= 0 || n == -FI_EAGAIN)) return n < 0 ? 0 : (int)n;
  memset(e, 0, sizeof *e);
  if (n == -FI_EAVAIL) return fi_cq_readerr(cq, e, 0) < 0 ? 0 : -1;
  hyd_fatal(HYD_OFI_WHERE, "a completion queue does not work any more: %s" HYD_OFI_WORKING,
            fi_strerror((int)-n));
}

void hyd_ofi_net_close(struct hyd_ofi_net *n) {
  drop_endpoint(n);
  if (n->av) fi_close(&n->av->fid);
  if (n->domain) fi_close(&n->domain->fid);
  if (n->fabric) fi_close(&n->fabric->fid);
  fi_freeinfo(n->info);
  *n = (struct hyd_ofi_net){.fd = {-1, -1}};
}

/* --- addresses as text ---------------------------------------------------- */

#define ADDRESS_MOST 512

void hyd_ofi_net_own_address(const struct hyd_ofi_net *n, char *text, size_t size) {
  char raw[ADDRESS_MOST];
  size_t bytes = sizeof raw;
  text[0] = '\0';
  if (fi_getname(&n->ep->fid, raw, &bytes) == 0) (void)fi_av_straddr(n->av, raw, text, &size);
}

static void peer_address(const struct hyd_ofi *s, uint32_t peer, char *text, size_t size) {
  char raw[ADDRESS_MOST];
  size_t bytes = sizeof raw;
  text[0] = '\0';
  if (fi_av_lookup(s->net.av, s->peer[peer].addr, raw, &bytes) == 0 && bytes <= sizeof raw)
    (void)fi_av_straddr(s->net.av, raw, text, &size);
  else
    snprintf(text, size, "an address that is not known yet");
}

void hyd_ofi_net_describe_path(const struct hyd_ofi *s, uint32_t peer, char *text, size_t size) {
  char name[64], here[96], there[96];
  text[0] = '\0';
  if (hyd_job_has_one_host(s->job) || peer == hyd_job_rank(s->job)) return;
  hyd_ofi_name(s->net.info, name, sizeof name);
  hyd_ofi_net_own_address(&s->net, here, sizeof here);
  peer_address(s, peer, there, sizeof there);
  snprintf(
      text, size,
      ". This rank uses %s at %s, that one is at %s. Expected a network that both hosts are on "
      "(GASNET_OFI_DEVICE chooses the interface), and no firewall on the way",
      name, here, there);
}
