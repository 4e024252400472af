/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peer_mpi.c: MPI: one-sided in a window that is locked once for all, each call flushed; two-sided;
 * collectives.
 */
#include <mpi.h>
#include <stdint.h>

#include "peer.h"

static MPI_Win win;
static MPI_Datatype every_other;
static char *memory, *local;
static int rank, size;

static void run_barrier(size_t bytes) {
  (void)bytes;
  MPI_Barrier(MPI_COMM_WORLD);
}

static void sync_ranks(void) { run_barrier(0); }

static void share_bytes(void *p, size_t bytes) {
  MPI_Bcast(p, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void start_put(size_t bytes) {
  MPI_Put(local, (int)bytes, MPI_BYTE, 1, 0, (int)bytes, MPI_BYTE, win);
}

static void start_get(size_t bytes) {
  MPI_Get(local, (int)bytes, MPI_BYTE, 1, 0, (int)bytes, MPI_BYTE, win);
}

static void put_bytes(size_t bytes) {
  start_put(bytes);
  MPI_Win_flush(1, win);
}

static void get_bytes(size_t bytes) {
  start_get(bytes);
  MPI_Win_flush(1, win);
}

static void put_stream(size_t bytes) {
  for (int i = 0; i < peer_window(bytes); i++) start_put(bytes);
  MPI_Win_flush(1, win);
}

static void get_stream(size_t bytes) {
  for (int i = 0; i < peer_window(bytes); i++) start_get(bytes);
  MPI_Win_flush(1, win);
}

static void fetch_add(size_t bytes) {
  static int64_t one = 1, before;
  (void)bytes;
  MPI_Fetch_and_op(&one, &before, MPI_INT64_T, 1, 0, MPI_SUM, win);
  MPI_Win_flush(1, win);
}

static void add_words(size_t bytes) {
  static int64_t one = 1;
  (void)bytes;
  MPI_Accumulate(&one, 1, MPI_INT64_T, 1, 0, 1, MPI_INT64_T, MPI_SUM, win);
  MPI_Win_flush(1, win);
}

static void put_strided(size_t bytes) {
  (void)bytes;
  MPI_Put(local, 1, every_other, 1, 0, 1, every_other, win);
  MPI_Win_flush(1, win);
}

static void round_trip(size_t bytes) {
  int other = 1 - rank, n = (int)bytes;
  if (rank == 0) MPI_Send(local, n, MPI_BYTE, other, 0, MPI_COMM_WORLD);
  MPI_Recv(local + PEER_BYTES, n, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 1) MPI_Send(local, n, MPI_BYTE, other, 0, MPI_COMM_WORLD);
}

static void reduce_to_all(size_t bytes) {
  MPI_Allreduce(local, local + PEER_BYTES, (int)(bytes / 8), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void run_broadcast(size_t bytes) {
  MPI_Bcast(local, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void all_to_all(size_t bytes) {
  int n = (int)bytes;
  MPI_Alltoall(local, n, MPI_BYTE, memory, n, MPI_BYTE, MPI_COMM_WORLD);
}

void peer_open(struct peer *p, int *argc, char ***argv) {
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate((MPI_Aint)PEER_MEMORY, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  MPI_Type_vector(PEER_PIECES, 8, 16, MPI_BYTE, &every_other);
  MPI_Type_commit(&every_other);
  local = peer_memory();
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
                     .broadcast = run_broadcast,
                     .all_to_all = all_to_all};
}

void peer_close(struct peer *p) {
  (void)p;
  MPI_Type_free(&every_other);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
