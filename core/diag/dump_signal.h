/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dump_signal.h: the signal by which a job is asked where it is: it goes to a supervisor
 * (supervisor.c), to gasnetrun or one of its agents (root_dump.c, agent_ranks.c), and from those to
 * the ranks. To a rank it says by its value what is wanted; without a value, a backtrace. A process
 * that neither catches nor blocks it dies of it.
 */
#ifndef HYD_DIAG_DUMP_SIGNAL_H
#define HYD_DIAG_DUMP_SIGNAL_H

#define HYD_DUMP_SIGNAL (SIGRTMAX - 2)

/* One line for each: the rank itself, and so many of those before and after it that cannot answer
 * themselves. */
#define HYD_DUMP_NEIGHBOURS 4095
#define HYD_DUMP_PLACES(before, after) (0x48000000 | (int)(before) << 12 | (int)(after))
/* All of it, for all ranks of the host: there is no supervisor to ask. */
#define HYD_DUMP_HOST 0x49000000
/* To gasnetrun: the sender wants the rows of all ranks in its file of that number (rows.h); ranks
 * are to count what they move for so many seconds. */
#define HYD_DUMP_ROWS_MOST 4095
#define HYD_DUMP_ROWS(seconds, file) (0x4a000000 | (int)(seconds) << 12 | (int)(file))
#define HYD_DUMP_ROWS_SECONDS(value) ((value) >> 12 & HYD_DUMP_ROWS_MOST)
#define HYD_DUMP_ROWS_FILE(value) ((value)&HYD_DUMP_ROWS_MOST)
/* To a rank: it is to count, as shared memory has it (count_until_ns). */
#define HYD_DUMP_COUNT 0x4b000000
#define HYD_DUMP_KIND(value) ((value)&0x7f000000)

#endif
