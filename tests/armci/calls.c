/* SPDX-License-Identifier: BSD-3-Clause
 *
 * calls.c [CASE...]: each call of armci.h and armcix.h, in cases that all ranks carry out.
 */
#include <armcix.h>
#include <complex.h>
#include <iterator.h>
#include <sched.h>

#include "check.h"

static int next(void) { return (me + 1) % ranks; }
static int before(void) { return (me + ranks - 1) % ranks; }

/* --- memory --------------------------------------------------------------- */

static void sizes(void) {
  char **all = malloc((size_t)ranks * sizeof *all);
  EXPECT(ARMCI_Malloc((void **)all, me % 2 ? 0 : 1000 + me) == 0);
  for (int i = 0; i < ranks; i++) EXPECT((all[i] == NULL) == (i % 2 == 1));
  EXPECT((size_t)all[me] % 64 == 0);
  if (all[me]) memset(all[me], me, (size_t)(1000 + me));
  ARMCI_Barrier();
  if (me % 2 == 0) EXPECT(all[me][999] == (char)me);
  char c = 0;
  ARMCI_Get(all[0] + 7, &c, 1, 0);
  EXPECT(c == 0);
  EXPECT(ARMCI_Free(all[me]) == 0);
  EXPECT(ARMCI_Malloc((void **)all, 0) == 0);
  for (int i = 0; i < ranks; i++) EXPECT(all[i] == NULL);
  EXPECT(ARMCI_Free(NULL) == 0);
  int stray;
  EXPECT(ARMCI_Free(&stray) == 1);
  EXPECT(ARMCI_Malloc_memdev((void **)all, 64, "hbm") == 0);
  EXPECT(ARMCI_Free_memdev(all[me]) == 0);
  EXPECT(ARMCI_Free(all[me]) == 1); /* a second time */
  free(all);
}

/* Memory that is freed comes back: the loop would need 100 times what there is. */
static void reuse(void) {
  void **all = malloc((size_t)ranks * sizeof *all);
  for (int i = 0; i < 200; i++) {
    EXPECT(ARMCI_Malloc(all, 64L << 20) == 0);
    EXPECT(ARMCI_Free(all[me]) == 0);
  }
  EXPECT(ARMCI_Malloc(all, 1L << 60) == 1);
  EXPECT(all[me] == NULL);
  free(all);
}

static void local(void) {
  char *p = ARMCI_Malloc_local(100), **all = make_memory(100);
  EXPECT(p && (size_t)p % 16 == 0);
  memset(p, me + 1, 100);
  ARMCI_Put(p, all[next()], 100, next());
  ARMCI_Barrier();
  EXPECT(all[me][99] == before() + 1);
  EXPECT(ARMCI_Malloc_local(0) == NULL);
  EXPECT(ARMCI_Free_local(p) == 0 && ARMCI_Free_local(NULL) == 0 && ARMCI_Free_local(p) == 1);
  EXPECT(ARMCI_Free_local(all[me]) == 1); /* memory of all ranks */
  free_memory(all);
}

static void memget(void) {
  armci_meminfo_t mine, theirs;
  ARMCI_Memget(256, &mine, 0);
  EXPECT(mine.size == 256 && mine.cpid == me);
  memset(mine.addr, 0, 256);
  armci_msg_snd(5, &mine, sizeof mine, next());
  armci_msg_rcv(5, &theirs, sizeof theirs, NULL, before());
  EXPECT(theirs.cpid == before());
  ARMCI_PutValueInt(me + 10, ARMCI_Memat(&theirs, 16), theirs.cpid);
  ARMCI_Memdt(&theirs, 16);
  if (ranks > 1) ARMCI_Memctl(&theirs); /* not the creator: nothing happens */
  ARMCI_Barrier();
  EXPECT(*(int *)(void *)(mine.addr + 16) == next() + 10);
  ARMCI_Memctl(&mine);
}

/* --- data ----------------------------------------------------------------- */

static void contiguous(void) {
  enum { MOST = 300000 };
  static const int bytes[] = {0, 1, 3, 4, 8, 17, 4096, 65537, MOST};
  char **all = make_memory(MOST + 64), *out = malloc(MOST), *in = malloc(MOST);
  for (int k = 0; k < (int)(sizeof bytes / sizeof bytes[0]); k++) {
    int n = bytes[k], skew = k % 5;
    for (int i = 0; i < n; i++) out[i] = (char)(i * 7 + me + k);
    memset(in, 0, MOST);
    EXPECT(ARMCI_Put(out, all[next()] + skew, n, next()) == 0);
    EXPECT(ARMCI_Get(all[next()] + skew, in, n, next()) == 0);
    EXPECT(memcmp(in, out, (size_t)n) == 0);
    ARMCI_Barrier();
    for (int i = 0; i < n; i++) EXPECT(all[me][skew + i] == (char)(i * 7 + before() + k));
    ARMCI_Barrier();
  }
  for (int i = 0; i < 100; i++) all[me][i] = (char)i;
  ARMCI_Put(all[me], all[me] + 10, 50, me); /* to itself, overlapping */
  EXPECT(all[me][10] == 0 && all[me][59] == 49);
  ARMCI_Copy(out, in, 100);
  EXPECT(memcmp(out, in, 100) == 0);
  free(out);
  free(in);
  free_memory(all);
}

/* Four levels, with strides of both sides that are not multiples of each other, a level of one
 * repetition with a senseless stride, and counts of 0. */
static void strided(void) {
  enum { REMOTE = 3000, LOCAL = 2000 };
  int count[5] = {6, 5, 3, 1, 4}, remote[4] = {7, 40, -12345678, 151}, local[4] = {6, 31, 1, 100};
  char **all = make_memory(REMOTE), out[LOCAL], in[LOCAL], *image = calloc(1, REMOTE);
  for (int i = 0; i < LOCAL; i++) out[i] = (char)(i + me);
  memset(in, 0x55, sizeof in);
  ARMCI_PutS(out, local, all[next()], remote, count, 4, next());
  ARMCI_GetS(all[next()], remote, in, local, count, 4, next());
  for (int d = 0; d < 4; d++)
    for (int b = 0; b < 3; b++)
      for (int a = 0; a < 5; a++) {
        int here = a * local[0] + b * local[1] + d * local[3];
        EXPECT(memcmp(in + here, out + here, 6) == 0);
      }
  ARMCI_Barrier();
  for (int d = 0; d < 4; d++)
    for (int b = 0; b < 3; b++)
      for (int a = 0; a < 5; a++)
        for (int i = 0; i < 6; i++)
          image[a * remote[0] + b * remote[1] + d * remote[3] + i] =
              (char)(a * local[0] + b * local[1] + d * local[3] + i + before());
  EXPECT(memcmp(image, all[me], REMOTE) == 0);
  EXPECT(in[LOCAL - 1] == 0x55);
  count[2] = 0;
  EXPECT(ARMCI_PutS(NULL, local, NULL, remote, count, 4, next()) == 0);
  int one[1] = {8};
  ARMCI_Barrier();
  EXPECT(ARMCI_PutS(out, NULL, all[next()], NULL, one, 0, next()) == 0);
  ARMCI_Barrier();
  EXPECT(memcmp(all[me] + 1, (char[]){(char)(before() + 1)}, 1) == 0);
  free(image);
  free_memory(all);
}

static void packing(void) {
  int count[3] = {3, 4, 2}, stride[2] = {5, 27};
  char from[60], buf[24], to[60] = {0};
  for (int i = 0; i < 60; i++) from[i] = (char)i;
  armci_write_strided(from, 2, stride, count, buf);
  EXPECT(buf[0] == 0 && buf[3] == 5 && buf[12] == 27 && buf[23] == 44);
  armci_read_strided(to, 2, stride, count, buf);
  EXPECT(to[44] == 44 && to[3] == 0 && to[27] == 27);
}

static void vector(void) {
  char **all = make_memory(1000), out[100], in[100];
  void *local[10], *remote[10], *back[10];
  for (int i = 0; i < 100; i++) out[i] = (char)(i + me);
  for (int i = 0; i < 10; i++) {
    local[i] = out + 10 * i;
    back[i] = in + 10 * i;
    remote[i] = all[next()] + (i * 370) % 997;
  }
  armci_giov_t put[3] = {{local, remote, 3, 10}, {local, remote, 0, 10}, {local, remote, 3, 0}};
  armci_giov_t get[1] = {{remote, back, 3, 10}};
  EXPECT(ARMCI_PutV(put, 3, next()) == 0 && ARMCI_PutV(put, 0, next()) == 0);
  EXPECT(ARMCI_GetV(get, 1, next()) == 0);
  for (int i = 0; i < 10; i++) EXPECT(memcmp(local[i], back[i], 3) == 0);
  ARMCI_Barrier();
  for (int i = 0; i < 10; i++)
    EXPECT(all[me][(i * 370) % 997 + 2] == (char)(10 * i + 2 + before()));
  free_memory(all);
}

static void values(void) {
  char **all = make_memory(64);
  armci_hdl_t h;
  ARMCI_INIT_HANDLE(&h);
  ARMCI_PutValueInt(me - 5, all[next()], next());
  ARMCI_PutValueLong(me - 6L, all[next()] + 8, next());
  ARMCI_PutValueFloat((float)me / 2, all[next()] + 16, next());
  ARMCI_NbPutValueDouble(me / 4.0, all[next()] + 24, next(), &h);
  ARMCI_Wait(&h);
  EXPECT(ARMCI_GetValueInt(all[next()], next()) == me - 5);
  EXPECT(ARMCI_GetValueLong(all[next()] + 8, next()) == me - 6L);
  EXPECT(ARMCI_GetValueFloat(all[next()] + 16, next()) == (float)me / 2);
  EXPECT(ARMCI_GetValueDouble(all[next()] + 24, next()) == me / 4.0);
  ARMCI_PutValueDouble(me / 8.0, all[next()] + 24, next());
  EXPECT(ARMCI_GetValueDouble(all[next()] + 24, next()) == me / 8.0);
  ARMCI_NbPutValueInt(1, all[next()], next(), NULL);
  ARMCI_NbPutValueLong(2, all[next()] + 8, next(), NULL);
  ARMCI_NbPutValueFloat(3, all[next()] + 16, next(), NULL);
  ARMCI_WaitAll();
  EXPECT(ARMCI_GetValueInt(all[next()], next()) == 1);
  EXPECT(ARMCI_GetValueFloat(all[next()] + 16, next()) == 3);
  free_memory(all);
}

/* Each type in each form, by all ranks to rank 0 at once; `type` element, whose sum is exact. */
#define ACC_CASE(name, type, op, s, unit, sum)                                                     \
  static void name(void) {                                                                         \
    enum { N = 5000 };                                                                             \
    type **all = (type **)(void *)make_memory(N * sizeof(type)), *mine = malloc(N * sizeof(type)); \
    type scale = s, one = 1;                                                                       \
    int bytes = N * (int)sizeof(type), half = bytes / 2, count[2] = {(int)sizeof(type), N / 2};    \
    int stride[1] = {2 * (int)sizeof(type)};                                                       \
    void *local[2] = {mine, mine}, *remote[2] = {all[0], all[0]};                                  \
    armci_giov_t twice = {local, remote, half, 2};                                                 \
    for (int i = 0; i < N; i++) mine[i] = unit;                                                    \
    for (int k = 0; k < 5; k++) ARMCI_Acc(op, &scale, mine, all[0], bytes, 0);                     \
    ARMCI_AccS(op, &scale, mine, stride, all[0], stride, count, 1, 0);                             \
    ARMCI_AccV(op, &one, &twice, 1, 0);                                                            \
    ARMCI_Barrier();                                                                               \
    if (me == 0) {                                                                                 \
      type per = sum;                                                                              \
      EXPECT(all[0][N - 1] == 5 * per * ranks);                                                    \
      EXPECT(all[0][0] == (6 * per + 2 * mine[0]) * ranks);                                        \
      EXPECT(all[0][1] == (5 * per + 2 * mine[0]) * ranks);                                        \
    }                                                                                              \
    free(mine);                                                                                    \
    free_memory((char **)all);                                                                     \
  }
ACC_CASE(acc_int, int, ARMCI_ACC_INT, -3, 2, -6)
ACC_CASE(acc_long, long, ARMCI_ACC_LNG, 1L << 33, 3, 3L << 33)
ACC_CASE(acc_float, float, ARMCI_ACC_FLT, 0.5f, 3, 1.5f)
ACC_CASE(acc_double, double, ARMCI_ACC_DBL, 2, 0.25, 0.5)
ACC_CASE(acc_complex, float complex, ARMCI_ACC_CPL, 1 + 2 * I, 3 - I, 5 + 5 * I)
ACC_CASE(acc_double_complex, double complex, ARMCI_ACC_DCP, 2 - I, 1 + I, 3 + I)

static void acc_wraps(void) {
  int **all = (int **)(void *)make_memory(sizeof(int)), most = 0x7fffffff, one = 1;
  if (me == 0) {
    ARMCI_Acc(ARMCI_ACC_INT, &one, &most, all[0], sizeof(int), 0);
    ARMCI_Acc(ARMCI_ACC_INT, &one, &one, all[0], sizeof(int), 0);
    ARMCI_Fence(0);
    EXPECT(*(volatile int *)all[0] == -0x7fffffff - 1);
  }
  free_memory((char **)all);
}

/* All ranks add to the same elements, many times: none is lost. */
static void acc_contended(void) {
  enum { N = 400, TIMES = 1500 };
  double **all = (double **)(void *)make_memory(N * sizeof(double)), one = 1, mine[N];
  for (int i = 0; i < N; i++) mine[i] = 1;
  for (int k = 0; k < TIMES; k++) ARMCI_Acc(ARMCI_ACC_DBL, &one, mine, all[0], sizeof mine, 0);
  ARMCI_Barrier();
  for (int i = 0; me == 0 && i < N; i++) EXPECT(all[0][i] == (double)TIMES * ranks);
  free_memory((char **)all);
}

/* A piece longer than all stripes, by all ranks to all. */
static void acc_long_pieces(void) {
  enum { N = 700000 };
  double **all = (double **)(void *)make_memory(N * sizeof(double)), *mine, two = 2;
  mine = malloc(N * sizeof *mine);
  for (int i = 0; i < N; i++) mine[i] = i;
  for (int k = 0; k < ranks; k++)
    ARMCI_Acc(ARMCI_ACC_DBL, &two, mine, all[(me + k) % ranks], N * (int)sizeof(double),
              (me + k) % ranks);
  ARMCI_Barrier();
  for (int i = 0; i < N; i += 999) EXPECT(all[me][i] == 2.0 * i * ranks);
  free(mine);
  free_memory((char **)all);
}

/* --- nonblocking ---------------------------------------------------------- */

static void handles(void) {
  enum { N = 300 };
  char **all = make_memory(N * 64);
  static char out[N][64], in[N][64];
  armci_hdl_t h[N], chain;
  memset(h, 0x3c, sizeof h); /* never initialised */
  memset(out, me + 1, sizeof out);
  for (int i = 0; i < N; i++) ARMCI_NbPut(out[i], all[next()] + 64 * i, 64, next(), &h[i]);
  for (int i = N - 1; i >= 0; i--) EXPECT(ARMCI_Wait(&h[i]) == 0 && ARMCI_Wait(&h[i]) == 0);
  ARMCI_INIT_HANDLE(&chain);
  ARMCI_SET_AGGREGATE_HANDLE(&chain);
  for (int i = 0; i < N; i++) ARMCI_NbGet(all[next()] + 64 * i, in[i], 64, next(), &chain);
  ARMCI_UNSET_AGGREGATE_HANDLE(&chain);
  while (ARMCI_Test(&chain)) sched_yield();
  EXPECT(memcmp(in, out, sizeof in) == 0);
  EXPECT(ARMCI_Test(&chain) == 0 && ARMCI_Wait(&chain) == 0);
  ARMCI_Barrier();
  /* One handle, two targets. */
  ARMCI_NbGet(all[next()], in[0], 64, next(), &chain);
  ARMCI_NbGet(all[before()], in[1], 64, before(), &chain);
  ARMCI_Wait(&chain);
  EXPECT(in[0][0] == me + 1 && in[1][0] == (before() + ranks - 1) % ranks + 1);
  /* Implicit ones. */
  memset(out, 50 + me, sizeof out);
  ARMCI_Barrier();
  for (int i = 0; i < N; i++) ARMCI_NbPut(out[i], all[next()] + 64 * i, 64, next(), NULL);
  ARMCI_WaitProc(next());
  for (int i = 0; i < N; i++) ARMCI_NbGet(all[next()] + 64 * i, in[i], 64, next(), NULL);
  ARMCI_WaitAll();
  EXPECT(memcmp(in, out, sizeof in) == 0);
  ARMCI_Barrier();
  EXPECT(all[me][64 * N - 1] == 50 + before());
  /* A fence completes implicit ones. */
  ARMCI_Barrier();
  memset(out, 80 + me, sizeof out);
  ARMCI_NbPut(out, all[next()], (int)sizeof out, next(), NULL);
  ARMCI_Fence(next());
  armci_msg_barrier();
  EXPECT(all[me][64 * N - 1] == 80 + before());
  armci_msg_barrier();
  memset(out, 90 + me, sizeof out);
  ARMCI_NbPut(out, all[next()], (int)sizeof out, next(), NULL);
  ARMCI_AllFence();
  armci_msg_barrier();
  EXPECT(all[me][64 * N - 1] == 90 + before());
  free_memory(all);
}

/* --- atomics -------------------------------------------------------------- */

static void rmw(void) {
  enum { TIMES = 500 };
  char **all = make_memory(16);
  int i = 0, last = -1;
  long l = 0, swapped;
  for (int k = 0; k < TIMES; k++) {
    ARMCI_Rmw(ARMCI_FETCH_AND_ADD, &i, all[0], 1, 0);
    EXPECT(i > last);
    last = i;
    ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &l, all[0] + 8, -3, 0);
  }
  ARMCI_Barrier();
  EXPECT(ARMCI_GetValueInt(all[0], 0) == TIMES * ranks);
  EXPECT(ARMCI_GetValueLong(all[0] + 8, 0) == -3L * TIMES * ranks);
  ARMCI_Barrier();
  i = 77;
  swapped = 1L << 40;
  ARMCI_Rmw(ARMCI_SWAP, &i, all[next()], 0, next());
  ARMCI_Rmw(ARMCI_SWAP_LONG, &swapped, all[next()] + 8, 0, next());
  EXPECT(i == (next() == 0 ? TIMES * ranks : 0));
  EXPECT(swapped == (next() == 0 ? -3L * TIMES * ranks : 0));
  ARMCI_Barrier();
  EXPECT(*(int *)(void *)all[me] == 77 && *(long *)(void *)(all[me] + 8) == 1L << 40);
  free_memory(all);
}

/* Lock, get, modify, put, unlock, without a fence. */
static void mutexes(void) {
  enum { TIMES = 60 };
  char **all = make_memory(3 * sizeof(long));
  EXPECT(ARMCI_Create_mutexes(me == 0 ? 3 : me == 1 ? 1 : 0) == 0);
  for (int k = 0; k < TIMES; k++) {
    int mutex = k % 3;
    long v, *at = (long *)(void *)all[0] + mutex;
    ARMCI_Lock(mutex, 0);
    ARMCI_Get(at, &v, sizeof v, 0);
    v++;
    ARMCI_Put(&v, at, sizeof v, 0);
    ARMCI_Unlock(mutex, 0);
  }
  if (ranks > 1) {
    ARMCI_Lock(0, 1);
    ARMCI_Unlock(0, 1);
  }
  ARMCI_Barrier();
  long sum = 0;
  for (int i = 0; i < 3; i++) sum += ARMCI_GetValueLong((long *)(void *)all[0] + i, 0);
  EXPECT(sum == (long)TIMES * ranks);
  EXPECT(ARMCI_Destroy_mutexes() == 0);
  EXPECT(ARMCI_Create_mutexes(1) == 0);
  ARMCI_Lock(0, me);
  ARMCI_Unlock(0, me);
  EXPECT(ARMCI_Destroy_mutexes() == 0);
  free_memory(all);
}

/* The same with so much data that the put is under way when the call returns. */
static void mutexes_with_data(void) {
  enum { N = 4000, TIMES = 20 };
  long **all = (long **)(void *)make_memory(N * sizeof(long)), *mine = malloc(N * sizeof *mine);
  ARMCI_Create_mutexes(1);
  for (int k = 0; k < TIMES; k++) {
    ARMCI_Lock(0, ranks - 1);
    ARMCI_Get(all[0], mine, N * (int)sizeof *mine, 0);
    for (int i = 0; i < N; i++) mine[i]++;
    ARMCI_Put(mine, all[0], N * (int)sizeof *mine, 0);
    ARMCI_Unlock(0, ranks - 1);
  }
  ARMCI_Barrier();
  for (int i = 0; me == 0 && i < N; i++) EXPECT(all[0][i] == (long)TIMES * ranks);
  ARMCI_Destroy_mutexes();
  free(mine);
  free_memory((char **)all);
}

static void mutex_sets(void) {
  ARMCI_Group world;
  ARMCI_Group_get_world(&world);
  armcix_mutex_hdl_t a = ARMCIX_Create_mutexes_hdl(1, &world),
                     b = ARMCIX_Create_mutexes_hdl(2, &world);
  ARMCIX_Lock_hdl(a, 0, me);
  ARMCIX_Lock_hdl(b, 0, me);
  EXPECT(ARMCIX_Trylock_hdl(b, 1, me) == 0);
  ARMCI_Barrier();
  if (ranks > 1) EXPECT(ARMCIX_Trylock_hdl(a, 0, next()) != 0);
  ARMCI_Barrier();
  ARMCIX_Unlock_hdl(b, 1, me);
  ARMCIX_Unlock_hdl(b, 0, me);
  ARMCIX_Unlock_hdl(a, 0, me);
  ARMCI_Barrier();
  EXPECT(ARMCIX_Trylock_hdl(a, 0, next()) == 0);
  ARMCIX_Unlock_hdl(a, 0, next());
  EXPECT(ARMCIX_Destroy_mutexes_hdl(a) == 0 && ARMCIX_Destroy_mutexes_hdl(b) == 0);
}

/* --- groups --------------------------------------------------------------- */

static void groups(void) {
  ARMCI_Group world, odd, copy, child, none;
  int *list = malloc((size_t)ranks * sizeof *list), n = 0, rank, size, sum = 1;
  for (int i = ranks - 1; i >= 0; i--)
    if (i % 2 == ranks % 2 || ranks == 1) list[n++] = i; /* highest first */
  ARMCI_Group_get_world(&world);
  ARMCI_Group_size(&world, &size);
  EXPECT(size == ranks && ARMCI_Group_rank(&world, &rank) == 0 && rank == me);
  ARMCI_Group_create(n, list, &odd);
  int member = 0;
  for (int i = 0; i < n; i++) member |= list[i] == me;
  copy = odd; /* by assignment */
  EXPECT((ARMCI_Group_rank(&copy, &rank) == 0) == member);
  ARMCI_Group_size(&copy, &size);
  EXPECT(size == (member ? n : 0) && (member || rank == -1));
  if (member) {
    EXPECT(ARMCI_Absolute_id(&copy, rank) == me && list[rank] == me);
    MPI_Comm comm = armci_group_comm(&copy);
    MPI_Comm_size(comm, &size);
    EXPECT(size == n && comm == copy.comm);
    armci_msg_group_igop(&sum, 1, (char *)"+", &copy);
    EXPECT(sum == n);
    /* Memory of the group; by world ranks. */
    void **all = malloc((size_t)n * sizeof *all);
    EXPECT(ARMCI_Malloc_group(all, 100, &copy) == 0);
    int to = (rank + 1) % n;
    ARMCI_PutValueInt(rank + 40, all[to], ARMCI_Absolute_id(&copy, to));
    ARMCI_GroupFence(&copy);
    armci_msg_group_barrier(&copy);
    EXPECT(*(int *)all[rank] == (rank + n - 1) % n + 40);
    EXPECT(ARMCI_Free_group(all[rank], &copy) == 0);
    free(all);
    /* A root is a rank of the world. */
    int from = rank == 0 ? 9 : 0;
    armci_msg_group_bcast_scope(SCOPE_ALL, &from, sizeof from, list[0], &copy);
    EXPECT(from == 9);
    int first = 0;
    ARMCI_Group_create_child(1, &first, &child, &copy);
    EXPECT((ARMCI_Group_rank(&child, &rank) == 0) == (list[0] == me));
    ARMCI_Group_free(&child);
    /* The default group. */
    ARMCI_Group_set_default(&copy);
    sum = 1;
    armci_msg_igop(&sum, 1, (char *)"+");
    EXPECT(sum == n);
    ARMCI_Barrier();
    ARMCI_Group_get_default(&none);
    EXPECT(none.comm == copy.comm);
    ARMCI_Group_set_default(&world);
    sum = 1;
  }
  ARMCI_Group_free(&odd);
  EXPECT(odd.rank == -1);
  ARMCI_Group_free(&odd);
  ARMCI_Group_free(&world); /* has no effect */
  ARMCI_Barrier();
  ARMCIX_Group_split(&world, me % 2, -me, &odd);
  ARMCI_Group_size(&odd, &size);
  EXPECT(size == (ranks + 1 - me % 2) / 2 && ARMCI_Absolute_id(&odd, odd.rank) == me);
  ARMCIX_Group_dup(&odd, &copy);
  EXPECT(copy.rank == odd.rank && copy.comm != odd.comm);
  ARMCI_Group_free(&copy);
  ARMCI_Group_free(&odd);
  MPI_Comm comm;
  ARMCIX_Get_world_comm(&comm);
  EXPECT(comm == world.comm && comm == ARMCI_COMM_WORLD);
  free(list);
}

/* --- messages ------------------------------------------------------------- */

static void messages(void) {
  int len = 0, got[4] = {0}, mine[4] = {me, 1, 2, 3};
  armci_msg_snd(3, mine, sizeof mine, me); /* to itself, before it is received */
  armci_msg_rcv(3, got, sizeof got, &len, me);
  EXPECT(len == sizeof mine && got[0] == me && got[3] == 3);
  armci_msg_snd(4, mine, 8, next());
  armci_msg_rcv(4, got, sizeof got, &len, before());
  EXPECT(len == 8 && got[0] == before());
  if (me)
    armci_msg_snd(6, &me, sizeof me, 0);
  else
    for (int i = 1, seen = 0; i < ranks; i++) {
      int from = armci_msg_rcvany(6, got, sizeof got, &len);
      EXPECT(from == got[0] && !(seen >> from & 1));
      seen |= 1 << from;
    }
  if (me == 0) armci_msg_snd(6, mine, 16, 0);
  if (me == 0) EXPECT(armci_msg_rcvany(6, got, sizeof got, NULL) == 0);
  int word = me == ranks - 1 ? 1234 : 0;
  armci_msg_bcast(&word, sizeof word, ranks - 1);
  EXPECT(word == 1234);
  word = me == 0 ? 5 : 0;
  armci_msg_brdcst(&word, sizeof word, 0);
  EXPECT(word == 5);
  int root, up, left, right;
  armci_msg_bintree(SCOPE_ALL, &root, &up, &left, &right);
  EXPECT(root == 0 && up == (me ? (me - 1) / 2 : -1));
  EXPECT(left == (2 * me + 1 < ranks ? 2 * me + 1 : -1));
  EXPECT(right == (2 * me + 2 < ranks ? 2 * me + 2 : -1));
  void **all = calloc((size_t)ranks, sizeof *all);
  all[me] = &mine[me % 4];
  armci_exchange_address(all, ranks);
  for (int i = 0; i < ranks; i++) EXPECT(all[i] != NULL);
  free(all);
  double then = armci_timer();
  usleep(2000);
  EXPECT(armci_timer() - then > 0.001 && armci_timer() - then < 90);
}

static char *op(const char *name) { return (char *)(size_t)name; }

static void reductions(void) {
  int i[3] = {me + 1, -me - 1, 1 << (me % 8)}, bits = 0, all = 1;
  armci_msg_igop(i, 2, op("+"));
  EXPECT(i[0] == ranks * (ranks + 1) / 2 && i[1] == -i[0]);
  armci_msg_gop_scope(SCOPE_ALL, &i[2], 1, op("or"), ARMCI_INT);
  for (int k = 0; k < ranks; k++) bits |= 1 << (k % 8);
  EXPECT(i[2] == bits);
  i[2] = 1 << (me % 8);
  armci_msg_igop(&i[2], 1, op("bor"));
  EXPECT(i[2] == bits);
  i[2] = 1 << (me % 8) | 0x100;
  armci_msg_igop(&i[2], 1, op("&"));
  EXPECT(i[2] == (ranks > 1 ? 0x100 : 0x101));
  all = me + 1;
  armci_msg_igop(&all, 1, op("&&"));
  EXPECT(all == 1);
  all = me;
  armci_msg_igop(&all, 1, op("land"));
  EXPECT(all == 0);
  all = me == ranks - 1;
  armci_msg_igop(&all, 1, op("lor"));
  EXPECT(all == 1);
  long l = 2;
  armci_msg_lgop(&l, 1, op("*"));
  EXPECT(l == 1L << ranks);
  long long ll = me ? -me : 5;
  armci_msg_llgop(&ll, 1, op("absmax"));
  EXPECT(ll == (ranks > 6 ? ranks - 1 : 5));
  ll = -7 - me;
  armci_msg_llgop(&ll, 1, op("absmin"));
  EXPECT(ll == 7);
  float f = (float)me;
  armci_msg_fgop(&f, 1, op("max"));
  EXPECT(f == (float)(ranks - 1));
  double d = -(double)me;
  armci_msg_dgop(&d, 1, op("min"));
  EXPECT(d == -(double)(ranks - 1));
  d = 0.5;
  armci_msg_reduce(&d, 1, op("+"), ARMCI_DOUBLE);
  if (me == 0) EXPECT(d == 0.5 * ranks);
  struct {
    double value;
    int rank, rest[3];
  } record = {(me * 7) % 5, me, {me, me, me}};
  armci_msg_sel(&record, sizeof record, op("min"), ARMCI_DOUBLE, me != 0 || ranks == 1);
  EXPECT(record.rank == (ranks > 1 && ranks < 6 ? 1 + (ranks > 3 ? 2 : 0) : record.rank));
  EXPECT(record.rest[2] == record.rank);
}

static void hosts(void) {
  armci_domain_t d = ARMCI_DOMAIN_SMP;
  int n = armci_domain_nprocs(d, -1), mine = armci_domain_my_id(d), sum = 1, word = me;
  EXPECT(n * armci_domain_count(d) == ranks && mine == me / n);
  EXPECT(armci_domain_id(d, me) == mine && armci_domain_glob_proc_id(d, mine, me % n) == me);
  EXPECT(armci_domain_same_id(d, me) && ARMCI_Same_node(me) && armci_sameclusnode(me));
  EXPECT(ARMCI_Same_node(next()) == (next() / n == mine));
  EXPECT(ARMCI_Uses_shm() == 0 && ARMCI_Uses_shm_grp(NULL) == 0);
  const char *expected = getenv("EXPECTED_DOMAIN");
  if (expected) EXPECT(n == atoi(expected));
  armci_msg_gop_scope(SCOPE_NODE, &sum, 1, op("+"), ARMCI_INT);
  EXPECT(sum == n);
  sum = 1;
  armci_msg_gop_scope(SCOPE_MASTERS, &sum, 1, op("+"), ARMCI_INT);
  EXPECT(sum == (me % n ? 1 : armci_domain_count(d)));
  armci_msg_clus_brdcst(&word, sizeof word);
  EXPECT(word == mine * n);
  sum = 1;
  armci_msg_clus_igop(&sum, 1, op("+"));
  EXPECT(sum == n);
}

/* --- the rest ------------------------------------------------------------- */

static void iterator(void) {
  char base[200];
  int stride[2] = {10, 55}, count[3] = {4, 3, 2}, seen = 0;
  stride_info_t s;
  armci_stride_info_init(&s, base, 2, stride, count);
  EXPECT(armci_stride_info_size(&s) == 6 && armci_stride_info_seg_size(&s) == 4);
  for (; armci_stride_info_has_more(&s); armci_stride_info_next(&s), seen++) {
    int off = seen % 3 * 10 + seen / 3 * 55;
    EXPECT(armci_stride_info_pos(&s) == seen && armci_stride_info_seg_off(&s) == off);
    EXPECT(armci_stride_info_seg_ptr(&s) == base + off);
  }
  EXPECT(seen == 6);
  armci_stride_info_destroy(&s);
}

static void starts(void) {
  EXPECT(ARMCI_Initialized());
  EXPECT(ARMCI_Init() == 0 && ARMCI_Init_args(NULL, NULL) == 0);
  EXPECT(ARMCI_Finalize() == 0 && ARMCI_Finalize() == 0 && ARMCI_Initialized());
  EXPECT(ARMCI_Finalize() == 0 && !ARMCI_Initialized());
  EXPECT(ARMCI_Finalize() == 0); /* one too many */
  EXPECT(ARMCI_Init_mpi_comm(MPI_COMM_WORLD) == 1 && ARMCI_Initialized());
  char **all = make_memory(8);
  ARMCI_PutValueInt(me, all[next()], next());
  ARMCI_Barrier();
  ARMCI_Access_begin(all[me]);
  EXPECT(*(int *)(void *)all[me] == before());
  ARMCI_Access_end(all[me]);
  free_memory(all);
  ARMCI_Cleanup();
  ARMCIX_Progress();
}

/* Rank 0 is away in calls of MPI and in the kernel; the others finish without it. */
static void away(void) {
  enum { N = 1000 };
  double **all = (double **)(void *)make_memory(N * sizeof(double)), one = 1, x[N];
  ARMCI_Create_mutexes(1);
  for (int i = 0; i < N; i++) x[i] = 1;
  MPI_Barrier(MPI_COMM_WORLD);
  if (me) {
    int old;
    ARMCI_Lock(0, 0);
    ARMCI_Acc(ARMCI_ACC_DBL, &one, x, all[0], sizeof x, 0);
    ARMCI_Unlock(0, 0);
    ARMCI_Rmw(ARMCI_FETCH_AND_ADD, &old, all[me], 1, me);
    ARMCI_Fence(0);
    MPI_Send(&me, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
  } else {
    for (int i = 1, from; i < ranks; i++)
      MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT(((volatile double *)all[0])[N - 1] == ranks - 1);
  }
  ARMCI_Destroy_mutexes();
  free_memory((char **)all);
}

static const struct {
  const char *name;
  void (*run)(void);
} cases[] = {{"sizes", sizes},
             {"reuse", reuse},
             {"local", local},
             {"memget", memget},
             {"contiguous", contiguous},
             {"strided", strided},
             {"packing", packing},
             {"vector", vector},
             {"values", values},
             {"acc_int", acc_int},
             {"acc_long", acc_long},
             {"acc_float", acc_float},
             {"acc_double", acc_double},
             {"acc_complex", acc_complex},
             {"acc_double_complex", acc_double_complex},
             {"acc_wraps", acc_wraps},
             {"acc_contended", acc_contended},
             {"acc_long_pieces", acc_long_pieces},
             {"handles", handles},
             {"rmw", rmw},
             {"mutexes", mutexes},
             {"mutexes_with_data", mutexes_with_data},
             {"mutex_sets", mutex_sets},
             {"groups", groups},
             {"messages", messages},
             {"reductions", reductions},
             {"hosts", hosts},
             {"iterator", iterator},
             {"away", away},
             {"starts", starts}};

int main(int argc, char **argv) {
  begin_checks(&argc, &argv);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    int chosen = argc < 2, had = wrong;
    for (int k = 1; k < argc; k++) chosen |= strcmp(argv[k], cases[i].name) == 0;
    if (chosen) cases[i].run();
    if (wrong > had) fprintf(stderr, "rank %d: case %s\n", me, cases[i].name);
  }
  return end_checks();
}
