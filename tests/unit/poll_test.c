/* SPDX-License-Identifier: BSD-3-Clause
 *
 * poll_test.c: one poll (core/am/poll.c), with a conduit and a progress function of the test: work
 * that messages make possible is done in the same poll.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "conduits/dispatch.h"
#include "core/am/deferred.h"
#include "core/am/later.h"
#include "core/am/wait.h"
#include "core/shm/bell.h"

static struct hyd_job *job;
static struct hyd_thread thread;
static int steps, polls, messages; /* messages: number that the next poll of the conduit finds */

/* The functions that poll.c calls. */
__thread struct hyd_thread *hyd_the_thread;
struct hyd_thread *hyd_thread_enter(struct hyd_job *of) {
  thread.job = of;
  return hyd_the_thread = &thread;
}
void hyd_wake_own_threads(struct hyd_job *of) { (void)of; }
/* No message comes by shared memory, and no reply is parked. */
void hyd_am_deliver(struct hyd_job *of, struct hyd_thread *t, gex_Rank_t src,
                    const struct hyd_am *m, int how) {
  (void)of, (void)t, (void)src, (void)m, (void)how;
  abort();
}
void hyd_am_land(struct hyd_job *of, struct hyd_thread *t, gex_Rank_t src, const struct hyd_am *m) {
  (void)of, (void)t, (void)src, (void)m;
  abort();
}
int hyd_am_unpark(struct hyd_job *of) { return (void)of, abort(), 0; }
int hyd_later_run(struct hyd_job *of) { return (void)of, abort(), 0; }
void hyd_ring_bell(struct hyd_rank_shared *r) { (void)r, abort(); }
_Noreturn void hyd_fatal_at(const char *file, int line, const char *call, const char *fmt, ...) {
  (void)file, (void)line, (void)call, (void)fmt;
  abort();
}

static int find_messages(struct hyd_job *of, void *state, int take_requests) {
  int found = messages;
  (void)state, (void)take_requests;
  polls++;
  messages = 0;
  if (found) hyd_poll_todo(of); /* as a handler does */
  return found;
}

static int step(struct hyd_job *of) {
  (void)of;
  steps++;
  return HYD_PROGRESS_DONE;
}

static const struct hyd_conduit conduit = {.name = "test", .ops = {.poll = find_messages}};

static int setup(void **state) {
  (void)state;
  job = aligned_alloc(4096, hyd_up(sizeof *job, 4096));
  memset(job, 0, sizeof *job);
  job->host_inbox = aligned_alloc(4096, hyd_up(sizeof *job->host_inbox, 4096));
  memset(job->host_inbox, 0, sizeof *job->host_inbox);
  job->me = aligned_alloc(4096, hyd_up(sizeof *job->me, 4096));
  memset(job->me, 0, sizeof *job->me);
  job->net.conduit = &conduit;
  job->net.state = job;
  job->rx.progress[0] = step;
  job->threads.many = 0;
  hyd_poll_init(job);
  hyd_thread_enter(job);
  steps = polls = messages = 0;
  return 0;
}

static int teardown(void **state) {
  (void)state;
  free(job->me);
  free(job->host_inbox);
  free(job);
  return 0;
}

/* An acknowledgement would go by itself in a second look at the conduit. */
static void messages_are_used_at_once(void **state) {
  for (int many = 0; many < 2; many++) {
    setup(state);
    job->threads.many = many;
    messages = 1;
    assert_int_equal(hyd_poll_more(job), 2);
    assert_int_equal(polls, 1);
    assert_int_equal(steps, 1);
    assert_int_equal(hyd_poll_more(job), 0); /* and once only */
    assert_int_equal(steps, 1);
    teardown(state);
  }
}

static void nothing_goes_on_without_messages(void **state) {
  (void)state;
  assert_int_equal(hyd_poll_more(job), 0);
  assert_int_equal(steps, 0);
}

/* A handler may not send: what its poll has found waits for the next one. */
static void handlers_wait(void **state) {
  (void)state;
  messages = 1;
  thread.in_reply = 1;
  assert_int_equal(hyd_poll_more(job), 1);
  assert_int_equal(steps, 0);
  thread.in_reply = 0;
  assert_true(hyd_poll_arrived(job));
  assert_int_equal(steps, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(messages_are_used_at_once),
      cmocka_unit_test_setup_teardown(nothing_goes_on_without_messages, setup, teardown),
      cmocka_unit_test_setup_teardown(handlers_wait, setup, teardown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
