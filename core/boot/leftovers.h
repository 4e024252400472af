/* SPDX-License-Identifier: BSD-3-Clause
 *
 * leftovers.h: leftovers: processes that processes of the job have started and left behind. They
 * become children of this process, which is their "child subreaper" (prctl(2)).
 */
#ifndef HYD_BOOT_LEFTOVERS_H
#define HYD_BOOT_LEFTOVERS_H

#include <stdint.h>
#include <sys/types.h>

/* Makes this process a child subreaper; before it starts any process. */
void hyd_leftovers_adopt(void);
/* Lists the children of a process ("self", or its number), as many as there is room for; how many.
 */
uint32_t hyd_children_of(const char *process, pid_t *child, uint32_t room);
/* Kills children of this process that are not among keep[0..n), some hundreds at a time; how many.
 * Their children are found by the next call. */
int hyd_leftovers_kill(const pid_t *keep, uint32_t n);
/* Kills and reaps all leftovers, generation after generation, for at most `ms` milliseconds. */
void hyd_leftovers_end(int ms, const pid_t *keep, uint32_t n);

#endif
