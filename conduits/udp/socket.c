/* SPDX-License-Identifier: BSD-3-Clause
 *
 * socket.c: system calls. Datagrams for one peer that follow each other and have equal sizes (the
 * last may be shorter) are one message to the kernel with UDP_SEGMENT; a message received with
 * UDP_GRO is cut again here. Kernels or devices without either get single datagrams, still many in
 * a call.
 */
#include "conduits/udp/socket.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <netinet/ip.h>
#include <netinet/udp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "conduits/udp/parts.h"
#include "core/sys/fd.h"

#define BATCH 16
#define BUFFER 65536u /* of one received message: GRO joins up to so much */
#define MAX_SEGMENTS 64
#define MAX_TRAIN_BYTES 65000u
#define WANTED_ROOM (8 << 20)
#define TRIES 8 /* milliseconds to wait for room in the way out */
#define NO_PEER UINT32_MAX
#define OFTEN 64 /* calls for one peer that are worth a connect */

struct udp_socket {
  int fd, segments, joins;
  udp_too_large *refused;
  void *arg;
  uint32_t failed_peer; /* the last peer that a datagram could not be sent to */
  int failed;           /* the errno of that */
  uint32_t room;
  const struct hyd_ip *table;
  int out; /* a socket that only sends, connected to `hot`: the kernel need not look for the way */
  uint32_t hot, next; /* peers: that one; the candidate, after `calls` calls */
  unsigned calls;
  unsigned char *buffer;  /* [BATCH][BUFFER] */
  unsigned char *aligned; /* [BUFFER] */
  int batch;  /* messages that the next call asks for: the kernel looks in vain for one that is not
                 there */
  int enough; /* the next call is to say that nothing is left */
  int empty;  /* nothing was left, for certain */
  int aimed;  /* the first of the messages that follow are received in part where they may go; -1:
                 never again */
  struct mmsghdr msg[BATCH]; /* with these: */
  struct iovec part[BATCH][3];
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr align;
  } control[BATCH];
};

/* --- life ----------------------------------------------------------------- */

/* No datagram is cut on its way, or kept back for what the kernel believes of the way: the engine
 * finds out (path.c). */
static void never_fragment(int fd, int family) {
  int probe = family == AF_INET6 ? IPV6_PMTUDISC_PROBE : IP_PMTUDISC_PROBE;
  if (family == AF_INET6)
    setsockopt(fd, IPPROTO_IPV6, IPV6_MTU_DISCOVER, &probe, sizeof probe);
  else
    setsockopt(fd, IPPROTO_IP, IP_MTU_DISCOVER, &probe, sizeof probe);
}

/* Another socket may have the same port of IPv4. */
static void keep_to_family(int fd, int family) {
  int yes = 1;
  if (family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes);
}

int hyd_udp_ports_parse(const char *text, struct udp_ports *p) {
  unsigned long first, last;
  char *end;
  *p = (struct udp_ports){0, 0};
  if (*text == '\0') return 0;
  first = last = strtoul(text, &end, 10);
  if (end == text || !isdigit((unsigned char)*text)) return -1;
  if (*end == '-' && isdigit((unsigned char)end[1])) last = strtoul(end + 1, &end, 10);
  if (*end || first == 0 || last < first || last > UINT16_MAX) return -1;
  *p = (struct udp_ports){(uint16_t)first, (uint16_t)last};
  return 0;
}

/* Takes the first of the ports that is free, from number `skip` on. */
static int bind_one_of(int fd, struct hyd_ip at, const struct udp_ports *ports, unsigned skip) {
  unsigned n = ports->last - ports->first + 1u;
  for (unsigned i = 0; i < n; i++) {
    union hyd_ip_kernel k;
    socklen_t len;
    at.port = htons((uint16_t)(ports->first ? ports->first + (skip + i) % n : 0));
    len = hyd_ip_to_kernel(&at, &k);
    if (bind(fd, &k.any, len) == 0) return 0;
    if (errno != EADDRINUSE) return -1;
  }
  return -1;
}

int hyd_udp_socket_bind(const struct hyd_ip *at, const struct udp_ports *ports, unsigned skip,
                        struct hyd_ip *got) {
  union hyd_ip_kernel k;
  socklen_t len = sizeof k;
  int fd = hyd_fd_high(socket(at->family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)), err;
  if (fd < 0) return -1;
  never_fragment(fd, at->family);
  keep_to_family(fd, at->family);
  if (bind_one_of(fd, *at, ports, skip) == 0 && getsockname(fd, &k.any, &len) == 0) {
    hyd_ip_from_kernel(&k, got);
    return fd;
  }
  err = errno;
  close(fd);
  errno = err;
  return -1;
}

static void make_way_out(int fd) {
  int wanted = WANTED_ROOM / 2;
  if (setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &wanted, sizeof wanted))
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &wanted, sizeof wanted);
}

/* From our address, and another port: the receiver finds the sender in the packet. -1: do
 * without. */
static int make_out(const struct udp_socket *s, const struct udp_ports *ports) {
  struct hyd_ip at;
  union hyd_ip_kernel k;
  socklen_t len = sizeof k;
  int fd;
  if (getsockname(s->fd, &k.any, &len)) return -1;
  hyd_ip_from_kernel(&k, &at);
  fd = hyd_udp_socket_bind(&at, ports, ntohs(at.port) - ports->first + 1u, &at);
  if (fd >= 0) make_way_out(fd);
  return fd;
}

static void make_room(struct udp_socket *s) {
  int wanted = WANTED_ROOM / 2, got = 0; /* the kernel doubles it */
  socklen_t size = sizeof got;
  if (setsockopt(s->fd, SOL_SOCKET, SO_RCVBUFFORCE, &wanted, sizeof wanted))
    setsockopt(s->fd, SOL_SOCKET, SO_RCVBUF, &wanted, sizeof wanted);
  make_way_out(s->fd);
  if (getsockopt(s->fd, SOL_SOCKET, SO_RCVBUF, &got, &size) == 0) s->room = (uint32_t)got;
}

static void find_offload(struct udp_socket *s) {
  int off = 0, on = 1;
  s->segments = setsockopt(s->fd, SOL_UDP, UDP_SEGMENT, &off, sizeof off) == 0 ? MAX_SEGMENTS : 1;
  s->joins = setsockopt(s->fd, SOL_UDP, UDP_GRO, &on, sizeof on) == 0;
}

static void make_messages(struct udp_socket *s) {
  s->batch = 1;
  for (int i = 0; i < BATCH; i++) {
    s->part[i][0] = (struct iovec){s->buffer + (size_t)i * BUFFER, BUFFER};
    s->msg[i].msg_hdr = (struct msghdr){.msg_iov = s->part[i], .msg_iovlen = 1};
    if (s->joins) s->msg[i].msg_hdr.msg_control = s->control[i].bytes;
  }
}

struct udp_socket *hyd_udp_socket_open(int fd, const struct hyd_ip *table,
                                       const struct udp_ports *ports, udp_too_large *refused,
                                       void *arg) {
  struct udp_socket *s = calloc(1, sizeof *s);
  if (s == NULL) return NULL;
  s->fd = fd;
  s->table = table;
  s->refused = refused;
  s->arg = arg;
  s->out = make_out(s, ports);
  s->hot = s->next = NO_PEER;
  s->buffer = aligned_alloc(4096, (size_t)BATCH * BUFFER);
  s->aligned = aligned_alloc(4096, BUFFER);
  if (s->buffer == NULL || s->aligned == NULL) return NULL; /* the job ends */
  make_room(s);
  find_offload(s);
  make_messages(s);
  return s;
}

int hyd_udp_socket_fd(const struct udp_socket *s) { return s->fd; }
uint32_t hyd_udp_socket_room(const struct udp_socket *s) { return s->room; }
int hyd_udp_socket_error(const struct udp_socket *s, uint32_t peer) {
  return peer == s->failed_peer ? s->failed : 0;
}

/* A socket that is connected knows the way's. */
uint32_t hyd_udp_socket_path(const struct udp_socket *s, uint32_t peer) {
  const struct hyd_ip *to = &s->table[peer];
  int v6 = to->family == AF_INET6, mtu = 0, headers = v6 ? 48 : 28;
  int fd = socket(to->family, SOCK_DGRAM | SOCK_CLOEXEC, 0), known;
  socklen_t size = sizeof mtu;
  union hyd_ip_kernel k;
  if (fd < 0) return UDP_BASE_DATAGRAM;
  known = connect(fd, &k.any, hyd_ip_to_kernel(to, &k)) == 0 &&
          getsockopt(fd, v6 ? IPPROTO_IPV6 : IPPROTO_IP, v6 ? IPV6_MTU : IP_MTU, &mtu, &size) == 0;
  close(fd);
  if (!known || mtu <= headers) return UDP_BASE_DATAGRAM;
  return (uint32_t)(mtu - headers) < UDP_MAX_DATAGRAM ? (uint32_t)(mtu - headers)
                                                      : UDP_MAX_DATAGRAM;
}

/* --- sending -------------------------------------------------------------- */

struct train {
  struct mmsghdr msg[UDP_TRAIN];
  const struct udp_datagram *first[UDP_TRAIN]; /* of each of them */
  union hyd_ip_kernel to[UDP_TRAIN];
  struct iovec part[UDP_TRAIN * UDP_PARTS];
  union {
    char bytes[CMSG_SPACE(sizeof(uint16_t))];
    struct cmsghdr align;
  } control[UDP_TRAIN];
};

/* How many of the n datagrams can be one message. */
static int count_alike(const struct udp_socket *s, const struct udp_datagram *d, int n) {
  size_t total = d->size;
  int k = 1;
  while (k < n && k < s->segments && !d->alone && !d[k].alone && d[k].peer == d->peer &&
         d[k].size <= d->size && d[k - 1].size == d->size && total + d[k].size <= MAX_TRAIN_BYTES)
    total += d[k++].size;
  return k;
}

static void say_segment_size(struct msghdr *m, char *control, size_t size, uint16_t segment) {
  struct cmsghdr *c;
  m->msg_control = control;
  m->msg_controllen = size;
  c = CMSG_FIRSTHDR(m);
  c->cmsg_level = SOL_UDP;
  c->cmsg_type = UDP_SEGMENT;
  c->cmsg_len = CMSG_LEN(sizeof segment);
  memcpy(CMSG_DATA(c), &segment, sizeof segment);
}

/* Makes messages of n datagrams; `named`: they say where they go. How many there are. */
static int couple_datagrams(struct udp_socket *s, struct train *t, const struct udp_datagram *d,
                            int n, int named) {
  int messages = 0, parts = 0;
  for (int i = 0; i < n; messages++) {
    struct msghdr *m = &t->msg[messages].msg_hdr;
    int k = count_alike(s, d + i, n - i), own = 0;
    memset(m, 0, sizeof *m);
    t->first[messages] = d + i;
    if (named) {
      m->msg_namelen = hyd_ip_to_kernel(&s->table[d[i].peer], &t->to[messages]);
      m->msg_name = &t->to[messages];
    }
    m->msg_iov = &t->part[parts];
    for (int j = i; j < i + k; j++)
      for (int q = 0; q < d[j].parts; q++) own = udp_add_part(m->msg_iov, own, d[j].part[q]);
    m->msg_iovlen = (size_t)own;
    parts += own;
    if (k > 1)
      say_segment_size(m, t->control[messages].bytes, sizeof t->control[0].bytes,
                       (uint16_t)d[i].size);
    i += k;
  }
  return messages;
}

/* Errors that say something of this datagram's way, which a datagram may be lost on: firewalls
 * (EPERM), routes that prohibit (EACCES), or lead nowhere (EINVAL). */
static int is_passing(int err) {
  return err == EAGAIN || err == ENOBUFS || err == ECONNREFUSED || err == EHOSTUNREACH ||
         err == ENETUNREACH || err == EHOSTDOWN || err == ENETDOWN || err == EPERM ||
         err == ENOMEM || err == EACCES || err == EINVAL || err == EMSGSIZE;
}

static int wait_for_room(int fd, int *tries) {
  struct pollfd f = {fd, POLLOUT, 0};
  if (++*tries > TRIES) return 0;
  poll(&f, 1, 1);
  return 1;
}

/* The socket that datagrams go through: the connected one if they are all for the peer that it is
 * connected to, which becomes the one that is spoken to often. */
static int choose_socket(struct udp_socket *s, const struct udp_datagram *d, int n) {
  union hyd_ip_kernel k;
  uint32_t peer = d->peer;
  for (int i = 1; i < n; i++)
    if (d[i].peer != peer) return s->fd;
  if (peer == s->hot) return s->out;
  if (peer != s->next) s->calls = 0;
  s->next = peer;
  if (s->out < 0 || ++s->calls < OFTEN) return s->fd;
  s->calls = 0;
  s->hot = connect(s->out, &k.any, hyd_ip_to_kernel(&s->table[peer], &k)) ? NO_PEER : peer;
  return peer == s->hot ? s->out : s->fd;
}

/* How many of them were sent; one by itself is cheaper by the call for one. -1: see errno. */
static int send_some(int fd, struct mmsghdr *m, int n) {
  if (n > 1) return sendmmsg(fd, m, (unsigned)n, 0);
  return sendmsg(fd, &m->msg_hdr, 0) < 0 ? -1 : 1;
}

/* A message that was not sent is lost. Its datagrams may be too large; a train is refused as EINVAL
 * then. */
static void give_up(struct udp_socket *s, const struct train *t, int i, int err) {
  const struct udp_datagram *d = t->first[i];
  int is_train = t->msg[i].msg_hdr.msg_controllen != 0;
  s->failed_peer = d->peer;
  s->failed = err;
  if (err == EMSGSIZE || (err == EINVAL && is_train)) s->refused(s->arg, d->peer, d->size);
}

int hyd_udp_socket_send(struct udp_socket *s, const struct udp_datagram *d, int n) {
  struct train t;
  int fd = choose_socket(s, d, n), messages = couple_datagrams(s, &t, d, n, fd == s->fd), tries = 0,
      told = 0;
  for (int i = 0; i < messages;) {
    int sent = send_some(fd, t.msg + i, messages - i);
    if (sent > 0) {
      i += sent;
    } else if (errno == EIO && s->segments > 1) { /* this device cannot cut: from now on we do */
      s->segments = 1;
      return hyd_udp_socket_send(s, d, n);
    } else if ((errno == EAGAIN || errno == ENOBUFS) && wait_for_room(fd, &tries)) {
      continue;
    } else if (errno == EMSGSIZE && fd == s->out &&
               !told) { /* a host on the way said so, of an earlier one */
      told = 1;
    } else if (errno != EINTR) {
      if (!is_passing(errno)) return -1;
      give_up(s, &t, i++, errno);
    }
  }
  return 0;
}

/* --- receiving ------------------------------------------------------------ */

static size_t segment_size(struct msghdr *m, size_t whole) {
  for (struct cmsghdr *c = CMSG_FIRSTHDR(m); c; c = CMSG_NXTHDR(m, c)) {
    int size;
    if (c->cmsg_level != SOL_UDP || c->cmsg_type != UDP_GRO) continue;
    memcpy(&size, CMSG_DATA(c), sizeof size);
    if (size > 0 && (size_t)size < whole) return (size_t)size;
  }
  return whole;
}

static int cut_up(struct udp_socket *s, unsigned char *at, size_t n, size_t segment, udp_take *take,
                  void *arg) {
  int count = 0;
  for (; n; count++) {
    struct udp_came c = {at, NULL, n < segment ? n : segment, 0};
    if ((uintptr_t)at % 16) c.bytes = memcpy(s->aligned, at, c.n);
    take(arg, &c);
    at += c.n;
    n -= c.n;
  }
  return count;
}

/* Message i, of which a part is where it is expected to go. */
static void aim_one(struct udp_socket *s, int i, const struct udp_expected *x) {
  struct iovec *part = s->part[i];
  size_t head = sizeof(struct udp_head), behind = head + x->stride;
  part[0].iov_len = head;
  part[1] = (struct iovec){x->place + (size_t)i * x->stride, x->stride};
  part[2] = (struct iovec){(unsigned char *)part[0].iov_base + behind, BUFFER - behind};
  s->msg[i].msg_hdr.msg_iovlen = 3;
}

/* How many messages to ask for: of those behind the expected ones only the next, which will tell
 * where the others go. */
static int aim_batch(struct udp_socket *s, const struct udp_expected *x) {
  int n = x ? (int)(x->bytes / x->stride) : 0, before = s->aimed;
  if (before < 0) return s->batch;
  s->aimed = n < s->batch ? n : s->batch;
  for (int i = 0; i < s->aimed; i++) aim_one(s, i, x);
  for (int i = s->aimed; i < before; i++) {
    s->part[i][0].iov_len = BUFFER;
    s->msg[i].msg_hdr.msg_iovlen = 1;
  }
  return n && n < s->batch ? n + 1 : s->batch;
}

static struct udp_came datagram_of(const struct udp_socket *s, int i,
                                   const struct udp_expected *x) {
  struct udp_came c = {s->part[i][0].iov_base, NULL, s->msg[i].msg_len, 0};
  if (i >= s->aimed) return c;
  c.away = s->part[i][1].iov_base;
  c.naway = hyd_udp_away(x, c.n);
  return c;
}

/* From message i on all are in one piece. */
static void come_back(struct udp_socket *s, int i, int n, const struct udp_expected *x) {
  for (; i < n && i < s->aimed; i++) {
    struct udp_came c = datagram_of(s, i, x);
    hyd_udp_come_back(&c);
  }
}

/* Takes message i of n; `whole`: what follows is in one piece again. How many datagrams it was. */
static int take_message(struct udp_socket *s, int i, int n, const struct udp_expected *x,
                        int *whole, udp_take *take, void *arg) {
  struct udp_came c = datagram_of(s, i, x);
  size_t segment = segment_size(&s->msg[i].msg_hdr, c.n);
  if (*whole) c.naway = 0;
  if (segment == c.n && take(arg, &c) >= 0) return 1;
  if (c.naway) {
    come_back(s, i, n, x);
    *whole = 1;
  }
  return cut_up(s, c.bytes, c.n, segment, take, arg);
}

/* A lone datagram is to cost one look at the socket, a stream is to come in batches: a full batch
 * is followed by one of twice the size, another by one of what there was. */
static void adapt_batch(struct udp_socket *s, int n, int asked) {
  s->empty = n < asked;
  s->enough = s->empty || s->batch == 1;
  s->batch = n == asked ? 2 * s->batch : n ? n : 1;
  if (s->batch > BATCH) s->batch = BATCH;
}

/* How many messages have come; one by itself is cheaper by the call for one. */
static int receive_some(struct udp_socket *s, int asked) {
  ssize_t n;
  if (asked > 1) return recvmmsg(s->fd, s->msg, (unsigned)asked, MSG_DONTWAIT, NULL);
  n = recvmsg(s->fd, &s->msg[0].msg_hdr, MSG_DONTWAIT);
  if (n < 0) return -1;
  s->msg[0].msg_len = (unsigned)n;
  return 1;
}

/* The kernel cannot write to where bytes were expected to go: the datagram is lost, and will be
 * sent again. */
static int handle_failure(struct udp_socket *s) {
  s->batch = 1;
  s->empty = errno == EAGAIN;
  if (errno == EFAULT && s->aimed >= 0) {
    aim_batch(s, NULL);
    s->aimed = -1;
    return 0;
  }
  return is_passing(errno) || errno == EINTR ? 0 : -1;
}

int hyd_udp_socket_receive(struct udp_socket *s, const struct udp_expected *x, udp_take *take,
                           void *arg) {
  int n, count = 0, whole = 0, asked;
  if (s->enough) return s->enough = 0;
  asked = aim_batch(s, x);
  for (int i = 0; s->joins && i < asked; i++)
    s->msg[i].msg_hdr.msg_controllen = sizeof s->control[i].bytes;
  n = receive_some(s, asked);
  if (n < 0) return handle_failure(s);
  adapt_batch(s, n, asked);
  for (int i = 0; i < n; i++) count += take_message(s, i, n, x, &whole, take, arg);
  return count;
}

int hyd_udp_socket_is_empty(const struct udp_socket *s) { return s->empty; }

void hyd_udp_socket_expect_many(struct udp_socket *s) {
  s->batch = BATCH;
  s->enough = 0;
}
