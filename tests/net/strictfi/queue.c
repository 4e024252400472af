/* SPDX-License-Identifier: BSD-3-Clause
 *
 * queue.c: completion queues: exactly as long as they were asked to be.
 */
#include <poll.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "strictfi.h"

#define DEFAULT_SIZE 1024

void sfi_cq_put(struct sfi_cq *cq, const struct fi_cq_data_entry *e, int err, int in_order) {
  size_t at = cq->n;
  if (cq->n == cq->size)
    sfi_broken(SFI_OVERRUN, "a completion queue of %zu entries has no room for another", cq->size);
  if (!in_order && cq->n && !err) at = sfi_random((uint32_t)cq->n + 1);
  memmove(&cq->entry[at + 1], &cq->entry[at], (cq->n - at) * sizeof *cq->entry);
  cq->entry[at] = (struct sfi_entry){*e, err};
  cq->n++;
}

int sfi_cq_has(const struct sfi_cq *cq, const char *at, size_t len) {
  for (size_t i = 0; i < cq->n; i++)
    if (cq->entry[i].e.buf && (uintptr_t)cq->entry[i].e.buf - (uintptr_t)at < len) return 1;
  return 0;
}

/* Reading a queue makes go on what it will report (fi_domain(3), FI_PROGRESS_MANUAL): in the kinder
 * profiles, all of the endpoint. */
static void polled(struct sfi_cq *cq) {
  unsigned own = cq->domain->like->reads_own;
  for (struct sfi_ep *ep = cq->domain->eps; ep; ep = ep->next) {
    int tx = ep->tx == cq, rx = ep->rx == cq;
    if (ep->enabled && (tx || rx)) sfi_progress(ep, tx || !own, rx || !own || ep->rx == NULL);
  }
}

static size_t entry_size(const struct sfi_cq *cq) {
  static const size_t sizes[] = {0, sizeof(struct fi_cq_entry), sizeof(struct fi_cq_msg_entry),
                                 sizeof(struct fi_cq_data_entry),
                                 sizeof(struct fi_cq_tagged_entry)};
  return sizes[cq->format]; /* enum fi_cq_format */
}

static ssize_t take(struct sfi_cq *cq, char *to, size_t count) {
  size_t n = 0, each = entry_size(cq);
  struct fi_cq_tagged_entry t = {.tag = 0};
  if (cq->n && cq->entry[0].err) return -FI_EAVAIL;
  if (count > 1 && sfi_chance(cq->domain->like->few)) count = 1 + sfi_random((uint32_t)count);
  for (; n < count && n < cq->n && !cq->entry[n].err; n++) {
    memcpy(&t, &cq->entry[n].e, sizeof cq->entry[n].e);
    memcpy(to + n * each, &t, each);
  }
  cq->n -= n;
  memmove(cq->entry, cq->entry + n, cq->n * sizeof *cq->entry);
  return n ? (ssize_t)n : -FI_EAGAIN;
}

static ssize_t cq_readfrom(struct fid_cq *fid, void *buf, size_t count, fi_addr_t *from) {
  struct sfi_cq *cq = (struct sfi_cq *)fid;
  ssize_t n;
  sfi_enter(cq->domain);
  polled(cq);
  n = take(cq, buf, buf ? count : 0);
  for (ssize_t i = 0; from && i < n; i++) from[i] = FI_ADDR_NOTAVAIL;
  sfi_leave(cq->domain);
  return n;
}

static ssize_t cq_read(struct fid_cq *fid, void *buf, size_t count) {
  return cq_readfrom(fid, buf, count, NULL);
}

static ssize_t cq_readerr(struct fid_cq *fid, struct fi_cq_err_entry *e, uint64_t flags) {
  struct sfi_cq *cq = (struct sfi_cq *)fid;
  struct sfi_entry first;
  int some;
  (void)flags;
  sfi_enter(cq->domain);
  first = cq->entry[0];
  some = cq->n && first.err;
  if (some) {
    *e = (struct fi_cq_err_entry){.op_context = first.e.op_context,
                                  .flags = first.e.flags,
                                  .err = first.err,
                                  .prov_errno = -first.err};
    memmove(cq->entry, cq->entry + 1, --cq->n * sizeof *cq->entry);
  }
  sfi_leave(cq->domain);
  return some ? 1 : -FI_EAGAIN;
}

static const char *cq_strerror(struct fid_cq *fid, int err, const void *data, char *buf,
                               size_t len) {
  (void)fid, (void)data;
  if (buf && len) snprintf(buf, len, "%s", fi_strerror(-err));
  return fi_strerror(-err);
}

/* Looks every millisecond, since what was delayed comes without an event. */
static ssize_t cq_sreadfrom(struct fid_cq *fid, void *buf, size_t count, fi_addr_t *from,
                            const void *cond, int timeout) {
  const struct sfi_cq *cq = (struct sfi_cq *)fid;
  ssize_t n;
  (void)cond;
  if (cq->fd < 0) return -FI_ENOSYS;
  while ((n = cq_readfrom(fid, buf, count, from)) == -FI_EAGAIN && timeout != 0) {
    struct pollfd p = {.fd = cq->fd, .events = POLLIN};
    poll(&p, 1, 1);
    timeout -= timeout > 0;
  }
  return n;
}
static ssize_t cq_sread(struct fid_cq *fid, void *buf, size_t count, const void *cond,
                        int timeout) {
  return cq_sreadfrom(fid, buf, count, NULL, cond, timeout);
}
static int cq_signal(struct fid_cq *fid) {
  (void)fid;
  return -FI_ENOSYS;
}

static int cq_close(struct fid *fid) {
  struct sfi_cq *cq = (struct sfi_cq *)fid;
  for (struct sfi_ep *ep = cq->domain->eps; ep; ep = ep->next)
    if (ep->tx == cq || ep->rx == cq)
      sfi_broken(SFI_CLOSED, "a completion queue is closed before its endpoint");
  if (cq->fd >= 0) close(cq->fd);
  cq->domain->ncq--;
  free(cq->entry);
  free(cq);
  return 0;
}

static int cq_control(struct fid *fid, int command, void *arg) {
  struct sfi_cq *cq = (struct sfi_cq *)fid;
  if (command != FI_GETWAIT || cq->fd < 0) return -FI_ENOSYS;
  *(int *)arg = cq->fd;
  return 0;
}

static struct fi_ops fid_ops = SFI_FID_OPS(cq_close, sfi_no_bind, cq_control);
static struct fi_ops_cq cq_ops = {.size = sizeof cq_ops,
                                  .read = cq_read,
                                  .readfrom = cq_readfrom,
                                  .readerr = cq_readerr,
                                  .sread = cq_sread,
                                  .sreadfrom = cq_sreadfrom,
                                  .signal = cq_signal,
                                  .strerror = cq_strerror};

int sfi_cq_open(struct fid_domain *fid, struct fi_cq_attr *attr, struct fid_cq **out,
                void *context) {
  struct sfi_domain *d = (struct sfi_domain *)fid;
  struct sfi_cq *cq;
  int waits = attr->wait_obj == FI_WAIT_FD || attr->wait_obj == FI_WAIT_UNSPEC;
  if ((waits && !d->like->waits) || (!waits && attr->wait_obj != FI_WAIT_NONE)) return -FI_ENOSYS;
  if ((cq = calloc(1, sizeof *cq)) == NULL) return -FI_ENOMEM;
  *cq = (struct sfi_cq){.fid = {{FI_CLASS_CQ, context, &fid_ops}, &cq_ops},
                        .domain = d,
                        .size = attr->size ? attr->size : DEFAULT_SIZE,
                        .format = attr->format == FI_CQ_FORMAT_UNSPEC ? FI_CQ_FORMAT_CONTEXT
                                                                      : attr->format,
                        .fd = waits ? epoll_create1(EPOLL_CLOEXEC) : -1};
  cq->entry = calloc(cq->size + 1, sizeof *cq->entry);
  d->ncq++;
  *out = &cq->fid;
  return cq->entry ? 0 : -FI_ENOMEM;
}
