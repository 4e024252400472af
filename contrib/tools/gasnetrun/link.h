/* SPDX-License-Identifier: BSD-3-Clause
 *
 * link.h: one end of the connection between gasnetrun and an agent: bytes that came and are not
 * used, bytes that wait to go. Never blocks. A link over the network is sealed.
 */
#ifndef HYD_GASNETRUN_LINK_H
#define HYD_GASNETRUN_LINK_H

#include "contrib/tools/gasnetrun/agent_msg.h"
#include "contrib/tools/gasnetrun/loop.h"
#include "contrib/tools/gasnetrun/seal.h"

#define HYD_LINK_FULL (1u << 20) /* bytes that wait to go: no more output of ranks is read then */

struct hyd_link {
  int in, out; /* may be the same; -1: closed */
  struct hyd_bytes got, todo;
  int broken; /* EOF, error, or out of memory */
  int error;  /* errno of what broke the link; 0: the peer has closed it, or is not authentic */
  struct hyd_seal *seal; /* NULL: what carries it sees to that */
  struct hyd_bytes sealed_in, sealed_out;
};

/* Takes over the descriptors, which become non-blocking. */
void hyd_link_open(struct hyd_link *link, int in, int out);
/* From now on sealed. */
void hyd_link_seal(struct hyd_link *link, enum hyd_seal_side side, const unsigned char *secret);
void hyd_link_close(struct hyd_link *link);
/* To be polled for in this turn of the loop; what fn has to do first with what poll found. */
void hyd_link_watch(struct hyd_link *link, struct hyd_loop *loop, hyd_ready_fn *fn, void *ctx);
void hyd_link_serve(struct hyd_link *link, short revents);
/* The next message: 1, 0 if there is none, -1 if what came is none (the link is then broken). */
int hyd_link_next(struct hyd_link *link, struct hyd_message *msg);
/* Tries to have all gone within so many milliseconds. */
void hyd_link_flush(struct hyd_link *link, int ms);

#endif
