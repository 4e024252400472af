/* SPDX-License-Identifier: BSD-3-Clause
 *
 * custom.h: agents that a command of the person's own starts (GASNET_CSPAWN_CMD), as gasnetrun has
 * them: each, a worker, is started somewhere, and comes by the network with its ticket (ticket.h).
 * When all have come each gets a rank, those of a host one after the other, and is from then on an
 * agent below the root like any other.
 *
 *   gasnetrun ── sh ── the command ── worker ── rank 0
 *       └───────────── connection ──────┘
 */
#ifndef HYD_CUSTOM_H
#define HYD_CUSTOM_H

#include <limits.h>

#include "contrib/gasnetrun/node.h"
#include "contrib/gasnetrun/run.h"
#include "contrib/gasnetrun/ticket.h"
#include "contrib/gasnetrun/worker.h"

/* Who has connected; none if link.in < 0. */
struct hyd_guest {
  struct hyd_link link;
  uint64_t deadline_ns;   /* to say who it is */
  int known;              /* it has, and knew the secret */
  unsigned char from[16]; /* its address, as IPv6 has it */
  long wish;
  char host[HYD_WORKER_HOST];
};

struct hyd_custom {
  char *command;       /* for sh */
  char file[PATH_MAX]; /* of the ticket; empty: it is gone */
  char ticket[HYD_TICKET_LINE];
  unsigned char secret[HYD_SEAL_SECRET];
  int listen_fd;
  struct hyd_guest *guest; /* [room] */
  uint32_t room, known;
};

/* custom_job.c: from the environment and the list of hosts (for %M), which may be empty; the ticket
 * is written, and spec->host is made. 0, or -1 with run->error set. */
int hyd_custom_describe(struct hyd_run *run, struct hyd_custom *custom, struct hyd_job_spec *spec,
                        char **hosts);
/* Listens and writes the ticket. */
int hyd_custom_open(struct hyd_run *run, struct hyd_custom *custom, struct hyd_job_spec *spec);

/* custom.c: starts the command; what to poll for; what is to be done in time; the end. 0, or -1. */
int hyd_custom_start(struct hyd_custom *custom, struct hyd_node *node);
void hyd_custom_watch(struct hyd_custom *custom, struct hyd_node *node, struct hyd_pollset *set);
void hyd_custom_advance(struct hyd_custom *custom, struct hyd_node *node);
void hyd_custom_close(struct hyd_custom *custom, struct hyd_node *node);

#endif
