/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_netvm_disk.c: a segment of which only a part may be in memory. Rank 1 puts and gets random
 * pages of it, half and half, with up to WINDOW transfers waiting for their pages. Then rank 0
 * repeats the page reads and write-backs that this took by itself, with O_DIRECT and as many
 * threads as the pager has; if all is resident and there were none, rank 1 repeats the transfers
 * with pinned memory. Both run in a memory cgroup, which the launcher has made.
 */
#include <fcntl.h>
#include <gasnet_coll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "work_netvm.h"

enum { PAGE = 4096, PAGES = NVB_DISK_MB << 8, DEPTH = 16, WINDOW = 2 * DEPTH, WARM_MS = 200 };

static char path[200];
static unsigned char *buffers; /* WINDOW pages */

/* --- random pages ---------------------------------------------------------------------------- */

typedef uint32_t nvb_choose(uint64_t *dice);

static uint64_t roll(uint64_t *dice) {
  *dice = *dice * 6364136223846793005u + 1442695040888963407u;
  return *dice >> 33;
}
static uint32_t uniform(uint64_t *dice) { return (uint32_t)(roll(dice) % PAGES); }
/* Nine of ten accesses are to a tenth of the pages. */
static uint32_t skewed(uint64_t *dice) {
  uint32_t tenth = PAGES / 10;
  return roll(dice) % 10 ? (uint32_t)(roll(dice) % tenth)
                         : tenth + (uint32_t)(roll(dice) % (PAGES - tenth));
}

/* --- transfers ------------------------------------------------------------------------------- */

struct memory { /* rank 0's, addressed by this TM */
  gex_TM_t tm;
  unsigned char *at;
};

static gex_Event_t start_transfer(const struct memory *m, uint32_t page, int is_put,
                                  unsigned char *own) {
  unsigned char *there = m->at + (size_t)page * PAGE;
  return is_put ? gex_RMA_PutNB(m->tm, 0, there, own, PAGE, GEX_EVENT_DEFER, 0)
                : gex_RMA_GetNB(m->tm, own, 0, there, PAGE, 0);
}

/* Finds a slot whose transfer is complete. */
static unsigned free_slot(gex_Event_t flight[WINDOW]) {
  for (unsigned i = 0;; i = i + 1 < WINDOW ? i + 1 : 0) {
    if (flight[i] == GEX_EVENT_INVALID) return i;
    if (i == 0) gex_Event_WaitSome(flight, WINDOW, 0);
  }
}

/* Runs transfers of rank 1 for `ms`, or at most `most` of them; returns how many. A transfer that
 * is complete at once takes no slot. */
static uint64_t transfers(const struct memory *m, nvb_choose *choose, int ms, uint64_t most) {
  static uint64_t dice = 1;
  gex_Event_t flight[WINDOW] = {GEX_EVENT_INVALID};
  double end = hyd_bn_now() + ms * 1e6;
  uint64_t n = 0;
  unsigned i = 0;
  for (; n < most && (n % WINDOW || hyd_bn_now() < end); n++) {
    uint32_t page = choose(&dice);
    flight[i] = start_transfer(m, page, roll(&dice) & 1, buffers + (size_t)i * PAGE);
    if (flight[i] != GEX_EVENT_INVALID) i = free_slot(flight);
  }
  gex_Event_WaitAll(flight, WINDOW, 0);
  return n;
}

/* Runs them with all ranks taking part; returns seconds, and in *n_p how many rank 1 has done. */
static double run_all(const struct hyd_bw *w, const struct memory *m, nvb_choose *choose, int ms,
                      uint64_t most, uint64_t *n_p) {
  uint64_t n = 0;
  double start;
  hyd_bw_sync();
  start = hyd_bn_now();
  if (w->rank == 1) n = transfers(m, choose, ms, most);
  hyd_bw_sync();
  start = (hyd_bn_now() - start) / 1e9;
  gex_Event_Wait(gex_Coll_BroadcastNB(w->tm, 1, n_p, &n, sizeof n, 0));
  return start;
}

/* --- the same reads and write-backs, raw ----------------------------------------------------- */

static struct {
  int file;
  _Atomic uint64_t next; /* job */
  _Atomic uint64_t seed;
  uint64_t reads, writes;
} raw;

static void *raw_jobs(void *arg) {
  uint64_t dice = ++raw.seed * 0x9e3779b97f4a7c15u + (uint64_t)(uintptr_t)arg, i;
  void *page = NULL;
  hyd_bw_need(posix_memalign(&page, PAGE, PAGE) == 0, "memory");
  memset(page, 1, PAGE);
  while ((i = atomic_fetch_add(&raw.next, 1)) < raw.reads) {
    int writes = (i + 1) * raw.writes / raw.reads != i * raw.writes / raw.reads;
    if (writes)
      hyd_bw_need(pwrite(raw.file, page, PAGE, (off_t)uniform(&dice) * PAGE) == PAGE, "pwrite");
    hyd_bw_need(pread(raw.file, page, PAGE, (off_t)uniform(&dice) * PAGE) == PAGE, "pread");
  }
  free(page);
  return NULL;
}

/* Returns seconds. */
static double raw_time(uint64_t reads, uint64_t writes) {
  pthread_t thread[DEPTH];
  double start;
  hyd_bw_need(fdatasync(raw.file) == 0, "fdatasync");
  start = hyd_bn_now();
  raw.reads = reads;
  raw.writes = writes < reads ? writes : reads;
  atomic_store(&raw.next, 0);
  for (int i = 0; i < DEPTH; i++)
    hyd_bw_need(pthread_create(&thread[i], NULL, raw_jobs, (void *)(uintptr_t)i) == 0, "a thread");
  for (int i = 0; i < DEPTH; i++) pthread_join(thread[i], NULL);
  return (hyd_bn_now() - start) / 1e9;
}

/* --- the job --------------------------------------------------------------------------------- */

static void enter_group(void) {
  const char *group = getenv(NVB_GROUP);
  char file[300];
  FILE *f;
  if (group == NULL || *group == 0) return;
  snprintf(file, sizeof file, "%s/cgroup.procs", group);
  f = fopen(file, "w");
  hyd_bw_need(f && fprintf(f, "%d\n", (int)getpid()) > 0 && fclose(f) == 0, "entering the cgroup");
}

/* Writes the whole file to the disk. */
static void write_file(void) {
  const size_t mb = 1 << 20;
  const char *dir = getenv("TMPDIR");
  void *block = NULL;
  snprintf(path, sizeof path, "%s/gasnet-bench-%d", dir && *dir ? dir : "/var/tmp", (int)getpid());
  raw.file = open(path, O_RDWR | O_CREAT | O_EXCL | O_DIRECT | O_CLOEXEC, 0600);
  hyd_bw_need(raw.file >= 0 && posix_memalign(&block, PAGE, mb) == 0, "a file with O_DIRECT");
  memset(block, 1, mb);
  for (int i = 0; i < NVB_DISK_MB; i++)
    hyd_bw_need(pwrite(raw.file, block, mb, (off_t)i << 20) == (ssize_t)mb, "writing the file");
  free(block);
}

/* Makes a paged segment: rank 0's is large, the other rank needs one only to publish. */
static struct memory make_paged(struct hyd_bw *w, int percent) {
  size_t bytes = w->rank ? 16 * PAGE : (size_t)PAGES * PAGE;
  struct hyd_paged_settings s = {.file = w->rank ? NULL : path,
                                 .bytes_resident = w->rank ? bytes : bytes * (size_t)percent / 100,
                                 .depth = DEPTH};
  gex_MK_Create_args_t args;
  gex_MK_t kind;
  memset(&args, 0, sizeof args);
  args.gex_class = HYD_MK_CLASS_PAGED;
  args.gex_args.hyd_class_paged.hyd_settings = &s;
  hyd_bw_need(gex_MK_Create(&kind, w->client, &args, 0) == GASNET_OK &&
                  gex_Segment_Create(&w->segment, w->client, NULL, bytes, kind, 0) == GASNET_OK &&
                  gex_EP_BindSegment(w->ep, w->segment, 0) == GASNET_OK &&
                  gex_EP_PublishBoundSegment(w->tm, &w->ep, 1, 0) == GASNET_OK,
              "a paged segment");
  if (w->rank == 0)
    hyd_bw_need(hyd_paged_touch(w->segment, gex_Segment_QueryAddr(w->segment), s.bytes_resident) ==
                    GASNET_OK,
                "hyd_paged_touch");
  if (w->rank == 0) unlink(path);
  hyd_bw_sync();
  return (struct memory){w->tm, hyd_bw_owner(w, 0)};
}

static struct memory make_pinned(struct hyd_bw *w) {
  size_t bytes = w->rank ? PAGE : (size_t)PAGES * PAGE;
  struct memory m;
  gex_EP_t ep;
  gex_Segment_t segment = GEX_SEGMENT_INVALID;
  void *at;
  hyd_bw_need(gex_EP_Create(&ep, w->client, GEX_EP_CAPABILITY_RMA, 0) == GASNET_OK &&
                  gex_Segment_Create(&segment, w->client, NULL, bytes, GEX_MK_HOST, 0) ==
                      GASNET_OK &&
                  gex_EP_BindSegment(ep, segment, 0) == GASNET_OK &&
                  gex_EP_PublishBoundSegment(w->tm, &ep, 1, 0) == GASNET_OK,
              "a pinned segment");
  memset(gex_Segment_QueryAddr(segment), 1, bytes);
  m.tm = gex_TM_Pair(w->ep, gex_EP_QueryIndex(ep));
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(m.tm, 0, &at, NULL, NULL, 0));
  m.at = at;
  return m;
}

struct spent {
  double seconds, raw; /* raw: seconds of the comparison */
  uint64_t n;
};

static struct spent spend(struct hyd_bw *w, const struct memory *paged, const struct memory *pinned,
                          nvb_choose *choose) {
  struct hyd_paged_counts before, after;
  struct spent t = {0};
  uint64_t n;
  run_all(w, paged, choose, WARM_MS, UINT64_MAX, &n);
  hyd_paged_query(w->segment, &before);
  t.seconds = run_all(w, paged, choose, w->amount, UINT64_MAX, &t.n);
  hyd_paged_query(w->segment, &after);
  if (pinned)
    t.raw = run_all(w, pinned, choose, 100 * w->amount, t.n, &n);
  else if (w->rank == 0)
    t.raw = raw_time(after.page_ins - before.page_ins, after.write_backs - before.write_backs);
  return t;
}

static void report_traffic(struct hyd_bw *w, const struct memory *paged,
                           const struct memory *pinned, nvb_choose *choose, const char *traffic) {
  struct hyd_bn_set rate = {0}, ratio = {0}, raw_rate = {0};
  char name[64];
  for (int i = 0; i < 3; i++) {
    struct spent t = spend(w, paged, pinned, choose);
    hyd_bn_add(&rate, (double)t.n / t.seconds / 1e3);
    hyd_bn_add(&raw_rate, (double)t.n / t.raw / 1e3);
    hyd_bn_add(&ratio, t.raw / t.seconds);
  }
  snprintf(name, sizeof name, "%s %% resident, %s", getenv(NVB_PERCENT), traffic);
  if (w->rank == 0)
    hyd_bw_report_against(w, name, PAGE, "1000/s", &rate, pinned ? "pinned" : "O_DIRECT", &ratio,
                          &raw_rate);
  hyd_bn_clear(&rate), hyd_bn_clear(&ratio), hyd_bn_clear(&raw_rate);
  hyd_bw_sync();
}

void hyd_bw_netvm_disk(struct hyd_bw *w, int argc, char **argv) {
  int percent = atoi(getenv(NVB_PERCENT) ? getenv(NVB_PERCENT) : "100");
  struct memory paged, pinned;
  enter_group();
  hyd_bw_init(w, argc, argv);
  hyd_bw_need(posix_memalign((void **)&buffers, PAGE, (size_t)WINDOW * PAGE) == 0, "memory");
  memset(buffers, 1, (size_t)WINDOW * PAGE);
  if (w->rank == 0) write_file();
  paged = make_paged(w, percent);
  if (percent == 100) pinned = make_pinned(w);
  report_traffic(w, &paged, percent == 100 ? &pinned : NULL, uniform, "uniform");
  report_traffic(w, &paged, percent == 100 ? &pinned : NULL, skewed, "90:10");
}
