/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fft3d.c: solves the heat equation in a periodic cube by Fourier's method, as the NAS benchmark FT
 * states the task: one transform forward; then for each time the spectrum decays, is transformed
 * back, and some points are summed. (Bailey et al., "The NAS parallel benchmarks", 1991.)
 *
 * Shared: `space` is [z][y][x], and a worker has planes of one z; `spectrum` and `decayed` are
 * [y][z][x], and a worker has planes of one y. Lines along two axes belong to one worker. For the
 * third axis it reads, after a barrier, its planes from all workers' planes of the other array: a
 * transposition, by whole lines along x, so that a worker reads only pages that it needs.
 */
#include "anl.h"
#include "app.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

MAIN_ENV

#define MOST 512 /* points along an axis */
#define SAMPLES 1024
#define ALPHA 1e-6      /* of the heat equation */
#define TOLERANCE 1e-12 /* of a transform against a sum, relative to the sum of absolute values */

struct point { /* a complex number */
  double re, im;
};

struct shared {
  LOCKDEC(lock)
  BARDEC(barrier)
  int workers; /* workers that have their number */
  unsigned long begin, end;
  struct point *space, *spectrum, *decayed;
  struct point *sums; /* [time][z]: sums of samples */
};

/* Set before CREATE. */
static struct {
  size_t n; /* points along an axis */
  uint64_t seed;
  int workers, times;
  struct point root[MOST / 2]; /* exp(-2 pi i k / n) */
} job;
static struct shared *shared;

static const struct app_size sizes[] = {
    {'n', "grid", "points along an axis, a power of 2", 2, MOST, 32, 64, 128},
    {'i', "times", "times for which to solve", 1, 1000, 6, 6, 6},
    {0},
};

/* ---- what workers and the serial run compute ------------------------------ */

static size_t at(size_t a, size_t b, size_t c) { return (a * job.n + b) * job.n + c; }

static struct point times(struct point a, struct point b) {
  return (struct point){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static struct point first_value(size_t i) {
  return (struct point){app_uniform(job.seed, 2 * i), app_uniform(job.seed, 2 * i + 1)};
}

static void reverse_bits(struct point *line) {
  for (size_t i = 1, j = 0; i < job.n; i++) {
    size_t bit = job.n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      struct point p = line[i];
      line[i] = line[j];
      line[j] = p;
    }
  }
}

/* Transforms a line in place; sign -1 forward, +1 back, not scaled. (Cooley and Tukey 1965, radix
 * 2.) */
static void transform(struct point *line, int sign) {
  reverse_bits(line);
  for (size_t half = 1; half < job.n; half *= 2)
    for (size_t k = 0; k < half; k++) {
      struct point w = job.root[k * (job.n / 2 / half)];
      if (sign > 0) w.im = -w.im;
      for (size_t i = k; i < job.n; i += 2 * half) {
        struct point a = line[i], b = times(w, line[i + half]);
        line[i] = (struct point){a.re + b.re, a.im + b.im};
        line[i + half] = (struct point){a.re - b.re, a.im - b.im};
      }
    }
}

/* Transforms a line whose points are `stride` apart. */
static void transform_line(struct point *first, size_t stride, int sign) {
  struct point line[MOST];
  for (size_t i = 0; i < job.n; i++) line[i] = first[i * stride];
  transform(line, sign);
  for (size_t i = 0; i < job.n; i++) first[i * stride] = line[i];
}

/* Transforms the n lines of a plane along its second axis, or along its first. */
static void transform_rows(struct point *plane, int sign) {
  for (size_t i = 0; i < job.n; i++) transform_line(plane + i * job.n, 1, sign);
}
static void transform_columns(struct point *plane, int sign) {
  for (size_t i = 0; i < job.n; i++) transform_line(plane + i, job.n, sign);
}

/* The factor by which wave number k has decayed at time t; that of a wave is the product of
 * three. */
static void decay_at(int t, double *left) {
  for (size_t i = 0; i < job.n; i++) {
    double k = i < job.n / 2 ? (double)i : (double)i - (double)job.n;
    left[i] = exp(-4 * M_PI * M_PI * ALPHA * t * k * k);
  }
}

static struct point scaled(struct point p, double factor) {
  return (struct point){p.re * factor, p.im * factor};
}

/* The sum of the samples in plane z of [z][y][x], in their order. */
static struct point sum_samples(const struct point *space, size_t z) {
  struct point sum = {0, 0};
  for (size_t j = 1; j <= SAMPLES; j++) {
    if (5 * j % job.n != z) continue;
    struct point p = space[at(z, 3 * j % job.n, j % job.n)];
    sum = (struct point){sum.re + p.re, sum.im + p.im};
  }
  return sum;
}

/* ---- workers -------------------------------------------------------------- */

/* Fills planes `first` to `end` - 1 of `to` from planes of another axis: to[a][b][x] =
 * from[b][a][x]. Each worker begins with its own planes of `from`, so that not all read one
 * worker's planes at a time. */
static void transpose(const struct point *from, struct point *to, size_t first, size_t end) {
  for (size_t i = 0; i < job.n; i++)
    for (size_t b = (first + i) % job.n, a = first; a < end; a++)
      memcpy(&to[at(a, b, 0)], &from[at(b, a, 0)], job.n * sizeof *to);
}

static void forward(size_t first, size_t end) {
  for (size_t z = first; z < end; z++) {
    transform_rows(shared->space + at(z, 0, 0), -1);
    transform_columns(shared->space + at(z, 0, 0), -1);
  }
  BARRIER(shared->barrier, job.workers)
  transpose(shared->space, shared->spectrum, first, end);
  for (size_t y = first; y < end; y++) transform_columns(shared->spectrum + at(y, 0, 0), -1);
}

static void decay(int t, size_t y) {
  double left[MOST], all = 1.0 / (double)(job.n * job.n * job.n);
  decay_at(t, left);
  for (size_t z = 0; z < job.n; z++)
    for (size_t x = 0; x < job.n; x++)
      shared->decayed[at(y, z, x)] =
          scaled(shared->spectrum[at(y, z, x)], all * (left[x] * left[y] * left[z]));
}

static void back(int t, size_t first, size_t end) {
  for (size_t y = first; y < end; y++) {
    decay(t, y);
    transform_columns(shared->decayed + at(y, 0, 0), 1);
    transform_rows(shared->decayed + at(y, 0, 0), 1);
  }
  BARRIER(shared->barrier, job.workers)
  transpose(shared->decayed, shared->space, first, end);
  for (size_t z = first; z < end; z++) {
    transform_columns(shared->space + at(z, 0, 0), 1);
    shared->sums[(size_t)(t - 1) * job.n + z] = sum_samples(shared->space, z);
  }
  BARRIER(shared->barrier, job.workers)
}

static void run_worker(void) {
  LOCK(shared->lock)
  int me = shared->workers++;
  UNLOCK(shared->lock)
  size_t first = app_first(job.n, me, job.workers), end = app_first(job.n, me + 1, job.workers);
  for (size_t i = at(first, 0, 0); i < at(end, 0, 0); i++) shared->space[i] = first_value(i);
  BARRIER(shared->barrier, job.workers)
  if (me == 0) CLOCK(shared->begin)
  forward(first, end);
  for (int t = 1; t <= job.times; t++) back(t, first, end);
  if (me == 0) CLOCK(shared->end)
}

/* ---- main: the serial run, all in [z][y][x] ------------------------------- */

/* One point of the transform of `from`, by its definition: a sum over all of `from`. */
static struct point direct(const struct point *from, size_t c, size_t b, size_t a, int sign) {
  struct point sum = {0, 0};
  for (size_t z = 0; z < job.n; z++)
    for (size_t y = 0; y < job.n; y++)
      for (size_t x = 0; x < job.n; x++) {
        double turn = (double)((a * x + b * y + c * z) % job.n) / (double)job.n;
        struct point w = {cos(2 * M_PI * turn), sign * sin(2 * M_PI * turn)};
        struct point p = times(w, from[at(z, y, x)]);
        sum = (struct point){sum.re + p.re, sum.im + p.im};
      }
  return sum;
}

/* Whether some points of `to` equal the sums over `from` that define them. */
static int is_transform(const struct app *app, const struct point *from, const struct point *to,
                        int sign) {
  size_t all = job.n * job.n * job.n;
  double tolerance = 0;
  for (size_t i = 0; i < all; i++) tolerance += TOLERANCE * hypot(from[i].re, from[i].im);
  for (size_t k = 0; k < 4; k++) {
    size_t z = k * 5 % job.n, y = k * 3 % job.n, x = k * 7 % job.n;
    struct point want = direct(from, z, y, x, sign), is = to[at(z, y, x)];
    if (!(hypot(is.re - want.re, is.im - want.im) <= tolerance))
      return app_differs(
          app, "transform %d at %zu %zu %zu: %.17g %+.17gi is expected, not %.17g %+.17gi", sign, x,
          y, z, want.re, want.im, is.re, is.im);
  }
  return 1;
}

static void transform_cube(struct point *cube, int sign) {
  static const int back[] = {2, 0, 1}; /* z, x, y; forward x, y, z */
  for (int turn = 0; turn < 3; turn++) {
    int axis = sign < 0 ? turn : back[turn];
    for (size_t i = 0; i < job.n; i++) {
      if (axis == 0) transform_rows(cube + at(i, 0, 0), sign);
      if (axis == 1) transform_columns(cube + at(i, 0, 0), sign);
      for (size_t j = 0; axis == 2 && j < job.n; j++)
        transform_line(cube + at(0, i, j), job.n * job.n, sign);
    }
  }
}

static void decay_cube(int t, const struct point *spectrum, struct point *cube) {
  double left[MOST], all = 1.0 / (double)(job.n * job.n * job.n);
  decay_at(t, left);
  for (size_t z = 0; z < job.n; z++)
    for (size_t y = 0; y < job.n; y++)
      for (size_t x = 0; x < job.n; x++)
        cube[at(z, y, x)] = scaled(spectrum[at(z, y, x)], all * (left[x] * left[y] * left[z]));
}

static int sums_agree(const struct app *app, int t, const struct point *space) {
  for (size_t z = 0; z < job.n; z++) {
    struct point want = sum_samples(space, z), is = shared->sums[(size_t)(t - 1) * job.n + z];
    if (is.re != want.re || is.im != want.im)
      return app_differs(app, "time %d, plane %zu: sum %.17g; the serial run has %.17g", t, z,
                         is.re, want.re);
  }
  return 1;
}

static double square_sum(const struct point *cube) {
  double sum = 0;
  for (size_t i = 0; i < job.n * job.n * job.n; i++)
    sum += cube[i].re * cube[i].re + cube[i].im * cube[i].im;
  return sum;
}

static int result_agrees(const struct app *app) {
  size_t all = job.n * job.n * job.n;
  struct point *first = app_private(all * sizeof *first);
  struct point *spectrum = app_private(all * sizeof *spectrum);
  struct point *space = app_private(all * sizeof *space);
  for (size_t i = 0; i < all; i++) spectrum[i] = first[i] = first_value(i);
  transform_cube(spectrum, -1);
  int good = is_transform(app, first, spectrum, -1);
  double heat = square_sum(first);
  for (int t = 1; good && t <= job.times; t++) {
    decay_cube(t, spectrum, first);
    for (size_t i = 0; i < all; i++) space[i] = first[i];
    transform_cube(space, 1);
    good = sums_agree(app, t, space);
  }
  good = good && is_transform(app, first, space, 1);
  if (good && !(square_sum(space) < heat)) good = app_differs(app, "differences have not decayed");
  for (size_t i = 0; good && i < all; i++)
    if (space[i].re != shared->space[i].re || space[i].im != shared->space[i].im)
      good = app_differs(app, "point %zu is %.17g; the serial run has %.17g", i,
                         shared->space[i].re, space[i].re);
  free(first);
  free(spectrum);
  free(space);
  return good;
}

static void set_job(struct app *app) {
  job.n = app->value[0];
  job.times = (int)app->value[1];
  job.seed = app->seed;
  if (job.n & (job.n - 1)) example_bad(app->error, "-n %zu: expected a power of 2", job.n);
  for (size_t k = 0; k < job.n / 2; k++) {
    double angle = 2 * M_PI * (double)k / (double)job.n;
    job.root[k] = (struct point){cos(angle), -sin(angle)};
  }
}

static void allocate_shared(void) {
  size_t bytes = job.n * job.n * job.n * sizeof(struct point);
  shared = G_MALLOC(sizeof *shared);
  shared->space = G_MALLOC(bytes);
  shared->spectrum = G_MALLOC(bytes);
  shared->decayed = G_MALLOC(bytes);
  shared->sums = G_MALLOC((size_t)job.times * job.n * sizeof(struct point));
  LOCKINIT(shared->lock)
  BARINIT(shared->barrier, job.workers)
}

int main(int argc, char **argv) {
  struct app app = {.name = "fft3d",
                    .about = "Solves the heat equation by 3-D FFT, as the NAS benchmark FT.",
                    .sizes = sizes};
  app_parse(&app, argc, argv);
  set_job(&app);
  MAIN_INITENV(, 48 * job.n * job.n * job.n + 16 * (size_t)job.times * job.n + (1 << 20))
  app_begin(&app, ANL_WORKERS());
  job.workers = app.workers;
  allocate_shared();
  CREATE(run_worker, job.workers)
  WAIT_FOR_END(job.workers - 1)
  app_end(&app, app_checksum(shared->sums, 2 * (size_t)job.times * job.n),
          shared->end - shared->begin, !app.check || result_agrees(&app));
  MAIN_END
}
