/* SPDX-License-Identifier: BSD-3-Clause
 *
 * client.h: the part of firehose's client that is the same in every conduit (client.c): the watch
 * over memory that goes away, and two lists that firehose fills in any thread and the conduit's
 * next poll empties: messages to be sent, and transfers whose memory was granted. The lists have a
 * lock of their own; no other lock is taken while it is held.
 */
#ifndef HYD_CONDUITS_PIN_CLIENT_H
#define HYD_CONDUITS_PIN_CLIENT_H

#include <pthread.h>
#include <stdatomic.h>

#include "conduits/conduit_host.h"
#include "conduits/pin/pin.h"

/* A message of firehose to be sent. */
struct hyd_pin_note {
  struct hyd_pin_note *next;
  uint32_t peer, size;
  char bytes[];
};

struct hyd_pin_client {
  void *state;                /* the conduit's state */
  struct fh_ops ops;          /* by hyd_pin_client_init */
  struct fh *fh;              /* NULL: firehose is not open */
  _Atomic(struct fh *) shown; /* the same, for the watching thread */
  struct fh_watch *watch;     /* NULL: the kernel does not report memory that goes away */
  const char *unwatched;      /* why not */
  int maps;                   /* fh_vma_open */
  pthread_mutex_t lock;
  struct hyd_pin_note *notes, **last_note;
  struct hyd_pin_granted *granted, **last_granted;
  _Atomic uint32_t n; /* entries of both lists; relaxed: a hint, checked under the lock */
};

/* Part of each transfer that asks firehose for memory. */
struct hyd_pin_granted {
  struct hyd_pin_granted *next;
  struct hyd_pin_client *client;
};

/* Makes the client. pin, unpin, poll: the conduit's functions for fh_ops, whose ctx is the client.
 */
void hyd_pin_client_init(struct hyd_pin_client *c, void *state,
                         int (*pin)(void *ctx, uintptr_t addr, size_t len, struct fh_pinned *out),
                         void (*unpin)(void *ctx, uintptr_t addr, size_t len,
                                       const struct fh_pinned *pinned),
                         void (*poll)(void *ctx));
/* Opens the watch and firehose (hyd_pin_open) for this client. 0, or -1: see `why`. */
int hyd_pin_client_open(struct hyd_pin_client *client, struct hyd_job *job, struct fh_config *c,
                        uint64_t bytes, size_t longest, int serves_peers, char *why, size_t size);
/* Ends the watch: no calls of fh_gone from now on. */
void hyd_pin_client_close(struct hyd_pin_client *c);

/* Whether all of the memory is read-only. Then it can be the source of a put here, or of a get by a
 * peer. (A registration that also has writable memory would be read-only as a whole.) */
int hyd_pin_is_source(const struct hyd_pin_client *c, uintptr_t addr, size_t len);

/* The done function for fh_local_pin_nb and fh_remote_pin_nb; granted: a struct hyd_pin_granted. */
void hyd_pin_granted(struct fh_request *r, void *granted);

/* Whether the lists have entries. */
static inline int hyd_pin_has_left(const struct hyd_pin_client *c) {
  return atomic_load_explicit(&c->n, memory_order_relaxed) != 0;
}
/* The first message, which stays in the list; NULL: none. */
struct hyd_pin_note *hyd_pin_note(struct hyd_pin_client *c);
/* Removes the first message. */
void hyd_pin_note_drop(struct hyd_pin_client *c);
/* Removes the first granted transfer; NULL: none. */
struct hyd_pin_granted *hyd_pin_granted_take(struct hyd_pin_client *c);

/* A peer refuses to pin n bytes at `at` for a put or get. ENOMEM: it has pinned as much as it may,
 * and the function returns; any other errno value ends the job. */
void hyd_pin_refused(const char *conduit, uint32_t peer, const void *at, size_t n, int is_get,
                     int err);

/* Counts and traces a hit or a miss: whether memory of that rank was registered already. */
static inline void hyd_pin_tell(struct hyd_job *job, int hits, uint32_t rank, size_t n) {
  hyd_job_tell(job, hits ? HYD_COUNT_FIREHOSE_HIT : HYD_COUNT_FIREHOSE_MISS,
               hits ? HYD_EV_FIREHOSE_HIT : HYD_EV_FIREHOSE_MISS, rank, n);
}

#endif
