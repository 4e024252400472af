/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait_fds.c: the descriptors that wake a rank that sleeps, or its progress thread: completions,
 * reports of devices, and events of the way to connect.
 */
#include "conduits/ibv/messages.h"
#include "conduits/ibv/progress.h"

enum { WAY, COMPLETIONS, EVENTS, DEVICE = 2 }; /* a pair of descriptors for each device */

int hyd_ibv_wait_fds_arm(struct hyd_ibv *s) {
  int failed = 0;
  for (uint32_t i = 0; i < s->rail_ports.ndevices; i++)
    failed |= ibv_req_notify_cq(s->rail_ports.device[i]->cq, 0) != 0;
  return failed || hyd_ibv_fetch(s);
}

uint32_t hyd_ibv_wait_fds(const struct hyd_ibv *s, struct pollfd *f) {
  uint32_t n = WAY;
  f[n++] = (struct pollfd){s->peers.way_fd, POLLIN, 0};
  for (uint32_t i = 0; i < s->rail_ports.ndevices; i++) {
    f[n++] = (struct pollfd){s->rail_ports.device[i]->channel->fd, POLLIN, 0};
    f[n++] = (struct pollfd){s->rail_ports.device[i]->ctx->async_fd, POLLIN, 0};
  }
  return n;
}

static int any(const struct pollfd *f, uint32_t from, uint32_t n) {
  for (uint32_t i = from; i < n; i += DEVICE)
    if (f[i].revents) return 1;
  return 0;
}

static void drain(const struct hyd_ibv_device *d) {
  struct ibv_cq *cq;
  void *context;
  while (ibv_get_cq_event(d->channel, &cq, &context) == 0) ibv_ack_cq_events(cq, 1);
}

static void drain_all(struct hyd_ibv *s) {
  for (uint32_t i = 0; i < s->rail_ports.ndevices; i++) drain(s->rail_ports.device[i]);
}

/* Has the next poll look for events of the way to connect. */
static void look_now(struct hyd_ibv *s) {
  s->peers.look_ns = 0;
  s->peers.looks = HYD_IBV_LOOK_EVERY - 1;
}

void hyd_ibv_wait_fds_take(struct hyd_ibv *s, const struct pollfd *f, uint32_t n, int all) {
  if (all && any(f, COMPLETIONS, n)) drain_all(s);
  if (any(f, EVENTS, n)) hyd_ibv_events_take(s);
  if (f[WAY].revents) look_now(s);
}
