/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_early.c: a program of its own for what clients call before init and after the job's end (from
 * destructors): limits, versions, names, tools, locks. What limits say before init holds in the job
 * (AML-6).
 *
 * Runs itself on 2 ranks. The first failure ends the job.
 */
#include <gasnet.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef GASNET_DEBUG
#define CHECKING 1
#else
#define CHECKING 0
#endif
#define CHECK(cond)                                                                                \
  do {                                                                                             \
    if (!(cond)) fail(__LINE__, #cond);                                                            \
  } while (0)

static void fail(int line, const char *what) {
  fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, line, what);
  fflush(stderr);
  _Exit(1);
}

enum { LIMITS = 7 };
struct limits {
  size_t of[LIMITS];
};

static struct limits limits(void) {
  struct limits l = {{gex_AM_LUBRequestMedium(), gex_AM_LUBReplyMedium(), gasnet_AMMaxMedium(),
                      gex_AM_LUBRequestLong(), gex_AM_LUBReplyLong(), gasnet_AMMaxLongRequest(),
                      gasnet_AMMaxLongReply()}};
  return l;
}

static void check_at_most(const struct limits *a, const struct limits *b) {
  int i;
  for (i = 0; i < LIMITS; i++) CHECK(a->of[i] <= b->of[i]);
}

/* Limits with GASNET_CONDUIT set to that; NULL: not set. */
static struct limits limits_with(const char *conduit) {
  struct limits l;
  int i;
  if (conduit)
    setenv("GASNET_CONDUIT", conduit, 1);
  else
    unsetenv("GASNET_CONDUIT");
  l = limits();
  for (i = 0; i < LIMITS; i++) CHECK(l.of[i] >= 4000);
  return l;
}

/* An unknown conduit: whichever there is. Names are in any case; a module's limits are
 * known before it is loaded, and also where it is not in the build. */
static void limits_of_conduits(void) {
  static const char *const name[] = {"smp", "UDP", "template", "ibv", "Ibv"};
  struct limits any = limits_with("none such"), one;
  size_t i;
  for (i = 0; i < sizeof name / sizeof name[0]; i++) {
    one = limits_with(name[i]);
    check_at_most(&any, &one);
  }
}

static void tools(void) {
  char text[64];
  CHECK(gasnett_release_version() == 2025080000u);
  CHECK(!strcmp(gasnett_release_version_str(), "2025.8.0"));
  CHECK(gasnett_gethostname()[0] && gasnett_exe_name()[0]);
  CHECK(gasnett_cpu_count() >= 1 && gasnett_getPhysMemSz(0) > 0);
  CHECK(gasnett_ticks_to_ns(gasnett_ticks_now()) > 0);
  CHECK(gasnett_getenv_int_withdefault("GEX_EARLY_NONE", 7, 0) == 7);
  CHECK(gasnett_getenv_yesno_withdefault("GEX_EARLY_NONE", 1) == 1);
  CHECK(!strcmp(gasnett_getenv_withdefault("GEX_EARLY_NONE", "x"), "x"));
  CHECK(gasnett_parse_int("1MB", 1) == 1 << 20);
  CHECK(!strcmp(gasnett_format_number(1 << 20, text, sizeof text, 1), "1 MB"));
  (void)gasnett_verboseenv();
  gasnett_flush_streams();
  gasnett_sched_yield();
  (void)gasnett_performance_warning_str();
  GASNETT_TRACE_PRINTF("%d", 1);
}

static void locks(void) {
  static gasnett_mutex_t mutex = GASNETT_MUTEX_INITIALIZER;
  static gex_HSL_t lock = GEX_HSL_INITIALIZER;
  gex_HSL_t another;
  gex_HSL_Init(&another);
  gex_HSL_Lock(&another);
  CHECK(gex_HSL_Trylock(&lock) == GASNET_OK);
  gex_HSL_Unlock(&lock);
  gex_HSL_Unlock(&another);
  gex_HSL_Destroy(&another);
  gasnett_mutex_lock(&mutex);
  gasnett_mutex_unlock(&mutex);
}

/* Whatever the state of the job. */
static void anywhere(void) {
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t tm;
  gex_Segment_t segment;
  int verbose = gex_System_GetVerboseErrors();
  CHECK(!strcmp(gasnet_ErrorName(GASNET_ERR_RESOURCE), "GASNET_ERR_RESOURCE"));
  CHECK(gasnet_ErrorDesc(GASNET_ERR_RESOURCE)[0] && gasnet_ErrorName(4711)[0]);
  gex_System_SetVerboseErrors(0);
  CHECK(gex_System_GetVerboseErrors() == 0);
  gex_System_SetVerboseErrors(verbose);
  CHECK(!strcmp(gasnet_getenv("GEX_EARLY"), "set") && gasnet_getenv("GEX_EARLY_NONE") == 0);
  CHECK(gex_AM_MaxArgs() == 16 && gasnet_AMMaxArgs() == 16);
  CHECK(gex_System_QueryHiddenAMConcurrencyLevel() == 0);
  gasnet_QueryGexObjects(&client, &ep, &tm, &segment);
  tools();
  locks();
}

static struct limits before;
static uint64_t threads_before;
static int joined;

/* From a destructor, as it were: after the library has left the job. */
static void after_the_end(void) {
  struct limits now = limits();
  if (!joined) return;
  check_at_most(&before, &now);
  CHECK(gasnet_nodes() == 2 && gasnet_mynode() < 2);
  anywhere();
  if (gasnet_mynode() == 0) printf("ok gex_early\n");
}

/* A medium as long as was said before init. */
static volatile int arrived;
static void on_medium(gex_Token_t token, void *buf, size_t n) {
  (void)token;
  CHECK(n == before.of[0] && ((char *)buf)[n - 1] == 'm');
  arrived = 1;
}

static void job(gex_EP_t ep, gex_TM_t tm) {
  gex_AM_Entry_t entry = {
      200, (gex_AM_Fn_t)on_medium, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 0, 0, 0};
  struct limits now = limits();
  char *payload = malloc(before.of[0]);
  CHECK(payload != 0);
  check_at_most(&before, &now);
  CHECK(gex_System_QueryMaxThreads() <= threads_before);
  CHECK(gex_EP_RegisterHandlers(ep, &entry, 1) == GASNET_OK);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  memset(payload, 'm', before.of[0]);
  gex_AM_RequestMedium0(tm, !gex_System_QueryJobRank(), 200, payload, before.of[0], GEX_EVENT_NOW,
                        0);
  GASNET_BLOCKUNTIL(arrived);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  free(payload);
  anywhere();
}

int main(int argc, char **argv) {
  const char *conduit = getenv("GASNET_CONDUIT");
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t tm;
  before = limits(); /* the first thing that it does */
  threads_before = gex_System_QueryMaxThreads();
  setenv("GEX_EARLY", "set", 1);
  setenv("GASNET_PSHM_NODES", "2", 0);
  if (!CHECKING) { /* the checking library refuses most of these, with their place */
    CHECK(gasnet_mynode() == 0 && gasnet_nodes() == 0);
    anywhere();
  }
  conduit = conduit ? strdup(conduit) : 0;
  limits_of_conduits();
  before = limits_with(conduit);
  atexit(after_the_end);
  CHECK(gex_Client_Init(&client, &ep, &tm, "early", &argc, &argv, 0) == GASNET_OK);
  joined = 1;
  job(ep, tm);
  return 0;
}
