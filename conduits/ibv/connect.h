/* SPDX-License-Identifier: BSD-3-Clause
 *
 * connect.h: the ways in which two ranks connect. connections.c begins a connection, and tries
 * again until it is ready.
 */
#ifndef HYD_IBV_CONNECT_H
#define HYD_IBV_CONNECT_H

#include <infiniband/verbs.h>
#include <stddef.h>
#include <stdint.h>

struct hyd_env;
struct vb_conn;
struct vb_dev;
struct vb_state;

/* Lock held, but for device, open and address. */
struct vb_way {
  const char *name; /* GASNET_CONNECT */
  uint8_t number;   /* vb_where.way */
  uint8_t by_port;  /* addresses are of ports (LID, GID), not of IP: rails are possible */
  /* Opens the device anew, as the way needs it; NULL: no need. -1: see `why`. */
  int (*device)(struct vb_dev *d, char *why, size_t size);
  /* Before addresses are exchanged: fills s->peers.where. -1: see `why`. */
  int (*open)(struct vb_state *s, char *why, size_t size);
  void (*begin)(struct vb_state *s, struct vb_conn *c);
  /* There is no connection yet, some time later. */
  void (*again)(struct vb_state *s, struct vb_conn *c);
  /* Whether the connection has become ready, where no event reports that. NULL: events do. */
  int (*is_met)(struct vb_state *s, struct vb_conn *c);
  /* Takes events that do not come by the completion queue. NULL: there are none. */
  void (*look)(struct vb_state *s);
  /* Takes completions of the way's own work requests. NULL: there are none. */
  void (*completed)(struct vb_state *s, const struct ibv_wc *wc);
  /* A work request was refused, or has failed: whether the reason is that the connection is gone,
   * which an event reports, too. NULL: connections stay. */
  int (*is_gone)(struct vb_state *s, struct vb_conn *c, enum ibv_wc_status status);
  /* The peer's address, for messages to users. */
  void (*address)(const struct vb_state *s, uint32_t peer, char *text, size_t size);
};
extern const struct vb_way vb_way_ud, vb_way_cm; /* connect_ud.c, connect_cm.c */

/* connect.c: the way for a device that has been opened, as the environment says. NULL: see `why`.
 */
const struct vb_way *vb_way_choose(const struct vb_dev *d, struct hyd_env *env, char *why,
                                   size_t size);
/* The job ends unless all ranks have chosen the same way. */
void vb_way_agree(const struct vb_state *s);

/* connect_file.c: makes the connections that are wanted from the start; writes, at the end, which
 * there were. No lock held. */
void vb_static_open(struct vb_state *s);
void vb_static_close(struct vb_state *s);

#endif
