/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_images.c: see coll_images.h: GASNet-1's teams, each over a team of gasnetex.h, and
 * gasnet_coll_init, which a client with one image for each node and no functions need not call
 * (K0).
 */
#include "extended/coll_gasnet1/coll_images.h"

#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/am/wait.h"
#include "extended/teams/barrier.h"

static void *allocate_zeroed(size_t n, size_t size, const char *call) {
  void *p = calloc(n, size);
  if (p == NULL) hyd_fatal(call, "out of memory for %zu images", n);
  return p;
}

/* --- teams ---------------------------------------------------------------- */

static gasnet_image_t images_of_node(const struct hyd_images *all, gex_Rank_t node) {
  return all->first ? all->first[node + 1] - all->first[node] : 1;
}

static struct hyd_coll_team_s *new_team(struct hyd_team *team, const char *call) {
  const struct hyd_images *all = team->job->layer.images;
  struct hyd_coll_team_s *t = allocate_zeroed(1, sizeof *t, call);
  gex_Rank_t rank = team->pub.rank, size = team->pub.size;
  t->team = team;
  t->total = size;
  t->mine = rank;
  t->count = images_of_node(all, team->job->rank);
  t->image = allocate_zeroed(t->count, sizeof *t->image, call);
  if (all->first == NULL) return t;
  t->first = allocate_zeroed((size_t)size + 1, sizeof *t->first, call);
  for (gex_Rank_t r = 0; r < size; r++)
    t->first[r + 1] = t->first[r] + images_of_node(all, hyd_team_member(team, r));
  t->mine = t->first[rank];
  t->total = t->first[size];
  return t;
}

static void free_team(struct hyd_coll_team_s *t) {
  free(t->first);
  free(t->image);
  free(t);
}

void hyd_images_init(struct hyd_job *job) {
  struct hyd_images *all = calloc(1, sizeof *all);
  if (all == NULL) hyd_fatal("gex_Client_Init", "out of memory");
  pthread_mutex_init(&all->lock, NULL);
  pthread_mutex_init(&all->work_lock, NULL);
  pthread_mutex_init(&all->working, NULL);
  job->layer.images = all;
  all->all = new_team(&job->team, "gex_Client_Init");
  job->rx.progress[HYD_PROGRESS_LEGACY] = hyd_legacy_progress;
}

struct hyd_coll_team_s *hyd_images_team(gasnet_team_handle_t team, const char *call) {
  struct hyd_job *job = hyd_the_job;
  hyd_check_entry(call);
  if (team == NULL) hyd_fatal(call, "team is NULL; expected one, or GASNET_TEAM_ALL");
  return team == GASNET_TEAM_ALL ? job->layer.images->all : team;
}

struct hyd_image *hyd_images_self(struct hyd_coll_team_s *t, const char *call) {
  gasnet_image_t local = hyd_self(t->team->job)->coll_image;
  if (t->count == 1) return t->image;
  if (local == 0)
    hyd_fatal(call, "the calling thread is not an image: it has not called gasnet_coll_init");
  return &t->image[local - 1];
}

gasnet_team_handle_t gasnet_coll_team_split(gasnet_team_handle_t parent, gex_Rank_t color,
                                            gex_Rank_t relrank, void *clientdata) {
  const char *call = "gasnet_coll_team_split";
  struct hyd_coll_team_s *t = hyd_images_team(parent, call);
  gex_TM_t tm;
  (void)clientdata;
  if (color > INT_MAX || relrank >= t->team->pub.size)
    hyd_fatal(call, "color %u, relrank %u; expected at most %d, and less than the parent's size %u",
              color, relrank, INT_MAX, t->team->pub.size);
  gex_TM_Split(&tm, (gex_TM_t)t->team, (int)color, (int)relrank, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
  if (((struct hyd_team *)tm)->pub.rank != relrank)
    hyd_fatal(call, "relrank %u became %u in color %u; expected each number from 0 to %u once",
              relrank, ((struct hyd_team *)tm)->pub.rank, color,
              ((struct hyd_team *)tm)->pub.size - 1);
  return new_team((struct hyd_team *)tm, call);
}

void gasnet_coll_team_free(gasnet_team_handle_t team) {
  struct hyd_coll_team_s *t = hyd_images_team(team, "gasnet_coll_team_free");
  if (t == hyd_the_job->layer.images->all)
    hyd_fatal("gasnet_coll_team_free", "GASNET_TEAM_ALL; expected one of gasnet_coll_team_split");
  gex_TM_Destroy((gex_TM_t)t->team, NULL, GEX_FLAG_GLOBALLY_QUIESCED);
  free_team(t);
}

gex_Rank_t gasnet_coll_team_size(gasnet_team_handle_t team) {
  return hyd_images_team(team, "gasnet_coll_team_size")->team->pub.size;
}

gex_Rank_t gasnet_coll_team_rank2node(gasnet_team_handle_t team, int rank) {
  const struct hyd_team *t = hyd_images_team(team, "gasnet_coll_team_rank2node")->team;
  if (rank < 0 || (gex_Rank_t)rank >= t->pub.size)
    hyd_fatal("gasnet_coll_team_rank2node", "rank %d; expected 0 to %u", rank, t->pub.size - 1);
  return hyd_team_member(t, (gex_Rank_t)rank);
}

gex_Rank_t gasnet_coll_team_node2rank(gasnet_team_handle_t team, gex_Rank_t node) {
  const struct hyd_team *t = hyd_images_team(team, "gasnet_coll_team_node2rank")->team;
  gex_Rank_t rank = node < t->job->size ? hyd_team_rank_of(t, node) : GEX_RANK_INVALID;
  if (rank == GEX_RANK_INVALID)
    hyd_fatal("gasnet_coll_team_node2rank", "node %u; expected one of the team's %u", node,
              t->pub.size);
  return rank;
}

/* --- start ---------------------------------------------------------------- */

static const char the_call[] = "gasnet_coll_init";

static int is_in_use(const struct hyd_coll_team_s *t) { return t->image->begun || t->bar.begun; }

/* Numbers the images of all nodes, in place of one image for each node. */
static void number_images(struct hyd_job *job, const gasnet_image_t images[]) {
  gasnet_image_t *first = allocate_zeroed((size_t)job->size + 1, sizeof *first, the_call);
  for (gex_Rank_t r = 0; r < job->size; r++) {
    if (images[r] == 0) hyd_fatal(the_call, "images[%u] is 0; expected 1 or more", r);
    first[r + 1] = first[r] + images[r];
  }
  if (is_in_use(job->layer.images->all))
    hyd_fatal(
        the_call,
        "images is not NULL after collectives that had one for each node; expected the call before "
        "them");
  job->layer.images->first = first;
  free_team(job->layer.images->all);
  job->layer.images->all = new_team(&job->team, the_call);
}

static void keep_functions(struct hyd_images *all, const gasnet_coll_fn_entry_t *fn, size_t n) {
  if (n && fn == NULL) hyd_fatal(the_call, "fn_tbl is NULL with %zu functions", n);
  all->fn_count = n;
  if (n == 0) return;
  all->fn = allocate_zeroed(n, sizeof *all->fn, the_call);
  memcpy(all->fn, fn, n * sizeof *fn);
}

/* Makes the calling thread an image; returns its number on this node. */
static gasnet_image_t become_image(struct hyd_job *job, const gasnet_image_t images[],
                                   gasnet_image_t my_image) {
  const struct hyd_coll_team_s *t = job->layer.images->all;
  struct hyd_thread *self = hyd_self(job);
  gasnet_image_t local = images ? my_image - t->mine : 0;
  if (HYD_DEBUG && self->coll_image) hyd_fatal(the_call, "called a second time by this thread");
  if (local >= t->count)
    hyd_fatal(the_call, "my_image %u; expected one of node %u's, %u to %u", my_image, job->rank,
              t->mine, t->mine + t->count - 1);
  self->coll_image = local + 1;
  return local;
}

static void wait_until_ready(struct hyd_job *job) {
  struct hyd_wait w;
  hyd_wait_begin(&w, job, HYD_WAIT_SETUP, HYD_NO_PEER, 0);
  while (!atomic_load_explicit(&job->layer.images->ready, memory_order_acquire)) /* I2 */
    hyd_wait_pause(&w);
  hyd_wait_end(&w);
}

void gasnet_coll_init(const gasnet_image_t images[], gasnet_image_t my_image,
                      gasnet_coll_fn_entry_t fn_tbl[], size_t fn_count, int init_flags) {
  struct hyd_job *job = hyd_the_job;
  struct hyd_images *all;
  int last;
  hyd_check_entry(the_call);
  if (HYD_DEBUG && init_flags)
    hyd_fatal(the_call, "init_flags 0x%x; expected 0", (unsigned)init_flags);
  if (images && job->threads.mode == 1 && (HYD_DEBUG || images[job->rank] > 1))
    hyd_fatal(the_call, "images is not NULL; expected NULL in GASNET_SEQ");
  all = job->layer.images;
  pthread_mutex_lock(&all->lock);
  if (all->announced == 0) {
    if (images) number_images(job, images);
    keep_functions(all, fn_tbl, fn_count);
  }
  become_image(job, images, my_image);
  last = ++all->announced == all->all->count;
  pthread_mutex_unlock(&all->lock);
  if (last) {
    gex_Event_Wait(hyd_barrier_nb(&job->team));
    atomic_store_explicit(&all->ready, 1, memory_order_release); /* I1 */
    hyd_wake_own_threads(job);
  } else {
    wait_until_ready(job);
  }
}

/* --- tuning: there is nothing to tune (hyd_coll_tuning.h) ------------------ */

void gasnet_coll_loadTuningState(char *file, gasnet_team_handle_t team) {
  (void)file;
  hyd_images_team(team, "gasnet_coll_loadTuningState");
}

void gasnet_coll_dumpTuningState(char *file, gasnet_team_handle_t team) {
  (void)file;
  hyd_images_team(team, "gasnet_coll_dumpTuningState");
}

void gasnet_coll_dumpProfile(char *file, gasnet_team_handle_t team) {
  (void)file;
  hyd_images_team(team, "gasnet_coll_dumpProfile");
}

void gasnet_coll_tune_generic_op(gasnet_team_handle_t team, gasnet_coll_optype_t op,
                                 gasnet_coll_args_t args, int flags,
                                 gasnet_coll_overlap_sample_work_t fn, void *work_arg,
                                 uint32_t *best_alg, uint32_t *num_params, uint32_t **best_param,
                                 char **best_tree) {
  (void)op;
  (void)args;
  (void)flags;
  (void)fn;
  (void)work_arg;
  hyd_images_team(team, "gasnet_coll_tune_generic_op");
  if (best_alg) *best_alg = 0;
  if (num_params) *num_params = 0;
  if (best_param) *best_param = NULL;
  if (best_tree) *best_tree = NULL;
}

int gasnet_coll_get_num_tree_classes(gasnet_team_handle_t team, gasnet_coll_optype_t optype) {
  (void)optype;
  hyd_images_team(team, "gasnet_coll_get_num_tree_classes");
  return 1;
}

void gasnet_coll_set_tree_kind(gasnet_team_handle_t team, int type, int fanout,
                               gasnet_coll_optype_t optype) {
  (void)type;
  (void)fanout;
  (void)optype;
  hyd_images_team(team, "gasnet_coll_set_tree_kind");
}

void gasnet_coll_set_dissem_limit(gasnet_team_handle_t team, size_t limit,
                                  gasnet_coll_optype_t optype) {
  (void)limit;
  (void)optype;
  hyd_images_team(team, "gasnet_coll_set_dissem_limit");
}
