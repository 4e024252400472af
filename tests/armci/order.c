/* SPDX-License-Identifier: BSD-3-Clause
 *
 * order.c FIRST COUNT: random programs, by seeds FIRST to FIRST+COUNT-1, of puts, gets and
 * accumulates in all forms, against a model that carries them out one after the other. Each rank
 * has a region of its own at each rank, and uses all of them in random order. In the end the owner
 * of the memory compares it with the models of all.
 */
#include <sched.h>

#include "check.h"

enum { INTS = 600, STEPS = 60, PIECES = 12, PENDING = 8, BUFFER = INTS };

static char **memory;           /* [rank]: a region of INTS ints for each origin */
static int *model;              /* [rank][INTS]: this rank's regions */
static unsigned long long seed; /* xorshift */

static unsigned draw(unsigned n) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (unsigned)(seed >> 20) % n;
}

/* Pieces of an operation: offsets in ints in the region, and in the local buffer. */
struct shape {
  int n, length;
  int remote[INTS], local[INTS];
  int form; /* 0 contiguous, 1 strided, 2 vector */
  int count[4], levels, remote_stride[3], local_stride[3], base;
};

static void make_contiguous(struct shape *s) {
  s->n = 1;
  s->length = 1 + (int)draw(draw(2) ? 4 : 200);
  s->base = s->remote[0] = (int)draw((unsigned)(INTS - s->length));
  s->local[0] = 0;
}

/* Up to two levels, whose second stride need not be a multiple of the first. */
static void make_strided(struct shape *s) {
  int remote[2], local[2], n[2];
  s->levels = 1 + (int)draw(2);
  s->length = 1 + (int)draw(5);
  n[0] = 1 + (int)draw(6);
  n[1] = s->levels > 1 ? 1 + (int)draw(4) : 1;
  remote[0] = s->length + (int)draw(4);
  local[0] = s->length + (int)draw(3);
  remote[1] = remote[0] * n[0] + (int)draw(7);
  local[1] = local[0] * n[0] + (int)draw(5);
  s->base = (int)draw((unsigned)(INTS - remote[1] * n[1] - s->length));
  s->n = 0;
  for (int j = 0; j < n[1]; j++)
    for (int i = 0; i < n[0]; i++) {
      s->remote[s->n] = s->base + i * remote[0] + j * remote[1];
      s->local[s->n++] = i * local[0] + j * local[1];
    }
  s->count[0] = s->length * (int)sizeof(int);
  for (int i = 0; i < s->levels; i++) {
    s->count[i + 1] = n[i];
    s->remote_stride[i] = remote[i] * (int)sizeof(int);
    s->local_stride[i] = local[i] * (int)sizeof(int);
  }
}

/* Pieces that do not overlap, in random order. */
static void make_vector(struct shape *s) {
  s->n = 1 + (int)draw(PIECES);
  s->length = 1 + (int)draw(4);
  int step = INTS / s->n, room = step - s->length;
  for (int i = 0; i < s->n; i++) {
    s->remote[i] = i * step + (int)draw((unsigned)room + 1);
    s->local[i] = i * s->length;
  }
  for (int i = s->n - 1; i > 0; i--) {
    int j = (int)draw((unsigned)i + 1), keep = s->remote[i];
    s->remote[i] = s->remote[j];
    s->remote[j] = keep;
  }
}

static void make_shape(struct shape *s) {
  s->form = (int)draw(3);
  if (s->form == 0)
    make_contiguous(s);
  else if (s->form == 1)
    make_strided(s);
  else
    make_vector(s);
}

/* An operation in flight, or one that just ended. */
struct pending {
  armci_hdl_t handle;
  int buffer[BUFFER], expected[BUFFER]; /* of a get: what must have come */
  int is_get, active;
};
static struct pending pending[PENDING];

static void finish(struct pending *p) {
  if (!p->active) return;
  p->active = 0;
  ARMCI_Wait(&p->handle);
  if (p->is_get) EXPECT(memcmp(p->buffer, p->expected, sizeof p->buffer) == 0);
}

static int *region(int proc) { return (int *)(void *)memory[proc] + me * INTS; }

enum what { PUT, GET, ACC };
static int scale;

/* Does to the model what the operation does. */
static void apply(enum what what, const struct shape *s, int proc, struct pending *p) {
  int *mine = model + proc * INTS;
  memcpy(p->expected, p->buffer, sizeof p->buffer);
  for (int i = 0; i < s->n; i++)
    for (int k = 0; k < s->length; k++) {
      int *there = &mine[s->remote[i] + k], *here = &p->expected[s->local[i] + k];
      if (what == PUT) *there = *here;
      if (what == GET) *here = *there;
      if (what == ACC) *there += scale * *here;
    }
}

static void start_vector(enum what what, const struct shape *s, int proc, struct pending *p,
                         int now) {
  void *remote[PIECES], *local[PIECES];
  for (int i = 0; i < s->n; i++) {
    remote[i] = region(proc) + s->remote[i];
    local[i] = p->buffer + s->local[i];
  }
  armci_giov_t v = {what == GET ? remote : local, what == GET ? local : remote,
                    s->length * (int)sizeof(int), s->n};
  armci_hdl_t *h = &p->handle;
  if (what == PUT) now ? ARMCI_PutV(&v, 1, proc) : ARMCI_NbPutV(&v, 1, proc, h);
  if (what == GET) now ? ARMCI_GetV(&v, 1, proc) : ARMCI_NbGetV(&v, 1, proc, h);
  if (what == ACC)
    now ? ARMCI_AccV(ARMCI_ACC_INT, &scale, &v, 1, proc)
        : ARMCI_NbAccV(ARMCI_ACC_INT, &scale, &v, 1, proc, h);
  memset(remote, 0xff, sizeof remote); /* the arrays are the program's again */
  memset(local, 0xff, sizeof local);
}

static void start_strided(enum what what, struct shape *s, int proc, struct pending *p, int now) {
  int *remote = region(proc) + s->base, *local = p->buffer, *fs = s->remote_stride,
      *ns = s->local_stride;
  armci_hdl_t *h = &p->handle;
  if (what == PUT)
    now ? ARMCI_PutS(local, ns, remote, fs, s->count, s->levels, proc)
        : ARMCI_NbPutS(local, ns, remote, fs, s->count, s->levels, proc, h);
  if (what == GET)
    now ? ARMCI_GetS(remote, fs, local, ns, s->count, s->levels, proc)
        : ARMCI_NbGetS(remote, fs, local, ns, s->count, s->levels, proc, h);
  if (what == ACC)
    now ? ARMCI_AccS(ARMCI_ACC_INT, &scale, local, ns, remote, fs, s->count, s->levels, proc)
        : ARMCI_NbAccS(ARMCI_ACC_INT, &scale, local, ns, remote, fs, s->count, s->levels, proc, h);
}

static void start_contiguous(enum what what, const struct shape *s, int proc, struct pending *p,
                             int now) {
  int *remote = region(proc) + s->base, bytes = s->length * (int)sizeof(int);
  armci_hdl_t *h = &p->handle;
  if (what == PUT)
    now ? ARMCI_Put(p->buffer, remote, bytes, proc)
        : ARMCI_NbPut(p->buffer, remote, bytes, proc, h);
  if (what == GET)
    now ? ARMCI_Get(remote, p->buffer, bytes, proc)
        : ARMCI_NbGet(remote, p->buffer, bytes, proc, h);
  if (what == ACC)
    now ? ARMCI_Acc(ARMCI_ACC_INT, &scale, p->buffer, remote, bytes, proc)
        : ARMCI_NbAcc(ARMCI_ACC_INT, &scale, p->buffer, remote, bytes, proc, h);
}

static void step(void) {
  struct shape s;
  struct pending *p = &pending[draw(PENDING)];
  enum what what = (enum what)draw(3);
  int proc = (int)draw((unsigned)ranks), now = (int)draw(2);
  finish(p);
  make_shape(&s);
  scale = 1 + (int)draw(3);
  for (int i = 0; i < BUFFER; i++) p->buffer[i] = (int)draw(1000);
  ARMCI_INIT_HANDLE(&p->handle);
  p->active = 1;
  p->is_get = what == GET;
  apply(what, &s, proc, p);
  if (s.form == 0)
    start_contiguous(what, &s, proc, p, now);
  else if (s.form == 1)
    start_strided(what, &s, proc, p, now);
  else
    start_vector(what, &s, proc, p, now);
  if (now) finish(p);
  if (now && what != GET) memset(p->buffer, 0xee, sizeof p->buffer); /* it may be reused */
  if (draw(20) == 0) ARMCI_Fence(proc);
  if (draw(10) == 0) {
    int old = -1, at = (int)draw(INTS), *mine = model + proc * INTS + at;
    ARMCI_Rmw(ARMCI_FETCH_AND_ADD, &old, region(proc) + at, 5, proc);
    EXPECT(old == *mine);
    *mine += 5;
  }
  if (draw(10) == 0) {
    int at = (int)draw(INTS);
    EXPECT(ARMCI_GetValueInt(region(proc) + at, proc) == model[proc * INTS + at]);
  }
}

/* Each owner compares its memory with the models of all ranks, which wrote it. */
static void compare(int first) {
  int *all = malloc((size_t)ranks * INTS * sizeof *all);
  MPI_Request request;
  MPI_Ialltoall(model, INTS, MPI_INT, all, INTS, MPI_INT, MPI_COMM_WORLD, &request);
  for (int done = 0; !done; sched_yield()) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  if (memcmp(all, memory[me], (size_t)ranks * INTS * sizeof *all)) {
    EXPECT(!"the same memory");
    fprintf(stderr, "rank %d: seed %d\n", me, first);
  }
  free(all);
}

int main(int argc, char **argv) {
  begin_checks(&argc, &argv);
  int first = argc > 1 ? atoi(argv[1]) : 1, count = argc > 2 ? atoi(argv[2]) : 100;
  memory = make_memory((size_t)ranks * INTS * sizeof(int));
  model = calloc((size_t)ranks * INTS, sizeof *model);
  for (int i = first; i < first + count; i++) {
    seed = (unsigned long long)i * 0x9e3779b97f4a7c15ULL + (unsigned long long)me * 77 + 1;
    for (int k = 0; k < STEPS; k++) step();
    for (int k = 0; k < PENDING; k++) finish(&pending[k]);
    ARMCI_Barrier();
    compare(i);
    ARMCI_Barrier();
  }
  free_memory(memory);
  return end_checks();
}
