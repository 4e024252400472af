/* SPDX-License-Identifier: BSD-3-Clause
 *
 * functional_move.c: what operations do: messages, RMA, atomics, and what completion queues say.
 */
#include <poll.h>
#include <rdma/fi_atomic.h>
#include <time.h>

#include "functional.h"

static size_t least(size_t n, size_t m) { return n < m ? n : m; }

/* --- messages: fi_msg(3) ---------------------------------------------------- */

static size_t inject_most(void) { return pair_info->tx_attr->inject_size; }

enum form { SEND, SENDV, SENDMSG, INJECT, SENDDATA, INJECTDATA, FORMS };

static struct iovec *cut(char *at, size_t n, size_t parts, struct iovec *v) {
  for (size_t i = 0; i < parts; i++)
    v[i] = (struct iovec){at + i * (n / parts), i == parts - 1 ? n - i * (n / parts) : n / parts};
  return v;
}

/* NULL: nothing is told of it. */
static struct told *send_by(enum form form, size_t n, uint64_t data) {
  static struct iovec v[16];
  static void *d[16];
  struct fi_context2 *c = new_context();
  size_t parts = least(pair_info->tx_attr->iov_limit, 3);
  struct fi_msg m = {v, d, parts, a.peer, c, 0};
  char *from = part(&a, 0);
  for (size_t i = 0; i < parts; i++) d[i] = pair_desc(&a);
  cut(from, n, parts, v);
  switch (form) {
  case SEND: TRY(fi_send(a.ep, from, n, d[0], a.peer, c)); break;
  case SENDV: TRY(fi_sendv(a.ep, v, d, parts, a.peer, c)); break;
  case SENDMSG: TRY(fi_sendmsg(a.ep, &m, FI_COMPLETION)); break;
  case INJECT: TRY(fi_inject(a.ep, from, n, a.peer)); return NULL;
  case SENDDATA: TRY(fi_senddata(a.ep, from, n, d[0], data, a.peer, c)); break;
  default: TRY(fi_injectdata(a.ep, from, n, data, a.peer)); return NULL;
  }
  return told_of(c);
}

static void messages(void) {
  open_pair(&usual_form, NULL);
  for (enum form form = SEND; form < FORMS; form++) {
    size_t most = form == INJECT || form == INJECTDATA ? inject_most() : message_most;
    for (size_t n = 0, i = 0; n <= most; n = n < most && 5 * n + 1 > most ? most : 5 * n + 1, i++) {
      unsigned seed = (unsigned)(form * 16 + i);
      struct told *r = receive(&b, message_most), *s;
      fill(part(&a, 0), n, seed);
      s = send_by(form, n, 0x1234 + i);
      if (s == NULL) fill(part(&a, 0), n, 99); /* it is free at return */
      await(r, 1);
      CHECK(r->err == 0 && r->e.len == n && is_filled(part(&b, 1), n, seed));
      CHECK((r->e.flags & (FI_RECV | FI_MSG)) == (FI_RECV | FI_MSG));
      CHECK(!(r->e.flags & FI_REMOTE_CQ_DATA) == (form < SENDDATA));
      CHECK(form < SENDDATA || r->e.data == 0x1234 + i);
      if (s) await(s, 1);
      CHECK(s == NULL || (s->err == 0 && (s->e.flags & (FI_SEND | FI_MSG)) == (FI_SEND | FI_MSG)));
      if (n == most) break;
    }
  }
  CHECK(of_none.n == 0);
  close_pair();
}

/* Messages that come before there is a receive are kept, in their order where that is granted. */
static void unexpected(void) {
  enum { N = 6 };
  struct told *s[N], *r[N];
  unsigned char seen[N] = {0};
  open_pair(&usual_form, NULL);
  for (unsigned i = 0; i < N; i++) {
    fill(part(&a, 0) + i * 100, 100, i);
    part(&a, 0)[i * 100] = (char)i;
    struct fi_context2 *c = new_context();
    s[i] = told_of(c);
    TRY(fi_send(a.ep, part(&a, 0) + i * 100, 100, pair_desc(&a), a.peer, c));
  }
  idle();
  for (unsigned i = 0; i < N; i++) {
    r[i] = receive(&b, 200);
    await(r[i], 1);
    unsigned k = (unsigned char)part(&b, 1)[0];
    CHECK(k < N && !seen[k] && is_filled(part(&b, 1) + 1, 99, k + 7));
    if (k < N) seen[k] = 1;
    if (pair_info->tx_attr->msg_order & FI_ORDER_SAS) CHECK(k == i);
  }
  for (unsigned i = 0; i < N; i++) await(s[i], 1);
  close_pair();
}

/* Without FI_MR_LOCAL what is given as a descriptor is ignored (fi_mr(3)). */
static void descriptors(void) {
  struct fi_info *h = pair_hints(provider), *list = NULL;
  struct fi_context2 *c = new_context(), *d = new_context();
  void *none = part; /* what is no descriptor */
  h->domain_attr->mr_mode &= ~FI_MR_LOCAL;
  if (fi_getinfo(FI_VERSION(1, 17), NULL, NULL, 0, h, &list)) return; /* it insists on it */
  fi_freeinfo(list);
  open_pair(&usual_form, h);
  TRY(fi_recv(b.ep, part(&b, 1), 100, none, FI_ADDR_UNSPEC, c));
  fill(part(&a, 0), 100, 5);
  TRY(fi_send(a.ep, part(&a, 0), 100, none, a.peer, d));
  await(told_of(c), 1);
  await(told_of(d), 1);
  CHECK(is_filled(part(&b, 1), 100, 5));
  close_pair();
}

/* fi_recv takes FI_MULTI_RECV from rx_attr->op_flags; many messages fill one buffer. */
static void multi_recv(void) {
  enum { N = 9 };
  struct fi_info *h = pair_hints(provider);
  struct fi_context2 *c = new_context();
  size_t least = 256;
  unsigned before = 0;
  h->caps |= FI_MULTI_RECV;
  h->rx_attr->op_flags = FI_MULTI_RECV;
  open_pair(&usual_form, h);
  CHECK(pair_info->rx_attr->op_flags & FI_MULTI_RECV);
  IS(fi_setopt(&b.ep->fid, FI_OPT_ENDPOINT, FI_OPT_MIN_MULTI_RECV, &least, sizeof least), 0);
  TRY(fi_recv(b.ep, part(&b, 1), 4096, pair_desc(&b), FI_ADDR_UNSPEC, c));
  for (unsigned i = 0; i < N; i++) {
    struct told *s;
    const char *at;
    fill(part(&a, 0), 200, i);
    s = send_by(SEND, 200, 0);
    await(told_of(c), before + 1);
    before = told_of(c)->n;
    at = told_of(c)->e.buf;
    CHECK(at >= part(&b, 1) && at + 200 <= part(&b, 1) + 4096 && is_filled(at, 200, i));
    CHECK(told_of(c)->e.len == 200 && !(told_of(c)->e.flags & FI_MULTI_RECV));
    await(s, 1);
  }
  close_pair();
}

/* --- what is told: fi_endpoint(3), fi_cq(3) ------------------------------------- */

/* FI_SELECTIVE_COMPLETION reports only operations that ask for it, by the call's flags or the
 * endpoint's. */
static void selective(void) {
  struct pair_form form = usual_form;
  struct fi_info *h;
  form.tx_flags = form.rx_flags = FI_SELECTIVE_COMPLETION;
  for (int by_flags = 0; by_flags < 2; by_flags++) {
    struct fi_context2 *c = new_context(), *d = new_context(), *e = new_context();
    struct iovec v, w;
    void *da, *db;
    h = pair_hints(provider);
    if (by_flags) h->tx_attr->op_flags = h->rx_attr->op_flags = FI_COMPLETION;
    open_pair(&form, h);
    v = (struct iovec){part(&a, 0), 50};
    w = (struct iovec){part(&b, 1) + 100, 50};
    da = pair_desc(&a), db = pair_desc(&b);
    TRY(fi_recv(b.ep, part(&b, 1), 50, db, FI_ADDR_UNSPEC, c));
    TRY(fi_recvmsg(b.ep, &(struct fi_msg){&w, &db, 1, FI_ADDR_UNSPEC, e, 0}, FI_COMPLETION));
    TRY(fi_send(a.ep, v.iov_base, 50, da, a.peer, d));
    struct fi_context2 *f = new_context();
    TRY(fi_sendmsg(a.ep, &(struct fi_msg){&v, &da, 1, a.peer, f, 0}, FI_COMPLETION));
    await(told_of(e), 1);
    await(told_of(f), 1);
    idle();
    CHECK(told_of(c)->n == (unsigned)by_flags && told_of(d)->n == (unsigned)by_flags);
    close_pair();
  }
}

static void format(enum fi_cq_format kind) {
  struct pair_form form = usual_form;
  union {
    struct fi_cq_entry context;
    struct fi_cq_msg_entry msg;
    struct fi_cq_data_entry data;
    struct fi_cq_tagged_entry tagged;
  } e[4];
  struct fi_context2 *r = new_context(), *s = new_context();
  fi_addr_t from;
  long rc;
  form.format = kind;
  open_pair(&form, NULL);
  IS(fi_cq_read(a.tx, NULL, 0), -FI_EAGAIN);
  while ((rc = fi_recv(b.ep, part(&b, 1), 60, pair_desc(&b), FI_ADDR_UNSPEC, r)) == -FI_EAGAIN)
    CHECK(fi_cq_read(b.rx, e, 1) == -FI_EAGAIN && fi_cq_read(b.tx, e, 1) == -FI_EAGAIN);
  IS(rc, 0);
  while ((rc = fi_senddata(a.ep, part(&a, 0), 60, pair_desc(&a), 77, a.peer, s)) == -FI_EAGAIN) {
    fi_cq_read(a.tx, NULL, 0), fi_cq_read(a.rx, NULL, 0);
    fi_cq_read(b.tx, NULL, 0), fi_cq_read(b.rx, NULL, 0);
  }
  IS(rc, 0);
  memset(e, 0x77, sizeof e);
  while ((rc = fi_cq_readfrom(b.rx, e, 4, &from)) == -FI_EAGAIN)
    fi_cq_read(b.tx, NULL, 0), fi_cq_read(a.rx, NULL, 0), fi_cq_read(a.tx, NULL, 0);
  IS(rc, 1);
  CHECK(e[0].context.op_context == r);
  if (kind >= FI_CQ_FORMAT_MSG) CHECK(e[0].msg.len == 60 && (e[0].msg.flags & FI_RECV));
  if (kind >= FI_CQ_FORMAT_DATA) CHECK(e[0].data.data == 77);
  while ((rc = fi_cq_read(a.tx, e, 1)) == -FI_EAGAIN)
    fi_cq_read(a.rx, NULL, 0), fi_cq_read(b.tx, NULL, 0), fi_cq_read(b.rx, NULL, 0);
  IS(rc, 1);
  CHECK(e[0].context.op_context == s);
  close_pair();
}
static void formats(void) {
  format(FI_CQ_FORMAT_CONTEXT);
  format(FI_CQ_FORMAT_MSG);
  format(FI_CQ_FORMAT_DATA);
  format(FI_CQ_FORMAT_TAGGED);
}

static long ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Where there are wait objects: fi_trywait(3), fi_cq_sread(3). */
static void waiting(void) {
  struct pair_form form = usual_form;
  struct fi_cq_attr attr = {.wait_obj = FI_WAIT_FD, .format = FI_CQ_FORMAT_DATA};
  struct fi_cq_data_entry e;
  struct fi_cq_err_entry err = {0};
  struct fi_context2 *r = new_context();
  struct fid *fid;
  struct fid_cq *cq;
  struct told *s;
  long began;
  int fd = -1, rc;
  open_pair(&usual_form, NULL);
  IS(fi_cq_readerr(a.tx, &err, 0), -FI_EAGAIN);
  rc = fi_cq_open(a.domain, &attr, &cq, NULL);
  if (rc == 0) IS(fi_close(&cq->fid), 0);
  close_pair();
  if (rc) return; /* there are none */
  form.wait = FI_WAIT_FD;
  open_pair(&form, NULL);
  fid = &b.rx->fid;
  IS(fi_control(fid, FI_GETWAIT, &fd), 0);
  CHECK(fd >= 0);
  began = ms();
  IS(fi_cq_sread(b.rx, &e, 1, NULL, 20), -FI_EAGAIN);
  CHECK(ms() - began >= 15);
  TRY(fi_recv(b.ep, part(&b, 1), 60, pair_desc(&b), FI_ADDR_UNSPEC, r));
  s = send_by(SEND, 60, 0);
  for (int i = 0; i < 20000 && told_of(r)->n == 0; i++) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    if (fi_trywait(pair_fabric, &fid, 1) == 0) poll(&p, 1, 1);
    look();
  }
  CHECK(told_of(r)->n == 1);
  await(s, 1);
  close_pair();
}

/* Both sides of an endpoint, and another endpoint, by one queue and one address vector. */
static void shared(void) {
  struct pair_form form = usual_form;
  struct fi_context2 *c = new_context();
  struct told *r, *s;
  struct fid_ep *other;
  char name[256];
  size_t n = sizeof name;
  form.one_queue = 1;
  open_pair(&form, NULL);
  r = receive(&b, 300);
  fill(part(&a, 0), 300, 11);
  s = send_by(SEND, 300, 0);
  await(r, 1);
  await(s, 1);
  CHECK(is_filled(part(&b, 1), 300, 11));
  IS(fi_endpoint(a.domain, pair_info, &other, NULL), 0);
  IS(fi_ep_bind(other, &a.av->fid, 0), 0);
  IS(fi_ep_bind(other, &a.tx->fid, FI_TRANSMIT | FI_RECV), 0);
  IS(fi_enable(other), 0);
  IS(fi_getname(&other->fid, name, &n), 0);
  IS(fi_av_insert(b.av, name, 1, NULL, 0, NULL), 1);
  r = receive(&b, 300);
  fill(part(&a, 0), 300, 12);
  TRY(fi_send(other, part(&a, 0), 300, pair_desc(&a), a.peer, c));
  await(r, 1);
  await(told_of(c), 1);
  CHECK(is_filled(part(&b, 1), 300, 12));
  IS(fi_close(&other->fid), 0);
  close_pair();
}

/* --- RMA: fi_rma(3) ---------------------------------------------------------------- */

enum rma {
  WRITE,
  WRITEV,
  WRITEMSG,
  INJECT_WRITE,
  WRITEDATA,
  INJECT_WRITEDATA,
  READ,
  READV,
  READMSG,
  RMAS
};

static struct told *rma_by(enum rma form, size_t n, uint64_t data) {
  static struct iovec v[16];
  static void *d[16];
  static struct fi_rma_iov there;
  struct fi_context2 *c = new_context();
  size_t parts = least(pair_info->tx_attr->iov_limit, 2);
  uint64_t at = pair_address(&b, (size_t)(part(&b, 2) - b.memory)), key = fi_mr_key(b.mr);
  char *here = part(&a, form >= READ ? 1 : 0);
  struct fi_msg_rma m = {v, d, parts, a.peer, &there, 1, c, 0};
  for (size_t i = 0; i < parts; i++) d[i] = pair_desc(&a);
  cut(here, n, parts, v);
  there = (struct fi_rma_iov){at, n, key};
  switch (form) {
  case WRITE: TRY(fi_write(a.ep, here, n, d[0], a.peer, at, key, c)); break;
  case WRITEV: TRY(fi_writev(a.ep, v, d, parts, a.peer, at, key, c)); break;
  case WRITEMSG: TRY(fi_writemsg(a.ep, &m, FI_COMPLETION | FI_DELIVERY_COMPLETE)); break;
  case INJECT_WRITE: TRY(fi_inject_write(a.ep, here, n, a.peer, at, key)); return NULL;
  case WRITEDATA: TRY(fi_writedata(a.ep, here, n, d[0], data, a.peer, at, key, c)); break;
  case INJECT_WRITEDATA:
    TRY(fi_inject_writedata(a.ep, here, n, data, a.peer, at, key));
    return NULL;
  case READ: TRY(fi_read(a.ep, here, n, d[0], a.peer, at, key, c)); break;
  case READV: TRY(fi_readv(a.ep, v, d, parts, a.peer, at, key, c)); break;
  default: TRY(fi_readmsg(a.ep, &m, FI_COMPLETION));
  }
  return told_of(c);
}

static void await_bytes(const char *at, size_t n, unsigned seed) {
  for (int i = 0; i < 100000 && !is_filled(at, n, seed); i++) look();
  CHECK(is_filled(at, n, seed));
}

static void one_write(enum rma form, size_t n, unsigned seed) {
  int with_data = form == WRITEDATA || form == INJECT_WRITEDATA;
  struct told *r = with_data && writes_take_receives() ? receive(&b, 100) : NULL, *s;
  struct told *of_data = r ? r : &of_none;
  unsigned before = of_data->n;
  memset(part(&b, 2), 0, n);
  fill(part(&a, 0), n, seed);
  s = rma_by(form, n, 500 + seed);
  if (s) await(s, 1);
  CHECK(s == NULL || (s->err == 0 && (s->e.flags & (FI_WRITE | FI_RMA)) == (FI_WRITE | FI_RMA)));
  if (form == WRITEMSG) CHECK(is_filled(part(&b, 2), n, seed)); /* at once: it was delivered */
  await_bytes(part(&b, 2), n, seed);
  if (!with_data) return;
  await(of_data, before + 1);
  CHECK((of_data->e.flags & (FI_REMOTE_WRITE | FI_REMOTE_CQ_DATA)) ==
        (FI_REMOTE_WRITE | FI_REMOTE_CQ_DATA));
  CHECK(of_data->e.data == 500 + seed);
}

static void one_read(enum rma form, size_t n, unsigned seed) {
  struct told *s;
  fill(part(&b, 2), n, seed);
  memset(part(&a, 1), 0, n);
  s = rma_by(form, n, 0);
  await(s, 1);
  CHECK(s->err == 0 && (s->e.flags & (FI_READ | FI_RMA)) == (FI_READ | FI_RMA));
  CHECK(is_filled(part(&a, 1), n, seed));
}

static void rma(void) {
  open_pair(&usual_form, NULL);
  for (enum rma form = WRITE; form < RMAS; form++) {
    int injects = form == INJECT_WRITE || form == INJECT_WRITEDATA;
    size_t most = injects && inject_most() < rma_most ? inject_most() : rma_most;
    for (size_t n = 1, i = 1;; n = n < most && 6 * n > most ? most : 6 * n, i++) {
      (form < READ ? one_write : one_read)(form, n, (unsigned)(form * 16 + i));
      if (n >= most) break;
    }
  }
  close_pair();
}

/* --- atomics: fi_atomic(3) ------------------------------------------------------------ */

static void atomics(void) {
  struct fi_info *h = pair_hints(provider);
  struct fi_context2 *c[4];
  struct fi_ioc in, out, with;
  uint64_t *word, *mine, at, key;
  void *d, *none = NULL;
  size_t n = 0;
  h->caps |= FI_ATOMIC;
  open_pair(&usual_form, h);
  word = (uint64_t *)(void *)part(&b, 2), mine = (uint64_t *)(void *)part(&a, 0);
  at = pair_address(&b, (size_t)(part(&b, 2) - b.memory)), key = fi_mr_key(b.mr);
  d = pair_desc(&a);
  if (fi_fetch_atomicvalid(a.ep, FI_UINT64, FI_SUM, &n)) goto end;
  CHECK(n >= 1);
  IS(fi_compare_atomicvalid(a.ep, FI_UINT64, FI_CSWAP, &n), 0);
  for (int i = 0; i < 4; i++) c[i] = new_context();
  *word = 100, mine[0] = 5, mine[1] = mine[2] = 0;
  TRY(fi_fetch_atomic(a.ep, &mine[0], 1, d, &mine[1], d, a.peer, at, key, FI_UINT64, FI_SUM, c[0]));
  await(told_of(c[0]), 1);
  CHECK(mine[1] == 100 && *word == 105 && (told_of(c[0])->e.flags & FI_ATOMIC));
  in = (struct fi_ioc){&mine[0], 1}, out = (struct fi_ioc){&mine[1], 1};
  TRY(fi_fetch_atomicv(a.ep, &in, &d, 1, &out, &d, 1, a.peer, at, key, FI_UINT64, FI_SUM, c[1]));
  await(told_of(c[1]), 1);
  CHECK(mine[1] == 105 && *word == 110);
  mine[2] = 110;
  TRY(fi_compare_atomic(a.ep, &mine[0], 1, d, &mine[2], d, &mine[1], d, a.peer, at, key, FI_UINT64,
                        FI_CSWAP, c[2]));
  await(told_of(c[2]), 1);
  CHECK(mine[1] == 110 && *word == 5);
  with = (struct fi_ioc){&mine[2], 1}; /* not equal: nothing happens */
  TRY(fi_compare_atomicv(a.ep, &in, &d, 1, &with, &none, 1, &out, &d, 1, a.peer, at, key, FI_UINT64,
                         FI_CSWAP, c[3]));
  await(told_of(c[3]), 1);
  CHECK(mine[1] == 5 && *word == 5);
end:
  close_pair();
}

const struct test moves[] = {{"messages", messages, 0},
                             {"unexpected", unexpected, 0},
                             {"descriptors", descriptors, 0},
                             {"multi-recv", multi_recv, FI_MULTI_RECV},
                             {"selective", selective, 0},
                             {"formats", formats, 0},
                             {"waiting", waiting, 0},
                             {"shared", shared, 0},
                             {"rma", rma, 0},
                             {"atomics", atomics, FI_ATOMIC},
                             {NULL, NULL, 0}};
