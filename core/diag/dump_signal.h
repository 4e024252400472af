/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dump_signal.h: the signal that requests a dump of a job. It is sent to a supervisor
 * (supervisor.c), or to gasnetrun or an agent (root_dump.c, agent_ranks.c), which send it to the
 * ranks. Its value tells a rank what to print; without a value, a backtrace. A process that neither
 * catches nor blocks the signal dies of it.
 */
#ifndef HYD_DIAG_DUMP_SIGNAL_H
#define HYD_DIAG_DUMP_SIGNAL_H

#define HYD_DUMP_SIGNAL (SIGRTMAX - 2)

/* The value for: print a line about this rank, and about so many ranks before and after it, which
 * cannot answer themselves. */
#define HYD_DUMP_NEIGHBOURS 4095
#define HYD_DUMP_PLACES(before, after) (0x48000000 | (int)(before) << 12 | (int)(after))
/* The value for: dump all ranks of the host, as it has no supervisor. */
#define HYD_DUMP_HOST 0x49000000
/* The value for gasnetrun: write the rows of all ranks to the sender's file descriptor of that
 * number (rows.h), and have ranks count operations for so many seconds. */
#define HYD_DUMP_ROWS_MOST 4095
#define HYD_DUMP_ROWS(seconds, file) (0x4a000000 | (int)(seconds) << 12 | (int)(file))
#define HYD_DUMP_ROWS_SECONDS(value) ((value) >> 12 & HYD_DUMP_ROWS_MOST)
#define HYD_DUMP_ROWS_FILE(value) ((value)&HYD_DUMP_ROWS_MOST)
/* The value for: count operations until the time in shared memory (count_until_ns). */
#define HYD_DUMP_COUNT 0x4b000000
#define HYD_DUMP_KIND(value) ((value)&0x7f000000)

#endif
