/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll.h: the engine of collectives.
 *
 * A collective has one of three forms. Where all members share memory, it uses their coll slots
 * (coll_shared.c). Where members share memory by groups, it has stages, each a collective of its
 * own (coll_levels.c). Elsewhere it uses messages.
 *
 * By messages, a collective at one member is a few streams of bytes from and to other members, and
 * a step function, which is called when a stream is complete (coll_messages.c). A stream is named
 * by the team, the collective's number on the team, and a slot. Data that arrives before its stream
 * exists is kept for it.
 *
 * A large stream waits for the receiver's call. Long messages then put the bytes into the place
 * that the call names (coll_send.c).
 *
 * Polls send, handlers never do. Sending never waits for room, so that any number of collectives
 * proceed at once.
 */
#ifndef HYD_EXTENDED_COLL_H
#define HYD_EXTENDED_COLL_H

#include "core/am/am.h"
#include "core/op/op.h"
#include "core/team/team.h"
#include "extended/coll/coll_choice.h"

#include "gasnet_coll.h"

/* In each direction: a member of 2^32 has 32 neighbours in a tree, and as many in rounds that are
 * taken forth and back. */
#define HYD_COLL_STREAMS 66

struct hyd_stream_in {
  uint32_t slot;
  gex_Rank_t from;
  char *buf;
  size_t need, got, prefix; /* prefix: bytes that have arrived without a gap */
  uint32_t hits;            /* fragments that have arrived; an empty stream has one */
  int call;                 /* the sender waits for a call, which is still to be sent */
  int in_place;             /* the call may name the place of the bytes */
  int landing;              /* number of the landing that is open there (landings.h), or 0 */
};

struct hyd_stream_out {
  uint32_t slot;
  gex_Rank_t to;
  enum hyd_am_way way; /* of the messages to it */
  const char *buf;
  size_t base, total, sent; /* base: where the bytes lie in the receiver's stream */
  size_t eager;             /* bytes that may go before the receiver's call */
  /* If not NULL, only bytes that have arrived in that stream may be sent. */
  const struct hyd_stream_in *after;
  int done, called;
  char *place; /* the receiver's address for the bytes; NULL: they go in medium messages */
  /* Messages whose bytes must stay here, as parts, and one part more until all are sent; or NULL.
   */
  struct hyd_op *kept;
};

struct hyd_coll;
struct hyd_coll_kind {
  /* The form by messages: takes the next steps, and makes streams. Called under the engine's lock
   * after any change. Returns 1 if nothing is left but to send. */
  int (*step)(struct hyd_coll *c);
  /* Gives *c the form in shared memory, if the team and the data allow that; returns whether they
   * do. NULL: the kind has no such form. */
  int (*share)(struct hyd_coll *c);
  /* Gives *c the form by levels, with another kind, if that can be. NULL: there is no such form. */
  void (*by_levels)(struct hyd_coll *c);
};

/* How a collective takes place in shared memory (coll_shared.c). */
struct hyd_coll_shared {
  int (*step)(struct hyd_coll *c); /* NULL: the collective has another form */
  uint64_t first, steps;           /* its steps among those of the team */
  uint64_t at;                     /* the step that this rank takes now */
  size_t element, chunk;           /* bytes of an element; of the elements that go at a time */
  gex_Rank_t seen;                 /* members below this number have shown their entries */
  int shown;                       /* this rank's entry is shown */
  int marked;                      /* this rank is counted among the writers that wait */
};

struct hyd_coll {
  struct hyd_coll *next;
  struct hyd_team *team;
  struct hyd_op *op;
  uint32_t seq, numbers; /* its first number on the team; how many it takes, one for each stage */
  int n_in, n_out, state;
  const struct hyd_coll_kind *kind;
  gex_Rank_t root;
  size_t bytes;
  void *dst;
  const void *src;
  /* reductions */
  size_t count;
  gex_Coll_ReduceFn_t fn; /* the client's, or the library's for a type and operation */
  const void *fn_data;
  /* If not NULL, used in place of fn: combines so_far with the data of child number `state` - 1.
   * Returns where the result is, or NULL if the client's function has still to run. */
  const char *(*combine)(struct hyd_coll *c);
  const char *so_far; /* combined up to now */
  int kids;           /* streams from children */
  int taken;          /* rounds: streams of which the bytes are combined, or results */
  enum hyd_coll_algorithm algorithm;
  int ordered;             /* ranks must be combined in order */
  char *temp;              /* freed at the end */
  struct hyd_coll *stages; /* by levels: stages that have still to begin, in order */
  int in_stage;            /* a stage is active */
  struct hyd_coll *within; /* the collective that this one is a stage of, or NULL */
  struct hyd_coll_shared shared;
  struct hyd_stream_in *in; /* of messages; NULL in shared memory */
  struct hyd_stream_out *out;
};

void hyd_coll_init(struct hyd_job *job);
/* Makes a collective of a kind. */
struct hyd_coll *hyd_coll_new(struct hyd_team *team, const struct hyd_coll_kind *kind);
/* Starts a collective; returns its event, or INVALID if it is complete already. */
gex_Event_t hyd_coll_start(struct hyd_coll *c);

/* Chooses the form of a collective, and takes its numbers in the team's order. Under the engine's
 * lock. */
void hyd_coll_prepare(struct hyd_coll *c);
/* Adds a collective to those whose steps polls take. Under the engine's lock. */
void hyd_coll_put_active(struct hyd_coll *c);

/* Returns the figures of the network that the job has from its environment. */
const struct hyd_coll_network *hyd_coll_network_of(const struct hyd_coll *c);

/* --- for step functions ------------------------------------------------------- */

/* Allocates memory until the end of the collective; once for each. */
void *hyd_coll_space(struct hyd_coll *c, size_t bytes);
/* Make streams. HYD_COLL_IN_PLACE: the receiver's place is the client's, perhaps in its segment;
 * both sides say so, or neither. */
enum hyd_coll_where { HYD_COLL_HELD, HYD_COLL_IN_PLACE };
struct hyd_stream_in *hyd_coll_receive(struct hyd_coll *c, gex_Rank_t from, uint32_t slot,
                                       void *buf, size_t bytes, enum hyd_coll_where where);
struct hyd_stream_out *hyd_coll_send(struct hyd_coll *c, gex_Rank_t to, uint32_t slot,
                                     const void *buf, size_t bytes, enum hyd_coll_where where);
static inline int hyd_coll_arrived(const struct hyd_stream_in *s) {
  return s->need ? s->got == s->need : s->hits != 0;
}
static inline int hyd_coll_all_arrived(const struct hyd_coll *c) {
  for (int i = 0; i < c->n_in; i++)
    if (!hyd_coll_arrived(&c->in[i])) return 0;
  return 1;
}
static inline int hyd_coll_all_sent(const struct hyd_coll *c) {
  for (int i = 0; i < c->n_out; i++)
    if (!c->out[i].done) return 0;
  return 1;
}

/* Where member m's part of `count` elements begins, in bytes; m = size: the end of the last part.
 */
static inline size_t hyd_coll_part(size_t count, size_t element, gex_Rank_t m, gex_Rank_t size) {
  return (count / size * m + count % size * m / size) * element;
}

/* In a message's slot: the message is the call of member `offset` for the stream, with a place. */
#define HYD_COLL_CALL 0x80000000u
/* coll_send.c: sends calls, and as much of the streams as can go. Returns 0 if something waits for
 * room, or for the arrival of what was sent. Under the engine's lock. */
int hyd_coll_send_all(struct hyd_coll *c);

/* Whether, in reductions to all of so many bytes in shared memory, each member combines a part for
 * all. */
static inline int hyd_coll_is_split(size_t bytes, gex_Rank_t members) {
  return bytes > ((size_t)32 << 10) / members;
}

/* coll_shared.c: takes the next steps in shared memory, if it is the collective's turn; returns 1
 * if it is complete here. Then the `share` functions of the kinds. */
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
/* dst gets the bytes of every member; src has those of this rank, and may be their place in dst. */
int hyd_coll_exchange(struct hyd_coll *c);

/* coll_rounds.c */
int hyd_coll_reduce_all_by_doubling(struct hyd_coll *c);
int hyd_coll_reduce_all_by_halving(struct hyd_coll *c);

/* coll_levels.c */
void hyd_coll_broadcast_by_levels(struct hyd_coll *c);
void hyd_coll_reduce_by_levels(struct hyd_coll *c);
void hyd_coll_reduce_all_by_levels(struct hyd_coll *c);

extern const struct hyd_coll_kind hyd_coll_kind_broadcast, hyd_coll_kind_reduce_one,
    hyd_coll_kind_reduce_all; /* coll_calls.c */
/* coll_calls.c: checks a collective call and returns its team; fatal if tm is none. */
struct hyd_team *hyd_coll_team(gex_TM_t tm, const char *call);
/* The barrier of a team that is not the whole job, and whose members do not all share memory. */
gex_Event_t hyd_coll_barrier_nb(struct hyd_team *team);
/* Gathers `bytes` bytes of every member, in rank order; the caller frees them. Waits. */
void *hyd_coll_gather_all(struct hyd_team *team, const void *mine, size_t bytes, const char *call);

/* coll_types.c: the function of a built-in type and operation; NULL if that is not legal. */
gex_Coll_ReduceFn_t hyd_coll_operator(gex_DT_t dt, gex_OP_t op);
size_t hyd_dt_size(gex_DT_t dt);

#endif
