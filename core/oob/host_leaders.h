/* SPDX-License-Identifier: BSD-3-Clause
 *
 * host_leaders.h: barriers, exchanges of records and the end of the job between hosts. The leader
 * of each host acts for it, by messages to the other leaders. Each task is an engine on a tree of
 * the hosts (count_tree.h, gather_tree.h): handlers report messages to it, and the leader's waiting
 * thread sends what the engine asks for.
 */
#ifndef HYD_OOB_HOST_LEADERS_H
#define HYD_OOB_HOST_LEADERS_H

#include "core/am/am.h"
#include "core/base/job.h"

/* The exchange among hosts; NULL: there is one host, or it has not begun. H2 (acquire) pairs with
 * H1 in hyd_leaders_init: the conduit's attending thread reads it, too. */
static inline struct hyd_leaders *hyd_leaders_of(const struct hyd_job *job) {
  return atomic_load_explicit(&job->net.leaders, memory_order_acquire);
}
/* To be called once the conduit is open, before the first barrier, in jobs of several hosts. */
void hyd_leaders_init(struct hyd_job *job);

/* By leaders: returns when all leaders have called it. */
void hyd_leaders_barrier(struct hyd_job *job);
/* By leaders: exchanges the records of all hosts. Returns when this host has all records and has
 * sent on what other leaders need from it. */
void hyd_leaders_gather(struct hyd_job *job);
/* By leaders, after hyd_leaders_gather: returns when all leaders have called it, so that the next
 * exchange may begin. */
void hyd_leaders_gather_end(struct hyd_job *job);

/* By a leader, once all ranks of its host are about to leave: whether the ranks of all hosts are.
 * Does not wait. */
int hyd_leaders_all_leave(struct hyd_job *job);
/* A function by which a handler sends an answer at once, if there is room: the handler's thread may
 * end before a queued answer would be sent. */
typedef void (*hyd_answer_fn)(void *arg, gex_Rank_t peer, const struct hyd_am *m);
/* A handler that any thread may run, for example the conduit's attending thread
 * (hyd_leaders_receive). */
typedef void (*hyd_urgent_fn)(struct hyd_job *job, gex_Rank_t src, const gex_AM_Arg_t *args,
                              hyd_answer_fn send, void *arg);
/* Registers such a handler, after hyd_leaders_init. */
void hyd_leaders_urgent(struct hyd_job *job, int handler, int nargs, hyd_urgent_fn fn);
/* A short message has arrived in a thread that does not run the client's handlers. 1: the message
 * was handled. 0: its handler may not run in any thread. */
int hyd_leaders_receive(struct hyd_job *job, gex_Rank_t src, int handler, const gex_AM_Arg_t *args,
                        int nargs, hyd_answer_fn send, void *arg);

#endif
