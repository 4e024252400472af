/* SPDX-License-Identifier: BSD-3-Clause
 *
 * instance.c: makes and frees an instance; its limits and statistics.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "firehose/instance.h"
#include "firehose/wire.h"

#define SPARE_SLOTS 16384u /* additional slots, for DEAD and TAKEN ones */
/* Bytes that are pinned once more at less cost than a registration has by itself. */
#define SMALL_UNION (256u << 10)
#define MOST_SLOTS (UINT64_C(1) << 28)

const struct fh_config fh_config_default = {
    .nodes = 1, .bucket = 8192, .ahead = 1 << 20, .da_limit = 8, .message = 4032};

static const char *check_config(const struct fh_config *c) {
  if (c->ops == NULL || c->ops->pin == NULL || c->ops->unpin == NULL || c->ops->send == NULL ||
      c->ops->poll == NULL)
    return "functions are missing";
  if (c->nodes == 0 || c->node >= c->nodes || c->nodes > UINT32_C(1) << (64 - FH_NODE_SHIFT))
    return "a node's number is not below the number of nodes, or there are more than 524,288";
  if (c->bucket < 4096 || (c->bucket & (c->bucket - 1)))
    return "a bucket is not a power of two of 4,096 bytes or more";
  if (c->nodes > 1 && c->m / c->bucket < c->nodes - 1)
    return "M is less than a bucket for each other node";
  if (c->maxvictim < c->bucket) return "MAXVICTIM is less than a bucket";
  if ((c->m + c->maxvictim) / c->bucket > MOST_SLOTS)
    return "more than 2^28 buckets: they are too small";
  if (c->regions && c->max_regions && c->max_regions < c->nodes)
    return "there are fewer registrations than nodes";
  if ((unsigned)c->strategy > FH_STRATEGY_UNPIN) return "this strategy is the client's business";
  if (c->message < FH_MESSAGE_MIN || c->message > FH_MESSAGE_MAX)
    return "messages are not of 512 to 4,096 bytes";
  return NULL;
}

static uint32_t slots_of_a_message(const struct fh_config *c) {
  size_t move = (c->message - FH_HEADER - FH_NOTE_HEAD - FH_NOTE_MAX) / (8 + FH_PIN);
  size_t moved = (c->message - FH_HEADER) / FH_ENTRY;
  return (uint32_t)(move < moved ? move : moved);
}

/* Registrations that each other node may hold here. Together they leave an eighth of all, at least
 * one, to this node, so a job that waits for a registration waits only for local requests to end.
 */
static uint32_t slots_each(const struct fh_config *c) {
  uint32_t n = (c->max_regions - 1 - c->max_regions / 8) / (c->nodes - 1);
  return n ? n : 1;
}

/* The most buckets of a union: `buckets`, or more, so that `slots` unions can hold `all` even if
 * each is only half as long. */
static uint64_t most_of_union(uint64_t buckets, uint64_t all, uint32_t slots) {
  uint64_t most = buckets / 4, least = 2 * all / slots;
  if (most < least) most = least;
  return most < buckets ? most : buckets;
}

static void derive_limits(struct fh *fh) {
  const struct fh_config *c = &fh->c;
  fh->shift = (uint32_t)__builtin_ctzl(c->bucket);
  fh->slots_most = slots_of_a_message(c);
  fh->m = c->m >> fh->shift;
  fh->maxvictim = c->maxvictim >> fh->shift;
  fh->f = c->nodes > 1 ? fh->m / (c->nodes - 1) : 0;
  fh->union_small = SMALL_UNION >> fh->shift;
  fh->slots_limit = c->regions && c->max_regions ? c->max_regions : UINT32_MAX;
  fh->slots_f = c->nodes > 1 && fh->slots_limit < UINT32_MAX ? slots_each(c) : UINT32_MAX;
  fh->local.limit = fh->m + fh->maxvictim;
  fh->union_local = most_of_union(fh->maxvictim, fh->local.limit, fh->slots_limit);
  fh->union_remote = most_of_union(fh->f, fh->f, fh->slots_f);
  fh->local.jobs_end = &fh->local.jobs;
}

/* Most firehoses of this node: its guaranteed shares are M in all, and more can be borrowed. */
static uint32_t remote_slots(const struct fh *fh) {
  uint64_t n = fh->m * (fh->c.nodes - 1), most = 4 * fh->m + SPARE_SLOTS;
  return (uint32_t)((n < most ? n : most) + SPARE_SLOTS);
}

static int reserve_tables(struct fh *fh) {
  uint32_t local = (uint32_t)fh->local.limit + SPARE_SLOTS, remote = remote_slots(fh);
  size_t peers = fh->c.nodes * sizeof(void *);
  if (hyd_fh_side_init(&fh->local.side, local, local, fh->c.regions)) return -1;
  if (hyd_fh_side_init(&fh->remote.side, remote, remote, fh->c.regions) == 0) {
    fh->remote.peer = hyd_fh_reserve(peers);
    if (fh->remote.peer && hyd_fh_table_init(&fh->local.holders, local) == 0) return 0;
    hyd_fh_unreserve(fh->remote.peer, peers);
    hyd_fh_side_done(&fh->remote.side);
  }
  hyd_fh_side_done(&fh->local.side);
  return -1;
}

struct fh *fh_open(const struct fh_config *config, const char **why) {
  const char *word = check_config(config);
  struct fh *fh = word ? NULL : calloc(1, sizeof *fh);
  size_t pre = config->nprepinned * sizeof *fh->prepinned;
  if (why) *why = word ? word : "out of memory";
  if (fh == NULL) return NULL;
  fh->c = *config;
  derive_limits(fh);
  if (pre && (fh->prepinned = malloc(pre))) memcpy(fh->prepinned, config->prepinned, pre);
  if ((pre && fh->prepinned == NULL) || reserve_tables(fh)) {
    free(fh->prepinned);
    free(fh);
    return NULL;
  }
  return fh;
}

static void unpin_all(struct fh *fh) {
  struct hyd_fh_side *s = &fh->local.side;
  for (uint32_t i = 1; i <= s->made; i++) {
    struct hyd_fh_slot *slot = &s->slot[i];
    enum hyd_fh_state state = hyd_fh_slot_state(slot);
    struct fh_pinned was = {slot->name, hyd_fh_slot_key(slot)};
    if (state == FH_FREE || slot->failed) continue;
    fh->c.ops->unpin(fh->c.ctx, hyd_fh_bytes(fh, hyd_fh_slot_first(slot)),
                     hyd_fh_bytes(fh, hyd_fh_slot_n(slot)), &was);
  }
}

static void free_peer(struct hyd_fh_peer *p) {
  if (p) hyd_fh_ahead_forget(&p->coming);
  while (p && p->moves) {
    struct hyd_fh_move *m = p->moves;
    p->moves = m->next;
    free(m);
  }
  free(p);
}

void fh_close(struct fh *fh) {
  unpin_all(fh);
  while (fh->local.jobs) {
    struct hyd_fh_job *j = fh->local.jobs;
    fh->local.jobs = j->next;
    hyd_fh_job_free(j);
  }
  for (uint32_t i = 0; i < fh->c.nodes; i++) free_peer(hyd_fh_peer_if(fh, i));
  hyd_fh_table_done(&fh->local.holders);
  hyd_fh_unreserve(fh->remote.peer, fh->c.nodes * sizeof(void *));
  hyd_fh_side_done(&fh->local.side);
  hyd_fh_side_done(&fh->remote.side);
  free(fh->prepinned);
  free(fh);
}

/* --- peers ---------------------------------------------------------------- */

struct hyd_fh_peer *hyd_fh_peer_if(struct fh *fh, uint32_t node) {
  /* Acquire: pairs with the release of hyd_fh_peer, after which the peer is initialised. */
  return atomic_load_explicit(&fh->remote.peer[node], memory_order_acquire);
}

struct hyd_fh_peer *hyd_fh_peer(struct fh *fh, uint32_t node) {
  struct hyd_fh_peer *p = hyd_fh_peer_if(fh, node), *other = NULL;
  if (p) return p;
  if ((p = calloc(1, sizeof *p)) == NULL) return NULL;
  p->share = fh->f;
  if (atomic_compare_exchange_strong_explicit(&fh->remote.peer[node], &other, p,
                                              memory_order_acq_rel, memory_order_acquire))
    return p;
  free(p);
  return other;
}

/* --- queries -------------------------------------------------------------- */

const struct fh_prepinned *hyd_fh_prepinned_of(const struct fh *fh, uint64_t first, uint64_t last) {
  uintptr_t lo = hyd_fh_bytes(fh, first), hi = hyd_fh_bytes(fh, last + 1);
  size_t from = 0, to = fh->c.nprepinned;
  while (from < to) {
    size_t mid = (from + to) / 2;
    const struct fh_prepinned *p = &fh->prepinned[mid];
    if (p->addr <= lo && hi - p->addr <= p->len) return p;
    if (p->addr > lo)
      to = mid;
    else
      from = mid + 1;
  }
  return NULL;
}

int hyd_fh_is_partly_prepinned(const struct fh *fh, uint64_t first, uint64_t last) {
  uintptr_t lo = hyd_fh_bytes(fh, first), hi = hyd_fh_bytes(fh, last + 1);
  for (size_t k = 0; k < fh->c.nprepinned; k++)
    if (fh->prepinned[k].addr < hi && fh->prepinned[k].addr + fh->prepinned[k].len > lo) return 1;
  return 0;
}

/* Most bytes that lie within n buckets, wherever they begin. */
static size_t bytes_within(const struct fh *fh, uint64_t n) {
  if (!fh->c.regions && n > fh->slots_most) n = fh->slots_most;
  return n ? hyd_fh_bytes(fh, n - 1) + 1 : 0;
}

size_t fh_local_max(const struct fh *fh) { return bytes_within(fh, fh->maxvictim); }

size_t fh_remote_max(const struct fh *fh, uint32_t node) {
  (void)node;
  return bytes_within(fh, fh->f);
}

size_t fh_peer_bytes(const struct fh *fh, uint32_t node) {
  const struct hyd_fh_peer *p =
      atomic_load_explicit(&fh->remote.peer[node],
                           memory_order_acquire); /* pairs with hyd_fh_peer */
  return sizeof p +
         (p ? sizeof *p + p->used * (sizeof(struct hyd_fh_slot) + sizeof(struct hyd_fh_entry)) : 0);
}

static uint64_t stolen(struct fh *fh) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < fh->c.nodes; i++) {
    const struct hyd_fh_peer *p = hyd_fh_peer_if(fh, i);
    if (p && p->granted > fh->f) n += p->granted - fh->f;
  }
  return n;
}

void fh_get_stats(struct fh *fh, struct fh_stats *out) {
  *out = (struct fh_stats){.local_misses = fh->stats.local_misses,
                           .remote_misses = fh->stats.remote_misses,
                           .moves = fh->stats.moves,
                           .moved = fh->stats.moved,
                           .pins = fh->stats.pins,
                           .unpins = fh->stats.unpins,
                           .revived = fh->stats.revived,
                           .ahead = fh->stats.ahead,
                           .put_off = fh->stats.put_off,
                           .won = fh->stats.won,
                           .waited_ns = fh->stats.waited_ns,
                           .stale = fh->stats.stale,
                           .unwatched = fh->stats.unwatched,
                           .most_pinned_bytes = hyd_fh_bytes(fh, fh->stats.most_pinned),
                           .pin_failures = fh->stats.pin_failures,
                           .merged = fh->stats.merged,
                           .most_regions = fh->stats.most_slots};
  hyd_fh_lock(&fh->local.side);
  out->pinned_bytes = hyd_fh_bytes(fh, fh->local.pinned);
  out->regions = fh->local.slots;
  out->stolen = stolen(fh);
  hyd_fh_unlock(&fh->local.side);
}

/* --- the names of strategies ---------------------------------------------- */

static const char *const names[] = {
    [FH_STRATEGY_FIREHOSE] = "firehose", [FH_STRATEGY_RENDEZVOUS] = "rendezvous",
    [FH_STRATEGY_UNPIN] = "unpin",       [FH_STRATEGY_PIN_ALL] = "pin-all",
    [FH_STRATEGY_BOUNCE] = "bounce",     [FH_STRATEGY_ODP] = "odp",
};

int fh_strategy_named(const char *name) {
  for (int i = 0; i < (int)(sizeof names / sizeof names[0]); i++)
    if (strcasecmp(name, names[i]) == 0) return i;
  return -1;
}

const char *fh_strategy_name(enum fh_strategy strategy) {
  return (unsigned)strategy < sizeof names / sizeof names[0] ? names[strategy] : NULL;
}
