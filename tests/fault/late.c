/* SPDX-License-Identifier: BSD-3-Clause
 *
 * late.c: what a client does when exit() has begun, chosen by options:
 *
 *   what=W    the call: put, get, nb, nbi, value, barrier, gexbarrier, am, flood, broadcast,
 *             strided, atomic, test, poll, polls (in a loop), blockuntil, exit (gasnet_exit),
 *             spin, sleep, nothing
 *   when=W    early: in an exit handler that runs before the library's;
 *             late (default): in one that was set before init, as the destructor of a static
 *             object is;
 *             signal: in a signal's handler there;
 *             thread: a thread goes on meanwhile, and is joined there; threads: it is not joined
 *   who=R     the rank that does so; default all
 *   by=exit   gasnet_exit ends main, not return
 *   code=K    with which main ends
 */
#include "fault.h"

#include <gasnet_coll.h>
#include <gasnet_ratomic.h>
#include <gasnet_vis.h>
#include <signal.h>
#include <sched.h>

static gex_Client_t client;
static gex_EP_t ep;
static gex_TM_t tm;
static gex_Segment_t segment;
static gex_AD_t domain;
static char *there; /* in the peer's segment */
static gex_Rank_t peer;
static volatile int never, joined_thread_goes_on = 1;
static pthread_t thread;
static char buffer[4096];

static void noop_handler(gex_Token_t token) { (void)token; }

static void echo_handler(gex_Token_t token) { gex_AM_ReplyShort(token, FAULT_H_NOOP, 0); }

static gex_AM_Entry_t table[] = {{FAULT_H_NOOP, (gex_AM_Fn_t)noop_handler,
                                  GEX_FLAG_AM_REQREP | GEX_FLAG_AM_SHORT, 0, NULL, NULL},
                                 {FAULT_H_OTHER, (gex_AM_Fn_t)echo_handler,
                                  GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 0, NULL, NULL}};

/* --- calls ---------------------------------------------------------------- */

static void put(void) { gex_RMA_PutBlocking(tm, peer, there, buffer, 64, 0); }
static void get(void) { gex_RMA_GetBlocking(tm, buffer, peer, there, 64, 0); }
static void nb(void) { gex_Event_Wait(gex_RMA_GetNB(tm, buffer, peer, there, 4096, 0)); }
static void nbi(void) {
  gex_RMA_PutNBI(tm, peer, there, buffer, 4096, GEX_EVENT_NOW, 0);
  gex_NBI_Wait(GEX_EC_ALL, 0);
}
static void value(void) { (void)gex_RMA_GetBlockingVal(tm, peer, there, 8, 0); }
static void barrier(void) {
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
}
static void gexbarrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(tm, 0)); }
static void am(void) { gex_AM_RequestShort(tm, peer, FAULT_H_OTHER, 0); }
static void flood(void) {
  while (!never) am();
}
static void broadcast(void) { gex_Event_Wait(gex_Coll_BroadcastNB(tm, 0, buffer, buffer, 64, 0)); }
static void strided(void) {
  ptrdiff_t stride = 16;
  size_t count = 8;
  gex_VIS_StridedPutBlocking(tm, peer, there, &stride, buffer, &stride, 8, &count, 1, 0);
}
static void atomic(void) {
  uint64_t old;
  gex_Event_Wait(gex_AD_OpNB_U64(domain, &old, peer, there, GEX_OP_FADD, 1, 0, 0));
}
static void test(void) {
  gex_Event_t event = gex_RMA_GetNB(tm, buffer, peer, there, 4096, 0);
  while (gex_Event_Test(event) != GASNET_OK) gasnet_AMPoll();
}
static void poll(void) { gasnet_AMPoll(); }
static void polls(void) {
  while (!never) poll();
}
static void blockuntil(void) { GASNET_BLOCKUNTIL(never); }
static void leave(void) { gasnet_exit(fault_opt_int("code", 0)); }
static void spin(void) {
  while (!never) continue;
}
static void sleep_long(void) { fault_sleep_ms(1000000); }
static void nothing(void) {}

static const struct {
  const char *name;
  void (*call)(void);
} calls[] = {{"put", put},
             {"get", get},
             {"nb", nb},
             {"nbi", nbi},
             {"value", value},
             {"barrier", barrier},
             {"gexbarrier", gexbarrier},
             {"am", am},
             {"flood", flood},
             {"broadcast", broadcast},
             {"strided", strided},
             {"atomic", atomic},
             {"test", test},
             {"poll", poll},
             {"polls", polls},
             {"blockuntil", blockuntil},
             {"exit", leave},
             {"spin", spin},
             {"sleep", sleep_long},
             {"nothing", nothing}};

static void act(void) {
  const char *what = fault_opt("what", "nothing");
  size_t i = 0;
  while (i < sizeof calls / sizeof calls[0] && strcmp(calls[i].name, what) != 0) i++;
  if (i == sizeof calls / sizeof calls[0]) fault_die("what");
  calls[i].call();
}

/* --- when ----------------------------------------------------------------- */

static int acts(const char *when) {
  return strcmp(fault_opt("when", "late"), when) == 0 &&
         (fault_opt_is("who", "") || fault_opt_int("who", 0) == (int)gex_System_QueryJobRank());
}

static void on_signal(int sig) {
  (void)sig;
  act();
}

static void late(void) {
  if (tm == NULL) return; /* the process that started the ranks */
  if (acts("late")) act();
  if (acts("signal")) raise(SIGUSR1);
  joined_thread_goes_on = 0;
  if (acts("thread")) pthread_join(thread, NULL);
}

static void early(void) {
  if (acts("early")) act();
}

static void *go_on(void *arg) {
  while (joined_thread_goes_on || acts("threads")) {
    act();
    sched_yield();
  }
  return arg;
}

int main(int argc, char **argv) {
  fault_options(argc, argv);
  atexit(late);
  if (gex_Client_Init(&client, &ep, &tm, "late", &argc, &argv, 0) != GASNET_OK) fault_die("init");
  atexit(early);
  signal(SIGUSR1, on_signal);
  gex_EP_RegisterHandlers(ep, table, 2);
  if (gex_Segment_Attach(&segment, tm, 1 << 20) != GASNET_OK) fault_die("attach");
  peer = (gex_System_QueryJobRank() + 1) % gex_System_QueryJobSize();
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, peer, (void **)&there, NULL, NULL, 0));
  gex_AD_Create(&domain, tm, GEX_DT_U64, GEX_OP_FADD, 0);
  fault_output();
  gexbarrier();
  if (acts("thread") || acts("threads")) {
    if (pthread_create(&thread, NULL, go_on, NULL)) fault_die("pthread_create");
    fault_sleep_ms(30);
  }
  gexbarrier();
  fault_say("ready");
  if (fault_opt_is("by", "exit")) gasnet_exit(fault_opt_int("code", 0));
  return fault_opt_int("code", 0);
}
