/* SPDX-License-Identifier: BSD-3-Clause
 *
 * faults.c: a datagram that is to be late is copied, and goes after some of its successors.
 */
#include "conduits/udp/socket.h"

#include <stdio.h>
#include <stdlib.h>

#define MAX_LATE 3 /* successors that overtake a late datagram, at most */

struct udp_faults {
  unsigned drop, twice, reorder; /* in 1/1000 */
  uint64_t random;
  int left; /* successors until the late one goes; 0: there is none */
  struct udp_datagram late;
  unsigned char bytes[65536];
};

/* xorshift64*: the same faults in every run with the same seed. */
static unsigned thousandths(struct udp_faults *f) {
  f->random ^= f->random >> 12;
  f->random ^= f->random << 25;
  f->random ^= f->random >> 27;
  return (unsigned)((f->random * 2685821657736338717ull >> 32) % 1000);
}

static int percent(const char *value, unsigned *to) {
  char *end;
  double v = strtod(value, &end);
  if (end == value || *end || v < 0 || v > 90) return -1;
  *to = (unsigned)(v * 10 + 0.5);
  return 0;
}

static int take_setting(struct udp_faults *f, char *item) {
  char *value = strchr(item, '='), *end;
  if (value == NULL) return -1;
  *value++ = '\0';
  if (strcmp(item, "drop") == 0) return percent(value, &f->drop);
  if (strcmp(item, "double") == 0) return percent(value, &f->twice);
  if (strcmp(item, "reorder") == 0) return percent(value, &f->reorder);
  if (strcmp(item, "seed") != 0) return -1;
  f->random ^= strtoull(value, &end, 10) * 0x9e3779b97f4a7c15ull;
  return *value == '\0' || *end ? -1 : 0;
}

struct udp_faults *hyd_udp_faults_new(const char *text, uint32_t rank, int *bad_p) {
  struct udp_faults *f;
  char *copy, *save = NULL;
  *bad_p = 0;
  if (text[0] == '\0') return NULL;
  f = calloc(1, sizeof *f);
  copy = strdup(text);
  *bad_p = f == NULL || copy == NULL;
  if (f) f->random = 0x2545f4914f6cdd1dull + rank * 0x100000001b3ull;
  for (char *item = copy ? strtok_r(copy, ",", &save) : NULL; item && !*bad_p;
       item = strtok_r(NULL, ",", &save))
    *bad_p = take_setting(f, item) != 0;
  free(copy);
  if (f && f->random == 0) f->random = 1;
  if (!*bad_p) return f;
  free(f);
  return NULL;
}

static void delay(struct udp_faults *f, const struct udp_datagram *d) {
  size_t at = 0;
  f->late = *d;
  for (int i = 0; i < d->parts; i++) {
    memcpy(f->bytes + at, d->part[i].iov_base, d->part[i].iov_len);
    at += d->part[i].iov_len;
  }
  f->late.parts = 1;
  f->late.part[0] = (struct iovec){f->bytes, at};
  f->left = 1 + (int)(thousandths(f) % MAX_LATE);
}

/* The run d[*run..i) goes, with i, or without it. */
static void end_run(const struct udp_datagram *d, int *run, int i, int with,
                    void (*send)(void *arg, const struct udp_datagram *d, int n), void *arg) {
  if (i + with > *run) send(arg, d + *run, i + with - *run);
  *run = i + 1;
}

void hyd_udp_faults_pass(struct udp_faults *f, const struct udp_datagram *d, int n,
                         void (*send)(void *arg, const struct udp_datagram *d, int n), void *arg) {
  int run = 0;
  for (int i = 0; i < n; i++) {
    if (thousandths(f) < f->drop) {
      end_run(d, &run, i, 0, send, arg);
      continue;
    }
    if (f->left == 0 && thousandths(f) < f->reorder) {
      delay(f, d + i);
      end_run(d, &run, i, 0, send, arg);
      continue;
    }
    if (thousandths(f) < f->twice) {
      end_run(d, &run, i, 1, send, arg);
      send(arg, d + i, 1);
    }
    if (f->left && --f->left == 0) {
      if (run <= i) end_run(d, &run, i, 1, send, arg);
      send(arg, &f->late, 1);
    }
  }
  end_run(d, &run, n, 0, send, arg);
}
