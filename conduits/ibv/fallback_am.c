/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fallback_am.c: transfers of memory that the peer cannot pin, since it has pinned as much as it
 * may. Active messages carry them, and the peer copies. Active messages may have to wait for room,
 * so they are not sent where the refusal is found, but by the next poll, before it takes messages.
 */
#include "conduits/ibv/memory_keys.h"
#include "core/am/wait.h"

static struct hyd_ibv_xfer *next_refused(struct hyd_ibv *s) {
  struct hyd_ibv_xfer *x = s->transfers.refused;
  if (x) s->transfers.refused = x->next;
  return x;
}

/* If the client may have changed the source since, its bytes are in a buffer. */
static void send_by_messages(struct hyd_ibv *s, const struct hyd_ibv_xfer *x) {
  char *local =
      !x->r.is_get && x->r.how >= HYD_IBV_LOCAL_SMALL ? hyd_ibv_keys_buffer_at(s, x) : x->r.local;
  s->job->by_messages(s->job, x->conn->peer, !x->r.is_get, (void *)x->r.remote, local, x->r.n,
                      x->r.op);
  hyd_op_done(s->job, x->r.op);
}

/* One thread at a time, and not from within a wait of its own. */
static int go_on(struct hyd_job *job) {
  struct hyd_ibv *s = job->conduit_state;
  struct hyd_ibv_xfer *x;
  int did = 0;
  if (s == NULL) return 0;
  hyd_ibv_lock(s);
  if (!s->transfers.resending) {
    s->transfers.resending = 1;
    while ((x = next_refused(s)) != NULL) {
      hyd_ibv_unlock(s);
      send_by_messages(s, x);
      hyd_ibv_lock(s);
      hyd_ibv_xfer_drop(s, x);
      did = HYD_PROGRESS_DONE;
    }
    s->transfers.resending = 0;
  }
  did |= s->transfers.refused ? HYD_PROGRESS_MORE : 0;
  hyd_ibv_unlock(s);
  return did;
}

void hyd_ibv_fallback_open(struct hyd_ibv *s) { s->job->progress[HYD_PROGRESS_CONDUIT] = go_on; }

void hyd_ibv_fall_back(struct hyd_ibv *s, struct hyd_ibv_xfer *x) {
  hyd_ibv_warn_once(s,
                    "rank %u cannot pin what is wanted of its memory: transfers are copied (ulimit "
                    "-l there, GASNET_FIREHOSE_M)",
                    x->conn->peer);
  x->next = s->transfers.refused;
  s->transfers.refused = x;
  hyd_poll_todo(s->job);
}
