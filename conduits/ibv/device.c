/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device.c: opens the chosen port, and makes the queues that all connections share: one completion
 * queue, and one receive queue, so that receive memory does not grow with the number of peers.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "conduits/ibv/state.h"
#include "core/am/wait.h"

#define SIW_VENDOR 0x626d74u
#define RXE_VENDOR 0xffffffu

/* --- the port ------------------------------------------------------------- */

/* Opens the device of that name, which may have been removed since it was found. */
static int open_device(struct hyd_ibv_device *d, const char *name) {
  int n = 0;
  struct ibv_device **all = ibv_get_device_list(&n);
  for (int i = 0; all && i < n; i++)
    if (strcmp(ibv_get_device_name(all[i]), name) == 0) d->ctx = ibv_open_device(all[i]);
  if (all) ibv_free_device_list(all);
  return d->ctx ? 0 : -1;
}

static void take_port(struct hyd_ibv_device *d, const struct hyd_ibv_port *p) {
  snprintf(d->name, sizeof d->name, "%s", p->device);
  d->port = p->port;
  d->net = p->net;
  d->gid_index = p->gid_index;
  memcpy(d->gid.raw, p->gid, sizeof p->gid);
}

static int open_port(struct hyd_ibv_device *d, const struct hyd_ibv_port *p, char *why,
                     size_t size) {
  take_port(d, p);
  if (open_device(d, p->device) == 0 && ibv_query_device(d->ctx, &d->attr) == 0 &&
      ibv_query_port(d->ctx, d->port, &d->port_attr) == 0)
    return 0;
  snprintf(why, size, "%s: cannot be opened: %s", d->name, strerror(errno));
  return -1;
}

static int choose_pkey(struct hyd_ibv_device *d, struct hyd_env *env, char *why, size_t size) {
  int64_t wanted = hyd_env_int(env, HYD_ENV_IBV_PKEY, 0, 0x7fff);
  __be16 key;
  if (wanted == 0) return 0;
  for (int i = 0; i < d->port_attr.pkey_tbl_len; i++)
    if (ibv_query_pkey(d->ctx, d->port, i, &key) == 0 && (ntohs(key) & 0x7fff) == wanted) {
      d->pkey_index = (uint16_t)i;
      return 0;
    }
  snprintf(why, size, "port %d of %s has no partition key %#x (GASNET_IBV_PKEY)", d->port, d->name,
           (unsigned)wanted);
  return -1;
}

int hyd_ibv_device_open(struct hyd_ibv_device *d, const struct hyd_ibv_port *port, char *why,
                        size_t size) {
  d->home = d;
  if (open_port(d, port, why, size)) return -1;
  d->is_iwarp = d->ctx->device->transport_type == IBV_TRANSPORT_IWARP;
  d->is_siw = d->is_iwarp && d->attr.vendor_id == SIW_VENDOR;
  d->is_rxe = !d->is_iwarp && d->attr.vendor_id == RXE_VENDOR;
  d->access =
      HYD_IBV_ACCESS | (d->attr.atomic_cap == IBV_ATOMIC_NONE ? 0 : IBV_ACCESS_REMOTE_ATOMIC);
  d->read_access = d->is_iwarp ? IBV_ACCESS_REMOTE_WRITE : 0;
  return 0;
}

int hyd_ibv_device_prepare(struct hyd_ibv_device *d, const struct hyd_ibv_way *way,
                           struct hyd_job *job, char *why, size_t size) {
  d->way = way;
  if (way->device && way->device(d, why, size)) return -1;
  if (way->by_port && choose_pkey(d, hyd_job_env(job), why, size)) return -1;
  if (d->is_rxe || d->is_siw) hyd_wait_share_cores(job);
  d->message_max = d->port_attr.max_msg_sz & ~(size_t)4095;
  if (d->message_max > HYD_MAX_TRANSFER) d->message_max = HYD_MAX_TRANSFER;
  d->read_max = d->message_max;
  d->pd = ibv_alloc_pd(d->ctx);
  d->channel = ibv_create_comp_channel(d->ctx);
  if (d->pd == NULL || d->channel == NULL) {
    snprintf(why, size, "%s: cannot allocate a protection domain: %s", d->name, strerror(errno));
    return -1;
  }
  (void)fcntl(d->channel->fd, F_SETFL, O_NONBLOCK);
  (void)fcntl(d->ctx->async_fd, F_SETFL, O_NONBLOCK);
  return 0;
}

int hyd_ibv_device_share(struct hyd_ibv_device *d, struct hyd_ibv_device *home, struct hyd_env *env,
                         const struct hyd_ibv_port *p, char *why, size_t size) {
  *d = *home;
  take_port(d, p);
  if (ibv_query_port(d->ctx, d->port, &d->port_attr) == 0) return choose_pkey(d, env, why, size);
  snprintf(why, size, "port %d of %s does not answer", d->port, d->name);
  return -1;
}

int hyd_ibv_device_completions(struct hyd_ibv_device *d, uint32_t n) {
  d->cq = ibv_create_cq(d->ctx, (int)n, NULL, d->channel, 0);
  return d->cq ? 0 : -1;
}

void hyd_ibv_device_close(struct hyd_ibv_device *d) {
  if (d->cq) ibv_destroy_cq(d->cq);
  if (d->channel) ibv_destroy_comp_channel(d->channel);
  if (d->pd) ibv_dealloc_pd(d->pd);
  if (d->ctx) ibv_close_device(d->ctx);
}

int hyd_ibv_device_queues(struct hyd_ibv_device *d, uint32_t receives, uint32_t sends, char *why,
                          size_t size) {
  struct ibv_srq_init_attr srq = {.attr = {.max_wr = receives, .max_sge = 1}};
  d->srq =
      hyd_ibv_device_completions(d, receives + sends) == 0 ? ibv_create_srq(d->pd, &srq) : NULL;
  if (d->srq) return 0;
  snprintf(why, size, "%s: cannot make queues for %u receives and %u sends: %s (ulimit -l)",
           d->name, receives, sends, strerror(errno));
  return -1;
}

void hyd_ibv_device_limit_mtu(struct hyd_ibv_device *d, struct hyd_env *env) {
  int64_t wanted = hyd_env_int(env, HYD_ENV_MAX_MTU, -1, 4096);
  enum ibv_mtu most = IBV_MTU_256;
  if (wanted <= 0) return;
  if (wanted < 256)
    hyd_refuse("environment", "GASNET_MAX_MTU=%d; expected 0, -1, or 256 to 4096", (int)wanted);
  while (most < IBV_MTU_4096 && (128 << (most + 1)) <= wanted) most++;
  if (most < d->port_attr.active_mtu) d->port_attr.active_mtu = most;
}

/* --- addresses of peers --------------------------------------------------- */

struct ibv_ah_attr hyd_ibv_device_path(const struct hyd_ibv_device *d,
                                       const struct hyd_ibv_address *at) {
  int by_gid = at->net != HYD_IBV_NET_IB;
  struct ibv_ah_attr a = {.dlid = at->lid, .port_num = d->port, .is_global = (uint8_t)by_gid};
  if (!by_gid) return a;
  memcpy(a.grh.dgid.raw, at->gid, sizeof at->gid);
  a.grh.sgid_index = d->gid_index;
  a.grh.hop_limit = 64;
  return a;
}

struct ibv_ah *hyd_ibv_device_address(const struct hyd_ibv_device *d,
                                      const struct hyd_ibv_address *at) {
  struct ibv_ah_attr a = hyd_ibv_device_path(d, at);
  return ibv_create_ah(d->pd, &a);
}

void hyd_ibv_warn_once(struct hyd_ibv *s, const char *fmt, ...) {
  char text[400];
  va_list args;
  if (s->warned++ || !hyd_env_bool(hyd_job_env(s->job), HYD_ENV_PHYSMEM_WARN)) return;
  va_start(args, fmt);
  vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  hyd_warn(s->job, "ibv conduit: %s", text);
}
