/* SPDX-License-Identifier: BSD-3-Clause
 *
 * send_queue.h: work requests of a connection, and their completions (send_queue.c). Callers hold
 * the lock.
 */
#ifndef HYD_IBV_SEND_QUEUE_H
#define HYD_IBV_SEND_QUEUE_H

#include "conduits/ibv/connections.h"

/* --- work requests -------------------------------------------------------- */

/* Fills in a work request with one piece of memory or none. Members that it does not need are not
 * written, as the struct is long. */
static inline void hyd_ibv_work(struct ibv_send_wr *wr, enum ibv_wr_opcode what, struct ibv_sge *at,
                                unsigned flags) {
  wr->next = NULL;
  wr->sg_list = at;
  wr->num_sge = at != NULL;
  wr->opcode = what;
  wr->send_flags = flags;
}
static inline void hyd_ibv_work_rdma(struct ibv_send_wr *wr, enum ibv_wr_opcode what,
                                     struct ibv_sge *at, unsigned flags, uintptr_t remote,
                                     uint32_t rkey) {
  hyd_ibv_work(wr, what, at, flags);
  wr->wr.rdma.remote_addr = remote;
  wr->wr.rdma.rkey = rkey;
}

/* Whether there is room for n work requests. */
static inline int hyd_ibv_room(const struct hyd_ibv *s, const struct hyd_ibv_conn *c, uint32_t n) {
  return c->posted - c->done + n <= s->set.depth && s->signals + n <= s->signals_max;
}
/* Whether a transfer may be posted now: there is room, and no other transfer waits for room. */
static inline int hyd_ibv_is_free(const struct hyd_ibv *s, const struct hyd_ibv_conn *c) {
  return !c->waiting.n && hyd_ibv_room(s, c, 1);
}
static inline struct hyd_ibv_slot *hyd_ibv_slot_of(const struct hyd_ibv *s, struct hyd_ibv_conn *c,
                                                   uint32_t i) {
  return &c->slot[i & (s->set.slots - 1)];
}
/* Posts the work request; there is room. Memory of inline data is free after the call. */
void hyd_ibv_post(struct hyd_ibv *s, struct hyd_ibv_conn *c, struct ibv_send_wr *wr,
                  enum hyd_ibv_after after, void *what, uint32_t buffer);

/* --- completions ---------------------------------------------------------- */

/* A work request's identifier has a kind, a high part (of a send: the connection) and a low part.
 */
enum { HYD_IBV_ID_SEND, HYD_IBV_ID_RECEIVE, HYD_IBV_ID_HELLO_SENT, HYD_IBV_ID_HELLO };
static inline uint64_t hyd_ibv_id(uint64_t kind, uint64_t high, uint32_t low) {
  return kind << 62 | high << 32 | low;
}
static inline unsigned hyd_ibv_id_kind(uint64_t id) { return (unsigned)(id >> 62); }
/* The high part for a connection: the rail, and 26 bits of the peer. */
static inline uint64_t hyd_ibv_id_of(const struct hyd_ibv_conn *c) {
  return (uint64_t)c->rail << 26 | c->peer;
}

/* Handles the completion of a send: all work requests of its connection up to it have ended. */
void hyd_ibv_posted_done(struct hyd_ibv *s, const struct ibv_wc *wc);
/* Whether all work requests of the connection have ended. If not, has the last one reported. */
int hyd_ibv_posted_all(struct hyd_ibv *s, struct hyd_ibv_conn *c);

#endif
