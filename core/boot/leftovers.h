/* SPDX-License-Identifier: BSD-3-Clause
 *
 * leftovers.h: processes that those we started have left behind. They become our children, as we
 * are their "child subreaper" (prctl(2)), wherever the kernel has that.
 */
#ifndef HYD_BOOT_LEFTOVERS_H
#define HYD_BOOT_LEFTOVERS_H

#include <stdint.h>
#include <sys/types.h>

/* To be called before anything is started. */
void hyd_leftovers_adopt(void);
/* The children of a process ("self", or its number), as many as there is room for; how many. */
uint32_t hyd_children_of(const char *process, pid_t *child, uint32_t room);
/* Kills the children of this process that are not among keep[0..n), some hundreds at a time. Their
 * own children come to us and are found by the next call. The number killed. */
int hyd_leftovers_kill(const pid_t *keep, uint32_t n);
/* Kills and reaps all of them, generation after generation, for at most `ms`. */
void hyd_leftovers_end(int ms, const pid_t *keep, uint32_t n);

#endif
