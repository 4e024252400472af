/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory_keys.c: gets keys of memory. A segment is registered as a whole at attach, if the limits
 * allow it. Other memory is pinned by firehose when transfers need it, and stays pinned while there
 * is room. Local memory that cannot be pinned is copied through registered buffers; a peer's memory
 * that cannot be pinned is reached by active messages.
 */
#include <errno.h>

#include "conduits/ibv/memory_keys.h"
#include "conduits/ibv/rails.h"
#include "core/oob/oob.h"

/* --- segments ------------------------------------------------------------- */

/* On-demand paging: registers all memory with one key; the device faults pages in. */
static void register_everything(struct hyd_ibv *s) {
  s->dev.segment_mr = ibv_reg_mr(s->dev.pd, NULL, SIZE_MAX, s->dev.access | IBV_ACCESS_ON_DEMAND);
  if (s->dev.segment_mr) {
    s->memory.segment_size = UINTPTR_MAX;
    return;
  }
  if (hyd_env_bool(hyd_job_env(s->job), HYD_ENV_ODP_VERBOSE))
    hyd_ibv_warn_once(s,
                      "%s has no on-demand paging: %s; firehose is used (GASNET_USE_ODP, "
                      "GASNET_FIREHOSE_STRATEGY)",
                      s->dev.name, strerror(errno));
  s->memory.strategy = FH_STRATEGY_FIREHOSE;
}

static void register_segment(struct hyd_ibv *s, uint64_t pinnable) {
  const struct hyd_segment *g = hyd_job_segment(s->job);
  if (hyd_everything(s->job) || g == NULL || g->size == 0) return;
  if (s->memory.strategy != FH_STRATEGY_PIN_ALL &&
      (s->memory.strategy != FH_STRATEGY_FIREHOSE || g->size > pinnable / 4 * 3))
    return;
  s->dev.segment_mr = ibv_reg_mr(s->dev.pd, g->base, g->size, s->dev.access);
  if (s->dev.segment_mr == NULL) {
    hyd_ibv_warn_once(s,
                      "the segment of %zu bytes cannot be registered: %s; it is pinned in parts, "
                      "or transfers are copied (ulimit -l)",
                      (size_t)g->size, strerror(errno));
    return;
  }
  s->memory.segment_base = (uintptr_t)g->base;
  s->memory.segment_size = g->size;
}

struct reg_record {
  uint64_t pinnable; /* bytes that may be pinned beside the segment */
  uint32_t key;
  uint16_t strategy, atomics;
};

int hyd_ibv_attach(struct hyd_job *job, void *state) {
  struct hyd_ibv *s = state;
  uint64_t least = UINT64_MAX, pinnable = hyd_ibv_fh_pinnable(s);
  struct reg_record mine;
  const unsigned char *table;
  if (s->memory.strategy == FH_STRATEGY_ODP)
    register_everything(s);
  else
    register_segment(s, pinnable);
  if (s->dev.segment_mr && s->memory.strategy != FH_STRATEGY_ODP) hyd_ibv_rail_ports_attach(s);
  mine =
      (struct reg_record){pinnable, s->dev.segment_mr ? s->dev.segment_mr->rkey : 0,
                          (uint16_t)s->memory.strategy, s->dev.attr.atomic_cap != IBV_ATOMIC_NONE};
  if (s->dev.segment_mr && s->memory.strategy == FH_STRATEGY_FIREHOSE)
    mine.pinnable -= s->memory.segment_size;
  table = hyd_oob_exchange(job, &mine, sizeof mine);
  s->memory.atomics = !hyd_everything(job);
  for (gex_Rank_t i = 0; i < hyd_job_size(job); i++) {
    const struct reg_record *r = HYD_RECORD_OF(struct reg_record, table, i);
    if (r->strategy != mine.strategy)
      hyd_refuse(
          "ibv conduit",
          "rank %u pins memory by %s, this rank by %s; expected the same GASNET_FIREHOSE_STRATEGY",
          i, fh_strategy_name(r->strategy), fh_strategy_name(mine.strategy));
    s->memory.segment_key[i] = r->key;
    s->memory.atomics &= r->key && r->atomics;
    s->memory.fh_remote |= r->key == 0 && s->memory.strategy <= FH_STRATEGY_UNPIN;
    if (r->pinnable < least) least = r->pinnable;
  }
  hyd_oob_exchange_end(job);
  hyd_ibv_fh_open(s, least);
  s->memory.fh_remote &= s->memory.client.fh != NULL;
  return 0;
}

static void deregister(struct hyd_ibv_device *d) {
  if (d->segment_mr) ibv_dereg_mr(d->segment_mr);
  d->segment_mr = NULL;
}

/* Ends the registrations: their keys must not reach other memory that is mapped there later. */
void hyd_ibv_detach(struct hyd_job *job, void *state) {
  struct hyd_ibv *s = state;
  if (s->memory.strategy == FH_STRATEGY_ODP || hyd_everything(job)) return;
  hyd_ibv_lock(s);
  s->memory.segment_base = s->memory.segment_size = 0;
  for (uint32_t i = 0; i < s->rail_ports.ndevices; i++) deregister(s->rail_ports.device[i]);
  hyd_ibv_unlock(s);
}

/* --- memory of the peer --------------------------------------------------- */

/* Has active messages carry the transfer, if the peer has pinned as much as it may (ENOMEM). */
static enum hyd_ibv_answer refuse_transfer(struct hyd_ibv_xfer *x, int err) {
  hyd_pin_refused("ibv conduit", x->conn->peer, (void *)x->r.remote, x->r.n, x->r.is_get, err);
  x->step = HYD_IBV_REFUSED;
  return HYD_IBV_WILL_BE;
}

static enum hyd_ibv_answer set_remote(struct hyd_ibv_xfer *x) {
  x->has_remote = 1;
  x->r.rkey = (uint32_t)(x->there.key >> 32);
  return HYD_IBV_HAS;
}

static enum hyd_ibv_answer count_asked(struct hyd_ibv *s) {
  s->memory.asked++;
  return HYD_IBV_WILL_BE;
}

enum hyd_ibv_answer hyd_ibv_keys_remote(struct hyd_ibv *s, struct hyd_ibv_xfer *x) {
  int err;
  x->granted.client = &s->memory.client;
  hyd_pin_tell(s->job, 0, x->conn->peer, x->r.n);
  err = fh_remote_pin_nb(s->memory.client.fh, x->conn->peer, x->r.remote, x->r.n, &x->there, NULL,
                         0, hyd_pin_granted, &x->granted);
  if (err == EINPROGRESS) {
    hyd_count(s->job, HYD_COUNT_RENDEZVOUS, x->r.n);
    return count_asked(s);
  }
  if (err) return refuse_transfer(x, err);
  return set_remote(x);
}

/* --- memory of this rank -------------------------------------------------- */

static enum hyd_ibv_answer set_pinned(struct hyd_ibv_xfer *x) {
  x->r.how = HYD_IBV_LOCAL_PINNED;
  x->r.lkey = (uint32_t)x->here.key;
  return HYD_IBV_HAS;
}

/* 1: the local memory is pinned already, and the transfer holds it. */
static int try_local(struct hyd_ibv *s, struct hyd_ibv_xfer *x) {
  if (s->memory.client.fh == NULL ||
      fh_try_local_pin(s->memory.client.fh, (uintptr_t)x->r.local, x->r.n, &x->here))
    return 0;
  hyd_pin_tell(s->job, 1, hyd_job_rank(s->job), x->r.n);
  set_pinned(x);
  return 1;
}

int hyd_ibv_keys_now(struct hyd_ibv *s, struct hyd_ibv_xfer *x) {
  if (x->r.rkey == 0) {
    if (!s->memory.fh_remote ||
        fh_try_remote_pin(s->memory.client.fh, x->conn->peer, x->r.remote, x->r.n, &x->there))
      return 0;
    hyd_pin_tell(s->job, 1, x->conn->peer, x->r.n);
    set_remote(x);
  }
  return x->r.how != HYD_IBV_LOCAL_OUTSIDE || try_local(s, x);
}

/* The pool for the transfer's size: send buffers, some of which messages need, or bounce buffers.
 */
static struct hyd_ibv_pool *pool_for(struct hyd_ibv *s, const struct hyd_ibv_xfer *x) {
  return x->r.n <= s->bufs.send.each ? &s->bufs.send : &s->bufs.bounce;
}

void hyd_ibv_keys_set_buffer(struct hyd_ibv *s, struct hyd_ibv_xfer *x, uint32_t buffer) {
  const struct hyd_ibv_pool *pool = pool_for(s, x);
  x->buffer = buffer;
  x->r.how = pool == &s->bufs.send ? HYD_IBV_LOCAL_SMALL : HYD_IBV_LOCAL_BOUNCE;
  x->r.lkey = hyd_ibv_pool_lkey(pool);
}

enum hyd_ibv_answer hyd_ibv_keys_buffer(struct hyd_ibv *s, struct hyd_ibv_xfer *x) {
  struct hyd_ibv_pool *pool = pool_for(s, x);
  if (pool == &s->bufs.send && pool->nfree <= pool->n / 4) return HYD_IBV_FULL;
  x->buffer = hyd_ibv_pool_get(pool);
  if (x->buffer == HYD_IBV_NONE) return HYD_IBV_FULL;
  hyd_ibv_keys_set_buffer(s, x, x->buffer);
  hyd_count(s->job, HYD_COUNT_BOUNCE, x->r.n);
  if (!x->r.is_get) memcpy(hyd_ibv_keys_buffer_at(s, x), x->r.local, x->r.n);
  return HYD_IBV_HAS;
}

char *hyd_ibv_keys_buffer_at(const struct hyd_ibv *s, const struct hyd_ibv_xfer *x) {
  return hyd_ibv_pool_at(x->r.how == HYD_IBV_LOCAL_SMALL ? &s->bufs.send : &s->bufs.bounce,
                         x->buffer);
}

static enum hyd_ibv_answer copy_for(struct hyd_ibv *s, struct hyd_ibv_xfer *x) {
  return x->r.n <= hyd_ibv_copied_most(s) ? hyd_ibv_keys_buffer(s, x) : HYD_IBV_TOO_LONG;
}

static enum hyd_ibv_answer pin_for(struct hyd_ibv *s, struct hyd_ibv_xfer *x) {
  int err;
  x->granted.client = &s->memory.client;
  hyd_pin_tell(s->job, 0, hyd_job_rank(s->job), x->r.n);
  err = fh_local_pin_nb(s->memory.client.fh, (uintptr_t)x->r.local, x->r.n, &x->here,
                        hyd_pin_granted, &x->granted);
  if (err == 0) return set_pinned(x);
  if (err == EINPROGRESS) return count_asked(s);
  x->no_pin = 1;
  return copy_for(s, x);
}

int hyd_ibv_keys_rail(struct hyd_ibv *s, struct hyd_ibv_xfer *x) {
  const struct hyd_ibv_conn *rail = x->via;
  const struct ibv_mr *mr = NULL;
  if (rail->barred) return 1;
  if (hyd_ibv_is_for_rails(rail->dev) && x->r.how != HYD_IBV_LOCAL_INLINE) {
    if (x->r.how == HYD_IBV_LOCAL_SEGMENT) mr = rail->dev->home->segment_mr;
    if (x->r.how == HYD_IBV_LOCAL_PINNED) mr = hyd_ibv_fh_of(s, &x->here, rail->dev);
    if (mr == NULL) return 1;
    x->r.lkey = mr->lkey;
  }
  if (rail->segment_key) x->r.rkey = rail->segment_key;
  return 0;
}

enum hyd_ibv_answer hyd_ibv_keys_local(struct hyd_ibv *s, struct hyd_ibv_xfer *x) {
  if (x->r.how != HYD_IBV_LOCAL_OUTSIDE) return HYD_IBV_HAS;
  if (x->no_pin || s->memory.client.fh == NULL) return copy_for(s, x);
  if (x->r.n > s->bufs.send.each) return pin_for(s, x);
  return try_local(s, x) ? HYD_IBV_HAS : copy_for(s, x);
}

void hyd_ibv_keys_release(struct hyd_ibv *s, struct hyd_ibv_xfer *x) {
  if (x->r.how == HYD_IBV_LOCAL_PINNED) fh_release(s->memory.client.fh, &x->here);
  if (x->r.how >= HYD_IBV_LOCAL_SMALL)
    hyd_ibv_pool_put(x->r.how == HYD_IBV_LOCAL_SMALL ? &s->bufs.send : &s->bufs.bounce, x->buffer);
  if (x->has_remote) fh_release(s->memory.client.fh, &x->there);
  x->r.how = HYD_IBV_LOCAL_OUTSIDE;
  x->has_remote = 0;
}

/* --- firehose's answers --------------------------------------------------- */

static void take_answer(struct hyd_ibv_xfer *x) {
  if (x->step == HYD_IBV_WANTS_REMOTE && x->there.status) {
    (void)refuse_transfer(x, x->there.status);
  } else if (x->step == HYD_IBV_WANTS_REMOTE) {
    set_remote(x);
    x->step = HYD_IBV_WANTS_LOCAL;
  } else if (x->here.status == 0) {
    set_pinned(x);
  } else {
    x->no_pin = 1;
  }
}

struct hyd_ibv_xfer *hyd_ibv_keys_granted(struct hyd_ibv *s) {
  struct hyd_pin_granted *g = s->memory.asked ? hyd_pin_granted_take(&s->memory.client) : NULL;
  struct hyd_ibv_xfer *x;
  if (g == NULL) return NULL;
  x = (struct hyd_ibv_xfer *)(void *)((char *)g - offsetof(struct hyd_ibv_xfer, granted));
  s->memory.asked--;
  take_answer(x);
  return x;
}
