/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device_events.c: asynchronous events of a device: a port goes down, a queue pair is in error, the
 * device is unplugged. They are read when they end a sleep of this rank, and when a work request
 * has failed, which an event may explain.
 */
#include <errno.h>

#include "conduits/ibv/connections.h"

/* What an event means to the job. */
enum gravity { NO_MATTER, TO_BE_SAID, THE_END };
struct meaning {
  enum gravity gravity;
  const char *advice;
};

static struct meaning meaning_of(enum ibv_event_type type) {
  switch (type) {
  case IBV_EVENT_DEVICE_FATAL:
    return (struct meaning){THE_END, "the device has failed or was unplugged (dmesg)"};
  case IBV_EVENT_CQ_ERR:
    return (struct meaning){THE_END,
                            "completions were lost; the device or its driver is at fault (dmesg)"};
  case IBV_EVENT_SRQ_ERR:
    return (struct meaning){
        THE_END,
        "no message can be received any more; the device or its driver is at fault (dmesg)"};
  case IBV_EVENT_QP_FATAL:
  case IBV_EVENT_QP_REQ_ERR:
    return (struct meaning){THE_END, "the peer sent what the device cannot accept"};
  case IBV_EVENT_QP_ACCESS_ERR:
    return (struct meaning){THE_END, "the peer wanted memory that is not registered here"};
  case IBV_EVENT_PORT_ERR:
    return (struct meaning){TO_BE_SAID,
                            "peers beyond it are given up if it stays so (ibv_devinfo, ip link)"};
  default: return (struct meaning){NO_MATTER, ""};
  }
}

/* The peer of a queue pair; HYD_IBV_NONE: the queue pair belongs to no connection. */
static uint32_t peer_of(const struct hyd_ibv *s, const struct ibv_qp *qp) {
  for (gex_Rank_t i = 0; i < hyd_job_size(s->job); i++)
    if (s->peers.conn[i] && s->peers.conn[i]->qp == qp) return i;
  return HYD_IBV_NONE;
}

static int is_of_qp(enum ibv_event_type type) {
  return type == IBV_EVENT_QP_FATAL || type == IBV_EVENT_QP_REQ_ERR ||
         type == IBV_EVENT_QP_ACCESS_ERR;
}

static int is_of_port(enum ibv_event_type type) {
  return type == IBV_EVENT_PORT_ERR || type == IBV_EVENT_PORT_ACTIVE;
}

static void place_of(const struct hyd_ibv *s, const struct hyd_ibv_device *d,
                     const struct ibv_async_event *e, char *text, size_t size) {
  uint32_t peer = is_of_qp(e->event_type) ? peer_of(s, e->element.qp) : HYD_IBV_NONE;
  if (peer != HYD_IBV_NONE)
    snprintf(text, size, "%s, connection to rank %u", d->name, peer);
  else if (is_of_port(e->event_type))
    snprintf(text, size, "%s, port %d", d->name, e->element.port_num);
  else
    snprintf(text, size, "%s", d->name);
}

static void report_event(struct hyd_ibv *s, const struct hyd_ibv_device *d,
                         const struct ibv_async_event *e, struct meaning m) {
  char place[96];
  place_of(s, d, e, place, sizeof place);
  if (m.gravity == THE_END && !s->closing)
    hyd_fatal("ibv conduit", "%s: %s; %s", place, ibv_event_type_str(e->event_type), m.advice);
  fprintf(stderr, "ibv conduit: rank %u: %s: %s; %s\n", hyd_job_rank(s->job), place,
          ibv_event_type_str(e->event_type), m.advice);
}

static int is_port(const struct hyd_ibv_device *used, const struct hyd_ibv_device *d, int port) {
  return used && used->home == d && used->port == port;
}

static int concerns(const struct hyd_ibv *s, const struct hyd_ibv_device *d,
                    const struct ibv_async_event *e) {
  int used = !is_of_port(e->event_type) || is_port(&s->dev, d, e->element.port_num);
  for (uint32_t i = 0; i < s->rail_ports.nports && !used; i++)
    used = is_port(s->rail_ports.port[i], d, e->element.port_num);
  return used;
}

static void take_events(struct hyd_ibv *s, const struct hyd_ibv_device *d) {
  struct ibv_async_event e;
  while (ibv_get_async_event(d->ctx, &e) == 0) {
    struct meaning m = meaning_of(e.event_type);
    int said = m.gravity != NO_MATTER && concerns(s, d, &e) && !s->closing;
    ibv_ack_async_event(&e); /* before hyd_fatal, at whose exit libibverbs would wait for it */
    if (said) report_event(s, d, &e, m);
  }
}

void hyd_ibv_events_take(struct hyd_ibv *s) {
  for (uint32_t i = 0; i < s->rail_ports.ndevices; i++) take_events(s, s->rail_ports.device[i]);
}
