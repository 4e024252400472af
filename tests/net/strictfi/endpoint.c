/* SPDX-License-Identifier: BSD-3-Clause
 *
 * endpoint.c: endpoints: what is bound to them, their options and their names.
 */
#include <stddef.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "strictfi.h"

/* A name of an abstract UNIX socket; their lengths differ among processes. */
static int open_socket(struct sfi_ep *ep) {
  static unsigned count;
  const struct sockaddr_un *wanted = ep->info->src_addr;
  int bytes = 1 << 20, n;
  ep->fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (ep->fd < 0) return -FI_EIO;
  (void)setsockopt(ep->fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
  if (sfi_is_address(wanted)) {
    ep->name = *wanted;
    ep->name_len = (socklen_t)ep->info->src_addrlen;
    return bind(ep->fd, (void *)&ep->name, ep->name_len) ? -FI_EADDRINUSE : 0;
  }
  ep->name.sun_family = AF_UNIX;
  n = snprintf(ep->name.sun_path + 1, sizeof ep->name.sun_path - 1, "strictfi/%d/%u%.*s", getpid(),
               count++, (int)(getpid() % 23), "/abcdefghijklmnopqrstuvwxyz");
  ep->name_len = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 2 + (size_t)n);
  return bind(ep->fd, (void *)&ep->name, ep->name_len) ? -FI_EADDRINUSE : 0;
}

static int watch(struct sfi_ep *ep, const struct sfi_cq *cq) {
  struct epoll_event e = {.events = EPOLLIN};
  if (cq == NULL || cq->fd < 0) return 0;
  return epoll_ctl(cq->fd, EPOLL_CTL_ADD, ep->fd, &e) ? -FI_EIO : 0;
}

static int enable(struct sfi_ep *ep) {
  uint64_t caps = ep->info->caps;
  int rc;
  if (ep->enabled) return -FI_EOPBADSTATE;
  if ((caps & (FI_SEND | FI_READ | FI_WRITE)) && ep->tx == NULL) return -FI_ENOCQ;
  if ((caps & FI_RECV) && ep->rx == NULL) return -FI_ENOCQ;
  if (ep->av == NULL) return -FI_EOPBADSTATE;
  if (sfi_is_set("FI_STRICT_ENABLE_FAILS")) return -FI_EINVAL;
  rc = open_socket(ep);
  if (rc == 0) rc = watch(ep, ep->tx);
  if (rc == 0 && ep->rx != ep->tx) rc = watch(ep, ep->rx);
  ep->enabled = rc == 0;
  return rc;
}

/* --- operations of endpoints ---------------------------------------------- */

static int ep_bind(struct fid *fid, struct fid *other, uint64_t flags) {
  struct sfi_ep *ep = (struct sfi_ep *)fid;
  switch (other->fclass) {
  case FI_CLASS_AV: ep->av = (struct sfi_av *)other; return 0;
  case FI_CLASS_EQ: return 0;
  case FI_CLASS_CQ:
    if (flags & ~(FI_TRANSMIT | FI_RECV | FI_SELECTIVE_COMPLETION)) return -FI_EINVAL;
    if (flags & FI_TRANSMIT) {
      ep->tx = (struct sfi_cq *)other;
      ep->selective[0] = (flags & FI_SELECTIVE_COMPLETION) != 0;
    }
    if (flags & FI_RECV) {
      ep->rx = (struct sfi_cq *)other;
      ep->selective[1] = (flags & FI_SELECTIVE_COMPLETION) != 0;
    }
    return 0;
  default: return -FI_EINVAL;
  }
}

/* The flags of calls that take none; *flags says of which kind. */
static int control_flags(struct sfi_ep *ep, int command, uint64_t *flags) {
  uint64_t kind = *flags & (FI_TRANSMIT | FI_RECV), *at;
  if (kind != FI_TRANSMIT && kind != FI_RECV) return -FI_EINVAL;
  at = kind == FI_TRANSMIT ? &ep->info->tx_attr->op_flags : &ep->info->rx_attr->op_flags;
  if (command == FI_SETOPSFLAG)
    *at = *flags & ~kind;
  else
    *flags = *at;
  return 0;
}

static int ep_control(struct fid *fid, int command, void *arg) {
  struct sfi_ep *ep = (struct sfi_ep *)fid;
  int rc;
  if (command == FI_GETOPSFLAG || command == FI_SETOPSFLAG) return control_flags(ep, command, arg);
  if (command != FI_ENABLE) return -FI_ENOSYS;
  sfi_enter(ep->domain);
  rc = enable(ep);
  sfi_leave(ep->domain);
  return rc;
}

static void check_registrations(const struct sfi_ep *ep) {
  for (int i = 0; i < 256; i++)
    for (const struct sfi_mr *mr = ep->domain->live[i]; mr; mr = mr->next)
      if (mr->ep == ep && !mr->closed)
        sfi_broken(SFI_ENDPOINT,
                   "an endpoint is closed before the registrations that are bound to it");
}

static void forget(struct sfi_ep *ep) {
  struct sfi_ep **at = &ep->domain->eps;
  while (*at != ep) at = &(*at)->next;
  *at = ep->next;
  ep->domain->nep--;
}

static int ep_close(struct fid *fid) {
  struct sfi_ep *ep = (struct sfi_ep *)fid;
  struct sfi_domain *d = ep->domain;
  sfi_enter(d);
  check_registrations(ep);
  if (sfi_is_set("FI_STRICT_COUNTS"))
    fprintf(stderr,
            "strictfi: %d: %zu operations were left, %zu times a message found no receive\n",
            getpid(), ep->nops, ep->stalls);
  forget(ep);
  if (ep->fd >= 0) close(ep->fd);
  fi_freeinfo(ep->info);
  free(ep); /* what was under way goes with the process */
  sfi_leave(d);
  return 0;
}

/* --- options -------------------------------------------------------------- */

static int get_size(void *value, size_t *len, size_t n) {
  if (*len < sizeof n) return -FI_ETOOSMALL;
  memcpy(value, &n, *len = sizeof n);
  return 0;
}

/* 1.17's shm crashes if this comes before the endpoint is enabled; 2 wants it there. */
static void check_moment(const struct sfi_ep *ep) {
  int early = FI_VERSION_GE(fi_version(), FI_VERSION(2, 0));
  if (early == ep->enabled)
    sfi_broken(SFI_OPTION, "FI_OPT_MIN_MULTI_RECV %s the endpoint is enabled",
               early ? "after" : "before");
}

static int ep_getopt(fid_t fid, int level, int name, void *value, size_t *len) {
  struct sfi_ep *ep = (struct sfi_ep *)fid;
  const struct sfi_profile *p = ep->domain->like;
  if (level != FI_OPT_ENDPOINT) return -FI_ENOPROTOOPT;
  if (name == FI_OPT_MIN_MULTI_RECV) {
    if (!(ep->info->caps & FI_MULTI_RECV)) return -FI_ENOPROTOOPT;
    check_moment(ep);
    return get_size(value, len, ep->least_multi);
  }
  if (name == SFI_OPT_MAX_MSG_SIZE) return get_size(value, len, sfi_message_most(p));
  if (name == SFI_OPT_MAX_RMA_SIZE) return get_size(value, len, p->rma);
  return -FI_ENOPROTOOPT;
}

static int ep_setopt(fid_t fid, int level, int name, const void *value, size_t len) {
  struct sfi_ep *ep = (struct sfi_ep *)fid;
  size_t n;
  if (level != FI_OPT_ENDPOINT || name != FI_OPT_MIN_MULTI_RECV ||
      !(ep->info->caps & FI_MULTI_RECV))
    return -FI_ENOPROTOOPT;
  if (len != sizeof n) return -FI_EINVAL;
  check_moment(ep);
  memcpy(&n, value, sizeof n);
  if (n < ep->domain->like->least_multi) return -FI_EINVAL;
  if (!sfi_is_set("FI_STRICT_LESS")) ep->least_multi = n;
  return 0;
}

/* Receives alone: what is sent has been taken. */
static ssize_t ep_cancel(fid_t fid, void *context) {
  struct sfi_ep *ep = (struct sfi_ep *)fid;
  struct sfi_recv **at = &ep->recvs, *r;
  struct fi_cq_data_entry e = {.op_context = context, .flags = FI_RECV | FI_MSG};
  sfi_enter(ep->domain);
  while ((r = *at) && r->context != context) at = &r->next;
  if (r) {
    if ((*at = r->next) == NULL) ep->last_recv = at;
    free(r);
    sfi_cq_put(ep->rx, &e, FI_ECANCELED, 1);
  }
  sfi_leave(ep->domain);
  return r ? 0 : -FI_ENOENT;
}
static ssize_t size_left(struct fid_ep *fid) {
  (void)fid;
  return -FI_ENOSYS;
}

int sfi_getname(fid_t fid, void *addr, size_t *len) {
  const struct sfi_ep *ep = (struct sfi_ep *)fid;
  size_t n = ep->name_len, room = *len;
  *len = n;
  if (!ep->enabled) return -FI_EOPBADSTATE;
  if (room) memcpy(addr, &ep->name, n < room ? n : room);
  return n <= room ? 0 : -FI_ETOOSMALL;
}

static struct fi_ops fid_ops = SFI_FID_OPS(ep_close, ep_bind, ep_control);
static struct fi_ops_ep ep_ops = {.size = sizeof ep_ops,
                                  .cancel = ep_cancel,
                                  .getopt = ep_getopt,
                                  .setopt = ep_setopt,
                                  .tx_ctx = sfi_no_tx_ctx,
                                  .rx_ctx = sfi_no_rx_ctx,
                                  .rx_size_left = size_left,
                                  .tx_size_left = size_left};

int sfi_endpoint_open(struct fid_domain *fid, struct fi_info *info, struct fid_ep **out,
                      void *context) {
  struct sfi_domain *d = (struct sfi_domain *)fid;
  struct sfi_ep *ep;
  if (info->ep_attr->type != FI_EP_RDM) return -FI_EINVAL;
  if (info->tx_attr->msg_order & ~d->like->order) return -FI_EINVAL;
  if ((ep = calloc(1, sizeof *ep)) == NULL) return -FI_ENOMEM;
  *ep = (struct sfi_ep){.fid = {.fid = {FI_CLASS_EP, context, &fid_ops},
                                .ops = &ep_ops,
                                .cm = &sfi_ops_cm,
                                .msg = &sfi_ops_msg,
                                .rma = &sfi_ops_rma,
                                .tagged = &sfi_ops_tagged,
                                .atomic = &sfi_ops_atomic,
                                .collective = &sfi_ops_collective},
                        .domain = d,
                        .info = fi_dupinfo(info),
                        .fd = -1,
                        .least_multi = 64,
                        .prompt = sfi_is_set("FI_STRICT_PROMPT"),
                        .last_recv = &ep->recvs,
                        .last_arrived = &ep->arrived,
                        .last_out = &ep->out,
                        .next = d->eps};
  d->eps = ep;
  d->nep++;
  *out = &ep->fid;
  return 0;
}
