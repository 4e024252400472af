/* SPDX-License-Identifier: BSD-3-Clause
 *
 * receive.c: receives messages. Receives are posted in advance, for any sender, with a tag for
 * requests and one for replies, so that replies never wait behind requests. No message is probed
 * for, no receive is cancelled or persistent: when its message has been handled a receive is posted
 * again, behind the others.
 */
#include "conduits/mpi/state.h"
#include "core/sys/clock.h"

#define ROUNDS 8                /* most tests in one poll */
#define IDLE_FEW 48u            /* polls in a row that find nothing, before the clock is read */
#define IDLE_EVERY 8u           /* then one of so many polls reads the clock */
#define AWAKE_NS 5000000u       /* this rank stays awake for so long after a message */
#define LOOK_AT_SENDS_EVERY 16u /* one of so many idle polls tests sends */
#define LOOK_BEHIND_EVERY 512u  /* one of so many tests all receives, each as long as a poll */

/* --- receives ------------------------------------------------------------- */

static void post_receive(struct hyd_mpi *s, enum hyd_mpi_tag tag, struct hyd_mpi_slot *slot) {
  struct hyd_mpi_receives *r = &s->in[tag];
  hyd_mpi_check("MPI_Irecv", MPI_Irecv(slot->buffer, (int)HYD_MPI_MESSAGE_MOST, MPI_BYTE,
                                       MPI_ANY_SOURCE, (int)tag, s->world->comm, &slot->request));
  r->ring[(r->oldest + r->posted++) % r->n] = slot;
}

void hyd_mpi_receive_open(struct hyd_mpi *s, uint32_t n) {
  for (int tag = 0; tag < HYD_MPI_TAGS; tag++) {
    struct hyd_mpi_slot *slot = calloc(n, sizeof *slot);
    char *all = hyd_mpi_buffers(n);
    s->in[tag].ring = calloc(n, sizeof *s->in[tag].ring);
    if (slot == NULL || s->in[tag].ring == NULL)
      hyd_fatal(HYD_MPI_WHERE, "out of memory for %u receives", n);
    s->in[tag].n = n;
    for (uint32_t i = 0; i < n; i++) {
      slot[i].buffer = all + i * HYD_MPI_BUFFER;
      post_receive(s, (enum hyd_mpi_tag)tag, &slot[i]);
    }
  }
}

/* Removes the k-th oldest receive from the ring. */
static struct hyd_mpi_slot *take_out(struct hyd_mpi_receives *r, uint32_t k) {
  struct hyd_mpi_slot *slot = r->ring[(r->oldest + k) % r->n];
  for (; k > 0; k--) r->ring[(r->oldest + k) % r->n] = r->ring[(r->oldest + k - 1) % r->n];
  r->oldest = (r->oldest + 1) % r->n;
  r->posted--;
  return slot;
}

/* --- delivery ------------------------------------------------------------- */

/* Runs the message's handler, without the lock. */
static void deliver_message(struct hyd_mpi *s, const struct hyd_packet *p, char *at) {
  struct hyd_am m = hyd_packet_unpack(s->job, HYD_MPI_WHERE, p, p + 1,
                                      at + hyd_packet_payload_at(sizeof *p, p->nargs));
  if (m.is_request) hyd_credits_take(&s->peer[p->src], s->slack, &s->owing, p->src);
  hyd_mpi_unlock(s);
  hyd_am_receive(s->job, hyd_self(s->job), p->src, &m);
  hyd_mpi_lock(s);
}

static int is_plausible(const struct hyd_mpi *s, const struct hyd_packet *p, int size,
                        enum hyd_mpi_tag tag, int source) {
  return size >= (int)sizeof *p &&
         hyd_packet_is_plausible(p, hyd_job_size(s->job), HYD_MPI_MAX_MEDIUM) &&
         p->kind < HYD_MPI_KINDS && (size_t)size == hyd_mpi_message_size(p) &&
         (int)p->src == source && p->is_request == (tag == HYD_MPI_REQUESTS);
}

/* Handles the message of a receive that has ended. */
static void take_message(struct hyd_mpi *s, enum hyd_mpi_tag tag, struct hyd_mpi_slot *slot,
                         const MPI_Status *status) {
  const struct hyd_packet *p = (const struct hyd_packet *)(void *)slot->buffer;
  int size = 0;
  MPI_Get_count(status, MPI_BYTE, &size);
  if (hyd_unlikely(!is_plausible(s, p, size, tag, status->MPI_SOURCE) ||
                   hyd_credits_learn(&s->peer[p->src], p->taken)))
    hyd_fatal(HYD_MPI_WHERE, "received %d bytes of rank %d that are not a message", size,
              status->MPI_SOURCE);
  s->counts.received++;
  s->counts.replies += tag == HYD_MPI_REPLIES;
  if (p->kind <= HYD_AM_LONG && s->phase == HYD_MPI_OPEN) deliver_message(s, p, slot->buffer);
  if (s->phase <= HYD_MPI_SETTLING) post_receive(s, tag, slot);
}

/* --- tests ---------------------------------------------------------------- */

/* How many sends to test. Only the reuse of their buffers waits for their ends, so they are tested
 * rarely while buffers are free. */
static uint32_t sends_to_test(const struct hyd_mpi *s) {
  const struct hyd_mpi_sends *o = &s->out;
  return s->phase != HYD_MPI_OPEN || o->nfree < o->n / 2 ||
                 s->idle % LOOK_AT_SENDS_EVERY == LOOK_AT_SENDS_EVERY - 1
             ? o->active
             : 0;
}

/* Tests the oldest receives of tags from `first` on, which `came` and `status` return, and
 * sometimes sends. Returns how many have ended. */
static int test_requests(struct hyd_mpi *s, enum hyd_mpi_tag first, struct hyd_mpi_slot **came,
                         MPI_Status *status) {
  struct hyd_mpi_sends *o = &s->out;
  int n = 0, err;
  for (int tag = first; tag < HYD_MPI_TAGS; tag++) {
    const struct hyd_mpi_receives *r = &s->in[tag];
    o->request[tag] = r->posted ? r->ring[r->oldest]->request : MPI_REQUEST_NULL;
  }
  err = MPI_Testsome((int)(HYD_MPI_TAGS - first + sends_to_test(s)), o->request + first, &n,
                     o->index, o->status);
  if (hyd_unlikely(err != MPI_SUCCESS))
    hyd_mpi_failed("MPI_Testsome",
                   err == MPI_ERR_IN_STATUS && n == 1 ? o->status[0].MPI_ERROR : err);
  if (n == MPI_UNDEFINED) n = 0;
  for (int i = 0; i < n; i++) {
    int at = o->index[i] + (int)first;
    if (at >= HYD_MPI_TAGS) continue;
    came[at] = take_out(&s->in[at], 0);
    status[at] = o->status[i];
  }
  if (n) hyd_mpi_send_ended(s);
  return n;
}

/* Tests the receives behind the oldest one. 1: one had ended, and its message was handled. */
static int look_behind(struct hyd_mpi *s, enum hyd_mpi_tag tag) {
  struct hyd_mpi_receives *r = &s->in[tag];
  MPI_Status status;
  int ended = 0;
  for (uint32_t k = 1; k < r->posted; k++) {
    hyd_mpi_check("MPI_Test", MPI_Test(&r->ring[(r->oldest + k) % r->n]->request, &ended, &status));
    if (!ended) continue;
    take_message(s, tag, take_out(r, k), &status);
    return 1;
  }
  return 0;
}

int hyd_mpi_progress(struct hyd_mpi *s, int take_requests) {
  int may = s->phase != HYD_MPI_OPEN || (take_requests && !hyd_am_parked(s->job));
  enum hyd_mpi_tag first = may ? HYD_MPI_REQUESTS : HYD_MPI_REPLIES;
  struct hyd_mpi_slot *came[HYD_MPI_TAGS] = {NULL, NULL};
  MPI_Status status[HYD_MPI_TAGS];
  int n = test_requests(s, first, came, status);
  for (int tag = HYD_MPI_TAGS - 1; tag >= 0; tag--) /* replies first */
    if (came[tag]) take_message(s, (enum hyd_mpi_tag)tag, came[tag], &status[tag]);
  s->idle = n ? 0 : s->idle + 1;
  if (n == 0 && s->idle % LOOK_BEHIND_EVERY == 0)
    for (int tag = first; tag < HYD_MPI_TAGS; tag++) n += look_behind(s, (enum hyd_mpi_tag)tag);
  return n;
}

/* Keeps a rank awake that has received a message lately: a large message moves only while both ends
 * poll, and the polls find nothing until it is complete. Returns 1 in some idle polls, as if a
 * message had arrived. */
static int keep_awake(struct hyd_mpi *s) {
  if (s->idle == IDLE_FEW) s->awake_ns = hyd_now_ns() + AWAKE_NS;
  return s->idle > IDLE_FEW && s->idle % IDLE_EVERY == 0 && !hyd_job_is_oversubscribed(s->job) &&
         hyd_now_ns() < s->awake_ns;
}

/* hyd_conduit_ops.poll. Stops after a reply, for which this thread may have waited, as a test that
 * finds nothing takes as long as a message. */
int hyd_mpi_poll(struct hyd_job *job, void *state, int take_requests) {
  struct hyd_mpi *s = state;
  uint64_t before, replies;
  int n;
  (void)job;
  if (hyd_mpi_enter(s)) return 0;
  before = s->counts.received;
  replies = s->counts.replies;
  for (int i = 0; i < ROUNDS && s->phase == HYD_MPI_OPEN && s->counts.replies == replies; i++)
    if (hyd_mpi_progress(s, take_requests) == 0) break;
  if (s->owing && s->phase == HYD_MPI_OPEN) hyd_mpi_credits_pay(s);
  n = (int)(s->counts.received - before);
  if (n == 0) n = keep_awake(s);
  hyd_mpi_unlock(s);
  return n;
}
