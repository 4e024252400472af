/* SPDX-License-Identifier: BSD-3-Clause
 *
 * root_dump.c: gasnetrun --dump of a job over hosts: all agents are asked, first where their ranks
 * are, then for backtraces; each tells when it has asked its own. A host that does not within some
 * seconds is named. Backtraces of several hosts come at a time, so that while they do each line on
 * stderr begins with its rank.
 */
#include "contrib/tools/gasnetrun/root.h"
#include "core/sys/clock.h"

#define MS UINT64_C(1000000)
#define ANSWER (3000 * MS)
/* rank of a host, beyond that: agent_ranks.c asks one after the other */
#define FOR_EACH (25 * MS)
#define SETTLE (300 * MS) /* for lines to arrive that ranks have been asked for */
#define TAIL (3000 * MS)  /* the same for backtraces */
#define AGAIN (1000 * MS)
#define MOST_LINES 8

enum round { NONE, PLACES, BACKTRACES, TAILED };

static void begin_round(struct hyd_root *root, enum round round, uint64_t now) {
  uint64_t most = 0;
  for (struct hyd_host *h = root->host; h < root->host + root->hosts; h++) {
    if (h->ranks > most) most = h->ranks;
    h->dumped = 0;
  }
  root->dump.round = round;
  root->dump.settled_ns = 0;
  root->dump.end_ns = now + ANSWER + most * FOR_EACH;
  hyd_agents_tell(root, HYD_MSG_DUMP, round);
}

void hyd_root_dump(struct hyd_root *root) {
  uint64_t now = hyd_now_ns();
  if (root->dump.round == PLACES || root->dump.round == BACKTRACES) return;
  if (now < root->dump.again_ns || root->end.sent) return;
  if (root->custom)
    hyd_root_say(root, "where %u ranks are:", root->spec.size); /* several workers to a host */
  else
    hyd_root_say(root, "where %u ranks on %u host%s are:", root->spec.size, root->hosts,
                 root->hosts == 1 ? "" : "s");
  if (root->ready_hosts < root->hosts)
    hyd_root_say(root, "%u of %u %s have not come up so far", root->hosts - root->ready_hosts,
                 root->hosts, root->custom ? "workers" : "hosts");
  root->dump.again_ns = now + AGAIN;
  begin_round(root, PLACES, now);
}

static int has_answered(const struct hyd_host *h) { return h->dumped || h->state == HYD_HOST_OVER; }

static int all_answered(const struct hyd_root *root) {
  for (uint32_t i = 0; i < root->hosts; i++)
    if (!has_answered(&root->host[i])) return 0;
  return 1;
}

static void name_silent(struct hyd_root *root) {
  uint32_t shown = 0;
  for (struct hyd_host *h = root->host; h < root->host + root->hosts && shown <= MOST_LINES; h++) {
    if (has_answered(h)) continue;
    if (shown++ == MOST_LINES)
      hyd_root_say(root, "and more hosts");
    else
      hyd_root_say(root, "host %s (ranks %u to %u) does not answer", h->name, h->first,
                   h->first + h->ranks - 1);
  }
}

void hyd_root_dump_advance(struct hyd_root *root, uint64_t now) {
  int all = root->dump.round != NONE && all_answered(root);
  if (root->dump.round == NONE) return;
  if (root->dump.round == TAILED) {
    if (now >= root->dump.end_ns) root->dump.round = NONE;
    return;
  }
  if (all && root->dump.settled_ns == 0) root->dump.settled_ns = now + SETTLE;
  if (now < (all ? root->dump.settled_ns : root->dump.end_ns)) return;
  if (root->dump.round == PLACES) {
    if (!all) name_silent(root); /* once */
    begin_round(root, BACKTRACES, now);
    return;
  }
  root->dump.round = TAILED;
  root->dump.end_ns = now + TAIL;
}

int hyd_root_dump_labels(const struct hyd_root *root, uint32_t stream) {
  return stream == 2 && root->dump.round >= BACKTRACES;
}
