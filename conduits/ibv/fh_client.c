/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fh_client.c: firehose's client: registers memory. Firehose may call these functions from any of
 * its calls, in any thread.
 */
#include <errno.h>
#include <stdlib.h>

#include "conduits/ibv/memory_keys.h"
#include "conduits/ibv/messages.h"
#include "conduits/pin/pin.h"
#include "core/sys/clock.h"
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

/* --- life ----------------------------------------------------------------- */

void hyd_ibv_fh_init(struct hyd_ibv *s) {
  s->memory.strategy = hyd_pin_strategy(s->job);
  if (s->memory.strategy == FH_STRATEGY_FIREHOSE &&
      hyd_env_bool(hyd_job_env(s->job), HYD_ENV_USE_ODP))
    s->memory.strategy = FH_STRATEGY_ODP;
  pthread_mutex_init(&s->callbacks.lock, NULL);
  s->callbacks.last_queued = &s->callbacks.queued;
  s->callbacks.last_granted = &s->callbacks.granted;
  s->memory.piece = HYD_IBV_BOUNCE;
}

uint64_t hyd_ibv_fh_pinnable(struct hyd_ibv *s) {
  return hyd_pin_bytes(s->job, s->bufs.bytes, s->rail_ports.ndevices);
}

void hyd_ibv_fh_open(struct hyd_ibv *s, uint64_t bytes) {
  struct fh_config c = fh_config_default;
  const char *why = "";
  char wrong[256];
  if (s->memory.strategy > FH_STRATEGY_UNPIN || s->bufs.message < HYD_IBV_BUFFER) return;
  s->memory.watch = fh_watch_open(gone, s, &why);
  if (s->memory.watch == NULL)
    hyd_ibv_warn_once(
        s, "the kernel does not tell of memory that goes away: %s; no registration is kept", why);
  s->memory.maps = fh_vma_open();
  _Static_assert(HYD_IBV_MAX_PAYLOAD >= 4096, "firehose's messages fit");
  c.ops = &ops;
  c.ctx = s;
  c.strategy = s->memory.strategy;
  c.watcher = s->memory.watch;
  s->memory.fh = hyd_pin_open(s->job, &c, bytes, HYD_IBV_BOUNCE, s->memory.fh_remote, wrong, sizeof wrong);
  if (s->memory.fh == NULL) {
    hyd_ibv_warn_once(s, "%s", wrong);
    return;
  }
  s->memory.piece = hyd_pin_piece(s->job, s->memory.fh, s->memory.fh_remote);
  atomic_store_explicit(&s->memory.fh_shown, s->memory.fh,
                        memory_order_release); /* pairs with the acquire in gone */
}

void hyd_ibv_fh_close(struct hyd_ibv *s) {
  if (s->memory.watch) fh_watch_close(s->memory.watch);
  s->memory.watch = NULL;
}
