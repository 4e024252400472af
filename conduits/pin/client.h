/* SPDX-License-Identifier: BSD-3-Clause
 *
 * client.h: what every conduit with a firehose has beside its registrations (client.c): the
 * kernel's news of its memory, and what firehose leaves to it, in any thread, for the next poll:
 * messages, and transfers that have got their memory. That is under a lock of its own, which is
 * taken last.
 */
#ifndef HYD_CONDUITS_PIN_CLIENT_H
#define HYD_CONDUITS_PIN_CLIENT_H

#include <pthread.h>
#include <stdatomic.h>

#include "conduits/conduit_host.h"
#include "conduits/pin/pin.h"

struct hyd_pin_note {
  struct hyd_pin_note *next;
  uint32_t peer, size;
  char bytes[];
};

struct hyd_pin_client {
  void *state;                /* the conduit's */
  struct fh *fh;              /* NULL: there is none */
  _Atomic(struct fh *) shown; /* for the thread that watches memory */
  struct fh_watch *watch;     /* NULL: the kernel does not tell, */
  const char *unwatched;      /* for this reason */
  int maps;
  pthread_mutex_t lock;
  struct hyd_pin_note *notes, **last_note;
  struct hyd_pin_granted *granted, **last_granted;
  _Atomic uint32_t n; /* of both; relaxed: a hint, read again under the lock */
};

/* In a transfer. */
struct hyd_pin_granted {
  struct hyd_pin_granted *next;
  struct hyd_pin_client *client;
};

void hyd_pin_client_init(struct hyd_pin_client *c, void *state);
/* hyd_pin_open, for this client: sets client->fh, ctx and watcher. 0, or -1: see `why`. */
int hyd_pin_client_open(struct hyd_pin_client *client, struct hyd_job *job, struct fh_config *c,
                        uint64_t bytes, size_t longest, int serves_peers, char *why, size_t size);
/* No news of memory from now on. */
void hyd_pin_client_close(struct hyd_pin_client *c);

/* Whether memory can be read only: it can be a source, of a get by a peer, or of a put here. A
 * registration that has other memory, too, would be read-only as a whole. */
int hyd_pin_is_source(const struct hyd_pin_client *c, uintptr_t addr, size_t len);

/* fh_ops of the same names; ctx is the client. */
int hyd_pin_watch(void *ctx, uintptr_t addr, size_t len);
void hyd_pin_send(void *ctx, uint32_t node, const void *bytes, size_t n);
uint64_t hyd_pin_now(void *ctx);
/* The done function of fh_local_pin_nb and fh_remote_pin_nb; granted: a struct hyd_pin_granted. */
void hyd_pin_granted(struct fh_request *r, void *granted);

/* Something has been left. */
static inline int hyd_pin_has_left(const struct hyd_pin_client *c) {
  return atomic_load_explicit(&c->n, memory_order_relaxed) != 0;
}
/* The first message, which stays until it is dropped; NULL: none. */
struct hyd_pin_note *hyd_pin_note(struct hyd_pin_client *c);
void hyd_pin_note_drop(struct hyd_pin_client *c);
/* Takes the first one that was granted; NULL: none. */
struct hyd_pin_granted *hyd_pin_granted_take(struct hyd_pin_client *c);

/* For the counts and the trace: memory of a rank was registered already, or not. */
static inline void hyd_pin_tell(struct hyd_job *job, int hits, uint32_t rank, size_t n) {
  hyd_job_tell(job, hits ? HYD_COUNT_FIREHOSE_HIT : HYD_COUNT_FIREHOSE_MISS,
               hits ? HYD_EV_FIREHOSE_HIT : HYD_EV_FIREHOSE_MISS, rank, n);
}

#endif
