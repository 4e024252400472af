/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_legacy.c: the life of a collective of GASNet-1 (coll_legacy.h). Images begin it, the last of
 * them starts it, the engine takes it through its stages, and the last image that synchronises
 * frees it.
 *
 * Collectives of nodes (GASNET_COLL_NO_IMAGES) have no number among those of images. A collective
 * of nodes is held until all collectives of images that its caller has begun before have started;
 * no later one can have started by then. So all nodes start both sorts in the same order.
 */
#include "extended/coll_gasnet1/coll_legacy.h"

#include "core/base/err.h"
#include "core/am/wait.h"

/* One image's part of a collective. Its handle is an event of the library (op.h), which is complete
 * when all its parts are. The last image that synchronises frees the collective. */
struct hyd_legacy_part {
  struct hyd_legacy *op;
  struct hyd_legacy_part *before; /* a part that is aggregated with this one, or NULL */
};

/* --- stages --------------------------------------------------------------- */

static int step_nothing(struct hyd_coll *c) { return (void)c, 1; }

static int (*stage_of(const struct hyd_legacy *op))(struct hyd_coll *) {
  if (op->stage == 1) return op->kind->step;
  return op->flags & (op->stage ? GASNET_COLL_OUT_ALLSYNC : GASNET_COLL_IN_ALLSYNC)
             ? hyd_coll_barrier
             : step_nothing;
}

static void next_stage(struct hyd_coll *c, struct hyd_legacy *op) {
  op->stage++;
  op->over = 0;
  c->seq++;
  c->n_in = c->n_out = c->state = c->kids = 0;
  free(c->temp);
  free(op->red.temp);
  c->temp = op->red.temp = NULL;
}

static int step_stages(struct hyd_coll *c) {
  struct hyd_legacy *op = hyd_legacy_of(c);
  while (op->stage < HYD_LEGACY_STAGES) {
    if (!op->over && !stage_of(op)(c)) return 0;
    op->over = 1;
    if (!hyd_coll_all_sent(c)) return 0;
    next_stage(c, op);
  }
  return 1;
}

static const struct hyd_coll_kind legacy = {step_stages, NULL, NULL};

/* --- start, by the last image; under the lock ----------------------------- */

static void start_collective(struct hyd_legacy *op) {
  struct hyd_team *team = op->team->team;
  struct hyd_coll *c = hyd_coll_new(team, &legacy);
  c->numbers = HYD_LEGACY_STAGES;
  c->fn_data = op;
  op->c = c;
  op->event = hyd_coll_start(c);
  atomic_store_explicit(&op->started, 1, memory_order_release); /* S1 */
}

static void release_held(struct hyd_coll_team_s *t) {
  struct hyd_legacy **at = &t->held;
  while (*at) {
    struct hyd_legacy *op = *at;
    if (op->number > t->started) {
      at = &op->next;
      continue;
    }
    *at = op->next;
    start_collective(op);
  }
}

static void unlink_forming(struct hyd_coll_team_s *t, const struct hyd_legacy *op) {
  struct hyd_legacy **at = &t->forming;
  while (*at != op) at = &(*at)->next;
  *at = op->next;
}

static void start_or_hold(struct hyd_legacy *op) {
  struct hyd_coll_team_s *t = op->team;
  if (op->by_node && op->number > t->started) {
    op->next = t->held;
    t->held = op;
    return;
  }
  if (!op->by_node) unlink_forming(t, op);
  start_collective(op);
  if (op->by_node) return;
  t->started++;
  release_held(t);
}

/* --- begin ---------------------------------------------------------------- */

static gex_Rank_t node_of(const struct hyd_coll_team_s *t, gasnet_image_t image) {
  gex_Rank_t low = 0, high = t->team->pub.size;
  if (t->first == NULL) return image;
  while (high - low > 1) {
    gex_Rank_t middle = low + (high - low) / 2;
    if (t->first[middle] <= image)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static void set_function(struct hyd_legacy *op, const struct hyd_legacy_call *call) {
  const struct hyd_images *all = op->team->team->job->layer.images;
  if (call->fn < 0 || (size_t)call->fn >= all->fn_count)
    hyd_fatal(call->name, "func %d; expected 0 to %zu, an index into the table of gasnet_coll_init",
              (int)call->fn, all->fn_count - (all->fn_count != 0));
  op->red.fn = all->fn[call->fn];
  op->red.fn_arg = call->fn_arg;
  op->red.elem_size = call->elem_size;
  op->red.elems = call->count;
}

static struct hyd_legacy *new_op(struct hyd_coll_team_s *t, const struct hyd_legacy_call *call,
                                 uint64_t number) {
  int by_node = (call->flags & GASNET_COLL_NO_IMAGES) != 0;
  gasnet_image_t count = by_node ? 1 : t->count;
  gasnet_image_t total = by_node ? t->team->pub.size : t->total;
  struct hyd_legacy *op = calloc(1, sizeof *op + 2 * count * sizeof *op->addr);
  if (op == NULL) hyd_fatal(call->name, "out of memory for a collective");
  if (call->root >= total)
    hyd_fatal(call->name, "root %u; expected 0 to %u", call->root, total - 1);
  op->team = t;
  op->kind = call->kind;
  op->number = number;
  op->count = op->missing = op->unsynced = count;
  op->by_node = by_node;
  op->flags = call->flags;
  op->root = call->root;
  op->root_node = by_node ? call->root : node_of(t, call->root);
  op->mine = by_node ? t->team->pub.rank : t->mine;
  op->nbytes = call->nbytes;
  op->dst = op->addr;
  op->src = op->addr + count;
  if (call->elem_size) set_function(op, call);
  return op;
}

/* The collective with the image's next number, which another image may have begun, else a new one.
 */
static struct hyd_legacy *find_or_make(struct hyd_coll_team_s *t, struct hyd_image *image,
                                       const struct hyd_legacy_call *call) {
  struct hyd_legacy *op;
  if (call->flags & GASNET_COLL_NO_IMAGES) return new_op(t, call, image->begun);
  image->begun++;
  for (op = t->forming; op; op = op->next)
    if (op->number == image->begun) return op;
  op = new_op(t, call, image->begun);
  op->next = t->forming;
  return t->forming = op;
}

static void check_agreement(const struct hyd_legacy *op, const struct hyd_legacy_call *call) {
  if (op->kind != call->kind || op->nbytes != call->nbytes || op->flags != call->flags ||
      op->root != call->root)
    hyd_fatal(call->name,
              "%zu bytes, root %u, flags 0x%x, where another image of this node called "
              "%s with %zu bytes, root %u, flags 0x%x; expected the same",
              call->nbytes, call->root, (unsigned)call->flags, op->kind->name[0], op->nbytes,
              op->root, (unsigned)op->flags);
}

static void *address_at(const void *at, int is_list, gasnet_image_t index) {
  return is_list ? ((void *const *)at)[index] : (void *)(uintptr_t)at;
}

/* Sets the calling image's addresses (K10, K11). */
static void set_addresses(struct hyd_legacy *op, gasnet_image_t local,
                          const struct hyd_legacy_call *call) {
  gasnet_image_t index = local + (call->flags & GASNET_COLL_SINGLE ? op->mine : 0);
  op->dst[local] = address_at(call->dst, call->lists & HYD_LEGACY_DSTLIST, index);
  op->src[local] = address_at(call->src, call->lists & HYD_LEGACY_SRCLIST, index);
}

/* Makes the image's part, with the parts that are aggregated with it; NULL: more parts will come.
 */
static struct hyd_legacy_part *part_of(struct hyd_legacy *op, struct hyd_image *image) {
  struct hyd_legacy_part *p = malloc(sizeof *p);
  if (p == NULL) hyd_fatal("gasnet_coll", "out of memory for a handle");
  *p = (struct hyd_legacy_part){op, image->together};
  image->together = op->flags & GASNET_COLL_AGGREGATE ? p : NULL;
  return image->together ? NULL : p;
}

static int is_complete(struct hyd_job *job, const struct hyd_legacy *op) {
  return atomic_load_explicit(&op->started, memory_order_acquire) && /* S2 */
         (op->event == GEX_EVENT_INVALID || hyd_op_test(job, (struct hyd_op *)op->event));
}

static int are_complete(struct hyd_job *job, const struct hyd_legacy_part *p) {
  for (; p; p = p->before)
    if (!is_complete(job, p->op)) return 0;
  return 1;
}

static void release_parts(struct hyd_job *job, struct hyd_legacy_part *p) {
  while (p) {
    struct hyd_legacy_part *before = p->before;
    struct hyd_legacy *op = p->op;
    gasnet_image_t left;
    pthread_mutex_lock(&job->layer.images->lock);
    left = --op->unsynced;
    pthread_mutex_unlock(&job->layer.images->lock);
    if (left == 0) {
      if (op->event != GEX_EVENT_INVALID) hyd_op_free(hyd_self(job), (struct hyd_op *)op->event);
      free(op);
    }
    free(p);
    p = before;
  }
}

/* The test of a handle. It has its parts until they are complete. */
static int test_parts(struct hyd_job *job, struct hyd_op *handle) {
  struct hyd_legacy_part *p = (struct hyd_legacy_part *)(uintptr_t)handle->value;
  if (p == NULL) return 1;
  if (!are_complete(job, p)) return 0;
  handle->value = 0;
  release_parts(job, p);
  return 1;
}

static gasnet_coll_handle_t handle_for(struct hyd_job *job, struct hyd_legacy_part *p) {
  struct hyd_op *handle;
  if (p == NULL) return GASNET_COLL_INVALID_HANDLE;
  if (are_complete(job, p)) {
    release_parts(job, p);
    return GASNET_COLL_INVALID_HANDLE;
  }
  handle = hyd_op_new(hyd_self(job), HYD_OP_LEGACY, HYD_NO_PEER);
  handle->test = test_parts;
  handle->value = (uintptr_t)p;
  return (gex_Event_t)handle;
}

gasnet_coll_handle_t hyd_legacy_begin(const struct hyd_legacy_call *call) {
  struct hyd_coll_team_s *t = hyd_images_team(call->team, call->name);
  struct hyd_image *image = hyd_images_self(t, call->name);
  struct hyd_job *job = t->team->job;
  struct hyd_legacy *op;
  struct hyd_legacy_part *part;
  pthread_mutex_lock(&job->layer.images->lock);
  op = find_or_make(t, image, call);
  check_agreement(op, call);
  set_addresses(op, op->by_node ? 0 : (gasnet_image_t)(image - t->image), call);
  if (--op->missing == 0) start_or_hold(op);
  part = part_of(op, image);
  pthread_mutex_unlock(&job->layer.images->lock);
  hyd_wake_own_threads(job);
  hyd_poll(job);
  return handle_for(job, part);
}

/* --- calls of clients' reduction functions --------------------------------- */

/* Steps run under the engine's lock, where a client's function that communicates would wait for
 * itself (K27). So a step queues the call here. Polls make it without a lock, one call at a time,
 * and then the engine takes the step again. */
enum { IDLE, QUEUED, DONE };

static void append_work(struct hyd_images *all, struct hyd_legacy *op) {
  struct hyd_legacy **last = &all->work;
  op->next = NULL;
  pthread_mutex_lock(&all->work_lock);
  while (*last) last = &(*last)->next;
  *last = op;
  pthread_mutex_unlock(&all->work_lock);
}

static struct hyd_legacy *take_work(struct hyd_images *all) {
  struct hyd_legacy *op;
  pthread_mutex_lock(&all->work_lock);
  op = all->work;
  if (op) all->work = op->next;
  pthread_mutex_unlock(&all->work_lock);
  return op;
}

int hyd_legacy_do(struct hyd_legacy *op, void (*fn)(struct hyd_legacy *op)) {
  struct hyd_job *job = op->team->team->job;
  int state = atomic_load_explicit(&op->red.work_state, memory_order_acquire); /* J2 */
  if (op->red.fn.flags & GASNET_COLL_AMSAFE) {
    fn(op);
    return 1;
  }
  if (state == QUEUED) return 0;
  if (state == DONE) {
    atomic_store_explicit(&op->red.work_state, IDLE, memory_order_relaxed);
    return 1;
  }
  op->red.work = fn;
  atomic_store_explicit(&op->red.work_state, QUEUED, memory_order_relaxed);
  append_work(job->layer.images, op);
  hyd_poll_todo(job);
  return 0;
}

/* A client's function may poll, and come here again: then the outer call goes on with the queue. */
int hyd_legacy_progress(struct hyd_job *job) {
  struct hyd_images *all = job->layer.images;
  struct hyd_legacy *op;
  if (pthread_mutex_trylock(&all->working)) return HYD_PROGRESS_MORE;
  while ((op = take_work(all)) != NULL) {
    op->red.work(op);
    atomic_store_explicit(&op->red.work_state, DONE, memory_order_release); /* J1, pairs with J2 */
    hyd_poll_todo(job);
  }
  pthread_mutex_unlock(&all->working);
  return 0;
}
