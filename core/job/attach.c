/* SPDX-License-Identifier: BSD-3-Clause
 *
 * attach.c: primordial segments. The segments of a host's ranks lie one after another in one memfd,
 * which every rank maps as a whole. The kernel allocates a page when some rank first touches it. So
 * a segment's size costs address space only, and attach costs one mapping for any number of ranks.
 *
 *      memfd   [ rank 0 ][ rank 1     ][ rank 2 ] ...
 *               ^base     ^base + sizes before
 */
#include "core/job/attach.h"

#include <errno.h>
#include <sys/mman.h>

#include "conduits/dispatch.h"
#include "core/boot/boot.h"
#include "core/env/env.h"
#include "core/mem/endpoint.h"
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/oob/oob.h"
#include "core/am/handlers.h"
#include "core/sys/memory_file.h"
#include "core/team/team.h"
#include "core/sys/file_limit.h"
#include "core/topo/bound_memory.h"
#include "core/am/wait.h"

static uint64_t physical_memory(void) {
  return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* The limit of a segment: GASNET_MAX_SEGSIZE, else the client's default, else the configured one.
 */
static uint64_t segment_limit(struct hyd_job *job) {
  const char *text = hyd_env_str(job->env, HYD_ENV_MAX_SEGSIZE);
  uint64_t bytes;
  int per_host = 0;
  if (*text == '\0' && gasnet_max_segsize_str && *gasnet_max_segsize_str)
    text = gasnet_max_segsize_str;
  if (*text == '\0' && gasnet_max_segsize) return gasnet_max_segsize;
  if (*text == '\0') text = GASNETI_DEFAULT_MAX_SEGSIZE;
  bytes = hyd_env_segsize(text, physical_memory(), &per_host);
  if (bytes == 0)
    hyd_refuse("environment",
               "GASNET_MAX_SEGSIZE=%.60s; expected a size (512MB) or a fraction of "
               "memory (0.85), with /P for each process or /H for each host",
               text);
  return per_host ? bytes / job->place.machine_count : bytes;
}

void hyd_segment_init(struct hyd_job *job) {
  uint64_t limit = segment_limit(job), most = hyd_file_limit() / job->place.host_count;
  if (most < limit) limit = most; /* the host's segments are in one file */
  limit &= ~(uint64_t)(GASNET_PAGESIZE - 1);
  job->mem.map = calloc(job->size, sizeof *job->mem.map);
  job->mem.seginfo = calloc(job->size, sizeof *job->mem.seginfo);
  if (!job->mem.map || !job->mem.seginfo ||
      ((HYD_DEBUG || hyd_watched(job)) && hyd_maps_may_hide(job)))
    hyd_fatal("gex_Client_Init", "out of memory for %u ranks", job->size);
  for (gex_Rank_t i = 0; i < job->size; i++) hyd_map_clear(&job->mem.map[i]);
  if (hyd_everything(job)) /* this process reaches all of its own memory */
    job->mem.map[job->rank] = (struct hyd_map){0, UINTPTR_MAX - HYD_RMA_SMALL, 0};
  job->mem.max_local = limit ? (uintptr_t)limit : GASNET_PAGESIZE;
  if (hyd_everything(job)) job->mem.max_local = UINTPTR_MAX;
}

/* --- attach --------------------------------------------------------------- */

/* Maps the memfd of the host's segments; returns its base, or MAP_FAILED. */
static char *map_all(struct hyd_job *job, uint64_t total) {
  char *base;
  if (hyd_file_resize(job->boot->segment_fd, total)) return MAP_FAILED;
  base = mmap(NULL, total, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
              job->boot->segment_fd, 0);
  return base;
}

/* The record of a rank in the exchanges: first the size of its segment, then its address. */
struct place_record {
  uint64_t base, size;
  int32_t status; /* errno value of a failure */
};

/* Exchanges the sizes. Returns the sum for this host; *mine: the offset of this rank's segment. */
static uint64_t agree_on_sizes(struct hyd_job *job, uint64_t size, uint64_t *mine) {
  struct place_record want = {.size = size};
  const unsigned char *table = hyd_oob_exchange(job, &want, sizeof want);
  uint64_t total = 0;
  for (gex_Rank_t i = 0; i < job->size; i++) {
    job->mem.seginfo[i].size = (uintptr_t)HYD_RECORD_OF(struct place_record, table, i)->size;
    if (i == job->rank) *mine = total;
    if (i - job->place.host_first < job->place.host_count) total += job->mem.seginfo[i].size;
  }
  hyd_oob_exchange_end(job);
  return total;
}

/* Exchanges the addresses. Returns the first failure, or 0: the same at all ranks. */
static int agree_on_places(struct hyd_job *job, void *base, int err) {
  struct place_record mine = {.base = (uint64_t)(uintptr_t)base, .status = err};
  const unsigned char *table = hyd_oob_exchange(job, &mine, sizeof mine);
  int status = 0;
  for (gex_Rank_t i = 0; i < job->size; i++) {
    const struct place_record *r = HYD_RECORD_OF(struct place_record, table, i);
    job->mem.seginfo[i].addr = (void *)(uintptr_t)r->base;
    if (status == 0) status = r->status;
  }
  hyd_oob_exchange_end(job);
  return status;
}

static void map_peers(struct hyd_job *job, char *base) {
  uint64_t at = 0;
  for (gex_Rank_t i = job->place.host_first; i < job->place.host_first + job->place.host_count;
       i++) {
    const gasnet_seginfo_t *seg = &job->mem.seginfo[i];
    if (hyd_in_nbrhd(job, i))
      job->mem.map[i] = hyd_map_of((uintptr_t)seg->addr, seg->size, base + at);
    at += seg->size;
  }
  hyd_team_maps_changed(job);
}

static int map_segments(struct hyd_job *job, const char *call, uintptr_t size) {
  uint64_t mine = 0, total = agree_on_sizes(job, size, &mine);
  char *base = map_all(job, total);
  int err = base == MAP_FAILED ? errno
            : size             ? hyd_memory_reserve(job->boot->segment_fd, mine, size)
                               : 0;
  int status;
  char why[HYD_FILE_WHY];
  if (!err) hyd_bind_memory(job->env, base + mine, size);
  if (!err && gasnet_client_attach_hook) gasnet_client_attach_hook(base + mine, size);
  status = agree_on_places(job, err ? NULL : base + mine, err);
  if (status) {
    if (err)
      return hyd_error(GASNET_ERR_RESOURCE, call,
                       "cannot map %llu bytes of segments of %u ranks: %s; expected room for them "
                       "(ulimit -v, the memory of a container), or a smaller segment",
                       (unsigned long long)total, job->place.host_count, hyd_file_why(err, why));
    munmap(base, total);
    return GASNET_ERR_RESOURCE; /* the rank that has no room says so */
  }
  job->segment = (struct hyd_segment){.job = job, .base = base + mine, .size = size, .fd = -1};
  job->ep.segment = &job->segment;
  map_peers(job, base);
  return GASNET_OK;
}

/* Has the conduit attach: the segments of all ranks are known. Collective. */
void hyd_segment_open_all(struct hyd_job *job, const char *call) {
  if (hyd_conduit_attach(job))
    hyd_fatal(call, "conduit %s cannot use the segments", hyd_conduit_of(job)->name);
  for (gex_Rank_t i = 0; hyd_everything(job) && i < job->size; i++)
    job->mem.seginfo[i].size = UINTPTR_MAX;
  job->mem.attached = 1;
  if (job->net.state) job->net.ends = hyd_conduit_of(job)->ops.ends;
}

int hyd_segment_attach(struct hyd_job *job, const char *call, uintptr_t size) {
  int rc = hyd_everything(job) ? GASNET_OK : map_segments(job, call, size);
  if (rc == GASNET_OK) hyd_segment_open_all(job, call);
  return rc;
}

static int check_size(struct hyd_job *job, const char *call, uintptr_t size) {
  if (hyd_everything(job)) return GASNET_OK;
  if (size % GASNET_PAGESIZE)
    return hyd_error(GASNET_ERR_BAD_ARG, call, "segment size %zu; expected a multiple of %d",
                     (size_t)size, GASNET_PAGESIZE);
  if (size > job->mem.max_local)
    return hyd_error(GASNET_ERR_BAD_ARG, call,
                     "segment size %zu; expected at most %zu (GASNET_MAX_SEGSIZE sets the limit)",
                     (size_t)size, (size_t)job->mem.max_local);
  return GASNET_OK;
}

int gex_Segment_Attach(gex_Segment_t *segment_p, gex_TM_t tm, uintptr_t size) {
  struct hyd_job *job = hyd_the_job;
  int rc;
  hyd_check_ready("gex_Segment_Attach");
  if (segment_p == NULL || tm != (gex_TM_t)&job->team)
    hyd_fatal("gex_Segment_Attach", "%s; expected a place for the segment and the primordial team",
              segment_p ? "tm is another team" : "segment_p is NULL");
  if (job->mem.attached || job->ep.segment)
    hyd_fatal("gex_Segment_Attach", "%s",
              job->ep.segment && job->ep.segment != &job->segment
                  ? "the primordial endpoint is bound already, by gex_EP_BindSegment"
                  : "called a second time");
  if (size == 0 && !hyd_everything(job))
    return hyd_error(GASNET_ERR_BAD_ARG, "gex_Segment_Attach",
                     "segment size 0; expected 1 page "
                     "or more");
  if ((rc = check_size(job, "gex_Segment_Attach", size))) return rc;
  if ((rc = hyd_segment_attach(job, "gex_Segment_Attach", size))) return rc;
  *segment_p = (gex_Segment_t)job->ep.segment;
  hyd_oob_barrier(job);
  return GASNET_OK;
}

int gasnet_attach(gasnet_handlerentry_t *table, int numentries, uintptr_t segsize,
                  uintptr_t minheapoffset) {
  struct hyd_job *job = hyd_the_job;
  int rc;
  (void)minheapoffset;
  if (job == NULL)
    return hyd_error(GASNET_ERR_NOT_INIT, "gasnet_attach", "called before gasnet_init");
  hyd_check_ready("gasnet_attach");
  if (job->mem.attached)
    return hyd_error(GASNET_ERR_NOT_INIT, "gasnet_attach", "called a second time");
  if ((rc = check_size(job, "gasnet_attach", segsize))) return rc;
  if ((rc = hyd_register_legacy(job, table, numentries))) return rc;
  if ((rc = hyd_segment_attach(job, "gasnet_attach", segsize ? segsize : GASNET_PAGESIZE)))
    return rc;
  hyd_oob_barrier(job);
  return GASNET_OK;
}

/* --- queries -------------------------------------------------------------- */

uintptr_t gasnet_getMaxLocalSegmentSize(void) {
  hyd_check_ready("gasnet_getMaxLocalSegmentSize");
  return hyd_the_job->mem.max_local;
}

uintptr_t gasnet_getMaxGlobalSegmentSize(void) {
  hyd_check_ready("gasnet_getMaxGlobalSegmentSize");
  return hyd_the_job->mem.max_global;
}

int gasnet_getSegmentInfo(gasnet_seginfo_t *table, int numentries) {
  struct hyd_job *job = hyd_the_job;
  if (job == NULL || (job->client.legacy_init && !job->mem.attached))
    return hyd_error(GASNET_ERR_NOT_INIT, "gasnet_getSegmentInfo", "called before the attach");
  if (numentries < 0 || (numentries && table == NULL))
    return hyd_error(GASNET_ERR_BAD_ARG, "gasnet_getSegmentInfo", "%d entries at %p", numentries,
                     (void *)table);
  for (gex_Rank_t i = 0; i < (gex_Rank_t)numentries && i < job->size; i++)
    table[i] = job->mem.seginfo[i];
  return GASNET_OK;
}

struct place { /* where a bound segment is */
  void *owner, *local;
  uintptr_t size; /* 0: there is no segment */
};

static struct place bound(struct hyd_job *job, unsigned index, gex_Rank_t peer) {
  const struct hyd_bound *b = hyd_bound_find(job, index, peer);
  if (b == NULL || b->size == 0) return (struct place){NULL, NULL, 0};
  return (struct place){b->base, b->device ? NULL : hyd_map_at(&b->map, b->base, b->size), b->size};
}

/* The segment of endpoint 0. In EVERYTHING it has one only if the client has made and bound one. */
static struct place primordial(struct hyd_job *job, gex_Rank_t peer) {
  const gasnet_seginfo_t *seg = &job->mem.seginfo[peer];
  if (hyd_everything(job)) return bound(job, 0, peer);
  return (struct place){seg->addr, hyd_in_nbrhd(job, peer) ? (void *)job->mem.map[peer].base : NULL,
                        seg->size};
}

static struct place place_of_member(struct hyd_job *job, gex_TM_t tm, gex_Rank_t rank,
                                    const char *call) {
  struct hyd_pair p = hyd_pair_of(job, tm, rank);
  if (p.jobrank == GEX_RANK_INVALID) hyd_fatal(call, "rank %u; expected 0 to %u", rank, p.size - 1);
  return p.remote ? bound(job, p.remote, p.jobrank) : primordial(job, p.jobrank);
}

static int query_bound(gex_TM_t tm, gex_Rank_t rank, void **owneraddr_p, void **localaddr_p,
                       uintptr_t *size_p, const char *call) {
  struct hyd_job *job = hyd_the_job;
  struct place at;
  hyd_check_ready(call);
  if (hyd_tm_has_endpoints(job, tm)) {
    at = place_of_member(job, tm, rank, call);
  } else {
    gex_Rank_t peer = hyd_team_jobrank(tm, rank);
    if (peer == GEX_RANK_INVALID) hyd_no_member(job, tm, rank, call);
    at = primordial(job, peer);
  }
  if (at.size == 0) return 0;
  if (owneraddr_p) *owneraddr_p = at.owner;
  if (localaddr_p) *localaddr_p = at.local;
  if (size_p) *size_p = at.size;
  return 1;
}

gex_Event_t gex_EP_QueryBoundSegmentNB(gex_TM_t tm, gex_Rank_t rank, void **owneraddr_p,
                                       void **localaddr_p, uintptr_t *size_p, gex_Flags_t flags) {
  (void)flags;
  if (!query_bound(tm, rank, owneraddr_p, localaddr_p, size_p, "gex_EP_QueryBoundSegmentNB") &&
      size_p)
    *size_p = 0;
  return GEX_EVENT_INVALID;
}

int gex_Segment_QueryBound(gex_TM_t tm, gex_Rank_t rank, void **owneraddr_p, void **localaddr_p,
                           uintptr_t *size_p) {
  return !query_bound(tm, rank, owneraddr_p, localaddr_p, size_p, "gex_Segment_QueryBound");
}
