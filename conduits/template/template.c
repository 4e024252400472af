/* SPDX-License-Identifier: BSD-3-Clause
 *
 * template.c: a complete conduit in one small file, to copy from (see README in this directory). It
 * carries messages over Unix datagram sockets between the processes of one host: slow, but a real
 * transport, with limits and back-pressure of its own and no shared memory. The conformance suite
 * runs on it with GASNET_CONDUIT=template GASNET_SUPERNODE_MAXSIZE=1.
 *
 * Each rank receives from two sockets, one for requests and one for replies, so that requests never
 * fill the socket that replies need. The sockets are made before the ranks are forked; a rank keeps
 * the receiving ends of its own two and the sending ends of all. The kernel delivers datagrams
 * whole, in order and without loss; a full socket gives EAGAIN, which becomes HYD_NO_ROOM.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "conduits/conduit.h"
#include "conduits/conduit_host.h"
#include "conduits/template/template_wire.h"
#include "core/am/packet.h"
#include "core/base/err.h"
#include "core/sys/fd.h"

#define MAX_PAYLOAD 65536u
#define BATCH 32

enum { REQUESTS, REPLIES };

struct pairs { /* made by prelaunch, inherited by every rank */
  uint32_t nranks;
  struct {
    int rx, tx;
  } of[][2]; /* [nranks][REQUESTS, REPLIES] */
};

struct state {
  struct pairs *pairs;
  unsigned char *packet; /* header and MAX_PAYLOAD bytes; under the poll lock */
};

/* --- life ----------------------------------------------------------------- */

static int make_pair(struct pairs *p, uint32_t rank, int which) {
  int fd[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fd)) return -1;
  p->of[rank][which].rx = hyd_fd_high(fd[0]);
  p->of[rank][which].tx = hyd_fd_high(fd[1]);
  return p->of[rank][which].rx < 0 || p->of[rank][which].tx < 0 ? -1 : 0;
}

static int template_prelaunch(struct hyd_env *env, uint32_t nranks, void **shared_state) {
  struct pairs *p = malloc(sizeof *p + nranks * sizeof p->of[0]);
  (void)env;
  if (p == NULL) return -1;
  p->nranks = nranks;
  for (uint32_t i = 0; i < nranks; i++)
    for (int which = 0; which < 2; which++)
      if (make_pair(p, i, which))
        hyd_refuse("template conduit", "cannot make sockets for rank %u: %s (ulimit -n)", i,
                   strerror(errno));
  *shared_state = p;
  return 0;
}

static int template_open(struct hyd_job *job, void *shared_state, void **state) {
  struct state *s = calloc(1, sizeof *s);
  if (s == NULL) return -1;
  s->pairs = shared_state;
  s->packet = aligned_alloc(64, (sizeof(struct template_header) + MAX_PAYLOAD + 63) / 64 * 64);
  if (s->packet == NULL) return -1;
  for (uint32_t i = 0; i < s->pairs->nranks; i++) /* only the rank itself reads from its sockets */
    for (int which = 0; which < 2; which++)
      if (i != hyd_job_rank(job)) close(s->pairs->of[i][which].rx);
  *state = s;
  return 0;
}

static void template_close(struct hyd_job *job, void *state) {
  (void)job; /* descriptors go with the process */
  (void)state;
}

/* --- sending -------------------------------------------------------------- */

static int template_am_send(struct hyd_job *job, void *state, uint32_t peer,
                            const struct hyd_am *sent) {
  struct state *s = state;
  struct hyd_am copy;
  const struct hyd_am *m = hyd_am_filled(job, sent, &copy);
  struct template_header h = {.src = hyd_job_rank(job),
                              .nbytes = (uint32_t)m->nbytes,
                              .category = m->category,
                              .is_request = m->is_request,
                              .handler = m->handler,
                              .nargs = m->nargs,
                              .dest = (uint64_t)(uintptr_t)m->dest};
  struct iovec part[2] = {{&h, sizeof h}, {m->payload, m->nbytes}};
  struct msghdr msg = {.msg_iov = part, .msg_iovlen = m->nbytes ? 2 : 1};
  int fd = s->pairs->of[peer][m->is_request ? REQUESTS : REPLIES].tx;
  memcpy(h.args, m->args, 4u * m->nargs);
  while (sendmsg(fd, &msg, MSG_NOSIGNAL) < 0) {
    if (errno == EINTR) continue;
    if (errno == EAGAIN || errno == ENOBUFS) return HYD_NO_ROOM;
    if (errno == ECONNREFUSED || errno == EPIPE)
      return HYD_NO_ROOM; /* the peer has left; the job is ending */
    hyd_fatal("template conduit", "cannot send %zu bytes to rank %u: %s; expected a peer that runs",
              m->nbytes, peer, strerror(errno));
  }
  return 0;
}

/* --- receiving ------------------------------------------------------------ */

/* Whether the datagram, which comes from outside, is a message. */
static int is_plausible(struct hyd_job *job, const struct template_header *h, size_t size,
                        int is_request) {
  return size >= sizeof *h && size == sizeof *h + h->nbytes && h->nbytes <= MAX_PAYLOAD &&
         h->src < hyd_job_size(job) && h->nargs <= HYD_AM_WIRE_ARGS && h->category <= HYD_AM_LONG &&
         h->is_request == is_request;
}

static void deliver_message(struct hyd_job *job, struct state *s, const struct template_header *h) {
  struct hyd_am m = {.category = h->category,
                     .is_request = h->is_request,
                     .handler = h->handler,
                     .nargs = h->nargs,
                     .args = h->args,
                     .nbytes = h->nbytes,
                     .payload = s->packet + sizeof *h};
  if (m.category == HYD_AM_LONG) {
    m.dest = hyd_packet_place(job, "template conduit", h->src, h->dest, h->nbytes);
    if (m.nbytes) memcpy(m.dest, m.payload, m.nbytes);
    m.payload = m.dest;
  }
  hyd_am_deliver(job, hyd_self(job), h->src, &m, 0);
}

/* Receives and delivers one message. 0: there is none. */
static int take_message(struct hyd_job *job, struct state *s, int which) {
  struct template_header h;
  ssize_t n = recv(s->pairs->of[hyd_job_rank(job)][which].rx, s->packet, sizeof h + MAX_PAYLOAD, 0);
  if (n < 0) return 0;
  memcpy(&h, s->packet, (size_t)n < sizeof h ? (size_t)n : sizeof h);
  if (!is_plausible(job, &h, (size_t)n, which == REQUESTS))
    hyd_fatal("template conduit", "received %zd bytes that are not a message", n);
  deliver_message(job, s, &h);
  return 1;
}

static int template_poll(struct hyd_job *job, void *state, int take_requests) {
  int n = 0;
  for (int i = 0; i < BATCH && take_message(job, state, REPLIES); i++) n++;
  for (int i = 0; i < BATCH && take_requests && !hyd_am_parked(job); i++) {
    if (!take_message(job, state, REQUESTS)) break;
    n++;
  }
  return n;
}

static void template_sleep(struct hyd_job *job, void *state, uint64_t timeout_ns) {
  struct state *s = state;
  struct pollfd fd[2] = {{s->pairs->of[hyd_job_rank(job)][REQUESTS].rx, POLLIN, 0},
                         {s->pairs->of[hyd_job_rank(job)][REPLIES].rx, POLLIN, 0}};
  struct timespec ts = {(time_t)(timeout_ns / 1000000000u), (long)(timeout_ns % 1000000000u)};
  ppoll(fd, 2, &ts, NULL);
}

const struct hyd_conduit hyd_conduit_template = {
    .name = "template",
    .summary = "datagram sockets on one host: an example for porting, and for tests",
    .max_medium = MAX_PAYLOAD,
    .max_long = MAX_PAYLOAD,
    .prelaunch = template_prelaunch,
    .open = template_open,
    .close = template_close,
    .ops = {.am_send = template_am_send, .poll = template_poll, .sleep = template_sleep},
};
