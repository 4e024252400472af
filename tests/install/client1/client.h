/* SPDX-License-Identifier: BSD-3-Clause
 *
 * client.h: a GASNet-1 program of three files, as a client of the library would be written.
 */
#ifndef CLIENT_H
#define CLIENT_H

#include <gasnet.h>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    int rc_ = (call);                                                                              \
    if (rc_ != GASNET_OK) {                                                                        \
      fprintf(stderr, "%s: %s\n", #call, gasnet_ErrorName(rc_));                                   \
      gasnet_exit(3);                                                                              \
    }                                                                                              \
  } while (0)

enum { PING = 200, PONG = 201 };
void ping_handler(gasnet_token_t token, gasnet_handlerarg_t value);
void pong_handler(gasnet_token_t token, gasnet_handlerarg_t value);

int ring_of_messages(void); /* messages.c: 0 = as expected */
int ring_of_puts(void);     /* memory.c */
void barrier(void);

#endif
