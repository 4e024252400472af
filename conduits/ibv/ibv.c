/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ibv.c: the conduit: active messages by sends, put and get by RDMA, on InfiniBand, RoCE and whatever else libibverbs
 * drives.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "conduits/ibv/ibv_int.h"
#include "conduits/ibv/xfer.h"
#include "conduits/module.h"
#include "core/meet.h"
#include "core/sys/clock.h"

#define ROUNDS 4 /* of completions in one poll */
#define SENDS 1024u
#define RESULTS 512u
#define LESS_MAX 16u /* a part of the buffers that still works */
#define LINGER_NS 1000000000u
#define OPENING_NAP_NS 5000000u /* while hellos may have to be said again */

/* --- life -------------------------------------------------------------------------------------------------------- */

static int vb_probe(char *why, size_t why_size) {
  struct ibv_device **all;
  int n = 0;
  (void)ibv_fork_init();
  all = ibv_get_device_list(&n);
  if (all) ibv_free_device_list(all);
  if (n > 0) return 0;
  snprintf(why, why_size, "no RDMA device (ibv_devinfo lists them; contrib/rdma-vm emulates one)");
  return -1;
}

void vb_warn_once(struct vb_state *s, const char *fmt, ...) {
  char text[400];
  va_list args;
  if (s->warned++ || !hyd_env_bool(s->job->env, HYD_ENV_PHYSMEM_WARN)) return;
  va_start(args, fmt);
  vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  hyd_warn(s->job, "ibv conduit: %s", text);
}

/* The most inline data that helps, or what there is of it. */
static int find_inline(struct vb_state *s, char *why, size_t size) {
  struct vb_dev *d = &s->dev;
  uint32_t least = sizeof(struct vb_cell);
  for (uint32_t most = s->set.inline_most; most; most = most == least ? 0 : most / 2 < least ? least : most / 2) {
    struct ibv_qp_init_attr a = {.send_cq = d->cq, .recv_cq = d->cq, .srq = d->srq, .qp_type = IBV_QPT_RC,
                                 .cap = {.max_send_wr = s->set.depth, .max_send_sge = 1, .max_inline_data = most}};
    struct ibv_qp *qp = ibv_create_qp(d->pd, &a);
    if (qp == NULL) continue;
    ibv_destroy_qp(qp);
    d->inline_max = most;
    return 0;
  }
  snprintf(why, size, "%s: cannot make a queue pair with %zu bytes of inline data: %s (ulimit -l)", d->name,
           sizeof(struct vb_cell), strerror(errno));
  return -1;
}

static int make_three(struct vb_state *s, uint32_t receives, uint32_t sends, uint32_t bounces) {
  int err = vb_pool_make(&s->receive, s->dev.pd, VB_BUFFER, receives, 0);
  if (err) return err;
  if ((err = vb_pool_make(&s->send, s->dev.pd, VB_BUFFER, sends, 0)) == 0) {
    if (bounces == 0 || (err = vb_pool_make(&s->bounce, s->dev.pd, VB_BOUNCE, bounces, 0)) == 0) return 0;
    vb_pool_free(&s->send);
  }
  vb_pool_free(&s->receive);
  return err;
}

/* Messages that peers may send without asking, as many as have large pools. */
static uint32_t unasked(const struct vb_state *s) {
  uint32_t peers = s->job->size - 1;
  return (peers < 64 ? peers : 64) * (VB_CLASSES * VB_WINDOW + 1);
}

/* As many buffers as the job can use, or fewer where so much cannot be pinned. */
static int make_pools(struct vb_state *s, char *why, size_t size) {
  uint32_t peers = s->job->size - 1, least = unasked(s) + 2 * VB_BATCH, n = peers < 64 ? 128 + 14 * peers : 1024;
  uint32_t sends = s->set.sends ? s->set.sends : 128, fewest = VB_BATCH / 2, less = 1;
  int err = vb_pool_make(&s->cells, s->dev.pd, sizeof(struct vb_cell), s->job->size, IBV_ACCESS_REMOTE_WRITE);
  if (s->set.receives) n = s->set.receives;
  if (err == 0) err = vb_pool_make(&s->results, s->dev.pd, sizeof(uint64_t), RESULTS, 0);
  while (err == 0 && less <= LESS_MAX) {
    err = make_three(s, n / less > least ? n / less : least, sends / less > fewest ? sends / less : fewest,
                     less == LESS_MAX ? 0 : 16 / less);
    if (err == 0) break;
    if (less < LESS_MAX) err = 0;
    less *= 2;
  }
  if (err) snprintf(why, size, "%s: cannot register buffers: %s (ulimit -l)", s->dev.name, strerror(err));
  else if (less > 1)
    vb_warn_once(s, "memory for 1/%u of the buffers only could be registered (ulimit -l)", less);
  return err ? -1 : 0;
}

static int fill_receives(struct vb_state *s) {
  uint32_t buffer;
  s->requests.buffer = malloc(s->receive.n * sizeof *s->requests.buffer);
  s->replies.buffer = malloc(s->receive.n * sizeof *s->replies.buffer);
  if (!s->requests.buffer || !s->replies.buffer) return -1;
  s->reserve = s->receive.n / 4;
  if (s->reserve > s->receive.n - unasked(s) - VB_BATCH) s->reserve = s->receive.n - unasked(s) - VB_BATCH;
  s->grant_max = s->receive.n - s->reserve - VB_BATCH;
  s->signals_max = SENDS - VB_HELLOS;
  while ((buffer = vb_pool_get(&s->receive)) != VB_NONE) vb_receive_post(s, buffer);
  vb_receive_flush(s);
  return 0;
}

static void learn_addresses(struct vb_state *s) {
  struct vb_where mine = {.qpn = s->ud->qp_num, .lid = s->dev.port_attr.lid, .net = s->dev.net};
  memcpy(mine.gid, s->dev.gid.raw, sizeof mine.gid);
  s->table = hyd_exchange_addresses(s->job, &mine, sizeof mine);
  vb_ports_agree(s);
}

static uint64_t bytes_of(const struct vb_pool *p) { return (uint64_t)p->each * p->n + 4096; }

static int bring_up(struct vb_state *s, char *why, size_t size) {
  if (vb_dev_open(&s->dev, s->job, why, size)) return -1;
  vb_settings_read(s);
  if (vb_dev_queues(&s->dev, s->set.receives > 2048 ? s->set.receives : 2048, SENDS + 256, why, size)) return -1;
  if (find_inline(s, why, size) || make_pools(s, why, size) || vb_hello_open(s, why, size)) return -1;
  s->buffers = bytes_of(&s->cells) + bytes_of(&s->results) + bytes_of(&s->receive) + bytes_of(&s->send) +
               bytes_of(&s->bounce) + bytes_of(&s->hellos);
  return fill_receives(s);
}

static int vb_open(struct hyd_job *job, void *shared_state, void **state) {
  struct vb_state *s = calloc(1, sizeof *s);
  char why[512] = "out of memory";
  (void)shared_state;
  if (s == NULL) return -1;
  s->job = job;
  s->locked = job->threaded;
  pthread_mutex_init(&s->lock, NULL);
  s->conn = calloc(job->size, sizeof *s->conn);
  s->segment_key = calloc(job->size, sizeof *s->segment_key);
  if (!s->conn || !s->segment_key || bring_up(s, why, sizeof why)) {
    fprintf(stderr, "ibv conduit: rank %u: %s\n", job->rank, why);
    return -1;
  }
  (void)fcntl(s->dev.channel->fd, F_SETFL, O_NONBLOCK);
  vb_pin_init(s);
  learn_addresses(s);
  vb_settings_say(s);
  vb_static_open(s);
  *state = s;
  return 0;
}

/* --- poll and sleep ------------------------------------------------------------------------------------------------- */

static void progress(struct vb_state *s) {
  for (int i = 0; i < ROUNDS && vb_fetch(s); i++) vb_take_all(s);
  if (s->asked) fh_poll(s->fh);
  if (atomic_load_explicit(&s->mails, memory_order_relaxed)) vb_mail_collect(s);
  if (s->listed || s->asked) vb_xfers_go(s);
  if (s->owing) vb_flow_pay(s, s->events == 0);
  if (s->opening) {
    s->now = hyd_now_ns();
    vb_hello_tick(s);
  }
}

static int vb_poll(struct hyd_job *job, void *state, int take_requests) {
  struct vb_state *s = state;
  int events;
  (void)job;
  vb_lock(s);
  s->events = 0;
  s->take_requests = take_requests;
  if (vb_has_stash(s)) vb_take_stash(s);
  progress(s);
  events = s->events;
  vb_unlock(s);
  return events;
}

void vb_progress_nested(void *state) {
  struct vb_state *s = state;
  vb_lock(s);
  s->nested = 1;
  s->events = 0;
  progress(s);
  s->nested = 0;
  vb_unlock(s);
}

/* Whether completions are there already; if not, the channel will tell of the next. */
static int arm(struct vb_state *s) {
  int some;
  vb_lock(s);
  some = ibv_req_notify_cq(s->dev.cq, 0) != 0 || vb_fetch(s) || atomic_load_explicit(&s->mails, memory_order_relaxed);
  vb_unlock(s);
  return some;
}

static void drain_channel(struct vb_state *s) {
  struct ibv_cq *cq;
  void *context;
  while (ibv_get_cq_event(s->dev.channel, &cq, &context) == 0) ibv_ack_cq_events(cq, 1);
}

static void vb_sleep(struct hyd_job *job, void *state, uint64_t timeout_ns) {
  struct vb_state *s = state;
  struct pollfd f = {s->dev.channel->fd, POLLIN, 0};
  struct timespec t;
  (void)job;
  if (arm(s)) return;
  if (s->opening && timeout_ns > OPENING_NAP_NS) timeout_ns = OPENING_NAP_NS;
  t = (struct timespec){(time_t)(timeout_ns / 1000000000u), (long)(timeout_ns % 1000000000u)};
  if (ppoll(&f, 1, &t, NULL) > 0) drain_channel(s);
}

void vb_wait_nested(struct vb_state *s) {
  vb_progress_nested(s);
  vb_sleep(s->job, s, 1000000);
}

/* --- the end ----------------------------------------------------------------------------------------------------------- */

static int all_sent(struct vb_state *s) {
  int all = 1;
  for (gex_Rank_t i = 0; i < s->job->size; i++)
    if (s->conn[i]) all &= vb_posted_all(s, s->conn[i]);
  return all;
}

/* The last messages of this rank may be what a peer waits for: they are seen through, for a while. */
static void vb_close(struct hyd_job *job, void *state) {
  struct vb_state *s = state;
  uint64_t end = hyd_now_ns() + LINGER_NS;
  int done;
  do {
    vb_lock(s);
    s->closing = 1;
    done = all_sent(s);
    if (vb_fetch(s)) vb_take_all(s);
    vb_unlock(s);
    if (!done) vb_sleep(job, state, 1000000);
  } while (!done && hyd_now_ns() < end);
  vb_pin_close(s);
  vb_static_close(s);
}

static const struct hyd_conduit conduit = {
    .name = "ibv",
    .summary = "RDMA on InfiniBand, RoCE and iWARP, by libibverbs",
    .max_medium = VB_MAX_PAYLOAD,
    .max_long = VB_MAX_LONG,
    .keeps_longs = 2 * VB_BUFFER,
    .probe = vb_probe,
    .open = vb_open,
    .attach = vb_attach,
    .close = vb_close,
    .ops = {.am_send = vb_am_send, .poll = vb_poll, .sleep = vb_sleep, .put = vb_put, .get = vb_get,
            .has_atomics = vb_has_atomics, .atomic = vb_atomic},
};

extern const struct hyd_conduit_module hyd_conduit_module;
const struct hyd_conduit_module hyd_conduit_module = {HYD_MODULE_BUILD, &conduit};
