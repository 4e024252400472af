/* SPDX-License-Identifier: BSD-3-Clause
 *
 * host_leaders.h: what the heads of hosts do together by messages, on behalf of their hosts:
 * meetings, exchanges and farewells. Each is a tree's engine (count_tree.h, gather_tree.h) whose
 * members are the hosts; handlers tell it what has come, and a thread that waits sends what is to
 * be sent.
 */
#ifndef HYD_OOB_HOST_LEADERS_H
#define HYD_OOB_HOST_LEADERS_H

#include "core/am/am.h"
#include "core/base/job.h"

/* When the conduit is open, before the first meeting; for jobs of several hosts. */
void hyd_leaders_init(struct hyd_job *job);

/* By heads. Return when all heads have called it; when the records of all hosts are here, and this
 * head has passed on what it must; and so that the next gathering may begin. */
void hyd_leaders_barrier(struct hyd_job *job);
void hyd_leaders_gather(struct hyd_job *job);
void hyd_leaders_gather_end(struct hyd_job *job);

/* By a head whose host's ranks are all about to leave: whether those of all hosts are. Does not
 * wait. */
int hyd_leaders_all_leave(struct hyd_job *job);
/* How an answer goes out at once, if it can: in a thread that may be gone when this function's
 * caller goes on. */
typedef void (*hyd_answer_fn)(void *arg, gex_Rank_t peer, const struct hyd_am *m);
/* A handler that needs no thread of the client: the conduit's own thread may run it
 * (hyd_leaders_receive). After hyd_leaders_init. */
typedef void (*hyd_urgent_fn)(struct hyd_job *job, gex_Rank_t src, const gex_AM_Arg_t *args,
                              hyd_answer_fn send, void *arg);
void hyd_leaders_urgent(struct hyd_job *job, int handler, int nargs, hyd_urgent_fn fn);
/* A short message has come while no thread is there to run handlers: 1 = it was dealt with, in any
 * thread; 0 = its handler is none of these. */
int hyd_leaders_receive(struct hyd_job *job, gex_Rank_t src, int handler, const gex_AM_Arg_t *args,
                        int nargs, hyd_answer_fn send, void *arg);

#endif
