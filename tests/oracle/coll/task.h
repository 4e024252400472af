/* SPDX-License-Identifier: BSD-3-Clause
 *
 * task.h: one random collective of a team, from its beginning to what must have come of it.
 */
#ifndef COLL_TASK_H
#define COLL_TASK_H

#include "coll_ops.h"
#include "teams.h"

enum { TASK_BYTES = 320 * 1024, TASK_ROOM = TASK_BYTES + 4096 };

enum task_act { TASK_TO_ONE, TASK_TO_ALL, TASK_BROADCAST, TASK_BARRIER, TASK_ACTS };

/* Memory of which every byte is known: the data lie between guards. */
struct task_window {
  unsigned char *heap;         /* NULL: in the segment */
  unsigned char *mem, *want;   /* all of it, and what must be there */
  unsigned char *data, *wants; /* the data of both */
  size_t bytes;                /* of mem; 0: there is none */
};

struct task {
  /* equal at all members */
  enum task_act act;
  gex_Rank_t root;
  struct coll_kind kind;
  size_t count, bytes;
  int in_place;
  uint64_t seed; /* of the data */
  /* this rank's */
  int number; /* in the batch */
  const struct coll_team *team;
  struct task_window src, dst;
  struct coll_cdata cdata;
  gex_Event_t event;
  const char *wrong;   /* already at the beginning, or NULL */
  gex_AD_t words;      /* barrier: a rank that enters writes to a word of its memory */
  size_t entered_at;   /* barrier: where that word is */
  uint64_t entered_as; /* barrier: the value written, larger each time */
};

/* Chooses what all members must choose alike. */
void task_choose(struct task *t, gex_Rank_t size, struct rng *common);
/* Gives it memory, of which `segment` may be (TASK_ROOM bytes), and begins it. */
void task_begin(struct task *t, unsigned char *segment, struct rng *own);
/* After its event: what is wrong, or NULL; at which byte. Frees the memory. */
const char *task_end(struct task *t, long *at_p);
/* As text, for messages. */
void task_describe(const struct task *t, char *text, size_t n);

#endif
