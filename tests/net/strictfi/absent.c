/* SPDX-License-Identifier: BSD-3-Clause
 *
 * absent.c: operations that this provider does not offer: callers of those in libfabric's headers
 * get -FI_ENOSYS, or of atomics -FI_EOPNOTSUPP, rather than a call of NULL.
 */
#include <rdma/fi_collective.h>
#include <rdma/fi_tagged.h>

#include "strictfi.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* all of them */

/* --- tagged messages ------------------------------------------------------- */

static ssize_t tagged_recv(struct fid_ep *ep, void *buf, size_t len, void *desc, fi_addr_t src_addr,
                           uint64_t tag, uint64_t ignore, void *context) {
  return -FI_ENOSYS;
}
static ssize_t tagged_recvv(struct fid_ep *ep, const struct iovec *iov, void **desc, size_t count,
                            fi_addr_t src_addr, uint64_t tag, uint64_t ignore, void *context) {
  return -FI_ENOSYS;
}
static ssize_t tagged_recvmsg(struct fid_ep *ep, const struct fi_msg_tagged *msg, uint64_t flags) {
  return -FI_ENOSYS;
}
static ssize_t tagged_send(struct fid_ep *ep, const void *buf, size_t len, void *desc,
                           fi_addr_t dest_addr, uint64_t tag, void *context) {
  return -FI_ENOSYS;
}
static ssize_t tagged_sendv(struct fid_ep *ep, const struct iovec *iov, void **desc, size_t count,
                            fi_addr_t dest_addr, uint64_t tag, void *context) {
  return -FI_ENOSYS;
}
static ssize_t tagged_sendmsg(struct fid_ep *ep, const struct fi_msg_tagged *msg, uint64_t flags) {
  return -FI_ENOSYS;
}
static ssize_t tagged_inject(struct fid_ep *ep, const void *buf, size_t len, fi_addr_t dest_addr,
                             uint64_t tag) {
  return -FI_ENOSYS;
}
static ssize_t tagged_senddata(struct fid_ep *ep, const void *buf, size_t len, void *desc,
                               uint64_t data, fi_addr_t dest_addr, uint64_t tag, void *context) {
  return -FI_ENOSYS;
}
static ssize_t tagged_injectdata(struct fid_ep *ep, const void *buf, size_t len, uint64_t data,
                                 fi_addr_t dest_addr, uint64_t tag) {
  return -FI_ENOSYS;
}

struct fi_ops_tagged sfi_ops_tagged = {sizeof sfi_ops_tagged, tagged_recv,   tagged_recvv,
                                       tagged_recvmsg,        tagged_send,   tagged_sendv,
                                       tagged_sendmsg,        tagged_inject, tagged_senddata,
                                       tagged_injectdata};

/* --- collectives ----------------------------------------------------------- */

static ssize_t collective_barrier(struct fid_ep *ep, fi_addr_t coll_addr, void *context) {
  return -FI_ENOSYS;
}
static ssize_t collective_broadcast(struct fid_ep *ep, void *buf, size_t count, void *desc,
                                    fi_addr_t coll_addr, fi_addr_t root_addr,
                                    enum fi_datatype datatype, uint64_t flags, void *context) {
  return -FI_ENOSYS;
}
static ssize_t collective_alltoall(struct fid_ep *ep, const void *buf, size_t count, void *desc,
                                   void *result, void *result_desc, fi_addr_t coll_addr,
                                   enum fi_datatype datatype, uint64_t flags, void *context) {
  return -FI_ENOSYS;
}
static ssize_t collective_allreduce(struct fid_ep *ep, const void *buf, size_t count, void *desc,
                                    void *result, void *result_desc, fi_addr_t coll_addr,
                                    enum fi_datatype datatype, enum fi_op op, uint64_t flags,
                                    void *context) {
  return -FI_ENOSYS;
}
static ssize_t collective_allgather(struct fid_ep *ep, const void *buf, size_t count, void *desc,
                                    void *result, void *result_desc, fi_addr_t coll_addr,
                                    enum fi_datatype datatype, uint64_t flags, void *context) {
  return -FI_ENOSYS;
}
static ssize_t collective_reduce_scatter(struct fid_ep *ep, const void *buf, size_t count,
                                         void *desc, void *result, void *result_desc,
                                         fi_addr_t coll_addr, enum fi_datatype datatype,
                                         enum fi_op op, uint64_t flags, void *context) {
  return -FI_ENOSYS;
}
static ssize_t collective_reduce(struct fid_ep *ep, const void *buf, size_t count, void *desc,
                                 void *result, void *result_desc, fi_addr_t coll_addr,
                                 fi_addr_t root_addr, enum fi_datatype datatype, enum fi_op op,
                                 uint64_t flags, void *context) {
  return -FI_ENOSYS;
}
static ssize_t collective_scatter(struct fid_ep *ep, const void *buf, size_t count, void *desc,
                                  void *result, void *result_desc, fi_addr_t coll_addr,
                                  fi_addr_t root_addr, enum fi_datatype datatype, uint64_t flags,
                                  void *context) {
  return -FI_ENOSYS;
}
static ssize_t collective_gather(struct fid_ep *ep, const void *buf, size_t count, void *desc,
                                 void *result, void *result_desc, fi_addr_t coll_addr,
                                 fi_addr_t root_addr, enum fi_datatype datatype, uint64_t flags,
                                 void *context) {
  return -FI_ENOSYS;
}
static ssize_t collective_msg(struct fid_ep *ep, const struct fi_msg_collective *msg,
                              struct fi_ioc *resultv, void **result_desc, size_t result_count,
                              uint64_t flags) {
  return -FI_ENOSYS;
}
static ssize_t collective_barrier2(struct fid_ep *ep, fi_addr_t coll_addr, uint64_t flags,
                                   void *context) {
  return -FI_ENOSYS;
}

struct fi_ops_collective sfi_ops_collective = {
    sizeof sfi_ops_collective, collective_barrier,   collective_broadcast,
    collective_alltoall,       collective_allreduce, collective_allgather,
    collective_reduce_scatter, collective_reduce,    collective_scatter,
    collective_gather,         collective_msg,       collective_barrier2};

/* --- endpoints, connections ----------------------------------------------- */

int sfi_no_tx_ctx(struct fid_ep *sep, int index, struct fi_tx_attr *attr, struct fid_ep **ep,
                  void *context) {
  return -FI_ENOSYS;
}
int sfi_no_rx_ctx(struct fid_ep *sep, int index, struct fi_rx_attr *attr, struct fid_ep **ep,
                  void *context) {
  return -FI_ENOSYS;
}
static int cm_setname(fid_t fid, void *addr, size_t addrlen) { return -FI_ENOSYS; }
static int cm_getpeer(struct fid_ep *ep, void *addr, size_t *addrlen) { return -FI_ENOSYS; }
static int cm_connect(struct fid_ep *ep, const void *addr, const void *param, size_t paramlen) {
  return -FI_ENOSYS;
}
static int cm_listen(struct fid_pep *pep) { return -FI_ENOSYS; }
static int cm_accept(struct fid_ep *ep, const void *param, size_t paramlen) { return -FI_ENOSYS; }
static int cm_reject(struct fid_pep *pep, fid_t handle, const void *param, size_t paramlen) {
  return -FI_ENOSYS;
}
static int cm_shutdown(struct fid_ep *ep, uint64_t flags) { return -FI_ENOSYS; }
static int cm_join(struct fid_ep *ep, const void *addr, uint64_t flags, struct fid_mc **mc,
                   void *context) {
  return -FI_ENOSYS;
}

struct fi_ops_cm sfi_ops_cm = {.size = sizeof sfi_ops_cm,
                               .getname = sfi_getname,
                               .setname = cm_setname,
                               .getpeer = cm_getpeer,
                               .connect = cm_connect,
                               .listen = cm_listen,
                               .accept = cm_accept,
                               .reject = cm_reject,
                               .shutdown = cm_shutdown,
                               .join = cm_join};

/* --- what domains and fabrics open ---------------------------------------- */

int sfi_no_scalable_ep(struct fid_domain *domain, struct fi_info *info, struct fid_ep **sep,
                       void *context) {
  return -FI_ENOSYS;
}
int sfi_no_cntr_open(struct fid_domain *domain, struct fi_cntr_attr *attr, struct fid_cntr **cntr,
                     void *context) {
  return -FI_ENOSYS;
}
int sfi_no_poll_open(struct fid_domain *domain, struct fi_poll_attr *attr,
                     struct fid_poll **pollset) {
  return -FI_ENOSYS;
}
int sfi_no_stx_ctx(struct fid_domain *domain, struct fi_tx_attr *attr, struct fid_stx **stx,
                   void *context) {
  return -FI_ENOSYS;
}
int sfi_no_srx_ctx(struct fid_domain *domain, struct fi_rx_attr *attr, struct fid_ep **rx_ep,
                   void *context) {
  return -FI_ENOSYS;
}
int sfi_no_query_collective(struct fid_domain *domain, enum fi_collective_op coll,
                            struct fi_collective_attr *attr, uint64_t flags) {
  return -FI_ENOSYS;
}
int sfi_no_passive_ep(struct fid_fabric *fabric, struct fi_info *info, struct fid_pep **pep,
                      void *context) {
  return -FI_ENOSYS;
}
int sfi_no_wait_open(struct fid_fabric *fabric, struct fi_wait_attr *attr,
                     struct fid_wait **waitset) {
  return -FI_ENOSYS;
}
int sfi_no_insertsym(struct fid_av *av, const char *node, size_t nodecnt, const char *service,
                     size_t svccnt, fi_addr_t *fi_addr, uint64_t flags, void *context) {
  return -FI_ENOSYS;
}
int sfi_no_av_set(struct fid_av *av, struct fi_av_set_attr *attr, struct fid_av_set **av_set,
                  void *context) {
  return -FI_ENOSYS;
}
