/* SPDX-License-Identifier: BSD-3-Clause
 *
 * anl_variables.c: gives workers the program's variables.
 *
 * All ranks run main up to MAIN_INITENV. There their variables must be equal, since workers begin
 * with rank 0's. Words of 8 bytes are compared, first by checksums of blocks. Two kinds of words
 * may differ: addresses of the heap, the stack and shared libraries, which stay each rank's own;
 * and times of the start and process numbers, for which rank 0's value is taken. Any other
 * difference is input that only one rank has read, and ends the job.
 *
 * At MAIN_INITENV rank 0 keeps a copy. CREATE compares it with the variables and sends the bytes
 * that have changed: pointers into shared libraries have not changed and are not sent.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "contrib/layers/dsm/anl.h"
#include "contrib/layers/dsm/anl_int.h"
#include <gasnet_coll.h>

#define COMPARED 4096u /* bytes compared at a time */
#define WORDS 8192u    /* words of a block */
#define RANGES 4096u   /* most mappings of the process that are recorded */
#define LATELY 60u     /* seconds from the program's start to MAIN_INITENV */

/* --- kinds of words -------------------------------------------------------- */

struct look {
  struct range {
    uint64_t low, high;
  } * mapped; /* ascending */
  size_t ranges;
  uint64_t data, end;   /* addresses of the program's variables: the same at all ranks */
  uint64_t second, pid; /* the time now; this process */
};

static void read_mappings(struct look *l) {
  FILE *f = fopen("/proc/self/maps", "re");
  char line[512];
  unsigned long low, high;
  l->mapped = hyd_dsm_memory(RANGES * sizeof *l->mapped);
  while (f && l->ranges < RANGES && fgets(line, sizeof line, f))
    if (sscanf(line, "%lx-%lx", &low, &high) == 2)
      l->mapped[l->ranges++] = (struct range){low, high};
  if (f) fclose(f);
}

static void open_look(struct look *l, const struct hyd_anl_variables *v) {
  *l = (struct look){.data = (uintptr_t)v->data,
                     .end = (uintptr_t)v->end,
                     .second = (uint64_t)time(NULL),
                     .pid = (uint64_t)getpid()};
  read_mappings(l);
}

static int is_address(const struct look *l, uint64_t word) {
  size_t low = 0, high = l->ranges;
  if (word < 65536 || (word >= l->data && word < l->end)) return 0;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (word >= l->mapped[middle].high)
      low = middle + 1;
    else
      high = middle;
  }
  return low < l->ranges && word >= l->mapped[low].low;
}

/* The last values of CLOCK; programs keep them in integers of 4 or 8 bytes, or as double. */
#define CLOCKS 16u
static struct {
  uint64_t at[CLOCKS];
  unsigned n;
} clocks;

void hyd_anl_note_clock(uint64_t us) { clocks.at[clocks.n++ % CLOCKS] = us; }

static int is_clock(uint64_t n, uint64_t mask) {
  for (unsigned i = 0; i < CLOCKS && i < clocks.n; i++)
    if (n && (clocks.at[i] & mask) == n) return 1;
  return 0;
}

static int is_now(const struct look *l, uint64_t second) {
  return second + LATELY >= l->second && second <= l->second;
}

static int is_moment_or_process(const struct look *l, uint64_t n, uint64_t mask) {
  return n == l->pid || is_clock(n, mask) || is_now(l, n) || is_now(l, n / 1000000);
}

/* Whether a word holds a time or process number: in a word, in half a word, as a double; or the
 * fraction of the second that the word before holds. */
static int is_own(const struct look *l, const uint64_t *word, int is_first) {
  double real;
  memcpy(&real, word, sizeof real);
  if (is_moment_or_process(l, *word, UINT64_MAX)) return 1;
  if (is_moment_or_process(l, (uint32_t)*word, UINT32_MAX)) return 1;
  if (is_moment_or_process(l, *word >> 32, UINT32_MAX)) return 1;
  if (!is_first && *word < 1000000000 && is_now(l, word[-1])) return 1;
  return real >= 1 && real < 1e18 && is_moment_or_process(l, (uint64_t)real, UINT64_MAX);
}

/* --- blocks ---------------------------------------------------------------- */

enum kind { PLAIN, ADDRESS, OWN }; /* OWN: when, or as which process, the program was started */
struct block {
  uint64_t word[WORDS];
  unsigned char kind[WORDS];
};

/* Only aligned words are compared. */
static uint64_t *first_word(const struct hyd_anl_variables *v) {
  return (uint64_t *)(((uintptr_t)v->data + 7) & ~(uintptr_t)7);
}
static size_t words_of(const struct hyd_anl_variables *v) {
  return (size_t)(v->end - (const char *)first_word(v)) / sizeof(uint64_t);
}
static size_t blocks_of(const struct hyd_anl_variables *v) {
  return (words_of(v) + WORDS - 1) / WORDS;
}
static uint64_t *block_at(const struct hyd_anl_variables *v, size_t i, size_t *n) {
  size_t left = words_of(v) - i * WORDS;
  *n = left < WORDS ? left : WORDS;
  return first_word(v) + i * WORDS;
}

static uint64_t sum_of(const struct look *l, const uint64_t *word, size_t n) {
  uint64_t h = UINT64_C(14695981039346656037);
  for (size_t i = 0; i < n; i++)
    if (word[i] && !is_address(l, word[i])) h = (h ^ word[i] ^ i << 32) * UINT64_C(1099511628211);
  return h;
}

static void fill_block(const struct look *l, const uint64_t *word, size_t n, struct block *b) {
  for (size_t i = 0; i < n; i++) {
    b->word[i] = word[i];
    b->kind[i] = is_address(l, word[i]) ? ADDRESS : is_own(l, &word[i], i == 0) ? OWN : PLAIN;
  }
}

static void broadcast_bytes(struct hyd_dsm *d, void *at, size_t bytes) {
  hyd_dsm_await_event(d, gex_Coll_BroadcastNB(d->tm, 0, at, at, bytes, 0));
}

/* --- comparing ------------------------------------------------------------- */

/* The number of the first word that must equal rank 0's and does not; n if there is none. */
static size_t compare_block(struct hyd_anl_variables *v, const struct look *l, size_t block,
                            const struct block *main, int take_all) {
  size_t n, first = SIZE_MAX;
  uint64_t *word = block_at(v, block, &n);
  for (size_t i = 0; i < n; i++) {
    if (word[i] == main->word[i]) continue;
    if (main->kind[i] == ADDRESS && is_address(l, word[i])) continue;
    if (take_all || (main->kind[i] == OWN && is_own(l, &word[i], i == 0)))
      word[i] = main->word[i];
    else if (first == SIZE_MAX)
      first = i;
  }
  return first == SIZE_MAX ? n : first;
}

static void refuse_word(const uint64_t *at, uint64_t main) {
  uint64_t here = *at;
  int is_high = (uint32_t)here == (uint32_t)main;
  hyd_dsm_fatal("the variable at 0x%llx is %d (0x%llx) at MAIN_INITENV, and %d (0x%llx) at rank 0; "
                "expected the same at all ranks, which all run main up to there. Standard input "
                "may be rank 0's alone. HYD_DSM_VARIABLES=main takes rank 0's; `nm -n` of the "
                "program names the variable",
                (unsigned long long)(uintptr_t)at + 4 * (unsigned)is_high,
                (int)(is_high ? here >> 32 : here), (unsigned long long)here,
                (int)(is_high ? main >> 32 : main), (unsigned long long)main);
}

/* Finds the blocks whose sum differs from rank 0's at some rank. */
static uint64_t *find_differing(struct hyd_dsm *d, const struct hyd_anl_variables *v,
                                const struct look *l, size_t blocks) {
  uint64_t *mine = hyd_dsm_memory(2 * blocks * sizeof *mine), *all = mine + blocks;
  for (size_t i = 0, n; i < blocks; i++) {
    const uint64_t *word = block_at(v, i, &n);
    mine[i] = all[i] = sum_of(l, word, n);
  }
  broadcast_bytes(d, all, blocks * sizeof *all);
  for (size_t i = 0; i < blocks; i++) mine[i] = mine[i] != all[i];
  hyd_dsm_await_event(d, gex_Coll_ReduceToAllNB(d->tm, all, mine, GEX_DT_U64, sizeof *all, blocks,
                                                GEX_OP_MAX, NULL, NULL, 0));
  return all;
}

/* Compares the variables. The first rank with a difference reports it. */
static void compare_variables(struct hyd_anl_variables *v, int take_all) {
  struct hyd_dsm *d = hyd_dsm_the;
  struct look l;
  struct block *main;
  size_t blocks = blocks_of(v), n, bad = 0;
  uint64_t *differs, worst;
  if (blocks == 0 || d->ranks == 1) return;
  open_look(&l, v);
  main = hyd_dsm_memory(sizeof *main);
  differs = find_differing(d, v, &l, blocks);
  for (size_t i = 0; i < blocks; i++) {
    const uint64_t *word = block_at(v, i, &n);
    if (!differs[i]) continue;
    if (d->rank == 0) fill_block(&l, word, n, main);
    broadcast_bytes(d, main, sizeof *main);
    bad = d->rank ? compare_block(v, &l, i, main, take_all) : n;
    worst = hyd_dsm_max_u64(bad < n ? d->ranks - d->rank : 0);
    if (worst == 0) continue;
    if (worst == d->ranks - d->rank) refuse_word(&word[bad], main->word[bad]);
    hyd_dsm_barrier(); /* the other ranks wait here for the end of the job */
  }
}

/* --- addresses ------------------------------------------------------------- */

/* Checks that the libraries' variables are not among those that CREATE sends, and that the
 * program's lie at the same addresses in all ranks. */
static void check_places(char *data, char *end) {
  uint64_t at = (uintptr_t)data;
  if ((char *)&hyd_dsm_the >= data && (char *)&hyd_dsm_the < end)
    hyd_dsm_refuse(
        "the program contains libhydrant_dsm; expected a program of the ANL macros linked "
        "with the shared library");
  if (hyd_dsm_max_u64(at) != ~hyd_dsm_max_u64(~at))
    hyd_dsm_refuse("the program lies at other addresses in other ranks; expected a program of the "
                   "ANL macros linked with -no-pie");
}

void hyd_anl_variables_open(struct hyd_anl_variables *v, char *data, char *end) {
  check_places(data, end);
  *v = (struct hyd_anl_variables){data, end, NULL};
  compare_variables(v, hyd_dsm_the->options.takes_mains);
}

/* --- changes that CREATE sends --------------------------------------------- */

void hyd_anl_variables_keep(struct hyd_anl_variables *v) {
  size_t bytes = (size_t)(v->end - v->data);
  v->copy = hyd_dsm_memory(bytes);
  memcpy(v->copy, v->data, bytes);
}

/* Stores a piece of the variables at address lo + (hi << 32). */
void hyd_dsm_h_data(gex_Token_t token, const void *buf, size_t bytes, gex_AM_Arg_t lo,
                    gex_AM_Arg_t hi) {
  uintptr_t at = (uintptr_t)(uint32_t)lo | (uintptr_t)(uint32_t)hi << 32;
  memcpy((void *)at, buf, bytes);
  gex_AM_ReplyShort0(token, hyd_dsm_the->handler[HYD_DSM_H_DONE], 0);
}

static void send_bytes(uint32_t to, const char *at, size_t bytes) {
  struct hyd_dsm *d = hyd_dsm_the;
  d->calls.sent++;
  gex_AM_RequestMedium2(d->tm, to, d->handler[HYD_DSM_H_DATA], at, bytes, GEX_EVENT_NOW, 0,
                        (gex_AM_Arg_t)(uint32_t)(uintptr_t)at,
                        (gex_AM_Arg_t)(uint32_t)((uintptr_t)at >> 32));
}

static size_t first_change(const char *at, const char *was, size_t bytes) {
  size_t i = 0;
  while (i < bytes && at[i] == was[i]) i++;
  return i;
}

static void send_changes(uint32_t to, const char *at, const char *was, size_t bytes) {
  for (size_t i = first_change(at, was, bytes), n; i < bytes;
       i += n, i += first_change(at + i, was + i, bytes - i)) {
    for (n = 0; i + n < bytes && n < 512 && at[i + n] != was[i + n];) n++;
    send_bytes(to, at + i, n);
  }
}

void hyd_anl_variables_send(const struct hyd_anl_variables *v, uint32_t to) {
  size_t all = (size_t)(v->end - v->data);
  for (size_t i = 0; i < all; i += COMPARED) {
    size_t n = all - i < COMPARED ? all - i : COMPARED;
    if (memcmp(v->data + i, v->copy + i, n)) send_changes(to, v->data + i, v->copy + i, n);
  }
  hyd_dsm_calls_settle(hyd_dsm_the);
}
