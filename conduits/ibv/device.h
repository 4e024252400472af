/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device.h: the RDMA device and port of a rank (device.c), which of them that is (ports_find.c),
 * and what the device reports on its own account (device_events.c).
 */
#ifndef HYD_IBV_DEVICE_H
#define HYD_IBV_DEVICE_H

#include <infiniband/verbs.h>

#include "conduits/ibv/ports.h"
#include "core/env.h"
#include "core/job.h"

struct vb_state;
struct vb_way;

/* Rights of peers on registered memory; a device with atomics adds that of atomics
 * (vb_dev.access). */
#define VB_ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ)
#define VB_RAILS_MAX 8u /* queue pairs for a peer */

/* The address of a rank, as all ranks know it. */
struct vb_where {
  unsigned char gid[16]; /* librdmacm: its IP address */
  uint32_t qpn;          /* of its datagrams; librdmacm: its port */
  uint16_t lid;
  uint8_t net : 4;   /* enum vb_net: all but InfiniBand's are addressed by GID */
  uint8_t ports : 4; /* ports that its rails may use, */
  uint8_t first : 3; /* and which of them is its own */
  uint8_t small : 1; /* its buffers have VB_SMALL_BUFFER bytes */
  uint8_t way : 3;   /* vb_way.number */
  uint8_t rxe : 1;   /* its device is soft-RoCE */
};
_Static_assert(sizeof(struct vb_where) <= HYD_ADDRESS_SIZE, "fits into the directory");

/* A port of a device. Of several ports of one device, `home` is the port by which the device was
 * opened; the others share its context, protection domain and queues. */
struct vb_dev {
  uint32_t number; /* of the home: 0, or its place in vb_rail_ports.more, from 1 on */
  struct vb_dev *home;
  struct ibv_context *ctx;
  struct ibv_pd *pd;
  struct ibv_comp_channel *channel;
  struct ibv_cq *cq;
  struct ibv_srq *srq;       /* NULL: for rails alone, no messages arrive here */
  struct ibv_mr *segment_mr; /* of the home; NULL: the segment is not registered as a whole */
  struct ibv_port_attr port_attr;
  struct ibv_device_attr attr;
  union ibv_gid gid;
  const struct vb_way *way; /* how ranks connect */
  uint8_t port, gid_index, net;
  uint8_t is_iwarp;
  uint8_t is_siw; /* the kernel's soft-iWARP */
  uint8_t is_rxe; /* the kernel's soft-RoCE */
  uint16_t pkey_index;
  int access;      /* rights of peers on registered memory */
  int read_access; /* rights that the destination of an RDMA read needs */
  uint32_t inline_max;
  size_t message_max; /* bytes of an RDMA operation */
  size_t read_max;    /* bytes of an RDMA read */
  char name[VB_DEVICE_NAME];
};

/* Whether the device was opened for rails alone. */
static inline int vb_is_for_rails(const struct vb_dev *d) { return d->srq == NULL; }

/* This rank's port, and those for its rails: one or more, which may be the same. */
struct vb_choice {
  uint32_t n;
  struct vb_port used, rail[VB_RAILS_MAX];
};

/* device.c: opens a port and its device; prepares it for one way to connect. -1: see `why`. */
int vb_dev_open(struct vb_dev *d, const struct vb_port *port, char *why, size_t size);
int vb_dev_prepare(struct vb_dev *d, const struct vb_way *way, struct hyd_job *job, char *why,
                   size_t size);
/* Another port of a device that is open. */
int vb_dev_share(struct vb_dev *d, struct vb_dev *home, struct hyd_env *env,
                 const struct vb_port *port, char *why, size_t size);
/* A completion queue; a device for rails needs no more. */
int vb_dev_completions(struct vb_dev *d, uint32_t n);
/* The queues for `receives` buffers and `sends` work requests whose completion is reported. */
int vb_dev_queues(struct vb_dev *d, uint32_t receives, uint32_t sends, char *why, size_t size);
/* GASNET_MAX_MTU. */
void vb_dev_limit_mtu(struct vb_dev *d, struct hyd_env *env);
/* The address of a rank, as verbs have it. NULL: see errno. */
struct ibv_ah *vb_dev_address(const struct vb_dev *d, const struct vb_where *at);
struct ibv_ah_attr vb_dev_path(const struct vb_dev *d, const struct vb_where *at);
/* The first reason why memory cannot be pinned is reported; later ones are not. */
void vb_warn_once(struct vb_state *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3), cold));

/* ports_find.c: chooses the ports of this rank, as the environment says. Collective on a host. */
int vb_port_find(struct hyd_job *job, struct vb_choice *c, char *why, size_t size);
/* Rank 0 checks that all ranks' ports are of kinds that reach each other; the job ends if not. */
void vb_ports_agree(const struct vb_state *s);

/* device_events.c: takes the devices' reports; ends the job if a device cannot go on. Lock held. */
void vb_events_take(struct vb_state *s);

#endif
