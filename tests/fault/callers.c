/* SPDX-License-Identifier: BSD-3-Clause
 *
 * callers.c: more threads of a rank that call than the client has said, which the checking library
 * sees. By "do":
 *
 *   second                   a thread beside the one that called init polls
 *   second-am, second-coll   the same with a message; with a call that has no place
 *   two                      one thread waits in a barrier that does not come, another polls
 *   turns                    two threads call in turns, which a PARSYNC client may
 */
#include "fault.h"

#include <gasnet_coll.h>

#define TURNS 200
#define ENOUGH_MS 20000 /* for the driver to see that nothing was seen */

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static volatile int handled;

static void on_message(gasnet_token_t token) {
  (void)token;
  handled++;
}

static void *poll_once(void *arg) {
  gasnet_AMPoll();
  return arg;
}

static void *request_once(void *arg) {
  gasnet_AMRequestShort0(0, FAULT_H_NOOP);
  return arg;
}

static void *broadcast_once(void *arg) {
  static int value;
  gasnet_coll_broadcast(GASNET_TEAM_ALL, &value, 0, &value, sizeof value,
                        GASNET_COLL_LOCAL | GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_ALLSYNC);
  return arg;
}

static void *poll_for_long(void *arg) {
  for (int i = 0; i < ENOUGH_MS; i++) {
    gasnet_AMPoll();
    fault_sleep_ms(1);
  }
  fault_die("two threads at once were not seen");
  return arg;
}

/* A round trip to oneself, handler and all, and another call in the arguments of one. */
static void *take_turns(void *arg) {
  static int from[2], to[2];
  for (int i = 0; i < TURNS; i++) {
    pthread_mutex_lock(&turn);
    handled = 0;
    gasnet_AMRequestShort0(gasnet_mynode(), FAULT_H_NOOP);
    GASNET_BLOCKUNTIL(handled);
    gasnet_wait_syncnb(gasnet_put_nb(gasnet_mynode(), &to[i & 1], &from[i & 1], sizeof from[0]));
    pthread_mutex_unlock(&turn);
  }
  return arg;
}

static void beside(void *(*fn)(void *)) {
  pthread_t t;
  if (pthread_create(&t, NULL, fn, NULL) || pthread_join(t, NULL)) fault_die("pthread_create");
}

static void two_at_once(void) {
  pthread_t t;
  if (gasnet_mynode() != 0) fault_sleep_ms(ENOUGH_MS);
  if (pthread_create(&t, NULL, poll_for_long, NULL)) fault_die("pthread_create");
  gasnet_barrier_notify(0, 0);
  gasnet_barrier_wait(0, 0);
}

static void in_turns(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, take_turns, NULL)) fault_die("pthread_create");
  take_turns(NULL);
  if (pthread_join(t, NULL)) fault_die("pthread_join");
}

int main(int argc, char **argv) {
  gasnet_handlerentry_t handler = {FAULT_H_NOOP, (void (*)())on_message};
  fault_options(argc, argv);
  if (gasnet_init(&argc, &argv) || gasnet_attach(&handler, 1, 0, 0)) fault_die("start");
  if (fault_opt_is("do", "two")) two_at_once();
  if (fault_opt_is("do", "turns")) in_turns();
  if (gasnet_mynode() == 0 && fault_opt_is("do", "second")) beside(poll_once);
  if (gasnet_mynode() == 0 && fault_opt_is("do", "second-am")) beside(request_once);
  if (fault_opt_is("do", "second-coll")) beside(broadcast_once);
  gasnet_barrier_notify(0, 0);
  gasnet_barrier_wait(0, 0);
  gasnet_exit(0);
}
