/* SPDX-License-Identifier: BSD-3-Clause
 *
 * emulated.c: see emulated.h.
 */
#include "extended/rma/emulated.h"

#include "conduits/dispatch.h"
#include "core/env/env.h"

enum { RMA = 1, ATOMICS = 2, SOME_ATOMICS = 4 };

static int is_wanted(struct hyd_job *job, uint32_t what) {
  return hyd_env_bool(job->env, HYD_ENV_VERBOSEENV) &&
         !(atomic_fetch_or_explicit(&job->layer.told, what, memory_order_relaxed) & what);
}

void hyd_tell_emulated_rma(struct hyd_job *job) {
  const struct hyd_conduit_ops *ops = &hyd_conduit_of(job)->ops;
  if (job->rank || job->net.state == NULL || (ops->put && ops->get)) return;
  if (is_wanted(job, RMA))
    fprintf(stderr,
            "NOTE: conduit %s has no %s: to ranks that share no memory they go by active "
            "messages, which the target must poll for\n",
            hyd_conduit_of(job)->name,
            ops->put   ? "gets"
            : ops->get ? "puts"
                       : "puts and gets");
}

void hyd_tell_emulated_atomics(struct hyd_job *job, int conduit_has_some) {
  if (!is_wanted(job, conduit_has_some ? SOME_ATOMICS : ATOMICS)) return;
  fprintf(stderr,
          "NOTE: atomics%s on ranks that share no memory go by active messages, which the target "
          "must poll for: conduit %s has none%s\n",
          conduit_has_some ? " of a domain" : "", hyd_conduit_of(job)->name,
          conduit_has_some ? " for its type, operations or flags" : "");
}
