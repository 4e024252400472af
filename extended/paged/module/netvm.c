/* SPDX-License-Identifier: BSD-3-Clause
 *
 * netvm.c: the module of paged memory (core/mem/kind_module.h, guard_module.h). A device is the settings
 * that the segments of a kind share; each segment has a pager of its own.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/core.h"
#include "extended/paged/module/pager.h"
#include "extended/paged/module/guard_module.h"
#include "core/sys/file_limit.h"
#include "core/sys/futex.h"

#define LEAST_PAGES 16u
#define DEPTH 4u
#define AHEAD 8u /* pages that a transfer asks for at a time */
#define NAP_NS 200000u
#define LONG_WAIT 100u /* naps until a revocation asks whether transfers have died */
#define HELD_MOST 64u  /* pages of a lock, so that the pager finds others to evict */

struct device {
  char *file, *directory; /* file NULL: without a name */
  uint64_t resident;
  uint32_t shift, depth;
  int read_only;
  int in_use; /* a segment has the file */
  struct netvm_pager *segments;
  pthread_mutex_t lock; /* of in_use and segments */
};

struct view {
  char *memory; /* a mapping without userfaultfd: faults here are not served */
  struct netvm_table *table;
  uint64_t size;
  uint32_t hold; /* that its transfers try first */
  uint32_t number;
};

/* --- kinds ---------------------------------------------------------------- */

static int report_bad(char *why, const char *format, unsigned long long value) {
  snprintf(why, HYD_KIND_WHY, format, value);
  return GASNET_ERR_BAD_ARG;
}

static int check_settings(const struct hyd_paged_settings *s, uint32_t page, char *why) {
  uint32_t least = (uint32_t)sysconf(_SC_PAGESIZE);
  if (s == NULL)
    return report_bad(why, "hyd_settings is NULL; expected a struct hyd_paged_settings", 0);
  if (s->flags & ~HYD_PAGED_READ_ONLY)
    return report_bad(why, "flags 0x%llx; expected HYD_PAGED_READ_ONLY or 0", s->flags);
  if (s->flags && s->file == NULL)
    return report_bad(why, "a read-only kind without a file; expected the file's name", 0);
  if (s->depth > NETVM_WORKERS) return report_bad(why, "depth %llu; expected at most 64", s->depth);
  if (page < least || page > NETVM_LARGEST_PAGE || (page & (page - 1)))
    return report_bad(
        why, "page_size %llu; expected 0, or a power of two from the system's page to 1048576",
        page);
  if (s->bytes_resident / page < LEAST_PAGES)
    return report_bad(why, "bytes_resident %llu; expected at least 16 pages",
                      (unsigned long long)s->bytes_resident);
  return GASNET_OK;
}

static const char *directory_of(const struct hyd_paged_settings *s) {
  const char *dir = s->directory ? s->directory : getenv("TMPDIR");
  return dir && *dir ? dir : "/var/tmp";
}

static void close_device(void *device) {
  struct device *d = device;
  free(d->file);
  free(d->directory);
  pthread_mutex_destroy(&d->lock);
  free(d);
}

static int open_device(const gex_MK_Create_args_t *args, void **device_p, char *why) {
  const struct hyd_paged_settings *s = args->gex_args.hyd_class_paged.hyd_settings;
  uint32_t page = s && s->page_size ? s->page_size : (uint32_t)sysconf(_SC_PAGESIZE);
  struct device *d;
  int rc = check_settings(s, page, why);
  if (rc) return rc;
  d = calloc(1, sizeof *d);
  if (d) pthread_mutex_init(&d->lock, NULL);
  if (d) d->directory = strdup(directory_of(s));
  if (d && s->file) d->file = strdup(s->file);
  if (d == NULL || d->directory == NULL || (s->file && d->file == NULL)) {
    if (d) close_device(d);
    snprintf(why, HYD_KIND_WHY, "out of memory");
    return GASNET_ERR_RESOURCE;
  }
  d->shift = (uint32_t)__builtin_ctz(page);
  d->resident = s->bytes_resident;
  d->depth = s->depth ? s->depth : DEPTH;
  d->read_only = (s->flags & HYD_PAGED_READ_ONLY) != 0;
  *device_p = d;
  return GASNET_OK;
}

/* --- segments ------------------------------------------------------------- */

static int report_failure(char *why, const char *what, const char *name, int err) {
  snprintf(why, HYD_KIND_WHY, "%s%s%.100s: %s", what, *name ? " " : "", name, strerror(err));
  return GASNET_ERR_RESOURCE;
}

/* Opens a file without a name, or where the file system cannot, one with a name for a moment. */
static int anonymous_file(const char *directory) {
  char path[4096];
  int fd = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0 || snprintf(path, sizeof path, "%s/pagedXXXXXX", directory) >= (int)sizeof path)
    return fd;
  if ((fd = mkostemp(path, O_CLOEXEC)) >= 0) unlink(path);
  return fd;
}

/* Makes a file hold `size` bytes; a read-only file must hold them. Returns 0, or an error. */
static int fit_file(const struct device *d, int fd, uint64_t size, const char *name, char *why) {
  struct stat st;
  if (fstat(fd, &st) || !S_ISREG(st.st_mode))
    return report_failure(why, "expected a plain file:", name, EINVAL);
  if ((uint64_t)st.st_size >= size) return 0;
  if (d->read_only) return report_failure(why, "shorter than the segment:", name, EINVAL);
  return hyd_file_resize(fd, size) ? report_failure(why, "cannot extend", name, errno) : 0;
}

static int open_file(struct device *d, uint64_t size, char *why) {
  const char *name = d->file ? d->file : d->directory;
  int how = (d->read_only ? O_RDONLY : O_RDWR | O_CREAT) | O_CLOEXEC;
  int fd = d->file ? open(d->file, how, 0600) : anonymous_file(name);
  if (fd < 0) return report_failure(why, "cannot open a file at", name, errno), -1;
  if (fit_file(d, fd, size, name, why) == 0) {
    posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM); /* the neighbours of a page are not wanted */
    return fd;
  }
  close(fd);
  return -1;
}

static int take_file(struct device *d) {
  int free_now;
  pthread_mutex_lock(&d->lock);
  free_now = !(d->file && d->in_use);
  if (free_now) d->in_use = 1;
  pthread_mutex_unlock(&d->lock);
  return free_now;
}

static void give_file_back(struct device *d) {
  pthread_mutex_lock(&d->lock);
  d->in_use = 0;
  pthread_mutex_unlock(&d->lock);
}

static int start_pager(struct device *d, uint64_t size, struct netvm_pager **p_p, char *why) {
  uint64_t least = (uint64_t)LEAST_PAGES << d->shift;
  struct netvm_plan plan = {.size = size,
                            .resident = d->resident < size ? d->resident : size,
                            .shift = d->shift,
                            .depth = d->depth,
                            .read_only = d->read_only,
                            .fresh = d->file == NULL};
  const char *what = "";
  int fd = open_file(d, size, why), err;
  if (fd < 0) return GASNET_ERR_RESOURCE;
  if (plan.resident < least) plan.resident = least;
  err = hyd_netvm_start(p_p, fd, &plan, &what);
  if (err == 0) return GASNET_OK;
  close(fd);
  return report_failure(why, what, "", err);
}

static int allocate_segment(void *device, uintptr_t *length_p, void **addr_p, char *why) {
  struct device *d = device;
  uint64_t page = (uint64_t)1 << d->shift, size = (*length_p + page - 1) & ~(page - 1);
  struct netvm_pager *p;
  int rc;
  if (size < *length_p) return report_bad(why, "more bytes than there are addresses", 0);
  if (!take_file(d)) return report_bad(why, "the kind's file is that of another segment", 0);
  if ((rc = start_pager(d, size, &p, why)) != 0) {
    give_file_back(d);
    return rc;
  }
  pthread_mutex_lock(&d->lock);
  p->next = d->segments;
  d->segments = p;
  pthread_mutex_unlock(&d->lock);
  *length_p = size;
  *addr_p = p->base;
  return GASNET_OK;
}

/* Finds the segment at an address; with `take`, takes it off the list. */
static struct netvm_pager *find_segment(struct device *d, const void *addr, int take) {
  struct netvm_pager **at = &d->segments, *p;
  pthread_mutex_lock(&d->lock);
  while (*at && (*at)->base != addr) at = &(*at)->next;
  p = *at;
  if (p && take) *at = p->next;
  pthread_mutex_unlock(&d->lock);
  return p;
}

static void stop_segment(struct device *d, struct netvm_pager *p) {
  int err = hyd_netvm_stop(p, d->file != NULL && !d->read_only);
  if (err) fprintf(stderr, "paged segment: cannot write %s: %s\n", d->file, strerror(err));
  if (d->file && hyd_netvm_is_short(p))
    fprintf(stderr, "paged segment: %s was shortened by another process; its last pages are lost\n",
            d->file);
}

static void release_segment(void *device, void *addr) {
  struct device *d = device;
  struct netvm_pager *p = find_segment(d, addr, 1);
  if (p == NULL) return;
  stop_segment(d, p);
  hyd_netvm_free(p);
  give_file_back(d);
}

/* Writes segments with named files; the others are lost with the process, which ends their threads.
 */
static void save_segments(void *device) {
  struct device *d = device;
  for (struct netvm_pager *p = d->segments; p && d->file; p = p->next) stop_segment(d, p);
}

static int refuse_adoption(void *device, void *addr, uintptr_t length, char *why) {
  (void)device, (void)addr, (void)length;
  return report_bad(why, "a paged segment's memory is the library's; expected address NULL", 0);
}

/* Copies by the owner's loads and stores, which may fault. */
static int copy_as_owner(void *device, void *to, const void *from, size_t n, char *why) {
  (void)device, (void)why;
  memmove(to, from, n);
  return GASNET_OK;
}

/* --- views ---------------------------------------------------------------- */

/* Gives a view the table's next number, and a hold to try first: different ones, as long as there
 * are. */
static void number_view(struct view *v) {
  uint32_t n = atomic_fetch_add_explicit(&v->table->views, 1, memory_order_relaxed);
  v->hold = n % NETVM_HOLDS;
  v->number = n + 1 < NETVM_VIEWS ? n + 1 : 0;
  if (v->number)
    atomic_store_explicit(&v->table->pid[v->number], (int32_t)getpid(), memory_order_relaxed);
  hyd_netvm_note_hold(v->table, v->hold);
}

static void *own_view(void *device, void *addr, int fd[2]) {
  struct netvm_pager *p = find_segment(device, addr, 0);
  struct view *v = p ? malloc(sizeof *v) : NULL;
  if (v == NULL) return NULL;
  *v = (struct view){p->own, p->table, p->size, 0, 0};
  number_view(v);
  fd[0] = p->memory;
  fd[1] = p->table_file;
  return v;
}

static void *map_file(int fd, uint64_t size) {
  void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
  return at == MAP_FAILED ? NULL : at;
}

static int make_view(const int fd[2], uintptr_t size, void **view_p, char *why) {
  struct view *v = calloc(1, sizeof *v);
  struct stat st;
  if (v == NULL || fstat(fd[1], &st)) return report_failure(why, "a view", "", errno);
  v->size = size;
  v->memory = map_file(fd[0], size);
  v->table = map_file(fd[1], (uint64_t)st.st_size);
  if (v->memory && v->table && v->table->size == size) {
    number_view(v);
    *view_p = v;
    return GASNET_OK;
  }
  free(v); /* the mappings stay: this does not happen but for lack of addresses */
  return report_failure(why, "mmap", "", errno);
}

static void drop_view(void *view) {
  struct view *v = view;
  munmap(v->memory, v->size);
  munmap(v->table, netvm_table_size(v->table->pages));
  free(v);
}

static int has_key(struct view *v, const struct hyd_paged_range *r, uintptr_t offset, size_t n) {
  return hyd_netvm_key_fits(v->table, r->slot, r->key, offset, n);
}

static size_t lock_pages(void *view, uintptr_t offset, size_t n, int write,
                         const struct hyd_paged_range *range, void **at_p, uint32_t *held_p) {
  struct view *v = view;
  struct netvm_table *t = v->table;
  uint64_t page = offset >> t->shift, last = (offset + n - 1) >> t->shift, pages;
  *held_p = v->hold;
  pages = netvm_hold_by(t, held_p, v->number, page,
                        last - page < HELD_MOST ? last - page + 1 : HELD_MOST, write);
  if (pages && page + pages <= last) n = (size_t)(((page + pages) << t->shift) - offset);
  *at_p = v->memory + offset;
  if (range == NULL || has_key(v, range, offset, n)) return pages ? n : 0;
  if (pages) netvm_unhold(t, *held_p);
  return HYD_KIND_REFUSED;
}

static void unlock_pages(void *view, uint32_t held) {
  netvm_unhold(((struct view *)view)->table, held);
}

static void give_key(void *view, const struct hyd_paged_range *r) {
  hyd_netvm_grant(((struct view *)view)->table, r->slot, r->key, r->offset, r->size);
}

static void take_key(void *view, const struct hyd_paged_range *r) {
  struct netvm_table *t = ((struct view *)view)->table;
  uint64_t page = r->offset >> t->shift, last = (r->offset + r->size - 1) >> t->shift;
  hyd_netvm_revoke(t, r->slot);
  for (unsigned i = 1; hyd_netvm_is_held(t, page, last - page + 1); i++) {
    usleep(10);
    if (i % LONG_WAIT == 0) hyd_netvm_forget_dead(t, hyd_netvm_is_dead);
  }
}

static int is_read_only(void *device) { return ((struct device *)device)->read_only; }

static int is_present(const struct netvm_table *t, uint64_t page) {
  return (atomic_load_explicit(&t->row[page], memory_order_relaxed) &
          (NETVM_PRESENT | NETVM_EVICTING)) == NETVM_PRESENT;
}

/* Whether a page is neither present nor filling: then waiting transfers ask for it again. */
static int is_absent(const struct netvm_table *t, uint64_t page) {
  uint32_t row = atomic_load_explicit(&t->row[page], memory_order_relaxed);
  return !(row & NETVM_FILLING) && (row & (NETVM_PRESENT | NETVM_EVICTING)) != NETVM_PRESENT;
}

static void ask_for_pages(void *view, uintptr_t offset, size_t n) {
  struct view *v = view;
  uint64_t page = offset >> v->table->shift, last = (offset + n - 1) >> v->table->shift;
  int news = 0;
  if (last - page >= AHEAD) last = page + AHEAD - 1;
  for (; page <= last; page++)
    if (is_absent(v->table, page)) news |= hyd_netvm_want(v->table, page, NETVM_BY_TRANSFER);
  if (news) hyd_netvm_ring(v->table);
}

static void await_page(void *view, uintptr_t offset) {
  struct view *v = view;
  uint32_t news = atomic_load_explicit(&v->table->news, memory_order_acquire);
  if (!is_present(v->table, offset >> v->table->shift))
    hyd_futex_wait(&v->table->news, news, NAP_NS);
}

static int is_rung(void *view) {
  const struct netvm_table *t = ((const struct view *)view)->table;
  return atomic_load_explicit(&t->bell, memory_order_relaxed) !=
         atomic_load_explicit(&t->heard, memory_order_relaxed);
}

static uint64_t read_count(const struct netvm_table *t, enum netvm_count c) {
  return atomic_load_explicit(&t->count[c], memory_order_relaxed);
}

static void read_counts(void *view, struct hyd_paged_counts *c) {
  const struct netvm_table *t = ((const struct view *)view)->table;
  uint64_t evictions = read_count(t, NETVM_EVICTIONS), page_ins = read_count(t, NETVM_PAGE_INS);
  *c = (struct hyd_paged_counts){.pages = t->pages,
                                 .page_size = (uint64_t)1 << t->shift,
                                 .resident = page_ins > evictions ? page_ins - evictions : 0,
                                 .page_ins = page_ins,
                                 .evictions = evictions,
                                 .write_backs = read_count(t, NETVM_WRITE_BACKS),
                                 .deferred = read_count(t, NETVM_DEFERRED),
                                 .faults = read_count(t, NETVM_FAULTS),
                                 .strangers = read_count(t, NETVM_STRANGERS)};
}

static const struct hyd_guard_module paged = {.own_view = own_view,
                                              .view = make_view,
                                              .unview = drop_view,
                                              .lock = lock_pages,
                                              .unlock = unlock_pages,
                                              .bounce = ask_for_pages,
                                              .await = await_page,
                                              .is_rung = is_rung,
                                              .counts = read_counts,
                                              .is_read_only = is_read_only,
                                              .grant = give_key,
                                              .revoke = take_key,
                                              .save = save_segments};
_Static_assert(NETVM_KEYS == HYD_KIND_KEYS, "slots");

extern const struct hyd_kind_module hyd_kind_module;
const struct hyd_kind_module hyd_kind_module = {.version = HYD_KIND_MODULE_VERSION,
                                                .open = open_device,
                                                .close = close_device,
                                                .allocate = allocate_segment,
                                                .release = release_segment,
                                                .adopt = refuse_adoption,
                                                .copy = copy_as_owner,
                                                .guard = &paged};
