/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device.h: the RDMA device and port of a rank (device.c), which of them that is (ports_find.c),
 * and what the device reports on its own account (device_events.c).
 */
#ifndef HYD_IBV_DEVICE_H
#define HYD_IBV_DEVICE_H

#include <infiniband/verbs.h>

#include "conduits/ibv/ports.h"
#include "core/env/env.h"

struct hyd_ibv;
struct hyd_ibv_way;

/* Rights of peers on registered memory; hyd_ibv_device.access has that of atomics, too, if the
 * device has them. */
#define HYD_IBV_ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ)
#define HYD_IBV_RAILS_MAX 8u /* queue pairs for a peer */

/* The address of a rank, as all ranks know it. */
struct hyd_ibv_address {
  unsigned char gid[16]; /* librdmacm: its IP address */
  uint32_t qpn;          /* of its datagrams; librdmacm: its port */
  uint16_t lid;
  uint8_t net : 4;   /* enum hyd_ibv_net: all but InfiniBand's are addressed by GID */
  uint8_t ports : 4; /* ports that its rails may use, */
  uint8_t first : 3; /* and which of them is its own */
  uint8_t small : 1; /* its buffers have HYD_IBV_SMALL_BUFFER bytes */
  uint8_t way : 3;   /* hyd_ibv_way.number */
  uint8_t rxe : 1;   /* its device is soft-RoCE */
};
_Static_assert(sizeof(struct hyd_ibv_address) <= HYD_ADDRESS_SIZE, "fits into the directory");

/* A port of a device. Of several ports of one device, `home` is the port by which the device was
 * opened; the others share its context, protection domain and queues. */
struct hyd_ibv_device {
  uint32_t number; /* of the home: its place in hyd_ibv_rail_ports.device */
  struct hyd_ibv_device *home;
  struct ibv_context *ctx;
  struct ibv_pd *pd;
  struct ibv_comp_channel *channel;
  struct ibv_cq *cq;
  struct ibv_srq *srq;       /* NULL: for rails alone, no messages arrive here */
  struct ibv_mr *segment_mr; /* of the home; NULL: the segment is not registered as a whole */
  struct ibv_port_attr port_attr;
  struct ibv_device_attr attr;
  union ibv_gid gid;
  const struct hyd_ibv_way *way; /* how ranks connect */
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
  char name[HYD_IBV_DEVICE_NAME];
};

/* Whether the device was opened for rails alone. */
static inline int hyd_ibv_is_for_rails(const struct hyd_ibv_device *d) { return d->srq == NULL; }

/* This rank's port, and those for its rails: one or more, which may be the same. */
struct hyd_ibv_choice {
  uint32_t n;
  struct hyd_ibv_port used, rail[HYD_IBV_RAILS_MAX];
};

/* device.c: opens a port and its device; prepares it for one way to connect. -1: see `why`. */
int hyd_ibv_device_open(struct hyd_ibv_device *d, const struct hyd_ibv_port *port, char *why,
                        size_t size);
int hyd_ibv_device_prepare(struct hyd_ibv_device *d, const struct hyd_ibv_way *way,
                           struct hyd_job *job, char *why, size_t size);
/* Another port of a device that is open. */
int hyd_ibv_device_share(struct hyd_ibv_device *d, struct hyd_ibv_device *home, struct hyd_env *env,
                         const struct hyd_ibv_port *port, char *why, size_t size);
/* A completion queue; a device for rails needs no more. */
int hyd_ibv_device_completions(struct hyd_ibv_device *d, uint32_t n);
/* The queues for `receives` buffers and `sends` work requests whose completion is reported. */
int hyd_ibv_device_queues(struct hyd_ibv_device *d, uint32_t receives, uint32_t sends, char *why,
                          size_t size);
/* GASNET_MAX_MTU. */
void hyd_ibv_device_limit_mtu(struct hyd_ibv_device *d, struct hyd_env *env);
/* The address of a rank, as verbs have it. NULL: see errno. */
struct ibv_ah *hyd_ibv_device_address(const struct hyd_ibv_device *d,
                                      const struct hyd_ibv_address *at);
struct ibv_ah_attr hyd_ibv_device_path(const struct hyd_ibv_device *d,
                                       const struct hyd_ibv_address *at);
/* The first reason why memory cannot be pinned is reported; later ones are not. */
void hyd_ibv_warn_once(struct hyd_ibv *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3), cold));

/* ports_find.c: chooses the ports of this rank, as the environment says. Collective on a host. */
int hyd_ibv_port_find(struct hyd_job *job, struct hyd_ibv_choice *c, char *why, size_t size);
/* Rank 0 checks that all ranks' ports are of kinds that reach each other; the job ends if not. */
void hyd_ibv_ports_agree(const struct hyd_ibv *s);

/* device_events.c: takes the devices' reports; ends the job if a device cannot go on. Lock held. */
void hyd_ibv_events_take(struct hyd_ibv *s);

#endif
