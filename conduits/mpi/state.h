/* SPDX-License-Identifier: BSD-3-Clause
 *
 * state.h: the state of the mpi conduit in a rank. One lock guards the state and every call of MPI;
 * a handler runs without the lock.
 *
 * The files, lowest first; each calls those before it in this list:
 *
 *   which.c    chooses the module for the process's MPI (part of the library)
 *   wire.h     message formats
 *   world.c    initialises MPI; exchanges values of the ranks by it
 *   send.c     sends messages; credits
 *   receive.c  receives messages; poll
 *   mpi.c      open and close, reports, and the conduit's table
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

/* The receives of one tag. MPI matches them in the order of posting, so the next message is in the
 * oldest one; but a long message may end after shorter ones behind it. */
struct hyd_mpi_receives {
  struct hyd_mpi_slot **ring; /* [n]; the `posted` ones begin at `oldest` */
  uint32_t n, oldest, posted;
};

/* Messages under way. `request` begins with the requests of the oldest receives, so that one call
 * tests them, too. */
struct hyd_mpi_sends {
  uint32_t n, active, nfree;
  MPI_Request *request; /* [HYD_MPI_TAGS + n] */
  char **buffer;        /* [HYD_MPI_TAGS + n]: the buffer of each request */
  char **free;          /* [nfree]: free buffers */
  int *index;           /* results of MPI_Testsome */
  MPI_Status *status;
};

struct hyd_mpi_counts {
  uint64_t messages, bytes, received, replies, credits, no_room;
  uint32_t unanswered; /* most requests to a peer that it had not handled */
};

enum hyd_mpi_phase {
  HYD_MPI_OPEN,
  HYD_MPI_SETTLING, /* messages still arrive, and are dropped */
  HYD_MPI_DRAINING, /* receives are not posted again */
  HYD_MPI_CLOSED
};

struct hyd_mpi {
  struct hyd_job *job;
  struct hyd_mpi_world *world;
  struct hyd_client_lock lock;
  _Atomic pthread_t holder; /* holder of the lock; relaxed: a thread only compares it with itself */
  enum hyd_mpi_phase phase;
  uint32_t window, slack;   /* credits (core/am/credits.h) */
  struct hyd_credits *peer; /* [size] */
  struct hyd_owed *owing;
  uint64_t *sent_to; /* [size]: messages sent to each rank */
  struct hyd_mpi_receives in[HYD_MPI_TAGS];
  struct hyd_mpi_sends out;
  uint32_t idle;     /* polls in a row that found nothing */
  uint64_t awake_ns; /* this rank does not sleep before this time */
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

/* Takes the lock at the beginning of each call of the conduit. 0, or -1: this thread is inside a
 * call of MPI already, which has called exit() because the job is aborted; MPI cannot be used any
 * more. */
static inline int hyd_mpi_enter(struct hyd_mpi *s) {
  if (hyd_unlikely(atomic_load_explicit(&s->holder, memory_order_relaxed) == pthread_self())) {
    s->world->lost = s->world->pm->ended = 1;
    return -1;
  }
  hyd_mpi_lock(s);
  return 0;
}

/* --- messages ------------------------------------------------------------- */

/* Allocates n buffers for messages in one piece; their memory is not touched. */
char *hyd_mpi_buffers(uint32_t n);
#define HYD_MPI_BUFFER ((HYD_MPI_MESSAGE_MOST + 63) & ~(size_t)63)

/* --- send.c --------------------------------------------------------------- */

/* Makes n buffers to send from. */
void hyd_mpi_send_open(struct hyd_mpi *s, uint32_t n);
int hyd_mpi_am_send(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m);
/* Callers hold the lock, from here on. */

/* Sends a control message. 0 or HYD_NO_ROOM. */
int hyd_mpi_note(struct hyd_mpi *s, uint32_t peer, enum hyd_mpi_kind kind, enum hyd_mpi_tag tag);
/* Sends credits to peers that may be about to wait for them. */
void hyd_mpi_credits_pay(struct hyd_mpi *s);
/* Frees the buffers of sends that have ended: MPI has set their requests to MPI_REQUEST_NULL. */
void hyd_mpi_send_ended(struct hyd_mpi *s);

/* --- receive.c ------------------------------------------------------------ */

/* Posts n receives of each tag. */
void hyd_mpi_receive_open(struct hyd_mpi *s, uint32_t n);
int hyd_mpi_poll(struct hyd_job *job, void *state, int take_requests);
/* Handles messages that have arrived, and ends of sends; how many. */
int hyd_mpi_progress(struct hyd_mpi *s, int take_requests);

#endif
