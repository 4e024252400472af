/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pmix_abi_test.c: core/boot/pmix_abi.h says what <pmix.h> says. Most of it is seen when this is
 * compiled.
 */
#include <pmix.h>
#include <stdio.h>
#include <string.h>

#include "core/boot/pmix_abi.h"

#define SAME_PLACE(ours, theirs, field)                                                            \
  _Static_assert(offsetof(ours, field) == offsetof(theirs, field) &&                               \
                     sizeof((ours){0}.field) == sizeof((theirs){0}.field),                         \
                 #field)
#define SAME_SIZE(ours, theirs) _Static_assert(sizeof(ours) == sizeof(theirs), #theirs)
#define SAME(name) _Static_assert(HYD_##name == (name), #name)

SAME_PLACE(struct hyd_pmix_proc, pmix_proc_t, nspace);
SAME_PLACE(struct hyd_pmix_proc, pmix_proc_t, rank);
SAME_SIZE(struct hyd_pmix_proc, pmix_proc_t);
SAME_PLACE(struct hyd_pmix_value, pmix_value_t, type);
SAME_PLACE(struct hyd_pmix_value, pmix_value_t, data.flag);
SAME_PLACE(struct hyd_pmix_value, pmix_value_t, data.string);
SAME_PLACE(struct hyd_pmix_value, pmix_value_t, data.uint32);
SAME_SIZE(struct hyd_pmix_value, pmix_value_t);
SAME_PLACE(struct hyd_pmix_info, pmix_info_t, key);
SAME_PLACE(struct hyd_pmix_info, pmix_info_t, flags);
SAME_PLACE(struct hyd_pmix_info, pmix_info_t, value);
SAME_SIZE(struct hyd_pmix_info, pmix_info_t);
SAME_SIZE(int, pmix_status_t);
SAME_SIZE(uint8_t, pmix_scope_t);
SAME(PMIX_SUCCESS);
SAME(PMIX_MAX_NSLEN);
SAME(PMIX_MAX_KEYLEN);
SAME(PMIX_BOOL);
SAME(PMIX_STRING);
SAME(PMIX_UINT32);
SAME(PMIX_GLOBAL);
SAME(PMIX_RANK_WILDCARD);

/* The calls, with the header's types. */
struct theirs {
  pmix_status_t (*PMIx_Init)(pmix_proc_t *, pmix_info_t *, size_t);
  pmix_status_t (*PMIx_Finalize)(const pmix_info_t *, size_t);
  pmix_status_t (*PMIx_Abort)(int, const char *, pmix_proc_t *, size_t);
  pmix_status_t (*PMIx_Put)(pmix_scope_t, const char *, pmix_value_t *);
  pmix_status_t (*PMIx_Commit)(void);
  pmix_status_t (*PMIx_Fence)(const pmix_proc_t *, size_t, const pmix_info_t *, size_t);
  pmix_status_t (*PMIx_Get)(const pmix_proc_t *, const char *, const pmix_info_t *, size_t,
                            pmix_value_t **);
  const char *(*PMIx_Error_string)(pmix_status_t);
};
#define SAME_CALL(call)                                                                            \
  _Static_assert(__builtin_types_compatible_p(__typeof__(&call),                                   \
                                              __typeof__(((struct theirs *)0)->call)),             \
                 #call)
SAME_CALL(PMIx_Init);
SAME_CALL(PMIx_Finalize);
SAME_CALL(PMIx_Abort);
SAME_CALL(PMIx_Put);
SAME_CALL(PMIx_Commit);
SAME_CALL(PMIx_Fence);
SAME_CALL(PMIx_Get);
SAME_CALL(PMIx_Error_string);

int main(void) {
  int bad = strcmp(HYD_PMIX_JOB_SIZE, PMIX_JOB_SIZE) ||
            strcmp(HYD_PMIX_COLLECT_DATA, PMIX_COLLECT_DATA) ||
            strcmp(HYD_PMIX_IMMEDIATE, PMIX_IMMEDIATE);
  printf("%s keys of PMIx\n%d passed, %d failed\n", bad ? "not ok" : "ok", !bad, bad);
  return bad;
}
