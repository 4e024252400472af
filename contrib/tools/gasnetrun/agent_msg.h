/* SPDX-License-Identifier: BSD-3-Clause
 *
 * agent_msg.h: what gasnetrun and its agents say to each other, over the standard streams of ssh or
 * a sealed connection (seal.h). An agent begins with one line of text, its greeting, as a shell on
 * the way may have said something before. All that follows are messages: 4 bytes length of the
 * data, 2 type, 2 a mark, four numbers of 4 bytes, then the data.
 *
 *     gasnetrun (root)
 *      ├── agent on host a ──── ranks 0,1    down: JOB, TABLE..., FENCE, STDIN, SIGNAL, END, PING,
 *      ├── agent on host b ──── rank 2             HOLD, DUMP, ROWS
 *      └── agent on host c ──── ranks 3,4    up:   READY, TABLE..., FENCE, OUT, EXIT, GONE,
 *                                                  LEAVES, ABORT, FAIL, NOTE, TOOK, READ,
 *                                                  DONE, DUMP, DUMPED, ROWS, PING
 *
 * hyd_msg_parse checks types, lengths and the range of each number; hyd_msg_read_job the strings of
 * a job. A fuzz target (tests/fuzz/agent_msg_fuzz.c) drives all of it.
 */
#ifndef HYD_GASNETRUN_AGENT_MSG_H
#define HYD_GASNETRUN_AGENT_MSG_H

#include "contrib/tools/gasnetrun/bytes.h"
#include "contrib/tools/gasnetrun/input.h"

#define HYD_AGENT_PROTOCOL 8 /* raised with every change of this file */
#define HYD_AGENT_HEADER 24
#define HYD_AGENT_MAX_BODY (16u << 20) /* a job's description: its environment */
#define HYD_AGENT_MAX_NOISE 65536      /* before a greeting */
#define HYD_AGENT_MAX_RANKS 65536u
#define HYD_AGENT_PIECE 32768u    /* bytes of output, input or table in a message, about */
#define HYD_AGENT_WINDOW 65536u   /* bytes of stdin sent that ranks have not taken */
#define HYD_AGENT_LONGEST 1000000 /* milliseconds that END gives */
#define HYD_AGENT_PUTS 262144u    /* bytes of keys and values that a rank puts */

/* Numbers a, b, c, d and data of each. */
enum hyd_msg_type {
  HYD_MSG_JOB = 1, /* struct hyd_job_spec */
  HYD_MSG_TABLE,   /* data: pairs of strings, keys and values put since the last fence */
  HYD_MSG_FENCE,   /* up: a: 0: some rank of the host waits in a fence, 1: all do; down: all have */
  HYD_MSG_STDIN,   /* data for ranks that read; none: its end */
  HYD_MSG_SIGNAL,  /* a: number, for the ranks; SIGTSTP: stop them until SIGCONT */
  HYD_MSG_END,     /* a: milliseconds: end the ranks, kill what is left after that */
  HYD_MSG_READY,   /* this host's ranks are started */
  HYD_MSG_OUT,     /* a: rank, b: stream, data: whole lines, unless it is the end or a long one */
  HYD_MSG_EXIT,    /* a: rank, b: pid, c: status as of waitpid, d: HYD_EXIT_... */
  HYD_MSG_GONE,    /* a: rank, b: pid: it is gone without a farewell, its wrapper is not */
  HYD_MSG_LEAVES,  /* a: rank, b: pid, c: status, not 0, that it gives the job; others may follow */
  HYD_MSG_ABORT,   /* a: rank, b: status */
  HYD_MSG_FAIL,    /* a: status, data: text: the job cannot run */
  HYD_MSG_NOTE,    /* data: text for stderr */
  HYD_MSG_TOOK,    /* a: so many bytes of stdin were taken by the pipes of all ranks here */
  HYD_MSG_READ,    /* a, b: so many (b: times 2^32) rank 0 has read, which has ended */
  HYD_MSG_DONE,    /* nothing runs on this host any more */
  HYD_MSG_PING,    /* down: gasnetrun is there; up, while the ranks end: the agent is there */
  HYD_MSG_HOLD,    /* a: 1: let ranks wait with their output; 0: go on */
  HYD_MSG_DUMP,    /* down: a: which round (agent_ranks.c); up: a user asks for a dump */
  HYD_MSG_DUMPED,  /* a: round: the host's ranks have been asked */
  HYD_MSG_ROWS, /* a: round; down: where are your ranks (rows.h), which are to count for c seconds;
                 * up: data: rows, b: 1: the last */
  HYD_MSG_TYPES
};

/* Flags of a rank that has ended. */
#define HYD_EXIT_JOINED 1u /* it had called init */
#define HYD_EXIT_SILENT 2u /* it has not said farewell, as if it had died */
#define HYD_EXIT_GONE 4u   /* HYD_MSG_GONE has been said of it */

struct hyd_message {
  enum hyd_msg_type type;
  uint32_t a, b, c, d;
  const char *data;
  size_t n;
};

/* What an agent must know. Strings point into the message, or wherever the root has them. */
struct hyd_job_spec {
  uint32_t size, first, ranks; /* ranks of the whole job; the first of this host, and how many */
  uint32_t silence_ms;       /* an agent that hears nothing for so long ends its ranks; 0: never */
  uint32_t own_output;       /* ranks write where their agent does, not by messages */
  enum hyd_input input;      /* which ranks read */
  const char *host;          /* of the agent, as the list of hosts has it */
  const char *name;          /* of the job, as PMI tells it */
  const char *dir, *program; /* working directory; what to run */
  char **argv;               /* of the program, ended by NULL */
  char **env;                /* NAME=VALUE, ended by NULL */
};

/* The first message in bytes[0..n): bytes it takes, 0 if more are needed, -1 if it is none. */
long hyd_msg_parse(const char *bytes, size_t n, struct hyd_message *msg);
/* Adds a message. 0, or -1: out of memory, or too long. */
int hyd_msg_write(struct hyd_bytes *out, const struct hyd_message *msg);

/* The greeting in bytes[0..n), which begins a line: bytes up to its end, 0 if more are needed, -1
 * if there is none among HYD_AGENT_MAX_NOISE. *protocol_p, and the release (at most 31 letters). */
long hyd_msg_greeting(const char *bytes, size_t n, uint32_t *protocol_p, char release[32]);
int hyd_msg_greet(struct hyd_bytes *out);

/* JOB. Reading gives 0, or -1 if the message is not what it should be. */
int hyd_msg_write_job(struct hyd_bytes *out, const struct hyd_job_spec *spec);
int hyd_msg_read_job(const struct hyd_message *msg,
                     struct hyd_job_spec *spec); /* then hyd_job_spec_free */
void hyd_job_spec_free(struct hyd_job_spec *spec);

#endif
