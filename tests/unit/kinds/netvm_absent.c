/* SPDX-License-Identifier: BSD-3-Clause
 *
 * netvm_absent.c: messages other than puts and gets that touch absent pages of paged segments
 * (netvm(7)): longs and replies that are longs, vectors, memset, atomics, parts of collectives, and
 * what gets bring. Rank 0 owns the page; netvm_file.so holds its page 0 back until the gate is
 * there. 3 ranks.
 *
 *   wait GATE FILE    one of each to page 0; meanwhile rank 0 answers all ranks
 *   flood GATE FILE   all but rank 0 and the last send longs, vectors, memset and atomics to page
 *                     0: 64 of each wait, in so much memory, and rank 0 answers all meanwhile
 *   answers GATE FILE rank 0 asks for many replies that go to its own page 0
 *   mixed             between rank 0's paged memory and rank 1's plain memory; 2 ranks
 *   copied            to absent pages; statistics then say how many bytes were kept, and copied
 */
#include <gasnet.h>
#include <gasnet_ratomic.h>
#include <gasnet_vis.h>

#include "netvm_parts.h"

#include <malloc.h>

enum { LONG = 200, PING, PONG, ASK, PIECE = 64 };

static unsigned longs, pongs, wrong, waiting;
static void on_long(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t byte) {
  (void)token;
  for (size_t i = 0; i < n; i++) wrong += ((unsigned char *)buf)[i] != byte;
  longs++;
}
static void on_ping(gex_Token_t token) {
  gex_AM_ReplyShort1(token, PONG, 0, (gex_AM_Arg_t)traffic().waiting);
}
static void on_pong(gex_Token_t token, gex_AM_Arg_t there) {
  (void)token;
  waiting = (unsigned)there;
  pongs++;
}
/* The asked rank's reply goes to page 0 of rank 0. */
static void on_ask(gex_Token_t token, gex_AM_Arg_t hi, gex_AM_Arg_t lo) {
  static unsigned char bytes[PIECE];
  memset(bytes, 2, sizeof bytes);
  gex_AM_ReplyLong1(token, LONG, bytes, PIECE,
                    (void *)(uintptr_t)((uint64_t)(uint32_t)hi << 32 | (uint32_t)lo), GEX_EVENT_NOW,
                    0, 2);
}
static gex_AM_Entry_t handlers[] = {
    {LONG, (gex_AM_Fn_t)on_long, GEX_FLAG_AM_REQREP | GEX_FLAG_AM_LONG, 1, NULL, "long"},
    {PING, (gex_AM_Fn_t)on_ping, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 0, NULL, "ping"},
    {PONG, (gex_AM_Fn_t)on_pong, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_SHORT, 1, NULL, "pong"},
    {ASK, (gex_AM_Fn_t)on_ask, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 2, NULL, "ask"}};

static void ping(unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    unsigned before = pongs;
    gex_AM_RequestShort0(world, 0, PING, 0);
    GASNET_BLOCKUNTIL(pongs > before);
  }
}

static const unsigned char *bytes_of(int value) {
  static unsigned char bytes[10][PAGE];
  memset(bytes[value], value, sizeof bytes[value]);
  return bytes[value];
}
static char *place(int value) { return base0 + 8 + value * PIECE; }
static void check_place(int value) {
  for (int i = 0; i < PIECE; i++) CHECK(base[8 + value * PIECE + i] == value);
}

enum { LONG_TO = 1, REPLY_TO, VECTOR_TO, MEMSET_TO, GOT_TO, BROADCAST_TO, RUN_TO, ATOMIC_TO };

static gex_Event_t put_vector(void) {
  static gex_Memvec_t from, to[2];
  from = (gex_Memvec_t){(void *)(uintptr_t)bytes_of(VECTOR_TO), 2 * PIECE};
  to[0] = (gex_Memvec_t){base0 + 3 * PAGE, PIECE};
  to[1] = (gex_Memvec_t){place(VECTOR_TO), PIECE};
  return gex_VIS_VectorPutNB(world, 0, 2, to, 1, &from, 0);
}
/* One run of bytes: a put. */
static gex_Event_t put_run(void) {
  static gex_Memvec_t from, to;
  from = (gex_Memvec_t){(void *)(uintptr_t)bytes_of(RUN_TO), PIECE};
  to = (gex_Memvec_t){place(RUN_TO), PIECE};
  return gex_VIS_VectorPutNB(world, 0, 1, &to, 1, &from, 0);
}
static gex_Event_t get_vector(unsigned char *into) {
  static gex_Memvec_t from[2], to;
  from[0] = (gex_Memvec_t){base0 + 4 * PAGE, PIECE};
  from[1] = (gex_Memvec_t){base0 + 2048, PIECE};
  to = (gex_Memvec_t){into, 2 * PIECE};
  return gex_VIS_VectorGetNB(world, 1, &to, 0, 2, from, 0);
}

/* Over networks that pin memory a long is put first, and its sender waits for that. */
static int sends_long(void) {
  const char *conduit = getenv("GASNET_CONDUIT");
  return conduit == NULL || strcmp(conduit, "udp") == 0;
}

/* What rank 1 starts: 5 events. */
static int start_far(gex_AD_t ad, uint64_t *old, unsigned char *got, gex_Event_t event[5]) {
  if (sends_long())
    gex_AM_RequestLong1(world, 0, LONG, (void *)(uintptr_t)bytes_of(LONG_TO), PIECE, place(LONG_TO),
                        GEX_EVENT_NOW, 0, LONG_TO);
  event[0] = put_vector();
  event[1] = get_vector(got);
  event[2] = gex_AD_OpNB_U64(ad, old, 0, place(ATOMIC_TO), GEX_OP_FADD, 7, 0, 0);
  event[3] = (gex_Event_t)gasnet_memset_nb(0, place(MEMSET_TO), MEMSET_TO, PIECE);
  event[4] = put_run();
  return 5;
}

/* What rank 0 starts, whose answer goes to its absent page. */
static int start_here(gex_Event_t event[2], const char *base1) {
  uint64_t at = (uintptr_t)place(REPLY_TO);
  gex_AM_RequestShort2(world, 1, ASK, 0, (gex_AM_Arg_t)(at >> 32), (gex_AM_Arg_t)at);
  event[0] = gex_RMA_GetNB(world, place(GOT_TO), 1, (void *)(uintptr_t)base1, PIECE, 0);
  return 1;
}

static void open_gate(const char *gate) { CHECK(close(creat(gate, 0600)) == 0); }

static void check_all(uint64_t old, const unsigned char *got, int by_messages) {
  CHECK(wrong == 0);
  if (me == 1) {
    CHECK(old == 0);
    for (int i = 0; i < 2 * PIECE; i++) CHECK(got[i] == (i < PIECE ? 44 : 0));
  }
  if (me) return;
  CHECK(longs == 1u + (unsigned)sends_long());
  for (int i = sends_long() ? LONG_TO : REPLY_TO; i <= GOT_TO; i++) check_place(i);
  check_place(RUN_TO);
  if (by_messages) check_place(BROADCAST_TO);
  CHECK(*(uint64_t *)place(ATOMIC_TO) == 7);
  for (int i = 0; i < PIECE; i++) CHECK(base[3 * PAGE + i] == VECTOR_TO);
}

static void wait_for_one(const char *gate, const char *file) {
  int by_messages = getenv("GASNET_CONDUIT") != NULL, n = 0;
  gex_Event_t event[5], coll = GEX_EVENT_INVALID;
  unsigned char got[2 * PIECE], sent[PIECE];
  gasnet_valget_handle_t value = 0;
  uint64_t old = 99, size;
  char *base1;
  void *local;
  gex_AD_t ad;
  make(file, 0);
  gex_AD_Create(&ad, world, GEX_DT_U64, GEX_OP_FADD, 0);
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(world, 1, (void **)&base1, &local, &size, 0));
  if (me == 0) memset(base + 4 * PAGE, 44, PIECE);
  if (me == 1) memset(base + 4 * PAGE, GOT_TO, PIECE), memset(sent, BROADCAST_TO, PIECE);
  barrier();
  if (me == 0) n = start_here(event, base1 + 4 * PAGE);
  if (me == 1) n = start_far(ad, &old, got, event);
  if (by_messages)
    coll = gex_Coll_BroadcastNB(world, 1, me ? (char *)sent : place(BROADCAST_TO), sent, PIECE, 0);
  if (me == 2) value = gasnet_get_nb_val(0, base0 + 1024, 8);
  if (me) ping(100);
  gex_Event_Wait(gex_Coll_BarrierNB(world, 0));
  for (int i = 0; i < n; i++) CHECK(gex_Event_Test(event[i]) == GASNET_ERR_NOT_READY);
  CHECK(longs == 0);
  if (me == 0 && coll != GEX_EVENT_INVALID) CHECK(gex_Event_Test(coll) == GASNET_ERR_NOT_READY);
  barrier();
  if (me == 1) open_gate(gate);
  for (int i = 0; i < n; i++) gex_Event_Wait(event[i]);
  gex_Event_Wait(coll);
  if (me == 2) CHECK(gasnet_wait_syncnb_valget(value) == 0);
  if (me == 0) GASNET_BLOCKUNTIL(longs == 1u + (unsigned)sends_long());
  barrier();
  check_all(old, got, by_messages);
  barrier();
  gex_AD_Destroy(ad);
}

/* The last rank: when so many wait at rank 0, which goes on answering, and for a while no more
 * come, the gate opens. */
static void open_when(unsigned n, const char *gate) {
  time_t end = time(NULL) + 100;
  unsigned before;
  do {
    before = waiting;
    nanosleep(&(struct timespec){0, 100000000}, NULL);
    ping(10);
  } while ((waiting < n || waiting != before) && time(NULL) < end);
  CHECK(waiting >= n);
  open_gate(gate);
}

static size_t allocated(void) {
  struct mallinfo2 m = mallinfo2();
  return m.uordblks + m.hblkhd;
}

enum { FLOOD_EACH = 3 * PAGE, FLOOD = 2000, WINDOW = 64, ANSWERS = 256, ASKED = 10000 };

static unsigned char flood_bytes[FLOOD_EACH];
static int flood_long(gex_Flags_t flags) {
  return gex_AM_RequestLong1(world, 0, LONG, flood_bytes, FLOOD_EACH, base0, GEX_EVENT_NOW, flags,
                             LONG_TO);
}

static void flood_other(gex_AD_t ad, unsigned i) {
  gex_Memvec_t from = {flood_bytes, 2 * PIECE};
  gex_Memvec_t to[2] = {{base0 + 3 * PAGE, PIECE}, {place(VECTOR_TO), PIECE}};
  if (i % 3 == 0)
    gex_VIS_VectorPutNBI(world, 0, 2, to, 1, &from, 0);
  else if (i % 3 == 1)
    gex_AD_OpNBI_U64(ad, NULL, 0, base0 + 8, GEX_OP_ADD, 0, 0, 0);
  else
    gasnet_memset_nbi(0, place(MEMSET_TO), LONG_TO, PIECE);
}

/* When as many wait as may, one more is refused, and this rank's other messages still come through.
 */
static void send_flood(gex_AD_t ad) {
  unsigned sent = 0;
  memset(flood_bytes, LONG_TO, sizeof flood_bytes);
  for (; sent < WINDOW; sent++) {
    if (sent % 2)
      while (flood_long(GEX_FLAG_IMMEDIATE)) gasnet_AMPoll();
    else
      flood_other(ad, sent);
  }
  ping(10);
  CHECK(flood_long(GEX_FLAG_IMMEDIATE) != 0);
  ping(10);
  for (; sent < FLOOD; sent++) {
    if (sent % 2)
      flood_long(0);
    else
      flood_other(ad, sent);
  }
  gex_NBI_Wait(GEX_EC_ALL, 0);
}

static void flood(const char *gate, const char *file) {
  unsigned senders;
  size_t before, most = 0, now;
  gex_AD_t ad;
  make(file, 0);
  gex_AD_Create(&ad, world, GEX_DT_U64, GEX_OP_ADD, 0);
  senders = ranks - 2;
  before = allocated();
  barrier();
  if (me == 0)
    while (longs < senders * FLOOD / 2) {
      gasnet_AMPoll();
      if ((now = allocated()) > most) most = now;
    }
  else if (me + 1 == ranks)
    open_when(WINDOW * senders, gate);
  else
    send_flood(ad);
  barrier();
  if (me == 0) {
    CHECK(traffic().most_waiting == WINDOW * senders && wrong == 0);
    CHECK(most - before < (size_t)WINDOW * senders * (FLOOD_EACH + 2048) + (2u << 20));
  }
  barrier();
  gex_AD_Destroy(ad);
}

/* Answers are bounded by what this rank has asked for: it stops asking. */
static void answers(const char *gate, const char *file) {
  uint64_t at;
  make(file, 0);
  at = (uintptr_t)place(REPLY_TO);
  if (me == 0) {
    for (unsigned i = 0; i < ASKED; i++)
      gex_AM_RequestShort2(world, 1, ASK, 0, (gex_AM_Arg_t)(at >> 32), (gex_AM_Arg_t)at);
    GASNET_BLOCKUNTIL(longs == ASKED);
  }
  if (me + 1 == ranks) open_when(ANSWERS, gate);
  barrier();
  if (me == 0) CHECK(traffic().most_waiting < ASKED / 2 && wrong == 0);
  barrier();
}

/* Rank 1 to pages of rank 0 that were never there; each piece is on two pages. */
static void copied(void) {
  enum { MANY = 40 };
  make(NULL, 0);
  for (int i = 0; me == 1 && i < MANY; i++) {
    char *to = base0 + (4 * i + 1) * PAGE - PIECE / 2, *other = to + 2 * PAGE;
    gex_Memvec_t from = {(void *)(uintptr_t)bytes_of(3), PIECE}, into = {other, PIECE};
    if (i % 2)
      gex_RMA_PutBlocking(world, 0, to, bytes_of(LONG_TO), PIECE, 0);
    else
      gex_AM_RequestLong1(world, 0, LONG, (void *)(uintptr_t)bytes_of(LONG_TO), PIECE, to,
                          GEX_EVENT_NOW, 0, LONG_TO);
    gex_Event_Wait(gex_VIS_VectorPutNB(world, 0, 1, &into, 1, &from, 0));
  }
  if (me == 0) GASNET_BLOCKUNTIL(longs == MANY / 2);
  barrier();
  for (int i = 0; me == 0 && i < MANY; i++)
    for (int k = 0; k < PIECE; k++) {
      char *at = base + (4 * i + 1) * PAGE - PIECE / 2 + k;
      CHECK(at[0] == LONG_TO && at[2 * PAGE] == 3);
    }
  CHECK(wrong == 0);
  barrier();
}

/* Rank 0's segment is paged, rank 1's is plain: from absent memory of rank 0 and back, by every
 * call that may leave the bytes where they are. */
static void mixed(void) {
  enum { MUCH = 16 * PAGE };
  static unsigned char sent[MUCH];
  gex_Event_t event = GEX_EVENT_INVALID, lc = GEX_EVENT_INVALID;
  uintptr_t size;
  void *local;
  char *base1;
  if (me == 0)
    create(NULL, 0);
  else
    CHECK(gex_Segment_Create(&segment, client, NULL, (uintptr_t)PAGES * PAGE, GEX_MK_HOST, 0) ==
          GASNET_OK);
  publish();
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(world, 1, (void **)&base1, &local, &size, 0));
  memset(sent, LONG_TO, sizeof sent);
  if (me == 0) {
    memset(base, LONG_TO, MUCH);
    push_out(0, MUCH / PAGE);
    gex_RMA_PutBlocking(world, 1, base1, base, MUCH, 0);
    push_out(0, MUCH / PAGE);
    event = gex_RMA_PutNB(world, 1, base1 + MUCH, base, MUCH, GEX_EVENT_DEFER, 0);
    gex_AM_RequestLong1(world, 1, LONG, base, MUCH, base1 + 2 * MUCH, &lc, 0, LONG_TO);
    gex_Event_Wait(event);
    gex_Event_Wait(lc);
  } else {
    gex_AM_RequestLong1(world, 0, LONG, sent, MUCH, base0 + 5 * MUCH, &lc, 0, LONG_TO);
    gex_Event_Wait(lc);
  }
  GASNET_BLOCKUNTIL(longs == 1);
  barrier();
  if (me == 1) CHECK(memcmp(base, sent, MUCH) == 0 && memcmp(base + MUCH, sent, MUCH) == 0);
  if (me == 0) {
    gex_RMA_GetBlocking(world, base + 3 * MUCH, 1, base1 + MUCH, MUCH, 0);
    gex_Event_Wait(gex_RMA_GetNB(world, base + 4 * MUCH, 1, base1, MUCH, 0));
    for (int i = 3; i < 6; i++) CHECK(memcmp(base + i * MUCH, sent, MUCH) == 0);
    push_out(100, 150);
    gex_RMA_GetBlocking(world, base + 100 * PAGE, 1, base1, 150 * PAGE, 0);
    CHECK(memcmp(base + 100 * PAGE, sent, MUCH) == 0);
  }
  CHECK(wrong == 0);
  barrier();
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  gex_Client_Init(&client, &ep, &world, "NETVM", &argc, &argv, GEX_FLAG_USES_GASNET1);
  CHECK(gex_EP_RegisterHandlers(ep, handlers, sizeof handlers / sizeof *handlers) == GASNET_OK);
  me = gex_TM_QueryRank(world);
  ranks = gex_TM_QuerySize(world);
  if (strcmp(what, "wait") == 0) wait_for_one(argv[2], argv[3]);
  if (strcmp(what, "flood") == 0) flood(argv[2], argv[3]);
  if (strcmp(what, "answers") == 0) answers(argv[2], argv[3]);
  if (strcmp(what, "copied") == 0) copied();
  if (strcmp(what, "mixed") == 0) mixed();
  barrier();
  if (me == 0 && !failures) printf("ok\n");
  gasnet_exit(failures != 0);
}
