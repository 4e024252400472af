/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ibv.c: the conduit: active messages by sends, put and get by RDMA, on InfiniBand, RoCE and
 * whatever else libibverbs drives.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "conduits/ibv/credits.h"
#include "conduits/ibv/memory_keys.h"
#include "conduits/ibv/messages.h"
#include "conduits/ibv/progress.h"
#include "conduits/ibv/rails.h"
#include "conduits/module_limits.h"
#include "conduits/module.h"
#include "core/meet.h"
#include "core/sys/clock.h"
#include "firehose/limits.h"

#define SENDS 1024u
#define LINGER_NS 1000000000u

/* --- life ----------------------------------------------------------------- */

/* Memory that is registered stays the parent's (Linux 5.12). Otherwise ibv_fork_init is asked for
 * it, which takes that memory, and all in the same pages, from children that the client forks. */
#ifdef HYD_HAVE_FORK_STATUS
static int may_fork(void) { return ibv_is_fork_initialized() == IBV_FORK_UNNEEDED; }
#else
static int may_fork(void) { return 0; }
#endif

static int vb_probe(char *why, size_t why_size) {
  struct ibv_device **all;
  int n = 0;
  if (!may_fork()) (void)ibv_fork_init();
  all = ibv_get_device_list(&n);
  if (all) ibv_free_device_list(all);
  if (n > 0) return 0;
  snprintf(why, why_size, "no RDMA device (ibv_devinfo lists them; contrib/rdma-vm emulates one)");
  return -1;
}

/* The most inline data that helps, or what there is of it. */
static int find_inline(struct vb_state *s, char *why, size_t size) {
  struct vb_dev *d = &s->dev;
  uint32_t least = sizeof(struct vb_cell);
  for (uint32_t most = s->set.inline_most; most; most = most == least      ? 0
                                                        : most / 2 < least ? least
                                                                           : most / 2) {
    d->inline_max = most;
    struct ibv_qp_init_attr a = vb_qp_attr(s, d);
    struct ibv_qp *qp = ibv_create_qp(d->pd, &a);
    if (qp == NULL) continue;
    ibv_destroy_qp(qp);
    return 0;
  }
  snprintf(why, size, "%s: cannot make a queue pair with %zu bytes of inline data: %s (ulimit -l)",
           d->name, sizeof(struct vb_cell), strerror(errno));
  return -1;
}

static void learn_addresses(struct vb_state *s) {
  s->peers.where.small = s->bufs.message < VB_BUFFER;
  s->peers.where.net = s->dev.net;
  s->peers.where.rxe = s->dev.is_rxe;
  vb_rails_tell(s);
  s->peers.table = hyd_exchange_addresses(s->job, &s->peers.where, sizeof s->peers.where);
  vb_way_agree(s);
  if (s->dev.way->by_port) vb_ports_agree(s); /* librdmacm's addresses are of IP */
  vb_bufs_agree(s);
  vb_rails_agree(s);
}

static int bring_up(struct vb_state *s, char *why, size_t size) {
  const struct vb_way *way;
  if (vb_port_find(s->job, &s->rail_ports.choice, why, size)) return -1;
  if (vb_dev_open(&s->dev, &s->rail_ports.choice.used, why, size)) return -1;
  if ((way = vb_way_choose(&s->dev, s->job->env, why, size)) == NULL) return -1;
  if (vb_dev_prepare(&s->dev, way, s->job, why, size)) return -1;
  vb_settings_read(s);
  if (vb_dev_queues(&s->dev, vb_bufs_most(s), SENDS + 256, why, size)) return -1;
  s->signals_max = SENDS - VB_HELLOS;
  s->peers.where.way = way->number;
  s->peers.way_fd = -1;
  return find_inline(s, why, size) || way->open(s, why, size) || vb_bufs_open(s, why, size) ? -1
                                                                                            : 0;
}

static const struct vb_calls calls = {
    .ended = {[VB_XFER_DONE] = vb_xfer_done,
              [VB_ATOMIC_DONE] = vb_atomic_done,
              [VB_LIFE_SEEN] = vb_life_seen},
    .arrived =
        {[VB_SHORT] = vb_attend_message, [VB_CONTROL] = vb_pin_hear, [VB_RAILS] = vb_rails_hear},
    .progress = vb_progress_nested};

static int vb_open(struct hyd_job *job, void *shared_state, void **state) {
  struct vb_state *s = calloc(1, sizeof *s);
  char why[512] = "out of memory";
  (void)shared_state;
  if (s == NULL) return -1;
  s->job = job;
  s->calls = &calls;
  if (hyd_env_bool(job->env, HYD_ENV_MAXIMIZE_MEMLOCK))
    fh_limits_raise(); /* before anything is pinned */
  vb_lock_init(&s->lock, job, vb_attend_wanted(job));
  s->peers.conn = calloc(job->size, sizeof *s->peers.conn);
  s->memory.segment_key = calloc(job->size, sizeof *s->memory.segment_key);
  if (!s->peers.conn || !s->memory.segment_key || bring_up(s, why, sizeof why)) {
    fprintf(stderr, "ibv conduit: rank %u: %s\n", job->rank, why);
    return -1;
  }
  vb_pin_init(s);
  vb_refused_open(s);
  learn_addresses(s);
  vb_rail_ports_open(s);
  vb_settings_say(s);
  vb_static_open(s);
  *state = s; /* before there is a thread that polls */
  vb_attend(s);
  return 0;
}

/* --- the end -------------------------------------------------------------- */

static int all_sent(struct vb_state *s) {
  int all = 1;
  for (gex_Rank_t i = 0; i < s->job->size; i++)
    if (s->peers.conn[i]) all &= vb_posted_all(s, s->peers.conn[i]);
  return all;
}

/* The last messages of this rank may be what a peer waits for: they are seen through, for a
 * while. */
static void vb_close(struct hyd_job *job, void *state) {
  struct vb_state *s = state;
  uint64_t end = hyd_now_ns() + LINGER_NS;
  int done;
  vb_attend_end(s); /* no handlers any more */
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

static size_t vb_medium_limit(struct hyd_job *job, void *state) {
  (void)job;
  return vb_max_payload(state);
}

_Static_assert(VB_MAX_PAYLOAD == HYD_IBV_MAX_MEDIUM && VB_BOUNCE == HYD_IBV_MAX_LONG,
               "as said before it is loaded");

static const struct hyd_conduit conduit = {
    .name = "ibv",
    .summary = "RDMA on InfiniBand, RoCE and iWARP, by libibverbs",
    .max_medium = VB_MAX_PAYLOAD,
    .max_long = VB_BOUNCE,
    .keeps_longs = 2 * VB_BUFFER,
    .probe = vb_probe,
    .open = vb_open,
    .medium_limit = vb_medium_limit,
    .attach = vb_attach,
    .detach = vb_detach,
    .close = vb_close,
    .describe = vb_describe,
    .ops = {.am_send = vb_am_send,
            .poll = vb_poll,
            .sleep = vb_sleep,
            .put = vb_put,
            .get = vb_get,
            .at_once = vb_at_once,
            .ends = vb_ends,
            .has_atomics = vb_has_atomics,
            .atomic = vb_atomic},
};

const struct hyd_conduit *const hyd_module_conduit = &conduit;
