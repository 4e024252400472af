/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mpi.c: opens and closes the conduit, and has its table. It carries messages by two-sided MPI, for
 * machines that have nothing else. Puts and gets are messages (extended/rma/rma_am.c).
 *
 * The end. MPI may be finalised, and its communicator freed, only when no message is on the way and
 * no receive is posted; and not every MPI can cancel a receive. So at the end the ranks compute how
 * many messages were sent to each; when these have arrived, each rank sends itself one message for
 * each posted receive.
 */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "conduits/module.h"
#include "conduits/mpi/first_speaks.h"
#include "conduits/mpi/state.h"
#include "core/sys/clock.h"

#define CREDIT_BYTES (64u << 20) /* most bytes that all peers together may send without waiting */

/* --- open ----------------------------------------------------------------- */

static void read_credits(struct hyd_mpi *s) {
  uint32_t depth = hyd_job_number(s->job, HYD_ENV_NETWORKDEPTH, 1, 512),
           wanted = hyd_job_number(s->job, HYD_ENV_CREDITS_PP, 0, 1024);
  double slack = hyd_env_dbl(hyd_job_env(s->job), HYD_ENV_CREDITS_SLACK);
  s->window = hyd_credits_window(wanted ? wanted : 2 * depth, CREDIT_BYTES, HYD_MPI_MESSAGE_MOST,
                                 hyd_job_size(s->job));
  if (slack < 1) slack *= s->window;
  s->slack = slack < 1 ? 1 : slack < s->window ? (uint32_t)slack : s->window;
}

/* Ends the job if windows differ: a rank whose peers have other windows would wait for ever. */
static void compare_windows(struct hyd_mpi *s) {
  const unsigned char *table = hyd_oob_exchange(s->job, &s->window, sizeof s->window);
  for (gex_Rank_t i = 0; i < hyd_job_size(s->job); i++) {
    uint32_t other = *HYD_RECORD_OF(uint32_t, table, i);
    if (other != s->window)
      hyd_refuse(HYD_MPI_WHERE,
                 "rank %u has %u credits, this rank %u; expected one GASNET_NETWORKDEPTH, "
                 "and one GASNET_CREDITS_PP",
                 i, other, s->window);
  }
  hyd_oob_exchange_end(s->job);
}

static void close_conduit(struct hyd_job *job, void *state);
static void when_finalised(void *state) {
  struct hyd_mpi *s = state;
  close_conduit(s->job, s);
  if (s->world->lost)
    hyd_fatal(HYD_MPI_WHERE, "MPI_Finalize, but other ranks have not come to it within %u s",
              HYD_MPI_LINGER_SECONDS);
}

static void check_level(const struct hyd_mpi *s) {
  if (!hyd_job_has_threads(s->job) || s->world->level >= MPI_THREAD_SERIALIZED) return;
  hyd_mpi_first_speaks(hyd_job_rank(s->job) == 0);
  hyd_refuse(HYD_MPI_WHERE,
             "MPI is initialised for threads at level %s, and the program is compiled with "
             "GASNET_PAR; expected MPI_THREAD_SERIALIZED (MPI_Init_thread, GASNET_MPI_THREAD)",
             hyd_mpi_level_name(s->world->level));
}

static int open_conduit(struct hyd_job *job, void *shared_state, void **state) {
  struct hyd_mpi *s = calloc(1, sizeof *s);
  (void)shared_state;
  if (s == NULL) return -1;
  s->job = job;
  s->world = hyd_job_manager(job)->state;
  check_level(s);
  hyd_client_lock_init(&s->lock, hyd_job_has_threads(job), 0, 0);
  s->peer = calloc(hyd_job_size(job), sizeof *s->peer);
  s->sent_to = calloc(hyd_job_size(job), sizeof *s->sent_to);
  if (s->peer == NULL || s->sent_to == NULL)
    hyd_fatal(HYD_MPI_WHERE, "out of memory for %u ranks", hyd_job_size(job));
  read_credits(s);
  compare_windows(s);
  hyd_mpi_send_open(s, hyd_job_number(s->job, HYD_ENV_MPI_SENDS, 4, 4096));
  hyd_mpi_receive_open(s, hyd_job_number(s->job, HYD_ENV_MPI_RECEIVES, 2, 1024));
  s->world->state = s;
  s->world->when_finalised = when_finalised;
  *state = s;
  return 0;
}

/* --- reports -------------------------------------------------------------- */

typedef unsigned long long ull;
static void report_counts(const struct hyd_mpi *s) {
  const struct hyd_mpi_counts *c = &s->counts;
  char version[MPI_MAX_LIBRARY_VERSION_STRING + 1] = "";
  int n;
  if (!hyd_env_bool(hyd_job_env(s->job), HYD_ENV_MPI_COUNTS)) return;
  MPI_Get_library_version(version, &n);
  fprintf(
      stderr,
      "mpi conduit: rank %u: by %.*s, threads %s, %u credits: %llu messages of %llu bytes sent, "
      "%llu received, %llu for credits alone, %llu times no room, %u unanswered at most\n",
      hyd_job_rank(s->job), (int)strcspn(version, ",\n"), version,
      hyd_mpi_level_name(s->world->level), s->window, (ull)c->messages, (ull)c->bytes,
      (ull)c->received, (ull)c->credits, (ull)c->no_room, c->unanswered);
}

/* May run in a signal handler that has interrupted this rank anywhere. */
static int describe_peer(struct hyd_job *job, void *state, uint32_t peer, char *line, size_t size) {
  struct hyd_mpi *s = state;
  const struct hyd_credits *p = &s->peer[peer];
  (void)job;
  if (hyd_client_lock_peek(&s->lock)) return -1;
  snprintf(line, size,
           "mpi: %u requests sent, %u dealt with; %u of its requests taken, %u told; %u messages "
           "under way; %u and %u receives posted",
           p->sent, p->returned, p->taken, p->told, s->out.active, s->in[HYD_MPI_REQUESTS].posted,
           s->in[HYD_MPI_REPLIES].posted);
  hyd_client_lock_peeked(&s->lock);
  return 0;
}

/* --- the end -------------------------------------------------------------- */

/* Sleeps a moment, as other ranks may want the core. -1: the time `end` has passed. */
static int nap_before(uint64_t end) {
  const struct timespec nap = {0, 20000};
  nanosleep(&nap, NULL);
  return hyd_now_ns() > end ? -1 : 0;
}

/* Waits until all messages to this rank have arrived, and all of its own have been sent. 0, or -1:
 * time is up, as other ranks do not come to the end. */
static int settle_messages(struct hyd_mpi *s, uint64_t end) {
  MPI_Request sum;
  uint64_t expected = 0;
  int summed = 0;
  s->phase = HYD_MPI_SETTLING;
  hyd_mpi_check("MPI_Ireduce_scatter_block",
                MPI_Ireduce_scatter_block(s->sent_to, &expected, 1, MPI_UINT64_T, MPI_SUM,
                                          s->world->comm, &sum));
  while (!summed || s->counts.received < expected || s->out.active) {
    if (hyd_mpi_progress(s, 1) == 0 && nap_before(end)) return -1;
    if (!summed) hyd_mpi_check("MPI_Test", MPI_Test(&sum, &summed, MPI_STATUS_IGNORE));
  }
  return 0;
}

/* Ends the posted receives by messages to this rank itself. 0, or -1: time is up. */
static int drain_receives(struct hyd_mpi *s, uint64_t end) {
  s->phase = HYD_MPI_DRAINING;
  for (int tag = 0; tag < HYD_MPI_TAGS; tag++)
    for (uint32_t n = s->in[tag].posted; n > 0;) {
      if (hyd_mpi_note(s, hyd_job_rank(s->job), HYD_MPI_LAST, (enum hyd_mpi_tag)tag) == 0) n--;
      if (hyd_mpi_progress(s, 1) == 0 && nap_before(end)) return -1;
    }
  while (s->in[0].posted || s->in[1].posted || s->out.active)
    if (hyd_mpi_progress(s, 1) == 0 && nap_before(end)) return -1;
  return 0;
}

/* Collective over the job. */
static void close_conduit(struct hyd_job *job, void *state) {
  struct hyd_mpi *s = state;
  uint64_t end = hyd_now_ns() + HYD_MPI_LINGER_SECONDS * UINT64_C(1000000000);
  if (s->phase != HYD_MPI_OPEN || s->world->lost || hyd_mpi_enter(s)) return;
  if (hyd_job_is_limited(job)) alarm(HYD_MPI_LINGER_SECONDS + 1);
  s->world->lost = settle_messages(s, end) != 0;
  report_counts(s);
  if (!s->world->lost && drain_receives(s, end)) s->world->lost = 1;
  s->phase = HYD_MPI_CLOSED;
  hyd_mpi_unlock(s);
}

static const struct hyd_conduit conduit = {
    .name = "mpi",
    .summary = "two-sided MPI, where there is no better way: Open MPI or MPICH",
    .max_medium = HYD_MPI_MAX_MEDIUM,
    .max_long = HYD_MPI_MAX_LONG,
    .lands_anywhere = 1,
    .manager = &hyd_mpi_manager,
    .open = open_conduit,
    .close = close_conduit,
    .describe = describe_peer,
    .ops = {.am_send = hyd_mpi_am_send, .poll = hyd_mpi_poll},
};

const struct hyd_conduit *const hyd_module_conduit = &conduit;
