/* SPDX-License-Identifier: BSD-3-Clause
 *
 * client.h: a GASNet-EX program of three files, as a client of the library would be written.
 */
#ifndef CLIENT_H
#define CLIENT_H

#include <gasnetex.h>

struct client {
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t tm;
  gex_Segment_t segment;
  gex_Rank_t rank, size, next, last;
};

#define CHECK(call)                                                                                \
  do {                                                                                             \
    int rc_ = (call);                                                                              \
    if (rc_ != GASNET_OK) {                                                                        \
      fprintf(stderr, "%s: %s\n", #call, gasnet_ErrorName(rc_));                                   \
      gasnet_exit(3);                                                                              \
    }                                                                                              \
  } while (0)

void register_handlers(struct client *c);
int ring_of_messages(struct client *c); /* messages.c: 0 = as expected */
int ring_of_puts(struct client *c);     /* memory.c */

#endif
