/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait_record.c: a rank records in shared memory what it waits for, when a wait is long enough to
 * sleep. The supervisor prints the record of every rank, even of a stopped one, and then requests
 * each rank's backtrace.
 */
#include "core/diag/wait_record.h"

#include <errno.h>
#include <signal.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "conduits/dispatch.h"
#include "core/diag/places.h"
#include "core/diag/wait_graph.h"
#include "core/sys/clock.h"
#include "core/op/op.h"

#define STORE(field, value) atomic_store_explicit(&(field), value, memory_order_relaxed)
#define LOAD(field) atomic_load_explicit(&(field), memory_order_relaxed)

void hyd_diag_record_wait(struct hyd_job *job, const struct hyd_wait_record *w) {
  struct hyd_recorder *rec = &job->me->rec;
  struct hyd_oldest_op oldest;
  STORE(rec->since_ns, w ? w->start_ns : 0);
  if (w == NULL) return;
  STORE(rec->what, w->reason);
  STORE(rec->peer, w->peer);
  STORE(rec->detail, w->detail);
  STORE(rec->outstanding, hyd_ops_outstanding(job, &oldest));
  STORE(rec->oldest_peer, oldest.peer);
  STORE(rec->oldest_kind, oldest.name);
  STORE(rec->oldest_bytes, oldest.bytes);
}

#define FEW_PEERS 8u

static __attribute__((format(printf, 4, 5))) void add(char *line, size_t size, size_t *at,
                                                      const char *fmt, ...) {
  va_list ap;
  int n;
  va_start(ap, fmt);
  n = vsnprintf(line + *at, size - *at, fmt, ap);
  va_end(ap);
  if (n > 0) *at = *at + (size_t)n < size ? *at + (size_t)n : size - 1;
}

static uint32_t queued(const struct hyd_ring *r) {
  return (uint32_t)LOAD(r->tail) - (uint32_t)LOAD(r->head);
}

static void add_missing(const struct hyd_place *p, char *line, size_t size, size_t *at) {
  for (uint32_t i = 0; i < p->nmissing; i++)
    add(line, size, at, i ? " %u" : "; missing rank %u", p->missing[i]);
  if (p->nmissing == HYD_PLACE_MISSING) add(line, size, at, " ...");
}

static void add_oldest(const struct hyd_place *p, char *line, size_t size, size_t *at) {
  char op[64];
  hyd_place_op_text(p, op, sizeof op);
  add(line, size, at, ", the oldest with rank %u", p->oldest_peer);
  if (*op) add(line, size, at, " (%s)", op);
}

/* Writes a line about a rank. host: name to be included; NULL: none. */
static void describe_rank(const struct hyd_shared *sh, uint32_t rank, const char *host, char *line,
                          size_t size, size_t *at) {
  struct hyd_place p;
  hyd_place_of(sh, rank, hyd_now_ns(), &p);
  add(line, size, at, "rank %u/%u (pid %d%s%s): ", p.rank, p.size, (int)p.pid, host ? " on " : "",
      host ? host : "");
  if (p.state == HYD_RANK_EXITING) {
    add(line, size, at, "has left");
  } else if (p.pid && kill(p.pid, 0) && errno == ESRCH) {
    add(line, size, at, "has ended");
  } else if (p.reason == HYD_WAIT_NONE) {
    add(line, size, at, "not waiting in the library");
  } else {
    add(line, size, at, "waits %.1f s for %s", (double)p.waited_ns * 1e-9,
        hyd_wait_reason_text((enum hyd_wait_reason)p.reason));
    if (p.peer != HYD_NO_PEER) add(line, size, at, " of rank %u", p.peer);
    if (p.reason == HYD_WAIT_BARRIER || p.reason == HYD_WAIT_NB_BARRIER) {
      add(line, size, at, ", phase %llu", (unsigned long long)p.detail);
      add_missing(&p, line, size, at);
    }
    add(line, size, at, "; %u operations outstanding", p.outstanding);
    if (p.oldest_peer != HYD_NO_PEER) add_oldest(&p, line, size, at);
  }
  add(line, size, at, "; inbox: %u request and %u reply lines queued\n",
      queued(&hyd_inbox(sh, rank)->request), queued(&hyd_inbox(sh, rank)->reply));
}

void hyd_diag_print_ranks(const struct hyd_shared *sh, int fd) {
  char line[600];
  size_t at = 0;
  add(line, sizeof line, &at, "--- where %u ranks are ---\n", sh->nranks);
  for (uint32_t i = 0; i <= sh->nranks; i++) {
    if (write(fd, line, at) < 0) return;
    at = 0;
    if (i < sh->nranks) describe_rank(sh, i, NULL, line, sizeof line, &at);
  }
}

void hyd_diag_print_graph(const struct hyd_shared *sh, FILE *out) {
  struct hyd_place *place = calloc(sh->nranks, sizeof *place);
  struct hyd_wait_graph *g;
  for (uint32_t i = 0; place && i < sh->nranks; i++) hyd_place_of(sh, i, hyd_now_ns(), &place[i]);
  g = place ? hyd_wait_graph_new(place, sh->nranks) : NULL;
  if (g) {
    hyd_wait_graph_text(g, out);
    hyd_wait_graph_free(g);
  }
  free(place);
}

void hyd_diag_print_places(const struct hyd_job *job, uint32_t before, uint32_t after, int fd) {
  const struct hyd_shared *sh = job->shared;
  uint32_t me = job->rank - sh->first, first = before < me ? me - before : 0;
  uint32_t last = after < sh->nranks - 1 - me ? me + after : sh->nranks - 1;
  struct utsname u;
  char line[700];
  if (uname(&u)) u.nodename[0] = '\0';
  for (uint32_t i = first; i <= last; i++) {
    size_t at = 0;
    describe_rank(sh, i, u.nodename, line, sizeof line, &at);
    if (write(fd, line, at) < 0) return;
  }
}

static int is_remote(const struct hyd_job *job, uint32_t peer) {
  return peer < job->size && !hyd_in_nbrhd(job, peer);
}

static void print_peer(struct hyd_job *job, uint32_t peer, int fd) {
  char line[700], said[500] = "";
  size_t at = 0;
  int busy = hyd_conduit_describe(job, peer, said, sizeof said);
  add(line, sizeof line, &at, "rank %u/%u (pid %d) and rank %u by %s: %s\n", job->rank, job->size,
      (int)job->pid, peer, hyd_conduit_of(job)->name, busy ? "busy, no details now" : said);
  if (write(fd, line, at) < 0) errno = 0;
}

/* Describes the peer of the wait; or each peer, if the wait is for all and they are few. */
void hyd_diag_print_network(struct hyd_job *job, int fd) {
  const struct hyd_recorder *rec = &job->me->rec;
  uint32_t peer = LOAD(rec->peer), oldest = LOAD(rec->oldest_peer);
  if (job->net.state == NULL || hyd_conduit_of(job)->describe == NULL || LOAD(rec->since_ns) == 0)
    return;
  if (is_remote(job, peer)) print_peer(job, peer, fd);
  if (is_remote(job, oldest) && oldest != peer) print_peer(job, oldest, fd);
  if (is_remote(job, peer) || is_remote(job, oldest) ||
      job->size - job->place.nbrhd_count > FEW_PEERS)
    return;
  for (uint32_t i = 0; i < job->size; i++)
    if (is_remote(job, i)) print_peer(job, i, fd);
}

/* Signals this thread, which waits, for its backtrace; or the process, if this thread blocks the
 * signal, as a client's thread may. */
static void ask_this_rank(void) {
  sigset_t blocked;
  if (pthread_sigmask(SIG_BLOCK, NULL, &blocked) == 0 && sigismember(&blocked, HYD_DUMP_SIGNAL))
    kill(getpid(), HYD_DUMP_SIGNAL);
  else
    raise(HYD_DUMP_SIGNAL);
}

/* Dumps this host's ranks, without a supervisor. */
static void dump_host(struct hyd_job *job) {
  if (job->place.host_count > 1) hyd_diag_print_ranks(job->shared, STDERR_FILENO);
  for (gex_Rank_t i = 0; i < job->place.host_count; i++) {
    const struct hyd_rank_shared *r = &job->shared->rank[i];
    if (r != job->me && LOAD(r->pid) && LOAD(r->state) == HYD_RANK_RUNNING)
      kill((pid_t)LOAD(r->pid), HYD_DUMP_SIGNAL);
  }
  ask_this_rank();
}

void hyd_diag_request_dump(struct hyd_job *job) {
  if (job->supervisor == 0) {
    dump_host(job);
    return;
  }
  atomic_fetch_add_explicit(&job->shared->dump_wanted, 1, memory_order_relaxed);
  kill(job->supervisor, HYD_DUMP_SIGNAL);
}

void hyd_diag_report_hang(struct hyd_job *job, const struct hyd_wait_record *w,
                          uint64_t waited_ns) {
  hyd_diag_record_wait(job, w);
  fprintf(stderr, "*** rank %u/%u has waited %.1f s for %s (GASNET_HANG_SECONDS)\n", job->rank,
          job->size, (double)waited_ns * 1e-9, hyd_wait_reason_text(w->reason));
  hyd_diag_request_dump(job);
}
