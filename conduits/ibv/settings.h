/* SPDX-License-Identifier: BSD-3-Clause
 *
 * settings.h: sizes that the environment sets, and the device allows (settings.c).
 */
#ifndef HYD_IBV_SETTINGS_H
#define HYD_IBV_SETTINGS_H

#include <stddef.h>
#include <stdint.h>

struct hyd_ibv;

struct hyd_ibv_settings {
  uint32_t slots;        /* of a send queue: a power of two */
  uint32_t depth;        /* work requests of a send queue: slots - 1 */
  uint32_t signal_every; /* one of so many work requests is reported, where no thread waits */
  uint32_t window;       /* credits of a class, at most */
  uint32_t inline_most;
  uint32_t receives, sends;          /* buffers; 0: by the size of the job */
  uint32_t rails;                    /* queue pairs for a peer */
  uint32_t apart;                    /* and one for long reads alone (rails.c): 1, or 0 */
  int rail_each_port;                /* the environment does not say how many */
  size_t put_stripe, get_stripe;     /* bytes for one rail; 0: the transfer, divided by the rails */
  uint8_t reads;                     /* RDMA reads and atomics of a connection at a time */
  uint8_t timeout, retries;          /* as verbs have them */
  uint64_t wait_min_ns, wait_max_ns; /* between attempts to connect */
};

/* Reads the settings, once the device is open; reports settings that have no effect. */
void hyd_ibv_settings_read(struct hyd_ibv *s);
/* GASNET_VERBOSEENV: reports what is in effect. */
void hyd_ibv_settings_report(const struct hyd_ibv *s);

#endif
