/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_parts.c: see trace_parts.h. A rank may have died while it wrote its file, so every value
 * that is used as a size or an index is checked here, once.
 */
#include "core/watch/trace_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/watch/trace_join.h"

#define MOST_RANKS (1u << 20)
#define LONG_NS 100000000u /* least time between two readings from which a rate is computed */

int hyd_trace_is_name(const char *file) {
  size_t n = strlen(file);
  return n > 5 && strcmp(file + n - 5, ".json") == 0 && strchr(file, '%') == NULL;
}

char *hyd_trace_part_name(const char *file, uint32_t rank) {
  char *name = NULL;
  return asprintf(&name, "%s.r%u", file, rank) < 0 ? NULL : name;
}

/* --- one part ------------------------------------------------------------- */

static void end_text(char *text, size_t size) { text[size - 1] = '\0'; }

static int is_sound(struct hyd_trace_head *h, size_t bytes, uint32_t rank) {
  if (bytes < hyd_trace_head_size() || memcmp(h->magic, HYD_TRACE_MAGIC, sizeof h->magic) != 0 ||
      h->version != HYD_TRACE_VERSION || h->rank != rank || h->size <= rank ||
      h->size > MOST_RANKS || h->host_first > rank || h->events == 0 ||
      h->events & (h->events - 1) || h->events > 1u << 25 || h->rate == 0)
    return 0;
  end_text(h->host, sizeof h->host);
  end_text(h->conduit, sizeof h->conduit);
  end_text(h->program, sizeof h->program);
  for (int i = 0; i < 256; i++) end_text(h->handler[i], HYD_TRACE_NAME);
  return 1;
}

/* The number of areas that are within the file. */
static uint32_t areas_of(struct hyd_trace_head *h, size_t bytes) {
  uint32_t n = atomic_load_explicit(&h->areas, memory_order_acquire); /* TR2 */
  size_t room = (bytes - hyd_trace_head_size()) / hyd_trace_area_size(h->events);
  if (n > HYD_TRACE_AREAS) n = HYD_TRACE_AREAS;
  return n < room ? n : (uint32_t)room;
}

/* Nanoseconds of a tick, computed over the whole run if that is long enough. */
static double slope_of(struct hyd_trace_head *h) {
  uint64_t ticks = atomic_load_explicit(&h->last_tick, memory_order_relaxed) - h->first_tick;
  uint64_t ns = atomic_load_explicit(&h->last_ns, memory_order_relaxed) - h->first_ns;
  double rate = (double)h->rate / 4294967296.0, seen = ticks ? (double)ns / (double)ticks : 0;
  return ns >= LONG_NS && seen > 0.99 * rate && seen < 1.01 * rate ? seen : rate;
}

static int open_part(struct hyd_part *p, const char *file, uint32_t rank) {
  char *name = hyd_trace_part_name(file, rank);
  int fd = name ? open(name, O_RDONLY | O_CLOEXEC) : -1, ok = 0;
  struct stat st;
  free(name);
  if (fd < 0) return 0;
  /* a private mapping, as texts are terminated in place */
  if (fstat(fd, &st) == 0 && (size_t)st.st_size >= hyd_trace_head_size()) {
    p->bytes = (size_t)st.st_size;
    p->head = mmap(NULL, p->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, fd, 0);
    if (p->head == MAP_FAILED) p->head = NULL;
    ok = p->head != NULL && is_sound(p->head, p->bytes, rank);
  }
  close(fd);
  if (ok) {
    p->areas = areas_of(p->head, p->bytes);
    p->slope = slope_of(p->head);
  } else if (p->head) {
    munmap(p->head, p->bytes);
    p->head = NULL;
  }
  return ok;
}

struct hyd_part_ring hyd_part_ring(const struct hyd_part *p, uint32_t area) {
  struct hyd_part_ring r = {
      (struct hyd_trace_area *)(void *)((char *)p->head + hyd_trace_head_size() +
                                        area * hyd_trace_area_size(p->head->events)),
      0, 0};
  r.to = atomic_load_explicit(&r.area->n, memory_order_acquire); /* TR1 */
  /* The oldest event may be half overwritten. */
  r.from = r.to >= p->head->events ? r.to - p->head->events + 1 : 0;
  return r;
}

/* --- all of them ---------------------------------------------------------- */

double hyd_part_time(const struct hyd_parts *ps, const struct hyd_part *p, uint64_t tick) {
  double since = (double)(int64_t)(tick - p->head->first_tick) * p->slope;
  return since + (double)((int64_t)p->head->first_ns + p->offset_ns - ps->begin_ns);
}

/* Each host's clock is that of its first rank. */
static void set_clocks(struct hyd_parts *ps) {
  ps->begin_ns = INT64_MAX;
  for (uint32_t i = 0; i < ps->size; i++) {
    struct hyd_part *p = &ps->part[i];
    const struct hyd_part *first;
    if (p->head == NULL) continue;
    first = &ps->part[p->head->host_first];
    p->error_ns = p->head->host_first == 0 ? 0 : first->head ? first->head->error_ns : UINT64_MAX;
    p->offset_ns = first->head && p->error_ns != UINT64_MAX ? first->head->offset_ns : 0;
    if ((int64_t)p->head->first_ns + p->offset_ns < ps->begin_ns)
      ps->begin_ns = (int64_t)p->head->first_ns + p->offset_ns;
  }
}

static uint32_t size_of(const char *file) {
  struct hyd_part p = {0};
  uint32_t size = 0;
  for (uint32_t rank = 0; rank < 64 && size == 0; rank++) /* rank 0's may have been lost */
    if (open_part(&p, file, rank)) {
      size = p.head->size;
      munmap(p.head, p.bytes);
    }
  return size;
}

static void find_end(struct hyd_parts *ps) {
  for (uint32_t i = 0; i < ps->size; i++) {
    const struct hyd_part *p = &ps->part[i];
    double last =
        p->head
            ? hyd_part_time(ps, p, atomic_load_explicit(&p->head->last_tick, memory_order_relaxed))
            : 0;
    if (last > ps->end) ps->end = last;
    for (uint32_t a = 0; p->head && a < p->areas; a++) {
      struct hyd_part_ring r = hyd_part_ring(p, a);
      if (r.to > r.from) last = hyd_part_time(ps, p, hyd_part_event(p, &r, r.to - 1)->end);
      if (last > ps->end) ps->end = last;
    }
  }
}

int hyd_parts_open(struct hyd_parts *ps, const char *file) {
  memset(ps, 0, sizeof *ps);
  if ((ps->size = size_of(file)) == 0) return 1;
  ps->part = calloc(ps->size, sizeof *ps->part);
  if (ps->part == NULL) return -1;
  for (uint32_t i = 0; i < ps->size; i++)
    if (open_part(&ps->part[i], file, i) && ps->part[i].head->size == ps->size) ps->there++;
  set_clocks(ps);
  find_end(ps);
  return 0;
}

void hyd_parts_close(struct hyd_parts *ps) {
  for (uint32_t i = 0; i < ps->size; i++)
    if (ps->part[i].head) munmap(ps->part[i].head, ps->part[i].bytes);
  free(ps->part);
}
