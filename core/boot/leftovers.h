/* SPDX-License-Identifier: BSD-3-Clause
 *
 * leftovers.h: leftovers: processes that processes of the job have started and left behind. They
 * become children of this process, which is their "child subreaper" (prctl(2)).
 */
#ifndef HYD_BOOT_LEFTOVERS_H
#define HYD_BOOT_LEFTOVERS_H

#include <stdint.h>
#include <sys/types.h>

#define HYD_CHILDREN_BEFORE 64
struct hyd_leftovers {
  pid_t before[HYD_CHILDREN_BEFORE]; /* what the user had started in this process, which stays */
  uint32_t nbefore;
};

/* Makes this process a child subreaper, and notes the children that it has; before it starts any
 * process. */
void hyd_leftovers_adopt(struct hyd_leftovers *l);
/* Lists the children of a process ("self", or its number), as many as there is room for; how many.
 */
uint32_t hyd_children_of(const char *process, pid_t *child, uint32_t room);
/* Kills children of this process that it did not have before, some hundreds at a time; how many.
 * Their children are found by the next call. */
int hyd_leftovers_kill(const struct hyd_leftovers *l);
/* Kills and reaps all leftovers, generation after generation, for at most `ms` milliseconds. */
void hyd_leftovers_end(const struct hyd_leftovers *l, int ms);

#endif
