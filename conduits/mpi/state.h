/* SPDX-License-Identifier: BSD-3-Clause
 *
 * state.h: the state of the mpi conduit in a rank. One lock guards all of it and every call of MPI;
 * it is not held while a handler runs.
 *
 * The files, from the library up; each calls those before it in this list:
 *
 *   which.c    which MPI's module a process loads (part of the library)
 *   wire.h     message formats
 *   world.c    MPI itself, and how ranks find each other by it
 *   send.c     messages out; credits
 *   receive.c  messages in; poll
 *   mpi.c      open and close, what it says of itself, and the conduit's table
 */
#ifndef HYD_MPI_STATE_H
#define HYD_MPI_STATE_H

#include <stdlib.h>
#include <string.h>

#include "conduits/conduit_host.h"
#include "conduits/mpi/wire.h"
#include "conduits/mpi/world.h"
#include "core/am/credits.h"
#include "core/base/err.h"
#include "core/sys/client_lock.h"

struct hyd_mpi_slot {
  MPI_Request request;
  char *buffer;
};

/* Receives of one tag. MPI matches them in the order of posting: what has come is in the oldest,
 * but that a long message may end after shorter ones behind it. */
struct hyd_mpi_receives {
  struct hyd_mpi_slot **ring; /* [n], those posted, from `oldest` on */
  uint32_t n, oldest, posted;
};

/* Messages under way: `request` has those of the oldest receives first, so that one call tests
 * all. */
struct hyd_mpi_sends {
  uint32_t n, active, nfree;
  MPI_Request *request; /* [HYD_MPI_TAGS + n] */
  char **buffer;        /* [HYD_MPI_TAGS + n], of each request */
  char **free;          /* [nfree] */
  int *index;           /* what MPI_Testsome says */
  MPI_Status *status;
};

struct hyd_mpi_counts {
  uint64_t messages, bytes, received, replies, credits, no_room;
  uint32_t unanswered; /* requests to a peer, at most */
};

enum hyd_mpi_phase {
  HYD_MPI_OPEN,
  HYD_MPI_SETTLING, /* what has been sent still arrives, and is dropped */
  HYD_MPI_DRAINING, /* receives are not posted again */
  HYD_MPI_CLOSED
};

struct hyd_mpi {
  struct hyd_job *job;
  struct hyd_mpi_world *world;
  struct hyd_client_lock lock;
  _Atomic pthread_t holder; /* of the lock; relaxed: a thread only asks whether it is itself */
  enum hyd_mpi_phase phase;
  uint32_t window, slack;   /* of credits */
  struct hyd_credits *peer; /* [size] */
  struct hyd_owed *owing;
  uint64_t *sent_to; /* [size], messages */
  struct hyd_mpi_receives in[HYD_MPI_TAGS];
  struct hyd_mpi_sends out;
  uint32_t idle;     /* polls in a row that found nothing */
  uint64_t awake_ns; /* until then this rank does not sleep */
  struct hyd_mpi_counts counts;
};

static inline void hyd_mpi_lock(struct hyd_mpi *s) {
  hyd_client_lock_take(&s->lock);
  atomic_store_explicit(&s->holder, pthread_self(), memory_order_relaxed);
}
static inline void hyd_mpi_unlock(struct hyd_mpi *s) {
  atomic_store_explicit(&s->holder, 0, memory_order_relaxed);
  hyd_client_lock_leave(&s->lock);
}

/* The same at the beginning of each call of the conduit. 0, or -1: MPI, inside a call by this
 * thread, was told that the job is aborted, and has called exit(): nothing is possible any more. */
static inline int hyd_mpi_enter(struct hyd_mpi *s) {
  if (hyd_unlikely(atomic_load_explicit(&s->holder, memory_order_relaxed) == pthread_self())) {
    s->world->lost = s->world->pm->ended = 1;
    return -1;
  }
  hyd_mpi_lock(s);
  return 0;
}

/* --- messages ------------------------------------------------------------- */

/* n buffers for messages, as one piece of memory, of which those not used are not touched. */
char *hyd_mpi_buffers(uint32_t n);
#define HYD_MPI_BUFFER ((HYD_MPI_MESSAGE_MOST + 63) & ~(size_t)63)

/* --- send.c --------------------------------------------------------------- */

void hyd_mpi_send_open(struct hyd_mpi *s, uint32_t n);
int hyd_mpi_am_send(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m);
/* Lock held, all of these. */
/* A packet alone. 0 or HYD_NO_ROOM. */
int hyd_mpi_note(struct hyd_mpi *s, uint32_t peer, enum hyd_mpi_kind kind, enum hyd_mpi_tag tag);
/* Tells peers of credits that they may be about to wait for. */
void hyd_mpi_credits_pay(struct hyd_mpi *s);
/* Requests that MPI has set to MPI_REQUEST_NULL have ended. */
void hyd_mpi_send_ended(struct hyd_mpi *s);

/* --- receive.c ------------------------------------------------------------ */

/* Posts n receives of each tag. */
void hyd_mpi_receive_open(struct hyd_mpi *s, uint32_t n);
int hyd_mpi_poll(struct hyd_job *job, void *state, int take_requests);
/* Takes what has come, and sees what has ended; whether that was anything. Lock held. */
int hyd_mpi_progress(struct hyd_mpi *s, int take_requests);

#endif
