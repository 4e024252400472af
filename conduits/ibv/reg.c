/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reg.c: keys of memory. The segment is registered as a whole when it is attached, if the limits allow it. All other
 * memory is firehose's: it pins what transfers need, and keeps it pinned while there is room. What cannot be pinned goes
 * through registered buffers.
 *
 * Firehose may call back from any call of it, in any thread: what it has to say is put into a list here, and taken up by
 * the next poll.
 */
#include <errno.h>
#include <stdlib.h>

#include "conduits/ibv/ibv_int.h"
#include "conduits/ibv/xfer.h"
#include "core/meet.h"
#include "core/sys/clock.h"
#include "firehose/limits.h"
#include "firehose/watch.h"

#define ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC)

/* --- the segment ------------------------------------------------------------------------------------------------- */

static void register_segment(struct vb_state *s) {
  struct hyd_segment *g = &s->job->segment;
  if (hyd_everything(s->job) || g->size == 0) return;
  s->segment_mr = ibv_reg_mr(s->dev.pd, g->base, g->size, ACCESS);
  if (s->segment_mr == NULL) {
    hyd_warn(s->job, "ibv conduit: the segment of %zu bytes cannot be registered: %s; put and get go by messages (ulimit -l, "
             "GASNET_MAX_SEGSIZE)", (size_t)g->size, strerror(errno));
    return;
  }
  s->segment_base = (uintptr_t)g->base;
  s->segment_size = g->size;
}

int vb_attach(struct hyd_job *job, void *state) {
  struct vb_state *s = state;
  uint32_t mine;
  const unsigned char *table;
  register_segment(s);
  mine = s->segment_mr ? s->segment_mr->rkey : 0;
  table = hyd_exchange(job, &mine, sizeof mine);
  for (gex_Rank_t i = 0; i < job->size; i++) s->segment_key[i] = *HYD_RECORD_OF(uint32_t, table, i);
  hyd_exchange_end(job);
  return 0;
}

/* --- what firehose asks of the network ----------------------------------------------------------------------------- */

static int pin(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out) {
  struct vb_state *s = ctx;
  struct ibv_mr *mr = ibv_reg_mr(s->dev.pd, (void *)addr, len, ACCESS);
  if (mr == NULL) return errno ? errno : EIO;
  out->name = mr;
  out->key = (uint64_t)mr->rkey << 32 | mr->lkey;
  return 0;
}

static void unpin(void *ctx, uintptr_t addr, size_t len, const struct fh_pinned *pinned) {
  (void)ctx, (void)addr, (void)len;
  ibv_dereg_mr(pinned->name);
}

static int watch(void *ctx, uintptr_t addr, size_t len) {
  struct vb_state *s = ctx;
  return s->watch ? fh_watch_add(s->watch, addr, addr + len) : ESRCH;
}

static void gone(void *ctx, uintptr_t lo, uintptr_t hi) {
  struct vb_state *s = ctx;
  struct fh *fh = atomic_load_explicit(&s->fh_shown, memory_order_acquire); /* pairs with its release in vb_reg_open */
  if (fh) fh_gone(fh, lo, hi);
}

static void send(void *ctx, uint32_t node, const void *message, size_t len) {
  struct vb_state *s = ctx;
  struct vb_letter *l = malloc(sizeof *l + len);
  if (l == NULL) hyd_fatal("ibv conduit", "out of memory for a control message");
  *l = (struct vb_letter){.peer = node, .size = (uint32_t)len};
  memcpy(l->bytes, message, len);
  pthread_mutex_lock(&s->mail_lock);
  *s->mail_last = l;
  s->mail_last = &l->next;
  pthread_mutex_unlock(&s->mail_lock);
  atomic_fetch_add_explicit(&s->mails, 1, memory_order_relaxed);
}

static uint64_t now(void *ctx) {
  (void)ctx;
  return hyd_now_ns();
}

static void on_granted(struct fh_request *r, void *arg) {
  struct vb_xfer *x = arg;
  struct vb_state *s = x->state;
  (void)r;
  pthread_mutex_lock(&s->mail_lock);
  x->next = NULL;
  *s->granted_last = x;
  s->granted_last = &x->next;
  pthread_mutex_unlock(&s->mail_lock);
  atomic_fetch_add_explicit(&s->mails, 1, memory_order_relaxed);
}

static const struct fh_ops ops = {.pin = pin, .unpin = unpin, .watch = watch, .send = send, .now = now};

/* --- keys of transfers ------------------------------------------------------------------------------------------------ */

enum vb_answer vb_reg_remote(struct vb_state *s, struct vb_xfer *x) {
  x->rkey = s->segment_key[x->conn->peer];
  return VB_HAS;
}

static int has_segment(struct vb_state *s, struct vb_xfer *x) {
  if (!vb_in_segment(s, x->local, x->n)) return 0;
  x->how = VB_LOCAL_SEGMENT;
  x->lkey = s->segment_mr->lkey;
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

enum vb_answer vb_reg_buffer(struct vb_state *s, struct vb_xfer *x) {
  struct vb_pool *pool = x->n <= VB_BUFFER ? &s->send : &s->bounce;
  if (pool == &s->send && pool->nfree <= pool->n / 4) return VB_FULL; /* replies need some */
  x->buffer = vb_pool_get(pool);
  if (x->buffer == VB_NONE) return VB_FULL;
  x->how = pool == &s->send ? VB_LOCAL_SMALL : VB_LOCAL_BOUNCE;
  x->lkey = pool->mr->lkey;
  if (!x->is_get) memcpy(vb_reg_buffer_at(s, x), x->local, x->n);
  return VB_HAS;
}

char *vb_reg_buffer_at(const struct vb_state *s, const struct vb_xfer *x) {
  return vb_pool_at(x->how == VB_LOCAL_SMALL ? &s->send : &s->bounce, x->buffer);
}

static enum vb_answer pin_for(struct vb_state *s, struct vb_xfer *x) {
  int err;
  x->state = s;
  err = fh_local_pin_nb(s->fh, (uintptr_t)x->local, x->n, &x->here, on_granted, x);
  if (err == 0) return has_pinned(x);
  if (err == EINPROGRESS) {
    s->asked++;
    x->asked = 1;
    return VB_WILL_BE;
  }
  x->no_pin = 1;
  return vb_reg_local(s, x);
}

enum vb_answer vb_reg_local(struct vb_state *s, struct vb_xfer *x) {
  if (x->how) return VB_HAS;
  if (!x->is_get && x->n <= s->dev.inline_max) return VB_HAS;
  if (has_segment(s, x) || (!x->no_pin && vb_reg_hit(s, x) == 0)) return VB_HAS;
  if (x->n <= VB_BUFFER) return vb_reg_buffer(s, x);
  if (s->fh && !x->no_pin) return pin_for(s, x);
  return x->n <= VB_BOUNCE ? vb_reg_buffer(s, x) : VB_TOO_LONG;
}

void vb_reg_release(struct vb_state *s, struct vb_xfer *x) {
  if (x->how == VB_LOCAL_PINNED) fh_release(s->fh, &x->here);
  if (x->how >= VB_LOCAL_SMALL) vb_pool_put(x->how == VB_LOCAL_SMALL ? &s->send : &s->bounce, x->buffer);
  if (x->has_remote) fh_release(s->fh, &x->there);
  x->how = VB_LOCAL_NONE;
  x->has_remote = 0;
}

static void hear_local(struct vb_xfer *x) {
  if (x->here.status == 0) has_pinned(x);
  else x->no_pin = 1;
}

struct vb_xfer *vb_reg_granted(struct vb_state *s) {
  struct vb_xfer *x;
  if (s->asked == 0) return NULL;
  pthread_mutex_lock(&s->mail_lock);
  x = s->granted_first;
  if (x) s->granted_first = x->next;
  if (s->granted_first == NULL) s->granted_last = &s->granted_first;
  pthread_mutex_unlock(&s->mail_lock);
  if (x == NULL) return NULL;
  s->asked--;
  atomic_fetch_sub_explicit(&s->mails, 1, memory_order_relaxed);
  hear_local(x);
  return x;
}

/* --- messages ------------------------------------------------------------------------------------------------------------ */

void vb_control_taken(struct vb_state *s, uint32_t peer, const void *message, size_t n) {
  if (s->fh == NULL || fh_input(s->fh, peer, message, n))
    hyd_fatal("ibv conduit", "rank %u sent a control message of %zu bytes that cannot be dealt with", peer, n);
}

static struct vb_letter *take_mail(struct vb_state *s) {
  struct vb_letter *all;
  pthread_mutex_lock(&s->mail_lock);
  all = s->mail_first;
  s->mail_first = NULL;
  s->mail_last = &s->mail_first;
  pthread_mutex_unlock(&s->mail_lock);
  return all;
}

void vb_reg_poll(struct vb_state *s) {
  struct vb_letter *l, *next;
  if (s->asked && s->fh) fh_poll(s->fh);
  if (atomic_load_explicit(&s->mails, memory_order_relaxed) == 0) return;
  for (l = take_mail(s); l; l = next) {
    struct vb_conn *c = vb_conn_to(s, l->peer);
    next = l->next;
    l->next = NULL;
    *c->last_letter = l;
    c->last_letter = &l->next;
    atomic_fetch_sub_explicit(&s->mails, 1, memory_order_relaxed);
    vb_list(s, c);
  }
}

/* --- life ------------------------------------------------------------------------------------------------------------------ */

static struct fh *open_firehose(struct vb_state *s, uint64_t bytes) {
  struct fh_config c = fh_config_default;
  const char *why = "";
  struct fh *fh;
  c.node = s->job->rank;
  c.nodes = s->job->size;
  c.regions = 1;
  c.ops = &ops;
  c.ctx = s;
  c.watcher = s->watch;
  c.message = VB_MAX_PAYLOAD & ~(size_t)63;
  if (fh_limits_divide(bytes, VB_BOUNCE, &c)) return NULL;
  fh = fh_open(&c, &why);
  if (fh == NULL) hyd_warn(s->job, "ibv conduit: firehose cannot be used: %s; transfers are copied", why);
  return fh;
}

/* Bytes that this process may pin beside its buffers. */
static uint64_t pinnable(struct vb_state *s) {
  struct fh_limits l;
  const char *by;
  fh_limits_read(&l, "");
  return fh_limits_each(&l, s->job->host_count, 2. / 3, &by);
}

void vb_reg_open(struct vb_state *s) {
  const char *why = "";
  pthread_mutex_init(&s->mail_lock, NULL);
  s->mail_last = &s->mail_first;
  s->granted_last = &s->granted_first;
  s->piece = VB_BOUNCE;
  s->watch = fh_watch_open(gone, s, &why);
  if (s->watch == NULL) {
    hyd_warn(s->job, "ibv conduit: the kernel does not tell of memory that goes away: %s; no registration is kept", why);
    return;
  }
  s->fh = open_firehose(s, pinnable(s));
  if (s->fh == NULL) return;
  s->piece = fh_local_max(s->fh);
  if (s->piece > 1u << 20) s->piece = 1u << 20;
  atomic_store_explicit(&s->fh_shown, s->fh, memory_order_release); /* pairs with the acquire in gone */
}

void vb_reg_close(struct vb_state *s) {
  if (s->watch) fh_watch_close(s->watch);
  s->watch = NULL;
}
