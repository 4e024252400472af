/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ticket.h: what a worker that a user's command has started must know to reach gasnetrun: a line,
 * "hydrant-ticket NAME SECRET SECONDS PORT ADDRESS...", in a file that only its user may read, and
 * in a variable of the command's environment; the command line has only the name of the file.
 */
#ifndef HYD_GASNETRUN_TICKET_H
#define HYD_GASNETRUN_TICKET_H

#include <stdint.h>

#include "contrib/gasnetrun/seal.h"

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

#endif
