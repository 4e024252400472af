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
struct hyd_ibv_conn;
struct hyd_ibv_device;
struct hyd_ibv;

/* Lock held, but for device, open and address. */
struct hyd_ibv_way {
  const char *name; /* GASNET_CONNECT */
  uint8_t number;   /* hyd_ibv_address.way */
  uint8_t by_port;  /* addresses are of ports (LID, GID), not of IP: rails are possible */
  /* Opens the device anew, as the way needs it; NULL: no need. -1: see `why`. */
  int (*device)(struct hyd_ibv_device *d, char *why, size_t size);
  /* Before addresses are exchanged: fills s->peers.address. -1: see `why`. */
  int (*open)(struct hyd_ibv *s, char *why, size_t size);
  void (*begin)(struct hyd_ibv *s, struct hyd_ibv_conn *c);
  /* There is no connection yet, some time later. */
  void (*again)(struct hyd_ibv *s, struct hyd_ibv_conn *c);
  /* Whether the connection has become ready, where no event reports that. NULL: events do. */
  int (*is_ready)(struct hyd_ibv *s, struct hyd_ibv_conn *c);
  /* Takes events that do not come by the completion queue. NULL: there are none. */
  void (*look)(struct hyd_ibv *s);
  /* Takes completions of the way's own work requests. NULL: there are none. */
  void (*completed)(struct hyd_ibv *s, const struct ibv_wc *wc);
  /* A work request was refused or has failed. 1: because the connection is closed, which is noted;
   * an event reports that, too. NULL: connections stay. */
  int (*take_failure)(struct hyd_ibv *s, struct hyd_ibv_conn *c, enum ibv_wc_status status);
  /* The peer's address, for messages to users. */
  void (*address)(const struct hyd_ibv *s, uint32_t peer, char *text, size_t size);
};
extern const struct hyd_ibv_way hyd_ibv_way_ud, hyd_ibv_way_cm; /* connect_ud.c, connect_cm.c */

/* connect.c: the way for a device that has been opened, as the environment says. NULL: see `why`.
 */
const struct hyd_ibv_way *hyd_ibv_way_choose(const struct hyd_ibv_device *d, struct hyd_env *env,
                                             char *why, size_t size);
/* The job ends unless all ranks have chosen the same way. */
void hyd_ibv_way_agree(const struct hyd_ibv *s);

/* connect_file.c: makes the connections that are wanted from the start; writes, at the end, which
 * there were. No lock held. */
void hyd_ibv_connect_static(struct hyd_ibv *s);
void hyd_ibv_connect_record(struct hyd_ibv *s);

#endif
