/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_const.c: values, widths and layouts that clients hard-code (gex-core 2, 3, 5, Appendix A).
 *
 * Each must be a constant expression, and where the text says so a number that `#if` can read. The
 * value is compared at run time: a wrong one fails one test, and the other tests are compiled.
 */
#include "conform.h"

#include <stddef.h>

#define SAME(a, b)                                                                                 \
  do {                                                                                             \
    static const int64_t constant_ = (int64_t)(a);                                                 \
    CHECK_EQ(constant_, b);                                                                        \
  } while (0)
#define BIT(n) (1u << (n))

static void test_flags(void) {
  SAME(GEX_FLAG_IMMEDIATE, BIT(0));
  SAME(GEX_FLAG_SELF_SEG_UNKNOWN, BIT(3));
  SAME(GEX_FLAG_SELF_SEG_SOME, BIT(4));
  SAME(GEX_FLAG_SELF_SEG_BOUND, BIT(5));
  SAME(GEX_FLAG_SELF_SEG_OFFSET, BIT(6));
  SAME(GEX_FLAG_PEER_SEG_UNKNOWN, BIT(7));
  SAME(GEX_FLAG_PEER_SEG_SOME, BIT(8));
  SAME(GEX_FLAG_PEER_SEG_BOUND, BIT(9));
  SAME(GEX_FLAG_PEER_SEG_OFFSET, BIT(10));
  SAME(GEX_FLAG_AM_PREPARE_LEAST_CLIENT, BIT(11));
  SAME(GEX_FLAG_AM_PREPARE_LEAST_ALLOC, BIT(12));
  SAME(GEX_FLAG_ENABLE_LEAF_LC, BIT(11));
  SAME(GEX_FLAG_AD_MY_RANK, BIT(11));
  SAME(GEX_FLAG_AD_MY_NBRHD, BIT(12));
  SAME(GEX_FLAG_AD_REL, BIT(1));
  SAME(GEX_FLAG_AD_ACQ, BIT(2));
  SAME(GEX_FLAG_AD_FAVOR_MY_RANK, BIT(0));
  SAME(GEX_FLAG_AD_FAVOR_MY_NBRHD, BIT(1));
  SAME(GEX_FLAG_AD_FAVOR_REMOTE, BIT(2));
  SAME(GEX_FLAG_AM_SHORT, BIT(0));
  SAME(GEX_FLAG_AM_MEDIUM, BIT(1));
  SAME(GEX_FLAG_AM_LONG, BIT(2));
  SAME(GEX_FLAG_AM_REQUEST, BIT(3));
  SAME(GEX_FLAG_AM_REPLY, BIT(4));
  SAME(GEX_FLAG_AM_MEDLONG, 6);
  SAME(GEX_FLAG_AM_REQREP, 24);
  SAME(GEX_FLAG_USES_GASNET1, BIT(0));
  SAME(GEX_FLAG_DEFER_THREADS, BIT(1));
  SAME(GEX_FLAG_TM_SCRATCH_SIZE_MIN, BIT(0));
  SAME(GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED, BIT(1));
  SAME(GEX_FLAG_TM_GLOBAL_SCRATCH, BIT(2));
  SAME(GEX_FLAG_TM_LOCAL_SCRATCH, BIT(3));
  SAME(GEX_FLAG_TM_SYMMETRIC_SCRATCH, BIT(4));
  SAME(GEX_FLAG_TM_NO_SCRATCH, BIT(5));
  SAME(GEX_FLAG_SCRATCH_SEG_OFFSET, BIT(6));
  SAME(GEX_FLAG_GLOBALLY_QUIESCED, BIT(13));
  SAME(GEX_FLAG_RANK_IS_JOBRANK, BIT(13));
  SAME(GEX_FLAG_PEER_NEVER_NBRHD, BIT(14));
  SAME(GEX_FLAG_PEER_NEVER_SELF, BIT(15));
  SAME(GEX_FLAG_HINT_ACCEL_AD, BIT(0));
  SAME(GEX_FLAG_HINT_ACCEL_COLL, BIT(1));
  SAME(GEX_FLAG_HINT_ACCEL_ALL, 3);
  SAME(GEX_EP_CAPABILITY_RMA, BIT(0));
  SAME(GEX_EP_CAPABILITY_AM, BIT(1));
  SAME(GEX_EP_CAPABILITY_VIS, BIT(2));
  SAME(GEX_EP_CAPABILITY_COLL, BIT(3));
  SAME(GEX_EP_CAPABILITY_AD, BIT(4));
  SAME(GEX_EP_CAPABILITY_ALL, 31);
  SAME(GEX_TI_SRCRANK, 1);
  SAME(GEX_TI_ENTRY, 2);
  SAME(GEX_TI_IS_REQ, 4);
  SAME(GEX_TI_IS_LONG, 8);
  SAME(GEX_TI_EP, 16);
  SAME(GEX_TI_ALL, 31);
  SAME(GEX_THREAD_ROLE_RCV, 1);
  SAME(GEX_THREAD_ROLE_SND, 2);
  SAME(GEX_EC_PUT, 3);
  SAME(GEX_EC_AM, 2);
  SAME(GEX_EC_LC, 2);
  SAME(GEX_EC_GET, 4);
  SAME(GEX_EC_RMW, 8);
  SAME(GEX_EC_ALL, ~(gex_EC_t)0);
}

/* Not in every implementation's headers (AMBIG-1). */
#ifdef GEX_EP_INDEX_INVALID
#define EP_INDEX_INVALID GEX_EP_INDEX_INVALID
#else
#define EP_INDEX_INVALID 0xFFFFu
#endif

static void test_values(void) {
  SAME(GEX_RANK_INVALID, 0xFFFFFFFFu);
  SAME(EP_INDEX_INVALID, 0xFFFFu);
  SAME(GASNET_OK, 0);
  SAME(GASNET_BARRIERFLAG_ANONYMOUS, 1);
  SAME(GASNET_BARRIERFLAG_MISMATCH, 2);
  SAME(GASNET_BARRIERFLAG_UNNAMED, 9);
  SAME(GASNET_WAIT_SPIN, 0);
  SAME(GASNET_WAIT_BLOCK, 1);
  SAME(GASNET_WAIT_SPINBLOCK, 2);
}

static void test_errors(void) {
  SAME(GASNET_ERR_NOT_INIT, 10001);
  SAME(GASNET_ERR_RESOURCE, 10002);
  SAME(GASNET_ERR_BAD_ARG, 10003);
  SAME(GASNET_ERR_NOT_READY, 10004);
  SAME(GASNET_ERR_BARRIER_MISMATCH, 10005);
}

#define TWINS(plain, fetching, bit)                                                                \
  SAME(plain, BIT(bit));                                                                           \
  SAME(fetching, BIT(bit + 15));                                                                   \
  SAME(GEX_OP_TO_FETCHING(plain), fetching);                                                       \
  SAME(GEX_OP_TO_NONFETCHING(fetching), plain)

/* Data types and operations (gex-coll-atomics B.1, B.2). */
static void test_operations(void) {
  SAME(GEX_DT_I32, BIT(0));
  SAME(GEX_DT_U32, BIT(1));
  SAME(GEX_DT_I64, BIT(2));
  SAME(GEX_DT_U64, BIT(3));
  SAME(GEX_DT_FLT, BIT(4));
  SAME(GEX_DT_DBL, BIT(5));
  SAME(GEX_DT_USER, BIT(6));
  TWINS(GEX_OP_AND, GEX_OP_FAND, 0);
  TWINS(GEX_OP_OR, GEX_OP_FOR, 1);
  TWINS(GEX_OP_XOR, GEX_OP_FXOR, 2);
  TWINS(GEX_OP_ADD, GEX_OP_FADD, 3);
  TWINS(GEX_OP_SUB, GEX_OP_FSUB, 4);
  TWINS(GEX_OP_MULT, GEX_OP_FMULT, 5);
  TWINS(GEX_OP_MIN, GEX_OP_FMIN, 6);
  TWINS(GEX_OP_MAX, GEX_OP_FMAX, 7);
  TWINS(GEX_OP_INC, GEX_OP_FINC, 8);
  TWINS(GEX_OP_DEC, GEX_OP_FDEC, 9);
  TWINS(GEX_OP_SET, GEX_OP_SWAP, 10);
  TWINS(GEX_OP_CAS, GEX_OP_FCAS, 11);
  SAME(GEX_OP_GET, BIT(27));
  SAME(GEX_OP_USER, BIT(30));
  SAME(GEX_OP_USER_NC, BIT(31));
  SAME(GEX_OP_CSWAP, GEX_OP_FCAS);
}

/* `#if` can read these; the bounds are those of every implementation (gex-core 2). */
#if GASNET_RELEASE_VERSION_MAJOR < 2000 || GASNET_RELEASE_VERSION_MINOR < 0 ||                     \
    GASNET_RELEASE_VERSION_PATCH < 0 || GEX_SPEC_VERSION_MAJOR < 0 ||                              \
    GEX_SPEC_VERSION_MINOR < 0 || GASNET_SPEC_VERSION_MAJOR < 1 || GASNET_SPEC_VERSION_MINOR < 0
#error "versions"
#endif
#if GASNET_SUPPORTS_TI_SRCRANK != 1 || GASNET_SUPPORTS_TI_EP != 1
#error "token queries that are required"
#endif
#if GASNET_HIDDEN_AM_CONCURRENCY_LEVEL != 0 && GASNET_HIDDEN_AM_CONCURRENCY_LEVEL != 1
#error "hidden concurrency"
#endif
#if GASNET_MAXEPS < 1 || SIZEOF_GEX_RMA_VALUE_T != 8 || GEX_AM_INDEX_BASE != 128
#error "limits"
#endif
#if (GASNET_PAGESIZE & (GASNET_PAGESIZE - 1)) || GASNET_PAGESIZE < 4096
#error "page size"
#endif
#if defined(GASNET_DEBUG) == defined(GASNET_NDEBUG)
#error "GASNET_DEBUG xor GASNET_NDEBUG"
#endif
#if defined(GASNET_SEGMENT_FAST) + defined(GASNET_SEGMENT_LARGE) +                                 \
        defined(GASNET_SEGMENT_EVERYTHING) !=                                                      \
    1
#error "one segment mode"
#endif
#if defined(GASNET_SEQ) + defined(GASNET_PAR) + defined(GASNET_PARSYNC) != 1
#error "one thread mode"
#endif
#if GASNET_MAXNODES < 1 || GASNET_MAXNODES > 0xffffffff
#error "GASNET_MAXNODES"
#endif
#if GASNET_ALIGNED_SEGMENTS != 0 && GASNET_ALIGNED_SEGMENTS != 1
#error "GASNET_ALIGNED_SEGMENTS"
#endif
#if GASNET_NULL_ARGV_OK != 0 && GASNET_NULL_ARGV_OK != 1
#error "GASNET_NULL_ARGV_OK"
#endif
/* A hint: 1, or not defined. */
#if GASNET_NATIVE_NP_ALLOC_REQ_MEDIUM == 1 && GASNET_NATIVE_NP_ALLOC_REP_MEDIUM == 1
#define NEGOTIATED_SAVES_A_COPY 1
#else
#define NEGOTIATED_SAVES_A_COPY 0
#endif

static void test_release(void) {
  SAME(GASNET_RELEASE_VERSION_MAJOR, 2025);
  SAME(GASNET_RELEASE_VERSION_MINOR, 8);
  SAME(GASNET_RELEASE_VERSION_PATCH, 0);
  SAME(GEX_SPEC_VERSION_MAJOR, 0);
  SAME(GEX_SPEC_VERSION_MINOR, 19);
  SAME(GASNET_SPEC_VERSION_MAJOR, 1);
  SAME(GASNET_SPEC_VERSION_MINOR, 8);
  SAME(GASNET_VERSION, 1);
  SAME(GASNET_SUPPORTS_AM_CANCEL, 20240418L);
  SAME(GASNET_SUPPORTS_AM_COMMIT_V2, 20240906L);
}

static void test_hints(void) { SAME(NEGOTIATED_SAVES_A_COPY, 1); }

/* Widths (gex-core 3): handles are pointer-sized, the scalars have the widths clients assume. */
#define HANDLE(type) SAME(sizeof(type), sizeof(uintptr_t))
static void test_widths(void) {
  HANDLE(gex_Client_t);
  HANDLE(gex_EP_t);
  HANDLE(gex_Segment_t);
  HANDLE(gex_TM_t);
  HANDLE(gex_MK_t);
  HANDLE(gex_Event_t);
  HANDLE(gex_Token_t);
  HANDLE(gex_AM_SrcDesc_t);
  HANDLE(gex_Addr_t);
  HANDLE(gasnet_valget_handle_t);
  SAME(sizeof(gex_Rank_t), 4);
  SAME(sizeof(gex_EP_Index_t), 2);
  SAME(sizeof(gex_Flags_t), 4);
  SAME(sizeof(gex_DT_t), 4);
  SAME(sizeof(gex_OP_t), 4);
  SAME(sizeof(gex_EP_Capabilities_t), 4);
  SAME(sizeof(gex_AM_Index_t), 1);
  SAME(sizeof(gex_AM_Arg_t), 4);
  SAME(sizeof(gex_RMA_Value_t), SIZEOF_GEX_RMA_VALUE_T);
  SAME(sizeof(gex_TI_t), sizeof(unsigned));
  SAME(sizeof(gex_EC_t), sizeof(unsigned));
  SAME(sizeof(gex_RankInfo_t), sizeof(gex_Rank_t));
  CHECK((gex_Rank_t)-1 > 0);      /* ranks are unsigned */
  CHECK((gex_EP_Index_t)-1 > 0);  /* endpoint indices are unsigned */
  CHECK((gex_AM_Index_t)-1 > 0);  /* handler indices are unsigned */
  CHECK((gex_AM_Arg_t)-1 < 0);    /* handler arguments are signed */
  CHECK((gex_RMA_Value_t)-1 > 0); /* values are unsigned */
}

/* Layout: gex_Memvec_t may be read as a GASNet-1 memvec. */
static void test_layout(void) {
  SAME(offsetof(gex_Memvec_t, gex_addr), offsetof(gasnet_memvec_t, addr));
  SAME(offsetof(gex_Memvec_t, gex_len), offsetof(gasnet_memvec_t, len));
  SAME(sizeof(gex_Memvec_t), sizeof(gasnet_memvec_t));
}

static void test_pointers(void) {
  CHECK_EQ((uintptr_t)GEX_CLIENT_INVALID, 0);
  CHECK_EQ((uintptr_t)GEX_EP_INVALID, 0);
  CHECK_EQ((uintptr_t)GEX_SEGMENT_INVALID, 0);
  CHECK_EQ((uintptr_t)GEX_TM_INVALID, 0);
  CHECK_EQ((uintptr_t)GEX_MK_INVALID, 0);
  CHECK_EQ((uintptr_t)GEX_MK_HOST, 1);
  CHECK_EQ((uintptr_t)GEX_EVENT_INVALID, 0);
  CHECK_EQ((uintptr_t)GEX_EVENT_NO_OP, 1);
  CHECK_EQ((uintptr_t)GEX_EVENT_NOW, 1);
  CHECK_EQ((uintptr_t)GEX_EVENT_DEFER, 2);
  CHECK_EQ((uintptr_t)GEX_EVENT_GROUP, 3);
  CHECK_EQ((uintptr_t)GEX_AM_SRCDESC_NO_OP, 0);
  CHECK(GASNET_INVALID_HANDLE == GEX_EVENT_INVALID);
  CHECK(GEX_EVENT_NO_OP != GEX_EVENT_INVALID);
}

/* TYPE-1: zeroed storage reads as the invalid value of each handle type. */
static void test_zeroed(void) {
  struct {
    gex_Client_t client;
    gex_EP_t ep;
    gex_Segment_t segment;
    gex_TM_t tm;
    gex_MK_t mk;
    gex_Event_t event;
    gex_AM_SrcDesc_t sd;
  } z;
  memset(&z, 0, sizeof z);
  CHECK(z.client == GEX_CLIENT_INVALID);
  CHECK(z.ep == GEX_EP_INVALID);
  CHECK(z.segment == GEX_SEGMENT_INVALID);
  CHECK(z.tm == GEX_TM_INVALID);
  CHECK(z.mk == GEX_MK_INVALID);
  CHECK(z.event == GEX_EVENT_INVALID);
  CHECK(z.sd == GEX_AM_SRCDESC_NO_OP);
}

/* The declared order of members, through positional initialisers (gex-core 3.4). */
static void test_members(void) {
  static const int data = 7;
  gex_AM_Entry_t entry = {200, 0, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 3, &data, "name"};
  gex_EP_Location_t where = {5, 2};
  gex_Memvec_t vec = {&entry, sizeof entry};
  gex_ProgressThreadInfo_t info = {"list", GEX_THREAD_ROLE_RCV, 0, &entry};
  gex_Token_Info_t token;
  CHECK_EQ(entry.gex_index, 200);
  CHECK(entry.gex_fnptr == 0);
  CHECK_EQ(entry.gex_flags, 9);
  CHECK_EQ(entry.gex_nargs, 3);
  CHECK(entry.gex_cdata == &data);
  CHECK_STR(entry.gex_name, "name");
  CHECK_EQ(where.gex_rank, 5);
  CHECK_EQ(where.gex_ep_index, 2);
  CHECK(vec.gex_addr == &entry);
  CHECK_EQ(vec.gex_len, sizeof entry);
  CHECK_STR(info.gex_device_list, "list");
  CHECK_EQ(info.gex_thread_roles, 1);
  CHECK(!info.gex_progress_fn);
  CHECK(info.gex_progress_arg == &entry);
  token.gex_srcrank = 1;
  token.gex_ep = conform_ep();
  token.gex_entry = &entry;
  token.gex_is_req = token.gex_is_long = 1;
  CHECK(token.gex_entry->gex_index == 200 && token.gex_is_req && token.gex_is_long);
}

/* gex-core 2.1: text that identifies the configuration, and agrees with the macros. */
static void test_identity(void) {
  static const char config[] = GASNET_CONFIG_STRING;
  static const char conduit[] = GASNET_CONDUIT_NAME_STR;
  const char *mode = CONFORM_SEQ ? "SEQ" : CONFORM_PAR ? "PAR" : "PARSYNC", *found;
  CHECK(strstr(config, "RELEASE=2025.8.0"));
  CHECK(strstr(config, "SPEC=0.19"));
  CHECK(strstr(config, conduit));
  found = strstr(config, "THREADMODEL=");
  CHECK(found && !strncmp(found + 12, mode, strlen(mode)) && found[12 + strlen(mode)] == ',');
  found = strstr(config, "SEGMENT=");
  CHECK(found && !strncmp(found + 8, CONFORM_EVERYTHING ? "EVERYTHING" : "FAST", 4));
  CHECK(strstr(config, CONFORM_DEBUG ? ",debug" : ",nodebug"));
  CHECK(strlen(GASNET_CORE_NAME_STR) && strlen(GASNET_CORE_VERSION_STR));
  CHECK(strlen(GASNET_EXTENDED_NAME_STR) && strlen(GASNET_EXTENDED_VERSION_STR));
  CHECK_STR(conduit, _STRINGIFY(GASNET_CONDUIT_NAME));
}

/* gex-core 22.6: helpers that clients take from these headers. */
static void test_helpers(void) {
  char text[32];
  int taken = 0;
  CHECK_EQ(MIN(3, 5), 3);
  CHECK_EQ(MAX(3, 5), 5);
  if_pf(conform_size() == 0) taken = 1;
  CHECK_EQ(taken, 0);
  if_pt(conform_size() > 0) taken = 2;
  CHECK_EQ(taken, 2);
  CHECK_STR(_STRINGIFY(GASNET_SPEC_VERSION_MAJOR), "1");
  CHECK_EQ(_CONCAT(1, 2), 12);
  snprintf(text, sizeof text, "%" PRIuSZ, (size_t)123456);
  CHECK_STR(text, "123456");
  CHECK(strlen(PLATFORM_COMPILER_IDSTR) > 0);
}

/* gex-core 21: the thread-lookup macros are accepted at the top of a block, in any combination. */
static int with_begin(int x) {
  GASNET_BEGIN_FUNCTION();
  int y = x + 1;
  return y;
}
static int with_posted(gasnet_threadinfo_t ti, int x) {
  GASNET_POST_THREADINFO(ti);
  int y = x + 1;
  return y;
}
static void test_threadinfo(void) {
  gasnet_threadinfo_t ti = GASNET_GET_THREADINFO();
  CHECK_EQ(with_begin(1), 2);
  CHECK_EQ(with_posted(ti, 2), 3);
  CHECK_EQ(sizeof ti, sizeof(void *));
}

const struct conform_test conform_gex_const[] = {
    {"gex_const_flags", "gex-core Appendix A", test_flags, 0},
    {"gex_const_values", "gex-core Appendix A", test_values, 0},
    {"gex_const_errors", "gex-core Appendix A", test_errors, 0},
    {"gex_const_operations", "gex-coll-atomics B.1, B.2", test_operations, 0},
    {"gex_const_release", "gex-core 2", test_release, 0},
    {"gex_const_hints", "gex-core 2", test_hints, 0},
    {"gex_const_widths", "gex-core 3.1, 3.2, 3.3", test_widths, 0},
    {"gex_const_layout", "gex-core 3.4", test_layout, 0},
    {"gex_const_pointers", "gex-core 3.2, Appendix A", test_pointers, 0},
    {"gex_const_zeroed", "gex-core TYPE-1", test_zeroed, 0},
    {"gex_const_members", "gex-core 3.4", test_members, 0},
    {"gex_const_identity", "gex-core 2.1", test_identity, 0},
    {"gex_const_helpers", "gex-core 22.6", test_helpers, 0},
    {"gex_const_threadinfo", "gex-core 21", test_threadinfo, 0},
    {0, 0, 0, 0}};
