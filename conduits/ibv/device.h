/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device.h: the RDMA device and port of a rank (device.c), the choice of the port (ports_find.c),
 * and the device's asynchronous events (device_events.c).
 */
#ifndef HYD_IBV_DEVICE_H
#define HYD_IBV_DEVICE_H

#include <infiniband/verbs.h>

#include "conduits/ibv/ports.h"
#include "core/env/env.h"

struct hyd_ibv;
struct hyd_ibv_way;

/* Access rights of registered memory. hyd_ibv_device.access also has the right of atomics, if the
 * device can do them. */
#define HYD_IBV_ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ)
#define HYD_IBV_RAILS_MAX 8u /* most queue pairs to a peer */
#define HYD_IBV_WORKING "; expected a working device (ibv_devinfo -v: its state and limits)"

/* The address of a rank, as all ranks know it. */
struct hyd_ibv_address {
  unsigned char gid[16]; /* with librdmacm: the IP address */
  uint32_t qpn;          /* queue pair for datagrams; with librdmacm: the port number */
  uint16_t lid;
  uint8_t net : 4;   /* enum hyd_ibv_net; all kinds but InfiniBand are addressed by GID */
  uint8_t ports : 4; /* number of ports that the rank's rails may use */
  uint8_t first : 3; /* index of the rank's own port among these */
  uint8_t small : 1; /* the rank's buffers have HYD_IBV_SMALL_BUFFER bytes */
  uint8_t way : 3;   /* hyd_ibv_way.number */
  uint8_t rxe : 1;   /* the device is soft-RoCE */
};
_Static_assert(sizeof(struct hyd_ibv_address) <= HYD_ADDRESS_SIZE, "fits into the directory");

/* A port of a device. Several ports of one device share the context, protection domain and queues
 * of `home`, the port by which the device was opened. */
struct hyd_ibv_device {
  uint32_t number; /* the home's index in hyd_ibv_rail_ports.device */
  struct hyd_ibv_device *home;
  struct ibv_context *ctx;
  struct ibv_pd *pd;
  struct ibv_comp_channel *channel;
  struct ibv_cq *cq;
  struct ibv_srq *srq;       /* NULL: the device is for rails alone and receives no messages */
  struct ibv_mr *segment_mr; /* the home's registration of the whole segment; NULL: none */
  struct ibv_port_attr port_attr;
  struct ibv_device_attr attr;
  union ibv_gid gid;
  const struct hyd_ibv_way *way; /* the method to connect */
  uint8_t port, gid_index, net;
  uint8_t is_iwarp;
  uint8_t is_siw; /* the kernel's soft-iWARP */
  uint8_t is_rxe; /* the kernel's soft-RoCE */
  uint16_t pkey_index;
  int access;      /* rights of registered memory */
  int read_access; /* rights that the local memory of an RDMA read needs */
  uint32_t inline_max;
  size_t message_max; /* most bytes of an RDMA operation */
  size_t read_max;    /* most bytes of an RDMA read */
  char name[HYD_IBV_DEVICE_NAME];
};

/* Whether the device was opened for rails alone. */
static inline int hyd_ibv_is_for_rails(const struct hyd_ibv_device *d) { return d->srq == NULL; }

/* This rank's port, and the n ports of its rails, which may include it. */
struct hyd_ibv_choice {
  uint32_t n;
  struct hyd_ibv_port used, rail[HYD_IBV_RAILS_MAX];
};

/* device.c: opens a port and its device. -1: see `why`. */
int hyd_ibv_device_open(struct hyd_ibv_device *d, const struct hyd_ibv_port *port, char *why,
                        size_t size);
/* Prepares the device for a method to connect. -1: see `why`. */
int hyd_ibv_device_prepare(struct hyd_ibv_device *d, const struct hyd_ibv_way *way,
                           struct hyd_job *job, char *why, size_t size);
/* Opens another port of an open device. -1: see `why`. */
int hyd_ibv_device_share(struct hyd_ibv_device *d, struct hyd_ibv_device *home, struct hyd_env *env,
                         const struct hyd_ibv_port *port, char *why, size_t size);
/* Makes a completion queue of n entries, all that a device for rails needs. -1: see errno. */
int hyd_ibv_device_completions(struct hyd_ibv_device *d, uint32_t n);
/* Closes a device of which no other port, queue pair or shared receive queue is in use. */
void hyd_ibv_device_close(struct hyd_ibv_device *d);
/* Makes the queues, for `receives` buffers and `sends` reported completions. -1: see `why`. */
int hyd_ibv_device_queues(struct hyd_ibv_device *d, uint32_t receives, uint32_t sends, char *why,
                          size_t size);
/* Applies GASNET_MAX_MTU. */
void hyd_ibv_device_limit_mtu(struct hyd_ibv_device *d, struct hyd_env *env);
/* The address handle, or the attributes of the path, to a rank. NULL: see errno. */
struct ibv_ah *hyd_ibv_device_address(const struct hyd_ibv_device *d,
                                      const struct hyd_ibv_address *at);
struct ibv_ah_attr hyd_ibv_device_path(const struct hyd_ibv_device *d,
                                       const struct hyd_ibv_address *at);
/* Warns why memory cannot be pinned; only the first call prints. */
void hyd_ibv_warn_once(struct hyd_ibv *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3), cold));

/* ports_find.c: chooses the ports of this rank, as the environment says. Collective over the host.
 */
int hyd_ibv_port_find(struct hyd_job *job, struct hyd_ibv_choice *c, char *why, size_t size);
/* At rank 0: ends the job unless the kinds of all ranks' ports reach each other. */
void hyd_ibv_ports_agree(const struct hyd_ibv *s);

/* device_events.c: handles the devices' events; ends the job if a device has failed. Lock held. */
void hyd_ibv_events_take(struct hyd_ibv *s);

#endif
