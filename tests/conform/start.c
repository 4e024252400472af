/* SPDX-License-Identifier: BSD-3-Clause
 *
 * start.c: joins the job, records what is observable only on the way, registers all handlers.
 *
 * With CONFORM_GASNET1 the handlers of g1_* groups and three don't-care entries go through
 * gasnet_attach, those of gex_* groups and of the harness through gex_EP_RegisterHandlers
 * afterwards; otherwise all go through the latter.
 */
#include "start.h"

#include <unistd.h>

struct conform_startup conform_startup;
conform_count_t conform_dontcare_calls;

/* C7.23: the client's say in the largest segment, as text or as a number of bytes. Weak, for
 * implementations whose library has a definition that cannot be replaced. */
#if defined(GASNET_SEQ)
__attribute__((weak)) const char *gasnet_max_segsize_str = "64MB";
#elif defined(GASNET_PARSYNC)
__attribute__((weak)) uint64_t gasnet_max_segsize = (uint64_t)48 << 20;
#endif

#define CONFORM_GROUP(name) extern gex_AM_Entry_t conform_##name##_handlers[] __attribute__((weak));
#include "g1_groups.h"
#include "gex_groups.h"
#undef CONFORM_GROUP
#define CONFORM_GROUP(name) conform_##name##_handlers,
static gex_AM_Entry_t *const g1_tables[] = {
#include "g1_groups.h"
    0};
static gex_AM_Entry_t *const gex_tables[] = {
#include "gex_groups.h"
    0};
#undef CONFORM_GROUP

static void dontcare_handler(gex_Token_t token, gex_AM_Arg_t a0) {
  (void)token;
  conform_add(&conform_dontcare_calls, (int)a0);
}

static void attach_hook(void *base, uintptr_t size) {
  conform_startup.hook_calls++;
  conform_startup.hook_base = base;
  conform_startup.hook_size = size;
  conform_startup.hook_before_handlers = conform_get(&conform_dontcare_calls) == 0;
}

/* Appends `from`, ended by {0}, to table[n..]; returns the new n. */
static int append(gex_AM_Entry_t *table, int n, const gex_AM_Entry_t *from) {
  for (; from && from->gex_fnptr; from++) {
    if (n >= 128) conform_die(__FILE__, __LINE__, "more than 128 handlers");
    table[n++] = *from;
  }
  return n;
}

static int append_tables(gex_AM_Entry_t *table, int n, gex_AM_Entry_t *const *tables,
                         size_t count) {
  size_t i;
  for (i = 0; i < count; i++) n = append(table, n, tables[i]);
  return n;
}

#define COUNT(a) (sizeof(a) / sizeof *(a))
/* The last element of each list is the 0 that keeps an empty list legal. */
static gex_AM_Entry_t all_entries[128 + START_DONTCARE];

static void add_dontcare(gex_AM_Entry_t *table, int n) {
  static const gex_AM_Entry_t entry = {
      0, (gex_AM_Fn_t)dontcare_handler, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQREP, 1, 0, "dontcare"};
  int i;
  for (i = 0; i < START_DONTCARE; i++) table[n + i] = entry;
}

/* CONFORM_SEGMENT=max: as much as every rank can have at once (C7.21). */
static uintptr_t segment_size(void) {
  const char *text = getenv("CONFORM_SEGMENT");
  if (text && !strcmp(text, "max") && !CONFORM_EVERYTHING) return conform_startup.max_global;
  return CONFORM_SEG_SIZE;
}

static void record_between(void) {
  struct conform_startup *s = &conform_startup;
  s->mynode = gasnet_mynode();
  s->nodes = gasnet_nodes();
  s->max_local = gasnet_getMaxLocalSegmentSize();
  s->max_global = gasnet_getMaxGlobalSegmentSize();
  s->nodeinfo_early = gasnet_getNodeInfo(s->nodeinfo, START_NODES);
  s->waitmode_early = gasnet_set_waitmode(GASNET_WAIT_SPINBLOCK);
  s->env_early = gasnet_getenv("CONFORM_ENV_PROBE");
}

#if CONFORM_GASNET1

static int objects_ready(void) {
  struct conform_objects *o = &conform_objects;
  gasnet_QueryGexObjects(&o->client, &o->ep, &o->tm, &o->segment);
  return o->client != GEX_CLIENT_INVALID && o->ep != GEX_EP_INVALID && o->tm != GEX_TM_INVALID;
}

/* Whether anything was written to stderr since capture_begin. */
static int capture_saved = -1, capture_file = -1;
static void capture_begin(void) {
  char name[] = "/tmp/conform-XXXXXX";
  capture_file = mkstemp(name);
  if (capture_file < 0) return;
  unlink(name);
  fflush(stderr);
  capture_saved = dup(2);
  dup2(capture_file, 2);
}
static int capture_end(void) {
  int printed;
  if (capture_file < 0) return 1;
  fflush(stderr);
  dup2(capture_saved, 2);
  printed = lseek(capture_file, 0, SEEK_END) > 0;
  close(capture_saved);
  close(capture_file);
  return printed;
}

static int attach_table(gasnet_handlerentry_t *table) {
  int n = append_tables(all_entries, 0, g1_tables, COUNT(g1_tables) - 1), i;
  add_dontcare(all_entries, n);
  for (i = 0; i < n + START_DONTCARE; i++) {
    table[i].index = all_entries[i].gex_index;
    table[i].fnptr = (void (*)())all_entries[i].gex_fnptr;
  }
  return n;
}

static int is_one_of(const char *name, const char *const *names) {
  while (*names && strcmp(*names, name)) names++;
  return *names != 0;
}

/* Whether g1_attach_errors will run. Only then does the start call what fails, where another
 * implementation may end the job. */
static int errors_are_wanted(int argc, char **argv) {
  static const char *const names[] = {"g1_attach_errors", "g1_job", "stricter", "ends", 0};
  int i, only = 0, named = 0;
  for (i = 1; i + 1 < argc; i++) {
    int is_named = is_one_of(argv[i + 1], names);
    if (is_named && (!strcmp(argv[i], "--without") || !strcmp(argv[i], "--skip"))) return 0;
    only |= !strcmp(argv[i], "--only");
    named |= is_named && !strcmp(argv[i], "--only");
  }
  return named || !only;
}

/* What attach returns before init; the checking library would end the job. */
static int attach_early(void) {
  int result;
  if (CONFORM_DEBUG) return GASNET_ERR_NOT_INIT;
  capture_begin();
  result = gasnet_attach(0, 0, GASNET_PAGESIZE, 0);
  capture_end();
  return result;
}

static void try_bad_init(int *argc, char ***argv) {
  struct conform_startup *s = &conform_startup;
  capture_begin();
  s->init_again = gasnet_init(argc, argv);
  s->init_again_printed = capture_end();
}

static void try_bad_attach(void) {
  struct conform_startup *s = &conform_startup;
  gasnet_seginfo_t seginfo;
  capture_begin();
  s->seginfo_early = gasnet_getSegmentInfo(&seginfo, 1);
  capture_end();
  s->attach_odd = s->attach_huge = GASNET_ERR_BAD_ARG;
  s->attach_odd_printed = 1;
#if !GASNET_SEGMENT_EVERYTHING
  capture_begin();
  s->attach_odd = gasnet_attach(0, 0, GASNET_PAGESIZE + 8, 0);
  s->attach_odd_printed = capture_end();
  capture_begin();
  s->attach_huge = gasnet_attach(0, 0, s->max_local + GASNET_PAGESIZE, 0);
  capture_end();
#endif
}

static int join(int *argc, char ***argv) {
  struct conform_startup *s = &conform_startup;
  static gasnet_handlerentry_t table[128 + START_DONTCARE];
  int n, i, errors = errors_are_wanted(*argc, *argv);
  s->attach_before_init = errors ? attach_early() : GASNET_ERR_NOT_INIT;
  s->init_result = gasnet_init(argc, argv);
  if (s->init_result != GASNET_OK) return 1;
  if (errors) try_bad_init(argc, argv);
  record_between();
  if (errors) try_bad_attach();
  gasnet_client_attach_hook = attach_hook;
  n = attach_table(table);
  s->attach_result = gasnet_attach(table, n + START_DONTCARE, segment_size(), 0);
  if (s->attach_result != GASNET_OK) return 1;
  for (i = 0; i < START_DONTCARE; i++) s->dontcare[i] = table[n + i].index;
  if (errors) {
    capture_begin();
    s->attach_again = gasnet_attach(0, 0, GASNET_PAGESIZE, 0);
    capture_end();
  }
  return !objects_ready();
}

static int register_all(gex_AM_Entry_t *own) {
  int g1 = append_tables(all_entries, 0, g1_tables, COUNT(g1_tables) - 1);
  int n = append(all_entries, g1, own);
  n = append_tables(all_entries, n, gex_tables, COUNT(gex_tables) - 1);
  conform_startup.taken = all_entries;
  conform_startup.taken_count = n;
  return gex_EP_RegisterHandlers(conform_objects.ep, all_entries + g1, (size_t)(n - g1));
}

#else

static int attach(struct conform_objects *o) {
  const char *text = getenv("CONFORM_SEGMENT");
  if (text && !strcmp(text, "paged")) return conform_attach_paged(o);
  return gex_Segment_Attach(&o->segment, o->tm, segment_size());
}

static int join(int *argc, char ***argv) {
  struct conform_startup *s = &conform_startup;
  struct conform_objects *o = &conform_objects;
  s->init_result =
      gex_Client_Init(&o->client, &o->ep, &o->tm, "conform", argc, argv, GEX_FLAG_USES_GASNET1);
  if (s->init_result != GASNET_OK) return 1;
  record_between();
  gasnet_client_attach_hook = attach_hook;
  s->attach_result = attach(o);
  if (s->attach_result != GASNET_OK) return 1;
  return 0;
}

static int register_all(gex_AM_Entry_t *own) {
  int n = append_tables(all_entries, 0, g1_tables, COUNT(g1_tables) - 1), i, result;
  n = append(all_entries, n, own);
  n = append_tables(all_entries, n, gex_tables, COUNT(gex_tables) - 1);
  add_dontcare(all_entries, n);
  result = gex_EP_RegisterHandlers(conform_objects.ep, all_entries, (size_t)(n + START_DONTCARE));
  conform_startup.taken = all_entries;
  conform_startup.taken_count = n;
  for (i = 0; i < START_DONTCARE; i++) conform_startup.dontcare[i] = all_entries[n + i].gex_index;
  return result;
}

#endif

int conform_start(int *argc, char ***argv, gex_AM_Entry_t *own) {
  struct conform_startup *s = &conform_startup;
  s->early_name = gasnet_ErrorName(GASNET_ERR_BAD_ARG);
  s->early_desc = gasnet_ErrorDesc(GASNET_ERR_BAD_ARG);
  s->early_medium = gasnet_AMMaxMedium();
  s->early_long[0] = gex_AM_LUBRequestLong();
  s->early_long[1] = gex_AM_LUBReplyLong();
  s->argc_before = *argc;
  s->last_arg_before = (*argv)[*argc - 1];
  if (join(argc, argv)) {
    fprintf(stderr, "# could not start: init %s, attach %s\n", gasnet_ErrorName(s->init_result),
            gasnet_ErrorName(s->attach_result));
    return 1;
  }
  s->argc_after = *argc;
  s->last_arg_after = (*argv)[*argc - 1];
  s->max_local_after = gasnet_getMaxLocalSegmentSize();
  s->max_global_after = gasnet_getMaxGlobalSegmentSize();
  if (register_all(own) != GASNET_OK) {
    fprintf(stderr, "# could not register handlers\n");
    return 1;
  }
  conform_barrier();
  return 0;
}
