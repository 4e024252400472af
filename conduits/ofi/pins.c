/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pins.c: firehose's client: registers memory, carries its messages, and has the keys of transfers
 * to and from memory outside of segments. Firehose may call it from any of its calls, in any
 * thread: what it leaves is under a lock of its own, which is taken last. The domain is one for
 * several threads where this is used.
 *
 * Where addresses are offsets in registrations (no FI_MR_VIRT_ADDR), those count from where
 * firehose's registration begins (fh_request.base).
 */
#include "conduits/ofi/pins.h"

#include <errno.h>
#include <stdio.h>

#include "conduits/module_limits.h"
#include "conduits/ofi/messages.h"
#include "conduits/pin/pin.h"
#include "core/am/wait.h"
#include "core/sys/clock.h"
#include "firehose/vma.h"
#include "firehose/watch.h"

/* --- firehose's calls ----------------------------------------------------- */

/* Read-only memory can be a source. A registration that has other memory, too, would be read-only
 * as a whole. */
static int is_source(const struct hyd_ofi *s, uintptr_t addr, size_t len) {
  return s->pins.maps >= 0 && fh_vma_read_only(s->pins.maps, addr, addr + len);
}

static int pin(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out) {
  struct hyd_ofi *s = ctx;
  int err;
  struct fid_mr *mr = hyd_ofi_register(s, (void *)addr, len, HYD_OFI_ANY_ACCESS, &err);
  if (mr == NULL && is_source(s, addr, len))
    mr = hyd_ofi_register(s, (void *)addr, len, FI_SEND | FI_WRITE | FI_REMOTE_READ, &err);
  if (mr == NULL) return err == -FI_EAGAIN || err == -FI_ENOMEM ? ENOMEM : EFAULT;
  *out = (struct fh_pinned){mr, fi_mr_key(mr)};
  return 0;
}

static void unpin(void *ctx, uintptr_t addr, size_t len, const struct fh_pinned *pinned) {
  (void)ctx, (void)addr, (void)len;
  fi_close(&((struct fid_mr *)pinned->name)->fid);
}

/* The kernel does not tell when read-only memory becomes writable: it is pinned for one use. */
static int watch(void *ctx, uintptr_t addr, size_t len) {
  struct hyd_ofi *s = ctx;
  if (is_source(s, addr, len)) return EACCES;
  return s->pins.watch ? fh_watch_add(s->pins.watch, addr, addr + len) : ESRCH;
}

static void gone(void *ctx, uintptr_t lo, uintptr_t hi) {
  struct hyd_ofi *s = ctx;
  /* Acquire: pairs with the release in hyd_ofi_pins_open. */
  struct fh *fh = atomic_load_explicit(&s->pins.shown, memory_order_acquire);
  if (fh) fh_gone(fh, lo, hi);
}

static uint64_t now(void *ctx) {
  (void)ctx;
  return hyd_now_ns();
}

static void send(void *ctx, uint32_t node, const void *bytes, size_t n) {
  struct hyd_ofi *s = ctx;
  struct hyd_ofi_parked *m = malloc(sizeof *m + n);
  if (m == NULL) hyd_fatal(HYD_OFI_WHERE, "out of memory for a message of firehose's");
  *m = (struct hyd_ofi_parked){.size = n, .peer = node};
  memcpy(m->message, bytes, n);
  pthread_mutex_lock(&s->pins.lock);
  *s->pins.to_send.last = m;
  s->pins.to_send.last = &m->next;
  pthread_mutex_unlock(&s->pins.lock);
  atomic_fetch_add_explicit(&s->pins.n, 1, memory_order_relaxed);
}

/* A wait within firehose, in fh_settle alone: no handlers are run. */
static void poll_nested(void *ctx) { ((struct hyd_ofi *)ctx)->calls->progress(ctx); }

static void granted(struct fh_request *r, void *xfer) {
  struct hyd_ofi_xfer *x = xfer;
  struct hyd_ofi *s = x->state;
  (void)r;
  pthread_mutex_lock(&s->pins.lock);
  x->next = s->pins.granted;
  s->pins.granted = x;
  pthread_mutex_unlock(&s->pins.lock);
  atomic_fetch_add_explicit(&s->pins.n, 1, memory_order_relaxed);
}

static const struct fh_ops ops = {
    .pin = pin, .unpin = unpin, .watch = watch, .send = send, .poll = poll_nested, .now = now};

/* --- messages ------------------------------------------------------------- */

void hyd_ofi_pins_send(struct hyd_ofi *s) {
  struct hyd_ofi_parked *m;
  if (s->pins.asked) fh_poll(s->pins.fh);
  do {
    pthread_mutex_lock(&s->pins.lock);
    m = s->pins.to_send.first;
    pthread_mutex_unlock(&s->pins.lock);
    if (m == NULL || hyd_ofi_note_with(s, m->peer, HYD_OFI_FIREHOSE, m->message, m->size)) return;
    pthread_mutex_lock(&s->pins.lock);
    s->pins.to_send.first = m->next;
    if (m->next == NULL) s->pins.to_send.last = &s->pins.to_send.first;
    pthread_mutex_unlock(&s->pins.lock);
    atomic_fetch_sub_explicit(&s->pins.n, 1, memory_order_relaxed);
    free(m);
  } while (1);
}

void hyd_ofi_pins_take(struct hyd_ofi *s, uint32_t peer, const char *bytes, size_t n) {
  int err = s->pins.fh ? fh_input(s->pins.fh, peer, bytes, n) : EPROTO;
  if (err)
    hyd_fatal(HYD_OFI_WHERE, "a message of rank %u's firehose cannot be dealt with: %s", peer,
              strerror(err));
}

/* --- what the peer cannot pin --------------------------------------------- */

static struct hyd_ofi_xfer *next_refused(struct hyd_ofi *s) {
  struct hyd_ofi_xfer *x = s->pins.refused;
  if (x) s->pins.refused = x->next;
  return x;
}

/* Active messages carry it. They may have to wait for room, so they are sent by the next poll. */
static int carry_on(struct hyd_job *job) {
  struct hyd_ofi *s = hyd_job_conduit_state(job);
  struct hyd_ofi_xfer *x;
  int did = 0;
  if (s == NULL) return 0;
  hyd_ofi_lock(s);
  if (!s->pins.resending) {
    s->pins.resending = 1;
    while ((x = next_refused(s)) != NULL) {
      hyd_ofi_unlock(s);
      hyd_job_by_messages(job, x->peer, !x->is_get, (void *)x->remote, x->copy ? x->copy : x->local,
                          x->n, x->op);
      hyd_ofi_lock(s);
      s->calls->xfer_done(s, x);
      did = HYD_PROGRESS_DONE;
    }
    s->pins.resending = 0;
  }
  did |= s->pins.refused ? HYD_PROGRESS_MORE : 0;
  hyd_ofi_unlock(s);
  return did;
}

/* ENOMEM: the peer has pinned as much as it may. */
static int refuse(struct hyd_ofi *s, struct hyd_ofi_xfer *x, int err) {
  if (err != ENOMEM)
    hyd_fatal(HYD_OFI_WHERE,
              "%zu bytes at %p of rank %u cannot be registered there: %s; expected %s", x->n,
              (void *)x->remote, x->peer, strerror(err),
              x->is_get ? "memory that is mapped" : "memory that is mapped and may be written to");
  x->next = s->pins.refused;
  s->pins.refused = x;
  hyd_poll_todo(s->job);
  return HYD_NO_ROOM;
}

/* --- keys ----------------------------------------------------------------- */

static void has_there(const struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  x->step = HYD_OFI_WANTS_HERE;
  x->has_there = 1;
  x->key = x->there.key;
  x->origin = s->net.info->domain_attr->mr_mode & FI_MR_VIRT_ADDR ? 0 : x->there.base;
}

static void has_here(const struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  x->has_here = 1;
  x->desc = fi_mr_desc(fh_name(s->pins.fh, &x->here));
}

static int asked(struct hyd_ofi *s) {
  s->pins.asked++;
  return HYD_NO_ROOM;
}

static void tell(struct hyd_ofi *s, const struct hyd_ofi_xfer *x, int hits, uint32_t of) {
  hyd_job_tell(s->job, hits ? HYD_COUNT_FIREHOSE_HIT : HYD_COUNT_FIREHOSE_MISS,
               hits ? HYD_EV_FIREHOSE_HIT : HYD_EV_FIREHOSE_MISS, of, x->n);
}

/* Small pieces go by buffers, unless the memory is registered already. */
static int want_here(struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  void *desc;
  int err;
  if (s->pins.fh == NULL || x->copy || hyd_ofi_usable(s, x->local, x->n, &desc))
    err = EAGAIN;
  else if (x->n <= s->memory.sends.each)
    err = fh_try_local_pin(s->pins.fh, (uintptr_t)x->local, x->n, &x->here);
  else
    err = fh_local_pin_nb(s->pins.fh, (uintptr_t)x->local, x->n, &x->here, granted, x);
  if (err == 0 || err == EINPROGRESS) tell(s, x, err == 0, hyd_job_rank(s->job));
  if (err == EINPROGRESS) return asked(s);
  if (err == 0) has_here(s, x);
  x->step = HYD_OFI_GOES;
  return 0;
}

int hyd_ofi_pins_want(struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  x->state = s;
  if (x->step == HYD_OFI_WANTS_THERE) {
    int err =
        fh_remote_pin_nb(s->pins.fh, x->peer, x->remote, x->n, &x->there, NULL, 0, granted, x);
    tell(s, x, err == 0, x->peer);
    if (err == EINPROGRESS) {
      hyd_count(s->job, HYD_COUNT_RENDEZVOUS, x->n);
      return asked(s);
    }
    if (err) return refuse(s, x, err);
    has_there(s, x);
  }
  return x->step == HYD_OFI_WANTS_HERE ? want_here(s, x) : 0;
}

void hyd_ofi_pins_release(struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  if (x->has_here) fh_release(s->pins.fh, &x->here);
  if (x->has_there) fh_release(s->pins.fh, &x->there);
}

/* Whether the transfer goes on. */
static int take_answer(struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  if (x->step == HYD_OFI_WANTS_THERE) {
    if (x->there.status) return refuse(s, x, x->there.status) == 0;
    has_there(s, x);
  } else {
    if (x->here.status == 0) has_here(s, x);
    x->step = HYD_OFI_GOES;
  }
  return 1;
}

struct hyd_ofi_xfer *hyd_ofi_pins_granted(struct hyd_ofi *s) {
  struct hyd_ofi_xfer *x;
  do {
    if (s->pins.asked == 0) return NULL;
    pthread_mutex_lock(&s->pins.lock);
    x = s->pins.granted;
    if (x) s->pins.granted = x->next;
    pthread_mutex_unlock(&s->pins.lock);
    if (x == NULL) return NULL;
    s->pins.asked--;
    atomic_fetch_sub_explicit(&s->pins.n, 1, memory_order_relaxed);
  } while (!take_answer(s, x));
  return x;
}

/* --- life ----------------------------------------------------------------- */

void hyd_ofi_pins_open(struct hyd_ofi *s, uint64_t bytes) {
  struct fh_config c = fh_config_default;
  const char *none;
  char why[256];
  if ((s->memory.all && !s->net.needs_local) || s->pins.fh) return;
  c.strategy = hyd_pin_strategy(s->job);
  if (c.strategy > FH_STRATEGY_UNPIN) return; /* buffers and messages serve the others */
  pthread_mutex_init(&s->pins.lock, NULL);
  s->pins.to_send.last = &s->pins.to_send.first;
  s->pins.watch = fh_watch_open(gone, s, &none);
  s->pins.maps = fh_vma_open();
  c.ops = &ops;
  c.ctx = s;
  c.watcher = s->pins.watch;
  if (c.message > s->set.medium) c.message = s->set.medium;
  c.max_regions = (uint32_t)(s->net.info->domain_attr->mr_cnt / 2);
  if (c.max_regions < hyd_job_size(s->job)) c.max_regions = 0;
  for (uint32_t i = 0; i < hyd_job_size(s->job); i++)
    s->pins.serves |= s->peer[i].reach != HYD_OFI_ALL_MEMORY && s->peer[i].reach != HYD_OFI_SEGMENT;
  s->pins.fh = hyd_pin_open(s->job, &c, bytes, HYD_OFI_MAX_LONG, s->pins.serves, why, sizeof why);
  if (s->pins.fh == NULL) hyd_warn(s->job, "ofi conduit: %s", why);
  s->pins.serves &= s->pins.fh != NULL;
  if (s->pins.fh == NULL) return;
  s->pins.piece = hyd_pin_piece(s->job, s->pins.fh, s->pins.serves);
  hyd_job_set_progress(s->job, carry_on);
  /* Release: pairs with the acquire in gone. */
  atomic_store_explicit(&s->pins.shown, s->pins.fh, memory_order_release);
}

void hyd_ofi_pins_close(struct hyd_ofi *s) {
  if (s->pins.watch) fh_watch_close(s->pins.watch);
  s->pins.watch = NULL;
  atomic_store_explicit(&s->pins.shown, NULL, memory_order_relaxed);
  if (s->pins.fh) fh_close(s->pins.fh);
  s->pins.fh = NULL;
  s->pins.serves = 0;
}
