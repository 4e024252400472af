/* SPDX-License-Identifier: BSD-3-Clause
 *
 * netvm_keyed.c: paged segments (netvm(7)): features of the paper by their numbers, over the keyed
 * calls and what the library counts. `netvm_keyed FEATURE [ARGUMENT]`, 2 ranks or more; rank 0 owns
 * what the others use.
 *
 *   F5 F8 F9 F10 F11 F13 F15
 *   F6, F7, revoked, waits GATE FILE   netvm_file.so holds page 0 of rank 0 back until the gate is
 *                                      there
 *   read-only, store, put, long FILE   a file that is only read; the last three end the job
 */
#include "netvm_parts.h"

enum { NAME = 0x4711 };

static struct hyd_paged_range range0(void) {
  struct hyd_paged_range r = {0};
  if (me == 0) CHECK(hyd_paged_export(segment, NAME, base, (size_t)PAGES * PAGE, &r) == GASNET_OK);
  barrier();
  CHECK(hyd_paged_import(world, 0, NAME, &r) == GASNET_OK);
  CHECK(r.rank == 0 && r.key && r.size == (uint64_t)PAGES * PAGE && r.offset == 0);
  barrier();
  return r;
}

/* --- F5, F8, F9, F11: absent pages ------------------------------------------ */

static void f5(void) {
  struct hyd_paged_range r;
  struct hyd_paged_traffic t[3];
  uint64_t v = 12345;
  make(NULL, 0);
  r = range0();
  t[0] = of_all_ranks();
  if (me == 1) gex_Event_Wait(hyd_paged_put(&r, 9 * PAGE, &v, 8, NULL, 0));
  barrier();
  t[1] = of_all_ranks();
  if (me == 1) gex_Event_Wait(hyd_paged_put(&r, 9 * PAGE + 8, &v, 8, NULL, 0));
  barrier();
  t[2] = of_all_ranks();
  CHECK(t[1].bounces == t[0].bounces + 1 && t[1].hits == t[0].hits);
  CHECK(t[2].bounces == t[1].bounces && t[2].hits == t[1].hits + 1);
  if (me == 0) CHECK(counts().page_ins == 1 && counts().faults == 0);
  if (me == 0) CHECK(word_at(9) == v && ((uint64_t *)(base + 9 * PAGE))[1] == v);
  barrier();
}

/* Rank 1 gets from rank 0, to memory of its own segment. */
static void f8(void) {
  struct hyd_paged_range r;
  make(NULL, 0);
  r = range0();
  for (unsigned page = 0; page < 4; page++)
    *(volatile uint64_t *)(base + (size_t)page * PAGE) = me * 100 + page;
  for (unsigned what = 0; what < 4; what++) { /* bits: source absent, destination absent */
    if ((me == 0 && what & 1) || (me == 1 && what & 2)) push_out(0, 8);
    barrier();
    if (me == 1) {
      char *to = base + (size_t)(4 + what) * PAGE;
      gex_Event_Wait(hyd_paged_get(to, &r, (uint64_t)what * PAGE, PAGE, NULL, 0));
      CHECK(word_at(4 + what) == what);
    }
    barrier();
  }
}

/* The source of a put is absent memory of this rank. */
static void f9(void) {
  struct hyd_paged_range r;
  make(NULL, 0);
  r = range0();
  for (unsigned page = 0; page < 8; page++)
    *(volatile uint64_t *)(base + (size_t)page * PAGE) = me * 100 + page;
  push_out(0, 8);
  barrier();
  if (me == 1)
    for (unsigned page = 0; page < 8; page++)
      hyd_paged_put(&r, (uint64_t)(20 + page) * PAGE, base + (size_t)page * PAGE, PAGE, NULL,
                    HYD_PAGED_NBI | (page % 2 ? HYD_PAGED_NO_LC : 0));
  gex_NBI_Wait(GEX_EC_PUT, 0);
  barrier();
  if (me == 0)
    for (unsigned page = 0; page < 8; page++) CHECK(word_at(20 + page) == 100 + page);
  barrier();
}

/* An event that is complete means that a third rank sees the data. */
static void f11(void) {
  struct hyd_paged_range r;
  make(NULL, 0);
  r = range0();
  for (unsigned i = 0; i < PAGES; i++) {
    uint64_t v = i + 1, w = 0;
    if (me == 1) {
      gex_Event_Wait(hyd_paged_put(&r, (uint64_t)i * PAGE, &v, 8, NULL, 0));
      gex_Event_Wait(hyd_paged_get(&w, &r, (uint64_t)i * PAGE, 8, NULL, 0));
      CHECK(w == v);
    }
    if (i % 16) continue;
    barrier();
    gex_Event_Wait(hyd_paged_get(&w, &r, (uint64_t)i * PAGE, 8, NULL, 0));
    CHECK(w == v);
    barrier();
  }
}

/* --- F7: credits -------------------------------------------------------------- */

static uint64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* Polls until the word of page 1 has not changed for a while, which is to say that rank 1 waits for
 * credits; what is wrong if the machine is too slow is only that more would have come. */
static uint64_t settled(void) {
  uint64_t last = 0, since = now_ms();
  while (last == 0 || now_ms() - since < 300) {
    gasnet_AMPoll();
    if (word_at(1) == last) continue;
    last = word_at(1);
    since = now_ms();
  }
  return last;
}

/* Rank 1: one put to page 0, which is held back, and then many to page 1: 32 to 63 come through
 * where messages are the way; all where the segment is seen, and then 64 to page 0. Meanwhile the
 * others' come through, and rank 1's to others did before. */
static void f7(const char *gate, const char *file) {
  struct hyd_paged_range r;
  uint64_t v = 1, came = 0;
  int by_messages = getenv("GASNET_CONDUIT") != NULL;
  enum { MANY = 200 };
  make(file, 0);
  r = range0();
  if (me == 0) CHECK(hyd_paged_touch(segment, base + PAGE, 15 * PAGE) == GASNET_OK);
  barrier();
  if (me == 1) {
    for (uint64_t i = 1; i <= MANY; i++) {
      if (i == 1 || !by_messages) hyd_paged_put(&r, 8, &i, 8, NULL, HYD_PAGED_NBI);
      hyd_paged_put(&r, PAGE, &i, 8, NULL, HYD_PAGED_NBI);
    }
    CHECK(traffic().stalls >= 1);
  } else if (me == 0) {
    came = settled();
    if (by_messages)
      CHECK(came >= 32 && came <= 63);
    else
      CHECK(came == 64);
    printf("%u came through while one waited\n", (unsigned)came);
    CHECK(close(creat(gate, 0600)) == 0);
  } else {
    for (unsigned i = 0; i < 200; i++)
      gex_Event_Wait(hyd_paged_put(&r, (uint64_t)(2 + i % 10) * PAGE + 8 * me, &v, 8, NULL, 0));
  }
  gex_NBI_Wait(GEX_EC_PUT, 0);
  barrier();
  if (me == 0) CHECK(word_at(1) == MANY && traffic().most_waiting <= 64 * ranks);
  if (me == 1 && by_messages)
    CHECK(traffic().credits >= MANY / 32 && traffic().credits <= MANY / 32 + 2);
  if (me == 1) CHECK(traffic().most_waiting <= 64);
  barrier();
}

/* All puts of all ranks to absent pages: no more than 64 of a rank wait, and all arrive. */
static void f7_all(void) {
  struct hyd_paged_range r;
  make(NULL, 0);
  r = range0();
  for (unsigned round = 0; round < 3; round++) {
    for (uint64_t page = 0; page < PAGES; page++) {
      uint64_t v = round * 1000 + page;
      if (me) hyd_paged_put(&r, page * PAGE + 8 * me, &v, 8, NULL, HYD_PAGED_NBI);
    }
    gex_NBI_Wait(GEX_EC_PUT, 0);
    barrier();
    for (unsigned page = 0; me == 0 && page < PAGES; page++)
      for (gex_Rank_t i = 1; i < ranks; i++)
        CHECK(*(volatile uint64_t *)(base + (size_t)page * PAGE + 8 * i) == round * 1000 + page);
    barrier();
  }
  CHECK(traffic().most_waiting <= 64 * (ranks - 1) && traffic().waiting == 0);
}

/* F6: others' puts while a page-in takes long; and the put that waits is not complete. */
static void f6(const char *gate, const char *file) {
  struct hyd_paged_range r;
  gex_Event_t held = GEX_EVENT_INVALID;
  uint64_t v = 77;
  make(file, 0);
  r = range0();
  if (me == 1) held = hyd_paged_put(&r, 0, &v, 8, NULL, 0);
  barrier();
  /* Absent ones as well: several page-ins at a time. Rank 1 has credits for a few. */
  for (unsigned i = 0; me && i < (me == 1 ? 20 : 200); i++)
    gex_Event_Wait(hyd_paged_put(&r, (uint64_t)(1 + i % 100) * PAGE + 8 * me, &v, 8, NULL, 0));
  barrier();
  if (me == 1) {
    CHECK(gex_Event_Test(held) == GASNET_ERR_NOT_READY);
    CHECK(close(creat(gate, 0600)) == 0);
    gex_Event_Wait(held);
  }
  barrier();
  if (me == 0) CHECK(word_at(0) == v);
  barrier();
}

/* --- F10: keys ------------------------------------------------------------------ */

static int put_by(const struct hyd_paged_range *r, uint64_t offset, uint64_t v) {
  int error = 0;
  gex_Event_Wait(hyd_paged_put(r, offset, &v, 8, &error, 0));
  return error;
}
static int get_by(const struct hyd_paged_range *r, uint64_t offset) {
  uint64_t v;
  int error = 0;
  gex_Event_Wait(hyd_paged_get(&v, r, offset, 8, &error, 0));
  return error;
}
static int add_by(const struct hyd_paged_range *r, uint64_t offset) {
  struct hyd_paged_answer a;
  gex_Event_Wait(hyd_paged_atomic(r, offset, 8, HYD_PAGED_ADD, 1, 0, &a));
  return a.error;
}
static void all_refused(const struct hyd_paged_range *r, uint64_t offset) {
  CHECK(put_by(r, offset, 1) == HYD_PAGED_ERR_KEY);
  CHECK(get_by(r, offset) == HYD_PAGED_ERR_KEY);
  CHECK(add_by(r, offset) == HYD_PAGED_ERR_KEY);
}

static void wrong_keys(const struct hyd_paged_range *r) {
  struct hyd_paged_range bad = *r;
  bad.key ^= 1;
  all_refused(&bad, 0);
  bad = *r;
  bad.slot++;
  all_refused(&bad, 0);
  bad.slot = 0x10000 + r->slot;
  all_refused(&bad, 0);
  bad.slot = 0xffffffffu; /* what messages without a key have */
  all_refused(&bad, 0);
  bad = *r;
  bad.offset = 0; /* another place of the arena, by this range's key */
  all_refused(&bad, 0);
  all_refused(&bad, PAGE - 8);
  bad = *r;
  bad.size += PAGE;
  all_refused(&bad, r->size);
  CHECK(put_by(r, r->size, 1) == GASNET_ERR_BAD_ARG);
  CHECK(get_by(r, r->size - 7) == GASNET_ERR_BAD_ARG);
  CHECK(put_by(r, ~0ull, 1) == GASNET_ERR_BAD_ARG);
  CHECK(add_by(r, 4) == GASNET_ERR_BAD_ARG); /* misaligned */
  bad = *r;
  bad.rank = 1000;
  CHECK(put_by(&bad, 0, 1) == GASNET_ERR_BAD_ARG);
  bad.rank = 0;
  bad.offset = (uint64_t)PAGES * PAGE;
  CHECK(put_by(&bad, 0, 1) == GASNET_ERR_BAD_ARG);
}

static void wrong_exports(void) {
  struct hyd_paged_range r, s;
  uint64_t offset;
  CHECK(hyd_paged_export(segment, NAME, base, 8, &r) == GASNET_ERR_BAD_ARG); /* the name */
  CHECK(hyd_paged_export(segment, 1, base + 2 * PAGE, PAGE, &r) == GASNET_ERR_BAD_ARG);
  CHECK(hyd_paged_export(segment, 1, base - 1, 8, &r) == GASNET_ERR_BAD_ARG);
  CHECK(hyd_paged_export(segment, 1, base, (size_t)PAGES * PAGE + 1, &r) == GASNET_ERR_BAD_ARG);
  CHECK(hyd_paged_export(segment, 1, base, 0, &r) == GASNET_ERR_BAD_ARG);
  CHECK(hyd_paged_export(segment, 1, base, 8, NULL) == GASNET_ERR_BAD_ARG);
  CHECK(hyd_paged_export(GEX_SEGMENT_INVALID, 1, base, 8, &r) == GASNET_ERR_BAD_ARG);
  CHECK(hyd_paged_unexport(NULL) == GASNET_ERR_BAD_ARG);
  CHECK(hyd_paged_find_export(base, &r, &offset) == GASNET_ERR_BAD_ARG);
  CHECK(hyd_paged_find_export(base + 2 * PAGE + 5, &s, &offset) == GASNET_OK);
  CHECK(offset == PAGE + 5 && s.size == 4 * PAGE);
  s.key ^= 2;
  CHECK(hyd_paged_unexport(&s) == GASNET_ERR_BAD_ARG);
  for (uint64_t i = 1; i < 1024; i++)
    CHECK(hyd_paged_export(segment, i, base + 10 * PAGE + 8 * i, 8, &r) == GASNET_OK);
  CHECK(hyd_paged_export(segment, 5000, base + 20 * PAGE, 8, &s) == GASNET_ERR_RESOURCE);
  CHECK(hyd_paged_unexport(&r) == GASNET_OK);
  CHECK(hyd_paged_unexport(&r) == GASNET_ERR_BAD_ARG);
  CHECK(hyd_paged_export(segment, 5000, base + 20 * PAGE, 8, &s) == GASNET_OK);
  CHECK(hyd_paged_unexport(&s) == GASNET_OK);
}

/* Rank 0 revokes the range again and again while the others write by it: what it has cleared after
 * a revocation stays clear. */
static void revocations(void) {
  enum { ROUNDS = 60 };
  volatile uint64_t *words = (volatile uint64_t *)(base + 100 * PAGE);
  for (unsigned round = 0; round < ROUNDS; round++) {
    struct hyd_paged_range r = {0};
    if (me == 0)
      CHECK(hyd_paged_export(segment, 7000, base + 100 * PAGE, 3 * PAGE, &r) == GASNET_OK);
    barrier();
    if (me) CHECK(hyd_paged_import(world, 0, 7000, &r) == GASNET_OK);
    barrier();
    if (me == 0) {
      uint64_t start = now_ms();
      while (words[me + 1] == 0 && now_ms() - start < 2000) gasnet_AMPoll();
      if (round % 2) push_out(100, 3);
      CHECK(hyd_paged_unexport(&r) == GASNET_OK);
      for (unsigned i = 0; i < 3 * PAGE / 8; i++) words[i] = 0;
      for (unsigned i = 0; i < 2000; i++) {
        gasnet_AMPoll();
        CHECK(words[i % (3 * PAGE / 8)] == 0);
      }
    } else {
      int error = 0;
      while (error == 0) {
        uint64_t v[64];
        for (unsigned i = 0; i < 64; i++) v[i] = round + 1;
        hyd_paged_put(&r, 8 * me, v, 8, &error, HYD_PAGED_NBI);
        gex_Event_Wait(hyd_paged_put(&r, 8 + dice(3 * PAGE - 600) / 8 * 8, v, sizeof v, &error, 0));
      }
      CHECK(error == HYD_PAGED_ERR_KEY);
      gex_NBI_Wait(GEX_EC_PUT, 0);
    }
    barrier();
    for (unsigned i = 0; me == 0 && i < 3 * PAGE / 8; i++) CHECK(words[i] == 0);
    barrier();
  }
}

static void f10(void) {
  struct hyd_paged_range r = {0};
  make(NULL, 0);
  gex_System_SetVerboseErrors(0);
  if (me == 0) CHECK(hyd_paged_export(segment, NAME, base + PAGE, 4 * PAGE, &r) == GASNET_OK);
  barrier();
  CHECK(hyd_paged_import(world, 0, NAME + 1, &r) == GASNET_ERR_RESOURCE);
  if (ranks > 1) CHECK(hyd_paged_import(world, 1, NAME, &r) == GASNET_ERR_RESOURCE);
  CHECK(hyd_paged_import(world, ranks, NAME, &r) == GASNET_ERR_BAD_ARG);
  CHECK(hyd_paged_import(world, 0, NAME, &r) == GASNET_OK);
  CHECK(put_by(&r, 8 * me, 40 + me) == 0 && get_by(&r, 4 * PAGE - 8) == 0);
  for (int i = 0; i < 2; i++) {
    wrong_keys(&r); /* also where the page is there */
    barrier();
    if (me == 0) CHECK(hyd_paged_touch(segment, base, 8 * PAGE) == GASNET_OK);
    barrier();
  }
  for (gex_Rank_t i = 0; me == 0 && i < ranks; i++) CHECK(((uint64_t *)(base + PAGE))[i] == 40 + i);
  if (me == 0) wrong_exports();
  barrier();
  if (me == 0) CHECK(hyd_paged_unexport(&r) == GASNET_OK);
  barrier();
  all_refused(&r, 0);
  CHECK(traffic().refused > 0);
  barrier();
  revocations();
}

/* A put and its note that wait for page 0 are refused if the range is revoked meanwhile. */
static unsigned notes;
static void count_note(gex_Rank_t from, uint64_t a, uint64_t b) {
  (void)from, (void)b;
  notes += a == 1 ? 100 : 1;
}
static void revoked(const char *gate, const char *file) {
  struct hyd_paged_range r, other = {0};
  gex_Event_t held[2] = {GEX_EVENT_INVALID, GEX_EVENT_INVALID};
  int error[2] = {0, 0};
  uint64_t v = 77, w = 0;
  gex_System_SetVerboseErrors(0);
  make(file, 0);
  hyd_paged_on_note(count_note);
  r = range0();
  if (me == 1) {
    held[0] = hyd_paged_put_note(&r, 0, &v, 8, 1, 0, &error[0], 0);
    held[1] = hyd_paged_get(&w, &r, 0, 8, &error[1], 0);
  }
  barrier();
  if (me == 0) {
    CHECK(hyd_paged_unexport(&r) == GASNET_OK);
    CHECK(hyd_paged_export(segment, NAME, base + PAGE, PAGE, &other) == GASNET_OK);
    CHECK(close(creat(gate, 0600)) == 0);
  }
  for (int i = 0; i < 2; i++) gex_Event_Wait(held[i]);
  if (me == 1) CHECK(error[0] == HYD_PAGED_ERR_KEY && error[1] == HYD_PAGED_ERR_KEY && w == 0);
  barrier();
  if (me == 1) {
    CHECK(hyd_paged_import(world, 0, NAME, &r) == GASNET_OK);
    gex_Event_Wait(hyd_paged_put_note(&r, 0, &v, 8, 2, 0, NULL, 0));
  }
  if (me == 0) {
    GASNET_BLOCKUNTIL(notes > 0);
    CHECK(notes == 1 && word_at(0) == 0 && word_at(1) == v);
  }
  barrier();
}

/* --- F13: notes ------------------------------------------------------------------ */

static uint64_t noted[64]; /* by rank: the last note */
static unsigned too_early;

/* Not that of an earlier note that may be under way: a put that waits may land after a later one.
 */
static uint64_t slot(unsigned page, gex_Rank_t of, uint64_t number) {
  return (uint64_t)page * PAGE + 8 * (of * 128 + number % 128);
}
static uint64_t written(uint64_t page, gex_Rank_t of, uint64_t number) {
  return *(volatile uint64_t *)(base + slot((unsigned)page, of, number));
}

/* a: number of the note; b: the page it wrote, and the one before it that was written without. */
static void on_note(gex_Rank_t from, uint64_t a, uint64_t b) {
  too_early += a != noted[from] + 1;
  too_early += written(b & 0xffff, from, a) < a || written(b >> 16, from, a) < a;
  noted[from] = a;
}

static void f13(void) {
  enum { NOTES = 600 };
  struct hyd_paged_range r;
  make(NULL, 0);
  hyd_paged_on_note(on_note);
  r = range0();
  for (uint64_t i = 1; me && i <= NOTES; i++) {
    unsigned page = dice(PAGES), before = dice(PAGES);
    hyd_paged_put(&r, slot(before, me, i), &i, 8, NULL, HYD_PAGED_NBI);
    hyd_paged_put_note(&r, slot(page, me, i), &i, i % 5 ? 8 : 0, i,
                       (i % 5 ? page : before) | (uint64_t)before << 16, NULL, HYD_PAGED_NBI);
  }
  gex_NBI_Wait(GEX_EC_PUT, 0);
  for (gex_Rank_t i = 1; me == 0 && i < ranks; i++) GASNET_BLOCKUNTIL(noted[i] == NOTES);
  barrier();
  CHECK(too_early == 0);
  if (me == 0) CHECK(noted[0] == 0);
  if (me < 2) { /* rank 0 to itself; and one whose put is refused does not come */
    struct hyd_paged_range bad = r;
    int error = 0;
    uint64_t next = me ? NOTES + 1 : 1;
    bad.key ^= 1;
    gex_Event_Wait(hyd_paged_put_note(&bad, 0, &next, 8, 99999, 0, &error, 0));
    CHECK(error == HYD_PAGED_ERR_KEY);
    gex_Event_Wait(hyd_paged_put_note(&r, slot(0, me, next), &next, 8, next, 0, NULL, 0));
    if (me == 0) GASNET_BLOCKUNTIL(noted[0] == 1 && noted[1] == NOTES + 1);
  }
  barrier();
  CHECK(too_early == 0);
}

/* --- F15: atomics ------------------------------------------------------------------ */

static struct hyd_paged_answer rmw(const struct hyd_paged_range *r, uint64_t offset, unsigned size,
                                   hyd_paged_atomic_t op, uint64_t a, uint64_t b) {
  struct hyd_paged_answer x = {.error = -1};
  gex_Event_Wait(hyd_paged_atomic(r, offset, size, op, a, b, &x));
  CHECK(x.error == 0);
  return x;
}

static void check_words(const struct hyd_paged_range *r, unsigned size) {
  const uint64_t at = 30 * PAGE + 8, all = size == 4 ? 0xffffffffu : ~0ull;
  CHECK(rmw(r, at, size, HYD_PAGED_SWAP, all, 0).value[0] == 0);
  CHECK(rmw(r, at, size, HYD_PAGED_ADD, 3, 0).value[0] == all);
  CHECK(rmw(r, at, size, HYD_PAGED_CSWAP, 1, 9).value[0] == 2);
  CHECK(rmw(r, at, size, HYD_PAGED_CSWAP, 2, 12).value[0] == 2);
  CHECK(rmw(r, at, size, HYD_PAGED_AND, 6, 0).value[0] == 12);
  CHECK(rmw(r, at, size, HYD_PAGED_OR, 3, 0).value[0] == 4);
  CHECK(rmw(r, at, size, HYD_PAGED_XOR, 5, 0).value[0] == 7);
  CHECK(rmw(r, at, size, HYD_PAGED_READ, 0, 0).value[0] == 2);
  CHECK(rmw(r, at, size, HYD_PAGED_SWAP, 0, 0).value[0] == 2);
}

static void check_queue(const struct hyd_paged_range *r) {
  const uint64_t q = 31 * PAGE + 64, none = ~0ull;
  struct hyd_paged_answer x;
  CHECK(rmw(r, q, 0, HYD_PAGED_DEQUEUE, 0, 0).value[1] == none);
  CHECK(rmw(r, q, 0, HYD_PAGED_ENQUEUE, 0, 0).value[0] == HYD_PAGED_EMPTY);
  CHECK(rmw(r, q, 0, HYD_PAGED_ENQUEUE, 5, 0).value[0] == 0);
  CHECK(rmw(r, q, 0, HYD_PAGED_ENQUEUE, 6, 0).value[0] == 5);
  x = rmw(r, q, 0, HYD_PAGED_DEQUEUE, 0, 0);
  CHECK(x.value[0] == 0 && x.value[1] == 2);
  x = rmw(r, q, 0, HYD_PAGED_DEQUEUE, 0, 0); /* the head is not known yet: promised */
  CHECK(x.value[0] == HYD_PAGED_EMPTY && x.value[1] == 2);
  x = rmw(r, q, 0, HYD_PAGED_SEM_V, 0, 0);
  CHECK(x.value[0] == HYD_PAGED_EMPTY && x.value[1] == 2);
  x = rmw(r, q, 0, HYD_PAGED_SEM_V, 0, 0); /* all are promised: the thesis would promise again */
  CHECK(x.value[0] == HYD_PAGED_EMPTY && x.value[1] == none);
  x = rmw(r, q, 0, HYD_PAGED_NEW_HEAD, 5, 0);
  CHECK(x.value[0] == 1 && x.value[1] == 1);
  x = rmw(r, q, 0, HYD_PAGED_NEW_HEAD, 6, 0);
  CHECK(x.value[0] == 1 && x.value[1] == 0);
  CHECK(rmw(r, q, 0, HYD_PAGED_SEM_P, 8, 0).value[0] == 1); /* the count has grown by the V */
  x = rmw(r, q, 0, HYD_PAGED_SEM_P, 8, 0);
  CHECK(x.value[0] == 0 && x.value[1] == HYD_PAGED_EMPTY);
  x = rmw(r, q, 0, HYD_PAGED_SEM_P, 9, 0);
  CHECK(x.value[0] == 0 && x.value[1] == 8);
  x = rmw(r, q, 0, HYD_PAGED_SEM_V, 0, 0);
  CHECK(x.value[0] == 8 && x.value[1] == 1);
  x = rmw(r, q, 0, HYD_PAGED_NEW_HEAD, 9, 0);
  CHECK(x.value[0] == 0 && x.value[1] == 1);
  x = rmw(r, q, 0, HYD_PAGED_DEQUEUE, 0, 0);
  CHECK(x.value[0] == 9 && x.value[1] == 0);
}

static void f15(void) {
  enum { EACH = 300 };
  struct hyd_paged_range r;
  struct hyd_paged_answer x;
  uint64_t passed = 0;
  make(NULL, 0);
  r = range0();
  if (me == 1) {
    uint64_t before = of_all_ranks().bounces;
    (void)before;
    check_words(&r, 8);
    check_words(&r, 4);
    check_queue(&r);
  } else {
    of_all_ranks();
  }
  barrier();
  gex_System_SetVerboseErrors(0);
  gex_Event_Wait(hyd_paged_atomic(&r, 0, 2, HYD_PAGED_ADD, 1, 0, &x));
  CHECK(x.error == GASNET_ERR_BAD_ARG);
  gex_Event_Wait(hyd_paged_atomic(&r, 0, 8, HYD_PAGED_ENQUEUE, 1, 0, &x));
  CHECK(x.error == GASNET_ERR_BAD_ARG);
  gex_Event_Wait(hyd_paged_atomic(&r, 0, 8, (hyd_paged_atomic_t)99, 1, 0, &x));
  CHECK(x.error == GASNET_ERR_BAD_ARG);
  /* Counters in pages that come and go, and a semaphore with one count for all. */
  if (me == 0)
    for (unsigned page = 40; page < 40 + 2 * RESIDENT; page++)
      *(volatile uint64_t *)(base + (size_t)page * PAGE) = 0;
  if (me == 0) rmw(&r, 39 * PAGE, 0, HYD_PAGED_SEM_V, 0, 0);
  barrier();
  for (unsigned i = 0; i < EACH; i++)
    rmw(&r, (uint64_t)(40 + (i * 7 + me) % (2 * RESIDENT)) * PAGE, 8, HYD_PAGED_ADD, 1, 0);
  passed = rmw(&r, 39 * PAGE, 0, HYD_PAGED_SEM_P, me, 0).value[0];
  gex_Event_Wait(
      gex_Coll_ReduceToAllNB(world, &passed, &passed, GEX_DT_U64, 8, 1, GEX_OP_ADD, NULL, NULL, 0));
  CHECK(passed == 1);
  barrier();
  if (me == 0) {
    uint64_t sum = 0;
    for (unsigned page = 40; page < 40 + 2 * RESIDENT; page++) sum += word_at(page);
    CHECK(sum == (uint64_t)EACH * ranks);
  }
  barrier();
}

/* --- files that are only read -------------------------------------------------------- */

static void write_file(const char *name) {
  char path[300];
  uint64_t page[PAGE / 8] = {0};
  FILE *f;
  snprintf(path, sizeof path, "%s.%u", name, me);
  f = fopen(path, "w");
  for (unsigned i = 0; f && i < PAGES; i++) {
    page[0] = i + 1;
    CHECK(fwrite(page, sizeof page, 1, f) == 1);
  }
  CHECK(f && fclose(f) == 0);
  barrier();
}

static void read_only(const char *file) {
  struct hyd_paged_range r;
  uint64_t v = 0;
  struct hyd_paged_answer x;
  write_file(file);
  make(file, HYD_PAGED_READ_ONLY);
  r = range0();
  for (unsigned page = 0; page < PAGES; page++) {
    CHECK(word_at(page) == page + 1);
    gex_RMA_GetBlocking(world, &v, 0, base0 + (size_t)page * PAGE, 8, 0);
    CHECK(v == page + 1);
  }
  CHECK(put_by(&r, 0, 1) == HYD_PAGED_ERR_READ_ONLY);
  CHECK(get_by(&r, 0) == 0 && add_by(&r, 0) == HYD_PAGED_ERR_READ_ONLY);
  x = rmw(&r, 7 * PAGE, 8, HYD_PAGED_READ, 0, 0);
  CHECK(x.value[0] == 8);
  CHECK(counts().evictions > 0 && counts().write_backs == 0);
  barrier();
  gex_Segment_Destroy(segment, 0);
  gex_MK_Destroy(kind, 0);
}

/* For the test that kills this process. */
static void say_pid(void) {
  const char *name = getenv("NETVM_PID");
  FILE *f = name ? fopen(name, "w") : NULL;
  if (f == NULL) return;
  fprintf(f, "%d\n", (int)getpid());
  CHECK(fclose(f) == 0);
}

enum { LONG = 200 };
static void on_long(gex_Token_t token, void *buf, size_t n) { (void)token, (void)buf, (void)n; }
static gex_AM_Entry_t handlers[] = {
    {LONG, (gex_AM_Fn_t)on_long, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_LONG, 0, NULL, "long"}};

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  uint64_t v = 1;
  gex_Client_Init(&client, &ep, &world, "NETVM", &argc, &argv, 0);
  CHECK(gex_EP_RegisterHandlers(ep, handlers, 1) == GASNET_OK);
  me = gex_TM_QueryRank(world);
  ranks = gex_TM_QuerySize(world);
  state = me * 7919 + 1;
  if (strcmp(what, "F5") == 0) f5();
  if (strcmp(what, "F6") == 0) f6(argv[2], argv[3]);
  if (strcmp(what, "F7") == 0 && argc > 3) f7(argv[2], argv[3]);
  if (strcmp(what, "F7") == 0 && argc == 2) f7_all();
  if (strcmp(what, "F8") == 0) f8();
  if (strcmp(what, "F9") == 0) f9();
  if (strcmp(what, "F10") == 0) f10();
  if (strcmp(what, "revoked") == 0) revoked(argv[2], argv[3]);
  if (strcmp(what, "F11") == 0) f11();
  if (strcmp(what, "F13") == 0) f13();
  if (strcmp(what, "F15") == 0) f15();
  if (strcmp(what, "read-only") == 0) read_only(argv[2]);
  if (strcmp(what, "store") == 0 || strcmp(what, "put") == 0 || strcmp(what, "long") == 0) {
    write_file(argv[2]);
    make(argv[2], HYD_PAGED_READ_ONLY);
    if (*what == 'p' && me == 1) gex_RMA_PutBlocking(world, 0, base0, &v, 8, 0);
    if (*what == 'l' && me == 1)
      gex_AM_RequestLong0(world, 0, LONG, &v, 8, base0, GEX_EVENT_NOW, 0);
    if (*what == 's' && me == 1) *(volatile uint64_t *)base = v;
  }
  if (strcmp(what, "waits") == 0) { /* rank 1 waits for page 0 */
    struct hyd_paged_range r;
    make(argv[2], 0);
    r = range0();
    gex_Event_t held = GEX_EVENT_INVALID;
    if (me == 1) held = hyd_paged_put(&r, 0, &v, 8, NULL, 0);
    barrier();
    if (me == 0) say_pid();
    gex_Event_Wait(held);
  }
  barrier();
  if (me == 0 && !failures) printf("ok\n");
  gasnet_exit(failures != 0);
}
