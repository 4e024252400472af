/* SPDX-License-Identifier: BSD-3-Clause
 *
 * raw.c: the plainest use of libfabric that does what the conduit's calls do.
 */
#include "contrib/tools/bench/ofi/raw.h"

#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conduits/ofi/setup.h"
#include "contrib/tools/bench/beside/beside.h"

#define RECEIVES 8u
#define MESSAGE 8192u
#define QUEUE 1024u
#define ADDRESS 128u

static struct fi_info *info;
static struct fid_domain *domain;
static struct fid_ep *ep;
static struct fid_av *av;
static struct fid_cq *tx, *rx;
static struct fid_mr *mr;
static fi_addr_t peer;
static unsigned under_way;
static char *here, *there, *received;
static uint64_t key;
static struct fi_context2 receives[RECEIVES], sends[64];

struct about { /* a rank tells the other */
  char address[ADDRESS], *buffer;
  uint64_t key;
};

static void check_result(ssize_t rc, const char *what) {
  if (rc >= 0) return;
  fprintf(stderr, "ofi-goals: %s: %s\n", what, fi_strerror((int)-rc));
  exit(1);
}

static void choose_provider(void) {
  const char *provider = getenv("GASNET_OFI_PROVIDER"), *device = getenv("GASNET_OFI_DEVICE");
  const struct hyd_ofi_wish w = {.provider = provider ? provider : "",
                                 .device = device ? device : "",
                                 .message = MESSAGE,
                                 .one_host = 1};
  char why[512];
  struct fi_info *list = hyd_ofi_offers(&w, why, sizeof why), *chosen;
  if (list == NULL || (chosen = hyd_ofi_choose(list, &w, 0)) == NULL)
    check_result(-FI_ENODATA, "offers");
  info = hyd_ofi_offer_best(chosen, &w, -1);
  fi_freeinfo(list);
}

static void post_receive(unsigned i) {
  ssize_t rc;
  do rc = fi_recv(ep, received + (size_t)i * MESSAGE, MESSAGE, NULL, FI_ADDR_UNSPEC, &receives[i]);
  while (rc == -FI_EAGAIN);
  check_result(rc, "receive");
}

/* 0, or what libfabric says. */
static int try_endpoint(enum fi_wait_obj wait) {
  struct fi_cq_attr cq = {.size = QUEUE, .format = FI_CQ_FORMAT_DATA, .wait_obj = wait};
  int rc;
  if ((rc = fi_cq_open(domain, &cq, &tx, NULL)) || (rc = fi_cq_open(domain, &cq, &rx, NULL)) ||
      (rc = fi_endpoint(domain, info, &ep, NULL)) || (rc = fi_ep_bind(ep, &av->fid, 0)) ||
      (rc = fi_ep_bind(ep, &tx->fid, FI_TRANSMIT | FI_SELECTIVE_COMPLETION)))
    return rc;
  return fi_ep_bind(ep, &rx->fid, FI_RECV);
}

/* Queues that a rank could sleep at, like the conduit's, where the provider has them. */
static void open_endpoint(void) {
  struct fi_av_attr vector = {.type = FI_AV_TABLE, .count = 2};
  struct fid_fabric *fabric;
  check_result(fi_fabric(info->fabric_attr, &fabric, NULL), "fabric");
  check_result(fi_domain(fabric, info, &domain, NULL), "domain");
  check_result(fi_av_open(domain, &vector, &av, NULL), "address vector");
  if (try_endpoint(FI_WAIT_FD)) check_result(try_endpoint(FI_WAIT_NONE), "endpoint");
  check_result(fi_enable(ep), "enable");
}

static void connect_peer(void) {
  struct about mine = {.buffer = here, .key = fi_mr_key(mr)}, other;
  size_t size = sizeof mine.address;
  check_result(fi_getname(&ep->fid, mine.address, &size), "address");
  hyd_beside_exchange(&mine, &other, sizeof mine);
  if (fi_av_insert(av, other.address, 1, &peer, 0, NULL) != 1) check_result(-FI_EINVAL, "insert");
  there = other.buffer;
  key = other.key;
}

void raw_open(void) {
  choose_provider();
  if (info->domain_attr->mr_mode) check_result(-FI_ENOSYS, "a provider that registers all memory");
  open_endpoint();
  here = aligned_alloc(4096, RAW_LARGE);
  received = aligned_alloc(4096, (size_t)RECEIVES * MESSAGE);
  if (here == NULL || received == NULL) check_result(-FI_ENOMEM, "buffers");
  memset(here, 1, RAW_LARGE);
  check_result(fi_mr_reg(domain, NULL, SIZE_MAX, FI_REMOTE_READ | FI_REMOTE_WRITE, 0,
                         (uint64_t)hyd_beside_rank() + 1, 0, &mr, NULL),
               "registration");
  for (unsigned i = 0; i < RECEIVES; i++) post_receive(i);
  connect_peer();
  hyd_beside_sync();
}

/* --- queues ----------------------------------------------------------------- */

static void take_ends(void) {
  struct fi_cq_data_entry e[HYD_BESIDE_BATCH];
  ssize_t n = fi_cq_read(tx, e, HYD_BESIDE_BATCH);
  if (n == -FI_EAGAIN) return;
  check_result(n, "queue of ends");
  under_way -= (unsigned)n;
}

void raw_wait(void) {
  while (under_way) take_ends();
}

char raw_receive(void) {
  struct fi_cq_data_entry e;
  ssize_t n;
  char first;
  while ((n = fi_cq_read(rx, &e, 1)) == -FI_EAGAIN) {
    if (under_way) take_ends();
  }
  check_result(n, "queue of arrivals");
  first = *(const char *)e.buf;
  post_receive((unsigned)((struct fi_context2 *)e.op_context - receives));
  return first;
}

/* --- operations ------------------------------------------------------------- */

/* No room. */
static void make_room(void) {
  take_ends();
  (void)fi_cq_read(rx, NULL, 0);
}

static void *context(void) {
  static unsigned next;
  under_way++;
  return &sends[next++ % 64];
}

void raw_send(const void *bytes, size_t n, int inject) {
  struct iovec v = {(void *)(uintptr_t)bytes, n};
  struct fi_msg m = {.msg_iov = &v, .iov_count = 1, .addr = peer};
  ssize_t rc;
  if (!inject) m.context = context();
  while ((rc = inject ? fi_inject(ep, bytes, n, peer) : fi_sendmsg(ep, &m, FI_COMPLETION)) ==
         -FI_EAGAIN)
    make_room();
  check_result(rc, "send");
}

static void post_transfer(size_t n, uint64_t how, int is_read) {
  struct iovec v = {here, n};
  struct fi_rma_iov t = {(uintptr_t)there, n, key};
  struct fi_msg_rma m = {.msg_iov = &v,
                         .iov_count = 1,
                         .addr = peer,
                         .rma_iov = &t,
                         .rma_iov_count = 1,
                         .context = context()};
  ssize_t rc;
  how |= FI_COMPLETION;
  while ((rc = is_read ? fi_readmsg(ep, &m, how) : fi_writemsg(ep, &m, how)) == -FI_EAGAIN)
    make_room();
  check_result(rc, is_read ? "read" : "write");
}

void raw_write(size_t n, uint64_t how) { post_transfer(n, how, 0); }
void raw_read(size_t n) { post_transfer(n, 0, 1); }

void raw_echo(size_t n, int inject) {
  while (raw_receive() != 'e') {
    raw_send(here, n, inject);
  }
  raw_wait();
}
