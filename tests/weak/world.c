/* SPDX-License-Identifier: BSD-3-Clause
 *
 * world.c: see world.h.
 */
#include "tests/weak/world.h"

#include "core/am/mailbox.h"
#include "core/am/deferred.h"
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/boot/boot.h"
#include "core/oob/host_leaders.h"

struct world world;
static unsigned char memory[1u << 14] __attribute__((aligned(4096)));
static struct hyd_inbox inbox[WORLD_RANKS];
static struct hyd_shared *shared = (struct hyd_shared *)(void *)memory;

static void make_rank(unsigned i, unsigned ranks, int fences) {
  struct hyd_job *job = &world.job[i];
  job->rank = i;
  job->size = ranks;
  job->shared = shared;
  job->me = &shared->rank[i];
  job->host_inbox = inbox;
  job->net.host_peer = calloc(ranks, sizeof *job->net.host_peer);
  job->place.host_count = ranks;
  job->wait.mode = GASNET_WAIT_BLOCK;
  job->wait.fence_mode = fences;
  job->wait.membarrier = !fences;
  atomic_init(&job->wait.settled, UINT32_MAX); /* as init.c does */
  job->wait.oversubscribed = 1;                /* each pause is a step towards sleep */
  hyd_poll_init(job);
}

void world_make(unsigned ranks, int fences) {
  for (unsigned i = 0; i < WORLD_RANKS; i++) free(world.job[i].net.host_peer);
  memset(&world, 0, sizeof world);
  memset(memory, 0, sizeof memory);
  memset(inbox, 0, ranks * sizeof inbox[0]);
  shared->nranks = shared->kernel_ranks = ranks;
  shared->nhosts = 1;
  for (unsigned i = 0; i < ranks; i++) make_rank(i, ranks, fences);
  weak_share(&world, sizeof world);
  weak_share(memory, sizeof memory);
  weak_share(inbox, ranks * sizeof inbox[0]);
}

/* --- messages ------------------------------------------------------------------ */

static struct hyd_am request(uint32_t value, uint32_t *payload, gex_AM_Arg_t *arg) {
  payload[0] = value;
  payload[1] = ~value;
  *arg = (gex_AM_Arg_t)(value + 1);
  return (struct hyd_am){.category = HYD_AM_MEDIUM,
                         .is_request = 1,
                         .handler = 200,
                         .nargs = 1,
                         .nbytes = 8,
                         .payload = payload,
                         .args = arg};
}

int world_send_box(unsigned from, unsigned to, uint32_t value) {
  uint32_t payload[2];
  gex_AM_Arg_t arg;
  struct hyd_am m = request(value, payload, &arg);
  return hyd_mailbox_send(&world.job[from], to, HYD_AM_MEDIUM, &m);
}

int world_send_ring(unsigned from, unsigned to, uint32_t value) {
  uint32_t payload[2];
  gex_AM_Arg_t arg;
  struct hyd_am m = request(value, payload, &arg);
  return hyd_ring_send(&world.job[from], to, HYD_AM_MEDIUM, &m);
}

void world_poll(unsigned rank, unsigned times) {
  while (times--) hyd_poll(&world.job[rank]);
}

static void answer(struct hyd_job *job, gex_Rank_t requester) {
  struct hyd_am m = {.category = HYD_AM_SHORT, .handler = 201};
  if (hyd_mailbox_reply(job, requester, HYD_AM_SHORT, &m) == 0) job->mailbox.open = 0;
}

void hyd_am_deliver(struct hyd_job *job, struct hyd_thread *t, gex_Rank_t src,
                    const struct hyd_am *m, int how) {
  uint32_t payload[2];
  (void)t;
  if (!m->is_request) {
    if (m->handler != 201 || m->nargs != 0) weak_fail("a torn reply");
    world.seen[job->rank].replies++;
    return;
  }
  memcpy(payload, m->payload, sizeof payload);
  if (m->handler != 200 || m->nbytes != 8 || m->nargs != 1 || payload[1] != ~payload[0] ||
      (uint32_t)m->args[0] != payload[0] + 1)
    weak_fail("a torn request");
  world.seen[job->rank].requests++;
  if (world.answers && how == HYD_AM_BY_MAILBOX) answer(job, src);
}

void world_wait(unsigned rank, int (*done)(void), unsigned pauses) {
  struct hyd_wait w;
  hyd_wait_begin(&w, &world.job[rank], HYD_WAIT_EVENT, HYD_NO_PEER, 0);
  while (!done() && pauses--) hyd_wait_pause(&w);
  hyd_wait_end(&w);
}

/* --- what the library's files call -------------------------------------------- */

struct hyd_job *hyd_the_job;
__thread struct hyd_thread *hyd_the_thread;
struct hyd_thread *hyd_thread_enter(struct hyd_job *job) {
  return (void)job, &world.thread[weak_self()];
}
void hyd_threads_weigh(struct hyd_job *job) { (void)job; }
void hyd_check_unready(const char *call) { (void)call; }
void hyd_diag_record_wait(struct hyd_job *job, const struct hyd_wait_record *w) {
  (void)job, (void)w;
}
void hyd_diag_report_hang(struct hyd_job *job, const struct hyd_wait_record *w, uint64_t ns) {
  (void)job, (void)w, (void)ns;
}
int hyd_error_at(const char *file, int line, int code, const char *call, const char *fmt, ...) {
  (void)file, (void)line, (void)call, (void)fmt;
  return code;
}
_Noreturn void hyd_fatal_at(const char *file, int line, const char *call, const char *fmt, ...) {
  (void)file, (void)line, (void)call, (void)fmt;
  abort();
}
void hyd_boot_fence(struct hyd_boot *boot) { (void)boot; }
void hyd_boot_gather(struct hyd_boot *boot) { (void)boot; }
void hyd_leaders_barrier(struct hyd_job *job) { (void)job; }
void hyd_leaders_gather(struct hyd_job *job) { (void)job; }
void hyd_leaders_gather_end(struct hyd_job *job) { (void)job; }
int hyd_am_unpark(struct hyd_job *job) { return (void)job, 0; }
int hyd_later_run(struct hyd_job *job) { return (void)job, 0; }
int hyd_paged_is_rung(struct hyd_job *job) { return (void)job, 0; }

/* Functions of longs, which no scenario sends; a library that is not optimised refers to them. */
void *hyd_long_place(struct hyd_job *job, gex_Rank_t peer, const struct hyd_am *m) {
  (void)job, (void)peer, (void)m;
  return NULL;
}
void hyd_am_land(struct hyd_job *job, struct hyd_thread *t, gex_Rank_t src,
                 const struct hyd_am *m) {
  (void)job, (void)t, (void)src, (void)m;
}
