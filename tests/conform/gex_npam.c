/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_npam.c: negotiated-payload messages: buffers of either side, lengths, local completion,
 * cancelling, immediate mode, many at a time (gex-core 17). All numbers of arguments are in
 * gex_am_args.c.
 *
 * A request tells its handler what kind of reply to prepare; the reply brings the payload back to
 * H_DATA, which checks it.
 */
#include "gex_teams.h"

#include <stddef.h>

enum { REPLY_LONG = 1, REPLY_CLIENT = 2, REPLY_CANCEL = 4, REPLY_MORE = 8, REPLY_V2 = 16 };
enum { REPLIES = 32 };

static void check_desc(gex_AM_SrcDesc_t sd, const void *client, size_t least, size_t most) {
  size_t n = gex_AM_SrcDescSize(sd);
  char *addr = gex_AM_SrcDescAddr(sd);
  CHECK(sd != GEX_AM_SRCDESC_NO_OP);
  CHECK(n >= least && n <= most);
  if (client)
    CHECK(addr == client);
  else if (n)
    CHECK(addr != 0);
}

/* --- replies -------------------------------------------------------------- */

static gex_AM_SrcDesc_t prepare_reply(gex_Token_t token, int how, void *client, size_t n,
                                      void *dest) {
  size_t most = how & REPLY_MORE ? n + 300 : n;
  gex_Event_t *lc = client ? GEX_EVENT_NOW : 0;
  gex_AM_SrcDesc_t sd;
  if (how & REPLY_LONG)
    sd = gex_AM_PrepareReplyLong(token, client, n, most, dest, lc, 0, 2);
  else
    sd = gex_AM_PrepareReplyMedium(token, client, n, most, lc, 0, 2);
  check_desc(sd, client, n, most);
  return sd;
}

static void commit_reply(gex_AM_SrcDesc_t sd, int how, size_t n, void *dest, gex_AM_Arg_t seed) {
  if (how & REPLY_LONG && how & REPLY_V2)
    CHECK_EQ(gex_AM_CommitReplyLong2_v2(sd, H_DATA, n, dest, 0, seed, C_NPAM), 0);
  else if (how & REPLY_LONG)
    gex_AM_CommitReplyLong2(sd, H_DATA, n, dest, seed, C_NPAM);
  else if (how & REPLY_V2)
    CHECK_EQ(gex_AM_CommitReplyMedium2_v2(sd, H_DATA, n, 0, seed, C_NPAM), 0);
  else
    gex_AM_CommitReplyMedium2(sd, H_DATA, n, seed, C_NPAM);
}

/* NP-5, NP-11: a cancelled reply is none, so another may follow. */
static void npam_handler(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t seed,
                         gex_AM_Arg_t how, gex_AM_Arg_t hi, gex_AM_Arg_t lo) {
  void *dest = gex_ptr(hi, lo), *client = how & REPLY_CLIENT && n ? buf : 0;
  gex_AM_SrcDesc_t sd;
  CHECK_EQ(conform_differs(buf, n, (uint32_t)seed), -1);
  if (how & REPLY_CANCEL) {
    sd = prepare_reply(token, how, 0, n, 0);
    CHECK_EQ(how & REPLY_LONG ? gex_AM_CancelReplyLong(sd, 0) : gex_AM_CancelReplyMedium(sd, 0), 0);
  }
  sd = prepare_reply(token, how, client, n, how & REPLY_V2 ? dest : 0);
  if (!client && n) memcpy(gex_AM_SrcDescAddr(sd), buf, n);
  commit_reply(sd, how, n, dest, seed);
}

/* --- requests ------------------------------------------------------------- */

enum lc { LIBRARY, NOW, GROUP, EVENT, LCS };
struct message {
  gex_TM_t tm;
  gex_Rank_t to;
  int is_long, hint, how;
  enum lc lc;
  size_t n, most;
  char *dest, *back;
  uint32_t seed;
};

/* 7.2: what may be called between Prepare and Commit. */
static void restricted(void) {
  static gex_HSL_t lock = GEX_HSL_INITIALIZER;
  CHECK(gex_System_QueryJobRank() == conform_rank());
  CHECK(gex_TM_QuerySize(conform_tm()) > 0);
  CHECK(gex_AM_LUBRequestMedium() >= 512);
  gex_HSL_Lock(&lock);
  gex_HSL_Unlock(&lock);
}

static gex_AM_SrcDesc_t prepare(const struct message *m, void *client, gex_Event_t *event,
                                gex_Flags_t flags) {
  gex_Event_t *lc[LCS] = {0, GEX_EVENT_NOW, GEX_EVENT_GROUP, 0};
  void *hint = m->hint ? m->dest : 0;
  lc[EVENT] = event;
  if (m->is_long)
    return gex_AM_PrepareRequestLong(m->tm, m->to, client, m->n, m->most, hint, lc[m->lc], flags,
                                     4);
  return gex_AM_PrepareRequestMedium(m->tm, m->to, client, m->n, m->most, lc[m->lc], flags, 4);
}

static int commit(const struct message *m, gex_AM_SrcDesc_t sd, gex_Flags_t flags) {
  gex_AM_Arg_t seed = (gex_AM_Arg_t)m->seed, hi = gex_hi(m->back), lo = gex_lo(m->back);
  if (m->is_long)
    return gex_AM_CommitRequestLong4_v2(sd, H_NPAM, m->n, m->dest, flags, seed, m->how, hi, lo);
  return gex_AM_CommitRequestMedium4_v2(sd, H_NPAM, m->n, flags, seed, m->how, hi, lo);
}

static int cancel(const struct message *m, gex_AM_SrcDesc_t sd) {
  return m->is_long ? gex_AM_CancelRequestLong(sd, 0) : gex_AM_CancelRequestMedium(sd, 0);
}

static void plain_commit(const struct message *m, gex_AM_SrcDesc_t sd) {
  gex_AM_Arg_t seed = (gex_AM_Arg_t)m->seed, hi = gex_hi(m->back), lo = gex_lo(m->back);
  if (m->is_long)
    gex_AM_CommitRequestLong4(sd, H_NPAM, m->n, m->dest, seed, m->how, hi, lo);
  else
    gex_AM_CommitRequestMedium4(sd, H_NPAM, m->n, seed, m->how, hi, lo);
}

/* Sends it; the client's buffer is overwritten as soon as that is allowed. */
static void send(const struct message *m) {
  size_t room = m->lc == LIBRARY ? 0 : m->most;
  char *client = room ? malloc(room) : 0;
  gex_Event_t event = GEX_EVENT_NO_OP;
  struct message now = *m;
  gex_AM_SrcDesc_t sd;
  if (!client) now.lc = LIBRARY;
  sd = prepare(&now, client, &event, 0);
  check_desc(sd, client, m->n, m->most);
  restricted();
  conform_fill(gex_AM_SrcDescAddr(sd), m->n, m->seed);
  if (m->how & REPLY_V2)
    CHECK_EQ(commit(m, sd, 0), 0);
  else
    plain_commit(m, sd);
  if (now.lc == GROUP) gex_NBI_Wait(GEX_EC_AM, 0);
  if (now.lc == EVENT) gex_Event_Wait(event);
  if (client) memset(client, 0xee, room);
  free(client);
}

/* Medium or long to a rank; where a long goes there, and where a long reply goes here. */
static struct message message_to(gex_Rank_t to, int is_long) {
  struct message m = {0};
  m.tm = conform_tm();
  m.to = to;
  m.is_long = is_long;
  m.dest = gex_area(to);
  m.back = gex_at(conform_rank(), AREA_SELF + AREA_BYTES / 2);
  return m;
}

/* --- lengths and buffers -------------------------------------------------- */

enum { LONGEST = 150000 }; /* of longs, whose limit may be the segment */

static size_t limit_of(const struct message *m) {
  const gex_Flags_t least =
      m->lc == LIBRARY ? GEX_FLAG_AM_PREPARE_LEAST_ALLOC : GEX_FLAG_AM_PREPARE_LEAST_CLIENT;
  const gex_Event_t *lc = m->lc == LIBRARY ? 0 : GEX_EVENT_NOW;
  size_t n, reply;
  if (m->is_long)
    n = gex_AM_MaxRequestLong(m->tm, m->to, lc, least, 4);
  else
    n = gex_AM_MaxRequestMedium(m->tm, m->to, lc, least, 4);
  CHECK(n >= 512);
  if (m->how & REPLY_LONG)
    reply = gex_AM_MaxReplyLong(m->tm, m->to, lc, least, 2);
  else
    reply = gex_AM_MaxReplyMedium(m->tm, m->to, lc, least, 2);
  if (n > reply) n = reply;
  return n < LONGEST ? n : LONGEST;
}

static void every_length(struct message *m) {
  static const size_t sizes[] = {0, 1, 8, 47, 48, 49, 64, 100, 511, 4096, 20000, SIZE_MAX};
  static const size_t more[] = {0, 1, 1000, 100000};
  size_t limit = limit_of(m), i, k;
  for (i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (k = 0; k < 4; k++) {
      if (m->tm != conform_tm() && k != i % 4) continue;
      m->n = sizes[i] == SIZE_MAX ? limit - k : sizes[i];
      if (m->n > limit) continue;
      m->most = m->n + more[k];
      if (k == 3 && m->lc == LIBRARY) m->most = SIZE_MAX;
      m->hint = m->is_long && (i + k) % 2;
      m->seed = (uint32_t)conform_rand();
      m->how = (m->how & REPLY_LONG) | (int)(conform_rand() % (REPLIES / 2)) << 1;
      send(m);
      GEX_TAKE(C_NPAM, 1);
      if (m->how & REPLY_LONG) CHECK_EQ(conform_differs(m->back, m->n, m->seed), -1);
    }
}

/* NP-1, NP-2, NP-4, NP-7, NP-8: request and reply of each kind, from each kind of buffer, to this
 * rank and to others, through a team, a pair and a sub-team. */
static void test_lengths(void) {
  gex_TM_t reversed = gex_team_split(conform_tm(), 0, -(int)conform_rank());
  int kind, lc, where;
  for (kind = 0; kind < 4; kind++)
    for (lc = LIBRARY; lc < LCS; lc++)
      for (where = 0; where < 3; where++) {
        struct message m = message_to(where ? conform_next() : conform_rank(), kind & 1);
        m.how = kind & 2 ? REPLY_LONG : 0;
        m.lc = (enum lc)lc;
        if (where == 1) m.tm = gex_TM_Pair(conform_ep(), 0);
        if (where == 2) m.tm = reversed;
        if (where == 2) m.to = gex_TM_TranslateJobrankToRank(reversed, m.to);
        every_length(&m);
      }
  gex_TM_Destroy(reversed, 0, 0);
  gex_check_settled(C_NPAM);
}

/* Where the library's payload lies. */
static void test_aligned(void) {
  size_t n;
  for (n = 1; n < 20000; n = 2 * n + 3) {
    struct message m = message_to(conform_next(), (int)n % 4 == 1);
    gex_AM_SrcDesc_t sd;
    m.n = m.most = n;
    sd = prepare(&m, 0, 0, 0);
    CHECK_EQ((uintptr_t)gex_AM_SrcDescAddr(sd) % _Alignof(max_align_t), 0);
    CHECK_EQ(cancel(&m, sd), 0);
  }
}

/* NP-7, NP-11: what is not committed reaches no rank, least of all the destination. */
static void untouched(const struct message *m, size_t from, size_t to) {
  static char there[5000];
  gex_RMA_GetBlocking(m->tm, there, m->to, m->dest + from, to - from, 0);
  CHECK_EQ(conform_not_all(there, to - from, 0x5a), -1);
}
static void clear_destination(const struct message *m) {
  static char clear[5000];
  memset(clear, 0x5a, sizeof clear);
  gex_RMA_PutBlocking(m->tm, m->to, m->dest, clear, sizeof clear, 0);
}

/* NP-7: fewer bytes than were agreed on, down to none; NP-4: then a long may go nowhere. */
static void test_shorter(void) {
  static char buf[5000];
  int is_long, client;
  size_t n;
  for (is_long = 0; is_long < 2; is_long++)
    for (client = 0; client < 2; client++)
      for (n = 0; n <= 5000; n += 500) {
        struct message m = message_to(conform_next(), is_long);
        gex_AM_SrcDesc_t sd;
        m.lc = client ? NOW : LIBRARY;
        m.n = m.most = 5000;
        m.hint = (int)n / 500 % 2;
        if (is_long) clear_destination(&m);
        sd = prepare(&m, client ? buf : 0, 0, 0);
        CHECK_EQ(gex_AM_SrcDescSize(sd), 5000);
        m.n = n;
        m.seed = (uint32_t)n + 5;
        conform_fill(gex_AM_SrcDescAddr(sd), 5000, m.seed);
        if (n == 0 && client) m.dest = 0;
        plain_commit(&m, sd);
        GEX_TAKE(C_NPAM, 1);
        if (is_long && m.dest) untouched(&m, n, 5000);
      }
  gex_check_settled(C_NPAM);
}

/* NP-1: least 0; whatever was agreed on, it can be used in full. */
static void test_from_nothing(void) {
  int is_long, client, i;
  char *buf = malloc(200000);
  for (is_long = 0; is_long < 2; is_long++)
    for (client = 0; client < 2; client++)
      for (i = 0; i < 20; i++) {
        struct message m = message_to(conform_next(), is_long);
        gex_AM_SrcDesc_t sd;
        m.lc = client ? NOW : LIBRARY;
        m.most = (size_t)i * 10000;
        sd = prepare(&m, client ? buf : 0, 0, 0);
        check_desc(sd, client ? buf : 0, 0, m.most);
        m.n = gex_AM_SrcDescSize(sd);
        if (m.n > 30000) m.n = 30000;
        if (m.n > gex_AM_LUBReplyMedium()) m.n = gex_AM_LUBReplyMedium(); /* what the reply is */
        m.seed = (uint32_t)i;
        conform_fill(gex_AM_SrcDescAddr(sd), m.n, m.seed);
        plain_commit(&m, sd);
        GEX_TAKE(C_NPAM, 1);
      }
  free(buf);
  gex_check_settled(C_NPAM);
}

/* --- cancelling, immediate mode ------------------------------------------- */

/* NP-11: nothing is sent, nothing is lost: as often as one likes, to all ranks. */
static void test_cancel(void) {
  static char buf[2000];
  gex_Event_t event;
  int i;
  for (i = 0; i < 2000; i++) {
    struct message m = message_to((gex_Rank_t)i % conform_size(), i % 2);
    gex_AM_SrcDesc_t sd;
    m.n = m.most = (size_t)i;
    m.lc = (enum lc)(i / 2 % LCS);
    m.hint = i % 5 == 0;
    if (m.hint && m.is_long) clear_destination(&m);
    sd = prepare(&m, m.lc == LIBRARY ? 0 : buf, &event, 0);
    check_desc(sd, m.lc == LIBRARY ? 0 : buf, m.n, m.most);
    if (i % 3) memset(gex_AM_SrcDescAddr(sd), 0x77, m.n);
    CHECK_EQ(cancel(&m, sd), 0);
    if (m.hint && m.is_long) untouched(&m, 0, m.n);
    if (i % 100) continue;
    m = message_to(conform_next(), 0);
    m.n = m.most = 1000;
    send(&m);
    GEX_TAKE(C_NPAM, 1);
  }
  CHECK_EQ(gex_NBI_Test(GEX_EC_ALL, 0), GASNET_OK);
  gex_check_settled(C_NPAM);
}

/* One try; 1 = sent. A commit that fails leaves descriptor and payload as they are (NP-10). */
static int try_once(struct message *m, int i) {
  gex_AM_SrcDesc_t sd = prepare(m, 0, 0, GEX_FLAG_IMMEDIATE);
  char *addr;
  size_t n;
  if (sd == GEX_AM_SRCDESC_NO_OP) return 0;
  addr = gex_AM_SrcDescAddr(sd);
  n = gex_AM_SrcDescSize(sd);
  conform_fill(addr, m->n, m->seed);
  if (commit(m, sd, GEX_FLAG_IMMEDIATE) == 0) return 1;
  CHECK(gex_AM_SrcDescAddr(sd) == addr && gex_AM_SrcDescSize(sd) == n);
  CHECK_EQ(conform_differs(addr, m->n, m->seed), -1);
  if (i % 4 == 0 && commit(m, sd, GEX_FLAG_IMMEDIATE) == 0) return 1;
  if (i % 2)
    CHECK_EQ(cancel(m, sd), 0);
  else
    CHECK_EQ(commit(m, sd, 0), 0);
  return i % 2 == 0;
}

/* NP-3, NP-10: to ranks that sleep outside the library for a while, so that room runs out. */
static void test_immediate(void) {
  int sent = 0, i, turn;
  for (turn = 0; turn < 2; turn++) {
    conform_barrier();
    if ((int)conform_rank() % 2 == turn)
      gex_sleep_ms(60);
    else
      for (i = 0; i < 1500; i++) {
        struct message m = message_to(conform_next(), i % 3 == 0);
        m.n = m.most = (size_t)(i * 37 % 3000);
        m.dest = gex_slot(conform_next(), conform_rank());
        m.seed = m.is_long ? 1 : (uint32_t)i; /* of longs the last may be overtaken by the next */
        m.how = REPLY_V2;
        sent += try_once(&m, i);
      }
    GEX_TAKE(C_NPAM, sent);
    sent = 0;
  }
  gex_check_settled(C_NPAM);
}

/* --- many ----------------------------------------------------------------- */

enum { THREADS = 4, EACH = 400, PLACE_BYTES = SLOT_BYTES / (THREADS + 1) / 8 * 8 };

static int longest_medium(void) {
  size_t n = gex_AM_LUBRequestMedium(), reply = gex_AM_LUBReplyMedium();
  if (n > reply) n = reply;
  return n < 12000 ? (int)n : 12000;
}

/* Request number i of a flood: to all ranks in turn, of every kind and size. Longs of one thread go
 * to one place, with one pattern; with threads none go to this rank, where any of them may read. */
static void flood(int i, int thread) {
  struct message m = message_to((gex_Rank_t)i % conform_size(), i % 5 == 0);
  if (thread && m.to == conform_rank()) m.is_long = 0;
  m.n = (size_t)(i * 531 % (m.is_long ? PLACE_BYTES : longest_medium()));
  m.most = m.n + (size_t)(i % 3) * 50;
  m.seed = m.is_long ? 3 : (uint32_t)(i * 5 + thread);
  m.dest = gex_slot(m.to, conform_rank()) + (size_t)thread * PLACE_BYTES;
  m.lc = (enum lc)(i % LCS);
  m.how = i % 2 ? REPLY_V2 : REPLY_CLIENT;
  send(&m);
}

static void test_flood(void) {
  int i;
  for (i = 0; i < 1500; i++) flood(i, 0);
  GEX_TAKE(C_NPAM, 1500);
  gex_check_settled(C_NPAM);
}

static void flood_thread(int thread, void *arg) {
  int i;
  (void)arg;
  for (i = 0; i < EACH; i++) flood(i, 1 + thread);
}
static void test_threads(void) {
  conform_threads(THREADS, flood_thread, 0);
  GEX_TAKE(C_NPAM, THREADS * EACH);
  gex_check_settled(C_NPAM);
}

/* Negotiated and fixed ones among each other, and collectives. */
static void test_mixed(void) {
  static char buf[3000];
  int i, value;
  conform_fill(buf, sizeof buf, 4);
  for (i = 0; i < 300; i++) {
    gex_Event_t event = gex_Coll_BroadcastNB(conform_tm(), 0, &value, &i, sizeof i, 0);
    flood(i, 0);
    gex_AM_RequestMedium2(conform_tm(), conform_next(), H_DATA, buf, sizeof buf, GEX_EVENT_NOW, 0,
                          4, C_NPAM);
    gex_Event_Wait(event);
    CHECK_EQ(value, i);
  }
  GEX_TAKE(C_NPAM, 600);
  gex_check_settled(C_NPAM);
}

gex_AM_Entry_t conform_gex_npam_handlers[] = {CONFORM_ENTRY(H_NPAM, npam_handler,
                                                            GEX_FLAG_AM_MEDLONG, 4),
                                              {0, 0, 0, 0, 0, 0}};

const struct conform_test conform_gex_npam[] = {
    {"gex_npam_lengths", "gex-core NP-1, NP-2, NP-4..9, AML-1", test_lengths, 0},
    {"gex_npam_aligned", "gex-core NP-2", test_aligned, 0},
    {"gex_npam_shorter", "gex-core NP-7, NP-4", test_shorter, 0},
    {"gex_npam_from_nothing", "gex-core NP-1, AMBIG-9", test_from_nothing, 0},
    {"gex_npam_cancel", "gex-core NP-11", test_cancel, 0},
    {"gex_npam_immediate", "gex-core NP-3, NP-10", test_immediate, 0},
    {"gex_npam_flood", "gex-core NP-3, NP-8, FP-7", test_flood, 0},
    {"gex_npam_mixed", "gex-core NP-8, 7.1", test_mixed, 0},
    {"gex_npam_threads", "gex-core NP-5, 21", test_threads, CONFORM_PAR_ONLY},
    {0, 0, 0, 0}};
