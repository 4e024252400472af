/* SPDX-License-Identifier: BSD-3-Clause
 *
 * root_dump.c: gasnetrun --dump of a job over hosts: all agents are asked, first where their ranks
 * are, then for backtraces; each tells when it has asked its own. Who does not within some seconds
 * is named. Backtraces of several hosts come at a time, so that while they do each line on stderr
 * begins with its rank.
 */
#include <stdio.h>

#include "contrib/gasnetrun/root.h"
#include "core/sys/clock.h"

#define MS UINT64_C(1000000)
#define ANSWER (3000 * MS)
#define FOR_EACH (25 * MS) /* rank of a host, beyond that: node_dump.c asks one after the other */
#define SETTLE (300 * MS)  /* for lines to arrive that ranks have been asked for */
#define TAIL (3000 * MS)   /* the same for backtraces */
#define AGAIN (1000 * MS)
#define MOST_LINES 8

enum round { NONE, PLACES, BACKTRACES, TAILED };

static void begin_round(struct hyd_root *root, enum round round, uint64_t now) {
  struct hyd_node *node = &root->node;
  struct hyd_bytes body = {0};
  struct hyd_message msg;
  uint64_t most = 0;
  for (uint32_t i = 0; i < node->spec.hosts; i++)
    if (node->spec.host[i].ranks > most) most = node->spec.host[i].ranks;
  memset(root->dump.heard, 0, node->spec.hosts);
  root->dump.round = round;
  root->dump.answers = 0;
  root->dump.settled_ns = 0;
  root->dump.end_ns = now + ANSWER + most * FOR_EACH;
  if (hyd_msg_write_text(&body, HYD_MSG_DUMP, (uint32_t)round, 0, "") == 0 &&
      hyd_msg_parse(body.p, body.n, &msg) > 0)
    hyd_tree_send(node, &msg);
  hyd_bytes_free(&body);
}

void hyd_root_dump(struct hyd_root *root) {
  const struct hyd_job_spec *s = &root->node.spec;
  uint64_t now = hyd_now_ns();
  if (root->dump.round == PLACES || root->dump.round == BACKTRACES) return;
  if (now < root->dump.again_ns || root->node.ending) return;
  if (root->dump.heard == NULL && (root->dump.heard = calloc(s->hosts + 1, 1)) == NULL) return;
  if (root->custom)
    hyd_root_say(root, "where %u ranks are:", s->size); /* several workers to a host */
  else
    hyd_root_say(root, "where %u ranks on %u host%s are:", s->size, s->hosts,
                 s->hosts == 1 ? "" : "s");
  if (root->ready_hosts < s->hosts)
    hyd_root_say(root, "%u of %u %s have not come up so far", s->hosts - root->ready_hosts,
                 s->hosts, root->custom ? "workers" : "hosts");
  root->dump.again_ns = now + AGAIN;
  begin_round(root, PLACES, now);
}

void hyd_root_dumped(struct hyd_root *root, uint32_t first, uint32_t round) {
  const struct hyd_job_spec *s = &root->node.spec;
  if (round != (uint32_t)root->dump.round) return;
  for (uint32_t i = 0; i < s->hosts; i++)
    if (s->host[i].first == first && !root->dump.heard[i]) {
      root->dump.heard[i] = 1;
      root->dump.answers++;
    }
}

static void name_silent(struct hyd_root *root) {
  const struct hyd_job_spec *s = &root->node.spec;
  uint32_t shown = 0;
  for (uint32_t i = 0; i < s->hosts && shown <= MOST_LINES; i++) {
    if (root->dump.heard[i]) continue;
    if (shown++ == MOST_LINES)
      hyd_root_say(root, "and more hosts");
    else
      hyd_root_say(root, "host %s (ranks %u to %u) does not answer", s->host[i].name,
                   s->host[i].first, s->host[i].first + s->host[i].ranks - 1);
  }
}

void hyd_root_dump_advance(struct hyd_root *root, uint64_t now) {
  int all = root->dump.answers == root->node.spec.hosts;
  if (root->dump.round == NONE) return;
  if (root->dump.round == TAILED) {
    if (now >= root->dump.end_ns) root->dump.round = NONE;
    return;
  }
  if (all && root->dump.settled_ns == 0) root->dump.settled_ns = now + SETTLE;
  if (all ? now < root->dump.settled_ns : now < root->dump.end_ns) return;
  if (!all && root->dump.round == PLACES) name_silent(root); /* once */
  if (root->dump.round == PLACES) {
    begin_round(root, BACKTRACES, now);
    return;
  }
  root->dump.round = TAILED;
  root->dump.end_ns = now + TAIL;
}

int hyd_root_dump_labels(const struct hyd_root *root, uint32_t stream) {
  return stream == 2 && (root->dump.round == BACKTRACES || root->dump.round == TAILED);
}
