/* SPDX-License-Identifier: BSD-3-Clause
 *
 * job.c: a program on the public interface, for jobs over hosts. What the first argument says:
 *   hello            a barrier; each says which ranks share its host and its memory
 *   putget [MB]      every rank puts to, gets from and sends all kinds of messages to all, and
 *                    checks bytes
 *   away             rank 0 computes, away from the library, until it has been sent to by all
 *                    others
 *   late R SEC       rank R comes so many seconds late, to where the others put to it and get
 *                    from it
 *   exit R S HOW     rank R calls gasnet_exit(S), the others do HOW meanwhile
 *   return R S HOW   rank R returns S from main
 *   exits S          all call gasnet_exit(S)
 *   returns S        all return S from main
 *   crash R HOW      rank R dies of SIGSEGV
 *   wait HOW         all do HOW; each says "ready RANK PID" first
 *
 * HOW: barrier (rank 0 never comes, and polls), poll, compute, sleep, traffic (messages to all,
 * without end)
 */
#include <gasnetex.h>

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* of each rank in the segment of every rank, once for puts, once for longs */
#define SLOT ((size_t)1 << 20)
#define MEDIUM 1000
#define AWAY_LIMIT 30 /* seconds */
#define GETS 8
#define PIECE 65536

enum { H_SHORT = GEX_AM_INDEX_BASE, H_MEDIUM, H_LONG, H_REPLY, H_COUNT };

static gex_Client_t client;
static gex_EP_t ep;
static gex_TM_t team;
static gex_Segment_t segment;
static gex_Rank_t me, size;
static atomic_ulong replies, taken, wrong;

static unsigned char value(gex_Rank_t from, gex_Rank_t to, size_t i) {
  return (unsigned char)(i * 31 + i / 4096 + from * 7 + to * 13 + 1);
}

static void fill(unsigned char *p, size_t n, gex_Rank_t from, gex_Rank_t to) {
  for (size_t i = 0; i < n; i++) p[i] = value(from, to, i);
}

static void check(const unsigned char *p, size_t n, size_t at, gex_Rank_t from, gex_Rank_t to,
                  const char *what) {
  for (size_t i = 0; i < n; i++)
    if (p[i] != value(from, to, at + i)) {
      fprintf(stderr, "job: %s from %u to %u: byte %zu is %u\n", what, from, to, at + i, p[i]);
      atomic_fetch_add(&wrong, 1);
      return;
    }
}

static void barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(team, 0)); }

/* --- handlers ------------------------------------------------------------- */

static gex_Rank_t source(gex_Token_t token) {
  gex_Token_Info_t info;
  gex_Token_Info(token, &info, GEX_TI_SRCRANK);
  return info.gex_srcrank;
}

static void on_short(gex_Token_t token, gex_AM_Arg_t from) {
  if (source(token) != (gex_Rank_t)from) atomic_fetch_add(&wrong, 1);
  atomic_fetch_add(&taken, 1);
  gex_AM_ReplyShort0(token, H_REPLY, 0);
}

static void on_medium(gex_Token_t token, void *bytes, size_t n) {
  check(bytes, n, 0, source(token), me, "medium");
  gex_AM_ReplyMedium0(token, H_COUNT, bytes, n, GEX_EVENT_NOW, 0);
}

static void on_long(gex_Token_t token, void *bytes, size_t n, gex_AM_Arg_t at) {
  check(bytes, n, (size_t)at, source(token), me, "long");
  gex_AM_ReplyShort0(token, H_REPLY, 0);
}

static void on_reply(gex_Token_t token) {
  (void)token;
  atomic_fetch_add(&replies, 1);
}

static void on_medium_reply(gex_Token_t token, void *bytes, size_t n) {
  check(bytes, n, 0, me, source(token), "reply");
  atomic_fetch_add(&replies, 1);
}

static gex_AM_Entry_t handlers[] = {
    {H_SHORT, (gex_AM_Fn_t)on_short, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 1, NULL, "short"},
    {H_MEDIUM, (gex_AM_Fn_t)on_medium, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_MEDIUM, 0, NULL, "medium"},
    {H_LONG, (gex_AM_Fn_t)on_long, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_LONG, 1, NULL, "long"},
    {H_REPLY, (gex_AM_Fn_t)on_reply, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_SHORT, 0, NULL, "reply"},
    {H_COUNT, (gex_AM_Fn_t)on_medium_reply, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_MEDIUM, 0, NULL,
     "medium reply"}};

/* --- hello ---------------------------------------------------------------- */

static int list(char *text, size_t room, const char *word, gex_RankInfo_t *info, gex_Rank_t count) {
  int n = snprintf(text, room, " %s", word);
  for (gex_Rank_t i = 0; i < count; i++)
    n += snprintf(text + n, room - (size_t)n, "%c%u", i ? ',' : ' ', info[i].gex_jobrank);
  return n;
}

static void hello(void) {
  char text[4096];
  gex_RankInfo_t *host, *nbrhd;
  gex_Rank_t hosts, nbrs, mine;
  int n = snprintf(text, sizeof text, "rank %u of %u:", me, size);
  gex_System_QueryHostInfo(&host, &hosts, &mine);
  if (host[mine].gex_jobrank != me) atomic_fetch_add(&wrong, 1);
  gex_System_QueryNbrhdInfo(&nbrhd, &nbrs, &mine);
  if (nbrhd[mine].gex_jobrank != me) atomic_fetch_add(&wrong, 1);
  n += list(text + n, sizeof text - (size_t)n, "host", host, hosts);
  list(text + n, sizeof text - (size_t)n, "memory", nbrhd, nbrs);
  puts(text);
  fflush(stdout);
  barrier();
  if (me == 0) printf("all %u ranks met\n", size);
}

/* --- putget --------------------------------------------------------------- */

static unsigned char *base_of(gex_Rank_t rank) {
  void *base;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(team, rank, &base, NULL, NULL, 0));
  return base;
}

static void put_and_get(gex_Rank_t to, unsigned char *buffer) {
  size_t n = SLOT - to * 100 - me; /* sizes of all kinds of rests */
  fill(buffer, n, me, to);
  gex_RMA_PutBlocking(team, to, base_of(to) + me * SLOT, buffer, n, 0);
  memset(buffer, 0, n);
  gex_RMA_GetBlocking(team, buffer, to, base_of(to) + me * SLOT, n, 0);
  check(buffer, n, 0, me, to, "get of what was put");
}

/* Gets with puts behind them, of the same bytes: that the puts have ended says nothing of the
 * gets. */
static void gets_and_puts(gex_Rank_t to, unsigned char *buffer) {
  unsigned char *there = base_of(to) + me * SLOT;
  gex_Event_t get[GETS], put[GETS];
  unsigned char same[8];
  for (size_t i = 0; i < sizeof same; i++) same[i] = value(me, to, i);
  memset(buffer, 0, GETS * PIECE);
  for (int i = 0; i < GETS; i++)
    get[i] = gex_RMA_GetNB(team, buffer + i * PIECE, to, there + i * PIECE, PIECE, 0);
  for (int i = 0; i < GETS; i++)
    put[i] = gex_RMA_PutNB(team, to, there, same, sizeof same, GEX_EVENT_DEFER, 0);
  for (int i = 0; i < GETS; i++) gex_Event_Wait(put[i]);
  for (int i = 0; i < GETS; i++) {
    gex_Event_Wait(get[i]);
    check(buffer + i * PIECE, PIECE, i * PIECE, me, to, "get with puts behind it");
  }
}

static void gets_across(gex_Rank_t to, unsigned char *buffer) {
  unsigned char *there = base_of(to) + me * SLOT,
                *page = there + 3 * 4096 - (uintptr_t)there % 4096;
  for (int i = 1; i < 40; i++) {
    gex_RMA_GetBlocking(team, buffer, to, page - i, 40, 0);
    check(buffer, 40, (size_t)(page - i - there), me, to, "get across a page");
  }
}

static unsigned long send_longs(gex_Rank_t to, unsigned char *buffer) {
  size_t most = gex_AM_MaxRequestLong(team, to, GEX_EVENT_NOW, 0, 1);
  unsigned long sent = 0;
  fill(buffer, SLOT, me, to);
  for (size_t at = 0; at < SLOT; at += most, sent++)
    gex_AM_RequestLong1(team, to, H_LONG, buffer + at, SLOT - at < most ? SLOT - at : most,
                        base_of(to) + (size + me) * SLOT + at, GEX_EVENT_NOW, 0, (gex_AM_Arg_t)at);
  return sent;
}

static unsigned long send_messages(gex_Rank_t to) {
  unsigned char bytes[MEDIUM];
  size_t limit = gex_AM_MaxRequestMedium(team, to, GEX_EVENT_NOW, 0, 0),
         most = limit < MEDIUM ? limit : MEDIUM;
  fill(bytes, MEDIUM, me, to);
  for (int i = 0; i < 100; i++) {
    gex_AM_RequestShort1(team, to, H_SHORT, 0, (gex_AM_Arg_t)me);
    gex_AM_RequestMedium0(team, to, H_MEDIUM, bytes, (size_t)i * most / 100, GEX_EVENT_NOW, 0);
  }
  return 200;
}

static void putget(void) {
  unsigned char *buffer = malloc(SLOT);
  unsigned long sent = 0;
  for (gex_Rank_t i = 1; i <= size; i++) {
    gex_Rank_t to = (me + i) % size;
    put_and_get(to, buffer);
    for (int k = 0; k < 4; k++) gets_and_puts(to, buffer);
    gets_across(to, buffer);
    sent += send_messages(to) + send_longs(to, buffer);
    put_and_get(to, buffer); /* by ways that the first has made */
  }
  GASNET_BLOCKUNTIL(atomic_load(&replies) == sent);
  barrier();
  for (gex_Rank_t from = 0; from < size; from++) {
    check(base_of(me) + from * SLOT, SLOT - me * 100 - from, 0, from, me, "put");
    check(base_of(me) + (size + from) * SLOT, SLOT, 0, from, me, "bytes of longs");
  }
  free(buffer);
  barrier();
  if (me == 0) printf("%u ranks: all bytes are right\n", size);
}

/* Only another thread can run rank 0's handlers meanwhile. */
static void away(void) {
  time_t end = time(NULL) + AWAY_LIMIT;
  if (me != 0) {
    gex_AM_RequestShort1(team, 0, H_SHORT, 0, (gex_AM_Arg_t)me);
    GASNET_BLOCKUNTIL(atomic_load(&replies) == 1);
  } else {
    while (atomic_load(&taken) < size - 1 && time(NULL) < end) continue;
    printf("rank 0 was sent %lu messages while it computed\n", atomic_load(&taken));
  }
  barrier();
}

/* The chosen rank comes some seconds late to where the others wait for it. */
static void late(int is_chosen, gex_Rank_t chosen, unsigned seconds) {
  unsigned char *buffer = malloc(SLOT);
  if (is_chosen)
    sleep(seconds);
  else
    put_and_get(chosen, buffer);
  free(buffer);
  barrier();
  if (me == 0) printf("%u ranks: one came late\n", size);
}

/* --- ends ----------------------------------------------------------------- */

static int is(const char *word, const char *other) { return strcmp(word, other) == 0; }

static void traffic(void) {
  for (unsigned long sent = 0;;) {
    for (gex_Rank_t i = 1; i <= size; i++, sent++)
      gex_AM_RequestShort1(team, (me + i) % size, H_SHORT, 0, (gex_AM_Arg_t)me);
    GASNET_BLOCKUNTIL(atomic_load(&replies) >= sent);
  }
}

static __attribute__((noreturn)) void do_for_ever(const char *how) {
  volatile unsigned long work = 0;
  if (is(how, "barrier") && me != 0) barrier();
  if (is(how, "traffic")) traffic();
  while (is(how, "compute")) work++;
  while (is(how, "sleep")) pause();
  for (;;) gasnet_AMPoll(), usleep(100);
}

static int act(int argc, char **argv) {
  const char *mode = argv[1], *how = argv[argc - 1];
  int first = argc > 2 ? atoi(argv[2]) : 0, second = argc > 3 ? atoi(argv[3]) : 0,
      chosen = (int)me == first;
  if (is(mode, "hello")) hello();
  if (is(mode, "putget")) putget();
  if (is(mode, "away")) away();
  if (is(mode, "late")) late(chosen, (gex_Rank_t)first, (unsigned)second);
  if (is(mode, "exits")) gasnet_exit(first);
  if (is(mode, "returns")) return first;
  if (is(mode, "exit") && chosen) gasnet_exit(second);
  if (is(mode, "return") && chosen) return second;
  if (is(mode, "crash") && chosen) raise(SIGSEGV);
  if (is(mode, "wait")) printf("ready %u %d\n", me, (int)getpid()), fflush(stdout);
  if (is(mode, "exit") || is(mode, "return") || is(mode, "crash") || is(mode, "wait"))
    do_for_ever(how);
  return atomic_load(&wrong) ? 9 : 0;
}

int main(int argc, char **argv) {
  int status;
  gex_Client_Init(&client, &ep, &team, "job", &argc, &argv, 0);
  me = gex_TM_QueryRank(team);
  size = gex_TM_QuerySize(team);
  if (argc < 2) gasnet_exit(2);
  gex_EP_RegisterHandlers(ep, handlers, sizeof handlers / sizeof handlers[0]);
  gex_Segment_Attach(&segment, team, (uintptr_t)2 * size * SLOT);
  barrier();
  status = act(argc, argv);
  if (!is(argv[1], "return") && !is(argv[1], "returns")) gasnet_exit(status);
  return status;
}
