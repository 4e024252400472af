/* SPDX-License-Identifier: BSD-3-Clause
 *
 * agent.h: an agent of a job over hosts: gasnetrun again, on each host, with the ranks of that
 * host. It talks to gasnetrun (root.h) only. One thread, one loop (loop.h), no blocking call but
 * execs.
 *
 *   agent.c        greeting, messages, the end of the host's ranks
 *   agent_ranks.c  starting ranks, seeing them end, asking them where they are
 *   agent_io.c     what ranks write
 *   agent_input.c  what they read
 *   pmi_server.c   a rank's PMI-1 commands: keys and values, fences
 */
#ifndef HYD_GASNETRUN_AGENT_H
#define HYD_GASNETRUN_AGENT_H

#include <sys/types.h>

#include "contrib/tools/gasnetrun/link.h"
#include "core/boot/leftovers.h"

struct hyd_agent;

struct hyd_rank {
  struct hyd_agent *agent;
  uint32_t rank;
  pid_t pid;                      /* 0: it has ended */
  int out[3], in, pmi;            /* our ends: [1] stdout, [2] stderr; stdin; -1: closed */
  int look;                       /* the rank's own end of `in`, if rank 0 alone reads */
  struct hyd_bytes line[3];       /* begun, without an end so far */
  struct hyd_bytes input;         /* for its stdin, not written so far */
  uint64_t fed;                   /* bytes written there */
  struct hyd_bytes asked, answer; /* PMI */
  int in_fence;
  int wrapped; /* pidfd of the process that has called init, if that is not `pid`; -1: none */
  int joined;  /* it has used PMI: it has called init */
  int parted;  /* it has said that it leaves */
  int gone;    /* HYD_MSG_GONE has been said of it */
};

struct hyd_agent {
  struct hyd_loop loop;
  struct hyd_link up; /* to gasnetrun */
  struct hyd_job_spec spec;
  struct hyd_bytes job; /* the message that spec's strings point into */
  int have_job;
  struct hyd_worker *worker; /* NULL: started by gasnetrun */
  struct hyd_rank *rank;
  uint32_t ranks, live;
  struct hyd_leftovers leftovers;

  void *table;           /* keys and values, of tsearch(3) */
  size_t table_bytes;    /* bytes of the table; at most HYD_AGENT_PUTS for each rank */
  struct hyd_bytes puts; /* pairs, since the last fence */
  uint32_t in_fence;     /* ranks */

  int given;                       /* stdin of rank 0: gasnetrun's own; -1: not, or rank 0 has it */
  uint64_t input_came, input_told; /* of stdin; of that, what gasnetrun knows to be taken */
  int input_ended;

  int hold;                 /* no output is to be read from ranks: gasnetrun has too much of it */
  int paused;               /* by SIGTSTP: gasnetrun is stopped, and says nothing */
  int ending, killed, done; /* END has come; ranks were killed; DONE has been said */
  uint64_t kill_ns, sign_ns;
  uint64_t patience_ns;           /* for the job to come */
  uint64_t heard_ns;              /* when something came from gasnetrun */
  uint64_t turn_ns;               /* of the last turn of the loop */
  uint32_t dump_round, dump_next; /* a dump under way (0: none), the rank that is next */
  uint64_t dump_ns;               /* when it is */
};

/* agent.c. Exit status of gasnetrun --agent [DESCRIPTOR], which is stdin for rank 0 (-1: none), and
 * of --worker with a ticket (worker.h). */
int hyd_agent_main(const char *ticket, int given);
/* Ends the ranks; kills what is left after so many milliseconds. */
void hyd_agent_end(struct hyd_agent *agent, uint32_t ms);
void hyd_agent_say(struct hyd_agent *agent, enum hyd_msg_type type, uint32_t a, uint32_t b,
                   const char *fmt, ...) __attribute__((format(printf, 5, 6)));
/* A message to gasnetrun. If there is no memory for it the link is broken, as gasnetrun would wait
 * for the message in vain. */
static inline void hyd_agent_send(struct hyd_agent *agent, const struct hyd_message *msg) {
  if (hyd_msg_write(&agent->up.todo, msg)) agent->up.broken = 1;
}
static inline void hyd_agent_tell(struct hyd_agent *agent, enum hyd_msg_type type, uint32_t a) {
  hyd_agent_send(agent, &(struct hyd_message){.type = type, .a = a});
}

/* agent_ranks.c */
/* Returns the place behind the last rank. Before the job has come there are no ranks. */
static inline struct hyd_rank *hyd_ranks_end(const struct hyd_agent *agent) {
  return agent->rank ? agent->rank + agent->ranks : NULL;
}
void hyd_ranks_start(struct hyd_agent *agent);
void hyd_ranks_signal(struct hyd_agent *agent, int sig);
void hyd_ranks_name_stopped(struct hyd_agent *agent); /* says which are */
void hyd_ranks_reap(struct hyd_agent *agent);
void hyd_dump_begin(struct hyd_agent *agent, uint32_t round);
void hyd_dump_advance(struct hyd_agent *agent, uint64_t now);
void hyd_ranks_rows(struct hyd_agent *agent, uint32_t round, uint32_t seconds);

/* agent_io.c */
void hyd_io_watch(struct hyd_agent *agent);
void hyd_io_drain(struct hyd_rank *rank); /* what it has written; it has ended */
void hyd_io_close(struct hyd_rank *rank);

/* agent_input.c: whether a rank reads; bytes for those that do (none: the end); a rank has called
 * init; a rank has ended. */
int hyd_input_is_for(const struct hyd_agent *agent, uint32_t rank);
void hyd_input_watch(struct hyd_agent *agent);
int hyd_input_came(struct hyd_agent *agent, const char *data, size_t n); /* -1: too many */
void hyd_input_joined(struct hyd_rank *rank);
void hyd_input_over(struct hyd_rank *rank);

/* process.c: names that agents give themselves (prctl). */
#define HYD_AGENT_NAME "gasnetrun-agent"
#define HYD_KEEPER_NAME "gasnetrun-keep"

/* pmi_server.c */
int hyd_pmi_open(int pair[2]); /* [0] is the agent's; 0, or -1 and errno */
void hyd_pmi_watch(struct hyd_agent *agent);
void hyd_pmi_drain(struct hyd_rank *rank); /* what it has said; it has ended */
int hyd_pmi_table(struct hyd_agent *agent, const struct hyd_message *msg);
void hyd_pmi_fence_over(struct hyd_agent *agent);

#endif
