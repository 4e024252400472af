/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peer_shmem.c: OpenSHMEM. It has no messages: a round trip is a put and a flag that follows it.
 */
#include <shmem.h>
#include <stdint.h>
#include <string.h>

#include "peer.h"

static char *memory, *local, *more;
static uint64_t *flag, turn;
static long *sync_words;
static double *work;
static int rank, size;

static void run_barrier(size_t bytes) {
  (void)bytes;
  shmem_barrier_all();
}

static void sync_ranks(void) { run_barrier(0); }

static void share_bytes(void *p, size_t bytes) {
  memcpy(more, p, bytes);
  shmem_barrier_all();
  if (rank) shmem_getmem(p, more, bytes, 0);
  shmem_barrier_all();
}

static void put_bytes(size_t bytes) {
  shmem_putmem(memory, local, bytes, 1);
  shmem_quiet();
}

static void get_bytes(size_t bytes) { shmem_getmem(local, memory, bytes, 1); }

static void put_stream(size_t bytes) {
  for (int i = 0; i < peer_window(bytes); i++) shmem_putmem_nbi(memory, local, bytes, 1);
  shmem_quiet();
}

static void get_stream(size_t bytes) {
  for (int i = 0; i < peer_window(bytes); i++) shmem_getmem_nbi(local, memory, bytes, 1);
  shmem_quiet();
}

static void fetch_add(size_t bytes) {
  (void)bytes;
  shmem_long_atomic_fetch_add((long *)(void *)memory, 1, 1);
}

static void add_words(size_t bytes) {
  (void)bytes;
  shmem_long_atomic_add((long *)(void *)memory, 1, 1);
  shmem_quiet();
}

static void put_strided(size_t bytes) {
  (void)bytes;
  shmem_iput64(memory, local, 2, 2, PEER_PIECES, 1);
  shmem_quiet();
}

static void send_turn(size_t bytes) {
  shmem_putmem(memory, local, bytes, 1 - rank);
  shmem_fence();
  shmem_uint64_p(flag, turn, 1 - rank);
}

static void round_trip(size_t bytes) {
  turn++;
  if (rank == 0) send_turn(bytes);
  shmem_uint64_wait_until(flag, SHMEM_CMP_GE, turn);
  if (rank == 1) send_turn(bytes);
}

/* Collectives alternate between two sets of work arrays, as the next may begin before all have
 * left. */
static long *next_sync(void) {
  static int odd;
  odd = !odd;
  return sync_words + odd * (SHMEM_REDUCE_SYNC_SIZE + SHMEM_BCAST_SYNC_SIZE);
}

static void reduce_to_all(size_t bytes) {
  shmem_double_sum_to_all((double *)(void *)more, (double *)(void *)memory, (int)(bytes / 8), 0, 0,
                          size, work, next_sync());
}

static void run_broadcast(size_t bytes) {
  shmem_broadcast64(more, memory, bytes / 8, 0, 0, 0, size, next_sync());
}

void peer_open(struct peer *p, int *argc, char ***argv) {
  (void)argc, (void)argv;
  shmem_init();
  rank = shmem_my_pe();
  size = shmem_n_pes();
  memory = shmem_calloc(1, PEER_MEMORY);
  more = shmem_calloc(1, PEER_MEMORY);
  flag = shmem_calloc(1, sizeof *flag);
  work = shmem_calloc(PEER_BYTES / 8 + SHMEM_REDUCE_MIN_WRKDATA_SIZE, sizeof *work);
  size_t words = 2 * (SHMEM_REDUCE_SYNC_SIZE + SHMEM_BCAST_SYNC_SIZE);
  sync_words = shmem_malloc(words * sizeof *sync_words);
  if (!memory || !more || !flag || !work || !sync_words) peer_fail("shmem_malloc", "no memory");
  for (size_t i = 0; i < words; i++) sync_words[i] = SHMEM_SYNC_VALUE;
  local = peer_memory();
  shmem_barrier_all();
  *p = (struct peer){.rank = rank,
                     .size = size,
                     .local = local,
                     .sync = sync_ranks,
                     .barrier = run_barrier,
                     .share = share_bytes,
                     .put = put_bytes,
                     .get = get_bytes,
                     .put_stream = put_stream,
                     .get_stream = get_stream,
                     .fetch_add = fetch_add,
                     .accumulate = add_words,
                     .put_strided = put_strided,
                     .round_trip = round_trip,
                     .reduce_to_all = reduce_to_all,
                     .broadcast = run_broadcast};
}

void peer_close(struct peer *p) {
  (void)p;
  shmem_finalize();
}
