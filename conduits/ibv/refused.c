/* SPDX-License-Identifier: BSD-3-Clause
 *
 * refused.c: transfers of memory that the peer cannot pin, since it has pinned as much as it may:
 * they go by active messages, and are copied there. Those may have to wait for room, so they are
 * not sent from where the refusal was heard, but by the next poll, before it takes messages.
 */
#include "conduits/ibv/ibv_int.h"
#include "conduits/ibv/xfer.h"
#include "core/am/wait.h"

static struct vb_xfer *next_refused(struct vb_state *s) {
  struct vb_xfer *x = s->refused;
  if (x) s->refused = x->next;
  return x;
}

/* A source that the client may have changed since is in a buffer. */
static void send_by_messages(struct vb_state *s, const struct vb_xfer *x) {
  char *local = !x->is_get && x->how >= VB_LOCAL_SMALL ? vb_reg_buffer_at(s, x) : x->local;
  s->job->by_messages(s->job, x->conn->peer, !x->is_get, (void *)x->remote, local, x->n, x->op);
  hyd_op_done(s->job, x->op);
}

/* One thread at a time; and not from within a wait of its own. */
static int go_on(struct hyd_job *job) {
  struct vb_state *s = job->conduit_state;
  struct vb_xfer *x;
  int did = 0;
  if (s == NULL) return 0;
  vb_lock(s);
  if (!s->resending) {
    s->resending = 1;
    while ((x = next_refused(s)) != NULL) {
      vb_unlock(s);
      send_by_messages(s, x);
      vb_lock(s);
      vb_xfer_drop(s, x);
      did = HYD_PROGRESS_DONE;
    }
    s->resending = 0;
  }
  did |= s->refused ? HYD_PROGRESS_MORE : 0;
  vb_unlock(s);
  return did;
}

void vb_refused_open(struct vb_state *s) { s->job->progress[HYD_PROGRESS_CONDUIT] = go_on; }

void vb_refuse(struct vb_state *s, struct vb_xfer *x) {
  vb_warn_once(s,
               "rank %u cannot pin what is wanted of its memory: transfers are copied (ulimit -l "
               "there, GASNET_FIREHOSE_M)",
               x->conn->peer);
  x->next = s->refused;
  s->refused = x;
  hyd_poll_todo(s->job);
}
