/* SPDX-License-Identifier: BSD-3-Clause
 *
 * job_messages.h: the messages between gasnetrun and its agents in a conversation of grammar.h.
 */
#ifndef HYD_FUZZ_JOB_MESSAGES_H
#define HYD_FUZZ_JOB_MESSAGES_H

#include "contrib/tools/gasnetrun/agent_msg.h"
#include "tests/fuzz/grammar.h"

/* Adds m, with n bytes of data, to what the peer `from` sends. */
static inline void fuzz_say(struct fuzz_messages *all, uint32_t from, struct hyd_message m,
                            const void *data, size_t n) {
  struct hyd_bytes out = {0};
  m.data = data;
  m.n = n;
  must(hyd_msg_write(&out, &m) == 0);
  fuzz_add(all, from, out.p, out.n);
  hyd_bytes_free(&out);
}

#endif
