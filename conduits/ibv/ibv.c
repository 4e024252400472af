/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ibv.c: opens and closes the conduit, and has its tables.
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
#include "core/oob/oob.h"
#include "core/sys/clock.h"
#include "firehose/pin_limits.h"

#define SENDS 1024u
#define LINGER_NS 1000000000u

/* --- life ----------------------------------------------------------------- */

/* Since Linux 5.12 registered memory stays with the parent at a fork. On older kernels
 * ibv_fork_init has this effect, but then the client's children lack the pages of registered
 * memory. */
#ifdef HYD_HAVE_FORK_STATUS
static int may_fork(void) { return ibv_is_fork_initialized() == IBV_FORK_UNNEEDED; }
#else
static int may_fork(void) { return 0; }
#endif

static int probe(char *why, size_t why_size) {
  struct ibv_device **all;
  int n = 0;
  if (!may_fork()) (void)ibv_fork_init();
  all = ibv_get_device_list(&n);
  if (all) ibv_free_device_list(all);
  if (n > 0) return 0;
  snprintf(why, why_size,
           "no RDMA device (ibv_devinfo lists them; contrib/building/rdma-vm emulates one)");
  return -1;
}

/* Finds the most bytes of inline data: what is useful, or less if the device has less. */
static int find_inline(struct hyd_ibv *s, char *why, size_t size) {
  struct hyd_ibv_device *d = &s->dev;
  uint32_t least = sizeof(struct hyd_ibv_cell);
  for (uint32_t most = s->set.inline_most; most; most = most == least      ? 0
                                                        : most / 2 < least ? least
                                                                           : most / 2) {
    d->inline_max = most;
    struct ibv_qp_init_attr a = hyd_ibv_qp_attr(s, d);
    struct ibv_qp *qp = ibv_create_qp(d->pd, &a);
    if (qp == NULL) continue;
    ibv_destroy_qp(qp);
    return 0;
  }
  snprintf(why, size, "%s: cannot make a queue pair with %zu bytes of inline data: %s (ulimit -l)",
           d->name, sizeof(struct hyd_ibv_cell), strerror(errno));
  return -1;
}

static void learn_addresses(struct hyd_ibv *s) {
  s->peers.address.small = s->bufs.message < HYD_IBV_BUFFER;
  s->peers.address.net = s->dev.net;
  s->peers.address.rxe = s->dev.is_rxe;
  hyd_ibv_rails_tell(s);
  s->peers.table = hyd_oob_addresses(s->job, &s->peers.address, sizeof s->peers.address);
  hyd_ibv_way_agree(s);
  if (s->dev.way->by_port) hyd_ibv_ports_agree(s); /* librdmacm's addresses are IP addresses */
  hyd_ibv_buffers_agree(s);
  hyd_ibv_rails_agree(s);
}

static int bring_up(struct hyd_ibv *s, char *why, size_t size) {
  const struct hyd_ibv_way *way;
  if (hyd_ibv_port_find(s->job, &s->rail_ports.choice, why, size)) return -1;
  if (hyd_ibv_device_open(&s->dev, &s->rail_ports.choice.used, why, size)) return -1;
  if ((way = hyd_ibv_way_choose(&s->dev, hyd_job_env(s->job), why, size)) == NULL) return -1;
  if (hyd_ibv_device_prepare(&s->dev, way, s->job, why, size)) return -1;
  hyd_ibv_settings_read(s);
  if (hyd_ibv_device_queues(&s->dev, hyd_ibv_buffers_most(s), SENDS + 256, why, size)) return -1;
  s->signals_max = SENDS - HYD_IBV_HELLOS;
  s->peers.address.way = way->number;
  s->peers.way_fd = -1;
  return find_inline(s, why, size) || way->open(s, why, size) || hyd_ibv_buffers_open(s, why, size)
             ? -1
             : 0;
}

static const struct hyd_ibv_calls calls = {.ended = {[HYD_IBV_XFER_DONE] = hyd_ibv_xfer_done,
                                                     [HYD_IBV_ATOMIC_DONE] = hyd_ibv_atomic_done,
                                                     [HYD_IBV_LIFE_SEEN] = hyd_ibv_life_seen},
                                           .arrived = {[HYD_IBV_SHORT] = hyd_ibv_attend_take,
                                                       [HYD_IBV_CONTROL] = hyd_ibv_fh_take,
                                                       [HYD_IBV_RAILS] = hyd_ibv_rails_take},
                                           .progress = hyd_ibv_progress_nested};

static int open_conduit(struct hyd_job *job, void *shared_state, void **state) {
  struct hyd_ibv *s = calloc(1, sizeof *s);
  char why[512] = "out of memory";
  (void)shared_state;
  if (s == NULL) return -1;
  s->job = job;
  s->calls = &calls;
  s->rail_ports.device[s->rail_ports.ndevices++] = &s->dev;
  if (hyd_env_bool(hyd_job_env(job), HYD_ENV_MAXIMIZE_MEMLOCK))
    fh_limits_raise(); /* before anything is pinned */
  hyd_attend_init(&s->progress.attend, job, hyd_env_bool(hyd_job_env(job), HYD_ENV_IBV_THREAD));
  s->peers.conn = calloc(hyd_job_size(job), sizeof *s->peers.conn);
  s->memory.segment_key = calloc(hyd_job_size(job), sizeof *s->memory.segment_key);
  if (!s->peers.conn || !s->memory.segment_key || bring_up(s, why, sizeof why))
    hyd_refuse("ibv conduit", "rank %u: %s", hyd_job_rank(job), why);
  hyd_ibv_fh_init(s);
  hyd_ibv_fallback_open(s);
  learn_addresses(s);
  hyd_ibv_rail_ports_open(s);
  hyd_ibv_settings_report(s);
  hyd_ibv_connect_static(s);
  *state = s; /* before the attending thread starts */
  hyd_ibv_attend_start(s);
  return 0;
}

/* --- the end -------------------------------------------------------------- */

static int all_sent(struct hyd_ibv *s) {
  int all = 1;
  for (gex_Rank_t i = 0; i < hyd_job_size(s->job); i++)
    if (s->peers.conn[i]) all &= hyd_ibv_posted_all(s, s->peers.conn[i]);
  return all;
}

/* Waits up to LINGER_NS for the completions of this rank's last messages, as peers may wait for
 * those. */
static void close_conduit(struct hyd_job *job, void *state) {
  struct hyd_ibv *s = state;
  uint64_t end = hyd_now_ns() + LINGER_NS;
  int done;
  hyd_attend_end(&s->progress.attend); /* no handlers from now on */
  do {
    hyd_ibv_lock(s);
    s->closing = 1;
    done = all_sent(s);
    if (hyd_ibv_fetch(s)) hyd_ibv_receive_all(s);
    hyd_ibv_unlock(s);
    if (!done) hyd_ibv_sleep(job, state, 1000000);
  } while (!done && hyd_now_ns() < end);
  hyd_ibv_fh_close(s);
  hyd_ibv_connect_record(s);
}

static size_t medium_limit(struct hyd_job *job, void *state) {
  (void)job;
  return hyd_ibv_max_payload(state);
}

_Static_assert(HYD_IBV_MAX_PAYLOAD == HYD_IBV_MAX_MEDIUM && HYD_IBV_BOUNCE == HYD_IBV_MAX_LONG,
               "as said before it is loaded");

static const struct hyd_conduit conduit = {
    .name = "ibv",
    .summary = "RDMA on InfiniBand, RoCE and iWARP, by libibverbs",
    .max_medium = HYD_IBV_MAX_PAYLOAD,
    .max_long = HYD_IBV_BOUNCE,
    .keeps_longs = 2 * HYD_IBV_BUFFER,
    .guarded = HYD_GUARDED_ROUND,
    .probe = probe,
    .open = open_conduit,
    .medium_limit = medium_limit,
    .attach = hyd_ibv_attach,
    .detach = hyd_ibv_detach,
    .close = close_conduit,
    .describe = hyd_ibv_describe,
    .ops = {.am_send = hyd_ibv_am_send,
            .poll = hyd_ibv_poll,
            .sleep = hyd_ibv_sleep,
            .put = hyd_ibv_put,
            .get = hyd_ibv_get,
            .at_once_most = HYD_IBV_DIRECT_MOST,
            .at_once = hyd_ibv_at_once,
            .ends = hyd_ibv_ends,
            .has_atomics = hyd_ibv_has_atomics,
            .atomic = hyd_ibv_atomic},
};

const struct hyd_conduit *const hyd_module_conduit = &conduit;
