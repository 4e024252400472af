/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ad.c: gasnet_ratomic.h before and after its neighbours: every call, and constants where only
 * constant expressions will do, in C and C++. Compiled only, by run.sh. FIRST, and SECOND and THIRD
 * if defined, are the headers to include.
 */
#include FIRST
#ifdef SECOND
#include SECOND
#endif
#ifdef THIRD
#include THIRD
#endif

#ifdef __cplusplus
#define ASSERT(c, name) static_assert(c, #name)
#else
#define ASSERT(c, name) typedef char assert_##name[(c) ? 1 : -1]
#endif

/* Each operation and its twin, both ways. */
#define TWINS(plain, fetching)                                                                     \
  ASSERT(GEX_OP_TO_FETCHING(GEX_OP_##plain) == GEX_OP_##fetching, plain##_to_##fetching);          \
  ASSERT(GEX_OP_TO_NONFETCHING(GEX_OP_##fetching) == GEX_OP_##plain, fetching##_to_##plain)
TWINS(AND, FAND);
TWINS(OR, FOR);
TWINS(XOR, FXOR);
TWINS(ADD, FADD);
TWINS(SUB, FSUB);
TWINS(MULT, FMULT);
TWINS(MIN, FMIN);
TWINS(MAX, FMAX);
TWINS(INC, FINC);
TWINS(DEC, FDEC);
TWINS(SET, SWAP);
TWINS(CAS, FCAS);

/* All different: labels of one switch. */
int hyd_test_op(gex_OP_t op);
int hyd_test_op(gex_OP_t op) {
  switch (op) {
  case GEX_OP_AND: return 1;
  case GEX_OP_OR: return 2;
  case GEX_OP_XOR: return 3;
  case GEX_OP_ADD: return 4;
  case GEX_OP_SUB: return 5;
  case GEX_OP_MULT: return 6;
  case GEX_OP_MIN: return 7;
  case GEX_OP_MAX: return 8;
  case GEX_OP_INC: return 9;
  case GEX_OP_DEC: return 10;
  case GEX_OP_SET: return 11;
  case GEX_OP_CAS: return 12;
  case GEX_OP_TO_FETCHING(GEX_OP_AND): return 13;
  case GEX_OP_TO_FETCHING(GEX_OP_OR): return 14;
  case GEX_OP_TO_FETCHING(GEX_OP_XOR): return 15;
  case GEX_OP_TO_FETCHING(GEX_OP_ADD): return 16;
  case GEX_OP_FSUB: return 17;
  case GEX_OP_FMULT: return 18;
  case GEX_OP_FMIN: return 19;
  case GEX_OP_FMAX: return 20;
  case GEX_OP_FINC: return 21;
  case GEX_OP_FDEC: return 22;
  case GEX_OP_SWAP: return 23;
  case GEX_OP_CSWAP: return 24;
  case GEX_OP_GET: return 25;
  case GEX_OP_USER: return 26;
  case GEX_OP_USER_NC: return 27;
  default: return 0;
  }
}
int hyd_test_dt(gex_DT_t dt);
int hyd_test_dt(gex_DT_t dt) {
  switch (dt) {
  case GEX_DT_I32: return 1;
  case GEX_DT_U32: return 2;
  case GEX_DT_I64: return 3;
  case GEX_DT_U64: return 4;
  case GEX_DT_FLT: return 5;
  case GEX_DT_DBL: return 6;
  case GEX_DT_USER: return 7;
  default: return 0;
  }
}

/* Every call, with literals as clients write them, opcodes known and unknown. */
#define CALLS(name, type)                                                                          \
  int hyd_test_##name(gex_AD_t ad, type *p, gex_OP_t op);                                          \
  int hyd_test_##name(gex_AD_t ad, type *p, gex_OP_t op) {                                         \
    gex_Event_t e = gex_AD_OpNB_##name(ad, p, 1, p, GEX_OP_FADD, 1, 0, 0);                         \
    gex_Event_Wait(e);                                                                             \
    e = gex_AD_OpNB_##name(ad, p, 1, p, op, *p, *p, GEX_FLAG_AD_REL | GEX_FLAG_AD_ACQ);            \
    gex_Event_Wait(e);                                                                             \
    e = gex_AD_OpNB_##name(ad, NULL, 1, p, GEX_OP_SET, 7, 0, GEX_FLAG_AD_REL);                     \
    gex_Event_Wait(e);                                                                             \
    return gex_AD_OpNBI_##name(ad, p, 1, p, GEX_OP_GET, 0, 0, GEX_FLAG_AD_ACQ) +                   \
           gex_AD_OpNBI_##name(ad, p, 1, p, GEX_OP_FCAS, 0, 1, GEX_FLAG_RANK_IS_JOBRANK);          \
  }
CALLS(I32, int32_t)
CALLS(U32, uint32_t)
CALLS(I64, int64_t)
CALLS(U64, uint64_t)
CALLS(FLT, float)
CALLS(DBL, double)

void *hyd_test_domain(gex_TM_t tm);
void *hyd_test_domain(gex_TM_t tm) {
  static int data;
  gex_AD_t ad = GEX_AD_INVALID;
  void *cdata;
  gex_AD_Create(&ad, tm, GEX_DT_I64, GEX_OP_ADD | GEX_OP_FADD, GEX_FLAG_AD_FAVOR_MY_RANK);
  if (gex_AD_QueryTM(ad) != tm || gex_AD_QueryDT(ad) != GEX_DT_I64 || gex_AD_QueryFlags(ad))
    gex_AD_SetCData(ad, gex_AD_QueryOps(ad) ? &data : NULL);
  cdata = gex_AD_QueryCData(ad);
  gex_AD_Destroy(ad);
  return cdata;
}

#if HYD_CLIENT_DEBUG && !(defined(gex_AD_OpNB_I32) && defined(gex_AD_Create))
#error "a checking client's calls do not note where they are"
#endif
