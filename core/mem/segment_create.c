/* SPDX-License-Identifier: BSD-3-Clause
 *
 * segment_create.c: segments that the client makes (gex-core.md 9.2). Host memory that the library
 * allocates is a memfd, so that neighbours can map it when it is published. Neighbours reach memory
 * of the client by the kernel's copy or by messages.
 */
#include <errno.h>
#include <sys/mman.h>

#include "conduits/dispatch.h"
#include "core/mem/endpoint.h"
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/mem/kind.h"
#include "core/mem/map.h"
#include "core/mem/guard.h"
#include "core/sys/file_limit.h"
#include "core/sys/memory_file.h"
#include "core/topo/bound_memory.h"

static struct hyd_segment *seg_of(gex_Segment_t s) { return (struct hyd_segment *)s; }

/* --- queries: of any segment ---------------------------------------------- */

gex_Client_t gex_Segment_QueryClient(gex_Segment_t seg) { return (gex_Client_t)seg_of(seg)->job; }
gex_Flags_t gex_Segment_QueryFlags(gex_Segment_t seg) { return (void)seg, 0; }
void *gex_Segment_QueryAddr(gex_Segment_t seg) { return seg_of(seg)->base; }
uintptr_t gex_Segment_QuerySize(gex_Segment_t seg) { return seg_of(seg)->size; }
void gex_Segment_SetCData(gex_Segment_t seg, const void *val) { seg_of(seg)->cdata = val; }
void *gex_Segment_QueryCData(gex_Segment_t seg) { return (void *)(uintptr_t)seg_of(seg)->cdata; }

/* --- the list ------------------------------------------------------------- */

/* Adds `more` to the number of device segments, if *s is one. */
static void count_device(struct hyd_segment *s, uint32_t more) {
  if (hyd_is_device(s))
    atomic_fetch_add_explicit(&s->job->mem.device_segments, more, memory_order_relaxed);
}

/* Adds *s to the list. Returns 0, or -1: out of memory. */
static int add_segment(struct hyd_segment *s) {
  struct hyd_job *job = s->job;
  int rc;
  pthread_mutex_lock(&job->threads.lock);
  s->next = job->mem.segments;
  job->mem.segments = s;
  rc = hyd_guarded_list(job);
  if (rc)
    job->mem.segments = s->next;
  else
    count_device(s, 1);
  pthread_mutex_unlock(&job->threads.lock);
  return rc;
}

/* Takes *s off the list; returns 0 if it is not there. */
static int remove_segment(struct hyd_job *job, struct hyd_segment *s) {
  struct hyd_segment **at = &job->mem.segments;
  int found;
  pthread_mutex_lock(&job->threads.lock);
  while (*at && *at != s) at = &(*at)->next;
  found = *at != NULL;
  if (found) *at = s->next;
  if (found) count_device(s, -1u);
  if (found && s->guarded && hyd_guarded_list(job))
    hyd_fatal("gex_Segment_Destroy", "out of memory for a list of " HYD_GUARDED "s");
  pthread_mutex_unlock(&job->threads.lock);
  return found;
}

int hyd_segment_hold(struct hyd_job *job, gex_Segment_t segment) {
  struct hyd_segment *s;
  pthread_mutex_lock(&job->threads.lock);
  for (s = job->mem.segments; s && s != seg_of(segment); s = s->next) continue;
  if (s == NULL && job->segment.base && seg_of(segment) == &job->segment) s = &job->segment;
  if (s) s->bound++;
  pthread_mutex_unlock(&job->threads.lock);
  return s != NULL;
}

/* --- memory of the host --------------------------------------------------- */

static int no_memory(uintptr_t length) {
  char why[HYD_FILE_WHY];
  return hyd_error(GASNET_ERR_RESOURCE, "gex_Segment_Create", "cannot allocate %zu bytes: %s",
                   (size_t)length, hyd_file_why(errno, why));
}

static int allocate_host(struct hyd_segment *s, uintptr_t length) {
  int err;
  uintptr_t size = (length + GASNET_PAGESIZE - 1) & ~(uintptr_t)(GASNET_PAGESIZE - 1);
  if (size < length || length > s->job->mem.max_local)
    return hyd_error(GASNET_ERR_BAD_ARG, "gex_Segment_Create",
                     "%zu bytes; expected at most %zu "
                     "(GASNET_MAX_SEGSIZE sets the limit)",
                     (size_t)length, (size_t)s->job->mem.max_local);
  s->fd = hyd_memory_file("gasnet-segment", NULL);
  if (s->fd < 0) return no_memory(length);
  s->base = hyd_file_resize(s->fd, size)
                ? MAP_FAILED
                : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, s->fd, 0);
  if (s->base != MAP_FAILED && (err = hyd_memory_reserve(s->fd, 0, size)) != 0) {
    munmap(s->base, size);
    s->base = MAP_FAILED;
    errno = err;
  }
  if (s->base == MAP_FAILED) {
    int rc = no_memory(length);
    close(s->fd);
    return rc;
  }
  hyd_bind_memory(s->job->env, s->base, size);
  s->size = size;
  s->made = 1;
  return GASNET_OK;
}

static int adopt_host(struct hyd_segment *s, void *address, uintptr_t length) {
  if ((uintptr_t)address + (length - 1) < (uintptr_t)address)
    return hyd_error(GASNET_ERR_BAD_ARG, "gex_Segment_Create",
                     "%zu bytes at %p reach beyond all "
                     "addresses",
                     (size_t)length, address);
  s->base = address;
  s->size = length;
  return GASNET_OK;
}

static void free_host(struct hyd_segment *s) {
  if (!s->made) return;
  munmap(s->base, s->size);
  close(s->fd);
}

/* --- the calls ------------------------------------------------------------ */

static void empty_segment(struct hyd_segment *s) {
  if (s->kind)
    hyd_kind_empty(s);
  else
    free_host(s);
}

static int fill_segment(struct hyd_segment *s, void *address, uintptr_t length, gex_MK_t kind) {
  if (kind != GEX_MK_HOST) return hyd_kind_fill(s, kind, address, length);
  return address ? adopt_host(s, address, length) : allocate_host(s, length);
}

int gex_Segment_Create(gex_Segment_t *segment_p, gex_Client_t client, gex_Addr_t address,
                       uintptr_t length, gex_MK_t kind, gex_Flags_t flags) {
  const char *call = "gex_Segment_Create";
  struct hyd_job *job = hyd_the_job;
  struct hyd_segment *s;
  int rc;
  hyd_check_ready(call);
  if (HYD_DEBUG) hyd_check_call(call);
  if (segment_p == NULL || client != (gex_Client_t)job || (HYD_DEBUG && flags))
    hyd_fatal(call,
              "segment_p %p, client %p, flags 0x%x; expected a place for the segment, the "
              "client, and flags 0",
              (void *)segment_p, (void *)client, flags);
  if (length == 0) return hyd_error(GASNET_ERR_BAD_ARG, call, "length 0; expected 1 byte or more");
  s = calloc(1, sizeof *s);
  if (s == NULL) return hyd_error(GASNET_ERR_RESOURCE, call, "out of memory for a segment");
  s->job = job;
  s->fd = -1;
  if ((rc = fill_segment(s, address, length, kind))) {
    free(s);
    return rc;
  }
  if (add_segment(s)) {
    empty_segment(s);
    free(s);
    return hyd_error(GASNET_ERR_RESOURCE, call, "out of memory for a segment");
  }
  *segment_p = (gex_Segment_t)s;
  return GASNET_OK;
}

/* Endpoints stay bound to a destroyed segment, but reach no memory from now on (SEG-12). */
static void forget_segment(struct hyd_job *job, const struct hyd_segment *s) {
  struct hyd_ep *ep;
  if (job->ep.segment == s) hyd_segment_forget(job);
  for (unsigned i = 1; (ep = hyd_ep_at(job, i)) != NULL; i++)
    if (ep->segment == s) hyd_bound_find(job, i, job->rank)->size = 0;
}

void gex_Segment_Destroy(gex_Segment_t segment, gex_Flags_t flags) {
  const char *call = "gex_Segment_Destroy";
  struct hyd_job *job = hyd_the_job;
  struct hyd_segment *s = seg_of(segment);
  hyd_check_ready(call);
  if (HYD_DEBUG) hyd_check_call(call);
  if (HYD_DEBUG && flags) hyd_fatal(call, "flags 0x%x; expected 0", flags);
  if (s == &job->segment)
    hyd_fatal(call, "the attached segment; expected one of gex_Segment_Create");
  if (!remove_segment(job, s))
    hyd_fatal(call,
              "%p is not a segment; expected one that gex_Segment_Create made, destroyed once",
              (void *)segment);
  forget_segment(job, s);
  empty_segment(s);
  s->size = 0;
  s->base = NULL;
  if (s->bound == 0) free(s);
}

/* --- binding -------------------------------------------------------------- */

static int bad_binding(const struct hyd_ep *ep, const char *why) {
  return hyd_error(GASNET_ERR_BAD_ARG, "gex_EP_BindSegment", "endpoint %d: %s",
                   ep ? (int)ep->index : -1, why);
}

static int no_table(const struct hyd_job *job) {
  return hyd_error(GASNET_ERR_RESOURCE, "gex_EP_BindSegment", "out of memory for %u ranks",
                   job->size);
}

/* Binds the primordial endpoint in place of attach (AMBIG-4). This rank reaches the segment from
 * now on, other ranks once it is published. */
static int bind_primordial(struct hyd_ep *e, gex_Segment_t segment) {
  struct hyd_segment *s = (struct hyd_segment *)segment;
  if (!hyd_segment_hold(e->job, segment)) return bad_binding(e, "no such segment");
  if (s->kind && !(s->guarded && hyd_conduit_of(e->job)->guarded)) {
    s->bound--;
    return bad_binding(e, s->guarded ? "the primordial one takes no paged memory on this conduit"
                                     : "the primordial one takes host memory only");
  }
  if (hyd_segment_note(e->job, e->job->rank, s->base, s->size, s->base)) {
    s->bound--;
    return no_table(e->job);
  }
  e->segment = s;
  return GASNET_OK;
}

int gex_EP_BindSegment(gex_EP_t ep, gex_Segment_t segment, gex_Flags_t flags) {
  struct hyd_job *job = hyd_the_job;
  struct hyd_ep *e = (struct hyd_ep *)ep;
  struct hyd_bound *b;
  hyd_check_ready("gex_EP_BindSegment");
  if (HYD_DEBUG) hyd_check_call("gex_EP_BindSegment");
  if (!hyd_ep_is(job, ep)) return bad_binding(NULL, "not an endpoint");
  if (flags) return bad_binding(e, "flags are not 0");
  if (e->segment || (e->index == 0 && job->mem.attached))
    return bad_binding(e, "bound already"); /* or to all memory */
  if (e->index == 0) return bind_primordial(e, segment);
  if ((b = hyd_bound_table(job, e->index)) == NULL) return no_table(job);
  if (!hyd_segment_hold(job, segment)) return bad_binding(e, "no such segment");
  /* Release: pairs with hyd_ep_segments_have. */
  __atomic_store_n(&e->segment, (struct hyd_segment *)segment, __ATOMIC_RELEASE);
  b[job->rank] = (struct hyd_bound){.base = e->segment->base,
                                    .size = e->segment->size,
                                    .device = hyd_is_device(e->segment)};
  b[job->rank].map = hyd_map_of((uintptr_t)e->segment->base, e->segment->size, e->segment->base);
  return GASNET_OK;
}
