/* SPDX-License-Identifier: BSD-3-Clause
 *
 * post.c: what is posted, and what is asked of those who post. All forms of a call become the one
 * with a message struct.
 */
#include "strictfi.h"

#define TX_FLAGS                                                                                   \
  (FI_COMPLETION | FI_INJECT | FI_INJECT_COMPLETE | FI_TRANSMIT_COMPLETE | FI_DELIVERY_COMPLETE |  \
   FI_MORE | FI_REMOTE_CQ_DATA)

static struct sfi_ep *entered(struct fid_ep *fid) {
  struct sfi_ep *ep = (struct sfi_ep *)fid;
  sfi_enter(ep->domain);
  if (!ep->enabled)
    sfi_broken(SFI_OPTION, "something is posted to an endpoint that is not enabled");
  return ep;
}

static ssize_t left(struct sfi_ep *ep, ssize_t rc) {
  sfi_leave(ep->domain);
  return rc;
}

/* --- transmits ------------------------------------------------------------ */

/* 0, or -FI_EAGAIN: also until the target has polled after the first call. */
static int is_known(struct sfi_ep *ep, fi_addr_t to) {
  struct sfi_peer *p;
  if (to >= ep->av->n || ep->av->peer[to].is_removed)
    sfi_broken(SFI_PEER, "an operation goes to %llu; the vector has %zu addresses%s",
               (unsigned long long)to, ep->av->n,
               to < ep->av->n ? ", and this one was removed" : "");
  p = &ep->av->peer[to];
  if (p->state == SFI_NEW) {
    p->state = SFI_GREETED;
    sfi_packet_send(ep, &p->addr, p->len, &(struct sfi_packet){.kind = SFI_HELLO}, NULL);
    sfi_flush(ep);
  }
  return p->state == SFI_KNOWN ? 0 : p->state == SFI_DEAD ? -FI_ENOTCONN : -FI_EAGAIN;
}

static int has_room(struct sfi_ep *ep) {
  if (ep->nops >= ep->domain->like->tx) return -FI_EAGAIN;
  return sfi_chance(ep->domain->like->busy) ? -FI_EAGAIN : 0;
}

static int check_flags(const struct sfi_ep *ep, uint64_t flags) {
  uint64_t granted = TX_FLAGS | SFI_SILENT | SFI_OWN_IOV;
  if (ep->info->caps & FI_FENCE) granted |= FI_FENCE;
  if (flags & ~granted) return -FI_EINVAL;
  if ((flags & FI_REMOTE_CQ_DATA) && ep->domain->like->cq_data == 0) return -FI_EINVAL;
  return 0;
}

struct posted {
  enum sfi_kind kind;
  const struct iovec *iov;
  void **desc;
  size_t niov;
  fi_addr_t to;
  void *context;
  uint64_t data, flags, addr, key, operand[2];
};

/* Sources and destinations of this process. */
static void take_buffers(struct sfi_ep *ep, struct sfi_op *op, const struct posted *t) {
  static const uint64_t access[] = {FI_SEND, FI_WRITE, FI_READ, FI_READ, FI_READ};
  static const char *const what[] = {"send", "write", "read", "atomic", "atomic"};
  op->niov = t->niov;
  for (size_t i = 0; i < t->niov; i++) {
    op->iov[i] = t->iov[i];
    op->len += t->iov[i].iov_len;
    if (!(t->flags & FI_INJECT))
      op->mr[i] = sfi_mr_local(ep->domain, t->desc ? t->desc[i] : NULL, &t->iov[i], access[t->kind],
                               what[t->kind]);
  }
  if ((ep->info->mode & FI_ASYNC_IOV) && t->kind <= SFI_READ &&
      !(t->flags & (FI_INJECT | SFI_OWN_IOV)))
    op->their_iov = t->iov;
}

static int check_size(const struct sfi_ep *ep, const struct posted *t, size_t len) {
  if (t->kind == SFI_SEND && len > sfi_message_most(ep->domain->like)) return -FI_EMSGSIZE;
  if (t->kind != SFI_SEND && len > ep->domain->like->rma) return -FI_EMSGSIZE;
  return (t->flags & FI_INJECT) && len > ep->domain->like->inject ? -FI_EINVAL : 0;
}

static int check_caps(const struct sfi_ep *ep, enum sfi_kind kind) {
  static const uint64_t needed[] = {FI_MSG | FI_SEND, FI_RMA | FI_WRITE, FI_RMA | FI_READ,
                                    FI_ATOMIC, FI_ATOMIC};
  return (ep->info->caps & needed[kind]) == needed[kind] ? 0 : -FI_EOPNOTSUPP;
}

static int check(struct sfi_ep *ep, const struct posted *t) {
  size_t len = 0;
  int rc = check_caps(ep, t->kind);
  if (rc == 0) rc = check_flags(ep, t->flags);
  for (size_t i = 0; i < t->niov; i++) len += t->iov[i].iov_len;
  if (rc || (rc = check_size(ep, t, len)) != 0) return rc;
  if (t->niov > ep->domain->like->iov) return -FI_EINVAL;
  if ((ep->info->mode & (FI_CONTEXT | FI_CONTEXT2)) && t->context == NULL &&
      ((t->flags & FI_COMPLETION) || !ep->selective[0]) && !(t->flags & FI_INJECT))
    sfi_broken(SFI_CONTEXT, "an operation has no context");
  return (rc = is_known(ep, t->to)) != 0 ? rc : has_room(ep);
}

static ssize_t post(struct sfi_ep *ep, const struct posted *t) {
  struct sfi_op *op;
  ssize_t rc = check(ep, t);
  if (rc) return rc;
  op = sfi_op_new(ep, t->kind);
  op->peer = t->to;
  op->context = t->context;
  op->flags = t->flags;
  op->data = t->data;
  op->addr = t->addr;
  op->key = t->key;
  memcpy(op->operand, t->operand, sizeof op->operand);
  take_buffers(ep, op, t);
  for (struct sfi_op *o = ep->ops; o && !(t->flags & FI_MORE); o = o->next) o->deferred = 0;
  op->deferred = (t->flags & FI_MORE) != 0;
  sfi_op_add(ep, op);
  if (!ep->domain->like->reads_own || ep->prompt) sfi_ops_go(ep), sfi_flush(ep);
  return 0;
}

/* --- messages ------------------------------------------------------------- */

/* The flags of calls that take none (fi_endpoint(3)). */
static uint64_t usual(const struct fid_ep *fid) {
  return ((const struct sfi_ep *)fid)->info->tx_attr->op_flags;
}
static uint64_t usual_of_receives(const struct fid_ep *fid) {
  return ((const struct sfi_ep *)fid)->info->rx_attr->op_flags;
}

static ssize_t send_it(struct fid_ep *fid, const struct fi_msg *m, uint64_t flags) {
  struct sfi_ep *ep = entered(fid);
  struct posted t = {SFI_SEND, m->msg_iov, m->desc, m->iov_count, m->addr, m->context, m->data,
                     flags,    0,          0,       {0, 0}};
  return left(ep, post(ep, &t));
}
static ssize_t do_sendv(struct fid_ep *fid, const struct iovec *iov, void **desc, size_t n,
                        fi_addr_t to, void *context) {
  struct fi_msg m = {iov, desc, n, to, context, 0};
  return send_it(fid, &m, usual(fid));
}
static ssize_t send_one(struct fid_ep *fid, const void *buf, size_t len, void *desc, fi_addr_t to,
                        void *context, uint64_t data, uint64_t flags) {
  struct iovec v = {(void *)(uintptr_t)buf, len};
  struct fi_msg m = {&v, &desc, 1, to, context, data};
  return send_it(fid, &m, flags | SFI_OWN_IOV);
}
static ssize_t do_send(struct fid_ep *fid, const void *buf, size_t len, void *desc, fi_addr_t to,
                       void *context) {
  return send_one(fid, buf, len, desc, to, context, 0, usual(fid));
}
static ssize_t do_senddata(struct fid_ep *fid, const void *buf, size_t len, void *desc,
                           uint64_t data, fi_addr_t to, void *context) {
  return send_one(fid, buf, len, desc, to, context, data, usual(fid) | FI_REMOTE_CQ_DATA);
}
static ssize_t do_inject(struct fid_ep *fid, const void *buf, size_t len, fi_addr_t to) {
  return send_one(fid, buf, len, NULL, to, NULL, 0, FI_INJECT | SFI_SILENT);
}
static ssize_t do_injectdata(struct fid_ep *fid, const void *buf, size_t len, uint64_t data,
                             fi_addr_t to) {
  return send_one(fid, buf, len, NULL, to, NULL, data, FI_INJECT | SFI_SILENT | FI_REMOTE_CQ_DATA);
}

static ssize_t post_recv(struct sfi_ep *ep, const struct fi_msg *m, uint64_t flags) {
  struct sfi_recv *r;
  const uint64_t multi = ep->info->caps & FI_MULTI_RECV;
  if (!(ep->info->caps & FI_RECV)) return -FI_EOPNOTSUPP;
  if (flags & ~(FI_COMPLETION | FI_MORE | multi) || m->iov_count > 1) return -FI_EINVAL;
  const int told = (flags & FI_COMPLETION) || !ep->selective[1];
  const int needs = (ep->info->mode & (FI_CONTEXT | FI_CONTEXT2)) != 0 && told;
  if (needs && m->context == NULL) sfi_broken(SFI_CONTEXT, "a receive has no context");
  for (r = ep->recvs; r; r = r->next)
    if (needs && r->context == m->context)
      sfi_broken(SFI_CONTEXT, "two receives have the same context");
  if (m->iov_count && sfi_cq_has(ep->rx, m->msg_iov->iov_base, m->msg_iov->iov_len))
    sfi_broken(SFI_MULTI,
               "a receive is posted over a message of which the completion was not read");
  if (sfi_chance(ep->domain->like->busy)) return -FI_EAGAIN;
  if ((r = calloc(1, sizeof *r)) == NULL) return -FI_ENOMEM;
  r->context = m->context;
  r->multi = (flags & FI_MULTI_RECV) != 0;
  r->told = told;
  if (m->iov_count) {
    r->base = m->msg_iov->iov_base, r->len = m->msg_iov->iov_len;
    r->mr = sfi_mr_local(ep->domain, m->desc ? m->desc[0] : NULL, m->msg_iov, FI_RECV, "receive");
    memset(r->base, 0xa5, r->len); /* it is the provider's now */
  }
  *ep->last_recv = r;
  ep->last_recv = &r->next;
  return 0;
}
static ssize_t do_recvmsg(struct fid_ep *fid, const struct fi_msg *m, uint64_t flags) {
  struct sfi_ep *ep = entered(fid);
  return left(ep, post_recv(ep, m, flags));
}
static ssize_t do_recvv(struct fid_ep *fid, const struct iovec *iov, void **desc, size_t n,
                        fi_addr_t from, void *context) {
  struct fi_msg m = {iov, desc, n, from, context, 0};
  return do_recvmsg(fid, &m, usual_of_receives(fid));
}
static ssize_t do_recv(struct fid_ep *fid, void *buf, size_t len, void *desc, fi_addr_t from,
                       void *context) {
  struct iovec v = {buf, len};
  return do_recvv(fid, &v, &desc, 1, from, context);
}

struct fi_ops_msg sfi_ops_msg = {
    sizeof sfi_ops_msg, do_recv, do_recvv,  do_recvmsg,  do_send,
    do_sendv,           send_it, do_inject, do_senddata, do_injectdata};

/* --- RMA ------------------------------------------------------------------ */

static ssize_t rma(struct fid_ep *fid, enum sfi_kind kind, const struct fi_msg_rma *m,
                   uint64_t flags) {
  struct sfi_ep *ep = entered(fid);
  struct posted t = {kind,       m->msg_iov, m->desc, m->iov_count,       m->addr,
                     m->context, m->data,    flags,   m->rma_iov[0].addr, m->rma_iov[0].key,
                     {0, 0}};
  if (m->rma_iov_count != 1 || (kind == SFI_READ && (flags & (FI_INJECT | FI_REMOTE_CQ_DATA))))
    return left(ep, -FI_EINVAL);
  return left(ep, post(ep, &t));
}
static ssize_t do_readmsg(struct fid_ep *fid, const struct fi_msg_rma *m, uint64_t flags) {
  return rma(fid, SFI_READ, m, flags);
}
static ssize_t do_writemsg(struct fid_ep *fid, const struct fi_msg_rma *m, uint64_t flags) {
  return rma(fid, SFI_WRITE, m, flags);
}

struct place {
  fi_addr_t peer;
  uint64_t addr, key;
};
static ssize_t vector(struct fid_ep *fid, enum sfi_kind kind, const struct iovec *iov, void **desc,
                      size_t n, struct place at, void *context, uint64_t data, uint64_t flags) {
  struct fi_rma_iov there = {at.addr, 0, at.key};
  struct fi_msg_rma m = {iov, desc, n, at.peer, &there, 1, context, data};
  return rma(fid, kind, &m, flags);
}
static ssize_t rma_one(struct fid_ep *fid, enum sfi_kind kind, const void *buf, size_t len,
                       void *desc, struct place at, void *context, uint64_t data, uint64_t flags) {
  struct iovec v = {(void *)(uintptr_t)buf, len};
  return vector(fid, kind, &v, &desc, 1, at, context, data, flags | SFI_OWN_IOV);
}
static ssize_t do_read(struct fid_ep *fid, void *buf, size_t len, void *desc, fi_addr_t from,
                       uint64_t addr, uint64_t key, void *context) {
  return rma_one(fid, SFI_READ, buf, len, desc, (struct place){from, addr, key}, context, 0,
                 usual(fid));
}
static ssize_t do_readv(struct fid_ep *fid, const struct iovec *iov, void **desc, size_t n,
                        fi_addr_t from, uint64_t addr, uint64_t key, void *context) {
  return vector(fid, SFI_READ, iov, desc, n, (struct place){from, addr, key}, context, 0,
                usual(fid));
}
static ssize_t do_write(struct fid_ep *fid, const void *buf, size_t len, void *desc, fi_addr_t to,
                        uint64_t addr, uint64_t key, void *context) {
  return rma_one(fid, SFI_WRITE, buf, len, desc, (struct place){to, addr, key}, context, 0,
                 usual(fid));
}
static ssize_t do_writev(struct fid_ep *fid, const struct iovec *iov, void **desc, size_t n,
                         fi_addr_t to, uint64_t addr, uint64_t key, void *context) {
  return vector(fid, SFI_WRITE, iov, desc, n, (struct place){to, addr, key}, context, 0,
                usual(fid));
}
static ssize_t do_writedata(struct fid_ep *fid, const void *buf, size_t len, void *desc,
                            uint64_t data, fi_addr_t to, uint64_t addr, uint64_t key,
                            void *context) {
  return rma_one(fid, SFI_WRITE, buf, len, desc, (struct place){to, addr, key}, context, data,
                 usual(fid) | FI_REMOTE_CQ_DATA);
}
static ssize_t do_inject_write(struct fid_ep *fid, const void *buf, size_t len, fi_addr_t to,
                               uint64_t addr, uint64_t key) {
  return rma_one(fid, SFI_WRITE, buf, len, NULL, (struct place){to, addr, key}, NULL, 0,
                 FI_INJECT | SFI_SILENT);
}
static ssize_t do_inject_writedata(struct fid_ep *fid, const void *buf, size_t len, uint64_t data,
                                   fi_addr_t to, uint64_t addr, uint64_t key) {
  return rma_one(fid, SFI_WRITE, buf, len, NULL, (struct place){to, addr, key}, NULL, data,
                 FI_INJECT | SFI_SILENT | FI_REMOTE_CQ_DATA);
}

struct fi_ops_rma sfi_ops_rma = {sizeof sfi_ops_rma, do_read,         do_readv,
                                 do_readmsg,         do_write,        do_writev,
                                 do_writemsg,        do_inject_write, do_writedata,
                                 do_inject_writedata};

/* --- atomics: fetch-and-add and compare-and-swap of one word -------------- */

int sfi_query_atomic(struct fid_domain *domain, enum fi_datatype type, enum fi_op op,
                     struct fi_atomic_attr *attr, uint64_t flags) {
  struct sfi_domain *d = (struct sfi_domain *)domain;
  if (!(d->like->caps & FI_ATOMIC) || type != FI_UINT64) return -FI_EOPNOTSUPP;
  if (!(op == FI_SUM && (flags & FI_FETCH_ATOMIC)) &&
      !(op == FI_CSWAP && (flags & FI_COMPARE_ATOMIC)))
    return -FI_EOPNOTSUPP;
  attr->count = 1;
  attr->size = sizeof(uint64_t);
  return 0;
}

static ssize_t atomic(struct fid_ep *fid, const struct fi_msg_atomic *m, enum sfi_kind kind,
                      const uint64_t *compare, const struct fi_ioc *result, void **result_desc,
                      uint64_t flags) {
  struct sfi_ep *ep = entered(fid);
  struct iovec v = {result->addr, sizeof(uint64_t)};
  struct posted t = {.kind = kind, .iov = &v, .desc = result_desc, .niov = 1, .to = m->addr};
  if (m->datatype != FI_UINT64 || m->op != (kind == SFI_SWAP ? FI_CSWAP : FI_SUM) ||
      m->iov_count != 1 || m->msg_iov->count != 1 || m->rma_iov_count != 1)
    return left(ep, -FI_EINVAL);
  t.context = m->context;
  t.flags = flags;
  t.addr = m->rma_iov[0].addr;
  t.key = m->rma_iov[0].key;
  t.operand[0] = *(const uint64_t *)m->msg_iov->addr;
  t.operand[1] = compare ? *compare : 0;
  return left(ep, post(ep, &t));
}
static ssize_t do_fetchmsg(struct fid_ep *fid, const struct fi_msg_atomic *m, struct fi_ioc *result,
                           void **desc, size_t n, uint64_t flags) {
  if (n != 1) return -FI_EINVAL;
  return atomic(fid, m, SFI_FETCH, NULL, result, desc, flags);
}
static ssize_t do_swapmsg(struct fid_ep *fid, const struct fi_msg_atomic *m,
                          const struct fi_ioc *compare, void **compare_desc, size_t nc,
                          struct fi_ioc *result, void **desc, size_t n, uint64_t flags) {
  (void)compare_desc;
  if (n != 1 || nc != 1) return -FI_EINVAL;
  return atomic(fid, m, SFI_SWAP, compare->addr, result, desc, flags);
}

/* The other forms become those. */
static struct fi_msg_atomic message_of(const struct fi_ioc *ioc, void **desc, size_t count,
                                       fi_addr_t to, const struct fi_rma_ioc *there,
                                       enum fi_datatype type, enum fi_op op, void *context) {
  return (struct fi_msg_atomic){ioc, desc, count, to, there, 1, type, op, context, 0};
}
static ssize_t do_fetchv(struct fid_ep *fid, const struct fi_ioc *ioc, void **desc, size_t count,
                         struct fi_ioc *result, void **result_desc, size_t n, fi_addr_t to,
                         uint64_t addr, uint64_t key, enum fi_datatype type, enum fi_op op,
                         void *context) {
  struct fi_rma_ioc there = {addr, 1, key};
  struct fi_msg_atomic m = message_of(ioc, desc, count, to, &there, type, op, context);
  return do_fetchmsg(fid, &m, result, result_desc, n, usual(fid));
}
static ssize_t do_fetch(struct fid_ep *fid, const void *buf, size_t count, void *desc, void *result,
                        void *result_desc, fi_addr_t to, uint64_t addr, uint64_t key,
                        enum fi_datatype type, enum fi_op op, void *context) {
  struct fi_ioc in = {(void *)(uintptr_t)buf, count}, out = {result, count};
  return do_fetchv(fid, &in, &desc, 1, &out, &result_desc, 1, to, addr, key, type, op, context);
}
static ssize_t do_swapv(struct fid_ep *fid, const struct fi_ioc *ioc, void **desc, size_t count,
                        const struct fi_ioc *compare, void **compare_desc, size_t nc,
                        struct fi_ioc *result, void **result_desc, size_t n, fi_addr_t to,
                        uint64_t addr, uint64_t key, enum fi_datatype type, enum fi_op op,
                        void *context) {
  struct fi_rma_ioc there = {addr, 1, key};
  struct fi_msg_atomic m = message_of(ioc, desc, count, to, &there, type, op, context);
  return do_swapmsg(fid, &m, compare, compare_desc, nc, result, result_desc, n, usual(fid));
}
static ssize_t do_swap(struct fid_ep *fid, const void *buf, size_t count, void *desc,
                       const void *compare, void *compare_desc, void *result, void *result_desc,
                       fi_addr_t to, uint64_t addr, uint64_t key, enum fi_datatype type,
                       enum fi_op op, void *context) {
  struct fi_ioc in = {(void *)(uintptr_t)buf, count}, out = {result, count},
                with = {(void *)(uintptr_t)compare, count};
  return do_swapv(fid, &in, &desc, 1, &with, &compare_desc, 1, &out, &result_desc, 1, to, addr, key,
                  type, op, context);
}

static int valid(struct fid_ep *fid, enum fi_datatype type, enum fi_op op, size_t *count,
                 uint64_t flags) {
  struct fi_atomic_attr a;
  struct sfi_ep *ep = (struct sfi_ep *)fid;
  int rc = ep->info->caps & FI_ATOMIC ? sfi_query_atomic(&ep->domain->fid, type, op, &a, flags)
                                      : -FI_EOPNOTSUPP;
  if (rc == 0) *count = a.count;
  return rc;
}
static int fetch_valid(struct fid_ep *fid, enum fi_datatype type, enum fi_op op, size_t *count) {
  return valid(fid, type, op, count, FI_FETCH_ATOMIC);
}
static int swap_valid(struct fid_ep *fid, enum fi_datatype type, enum fi_op op, size_t *count) {
  return valid(fid, type, op, count, FI_COMPARE_ATOMIC);
}

/* Atomics without a result are not offered. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
static ssize_t no_write(struct fid_ep *ep, const void *buf, size_t count, void *desc,
                        fi_addr_t dest_addr, uint64_t addr, uint64_t key, enum fi_datatype datatype,
                        enum fi_op op, void *context) {
  return -FI_EOPNOTSUPP;
}
static ssize_t no_writev(struct fid_ep *ep, const struct fi_ioc *iov, void **desc, size_t count,
                         fi_addr_t dest_addr, uint64_t addr, uint64_t key,
                         enum fi_datatype datatype, enum fi_op op, void *context) {
  return -FI_EOPNOTSUPP;
}
static ssize_t no_writemsg(struct fid_ep *ep, const struct fi_msg_atomic *msg, uint64_t flags) {
  return -FI_EOPNOTSUPP;
}
static ssize_t no_inject(struct fid_ep *ep, const void *buf, size_t count, fi_addr_t dest_addr,
                         uint64_t addr, uint64_t key, enum fi_datatype datatype, enum fi_op op) {
  return -FI_EOPNOTSUPP;
}
static int no_writevalid(struct fid_ep *ep, enum fi_datatype datatype, enum fi_op op,
                         size_t *count) {
  return -FI_EOPNOTSUPP;
}

struct fi_ops_atomic sfi_ops_atomic = {.size = sizeof sfi_ops_atomic,
                                       .write = no_write,
                                       .writev = no_writev,
                                       .writemsg = no_writemsg,
                                       .inject = no_inject,
                                       .readwrite = do_fetch,
                                       .readwritev = do_fetchv,
                                       .readwritemsg = do_fetchmsg,
                                       .compwrite = do_swap,
                                       .compwritev = do_swapv,
                                       .compwritemsg = do_swapmsg,
                                       .writevalid = no_writevalid,
                                       .readwritevalid = fetch_valid,
                                       .compwritevalid = swap_valid};
