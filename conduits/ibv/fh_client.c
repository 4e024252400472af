/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fh_client.c: firehose's client: registers memory, and says how much may be pinned and what the
 * environment wants (GASNET_FIREHOSE_*). Firehose may call these functions from any of its calls,
 * in any thread.
 */
#include <errno.h>
#include <stdlib.h>

#include "conduits/ibv/memory_keys.h"
#include "conduits/ibv/messages.h"
#include "core/sys/clock.h"
#include "firehose/limits.h"
#include "firehose/vma.h"
#include "firehose/watch.h"

/* Read-only memory can be a source: of a get by a peer, or of a put here. A registration that
 * has other memory, too, would be read-only as a whole. */
static int is_source(const struct hyd_ibv *s, uintptr_t addr, size_t len) {
  return s->memory.maps >= 0 && fh_vma_read_only(s->memory.maps, addr, addr + len);
}

/* NULL: see errno. */
static struct ibv_mr *register_with(struct hyd_ibv *s, const struct hyd_ibv_device *d,
                                    uintptr_t addr, size_t len) {
  struct ibv_mr *mr = ibv_reg_mr(d->pd, (void *)addr, len, d->access);
  int err = mr ? 0 : errno;
  if (err == EFAULT && is_source(s, addr, len))
    mr = ibv_reg_mr(d->pd, (void *)addr, len, IBV_ACCESS_REMOTE_READ);
  if (mr == NULL) errno = err ? err : EIO;
  return mr;
}

/* The name of pinned memory (fh_pinned.name): its registration; or, if rails have devices of
 * their own, this, with a registration for each device. */
struct all_of {
  struct ibv_mr *mr[1 + HYD_IBV_RAILS_MAX]; /* NULL: refused */
};

static struct all_of *register_with_all(struct hyd_ibv *s, struct ibv_mr *mr, uintptr_t addr,
                                        size_t len) {
  struct all_of *all = calloc(1, sizeof *all);
  if (all == NULL) return NULL;
  all->mr[0] = mr;
  for (uint32_t i = 1; i < s->rail_ports.ndevices; i++)
    all->mr[i] = register_with(s, s->rail_ports.device[i], addr, len);
  return all;
}

static int pin(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out) {
  struct hyd_ibv *s = ctx;
  struct ibv_mr *mr = register_with(s, &s->dev, addr, len);
  if (mr == NULL) return errno;
  out->key = (uint64_t)mr->rkey << 32 | mr->lkey;
  out->name = s->rail_ports.ndevices > 1 ? (void *)register_with_all(s, mr, addr, len) : (void *)mr;
  if (out->name) return 0;
  ibv_dereg_mr(mr);
  return ENOMEM;
}

static void unpin(void *ctx, uintptr_t addr, size_t len, const struct fh_pinned *pinned) {
  struct hyd_ibv *s = ctx;
  struct all_of *all = pinned->name;
  (void)addr, (void)len;
  if (s->rail_ports.ndevices == 1) {
    ibv_dereg_mr(pinned->name);
    return;
  }
  for (uint32_t i = 0; i < s->rail_ports.ndevices; i++)
    if (all->mr[i]) ibv_dereg_mr(all->mr[i]);
  free(all);
}

const struct ibv_mr *hyd_ibv_fh_of(const struct hyd_ibv *s, const struct fh_request *r,
                                   const struct hyd_ibv_device *d) {
  const struct all_of *all = fh_name(s->memory.fh, r);
  return all ? all->mr[d->home->number] : NULL;
}

/* The kernel does not tell when read-only memory becomes writable: it is pinned for one use. */
static int watch(void *ctx, uintptr_t addr, size_t len) {
  struct hyd_ibv *s = ctx;
  if (is_source(s, addr, len)) return EACCES;
  return s->memory.watch ? fh_watch_add(s->memory.watch, addr, addr + len) : ESRCH;
}

static void gone(void *ctx, uintptr_t lo, uintptr_t hi) {
  struct hyd_ibv *s = ctx;
  struct fh *fh =
      atomic_load_explicit(&s->memory.fh_shown,
                           memory_order_acquire); /* pairs with its release in hyd_ibv_fh_open */
  if (fh) fh_gone(fh, lo, hi);
}

static uint64_t now(void *ctx) {
  (void)ctx;
  return hyd_now_ns();
}

/* fh_ops.poll: a wait within firehose lets the network go on. */
static void poll_nested(void *ctx) { ((struct hyd_ibv *)ctx)->calls->progress(ctx); }

int hyd_ibv_fh_take(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_header *h) {
  return s->memory.fh == NULL || fh_input(s->memory.fh, c->peer, hyd_ibv_payload_of(h), h->nbytes);
}

static const struct fh_ops ops = {.pin = pin,
                                  .unpin = unpin,
                                  .watch = watch,
                                  .send = hyd_ibv_queue_firehose,
                                  .poll = poll_nested,
                                  .now = now};

void hyd_ibv_fh_granted(struct fh_request *r, void *xfer) {
  struct hyd_ibv_xfer *x = xfer;
  struct hyd_ibv *s = x->state;
  (void)r;
  pthread_mutex_lock(&s->callbacks.lock);
  x->next = NULL;
  *s->callbacks.last_granted = x;
  s->callbacks.last_granted = &x->next;
  pthread_mutex_unlock(&s->callbacks.lock);
  atomic_fetch_add_explicit(&s->callbacks.n, 1, memory_order_relaxed);
}

/* --- how much ------------------------------------------------------------- */

uint64_t hyd_ibv_fh_pinnable(struct hyd_ibv *s) {
  struct hyd_env *env = hyd_job_env(s->job);
  uint64_t m = hyd_env_size(env, HYD_ENV_FIREHOSE_M), there, wanted, all;
  struct fh_limits l;
  const char *text = hyd_env_str(env, HYD_ENV_PHYSMEM_MAX), *by;
  int per_host;
  if (m) return m + hyd_env_size(env, HYD_ENV_FIREHOSE_MAXVICTIM_M);
  fh_limits_read(&l, "");
  there = l.cgroup < l.physical ? l.cgroup : l.physical;
  wanted = hyd_env_segsize(text, there, &per_host);
  if (wanted == 0)
    hyd_refuse("environment", "GASNET_PHYSMEM_MAX=%.40s; expected a size (8GB) or a fraction (2/3)",
               text);
  all = fh_limits_each(&l, hyd_job_ranks_of_host(s->job),
                       wanted < there ? (double)wanted / (double)there : 1, &by);
  all = all > s->bufs.bytes ? all - s->bufs.bytes : 0;
  return all / s->rail_ports.ndevices; /* memory counts once for each device */
}

/* M as the environment has it, or eight ninths of all; if firehose serves no peers, as little as
 * possible. */
static int divide(struct hyd_ibv *s, uint64_t bytes, struct fh_config *c) {
  struct hyd_env *env = hyd_job_env(s->job);
  uint64_t m = hyd_env_size(env, HYD_ENV_FIREHOSE_M),
           victim = hyd_env_size(env, HYD_ENV_FIREHOSE_MAXVICTIM_M);
  uint64_t least = (uint64_t)(c->nodes - 1) * (HYD_IBV_BOUNCE + 2 * c->bucket);
  if (fh_limits_divide(bytes, HYD_IBV_BOUNCE, c)) return -1;
  if (s->memory.fh_remote && m && victim) {
    c->m = m;
    c->maxvictim = victim;
  } else if (!s->memory.fh_remote && c->m > least) {
    c->maxvictim += c->m - least;
    c->m = least;
  }
  return 0;
}

static uint32_t max_regions(const struct hyd_job *job) {
  int64_t n = hyd_env_int(hyd_job_env(job), HYD_ENV_FIREHOSE_MAXREGIONS, 0, INT32_MAX);
  if (n && n < hyd_job_size(job))
    hyd_refuse("environment",
               "GASNET_FIREHOSE_MAXREGIONS=%d; expected 0, or one for each of %u ranks", (int)n,
               hyd_job_size(job));
  return (uint32_t)n;
}

static size_t bucket(struct hyd_env *env) {
  uint64_t n = hyd_env_size(env, HYD_ENV_FIREHOSE_BUCKET);
  if (n < 4096 || n & (n - 1))
    hyd_refuse("environment", "GASNET_FIREHOSE_BUCKET=%llu; expected a power of two, 4096 at least",
               (unsigned long long)n);
  return n;
}

static struct fh *open_firehose(struct hyd_ibv *s, uint64_t bytes) {
  struct hyd_env *env = hyd_job_env(s->job);
  struct fh_config c = fh_config_default;
  const char *why = "";
  struct fh *fh;
  c.node = hyd_job_rank(s->job);
  c.nodes = hyd_job_size(s->job);
  c.regions = 1;
  c.ops = &ops;
  c.ctx = s;
  _Static_assert(HYD_IBV_MAX_PAYLOAD >= 4096, "firehose's messages fit");
  c.strategy = s->memory.strategy;
  c.strict = hyd_env_bool(env, HYD_ENV_FIREHOSE_STRICT);
  c.watcher = s->memory.watch;
  c.max_regions = max_regions(s->job);
  c.bucket = bucket(env);
  c.ahead = hyd_env_size(env, HYD_ENV_FIREHOSE_AHEAD);
  if (divide(s, bytes, &c)) {
    hyd_ibv_warn_once(s,
                      "%llu bytes that may be pinned are too little for firehose: transfers are "
                      "copied (ulimit -l, GASNET_FIREHOSE_M)",
                      (unsigned long long)bytes);
    return NULL;
  }
  fh = fh_open(&c, &why);
  if (fh == NULL) hyd_ibv_warn_once(s, "firehose cannot be used: %s; transfers are copied", why);
  return fh;
}

/* --- life ----------------------------------------------------------------- */

void hyd_ibv_fh_init(struct hyd_ibv *s) {
  const char *text = hyd_env_str(hyd_job_env(s->job), HYD_ENV_FIREHOSE_STRATEGY);
  int strategy = fh_strategy_named(text);
  if (strategy < 0)
    hyd_refuse("environment",
               "GASNET_FIREHOSE_STRATEGY=%.40s; expected firehose, rendezvous, unpin, pin-all, "
               "bounce or odp",
               text);
  s->memory.strategy = (enum fh_strategy)strategy;
  if (s->memory.strategy == FH_STRATEGY_FIREHOSE &&
      hyd_env_bool(hyd_job_env(s->job), HYD_ENV_USE_ODP))
    s->memory.strategy = FH_STRATEGY_ODP;
  pthread_mutex_init(&s->callbacks.lock, NULL);
  s->callbacks.last_queued = &s->callbacks.queued;
  s->callbacks.last_granted = &s->callbacks.granted;
  s->memory.piece = HYD_IBV_BOUNCE;
}

void hyd_ibv_fh_open(struct hyd_ibv *s, uint64_t bytes) {
  const char *why = "";
  if (s->memory.strategy > FH_STRATEGY_UNPIN || s->bufs.message < HYD_IBV_BUFFER) return;
  s->memory.watch = fh_watch_open(gone, s, &why);
  if (s->memory.watch == NULL)
    hyd_ibv_warn_once(
        s, "the kernel does not tell of memory that goes away: %s; no registration is kept", why);
  s->memory.maps = fh_vma_open();
  s->memory.fh = open_firehose(s, bytes);
  if (s->memory.fh == NULL) return;
  s->memory.piece = fh_local_max(s->memory.fh);
  if (s->memory.fh_remote)
    for (gex_Rank_t i = 0; i < hyd_job_size(s->job); i++)
      if (i != hyd_job_rank(s->job) && fh_remote_max(s->memory.fh, i) < s->memory.piece)
        s->memory.piece = fh_remote_max(s->memory.fh, i);
  if (s->memory.piece > 1u << 20) s->memory.piece = 1u << 20;
  atomic_store_explicit(&s->memory.fh_shown, s->memory.fh,
                        memory_order_release); /* pairs with the acquire in gone */
}

void hyd_ibv_fh_close(struct hyd_ibv *s) {
  if (s->memory.watch) fh_watch_close(s->memory.watch);
  s->memory.watch = NULL;
}
