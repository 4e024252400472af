/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fh_watch_cache.c: see fh_watch_cache.h, and watch.h for the order of steps.
 */
#include "tests/unit/fh_watch_cache.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#define WORD sizeof(uint64_t)

static int is_needless(const struct cache *c, const struct slot *s, uintptr_t lo, uintptr_t hi) {
  if (!c->is_changing) return 0;
  for (uintptr_t at = s->lo; at < s->lo + c->bucket; at += c->page)
    if (lo <= at && at < hi && c->is_changing(at)) return 0;
  return 1;
}

static void gone(void *ctx, uintptr_t lo, uintptr_t hi) {
  struct cache *c = ctx;
  pthread_mutex_lock(&c->lock);
  for (struct slot *s = c->slot; s < c->slot + SLOTS; s++) {
    if (s->state == SLOT_FREE || s->lo >= hi || lo >= s->lo + c->bucket) continue;
    if (s->state == SLOT_PENDING) {
      s->spoiled = 1;
      continue;
    }
    c->killed++;
    c->needless += (uint64_t)is_needless(c, s, lo, hi);
    s->state = SLOT_FREE;
  }
  pthread_mutex_unlock(&c->lock);
}

int cache_open(struct cache *c, uintptr_t page, const char **why) {
  pthread_mutex_init(&c->lock, NULL);
  c->page = page;
  c->bucket = BUCKET_PAGES * page;
  *why = "no pipe";
  for (struct slot *s = c->slot; s < c->slot + SLOTS; s++)
    if (pipe2(s->pipe, O_CLOEXEC | O_NONBLOCK)) return -1;
  c->watch = fh_watch_open(gone, c, why);
  return c->watch ? 0 : -1;
}

void cache_close(struct cache *c) {
  fh_watch_close(c->watch);
  for (struct slot *s = c->slot; s < c->slot + SLOTS; s++) {
    close(s->pipe[0]);
    close(s->pipe[1]);
  }
}

void cache_begin(struct cache *c, int (*is_changing)(uintptr_t page)) {
  pthread_mutex_lock(&c->lock);
  c->is_changing = is_changing;
  c->killed = c->needless = 0;
  pthread_mutex_unlock(&c->lock);
}

void cache_counts(struct cache *c, uint64_t *killed, uint64_t *needless) {
  pthread_mutex_lock(&c->lock);
  *killed = c->killed;
  *needless = c->needless;
  pthread_mutex_unlock(&c->lock);
}

static uintptr_t bucket_of(const struct cache *c, uintptr_t addr) {
  return addr / c->bucket * c->bucket;
}

static struct slot *slot_of(struct cache *c, uintptr_t addr) {
  return &c->slot[addr / c->bucket % SLOTS];
}

int cache_read(struct cache *c, uintptr_t addr, int scratch[2], uint64_t *word) {
  struct slot *s = slot_of(c, addr);
  uint64_t words[BUCKET_PAGES];
  int hit;
  pthread_mutex_lock(&c->lock);
  hit = s->state == SLOT_KEPT && s->lo == bucket_of(c, addr) &&
        tee(s->pipe[0], scratch[1], sizeof words, 0) == (ssize_t)sizeof words;
  pthread_mutex_unlock(&c->lock);
  if (!hit || read(scratch[0], words, sizeof words) != (ssize_t)sizeof words) return 0;
  *word = words[(addr - bucket_of(c, addr)) / c->page];
  return 1;
}

/* Step 1: so that gone finds it. */
static int publish(struct cache *c, struct slot *s, uintptr_t lo) {
  int mine;
  pthread_mutex_lock(&c->lock);
  mine = s->state != SLOT_PENDING;
  if (mine) {
    s->lo = lo;
    s->state = SLOT_PENDING;
    s->spoiled = 0;
  }
  pthread_mutex_unlock(&c->lock);
  return mine;
}

static int pin(const struct cache *c, const struct slot *s) {
  struct iovec v[BUCKET_PAGES];
  uint64_t old[2 * BUCKET_PAGES];
  while (read(s->pipe[0], old, sizeof old) > 0) continue; /* unpins what was there */
  for (unsigned i = 0; i < BUCKET_PAGES; i++)
    v[i] = (struct iovec){(void *)(s->lo + i * c->page), WORD};
  /* A card asks for pages to write to; a pipe would take the common page of zeros. */
  if (madvise((void *)s->lo, c->bucket, MADV_POPULATE_WRITE)) return 0;
  return vmsplice(s->pipe[1], v, BUCKET_PAGES, SPLICE_F_NONBLOCK) == (ssize_t)(BUCKET_PAGES * WORD);
}

void cache_fill(struct cache *c, uintptr_t addr) {
  struct slot *s = slot_of(c, addr);
  uintptr_t lo = bucket_of(c, addr);
  int good;
  if (!publish(c, s, lo)) return;
  good = fh_watch_add(c->watch, lo, lo + c->bucket) == 0 && pin(c, s);
  pthread_mutex_lock(&c->lock);
  s->state = good && !s->spoiled ? SLOT_KEPT : SLOT_FREE;
  pthread_mutex_unlock(&c->lock);
}
