/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peer_fabric.c: libfabric: reads, writes that are complete when they are in the target's memory,
 * tagged messages, atomics where the provider has them. FI_PROVIDER chooses the provider.
 */
#include <rdma/fabric.h>
#include <rdma/fi_atomic.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_rma.h>
#include <rdma/fi_tagged.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "peer.h"
#include "wire.h"

enum { KEY_MEMORY = 1, KEY_LOCAL, KEY_RESULT };

static struct fi_info *info;
static struct fid_fabric *fabric;
static struct fid_domain *domain;
static struct fid_ep *ep;
static struct fid_cq *cq;
static struct fid_av *av;
static fi_addr_t other;
static char *memory, *local;
static int64_t *result; /* of an atomic: operand, and what was there */
static void *local_desc, *result_desc;
static uint64_t their_address, their_key;
static unsigned long done;
static int rank;

static void check_result(ssize_t rc, const char *what) {
  if (rc) peer_fail(what, fi_strerror((int)-rc));
}

static void poll_completions(void) {
  struct fi_cq_entry entry[16];
  ssize_t n = fi_cq_read(cq, entry, 16);
  if (n > 0)
    done += (unsigned long)n;
  else if (n != -FI_EAGAIN)
    check_result(n, "completion");
}

static void wait_for(unsigned long count) {
  while (done < count) poll_completions();
}

/* Repeats a call until it is taken. */
#define POST(call)                                                                                 \
  do {                                                                                             \
    ssize_t rc_;                                                                                   \
    while ((rc_ = (call)) == -FI_EAGAIN) poll_completions();                                       \
    check_result(rc_, #call);                                                                      \
  } while (0)

static void start_put(size_t bytes) {
  const struct iovec v = {local, bytes};
  const struct fi_rma_iov to = {their_address, bytes, their_key};
  void *desc = local_desc;
  const struct fi_msg_rma msg = {.msg_iov = &v,
                                 .desc = &desc,
                                 .iov_count = 1,
                                 .addr = other,
                                 .rma_iov = &to,
                                 .rma_iov_count = 1};
  POST(fi_writemsg(ep, &msg, FI_DELIVERY_COMPLETE | FI_COMPLETION));
}

static void start_get(size_t bytes) {
  POST(fi_read(ep, local, bytes, local_desc, other, their_address, their_key, NULL));
}

static void put_bytes(size_t bytes) {
  unsigned long last = done + 1;
  start_put(bytes);
  wait_for(last);
}

static void get_bytes(size_t bytes) {
  unsigned long last = done + 1;
  start_get(bytes);
  wait_for(last);
}

static void put_stream(size_t bytes) {
  unsigned long last = done + (unsigned long)peer_window(bytes);
  for (int i = 0; i < peer_window(bytes); i++) start_put(bytes);
  wait_for(last);
}

static void get_stream(size_t bytes) {
  unsigned long last = done + (unsigned long)peer_window(bytes);
  for (int i = 0; i < peer_window(bytes); i++) start_get(bytes);
  wait_for(last);
}

static void fetch_add(size_t bytes) {
  unsigned long last = done + 1;
  (void)bytes;
  POST(fi_fetch_atomic(ep, &result[0], 1, result_desc, &result[1], result_desc, other,
                       their_address, their_key, FI_INT64, FI_SUM, NULL));
  wait_for(last);
}

static void send_tagged(size_t bytes) {
  POST(fi_tsend(ep, local, bytes, local_desc, other, 1, NULL));
}

/* A completion for what is sent, and one for what arrives. */
static void round_trip(size_t bytes) {
  unsigned long last = done + 2;
  POST(fi_trecv(ep, local + PEER_BYTES, bytes, local_desc, other, 1, 0, NULL));
  if (rank == 0) send_tagged(bytes);
  if (rank == 1) wait_for(last - 1);
  if (rank == 1) send_tagged(bytes);
  wait_for(last);
}

static void sync_ranks(void) { wire_barrier(poll_completions); }
static void share_bytes(void *p, size_t bytes) { wire_share(p, bytes, poll_completions); }

static void choose_provider(void) {
  struct fi_info *hints = fi_allocinfo();
  const char *provider = getenv("FI_PROVIDER"), *host = getenv("PEER_HOST");
  uint64_t flags = host ? FI_SOURCE : 0;
  hints->ep_attr->type = FI_EP_RDM;
  hints->caps = FI_RMA | FI_TAGGED | FI_ATOMIC;
  hints->mode = 0;
  hints->domain_attr->mr_mode = FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY;
  hints->domain_attr->threading = FI_THREAD_DOMAIN;
  if (provider) hints->fabric_attr->prov_name = strdup(provider);
  if (fi_getinfo(FI_VERSION(1, 14), host, NULL, flags, hints, &info)) {
    hints->caps &= ~FI_ATOMIC;
    check_result(fi_getinfo(FI_VERSION(1, 14), host, NULL, flags, hints, &info), "provider");
  }
  fi_freeinfo(hints);
}

static void open_endpoint(void) {
  struct fi_cq_attr cq_attr = {.format = FI_CQ_FORMAT_CONTEXT, .wait_obj = FI_WAIT_NONE};
  struct fi_av_attr av_attr = {.type = FI_AV_UNSPEC};
  check_result(fi_fabric(info->fabric_attr, &fabric, NULL), "fabric");
  check_result(fi_domain(fabric, info, &domain, NULL), "domain");
  check_result(fi_endpoint(domain, info, &ep, NULL), "endpoint");
  check_result(fi_cq_open(domain, &cq_attr, &cq, NULL), "completion queue");
  check_result(fi_av_open(domain, &av_attr, &av, NULL), "address vector");
  check_result(fi_ep_bind(ep, &cq->fid, FI_TRANSMIT | FI_RECV), "bind");
  check_result(fi_ep_bind(ep, &av->fid, 0), "bind");
  check_result(fi_enable(ep), "enable");
}

static struct fid_mr *registered(void *p, size_t bytes, uint64_t key) {
  struct fid_mr *mr;
  check_result(fi_mr_reg(domain, p, bytes,
                         FI_READ | FI_WRITE | FI_REMOTE_READ | FI_REMOTE_WRITE | FI_SEND | FI_RECV,
                         0, key, 0, &mr, NULL),
               "registration");
  if (info->domain_attr->mr_mode & FI_MR_ENDPOINT) {
    check_result(fi_mr_bind(mr, &ep->fid, 0), "registration");
    check_result(fi_mr_enable(mr), "registration");
  }
  return mr;
}

static void exchange_addresses(void) {
  struct {
    size_t length;
    uint64_t address, key;
    char name[512];
  } mine = {.length = sizeof mine.name}, theirs;
  struct fid_mr *mr = registered(memory, PEER_MEMORY, KEY_MEMORY);
  check_result(fi_getname(&ep->fid, mine.name, &mine.length), "name");
  mine.key = fi_mr_key(mr);
  if (info->domain_attr->mr_mode & FI_MR_VIRT_ADDR) mine.address = (uint64_t)(uintptr_t)memory;
  wire_swap(&mine, &theirs, sizeof mine, NULL);
  if (fi_av_insert(av, theirs.name, 1, &other, 0, NULL) != 1) peer_fail("address", "is refused");
  their_address = theirs.address;
  their_key = theirs.key;
}

void peer_open(struct peer *p, int *argc, char ***argv) {
  (void)argc, (void)argv;
  rank = wire_open();
  choose_provider();
  open_endpoint();
  memory = peer_memory();
  local = peer_memory();
  result = calloc(2, sizeof *result);
  local_desc = fi_mr_desc(registered(local, PEER_MEMORY, KEY_LOCAL));
  result_desc = fi_mr_desc(registered(result, 2 * sizeof *result, KEY_RESULT));
  exchange_addresses();
  sync_ranks();
  *p = (struct peer){.rank = rank,
                     .size = 2,
                     .local = local,
                     .sync = sync_ranks,
                     .share = share_bytes,
                     .put = put_bytes,
                     .get = get_bytes,
                     .put_stream = put_stream,
                     .get_stream = get_stream,
                     .round_trip = round_trip,
                     .fetch_add = info->caps & FI_ATOMIC ? fetch_add : NULL};
}

void peer_close(struct peer *p) {
  (void)p;
  sync_ranks();
}
