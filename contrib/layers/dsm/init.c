/* SPDX-License-Identifier: BSD-3-Clause
 *
 * init.c: begin and end of the job.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "contrib/layers/dsm/dsm.h"
#include <gasnet_coll.h>

#define SILENT_SECONDS 3 /* time for rank 0 to report an error that all ranks have */

static struct hyd_dsm the;
struct hyd_dsm *hyd_dsm_the; /* NULL until hyd_dsm_init has set up the segment */

static void end_with_line(const char *fmt, va_list ap) {
  char text[400];
  int n = snprintf(text, sizeof text, "hyd_dsm: rank %u: ", gex_System_QueryJobRank());
  int more = vsnprintf(text + n, sizeof text - (size_t)n - 1, fmt, ap);
  n = n + more < (int)sizeof text - 1 ? n + more : (int)sizeof text - 2;
  text[n++] = '\n';
  if (write(STDERR_FILENO, text, (size_t)n) < 0) errno = 0;
  gasnet_exit(1);
}

void hyd_dsm_fatal(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  end_with_line(fmt, ap);
  va_end(ap);
  _exit(1);
}

void hyd_dsm_refuse(const char *fmt, ...) {
  va_list ap;
  if (gex_System_QueryJobRank()) sleep(SILENT_SECONDS);
  va_start(ap, fmt);
  end_with_line(fmt, ap);
  va_end(ap);
  _exit(1);
}

/* --- the segment ----------------------------------------------------------- */

/* Bytes of the segment besides the region. */
static size_t besides(struct hyd_dsm *d, size_t bytes) {
  hyd_dsm_lay_out(d, bytes);
  return d->at.total - d->at.region;
}

/* The size that limits allow: half of the address space, or of the file size, that the process may
 * have, for the view and the segments of the host's ranks, which are one file and mapped here. 0 if
 * the kernel accounts for memory when it is mapped (vm.overcommit_memory 2). */
static uint64_t size_by_limits(void) {
  static const int kinds[] = {RLIMIT_AS, RLIMIT_FSIZE};
  uint64_t least = UINT64_MAX;
  gex_Rank_t ranks;
  FILE *f = fopen("/proc/sys/vm/overcommit_memory", "re");
  int is_counted = f && fgetc(f) == '2';
  if (f) fclose(f);
  if (is_counted) return 0;
  gex_System_QueryHostInfo(NULL, &ranks, NULL);
  for (int i = 0; i < 2; i++) {
    struct rlimit limit;
    if (getrlimit(kinds[i], &limit) || limit.rlim_cur == RLIM_INFINITY) continue;
    if (limit.rlim_cur / 2 / (ranks + 1) < least) least = limit.rlim_cur / 2 / (ranks + 1);
  }
  return least;
}

/* The region has `least` bytes, or up to `most` if at all ranks the limits, and half of a segment's
 * maximum, allow it: addresses cost nothing, since memory is committed as pages are touched. */
static size_t size_of_region(struct hyd_dsm *d, size_t least, size_t most) {
  uint64_t mine = size_by_limits(), bytes;
  size_t room = gasnet_getMaxGlobalSegmentSize() / 2, beside;
  if (most == 0) return least;
  gex_Event_Wait(gex_Coll_ReduceToAllNB(d->tm, &bytes, &mine, GEX_DT_U64, sizeof mine, 1,
                                        GEX_OP_MIN, NULL, NULL, 0));
  if (bytes > most) bytes = most;
  if (bytes > room) bytes = room;
  if (bytes <= least) return least;
  beside = besides(d, bytes);
  return bytes - least > beside ? bytes - beside : least;
}

static void attach(struct hyd_dsm *d) {
  gex_Segment_t segment;
  size_t most = gasnet_getMaxGlobalSegmentSize();
  if (d->at.total > most)
    hyd_dsm_refuse("a region of %zu bytes takes a segment of %zu; expected at most %zu "
                   "(GASNET_MAX_SEGSIZE sets the limit)",
                   d->at.region, d->at.total, most);
  if (gex_Segment_Attach(&segment, d->tm, d->at.total))
    hyd_dsm_fatal("no segment of %zu bytes", d->at.total);
  d->mine = gex_Segment_QueryAddr(segment);
}

static void find_peers(struct hyd_dsm *d) {
  d->peer = hyd_dsm_memory(d->ranks * sizeof *d->peer);
  d->local = hyd_dsm_memory(d->ranks * sizeof *d->local);
  for (gex_Rank_t i = 0; i < d->ranks; i++) {
    void *owner, *local;
    uintptr_t size;
    gex_Event_Wait(gex_EP_QueryBoundSegmentNB(d->tm, i, &owner, &local, &size, 0));
    d->peer[i] = owner;
    d->local[i] = local;
  }
}

static void create_domains(struct hyd_dsm *d) {
  gex_OP_t ops = GEX_OP_FADD | GEX_OP_ADD | GEX_OP_GET | GEX_OP_SET | GEX_OP_FCAS | GEX_OP_SWAP |
                 GEX_OP_OR | GEX_OP_INC;
  gex_AD_Create(&d->u64, d->tm, GEX_DT_U64, ops, 0);
  gex_AD_Create(&d->u32, d->tm, GEX_DT_U32, ops, 0);
  gex_AD_Create(&d->dbl, d->tm, GEX_DT_DBL, GEX_OP_FADD | GEX_OP_GET | GEX_OP_SET, 0);
}

/* --- the engine ------------------------------------------------------------ */

/* Most runs of home pages that are watched, and fewest pages of one. Each run is a mapping of the
 * kernel. */
#define WATCHED 256u
#define WATCH_LEAST 4u

static uint32_t watched(const struct hyd_dsm_options *o) {
  return strcmp(o->writes, "signal") == 0 || o->trace ? 0 : WATCHED;
}

static void open_engine(struct hyd_dsm *d) {
  struct hyd_hlrc_config c = {.rank = d->rank,
                              .ranks = d->ranks,
                              .pages = d->pages,
                              .page_bytes = d->options.block,
                              .twins = d->options.twins,
                              .log_room = HYD_DSM_LOG_ROOM,
                              .versions = d->options.versions,
                              .needs = hyd_dsm_needs(d->pages),
                              .readonly_homes = d->options.readonly_homes,
                              .homes_by_message = d->options.protocol == HYD_DSM_ASYNC,
                              .watched = watched(&d->options),
                              .watch_least = WATCH_LEAST,
                              .ahead = d->options.trace ? 0 : d->options.ahead,
                              .counts_pages = d->options.stats,
                              .by_message = d->options.protocol == HYD_DSM_ASYNC};
  char *m = d->mine;
  struct hyd_hlrc_shared shared = {(struct hyd_hlrc_log *)(m + d->at.log),
                                   (uint32_t *)(m + d->at.notices), hyd_dsm_word(d, d->at.marks, 0),
                                   (_Atomic uint32_t *)(m + d->at.versions)};
  hyd_hlrc_init(&d->engine, &c, &hyd_dsm_net, d, d->mine, &shared,
                hyd_dsm_memory(hyd_hlrc_bytes(&c)));
  for (uint32_t i = 0; i < d->ranks && !c.homes_by_message && !d->options.trace; i++) {
    if (d->local[i] == NULL) continue;
    d->engine.neighbour[i] = d->local[i];
    d->engine.neighbour_versions[i] = (_Atomic uint32_t *)(d->local[i] + d->at.versions);
  }
}

/* --- handlers -------------------------------------------------------------- */

#define SHORT GEX_FLAG_AM_SHORT
#define MEDIUM GEX_FLAG_AM_MEDIUM
#define LONG GEX_FLAG_AM_LONG
#define REQUEST GEX_FLAG_AM_REQUEST
#define REPLY GEX_FLAG_AM_REPLY

static void register_handlers(struct hyd_dsm *d) {
  gex_AM_Entry_t table[HYD_DSM_HANDLERS] = {
      {0, (gex_AM_Fn_t)hyd_dsm_h_ask, MEDIUM | REQUEST, 2, NULL, "hyd_dsm_h_ask"},
      {0, (gex_AM_Fn_t)hyd_dsm_h_page, LONG | REPLY, 0, NULL, "hyd_dsm_h_page"},
      {0, (gex_AM_Fn_t)hyd_dsm_h_answer, SHORT | REPLY, 2, NULL, "hyd_dsm_h_answer"},
      {0, (gex_AM_Fn_t)hyd_dsm_h_diffs, MEDIUM | REQUEST, 0, NULL, "hyd_dsm_h_diffs"},
      {0, (gex_AM_Fn_t)hyd_dsm_h_stored, SHORT | REPLY, 0, NULL, "hyd_dsm_h_stored"},
      {0, (gex_AM_Fn_t)hyd_dsm_h_set_homes, SHORT | REQUEST, 4, NULL, "hyd_dsm_h_set_homes"},
      {0, (gex_AM_Fn_t)hyd_dsm_h_done, SHORT | REPLY, 0, NULL, "hyd_dsm_h_done"},
      {0, (gex_AM_Fn_t)hyd_dsm_h_object, MEDIUM | REQUEST, 3, NULL, "hyd_dsm_h_object"},
      {0, (gex_AM_Fn_t)hyd_dsm_h_grant, MEDIUM | GEX_FLAG_AM_REQREP, 1, NULL, "hyd_dsm_h_grant"},
      {0, (gex_AM_Fn_t)hyd_dsm_h_data, MEDIUM | REQUEST, 2, NULL, "hyd_dsm_h_data"},
      {0, (gex_AM_Fn_t)hyd_dsm_h_create, MEDIUM | REQUEST, 2, NULL, "hyd_dsm_h_create"},
  };
  if (gex_EP_RegisterHandlers(d->ep, table, HYD_DSM_HANDLERS))
    hyd_dsm_fatal("the handlers of active messages cannot be registered");
  for (int i = 0; i < HYD_DSM_HANDLERS; i++) d->handler[i] = table[i].gex_index;
}

/* --- the job --------------------------------------------------------------- */

void hyd_dsm_start_thread(void *(*run)(void *), struct hyd_dsm *d) {
  pthread_t thread;
  sigset_t all, old;
  int rc;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  rc = pthread_create(&thread, NULL, run, d);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  if (rc) hyd_dsm_fatal("no thread can be started: %s", strerror(rc));
  pthread_detach(thread);
}

void hyd_dsm_open(int *argc, char ***argv, size_t least, size_t most) {
  struct hyd_dsm *d = &the;
  if (d->client) hyd_dsm_fatal("hyd_dsm_init called a second time");
  if (gex_Client_Init(&d->client, &d->ep, &d->tm, "HYD_DSM", argc, argv, 0)) _exit(1);
  d->rank = gex_System_QueryJobRank();
  d->ranks = gex_System_QueryJobSize();
  d->pid = getpid();
  hyd_dsm_options_read(&d->options);
  hyd_dsm_lay_out(d, size_of_region(d, least, most));
  attach(d);
  find_peers(d);
  register_handlers(d);
  create_domains(d);
  hyd_dsm_place_view(d);
  open_engine(d);
  hyd_dsm_net_open(d);
  hyd_dsm_trace_open(d);
  hyd_dsm_sync_open(d);
  hyd_dsm_the = d;
  hyd_dsm_notes_open(d);
  hyd_dsm_faults_open(d);
  hyd_dsm_start_thread(hyd_dsm_serve, d);
  gex_Event_Wait(gex_Coll_BarrierNB(d->tm, 0));
}

void hyd_dsm_init(int *argc, char ***argv, size_t bytes) { hyd_dsm_open(argc, argv, bytes, 0); }

struct hyd_dsm *hyd_dsm_started(const char *call) {
  if (hyd_dsm_the) return hyd_dsm_the;
  fprintf(stderr,
          "hyd_dsm: %s before hyd_dsm_init; expected hyd_dsm_init (in a program of the ANL macros, "
          "MAIN_INITENV) first\n",
          call);
  _exit(1);
}

void hyd_dsm_exit(int status) {
  hyd_dsm_started("hyd_dsm_exit");
  hyd_dsm_barrier();
  hyd_dsm_trace_close(hyd_dsm_the);
  if (hyd_dsm_the->options.stats) {
    hyd_dsm_print_counts(hyd_dsm_the);
    hyd_dsm_print_shared_pages(hyd_dsm_the);
  }
  fflush(stdout);
  gex_Event_Wait(gex_Coll_BarrierNB(hyd_dsm_the->tm, 0));
  gasnet_exit(status);
  _exit(status);
}

uint32_t hyd_dsm_rank(void) { return hyd_dsm_started("hyd_dsm_rank")->rank; }
uint32_t hyd_dsm_ranks(void) { return hyd_dsm_started("hyd_dsm_ranks")->ranks; }
size_t hyd_dsm_block(void) { return hyd_dsm_started("hyd_dsm_block")->options.block; }
void *hyd_dsm_region(size_t *bytes) {
  struct hyd_dsm *d = hyd_dsm_started("hyd_dsm_region");
  if (bytes) *bytes = d->at.region;
  return d->view;
}
