/* SPDX-License-Identifier: BSD-3-Clause
 *
 * heap.c: dynamic shared memory. Global blocks grow from the bottom of the heap, at the same offset
 * on every thread; thread 0 has their list. Each thread's own blocks grow from the top, and the
 * thread has their list. Thread 0 knows two marks that keep both apart: how far up the global
 * blocks reach, and how far down the own blocks of each thread. A thread asks thread 0 only when
 * its part grows. Lists are in private memory: a stray store of the program does not break them.
 *
 * A thread gives back what is free at the lower end of its part when a global block does not fit.
 * Its messages about its mark are numbered, as they may overtake each other: thread 0 ignores one
 * that is older than the last.
 */
#include "contrib/layers/upc/heap.h"

#include <stdlib.h>

#include "contrib/layers/common/blocks.h"
#include "contrib/layers/common/heap.h"
#include "contrib/layers/upc/answers.h"
#include "contrib/layers/upc/report.h"
#include "contrib/layers/upc/stats.h"
#include "contrib/layers/upc/words.h"

enum { CHUNK = 1 << 20 }; /* bytes by which a thread's part grows at least */

static struct {
  gex_HSL_t lock;
  uint64_t start, end;
  struct hyd_heap heap; /* this thread's own part */
  struct hyd_blocks blocks;
  uint64_t low;    /* own part: [low, end) */
  uint64_t number; /* of the last message about the mark */
} own = {.lock = GEX_HSL_INITIALIZER};

struct mark {
  uint64_t low, number;
};

static struct { /* of thread 0 */
  gex_HSL_t lock;
  struct hyd_heap heap;
  struct hyd_blocks blocks;
  uint64_t high;      /* global part: [start, high) */
  struct mark *marks; /* of each thread */
} global = {.lock = GEX_HSL_INITIALIZER};

static char *address_of(uint64_t offset) { return hyd_upc.here + offset; }
static uint64_t offset_of(const char *p) { return (uint64_t)(p - hyd_upc.here); }

static size_t round_up(size_t n) {
  return (n + HYD_HEAP_ALIGN - 1) / HYD_HEAP_ALIGN * HYD_HEAP_ALIGN;
}

void hyd_upc_heap_init(uint64_t start, uint64_t end) {
  own.start = start;
  own.end = own.low = end;
  global.high = start;
  if (!hyd_heap_init(&own.heap, address_of(end), 0)) {
    hyd_upc_refuse("not enough memory for the list of shared blocks");
    return;
  }
  if (hyd_upc.rank) return;
  global.marks = calloc(hyd_upc.size, sizeof *global.marks);
  if (global.marks == NULL || !hyd_heap_init(&global.heap, address_of(start), 0)) {
    hyd_upc_refuse("not enough memory for the list of shared blocks");
    return;
  }
  for (uint32_t i = 0; i < hyd_upc.size; i++) global.marks[i].low = end;
}

/* --- marks, on thread 0 --- */

static uint64_t lowest_mark(void) {
  uint64_t low = own.end;
  for (uint32_t i = 0; i < hyd_upc.size; i++)
    if (global.marks[i].low < low) low = global.marks[i].low;
  return low;
}

/* The asker's part is to reach down to request->low. Answers whether it may. */
void hyd_upc_serve_mark(uint32_t asker, const void *request, void *answer) {
  const struct mark *wanted = request;
  uint64_t *granted = answer;
  gex_HSL_Lock(&global.lock);
  struct mark *mark = &global.marks[asker];
  if (wanted->low < global.high)
    global.high -= hyd_heap_trim(&global.heap, address_of(global.high), true);
  *granted = wanted->number > mark->number && wanted->low >= global.high;
  if (*granted) *mark = *wanted;
  gex_HSL_Unlock(&global.lock);
}

/* --- own blocks --- */

static uint64_t get_own(size_t n, enum upc_block_kind kind) {
  gex_HSL_Lock(&own.lock);
  char *p = hyd_heap_get_raw(&own.heap, n, true);
  if (p && !hyd_blocks_add(&own.blocks, (struct hyd_block){p, n, kind})) {
    hyd_heap_free(&own.heap, p, n);
    p = NULL;
  }
  gex_HSL_Unlock(&own.lock);
  return p ? offset_of(p) : 0;
}

/* Extends the own part downwards. False: thread 0 refuses, or this thread has told another mark
 * since, so that the grant is void. */
static bool grow_own(size_t n) {
  uint64_t granted = 0;
  gex_HSL_Lock(&own.lock);
  struct mark wanted = {own.low - n, ++own.number};
  bool fits = own.low - own.start >= n;
  gex_HSL_Unlock(&own.lock);
  if (!fits) return false;
  hyd_upc_ask(0, UPC_ASK_MARK, &wanted, sizeof wanted, &granted, sizeof granted);
  gex_HSL_Lock(&own.lock);
  bool grows = granted && own.number == wanted.number;
  if (grows) {
    own.low = wanted.low;
    hyd_heap_free(&own.heap, address_of(own.low), n);
  }
  gex_HSL_Unlock(&own.lock);
  return grows;
}

uint64_t hyd_upc_local_get(size_t n, enum upc_block_kind kind) {
  enum { TRIES = 3 }; /* a part may be given back while it grows */
  hyd_upc_count(UPC_N_ALLOC, n);
  if (n == 0 || n > own.end - own.start) return 0;
  n = round_up(n);
  uint64_t offset = get_own(n, kind);
  if (offset) return offset;
  for (int i = 0; i < TRIES && offset == 0; i++)
    if (grow_own(n < CHUNK ? CHUNK : n) || grow_own(n)) offset = get_own(n, kind);
  return offset;
}

/* --- global blocks, on thread 0 --- */

/* Extends the global part upwards, so that its last free range has n bytes. */
static bool grow_global(size_t n) {
  size_t last = hyd_heap_trim(&global.heap, address_of(global.high), true);
  uint64_t from = global.high - last;
  bool fits = lowest_mark() - from >= n;
  if (fits) global.high = from + n;
  if (global.high > from)
    hyd_heap_free(&global.heap, address_of(from), (size_t)(global.high - from));
  return fits;
}

void hyd_upc_serve_global_get(uint32_t asker, const void *request, void *answer) {
  size_t n = (size_t) * (const uint64_t *)request;
  uint64_t *offset = answer;
  (void)asker;
  gex_HSL_Lock(&global.lock);
  char *p = hyd_heap_get_raw(&global.heap, n, false);
  if (p == NULL && grow_global(n)) p = hyd_heap_get_raw(&global.heap, n, false);
  if (p && !hyd_blocks_add(&global.blocks, (struct hyd_block){p, n, UPC_BLOCK})) {
    hyd_heap_free(&global.heap, p, n);
    p = NULL;
  }
  gex_HSL_Unlock(&global.lock);
  *offset = p ? offset_of(p) : 0;
}

struct give_back {
  uint64_t of; /* the thread that gives back */
  struct mark mark;
};

/* Cuts off what is free at the lower end of this thread's part. */
void hyd_upc_serve_give_back(uint32_t asker, const void *request, void *answer) {
  struct mark *mark = answer;
  (void)asker;
  (void)request;
  gex_HSL_Lock(&own.lock);
  own.low += hyd_heap_trim(&own.heap, address_of(own.low), false);
  *mark = (struct mark){own.low, ++own.number};
  gex_HSL_Unlock(&own.lock);
}

void hyd_upc_serve_raise(uint32_t asker, const void *request, void *answer) {
  const struct give_back *g = request;
  (void)asker;
  (void)answer;
  gex_HSL_Lock(&global.lock);
  if (g->mark.number > global.marks[g->of].number) global.marks[g->of] = g->mark;
  gex_HSL_Unlock(&global.lock);
}

static void ask_all_to_give_back(void) {
  for (uint32_t i = 0; i < hyd_upc.size; i++) {
    struct give_back g = {.of = i};
    hyd_upc_ask(i, UPC_ASK_GIVE_BACK, NULL, 0, &g.mark, sizeof g.mark);
    hyd_upc_ask(0, UPC_ASK_RAISE, &g, sizeof g, NULL, 0);
  }
}

uint64_t hyd_upc_global_get(size_t n) {
  uint64_t offset = 0, need = round_up(n);
  hyd_upc_count(UPC_N_ALLOC, n);
  if (n == 0 || n > own.end - own.start) return 0;
  hyd_upc_ask(0, UPC_ASK_GLOBAL_GET, &need, sizeof need, &offset, sizeof offset);
  if (offset) return offset;
  ask_all_to_give_back();
  hyd_upc_ask(0, UPC_ASK_GLOBAL_GET, &need, sizeof need, &offset, sizeof offset);
  return offset;
}

/* --- free --- */

struct free_request {
  uint64_t offset;
  uint64_t kind;
};
struct free_answer {
  uint64_t result;
  uint64_t word; /* of a lock, as it was; 0 now */
};

static struct free_answer free_in(struct hyd_heap *heap, struct hyd_blocks *blocks, gex_HSL_t *lock,
                                  const struct free_request *r) {
  struct free_answer a = {UPC_NOT_ALLOCATED, 0};
  gex_HSL_Lock(lock);
  const struct hyd_block *b = hyd_blocks_find(blocks, address_of(r->offset));
  if (b) a.result = (uint64_t)b->kind == r->kind ? UPC_FREED : UPC_NOT_THIS_KIND;
  if (a.result == UPC_FREED) {
    if (r->kind == UPC_BLOCK_LOCK) a.word = hyd_upc_word_swap(hyd_upc.rank, r->offset, 0);
    hyd_heap_free(heap, address_of(r->offset), b->size);
    hyd_blocks_remove(blocks, b);
  }
  gex_HSL_Unlock(lock);
  return a;
}

void hyd_upc_serve_free(uint32_t asker, const void *request, void *answer) {
  struct free_answer *a = answer;
  (void)asker;
  *a = free_in(&own.heap, &own.blocks, &own.lock, request);
  if (a->result == UPC_NOT_ALLOCATED && hyd_upc.rank == 0)
    *a = free_in(&global.heap, &global.blocks, &global.lock, request);
}

static struct free_answer ask_to_free(uint32_t thread, uint64_t offset, enum upc_block_kind kind) {
  struct free_request r = {offset, kind};
  struct free_answer a;
  hyd_upc_ask(thread, UPC_ASK_FREE, &r, sizeof r, &a, sizeof a);
  return a;
}

enum upc_free_result hyd_upc_block_free(uint32_t thread, uint64_t offset,
                                        enum upc_block_kind kind) {
  return (enum upc_free_result)ask_to_free(thread, offset, kind).result;
}

enum upc_free_result hyd_upc_lock_free(uint32_t thread, uint64_t offset, uint64_t *word) {
  struct free_answer a = ask_to_free(thread, offset, UPC_BLOCK_LOCK);
  *word = a.word;
  return (enum upc_free_result)a.result;
}

void hyd_upc_serve_is_global(uint32_t asker, const void *request, void *answer) {
  uint64_t *is = answer;
  (void)asker;
  gex_HSL_Lock(&global.lock);
  *is = hyd_blocks_find(&global.blocks, address_of(*(const uint64_t *)request)) != NULL;
  gex_HSL_Unlock(&global.lock);
}

bool hyd_upc_is_global(uint64_t offset) {
  uint64_t is;
  hyd_upc_ask(0, UPC_ASK_IS_GLOBAL, &offset, sizeof offset, &is, sizeof is);
  return is;
}
