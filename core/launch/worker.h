/* SPDX-License-Identifier: BSD-3-Clause
 *
 * worker.h: an agent that a command of the person's own has started: it comes to gasnetrun, with its ticket.
 */
#ifndef HYD_WORKER_H
#define HYD_WORKER_H

#include "core/launch/link.h"

/* Connects, seals the link and says where this worker is. The seconds it is to wait for the job; -1 with one line in
 * `why`. */
int hyd_worker_connect(const char *file, struct hyd_link *link, char *why, size_t why_size);

/* "hydrant-worker WISH HOST": what a worker says first, before the greeting of all agents. Its rank, if it must be
 * that one (GASNET_WORKER_RANK), or -1. */
#define HYD_WORKER_HOST 64
int hyd_worker_read(const char *line, long *wish_p, char host[HYD_WORKER_HOST]);

#endif
