/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rows_ask.c: see rows.h.
 */
#include <errno.h>
#include <signal.h>
#include <time.h>

#include "contrib/tools/gasnetrun/rows.h"
#include "core/diag/dump_signal.h"
#include "core/sys/memory_file.h"

#define MOST_RANKS 4096
#define TURN_NS 5000000L
#define TURNS 800 /* of waiting for an answer */

/* --- of this host --------------------------------------------------------- */

static int look_here(struct hyd_rows *rows, pid_t head, uint32_t seconds) {
  static pid_t rank[MOST_RANKS];
  uint32_t n = hyd_process_ranks(head, rank, MOST_RANKS);
  int err = ESRCH, one;
  for (uint32_t i = 0; i < n; i++)
    if ((one = hyd_rows_add(rows, rank[i], seconds)) == 0 || err == ESRCH) err = one;
  return rows->n ? 0 : err;
}

/* --- of all hosts --------------------------------------------------------- */

/* The answer's size, when it is there. */
static int wait_for_answer(int fd, pid_t root, uint64_t *size_p) {
  const struct timespec turn = {0, TURN_NS};
  uint64_t word = 0;
  for (int i = 0; i < TURNS; i++) {
    if (pread(fd, &word, sizeof word, 0) == sizeof word && word & 1) {
      *size_p = word >> 1;
      return 0;
    }
    if (kill(root, 0)) return ESRCH;
    nanosleep(&turn, NULL);
  }
  return ETIMEDOUT;
}

static int read_answer(struct hyd_rows *rows, int fd, uint64_t size) {
  char *data = size < 4 || size > UINT32_MAX ? NULL : malloc(size);
  struct hyd_reader r = {data, data ? data + 4 : NULL, 0};
  int err = data == NULL ? EPROTO : 0;
  if (!err && pread(fd, data, size, sizeof(uint64_t)) != (ssize_t)size) err = EPROTO;
  if (!err) rows->silent = hyd_read_u32(&r);
  if (!err && hyd_rows_read(rows, data + 4, size - 4)) err = EPROTO;
  free(data);
  return err;
}

static int ask_root(struct hyd_rows *rows, pid_t root, uint32_t seconds) {
  int fd = hyd_memory_file(HYD_ROWS_FILE, NULL), err;
  union sigval value;
  uint64_t size = 0;
  if (fd < 0) return errno;
  value.sival_int = HYD_DUMP_ROWS(seconds, fd);
  err = fd > HYD_DUMP_ROWS_MOST                  ? EMFILE
        : sigqueue(root, HYD_DUMP_SIGNAL, value) ? errno
                                                 : wait_for_answer(fd, root, &size);
  if (!err) err = read_answer(rows, fd, size);
  close(fd);
  return err;
}

/* --- barriers, of all hosts together ---------------------------------------- */

static void set_missing(const struct hyd_rows *rows, struct hyd_place *p) {
  p->nmissing = 0;
  for (uint32_t i = 0; i < rows->n && p->nmissing < HYD_PLACE_MISSING; i++)
    if (hyd_place_is_missing(p, &rows->row[i].place))
      p->missing[p->nmissing++] = rows->row[i].place.rank;
}

/* Most ranks wait for the same as the one before. */
static void set_all_missing(struct hyd_rows *rows) {
  for (uint32_t i = 0; i < rows->n; i++) {
    struct hyd_place *p = &rows->row[i].place, *before = i ? &rows->row[i - 1].place : NULL;
    if (before == NULL || before->reason != p->reason || before->detail != p->detail) {
      set_missing(rows, p);
    } else {
      p->nmissing = before->nmissing;
      memcpy(p->missing, before->missing, sizeof p->missing);
    }
  }
}

int hyd_rows_ask(struct hyd_rows *rows, const struct hyd_job_found *job, uint32_t seconds) {
  int err;
  rows->n = rows->silent = 0;
  err = job->root ? ask_root(rows, job->root, seconds) : look_here(rows, job->pid, seconds);
  set_all_missing(rows);
  return err || rows->n ? err : rows->silent ? ETIMEDOUT : ESRCH;
}

const char *hyd_rows_why(int err) {
  return err == EPROTO ? "the job's library is of another release"
         : err == ESRCH
             ? "the job has ended, or none of its ranks has come to gasnet_init, or they are of "
               "another release"
         : err == EPERM     ? "its processes must not be looked at (same user? PR_SET_DUMPABLE?)"
         : err == ETIMEDOUT ? "gasnetrun, or its agents, do not answer"
                            : strerror(err);
}
