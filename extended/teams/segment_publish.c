/* SPDX-License-Identifier: BSD-3-Clause
 *
 * segment_publish.c: gex_EP_PublishBoundSegment (gex-core.md 10.3). Members of the team tell each
 * other how many endpoints they publish; then, in lists as long as the longest, where the segments
 * lie. A process maps a neighbour's memory, if the neighbour's library allocated it, through
 * /proc/PID/fd, while the neighbour waits in the final barrier. Memory that cannot be mapped is
 * reached by other ways.
 */
#include <fcntl.h>
#include <sys/mman.h>

#include "core/mem/endpoint.h"
#include "core/base/err.h"
#include "core/job/attach.h"
#include "core/mem/guard.h"
#include "extended/coll/coll.h"

static const char *const name = "gex_EP_PublishBoundSegment";

enum memory { NO_MORE, PLAIN, DEVICE, ATTACHED, MADE, GUARDED, GUARDED_READ_ONLY };

struct notice { /* one endpoint of the sender */
  uint64_t base, size;
  uint16_t index;
  uint16_t memory; /* enum memory; NO_MORE: the list is over */
  int32_t fd[2];   /* descriptors of the sender: a memfd (MADE), or those that the guard lists */
};

/* --- what this rank publishes ---------------------------------------------------------- */

static struct notice notice_of(struct hyd_job *job, const struct hyd_ep *ep) {
  const struct hyd_segment *s = ep->segment;
  struct notice n = {(uintptr_t)s->base, s->size, ep->index, PLAIN, {-1, -1}};
  if (s->kind) n.memory = DEVICE;
  if (s == &job->segment) n.memory = ATTACHED;
  if (s->fd >= 0) {
    n.memory = MADE;
    n.fd[0] = s->fd;
  }
  if (s->guarded) {
    n.memory = s->guarded->read_only ? GUARDED_READ_ONLY : GUARDED;
    job->mem.guard->list_files(s->guarded, n.fd);
  }
  return n;
}

/* Whether an endpoint's segment is to be published; an attached one is known already. */
static int is_news(struct hyd_job *job, const struct hyd_ep *ep) {
  return ep->segment && ep->segment->size && (ep->index || ep->segment != &job->segment);
}

static uint32_t collect_notices(struct hyd_job *job, gex_EP_t *eps, size_t n, struct notice *list) {
  uint32_t count = 0;
  if (n > GASNET_MAXEPS || (n && eps == NULL))
    hyd_fatal(name, "%zu endpoints at %p; expected at most %d", n, (void *)eps, GASNET_MAXEPS);
  for (size_t i = 0; i < n; i++) {
    const struct hyd_ep *ep = (const struct hyd_ep *)eps[i];
    if (!hyd_ep_is(job, eps[i])) hyd_fatal(name, "eps[%zu] is not an endpoint of this process", i);
    if (is_news(job, ep)) list[count++] = notice_of(job, ep);
  }
  return count;
}

/* --- what others publish ---------------------------------------------------------- */

/* Maps a neighbour's memory; returns NULL if that fails. */
static void *map_segment(struct hyd_job *job, gex_Rank_t peer, const struct notice *n) {
  char path[64];
  void *here = MAP_FAILED;
  int fd;
  snprintf(path, sizeof path, "/proc/%d/fd/%d",
           (int)atomic_load_explicit(&hyd_rank_at(job, peer)->pid, memory_order_relaxed),
           (int)n->fd[0]);
  fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return NULL;
  here = mmap(NULL, n->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
  close(fd);
  return here == MAP_FAILED ? NULL : here;
}

static void forget_bound(struct hyd_job *job, struct hyd_bound *b) {
  job->mem.guard->drop_peer(b->guarded);
  if (b->own_map) munmap((void *)b->map.base, b->map.lim + HYD_RMA_SMALL);
  *b = (struct hyd_bound){.size = 0};
  hyd_map_clear(&b->map);
}

static int is_guarded(const struct notice *n) {
  return n->memory == GUARDED || n->memory == GUARDED_READ_ONLY;
}

/* The memory of a segment that a peer has published, in this process. */
struct found {
  void *here;                  /* where it is mapped, or NULL */
  struct hyd_guarded *guarded; /* or NULL */
};

/* Maps a peer's memory, or opens its guard's files, if the peer shares memory. Returns 0, or -1:
 * out of memory. */
static int find_memory(struct hyd_job *job, gex_Rank_t peer, const struct notice *n,
                       struct found *f) {
  int shared = hyd_in_nbrhd(job, peer);
  *f = (struct found){NULL, NULL};
  if (is_guarded(n)) {
    f->guarded = job->mem.guard->add_peer(job, peer, (uintptr_t)n->base, (uintptr_t)n->size,
                                          shared ? n->fd : NULL, n->memory == GUARDED_READ_ONLY);
    return f->guarded ? 0 : -1;
  }
  if (n->memory == MADE && shared) f->here = map_segment(job, peer, n);
  return 0;
}

static int no_memory(gex_Rank_t peer) {
  return hyd_error(GASNET_ERR_RESOURCE, name, "out of memory for rank %u's segment", peer);
}

/* Notes the segment of a primordial endpoint, unless it is known. In EVERYTHING all memory is
 * reached without a mapping. */
static int note_primordial(struct hyd_job *job, gex_Rank_t peer, const struct notice *n) {
  const gasnet_seginfo_t *known = &job->mem.seginfo[peer];
  struct found f = {NULL, NULL};
  if (known->size == n->size && (uintptr_t)known->addr == n->base) return GASNET_OK;
  if (!hyd_everything(job) && find_memory(job, peer, n, &f)) return no_memory(peer);
  if (hyd_guarded_note(job, peer, f.guarded)) return no_memory(peer);
  if (hyd_segment_note(job, peer, (void *)(uintptr_t)n->base, (uintptr_t)n->size, f.here))
    return no_memory(peer);
  return GASNET_OK;
}

static int note_segment(struct hyd_job *job, gex_Rank_t peer, const struct notice *n) {
  struct hyd_bound *b;
  struct found f;
  if (n->index == 0) return note_primordial(job, peer, n);
  b = hyd_bound_table(job, n->index);
  if (b == NULL)
    return hyd_error(GASNET_ERR_RESOURCE, name, "no room for endpoint %u of rank %u",
                     (unsigned)n->index, peer);
  b += peer;
  forget_bound(job, b);
  if (find_memory(job, peer, n, &f)) return no_memory(peer);
  b->base = (void *)(uintptr_t)n->base;
  b->device = n->memory == DEVICE;
  b->guarded = f.guarded;
  if (n->memory == ATTACHED) b->map = job->mem.map[peer];
  if (f.here) {
    b->map = hyd_map_of(n->base, n->size, f.here);
    b->own_map = 1;
  }
  b->size = n->size;
  return GASNET_OK;
}

struct heard {
  int made;               /* memory of some member is to be mapped */
  gex_Rank_t primordials; /* how many of the team publish that of their primordial endpoint */
};

/* Notes the lists of all members. */
static int note_all(struct hyd_team *team, const struct notice *all, uint32_t most,
                    struct heard *h) {
  int rc = GASNET_OK;
  for (gex_Rank_t i = 0; i < team->pub.size; i++) {
    gex_Rank_t peer = hyd_team_member(team, i);
    for (uint32_t k = 0; k < most; k++) {
      const struct notice *n = &all[(size_t)i * most + k];
      if (n->memory == NO_MORE) break;
      h->made |= n->memory == MADE || is_guarded(n);
      h->primordials += n->index == 0;
      if (peer != team->job->rank && note_segment(team->job, peer, n)) rc = GASNET_ERR_RESOURCE;
    }
  }
  return rc;
}

static uint32_t longest_list(struct hyd_team *team, uint32_t mine) {
  uint32_t *counts = hyd_coll_gather_all(team, &mine, sizeof mine, name), most = 0;
  for (gex_Rank_t i = 0; i < team->pub.size; i++)
    if (counts[i] > most) most = counts[i];
  free(counts);
  return most;
}

int gex_EP_PublishBoundSegment(gex_TM_t tm, gex_EP_t *eps, size_t num_eps, gex_Flags_t flags) {
  struct hyd_team *team = hyd_coll_team(tm, name);
  struct notice list[GASNET_MAXEPS] = {{0}}, *all;
  uint32_t most;
  struct heard h = {0, 0};
  int rc;
  if (HYD_DEBUG && flags) hyd_fatal(name, "flags 0x%x; expected 0", flags);
  most = longest_list(team, collect_notices(team->job, eps, num_eps, list));
  if (most == 0) return GASNET_OK;
  all = hyd_coll_gather_all(team, list, most * sizeof *list, name);
  rc = note_all(team, all, most, &h);
  free(all);
  if (h.primordials == team->job->size && !team->job->mem.attached)
    hyd_segment_open_all(team->job, name);
  if (h.made)
    gex_Event_Wait(hyd_coll_barrier_nb(team)); /* what is mapped now may be closed after */
  return rc;
}
