/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paged.c: segments, views and copies (paged.h), and the calls of hyd_paged.h that need no key.
 */
#include "extended/paged/paged.h"

#include <fcntl.h>

#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/mem/kind.h"

/* --- segments --------------------------------------------------------------- */

static struct hyd_guarded *add_own(const struct hyd_guard_module *ops, void *device,
                                   const struct hyd_segment *s) {
  struct hyd_paged *p = calloc(1, sizeof *p);
  if (p == NULL) return NULL;
  p->g = (struct hyd_guarded){(uintptr_t)s->base, s->size, ops->is_read_only(device), 1};
  p->ops = ops;
  p->view = ops->own_view(device, s->base, p->fd);
  if (p->view) return &p->g;
  free(p);
  return NULL;
}

/* Frees the view, but not its mappings, which are the pager's. */
static void drop_own(struct hyd_guarded *g) {
  if (g) free(hyd_paged_of(g)->view);
  free(g);
}

static void save_segments(const struct hyd_guard_module *ops, void *device) { ops->save(device); }

static void list_files(const struct hyd_guarded *g, int32_t fd[2]) {
  fd[0] = hyd_paged_of(g)->fd[0];
  fd[1] = hyd_paged_of(g)->fd[1];
}

static int open_file_of(struct hyd_job *job, gex_Rank_t peer, int fd) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd/%d",
           (int)atomic_load_explicit(&hyd_rank_at(job, peer)->pid, memory_order_relaxed), fd);
  return open(path, O_RDWR | O_CLOEXEC);
}

/* Makes a view of a peer's segment. If that fails, messages are used. */
static void make_view(struct hyd_job *job, gex_Rank_t peer, struct hyd_paged *p,
                      const int32_t fd[2]) {
  const struct hyd_guard_module *ops = hyd_kind_guard(job);
  int here[2] = {open_file_of(job, peer, fd[0]), open_file_of(job, peer, fd[1])};
  char why[HYD_KIND_WHY];
  if (ops && here[0] >= 0 && here[1] >= 0 && ops->view(here, p->g.size, &p->view, why) == GASNET_OK)
    p->ops = ops;
  p->g.seen = p->ops != NULL;
  for (int i = 0; i < 2; i++)
    if (here[i] >= 0) close(here[i]);
}

static struct hyd_guarded *add_peer(struct hyd_job *job, gex_Rank_t peer, uintptr_t base,
                                    uintptr_t size, const int32_t fd[2], int read_only) {
  struct hyd_paged *p = calloc(1, sizeof *p);
  if (p == NULL) return NULL;
  *p = (struct hyd_paged){.g = {base, size, read_only, 0}, .fd = {-1, -1}};
  if (fd) make_view(job, peer, p, fd);
  return &p->g;
}

static void drop_peer(struct hyd_guarded *g) {
  struct hyd_paged *p = hyd_paged_of(g);
  if (p && p->ops) p->ops->unview(p->view);
  free(p);
}

/* --- copies by a view ------------------------------------------------------ */

static size_t copy_direct(struct hyd_job *job, const struct hyd_paged *p, int is_put,
                          const struct hyd_paged_range *range, uintptr_t offset, char *local,
                          size_t n) {
  uint32_t held;
  void *at;
  size_t part = p->ops->lock(p->view, offset, n, is_put, range, &at, &held);
  if (hyd_unlikely(part == 0 || part == HYD_KIND_REFUSED)) return part;
  if (is_put)
    hyd_copy(job, at, local, part);
  else
    hyd_copy(job, local, at, part);
  p->ops->unlock(p->view, held);
  return part;
}

/* Copies between two paged segments. While it holds pages it must not fault: the pager that serves
 * the fault might wait for pages of a rank that waits for these. */
static size_t copy_both(struct hyd_job *job, const struct hyd_paged *p, const struct hyd_paged *own,
                        int is_put, const struct hyd_paged_range *range, uintptr_t offset,
                        char *local, size_t n) {
  uint32_t held;
  void *here;
  size_t part =
      own->ops->lock(own->view, (uintptr_t)local - own->g.base, n, !is_put, NULL, &here, &held);
  if (part == 0) {
    own->ops->bounce(own->view, (uintptr_t)local - own->g.base, n);
    return 0;
  }
  part = copy_direct(job, p, is_put, range, offset, here, part);
  own->ops->unlock(own->view, held);
  return part;
}

size_t hyd_paged_copy(struct hyd_job *job, const struct hyd_paged *p, int is_put,
                      const struct hyd_paged_range *range, void *remote, void *local, size_t n) {
  const struct hyd_paged *own = hyd_paged_of(hyd_guarded_own(job, local, n));
  uintptr_t offset = (uintptr_t)remote - p->g.base;
  size_t done = 0, part = 1;
  if (hyd_unlikely(own != NULL) && !is_put)
    hyd_guarded_check_write(&own->g, job->rank, "paged segment");
  while (done < n && part) {
    char *here = (char *)local + done;
    part = hyd_unlikely(own != NULL)
               ? copy_both(job, p, own, is_put, range, offset + done, here, n - done)
               : copy_direct(job, p, is_put, range, offset + done, here, n - done);
    if (hyd_unlikely(part == HYD_KIND_REFUSED)) return part;
    done += part;
  }
  return done;
}

static void ask_for_pages(const struct hyd_guarded *g, const void *there, size_t n) {
  const struct hyd_paged *p = hyd_paged_of(g);
  p->ops->bounce(p->view, (uintptr_t)there - g->base, n);
}

static size_t copy_pages(struct hyd_job *job, const struct hyd_guarded *g, int is_put, void *there,
                         void *here, size_t n) {
  return hyd_paged_copy(job, hyd_paged_of(g), is_put, NULL, there, here, n);
}

void hyd_paged_copy_all(struct hyd_job *job, const struct hyd_guarded *g, int is_put, void *remote,
                        void *local, size_t n) {
  const struct hyd_paged *p = hyd_paged_of(g);
  char *there = remote, *here = local;
  size_t done = 0;
  while ((done += hyd_paged_copy(job, p, is_put, NULL, there + done, here + done, n - done)) < n) {
    ask_for_pages(g, there + done, n - done);
    p->ops->await(p->view, (uintptr_t)there + done - g->base);
  }
}

static size_t lock_pages(const struct hyd_guarded *g, const void *there, size_t n, int write,
                         void **at_p, uint32_t *held_p) {
  const struct hyd_paged *p = hyd_paged_of(g);
  return p->ops->lock(p->view, (uintptr_t)there - g->base, n, write, NULL, at_p, held_p);
}

static void unlock_pages(const struct hyd_guarded *g, uint32_t held) {
  const struct hyd_paged *p = hyd_paged_of(g);
  p->ops->unlock(p->view, held);
}

static int is_rung(const struct hyd_guarded *g) {
  return hyd_paged_of(g)->ops->is_rung(hyd_paged_of(g)->view);
}

static int needs_core(struct hyd_job *job, const struct hyd_guarded *g) {
  /* L2, with L1 */
  const struct hyd_guarded_ranges *r =
      atomic_load_explicit(&job->mem.guarded_own, memory_order_acquire);
  if (g) return is_rung(g);
  for (uint32_t i = 0; r && i < r->count; i++)
    if (is_rung(r->at[i])) return 1;
  return 0;
}

const struct hyd_guard hyd_paged_guard = {.add_own = add_own,
                                          .drop_own = drop_own,
                                          .save = save_segments,
                                          .list_files = list_files,
                                          .add_peer = add_peer,
                                          .drop_peer = drop_peer,
                                          .copy = copy_pages,
                                          .copy_all = hyd_paged_copy_all,
                                          .lock = lock_pages,
                                          .unlock = unlock_pages,
                                          .ask = ask_for_pages,
                                          .needs_core = needs_core};

/* --- the client's calls ---------------------------------------------------- */

static struct hyd_paged *own_segment(gex_Segment_t segment, const char *call) {
  struct hyd_job *job = hyd_the_job;
  struct hyd_segment *s;
  hyd_check_ready(call);
  pthread_mutex_lock(&job->threads.lock);
  for (s = job->mem.segments; s && s != (struct hyd_segment *)segment; s = s->next) continue;
  pthread_mutex_unlock(&job->threads.lock);
  return s ? hyd_paged_of(s->guarded) : NULL;
}

int hyd_paged_query(gex_Segment_t segment, struct hyd_paged_counts *counts_p) {
  const char *call = "hyd_paged_query";
  struct hyd_paged *p = own_segment(segment, call);
  if (p == NULL || counts_p == NULL)
    return hyd_error(
        GASNET_ERR_BAD_ARG, call,
        "segment %p, counts_p %p; expected a paged segment of this process and a place",
        (void *)segment, (void *)counts_p);
  p->ops->counts(p->view, counts_p);
  return GASNET_OK;
}

/* The paged segment that has the range, or NULL and *rc_p. */
static struct hyd_paged *own_range(gex_Segment_t segment, const void *addr, size_t n,
                                   const char *call, int *rc_p) {
  struct hyd_paged *p = own_segment(segment, call);
  *rc_p = GASNET_OK;
  if (p == NULL)
    *rc_p = hyd_error(GASNET_ERR_BAD_ARG, call,
                      "segment %p; expected a paged segment of this process", (void *)segment);
  else if (n > p->g.size || (uintptr_t)addr - p->g.base > p->g.size - n)
    *rc_p =
        hyd_error(GASNET_ERR_BAD_ARG, call, "%zu bytes at %p; expected a range within [%p, +%zu)",
                  n, addr, (void *)p->g.base, (size_t)p->g.size);
  return *rc_p ? NULL : p;
}

int hyd_paged_will_need(gex_Segment_t segment, const void *addr, size_t n) {
  struct hyd_paged_counts c;
  int rc;
  struct hyd_paged *p = own_range(segment, addr, n, "hyd_paged_will_need", &rc);
  if (p == NULL) return rc;
  p->ops->counts(p->view, &c);
  for (size_t at = 0; at < n; at += (size_t)c.page_size)
    ask_for_pages(&p->g, (const char *)addr + at, n - at);
  return GASNET_OK;
}

/* Touches each page by a transfer, which marks it as used, so that others are evicted before it;
 * and by a load, which shows it to the owner's program. */
int hyd_paged_touch(gex_Segment_t segment, const void *addr, size_t n) {
  struct hyd_paged_counts c;
  int rc = hyd_paged_will_need(segment, addr, n);
  struct hyd_paged *p = rc ? NULL : own_range(segment, addr, n, "hyd_paged_touch", &rc);
  if (p == NULL) return rc;
  p->ops->counts(p->view, &c);
  for (size_t at = 0, step; at < n; at += step) {
    char *there = (char *)(uintptr_t)addr + at, byte;
    step = (size_t)(c.page_size - ((uintptr_t)there - p->g.base) % c.page_size);
    hyd_paged_copy_all(hyd_the_job, &p->g, 0, there, &byte, 1);
    (void)*(const volatile char *)there;
  }
  return GASNET_OK;
}
