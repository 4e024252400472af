/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pmix_abi.h: the types and constants of PMIx that pm_pmix.c uses, as the PMIx standard defines
 * them and libpmix.so.2 has had them since version 2. So every build can use a libpmix that it
 * finds at run time. tests/unit/pmix_abi_test.c compares them with <pmix.h>, if that is installed.
 */
#ifndef HYD_BOOT_PMIX_ABI_H
#define HYD_BOOT_PMIX_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/time.h>

enum { HYD_PMIX_SUCCESS = 0, HYD_PMIX_MAX_NSLEN = 255, HYD_PMIX_MAX_KEYLEN = 511 };
enum { HYD_PMIX_BOOL = 1, HYD_PMIX_STRING = 3, HYD_PMIX_UINT32 = 14 }; /* hyd_pmix_value.type */
#define HYD_PMIX_GLOBAL ((uint8_t)3)            /* scope: all processes may ask for it */
#define HYD_PMIX_RANK_WILDCARD (UINT32_MAX - 1) /* all ranks of the namespace */
#define HYD_PMIX_JOB_SIZE "pmix.job.size"       /* uint32 */
#define HYD_PMIX_COLLECT_DATA "pmix.collect"    /* bool, of a fence */
#define HYD_PMIX_IMMEDIATE "pmix.immediate"     /* bool, of a get */

struct hyd_pmix_proc {
  char nspace[HYD_PMIX_MAX_NSLEN + 1];
  uint32_t rank;
};

struct hyd_pmix_value {
  uint16_t type;
  union {
    bool flag;
    char *string;
    uint32_t uint32;
    struct timeval tv;
    struct {
      char *name, *value;
      char separator;
    } largest;
  } data;
};

struct hyd_pmix_info {
  char key[HYD_PMIX_MAX_KEYLEN + 1];
  uint32_t flags;
  struct hyd_pmix_value value;
};

/* The functions of libpmix.so.2. Their results are 0 or negative. */
struct hyd_pmix_calls {
  int (*PMIx_Init)(struct hyd_pmix_proc *self, struct hyd_pmix_info *info, size_t n);
  int (*PMIx_Finalize)(const struct hyd_pmix_info *info, size_t n);
  int (*PMIx_Abort)(int status, const char *why, struct hyd_pmix_proc *procs, size_t n);
  int (*PMIx_Put)(uint8_t scope, const char *key, struct hyd_pmix_value *value);
  int (*PMIx_Commit)(void);
  int (*PMIx_Fence)(const struct hyd_pmix_proc *procs, size_t nprocs,
                    const struct hyd_pmix_info *info, size_t n);
  int (*PMIx_Get)(const struct hyd_pmix_proc *proc, const char *key,
                  const struct hyd_pmix_info *info, size_t n, struct hyd_pmix_value **value);
  const char *(*PMIx_Error_string)(int status);
};

#endif
