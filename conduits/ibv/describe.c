/* SPDX-License-Identifier: BSD-3-Clause
 *
 * describe.c: the state of a connection in one line, for reports of jobs that hang. It may be asked
 * for in a handler of a signal that has interrupted this rank anywhere: where only one thread is
 * ever inside, what that was changing is read as it is, since only numbers are.
 */
#include "conduits/ibv/ibv_int.h"

static const char *state_name(const struct vb_conn *c) {
  if (c->state == VB_LOST) return "lost";
  return c->state == VB_READY ? "ready" : c->answers ? "half open" : "being opened";
}

static int describe(const struct vb_state *s, uint32_t peer, char *line, size_t size) {
  const struct vb_conn *c = s->conn[peer];
  const struct vb_flow *requests, *controls;
  if (c == NULL) return snprintf(line, size, "no connection has been wanted");
  requests = &c->flow[VB_REQUESTS];
  controls = &c->flow[VB_CONTROLS];
  return snprintf(line, size,
                  "%s at %s port %u; %u of %u work requests under way, %u transfers wait; requests "
                  "%llu sent, %llu dealt "
                  "with, %llu allowed; controls %llu, %llu, %llu%s%s",
                  state_name(c), c->dev->name, c->dev->port, c->posted - c->done, s->set.depth,
                  c->nwaiting, (unsigned long long)requests->sent,
                  (unsigned long long)requests->returned, (unsigned long long)requests->limit,
                  (unsigned long long)controls->sent, (unsigned long long)controls->returned,
                  (unsigned long long)controls->limit, c->trouble ? "; last trouble: " : "",
                  c->trouble ? c->trouble : "");
}

int vb_describe(struct hyd_job *job, void *state, uint32_t peer, char *line, size_t size) {
  struct vb_state *s = state;
  int has_mutex = s->lock.kind == VB_LOCK_MUTEX;
  (void)job;
  if (has_mutex && pthread_mutex_trylock(&s->lock.mutex)) return -1;
  describe(s, peer, line, size);
  if (has_mutex) pthread_mutex_unlock(&s->lock.mutex);
  return 0;
}
