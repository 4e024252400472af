/* SPDX-License-Identifier: BSD-3-Clause
 *
 * domain.c: fabric, domain, address vector and an event queue in which nothing ever is.
 */
#include <stddef.h>
#include <stdio.h>

#include "strictfi.h"

int sfi_no_bind(struct fid *fid, struct fid *bfid, uint64_t flags) {
  (void)fid, (void)bfid, (void)flags;
  return -FI_ENOSYS;
}
int sfi_no_control(struct fid *fid, int command, void *arg) {
  (void)fid, (void)command, (void)arg;
  return -FI_ENOSYS;
}
int sfi_no_ops_open(struct fid *fid, const char *name, uint64_t flags, void **ops, void *context) {
  (void)fid, (void)name, (void)flags, (void)ops, (void)context;
  return -FI_ENOSYS;
}

void sfi_enter(struct sfi_domain *d) {
  if (!d->one_thread)
    pthread_mutex_lock(&d->lock);
  else if (pthread_mutex_trylock(&d->lock))
    sfi_broken(SFI_THREAD, "two threads are inside of a domain");
  else if (sfi_chance(8))
    sched_yield(); /* for another thread to show itself */
}

/* --- address vector ------------------------------------------------------- */

static socklen_t length_of(const struct sockaddr_un *a) {
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 2 + strlen(a->sun_path + 1));
}

/* Its place: the lowest that is free. */
static size_t add_peer(struct sfi_av *av, const void *addr) {
  size_t at = 0;
  struct sockaddr_un all = {.sun_family = 0};
  socklen_t n;
  memcpy(&all, addr,
         sizeof all.sun_family + 1 +
             strnlen((const char *)addr + sizeof all.sun_family + 1, sizeof all.sun_path - 2));
  if (all.sun_family != AF_UNIX) sfi_broken(SFI_PEER, "what is inserted is not an address");
  n = length_of(&all);
  for (size_t i = 0; i < av->n; i++)
    if (!av->peer[i].is_removed && av->peer[i].len == n && memcmp(&av->peer[i].addr, &all, n) == 0)
      sfi_broken(SFI_PEER, "an address is inserted twice");
  while (at < av->n && !av->peer[at].is_removed) at++;
  if (at == av->n && (av->peer = realloc(av->peer, ++av->n * sizeof *av->peer)) == NULL) abort();
  av->peer[at] = (struct sfi_peer){.addr = all, .len = n};
  for (struct sfi_ep *ep = av->domain->eps; ep; ep = ep->next)
    if (ep->name_len == n && memcmp(&ep->name, &all, n) == 0) sfi_reseed((uint32_t)at);
  return at;
}

/* One at a time, or as many as were asked for at addresses of equal size. */
static int av_insert(struct fid_av *fid, const void *addr, size_t count, fi_addr_t *out,
                     uint64_t flags, void *context) {
  struct sfi_av *av = (struct sfi_av *)fid;
  if ((flags & ~(FI_MORE | FI_SYNC_ERR)) || (count && addr == NULL)) return -FI_EINVAL;
  sfi_enter(av->domain);
  for (size_t i = 0; i < count; i++) {
    size_t at = add_peer(av, (const char *)addr + i * sizeof(struct sockaddr_un));
    if (out) out[i] = at;
    if (flags & FI_SYNC_ERR) ((int *)context)[i] = 0;
  }
  sfi_leave(av->domain);
  return (int)count;
}

static int av_insertsvc(struct fid_av *fid, const char *node, const char *service, fi_addr_t *out,
                        uint64_t flags, void *context) {
  struct sockaddr_un a;
  if (node == NULL || service == NULL) return -FI_EINVAL;
  sfi_address_of(service, &a);
  return av_insert(fid, &a, 1, out, flags, context);
}

static int av_remove(struct fid_av *fid, fi_addr_t *addr, size_t count, uint64_t flags) {
  struct sfi_av *av = (struct sfi_av *)fid;
  if (flags) return -FI_EINVAL;
  for (size_t i = 0; i < count; i++)
    if (addr[i] >= av->n || av->peer[addr[i]].is_removed) return -FI_EINVAL;
  sfi_enter(av->domain);
  for (size_t i = 0; i < count; i++) av->peer[addr[i]].is_removed = 1;
  sfi_leave(av->domain);
  return 0;
}

static int av_lookup(struct fid_av *fid, fi_addr_t addr, void *to, size_t *len) {
  struct sfi_av *av = (struct sfi_av *)fid;
  size_t room = *len;
  if (addr >= av->n || av->peer[addr].is_removed) return -FI_EINVAL;
  *len = av->peer[addr].len;
  memcpy(to, &av->peer[addr].addr, *len < room ? *len : room);
  return 0;
}

static const char *av_straddr(struct fid_av *fid, const void *addr, char *buf, size_t *len) {
  const struct sockaddr_un *a = addr;
  (void)fid;
  *len = (size_t)snprintf(buf, *len, "%.*s", (int)sizeof a->sun_path - 1, a->sun_path + 1) + 1;
  return buf;
}

static int av_close(struct fid *fid) {
  struct sfi_av *av = (struct sfi_av *)fid;
  for (struct sfi_ep *ep = av->domain->eps; ep; ep = ep->next)
    if (ep->av == av) sfi_broken(SFI_CLOSED, "an address vector is closed before its endpoint");
  free(av->peer);
  free(av);
  return 0;
}

static struct fi_ops av_fid_ops = SFI_FID_OPS(av_close, sfi_no_bind, sfi_no_control);
static struct fi_ops_av av_ops = {.size = sizeof av_ops,
                                  .insert = av_insert,
                                  .insertsvc = av_insertsvc,
                                  .insertsym = sfi_no_insertsym,
                                  .remove = av_remove,
                                  .lookup = av_lookup,
                                  .straddr = av_straddr,
                                  .av_set = sfi_no_av_set};

static int av_open(struct fid_domain *domain, struct fi_av_attr *attr, struct fid_av **out,
                   void *context) {
  struct sfi_av *av;
  if (attr->flags || attr->name) return -FI_ENOSYS; /* neither events nor other processes */
  if (attr->type == FI_AV_UNSPEC) attr->type = FI_AV_TABLE;
  if ((av = calloc(1, sizeof *av)) == NULL) return -FI_ENOMEM;
  av->domain = (struct sfi_domain *)domain;
  av->fid = (struct fid_av){{FI_CLASS_AV, context, &av_fid_ops}, &av_ops};
  *out = &av->fid;
  return 0;
}

/* --- domain --------------------------------------------------------------- */

static int domain_close(struct fid *fid) {
  struct sfi_domain *d = (struct sfi_domain *)fid;
  if (d->nep || d->ncq || d->nmr)
    sfi_broken(SFI_CLOSED,
               "a domain is closed before %zu endpoints, %zu queues and %zu registrations of it",
               d->nep, d->ncq, d->nmr);
  return 0; /* the registrations that were closed keep pointing to it */
}

static struct fi_ops domain_fid_ops = SFI_FID_OPS(domain_close, sfi_no_bind, sfi_no_control);
static struct fi_ops_domain domain_ops = {.size = sizeof domain_ops,
                                          .av_open = av_open,
                                          .cq_open = sfi_cq_open,
                                          .endpoint = sfi_endpoint_open,
                                          .scalable_ep = sfi_no_scalable_ep,
                                          .cntr_open = sfi_no_cntr_open,
                                          .poll_open = sfi_no_poll_open,
                                          .stx_ctx = sfi_no_stx_ctx,
                                          .srx_ctx = sfi_no_srx_ctx,
                                          .query_atomic = sfi_query_atomic,
                                          .query_collective = sfi_no_query_collective};

static int domain_open(struct fid_fabric *fabric, struct fi_info *info, struct fid_domain **out,
                       void *context) {
  const struct sfi_profile *p = sfi_profile();
  struct sfi_domain *d;
  (void)fabric;
  if ((info->domain_attr->mr_mode & p->mr_mode) != p->mr_mode) return -FI_EINVAL;
  if ((d = calloc(1, sizeof *d)) == NULL) return -FI_ENOMEM;
  *d = (struct sfi_domain){.fid = {{FI_CLASS_DOMAIN, context, &domain_fid_ops},
                                   &domain_ops,
                                   &sfi_ops_mr},
                           .like = p,
                           .lock = PTHREAD_MUTEX_INITIALIZER,
                           .mr_mode = info->domain_attr->mr_mode,
                           .one_thread = info->domain_attr->threading == FI_THREAD_DOMAIN};
  *out = &d->fid;
  return 0;
}

/* --- event queue ---------------------------------------------------------- */

static int close_and_free(struct fid *fid) {
  free(fid);
  return 0;
}
static ssize_t eq_read(struct fid_eq *eq, uint32_t *event, void *buf, size_t len, uint64_t flags) {
  (void)eq, (void)event, (void)buf, (void)len, (void)flags;
  return -FI_EAGAIN;
}
static ssize_t eq_readerr(struct fid_eq *eq, struct fi_eq_err_entry *buf, uint64_t flags) {
  (void)eq, (void)buf, (void)flags;
  return -FI_EAGAIN;
}
static ssize_t eq_write(struct fid_eq *eq, uint32_t event, const void *buf, size_t len,
                        uint64_t flags) {
  (void)eq, (void)event, (void)buf, (void)len, (void)flags;
  return -FI_ENOSYS;
}
static ssize_t eq_sread(struct fid_eq *eq, uint32_t *event, void *buf, size_t len, int timeout,
                        uint64_t flags) {
  (void)eq, (void)event, (void)buf, (void)len, (void)timeout, (void)flags;
  return -FI_ENOSYS;
}
static const char *eq_strerror(struct fid_eq *eq, int err, const void *data, char *buf,
                               size_t len) {
  (void)eq, (void)data, (void)buf, (void)len;
  return fi_strerror(err);
}
static struct fi_ops simple_ops = SFI_FID_OPS(close_and_free, sfi_no_bind, sfi_no_control);
static struct fi_ops_eq eq_ops = {.size = sizeof eq_ops,
                                  .read = eq_read,
                                  .readerr = eq_readerr,
                                  .write = eq_write,
                                  .sread = eq_sread,
                                  .strerror = eq_strerror};

static int eq_open(struct fid_fabric *fabric, struct fi_eq_attr *attr, struct fid_eq **out,
                   void *context) {
  (void)fabric, (void)attr;
  if ((*out = calloc(1, sizeof **out)) == NULL) return -FI_ENOMEM;
  **out = (struct fid_eq){{FI_CLASS_EQ, context, &simple_ops}, &eq_ops};
  return 0;
}

/* --- fabric --------------------------------------------------------------- */

/* A queue may be slept on if nothing is in it, and nothing waits that only its owner can move. */
static int may_sleep(const struct sfi_cq *cq) {
  if (cq->n) return 0;
  for (const struct sfi_ep *ep = cq->domain->eps; ep; ep = ep->next)
    if ((ep->tx == cq || ep->rx == cq) && (ep->out || ep->arrived || sfi_ops_wait(ep))) return 0;
  return 1;
}

static int trywait(struct fid_fabric *fabric, struct fid **fids, int count) {
  (void)fabric;
  for (int i = 0; i < count; i++)
    if (fids[i]->fclass == FI_CLASS_CQ && !may_sleep((const struct sfi_cq *)fids[i]))
      return -FI_EAGAIN;
  return 0;
}

static struct fi_ops_fabric fabric_ops = {.size = sizeof fabric_ops,
                                          .domain = domain_open,
                                          .passive_ep = sfi_no_passive_ep,
                                          .eq_open = eq_open,
                                          .wait_open = sfi_no_wait_open,
                                          .trywait = trywait};

int sfi_fabric_open(struct fi_fabric_attr *attr, struct fid_fabric **out, void *context) {
  if ((*out = calloc(1, sizeof **out)) == NULL) return -FI_ENOMEM;
  **out =
      (struct fid_fabric){{FI_CLASS_FABRIC, context, &simple_ops}, &fabric_ops, attr->api_version};
  return 0;
}
