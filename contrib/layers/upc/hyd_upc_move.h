/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_upc_move.h: moves lists whose pieces lie on several threads, for hyd_upc_vis.h.
 *
 * A VIS operation has one peer, a UPC list many. So the two lists are walked together and cut into
 * fragments that are contiguous on both sides; a batch of fragments is sorted by peer, and each
 * peer gets one vector operation, all in flight at once. Data from one peer to another passes
 * through a buffer here: a get, then a put. Batches and buffer bound the memory for any list. Not
 * for direct inclusion.
 */
#ifndef HYD_UPC_MOVE_H
#define HYD_UPC_MOVE_H

#include <stdlib.h>
#include <string.h>

#define HYD_UPC_BATCH 256   /* most fragments of a batch */
#define HYD_UPC_RELAY 16384 /* bytes of the buffer for data between two peers */

static inline gex_TM_t hyd_upc_primordial_team(void) {
  gex_TM_t tm;
  gasnet_QueryGexObjects(NULL, NULL, &tm, NULL);
  return tm;
}

/* ---- one side of a transfer ---------------------------------------------- */

enum hyd_upc_kind {
  HYD_UPC_PRIVATE_VECTOR,
  HYD_UPC_SHARED_VECTOR,
  HYD_UPC_PRIVATE_LIST,
  HYD_UPC_SHARED_LIST,
  HYD_UPC_SECTION
};

struct hyd_upc_piece {
  gex_Rank_t thread;
  char *addr;
  size_t len;
};

struct hyd_upc_side {
  enum hyd_upc_kind kind;
  size_t pieces;
  const void *list;      /* for vectors and lists */
  size_t len;            /* bytes of each piece, for lists and sections */
  hyd_upc_shared_t base; /* this and the next members: for sections */
  const size_t *stride, *count;
  size_t levels;
  size_t next;               /* the walk: index of the next piece */
  struct hyd_upc_piece left; /* the rest of the current piece */
};

static inline struct hyd_upc_side hyd_upc_side(enum hyd_upc_kind kind, size_t pieces,
                                               const void *list, size_t len) {
  struct hyd_upc_side s;
  memset(&s, 0, sizeof s);
  s.kind = kind;
  s.pieces = pieces;
  s.list = list;
  s.len = len;
  return s;
}

static inline struct hyd_upc_side hyd_upc_private_vector(size_t n, const upc_pmemvec_t *list) {
  return hyd_upc_side(HYD_UPC_PRIVATE_VECTOR, n, list, 0);
}
static inline struct hyd_upc_side hyd_upc_shared_vector(size_t n, const upc_smemvec_t *list) {
  return hyd_upc_side(HYD_UPC_SHARED_VECTOR, n, list, 0);
}
static inline struct hyd_upc_side hyd_upc_private_list(size_t n, const void *const *list,
                                                       size_t len) {
  return hyd_upc_side(HYD_UPC_PRIVATE_LIST, n, list, len);
}
static inline struct hyd_upc_side hyd_upc_shared_list(size_t n, const hyd_upc_shared_t *list,
                                                      size_t len) {
  return hyd_upc_side(HYD_UPC_SHARED_LIST, n, list, len);
}
static inline struct hyd_upc_side hyd_upc_section(hyd_upc_shared_t base, const size_t *stride,
                                                  const size_t *count, size_t levels) {
  struct hyd_upc_side s = hyd_upc_side(HYD_UPC_SECTION, 1, NULL, count[0]);
  s.base = base;
  s.stride = stride;
  s.count = count;
  s.levels = levels;
  s.pieces = count[0] != 0;
  for (size_t k = 1; k <= levels; k++) s.pieces *= count[k];
  return s;
}

/* Row i of a section; rows are counted with the innermost level first. */
static inline char *hyd_upc_row(const struct hyd_upc_side *s, size_t i) {
  char *row = (char *)s->base.addr;
  for (size_t k = 0; k < s->levels; k++) {
    row += i % s->count[k + 1] * s->stride[k];
    i /= s->count[k + 1];
  }
  return row;
}

static inline struct hyd_upc_piece hyd_upc_piece(const struct hyd_upc_side *s, size_t i,
                                                 gex_Rank_t me) {
  struct hyd_upc_piece p = {me, NULL, s->len};
  if (s->kind == HYD_UPC_PRIVATE_VECTOR) {
    const upc_pmemvec_t *v = (const upc_pmemvec_t *)s->list + i;
    p.addr = (char *)v->addr;
    p.len = v->len;
  } else if (s->kind == HYD_UPC_SHARED_VECTOR) {
    const upc_smemvec_t *v = (const upc_smemvec_t *)s->list + i;
    p.thread = v->addr.thread;
    p.addr = (char *)v->addr.addr;
    p.len = v->len;
  } else if (s->kind == HYD_UPC_PRIVATE_LIST) {
    p.addr = (char *)((void *const *)s->list)[i];
  } else if (s->kind == HYD_UPC_SHARED_LIST) {
    p.thread = ((const hyd_upc_shared_t *)s->list)[i].thread;
    p.addr = (char *)((const hyd_upc_shared_t *)s->list)[i].addr;
  } else {
    p.thread = s->base.thread;
    p.addr = hyd_upc_row(s, i);
  }
  return p;
}

/* Makes sure that `left` has at least a byte; 0: end of the list. */
static inline int hyd_upc_advance(struct hyd_upc_side *s, gex_Rank_t me) {
  while (s->left.len == 0 && s->next < s->pieces) s->left = hyd_upc_piece(s, s->next++, me);
  return s->left.len != 0;
}

static inline void hyd_upc_take(struct hyd_upc_side *s, size_t n) {
  s->left.addr += n;
  s->left.len -= n;
}

/* ---- batches of fragments ------------------------------------------------ */

struct hyd_upc_fragment {
  gex_Rank_t peer;
  gex_Memvec_t remote, local;
};

struct hyd_upc_batch {
  size_t n;
  struct hyd_upc_fragment fragment[HYD_UPC_BATCH];
  gex_Memvec_t remote[HYD_UPC_BATCH], local[HYD_UPC_BATCH]; /* the same, sorted, while in flight */
};

struct hyd_upc_mover {
  gex_TM_t tm;
  gex_Rank_t me;
  struct hyd_upc_batch put, get,
      later;      /* `later`: puts of the data that `get` brings to the relay */
  size_t relayed; /* bytes of the relay in use */
  char relay[HYD_UPC_RELAY];
};

static inline int hyd_upc_by_peer(const void *a, const void *b) {
  gex_Rank_t x = ((const struct hyd_upc_fragment *)a)->peer;
  gex_Rank_t y = ((const struct hyd_upc_fragment *)b)->peer;
  return (x > y) - (x < y);
}

static inline void hyd_upc_add(struct hyd_upc_batch *b, gex_Rank_t peer, char *remote, char *local,
                               size_t n) {
  struct hyd_upc_fragment *f = &b->fragment[b->n++];
  f->peer = peer;
  f->remote.gex_addr = remote;
  f->local.gex_addr = local;
  f->remote.gex_len = f->local.gex_len = n;
}

/* Starts one operation for each peer; writes the events to event[] and returns how many. */
static inline size_t hyd_upc_start(struct hyd_upc_batch *b, gex_TM_t tm, int get,
                                   gex_Event_t *event) {
  size_t started = 0;
  qsort(b->fragment, b->n, sizeof *b->fragment, hyd_upc_by_peer);
  for (size_t first = 0, end; first < b->n; first = end) {
    gex_Rank_t peer = b->fragment[first].peer;
    for (end = first; end < b->n && b->fragment[end].peer == peer; end++) {
      b->remote[end] = b->fragment[end].remote;
      b->local[end] = b->fragment[end].local;
    }
    size_t n = end - first;
    gex_Memvec_t *remote = b->remote + first, *local = b->local + first;
    event[started++] = get ? gex_VIS_VectorGetNB(tm, n, local, peer, n, remote, 0)
                           : gex_VIS_VectorPutNB(tm, peer, n, remote, n, local, 0);
  }
  b->n = 0;
  return started;
}

/* Carries out the batches: when it returns, all data collected so far is in place. */
static inline void hyd_upc_flush(struct hyd_upc_mover *m) {
  gex_Event_t event[2 * HYD_UPC_BATCH];
  size_t n = hyd_upc_start(&m->get, m->tm, 1, event);
  n += hyd_upc_start(&m->put, m->tm, 0, event + n);
  gex_Event_WaitAll(event, n, 0);
  n = hyd_upc_start(&m->later, m->tm, 0, event);
  gex_Event_WaitAll(event, n, 0);
  m->relayed = 0;
}

/* Takes the first n bytes of both pieces, or as many as the relay has room for; returns how
 * many. */
static inline size_t hyd_upc_fragment(struct hyd_upc_mover *m, const struct hyd_upc_piece *to,
                                      const struct hyd_upc_piece *from, size_t n) {
  if (to->thread == m->me && from->thread == m->me) {
    memcpy(to->addr, from->addr, n);
  } else if (from->thread == m->me) {
    hyd_upc_add(&m->put, to->thread, to->addr, from->addr, n);
  } else if (to->thread == m->me) {
    hyd_upc_add(&m->get, from->thread, from->addr, to->addr, n);
  } else {
    char *between = m->relay + m->relayed;
    if (n > sizeof m->relay - m->relayed) n = sizeof m->relay - m->relayed;
    hyd_upc_add(&m->get, from->thread, from->addr, between, n);
    hyd_upc_add(&m->later, to->thread, to->addr, between, n);
    m->relayed += n;
  }
  if (m->put.n == HYD_UPC_BATCH || m->get.n == HYD_UPC_BATCH || m->relayed == sizeof m->relay)
    hyd_upc_flush(m);
  return n;
}

static inline void hyd_upc_unequal(void) {
  fprintf(stderr, "upc_mem*_list: source and destination are not of the same size\n");
  abort();
}

static inline void hyd_upc_move(struct hyd_upc_side *to, struct hyd_upc_side *from) {
  struct hyd_upc_mover m;
  m.tm = HYD_UPC_TM;
  m.me = gex_TM_QueryRank(m.tm);
  m.put.n = m.get.n = m.later.n = m.relayed = 0;
  while (hyd_upc_advance(to, m.me) && hyd_upc_advance(from, m.me)) {
    size_t n = to->left.len < from->left.len ? to->left.len : from->left.len;
    n = hyd_upc_fragment(&m, &to->left, &from->left, n);
    hyd_upc_take(to, n);
    hyd_upc_take(from, n);
  }
  if (m.put.n || m.get.n) hyd_upc_flush(&m);
  if (HYD_CLIENT_DEBUG && (hyd_upc_advance(to, m.me) || hyd_upc_advance(from, m.me)))
    hyd_upc_unequal();
}

#endif
