/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rows.h: where each rank of a running job is, looked at from outside: for gasnetrun top, and for
 * the graph of gasnetrun --dump. What they wait for lies in the memory that the ranks of a
 * host share (core/diag/places.h), the rest is in /proc; so the ranks do nothing for it, unless
 * they are to count what they move, for so many seconds (core/job/counting.c).
 *
 *   rows.c        this host's ranks; rows as bytes
 *   rows_ask.c    all ranks of a job: of one on this host by rows.c; of a job over hosts by asking
 *                 its gasnetrun, by the signal for dumps, which brings
 *                 the number of the asker's file that the answer is to be written to
 *   root_rows.c   gasnetrun's part: asks its agents, writes the answer
 */
#ifndef HYD_GASNETRUN_ROWS_H
#define HYD_GASNETRUN_ROWS_H

#include <sys/types.h>

#include "contrib/tools/gasnetrun/bytes.h"
#include "contrib/tools/gasnetrun/process.h"
#include "core/diag/places.h"

#define HYD_ROW_HOST 64

struct hyd_row {
  struct hyd_place place;
  char host[HYD_ROW_HOST];
  char run;             /* of the process, as in /proc: R, S, D, T ...; '-': it has ended */
  uint64_t cpu_ns, rss; /* of all its threads; bytes */
};

struct hyd_rows {
  struct hyd_row *row;      /* in order of ranks */
  uint32_t n, room, silent; /* silent: hosts that have not answered */
};
void hyd_rows_free(struct hyd_rows *rows);

/* Adds this host's ranks that share memory with process `rank`, but those that are there; they are
 * to count for so many seconds from now. 0, or an errno value: EPROTO: it is of a library with
 * other formats. */
int hyd_rows_add(struct hyd_rows *rows, pid_t rank, uint32_t seconds);
/* As bytes for the way between processes. 0, or -1: out of memory. */
int hyd_rows_write(struct hyd_bytes *out, const struct hyd_row *row, uint32_t n);
/* Adds rows that came. -1: they are not what they should be. */
int hyd_rows_read(struct hyd_rows *rows, const char *data, size_t n);

/* rows_ask.c: all rows of it that can be had, in order. 0, or an errno value: ESRCH: there is none.
 */
int hyd_rows_ask(struct hyd_rows *rows, const struct hyd_job_found *job, uint32_t seconds);

/* Why there are none, of such a value. */
const char *hyd_rows_why(int err);

/* The file that an answer goes to: a word of 8 bytes, whose last bit is set when all is there, and
 * whose other bits count the bytes that follow; the first four of those: hosts that are silent. */
#define HYD_ROWS_FILE "hydrant-rows"

#endif
