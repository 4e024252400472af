/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gasnet1_names.c: what clients of GASNet-1 call the calls that their headers make of theirs
 * (gasnet.h), for messages.
 */
#include "core/base/err.h"
#include "core/base/job.h"

static const struct {
  const char *inside, *client;
} names[] = {
    {"gex_RMA_PutBlocking", "gasnet_put"},
    {"gex_RMA_PutNB", "gasnet_put_nb"},
    {"gex_RMA_PutNBI", "gasnet_put_nbi"},
    {"gex_RMA_PutVal", "gasnet_put_val"},
    {"gex_RMA_GetBlocking", "gasnet_get"},
    {"gex_RMA_GetNB", "gasnet_get_nb"},
    {"gex_RMA_GetNBI", "gasnet_get_nbi"},
    {"gex_RMA_GetVal", "gasnet_get_val"},
    {"gex_Event_Wait", "gasnet_wait_syncnb"},
    {"gex_Event_WaitSome", "gasnet_wait_syncnb_some"},
    {"gex_Event_WaitAll", "gasnet_wait_syncnb_all"},
    {"gex_Event_Test", "gasnet_try_syncnb"},
    {"gex_Event_TestSome", "gasnet_try_syncnb_some"},
    {"gex_Event_TestAll", "gasnet_try_syncnb_all"},
    {"gex_NBI_Wait", "gasnet_wait_syncnbi_all"},
    {"gex_NBI_Test", "gasnet_try_syncnbi_all"},
    {"gex_NBI_BeginAccessRegion", "gasnet_begin_nbi_accessregion"},
    {"gex_NBI_EndAccessRegion", "gasnet_end_nbi_accessregion"},
    {"gex_AM_RequestShort", "gasnet_AMRequestShort"},
    {"gex_AM_RequestMedium", "gasnet_AMRequestMedium"},
    {"gex_AM_RequestLong", "gasnet_AMRequestLong"},
    {"gex_AM_ReplyShort", "gasnet_AMReplyShort"},
    {"gex_AM_ReplyMedium", "gasnet_AMReplyMedium"},
    {"gex_AM_ReplyLong", "gasnet_AMReplyLong"},
    {"gex_HSL_Init", "gasnet_hsl_init"},
    {"gex_HSL_Destroy", "gasnet_hsl_destroy"},
    {"gex_HSL_Lock", "gasnet_hsl_lock"},
    {"gex_HSL_Trylock", "gasnet_hsl_trylock"},
    {"gex_HSL_Unlock", "gasnet_hsl_unlock"},
};

const char *hyd_legacy_name(const char *call) {
  if (hyd_the_job == NULL || !hyd_the_job->legacy_init) return NULL;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp(names[i].inside, call) == 0) return names[i].client;
  return NULL;
}
