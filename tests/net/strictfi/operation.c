/* SPDX-License-Identifier: BSD-3-Clause
 *
 * operation.c: operations under way. An operation waits for some looks, and then goes in packets;
 * others may go before it where no order was granted. Its end is told when the sources were read,
 * or before that, where the buffer was copied, or when the peer has confirmed it.
 */
#include <stdio.h>
#include <time.h>

#include "strictfi.h"

#define OUT_MOST 48       /* packets that wait, before operations wait for them */
#define LOOKED_AT 32      /* operations, for one that may go */
#define ASKED_MOST 8      /* packets of a read that are asked for at a time */
#define LATE_MOST 1048576 /* bytes of a read that are kept until all are there */
#define MORE_NS 5000000000u

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* --- buffers -------------------------------------------------------------- */

/* Bytes [at, at + len) of the buffers, from or to `bytes`. */
static void copy_part(const struct sfi_op *op, size_t at, size_t len, char *bytes, int in) {
  for (size_t i = 0; i < op->niov && len; i++) {
    size_t n = op->iov[i].iov_len;
    char *here = (char *)op->iov[i].iov_base + at;
    if (at >= n) {
      at -= n;
      continue;
    }
    n -= at;
    if (n > len) n = len;
    memcpy(in ? here : bytes, in ? bytes : here, n);
    bytes += n;
    len -= n;
    at = 0;
  }
}

void sfi_op_gather(const struct sfi_op *op, size_t at, size_t len, char *to) {
  if (op->copy)
    memcpy(to, op->copy + at, len);
  else
    copy_part(op, at, len, to, 0);
}

static void scatter(const struct sfi_op *op, size_t at, size_t len, const char *from) {
  copy_part(op, at, len, (char *)(uintptr_t)from, 1);
}

/* A checksum of the first and the last bytes. */
uint32_t sfi_op_sum(const struct sfi_op *op) {
  char some[512];
  uint32_t h = 2166136261u;
  size_t n = op->len < sizeof some / 2 ? op->len : sizeof some / 2;
  sfi_op_gather(op, 0, n, some);
  sfi_op_gather(op, op->len - n, n, some + n);
  for (size_t i = 0; i < 2 * n; i++) h = (h ^ (unsigned char)some[i]) * 16777619u;
  return h;
}

static const char *name_of(const struct sfi_op *op) {
  static const char *const names[] = {"send", "write", "read", "fetching atomic", "swap"};
  return names[op->kind];
}

/* What the user must have left alone. */
static void check_kept(const struct sfi_op *op) {
  if (op->their_iov && memcmp(op->their_iov, op->iov, op->niov * sizeof op->iov[0]))
    sfi_broken(SFI_IOV, "the iov of a %s changed before its completion", name_of(op));
  for (size_t i = 0; i < op->niov; i++) sfi_mr_still(op->mr[i], &op->iov[i], name_of(op));
  if (op->kind <= SFI_WRITE && !op->copy && sfi_op_sum(op) != op->sum)
    sfi_broken(SFI_BUFFER, "the source of a %s of %zu bytes changed before its completion",
               name_of(op), op->len);
}

static size_t context_size(const struct sfi_ep *ep) {
  return ep->info->mode & FI_CONTEXT2  ? sizeof(struct fi_context2)
         : ep->info->mode & FI_CONTEXT ? sizeof(struct fi_context)
                                       : 0;
}

/* A context is the provider's from the call to the completion. */
static void check_context(const struct sfi_ep *ep, const struct sfi_op *op) {
  const unsigned char *c = op->context;
  for (size_t i = 0; c && !op->told && i < context_size(ep); i++)
    if (c[i] != (unsigned char)(op->number * 37 + i))
      sfi_broken(SFI_CONTEXT, "the context of a %s was written before its completion", name_of(op));
}

static void use_context(const struct sfi_ep *ep, const struct sfi_op *op) {
  unsigned char *c = op->context;
  if (c == NULL) return;
  for (const struct sfi_op *o = ep->ops; o; o = o->next)
    if (context_size(ep) && o->context == c && !o->told)
      sfi_broken(SFI_CONTEXT, "two operations have the same context");
  for (size_t i = 0; i < context_size(ep); i++) c[i] = (unsigned char)(op->number * 37 + i);
}

/* --- life ----------------------------------------------------------------- */

struct sfi_op *sfi_op_new(struct sfi_ep *ep, enum sfi_kind kind) {
  struct sfi_op *op = malloc(sizeof *op);
  if (op == NULL) abort();
  *op = (struct sfi_op){.kind = kind,
                        .number = ++ep->numbers,
                        .since = now(),
                        .delay = ep->prompt ? 0 : sfi_random(ep->domain->like->delay + 1)};
  return op;
}

static int is_started(const struct sfi_op *op) { return op->written && op->low >= op->high; }

/* It takes room until it has gone and is told. */
static void uncount(struct sfi_ep *ep, struct sfi_op *op) {
  ep->nops -= op->counts;
  op->counts = 0;
}

static int is_told(const struct sfi_ep *ep, const struct sfi_op *op) {
  return !ep->selective[0] || (op->flags & FI_COMPLETION);
}

static void tell(struct sfi_ep *ep, struct sfi_op *op, int err) {
  static const uint64_t kinds[] = {FI_SEND | FI_MSG, FI_WRITE | FI_RMA, FI_READ | FI_RMA,
                                   FI_READ | FI_ATOMIC, FI_READ | FI_ATOMIC};
  struct fi_cq_data_entry e = {.op_context = op->context, .flags = kinds[op->kind]};
  unsigned char *c = op->context;
  if (op->told) return;
  check_context(ep, op);
  for (size_t i = 0; c && i < context_size(ep); i++) c[i] = (unsigned char)sfi_random(256);
  if (!(op->flags & FI_INJECT) || op->context) check_kept(op);
  op->told = 1;
  op->their_iov = NULL;
  if (is_started(op)) uncount(ep, op);
  if (err || (is_told(ep, op) && !(op->flags & SFI_SILENT)))
    sfi_cq_put(ep->tx, &e, err, !ep->domain->like->shuffles);
}

/* Source and destination are the user's again after this, whatever the peer says. */
static void copy_source(struct sfi_op *op) {
  if (op->copy || op->len == 0) return;
  char *copy = malloc(op->len);
  if (copy == NULL) abort();
  sfi_op_gather(op, 0, op->len, copy);
  op->copy = copy;
}

void sfi_op_add(struct sfi_ep *ep, struct sfi_op *op) {
  struct sfi_op **at = &ep->ops;
  use_context(ep, op);
  while (*at) at = &(*at)->next;
  *at = op;
  ep->nops += op->counts = 1;
  op->high = op->len;
  if (op->kind <= SFI_WRITE) op->sum = sfi_op_sum(op);
  /* Whose user may stop polling once it is told must have had it all taken. */
  unsigned early = ep->prompt ? 0 : ep->domain->like->early;
  if (!early && !(op->flags & FI_INJECT)) op->flags |= FI_DELIVERY_COMPLETE;
  if (op->flags & FI_TRANSMIT_COMPLETE) op->flags |= FI_DELIVERY_COMPLETE; /* the peer has it */
  if (op->flags & FI_INJECT)
    copy_source(op);
  else if (op->kind <= SFI_WRITE && !(op->flags & FI_DELIVERY_COMPLETE) && op->len <= LATE_MOST &&
           sfi_chance(early)) {
    copy_source(op);
    tell(ep, op, 0); /* before anything has left */
  }
}

static void drop(struct sfi_ep *ep, struct sfi_op *op) {
  struct sfi_op **at = &ep->ops;
  struct sfi_piece *p;
  uncount(ep, op);
  while (*at != op) at = &(*at)->next;
  *at = op->next;
  while ((p = op->pieces) != NULL) {
    op->pieces = p->next;
    free(p);
  }
  free(op->copy);
  free(op);
}

void sfi_ops_lost(struct sfi_ep *ep, fi_addr_t peer) {
  struct sfi_op *op = ep->ops, *next;
  for (; op; op = next) {
    next = op->next;
    if (op->peer != peer) continue;
    op->copy = op->copy ? op->copy : calloc(1, op->len + 1); /* what it says does not matter */
    tell(ep, op, FI_ENOTCONN);
    drop(ep, op);
  }
}

/* --- going ---------------------------------------------------------------- */

/* Whether `later` may not go before `op` has. */
static int must_wait(const struct sfi_ep *ep, const struct sfi_op *op, const struct sfi_op *later) {
  static const uint64_t behind[SFI_SWAP + 1][SFI_SWAP + 1] = {
      [SFI_SEND] = {[SFI_SEND] = FI_ORDER_SAS, [SFI_WRITE] = FI_ORDER_WAS},
      [SFI_WRITE] = {
          [SFI_SEND] = FI_ORDER_SAW, [SFI_WRITE] = FI_ORDER_WAW, [SFI_READ] = FI_ORDER_RAW}};
  if (op->peer != later->peer) return 0;
  if (later->flags & FI_FENCE) return 1; /* until it has ended, even */
  return !is_started(op) && (ep->info->tx_attr->msg_order & behind[op->kind][later->kind]) != 0;
}

static int may_go(struct sfi_ep *ep, struct sfi_op *op) {
  if (is_started(op)) return 0;
  if (op->deferred) {
    if (now() - op->since > MORE_NS)
      sfi_broken(SFI_MORE, "a %s with FI_MORE was followed by nothing for 5 s", name_of(op));
    return 0;
  }
  if (op->kind == SFI_READ &&
      (op->high - op->low) + op->ended + ASKED_MOST * ep->domain->like->piece <= op->len)
    return 0;
  if (op->low == 0 && op->high == op->len && op->delay) {
    op->delay--;
    return 0;
  }
  for (const struct sfi_op *o = ep->ops; o != op; o = o->next)
    if (must_wait(ep, o, op)) return 0;
  return 1;
}

/* The next piece, from either end; messages from the front. */
static size_t piece_of(struct sfi_ep *ep, struct sfi_op *op, size_t *at) {
  size_t n = op->high - op->low;
  if (n > ep->domain->like->piece) n = ep->domain->like->piece;
  if (op->kind != SFI_SEND && ep->domain->like->shuffles && sfi_chance(128)) {
    op->high -= n;
    *at = op->high;
  } else {
    *at = op->low;
    op->low += n;
  }
  op->written = 1;
  return n;
}

static void emit(struct sfi_ep *ep, struct sfi_op *op) {
  static _Thread_local char bytes[65536];
  static const enum sfi_packet_kind kinds[] = {SFI_PIECE_OF_SEND, SFI_PIECE_OF_WRITE, SFI_ASK_PIECE,
                                               SFI_ASK_ATOMIC, SFI_ASK_ATOMIC};
  const struct sfi_peer *to = &ep->av->peer[op->peer];
  size_t at, n = piece_of(ep, op, &at);
  int last = op->low >= op->high;
  struct sfi_packet p = {.kind = kinds[op->kind],
                         .number = op->number,
                         .total = op->len,
                         .at = at,
                         .len = n,
                         .addr = op->addr + at,
                         .key = op->key,
                         .data = {op->data, op->operand[0], op->operand[1]}};
  if (op->kind == SFI_SWAP) p.flags |= SFI_IS_SWAP;
  if (op->flags & FI_DELIVERY_COMPLETE) p.flags |= SFI_WANTS_ACK;
  if (last && (op->flags & FI_REMOTE_CQ_DATA)) p.flags |= SFI_HAS_DATA;
  if (op->kind <= SFI_WRITE) sfi_op_gather(op, at, n, bytes);
  sfi_packet_send(ep, &to->addr, to->len, &p, op->kind <= SFI_WRITE ? bytes : NULL);
  if (!last || op->kind > SFI_WRITE) return;
  if (op->told) uncount(ep, op);
  if (!op->told && !(op->flags & FI_DELIVERY_COMPLETE)) tell(ep, op, 0);
  if (op->kind == SFI_SEND && op->told) drop(ep, op);
}

void sfi_ops_go(struct sfi_ep *ep) {
  for (int rounds = 0; rounds < 16 && ep->nout < OUT_MOST; rounds++) {
    struct sfi_op *fit[LOOKED_AT];
    uint32_t n = 0, looked = 0;
    for (struct sfi_op *op = ep->ops; op && looked < LOOKED_AT; op = op->next) {
      if (is_started(op)) continue;
      looked++;
      if (may_go(ep, op)) fit[n++] = op;
    }
    if (n == 0) return;
    emit(ep, fit[ep->domain->like->shuffles ? sfi_random(n) : 0]);
  }
}

int sfi_ops_wait(const struct sfi_ep *ep) {
  for (const struct sfi_op *op = ep->ops; op; op = op->next)
    if (!is_started(op)) return 1;
  return 0;
}

/* --- what the peer says --------------------------------------------------- */

static struct sfi_op *with_number(struct sfi_ep *ep, uint64_t number) {
  struct sfi_op *op = ep->ops;
  while (op && op->number != number) op = op->next;
  return op;
}

static void confirmed(struct sfi_ep *ep, const struct sfi_packet *p) {
  struct sfi_op *op = with_number(ep, p->number);
  if (op == NULL) return;
  op->ended += p->len;
  if (op->ended < op->len) return;
  tell(ep, op, 0);
  drop(ep, op);
}

static void take_piece(struct sfi_ep *ep, const struct sfi_packet *p, const char *bytes) {
  struct sfi_op *op = with_number(ep, p->number);
  struct sfi_piece *piece;
  if (op == NULL) return;
  op->ended += p->len;
  if (ep->domain->like->late && op->len <= LATE_MOST) {
    if ((piece = malloc(sizeof *piece + p->len)) == NULL) abort();
    *piece = (struct sfi_piece){op->pieces, p->at, p->len};
    memcpy(piece->data, bytes, p->len);
    op->pieces = piece;
  } else
    scatter(op, p->at, p->len, bytes);
  if (op->ended < op->len) return;
  check_kept(op);
  for (piece = op->pieces; piece; piece = piece->next)
    scatter(op, piece->at, piece->len, piece->data);
  tell(ep, op, 0);
  drop(ep, op);
}

static void take_result(struct sfi_ep *ep, const struct sfi_packet *p) {
  struct sfi_op *op = with_number(ep, p->number);
  if (op == NULL) return;
  check_kept(op);
  scatter(op, 0, sizeof p->data[0], (const char *)&p->data[0]);
  tell(ep, op, 0);
  drop(ep, op);
}

/* --- at the target -------------------------------------------------------- */

static void answer(struct sfi_ep *ep, const struct sockaddr_un *to, socklen_t len,
                   const struct sfi_packet *p, enum sfi_packet_kind kind, const void *bytes) {
  struct sfi_packet a = *p;
  a.kind = kind;
  sfi_packet_send(ep, to, len, &a, bytes);
}

static void queue_arrived(struct sfi_ep *ep, struct sfi_arrived *m) {
  m->next = NULL;
  *ep->last_arrived = m;
  ep->last_arrived = &m->next;
  ep->narrived++;
}

static struct sfi_arrived *new_arrived(const struct sockaddr_un *from, socklen_t len,
                                       const struct sfi_packet *p, size_t bytes) {
  struct sfi_arrived *m = malloc(sizeof *m + bytes);
  if (m == NULL) abort();
  *m = (struct sfi_arrived){.from = *from, .from_len = len, .number = p->number, .len = p->total};
  m->wants_ack = (p->flags & SFI_WANTS_ACK) != 0;
  m->data = p->data[0];
  return m;
}

static void take_send(struct sfi_ep *ep, const struct sockaddr_un *from, socklen_t len,
                      const struct sfi_packet *p, const char *bytes) {
  struct sfi_arrived **at = &ep->partial, *m;
  while ((m = *at) && (m->number != p->number || m->from_len != len || memcmp(&m->from, from, len)))
    at = &m->next;
  if (m == NULL) {
    m = new_arrived(from, len, p, p->total);
    m->next = ep->partial;
    ep->partial = m;
    at = &ep->partial;
  }
  memcpy(m->bytes + p->at, bytes, p->len);
  m->have += p->len;
  m->has_data |= (p->flags & SFI_HAS_DATA) != 0;
  if (m->have < m->len) return;
  if (m->wants_ack) /* it has come, whether or not there is a receive */
    answer(ep, from, len, &(struct sfi_packet){.number = m->number, .len = m->len}, SFI_ACK, NULL);
  *at = m->next;
  queue_arrived(ep, m);
}

static void place_write(struct sfi_ep *ep, const struct sockaddr_un *from, socklen_t len,
                        const struct sfi_packet *p, const char *bytes) {
  char *at = sfi_mr_remote(ep, p->key, p->addr, p->len, FI_REMOTE_WRITE);
  memcpy(at, bytes, p->len);
  answer(ep, from, len, p, SFI_ACK, NULL);
  if (!(p->flags & SFI_HAS_DATA)) return;
  struct sfi_arrived *m = new_arrived(from, len, p, 0);
  m->is_write = 1;
  queue_arrived(ep, m);
}

/* Without FI_ORDER_SAW writes may be seen later than messages that were sent after them; they stay
 * in order with each other. */
static void take_write(struct sfi_ep *ep, const struct sockaddr_un *from, socklen_t len,
                       const struct sfi_packet *p, const char *bytes) {
  struct sfi_out **at = &ep->late;
  if ((ep->info->tx_attr->msg_order & FI_ORDER_SAW) || (ep->late == NULL && !sfi_chance(64))) {
    place_write(ep, from, len, p, bytes);
    return;
  }
  if (ep->late == NULL) ep->late_for = sfi_random(4 * ep->domain->like->delay + 1);
  while (*at) at = &(*at)->next;
  *at = sfi_packet_copy(from, len, p, bytes);
}

static void place_late(struct sfi_ep *ep) {
  struct sfi_out *o;
  if (ep->late == NULL || ep->late_for-- > 0) return;
  while ((o = ep->late) != NULL) {
    ep->late = o->next;
    place_write(ep, &o->to, o->to_len, (const void *)o->bytes,
                o->bytes + sizeof(struct sfi_packet));
    free(o);
  }
}

static void take_read(struct sfi_ep *ep, const struct sockaddr_un *from, socklen_t len,
                      const struct sfi_packet *p) {
  answer(ep, from, len, p, SFI_PIECE_OF_READ,
         sfi_mr_remote(ep, p->key, p->addr, p->len, FI_REMOTE_READ));
}

static void take_atomic(struct sfi_ep *ep, const struct sockaddr_un *from, socklen_t len,
                        const struct sfi_packet *p) {
  uint64_t *at = (uint64_t *)(void *)sfi_mr_remote(ep, p->key, p->addr, sizeof *at,
                                                   FI_REMOTE_READ | FI_REMOTE_WRITE);
  struct sfi_packet a = *p;
  a.len = 0;
  if (p->flags & SFI_IS_SWAP) {
    a.data[0] = p->data[2];
    (void)__atomic_compare_exchange_n(at, &a.data[0], p->data[1], 0, __ATOMIC_SEQ_CST,
                                      __ATOMIC_SEQ_CST);
  } else
    a.data[0] = __atomic_fetch_add(at, p->data[1], __ATOMIC_SEQ_CST);
  answer(ep, from, len, &a, SFI_ATOMIC_RESULT, NULL);
}

void sfi_op_packet(struct sfi_ep *ep, const struct sockaddr_un *from, socklen_t len,
                   const struct sfi_packet *p, const char *bytes) {
  switch (p->kind) {
  case SFI_PIECE_OF_SEND: take_send(ep, from, len, p, bytes); break;
  case SFI_PIECE_OF_WRITE: take_write(ep, from, len, p, bytes); break;
  case SFI_ASK_PIECE: take_read(ep, from, len, p); break;
  case SFI_ASK_ATOMIC: take_atomic(ep, from, len, p); break;
  case SFI_PIECE_OF_READ: take_piece(ep, p, bytes); break;
  case SFI_ATOMIC_RESULT: take_result(ep, p); break;
  default: confirmed(ep, p);
  }
}

/* --- receives ------------------------------------------------------------- */

static void release(struct sfi_ep *ep, struct sfi_recv *r) {
  ep->recvs = r->next;
  if (ep->recvs == NULL) ep->last_recv = &ep->recvs;
  free(r);
}

static void release_with_entry(struct sfi_ep *ep, struct sfi_recv *r) {
  struct fi_cq_data_entry e = {.op_context = r->context, .flags = FI_MULTI_RECV};
  if (r->told) sfi_cq_put(ep->rx, &e, 0, !ep->domain->like->gaps);
  release(ep, r);
}

static uint64_t with_data(const struct sfi_arrived *m) {
  return m->has_data ? FI_REMOTE_CQ_DATA : 0;
}

/* Messages lie at any byte; what is left of a buffer goes back when a message may not fit. */
static void place_multi(struct sfi_ep *ep, struct sfi_recv *r, const struct sfi_arrived *m) {
  size_t gap = ep->domain->like->gaps ? sfi_random(8) : 0;
  struct fi_cq_data_entry e = {.op_context = r->context,
                               .flags = FI_RECV | FI_MSG | with_data(m),
                               .len = m->len,
                               .data = m->data};
  if (gap + m->len > r->len - r->used) gap = 0;
  if (m->len > r->len - r->used)
    sfi_broken(SFI_MULTI,
               "%zu bytes of a receive are left, and a message of %zu bytes comes; "
               "FI_OPT_MIN_MULTI_RECV is %zu",
               r->len - r->used, m->len, ep->least_multi);
  e.buf = r->base + r->used + gap;
  memcpy(e.buf, m->bytes, m->len);
  r->used += gap + m->len;
  int is_full = r->len - r->used < ep->least_multi;
  int with = is_full && sfi_chance(128);
  if (with) e.flags |= FI_MULTI_RECV;
  if (r->told) sfi_cq_put(ep->rx, &e, 0, ep->info->tx_attr->msg_order & FI_ORDER_SAS);
  if (with)
    release(ep, r);
  else if (is_full)
    release_with_entry(ep, r);
}

/* r: NULL for the data of a write, where these need no receive. */
static void place(struct sfi_ep *ep, struct sfi_recv *r, const struct sfi_arrived *m) {
  struct fi_cq_data_entry e = {.op_context = r ? r->context : NULL,
                               .flags = m->is_write ? FI_RMA | FI_REMOTE_WRITE | FI_REMOTE_CQ_DATA
                                                    : FI_RECV | FI_MSG | with_data(m),
                               .len = m->len,
                               .data = m->data};
  if (r) sfi_mr_still(r->mr, &(struct iovec){r->base, r->len}, "receive");
  if (r && r->multi && !m->is_write) {
    place_multi(ep, r, m);
    return;
  }
  if (!m->is_write && m->len > r->len)
    sfi_broken(SFI_MULTI, "a message of %zu bytes comes to a receive of %zu bytes", m->len, r->len);
  if (!m->is_write) memcpy(r->base, m->bytes, m->len);
  if (ep->rx && (r == NULL || r->told))
    sfi_cq_put(ep->rx, &e, 0, ep->info->tx_attr->msg_order & FI_ORDER_SAS);
  if (r) release(ep, r);
}

/* A message that finds no receive waits, and all behind it. */
void sfi_deliver(struct sfi_ep *ep) {
  struct sfi_arrived *m;
  if (ep->rests) {
    ep->rests--;
    return;
  }
  while ((m = ep->arrived) != NULL) {
    int needs = !m->is_write || (ep->info->mode & FI_RX_CQ_DATA);
    if (needs && ep->recvs == NULL) {
      ep->stalls++;
      ep->rests = ep->domain->like->delay * 4;
      return;
    }
    place(ep, needs ? ep->recvs : NULL, m);
    ep->arrived = m->next;
    if (m->next == NULL) ep->last_arrived = &ep->arrived;
    ep->narrived--;
    free(m);
  }
}

/* Packets are taken in either case: what confirms an operation comes among the others. */
void sfi_progress(struct sfi_ep *ep, int tx, int rx) {
  sfi_flush(ep);
  if (rx) place_late(ep);
  sfi_take_packets(ep);
  if (rx) sfi_deliver(ep);
  if (tx) sfi_ops_go(ep);
  sfi_flush(ep);
}
