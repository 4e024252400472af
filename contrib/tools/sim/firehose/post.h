/* SPDX-License-Identifier: BSD-3-Clause
 *
 * post.h: control messages between nodes in one process: a queue of each node, which any of its
 * threads empties. The optional delay stands for a wire.
 */
#ifndef FH_TEST_POST_H
#define FH_TEST_POST_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

struct post_message {
  struct post_message *next;
  uint64_t due;
  uint32_t from;
  size_t len;
  unsigned char bytes[];
};

struct post {
  pthread_mutex_t lock;
  pthread_cond_t came; /* a message */
  struct post_message *head, **end;
  _Atomic uint32_t queued;
  uint64_t delay_ns;
};

void post_open(struct post *p, uint64_t delay_ns);
/* Drops what is left. */
void post_close(struct post *p);
void post_put(struct post *p, uint32_t from, const void *bytes, size_t len);
/* The caller's to free; NULL: there is none, or none that has arrived. */
struct post_message *post_take(struct post *p);
/* Sleeps until a message has come that is to be taken, or is about to, or until then at most. */
void post_wait(struct post *p, uint64_t until);
struct timespec post_timespec(uint64_t ns);

#endif
