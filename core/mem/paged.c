/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paged.c: see paged.h; and the calls of hyd_paged.h.
 */
#include "core/mem/paged.h"

#include <fcntl.h>

#include "conduits/dispatch.h"
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/mem/kind.h"

/* --- this process's segments ---------------------------------------------- */

struct hyd_paged *hyd_paged_of_own(const struct hyd_kind_paged *ops, void *device,
                                   const struct hyd_segment *s) {
  struct hyd_paged *p = calloc(1, sizeof *p);
  if (p == NULL) return NULL;
  *p = (struct hyd_paged){.base = (uintptr_t)s->base,
                          .size = s->size,
                          .ops = ops,
                          .read_only = ops->is_read_only(device)};
  p->view = ops->own_view(device, s->base, p->fd);
  if (p->view) return p;
  free(p);
  return NULL;
}

/* The view's mappings are the pager's. */
void hyd_paged_forget_own(struct hyd_paged *p) {
  if (p) free(p->view);
  free(p);
}

int hyd_paged_list(struct hyd_job *job) {
  struct hyd_paged_ranges *old = atomic_load_explicit(&job->mem.paged_own, memory_order_relaxed);
  struct hyd_paged_ranges *r;
  uint32_t n = 0;
  for (struct hyd_segment *s = job->mem.segments; s; s = s->next) n += s->paged != NULL;
  if (n == 0 && old == NULL) return 0;
  job->mem.paged_round = hyd_conduit_of(job)->paged != HYD_PAGED_ALL;
  if ((r = malloc(sizeof *r + n * sizeof *r->at)) == NULL) return -1;
  r->older = old;
  r->count = 0;
  for (struct hyd_segment *s = job->mem.segments; s; s = s->next)
    if (s->paged) {
      r->at[r->count].base = s->paged->base;
      r->at[r->count].size = s->paged->size;
      r->at[r->count++].p = s->paged;
    }
  atomic_store_explicit(&job->mem.paged_own, r, memory_order_release); /* L1, with L2 */
  return 0;
}

/* --- those of other ranks ------------------------------------------------- */

static int open_of(struct hyd_job *job, gex_Rank_t peer, int fd) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd/%d",
           (int)atomic_load_explicit(&hyd_rank_at(job, peer)->pid, memory_order_relaxed), fd);
  return open(path, O_RDWR | O_CLOEXEC);
}

/* Without the view, messages are the way. */
static void make_view(struct hyd_job *job, gex_Rank_t peer, struct hyd_paged *p, const int fd[2]) {
  const struct hyd_kind_paged *ops = hyd_kind_paged(job);
  int here[2] = {open_of(job, peer, fd[0]), open_of(job, peer, fd[1])};
  char why[HYD_KIND_WHY];
  if (ops && here[0] >= 0 && here[1] >= 0 && ops->view(here, p->size, &p->view, why) == GASNET_OK)
    p->ops = ops;
  for (int i = 0; i < 2; i++)
    if (here[i] >= 0) close(here[i]);
}

struct hyd_paged *hyd_paged_of_peer(struct hyd_job *job, gex_Rank_t peer, uintptr_t base,
                                    uintptr_t size, const int fd[2], int read_only) {
  struct hyd_paged *p = calloc(1, sizeof *p);
  if (p == NULL) return NULL;
  *p = (struct hyd_paged){.base = base, .size = size, .fd = {-1, -1}, .read_only = read_only};
  if (fd[0] >= 0) make_view(job, peer, p, fd);
  return p;
}

void hyd_paged_forget_peer(struct hyd_paged *p) {
  if (p && p->ops) p->ops->unview(p->view);
  free(p);
}

int hyd_paged_note(struct hyd_job *job, gex_Rank_t peer, struct hyd_paged *p) {
  if (p && job->mem.paged == NULL) job->mem.paged = calloc(job->size, sizeof *job->mem.paged);
  if (job->mem.paged == NULL) return p ? -1 : 0;
  hyd_paged_forget_peer(job->mem.paged[peer]);
  job->mem.paged[peer] = p;
  return 0;
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

/* Both sides are paged: no fault is waited for while pages are held, since the pager that serves it
 * may need those that a rank holds which waits for this rank's. */
static size_t copy_both(struct hyd_job *job, const struct hyd_paged *p, const struct hyd_paged *own,
                        int is_put, const struct hyd_paged_range *range, uintptr_t offset,
                        char *local, size_t n) {
  uint32_t held;
  void *here;
  size_t part =
      own->ops->lock(own->view, (uintptr_t)local - own->base, n, !is_put, NULL, &here, &held);
  if (part == 0) {
    hyd_paged_ask(own, local, n);
    return 0;
  }
  part = copy_direct(job, p, is_put, range, offset, here, part);
  own->ops->unlock(own->view, held);
  return part;
}

size_t hyd_paged_copy(struct hyd_job *job, const struct hyd_paged *p, int is_put,
                      const struct hyd_paged_range *range, void *remote, void *local, size_t n) {
  const struct hyd_paged *own = hyd_paged_own(job, local, n);
  uintptr_t offset = (uintptr_t)remote - p->base;
  size_t done = 0, part = 1;
  if (hyd_unlikely(own != NULL) && !is_put) hyd_paged_check_write(own, job->rank, "paged segment");
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

void hyd_paged_ask(const struct hyd_paged *p, const void *remote, size_t n) {
  p->ops->bounce(p->view, (uintptr_t)remote - p->base, n);
}

int hyd_paged_is_rung(struct hyd_job *job) {
  /* L2, with L1 */
  const struct hyd_paged_ranges *r =
      atomic_load_explicit(&job->mem.paged_own, memory_order_acquire);
  for (uint32_t i = 0; r && i < r->count; i++)
    if (r->at[i].p->ops->is_rung(r->at[i].p->view)) return 1;
  return 0;
}

void hyd_paged_copy_all(struct hyd_job *job, const struct hyd_paged *p, int is_put, void *remote,
                        void *local, size_t n) {
  char *there = remote, *here = local;
  size_t done = 0;
  while ((done += hyd_paged_copy(job, p, is_put, NULL, there + done, here + done, n - done)) < n) {
    hyd_paged_ask(p, there + done, n - done);
    p->ops->await(p->view, (uintptr_t)there + done - p->base);
  }
}

/* --- the client's calls ---------------------------------------------------- */

static struct hyd_paged *own_segment(gex_Segment_t segment, const char *call) {
  struct hyd_job *job = hyd_the_job;
  struct hyd_segment *s;
  hyd_check_ready(call);
  pthread_mutex_lock(&job->threads.lock);
  for (s = job->mem.segments; s && s != (struct hyd_segment *)segment; s = s->next) continue;
  pthread_mutex_unlock(&job->threads.lock);
  return s ? s->paged : NULL;
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

/* The paged segment that has the range, or NULL and an error. */
static struct hyd_paged *own_range(gex_Segment_t segment, const void *addr, size_t n,
                                   const char *call, int *rc_p) {
  struct hyd_paged *p = own_segment(segment, call);
  *rc_p = GASNET_OK;
  if (p == NULL)
    *rc_p = hyd_error(GASNET_ERR_BAD_ARG, call,
                      "segment %p; expected a paged segment of this process", (void *)segment);
  else if (n > p->size || (uintptr_t)addr - p->base > p->size - n)
    *rc_p =
        hyd_error(GASNET_ERR_BAD_ARG, call, "%zu bytes at %p; expected a range within [%p, +%zu)",
                  n, addr, (void *)p->base, (size_t)p->size);
  return *rc_p ? NULL : p;
}

int hyd_paged_will_need(gex_Segment_t segment, const void *addr, size_t n) {
  struct hyd_paged_counts c;
  int rc;
  struct hyd_paged *p = own_range(segment, addr, n, "hyd_paged_will_need", &rc);
  if (p == NULL) return rc;
  p->ops->counts(p->view, &c);
  for (size_t at = 0; at < n; at += (size_t)c.page_size)
    hyd_paged_ask(p, (const char *)addr + at, n - at);
  return GASNET_OK;
}

/* By transfers, which mark a page as used, so that other pages go before it; and by loads, which
 * show it to the owner's program. */
int hyd_paged_touch(gex_Segment_t segment, const void *addr, size_t n) {
  struct hyd_paged_counts c;
  int rc = hyd_paged_will_need(segment, addr, n);
  struct hyd_paged *p = rc ? NULL : own_range(segment, addr, n, "hyd_paged_touch", &rc);
  if (p == NULL) return rc;
  p->ops->counts(p->view, &c);
  for (size_t at = 0, step; at < n; at += step) {
    char *there = (char *)(uintptr_t)addr + at, byte;
    step = (size_t)(c.page_size - ((uintptr_t)there - p->base) % c.page_size);
    hyd_paged_copy_all(hyd_the_job, p, 0, there, &byte, 1);
    (void)*(const volatile char *)there;
  }
  return GASNET_OK;
}
