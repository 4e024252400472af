/* SPDX-License-Identifier: BSD-3-Clause
 *
 * start.h: joins the job in one of two ways (CONFORM_GASNET1) and keeps what was seen on the way:
 * results of calls that can be made only before init or before attach, for the tests of g1_job.c.
 */
#ifndef CONFORM_START_H
#define CONFORM_START_H

#include "conform.h"

#define CONFORM_SEG_SIZE ((size_t)8 << 20)
#define START_NODES 64
#define START_DONTCARE 2

struct conform_startup {
  /* before init */
  const char *early_name, *early_desc;
  int attach_before_init;
  size_t early_medium, early_long[2];
  /* init */
  int init_result, init_again, init_again_printed;
  int argc_before, argc_after;
  char *last_arg_before, *last_arg_after;
  /* between init and attach */
  gasnet_node_t mynode, nodes;
  uintptr_t max_local, max_global;
  int seginfo_early, nodeinfo_early, waitmode_early;
  gasnet_nodeinfo_t nodeinfo[START_NODES];
  char *env_early;
  int attach_odd, attach_odd_printed; /* segsize not a multiple of the page size */
  int attach_huge;                    /* segsize above the maximum */
  int attach_result, attach_again;
  int hook_calls, hook_before_handlers; /* gasnet_client_attach_hook */
  void *hook_base;
  uintptr_t hook_size;
  gasnet_handler_t dontcare[START_DONTCARE]; /* what entries with index 0 were given */
  gex_AM_Entry_t *taken;                     /* every fixed index registered by the harness */
  int taken_count;
  uintptr_t max_local_after, max_global_after;
};
extern struct conform_startup conform_startup;

/* Joins, attaches, registers `own` (harness) and every group's handlers. Prints and returns
 * non-zero on failure. */
int conform_start(int *argc, char ***argv, gex_AM_Entry_t *own);
/* The handler behind the don't-care entries: counts its calls in conform_dontcare_calls. */
extern conform_count_t conform_dontcare_calls;
/* The objects, for support.c. */
struct conform_objects {
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t tm;
  gex_Segment_t segment;
  void **seg; /* [size] base of every rank's test memory */
};
extern struct conform_objects conform_objects;
/* CONFORM_SEGMENT=paged: memory of which a quarter is resident (netvm(7)), in place of attach. */
int conform_attach_paged(struct conform_objects *o);

/* Called by main.c: name of the running test for messages; its failures so far, its skip reason. */
void conform_test_begin(const char *name);
int conform_test_failures(void);
const char *conform_test_skipped(void);
int conform_timeout(void);

#endif
