/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shared_memory.h: the memory that the processes of a host share from the start (layout.h), and the
 * file that will hold their segments. Both are anonymous: no name in any file system, gone with the
 * last process.
 */
#ifndef HYD_BOOT_SHARED_MEMORY_H
#define HYD_BOOT_SHARED_MEMORY_H

#include "core/boot/boot.h"

/* Of which all ranks of a job must be: the version of the library, and the number of its formats,
 * which is 1 more after each change of what ranks tell each other: in shared memory, over networks,
 * by a process manager. */
#define HYD_FORMATS 2
extern const char hyd_version_text[];

/* Makes both for ranks first..first+nranks-1 of the job: sets boot->shared and boot->segment_fd.
 * Returns a descriptor of the former. Fatal on failure. */
int hyd_share_make(struct hyd_boot *boot, uint32_t first, uint32_t nranks);

/* Maps what another process of this host made; 0, or an errno value. */
int hyd_share_join(struct hyd_boot *boot, int pid, int shared_fd, int segment_fd);

#endif
