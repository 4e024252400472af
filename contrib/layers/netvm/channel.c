/* SPDX-License-Identifier: BSD-3-Clause
 *
 * channel.c: channels. The sender writes into slots of the receiver's memory and signals. The
 * receiver returns slots, half of them at a time; it keeps the slot of the last message until it
 * asks for the next one.
 *
 *   memory:  head (64 bytes), slot 0, slot 1, ...
 */
#include "contrib/layers/netvm/nv.h"

#define HEAD_BYTES 64u
#define PIPE_MAGIC 0x4e765069u

struct head {
  uint32_t magic, slots, channel;
  uint32_t sender; /* 0: none; 1 + rank * HYD_NV_CHANNELS + channel */
  uint64_t bytes;  /* size of a slot */
  uint32_t number; /* the number before that of the first message */
};

static size_t rounded(size_t bytes) { return (bytes + 63) & ~(size_t)63; }

size_t hyd_nv_channelSize(uint32_t slots, size_t bytes) {
  return HEAD_BYTES + slots * rounded(bytes);
}

/* --- ends ------------------------------------------------------------------------------------ */

/* Numbers are used in turn, so that a late update for a closed channel does not hit the next
 * one. */
static int free_pipe(const char *call, uint32_t *number_p) {
  struct hyd_nv *nv = &hyd_nv_the;
  for (uint32_t i = 0; i < HYD_NV_CHANNELS; i++) {
    uint32_t number = (nv->pipes + i) % HYD_NV_CHANNELS;
    if (nv->pipe[number].use != HYD_NV_NO_PIPE) continue;
    nv->pipes = number + 1;
    *number_p = number;
    return GASNET_OK;
  }
  return hyd_nv_fail(GASNET_ERR_RESOURCE, call, "this rank has %u channels already",
                     HYD_NV_CHANNELS);
}

static void silence(struct hyd_nv_event *e) {
  atomic_store_explicit(&e->acks, atomic_load_explicit(&e->signals, memory_order_relaxed),
                        memory_order_relaxed);
}

static hyd_nv_channel_t open_pipe(uint32_t number, struct hyd_nv_pipe p) {
  struct hyd_nv *nv = &hyd_nv_the;
  p.generation = (nv->pipe[number].generation + 1) & 0xffffff;
  p.received = nv->pipe[number].received;
  nv->pipe[number] = p;
  return p.generation << 8 | (number + 1);
}

static int find_pipe(const char *call, hyd_nv_channel_t channel, enum hyd_nv_pipe_use use,
                     uint32_t *number_p) {
  uint32_t number = (channel & 0xff) - 1;
  struct hyd_nv_pipe *p;
  int rc = hyd_nv_check_may_wait(call);
  if (rc) return rc;
  p = number < HYD_NV_CHANNELS ? &hyd_nv_the.pipe[number] : NULL;
  if (p == NULL || p->use == HYD_NV_NO_PIPE || p->generation != channel >> 8)
    return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "channel 0x%x is not open", channel);
  if (use != HYD_NV_NO_PIPE && p->use != use)
    return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "channel 0x%x; expected the %s's end", channel,
                       use == HYD_NV_SENDER ? "sender" : "receiver");
  *number_p = number;
  return GASNET_OK;
}

/* --- opening --------------------------------------------------------------------------------- */

static int check_out(const char *call, const void *out) {
  int rc = hyd_nv_check_may_wait(call);
  if (rc || out) return rc;
  return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "channel_p is NULL");
}

static int check_shape(const char *call, uint32_t slots, size_t bytes) {
  if (slots < 2 || slots > HYD_NV_SLOTS)
    return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "%u slots; expected 2 to %u", slots, HYD_NV_SLOTS);
  if (bytes == 0 || bytes > UINT32_MAX)
    return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "messages of %zu bytes; expected 1 to %u", bytes,
                       UINT32_MAX);
  return GASNET_OK;
}

int hyd_nv_channelReceiver(uint64_t name, void *addr, uint32_t slots, size_t bytes,
                           hyd_nv_channel_t *channel_p) {
  const char *call = "hyd_nv_channelReceiver";
  struct hyd_nv_pipe p = {.use = HYD_NV_RECEIVER, .slots = slots, .bytes = bytes, .memory = addr};
  struct head head = {PIPE_MAGIC, slots, 0, 0, bytes, 0};
  uint32_t number;
  int rc = check_out(call, channel_p);
  if (rc || (rc = check_shape(call, slots, bytes)) || (rc = free_pipe(call, &number))) return rc;
  if ((uintptr_t)addr % 64)
    return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "memory at %p; expected a multiple of 64", addr);
  rc = hyd_nv_export(name, addr, hyd_nv_channelSize(slots, bytes), &p.seg);
  if (rc) return rc;
  head.channel = number;
  head.number = p.number =
      hyd_nv_the.pipe[number]
          .received; /* message numbers continue, so that no old message matches */
  rc = hyd_nv_writeF(p.seg, 0, &head, sizeof head);
  *channel_p = open_pipe(number, p);
  return rc ? rc : hyd_nv_flushRemote();
}

/* Claims the receiver's end, which may not be written yet, or may belong to another sender. */
static int claim(const char *call, gex_Rank_t rank, const struct hyd_nv_pipe *p, uint32_t number,
                 struct head *head) {
  uint32_t me = 1 + hyd_nv_the.rank * HYD_NV_CHANNELS + number, was = 0;
  int rc = hyd_nv_readF(p->seg, 0, head, sizeof *head);
  if (rc) return rc;
  if (head->magic != PIPE_MAGIC || head->slots < 2 || head->slots > HYD_NV_SLOTS)
    return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "rank %u's export of that name is no channel",
                       rank);
  rc = hyd_nv_cswap(p->seg, offsetof(struct head, sender), 0, me, &was);
  if (rc || was == 0) return rc;
  return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "the channel of rank %u has a sender, rank %u", rank,
                     (was - 1) / HYD_NV_CHANNELS);
}

int hyd_nv_channelSender(gex_Rank_t rank, uint64_t name, hyd_nv_channel_t *channel_p) {
  const char *call = "hyd_nv_channelSender";
  struct hyd_nv_pipe p = {.use = HYD_NV_SENDER, .peer = rank};
  struct head head;
  uint32_t number;
  int rc = check_out(call, channel_p);
  if (rc || (rc = free_pipe(call, &number)) || (rc = hyd_nv_import(rank, name, &p.seg))) return rc;
  if ((rc = claim(call, rank, &p, number, &head)) != 0) {
    hyd_nv_unimport(p.seg);
    return rc;
  }
  silence(&hyd_nv_the.control->room[number]);
  p.slots = head.slots;
  p.bytes = head.bytes;
  p.other = head.channel;
  p.room = head.slots;
  p.number = head.number;
  *channel_p = open_pipe(number, p);
  return GASNET_OK;
}

int hyd_nv_channelClose(hyd_nv_channel_t channel) {
  uint32_t number;
  struct hyd_nv_pipe *p;
  int rc = find_pipe("hyd_nv_channelClose", channel, HYD_NV_NO_PIPE, &number);
  if (rc) return rc;
  p = &hyd_nv_the.pipe[number];
  if (p->use == HYD_NV_RECEIVER) {
    rc = hyd_nv_unexport(p->seg);
  } else {
    rc = hyd_nv_flushRemote();
    hyd_nv_unimport(p->seg);
  }
  p->use = HYD_NV_NO_PIPE;
  return rc;
}

/* --- messages -------------------------------------------------------------------------------- */

static uint64_t slot_at(const struct hyd_nv_pipe *p) {
  return HEAD_BYTES + p->next * rounded(p->bytes);
}

static void next_slot(struct hyd_nv_pipe *p) { p->next = p->next + 1 < p->slots ? p->next + 1 : 0; }

static void take_room(struct hyd_nv_pipe *p, struct hyd_nv_event *e) {
  uint64_t n = hyd_nv_pending(e);
  uint64_t acks = atomic_load_explicit(&e->acks, memory_order_relaxed);
  if (n) atomic_store_explicit(&e->acks, acks + n, memory_order_relaxed);
  p->room += (uint32_t)n;
}

static void need_room(struct hyd_nv_pipe *p, struct hyd_nv_event *room) {
  if (p->room) return;
  hyd_nv_wait(hyd_nv_is_pending, room, HYD_NV_FOREVER, 1);
  take_room(p, room);
}

int hyd_nv_send(hyd_nv_channel_t channel, const void *msg, size_t n) {
  const char *call = "hyd_nv_send";
  const struct hyd_paged_range *r;
  struct hyd_nv_update u = {.word = HYD_NV_SENT};
  struct hyd_nv_event *room;
  struct hyd_nv_pipe *p;
  uint32_t number;
  int rc = find_pipe(call, channel, HYD_NV_SENDER, &number);
  if (rc) return rc;
  p = &hyd_nv_the.pipe[number];
  room = &hyd_nv_the.control->room[number];
  if (n > p->bytes || (msg == NULL && n))
    return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "%zu bytes at %p; expected at most %zu", n, msg,
                       p->bytes);
  if ((rc = hyd_nv_check_range(call, p->seg, slot_at(p), n, 1, &r))) return rc;
  need_room(p, room);
  u.index = p->other * HYD_NV_SLOTS + p->next;
  u.value = (uint64_t)(p->number + 1) << 32 | n;
  rc = hyd_nv_write_update(call, r, slot_at(p), msg, n, 0, &u);
  if (rc) return rc;
  p->room--;
  p->number++;
  next_slot(p);
  if (p->room < p->slots / 2) take_room(p, room); /* after the message has been sent */
  return GASNET_OK;
}

/* The sender has written its id before it sent the first message. */
static void find_sender(struct hyd_nv_pipe *p) {
  const struct head *head = (const struct head *)p->memory;
  uint32_t sender = head->sender - 1;
  p->peer = sender / HYD_NV_CHANNELS;
  p->other = sender % HYD_NV_CHANNELS;
}

static int give_back(struct hyd_nv_pipe *p) {
  struct hyd_nv_update u = {HYD_NV_ROOM, p->other, p->room};
  if (p->room < p->slots / 2) return GASNET_OK;
  p->room = 0;
  return hyd_nv_post(p->peer, &u);
}

struct expected {
  const _Atomic uint64_t *word;
  uint32_t number;
};

static int has_come(const void *arg) {
  const struct expected *x = arg;
  return (uint32_t)(atomic_load_explicit(x->word, memory_order_acquire) >> 32) ==
         x->number; /* S2 */
}

int hyd_nv_recv(hyd_nv_channel_t channel, void **msg_p, size_t *n_p, uint64_t timeout_us) {
  const char *call = "hyd_nv_recv";
  struct expected x;
  struct hyd_nv_pipe *p;
  uint32_t number;
  int rc = find_pipe(call, channel, HYD_NV_RECEIVER, &number);
  if (rc) return rc;
  p = &hyd_nv_the.pipe[number];
  if (msg_p == NULL || n_p == NULL)
    return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "msg_p or n_p is NULL");
  x = (struct expected){&hyd_nv_the.control->sent[number][p->next], p->number + 1};
  if ((rc = give_back(p)) != 0 ||
      (!has_come(&x) && (rc = hyd_nv_wait(has_come, &x, timeout_us, 1)) != 0))
    return rc;
  if (((const struct head *)p->memory)->sender - 1 != p->peer * HYD_NV_CHANNELS + p->other)
    find_sender(p);
  *msg_p = p->memory + slot_at(p);
  *n_p = (uint32_t)atomic_load_explicit(x.word, memory_order_relaxed);
  p->received = ++p->number;
  next_slot(p);
  p->room++;
  return GASNET_OK;
}
