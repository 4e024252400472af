/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll.h: the engine of collectives. Where members share memory a collective takes place there
 * (coll_shared.c); where they do by groups, it has stages (coll_levels.c). Elsewhere it is, at one
 * member, a few streams of bytes, from and to other members, and a step function that is called
 * when one is complete. Large streams to where the client wants the bytes are put into place by
 * long messages (coll_send.c). Streams are named by team, number of the collective on it, and slot;
 * data that arrives before its stream exists is kept for it. Messages are sent from poll, never
 * from a handler, and sending never waits for room, so that any number of collectives proceed at
 * once.
 */
#ifndef HYD_EXTENDED_COLL_H
#define HYD_EXTENDED_COLL_H

#include "core/am/am.h"
#include "core/op/op.h"
#include "core/team/team.h"

#include "gasnet_coll.h"

#define HYD_COLL_STREAMS 36 /* of each direction: a member of 2^32 has 32 neighbours in a tree; */
#define HYD_COLL_PARTS 64u  /* of two stages to all others, if there are at most so many members */

struct hyd_stream_in {
  uint32_t slot;
  gex_Rank_t from;
  char *buf;
  size_t need, got, prefix; /* prefix: bytes that have arrived without a gap */
  uint32_t hits;            /* fragments; a stream of no bytes is one of them */
  int call;                 /* the sender waits for a call */
  int in_place;             /* the call may say where the conduit is to put the bytes, */
  int landing;              /* which is opened for them (landings.h); 0: it is not */
};

struct hyd_stream_out {
  uint32_t slot;
  gex_Rank_t to;
  enum hyd_am_way way; /* of the messages to it */
  const char *buf;
  size_t base, total, sent; /* base: where the bytes lie in the receiver's stream */
  size_t eager;             /* bytes that may go before the receiver has called for the others */
  /* only bytes that have arrived there may be sent; NULL: all may */
  const struct hyd_stream_in *after;
  int done, called;
  char *place;         /* the receiver's address for them; NULL: they go in medium messages */
  struct hyd_op *kept; /* messages whose bytes must stay here; one part more until all are sent.
                          NULL: there are none */
};

struct hyd_coll;
struct hyd_coll_kind {
  /* By messages. Called under the engine's lock after any change: makes streams; 1 = nothing is
   * left but to send. */
  int (*step)(struct hyd_coll *c);
  /* Makes it a collective in shared memory, if the team's members can hold it there: 1. NULL: there
   * is no such form. */
  int (*share)(struct hyd_coll *c);
  /* Makes it one by levels (coll_levels.c), if it can be, with another kind. NULL: the same. */
  void (*by_levels)(struct hyd_coll *c);
};

/* How a collective takes place in shared memory (coll_shared.c). */
struct hyd_coll_shared {
  int (*step)(struct hyd_coll *c); /* NULL: it goes by messages */
  uint64_t first, steps, at; /* of the team's steps, those of this one; how far this rank is */
  size_t element, chunk;     /* bytes of one; of as many as go at a time */
  gex_Rank_t seen;           /* members before this one have shown their notes of the step */
  int shown,
      marked; /* this rank's note is shown; it is counted among those that wait for readers */
};

struct hyd_coll {
  struct hyd_coll *next;
  struct hyd_team *team;
  struct hyd_op *op;
  uint32_t seq,
      numbers; /* its number on the team, and how many numbers it takes: one for each stage */
  int n_in, n_out, state;
  const struct hyd_coll_kind *kind;
  gex_Rank_t root;
  size_t bytes;
  void *dst;
  const void *src;
  /* reductions */
  size_t count;
  gex_Coll_ReduceFn_t fn; /* the client's, or our own for a type and operation */
  const void *fn_data;
  /* In place of fn, unless NULL: combines so_far with the data of child number `state` - 1; returns
   * where the result is, or NULL if the client's function has still to run. */
  const char *(*combine)(struct hyd_coll *c);
  const char *so_far;      /* combined up to now */
  int kids;                /* streams from children */
  int ordered;             /* ranks must be combined in order */
  char *temp;              /* freed at the end */
  struct hyd_coll *stages; /* by levels: what has still to begin, in order; */
  int in_stage;            /* one of them is active */
  struct hyd_coll *within; /* the collective that this one is a stage of, or NULL */
  struct hyd_coll_shared shared;
  struct hyd_stream_in *in; /* of messages; NULL in shared memory */
  struct hyd_stream_out *out;
};

void hyd_coll_init(struct hyd_job *job);
/* A new collective, the next one in the team's order. */
struct hyd_coll *hyd_coll_new(struct hyd_team *team, const struct hyd_coll_kind *kind);
/* Starts it; returns its event, or INVALID if it is done already. */
gex_Event_t hyd_coll_start(struct hyd_coll *c);

/* Under the engine's lock: how it takes place is decided, and its numbers are taken, in the team's
 * order. */
void hyd_coll_prepare(struct hyd_coll *c);
/* It is taken further from now on. */
void hyd_coll_put_active(struct hyd_coll *c);

/* For step functions. */
/* Memory until its end; one piece for each. */
void *hyd_coll_space(struct hyd_coll *c, size_t bytes);
/* Streams. In place: to a place of the client's, which may be in its segment; both sides say so, or
 * neither. */
enum hyd_coll_where { HYD_COLL_HELD, HYD_COLL_IN_PLACE };
struct hyd_stream_in *hyd_coll_receive(struct hyd_coll *c, gex_Rank_t from, uint32_t slot,
                                       void *buf, size_t bytes, enum hyd_coll_where where);
struct hyd_stream_out *hyd_coll_send(struct hyd_coll *c, gex_Rank_t to, uint32_t slot,
                                     const void *buf, size_t bytes, enum hyd_coll_where where);
static inline int hyd_coll_arrived(const struct hyd_stream_in *s) {
  return s->need ? s->got == s->need : s->hits != 0;
}
static inline int hyd_coll_all_sent(const struct hyd_coll *c) {
  for (int i = 0; i < c->n_out; i++)
    if (!c->out[i].done) return 0;
  return 1;
}

/* Where member m's part of `count` elements begins, in bytes, if all members have one; m = size:
 * the end. */
static inline size_t hyd_coll_part(size_t count, size_t element, gex_Rank_t m, gex_Rank_t size) {
  return (count / size * m + count % size * m / size) * element;
}

/* coll_send.c: calls for streams and sends as much of them as can go; 0 = it waits for room, or for
 * what was sent to arrive. Under the engine's lock. */
/* in a slot: the message is no data but the call of member `offset` for it, with a place */
#define HYD_COLL_CALL 0x80000000u
int hyd_coll_send_all(struct hyd_coll *c);

/* Whether reductions to all of so many bytes are such that each of the members, which share memory,
 * combines a part for all. */
static inline int hyd_coll_is_split(size_t bytes, gex_Rank_t members) {
  return bytes > ((size_t)32 << 10) / members;
}

/* coll_shared.c: the next steps in shared memory, when its turn comes: 1 = it is complete here; and
 * the kinds that have such a form. */
int hyd_coll_shared_step(struct hyd_coll *c);
int hyd_coll_share_broadcast(struct hyd_coll *c);
int hyd_coll_share_reduce(struct hyd_coll *c);
int hyd_coll_share_reduce_all(struct hyd_coll *c);
int hyd_coll_share_exchange(struct hyd_coll *c);

/* coll_messages.c: steps of the forms by messages. */
int hyd_coll_barrier(struct hyd_coll *c);
int hyd_coll_broadcast(struct hyd_coll *c);
int hyd_coll_reduce(struct hyd_coll *c);
int hyd_coll_reduce_all(struct hyd_coll *c);
int hyd_coll_exchange(struct hyd_coll *c); /* dst: the bytes of every member; src: those of this
                                              rank, which may be in place there */

/* coll_levels.c */
void hyd_coll_broadcast_by_levels(struct hyd_coll *c);
void hyd_coll_reduce_by_levels(struct hyd_coll *c);
void hyd_coll_reduce_all_by_levels(struct hyd_coll *c);

extern const struct hyd_coll_kind hyd_coll_kind_broadcast, hyd_coll_kind_reduce_one,
    hyd_coll_kind_reduce_all; /* coll_calls.c */
/* coll_calls.c: the team of a collective call; fatal if it is none. */
struct hyd_team *hyd_coll_team(gex_TM_t tm, const char *call);
/* The barrier of a team that is not the whole job and has no memory that all members share. */
gex_Event_t hyd_coll_barrier_nb(struct hyd_team *team);
/* `bytes` bytes of every member, in rank order; the caller frees them. Waits. */
void *hyd_coll_gather_all(struct hyd_team *team, const void *mine, size_t bytes, const char *call);

/* coll_types.c: left with right for a built-in type and operation; NULL if it is not legal. */
gex_Coll_ReduceFn_t hyd_coll_operator(gex_DT_t dt, gex_OP_t op);
size_t hyd_dt_size(gex_DT_t dt);

#endif
