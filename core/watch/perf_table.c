/* SPDX-License-Identifier: BSD-3-Clause
 *
 * perf_table.c: see perf_table.h. Columns of counts that are 0 for all ranks are left out.
 */
#include "core/watch/perf_table.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/sys/file_limit.h"

enum {
#define X(name, head) TIME_##name,
  HYD_PERF_TIMES(X)
#undef X
      TIMES
};
enum {
#define X(name, head) COUNT_##name,
  HYD_PERF_COUNTS(X)
#undef X
      COUNTS
};

struct line {
  uint32_t rank;
  double time[TIMES];
  uint64_t count[COUNTS];
};

#define X(name, head) head,
static const char *const time_head[] = {HYD_PERF_TIMES(X)};
static const char *const count_head[] = {HYD_PERF_COUNTS(X)};
#undef X

int hyd_perf_append(const char *file, const struct hyd_perf *p) {
  char text[600];
  sigset_t before;
  int n = snprintf(text, sizeof text, "%u", p->rank), fd, err = 0;
#define X(name, head) n += snprintf(text + n, sizeof text - (size_t)n, " %.9f", p->name);
  HYD_PERF_TIMES(X)
#undef X
#define X(name, head)                                                                              \
  n += snprintf(text + n, sizeof text - (size_t)n, " %llu", (unsigned long long)p->name);
  HYD_PERF_COUNTS(X)
#undef X
  text[n++] = '\n';
  fd = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0) return errno;
  hyd_file_limit_hold(&before);
  if (write(fd, text, (size_t)n) != n) err = errno ? errno : EIO;
  hyd_file_limit_release(&before);
  close(fd);
  return err;
}

/* 1: the text is a line of hyd_perf_append. */
static int read_line(char *text, struct line *l) {
  char *p = text, *end;
  l->rank = (uint32_t)strtoul(p, &end, 10);
  for (int i = 0; i < TIMES && end != p; i++) l->time[i] = strtod(p = end, &end);
  for (int i = 0; i < COUNTS && end != p; i++) l->count[i] = strtoull(p = end, &end, 10);
  return end != p && *end == '\n';
}

static size_t read_lines(FILE *f, struct line **list) {
  char text[700];
  size_t n = 0, room = 0;
  *list = NULL;
  while (fgets(text, sizeof text, f)) {
    if (n == room) {
      struct line *more = realloc(*list, (room = 2 * room + 16) * sizeof **list);
      if (more == NULL) return n;
      *list = more;
    }
    n += (size_t)read_line(text, &(*list)[n]);
  }
  return n;
}

static int by_rank(const void *a, const void *b) {
  uint32_t x = ((const struct line *)a)->rank, y = ((const struct line *)b)->rank;
  return x < y ? -1 : x > y;
}

static void print_line(FILE *out, const char *first, const struct line *l, const struct line *sum) {
  fprintf(out, "%6s", first);
  for (int i = 0; i < TIMES; i++) fprintf(out, " %11.3f", l->time[i]);
  for (int i = 0; i < COUNTS; i++)
    if (sum->count[i])
      fprintf(out, i == COUNT_bytes ? " %14llu" : " %10llu", (unsigned long long)l->count[i]);
  fputc('\n', out);
}

static void print_head(FILE *out, const struct line *sum) {
  fprintf(out, "%6s", "rank");
  for (int i = 0; i < TIMES; i++) fprintf(out, " %11s", time_head[i]);
  for (int i = 0; i < COUNTS; i++)
    if (sum->count[i]) fprintf(out, i == COUNT_bytes ? " %14s" : " %10s", count_head[i]);
  fputc('\n', out);
}

static void print_rates(FILE *out, const struct line *sum, size_t n) {
  double run = sum->time[TIME_run] / (double)n;
  if (run > 0)
    fprintf(out, "%.0f messages/s, %.1f MB/s of all ranks\n",
            (double)sum->count[COUNT_messages] / run, (double)sum->count[COUNT_bytes] / run / 1e6);
}

static void print_table(FILE *out, struct line *list, size_t n) {
  struct line sum = {0};
  char rank[12];
  for (size_t r = 0; r < n; r++) {
    for (int i = 0; i < TIMES; i++) sum.time[i] += list[r].time[i];
    for (int i = 0; i < COUNTS; i++) sum.count[i] += list[r].count[i];
  }
  print_head(out, &sum);
  for (size_t r = 0; r < n; r++) {
    snprintf(rank, sizeof rank, "%u", list[r].rank);
    print_line(out, rank, &list[r], &sum);
  }
  print_line(out, "sum", &sum, &sum);
  print_rates(out, &sum, n);
}

void hyd_perf_print(const char *file, FILE *out) {
  struct line *list;
  FILE *f = fopen(file, "re");
  size_t n;
  if (f == NULL) return;
  n = read_lines(f, &list);
  fclose(f);
  unlink(file);
  if (n) {
    qsort(list, n, sizeof *list, by_rank);
    print_table(out, list, n);
  }
  free(list);
}
