/* SPDX-License-Identifier: BSD-3-Clause
 *
 * node.h: a node of the tree that starts a job over hosts: gasnetrun itself (the root, without
 * ranks) or an agent on a host. Both start agents below them, pass messages up and down, and take
 * part in fences; an agent has ranks as well. One thread, one loop around poll(2), no blocking call
 * but execs.
 *
 *   node.c        the loop's pollset, signals, what is done when everything has ended
 *   node_tree.c   agents below: starting, greeting, messages, their loss
 *   node_ranks.c  ranks of this host: starting, their ends
 *   node_io.c     what ranks write and read
 *   node_fence.c  keys and values: put, fence, get
 *   node_dump.c   where they are, if somebody asks
 *   pmi_server.c  a rank's PMI-1 commands
 *   agent.c, root.c  the two kinds of node
 *
 * What goes up is appended to node->upward: an agent's link, or the row that the root reads itself.
 */
#ifndef HYD_NODE_H
#define HYD_NODE_H

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "contrib/gasnetrun/kvs.h"
#include "contrib/gasnetrun/link.h"

#define HYD_END_MS 1000 /* between telling ranks to end and killing them */
/* at the end an agent below that says nothing for so long is given up; */
#define HYD_SILENT_MS 5000
/* so is an agent that has not ended after this, although it says something */
#define HYD_LONGEST_MS 30000
#define HYD_STDIN_WINDOW 65536u

struct hyd_node;

/* --- what to poll for; made anew for each turn of the loop ---------------- */

typedef void hyd_ready_fn(struct hyd_node *node, void *who, short revents);
struct hyd_pollset {
  struct pollfd *fd;
  struct hyd_watch {
    hyd_ready_fn *fn;
    void *who;
  } * watch;
  uint32_t n, room;
};
void hyd_poll_add(struct hyd_pollset *set, int fd, short events, hyd_ready_fn *fn, void *who);
/* Waits, at most so long, and calls what is ready. */
void hyd_poll_turn(struct hyd_pollset *set, struct hyd_node *node, int ms);

/* --- a process of this host ----------------------------------------------- */

struct hyd_proc {
  uint32_t rank;
  pid_t pid;                /* 0: gone */
  int out[3], in, pmi;      /* our ends: [1] stdout, [2] stderr; stdin of rank 0; -1: closed */
  struct hyd_bytes line[3]; /* begun, without an end so far */
  struct hyd_bytes input;   /* for its stdin */
  int input_ends;
  struct hyd_bytes asked, answer; /* PMI */
  int in_fence;
  int joined; /* it has spoken to us: it has called init */
};

/* --- an agent below ------------------------------------------------------- */

enum hyd_child_state { HYD_CHILD_STARTING, HYD_CHILD_RUNNING, HYD_CHILD_BROKEN, HYD_CHILD_OVER };

struct hyd_child {
  enum hyd_child_state state;
  struct hyd_link link;
  pid_t pid;             /* ssh, or the agent itself; 0: gone */
  int status;            /* from waitpid */
  int err;               /* what it says on stderr; -1: closed */
  struct hyd_bytes said; /* a line begun there */
  char last[160];        /* the last whole one */
  uint32_t first, hosts; /* its part of spec.host; the first is its own */
  uint64_t deadline_ns;  /* STARTING: for its greeting; BROKEN: to learn why */
  int greeted, in_fence;
  uint64_t heard_ns; /* when something came from it */
  int came;          /* by itself: not by a process of ours (custom.h) */
};

struct hyd_node {
  struct hyd_job_spec spec;
  struct hyd_bytes *upward;
  int hold; /* no output is to be read from ranks: nobody takes it away above */
  const char *host;

  struct hyd_child *child;
  uint32_t children, awaited; /* awaited: those that come by themselves, until all have */
  pid_t command;              /* that starts those; 0: it has ended, or there is none */
  int command_status;
  struct hyd_proc *proc;
  uint32_t procs, live;

  struct hyd_kvs kvs;
  struct hyd_bytes puts; /* pairs, since the last fence */
  uint32_t procs_in_fence, children_in_fence;
  int arrived_told;

  int signal_fd; /* -1: signals are looked for in each turn */
  sigset_t old_mask, taken;
  struct rlimit old_files;    /* open files that ranks may have: what we were given */
  int ending, killed, failed; /* END has come; ranks were killed; something could not be started */
  uint64_t kill_ns;
  uint64_t ping_ns;         /* when those below are to hear from us again */
  int done;                 /* DONE has been said */
  uint64_t turn_ns;         /* of the last turn of the loop */
  uint64_t end_ns, sign_ns; /* when the end began; when the one above is to hear that it goes on */
  uint32_t dump_round, dump_next; /* a dump under way (0: none), the rank that is next */
  uint64_t dump_ns;               /* when it is */
};

/* node.c */
void hyd_node_open(struct hyd_node *node);  /* signals */
int hyd_node_signal(struct hyd_node *node); /* the next that came, or 0 */
void hyd_node_watch(struct hyd_node *node, struct hyd_pollset *set);
void hyd_node_reap(struct hyd_node *node);
/* Time has passed: deadlines; DONE when all is over. */
void hyd_node_advance(struct hyd_node *node);
/* Tells ranks and agents below to end; kills ranks after so many milliseconds. */
void hyd_node_end(struct hyd_node *node, uint32_t ms);
void hyd_node_say(struct hyd_node *node, enum hyd_msg_type type, uint32_t a, uint32_t b,
                  const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* node_tree.c */
void hyd_tree_start(struct hyd_node *node, uint32_t first, uint32_t hosts);
/* An agent that has come by itself, for spec.host[host]; takes the link over. Room for all:
 * hyd_tree_expect. */
int hyd_tree_expect(struct hyd_node *node, uint32_t hosts);
void hyd_tree_adopt(struct hyd_node *node, const struct hyd_link *link, uint32_t host);
void hyd_tree_watch(struct hyd_node *node, struct hyd_pollset *set);
void hyd_tree_reaped(struct hyd_node *node, pid_t pid, int status);
void hyd_tree_advance(struct hyd_node *node, uint64_t now);
void hyd_tree_send(struct hyd_node *node, const struct hyd_message *msg); /* to all below */
int hyd_tree_over(const struct hyd_node *node);
void hyd_tree_close(struct hyd_node *node); /* at the end of all */

/* node_ranks.c */
void hyd_ranks_start(struct hyd_node *node);
void hyd_ranks_signal(struct hyd_node *node, int sig);
void hyd_ranks_reaped(struct hyd_node *node, pid_t pid, int status);

/* node_io.c */
void hyd_io_watch(struct hyd_node *node, struct hyd_pollset *set);
void hyd_io_drain(struct hyd_node *node,
                  struct hyd_proc *proc); /* what it has written; it is gone */
void hyd_io_close(struct hyd_node *node, struct hyd_proc *proc);
int hyd_io_open(const struct hyd_node *node); /* whether any rank's output is still open */
void hyd_io_input(struct hyd_node *node, const char *data, size_t n); /* none: the end */

/* node_dump.c */
void hyd_dump_begin(struct hyd_node *node, uint32_t round);
void hyd_dump_advance(struct hyd_node *node, uint64_t now);

/* node_fence.c */
void hyd_fence_put(struct hyd_node *node, const char *key, const char *value);
void hyd_fence_arrive(struct hyd_node *node, struct hyd_proc *proc);
void hyd_fence_below(struct hyd_node *node, struct hyd_child *child);      /* its FENCE came */
int hyd_fence_table(struct hyd_node *node, const struct hyd_message *msg); /* from above */
void hyd_fence_over(struct hyd_node *node);

/* pmi_server.c */
void hyd_pmi_watch(struct hyd_node *node, struct hyd_pollset *set);
void hyd_pmi_answer_fence(struct hyd_proc *proc);

/* agent.c, root.c: exit statuses of gasnetrun */
/* ticket: of a worker (worker.h); NULL: the standard streams lead to the one above. */
int hyd_agent_main(const char *ticket);

#endif
