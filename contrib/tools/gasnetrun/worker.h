/* SPDX-License-Identifier: BSD-3-Clause
 *
 * worker.h: an agent that a user's command has started: it connects to gasnetrun with its ticket.
 */
#ifndef HYD_GASNETRUN_WORKER_H
#define HYD_GASNETRUN_WORKER_H

#include "contrib/tools/gasnetrun/link.h"

/* --- the ticket ----------------------------------------------------------- */

/* What a worker must know to reach gasnetrun: a line, "hydrant-ticket NAME SECRET SECONDS PORT
 * ADDRESS...", in a file that only its user may read, and in a variable of the command's
 * environment; the command line has only the name of the file. ticket.c */
#define HYD_TICKET_VARIABLE "GASNET_WORKER_TICKET"
#define HYD_TICKET_ADDRESSES 8
#define HYD_TICKET_LINE 1024

struct hyd_ticket {
  char name[40]; /* last part of the file's */
  unsigned char secret[HYD_SEAL_SECRET];
  unsigned seconds; /* to wait for the job */
  unsigned port;
  char address[HYD_TICKET_ADDRESSES][64]; /* in digits; or a name */
  uint32_t addresses;
};

/* 0, or -1: no room. */
int hyd_ticket_write(const struct hyd_ticket *t, char line[HYD_TICKET_LINE]);
/* 0, or -1: the line is none. */
int hyd_ticket_read(const char *line, struct hyd_ticket *t);

/* --- the worker ----------------------------------------------------------- */

struct hyd_worker {
  struct hyd_ticket ticket;
  long rank;     /* that it must have, or -1 */
  char why[512]; /* one line, if connecting gave -1 */
  int tries; /* to come again; until its link has brought the job strangers may have taken its place
                (custom.c) */
};

/* Finds the ticket, or ends gasnetrun (run.h). */
void hyd_worker_open(struct hyd_worker *w, const char *file);
/* Connects, seals the link and says where this worker is. 0, or -1 with one line in w->why. */
int hyd_worker_connect(struct hyd_worker *w, struct hyd_link *link);
/* The same for a link that was lost, after a moment. */
int hyd_worker_come_again(struct hyd_worker *w, struct hyd_link *link);

/* "hydrant-worker WISH HOST": what a worker says first, before the greeting of all agents. Its
 * rank, if it must be that one (GASNET_WORKER_RANK), or -1. */
#define HYD_WORKER_HOST 64
int hyd_worker_read(const char *line, long *wish_p, char host[HYD_WORKER_HOST]);

#endif
