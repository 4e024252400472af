/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dev.c: the first active port that the environment's list has (GASNET_IBV_PORTS), its address, and the queues that all
 * connections share: one completion queue, and one receive queue, so that receive memory does not grow with peers.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "conduits/ibv/ibv_int.h"

/* --- the port ----------------------------------------------------------------------------------------------- */

/* Whether the list (hca[:port,...]+hca...) has that port; an empty list has all. */
static int is_listed(const char *list, const char *hca, int port) {
  while (*list) {
    size_t item = strcspn(list, "+"), name = strcspn(list, ":+");
    const char *p = list + name, *end = list + item;
    if (name == strlen(hca) && strncmp(list, hca, name) == 0) {
      if (p == end) return 1;
      while (p < end) {
        if (atoi(p + 1) == port) return 1;
        p += 1 + strcspn(p + 1, ",+");
      }
    }
    list += item + (list[item] == '+');
    if (*list == '\0') return 0;
  }
  return 1;
}

static int find_port(struct vb_dev *d, struct ibv_device *device, const char *list) {
  snprintf(d->name, sizeof d->name, "%s", ibv_get_device_name(device));
  d->ctx = ibv_open_device(device);
  if (d->ctx == NULL) return 0;
  if (ibv_query_device(d->ctx, &d->attr) == 0)
    for (d->port = 1; d->port <= d->attr.phys_port_cnt; d->port++)
      if (is_listed(list, d->name, d->port) && ibv_query_port(d->ctx, d->port, &d->port_attr) == 0 &&
          d->port_attr.state == IBV_PORT_ACTIVE)
        return 1;
  ibv_close_device(d->ctx);
  d->ctx = NULL;
  return 0;
}

static int choose_port(struct vb_dev *d, const char *list, char *why, size_t size) {
  int n = 0, found = 0;
  struct ibv_device **all = ibv_get_device_list(&n);
  for (int i = 0; all && i < n && !found; i++) found = find_port(d, all[i], list);
  if (all) ibv_free_device_list(all);
  if (found) return 0;
  if (n == 0) snprintf(why, size, "no RDMA device; expected one (ibv_devinfo lists them)");
  else snprintf(why, size, "none of %d RDMA devices has an active port%s%s (ibv_devinfo lists them; GASNET_IBV_PORTS)", n,
                *list ? " in the list " : "", list);
  return -1;
}

/* --- its address -------------------------------------------------------------------------------------------- */

/* How well a GID serves: RoCE v2 over IPv4, then IPv6, then what is of the link only. */
static int worth(const struct ibv_gid_entry *e) {
  static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  int of_link = e->gid.raw[0] == 0xfe && (e->gid.raw[1] & 0xc0) == 0x80;
  if (e->gid_type != IBV_GID_TYPE_ROCE_V2) return 1;
  return memcmp(e->gid.raw, mapped, sizeof mapped) == 0 ? 4 : of_link ? 2 : 3;
}

static int choose_gid(struct vb_dev *d, char *why, size_t size) {
  struct ibv_gid_entry e;
  int best = 0;
  d->by_gid = d->port_attr.link_layer == IBV_LINK_LAYER_ETHERNET;
  for (int i = 0; i < d->port_attr.gid_tbl_len; i++) {
    if (ibv_query_gid_ex(d->ctx, d->port, (uint32_t)i, &e, 0)) continue;
    if (!d->by_gid && i > 0) break;
    if (worth(&e) <= best) continue;
    best = worth(&e);
    d->gid = e.gid;
    d->gid_index = (uint8_t)i;
  }
  if (best || !d->by_gid) return 0;
  snprintf(why, size, "port %d of %s has no address (GID); expected its network interface to be up, with an address",
           d->port, d->name);
  return -1;
}

static int choose_pkey(struct vb_dev *d, struct hyd_env *env, char *why, size_t size) {
  int64_t wanted = hyd_env_int(env, HYD_ENV_IBV_PKEY, 0, 0x7fff);
  __be16 key;
  if (wanted == 0) return 0;
  for (int i = 0; i < d->port_attr.pkey_tbl_len; i++)
    if (ibv_query_pkey(d->ctx, d->port, i, &key) == 0 && (ntohs(key) & 0x7fff) == wanted) {
      d->pkey_index = (uint16_t)i;
      return 0;
    }
  snprintf(why, size, "port %d of %s has no partition key %#x (GASNET_IBV_PKEY)", d->port, d->name, (unsigned)wanted);
  return -1;
}

int vb_dev_open(struct vb_dev *d, struct hyd_env *env, char *why, size_t size) {
  if (choose_port(d, hyd_env_str(env, HYD_ENV_IBV_PORTS), why, size)) return -1;
  if (vb_way_choose(d, env, why, size)) return -1;
  if (d->way == &vb_way_ud && (choose_gid(d, why, size) || choose_pkey(d, env, why, size))) return -1;
  d->message_max = d->port_attr.max_msg_sz & ~(size_t)4095;
  if (d->message_max > HYD_MAX_TRANSFER) d->message_max = HYD_MAX_TRANSFER;
  d->pd = ibv_alloc_pd(d->ctx);
  d->channel = ibv_create_comp_channel(d->ctx);
  if (d->pd && d->channel) return 0;
  snprintf(why, size, "%s: cannot allocate a protection domain: %s", d->name, strerror(errno));
  return -1;
}

int vb_dev_queues(struct vb_dev *d, uint32_t receives, uint32_t sends, char *why, size_t size) {
  struct ibv_srq_init_attr srq = {.attr = {.max_wr = receives, .max_sge = 1}};
  d->cq = ibv_create_cq(d->ctx, (int)(receives + sends), NULL, d->channel, 0);
  d->srq = d->cq ? ibv_create_srq(d->pd, &srq) : NULL;
  if (d->srq) return 0;
  snprintf(why, size, "%s: cannot make queues for %u receives and %u sends: %s (ulimit -l)", d->name, receives, sends,
           strerror(errno));
  return -1;
}

/* --- others' addresses --------------------------------------------------------------------------------------- */

struct ibv_ah_attr vb_dev_path(const struct vb_dev *d, const struct vb_where *at) {
  struct ibv_ah_attr a = {.dlid = at->lid, .port_num = d->port, .is_global = at->by_gid};
  if (!at->by_gid) return a;
  memcpy(a.grh.dgid.raw, at->gid, sizeof at->gid);
  a.grh.sgid_index = d->gid_index;
  a.grh.hop_limit = 64;
  return a;
}

struct ibv_ah *vb_dev_address(const struct vb_dev *d, const struct vb_where *at) {
  struct ibv_ah_attr a = vb_dev_path(d, at);
  return ibv_create_ah(d->pd, &a);
}
