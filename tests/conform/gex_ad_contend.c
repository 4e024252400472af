/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_ad_contend.c: all ranks, and in PAR all their threads, at one number at the same time
 * (gex-coll-atomics AD-3, ADO-8; checklist 2).
 *
 * The values that fetching operations return are numbers of tickets: no two may be the same. Each
 * holder of a ticket puts a byte into its place of a list at rank 0; a ticket given out twice
 * leaves another place empty.
 */
#include "gex_ad.h"

#include <sched.h>

enum { THREADS = 3, TURNS = 300 };

static gex_AD_t ads[AD_TYPES];
static gex_Rank_t owner; /* of the contended number */

static int workers(void) { return CONFORM_PAR ? THREADS : 1; }
static int crowd(void) { return (int)conform_size() * workers(); }

/* All threads of all ranks. */
static void all(void (*fn)(int i, void *arg), void *arg) {
  conform_barrier();
  if (CONFORM_PAR)
    conform_threads(THREADS, fn, arg);
  else
    fn(0, arg);
  conform_barrier();
}

static void put_mark(uint64_t ticket) {
  gex_RMA_PutBlockingVal(conform_tm(), 0, gex_at(0, AREA_PREV) + ticket, 1, 1, 0);
}

static void clear_marks(int n) {
  if (conform_rank() == 0) memset(gex_at(0, AREA_PREV), 0, (size_t)n + 1);
  conform_barrier();
}

static void check_marks(int n) {
  conform_barrier();
  if (conform_rank() == 0) {
    CHECK_EQ(conform_not_all(gex_at(0, AREA_PREV), (size_t)n, 1), -1);
    CHECK_EQ(*gex_at(0, AREA_PREV + (size_t)n), 0);
  }
  conform_barrier();
}

static uint64_t bits_of(const void *number, enum ad_type t) {
  return conform_number_at(number, ad_size(t));
}

/* The number of a small whole value. */
static uint64_t ticket_of(uint64_t bits, enum ad_type t) {
  float f;
  double d;
  if (t == AD_FLT) return conform_set_number(&f, 4, bits), (uint64_t)f;
  if (t == AD_DBL) return memcpy(&d, &bits, 8), (uint64_t)d;
  return bits;
}

static void start(enum ad_type t, int value) {
  uint64_t bits = ad_number(t, value);
  if (conform_rank() == owner) conform_set_number(gad_word(owner, 0), ad_size(t), bits);
  conform_barrier();
}

static void check_end(enum ad_type t, int value) {
  if (conform_rank() == owner) CHECK_EQ(bits_of(gad_word(owner, 0), t), ad_number(t, value));
  conform_barrier();
}

/* --- counting ------------------------------------------------------------- */

struct count {
  enum ad_type type;
  gex_OP_t op;
  int step, minus; /* operand; what to take off a result to get its ticket */
  int turns;
};

static void count_up(int i, void *arg) {
  const struct count *k = arg;
  uint64_t old = 0;
  struct ad_call c = {.ad = ads[k->type],
                      .type = k->type,
                      .op = k->op,
                      .rank = owner,
                      .addr = gad_word(owner, 0),
                      .a = ad_number(k->type, k->step),
                      .result = &old};
  int turn;
  for (turn = 0; turn < k->turns; turn++) {
    c.constant = (turn + i) % 2;
    gad_do(&c, (enum gad_form)(turn % GAD_FORMS));
    put_mark(ticket_of(bits_of(&old, k->type), k->type) - (uint64_t)k->minus);
  }
}

/* FADD, FINC upwards from 0, FSUB, FDEC downwards to 0. Each turn is a round trip, so the types but
 * the first take fewer: over a network beside other jobs all of them came near the time limit. */
static void test_tickets(void) {
  static const gex_OP_t ops[] = {GEX_OP_FADD, GEX_OP_FINC, GEX_OP_FSUB, GEX_OP_FDEC};
  int t, i;
  gad_open(ads);
  for (t = 0; t < AD_TYPES; t++)
    for (i = 0; i < 4; i++) {
      int turns = t ? TURNS / 5 : TURNS, n = crowd() * turns;
      struct count k = {(enum ad_type)t, ops[i], 1, i >= 2, turns};
      owner = (gex_Rank_t)(t + i) % conform_size();
      start(k.type, i < 2 ? 0 : n);
      clear_marks(n);
      all(count_up, &k);
      check_marks(n);
      check_end(k.type, i < 2 ? n : 0);
    }
  gad_close(ads);
}

/* Fetching and not fetching, upwards and downwards, of all widths of step: the sum is exact. */
static void mixed(int i, void *arg) {
  static const gex_OP_t ops[] = {GEX_OP_ADD, GEX_OP_FADD, GEX_OP_SUB, GEX_OP_FSUB,
                                 GEX_OP_INC, GEX_OP_FINC, GEX_OP_DEC, GEX_OP_FDEC};
  enum ad_type t = *(enum ad_type *)arg;
  uint64_t old;
  int turn;
  for (turn = 0; turn < TURNS; turn++) {
    gex_OP_t op = ops[(turn + i) % 8];
    struct ad_call c = {.ad = ads[t],
                        .type = t,
                        .op = op,
                        .constant = turn / 8 % 2,
                        .rank = owner,
                        .addr = gad_word(owner, 0),
                        .a = ad_number(t, 7),
                        .result = ad_fetches(op) ? &old : 0};
    CHECK_EQ(ad_nbi(&c), 0);
  }
  for (turn = 0; turn < 5; turn++) { /* 7 a turn on top of what comes out even */
    struct ad_call c = {.ad = ads[t],
                        .type = t,
                        .op = GEX_OP_ADD,
                        .rank = owner,
                        .addr = gad_word(owner, 0),
                        .a = ad_number(t, 7)};
    CHECK_EQ(ad_nbi(&c), 0);
  }
  gex_NBI_Wait(GEX_EC_RMW, 0);
}

/* What TURNS turns from the i-th place of the cycle add up to. */
static int sum_of(int i) {
  static const int of[8] = {7, 7, -7, -7, 1, 1, -1, -1};
  int turn, sum = 35;
  for (turn = 0; turn < TURNS; turn++) sum += of[(turn + i) % 8];
  return sum;
}

static void test_mixed(void) {
  int t, i, want;
  gad_open(ads);
  for (t = 0; t < AD_TYPES; t++) {
    enum ad_type type = (enum ad_type)t;
    owner = (gex_Rank_t)t % conform_size();
    start(type, 100);
    all(mixed, &type);
    for (want = 100, i = 0; i < workers(); i++) want += (int)conform_size() * sum_of(i);
    check_end(type, want);
  }
  gad_close(ads);
}

/* --- compare and swap ----------------------------------------------------- */

static void cas_up(int i, void *arg) {
  enum ad_type t = *(enum ad_type *)arg;
  uint64_t seen = ad_number(t, 0), old = 0;
  struct ad_call c = {.ad = ads[t],
                      .type = t,
                      .op = GEX_OP_FCAS,
                      .rank = owner,
                      .addr = gad_word(owner, 0),
                      .result = &old};
  int turn = 0, tries = 0;
  while (turn < TURNS / 4) {
    uint64_t ticket = ticket_of(seen, t);
    c.a = seen;
    c.b = ad_number(t, (int)ticket + 1);
    c.constant = (turn + i) % 2;
    gad_do(&c, GAD_NB);
    old = bits_of(&old, t);
    if (old == seen) {
      put_mark(ticket);
      turn++;
      seen = c.b;
    } else {
      seen = old;
    }
    conform_try_pause(tries++);
  }
}

/* FCAS: no increment is lost, and none succeeds that should not. */
static void test_cas(void) {
  int n = crowd() * (TURNS / 4), t;
  gad_open(ads);
  for (t = 0; t < AD_TYPES; t++) {
    enum ad_type type = (enum ad_type)t;
    owner = conform_size() - 1;
    start(type, 0);
    clear_marks(n);
    all(cas_up, &type);
    check_marks(n);
    check_end(type, n);
  }
  gad_close(ads);
}

/* CAS that does not fetch: of all ranks that try to take a free place exactly one gets it; which
 * one is read afterwards. */
static void test_cas_once(void) {
  gex_AD_t ad;
  int round;
  owner = 0;
  gad_set_words(64, 0);
  gex_AD_Create(&ad, conform_tm(), GEX_DT_U64, GEX_OP_CAS | GEX_OP_GET, 0);
  for (round = 0; round < 64; round++)
    gad_apply(ad, owner, gad_word(owner, round), GEX_OP_CAS, 0, 100 + conform_rank(), 0);
  conform_barrier();
  for (round = 0; round < 64; round++) {
    uint64_t who = gad_fetch(ad, owner, gad_word(owner, round), GEX_OP_GET, 0, 0, 0);
    CHECK(who >= 100 && who < 100 + conform_size());
  }
  conform_barrier();
  gex_AD_Destroy(ad);
}

/* --- swap: what goes in comes out once, or is there at the end ------------ */

static void swap_in(int i, void *arg) {
  enum ad_type t = *(enum ad_type *)arg;
  uint64_t old = 0;
  int turn, first = ((int)conform_rank() * workers() + i) * TURNS + 1;
  for (turn = 0; turn < TURNS; turn++) {
    struct ad_call c = {.ad = ads[t],
                        .type = t,
                        .op = GEX_OP_SWAP,
                        .constant = turn % 2,
                        .rank = owner,
                        .addr = gad_word(owner, 0),
                        .a = ad_number(t, first + turn),
                        .result = &old};
    gad_do(&c, (enum gad_form)(turn % GAD_FORMS));
    put_mark(ticket_of(bits_of(&old, t), t));
  }
}

static void test_swap(void) {
  int n = crowd() * TURNS + 1, t;
  gad_open(ads);
  for (t = 0; t < AD_TYPES; t++) {
    enum ad_type type = (enum ad_type)t;
    owner = (gex_Rank_t)t % conform_size();
    start(type, 0);
    clear_marks(n);
    all(swap_in, &type);
    if (conform_rank() == owner) put_mark(ticket_of(bits_of(gad_word(owner, 0), type), type));
    check_marks(n);
  }
  gad_close(ads);
}

/* --- bits, extremes, products --------------------------------------------- */

static void toggle(int i, void *arg) {
  uint64_t bit = (uint64_t)1 << (((int)conform_rank() * workers() + i) % 32), old;
  int turn;
  (void)arg;
  for (turn = 0; turn < TURNS; turn++) { /* each bit has one owner, which knows what it is */
    old = gad_fetch(ads[AD_U64], owner, gad_word(owner, 0), GEX_OP_FOR, bit, 0, 0);
    CHECK_EQ(old & bit, 0);
    old = gad_fetch(ads[AD_U64], owner, gad_word(owner, 0), GEX_OP_FAND, ~bit, 0, 0);
    CHECK_EQ(old & bit, bit);
    gad_apply(ads[AD_U64], owner, gad_word(owner, 0), GEX_OP_XOR, bit, 0, 0);
    old = gad_fetch(ads[AD_U64], owner, gad_word(owner, 0), GEX_OP_FXOR, bit, 0, 0);
    CHECK_EQ(old & bit, bit);
  }
}

static void test_bits(void) {
  if (crowd() > 32) return conform_skip("more participants than bits");
  gad_open(ads);
  owner = conform_size() / 2;
  start(AD_U64, 0);
  all(toggle, 0);
  check_end(AD_U64, 0);
  gad_close(ads);
}

static void extremes(int i, void *arg) {
  enum ad_type t = *(enum ad_type *)arg;
  int turn, largest = -1;
  for (turn = 0; turn < TURNS; turn++) {
    int n = (turn * 7919 + i * 31 + (int)conform_rank()) % 10007;
    uint64_t old = 0;
    struct ad_call c = {.ad = ads[t],
                        .type = t,
                        .op = GEX_OP_FMAX,
                        .constant = turn % 2,
                        .rank = owner,
                        .addr = gad_word(owner, 0),
                        .a = ad_number(t, n),
                        .result = &old};
    gad_do(&c, GAD_NB);
    CHECK((int)ticket_of(bits_of(&old, t), t) >= largest); /* it never falls */
    largest = (int)ticket_of(bits_of(&old, t), t) > n ? (int)ticket_of(bits_of(&old, t), t) : n;
    c.op = GEX_OP_MIN;
    c.addr = gad_word(owner, 1);
    c.a = ad_number(t, 20000 - n);
    c.result = 0;
    gad_do(&c, GAD_NBI);
  }
}

static int largest_of_all(void) {
  int r, i, turn, best = 0;
  for (r = 0; r < (int)conform_size(); r++)
    for (i = 0; i < workers(); i++)
      for (turn = 0; turn < TURNS; turn++) {
        int n = (turn * 7919 + i * 31 + r) % 10007;
        if (n > best) best = n;
      }
  return best;
}

static void test_extremes(void) {
  int t, best = largest_of_all();
  gad_open(ads);
  for (t = 0; t < AD_TYPES; t++) {
    enum ad_type type = (enum ad_type)t;
    uint64_t top = ad_number(type, 30000);
    owner = (gex_Rank_t)t % conform_size();
    if (conform_rank() == owner) conform_set_number(gad_word(owner, 1), ad_size(type), top);
    start(type, 0);
    all(extremes, &type);
    check_end(type, best);
    if (conform_rank() == owner)
      CHECK_EQ(bits_of(gad_word(owner, 1), type), ad_number(type, 20000 - best));
  }
  gad_close(ads);
}

static void multiply(int i, void *arg) {
  int turn;
  (void)arg;
  for (turn = 0; turn < TURNS; turn++) {
    uint64_t old, factor = 2 * (uint64_t)(turn + i) + 3 + 2 * conform_rank();
    if (turn % 2)
      gad_fetch(ads[AD_U64], owner, gad_word(owner, 0), GEX_OP_FMULT, factor, 0, 0);
    else
      gad_apply(ads[AD_U64], owner, gad_word(owner, 0), GEX_OP_MULT, factor, 0, 0);
    gex_Event_Wait(gex_AD_OpNB_U32(ads[AD_U32], (uint32_t *)(void *)&old, owner, gad_word(owner, 1),
                                   GEX_OP_FMULT, (uint32_t)factor, 0, 0));
  }
}

static void test_products(void) {
  uint64_t want = 1;
  int r, i, turn;
  gad_open(ads);
  owner = 0;
  gad_set_words(2, 1);
  if (conform_rank() == owner) conform_set_number(gad_word(owner, 1), sizeof(uint32_t), 1);
  conform_barrier();
  all(multiply, 0);
  for (r = 0; r < (int)conform_size(); r++)
    for (i = 0; i < workers(); i++)
      for (turn = 0; turn < TURNS; turn++) want *= 2 * (uint64_t)(turn + i) + 3 + 2 * (uint64_t)r;
  if (conform_rank() == 0) {
    CHECK_EQ(*gad_word(0, 0), want);
    CHECK_EQ(*(uint32_t *)(void *)gad_word(0, 1), (uint32_t)want);
  }
  gad_close(ads);
}

/* --- the owner too, while others ------------------------------------------ */

/* Each rank counts at all, so that each rank is asked while it asks. */
static void cross(int i, void *arg) {
  gex_Rank_t size = conform_size(), r;
  int turn;
  (void)arg;
  (void)i;
  for (turn = 0; turn < TURNS / 3; turn++)
    for (r = 0; r < size; r++) {
      CHECK_EQ(gex_AD_OpNBI_I64(ads[AD_I64], 0, r, gad_word(r, 0), GEX_OP_INC, 0, 0, 0), 0);
      if (turn % 50 == 49) gex_NBI_Wait(GEX_EC_ALL, 0);
    }
  gex_NBI_Wait(GEX_EC_RMW, 0);
}

static void test_cross(void) {
  gad_open(ads);
  gad_set_words(1, 0);
  all(cross, 0);
  CHECK_EQ(*gad_word(conform_rank(), 0), crowd() * (TURNS / 3));
  gad_close(ads);
}

/* PB-2: rank 0 does nothing but try to take its own word, which rank 1 holds until rank 0 has
 * answered a message: rank 0's handlers run all the same. */
enum { TAKES = 4 };
static uint64_t take(int how) {
  static volatile gex_OP_t fcas = GEX_OP_FCAS; /* not a constant to the compiler */
  gex_AD_t ad = ads[AD_U64];
  void *word = gad_word(0, 0);
  uint64_t old = 1;
  gex_Event_Wait(how == 0   ? gex_AD_OpNB_U64(ad, &old, 0, word, GEX_OP_FCAS, 0, 1, 0)
                 : how == 1 ? gex_AD_OpNB_U64(ad, &old, 0, word, GEX_OP_SWAP, 1, 0, 0)
                 : how == 2 ? gex_AD_OpNB_U64(ad, &old, 0, word, GEX_OP_FOR, 1, 0, 0)
                            : gex_AD_OpNB_U64(ad, &old, 0, word, fcas, 0, 1, 0));
  return old;
}

static void let_go(void) {
  CHECK_EQ(gex_AM_RequestShort1(conform_tm(), 0, H_PING, 0, C_AD), 0);
  GEX_TAKE(C_AD, 1);
  gad_apply(ads[AD_U64], 0, gad_word(0, 0), GEX_OP_SET, 0, 0, 0);
}

static void test_spin(void) {
  double deadline = conform_now() + 40;
  int how;
  gad_open(ads);
  gad_set_words(1, 1);
  for (how = 0; how < TAKES; how++) {
    uint64_t held = 1;
    conform_barrier();
    if (conform_rank() == 1) let_go();
    while (conform_rank() == 0 && (held = take(how)) != 0 && conform_now() < deadline) continue;
    CHECK(conform_rank() != 0 || held == 0);
  }
  gad_close(ads);
}

const struct conform_test conform_gex_ad_contend[] = {
    {"gex_ad_tickets", "gex-coll-atomics AD-3, ADO-8, B.2", test_tickets, 0},
    {"gex_ad_mixed", "gex-coll-atomics AD-3, ADO-7, ADO-8", test_mixed, 0},
    {"gex_ad_cas", "gex-coll-atomics AD-3, ADO-6, B.2", test_cas, 0},
    {"gex_ad_cas_once", "gex-coll-atomics AD-3, B.2", test_cas_once, 0},
    {"gex_ad_swap", "gex-coll-atomics AD-3, ADO-8", test_swap, 0},
    {"gex_ad_bits", "gex-coll-atomics AD-3, B.2", test_bits, 0},
    {"gex_ad_extremes", "gex-coll-atomics AD-3, B.2", test_extremes, 0},
    {"gex_ad_products", "gex-coll-atomics AD-3, B.3", test_products, 0},
    {"gex_ad_cross", "gex-coll-atomics AD-3, gex-rma EV-4", test_cross, 0},
    {"gex_ad_spin", "gex-rma PB-2", test_spin, CONFORM_NEEDS_2},
    {0, 0, 0, 0}};
