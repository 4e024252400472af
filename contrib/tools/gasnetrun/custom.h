/* SPDX-License-Identifier: BSD-3-Clause
 *
 * custom.h: agents that a user's command starts (GASNET_CSPAWN_CMD), as gasnetrun has them: each, a
 * worker, is started somewhere, and connects to gasnetrun with its ticket (worker.h). When all have
 * come each gets a rank, those of a host one after the other, and is from then on an agent like any
 * other (root_agents.c).
 *
 *   gasnetrun ── sh ── the command ── worker ── rank 0
 *       └───────────── connection ──────┘
 */
#ifndef HYD_GASNETRUN_CUSTOM_H
#define HYD_GASNETRUN_CUSTOM_H

#include <limits.h>

#include "contrib/tools/gasnetrun/hosts.h"
#include "contrib/tools/gasnetrun/root.h"
#include "contrib/tools/gasnetrun/run.h"
#include "contrib/tools/gasnetrun/worker.h"

/* A connection; none if link.in < 0. */
struct hyd_guest {
  struct hyd_link link;
  uint64_t deadline_ns;   /* for its first line */
  int known;              /* that has come, sealed with the secret: it is a worker */
  int seated;             /* it has a rank */
  unsigned char from[16]; /* its address, as IPv6 has it */
  long wish;              /* for a rank; -1: none */
  char host[HYD_WORKER_HOST];
};

struct hyd_custom {
  struct hyd_root *root;
  char *command;       /* for sh */
  pid_t pid;           /* of sh; 0: it has ended */
  int status;          /* of sh, once it has ended */
  char file[PATH_MAX]; /* of the ticket; empty: the file is removed */
  char ticket[HYD_TICKET_LINE];
  unsigned char secret[HYD_SEAL_SECRET];
  int listen_fd;           /* -1: no worker is awaited any more */
  struct hyd_guest *guest; /* [room] */
  uint32_t room, known;
};

/* custom_job.c: from the environment and the list of hosts (for %M), which may be empty; makes
 * root->host. What cannot be ends gasnetrun (run.h); so below. */
void hyd_custom_describe(const struct hyd_run *run, struct hyd_custom *custom,
                         struct hyd_root *root, const struct hyd_hosts *hosts);
/* Listens and writes the ticket. */
void hyd_custom_open(struct hyd_custom *custom, const struct hyd_root *root);

/* custom.c: starts the command; what to poll for; what is to be done in time; the end. */
void hyd_custom_start(struct hyd_custom *custom, struct hyd_root *root);
void hyd_custom_watch(struct hyd_custom *custom);
void hyd_custom_advance(struct hyd_custom *custom, uint64_t now);
void hyd_custom_reaped(struct hyd_custom *custom, pid_t pid, int status);
void hyd_custom_close(struct hyd_custom *custom);

#endif
