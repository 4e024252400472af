/* SPDX-License-Identifier: BSD-3-Clause
 *
 * misuse.h: one wrong call each. Rank 0 makes it while the others wait; every rank's segment is
 * filled with a pattern, which must be there at the end whatever happened.
 */
#ifndef MISUSE_H
#define MISUSE_H

#include "fault.h"

enum {
  MISUSE_PREINIT = 1,   /* before gasnet_init */
  MISUSE_PREATTACH = 2, /* between gasnet_init and gasnet_attach */
  MISUSE_ALL = 4,       /* every rank runs it */
  MISUSE_MEET = 8,      /* harmless: all ranks must be able to go on together afterwards */
  MISUSE_EX = 16        /* gex_Client_Init, and no segment */
};

struct misuse {
  const char *name;
  void (*run)(void);
  int flags;
};
extern const struct misuse misuse_am[], misuse_rma[], misuse_sync[], misuse_job[], misuse_hsl[],
    misuse_vis[], misuse_ad[], misuse_coll[], misuse_npam[], misuse_eps[], misuse_legacy[];

extern gex_TM_t misuse_tm;
extern gex_EP_t misuse_ep;
extern gex_Client_t misuse_client;

#define SEGMENT ((size_t)1 << 16)
char *misuse_segment(gasnet_node_t rank);
/* Prints "returned TEXT" for the driver. */
void misuse_returned(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void misuse_meet(void);

/* Runs fn in a request handler, or a reply handler, of this rank. */
void misuse_in_request(void (*fn)(gasnet_token_t));
void misuse_in_reply(void (*fn)(gasnet_token_t));

/* Handlers that every rank has: a Short without arguments, a Medium or Long without arguments. */
enum { H_SHORT = 140, H_BULK, H_CALL, H_ASK, H_ANSWER, H_FREE = 200, H_ONE_ARG = 210 };
extern volatile int misuse_shorts; /* Shorts that this rank got */

#endif
