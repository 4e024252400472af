/* SPDX-License-Identifier: BSD-3-Clause
 *
 * call_context.c: see call_context.h.
 */
#include "core/base/call_context.h"

#include "core/base/err.h"

void hyd_check_forked(const char *call) {
  const struct hyd_job *job = hyd_the_job;
  if (job && job->pid != getpid())
    hyd_fatal(call,
              "called in a process that the client forked from rank %u; expected the rank's "
              "own process (exec first, or do not call)",
              job->rank);
}

/* Returns during init, when the job is not ready yet. */
void hyd_check_unready(const char *call) {
  hyd_check_forked(call);
  if (hyd_the_job == NULL) hyd_fatal(call, "called before gex_Client_Init or gasnet_init");
}

void hyd_check_call(const char *call) {
  const struct hyd_job *job = hyd_the_job;
  const struct hyd_thread *t;
  hyd_check_ready(call);
  hyd_check_thread(call);
  t = hyd_self(hyd_the_job);
  if (t->in_request || t->in_reply)
    hyd_fatal(call, "called in a %s handler; expected a call that handlers may make",
              t->in_reply ? "reply" : "request");
  if (t->prepared) hyd_fatal(call, "called between Prepare and Commit or Cancel of a message");
  if (t->top_hsl) hyd_fatal(call, "called while holding a handler-safe lock");
  if (t->held_interrupts) hyd_fatal(call, "called in a no-interrupt section");
  if (job->client.legacy_init && !job->mem.attached)
    hyd_fatal(call, "called between gasnet_init and gasnet_attach");
}

void hyd_check_reply(const char *call) {
  const struct hyd_thread *t = hyd_self(hyd_the_job);
  if (t->in_reply) hyd_fatal(call, "called in a reply handler; expected a request handler");
  if (!t->in_request) hyd_fatal(call, "called outside a request handler");
  if (t->prepared) hyd_fatal(call, "called between Prepare and Commit or Cancel of a message");
  if (t->top_hsl) hyd_fatal(call, "called while holding a handler-safe lock");
}
