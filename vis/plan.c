/* SPDX-License-Identifier: BSD-3-Clause
 *
 * plan.c: the choice of algorithm. In this order:
 *
 *   the peer's memory is mapped           -> local: nothing is faster than a loop over both sides
 *   the kernel copies between processes   -> lists of pieces, hundreds for each call
 *   one piece on both sides               -> the ordinary put or get
 *   pieces of up to GASNET_VIS_MAXCHUNK   -> pack: a message holds hundreds of them, and the peer's
 *                                            answer is one for each message
 *   larger pieces                         -> single: put or got where they are, a few of them as
 *                                            one operation if the conduit can
 *
 * The default of MAXCHUNK is the conduit's, measured: 64-byte pieces go 5 to 20 times as fast
 * packed; by messages alone both are the same at a medium's limit (gasnet-vis(7) has the figures).
 */
#include "vis/vis.h"

#include "conduits/dispatch.h"
#include "core/env/env.h"
#include "core/base/err.h"

static enum hyd_vis_algorithm forced_by(const char *word) {
  if (strcasecmp(word, "local") == 0) return HYD_VIS_LOCAL;
  if (strcasecmp(word, "pack") == 0) return HYD_VIS_PACK;
  if (strcasecmp(word, "single") == 0) return HYD_VIS_SINGLE;
  return HYD_VIS_AUTO;
}

/* The limits of one direction: its own setting, else that of both; else the conduit's for its
 * network, and what a medium holds beside the description, which is the most. */
static void set_chunk(struct hyd_job *job, struct hyd_vis *v, int is_put,
                      enum hyd_env_id direction) {
  const struct hyd_conduit *c = hyd_conduit_of(job);
  size_t fits = job->net.max_medium - 2 * sizeof(void *), n = hyd_env_size(job->env, direction);
  if (n == 0) n = hyd_env_size(job->env, HYD_ENV_VIS_MAXCHUNK);
  v->chunk[is_put] = n && n < fits ? n : fits;
  if (n == 0 && job->net.state && c->packs_most) n = c->packs_most(job, job->net.state, is_put);
  v->network_chunk[is_put] = n && n < fits ? n : fits;
}

struct hyd_vis *hyd_vis_settings(struct hyd_job *job) {
  struct hyd_vis *v = calloc(1, sizeof *v);
  if (v == NULL) hyd_fatal("gex_Client_Init", "out of memory");
  v->forced = forced_by(hyd_env_str(job->env, HYD_ENV_VIS_ALGORITHM));
  v->by_hand = v->forced == HYD_VIS_PACK || v->forced == HYD_VIS_SINGLE;
  v->ampipe = hyd_env_bool(job->env, HYD_ENV_VIS_AMPIPE);
  v->remotecontig = hyd_env_bool(job->env, HYD_ENV_VIS_REMOTECONTIG);
  set_chunk(job, v, 0, HYD_ENV_VIS_GET_MAXCHUNK);
  set_chunk(job, v, 1, HYD_ENV_VIS_PUT_MAXCHUNK);
  return v;
}

int hyd_vis_is_in_view(const struct hyd_vis_call *c) {
  uintptr_t low, high;
  if (!hyd_vis_extent(hyd_vis_remote(c), &low, &high)) return 0;
  return low >= c->view.lo && high - c->view.lo < c->view.size;
}

static enum hyd_vis_algorithm choose_by_size(const struct hyd_vis *v,
                                             const struct hyd_vis_call *c) {
  int together = c->route.way == HYD_WAY_NETWORK && c->stable;
  size_t most = together ? v->network_chunk[c->is_put] : v->chunk[c->is_put];
  size_t pieces = hyd_vis_pieces(&c->dst), other = hyd_vis_pieces(&c->src);
  if (v->by_hand) return v->forced;
  if (other > pieces) pieces = other;
  if (v->remotecontig && hyd_vis_is_contiguous(hyd_vis_remote(c))) return HYD_VIS_PACK;
  return v->ampipe && c->bytes / pieces <= most ? HYD_VIS_PACK : HYD_VIS_SINGLE;
}

enum hyd_vis_algorithm hyd_vis_plan(const struct hyd_vis *v, const struct hyd_vis_call *c) {
  if (!v->by_hand && c->route.way == HYD_WAY_KERNEL) return HYD_VIS_KERNEL;
  if (hyd_vis_is_contiguous(&c->dst) && hyd_vis_is_contiguous(&c->src)) return HYD_VIS_CONTIG;
  return choose_by_size(v, c);
}
