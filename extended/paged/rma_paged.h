/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rma_paged.h: puts, gets and atomics to paged segments (paged.h), of which a page may be absent.
 *
 * A transfer is done by the initiator if it sees the segment, else by the owner, for a message
 * (paged_messages.c). Bytes that are present are copied at once. The rest waits, with a put's bytes
 * in a buffer: the pager is asked for the pages, and polls copy each part when its page is present.
 * Only then is the operation complete. Nothing else waits for it.
 *
 * At most 64 transfers of one rank wait for pages of one rank (paged_window.h), so that buffers are
 * bounded. A call that would start one more waits, and polls. Each pair of ranks has windows of its
 * own, made when first needed: a page that takes long holds up transfers of one rank to one rank.
 */
#ifndef HYD_EXTENDED_RMA_PAGED_H
#define HYD_EXTENDED_RMA_PAGED_H

#include "core/am/deferred.h"
#include "core/am/internal_handlers.h"
#include "core/op/op.h"
#include "extended/paged/paged.h"
#include "extended/paged/paged_atomic.h"
#include "extended/paged/paged_window.h"

/* Handlers (core/am/internal_handlers.h). */
enum {
  HYD_H_PAGED_PUT = HYD_H_GUARD, /* paged_messages.c */
  HYD_H_PAGED_KEYED,
  HYD_H_PAGED_GET,
  HYD_H_PAGED_RMW,
  HYD_H_PAGED_NOTE,
  HYD_H_PAGED_CREDIT,
  HYD_H_PAGED_DONE,
  HYD_H_PAGED_GOT,
  HYD_H_PAGED_ANSWER,
  HYD_H_PAGED_FIND, /* paged_keyed.c */
  HYD_H_PAGED_FOUND
};
_Static_assert((int)HYD_H_PAGED_FOUND == (int)HYD_H_GUARD_LAST,
               "the guard's handlers have their numbers");

enum hyd_paged_kind { HYD_PAGED_PUT, HYD_PAGED_GET, HYD_PAGED_RMW };

/* A transfer, as the call describes it. */
struct hyd_paged_task {
  uint8_t kind; /* enum hyd_paged_kind */
  uint8_t stable;
  uint8_t has_note;
  const struct hyd_paged_range *range; /* the export by whose key it goes, or NULL */
  void *remote, *local;                /* rmw: local is its struct hyd_paged_answer */
  size_t n;
  struct hyd_paged_note note;
  struct hyd_paged_rmw rmw;
  int *error_p; /* NULL: a refusal is fatal */
};

/* The other rank of a transfer that waits, and words for the end of the transfer: of another rank's
 * transfer those of its message, which the answer carries; of this rank's, in `dest`, where a
 * refusal is reported (error_p). */
struct hyd_paged_reply_to {
  gex_Rank_t peer;
  gex_AM_Arg_t op[2], dest[2];
};

/* A transfer that waits. */
struct hyd_paged_wait {
  struct hyd_deferred w;
  struct hyd_paged_range range;
  uint8_t kind, keyed;
  char *local; /* in this process: memory for the bytes that are left */
  size_t n;
  struct hyd_paged_rmw rmw;
  uint64_t value[2]; /* the result of a read-modify-write */
  int code;          /* 0, or why the transfer was refused */
  struct hyd_paged_window *window;
  uint32_t number; /* in the window */
  void (*over)(struct hyd_job *job, struct hyd_paged_wait *w);
  struct hyd_op *op; /* NULL: a transfer of another rank */
  struct hyd_paged_reply_to reply_to;
  void *answer; /* this rank's read-modify-write: its struct hyd_paged_answer */
  char buffer[];
};

/* Transfers between this rank and one other. All under the lock. */
struct hyd_paged_link {
  uint32_t sent, acked;         /* this rank's messages: sent, and with credits that came back */
  struct hyd_paged_window here; /* this rank's transfers to a segment that it sees */
  uint32_t begun;               /* number of the next transfer in `here` */
  struct hyd_paged_window from; /* the other rank's transfers by messages */
};

struct hyd_paged_waits {
  pthread_mutex_t lock; /* of links and exports */
  /* [jobrank], NULL until needed; read without the lock: LK1, LK2. */
  _Atomic(_Atomic(struct hyd_paged_link *) *) link;
  struct hyd_paged_exports *exports; /* paged_keyed.c */
  _Atomic(hyd_paged_note_fn_t) on_note;
  _Atomic uint64_t refused, stalls, credits;
};

void hyd_paged_rma_init(struct hyd_job *job);

/* Starts a transfer of this rank to a paged segment; returns what the call returns. */
gex_Event_t hyd_paged_start(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged *p,
                            int how, const struct hyd_paged_task *t);
/* Executes an operation on a segment that is seen. Returns n, or as hyd_paged_copy. */
size_t hyd_paged_rmw(const struct hyd_paged *p, const struct hyd_paged_range *range,
                     const void *remote, size_t n, const struct hyd_paged_rmw *m,
                     uint64_t value[2]);

/* --- for paged_messages.c ------------------------------------------------------------------- */

void hyd_paged_messages_init(struct hyd_job *job);
void hyd_paged_keyed_init(struct hyd_job *job);
/* Starts parts of the op at a rank whose segment is not seen here. */
void hyd_paged_send(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged_task *t,
                    struct hyd_op *op);
/* Sends a message with a note and no data. */
void hyd_paged_send_note(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged_note *note);

struct hyd_paged_link *hyd_paged_link_make(struct hyd_job *job, gex_Rank_t peer);
HYD_HOT_INLINE struct hyd_paged_link *hyd_paged_link(struct hyd_job *job, gex_Rank_t peer) {
  _Atomic(struct hyd_paged_link *) *all =
      atomic_load_explicit(&job->layer.paged->link, memory_order_acquire); /* LK2 */
  struct hyd_paged_link *l =
      all ? atomic_load_explicit(&all[peer], memory_order_acquire) : NULL; /* LK2 */
  return hyd_likely(l != NULL) ? l : hyd_paged_link_make(job, peer);
}
/* Makes one attempt; returns 1 if the transfer is done, or was refused. */
int hyd_paged_move(struct hyd_job *job, struct hyd_paged_wait *w);
/* Makes a transfer that waits, with a buffer of so many bytes; `over` is called when it is done. */
struct hyd_paged_wait *
hyd_paged_wait_new(const struct hyd_paged *p, const struct hyd_paged_task *t, size_t buffer,
                   void (*over)(struct hyd_job *job, struct hyd_paged_wait *w));
void hyd_paged_wait_add(struct hyd_job *job, struct hyd_paged_wait *w, gex_Rank_t owner,
                        gex_Rank_t initiator);
/* Completes transfer `number` of a window; fatal if the window does not have it. Gives out the
 * notes that pass, by `give`. Returns how many credits go back. */
uint32_t hyd_paged_over(struct hyd_job *job, struct hyd_paged_window *w, uint32_t number,
                        int refused, gex_Rank_t peer,
                        void (*give)(struct hyd_job *job, gex_Rank_t peer,
                                     const struct hyd_paged_note *note));
/* Notes that a transfer of another rank has come, with a note or without; not needed where
 * hyd_paged_over follows at once. */
void hyd_paged_begun(struct hyd_job *job, struct hyd_paged_window *w, uint32_t number,
                     gex_Rank_t peer, const struct hyd_paged_note *note);
/* Tells the initiator of a refusal: at error_p, or by a fatal message if that is NULL. */
void hyd_paged_report(struct hyd_job *job, int *error_p, int code, gex_Rank_t peer);

static inline void hyd_paged_hit(struct hyd_job *job) {
  struct hyd_thread *t = hyd_self(job);
  uint64_t hits = atomic_load_explicit(&t->guard_hits, memory_order_relaxed);
  atomic_store_explicit(&t->guard_hits, hits + 1, memory_order_relaxed);
  hyd_count(job, HYD_COUNT_GUARD_HIT, 1);
}

#endif
