/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reg.c: keys of memory. A segment is registered as a whole when it is attached, if the limits
 * allow it. All other memory is firehose's: it pins what transfers need, and keeps it pinned while
 * there is room. What cannot be pinned here goes through registered buffers; to what can be pinned
 * at no peer, by messages.
 */
#include <errno.h>

#include "conduits/ibv/ibv_int.h"
#include "conduits/ibv/xfer.h"
#include "core/oob/oob.h"

/* --- segments ------------------------------------------------------------- */

/* On-demand paging of all memory: one key, and the device fetches pages. */
static void register_everything(struct vb_state *s) {
  s->dev.segment_mr = ibv_reg_mr(s->dev.pd, NULL, SIZE_MAX, s->dev.access | IBV_ACCESS_ON_DEMAND);
  if (s->dev.segment_mr) {
    s->segment_size = UINTPTR_MAX;
    return;
  }
  if (hyd_env_bool(s->job->env, HYD_ENV_ODP_VERBOSE))
    vb_warn_once(s,
                 "%s has no on-demand paging: %s; firehose is used (GASNET_USE_ODP, "
                 "GASNET_FIREHOSE_STRATEGY)",
                 s->dev.name, strerror(errno));
  s->strategy = FH_STRATEGY_FIREHOSE;
}

static void register_segment(struct vb_state *s, uint64_t pinnable) {
  const struct hyd_segment *g = s->job->ep.segment;
  if (hyd_everything(s->job) || g == NULL || g->size == 0) return;
  if (s->strategy != FH_STRATEGY_PIN_ALL &&
      (s->strategy != FH_STRATEGY_FIREHOSE || g->size > pinnable / 4 * 3))
    return;
  s->dev.segment_mr = ibv_reg_mr(s->dev.pd, g->base, g->size, s->dev.access);
  if (s->dev.segment_mr == NULL) {
    vb_warn_once(s,
                 "the segment of %zu bytes cannot be registered: %s; it is pinned in parts, or "
                 "transfers are "
                 "copied (ulimit -l)",
                 (size_t)g->size, strerror(errno));
    return;
  }
  s->segment_base = (uintptr_t)g->base;
  s->segment_size = g->size;
}

struct reg_record {
  uint64_t pinnable; /* bytes, beside the segment */
  uint32_t key;
  uint16_t strategy, atomics;
};

int vb_attach(struct hyd_job *job, void *state) {
  struct vb_state *s = state;
  uint64_t least = UINT64_MAX, pinnable = vb_pinnable(s);
  struct reg_record mine;
  const unsigned char *table;
  if (s->strategy == FH_STRATEGY_ODP)
    register_everything(s);
  else
    register_segment(s, pinnable);
  if (s->dev.segment_mr && s->strategy != FH_STRATEGY_ODP) vb_rail_ports_attach(s);
  mine = (struct reg_record){pinnable, s->dev.segment_mr ? s->dev.segment_mr->rkey : 0,
                             (uint16_t)s->strategy, s->dev.attr.atomic_cap != IBV_ATOMIC_NONE};
  if (s->dev.segment_mr && s->strategy == FH_STRATEGY_FIREHOSE) mine.pinnable -= s->segment_size;
  table = hyd_exchange(job, &mine, sizeof mine);
  s->atomics = !hyd_everything(job);
  for (gex_Rank_t i = 0; i < job->size; i++) {
    const struct reg_record *r = HYD_RECORD_OF(struct reg_record, table, i);
    if (r->strategy != mine.strategy)
      hyd_refuse(
          "ibv conduit",
          "rank %u pins memory by %s, this rank by %s; expected the same GASNET_FIREHOSE_STRATEGY",
          i, fh_strategy_name(r->strategy), fh_strategy_name(mine.strategy));
    s->segment_key[i] = r->key;
    s->atomics &= r->key && r->atomics;
    s->fh_remote |= r->key == 0 && s->strategy <= FH_STRATEGY_UNPIN;
    if (r->pinnable < least) least = r->pinnable;
  }
  hyd_exchange_end(job);
  vb_pin_open(s, least);
  s->fh_remote &= s->fh != NULL;
  return 0;
}

static void deregister(struct vb_dev *d) {
  if (d->segment_mr) ibv_dereg_mr(d->segment_mr);
  d->segment_mr = NULL;
}

/* Other memory may come to be where the segment is now: its keys must not stand for that. */
void vb_detach(struct hyd_job *job, void *state) {
  struct vb_state *s = state;
  if (s->strategy == FH_STRATEGY_ODP || hyd_everything(job)) return;
  vb_lock(s);
  s->segment_base = s->segment_size = 0;
  deregister(&s->dev);
  for (uint32_t i = 0; i < s->nmore; i++) deregister(s->more[i]);
  vb_unlock(s);
}

/* --- memory of the peer --------------------------------------------------- */

static HYD_COLD void no_remote(const struct vb_xfer *x, int err) {
  hyd_fatal("ibv conduit", "%zu bytes at %p of rank %u cannot be registered there: %s; expected %s",
            x->n, (void *)x->remote, x->conn->peer, strerror(err),
            x->is_get ? "memory that is mapped" : "memory that is mapped and may be written to");
}

/* A peer that has pinned as much as it may. */
static enum vb_answer refused(struct vb_state *s, struct vb_xfer *x, int err) {
  if (err != ENOMEM) no_remote(x, err);
  vb_refuse(s, x);
  return VB_WILL_BE;
}

static enum vb_answer has_remote(struct vb_xfer *x) {
  x->has_remote = 1;
  x->rkey = (uint32_t)(x->there.key >> 32);
  return VB_HAS;
}

static enum vb_answer asked(struct vb_state *s) {
  s->asked++;
  return VB_WILL_BE;
}

enum vb_answer vb_reg_remote(struct vb_state *s, struct vb_xfer *x) {
  int err;
  x->rkey = s->segment_key[x->conn->peer];
  if (x->rkey) return VB_HAS;
  x->state = s;
  err = fh_remote_pin_nb(s->fh, x->conn->peer, x->remote, x->n, &x->there, NULL, 0, vb_pin_granted,
                         x);
  if (err == EINPROGRESS) return asked(s);
  if (err) return refused(s, x, err);
  return has_remote(x);
}

/* --- memory of this rank -------------------------------------------------- */

static int has_segment(struct vb_state *s, struct vb_xfer *x) {
  if (!vb_in_segment(s, x->local, x->n)) return 0;
  x->how = VB_LOCAL_SEGMENT;
  x->lkey = s->dev.segment_mr->lkey;
  return 1;
}

static enum vb_answer has_pinned(struct vb_xfer *x) {
  x->how = VB_LOCAL_PINNED;
  x->lkey = (uint32_t)x->here.key;
  return VB_HAS;
}

int vb_reg_hit(struct vb_state *s, struct vb_xfer *x) {
  if (has_segment(s, x)) return 0;
  if (s->fh == NULL || fh_try_local_pin(s->fh, (uintptr_t)x->local, x->n, &x->here)) return 1;
  has_pinned(x);
  return 0;
}

int vb_reg_now(struct vb_state *s, struct vb_xfer *x) {
  x->rkey = s->segment_key[x->conn->peer];
  if (x->rkey == 0) {
    if (!s->fh_remote || fh_try_remote_pin(s->fh, x->conn->peer, x->remote, x->n, &x->there))
      return 1;
    has_remote(x);
  }
  return !x->is_get && x->n <= s->dev.inline_max ? 0 : vb_reg_hit(s, x);
}

/* The large buffers, or small ones, of which messages need some. */
static struct vb_pool *pool_for(struct vb_state *s, const struct vb_xfer *x) {
  return x->n <= s->send.each ? &s->send : &s->bounce;
}

void vb_reg_has_buffer(struct vb_state *s, struct vb_xfer *x, uint32_t buffer) {
  const struct vb_pool *pool = pool_for(s, x);
  x->buffer = buffer;
  x->how = pool == &s->send ? VB_LOCAL_SMALL : VB_LOCAL_BOUNCE;
  x->lkey = vb_pool_lkey(pool);
}

enum vb_answer vb_reg_buffer(struct vb_state *s, struct vb_xfer *x) {
  struct vb_pool *pool = pool_for(s, x);
  if (pool == &s->send && pool->nfree <= pool->n / 4) return VB_FULL;
  x->buffer = vb_pool_get(pool);
  if (x->buffer == VB_NONE) return VB_FULL;
  vb_reg_has_buffer(s, x, x->buffer);
  if (!x->is_get) memcpy(vb_reg_buffer_at(s, x), x->local, x->n);
  return VB_HAS;
}

char *vb_reg_buffer_at(const struct vb_state *s, const struct vb_xfer *x) {
  return vb_pool_at(x->how == VB_LOCAL_SMALL ? &s->send : &s->bounce, x->buffer);
}

static enum vb_answer copied(struct vb_state *s, struct vb_xfer *x) {
  return x->n <= vb_copied_most(s) ? vb_reg_buffer(s, x) : VB_TOO_LONG;
}

static enum vb_answer pin_for(struct vb_state *s, struct vb_xfer *x) {
  int err;
  x->state = s;
  err = fh_local_pin_nb(s->fh, (uintptr_t)x->local, x->n, &x->here, vb_pin_granted, x);
  if (err == 0) return has_pinned(x);
  if (err == EINPROGRESS) return asked(s);
  x->no_pin = 1;
  return copied(s, x);
}

int vb_reg_rail(struct vb_state *s, const struct vb_xfer *x, uint32_t *lkey, uint32_t *rkey) {
  const struct vb_conn *rail = x->via;
  const struct ibv_mr *mr = NULL;
  if (rail->barred) return 1;
  if (vb_is_for_rails(rail->dev) && x->how) {
    if (x->how == VB_LOCAL_SEGMENT) mr = rail->dev->home->segment_mr;
    if (x->how == VB_LOCAL_PINNED) mr = vb_pin_of(s, &x->here, rail->dev);
    if (mr == NULL) return 1;
    *lkey = mr->lkey;
  }
  if (rail->segment_key) *rkey = rail->segment_key;
  return 0;
}

enum vb_answer vb_reg_local(struct vb_state *s, struct vb_xfer *x) {
  if (x->how) return VB_HAS;
  if (!x->is_get && x->n <= s->dev.inline_max) return VB_HAS;
  if (has_segment(s, x) || (!x->no_pin && vb_reg_hit(s, x) == 0)) return VB_HAS;
  if (x->n <= s->send.each || x->no_pin || s->fh == NULL) return copied(s, x);
  return pin_for(s, x);
}

void vb_reg_release(struct vb_state *s, struct vb_xfer *x) {
  if (x->how == VB_LOCAL_PINNED) fh_release(s->fh, &x->here);
  if (x->how >= VB_LOCAL_SMALL)
    vb_pool_put(x->how == VB_LOCAL_SMALL ? &s->send : &s->bounce, x->buffer);
  if (x->has_remote) fh_release(s->fh, &x->there);
  x->how = VB_LOCAL_NONE;
  x->has_remote = 0;
}

/* --- what firehose has told ----------------------------------------------- */

/* NULL: it goes another way now. */
static struct vb_xfer *hear(struct vb_state *s, struct vb_xfer *x) {
  if (x->step == VB_WANTS_REMOTE && x->there.status) {
    (void)refused(s, x, x->there.status);
    return NULL;
  }
  if (x->step == VB_WANTS_REMOTE) {
    has_remote(x);
    x->step = VB_WANTS_LOCAL;
  } else if (x->here.status == 0) {
    has_pinned(x);
  } else {
    x->no_pin = 1;
  }
  return x;
}

static struct vb_xfer *next_granted(struct vb_state *s) {
  struct vb_xfer *x;
  pthread_mutex_lock(&s->mail_lock);
  x = s->granted_first;
  if (x) s->granted_first = x->next;
  if (s->granted_first == NULL) s->granted_last = &s->granted_first;
  pthread_mutex_unlock(&s->mail_lock);
  if (x == NULL) return NULL;
  s->asked--;
  atomic_fetch_sub_explicit(&s->mails, 1, memory_order_relaxed);
  return x;
}

struct vb_xfer *vb_reg_granted(struct vb_state *s) {
  struct vb_xfer *x;
  while (s->asked && (x = next_granted(s)) != NULL)
    if ((x = hear(s, x)) != NULL) return x;
  return NULL;
}
