/* SPDX-License-Identifier: BSD-3-Clause
 *
 * agent_msg.h: what gasnetrun and its agents say to each other, over the standard streams of ssh,
 * or a sealed connection (seal.h). An agent begins with one line of text, its greeting, as a shell
 * on the way may have said something before; all that follows are messages: 4 bytes length of the
 * body, 2 type, 2 a mark, then the body.
 *
 *     gasnetrun (root)                 down: JOB, TABLE..., FENCE, STDIN, SIGNAL, END, PING,
 *      ├── agent on a ──── ranks 0,1           HOLD, DUMP
 *      │    └── agent on b ── rank 2    up:   READY, ARRIVED, TABLE..., FENCE, OUT, EXIT,
 *      └── agent on c ──── ranks 3,4           ABORT, FAIL, NOTE, TOOK, DONE, DUMP, DUMPED, PING
 *
 * Whatever arrives is checked here: types, lengths, strings, ranges. A fuzz target
 * (tests/fuzz/agent_msg_fuzz.c) drives all of it.
 */
#ifndef HYD_AGENT_MSG_H
#define HYD_AGENT_MSG_H

#include "contrib/gasnetrun/bytes.h"

#define HYD_AGENT_PROTOCOL 3 /* to be raised with every change of this file */
#define HYD_AGENT_HEADER 8
#define HYD_AGENT_MAX_BODY (16u << 20) /* a job's description: its environment, its hosts */
#define HYD_AGENT_MAX_NOISE 65536      /* before a greeting */
#define HYD_AGENT_MAX_RANKS 65536u
#define HYD_AGENT_PIECE 32768u /* bytes of output, input or table in a message, about */

enum hyd_msg_type {
  HYD_MSG_JOB = 1, /* struct hyd_job_spec */
  HYD_MSG_TABLE,   /* pairs of strings: keys and values put since the last fence */
  HYD_MSG_FENCE,   /* up: all ranks from there down have come; down: all have */
  HYD_MSG_STDIN,   /* bytes for rank 0; none: its end */
  HYD_MSG_SIGNAL,  /* number: pass it on to the ranks; SIGTSTP: stop them until SIGCONT */
  HYD_MSG_END,     /* milliseconds: end the ranks, kill what is left after that */
  HYD_MSG_READY,   /* this host's ranks are started */
  HYD_MSG_ARRIVED, /* a rank from there down waits in a fence */
  HYD_MSG_OUT,     /* rank, stream, bytes: whole lines, unless it is the end or a long one */
  HYD_MSG_EXIT,    /* struct hyd_msg_exit */
  HYD_MSG_ABORT,   /* rank, status */
  HYD_MSG_FAIL,    /* status, text: the job cannot run, or an agent was lost */
  HYD_MSG_NOTE,    /* number, text for stderr; 1: of some host the end is not known */
  HYD_MSG_TOOK,    /* number: so many bytes of stdin were taken by rank 0 */
  HYD_MSG_DONE,    /* nothing runs from there down any more */
  HYD_MSG_PING, /* down: the one above is there. Who hears nothing for too long ends its ranks; up:
                 * at the end, the one below is there */
  HYD_MSG_HOLD, /* number: 1: let ranks wait with their output; 0: go on */
  HYD_MSG_DUMP, /* down: number: which round of it (node_dump.c); up: somebody asks for one */
  HYD_MSG_DUMPED, /* first rank, round, host: its ranks have been asked */
  HYD_MSG_TYPES
};

/* A part of the hosts: as many strings and numbers as there are. */
struct hyd_job_host {
  const char *name;
  uint32_t first, ranks; /* first rank, how many */
};

/* What an agent must know. Strings point into the message, or wherever the root has them. */
struct hyd_job_spec {
  uint32_t size;                     /* ranks of the whole job */
  uint32_t degree;                   /* agents that an agent starts at most; 0: all */
  uint32_t verbose;                  /* -v */
  uint32_t start_ms;                 /* for the agents below to come up */
  uint32_t silence_ms;               /* who hears nothing from above so long is cut off; 0: never */
  uint32_t own_output;               /* ranks write where their agent does, not by it */
  const char *name;                  /* of the job, as PMI tells it */
  const char *dir, *program, *agent; /* working directory; what to run; gasnetrun on each host */
  const char *ssh_cmd, *ssh_options;
  char **argv;               /* of the program, ended by NULL */
  char **env;                /* NAME=VALUE, ended by NULL */
  struct hyd_job_host *host; /* [hosts]: the agent's own, then those below it */
  uint32_t hosts;
};

struct hyd_msg_exit {
  uint32_t rank, pid;
  uint32_t code;   /* 0 to 255, if it exited */
  uint32_t signal; /* that killed it, or 0 */
  uint32_t joined; /* it has called init */
};

struct hyd_message {
  enum hyd_msg_type type;
  const char *body;
  size_t n;
};

/* The first message in bytes[0..n): bytes it takes, 0 if more are needed, -1 if it is none. */
long hyd_msg_parse(const char *bytes, size_t n, struct hyd_message *msg);

/* The greeting in bytes[0..n), which begins a line: bytes up to its end, 0 if more are needed, -1
 * if there is none among HYD_AGENT_MAX_NOISE. *protocol_p, and the release (at most 31 letters). */
long hyd_msg_greeting(const char *bytes, size_t n, uint32_t *protocol_p, char release[32]);
int hyd_msg_greet(struct hyd_bytes *out);

/* A message into `out`: begin gives where it begins, end fills in its length. -1: out of memory, or
 * too long. */
long hyd_msg_begin(struct hyd_bytes *out, enum hyd_msg_type type);
int hyd_msg_end(struct hyd_bytes *out, long begin);
int hyd_msg_add(struct hyd_bytes *out, enum hyd_msg_type type, const void *body, size_t n);

/* Bodies. Reading gives 0, or -1 if the body is not what it should be. */
int hyd_msg_write_job(struct hyd_bytes *out, const struct hyd_job_spec *spec, uint32_t first,
                      uint32_t hosts);
int hyd_msg_read_job(const struct hyd_message *msg,
                     struct hyd_job_spec *spec); /* then hyd_job_spec_free */
void hyd_job_spec_free(struct hyd_job_spec *spec);
int hyd_msg_write_exit(struct hyd_bytes *out, const struct hyd_msg_exit *exit);
int hyd_msg_read_exit(const struct hyd_message *msg, struct hyd_msg_exit *exit);
int hyd_msg_write_out(struct hyd_bytes *out, uint32_t rank, uint32_t stream, const char *data,
                      size_t n);
int hyd_msg_read_out(const struct hyd_message *msg, uint32_t *rank_p, uint32_t *stream_p,
                     const char **data_p, size_t *n_p);
/* SIGNAL, END, TOOK, HOLD, DUMP: one number; ABORT: two; FAIL, NOTE, READY, DUMPED: two numbers and
 * a text. */
int hyd_msg_write_text(struct hyd_bytes *out, enum hyd_msg_type type, uint32_t a, uint32_t b,
                       const char *text);
int hyd_msg_read_text(const struct hyd_message *msg, uint32_t *a_p, uint32_t *b_p,
                      const char **text_p);

#endif
