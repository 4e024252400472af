/* SPDX-License-Identifier: BSD-3-Clause
 *
 * credits.h: flow control of messages (credits.c). Callers hold the lock.
 */
#ifndef HYD_IBV_CREDITS_H
#define HYD_IBV_CREDITS_H

#include "conduits/ibv/connections.h"

void hyd_ibv_credits_init(struct hyd_ibv *s, struct hyd_ibv_conn *c);
/* Whether the connection may send one more message of the class. */
int hyd_ibv_credits_may(struct hyd_ibv *s, struct hyd_ibv_conn *c, enum hyd_ibv_class class);
/* A message of the class was sent. */
void hyd_ibv_credits_sent(struct hyd_ibv *s, struct hyd_ibv_conn *c, enum hyd_ibv_class class);
/* Takes the credits from the header of a message that has arrived. */
void hyd_ibv_credits_learn(struct hyd_ibv *s, struct hyd_ibv_conn *c,
                           const struct hyd_ibv_header *h);
/* Writes the credits to the header of a message to be sent. */
void hyd_ibv_credits_tell(struct hyd_ibv_conn *c, struct hyd_ibv_header *h);
/* A message of the peer has been handled. */
void hyd_ibv_credits_take(struct hyd_ibv *s, struct hyd_ibv_conn *c,
                          const struct hyd_ibv_header *h);
/* Writes the credits into this rank's cell at the peer. There is room for the work request. */
void hyd_ibv_credits_write(struct hyd_ibv *s, struct hyd_ibv_conn *c);
/* Whether the peer has ever written credits into its cell here. */
int hyd_ibv_credits_is_written(const struct hyd_ibv *s, const struct hyd_ibv_conn *c);
/* Writes credits that no message has carried into peers' cells: all of them, or those that a peer
 * may be waiting for. */
void hyd_ibv_credits_pay(struct hyd_ibv *s, int all);

#endif
