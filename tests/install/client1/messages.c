/* SPDX-License-Identifier: BSD-3-Clause
 *
 * messages.c: every rank asks its neighbour for twice a number.
 */
#include "client.h"

static volatile int answer;

void ping_handler(gasnet_token_t token, gasnet_handlerarg_t value) {
  CHECK(gasnet_AMReplyShort1(token, PONG, 2 * value));
}

void pong_handler(gasnet_token_t token, gasnet_handlerarg_t value) {
  (void)token;
  answer = value;
}

int ring_of_messages(void) {
  gasnet_node_t next = (gasnet_node_t)((gasnet_mynode() + 1) % gasnet_nodes());
  CHECK(gasnet_AMRequestShort1(next, PING, 21 + (int)gasnet_mynode()));
  GASNET_BLOCKUNTIL(answer != 0);
  return answer != 2 * (21 + (int)gasnet_mynode());
}
