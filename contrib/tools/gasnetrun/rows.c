/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rows.c: see rows.h.
 */
#include "contrib/tools/gasnetrun/rows.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/uio.h>
#include <sys/utsname.h>

#include "core/diag/dump_signal.h"
#include "core/sys/clock.h"

#define MOST_RANKS 65536u /* of a host */
#define MOST_SIZE (1u << 20)
#define LOAD(field) atomic_load_explicit(&(field), memory_order_relaxed)

void hyd_rows_free(struct hyd_rows *rows) {
  free(rows->row);
  *rows = (struct hyd_rows){0};
}

/* In order of ranks, each once. 0, or -1: out of memory. */
static int add_row(struct hyd_rows *rows, const struct hyd_row *row) {
  uint32_t at = rows->n;
  while (at > 0 && rows->row[at - 1].place.rank > row->place.rank) at--;
  if (at > 0 && rows->row[at - 1].place.rank == row->place.rank) return 0;
  if (rows->n == rows->room) {
    uint32_t room = rows->room ? 2 * rows->room : 64;
    struct hyd_row *more = realloc(rows->row, room * sizeof *more);
    if (more == NULL) return -1;
    rows->row = more;
    rows->room = room;
  }
  memmove(&rows->row[at + 1], &rows->row[at], (rows->n++ - at) * sizeof *row);
  rows->row[at] = *row;
  return 0;
}

/* --- this host's ---------------------------------------------------------- */

static int copy_memory(pid_t pid, uintptr_t at, void *to, size_t n) {
  struct iovec here = {to, n}, there = {(void *)at, n};
  ssize_t got = process_vm_readv(pid, &here, 1, &there, 1, 0);
  return got == (ssize_t)n ? 0 : got < 0 ? errno : EFAULT;
}

/* What ranks show each other, without their inboxes: to be freed. */
static struct hyd_shared *copy_shared(pid_t pid, int *err_p) {
  uintptr_t at = hyd_process_memory(pid);
  struct hyd_shared head, *all;
  *err_p = at ? copy_memory(pid, at, &head, sizeof head) : errno ? errno : ESRCH;
  if (*err_p) return NULL;
  if (head.formats != HYD_FORMATS || head.nranks == 0 || head.nranks > MOST_RANKS ||
      head.job_size > MOST_SIZE || head.first > head.job_size ||
      head.nranks > head.job_size - head.first) {
    *err_p = EPROTO;
    return NULL;
  }
  all = aligned_alloc(4096, hyd_inbox_offset(head.nranks));
  *err_p = all ? copy_memory(pid, at, all, hyd_inbox_offset(head.nranks)) : ENOMEM;
  if (*err_p == 0 && all->nranks == head.nranks && all->first == head.first) return all;
  if (*err_p == 0) *err_p = EPROTO;
  free(all);
  return NULL;
}

/* What the number of a process names may be no rank: it has ended, or it is a number of another
 * namespace; the signal would be the end of that process. */
static int is_rank(pid_t pid) {
  struct hyd_process p;
  return pid > 0 && hyd_process_read(pid, &p) == 0 && p.role == HYD_IS_RANK;
}

/* Tells those of them that do not count, once. What fails is seen: they do not. */
static void have_count(const struct hyd_shared *sh, pid_t pid, uint32_t seconds) {
  uintptr_t at = hyd_process_memory(pid) + offsetof(struct hyd_shared, count_until_ns);
  uint64_t until = hyd_now_ns() + seconds * UINT64_C(1000000000);
  struct iovec here = {&until, sizeof until}, there = {(void *)at, sizeof until};
  const union sigval value = {.sival_int = HYD_DUMP_COUNT};
  if (process_vm_writev(pid, &here, 1, &there, 1, 0) != sizeof until) return;
  for (uint32_t i = 0; i < sh->nranks; i++) {
    const struct hyd_rank_shared *r = &sh->rank[i];
    if (LOAD(r->state) == HYD_RANK_RUNNING && LOAD(r->rec.counts) == HYD_COUNTS_NOT &&
        is_rank((pid_t)LOAD(r->pid)))
      (void)sigqueue((pid_t)LOAD(r->pid), HYD_DUMP_SIGNAL, value);
  }
}

/* The name of a process in /proc/PID/stat may have blanks and parentheses. */
static void look_at_process(struct hyd_row *row) {
  unsigned long long user = 0, kernel = 0;
  char path[40], line[512];
  long pages = 0;
  char *p;
  FILE *f;
  row->run = '-';
  snprintf(path, sizeof path, "/proc/%d/stat", (int)row->place.pid);
  if (row->place.pid <= 0 || (f = fopen(path, "re")) == NULL) return;
  if (fgets(line, sizeof line, f) && (p = strrchr(line, ')')) != NULL &&
      sscanf(p + 1,
             " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %*d %*d %*d %*d %*d %*d "
             "%*u %*u %ld",
             &row->run, &user, &kernel, &pages) == 4) {
    row->cpu_ns = (user + kernel) * (UINT64_C(1000000000) / (uint64_t)sysconf(_SC_CLK_TCK));
    row->rss = (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
  }
  fclose(f);
}

int hyd_rows_add(struct hyd_rows *rows, pid_t rank, uint32_t seconds) {
  struct hyd_row row = {0};
  struct hyd_shared *sh;
  struct utsname u;
  int err;
  for (uint32_t i = 0; i < rows->n; i++)
    if (rows->row[i].place.pid == rank) return 0;
  if ((sh = copy_shared(rank, &err)) == NULL) return err;
  if (uname(&u)) strcpy(u.nodename, "?");
  snprintf(row.host, sizeof row.host, "%s", u.nodename);
  if (seconds) have_count(sh, rank, seconds);
  for (uint32_t i = 0; i < sh->nranks && !err; i++) {
    hyd_place_of(sh, i, hyd_now_ns(), &row.place);
    row.cpu_ns = row.rss = 0;
    look_at_process(&row);
    err = add_row(rows, &row) ? ENOMEM : 0;
  }
  free(sh);
  return err;
}

/* --- as bytes ------------------------------------------------------------- */

static int put_u64(struct hyd_bytes *b, uint64_t v) {
  return hyd_bytes_u32(b, (uint32_t)v) || hyd_bytes_u32(b, (uint32_t)(v >> 32));
}

static uint64_t get_u64(struct hyd_reader *r) {
  uint64_t low = hyd_read_u32(r);
  return low | (uint64_t)hyd_read_u32(r) << 32;
}

static int write_row(struct hyd_bytes *b, const struct hyd_row *row) {
  const struct hyd_place *p = &row->place;
  const uint32_t number[] = {p->rank,        p->size,         (uint32_t)p->pid, p->state,
                             p->reason,      p->peer,         p->outstanding,   p->oldest_peer,
                             p->oldest_kind, p->oldest_bytes, p->counts,        (uint32_t)row->run,
                             p->notified,    p->nmissing};
  int bad = 0;
  for (size_t i = 0; i < sizeof number / sizeof number[0]; i++) bad |= hyd_bytes_u32(b, number[i]);
  for (uint32_t i = 0; i < p->nmissing; i++) bad |= hyd_bytes_u32(b, p->missing[i]);
  bad |= put_u64(b, p->detail) | put_u64(b, p->entered);
  bad |= put_u64(b, p->waited_ns) | put_u64(b, p->moves) | put_u64(b, p->bytes);
  return bad | put_u64(b, row->cpu_ns) | put_u64(b, row->rss) | hyd_bytes_str(b, row->host);
}

int hyd_rows_write(struct hyd_bytes *out, const struct hyd_row *row, uint32_t n) {
  int bad = 0;
  for (uint32_t i = 0; i < n; i++) bad |= write_row(out, &row[i]);
  return bad ? -1 : 0;
}

static void read_row(struct hyd_reader *r, struct hyd_row *row) {
  struct hyd_place *p = &row->place;
  p->rank = hyd_read_upto(r, MOST_SIZE - 1);
  p->size = hyd_read_upto(r, MOST_SIZE);
  p->pid = (int32_t)hyd_read_u32(r);
  p->state = hyd_read_u32(r);
  p->reason = hyd_read_u32(r);
  p->peer = hyd_read_u32(r);
  p->outstanding = hyd_read_u32(r);
  p->oldest_peer = hyd_read_u32(r);
  p->oldest_kind = hyd_read_u32(r);
  p->oldest_bytes = hyd_read_u32(r);
  p->counts = hyd_read_upto(r, HYD_COUNTS_NOW);
  row->run = (char)hyd_read_upto(r, 126);
  p->notified = hyd_read_u32(r);
  p->nmissing = hyd_read_upto(r, HYD_PLACE_MISSING);
  for (uint32_t i = 0; i < p->nmissing; i++) p->missing[i] = hyd_read_u32(r);
  p->detail = get_u64(r);
  p->entered = get_u64(r);
  p->waited_ns = get_u64(r);
  p->moves = get_u64(r);
  p->bytes = get_u64(r);
  row->cpu_ns = get_u64(r);
  row->rss = get_u64(r);
  snprintf(row->host, sizeof row->host, "%s", hyd_read_str(r));
  if (p->rank >= p->size || row->run < '!') r->bad = 1;
}

int hyd_rows_read(struct hyd_rows *rows, const char *data, size_t n) {
  struct hyd_reader r = {data, data + n, 0};
  while (r.p < r.end) {
    struct hyd_row row = {0};
    read_row(&r, &row);
    if (r.bad || add_row(rows, &row)) return -1;
  }
  return 0;
}
