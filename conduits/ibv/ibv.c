/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ibv.c: the conduit: active messages by sends, put and get by RDMA, on InfiniBand, RoCE and
 * whatever else libibverbs drives.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "conduits/ibv/ibv_int.h"
#include "conduits/ibv/xfer.h"
#include "conduits/module_limits.h"
#include "conduits/module.h"
#include "core/oob/oob.h"
#include "core/sys/clock.h"
#include "firehose/limits.h"

#define ROUNDS 4 /* of completions in one poll */
#define SENDS 1024u
#define LINGER_NS 1000000000u
#define OPENING_NAP_NS 5000000u /* while hellos may have to be said again */

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
  s->where.small = s->message < VB_BUFFER;
  s->where.net = s->dev.net;
  s->where.rxe = s->dev.is_rxe;
  vb_rails_tell(s);
  s->table = hyd_exchange_addresses(s->job, &s->where, sizeof s->where);
  vb_way_agree(s);
  if (s->dev.way == &vb_way_ud) vb_ports_agree(s); /* librdmacm's addresses are of IP */
  vb_bufs_agree(s);
  vb_rails_agree(s);
}

static int bring_up(struct vb_state *s, char *why, size_t size) {
  if (vb_port_find(s->job, &s->choice, why, size)) return -1;
  if (vb_dev_open(&s->dev, s->job, &s->choice.used, why, size)) return -1;
  vb_settings_read(s);
  if (vb_dev_queues(&s->dev, vb_bufs_most(s), SENDS + 256, why, size)) return -1;
  s->signals_max = SENDS - VB_HELLOS;
  return find_inline(s, why, size) || vb_way_open(s, why, size) || vb_bufs_open(s, why, size) ? -1
                                                                                              : 0;
}

static int vb_open(struct hyd_job *job, void *shared_state, void **state) {
  struct vb_state *s = calloc(1, sizeof *s);
  char why[512] = "out of memory";
  (void)shared_state;
  if (s == NULL) return -1;
  s->job = job;
  if (hyd_env_bool(job->env, HYD_ENV_MAXIMIZE_MEMLOCK))
    fh_limits_raise(); /* before anything is pinned */
  vb_lock_init(&s->lock, job, vb_attend_wanted(job));
  s->conn = calloc(job->size, sizeof *s->conn);
  s->segment_key = calloc(job->size, sizeof *s->segment_key);
  if (!s->conn || !s->segment_key || bring_up(s, why, sizeof why)) {
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

/* --- poll and sleep ------------------------------------------------------- */

void vb_progress(struct vb_state *s) {
  for (int i = 0; i < ROUNDS && vb_fetch(s); i++) {
    vb_take_all(s);
    if (s->nwc < VB_BATCH) break; /* that was all */
  }
  if (s->asked) fh_poll(s->fh);
  if (atomic_load_explicit(&s->mails, memory_order_relaxed)) vb_mail_collect(s);
  if (s->listed || s->asked) vb_xfers_go(s);
  if (s->owing) vb_flow_pay(s, s->events == 0);
  if (vb_look_is_due(s)) vb_conn_tick(s);
}

static int vb_poll(struct hyd_job *job, void *state, int take_requests) {
  struct vb_state *s = state;
  int events;
  (void)job;
  vb_lock(s);
  s->events = 0;
  s->take_requests = take_requests;
  vb_count_poll(s);
  s->events += (int)hyd_op_list_done(&s->finished, s->job);
  if (vb_has_stash(s)) vb_take_stash(s);
  vb_progress(s);
  events = s->events;
  vb_unlock(s);
  return events;
}

void vb_progress_nested(void *state) {
  struct vb_state *s = state;
  vb_lock(s);
  s->nested = 1;
  s->events = 0;
  vb_progress(s);
  s->nested = 0;
  vb_unlock(s);
}

/* Whether completions are there already; if not, the channel will tell of the next. */
static int arm(struct vb_state *s, uint64_t *timeout_ns) {
  int some;
  vb_lock(s);
  if (s->opening && *timeout_ns > OPENING_NAP_NS) *timeout_ns = OPENING_NAP_NS;
  atomic_fetch_add_explicit(&s->asleep, 1, memory_order_relaxed);
  some = s->finished.n || s->replies.n || (s->requests.n && !hyd_am_parked(s->job)) ||
         vb_wake_arm(s) || atomic_load_explicit(&s->mails, memory_order_relaxed);
  vb_unlock(s);
  return some;
}

static void vb_sleep(struct hyd_job *job, void *state, uint64_t timeout_ns) {
  struct vb_state *s = state;
  struct pollfd f[VB_WAKE_FDS];
  uint32_t n = vb_wake_fds(s, f);
  struct timespec t;
  int some = arm(s, &timeout_ns);
  (void)job;
  t = (struct timespec){(time_t)(timeout_ns / 1000000000u), (long)(timeout_ns % 1000000000u)};
  some = !some && ppoll(f, n, &t, NULL) > 0;
  vb_lock(s);
  if (some) vb_wake_take(s, f, n, 1);
  atomic_fetch_sub_explicit(&s->asleep, 1, memory_order_relaxed);
  vb_unlock(s);
}

void vb_wait_nested(struct vb_state *s) {
  vb_progress_nested(s);
  vb_sleep(s->job, s, 1000000);
}

/* --- the end -------------------------------------------------------------- */

static int all_sent(struct vb_state *s) {
  int all = 1;
  for (gex_Rank_t i = 0; i < s->job->size; i++)
    if (s->conn[i]) all &= vb_posted_all(s, s->conn[i]);
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

_Static_assert(VB_MAX_PAYLOAD == HYD_IBV_MAX_MEDIUM && VB_MAX_LONG == HYD_IBV_MAX_LONG,
               "as said before it is loaded");

static const struct hyd_conduit conduit = {
    .name = "ibv",
    .summary = "RDMA on InfiniBand, RoCE and iWARP, by libibverbs",
    .max_medium = VB_MAX_PAYLOAD,
    .max_long = VB_MAX_LONG,
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
