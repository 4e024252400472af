/* SPDX-License-Identifier: BSD-3-Clause
 *
 * g1_job.c: the job as a running rank sees it: results of init and attach (recorded by start.c),
 * ranks, segments, node information, environment, error texts, configuration macros and strings.
 */
#include "conform.h"

#include <stddef.h>

#include "start.h"

#define STARTED conform_startup

/* ---- init and attach ----------------------------------------------------- */

static void startup(void) {
  CHECK_EQ(STARTED.init_result, GASNET_OK);
  CHECK_EQ(STARTED.attach_result, GASNET_OK);
  CHECK_EQ(STARTED.mynode, gasnet_mynode()); /* C7.5 */
  CHECK_EQ(STARTED.nodes, gasnet_nodes());
  CHECK(gasnet_nodes() >= 1);
  CHECK(gasnet_mynode() < gasnet_nodes());
  CHECK_EQ(gasnet_mynode(), gex_System_QueryJobRank());
  CHECK_EQ(gasnet_nodes(), gex_System_QueryJobSize());
  CHECK_EQ(STARTED.waitmode_early, GASNET_OK);
  CHECK_EQ(STARTED.nodeinfo_early, GASNET_OK);
}

static void command_line(void) { /* C7.1 */
  CHECK_EQ(STARTED.argc_after, STARTED.argc_before);
  CHECK(STARTED.last_arg_after != NULL);
  CHECK_STR(STARTED.last_arg_after, STARTED.last_arg_before);
}

static void attach_errors(void) { /* 7.3; C7.3, C5.3 */
  CHECK_EQ(STARTED.attach_before_init, GASNET_ERR_NOT_INIT);
  CHECK_EQ(STARTED.init_again, GASNET_ERR_NOT_INIT);
  CHECK(STARTED.init_again_printed);
  CHECK_EQ(STARTED.attach_odd, GASNET_ERR_BAD_ARG);
  CHECK(STARTED.attach_odd_printed);
  CHECK_EQ(STARTED.attach_huge, GASNET_ERR_BAD_ARG);
  CHECK_EQ(STARTED.attach_again, GASNET_ERR_NOT_INIT);
  CHECK_EQ(STARTED.seginfo_early, GASNET_ERR_NOT_INIT); /* C7.25 */
}

static void attach_hook(void) { /* C7.18 */
  if (CONFORM_EVERYTHING) {
    conform_skip("no segment in EVERYTHING");
    return;
  }
  CHECK_EQ(STARTED.hook_calls, 1);
  CHECK(STARTED.hook_base == conform_seg(gasnet_mynode()));
  CHECK(STARTED.hook_size >= conform_seg_size());
  CHECK(STARTED.hook_before_handlers);
}

/* A value that a call refuses is to be refused without a line on stderr. */
static int silent_errors(void) {
  int before = gex_System_GetVerboseErrors();
  gex_System_SetVerboseErrors(0);
  return before;
}

/* ---- segments ------------------------------------------------------------ */

static conform_count_t max_seen;
static uint64_t max_sum;
enum { H_MAX = 179 };
static void max_handler(gasnet_token_t token, gasnet_handlerarg_t hi, gasnet_handlerarg_t lo) {
  (void)token;
  CHECK_EQ(((uint64_t)(uint32_t)hi << 32) | (uint32_t)lo, STARTED.max_global);
  max_sum++;
  conform_add(&max_seen, 1);
}

static void segment_limits(void) { /* C7.20, C7.22 */
  uintptr_t local = STARTED.max_local, global = STARTED.max_global;
  gasnet_node_t i;
  CHECK_EQ(STARTED.max_local_after, local);
  CHECK_EQ(STARTED.max_global_after, global);
  if (CONFORM_EVERYTHING) {
    CHECK_EQ(local, (uintptr_t)-1);
    CHECK_EQ(global, (uintptr_t)-1);
  } else {
    CHECK(global > 0);
    CHECK(global <= local);
    CHECK_EQ(local % GASNET_PAGESIZE, 0);
    CHECK_EQ(global % GASNET_PAGESIZE, 0);
  }
  conform_barrier();
  for (i = 0; i < gasnet_nodes(); i++)
    gasnet_AMRequestShort2(i, H_MAX, (uint64_t)global >> 32, global);
  conform_wait_until(conform_get(&max_seen) == (int)gasnet_nodes());
  conform_barrier();
  conform_set(&max_seen, 0);
}

/* C7.23: GASNET_MAX_SEGSIZE, else the client's variable, else the default. run.sh sets
 * CONFORM_EXPECT_MAXSEG when it sets the variable to something that can be computed. */
static void segment_bound(void) {
  const char *expected = getenv("CONFORM_EXPECT_MAXSEG");
  if (CONFORM_EVERYTHING) {
    conform_skip("unbounded");
  } else if (expected) {
    CHECK_EQ(STARTED.max_local, strtoull(expected, 0, 0));
  } else if (getenv("GASNET_MAX_SEGSIZE")) {
    conform_skip("set outside of this test");
  } else if (gasnet_max_segsize_str) {
    CHECK_STR(gasnet_max_segsize_str, "64MB");
    CHECK_EQ(STARTED.max_local, (uintptr_t)64 << 20);
  } else if (gasnet_max_segsize) {
    CHECK_EQ(STARTED.max_local, gasnet_max_segsize);
  }
}

static void segment_info(void) { /* C7.25, C7.14 */
  gasnet_node_t n = gasnet_nodes(), i;
  gasnet_seginfo_t *table = malloc((n + 2) * sizeof *table);
  int verbose;
  memset(table, 0x77, (n + 2) * sizeof *table);
  CHECK_EQ(gasnet_getSegmentInfo(table, 0), GASNET_OK);
  CHECK_EQ(conform_not_all(table, (n + 2) * sizeof *table, 0x77), -1);
  CHECK_EQ(gasnet_getSegmentInfo(table, 1), GASNET_OK);
  CHECK_EQ(conform_not_all(table + 1, (n + 1) * sizeof *table, 0x77), -1);
  CHECK_EQ(gasnet_getSegmentInfo(table, (int)n + 2), GASNET_OK);
  CHECK_EQ(conform_not_all(table + n, 2 * sizeof *table, 0x77), -1);
  verbose = silent_errors();
  CHECK_EQ(gasnet_getSegmentInfo(table, -1), GASNET_ERR_BAD_ARG);
  gex_System_SetVerboseErrors(verbose);
  for (i = 0; i < n; i++) {
    if (CONFORM_EVERYTHING) {
      CHECK(table[i].addr == NULL);
      CHECK_EQ(table[i].size, (uintptr_t)-1);
    } else {
      CHECK(table[i].addr == conform_seg(i));
      CHECK_EQ(table[i].size, STARTED.hook_size);
      CHECK_EQ((uintptr_t)table[i].addr % GASNET_PAGESIZE, 0);
    }
  }
  free(table);
}

/* ---- nodes --------------------------------------------------------------- */

static void check_dense(const gasnet_nodeinfo_t *t, gasnet_node_t n) {
  gasnet_node_t hosts = 0, supernodes = 0, i, j;
  for (i = 0; i < n; i++) {
    CHECK(t[i].host <= hosts); /* numbered by first appearance */
    CHECK(t[i].supernode <= supernodes);
    if (t[i].host == hosts) hosts++;
    if (t[i].supernode == supernodes) supernodes++;
    for (j = 0; j < i; j++)
      if (t[i].supernode == t[j].supernode) CHECK_EQ(t[i].host, t[j].host);
  }
}

static void node_info(void) { /* section 9, C9.1, C9.3 */
  gasnet_node_t n = gasnet_nodes(), i;
  gasnet_nodeinfo_t *t = malloc((n + 1) * sizeof *t);
  const char *most = getenv("GASNET_SUPERNODE_MAXSIZE");
  int verbose;
  memset(t, 0x66, (n + 1) * sizeof *t);
  verbose = silent_errors();
  CHECK_EQ(gasnet_getNodeInfo(t, -1), GASNET_ERR_BAD_ARG);
  gex_System_SetVerboseErrors(verbose);
  CHECK_EQ(gasnet_getNodeInfo(t, 0), GASNET_OK);
  CHECK_EQ(conform_not_all(t, (n + 1) * sizeof *t, 0x66), -1);
  CHECK_EQ(gasnet_getNodeInfo(t, (int)n + 1), GASNET_OK);
  CHECK_EQ(conform_not_all(t + n, sizeof *t, 0x66), -1);
  check_dense(t, n);
  for (i = 0; i < n && i < START_NODES; i++) {
    CHECK_EQ(STARTED.nodeinfo[i].host, t[i].host);
    CHECK_EQ(STARTED.nodeinfo[i].supernode, t[i].supernode);
  }
#ifdef GASNET_PSHM
  if (!CONFORM_EVERYTHING) CHECK_EQ(t[gasnet_mynode()].offset, 0);
#endif
  if (most && atoi(most) == 1)
    for (i = 0; i < n; i++) CHECK_EQ(t[i].supernode, i);
  free(t);
}

/* C9.2: plain loads and stores through the mapping of a neighbour's segment. */
static void direct_access(void) {
#ifdef GASNET_PSHM
  gasnet_node_t n = gasnet_nodes(), me = gasnet_mynode(), i;
  gasnet_nodeinfo_t *t = malloc(n * sizeof *t);
  uint32_t *mine = conform_seg(me);
  gasnet_getNodeInfo(t, (int)n);
  for (i = 0; i < 1024; i++) mine[i] = me * 1000000 + i;
  conform_barrier();
  for (i = 0; i < n; i++) {
    volatile uint32_t *there = (volatile uint32_t *)((char *)conform_seg(i) + t[i].offset);
    gasnet_node_t k;
    if (t[i].supernode != t[me].supernode) continue;
    for (k = 0; k < 1024; k++) CHECK_EQ(there[k], i * 1000000 + k);
    there[2048 + me] = 7 * i + me;
    there = (volatile uint32_t *)((char *)conform_seg(i) + conform_seg_size() - 4096 + t[i].offset);
    there[me] = me + 1; /* the mapping reaches to the end */
  }
  conform_barrier();
  for (i = 0; i < n; i++)
    if (t[i].supernode == t[me].supernode) {
      CHECK_EQ(mine[2048 + i], 7 * me + i);
      CHECK_EQ(mine[(conform_seg_size() - 4096) / 4 + i], i + 1);
    }
  conform_barrier();
  free(t);
#else
  conform_skip("no shared memory configured");
#endif
}

/* ---- environment and texts ----------------------------------------------- */

static void environment(void) { /* C7.26; run.sh sets the probes */
  const char *probe = getenv("CONFORM_ENV_PROBE");
  CHECK(gasnet_getenv("CONFORM_SURELY_NOT_SET") == NULL);
  if (gasnet_getenv("HOME")) CHECK_STR(gasnet_getenv("HOME"), getenv("HOME"));
  setenv("CONFORM_SET_AFTER_INIT", "x", 1); /* does not propagate */
  if (!probe) {
    conform_skip("CONFORM_ENV_PROBE is not set");
    return;
  }
  CHECK_STR(gasnet_getenv("CONFORM_ENV_PROBE"), probe);
  CHECK_STR(STARTED.env_early, probe);
  CHECK_STR(gasnet_getenv("CONFORM_ENV_EMPTY"), "");
}

static void wait_modes(void) { /* C7.27 */
  static const int modes[] = {GASNET_WAIT_SPIN, GASNET_WAIT_BLOCK, GASNET_WAIT_SPINBLOCK};
  int i, k, verbose;
  CHECK_EQ(GASNET_WAIT_SPIN, 0);
  CHECK_EQ(GASNET_WAIT_BLOCK, 1);
  CHECK_EQ(GASNET_WAIT_SPINBLOCK, 2);
  for (i = 0; i < 3; i++) {
    CHECK_EQ(gasnet_set_waitmode(modes[(i + (int)gasnet_mynode()) % 3]), GASNET_OK);
    for (k = 0; k < 20; k++) CHECK_EQ(gasnet_barrier(k, 0), GASNET_OK);
  }
  verbose = silent_errors();
  CHECK_EQ(gasnet_set_waitmode(3), GASNET_ERR_BAD_ARG);
  CHECK_EQ(gasnet_set_waitmode(-1), GASNET_ERR_BAD_ARG);
  gex_System_SetVerboseErrors(verbose);
  CHECK_EQ(gasnet_set_waitmode(GASNET_WAIT_SPINBLOCK), GASNET_OK);
}

static void error_texts(void) { /* C5.1, C5.2 */
  CHECK_EQ(GASNET_OK, 0);
  conform_check_error_texts();
  CHECK_STR(STARTED.early_name, "GASNET_ERR_BAD_ARG"); /* before init */
  CHECK(STARTED.early_medium >= 4000 && STARTED.early_medium <= gasnet_AMMaxMedium()); /* AML-6 */
  CHECK(STARTED.early_long[0] >= 4000 && STARTED.early_long[0] <= gasnet_AMMaxLongRequest());
  CHECK(STARTED.early_long[1] >= 4000 && STARTED.early_long[1] <= gasnet_AMMaxLongReply());
  CHECK(STARTED.early_desc && *STARTED.early_desc);
}

/* ---- configuration ------------------------------------------------------- */

static void config_macros(void) { /* section 4 */
  CHECK_EQ(GASNET_SPEC_VERSION_MAJOR, 1);
  CHECK_EQ(GASNET_SPEC_VERSION_MINOR, 8);
  CHECK_EQ(GASNET_VERSION, GASNET_SPEC_VERSION_MAJOR);
  CHECK(GASNET_RELEASE_VERSION_MAJOR >= 2017);
  CHECK_EQ(GASNET_PAGESIZE & (GASNET_PAGESIZE - 1), 0);
  CHECK(GASNET_PAGESIZE >= 4096);
  CHECK((gasnet_node_t)GASNET_MAXNODES == GASNET_MAXNODES);
  CHECK(GASNET_MAXNODES >= gasnet_nodes());
  CHECK(GASNET_ALIGNED_SEGMENTS == 0 || GASNET_ALIGNED_SEGMENTS == 1);
  CHECK_STR(GASNET_CONDUIT_NAME_STR, _STRINGIFY(GASNET_CONDUIT_NAME));
  CHECK_EQ(GASNET_NULL_ARGV_OK, 1);
  CHECK_EQ(sizeof(gasnet_node_t), 4);
  CHECK_EQ(sizeof(gasnet_handler_t), 1);
  CHECK_EQ(sizeof(gasnet_handlerarg_t), 4);
  CHECK_EQ(sizeof(gasnet_register_value_t), SIZEOF_GASNET_REGISTER_VALUE_T);
  CHECK_EQ(sizeof(gasnet_token_t), sizeof(void *));
  CHECK_EQ(sizeof(gasnet_threadinfo_t), sizeof(void *));
  CHECK((gasnet_node_t)-1 > 0);
  CHECK((gasnet_register_value_t)-1 > 0);
  CHECK((gasnet_handlerarg_t)-1 < 0);
#if GASNET_DEBUG + GASNET_NDEBUG != 1
  CHECK(!"exactly one of GASNET_DEBUG and GASNET_NDEBUG");
#endif
#if GASNET_SEGMENT_FAST + GASNET_SEGMENT_LARGE + GASNET_SEGMENT_EVERYTHING != 1
  CHECK(!"exactly one segment macro");
#endif
#if GASNET_SEQ + GASNET_PARSYNC + GASNET_PAR != 1
  CHECK(!"exactly one thread mode");
#endif
#if GASNET_CONDUIT_SMP + GASNET_CONDUIT_UDP + GASNET_CONDUIT_MPI + GASNET_CONDUIT_IBV +            \
        GASNET_CONDUIT_OFI + GASNET_CONDUIT_UCX !=                                                 \
    1
  CHECK(!"exactly one GASNET_CONDUIT_<NAME>");
#endif
  {
    gasnet_handlerentry_t e = {200, (void (*)())config_macros};
    gasnet_seginfo_t s = {0, 5};
    gasnet_memvec_t v = {0, 6};
    CHECK_EQ(e.index, 200);
    CHECK_EQ(s.size, 5);
    CHECK_EQ(v.len, 6);
  }
}

static void config_string(void) { /* 4.1 */
  static const char *const parts[] = {"RELEASE=2025.8.0,SPEC=",
                                      ",CONDUIT=" GASNET_CONDUIT_NAME_STR "(",
                                      "),THREADMODEL=",
                                      ",SEGMENT=",
                                      ",PTR=64bit,",
                                      "CACHE_LINE_BYTES=64,"};
  const char *at = GASNET_CONFIG_STRING;
  size_t i;
  CHECK(!strchr(at, '\n'));
  CHECK(!strncmp(at, "RELEASE=", 8));
  for (i = 0; at && i < sizeof parts / sizeof *parts; i++) {
    at = strstr(at, parts[i]);
    CHECK(at != NULL);
  }
  CHECK(strstr(GASNET_CONFIG_STRING, CONFORM_DEBUG ? ",debug," : ",nodebug,"));
  CHECK(strstr(GASNET_CONFIG_STRING, CONFORM_EVERYTHING ? "SEGMENT=EVERYTHING," : "SEGMENT=FAST,"));
  CHECK(strstr(GASNET_CONFIG_STRING, CONFORM_SEQ   ? "THREADMODEL=SEQ,"
                                     : CONFORM_PAR ? "THREADMODEL=PAR,"
                                                   : "THREADMODEL=PARSYNC,"));
}

/* Whether `text` occurs in the file. */
static int file_has(const char *path, const char *text) {
  FILE *f = fopen(path, "rb");
  char *data;
  long size;
  int found = 0;
  if (!f) return 0;
  fseek(f, 0, SEEK_END);
  size = ftell(f);
  rewind(f);
  data = size > 0 ? malloc((size_t)size) : 0;
  if (data && fread(data, 1, (size_t)size, f) == (size_t)size)
    found = memmem(data, (size_t)size, text, strlen(text)) != 0;
  free(data);
  fclose(f);
  return found;
}

static void embedded_strings(void) { /* 4.2, as `strings` on the executable would see them */
  static const char *const texts[] = {"$GASNetConduitName: " GASNET_CONDUIT_NAME_STR " $",
                                      "$GASNetFORKSpawner: 1 $",
                                      CONFORM_EVERYTHING
                                          ? "$GASNetSegment: GASNET_SEGMENT_EVERYTHING $"
                                          : "$GASNetSegment: GASNET_SEGMENT_FAST $",
                                      CONFORM_SEQ   ? "$GASNetThreadModel: GASNET_SEQ $"
                                      : CONFORM_PAR ? "$GASNetThreadModel: GASNET_PAR $"
                                                    : "$GASNetThreadModel: GASNET_PARSYNC $",
                                      GASNET_CONFIG_STRING " $",
                                      "$GASNetConfig: (",
                                      0};
  int i;
  if (gasnet_mynode() != 0) return;
  for (i = 0; texts[i]; i++)
    if (!file_has("/proc/self/exe", texts[i])) conform_fail(__FILE__, __LINE__, texts[i]);
}

/* ---- thread-info macros in every legal place (section 8) ----------------- */

static int info_unused(int x) {
  GASNET_BEGIN_FUNCTION();
  if (x) {
    GASNET_BEGIN_FUNCTION();
    x++;
  }
  return x;
}
static int info_posted(gasnet_threadinfo_t info, int x) {
  GASNET_POST_THREADINFO(info);
  int y = x;
  {
    GASNET_POST_THREADINFO(GASNET_GET_THREADINFO());
    gasnet_AMPoll();
  }
  return y + 1;
}
static void thread_info(void) {
  GASNET_BEGIN_FUNCTION();
  gasnet_threadinfo_t info = GASNET_GET_THREADINFO();
  CHECK_EQ(info_unused(1), 2);
  CHECK_EQ(info_posted(info, 4), 5);
}

static void objects(void) { /* gasnet_QueryGexObjects, 4.0 profile EX */
  gex_Client_t c = GEX_CLIENT_INVALID;
  gex_EP_t e = GEX_EP_INVALID;
  gex_TM_t t = GEX_TM_INVALID;
  gex_Segment_t s = GEX_SEGMENT_INVALID;
  gasnet_QueryGexObjects(&c, &e, &t, &s);
  CHECK(c == conform_client());
  CHECK(e == conform_ep());
  CHECK(t == conform_tm());
  CHECK(s == conform_segment());
  gasnet_QueryGexObjects(NULL, NULL, NULL, NULL);
  CHECK_EQ(gex_TM_QueryRank(t), gasnet_mynode());
  CHECK_EQ(gex_TM_QuerySize(t), gasnet_nodes());
}

gex_AM_Entry_t conform_g1_job_handlers[] = {CONFORM_ENTRY(H_MAX, max_handler, GEX_FLAG_AM_SHORT, 2),
                                            {0, 0, 0, 0, 0, 0}};

const struct conform_test conform_g1_job[] = {
    {"g1_startup", "gasnet1-core C7.5, C7.24", startup, 0},
    {"g1_command_line", "gasnet1-core C7.1", command_line, 0},
    {"g1_attach_errors", "gasnet1-core 7.3, C7.3, C5.3, C7.25", attach_errors,
     CONFORM_GASNET1_ONLY},
    {"g1_attach_hook", "gasnet1-core C7.18", attach_hook, 0},
    {"g1_segment_limits", "gasnet1-core C7.20, C7.22", segment_limits, 0},
    {"g1_segment_bound", "gasnet1-core C7.23, gasnet-env-launch 2", segment_bound, 0},
    {"g1_segment_info", "gasnet1-core C7.14, C7.25", segment_info, 0},
    {"g1_node_info", "gasnet1-core 9, C9.1, C9.3", node_info, 0},
    {"g1_direct_access", "gasnet1-core C9.2", direct_access, CONFORM_FAST_ONLY},
    {"g1_environment", "gasnet1-core C7.26", environment, 0},
    {"g1_wait_modes", "gasnet1-core C7.27", wait_modes, 0},
    {"g1_error_texts", "gasnet1-core C5.1, C5.2", error_texts, 0},
    {"g1_config_macros", "gasnet1-core 3, 4, 6", config_macros, 0},
    {"g1_config_string", "gasnet1-core 4.1", config_string, 0},
    {"g1_embedded_strings", "gasnet1-core 4.2", embedded_strings, 0},
    {"g1_thread_info", "gasnet1-core 8, C8.1", thread_info, 0},
    {"g1_gex_objects", "gasnet1-core 4.0", objects, 0},
    {0, 0, 0, 0}};
