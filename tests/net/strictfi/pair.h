/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pair.h: two endpoints in a process, which talk to each other by libfabric: what client.c and
 * functional.c begin with.
 */
#ifndef STRICTFI_PAIR_H
#define STRICTFI_PAIR_H

#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>

#define PAGE 4096u
#define ALL (FI_SEND | FI_RECV | FI_READ | FI_WRITE | FI_REMOTE_READ | FI_REMOTE_WRITE)

struct side {
  struct fid_domain *domain;
  struct fid_av *av;
  struct fid_cq *tx, *rx;
  struct fid_ep *ep;
  fi_addr_t peer;
  struct fid_mr *mr; /* of `memory`: page 0 to send, 1 to receive, 2 for the peer */
  char *memory, name[256];
  size_t name_size;
  unsigned sent, received;
};

/* How endpoints are bound to queues of which kind; memory. */
struct pair_form {
  size_t queue; /* entries */
  enum fi_cq_format format;
  enum fi_wait_obj wait;
  uint64_t tx_flags, rx_flags; /* beside FI_TRANSMIT and FI_RECV */
  int one_queue;               /* for what is sent and received */
  size_t pages;                /* of `memory`, all but the last registered */
};

extern struct fi_info *pair_info;
extern struct fid_fabric *pair_fabric;

/* Ends the program; with 3 if the provider has refused the call, as it should. */
void pair_must(long rc, const char *what);
/* Hints for the provider that a program of all modes may give. */
struct fi_info *pair_hints(const char *provider);
void pair_open_side(struct side *s, const struct pair_form *form);
void pair_enable_side(struct side *s, const struct pair_form *form);
void pair_join(struct side *s, struct side *of);
void pair_close_side(struct side *s);
struct fid_mr *pair_registered(struct side *s, void *at, size_t n, uint64_t access);
void *pair_desc(const struct side *s);
/* The address of a place in `memory`, as the peer's operations name it. */
uint64_t pair_address(const struct side *s, size_t offset);

#endif
