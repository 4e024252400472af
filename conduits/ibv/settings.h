/* SPDX-License-Identifier: BSD-3-Clause
 *
 * settings.h: sizes from the environment, within what the device allows (settings.c).
 */
#ifndef HYD_IBV_SETTINGS_H
#define HYD_IBV_SETTINGS_H

#include <stddef.h>
#include <stdint.h>

struct hyd_ibv;

struct hyd_ibv_settings {
  uint32_t slots;           /* slots of a send queue: a power of two */
  uint32_t depth;           /* most work requests in a send queue: slots - 1 */
  uint32_t signal_every;    /* at least one of so many work requests has its completion reported */
  uint32_t window;          /* most credits of a class */
  uint32_t inline_most;     /* most bytes of inline data */
  uint32_t receives, sends; /* buffers; 0: by the size of the job */
  uint32_t rails;           /* queue pairs to a peer for striped transfers */
  uint32_t apart;           /* 1: one more queue pair, for long reads alone (rails.c) */
  int rail_each_port;       /* the number of rails is that of ports, as none is set */
  size_t put_stripe, get_stripe;     /* bytes for one rail; 0: the transfer, divided by the rails */
  uint8_t reads;                     /* most RDMA reads and atomics of a connection at a time */
  uint8_t timeout, retries;          /* in the units of verbs */
  uint64_t wait_min_ns, wait_max_ns; /* between attempts to connect */
};

/* Reads the settings, once the device is open; warns of settings without effect. */
void hyd_ibv_settings_read(struct hyd_ibv *s);
/* GASNET_VERBOSEENV: prints the settings in effect. */
void hyd_ibv_settings_report(const struct hyd_ibv *s);

#endif
