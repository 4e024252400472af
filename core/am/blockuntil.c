/* SPDX-License-Identifier: BSD-3-Clause
 *
 * blockuntil.c: waits that a client's macro GASNET_BLOCKUNTIL makes, and how a client chooses
 * waits.
 */
#include "core/am/wait.h"
#include "core/base/call_context.h"
#include "core/base/err.h"

void hyd_blockuntil_begin(struct hyd_wait_state *s) {
  if (HYD_DEBUG) hyd_check_call("GASNET_BLOCKUNTIL");
  hyd_check_ready("GASNET_BLOCKUNTIL");
  hyd_wait_begin((struct hyd_wait *)s, hyd_the_job, HYD_WAIT_BLOCKUNTIL, HYD_NO_PEER, 0);
}

void hyd_blockuntil_pause(struct hyd_wait_state *s) { hyd_wait_pause((struct hyd_wait *)s); }

void hyd_blockuntil_end(struct hyd_wait_state *s) { hyd_wait_end((struct hyd_wait *)s); }

int gasnet_set_waitmode(int wait_mode) {
  hyd_check_ready("gasnet_set_waitmode");
  if (wait_mode != GASNET_WAIT_SPIN && wait_mode != GASNET_WAIT_BLOCK &&
      wait_mode != GASNET_WAIT_SPINBLOCK)
    return hyd_error(GASNET_ERR_BAD_ARG, "gasnet_set_waitmode",
                     "mode %d; expected GASNET_WAIT_SPIN, _BLOCK or _SPINBLOCK", wait_mode);
  hyd_the_job->wait.mode = wait_mode;
  return GASNET_OK;
}
