/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_big.c: puts and gets of more than 4 GiB in one call (gasnet1-extended X1.4, gex-rma 1): no
 * length on the way may have 32 bits, and what the kernel copies at once is less. And a list of ten
 * million pieces.
 *
 * Rank 0 reaches memory of the last rank: its segment, or in EVERYTHING mode a mapping of its own.
 * All is zero except for marks, at the ends, around 2^31 and 2^32, and every 64 MiB; new ones each
 * time. It takes 8 GiB of memory, so it runs only when it is named (run.sh) and where there is
 * enough.
 */
#include "gex_support.h"

#include <gasnet_vis.h>
#include <sys/mman.h>

#define GIB ((size_t)1 << 30)
#define BIG_BYTES (4 * GIB + 5 * KB + 3)
enum { NEEDED_GIB = 14, GUARD = 64, MARK = 64, STEP_MARKS = 64, MARKS = STEP_MARKS + 4 };
#define PLACE_BYTES (BIG_BYTES + 2 * GUARD)

enum form { BLOCKING, BULK, FORMS };

/* The compiler shall not know it: constant sizes go another way. */
static volatile size_t big_bytes = BIG_BYTES;

/* --- is there room? ------------------------------------------------------- */

/* The first number in a file after `key`, in units; what cannot be read sets no limit. */
static uint64_t number_in(const char *path, const char *key, uint64_t unit) {
  FILE *f = fopen(path, "r");
  char line[256];
  unsigned long long n;
  uint64_t found = UINT64_MAX;
  while (f && found == UINT64_MAX && fgets(line, sizeof line, f))
    if (!strncmp(line, key, strlen(key)) && sscanf(line + strlen(key), "%llu", &n) == 1 &&
        n < UINT64_MAX / unit)
      found = n * unit;
  if (f) fclose(f);
  return found;
}

static size_t free_gib(void) {
  uint64_t sums[] = {number_in("/proc/meminfo", "MemAvailable:", KB),
                     number_in("/sys/fs/cgroup/memory.max", "", 1),
                     number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes", "", 1)};
  uint64_t least = sums[0];
  if (sums[1] < least) least = sums[1];
  if (sums[2] < least) least = sums[2];
  return (size_t)(least / GIB);
}

/* Rank 0 looks, as all must decide alike. */
static int enough_memory(void) {
  gex_Rank_t r;
  if (conform_rank() == 0)
    for (r = 0; r < conform_size(); r++) gex_tell(r, C_RMA, 0, free_gib() >= NEEDED_GIB, 0, 0, 0);
  GEX_TAKE(C_RMA, 1);
  return gex_told[0][0];
}

/* --- memory and marks ----------------------------------------------------- */

static char *new_memory(void) {
  void *p = mmap(0, PLACE_BYTES, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) conform_die(__FILE__, __LINE__, "mmap failed");
  (void)madvise(p, PLACE_BYTES, MADV_HUGEPAGE); /* else half of the time goes into page faults */
  return p;
}

/* The last rank's memory for this: its segment, where there is one. */
static char *own_memory(void) {
  void *base = 0;
  uintptr_t size = 0;
  if (CONFORM_EVERYTHING) return new_memory();
  gex_Segment_QueryBound(conform_tm(), conform_rank(), &base, 0, &size);
  if (size < PLACE_BYTES)
    conform_die(__FILE__, __LINE__, "expected CONFORM_SEGMENT=max GASNET_MAX_SEGSIZE=4200MB");
  return base;
}

/* Offset of mark number i. */
static size_t mark_at(int i) {
  static const size_t special[] = {0, 2 * GIB - MARK / 2, 4 * GIB - MARK / 2, BIG_BYTES - MARK};
  return i < 4 ? special[i] : (size_t)(i - 3) * 64 * MB + 7 * (size_t)i;
}

static void set_marks(char *from, uint64_t seed) {
  int i;
  for (i = 0; i < MARKS; i++) conform_fill(from + mark_at(i), MARK, seed + (uint64_t)i);
}

static void clear_marks(char *from) {
  int i;
  for (i = 0; i < MARKS; i++) memset(from + mark_at(i), 0, MARK);
}

/* The marks have come, and nothing lies before and behind. */
static void check_marks(const char *from, uint64_t seed) {
  int i;
  for (i = 0; i < MARKS; i++)
    if (!CHECK_EQ(conform_differs(from + mark_at(i), MARK, seed + (uint64_t)i), -1))
      fprintf(stderr, "# mark at %zu\n", mark_at(i));
  CHECK_EQ(conform_not_all(from - GUARD, GUARD, 0), -1);
  CHECK_EQ(conform_not_all(from + BIG_BYTES, GUARD, 0), -1);
}

/* --- the transfers -------------------------------------------------------- */

static void put(enum form form, gex_Rank_t to, char *there, char *here) {
  if (form == BLOCKING)
    CHECK_EQ(gex_RMA_PutBlocking(conform_tm(), to, there, here, big_bytes, 0), 0);
  else
    gasnet_put_bulk(to, there, here, big_bytes);
}

static void get(enum form form, char *here, gex_Rank_t from, char *there) {
  if (form == BLOCKING)
    CHECK_EQ(gex_RMA_GetBlocking(conform_tm(), here, from, there, big_bytes, 0), 0);
  else
    gasnet_get_bulk(here, from, there, big_bytes);
}

static void transfer(enum form form, char *there, char *here, char *mine) {
  gex_Rank_t last = conform_size() - 1;
  uint64_t seed = 1000 * (1 + (uint64_t)form);
  if (here) {
    set_marks(here, seed);
    put(form, last, there, here);
  }
  conform_barrier();
  if (mine) check_marks(mine, seed);
  if (here) {
    clear_marks(here);
    get(form, here, last, there);
    check_marks(here, seed);
  }
  conform_barrier();
}

/* Rank 0 learns of the last rank's memory, which the latter gets back as *mine_p. */
static char *meet(char **mine_p) {
  gex_Rank_t last = conform_size() - 1;
  if (conform_rank() == last) {
    *mine_p = own_memory() + GUARD;
    gex_tell(0, C_RMA, 0, gex_hi(*mine_p), gex_lo(*mine_p), 0, 0);
  }
  if (conform_rank() == 0) GEX_TAKE(C_RMA, 1);
  return gex_ptr(gex_told[last][0], gex_told[last][1]);
}

static void test_big(void) {
  char *mine = 0, *here = 0, *there;
  int form;
  if (!enough_memory()) {
    conform_skip("needs 14 GiB of free memory");
    return;
  }
  there = meet(&mine);
  if (conform_rank() == 0) here = new_memory() + GUARD;
  for (form = 0; form < FORMS; form++) transfer((enum form)form, there, here, mine);
  if (here) munmap(here - GUARD, PLACE_BYTES);
  if (mine && CONFORM_EVERYTHING) munmap(mine - GUARD, PLACE_BYTES);
}

/* --- a long list ---------------------------------------------------------- */

enum { ENTRIES = 10000000, APART = 24, STEP = 7919 }; /* coprime: the pieces lie in no order */

static size_t place_of(size_t i) { return i * STEP % ENTRIES * APART; }

static void describe(gex_Memvec_t *v, char *base, size_t (*place)(size_t i)) {
  size_t i;
  for (i = 0; i < ENTRIES; i++) {
    v[i].gex_addr = base + place(i);
    v[i].gex_len = 8;
  }
}
static size_t packed(size_t i) { return i * 8; }

static void put_and_get_list(char *there) {
  gex_Memvec_t *far = malloc(ENTRIES * sizeof *far), *near = malloc(ENTRIES * sizeof *near);
  char *here = malloc(ENTRIES * 8), *back = malloc(ENTRIES * 8);
  gex_Rank_t last = conform_size() - 1;
  conform_fill(here, ENTRIES * 8, 5);
  memset(back, 0, ENTRIES * 8);
  describe(far, there, place_of);
  describe(near, here, packed);
  gex_Event_Wait(gex_VIS_VectorPutNB(conform_tm(), last, ENTRIES, far, ENTRIES, near, 0));
  describe(near, back, packed);
  gex_Event_Wait(gex_VIS_VectorGetNB(conform_tm(), ENTRIES, near, last, ENTRIES, far, 0));
  CHECK_EQ(conform_differs(back, ENTRIES * 8, 5), -1);
  free(far);
  free(near);
  free(here);
  free(back);
}

static void check_list(const char *mine) {
  static const char nothing[APART];
  size_t i, wrong = 0, between = 0;
  char *all = malloc(ENTRIES * 8);
  conform_fill(all, ENTRIES * 8, 5);
  for (i = 0; i < ENTRIES; i++) wrong += memcmp(mine + place_of(i), all + 8 * i, 8) != 0;
  for (i = 0; i < ENTRIES; i++) between += memcmp(mine + i * APART + 8, nothing, APART - 8) != 0;
  CHECK_EQ(wrong, 0);
  CHECK_EQ(between, 0);
  free(all);
}

static void test_list(void) {
  char *mine = 0, *there = meet(&mine);
  if (mine) memset(mine, 0, (size_t)ENTRIES * APART);
  conform_barrier();
  if (conform_rank() == 0) put_and_get_list(there);
  conform_barrier();
  if (mine) check_list(mine);
}

const struct conform_test conform_gex_big[] = {{"gex_big_list", "gex-vis checklist 1", test_list,
                                                CONFORM_NEEDS_2 | CONFORM_NAMED_ONLY},
                                               {"gex_big_put_get",
                                                "gasnet1-extended X1.4, gex-rma 1", test_big,
                                                CONFORM_NEEDS_2 | CONFORM_NAMED_ONLY},
                                               {0, 0, 0, 0}};
