/* SPDX-License-Identifier: BSD-3-Clause
 *
 * main.c: starts, runs both rings, and ends with the status given as first argument.
 */
#include "client.h"

void barrier(void) {
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  CHECK(gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS));
}

int main(int argc, char **argv) {
  gasnet_handlerentry_t table[] = {{PING, (void (*)())ping_handler},
                                   {PONG, (void (*)())pong_handler}};
  int bad;
  CHECK(gasnet_init(&argc, &argv));
  CHECK(gasnet_attach(table, 2, GASNET_PAGESIZE, 0));
  bad = ring_of_messages() | ring_of_puts();
  barrier();
  if (gasnet_mynode() == 0 && !bad) printf("client1: %d ranks agree\n", (int)gasnet_nodes());
  barrier();
  gasnet_exit(bad ? 4 : argc > 1 ? atoi(argv[1]) : 0);
  return 5;
}
