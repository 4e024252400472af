/* SPDX-License-Identifier: BSD-3-Clause
 *
 * barred.c: two threads serve the queue of requests that were put off, and give back what they
 * cannot serve in the wrong order: a request that is barred by a winner must not come to stand
 * before it, or no request is served any more.
 *
 * Each thread is held where it allocates, which is when it has taken a request, and before it looks
 * for room.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "firehose/firehose.h"

#define BUCKET 4096u
#define LIMIT_S 30

/* --- where threads are held ----------------------------------------------- */

struct gate {
  sem_t reached, go;
};

static __thread struct gate *gate;

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size) {
  struct gate *g = gate;
  gate = NULL;
  if (g) {
    sem_post(&g->reached);
    sem_wait(&g->go);
  }
  return __real_calloc(n, size);
}

/* --- two nodes ------------------------------------------------------------ */

static struct fh *fh[2];
static struct mail {
  uint32_t to, from;
  size_t len;
  unsigned char bytes[512];
} mail[64];
static int mails;

static int pin(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out) {
  (void)ctx, (void)addr, (void)len, (void)out;
  return 0;
}

static void unpin(void *ctx, uintptr_t addr, size_t len, const struct fh_pinned *pinned) {
  (void)ctx, (void)addr, (void)len, (void)pinned;
}

static void poll(void *ctx) { (void)ctx; }

static void send(void *ctx, uint32_t to, const void *bytes, size_t len) {
  struct mail *m = &mail[mails++];
  *m = (struct mail){.to = to, .from = *(const uint32_t *)ctx, .len = len};
  memcpy(m->bytes, bytes, len);
}

static void deliver(void) {
  for (int i = 0; i < mails; i++)
    (void)fh_input(fh[mail[i].to], mail[i].from, mail[i].bytes, mail[i].len);
  mails = 0;
}

static void open_nodes(void) {
  static const struct fh_ops ops = {.pin = pin, .unpin = unpin, .poll = poll, .send = send};
  static uint32_t number[2] = {0, 1};
  for (uint32_t i = 0; i < 2; i++) {
    struct fh_config c = fh_config_default;
    c.node = i;
    c.nodes = 2;
    c.bucket = BUCKET;
    c.m = c.maxvictim = BUCKET; /* one firehose */
    c.message = FH_MESSAGE_MIN;
    c.ops = &ops;
    c.ctx = &number[i];
    fh[i] = fh_open(&c, NULL);
  }
}

/* --- the order ------------------------------------------------------------ */

static void granted(struct fh_request *r, void *arg) {
  (void)r;
  ++*(int *)arg;
}

static void ask(struct fh_request *r, uint64_t bucket, int *count) {
  (void)fh_remote_pin_nb(fh[0], 1, bucket * BUCKET, 1, r, NULL, 0, granted, count);
}

static void *serve(void *arg) {
  gate = arg;
  fh_poll(fh[0]);
  return NULL;
}

/* A thread that has taken what is first in the queue. */
static pthread_t take(struct gate *g) {
  pthread_t thread;
  sem_init(&g->reached, 0, 0);
  sem_init(&g->go, 0, 0);
  pthread_create(&thread, NULL, serve, g);
  sem_wait(&g->reached);
  return thread;
}

static void put_back(pthread_t thread, struct gate *g) {
  sem_post(&g->go);
  pthread_join(thread, NULL);
}

int main(void) {
  struct fh_request held, winner, barred;
  int first = 0, others = 0, ok;
  struct gate gates[2];
  pthread_t a, b;
  alarm(LIMIT_S);
  open_nodes();
  ask(&held, 16, &first);
  for (int i = 0; i < 2; i++) deliver();
  ask(&winner, 17, &others);
  for (uint32_t i = 0; i < fh_config_default.da_limit; i++) fh_poll(fh[0]);
  ask(&barred, 18, &others);
  a = take(&gates[0]); /* has the winner */
  b = take(&gates[1]); /* has the other */
  put_back(a, &gates[0]);
  put_back(b, &gates[1]);
  fh_release(fh[0], &held);
  for (int i = 0; i < 100 && !others; i++) {
    fh_poll(fh[0]);
    deliver();
  }
  ok = first == 1 && others == 1;
  if (!ok) printf("not ok: nothing is in use, and of two that wait none is served\n");
  printf("%d passed, %d failed\n", ok, !ok);
  return !ok;
}
