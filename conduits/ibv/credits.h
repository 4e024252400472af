/* SPDX-License-Identifier: BSD-3-Clause
 *
 * credits.h: flow control of messages (credits.c). Lock held.
 */
#ifndef HYD_IBV_CREDITS_H
#define HYD_IBV_CREDITS_H

#include "conduits/ibv/connections.h"

void hyd_ibv_credits_init(struct hyd_ibv *s, struct hyd_ibv_conn *c);
/* Whether the connection may send one more message of the class; one was sent. */
int hyd_ibv_credits_may(struct hyd_ibv *s, struct hyd_ibv_conn *c, enum hyd_ibv_class class);
void hyd_ibv_credits_sent(struct hyd_ibv *s, struct hyd_ibv_conn *c, enum hyd_ibv_class class);
/* What a message that has arrived says of credits; what one is to say. */
void hyd_ibv_credits_learn(struct hyd_ibv *s, struct hyd_ibv_conn *c,
                           const struct hyd_ibv_header *h);
void hyd_ibv_credits_tell(struct hyd_ibv_conn *c, struct hyd_ibv_header *h);
/* One of the peer's messages has been dealt with. */
void hyd_ibv_credits_take(struct hyd_ibv *s, struct hyd_ibv_conn *c,
                          const struct hyd_ibv_header *h);
/* Writes the credits into the peer's memory, for which there is room; whether the peer has ever
 * written its own here. */
void hyd_ibv_credits_write(struct hyd_ibv *s, struct hyd_ibv_conn *c);
int hyd_ibv_credits_is_written(const struct hyd_ibv *s, const struct hyd_ibv_conn *c);
/* Writes to peers the credits that no message has carried; only those that peers may be waiting
 * for, unless `all`. */
void hyd_ibv_credits_pay(struct hyd_ibv *s, int all);

#endif
