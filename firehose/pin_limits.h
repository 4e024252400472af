/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pin_limits.h: how much memory a process may pin by the system's limits, and its division into M
 * and MAXVICTIM. Pinned memory counts against the process's own limit of locked memory (ulimit -l),
 * unless it has CAP_IPC_LOCK; and against the memory of the host and of the control group, which
 * all ranks there share.
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

/* Reads the limits. root: a prefix of all paths in /proc and /sys; empty, except in tests. */
void fh_limits_read(struct fh_limits *l, const char *root);
/* Raises RLIMIT_MEMLOCK as far as this process may. */
void fh_limits_raise(void);

/* Bytes that each of `ranks` processes of this host may pin, if they use `fraction` of the host's
 * memory; *by names the limit that decides. */
uint64_t fh_limits_each(const struct fh_limits *l, uint32_t ranks, double fraction,
                        const char **by);

struct fh_config;
/* Divides `bytes` into c->m, eight ninths, and c->maxvictim, one ninth, as in the papers, but so
 * that a request of `longest` bytes fits. c->bucket and c->nodes are set. 0, or -1: too few bytes
 * for firehoses; the client is to use bounce buffers. */
int fh_limits_divide(uint64_t bytes, size_t longest, struct fh_config *c);

#endif
