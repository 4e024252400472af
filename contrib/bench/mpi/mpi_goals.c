/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mpi_goals.c: what conduit mpi costs over the MPI below it: loops of raw MPI and of the library in
 * one process, in turns; the shortest of ROUNDS. Raw MPI has a round before the library is there,
 * too. Two ranks. Prints lines WHAT RAW OURS UNIT.
 */
#include <mpi.h>

#include <gasnetex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 50 /* short ones, that some are undisturbed */
#define TRIPS 100
#define MEDIUM 4096
#define LARGE (64 << 10)
#define BATCH 32
#define BATCHES 2

static gex_TM_t team;
static MPI_Comm raw;
static int rank;
static volatile int replies;
static char *remote, buffer[LARGE];

static void on_reply(gex_Token_t token) {
  (void)token;
  replies++;
}
static void on_request(gex_Token_t token) { gex_AM_ReplyShort0(token, 200, 0); }
static void on_medium_reply(gex_Token_t token, void *at, size_t n) {
  (void)token;
  (void)at;
  (void)n;
  replies++;
}
static void on_medium(gex_Token_t token, void *at, size_t n) {
  gex_AM_ReplyMedium0(token, 202, at, n, GEX_EVENT_NOW, 0);
}
static gex_AM_Entry_t handlers[] = {
    {200, (gex_AM_Fn_t)on_reply, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_SHORT, 0, NULL, NULL},
    {201, (gex_AM_Fn_t)on_request, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 0, NULL, NULL},
    {202, (gex_AM_Fn_t)on_medium_reply, GEX_FLAG_AM_REPLY | GEX_FLAG_AM_MEDIUM, 0, NULL, NULL},
    {203, (gex_AM_Fn_t)on_medium, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_MEDIUM, 0, NULL, NULL}};

/* --- loops of rank 0; rank 1 does its part --------------------------------- */

static void raw_trip(int size) {
  if (rank == 0) MPI_Send(buffer, size, MPI_BYTE, 1, 0, raw);
  MPI_Recv(buffer, size, MPI_BYTE, !rank, 0, raw, MPI_STATUS_IGNORE);
  if (rank == 1) MPI_Send(buffer, size, MPI_BYTE, 0, 0, raw);
}
static void raw_short(void) { raw_trip(8); }
static void raw_medium(void) { raw_trip(MEDIUM); }
static void raw_stream(void) {
  MPI_Request r[BATCH];
  MPI_Status s[BATCH];
  for (int i = 0; i < BATCH; i++)
    if (rank == 0)
      MPI_Isend(buffer, LARGE, MPI_BYTE, 1, 1, raw, &r[i]);
    else
      MPI_Irecv(buffer, LARGE, MPI_BYTE, 0, 1, raw, &r[i]);
  MPI_Waitall(BATCH, r, s);
  if (rank == 0) MPI_Recv(buffer, 8, MPI_BYTE, 1, 2, raw, MPI_STATUS_IGNORE);
  if (rank == 1) MPI_Send(buffer, 8, MPI_BYTE, 0, 2, raw);
}

/* By rank 1: what rank 0 sends at its end. */
static void await(void) {
  static int so_far;
  GASNET_BLOCKUNTIL(replies > so_far);
  so_far++;
}
static void our_short(void) {
  int before = replies;
  gex_AM_RequestShort0(team, 1, 201, 0);
  GASNET_BLOCKUNTIL(replies != before);
}
static void our_medium(void) {
  int before = replies;
  gex_AM_RequestMedium0(team, 1, 203, buffer, MEDIUM, GEX_EVENT_NOW, 0);
  GASNET_BLOCKUNTIL(replies != before);
}
static void our_put(void) { gex_RMA_PutBlocking(team, 1, remote, buffer, 8, 0); }
static void our_get(void) { gex_RMA_GetBlocking(team, buffer, 1, remote, 8, 0); }
static void our_stream(void) {
  for (int i = 0; i < BATCH; i++)
    gex_RMA_PutNBI(team, 1, remote, buffer, LARGE, GEX_EVENT_DEFER, 0);
  gex_NBI_Wait(GEX_EC_PUT, 0);
}

/* --- measuring -------------------------------------------------------------- */

static void time_raw(void (*loop)(void), int times, double *best) {
  double begin;
  MPI_Barrier(raw);
  begin = MPI_Wtime();
  for (int i = 0; i < times; i++) loop();
  begin = (MPI_Wtime() - begin) / times;
  if (begin < *best) *best = begin;
}

static void time_ours(void (*loop)(void), int times, double *best) {
  double begin;
  gex_Event_Wait(gex_Coll_BarrierNB(team, 0));
  if (rank == 0) {
    begin = MPI_Wtime();
    for (int i = 0; i < times; i++) loop();
    begin = (MPI_Wtime() - begin) / times;
    if (begin < *best) *best = begin;
    gex_AM_RequestShort0(team, 1, 200, 0);
  } else {
    await();
  }
  gex_Event_Wait(gex_Coll_BarrierNB(team, 0));
}

static const struct {
  const char *name, *unit;
  void (*raw)(void), (*ours)(void);
  int times;
  double bytes; /* 0: a time */
} rows[] = {{"AM Short round trip", "us", raw_short, our_short, TRIPS, 0},
            {"AM Medium 4 KB round trip", "us", raw_medium, our_medium, TRIPS, 0},
            {"put 8 B, blocking", "us", raw_short, our_put, TRIPS, 0},
            {"get 8 B, blocking", "us", raw_short, our_get, TRIPS, 0},
            {"puts of 64 KB, 32 at a time", "GB/s", raw_stream, our_stream, BATCHES,
             (double)LARGE *BATCH}};
#define ROWS (sizeof rows / sizeof rows[0])

static void start_library(int *argc, char ***argv) {
  gex_Client_t client;
  gex_EP_t ep;
  gex_Segment_t segment;
  void *base;
  if (gex_Client_Init(&client, &ep, &team, "mpi-goals", argc, argv, 0)) exit(1);
  if (gex_EP_RegisterHandlers(ep, handlers, sizeof handlers / sizeof handlers[0])) exit(1);
  if (gex_Segment_Attach(&segment, team, 1 << 20)) exit(1);
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(team, 1, &base, NULL, NULL, 0));
  remote = base;
}

static double shown(size_t i, double seconds) {
  return rows[i].bytes ? rows[i].bytes / seconds / 1e9 : seconds * 1e6;
}

int main(int argc, char **argv) {
  double theirs[ROWS], ours[ROWS];
  int ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &raw);
  MPI_Comm_rank(raw, &rank);
  MPI_Comm_size(raw, &ranks);
  if (ranks != 2) MPI_Abort(raw, 2);
  for (size_t i = 0; i < ROWS; i++) {
    theirs[i] = ours[i] = 1e9;
    time_raw(rows[i].raw, rows[i].times, &theirs[i]);
  }
  start_library(&argc, &argv);
  for (int round = 0; round < ROUNDS; round++)
    for (size_t i = 0; i < ROWS; i++) {
      time_raw(rows[i].raw, rows[i].times, &theirs[i]);
      time_ours(rows[i].ours, rows[i].times, &ours[i]);
    }
  for (size_t i = 0; rank == 0 && i < ROWS; i++)
    printf("%s\t%.3f\t%.3f\t%s\n", rows[i].name, shown(i, theirs[i]), shown(i, ours[i]),
           rows[i].unit);
  fflush(stdout);
  gex_Event_Wait(gex_Coll_BarrierNB(team, 0));
  gasnet_exit(0);
}
