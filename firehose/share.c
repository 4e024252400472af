/* SPDX-License-Identifier: BSD-3-Clause
 *
 * share.c: how much of this node's M each other node may hold. Each has a guaranteed share of
 * f = M / (nodes - 1), from its first message on. The shares of nodes that have never sent a
 * message are lent to nodes that must move firehoses in use ("bucket stealing"). When a new node
 * needs its f, the largest borrowers are told to give back, and the new node's job waits for that
 * (target.c). Other nodes together never hold more than M.
 *
 * A node whose share becomes smaller gives back idle firehoses at once, those in use later.
 */
#include "firehose/instance.h"
#include "firehose/wire.h"

/* --- the owner ------------------------------------------------------------ */

static void set_share(struct fh *fh, struct hyd_fh_peer *p, uint64_t share) {
  fh->local.granted += share - p->granted;
  p->granted = share;
  p->granted_seq++;
  p->tell_share = 1;
  atomic_store_explicit(&fh->untold, 1,
                        memory_order_relaxed); /* a hint: the shares are read with the lock */
}

static struct hyd_fh_peer *largest_borrower(struct fh *fh) {
  struct hyd_fh_peer *most = NULL;
  for (uint32_t i = 0; i < fh->c.nodes; i++) {
    struct hyd_fh_peer *p = hyd_fh_peer_if(fh, i);
    if (p && p->contacted && p->granted > fh->f && (most == NULL || p->granted > most->granted))
      most = p;
  }
  return most;
}

void hyd_fh_share_contact(struct fh *fh, struct hyd_fh_peer *p) {
  struct hyd_fh_peer *b;
  if (p->contacted) return;
  p->contacted = 1;
  atomic_store_explicit(
      &p->noted, fh->gone.told,
      memory_order_relaxed); /* the node has learned nothing of earlier ranges, and need not */
  p->granted = fh->f;
  fh->local.granted += fh->f;
  while (fh->local.granted > fh->m && (b = largest_borrower(fh))) {
    uint64_t over = fh->local.granted - fh->m, lent = b->granted - fh->f;
    set_share(fh, b, b->granted - (lent < over ? lent : over));
  }
}

/* Lends at most half of what is left, as other nodes may ask, too. */
void hyd_fh_share_ask(struct fh *fh, struct hyd_fh_peer *p, uint64_t wanted) {
  uint64_t left = fh->m > fh->local.granted ? (fh->m - fh->local.granted) / 2 : 0;
  uint64_t more = wanted < left ? wanted : left;
  if (more) set_share(fh, p, p->granted + more);
}

static int next_word(struct fh *fh, uint32_t node, uint32_t *seq, uint64_t *share) {
  struct hyd_fh_peer *p = hyd_fh_peer_if(fh, node);
  int tell;
  if (p == NULL) return 0;
  hyd_fh_lock(&fh->local.side);
  tell = p->tell_share;
  p->tell_share = 0;
  *seq = p->granted_seq;
  *share = p->granted;
  hyd_fh_unlock(&fh->local.side);
  return tell;
}

void hyd_fh_share_tell(struct fh *fh) {
  unsigned char buf[FH_HEADER];
  uint32_t seq;
  uint64_t share;
  if (atomic_load_explicit(&fh->untold, memory_order_relaxed) == 0) return;
  atomic_store_explicit(&fh->untold, 0, memory_order_relaxed);
  for (uint32_t i = 0; i < fh->c.nodes; i++) {
    if (!next_word(fh, i, &seq, &share)) continue;
    hyd_fh_put_header(buf, FH_SHARE, seq, 0, share);
    fh->c.ops->send(fh->c.ctx, i, buf, sizeof buf);
  }
}

/* --- the holder ----------------------------------------------------------- */

void hyd_fh_share_shrink(struct fh *fh, struct hyd_fh_peer *p) {
  struct hyd_fh_side *s = &fh->remote.side;
  struct hyd_fh_chain c;
  uint64_t over = p->used > p->share + p->dead.buckets ? p->used - p->share - p->dead.buckets : 0;
  if (over == 0) return;
  hyd_fh_victims_squeeze(s, &p->victims, over, &c);
  for (uint32_t i = c.head, next; i; i = next) {
    next = s->slot[i].next;
    hyd_fh_slot_unlist(s, i);
    hyd_fh_dead_add(fh, s, &p->dead, i);
  }
  if (c.buckets < over)
    atomic_store_explicit(&fh->chores, 1, memory_order_relaxed); /* the rest when it becomes idle */
}

void hyd_fh_share_told(struct fh *fh, uint32_t node, uint32_t seq, uint64_t share) {
  struct hyd_fh_peer *p = hyd_fh_peer(fh, node);
  if (p == NULL) return;
  hyd_fh_lock(&fh->remote.side);
  if ((int32_t)(seq - p->share_seq) > 0) { /* messages may overtake each other */
    p->share_seq = seq;
    p->share = share > fh->f ? share : fh->f;
  }
  hyd_fh_unlock(&fh->remote.side);
}
