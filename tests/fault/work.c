/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work.c: a small job that uses every way to a peer's memory and checks what arrives: put and get
 * of small and large blocks, by value, memset, all message categories, barriers. In EVERYTHING mode
 * the targets are static, heap and stack memory. For odd surroundings.
 *
 *   undumpable=before|after   forbid ptrace of this process, before or after init
 */
#include "fault.h"

#include <sys/prctl.h>

#define BIG 100000
#define AREA (4 * BIG)

enum { H_SHORT = 150, H_MEDIUM, H_LONG, H_REPLY, H_POINTER };
static gasnet_seginfo_t segment[64];
static volatile int replies;
static char *volatile heap_of[64];
static volatile int pointers;

static void die(const char *what, int from) {
  char text[100];
  snprintf(text, sizeof text, "wrong data: %s, of rank %d, at rank %d", what, from,
           (int)gasnet_mynode());
  fault_die(text);
}

static char value(int rank, size_t i) { return (char)(i * 31 + (size_t)rank * 7 + i / 4096 + 1); }

static void fill(char *p, size_t n, int rank) {
  for (size_t i = 0; i < n; i++) p[i] = value(rank, i);
}

static void check(const char *p, size_t n, int rank, const char *what) {
  for (size_t i = 0; i < n; i++)
    if (p[i] != value(rank, i)) die(what, rank);
}

/* --- handlers ------------------------------------------------------------- */

static void short_handler(gasnet_token_t t, gasnet_handlerarg_t rank) {
  gasnet_node_t from;
  gasnet_AMGetMsgSource(t, &from);
  if ((int)from != rank) die("source of a short", rank);
  gasnet_AMReplyShort0(t, H_REPLY);
}
static void medium_handler(gasnet_token_t t, void *buf, size_t n, gasnet_handlerarg_t rank) {
  check(buf, n, rank, "medium");
  gasnet_AMReplyShort0(t, H_REPLY);
}
static void long_handler(gasnet_token_t t, void *buf, size_t n, gasnet_handlerarg_t rank) {
  check(buf, n, rank, "long");
  gasnet_AMReplyShort0(t, H_REPLY);
}
static void reply_handler(gasnet_token_t t) { (void)t, replies++; }
static void pointer_handler(gasnet_token_t t, gasnet_handlerarg_t hi, gasnet_handlerarg_t lo) {
  gasnet_node_t from;
  gasnet_AMGetMsgSource(t, &from);
  heap_of[from] = (char *)(((uintptr_t)(uint32_t)hi << 32) | (uint32_t)lo);
  pointers++;
}
static gasnet_handlerentry_t table[] = {{H_SHORT, (void (*)())short_handler},
                                        {H_MEDIUM, (void (*)())medium_handler},
                                        {H_LONG, (void (*)())long_handler},
                                        {H_REPLY, (void (*)())reply_handler},
                                        {H_POINTER, (void (*)())pointer_handler}};

/* --- work ----------------------------------------------------------------- */

static void meet(void) {
  gasnet_barrier_notify(3, 0);
  if (gasnet_barrier_wait(3, 0) != GASNET_OK) fault_die("barrier");
}

/* Memory of a peer for all ranks' use: its segment, or what it told the others of. */
static char *area(gasnet_node_t rank) {
  return segment[rank].addr ? segment[rank].addr : heap_of[rank];
}

static void tell_pointers(const char *mine) {
  for (gasnet_node_t i = 0; i < gasnet_nodes(); i++)
    gasnet_AMRequestShort2(i, H_POINTER, (int32_t)((uintptr_t)mine >> 32),
                           (int32_t)(uintptr_t)mine);
  GASNET_BLOCKUNTIL(pointers == (int)gasnet_nodes());
  pointers = 0;
  meet();
}

static void messages(gasnet_node_t to, char *big) {
  int me = (int)gasnet_mynode();
  size_t medium = gasnet_AMMaxMedium() < 4000 ? gasnet_AMMaxMedium() : 4000;
  size_t largest = gasnet_AMMaxLongRequest() < BIG ? gasnet_AMMaxLongRequest() : BIG;
  replies = 0;
  gasnet_AMRequestShort1(to, H_SHORT, me);
  gasnet_AMRequestMedium1(to, H_MEDIUM, big, medium, me);
  gasnet_AMRequestLong1(to, H_LONG, big, largest, area(to) + 2 * BIG, me);
  GASNET_BLOCKUNTIL(replies == 3);
}

static void transfers(gasnet_node_t to, char *big, char *got) {
  int me = (int)gasnet_mynode();
  gasnet_handle_t h;
  gasnet_put_bulk(to, area(to), big, BIG);
  gasnet_get_bulk(got, to, area(to), BIG);
  check(got, BIG, me, "put, get");
  gasnet_memset(to, area(to), 0, BIG);
  h = gasnet_put_nb_bulk(to, area(to), big, 64);
  gasnet_wait_syncnb(h);
  gasnet_get_nbi_bulk(got, to, area(to), 65);
  gasnet_wait_syncnbi_gets();
  check(got, 64, me, "small put, get");
  if (got[64] != 0) die("memset", (int)to);
  gasnet_put_val(to, area(to) + 64, 77, 1);
  if (gasnet_get_val(to, area(to) + 64, 1) != 77) die("put_val, get_val", (int)to);
}

/* Each rank works with all, one at a time for each target. */
static void rounds(char *big, char *got) {
  gasnet_node_t n = gasnet_nodes();
  for (gasnet_node_t i = 0; i < n; i++) {
    gasnet_node_t to = (gasnet_mynode() + i) % n;
    transfers(to, big, got);
    messages(to, big);
    meet();
  }
}

static void forbid_ptrace(const char *when) {
  if (fault_opt_is("undumpable", when) && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)) fault_die("prctl");
}

int main(int argc, char **argv) {
  static char static_area[AREA], big[BIG], got[BIG];
  char stack_area[AREA], *heap_area = malloc(AREA);
  fault_options(argc, argv);
  forbid_ptrace("before");
  if (gasnet_init(&argc, &argv) != GASNET_OK) fault_die("gasnet_init");
  if (gasnet_attach(table, sizeof table / sizeof table[0], 128 * GASNET_PAGESIZE, 0))
    fault_die("gasnet_attach");
  forbid_ptrace("after");
  if (gasnet_getSegmentInfo(segment, 64)) fault_die("gasnet_getSegmentInfo");
  fill(big, BIG, (int)gasnet_mynode());
  meet();
  if (segment[0].addr) memcpy(area(gasnet_mynode()), big, BIG);
  meet();
  fault_output();
  fflush(stdout);
  meet(); /* no output must have gone to a segment, whatever descriptors were closed at the start */
  if (segment[0].addr) check(area(gasnet_mynode()), BIG, (int)gasnet_mynode(), "own segment");
  meet();
  if (segment[0].addr) {
    rounds(big, got);
  } else {
    char *areas[] = {static_area, heap_area, stack_area};
    for (int i = 0; i < 3; i++) {
      tell_pointers(areas[i]);
      rounds(big, got);
    }
  }
  meet();
  if (fault_opt_int("code", 0)) gasnet_exit(fault_opt_int("code", 0));
  return 0;
}
