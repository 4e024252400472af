/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_ad_domain.c: domains and what they say of themselves; jobranks, assertions and hints
 * (gex-coll-atomics C.2, ADO-2, ADO-9; checklist 3, 4, 5, 8).
 */
#include "gex_ad.h"

/* Facts that must be constants: also as labels. */
_Static_assert(GEX_OP_TO_FETCHING(GEX_OP_SET) == GEX_OP_SWAP, "SET and SWAP");
_Static_assert(GEX_OP_TO_NONFETCHING(GEX_OP_FCAS) == GEX_OP_CAS, "CAS and FCAS");
_Static_assert(sizeof(gex_AD_t) == sizeof(void *), "handles are pointers");
static int label(gex_OP_t op) {
  switch (op) {
  case GEX_OP_TO_FETCHING(GEX_OP_ADD): return 1;
  case GEX_OP_TO_NONFETCHING(GEX_OP_FADD): return 2;
  case GEX_OP_CSWAP: return 3;
  default: return 0;
  }
}

static void test_twins(void) {
  int i;
  for (i = 0; i < AD_OPS; i++) {
    gex_OP_t op = ad_ops[i].op, twin;
    if (ad_fetches(op)) continue;
    twin = GEX_OP_TO_FETCHING(op);
    CHECK(ad_fetches(twin) && twin != GEX_OP_GET);
    CHECK_EQ(GEX_OP_TO_NONFETCHING(twin), op);
  }
  CHECK_EQ(label(GEX_OP_FADD), 1);
  CHECK_EQ(label(GEX_OP_ADD), 2);
  CHECK_EQ(label(GEX_OP_FCAS), 3);
  CHECK(GEX_AD_INVALID == 0);
}

/* AD-1, checklist 8: a domain is made of what it was made of, flags of other calls included
 * (C.1). */
static void test_queries(void) {
  static const gex_Flags_t hints[] = {0,
                                      GEX_FLAG_AD_FAVOR_MY_RANK,
                                      GEX_FLAG_AD_FAVOR_MY_NBRHD,
                                      GEX_FLAG_AD_FAVOR_REMOTE,
                                      GEX_FLAG_PEER_SEG_OFFSET,
                                      GEX_FLAG_AD_FAVOR_REMOTE | GEX_FLAG_SELF_SEG_UNKNOWN |
                                          GEX_FLAG_PEER_SEG_BOUND};
  int t, i, h;
  for (t = 0; t < AD_TYPES; t++)
    for (h = 0; h < (int)(sizeof hints / sizeof hints[0]); h++)
      for (i = 0; i < AD_OPS; i++) {
        gex_AD_t ad = GEX_AD_INVALID;
        gex_OP_t ops = ad_ops[i].op | GEX_OP_GET;
        if (!ad_legal((enum ad_type)t, ops & ~GEX_OP_GET)) continue;
        gex_AD_Create(&ad, conform_tm(), ad_dt((enum ad_type)t), ops, hints[h]);
        CHECK(ad != GEX_AD_INVALID);
        CHECK(gex_AD_QueryTM(ad) == conform_tm());
        CHECK_EQ(gex_AD_QueryDT(ad), ad_dt((enum ad_type)t));
        CHECK_EQ(gex_AD_QueryOps(ad), ops);
        CHECK_EQ(gex_AD_QueryFlags(ad), hints[h]);
        CHECK(gex_AD_QueryCData(ad) == 0);
        gex_AD_Destroy(ad);
      }
}

/* Checklist 8: thousands, with client data of their own; destroyed in another order. */
enum { MANY = 5000 };
static void test_many(void) {
  static gex_AD_t ad[MANY];
  int i;
  gad_set_words(1, 0);
  for (i = 0; i < MANY; i++) {
    gex_AD_Create(&ad[i], conform_tm(), GEX_DT_U64, GEX_OP_FADD | GEX_OP_ADD, 0);
    gex_AD_SetCData(ad[i], &ad[i]);
  }
  for (i = 0; i < MANY; i++) CHECK(gex_AD_QueryCData(ad[i]) == &ad[i]);
  for (i = 0; i < MANY; i += 100) { /* one domain after the other uses the word: PH-1 */
    if (conform_rank() == 0)
      CHECK_EQ(gad_fetch(ad[i], conform_next(), gad_word(conform_next(), 0), GEX_OP_FADD, 1, 0, 0),
               i / 100);
  }
  conform_barrier();
  gex_AD_SetCData(ad[1], 0);
  CHECK(gex_AD_QueryCData(ad[1]) == 0 && gex_AD_QueryCData(ad[2]) == &ad[2]);
  for (i = 0; i < MANY; i += 2) gex_AD_Destroy(ad[i]);
  for (i = MANY - 1; i > 0; i -= 2) gex_AD_Destroy(ad[i]);
}

/* AD-1: usable at once, also towards members that have not made it yet. */
static void test_at_once(void) {
  gex_Rank_t r, size = conform_size();
  int round;
  gad_set_words(1, 0);
  for (round = 0; round < 20; round++) {
    gex_AD_t ad;
    if (conform_rank() % 2) gex_sleep_ms(1);
    gex_AD_Create(&ad, conform_tm(), GEX_DT_U64, GEX_OP_INC | GEX_OP_GET, 0);
    for (r = 0; r < size; r++) gad_apply(ad, r, gad_word(r, 0), GEX_OP_INC, 0, 0, 0);
    conform_barrier();
    CHECK_EQ(gad_fetch(ad, conform_next(), gad_word(conform_next(), 0), GEX_OP_GET, 0, 0, 0),
             (uint64_t)(round + 1) * size);
    conform_barrier();
    gex_AD_Destroy(ad);
  }
}

/* Several domains at the same time, each on words of its own (AD-5). */
static void test_side_by_side(void) {
  gex_AD_t ad[2][AD_TYPES];
  uint64_t old;
  int i, k;
  gad_set_words(8, 0);
  gad_open(ad[0]);
  gad_open(ad[1]);
  for (i = 0; i < 200; i++)
    for (k = 0; k < 2; k++) {
      gex_Rank_t to = conform_next();
      gex_Event_Wait(
          gex_AD_OpNB_U64(ad[k][AD_U64], &old, to, gad_word(to, k), GEX_OP_FADD, 3, 0, 0));
      CHECK_EQ(old, 3 * i);
      gex_Event_Wait(
          gex_AD_OpNB_I32(ad[k][AD_I32], 0, to, gad_word(to, 2 + k), GEX_OP_DEC, 0, 0, 0));
    }
  conform_barrier();
  CHECK_EQ(*gad_word(conform_rank(), 0), 600);
  CHECK_EQ(*gad_word(conform_rank(), 1), 600);
  CHECK_EQ(*(int32_t *)(void *)gad_word(conform_rank(), 2), -200);
  gad_close(ad[0]);
  gad_close(ad[1]);
}

/* gex-core 7.2: queries and client data are legal in handlers. */
static gex_AD_t asked_ad;
static char asked;
static void query(void) {
  CHECK(gex_AD_QueryTM(asked_ad) == conform_tm());
  CHECK_EQ(gex_AD_QueryDT(asked_ad), GEX_DT_DBL);
  CHECK_EQ(gex_AD_QueryOps(asked_ad), GEX_OP_ADD);
  CHECK_EQ(gex_AD_QueryFlags(asked_ad), 0);
  gex_AD_SetCData(asked_ad, &asked);
  CHECK(gex_AD_QueryCData(asked_ad) == &asked);
}
gex_AM_Entry_t conform_gex_ad_domain_handlers[] = {{0, 0, 0, 0, 0, 0}};

static void test_in_handler(void) {
  gex_AD_Create(&asked_ad, conform_tm(), GEX_DT_DBL, GEX_OP_ADD, 0);
  gex_restricted_also = query;
  conform_barrier();
  CHECK_EQ(gex_AM_RequestShort1(conform_tm(), conform_next(), H_RESTRICTED, 0, C_AD), 0);
  GEX_TAKE(C_AD, 1);
  gex_check_settled(C_AD);
  CHECK(gex_AD_QueryCData(asked_ad) == &asked);
  gex_restricted_also = 0;
  gex_AD_Destroy(asked_ad);
}

/* ADO-2, ADO-9: jobranks and true assertions, with each of the hints of AD-2. */
static void check_flags(gex_AD_t ad, gex_Rank_t to, gex_Flags_t flags, uint64_t *want_p) {
  struct ad_call c = {.ad = ad, .type = AD_U64, .op = GEX_OP_FADD, .rank = to, .a = 5};
  uint64_t old;
  int form, constant;
  for (form = 0; form < GAD_FORMS; form++)
    for (constant = 0; constant < 2; constant++) {
      old = ~(uint64_t)0;
      c.addr = gad_word(to, (int)(conform_rank() % 1024));
      c.constant = constant;
      c.flags = flags;
      c.result = &old;
      gad_do(&c, (enum gad_form)form);
      CHECK_EQ(old, *want_p);
      *want_p += 5;
    }
}

static int in_my_nbrhd(gex_Rank_t jobrank) {
  gex_RankInfo_t *info;
  gex_Rank_t n, i;
  gex_System_QueryNbrhdInfo(&info, &n, 0);
  for (i = 0; i < n; i++)
    if (info[i].gex_jobrank == jobrank) return 1;
  return 0;
}

static void test_flags(void) {
  static const gex_Flags_t hints[] = {0, GEX_FLAG_AD_FAVOR_MY_RANK, GEX_FLAG_AD_FAVOR_MY_NBRHD,
                                      GEX_FLAG_AD_FAVOR_REMOTE};
  int h;
  for (h = 0; h < 4; h++) {
    gex_Rank_t r;
    gex_AD_t ad;
    gad_set_words(1024, 0);
    gex_AD_Create(&ad, conform_tm(), GEX_DT_U64, GEX_OP_FADD, hints[h]);
    for (r = 0; r < conform_size(); r++) {
      uint64_t want = 0;
      gex_Flags_t assertion = in_my_nbrhd(r) ? GEX_FLAG_AD_MY_NBRHD : 0;
      check_flags(ad, r, 0, &want);
      check_flags(ad, r, GEX_FLAG_RANK_IS_JOBRANK, &want);
      check_flags(ad, r, assertion | GEX_FLAG_AD_ACQ, &want);
      check_flags(ad, r, assertion | GEX_FLAG_RANK_IS_JOBRANK | GEX_FLAG_AD_REL, &want);
      if (r == conform_rank()) check_flags(ad, r, GEX_FLAG_AD_MY_RANK, &want);
      if (r == conform_rank())
        check_flags(ad, r, GEX_FLAG_AD_MY_RANK | GEX_FLAG_RANK_IS_JOBRANK, &want);
    }
    conform_barrier();
    gex_AD_Destroy(ad);
  }
}

/* ADO-7, IMM-1: what was given up is recognisable and did nothing. */
static void test_immediate(void) {
  enum { OPS = 20000 };
  static uint64_t old[OPS];
  gex_Event_t event;
  gex_AD_t ad;
  gex_Rank_t to = conform_next();
  int i, n = 0, given_up = 0;
  gad_set_words(1, 0);
  gex_AD_Create(&ad, conform_tm(), GEX_DT_U64, GEX_OP_FINC | GEX_OP_GET, 0);
  for (i = 0; i < OPS / 2; i++) {
    event =
        gex_AD_OpNB_U64(ad, &old[n], to, gad_word(to, 0), GEX_OP_FINC, 0, 0, GEX_FLAG_IMMEDIATE);
    if (event == GEX_EVENT_NO_OP) {
      given_up++;
      if (given_up % 64 == 0) gasnet_AMPoll();
      continue;
    }
    gex_Event_Wait(event);
    n++;
  }
  for (i = 0; i < OPS / 2; i++) {
    if (gex_AD_OpNBI_U64(ad, &old[n], to, gad_word(to, 0), GEX_OP_FINC, 0, 0, GEX_FLAG_IMMEDIATE)) {
      if (++given_up % 64 == 0) gasnet_AMPoll();
    } else {
      n++;
    }
  }
  gex_NBI_Wait(GEX_EC_RMW, 0);
  CHECK_EQ(gad_fetch(ad, to, gad_word(to, 0), GEX_OP_GET, 0, 0, 0), n);
  conform_barrier();
  gex_AD_Destroy(ad);
}

const struct conform_test conform_gex_ad_domain[] = {
    {"gex_ad_twins", "gex-coll-atomics B.2, checklist 3", test_twins, 0},
    {"gex_ad_queries", "gex-coll-atomics AD-1, AD-2, gex-core 7.3", test_queries, 0},
    {"gex_ad_many", "gex-coll-atomics C.2, gex-core 7.3", test_many, 0},
    {"gex_ad_at_once", "gex-coll-atomics AD-1, AD-4", test_at_once, 0},
    {"gex_ad_side_by_side", "gex-coll-atomics AD-5", test_side_by_side, 0},
    {"gex_ad_in_handler", "gex-core 7.2", test_in_handler, 0},
    {"gex_ad_flags", "gex-coll-atomics AD-2, ADO-2, ADO-9", test_flags, 0},
    {"gex_ad_immediate", "gex-coll-atomics ADO-7, gex-core IMM-1, IMM-2", test_immediate, 0},
    {0, 0, 0, 0}};
