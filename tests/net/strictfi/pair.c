/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pair.c: see pair.h.
 */
#include "pair.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct fi_info *pair_info;
struct fid_fabric *pair_fabric;

void pair_must(long rc, const char *what) {
  if (rc == 0) return;
  fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, fi_strerror((int)-rc));
  exit(rc == -FI_EINVAL || rc == -FI_EMSGSIZE || rc == -FI_EAGAIN ? 3 : 1);
}

struct fi_info *pair_hints(const char *provider) {
  struct fi_info *h = fi_allocinfo();
  h->caps = FI_MSG | FI_RMA;
  h->mode = FI_CONTEXT | FI_CONTEXT2 | FI_ASYNC_IOV | FI_RX_CQ_DATA;
  h->ep_attr->type = FI_EP_RDM;
  h->domain_attr->mr_mode =
      FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT;
  h->domain_attr->threading = FI_THREAD_DOMAIN;
  h->fabric_attr->prov_name = strdup(provider);
  return h;
}

/* --- sides ---------------------------------------------------------------- */

struct fid_mr *pair_registered(struct side *s, void *at, size_t n, uint64_t access) {
  static uint64_t key;
  struct fid_mr *mr;
  pair_must(fi_mr_reg(s->domain, at, n, access, 0, ++key, 0, &mr, NULL), "fi_mr_reg");
  if (pair_info->domain_attr->mr_mode & FI_MR_ENDPOINT) {
    pair_must(fi_mr_bind(mr, &s->ep->fid, 0), "fi_mr_bind");
    pair_must(fi_mr_enable(mr), "fi_mr_enable");
  }
  return mr;
}
void *pair_desc(const struct side *s) {
  return pair_info->domain_attr->mr_mode & FI_MR_LOCAL ? fi_mr_desc(s->mr) : NULL;
}
uint64_t pair_address(const struct side *s, size_t offset) {
  return offset + (pair_info->domain_attr->mr_mode & FI_MR_VIRT_ADDR ? (uintptr_t)s->memory : 0);
}

void pair_open_side(struct side *s, const struct pair_form *form) {
  struct fi_av_attr av = {.type = FI_AV_TABLE, .count = 2};
  struct fi_cq_attr cq = {.size = form->queue, .format = form->format, .wait_obj = form->wait};
  pair_must(fi_domain(pair_fabric, pair_info, &s->domain, NULL), "fi_domain");
  pair_must(fi_av_open(s->domain, &av, &s->av, NULL), "fi_av_open");
  pair_must(fi_cq_open(s->domain, &cq, &s->tx, NULL), "fi_cq_open");
  s->rx = s->tx;
  if (!form->one_queue) pair_must(fi_cq_open(s->domain, &cq, &s->rx, NULL), "fi_cq_open");
  pair_must(fi_endpoint(s->domain, pair_info, &s->ep, NULL), "fi_endpoint");
  pair_must(fi_ep_bind(s->ep, &s->av->fid, 0), "fi_ep_bind");
  pair_must(fi_ep_bind(s->ep, &s->tx->fid, FI_TRANSMIT | form->tx_flags), "fi_ep_bind");
  pair_must(fi_ep_bind(s->ep, &s->rx->fid, FI_RECV | form->rx_flags), "fi_ep_bind");
}
void pair_enable_side(struct side *s, const struct pair_form *form) {
  size_t n = form->pages * PAGE;
  pair_must(fi_enable(s->ep), "fi_enable");
  s->name_size = sizeof s->name;
  pair_must(fi_getname(&s->ep->fid, s->name, &s->name_size), "fi_getname");
  s->memory = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(s->memory, 1, n);
  s->mr = pair_registered(s, s->memory, n - PAGE, ALL);
}
void pair_join(struct side *s, struct side *of) {
  if (fi_av_insert(s->av, of->name, 1, &s->peer, 0, NULL) != 1) exit(1);
}
void pair_close_side(struct side *s) {
  fi_close(&s->mr->fid);
  fi_close(&s->ep->fid);
  fi_close(&s->tx->fid);
  if (s->rx != s->tx) fi_close(&s->rx->fid);
  fi_close(&s->av->fid);
  fi_close(&s->domain->fid);
}
