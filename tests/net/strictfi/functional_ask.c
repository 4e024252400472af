/* SPDX-License-Identifier: BSD-3-Clause
 *
 * functional_ask.c: what a program asks for: information, objects, options, addresses,
 * registrations; and what is not offered.
 */
#include <rdma/fi_atomic.h>
#include <rdma/fi_collective.h>
#include <rdma/fi_tagged.h>
#include <stdlib.h>
#include <unistd.h>

#include "functional.h"

/* Others have more, or forgive more. */
static int is_strict(void) { return strcmp(provider, "strict") == 0; }

/* --- fi_getinfo(3) --------------------------------------------------------- */

static int ask(struct fi_info *h, const char *node, const char *service, uint64_t flags,
               struct fi_info **list) {
  *list = NULL;
  return fi_getinfo(FI_VERSION(1, 17), node, service, flags, h, list);
}

/* Only the primary capabilities that are asked for; their modifiers without being asked for. */
static void capabilities(void) {
  struct fi_info *h = pair_hints(provider), *i;
  h->caps = FI_MSG;
  IS(ask(h, NULL, NULL, 0, &i), 0);
  CHECK(i && (i->caps & FI_MSG) && (i->caps & FI_SEND) && (i->caps & FI_RECV));
  CHECK(i && !(i->caps & (FI_RMA | FI_ATOMIC | FI_TAGGED)));
  CHECK(i && !(i->tx_attr->caps & FI_RECV) && !(i->rx_attr->caps & FI_SEND));
  fi_freeinfo(i);
  h->caps = FI_RMA | FI_WRITE | FI_REMOTE_WRITE;
  IS(ask(h, NULL, NULL, 0, &i), 0);
  CHECK(i && (i->caps & FI_WRITE) && !(i->caps & (FI_MSG | FI_READ)));
  fi_freeinfo(i);
  h->caps = 0;
  IS(ask(h, NULL, NULL, 0, &i), 0);
  CHECK(i && (i->caps & FI_MSG) && (i->caps & FI_RMA));
  fi_freeinfo(i);
  fi_freeinfo(h);
}

/* Values that are not zero must be supported, or there is nothing. */
static void no_such(struct fi_info *h, const char *what) {
  struct fi_info *i;
  int rc = ask(h, NULL, NULL, 0, &i);
  if (rc != -FI_ENODATA) fail(__FILE__, __LINE__, what);
  fi_freeinfo(i);
  fi_freeinfo(h);
}
static void limits(void) {
  struct fi_info *h, *i, *g;
  if (!is_strict()) return; /* others give more, or overlook a name */
  h = pair_hints(provider);
  IS(ask(h, NULL, NULL, 0, &i), 0);
#define LARGER(where, of)                                                                          \
  g = fi_dupinfo(h);                                                                               \
  g->where = of + 1;                                                                               \
  no_such(g, #where);
  LARGER(tx_attr->inject_size, i->tx_attr->inject_size)
  LARGER(tx_attr->iov_limit, i->tx_attr->iov_limit)
  LARGER(tx_attr->rma_iov_limit, i->tx_attr->rma_iov_limit)
  LARGER(rx_attr->iov_limit, i->rx_attr->iov_limit)
  LARGER(tx_attr->size, i->tx_attr->size)
  LARGER(rx_attr->size, i->rx_attr->size)
  LARGER(domain_attr->cq_data_size, i->domain_attr->cq_data_size)
  g = fi_dupinfo(h);
  g->ep_attr->type = FI_EP_MSG;
  no_such(g, "FI_EP_MSG");
  g = fi_dupinfo(h);
  g->domain_attr->name = strdup("no such domain");
  no_such(g, "another domain");
  g = fi_dupinfo(h);
  g->fabric_attr->name = strdup("no such fabric");
  no_such(g, "another fabric");
  fi_freeinfo(i);
  fi_freeinfo(h);
}

/* Flags of operations are given back; without hints there are all modes; names alone. */
static void attributes(void) {
  struct fi_info *h = pair_hints(provider), *i;
  int n = 0;
  h->tx_attr->op_flags = FI_DELIVERY_COMPLETE;
  IS(ask(h, NULL, NULL, 0, &i), 0);
  CHECK(i && i->tx_attr->op_flags == FI_DELIVERY_COMPLETE);
  CHECK(i && !(i->mode & ~h->mode) && !(i->domain_attr->mr_mode & ~h->domain_attr->mr_mode));
  fi_freeinfo(i);
  IS(ask(NULL, NULL, NULL, 0, &i), 0);
  CHECK(i && i->fabric_attr->prov_name);
  fi_freeinfo(i);
  IS(ask(h, NULL, NULL, FI_PROV_ATTR_ONLY, &i), 0);
  for (struct fi_info *p = i; p; p = p->next)
    n += strncmp(p->fabric_attr->prov_name, provider, strlen(p->fabric_attr->prov_name)) == 0;
  CHECK(n == 1);
  fi_freeinfo(i);
  fi_freeinfo(h);
}

/* A server at a service, which a client finds by it. */
static void service(void) {
  struct fi_info *h = pair_hints(provider), *at, *to;
  struct fi_context2 *c;
  struct told *r;
  char name[16];
  snprintf(name, sizeof name, "%d", 20000 + (int)(getpid() % 20000));
  IS(ask(h, "127.0.0.1", name, FI_SOURCE, &at), 0);
  IS(ask(h, "127.0.0.1", name, 0, &to), 0);
  CHECK(at && at->src_addr && at->src_addrlen > 0);
  CHECK(to && to->dest_addr && to->dest_addrlen > 0);
  pair_info = usable(at);
  IS(fi_fabric(pair_info->fabric_attr, &pair_fabric, NULL), 0);
  pair_open_side(&b, &usual_form);
  pair_enable_side(&b, &usual_form);
  free(pair_info->src_addr);
  pair_info->src_addr = NULL;
  pair_info->src_addrlen = 0;
  pair_open_side(&a, &usual_form);
  pair_enable_side(&a, &usual_form);
  IS(fi_av_insert(a.av, to->dest_addr, 1, &a.peer, 0, NULL), 1);
  pair_join(&b, &a);
  r = receive(&b, 100);
  c = new_context();
  fill(part(&a, 0), 100, 3);
  TRY(fi_send(a.ep, part(&a, 0), 100, pair_desc(&a), a.peer, c));
  await(r, 1);
  CHECK(is_filled(part(&b, 1), 100, 3));
  await(told_of(c), 1);
  close_pair();
  fi_freeinfo(to);
  fi_freeinfo(at);
  fi_freeinfo(h);
}

/* --- endpoints --------------------------------------------------------------- */

static void endpoints(void) {
  uint64_t flags = FI_TRANSMIT | FI_DELIVERY_COMPLETE;
  struct fid_ep *ep;
  char name[256];
  size_t n = 1;
  open_pair(&usual_form, NULL);
  IS(fi_endpoint(a.domain, pair_info, &ep, NULL), 0);
  CHECK(fi_enable(ep) < 0); /* neither queue nor address vector */
  IS(fi_ep_bind(ep, &a.av->fid, 0), 0);
  IS(fi_enable(ep), -FI_ENOCQ);
  IS(fi_close(&ep->fid), 0);
  IS(fi_getname(&a.ep->fid, name, &n), -FI_ETOOSMALL);
  CHECK(n == a.name_size);
  if (fi_control(&a.ep->fid, FI_SETOPSFLAG, &flags) == 0) {
    flags = FI_TRANSMIT;
    IS(fi_control(&a.ep->fid, FI_GETOPSFLAG, &flags), 0);
    CHECK(flags & FI_DELIVERY_COMPLETE);
  } else
    CHECK(!is_strict());
  close_pair();
}

/* A receive that was cancelled ends with an error; another is left. */
static void cancel(void) {
  struct fi_context2 *c = new_context();
  struct told *left;
  open_pair(&usual_form, NULL);
  TRY(fi_recv(b.ep, part(&b, 1), 100, pair_desc(&b), FI_ADDR_UNSPEC, c));
  left = receive(&b, 100);
  IS(fi_cancel(&b.ep->fid, c), 0);
  await(told_of(c), 1);
  CHECK(told_of(c)->err == FI_ECANCELED);
  TRY(fi_inject(a.ep, part(&a, 0), 8, a.peer));
  await(left, 1);
  CHECK(left->err == 0 && told_of(c)->n == 1);
  close_pair();
}

/* --- address vectors ---------------------------------------------------------- */

static void addresses(void) {
  struct fi_av_attr attr = {.type = FI_AV_UNSPEC};
  char all[2][256], found[256], text[256];
  struct fid_av *av;
  fi_addr_t at[2] = {7, 7};
  int status[2] = {9, 9};
  size_t n = sizeof found;
  open_pair(&usual_form, NULL);
  IS(fi_av_open(a.domain, &attr, &av, NULL), 0);
  CHECK(attr.type != FI_AV_UNSPEC);
  if (is_strict()) CHECK(fi_av_insert(av, NULL, 1, at, 0, NULL) < 1);
  memcpy(all[0], a.name, sizeof all[0]);
  memcpy(all[1], b.name, sizeof all[1]);
  IS(fi_av_insert(av, all[0], 1, &at[0], FI_MORE, NULL), 1);
  IS(fi_av_insert(av, all[1], 1, &at[1], FI_SYNC_ERR, &status[1]), 1);
  CHECK(status[1] == 0 && at[0] != at[1]);
  IS(fi_av_lookup(av, at[1], found, &n), 0);
  CHECK(n == b.name_size && memcmp(found, b.name, n) == 0);
  n = 2;
  IS(fi_av_lookup(av, at[1], found, &n), 0); /* shortened */
  CHECK(n == b.name_size);
  n = sizeof text;
  CHECK(fi_av_straddr(av, b.name, text, &n) == text && n > 1 && strlen(text) == n - 1);
  IS(fi_av_remove(av, &at[1], 1, 0), 0);
  IS(fi_av_insert(av, all[1], 1, &at[1], 0, NULL), 1); /* again */
  n = sizeof found;
  IS(fi_av_lookup(av, at[1], found, &n), 0);
  CHECK(n == b.name_size && memcmp(found, b.name, n) == 0);
  IS(fi_close(&av->fid), 0);
  close_pair();
}

/* --- memory registration ------------------------------------------------------- */

static void check_key(struct fid_mr *mr, uint64_t wanted) {
  if (pair_info->domain_attr->mr_mode & FI_MR_ENDPOINT) {
    IS(fi_mr_bind(mr, &a.ep->fid, 0), 0);
    IS(fi_mr_enable(mr), 0);
  }
  if (!(pair_info->domain_attr->mr_mode & FI_MR_PROV_KEY)) CHECK(fi_mr_key(mr) == wanted);
  CHECK(fi_mr_key(mr) != FI_KEY_NOTAVAIL);
  IS(fi_close(&mr->fid), 0);
}

static void registrations(void) {
  struct iovec v;
  struct fi_mr_attr attr = {.mr_iov = &v, .iov_count = 1, .access = FI_REMOTE_WRITE};
  struct fid_mr *mr;
  open_pair(&usual_form, NULL);
  v = (struct iovec){part(&a, 0), PAGE};
  IS(fi_mr_reg(a.domain, v.iov_base, v.iov_len, FI_SEND | FI_RECV, 0, 101, 0, &mr, NULL), 0);
  check_key(mr, 101);
  IS(fi_mr_regv(a.domain, &v, 1, FI_REMOTE_READ, 0, 102, 0, &mr, NULL), 0);
  check_key(mr, 102);
  attr.requested_key = 103;
  IS(fi_mr_regattr(a.domain, &attr, 0, &mr), 0);
  check_key(mr, 103);
  close_pair();
}

/* --- what is not offered ---------------------------------------------------------- */

/* Each says so, rather than be a call of NULL. */
static void absent(void) {
  struct fi_cntr_attr cntr = {.events = FI_CNTR_EVENTS_COMP};
  struct fi_poll_attr poll = {0};
  struct fi_wait_attr wait = {0};
  struct fi_eq_attr eq_attr = {.wait_obj = FI_WAIT_NONE};
  struct fid_cntr *c;
  struct fid_poll *p;
  struct fid_wait *w;
  struct fid_stx *stx;
  struct fid_ep *ep;
  struct fid_pep *pep;
  struct fid_eq *eq;
  uint32_t event;
  char bytes[64] = {0};
  size_t n = sizeof bytes;
  if (!is_strict()) return;
  open_pair(&usual_form, NULL);
  IS(fi_cntr_open(a.domain, &cntr, &c, NULL), -FI_ENOSYS);
  IS(fi_poll_open(a.domain, &poll, &p), -FI_ENOSYS);
  IS(fi_wait_open(pair_fabric, &wait, &w), -FI_ENOSYS);
  IS(fi_stx_context(a.domain, NULL, &stx, NULL), -FI_ENOSYS);
  IS(fi_srx_context(a.domain, NULL, &ep, NULL), -FI_ENOSYS);
  IS(fi_scalable_ep(a.domain, pair_info, &ep, NULL), -FI_ENOSYS);
  IS(fi_passive_ep(pair_fabric, pair_info, &pep, NULL), -FI_ENOSYS);
  IS(fi_tx_context(a.ep, 0, NULL, &ep, NULL), -FI_ENOSYS);
  IS(fi_rx_context(a.ep, 0, NULL, &ep, NULL), -FI_ENOSYS);
  IS(fi_tsend(a.ep, bytes, 1, NULL, a.peer, 1, NULL), -FI_ENOSYS);
  IS(fi_trecv(a.ep, bytes, 1, NULL, a.peer, 1, 0, NULL), -FI_ENOSYS);
  IS(fi_barrier(a.ep, 0, NULL), -FI_ENOSYS);
  IS(fi_getpeer(a.ep, bytes, &n), -FI_ENOSYS);
  IS(fi_connect(a.ep, bytes, NULL, 0), -FI_ENOSYS);
  IS(fi_setname(&a.ep->fid, bytes, n), -FI_ENOSYS);
  IS(fi_av_insertsym(a.av, "n0", 2, "1", 2, NULL, 0, NULL), -FI_ENOSYS);
  IS(fi_atomic(a.ep, bytes, 1, NULL, a.peer, 0, 0, FI_UINT64, FI_SUM, NULL), -FI_EOPNOTSUPP);
  IS(fi_atomicvalid(a.ep, FI_UINT64, FI_SUM, &n), -FI_EOPNOTSUPP);
  IS(fi_eq_open(pair_fabric, &eq_attr, &eq, NULL), 0);
  IS(fi_eq_read(eq, &event, bytes, n, 0), -FI_EAGAIN);
  IS(fi_eq_sread(eq, &event, bytes, n, 0, 0), -FI_ENOSYS);
  IS(fi_close(&eq->fid), 0);
  close_pair();
}

/* A capability that was not asked for. */
static void not_asked_for(void) {
  struct fi_info *h = is_strict() ? pair_hints(provider) : NULL;
  if (h == NULL) return;
  h->caps = FI_MSG;
  open_pair(&usual_form, h);
  IS(fi_write(a.ep, part(&a, 0), 1, pair_desc(&a), a.peer, pair_address(&b, 0), fi_mr_key(b.mr),
              new_context()),
     -FI_EOPNOTSUPP);
  close_pair();
  h = pair_hints(provider);
  h->caps = FI_MSG | FI_SEND;
  open_pair(&usual_form, h);
  IS(fi_recv(a.ep, part(&a, 1), 1, pair_desc(&a), a.peer, new_context()), -FI_EOPNOTSUPP);
  close_pair();
}

const struct test asks[] = {{"capabilities", capabilities, 0},
                            {"limits", limits, 0},
                            {"attributes", attributes, 0},
                            {"service", service, 0},
                            {"endpoints", endpoints, 0},
                            {"cancel", cancel, 0},
                            {"addresses", addresses, 0},
                            {"registrations", registrations, 0},
                            {"absent", absent, 0},
                            {"not-asked-for", not_asked_for, 0},
                            {NULL, NULL, 0}};
