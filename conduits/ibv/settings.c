/* SPDX-License-Identifier: BSD-3-Clause
 *
 * settings.c: sizes from the environment, within what the device can do; and warnings about
 * variables without effect.
 */
#include <stdio.h>

#include "conduits/ibv/rails.h"

#define INLINE_MOST 256u /* INLINE_MESSAGE of send_message.c */
#define DEPTH_MOST 4096
#define BUFFERS_MOST 32768
#define READS_MOST 16u

/* Variables of other implementations that this conduit accepts and ignores. */
static const char *const without_effect[] = {"GASNET_CONNECT_SNDS",
                                             "GASNET_CONNECT_RCVS",
                                             "GASNET_PHYSMEM_PROBE",
                                             "GASNET_PHYSMEM_NOPROBE",
                                             "GASNET_USE_FENCED_PUTS",
                                             "GASNET_PACKEDLONG_LIMIT",
                                             "GASNET_NONBULKPUT_BOUNCE_LIMIT",
                                             "GASNET_PUTINMOVE_LIMIT",
                                             "GASNET_AM_GATHER_MIN",
                                             "GASNET_NETWORKDEPTH_TOTAL",
                                             "GASNET_AM_CREDITS_TOTAL",
                                             "GASNET_AM_CREDITS_SLACK",
                                             "GASNET_RBUF_SPARES",
                                             "GASNET_PINNED_REGIONS_MAX",
                                             "GASNET_RATOMICBUF_COUNT",
                                             "GASNET_SND_THREAD",
                                             "GASNET_SND_THREAD_RATE",
                                             "GASNET_SND_THREAD_IDLE",
                                             "GASNET_SND_THREAD_POLL_MODE",
                                             "GASNET_RCV_THREAD_RATE",
                                             "GASNET_RCV_THREAD_IDLE",
                                             "GASNET_RCV_THREAD_POLL_MODE"};

/* The least power of two that is more than n. */
static uint32_t power_above(uint32_t n) {
  uint32_t p = 4;
  while (p <= n) p *= 2;
  return p;
}

static uint8_t reads(const struct hyd_ibv *s) {
  uint32_t n = hyd_job_number(s->job, HYD_ENV_QP_RD_ATOM, 0, 255),
           most = (uint32_t)s->dev.attr.max_qp_rd_atom;
  if (most > READS_MOST) most = READS_MOST;
  return (uint8_t)(n && n < most ? n : most);
}

static size_t stripe(const struct hyd_ibv *s, enum hyd_env_id id) {
  uint64_t n = hyd_env_size(hyd_job_env(s->job), id);
  return n && n < 4096 ? 4096 : (size_t)n;
}

static void note_shared_queues(const struct hyd_ibv *s) {
  if (hyd_env_int(hyd_job_env(s->job), HYD_ENV_USE_SRQ, -1, 1) == 0)
    hyd_warn(s->job,
             "GASNET_USE_SRQ=0: the ibv conduit always has one receive queue for all peers");
  if (hyd_env_int(hyd_job_env(s->job), HYD_ENV_USE_XRC, -1, 1) == 1)
    hyd_warn(s->job,
             "GASNET_USE_XRC=1: the ibv conduit has no XRC; each two ranks have a connection");
}

static void read_queues(struct hyd_ibv_settings *set, const struct hyd_ibv *s) {
  set->slots = power_above(hyd_job_number(s->job, HYD_ENV_NETWORKDEPTH_PP, 3, DEPTH_MOST));
  while (set->slots > (uint32_t)s->dev.attr.max_qp_wr && set->slots > 4) set->slots /= 2;
  set->depth = set->slots - 1;
  set->signal_every = set->slots / 2 < 16 ? set->slots / 2 : 16;
  set->reads = reads(s);
  set->timeout = (uint8_t)hyd_job_number(s->job, HYD_ENV_QP_TIMEOUT, 0, 31);
  set->retries = (uint8_t)hyd_job_number(s->job, HYD_ENV_QP_RETRY_COUNT, 0, 7);
}

static void read_messages(struct hyd_ibv_settings *set, const struct hyd_ibv *s) {
  set->window = hyd_job_number(s->job, HYD_ENV_AM_CREDITS_PP, HYD_IBV_WINDOW, 1024);
  set->inline_most = hyd_job_number(s->job, HYD_ENV_INLINESEND_LIMIT, 0, INT32_MAX);
  if (set->inline_most < sizeof(struct hyd_ibv_cell))
    set->inline_most = sizeof(struct hyd_ibv_cell);
  if (set->inline_most > INLINE_MOST) set->inline_most = INLINE_MOST;
  set->receives = hyd_job_number(s->job, HYD_ENV_RBUF_COUNT, 0, BUFFERS_MOST);
  if (set->receives > (uint32_t)s->dev.attr.max_srq_wr)
    set->receives = (uint32_t)s->dev.attr.max_srq_wr;
  set->sends = hyd_job_number(s->job, HYD_ENV_BBUF_COUNT, 0, BUFFERS_MOST);
  if (set->sends && set->sends < HYD_IBV_BATCH) set->sends = HYD_IBV_BATCH;
}

static void read_rails(struct hyd_ibv_settings *set, const struct hyd_ibv *s) {
  set->rails = hyd_job_number(s->job, HYD_ENV_NUM_QPS, 0, 255);
  set->rail_each_port = set->rails == 0;
  if (set->rails > HYD_IBV_RAILS_MAX) set->rails = HYD_IBV_RAILS_MAX;
  if (set->rails == 0) set->rails = s->rail_ports.choice.n;
  if (!s->dev.way->by_port) set->rails = 1;
  set->put_stripe = stripe(s, HYD_ENV_PUT_STRIPE_SZ);
  set->get_stripe = stripe(s, HYD_ENV_GET_STRIPE_SZ);
}

void hyd_ibv_settings_read(struct hyd_ibv *s) {
  read_queues(&s->set, s);
  read_messages(&s->set, s);
  read_rails(&s->set, s);
  s->set.wait_min_ns =
      hyd_job_number(s->job, HYD_ENV_CONNECT_RETRANS_MIN, 1, INT32_MAX) * UINT64_C(1000);
  s->set.wait_max_ns =
      hyd_job_number(s->job, HYD_ENV_CONNECT_RETRANS_MAX, 1, INT32_MAX) * UINT64_C(1000);
  hyd_ibv_device_limit_mtu(&s->dev, hyd_job_env(s->job));
  note_shared_queues(s);
}

void hyd_ibv_settings_report(const struct hyd_ibv *s) {
  const struct hyd_ibv_device *d = &s->dev;
  struct hyd_env *env = hyd_job_env(s->job);
  if (hyd_job_rank(s->job) != 0 || !hyd_env_bool(env, HYD_ENV_VERBOSEENV)) return;
  fprintf(stderr,
          "ibv conduit: rank 0 uses port %u of %s (%s): packets of %d bytes, inline data of %u, %u "
          "work requests of a queue pair, %u queue pairs for a peer, %u credits, %u receive and %u "
          "send buffers\n",
          d->port, d->name, hyd_ibv_net_name[d->net], 128 << d->port_attr.active_mtu, d->inline_max,
          s->set.depth, s->set.rails, s->set.window, s->bufs.receive.n, s->bufs.send.n);
  hyd_ibv_rail_ports_report(s);
  for (size_t i = 0; i < sizeof without_effect / sizeof without_effect[0]; i++) {
    const char *v = hyd_env_get(env, without_effect[i]);
    if (v) fprintf(stderr, "ibv conduit: %s=%.60s is without effect\n", without_effect[i], v);
  }
}
