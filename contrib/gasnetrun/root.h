/* SPDX-License-Identifier: BSD-3-Clause
 *
 * root.h: gasnetrun as the root of the tree: what it decides and shows. See node.h.
 */
#ifndef HYD_ROOT_H
#define HYD_ROOT_H

#include "contrib/gasnetrun/node.h"

struct hyd_custom;
struct hyd_root {
  struct hyd_node node;
  struct hyd_custom *custom; /* who brings the agents; NULL: ssh */
  struct hyd_bytes inbox;    /* what goes up arrives here */
  const char *self;          /* "gasnetrun", before messages */
  int label;                 /* -label: each line with its rank */

  uint32_t ready_hosts, gone; /* hosts that came up; ranks that ended, */
  uint32_t joined;            /* of them those that had called init */
  int waiting;                /* some rank waits in a fence */
  struct hyd_bytes table;     /* TABLE messages since the last fence */

  int status, ended_by; /* of the first failure; 128 + the signal that asked for the end */
  int in_peace;         /* a rank asked for the end with status 0 */
  int failures;         /* lines said so far */
  int incomplete;       /* of some host the end is not known */
  uint64_t end_ns;      /* END is to be sent then; 0: not */
  uint64_t stuck_ns;    /* a fence that cannot be complete */
  uint64_t start_ns;    /* for all hosts to come up; 0: they have */
  int over;             /* DONE: nothing runs any more */
  struct {
    int round;            /* root_dump.c; 0: none */
    unsigned char *heard; /* [hosts] */
    uint32_t answers;
    uint64_t end_ns, settled_ns, again_ns;
  } dump;

  int lost[3];            /* some of what the stream was to show */
  struct hyd_bytes shown; /* waits for stdout or stderr: stream, length, bytes */
  struct hyd_bytes said;  /* our own lines, which wait for stderr */
  int unfinished[3];      /* last piece of the stream had no line end: 1 + its rank */
  int input_open;
  uint32_t input_window;
};

/* root_io.c: output, in the order in which it came; stdin for rank 0. */
void hyd_root_show(struct hyd_root *root, uint32_t rank, uint32_t stream, const char *data,
                   size_t n);
/* A line of our own for stderr, after "gasnetrun: ". It waits for no reader, so that one who pauses
 * stops nothing. */
void hyd_root_say(struct hyd_root *root, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void hyd_root_watch_io(struct hyd_root *root, struct hyd_pollset *set);
/* Tries to have all shown within `ms`, or for ever with -1; a signal to end ends that. */
void hyd_root_flush(struct hyd_root *root, int ms);

/* root_end.c: when and how the job ends. */
void hyd_root_failed(struct hyd_root *root, int status, uint64_t grace_ms, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void hyd_root_exit(struct hyd_root *root, const struct hyd_msg_exit *e);
void hyd_root_abort(struct hyd_root *root, uint32_t rank, uint32_t status);
void hyd_root_signal(struct hyd_root *root, int sig);
void hyd_root_advance(struct hyd_root *root);
int hyd_root_status(const struct hyd_root *root);
void hyd_root_note(struct hyd_root *root); /* at the end of a job */

/* root_dump.c: somebody asks where the ranks are; a host has asked its own; time; whether lines
 * need their rank. */
void hyd_root_dump(struct hyd_root *root);
void hyd_root_dumped(struct hyd_root *root, uint32_t first, uint32_t round);
void hyd_root_dump_advance(struct hyd_root *root, uint64_t now);
int hyd_root_dump_labels(const struct hyd_root *root, uint32_t stream);

/* root.c: the job described by root->node.spec. Its exit status. */
int hyd_root_run(struct hyd_root *root);

#endif
