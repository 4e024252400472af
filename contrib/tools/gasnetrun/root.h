/* SPDX-License-Identifier: BSD-3-Clause
 *
 * root.h: gasnetrun as the root of a job over hosts: it starts an agent on each host (agent.h), or
 * waits for those that a command starts (custom.h), talks to each directly, decides when the job
 * ends, and shows what ranks write.
 *
 *   root.c         the loop, messages, fences
 *   root_agents.c  agents: starting, greeting, their loss
 *   root_io.c      output
 *   root_input.c   input
 *   root_end.c     when and how the job ends
 *   root_dump.c    gasnetrun --dump
 *   root_rows.c    gasnetrun top
 */
#ifndef HYD_GASNETRUN_ROOT_H
#define HYD_GASNETRUN_ROOT_H

#include <sys/types.h>

#include "contrib/tools/gasnetrun/link.h"

enum hyd_host_state {
  HYD_HOST_WAITING,  /* its login has not begun, or its worker has not come */
  HYD_HOST_STARTING, /* no greeting so far */
  HYD_HOST_RUNNING,  /* it has been told what the job is */
  HYD_HOST_BROKEN,   /* the link has ended; the reason is awaited */
  HYD_HOST_OVER      /* nothing runs there any more, or the host was given up */
};

/* A host of the job, and its agent; of workers, each has its own. */
struct hyd_host {
  struct hyd_root *root;
  const char *name;
  uint32_t first, ranks; /* first rank, how many */
  enum hyd_host_state state;
  struct hyd_link link;
  pid_t pid;             /* ssh, or the agent's keeper; 0: it has ended, or a worker's */
  int status;            /* from waitpid */
  int err;               /* what it says on stderr; -1: closed */
  struct hyd_bytes said; /* a line begun there */
  char last[160];        /* the last whole one */
  uint64_t deadline_ns;  /* STARTING: for its greeting; BROKEN: to learn why */
  uint64_t heard_ns;     /* when something came from it */
  uint64_t input_taken;  /* of the stdin that was sent */
  uint64_t held;         /* bytes of its ranks' output that came while they were to hold it */
  uint32_t gone;         /* of its ranks, how many have ended */
  int worker, greeted, ready, in_fence, dumped, rows_came;
};

struct hyd_custom;
/* The end of the job (root_end.c). */
struct hyd_root_end {
  int status, ended_by;     /* of the first failure; 128 + the signal that asked for the end */
  int in_peace;             /* a rank asked for the end with status 0 */
  int failures;             /* lines printed so far */
  struct hyd_message first; /* LEAVES of the first rank, and its host; type 0: none has come */
  const char *first_host;
  struct hyd_message unnamed; /* EXIT with a status, of a rank that may follow one that is not known
                                 yet, and its host; type 0: none */
  const char *unnamed_host;
  int incomplete;     /* of some host the end is not known */
  int sent;           /* END has been sent */
  uint64_t sent_ns;   /* when END was sent */
  uint64_t at_ns;     /* when END is to be sent; 0: it is not */
  uint64_t stuck_ns;  /* a fence that cannot be complete */
  uint64_t missed_ns; /* when a rank is missed that has ended without a farewell; 0: none */
  char missed[160];   /* which */
};

/* A dump (root_dump.c). */
struct hyd_root_dump {
  int round; /* 0: none */
  uint64_t end_ns, settled_ns, again_ns;
};

/* Rows for those that look on (root_rows.c): by[0..asking) in this round, the rest in the next. */
#define HYD_ROWS_ASKERS 16u
struct hyd_root_rows {
  uint32_t round, asking, asked;
  uint64_t end_ns; /* of the round; 0: there is none */
  struct {
    pid_t pid;
    int fd;
    uint32_t seconds; /* that ranks are to count for */
  } by[HYD_ROWS_ASKERS];
  struct hyd_bytes got;
};

/* The streams (root_io.c). */
struct hyd_root_io {
  int lost[3];            /* some output of the stream was lost */
  struct hyd_bytes shown; /* waits for stdout or stderr: stream, length, bytes */
  int piece_stream;       /* stream of the first piece in `shown` */
  uint32_t piece_left;    /* what is left of that piece */
  struct hyd_bytes said;  /* our own lines, which wait for stderr */
  int unfinished[3];      /* last piece of the stream had no line end: 1 + its rank */
  int hold;               /* ranks wait with their output */
  int input_open;
  uint64_t input_sent, input_left; /* bytes of stdin; of them, what rank 0 has not read */
};

struct hyd_root {
  struct hyd_loop loop;
  struct hyd_job_spec spec;                  /* but for host, first and ranks */
  const char *agent, *ssh_cmd, *ssh_options; /* gasnetrun on each host, and how to reach it */
  uint32_t start_ms;                         /* for all hosts to come up */
  int label, verbose;                        /* -label, -v */
  struct hyd_custom *custom;                 /* brings the agents; NULL: ssh */

  struct hyd_host *host;  /* [hosts] */
  uint32_t hosts, begun;  /* begun: logins */
  uint32_t ready_hosts;   /* that came up */
  uint32_t gone, joined;  /* ranks that ended; of them those that had called init */
  uint32_t wrappers;      /* processes that go on without the rank that they wrapped */
  uint32_t in_fence;      /* hosts */
  int waiting;            /* some rank waits in a fence */
  struct hyd_bytes table; /* TABLE messages since the last fence */

  uint64_t start_ns;         /* for all hosts to come up; 0: they have */
  uint64_t ping_ns, turn_ns; /* of the next PING; of the last turn of the loop */
  struct hyd_root_end end;
  struct hyd_root_dump dump;
  struct hyd_root_rows rows;
  struct hyd_root_io io;
};

/* root.c: room for so many hosts; out of memory ends gasnetrun (run.h). */
void hyd_root_room(struct hyd_root *root, uint32_t hosts);
/* The job described by *root. Its exit status. */
int hyd_root_run(struct hyd_root *root);
/* -1: an agent says nothing like it. */
int hyd_root_take(struct hyd_host *host, const struct hyd_message *msg);
void hyd_root_reap(struct hyd_root *root);
/* Until what was started to bring agents has ended, at most so long. */
void hyd_root_wait(struct hyd_root *root, int ms);

/* root_agents.c: starts a process that brings agents, with these standard streams (-1: as here),
 * which gets the signal at_our_end if gasnetrun is killed (0: none). As fork(2). */
pid_t hyd_root_spawn(const struct hyd_root *root, const char *file, char **argv, int at_our_end,
                     const int stream[3]);
/* An agent that has come by itself (takes the link over); what to poll for; what is
 * to be done in time; a message to all that run, with one number; the links' end. */
void hyd_agents_adopt(struct hyd_host *host, const struct hyd_link *link);
void hyd_agents_watch(struct hyd_root *root);
void hyd_agents_advance(struct hyd_root *root, uint64_t now);
void hyd_agents_tell(struct hyd_root *root, enum hyd_msg_type type, uint32_t a);
void hyd_agents_send(struct hyd_root *root, const struct hyd_message *msg);
int hyd_agents_over(const struct hyd_root *root); /* nothing runs any more */
void hyd_agents_close(struct hyd_root *root);

/* root_input.c: stdin. Where rank 0 has it directly, a descriptor for its agent, else -1; what
 * agents say of it; after the job. */
void hyd_root_open_input(struct hyd_root *root);
int hyd_root_hand_input_over(const struct hyd_host *host);
void hyd_root_watch_input(struct hyd_root *root);
void hyd_root_took_input(struct hyd_host *host, uint32_t n);
void hyd_root_read_input(struct hyd_root *root, uint64_t n);
void hyd_root_return_input(struct hyd_root *root);

/* root_io.c: output, in the order in which it came. */
void hyd_root_show(struct hyd_root *root, uint32_t rank, uint32_t stream, const char *data,
                   size_t n);
/* A line of our own for stderr, after "gasnetrun: ". It waits for no reader, so that a reader that
 * pauses stops nothing. */
void hyd_root_say(struct hyd_root *root, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void hyd_root_watch_io(struct hyd_root *root);
/* Tries to have all shown within `ms`, or for ever with -1; a signal to end ends that. */
void hyd_root_flush(struct hyd_root *root, int ms);

/* root_end.c */
void hyd_root_failed(struct hyd_root *root, int status, uint64_t grace_ms, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void hyd_root_exit(struct hyd_host *host, const struct hyd_message *exit);
void hyd_root_gone(struct hyd_host *host, uint32_t rank, uint32_t pid);
void hyd_root_leaves(struct hyd_host *host, const struct hyd_message *e);
void hyd_root_abort(struct hyd_host *host, uint32_t rank, uint32_t status);
void hyd_root_signal(struct hyd_root *root, int sig);
void hyd_root_advance(struct hyd_root *root, uint64_t now);
int hyd_root_status(const struct hyd_root *root);
void hyd_root_note(struct hyd_root *root); /* at the end of a job */

/* root_dump.c: a user asks where the ranks are; time; whether lines need their rank. */
void hyd_root_dump(struct hyd_root *root);
void hyd_root_dump_advance(struct hyd_root *root, uint64_t now);
int hyd_root_dump_labels(const struct hyd_root *root, uint32_t stream);

/* root_rows.c: a process wants all rows in its file `fd`; what an agent has of them; time. */
void hyd_root_rows_asked(struct hyd_root *root, pid_t asker, int fd);
void hyd_root_rows_take(struct hyd_host *host, const struct hyd_message *msg);
void hyd_root_rows_advance(struct hyd_root *root, uint64_t now);

#endif
