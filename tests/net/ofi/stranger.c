/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stranger.c: sends messages to a rank's endpoint that are none of its job's: `stranger PROVIDER
 * ADDRESS', the address as the rank prints it (GASNET_OFI_LIST_DEVICES). They are short, long, and
 * like a message with another secret. Status 0: all were sent.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "conduits/ofi/wire.h"

static struct fid_cq *queue;

static void check(int rc, const char *what) {
  if (rc == 0) return;
  fprintf(stderr, "stranger: %s: %s\n", what, fi_strerror(-rc));
  exit(1);
}

/* fi_sockaddr_in://10.1.0.1:4711 */
static struct sockaddr_in address_of(const char *text) {
  struct sockaddr_in a = {.sin_family = AF_INET};
  char host[64] = "";
  unsigned port = 0;
  if (sscanf(text, "fi_sockaddr_in://%63[0-9.]:%u", host, &port) != 2 ||
      inet_pton(AF_INET, host, &a.sin_addr) != 1) {
    fprintf(stderr, "stranger: %s is not an address\n", text);
    exit(1);
  }
  a.sin_port = htons((uint16_t)port);
  return a;
}

static struct fi_info *info_of(char *provider) {
  struct fi_info *hints = fi_allocinfo(), *info = NULL;
  hints->caps = FI_MSG | FI_RMA;
  hints->ep_attr->type = FI_EP_RDM;
  hints->fabric_attr->prov_name = provider;
  check(fi_getinfo(FI_VERSION(1, 14), NULL, NULL, 0, hints, &info), "getinfo");
  return info;
}

static struct fid_ep *open_endpoint(struct fi_info *info, const struct sockaddr_in *to,
                                    fi_addr_t *peer) {
  struct fi_cq_attr cq = {.format = FI_CQ_FORMAT_MSG};
  struct fi_av_attr av = {.type = FI_AV_TABLE};
  struct fid_fabric *fabric;
  struct fid_domain *domain;
  struct fid_av *addresses;
  struct fid_ep *ep;
  check(fi_fabric(info->fabric_attr, &fabric, NULL), "fabric");
  check(fi_domain(fabric, info, &domain, NULL), "domain");
  check(fi_av_open(domain, &av, &addresses, NULL), "address vector");
  check(fi_cq_open(domain, &cq, &queue, NULL), "queue");
  check(fi_endpoint(domain, info, &ep, NULL), "endpoint");
  check(fi_ep_bind(ep, &addresses->fid, 0), "bind");
  check(fi_ep_bind(ep, &queue->fid, FI_TRANSMIT | FI_RECV), "bind");
  check(fi_enable(ep), "enable");
  if (fi_av_insert(addresses, to, 1, peer, 0, NULL) != 1) check(-FI_EINVAL, "insert");
  return ep;
}

/* Waits for its end, for 20 s at most. */
static void send_one(struct fid_ep *ep, fi_addr_t peer, const void *message, size_t n) {
  static struct fi_context2 context;
  struct fi_cq_msg_entry entry;
  time_t end = time(NULL) + 20;
  ssize_t rc;
  while ((rc = fi_send(ep, message, n, NULL, peer, &context)) == -FI_EAGAIN && time(NULL) < end)
    (void)fi_cq_read(queue, &entry, 1);
  check((int)rc, "send");
  while ((rc = fi_cq_read(queue, &entry, 1)) == -FI_EAGAIN && time(NULL) < end) continue;
  if (rc != 1) check(-FI_EIO, "end of a send");
}

int main(int argc, char **argv) {
  struct {
    struct hyd_ofi_header h;
    char more[4000];
  } message = {
      .h = {.secret = 4711, .am = {.kind = HYD_AM_SHORT, .is_request = 1, .handler = 128}}};
  struct sockaddr_in to;
  fi_addr_t peer;
  struct fid_ep *ep;
  if (argc != 3) return 2;
  to = address_of(argv[2]);
  ep = open_endpoint(info_of(argv[1]), &to, &peer);
  send_one(ep, peer, &message, sizeof message.h);
  send_one(ep, peer, &message, 3);
  send_one(ep, peer, &message, sizeof message);
  return 0;
}
