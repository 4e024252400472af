/* SPDX-License-Identifier: BSD-3-Clause
 *
 * barnes.c: moves bodies that attract each other, by the method of Barnes and Hut ("A hierarchical
 * O(N log N) force-calculation algorithm", 1986): distant, small cells count as one body.
 *
 * Shared: bodies and cells, in arrays that are not ordered by worker. In each step
 *   1. the box of all bodies is found, under a lock;
 *   2. each worker builds a tree of its bodies, then grafts it onto the common one, whose cells
 *      change under locks;
 *   3. cells get mass and centre: the subtrees of level SPLIT by all workers, those above by one;
 *   4. each worker takes the bodies in a part of the tree that cost as much as any other part in
 * the step before ("costzones": Singh et al., "Load balancing and data locality in adaptive
 *      hierarchical N-body methods", 1995), and computes what pulls them;
 *   5. each worker moves its bodies.
 */
#include "anl.h"
#include "app.h"
#include "barnes_tree.h"
#include "picture.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MAIN_ENV

#define LOCKS 64 /* locks of all cells */
#define CHUNK 64 /* cells that a worker gets at a time */
#define SPLIT 3
#define FIRST_CELL 3   /* after the roots of odd and even steps */
#define SAMPLES 64     /* bodies whose pull --check sums directly */
#define TOLERANCE 0.05 /* root mean square of the error, relative to that of the pull */

struct shared {
  LOCKDEC(lock)
  BARDEC(barrier)
  ALOCKDEC(cell_lock, LOCKS)
  int workers; /* workers that have their number */
  unsigned long begin, end;
  double low[3], high[3]; /* the box of all bodies; under `lock` */
  int32_t cells;          /* cells handed out to workers; under `lock` */
};

/* Set before CREATE. */
static struct {
  size_t bodies, cells;
  int workers, steps;
  struct tree tree;
} job;
static struct shared *shared;

static const struct app_size sizes[] = {
    {'n', "bodies", "bodies", 1, 1u << 28, 2048, 16384, 32768},
    {'i', "steps", "steps of time", 1, 100000, 4, 4, 4},
    {0},
};

/* ---- the common tree ------------------------------------------------------ */

static void refill(struct supply *supply) {
  LOCK(shared->lock)
  supply->next = shared->cells;
  shared->cells += CHUNK;
  UNLOCK(shared->lock)
  supply->end = supply->next + CHUNK;
  if ((size_t)supply->end <= job.cells) return;
  fprintf(stderr, "barnes: more than %zu cells are needed; many bodies are at one place\n",
          job.cells);
  exit(1);
}

/* Puts a body or cell in the place of a child, under the lock of its parent. cube: the child's.
 * Returns 0, or the cell that is already there, below which the new one belongs. */
static int32_t graft_child(struct tree *tree, struct supply *supply, int32_t *child,
                           struct cube cube, int32_t new) {
  int32_t older = *child;
  if (older > 0) return older;
  if (older == 0) {
    *child = new;
    return 0;
  }
  if (new < 0) { /* two bodies */
    int32_t both = tree_cell(tree, supply);
    tree_insert(tree, supply, both, cube, new);
    new = both;
  }
  tree_insert(tree, supply, new, cube, older); /* no other worker sees `new` yet */
  *child = new;
  return 0;
}

/* Grafts the children of a cell of this worker's tree, or a single body, below a common cell. */
static void graft(struct tree *tree, struct supply *supply, int32_t cell, struct cube cube,
                  const int32_t new[8]) {
  int32_t below[8] = {0};
  ALOCK(shared->cell_lock, cell % LOCKS)
  for (int o = 0; o < 8; o++)
    if (new[o])
      below[o] =
          graft_child(tree, supply, &tree->cell[cell].child[o], cube_child(&cube, o), new[o]);
  AULOCK(shared->cell_lock, cell % LOCKS)
  for (int o = 0; o < 8; o++) {
    if (!below[o]) continue;
    struct cube inner = cube_child(&cube, o);
    int32_t one[8] = {0};
    if (new[o] < 0) one[cube_octant(&inner, tree->body[child_body(new[o])].at)] = new[o];
    graft(tree, supply, below[o], inner, new[o] < 0 ? one : tree->cell[new[o]].child);
  }
}

/* Sums every job.workers-th of the subtrees of level SPLIT. */
static void sum_subtrees(struct tree *tree, int32_t cell, int level, int me, int *count) {
  if (level == SPLIT) {
    if ((*count)++ % job.workers == me) tree_sum(tree, cell, INT_MAX);
    return;
  }
  for (int o = 0; o < 8; o++)
    if (tree->cell[cell].child[o] > 0)
      sum_subtrees(tree, tree->cell[cell].child[o], level + 1, me, count);
}

/* ---- workers -------------------------------------------------------------- */

struct part { /* a worker's own */
  int me;
  size_t count;
  int32_t *bodies; /* as children */
};

/* Takes the bodies below a cell whose accumulated costs begin in [low, high); the cell's begin at
 * `cost`. */
static void take_zone(const struct tree *tree, int32_t child, uint64_t cost, uint64_t low,
                      uint64_t high, struct part *part) {
  if (child < 0) {
    if (cost >= low && cost < high) part->bodies[part->count++] = child;
    return;
  }
  const struct cell *cell = &tree->cell[child];
  if (cost + cell->cost <= low || cost >= high) return;
  for (int o = 0; o < 8; o++) {
    int32_t c = cell->child[o];
    if (!c) continue;
    take_zone(tree, c, cost, low, high, part);
    cost += c < 0 ? tree->body[child_body(c)].cost : tree->cell[c].cost;
  }
}

static struct body *body_of(const struct part *part, size_t i) {
  return &job.tree.body[child_body(part->bodies[i])];
}

static void find_box(const struct part *part) {
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (size_t i = 0; i < part->count; i++) box_add(body_of(part, i), low, high);
  LOCK(shared->lock)
  for (int d = 0; d < 3; d++) {
    shared->low[d] = fmin(shared->low[d], low[d]);
    shared->high[d] = fmax(shared->high[d], high[d]);
  }
  UNLOCK(shared->lock)
  BARRIER(shared->barrier, job.workers)
}

static void build(const struct part *part, int32_t root, const struct cube *cube) {
  struct supply supply = {.refill = refill};
  int32_t mine = tree_cell(&job.tree, &supply);
  for (size_t i = 0; i < part->count; i++)
    tree_insert(&job.tree, &supply, mine, *cube, part->bodies[i]);
  graft(&job.tree, &supply, root, *cube, job.tree.cell[mine].child);
  BARRIER(shared->barrier, job.workers)
}

/* Clears the root of the next step. */
static void clear(int32_t root) {
  memset(&job.tree.cell[root], 0, sizeof(struct cell));
  shared->cells = FIRST_CELL;
  for (int d = 0; d < 3; d++) {
    shared->low[d] = INFINITY;
    shared->high[d] = -INFINITY;
  }
}

static void sum(const struct part *part, int32_t root, int32_t next_root) {
  int count = 0;
  sum_subtrees(&job.tree, root, 0, part->me, &count);
  BARRIER(shared->barrier, job.workers)
  if (part->me == 0) {
    tree_sum(&job.tree, root, SPLIT);
    clear(next_root);
  }
  BARRIER(shared->barrier, job.workers)
}

static void run_step(struct part *part, int number) {
  int32_t root = 1 + number % 2;
  find_box(part);
  struct cube cube = cube_around(shared->low, shared->high);
  build(part, root, &cube);
  sum(part, root, 3 - root);
  uint64_t cost = job.tree.cell[root].cost;
  part->count = 0;
  take_zone(&job.tree, root, 0, app_first(cost, part->me, job.workers),
            app_first(cost, part->me + 1, job.workers), part);
  for (size_t i = 0; i < part->count; i++) tree_pull(&job.tree, root, &cube, body_of(part, i));
  BARRIER(shared->barrier, job.workers)
  for (size_t i = 0; i < part->count; i++) body_move(body_of(part, i));
}

static void run_worker(void) {
  struct part part = {.bodies = app_private(job.bodies * sizeof *part.bodies)};
  LOCK(shared->lock)
  part.me = shared->workers++;
  UNLOCK(shared->lock)
  size_t first = app_first(job.bodies, part.me, job.workers);
  part.count = app_first(job.bodies, part.me + 1, job.workers) - first;
  for (size_t i = 0; i < part.count; i++) part.bodies[i] = body_child(first + i);
  BARRIER(shared->barrier, job.workers)
  if (part.me == 0) CLOCK(shared->begin)
  for (int i = 0; i < job.steps; i++) run_step(&part, i);
  BARRIER(shared->barrier, job.workers)
  if (part.me == 0) CLOCK(shared->end)
  free(part.bodies);
}

/* ---- main: the serial run ------------------------------------------------- */

static void no_more(struct supply *supply) {
  (void)supply;
  fprintf(stderr, "barnes: --check: too few cells\n");
  exit(1);
}

static void pull_serially(struct tree *tree, size_t n) {
  struct supply supply = {1, (int32_t)job.cells, no_more};
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (size_t i = 0; i < n; i++) box_add(&tree->body[i], low, high);
  struct cube cube = cube_around(low, high);
  int32_t root = tree_cell(tree, &supply);
  for (size_t i = 0; i < n; i++) tree_insert(tree, &supply, root, cube, body_child(i));
  tree_sum(tree, root, INT_MAX);
  for (size_t i = 0; i < n; i++) tree_pull(tree, root, &cube, &tree->body[i]);
}

/* Compares the pull by cells with the sum over all bodies, for some bodies; and checks that the
 * pull on all bodies is inward. */
static int is_gravity(const struct app *app, struct tree *tree, size_t n) {
  double wrong = 0, all = 0, outward = 0, pull[3];
  pull_serially(tree, n);
  for (size_t i = 0; i < n; i++)
    for (int d = 0; d < 3; d++) outward += tree->body[i].at[d] * tree->body[i].pull[d];
  if (outward > 0) return app_differs(app, "bodies are pushed rather than pulled");
  for (size_t i = 0; i < n; i += 1 + n / SAMPLES) {
    direct_pull(tree->body, n, &tree->body[i], pull);
    for (int d = 0; d < 3; d++) {
      wrong += (tree->body[i].pull[d] - pull[d]) * (tree->body[i].pull[d] - pull[d]);
      all += pull[d] * pull[d];
    }
  }
  return wrong <= TOLERANCE * TOLERANCE * all ||
         app_differs(app, "the pull is wrong by %g of itself", sqrt(wrong / all));
}

static int result_agrees(const struct app *app) {
  size_t n = job.bodies, i = 0;
  struct tree tree = {app_private(n * sizeof(struct body)),
                      app_private(job.cells * sizeof(struct cell))};
  bodies_make(tree.body, n, app->seed);
  for (int s = 0; s < job.steps; s++) {
    pull_serially(&tree, n);
    for (i = 0; i < n; i++) body_move(&tree.body[i]);
  }
  for (i = 0; i < n && memcmp(&tree.body[i], &job.tree.body[i], sizeof(struct body)) == 0;) i++;
  if (i < n)
    app_differs(app, "body %zu is at %.17g; in the serial run at %.17g", i, job.tree.body[i].at[0],
                tree.body[i].at[0]);
  int good = i == n && is_gravity(app, &tree, n);
  free(tree.body);
  free(tree.cell);
  return good;
}

/* ---- main: picture -------------------------------------------------------- */

#define PIXELS 600
#define VIEW 2.0 /* from the middle to the sides */

static void draw_picture(const struct app *app) {
  float *light = app_private(PIXELS * PIXELS * sizeof *light), most = 0;
  unsigned char *rgb = app_private(PIXELS * PIXELS * 3);
  for (size_t i = 0; i < job.bodies; i++) {
    double x = (job.tree.body[i].at[0] / VIEW + 1) * PIXELS / 2;
    double y = (1 - job.tree.body[i].at[1] / VIEW) * PIXELS / 2;
    if (!(x >= 1 && x < PIXELS - 1 && y >= 1 && y < PIXELS - 1)) continue;
    for (int k = 0; k < 9; k++) /* a spot of 3 x 3 pixels */
      light[((int)y + k / 3 - 1) * PIXELS + (int)x + k % 3 - 1] += k == 4 ? 1 : k % 2 ? 0.4f : 0.1f;
  }
  for (int i = 0; i < PIXELS * PIXELS; i++) most = fmaxf(most, light[i]);
  for (int i = 0; i < PIXELS * PIXELS; i++) {
    float l = 3 * logf(1 + 20 * light[i]) / logf(1 + 20 * (most > 0 ? most : 1));
    for (int c = 0; c < 3; c++) /* black, red, yellow, white */
      rgb[3 * i + c] = (unsigned char)(255 * fminf(1, fmaxf(0, l - (float)c)));
  }
  if (picture_write(app->picture, PIXELS, PIXELS, rgb) != 0) {
    fprintf(stderr, "barnes: --picture %s: %s\n", app->picture, strerror(errno));
    exit(1);
  }
  free(light);
  free(rgb);
}

static void allocate_shared(const struct app *app) {
  shared = G_MALLOC(sizeof *shared);
  job.tree.body = G_MALLOC(job.bodies * sizeof(struct body));
  job.tree.cell = G_MALLOC(job.cells * sizeof(struct cell));
  bodies_make(job.tree.body, job.bodies, app->seed);
  clear(1);
  LOCKINIT(shared->lock)
  BARINIT(shared->barrier, job.workers)
  ALOCKINIT(shared->cell_lock, LOCKS)
}

int main(int argc, char **argv) {
  struct app app = {.name = "barnes",
                    .about =
                        "Moves bodies that attract each other, by the method of Barnes and Hut.",
                    .sizes = sizes,
                    .draws = 1};
  app_parse(&app, argc, argv);
  job.bodies = app.value[0];
  job.steps = (int)app.value[1];
  job.cells = 2 * job.bodies + 4 * CHUNK * app_most_workers(&app);
  MAIN_INITENV(, job.bodies * sizeof(struct body) + job.cells * sizeof(struct cell) + (1 << 20))
  app_begin(&app, ANL_WORKERS());
  job.workers = app.workers;
  allocate_shared(&app);
  CREATE(run_worker, job.workers)
  WAIT_FOR_END(job.workers - 1)
  if (app.picture) draw_picture(&app);
  app_end(&app, app_checksum(job.tree.body, job.bodies * sizeof(struct body) / 8),
          shared->end - shared->begin, !app.check || result_agrees(&app));
  MAIN_END
}
