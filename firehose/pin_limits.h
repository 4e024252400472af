/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pin_limits.h: how much memory a process may pin, from what the system says, and how that is
 * divided into M and MAXVICTIM. What is pinned counts in two ways: against the process's own limit
 * of locked memory (ulimit -l), unless it has CAP_IPC_LOCK; and against the memory of the host and
 * of the control group, which all ranks there share.
 */
#ifndef HYD_FIREHOSE_PIN_LIMITS_H
#define HYD_FIREHOSE_PIN_LIMITS_H

#include <stddef.h>
#include <stdint.h>

#define FH_UNLIMITED UINT64_MAX

struct fh_limits {
  uint64_t memlock; /* bytes of this process: RLIMIT_MEMLOCK; FH_UNLIMITED also with CAP_IPC_LOCK */
  uint64_t physical; /* bytes of the host */
  uint64_t cgroup;   /* bytes of the control groups */
  uint64_t device;   /* bytes of the host, as the device says (the client's to set); FH_UNLIMITED */
};

/* root: before all paths of /proc and /sys; empty, but for tests. */
void fh_limits_read(struct fh_limits *l, const char *root);
/* RLIMIT_MEMLOCK up to what this process may set it to. */
void fh_limits_raise(void);

/* Bytes that each of `ranks` processes of this host may pin, `fraction` of what the host has; *by
 * says what limits it most. */
uint64_t fh_limits_each(const struct fh_limits *l, uint32_t ranks, double fraction,
                        const char **by);

struct fh_config;
/* Sets m and maxvictim: of nine parts eight for others and one for this node's transfers and for
 * what is kept, as in the papers; but so that a request of `longest` bytes fits. Bucket and nodes
 * are set already. 0, or -1: it is too little for firehoses (bounce buffers, then). */
int fh_limits_divide(uint64_t bytes, size_t longest, struct fh_config *c);

#endif
