/* SPDX-License-Identifier: BSD-3-Clause
 *
 * netvm_threads.c: threads of several ranks put and send longs to pages of rank 0 that come and go:
 * each thread's bytes are in place when its longs' handlers run and when its puts are complete, and
 * no more wait than their windows and leave allow.
 */
#define GASNET_PAR 1
#include <gasnet.h>

#include "netvm_parts.h"

#include <pthread.h>
#include <stdatomic.h>

enum { LONG = 200, THREADS = 4, BYTES = 100, WINDOW = 64 };

static unsigned rounds;
static _Atomic unsigned longs, wrong;

static int is_filled(const unsigned char *bytes, size_t n, int value) {
  for (size_t i = 0; i < n; i++)
    if (bytes[i] != value) return 0;
  return 1;
}

static void on_long(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t value) {
  (void)token;
  if (n != BYTES || !is_filled(buf, n, value)) wrong++;
  longs++;
}
static gex_AM_Entry_t handlers[] = {
    {LONG, (gex_AM_Fn_t)on_long, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_LONG, 1, NULL, "long"}};

/* Each thread has two places of its own in every page. */
static char *place(unsigned page, unsigned thread, int of_puts) {
  return base0 + (size_t)page * PAGE + ((thread + THREADS * me) * 2 + (unsigned)of_puts) * 128;
}

static void send_long(char *to, const unsigned char *bytes, unsigned i) {
  while (gex_AM_RequestLong1(world, 0, LONG, (void *)(uintptr_t)bytes, BYTES, to, GEX_EVENT_NOW,
                             i & 1 ? GEX_FLAG_IMMEDIATE : 0, bytes[0]))
    gasnet_AMPoll();
}

static void put_and_look(char *to, const unsigned char *bytes) {
  unsigned char back[BYTES];
  gex_RMA_PutBlocking(world, 0, to, (void *)(uintptr_t)bytes, BYTES, 0);
  gex_RMA_GetBlocking(world, back, 0, to, BYTES, 0);
  if (!is_filled(back, BYTES, bytes[0])) wrong++;
}

static void *work(void *arg) {
  unsigned thread = (unsigned)(uintptr_t)arg, page = 17 * thread;
  unsigned char bytes[BYTES];
  memset(bytes, (int)thread + 1, sizeof bytes);
  for (unsigned i = 0; i < rounds; i++, page = (page * 5 + 71) % PAGES) {
    if (i % 3)
      send_long(place(page, thread, 0), bytes, i);
    else
      put_and_look(place(page, thread, 1), bytes);
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread[THREADS];
  unsigned all;
  gex_Client_Init(&client, &ep, &world, "NETVM", &argc, &argv, GEX_FLAG_USES_GASNET1);
  CHECK(gex_EP_RegisterHandlers(ep, handlers, 1) == GASNET_OK);
  me = gex_TM_QueryRank(world);
  ranks = gex_TM_QuerySize(world);
  rounds = 3 * (argc > 1 ? (unsigned)atoi(argv[1]) : 200);
  all = (ranks - 1) * THREADS * rounds / 3 * 2;
  make(NULL, 0);
  for (uintptr_t i = 0; me && i < THREADS; i++)
    CHECK(pthread_create(&thread[i], NULL, work, (void *)i) == 0);
  for (int i = 0; me && i < THREADS; i++) pthread_join(thread[i], NULL);
  if (me == 0) GASNET_BLOCKUNTIL(longs == all);
  barrier();
  CHECK(wrong == 0);
  if (me == 0) CHECK(traffic().most_waiting <= 2 * WINDOW * (ranks - 1));
  counts();
  barrier();
  if (me == 0 && !failures) printf("ok\n");
  gasnet_exit(failures != 0);
}
