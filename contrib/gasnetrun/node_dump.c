/* SPDX-License-Identifier: BSD-3-Clause
 *
 * node_dump.c: where the ranks of this host are (gasnetrun --dump). In the first round each says in
 * a line what it waits for, also for those next to it that cannot: one that is stopped still has
 * that in the memory which they share. In the second each prints its backtrace, one after the
 * other. That a rank cannot answer the agent says.
 */
#include <stdio.h>

#include "core/diag/dump_signal.h"
#include "contrib/gasnetrun/node.h"
#include "contrib/gasnetrun/process.h"
#include "core/sys/clock.h"

#define GAP_NS UINT64_C(20000000) /* as supervisor.c */
#define FEW 16
#define SHORT_GAP_NS UINT64_C(5000000)

/* The process that answers for a rank, or 0; *why_p: why none does. */
static pid_t who_answers(const struct hyd_proc *p, const char **why_p) {
  struct hyd_process process;
  pid_t id = p->pid ? hyd_process_rank(p->pid, &process) : 0;
  int stopped;
  *why_p = "has ended";
  if (p->pid == 0) return 0;
  stopped = id && (process.state == 'T' || process.state == 't');
  *why_p = stopped ? "is stopped" : "has not come to gasnet_init, or does not call it";
  return stopped ? 0 : id;
}

/* Those before and after rank i that cannot answer. It speaks for those before it only if nobody
 * further down does. */
static int places_for(const struct hyd_node *node, const pid_t *who, uint32_t i) {
  uint32_t before = 0, after = 0;
  while (i + after + 1 < node->procs && after < HYD_DUMP_NEIGHBOURS && who[i + after + 1] == 0)
    after++;
  while (before < i && before < HYD_DUMP_NEIGHBOURS && who[i - before - 1] == 0) before++;
  return HYD_DUMP_PLACES(before == i ? before : 0, after);
}

static void ask_places(struct hyd_node *node) {
  pid_t *who = calloc(node->procs + 1, sizeof *who);
  const char *why;
  for (uint32_t i = 0; who && i < node->procs; i++) {
    struct hyd_proc *p = &node->proc[i];
    if ((who[i] = who_answers(p, &why)) == 0)
      hyd_node_say(node, HYD_MSG_NOTE, 0, 0, "host %s: rank %u (pid %d) %s", node->host, p->rank,
                   (int)p->pid, why);
  }
  for (uint32_t i = 0; who && i < node->procs; i++)
    if (who[i])
      sigqueue(who[i], HYD_DUMP_SIGNAL, (union sigval){.sival_int = places_for(node, who, i)});
  free(who);
}

void hyd_dump_begin(struct hyd_node *node, uint32_t round) {
  node->dump_round = round;
  node->dump_next = 0;
  node->dump_ns = 0;
}

/* The next rank's turn; when all have had theirs the root is told. */
void hyd_dump_advance(struct hyd_node *node, uint64_t now) {
  const char *why;
  pid_t id;
  if (node->dump_round == 0 || now < node->dump_ns) return;
  if (node->dump_round == 1) {
    ask_places(node);
    node->dump_next = node->procs;
  }
  if (node->dump_next < node->procs) {
    if ((id = who_answers(&node->proc[node->dump_next], &why)) != 0) kill(id, HYD_DUMP_SIGNAL);
    node->dump_next++;
    node->dump_ns = now + (node->procs <= FEW ? GAP_NS : SHORT_GAP_NS);
    return;
  }
  hyd_node_say(node, HYD_MSG_DUMPED, node->spec.host[0].first, node->dump_round, "%s", node->host);
  node->dump_round = 0;
}
