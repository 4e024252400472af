/* SPDX-License-Identifier: BSD-3-Clause
 *
 * credits.h: flow control of messages (credits.c). Lock held.
 */
#ifndef HYD_IBV_CREDITS_H
#define HYD_IBV_CREDITS_H

#include "conduits/ibv/connections.h"

void vb_flow_init(struct vb_state *s, struct vb_conn *c);
/* Whether the connection may send one more message of the class; one was sent. */
int vb_flow_may(struct vb_state *s, struct vb_conn *c, enum vb_class class);
void vb_flow_sent(struct vb_state *s, struct vb_conn *c, enum vb_class class);
/* What a message that has arrived says of credits; what one is to say. */
void vb_flow_hear(struct vb_state *s, struct vb_conn *c, const struct vb_header *h);
void vb_flow_tell(struct vb_conn *c, struct vb_header *h);
/* One of the peer's messages has been dealt with. */
void vb_flow_take(struct vb_state *s, struct vb_conn *c, const struct vb_header *h);
/* Writes the credits into the peer's memory, for which there is room; whether the peer has ever
 * written its own here. */
void vb_flow_write(struct vb_state *s, struct vb_conn *c);
int vb_flow_is_written(const struct vb_state *s, const struct vb_conn *c);
/* Writes to peers the credits that no message has carried; only those that peers may be waiting
 * for, unless `all`. */
void vb_flow_pay(struct vb_state *s, int all);

#endif
