/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mpi_goals.c: what conduit mpi costs over the MPI below it. Raw MPI has a round before the library
 * is there, too.
 */
#include <mpi.h>

#include "contrib/tools/bench/beside/beside.h"

#define TRIPS 100
#define BATCHES 2

static MPI_Comm raw;
static int rank;
static char buffer[HYD_BESIDE_LARGE];

static void make_trips(int size, int times) {
  for (int i = 0; i < times; i++) {
    if (rank == 0) MPI_Send(buffer, size, MPI_BYTE, 1, 0, raw);
    MPI_Recv(buffer, size, MPI_BYTE, !rank, 0, raw, MPI_STATUS_IGNORE);
    if (rank == 1) MPI_Send(buffer, size, MPI_BYTE, 0, 0, raw);
  }
}
static void raw_short(int times) { make_trips(8, times); }
static void raw_medium(int times) { make_trips(HYD_BESIDE_MEDIUM, times); }

static void send_stream(void) {
  MPI_Request r[HYD_BESIDE_BATCH];
  MPI_Status s[HYD_BESIDE_BATCH];
  for (int i = 0; i < HYD_BESIDE_BATCH; i++)
    if (rank == 0)
      MPI_Isend(buffer, HYD_BESIDE_LARGE, MPI_BYTE, 1, 1, raw, &r[i]);
    else
      MPI_Irecv(buffer, HYD_BESIDE_LARGE, MPI_BYTE, 0, 1, raw, &r[i]);
  MPI_Waitall(HYD_BESIDE_BATCH, r, s);
  if (rank == 0) MPI_Recv(buffer, 8, MPI_BYTE, 1, 2, raw, MPI_STATUS_IGNORE);
  if (rank == 1) MPI_Send(buffer, 8, MPI_BYTE, 0, 2, raw);
}
static void raw_stream(int times) {
  for (int i = 0; i < times; i++) send_stream();
}

static const struct hyd_beside_row rows[] = {
    {"AM Short round trip", "us", raw_short, hyd_beside_short, TRIPS, 0},
    {"AM Medium 4 KB round trip", "us", raw_medium, hyd_beside_medium, TRIPS, 0},
    {"put 8 B, blocking", "us", raw_short, hyd_beside_put, TRIPS, 0},
    {"get 8 B, blocking", "us", raw_short, hyd_beside_get, TRIPS, 0},
    {"puts of 64 KB, 32 at a time", "GB/s", raw_stream, hyd_beside_puts, BATCHES,
     (double)HYD_BESIDE_LARGE *HYD_BESIDE_BATCH}};
#define ROWS (sizeof rows / sizeof rows[0])

int main(int argc, char **argv) {
  double before[ROWS];
  int ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &raw);
  MPI_Comm_rank(raw, &rank);
  MPI_Comm_size(raw, &ranks);
  if (ranks != 2) MPI_Abort(raw, 2);
  for (size_t i = 0; i < ROWS; i++) {
    MPI_Barrier(raw);
    before[i] = hyd_beside_raw(&rows[i]);
  }
  hyd_beside_start("mpi-goals", &argc, &argv);
  hyd_beside_run(rows, ROWS, before, NULL);
}
