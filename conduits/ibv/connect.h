/* SPDX-License-Identifier: BSD-3-Clause
 *
 * connect.h: the two methods by which ranks connect. connections.c begins a connection, and repeats
 * attempts until it is ready.
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

/* A method to connect. Called with the lock held, except device, open and address. */
struct hyd_ibv_way {
  const char *name; /* GASNET_CONNECT */
  uint8_t number;   /* hyd_ibv_address.way */
  uint8_t by_port;  /* addresses are LIDs or GIDs, not IP addresses: rails are possible */
  /* Opens the device once more, by the method's own library. NULL: not needed. -1: see `why`. */
  int (*device)(struct hyd_ibv_device *d, char *why, size_t size);
  /* Fills s->peers.address, before ranks exchange their addresses. -1: see `why`. */
  int (*open)(struct hyd_ibv *s, char *why, size_t size);
  /* Begins an attempt to connect. */
  void (*begin)(struct hyd_ibv *s, struct hyd_ibv_conn *c);
  /* Repeats the attempt: the connection is not ready after some time. */
  void (*again)(struct hyd_ibv *s, struct hyd_ibv_conn *c);
  /* Whether the connection is ready now. NULL: events report that. */
  int (*is_ready)(struct hyd_ibv *s, struct hyd_ibv_conn *c);
  /* Handles events that do not arrive by the completion queue. NULL: there are none. */
  void (*look)(struct hyd_ibv *s);
  /* Handles a completion of the method's own work requests. NULL: there are none. */
  void (*completed)(struct hyd_ibv *s, const struct ibv_wc *wc);
  /* A work request was refused or has failed. 1: because the connection is closed, which is noted;
   * an event reports that, too. NULL: connections stay. */
  int (*take_failure)(struct hyd_ibv *s, struct hyd_ibv_conn *c, enum ibv_wc_status status);
  /* Writes the peer's address as text. */
  void (*address)(const struct hyd_ibv *s, uint32_t peer, char *text, size_t size);
};
extern const struct hyd_ibv_way hyd_ibv_way_ud, hyd_ibv_way_cm; /* connect_ud.c, connect_cm.c */

/* connect.c: chooses the method for an open device, as the environment says. NULL: see `why`. */
const struct hyd_ibv_way *hyd_ibv_way_choose(const struct hyd_ibv_device *d, struct hyd_env *env,
                                             char *why, size_t size);
/* Ends the job unless all ranks have chosen the same method. */
void hyd_ibv_way_agree(const struct hyd_ibv *s);

/* connect_file.c: makes the connections that the environment wants from the start. No lock held. */
void hyd_ibv_connect_static(struct hyd_ibv *s);
/* At the end: writes to a file which connections there were. No lock held. */
void hyd_ibv_connect_record(struct hyd_ibv *s);

#endif
