/* SPDX-License-Identifier: BSD-3-Clause
 *
 * start.c: the program's main: starts the job, then the program (libupc.md 1.5).
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "contrib/layers/common/launch.h"
#include "contrib/layers/upc/answers.h"
#include "contrib/layers/upc/control.h"
#include "contrib/layers/upc/ends.h"
#include "contrib/layers/upc/entries.h"
#include "contrib/layers/upc/heap.h"
#include "contrib/layers/upc/job.h"
#include "contrib/layers/upc/options.h"
#include "contrib/layers/upc/order.h"
#include "contrib/layers/upc/program.h"
#include "contrib/layers/upc/report.h"
#include "contrib/layers/upc/stats.h"

struct upc_job hyd_upc;
char *hyd_upc_base[PTS_MAX_THREADS];

/* Defined in inlined_portals.c; its address is NULL in a program that does not refer to it. */
extern char **gupcr_node_map __attribute__((weak));

/* The program's code refers to these. */
int THREADS, MYTHREAD, __upc_forall_depth;
extern int upc_main(int argc, char **argv, char **environment);

enum { HEAP_ALIGN = 64 << 10 };
#define DEFAULT_HEAP ((size_t)16 << 30)

static size_t round_to(size_t n, size_t unit) { return (n + unit - 1) / unit * unit; }

static void check_threads(int static_threads, int wanted) {
  int n = (int)hyd_upc.size;
  if (static_threads && n != static_threads)
    hyd_upc_refuse("number of running threads (%d) is not equal to compiled threads (%d)", n,
                   static_threads);
  if (wanted && n != wanted)
    hyd_upc_refuse("number of running threads (%d) is not equal to -fupc-threads (%d)", n, wanted);
  if (n > PTS_MAX_THREADS)
    hyd_upc_refuse("%d threads; pointers of this program have room for %d", n, PTS_MAX_THREADS);
}

/* Chooses the sizes: static part, heap, the run time's part. */
static void choose_sizes(size_t heap) {
  size_t most = gasnet_getMaxGlobalSegmentSize() / HEAP_ALIGN * HEAP_ALIGN;
  size_t control = round_to(sizeof(struct upc_control), HEAP_ALIGN);
  hyd_upc.statics = round_to(hyd_upc_static_size(), HEAP_ALIGN);
  if (hyd_upc.statics + control + HEAP_ALIGN > most || hyd_upc.statics > PTS_MAX_OFFSET) {
    hyd_upc_refuse("shared variables of %zu bytes for each thread; there is room for %zu",
                   hyd_upc.statics, most);
    return;
  }
  size_t room = most - control;
  if (room > PTS_MAX_OFFSET) room = PTS_MAX_OFFSET;
  room -= hyd_upc.statics;
  size_t wanted = round_to(heap ? heap : DEFAULT_HEAP, HEAP_ALIGN);
  if (heap && wanted > room)
    hyd_upc_refuse("a shared heap of %zu bytes for each thread; there is room for %zu", heap, room);
  hyd_upc.control = hyd_upc.statics + (wanted < room ? wanted : room);
  hyd_upc.segment = hyd_upc.control + control;
}

static void attach_segment(void) {
  gex_Segment_t segment;
  size_t size = hyd_upc_is_refused() ? HEAP_ALIGN : hyd_upc.segment;
  if (gex_Segment_Attach(&segment, hyd_upc.all, size))
    hyd_upc_refuse("no shared memory of %zu bytes; UPC_SHARED_HEAP_SIZE sets the heap's size",
                   hyd_upc.segment);
}

/* Finds the segments of all threads. */
static void look_around(void) {
  hyd_upc.mapped = calloc(hyd_upc.size, sizeof *hyd_upc.mapped);
  hyd_upc.owner = calloc(hyd_upc.size, sizeof *hyd_upc.owner);
  if (hyd_upc.mapped == NULL || hyd_upc.owner == NULL) {
    hyd_upc_refuse("not enough memory for the addresses of %u threads", hyd_upc.size);
    return;
  }
  hyd_upc.all_mapped = true;
  for (uint32_t i = 0; i < hyd_upc.size; i++) {
    void *owner = NULL, *mapped = NULL;
    uintptr_t size = 0;
    gex_Event_Wait(gex_EP_QueryBoundSegmentNB(hyd_upc.all, i, &owner, &mapped, &size, 0));
    hyd_upc.owner[i] = owner;
    hyd_upc.mapped[i] = mapped;
    if (mapped == NULL) hyd_upc.all_mapped = false;
    if (!hyd_upc_stats_on) hyd_upc_base[i] = mapped;
  }
  hyd_upc.here = hyd_upc.owner[hyd_upc.rank];
  if (!hyd_upc.all_mapped) hyd_upc_poll_at_fences();
  if (&gupcr_node_map) gupcr_node_map = hyd_upc.mapped;
}

/* Pointers of the struct form have an address of the program, which has to be the same. */
static void check_address(void) {
#if UPC_PTS_STRUCT
  uint64_t start = (uintptr_t)__upc_shared_start;
  hyd_upc_share(&start, sizeof start, 0);
  if (start != (uintptr_t)__upc_shared_start)
    hyd_upc_refuse("the threads have loaded the program at different addresses, and its pointers "
                   "are structures: link with -no-pie");
#endif
}

/* All heaps are there, or the first of the threads that refused says why, and the others wait for
 * the end. */
static void agree_to_start(void) {
  bool refused = hyd_upc_is_refused();
  int flags = refused ? GASNET_BARRIERFLAG_MISMATCH : GASNET_BARRIERFLAG_ANONYMOUS;
  gasnet_barrier_notify(0, flags);
  if (gasnet_barrier_wait(0, flags) == GASNET_OK) return;
  uint32_t mine = refused ? hyd_upc.rank : UINT32_MAX, first;
  gex_Event_Wait(gex_Coll_ReduceToAllNB(hyd_upc.all, &first, &mine, GEX_DT_U32, sizeof mine, 1,
                                        GEX_OP_MIN, NULL, NULL, 0));
  if (first == mine) hyd_upc_end_refused();
  GASNET_BLOCKUNTIL(false);
}

static void begin_thread(void) {
  look_around();
  if (hyd_upc_is_refused()) return;
  hyd_upc_heap_init(hyd_upc.statics, hyd_upc.control);
  hyd_upc.started = true;
  hyd_upc_answer_always();
}

static void begin_job(int *argc, char ***argv) {
  struct upc_options options = {0};
  bool launched = hyd_is_launched();
  hyd_upc_name_program((*argv)[0]);
  hyd_upc_read_switches(argc, *argv, launched, &options);
  hyd_upc_read_environment(&options);
  int static_threads = hyd_upc_static_threads();
  hyd_upc_choose_threads(&options, static_threads, launched);
  if (hyd_upc_is_refused() && !launched) hyd_upc_end_refused();
  if (gex_Client_Init(&hyd_upc.client, &hyd_upc.ep, &hyd_upc.all, "UPC", argc, argv,
                      GEX_FLAG_USES_GASNET1)) {
    hyd_upc_refuse("the job cannot start");
    hyd_upc_end_refused();
  }
  hyd_upc.rank = gex_System_QueryJobRank();
  hyd_upc.size = gex_System_QueryJobSize();
  MYTHREAD = (int)hyd_upc.rank;
  THREADS = (int)hyd_upc.size;
  if (!hyd_upc_has_sources())
    hyd_upc_warn("There are no UPC source files compiled into this program, or <upc.h> was not "
                 "included?");
  check_threads(static_threads, options.threads);
  hyd_upc_register_handlers();
  choose_sizes(options.heap);
  attach_segment();
  check_address();
  if (!hyd_upc_is_refused()) begin_thread();
  agree_to_start();
}

int main(int argc, char **argv, char **environment) {
  begin_job(&argc, &argv);
  hyd_upc_watch_exit();
  if (hyd_upc_run_initialisers()) hyd_upc_meet();
  exit(upc_main(argc, argv, environment));
}
