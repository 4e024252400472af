/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pins.c: firehose's client: registers memory, carries firehose's messages, and gets the keys of
 * transfers to and from memory outside of segments. Firehose may call the functions of fh_ops in
 * any thread: then the domain is opened for several threads.
 *
 * Without FI_MR_VIRT_ADDR remote addresses are offsets from the start of the registration
 * (fh_request.base).
 */
#include "conduits/ofi/transfers.h"

#include <errno.h>

#include "conduits/module_limits.h"
#include "conduits/ofi/messages.h"
#include "core/am/wait.h"

/* --- firehose's calls ----------------------------------------------------- */

static int pin_memory(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out) {
  struct hyd_pin_client *c = ctx;
  int err;
  struct fid_mr *mr = hyd_ofi_register(c->state, (void *)addr, len, HYD_OFI_ANY_ACCESS, &err);
  if (mr == NULL && hyd_pin_is_source(c, addr, len))
    mr = hyd_ofi_register(c->state, (void *)addr, len, FI_SEND | FI_WRITE | FI_REMOTE_READ, &err);
  if (mr == NULL) return err == -FI_EAGAIN || err == -FI_ENOMEM ? ENOMEM : EFAULT;
  *out = (struct fh_pinned){mr, fi_mr_key(mr)};
  return 0;
}

static void unpin_memory(void *ctx, uintptr_t addr, size_t len, const struct fh_pinned *pinned) {
  (void)ctx, (void)addr, (void)len;
  fi_close(&((struct fid_mr *)pinned->name)->fid);
}

/* fh_ops.poll, which only fh_settle calls: no handlers are run. */
static void poll_nested(void *ctx) {
  struct hyd_ofi *s = ((struct hyd_pin_client *)ctx)->state;
  s->calls->progress(s);
}

/* --- messages ------------------------------------------------------------- */

void hyd_ofi_pins_send(struct hyd_ofi *s) {
  struct hyd_pin_note *n;
  if (s->pins.asked) fh_poll(s->pins.client.fh);
  while ((n = hyd_pin_note(&s->pins.client)) != NULL) {
    const struct hyd_packet note = {.kind = HYD_OFI_FIREHOSE, .nbytes = n->size};
    if (hyd_ofi_note(s, n->peer, &note, n->bytes)) return;
    hyd_pin_note_drop(&s->pins.client);
  }
}

void hyd_ofi_pins_take(struct hyd_ofi *s, uint32_t peer, const char *bytes, size_t n) {
  int err = s->pins.client.fh ? fh_input(s->pins.client.fh, peer, bytes, n) : EPROTO;
  if (err)
    hyd_fatal(HYD_OFI_WHERE,
              "a message of rank %u's firehose cannot be dealt with: %s; expected the "
              "same build and settings in all ranks",
              peer, strerror(err));
}

/* --- transfers that the peer cannot pin the memory for -------------------- */

static struct hyd_ofi_xfer *next_refused(struct hyd_ofi *s) {
  struct hyd_ofi_xfer *x = s->pins.refused;
  if (x) s->pins.refused = x->next;
  return x;
}

/* Sends refused transfers by active messages. Those may have to wait for room, so the next poll
 * sends them rather than the place where the refusal is found. */
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

/* Has active messages carry the transfer, if the peer has pinned as much as it may (ENOMEM). */
static int refuse_transfer(struct hyd_ofi *s, struct hyd_ofi_xfer *x, int err) {
  hyd_pin_refused(HYD_OFI_WHERE, x->peer, (void *)x->remote, x->n, x->is_get, err);
  x->next = s->pins.refused;
  s->pins.refused = x;
  hyd_poll_todo(s->job);
  return HYD_NO_ROOM;
}

/* --- keys ----------------------------------------------------------------- */

static void set_there(const struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  x->step = HYD_OFI_WANTS_HERE;
  x->has_there = 1;
  x->key = x->there.key;
  x->origin = s->net.info->domain_attr->mr_mode & FI_MR_VIRT_ADDR ? 0 : x->there.base;
}

static void set_here(const struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  x->has_here = 1;
  x->desc = fi_mr_desc(fh_name(s->pins.client.fh, &x->here));
}

static int count_asked(struct hyd_ofi *s) {
  s->pins.asked++;
  return HYD_NO_ROOM;
}

/* Gets a key of the local memory. Small transfers use buffers, unless the memory is registered. */
static int want_here(struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  void *desc;
  int err;
  if (s->pins.client.fh == NULL || x->copy || hyd_ofi_usable(s, x->local, x->n, &desc))
    err = EAGAIN;
  else if (x->n <= s->memory.sends.each)
    err = fh_try_local_pin(s->pins.client.fh, (uintptr_t)x->local, x->n, &x->here);
  else
    err = fh_local_pin_nb(s->pins.client.fh, (uintptr_t)x->local, x->n, &x->here, hyd_pin_granted,
                          &x->granted);
  if (err == 0 || err == EINPROGRESS) hyd_pin_tell(s->job, err == 0, hyd_job_rank(s->job), x->n);
  if (err == EINPROGRESS) return count_asked(s);
  if (err == 0) set_here(s, x);
  x->step = HYD_OFI_GOES;
  return 0;
}

int hyd_ofi_pins_want(struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  x->granted.client = &s->pins.client;
  if (x->step == HYD_OFI_WANTS_THERE) {
    int err = fh_remote_pin_nb(s->pins.client.fh, x->peer, x->remote, x->n, &x->there, NULL, 0,
                               hyd_pin_granted, &x->granted);
    hyd_pin_tell(s->job, err == 0, x->peer, x->n);
    if (err == EINPROGRESS) {
      hyd_count(s->job, HYD_COUNT_RENDEZVOUS, x->n);
      return count_asked(s);
    }
    if (err) return refuse_transfer(s, x, err);
    set_there(s, x);
  }
  return x->step == HYD_OFI_WANTS_HERE ? want_here(s, x) : 0;
}

void hyd_ofi_pins_release(struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  if (x->has_here) fh_release(s->pins.client.fh, &x->here);
  if (x->has_there) fh_release(s->pins.client.fh, &x->there);
}

/* Takes firehose's answer. 1: the transfer continues. */
static int take_answer(struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  if (x->step == HYD_OFI_WANTS_THERE) {
    if (x->there.status) return refuse_transfer(s, x, x->there.status) == 0;
    set_there(s, x);
  } else {
    if (x->here.status == 0) set_here(s, x);
    x->step = HYD_OFI_GOES;
  }
  return 1;
}

struct hyd_ofi_xfer *hyd_ofi_pins_granted(struct hyd_ofi *s) {
  struct hyd_ofi_xfer *x;
  do {
    struct hyd_pin_granted *g = s->pins.asked ? hyd_pin_granted_take(&s->pins.client) : NULL;
    if (g == NULL) return NULL;
    x = (struct hyd_ofi_xfer *)(void *)((char *)g - offsetof(struct hyd_ofi_xfer, granted));
    s->pins.asked--;
  } while (!take_answer(s, x));
  return x;
}

/* --- life ----------------------------------------------------------------- */

void hyd_ofi_pins_open(struct hyd_ofi *s, uint64_t bytes) {
  struct fh_config c = fh_config_default;
  char why[256];
  if ((s->memory.all && !s->net.needs_local) || s->pins.client.fh) return;
  c.strategy = hyd_pin_strategy(s->job);
  if (c.strategy > FH_STRATEGY_UNPIN) return; /* the other strategies use buffers and messages */
  hyd_pin_client_init(&s->pins.client, s, pin_memory, unpin_memory, poll_nested);
  if (c.message > s->set.medium) c.message = s->set.medium;
  c.max_regions = (uint32_t)(s->net.info->domain_attr->mr_cnt / 2);
  if (c.max_regions < hyd_job_size(s->job)) c.max_regions = 0;
  for (uint32_t i = 0; i < hyd_job_size(s->job); i++)
    s->pins.serves |= s->peer[i].reach != HYD_OFI_ALL_MEMORY && s->peer[i].reach != HYD_OFI_SEGMENT;
  if (hyd_pin_client_open(&s->pins.client, s->job, &c, bytes, HYD_OFI_MAX_LONG, s->pins.serves, why,
                          sizeof why)) {
    hyd_warn(s->job, "ofi conduit: %s", why);
    s->pins.serves = 0;
    return;
  }
  s->pins.piece = hyd_pin_piece(s->job, s->pins.client.fh, s->pins.serves);
  hyd_job_set_progress(s->job, carry_on);
}

void hyd_ofi_pins_close(struct hyd_ofi *s) {
  hyd_pin_client_close(&s->pins.client);
  if (s->pins.client.fh) fh_close(s->pins.client.fh);
  s->pins.client.fh = NULL;
  s->pins.serves = 0;
}
