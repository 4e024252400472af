/* SPDX-License-Identifier: BSD-3-Clause
 *
 * halo.c: a client that uses MPI itself beside the library: neighbours exchange halos by MPI, and a
 * table is spread over the ranks and changed by put and get, in turns.
 *
 *   halo [level=N] [first=mpi|gasnet] [end=E] [code=C] [steps=N] [talk=1]
 *     level   of MPI_Init_thread, if MPI is first (default 2, MPI_THREAD_SERIALIZED)
 *     end     exit        gasnet_exit(C), MPI not finalised by this program (default)
 *             finalise    MPI_Finalize, and return C from main
 *             finalise-exit  MPI_Finalize, and gasnet_exit(C)
 *             mpi-abort   rank 1 calls MPI_Abort(C), the others wait in the library
 *             fatal       rank 1 calls gasnett_fatalerror, the others wait in MPI_Recv
 *             early       rank 0 calls MPI_Finalize, while the others wait for its messages
 *             late        puts after MPI_Finalize
 *     talk    a second thread calls MPI all the while (level 3)
 */
#include <mpi.h>

#include <gasnetex.h>
#include <gasnet_tools.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 1000
#define ENTRIES 64

static gex_TM_t team;
static int rank, ranks, code;
static uint64_t *table[64];
static MPI_Comm ours;
static _Atomic int stop;

static const char *option(int argc, char **argv, const char *name, const char *otherwise) {
  size_t n = strlen(name);
  for (int i = 1; i < argc; i++)
    if (strncmp(argv[i], name, n) == 0 && argv[i][n] == '=') return argv[i] + n + 1;
  return otherwise;
}

static void wrong(const char *what, uint64_t got, uint64_t expected) {
  fprintf(stderr, "halo: rank %d: %s: %llu, expected %llu\n", rank, what, (unsigned long long)got,
          (unsigned long long)expected);
  gasnet_exit(99);
}

/* Tags and senders are any, so that a message of the library's would be taken for one of these. */
static void exchange(int step) {
  static uint64_t cell[CELLS], left[CELLS];
  MPI_Status status;
  for (int i = 0; i < CELLS; i++) cell[i] = (uint64_t)(step * 1000000 + rank * 10000 + i);
  MPI_Sendrecv(cell, CELLS, MPI_UINT64_T, (rank + 1) % ranks, step % 2, left, CELLS, MPI_UINT64_T,
               MPI_ANY_SOURCE, MPI_ANY_TAG, ours, &status);
  for (int i = 0; i < CELLS; i++) {
    uint64_t expected = (uint64_t)(step * 1000000 + (rank + ranks - 1) % ranks * 10000 + i);
    if (left[i] != expected) wrong("halo", left[i], expected);
  }
}

static void barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(team, 0)); }

/* Each rank has a row in each other's table. */
static void change_table(int step) {
  static uint64_t row[ENTRIES], back[ENTRIES];
  for (int i = 0; i < ENTRIES; i++) row[i] = (uint64_t)(step * 1000 + rank * 100 + i);
  for (int to = 0; to < ranks; to++)
    gex_RMA_PutNBI(team, (gex_Rank_t)to, table[to] + rank * ENTRIES, row, sizeof row,
                   GEX_EVENT_DEFER, 0);
  gex_NBI_Wait(GEX_EC_ALL, 0);
  barrier();
  for (int from = 0; from < ranks; from++) {
    gex_RMA_GetBlocking(team, back, (gex_Rank_t)from, table[from] + rank * ENTRIES, sizeof back, 0);
    if (memcmp(back, row, sizeof row) != 0) wrong("row of the table", back[0], row[0]);
  }
  for (int of = 0; of < ranks; of++)
    if (table[rank][of * ENTRIES + 7] != (uint64_t)(step * 1000 + of * 100 + 7))
      wrong("own table", table[rank][of * ENTRIES + 7], (uint64_t)(step * 1000 + of * 100 + 7));
  barrier();
}

/* MPI in a thread of its own, while others are in the library: to itself. */
static void *talk(void *arg) {
  uint64_t n = 0, got = 0;
  MPI_Comm own = *(MPI_Comm *)arg;
  for (; !stop; n++) {
    MPI_Sendrecv(&n, 1, MPI_UINT64_T, 0, 5, &got, 1, MPI_UINT64_T, 0, 5, own, MPI_STATUS_IGNORE);
    if (got != n) wrong("talk", got, n);
  }
  return NULL;
}

static void start_gasnet(int *argc, char ***argv) {
  gex_Client_t client;
  gex_EP_t ep;
  gex_Segment_t segment;
  if (gex_Client_Init(&client, &ep, &team, "halo", argc, argv, 0)) exit(98);
  if (gex_Segment_Attach(&segment, team, 1 << 20)) exit(98);
  rank = (int)gex_TM_QueryRank(team);
  ranks = (int)gex_TM_QuerySize(team);
  for (int i = 0; i < ranks; i++) {
    void *base;
    gex_Event_Wait(gex_EP_QueryBoundSegmentNB(team, (gex_Rank_t)i, &base, NULL, NULL, 0));
    table[i] = base;
  }
}

static void poll_for_ever(void) {
  for (;;) gasnet_AMPoll();
}

static int finish(const char *end) {
  static uint64_t one;
  int over = 0;
  MPI_Finalized(&over);
  if (strcmp(end, "mpi-abort") == 0) {
    if (rank == 1) MPI_Abort(ours, code);
    poll_for_ever();
  }
  if (strcmp(end, "fatal") == 0) {
    if (rank == 1) gasnett_fatalerror("the end of rank %d", rank);
    MPI_Recv(&one, 1, MPI_UINT64_T, MPI_ANY_SOURCE, 77, ours, MPI_STATUS_IGNORE);
  }
  if (strcmp(end, "early") == 0 && rank > 0) {
    for (;;) gex_RMA_GetBlocking(team, &one, 0, table[0], sizeof one, 0);
  }
  if (strcmp(end, "exit") == 0) gasnet_exit(code);
  MPI_Finalize();
  if (strcmp(end, "late") == 0)
    gex_RMA_PutBlocking(team, (gex_Rank_t)((rank + 1) % ranks), table[(rank + 1) % ranks], &one,
                        sizeof one, 0);
  if (strcmp(end, "finalise-exit") == 0) gasnet_exit(code);
  return code;
}

int main(int argc, char **argv) {
  int mpi_first = strcmp(option(argc, argv, "first", "mpi"), "mpi") == 0, there = 0, got = -1,
      wanted = atoi(option(argc, argv, "level", "2")), mpi_rank, mpi_ranks,
      steps = atoi(option(argc, argv, "steps", "50")),
      talks = atoi(option(argc, argv, "talk", "0"));
  MPI_Comm alone;
  pthread_t thread;
  if (mpi_first) MPI_Init_thread(&argc, &argv, wanted, &got);
  start_gasnet(&argc, &argv);
  MPI_Initialized(&there);
  if (!there) MPI_Init_thread(&argc, &argv, wanted, &got); /* another conduit */
  ours = MPI_COMM_WORLD; /* in which a message of the library's would be taken for one of these */
  MPI_Comm_dup(MPI_COMM_SELF, &alone);
  MPI_Comm_rank(ours, &mpi_rank);
  MPI_Comm_size(ours, &mpi_ranks);
  code = atoi(option(argc, argv, "code", "0"));
  if (mpi_rank != rank) wrong("rank", (uint64_t)rank, (uint64_t)mpi_rank);
  if (mpi_ranks != ranks) wrong("ranks", (uint64_t)ranks, (uint64_t)mpi_ranks);
  if (talks) pthread_create(&thread, NULL, talk, &alone);
  for (int step = 0; step < steps; step++) {
    exchange(step);
    change_table(step);
  }
  stop = 1;
  if (talks) pthread_join(thread, NULL);
  MPI_Comm_free(&alone);
  if (rank == 0) {
    printf("halo and table agree: %d ranks, %d steps\n", ranks, steps);
    fflush(stdout);
  }
  barrier();
  return finish(option(argc, argv, "end", "exit"));
}
