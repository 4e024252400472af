/* SPDX-License-Identifier: BSD-3-Clause
 *
 * torture_place.c: see torture.h. What a place shows before and after are other pages wherever
 * there is a way to have others: shared memory shows the two halves of its file by turns.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/net/ibv/torture.h"

#define MOVE (MREMAP_MAYMOVE | MREMAP_FIXED)
#define CHUNK 512u /* words */
#define WORD sizeof(uint64_t)

/* --- patterns ------------------------------------------------------------- */

/* The words that hold n bytes beginning at `from`; returns how many of the bytes, which begin at
 * the first word's byte from % WORD. */
static size_t words(uint64_t *word, size_t n, uint64_t tag, size_t from) {
  size_t first = from / WORD, most = (CHUNK - 1) * WORD, count;
  if (n > most) n = most;
  count = (from % WORD + n + WORD - 1) / WORD;
  for (size_t i = 0; i < count; i++) {
    uint64_t x = (tag + first + i) * 0x9e3779b97f4a7c15u;
    word[i] = x ^ x >> 32;
  }
  return n;
}

void pattern_fill(char *at, size_t n, uint64_t tag, size_t from) {
  uint64_t word[CHUNK];
  for (size_t i = 0, part; i < n; i += part) {
    part = words(word, n - i, tag, from + i);
    memcpy(at + i, (char *)word + (from + i) % WORD, part);
  }
}

size_t pattern_check(const char *at, size_t n, uint64_t tag, size_t from) {
  uint64_t word[CHUNK];
  for (size_t i = 0, part; i < n; i += part) {
    const char *right = (char *)word + (from + i) % WORD;
    part = words(word, n - i, tag, from + i);
    if (memcmp(at + i, right, part) == 0) continue;
    while (at[i] == *right) i++, right++;
    return i;
  }
  return n;
}

/* --- mappings ------------------------------------------------------------- */

static int file = -1;
static size_t file_size;
static char *parking; /* room for the longest place, with nothing in it */

static void need(int good, const char *what) {
  if (!good) torture_failed("%s: %s (this test cannot go on)", what, strerror(errno));
}

static char *map(struct place *p, char *at, size_t part, size_t len, int how) {
  off_t offset = p->offset + (off_t)(part + p->half * file_size);
  how |= p->is_shared ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS;
  at = mmap(at, len, PROT_READ | PROT_WRITE, how, p->is_shared ? file : -1,
            p->is_shared ? offset : 0);
  need(at != MAP_FAILED, "mmap");
  return at;
}

static void reserve(char *at, size_t len) {
  need(mmap(at, len, PROT_NONE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == at, "mmap");
}

static char *room(size_t len) {
  char *at = mmap(NULL, len, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  need(at != MAP_FAILED, "mmap");
  return at;
}

size_t place_size(size_t bytes, unsigned i) {
  size_t len = (bytes >> (i + 1)) / PAGE * PAGE;
  return len ? len : PAGE;
}

static void places_set(struct place *p, size_t bytes, char *at) {
  for (unsigned i = 0; i < PLACES; i++) {
    p[i] = (struct place){.at = at, .len = place_size(bytes, i)};
    at += p[i].len;
  }
}

void places_in(struct place *p, size_t bytes, char *segment) {
  places_set(p, bytes, segment);
  for (unsigned i = 0; i < PLACES; i++) p[i].is_fixed = 1;
}

/* Pages of all sizes of rests follow each other: a place that is replaced has neighbours that are
 * not. */
void places_map(struct place *p, size_t bytes) {
  size_t all = bytes + PLACES * PAGE;
  int is_second = file >= 0;
  if (!is_second) {
    file_size = 2 * all; /* of two rows of places */
    file = memfd_create("torture", MFD_CLOEXEC);
    need(file >= 0 && ftruncate(file, (off_t)(2 * file_size)) == 0, "memfd_create");
    parking = room(all);
  }
  places_set(p, bytes, room(all));
  for (unsigned i = 0; i < PLACES; i++) {
    p[i].is_shared = i % 3 == 2;
    p[i].offset = (is_second ? (off_t)all : 0) + (p[i].at - p[0].at);
    map(&p[i], p[i].at, 0, p[i].len, MAP_FIXED);
  }
}

/* --- changes of pages [at, at + len) of a place --------------------------- */

struct part {
  struct place *p;
  char *at;
  size_t from, len;
};

static void keep(struct part *c) { (void)c; }

static void map_over(struct part *c) { map(c->p, c->at, c->from, c->len, MAP_FIXED); }

/* Something else comes there. */
static void displace(struct part *c) {
  map(c->p, parking, c->from, c->len, MAP_FIXED);
  need(mremap(parking, c->len, c->len, MOVE, c->at) == c->at, "mremap");
  reserve(parking, c->len);
}

/* Memory that consists of several mappings does not move (EFAULT). */
static void away_and_back(struct part *c) {
  if (mremap(c->at, c->len, c->len, MOVE, parking) == parking) {
    need(mremap(parking, c->len, c->len, MOVE, c->at) == c->at, "mremap");
    reserve(parking, c->len);
  } else {
    displace(c);
  }
}

/* Its pages go, the mapping stays. */
static void empty(struct part *c) {
  if (c->p->is_shared || mremap(c->at, c->len, c->len, MOVE | MREMAP_DONTUNMAP, parking) != parking)
    displace(c);
  else
    reserve(parking, c->len);
}

static void discard(struct part *c) { need(madvise(c->at, c->len, MADV_DONTNEED) == 0, "madvise"); }

static void discard_otherwise(struct part *c) {
  need(madvise(c->at, c->len, c->p->is_shared ? MADV_REMOVE : MADV_FREE) == 0, "madvise");
}

static void hide_and_show(struct part *c) {
  need(mprotect(c->at, c->len, PROT_NONE) == 0 &&
           mprotect(c->at, c->len, PROT_READ | PROT_WRITE) == 0,
       "mprotect");
}

/* --- of a whole place; it may be somewhere else then ---------------------- */

static void unmap(struct part *c) {
  need(munmap(c->p->at, c->p->len) == 0, "munmap");
  c->p->at = map(c->p, c->p->at, 0, c->p->len, 0);
}

static void unmap_and_go(struct part *c) {
  need(munmap(c->p->at, c->p->len) == 0, "munmap");
  c->p->at = map(c->p, NULL, 0, c->p->len, 0);
}

static void shrink_and_grow(struct part *c) {
  struct place *p = c->p;
  size_t half = p->len / 2 / PAGE * PAGE;
  char *at;
  if (half == 0) {
    unmap(c);
    return;
  }
  need(mremap(p->at, p->len, half, 0) == p->at, "mremap");
  at = mremap(p->at, half, p->len, MREMAP_MAYMOVE);
  if (at == MAP_FAILED) {
    need(munmap(p->at, half) == 0, "munmap");
    at = map(p, NULL, 0, p->len, 0);
  }
  p->at = at;
}

/* --- all of them ---------------------------------------------------------- */

static const struct way {
  const char *name;
  void (*change)(struct part *c);
} ways[] = {{"kept", keep},
            {"kept", keep},
            {"mapped over", map_over},
            {"displaced by mremap", displace},
            {"moved away and back", away_and_back},
            {"emptied by mremap", empty},
            {"discarded", discard},
            {"freed or removed by madvise", discard_otherwise},
            {"hidden and shown", hide_and_show},
            {"unmapped", unmap},
            {"unmapped and mapped elsewhere", unmap_and_go},
            {"shrunk and grown", shrink_and_grow}};

/* All of it, or some pages. */
static struct part choose(struct place *p, struct sim_rng *rng) {
  size_t pages = p->len / PAGE, first = 0, n = pages;
  if (sim_below(rng, 2)) {
    first = sim_below(rng, pages);
    n = sim_between(rng, 1, pages - first);
  }
  return (struct part){p, p->at + first * PAGE, first * PAGE, n * PAGE};
}

static const char *change(struct place *p, struct sim_rng *rng) {
  const struct way *way = &ways[sim_below(rng, sizeof ways / sizeof *ways)];
  struct part part = choose(p, rng);
  if (p->is_read_only) need(mprotect(p->at, p->len, PROT_READ | PROT_WRITE) == 0, "mprotect");
  p->is_read_only = 0;
  if (way->change != keep) p->half ^= p->is_shared;
  way->change(&part);
  return way->name;
}

const char *place_renew(struct place *p, uint64_t tag, struct sim_rng *rng) {
  const char *how = p->is_fixed ? "of the segment" : change(p, rng);
  p->tag = tag;
  pattern_fill(p->at, p->len, tag, 0);
  return how;
}

void place_protect(struct place *p) {
  if (p->is_fixed) return;
  need(mprotect(p->at, p->len, PROT_READ) == 0, "mprotect");
  p->is_read_only = 1;
}
