/* SPDX-License-Identifier: BSD-3-Clause
 *
 * misuse_job.c: init, attach, registration, queries, threads, and fork in the client.
 */
#include "misuse.h"

#include <signal.h>
#include <sys/wait.h>

static void nothing(void) {}

/* --- too early, or twice -------------------------------------------------- */

static void poll_preinit(void) { gasnet_AMPoll(); }
static void request_preinit(void) { gasnet_AMRequestShort0(0, H_SHORT); }
static void attach_preinit(void) { misuse_returned("%d", gasnet_attach(NULL, 0, SEGMENT, 0)); }
static void names_preinit(void) { misuse_returned("%s", gasnet_ErrorName(GASNET_ERR_NOT_INIT)); }
static void rank_preinit(void) { misuse_returned("%d", (int)gasnet_mynode()); }
static void size_preinit(void) { misuse_returned("%d", (int)gex_System_QueryJobSize()); }
static void team_preinit(void) { misuse_returned("%d", (int)gex_TM_QueryRank(misuse_tm)); }
static void wait_preinit(void) { gasnet_wait_syncnb(GASNET_INVALID_HANDLE); }
static void hold_preinit(void) { gasnet_hold_interrupts(); }
static void lock_preinit(void) {
  static gasnet_hsl_t lock = GASNET_HSL_INITIALIZER;
  gasnet_hsl_lock(&lock);
}
static void medium_preinit(void) {
  gex_AM_RequestMedium0(misuse_tm, 0, H_SHORT, "", 1, GEX_EVENT_NOW, 0);
}
static void until_preinit(void) { GASNET_BLOCKUNTIL(misuse_tm != GEX_TM_INVALID); }
static void source_preinit(void) {
  gasnet_node_t rank;
  gasnet_AMGetMsgSource(NULL, &rank);
}
static void poll_preattach(void) { gasnet_AMPoll(); }
static void request_preattach(void) { gasnet_AMRequestShort0(1, H_SHORT); }
static void seginfo_preattach(void) {
  gasnet_seginfo_t s;
  misuse_returned("%d", gasnet_getSegmentInfo(&s, 1));
}
static void init_twice(void) { misuse_returned("%d", gasnet_init(NULL, NULL)); }
static void client_twice(void) {
  gex_Client_Init(&misuse_client, &misuse_ep, &misuse_tm, "MISUSE", NULL, NULL, 0);
}
static void client_null(void) { gex_Client_Init(NULL, NULL, NULL, NULL, NULL, NULL, 0); }
static void client_flags(void) {
  gex_Client_Init(&misuse_client, &misuse_ep, &misuse_tm, "MISUSE", NULL, NULL, 1u << 30);
}
static void attach_twice(void) { misuse_returned("%d", gasnet_attach(NULL, 0, SEGMENT, 0)); }
static void segment_twice(void) {
  gex_Segment_t s;
  gex_Segment_Attach(&s, misuse_tm, SEGMENT);
}

/* --- attach --------------------------------------------------------------- */

static void attach_odd(void) { misuse_returned("%d", gasnet_attach(NULL, 0, SEGMENT + 8, 0)); }
static void attach_large(void) {
  misuse_returned("%d",
                  gasnet_attach(NULL, 0, gasnet_getMaxLocalSegmentSize() + GASNET_PAGESIZE, 0));
}
/* Attaches the largest segment that the library offers; GASNET_MAX_SEGSIZE is beyond all memory. */
static void attach_max(void) {
  int result = gasnet_attach(NULL, 0, gasnet_getMaxLocalSegmentSize(), 0);
  misuse_returned("%d", result);
  if (result == GASNET_OK) gasnet_exit(0);
}
static void handler(gasnet_token_t t) { (void)t; }
static int attach_with(int index1, int index2, int n) {
  static gasnet_handlerentry_t t[200];
  for (int i = 0; i < 200; i++) t[i] = (gasnet_handlerentry_t){0, (void (*)())handler};
  t[0].index = (gasnet_handler_t)index1;
  t[1].index = (gasnet_handler_t)index2;
  return gasnet_attach(t, n, SEGMENT, 0);
}
static void register_reserved(void) { misuse_returned("%d", attach_with(150, 5, 2)); }
static void register_double(void) { misuse_returned("%d", attach_with(150, 150, 2)); }
static void register_many(void) { misuse_returned("%d", attach_with(0, 0, 129)); }
static void register_negative(void) { misuse_returned("%d", attach_with(0, 0, -1)); }
static void register_entry(gex_AM_Fn_t fn, gex_Flags_t flags, unsigned nargs) {
  gex_AM_Entry_t e = {230, fn, flags, nargs, NULL, "entry"};
  misuse_returned("%d", gex_EP_RegisterHandlers(misuse_ep, &e, 1));
}
static void register_null(void) {
  register_entry(NULL, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0);
}
static void register_flags(void) { register_entry((gex_AM_Fn_t)handler, 0, 0); }
static void register_args(void) {
  register_entry((gex_AM_Fn_t)handler, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 17);
}

/* --- queries -------------------------------------------------------------- */

static void seginfo_negative(void) {
  gasnet_seginfo_t s;
  misuse_returned("%d", gasnet_getSegmentInfo(&s, -1));
}
static void nodeinfo_negative(void) {
  gasnet_nodeinfo_t s;
  misuse_returned("%d", gasnet_getNodeInfo(&s, -1));
}
static void waitmode(void) { misuse_returned("%d", gasnet_set_waitmode(77)); }
static void bound_rank(void) {
  void *p;
  uintptr_t n;
  gex_Segment_QueryBound(misuse_tm, 9, &p, &p, &n);
}

/* --- threads -------------------------------------------------------------- */

static void *enter_and_stay(void *arg) {
  gasnet_AMRequestShort0(gasnet_mynode(), H_SHORT);
  fault_sleep_ms(60000);
  return arg;
}
static void many_threads(void) {
  pthread_t t;
  for (int i = 0; i < 8; i++)
    if (pthread_create(&t, NULL, enter_and_stay, NULL)) fault_die("pthread_create");
  fault_sleep_ms(5000);
}

/* --- fork ----------------------------------------------------------------- */

/* A child runs fn; its status is reported. */
static void in_child(void (*fn)(void)) {
  int status = 0;
  pid_t pid = fork();
  if (pid < 0) fault_die("fork");
  if (pid == 0) {
    fn();
    exit(3);
  }
  while (waitpid(pid, &status, 0) != pid) continue;
  misuse_returned("child %d", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}
static void put_call(void) { gasnet_put(1, misuse_segment(1), memset(malloc(8), 0xee, 8), 8); }
static void request_call(void) { gasnet_AMRequestShort0(1, H_SHORT); }
static void barrier_call(void) { gasnet_barrier_notify(0, 0); }
static void poll_call(void) { gasnet_AMPoll(); }
static void _exit_call(void) { _exit(4); }
static void gasnet_exit_call(void) { gasnet_exit(5); }
static void segv_call(void) { raise(SIGSEGV); }
static void term_call(void) { raise(SIGTERM); }
static void exec_call(void) { execl("/bin/sh", "sh", "-c", "exit 6", (char *)NULL); }

static void fork_exit(void) { in_child(nothing); }
static void fork__exit(void) { in_child(_exit_call); }
static void fork_gasnet_exit(void) { in_child(gasnet_exit_call); }
static void fork_segv(void) { in_child(segv_call); }
static void fork_abort(void) { in_child(abort); }
static void fork_term(void) { in_child(term_call); }
static void fork_exec(void) { in_child(exec_call); }
static void fork_put(void) { in_child(put_call); }
static void fork_request(void) { in_child(request_call); }
static void fork_barrier(void) { in_child(barrier_call); }
static void fork_poll(void) { in_child(poll_call); }

/* clang-format off */
enum { EARLY = MISUSE_PREATTACH | MISUSE_ALL };
const struct misuse misuse_job[] = {
    {"nothing", nothing, MISUSE_MEET}, {"poll-preinit", poll_preinit, MISUSE_PREINIT},
    {"am-preinit", request_preinit, MISUSE_PREINIT},
    {"attach-preinit", attach_preinit, MISUSE_PREINIT},
    {"names-preinit", names_preinit, MISUSE_PREINIT},
    {"rank-preinit", rank_preinit, MISUSE_PREINIT}, {"size-preinit", size_preinit, MISUSE_PREINIT},
    {"team-preinit", team_preinit, MISUSE_PREINIT}, {"wait-preinit", wait_preinit, MISUSE_PREINIT},
    {"hold-preinit", hold_preinit, MISUSE_PREINIT}, {"lock-preinit", lock_preinit, MISUSE_PREINIT},
    {"medium-preinit", medium_preinit, MISUSE_PREINIT},
    {"until-preinit", until_preinit, MISUSE_PREINIT},
    {"source-preinit", source_preinit, MISUSE_PREINIT},
    {"poll-preattach", poll_preattach, MISUSE_PREATTACH},
    {"am-preattach", request_preattach, MISUSE_PREATTACH},
    {"seginfo-preattach", seginfo_preattach, EARLY}, {"init-twice", init_twice, MISUSE_MEET},
    {"client-twice", client_twice, 0}, {"client-null", client_null, MISUSE_PREINIT},
    {"client-flags", client_flags, MISUSE_PREINIT}, {"attach-twice", attach_twice, MISUSE_ALL},
    {"segment-twice", segment_twice, 0}, {"attach-odd", attach_odd, EARLY},
    {"attach-large", attach_large, EARLY}, {"attach-max", attach_max, EARLY},
    {"register-reserved", register_reserved, EARLY}, {"register-double", register_double, EARLY},
    {"register-many", register_many, EARLY}, {"register-negative", register_negative, EARLY},
    {"register-null", register_null, 0}, {"register-flags", register_flags, 0},
    {"register-args", register_args, 0}, {"seginfo-negative", seginfo_negative, MISUSE_MEET},
    {"nodeinfo-negative", nodeinfo_negative, MISUSE_MEET}, {"waitmode", waitmode, MISUSE_MEET},
    {"bound-rank", bound_rank, 0}, {"threads", many_threads, 0},
    {"fork-exit", fork_exit, MISUSE_MEET}, {"fork-_exit", fork__exit, MISUSE_MEET},
    {"fork-gasnet_exit", fork_gasnet_exit, MISUSE_MEET}, {"fork-segv", fork_segv, MISUSE_MEET},
    {"fork-abort", fork_abort, MISUSE_MEET}, {"fork-term", fork_term, MISUSE_MEET},
    {"fork-exec", fork_exec, MISUSE_MEET}, {"fork-put", fork_put, MISUSE_MEET},
    {"fork-am", fork_request, MISUSE_MEET}, {"fork-barrier", fork_barrier, MISUSE_MEET},
    {"fork-poll", fork_poll, MISUSE_MEET}, {0}};
