/* SPDX-License-Identifier: BSD-3-Clause
 *
 * frame_link.c: a link between network namespaces, in user space, for kernels that have no netem.
 *
 *   frame_link PID PID...
 *
 * makes an interface link0 (a TAP device) in the network namespace of each of these processes and
 * passes frames between them, to all other ends as a hub does. TAP devices have no segmentation
 * offload: what passes are real frames. The interfaces have an MTU of their own (ip link set dev
 * link0 mtu N), which the link does not know.
 *
 * Commands are lines on stdin, each answered by "ok", or "bad" and why; the end of stdin ends the
 * link:
 *
 *   size N       frames whose IP packet is larger than N bytes are dropped, without a word
 *                (0: any size passes)
 *   answer 0|1   such a packet is answered by ICMP, "fragmentation needed"
 *   delay US     every frame travels so long
 *   rate MBIT    of each end's line
 *   queue BYTES  (65536) bounds what waits for the line
 *   lose P [S]   percent of frames; by that seed
 *   block S      nothing passes for so many seconds
 *   count        says: passed N large N answered N lost N overflowed N blocked N
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "tests/net/link/icmp.h"
#include "tests/net/link/wire.h"

#define ENDS 8
#define FRAME 65550
#define BURST 64 /* frames of one end before the others' turn */

struct end {
  int fd;
  struct wire wire;
};

struct link {
  struct wire_world world;
  struct end end[ENDS];
  int ends;
};

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* --- devices -------------------------------------------------------------- */

static void quit(const char *what) {
  fprintf(stderr, "frame_link: %s: %s\n", what, strerror(errno));
  exit(2);
}

static void enter(const char *pid) {
  char path[64];
  int fd;
  snprintf(path, sizeof path, "/proc/%.20s/ns/net", pid);
  fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || setns(fd, CLONE_NEWNET)) quit(path);
  close(fd);
}

static int make_tap(void) {
  struct ifreq r = {.ifr_flags = IFF_TAP | IFF_NO_PI};
  int fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) quit("/dev/net/tun");
  strcpy(r.ifr_name, "link0");
  if (ioctl(fd, TUNSETIFF, &r)) quit("TUNSETIFF");
  return fd;
}

/* --- frames --------------------------------------------------------------- */

/* What an end cannot take is lost, as by an interface that is down. */
static void give(int fd, const unsigned char *frame, size_t n) {
  if (write(fd, frame, n) < 0 && errno != EAGAIN && errno != EIO) quit("write");
}

static void answer(int fd, struct wire_world *w, const unsigned char *frame, size_t n) {
  unsigned char back[ICMP_ANSWER_MAX];
  size_t size = icmp_too_large(back, frame, n, (uint16_t)w->set.limit);
  if (size == 0) return;
  give(fd, back, size);
  w->count.answered++;
}

static void take_from(struct link *l, struct end *e) {
  static unsigned char frame[FRAME];
  for (int i = 0; i < BURST; i++) {
    ssize_t n = read(e->fd, frame, sizeof frame);
    if (n <= 0) return;
    if (wire_take(&e->wire, &l->world, now_ns(), frame, (size_t)n) == WIRE_TOO_LARGE &&
        l->world.set.answers)
      answer(e->fd, &l->world, frame, (size_t)n);
  }
}

static void deliver(struct link *l, struct end *from) {
  struct wire_frame *f;
  while ((f = wire_due(&from->wire, now_ns())) != NULL) {
    for (struct end *e = l->end; e < l->end + l->ends; e++)
      if (e != from) give(e->fd, f->bytes, f->n);
    free(f);
  }
}

/* --- commands ------------------------------------------------------------- */

static void say_counts(const struct wire_counts *c) {
  printf("passed %" PRIu64 " large %" PRIu64 " answered %" PRIu64 " lost %" PRIu64
         " overflowed %" PRIu64 " blocked %" PRIu64 "\n",
         c->passed, c->large, c->answered, c->lost, c->overflowed, c->blocked);
}

static uint64_t *number_named(struct wire_settings *set, const char *name) {
  const struct {
    const char *name;
    uint64_t *at;
  } all[] = {{"size", &set->limit},
             {"answer", &set->answers},
             {"delay", &set->delay_us},
             {"rate", &set->mbit},
             {"queue", &set->queue}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (strcmp(name, all[i].name) == 0) return all[i].at;
  return NULL;
}

/* 0, or -1: there is no such command. */
static int obey(struct wire_world *w, const char *line) {
  char name[16];
  double value = 0;
  unsigned long long seed;
  int n = sscanf(line, "%15s %lf %llu", name, &value, &seed);
  uint64_t *number = n >= 1 ? number_named(&w->set, name) : NULL;
  if (n < 1 || value < 0) return -1;
  if (strcmp(name, "count") == 0) return say_counts(&w->count), 0;
  if (n < 2) return -1;
  if (number)
    *number = (uint64_t)value;
  else if (strcmp(name, "lose") == 0)
    w->set.loss = value / 100;
  else if (strcmp(name, "block") == 0)
    w->blocked_ns = now_ns() + (uint64_t)(value * 1e9);
  else
    return -1;
  if (n == 3) w->seed = rng_of(seed, 0);
  return 0;
}

/* 0: stdin has ended. */
static int read_commands(struct wire_world *w) {
  char text[1024];
  ssize_t n = read(STDIN_FILENO, text, sizeof text - 1);
  if (n <= 0) return 0;
  text[n] = 0; /* the sender of commands awaits each answer: a read has whole lines */
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
    puts(obey(w, line) ? "bad command" : "ok");
  fflush(stdout);
  return 1;
}

/* --- all of it ------------------------------------------------------------ */

static struct timespec until_next(const struct link *l) {
  uint64_t next = UINT64_MAX, now = now_ns(), wait;
  for (int i = 0; i < l->ends; i++)
    if (wire_next(&l->end[i].wire) < next) next = wire_next(&l->end[i].wire);
  wait = next <= now ? 0 : next - now < 1000000000u ? next - now : 1000000000u;
  return (struct timespec){(time_t)(wait / 1000000000u), (long)(wait % 1000000000u)};
}

static void run(struct link *l) {
  struct pollfd p[ENDS + 1] = {{.fd = STDIN_FILENO, .events = POLLIN}};
  for (int i = 0; i < l->ends; i++)
    p[i + 1] = (struct pollfd){.fd = l->end[i].fd, .events = POLLIN};
  for (;;) {
    struct timespec t = until_next(l);
    if (ppoll(p, (nfds_t)l->ends + 1, &t, NULL) < 0 && errno != EINTR) quit("ppoll");
    if (p[0].revents && !read_commands(&l->world)) return;
    for (int i = 0; i < l->ends; i++) {
      if (p[i + 1].revents) take_from(l, &l->end[i]);
      deliver(l, &l->end[i]);
    }
  }
}

int main(int argc, char **argv) {
  static struct link l = {.world = {.set.queue = 65536}};
  if (argc < 3 || argc > ENDS + 1) {
    fprintf(stderr, "usage: frame_link PID PID...; at most %d\n", ENDS);
    return 2;
  }
  for (; l.ends < argc - 1; l.ends++) {
    enter(argv[l.ends + 1]);
    wire_init(&l.end[l.ends].wire);
    l.end[l.ends].fd = make_tap();
  }
  puts("ok");
  fflush(stdout);
  run(&l);
  return 0;
}
