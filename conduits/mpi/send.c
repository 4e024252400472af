/* SPDX-License-Identifier: BSD-3-Clause
 *
 * send.c: sends messages: each is written to a buffer, which is given to MPI_Isend. MPI sends a
 * short message at once, even if no receive is posted, and buffers it at the receiver without a
 * bound; so credits bound messages (core/am/credits.h).
 */
#include "conduits/mpi/state.h"

char *hyd_mpi_buffers(uint32_t n) {
  char *all = aligned_alloc(64, n * HYD_MPI_BUFFER);
  if (all == NULL) hyd_fatal(HYD_MPI_WHERE, "out of memory for %u buffers", n);
  return all;
}

void hyd_mpi_send_open(struct hyd_mpi *s, uint32_t n) {
  struct hyd_mpi_sends *o = &s->out;
  char *all = hyd_mpi_buffers(n);
  size_t requests = HYD_MPI_TAGS + (size_t)n;
  o->request = calloc(requests, sizeof *o->request);
  o->buffer = calloc(requests, sizeof *o->buffer);
  o->free = calloc(n, sizeof *o->free);
  o->index = calloc(requests, sizeof *o->index);
  o->status = calloc(requests, sizeof *o->status);
  if (!o->request || !o->buffer || !o->free || !o->index || !o->status)
    hyd_fatal(HYD_MPI_WHERE, "out of memory for %u messages", n);
  o->n = o->nfree = n;
  for (uint32_t i = 0; i < n; i++) o->free[n - 1 - i] = all + i * HYD_MPI_BUFFER;
}

/* --- one message ---------------------------------------------------------- */

/* A free buffer; NULL: none. Requests leave a quarter of the buffers for replies. */
static char *take_buffer(struct hyd_mpi *s, enum hyd_mpi_tag tag) {
  struct hyd_mpi_sends *o = &s->out;
  return o->nfree > (tag == HYD_MPI_REQUESTS ? o->n / 4 : 0) ? o->free[--o->nfree] : NULL;
}

static void post_send(struct hyd_mpi *s, uint32_t peer, char *buffer, size_t size,
                      enum hyd_mpi_tag tag) {
  struct hyd_mpi_sends *o = &s->out;
  struct hyd_credits *c = &s->peer[peer];
  uint32_t at = HYD_MPI_TAGS + o->active++;
  c->told = ((struct hyd_packet *)(void *)buffer)->taken = c->taken;
  o->buffer[at] = buffer;
  hyd_mpi_check("MPI_Isend", MPI_Isend(buffer, (int)size, MPI_BYTE, (int)peer, (int)tag,
                                       s->world->comm, &o->request[at]));
  s->sent_to[peer]++;
  s->counts.messages++;
  s->counts.bytes += size;
}

void hyd_mpi_send_ended(struct hyd_mpi *s) {
  struct hyd_mpi_sends *o = &s->out;
  uint32_t left = 0;
  for (uint32_t i = HYD_MPI_TAGS; i < HYD_MPI_TAGS + o->active; i++) {
    if (o->request[i] == MPI_REQUEST_NULL) {
      o->free[o->nfree++] = o->buffer[i];
      continue;
    }
    o->request[HYD_MPI_TAGS + left] = o->request[i];
    o->buffer[HYD_MPI_TAGS + left++] = o->buffer[i];
  }
  o->active = left;
}

int hyd_mpi_note(struct hyd_mpi *s, uint32_t peer, enum hyd_mpi_kind kind, enum hyd_mpi_tag tag) {
  struct hyd_am m = hyd_am_of(tag == HYD_MPI_REQUESTS, (uint8_t)kind, 0, 0, NULL);
  struct hyd_packet p = hyd_packet_of(s->job, &m);
  char *buffer = take_buffer(s, HYD_MPI_REPLIES);
  if (buffer == NULL) return HYD_NO_ROOM;
  hyd_packet_write(buffer, &p, sizeof p, &m);
  post_send(s, peer, buffer, hyd_mpi_message_size(&p), tag);
  s->counts.credits += kind == HYD_MPI_CREDIT;
  return 0;
}

static int pay_peer(void *state, uint32_t peer) {
  struct hyd_mpi *s = state;
  return hyd_credits_are_urgent(&s->peer[peer], s->slack) &&
         hyd_mpi_note(s, peer, HYD_MPI_CREDIT, HYD_MPI_REPLIES);
}

void hyd_mpi_credits_pay(struct hyd_mpi *s) { hyd_owed_pay(&s->owing, pay_peer, s); }

/* --- active messages ------------------------------------------------------ */

static int start_message(struct hyd_mpi *s, uint32_t peer, const struct hyd_am *m) {
  enum hyd_mpi_tag tag = m->is_request ? HYD_MPI_REQUESTS : HYD_MPI_REPLIES;
  struct hyd_packet p = hyd_packet_of(s->job, m);
  struct hyd_credits *c = &s->peer[peer];
  char *buffer, *payload;
  if ((m->is_request && !hyd_credits_may(c, s->window)) || (buffer = take_buffer(s, tag)) == NULL)
    return HYD_NO_ROOM;
  payload = hyd_packet_write(buffer, &p, sizeof p, m);
  if (p.nbytes) hyd_am_copy_payload(m, payload);
  post_send(s, peer, buffer, hyd_mpi_message_size(&p), tag);
  c->sent += m->is_request;
  if (hyd_credits_out(c) > s->counts.unanswered) s->counts.unanswered = hyd_credits_out(c);
  return 0;
}

/* Whether the message comes too late and is dropped: all ranks have come to the end, so no rank
 * waits for a reply, or for what other threads send while their rank leaves. */
static int is_late(const struct hyd_mpi *s, const struct hyd_am *m) {
  return !m->is_request || hyd_job_is_leaving(s->job);
}

int hyd_mpi_am_send(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m) {
  struct hyd_mpi *s = state;
  int full = HYD_NO_ROOM;
  (void)job;
  if (hyd_mpi_enter(s)) return HYD_NO_ROOM;
  if (s->phase == HYD_MPI_OPEN)
    full = start_message(s, peer, m);
  else if (s->world->finalised && is_late(s, m))
    full = 0;
  else if (s->world->finalised)
    hyd_fatal(HYD_MPI_WHERE,
              "a message to rank %u after MPI_Finalize; expected the last ones before", peer);
  s->counts.no_room += full == HYD_NO_ROOM;
  hyd_mpi_unlock(s);
  return full;
}
