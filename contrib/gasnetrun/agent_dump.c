/* SPDX-License-Identifier: BSD-3-Clause
 *
 * agent_dump.c: where the ranks of this host are (gasnetrun --dump). In the first round each rank
 * says in a line what it waits for, also for neighbours that cannot: one that is stopped still has
 * that in the memory which they share. In the second each prints its backtrace, one after the
 * other. The agent says which ranks cannot answer.
 */
#include <stdio.h>

#include "core/diag/dump_signal.h"
#include "contrib/gasnetrun/agent.h"
#include "contrib/gasnetrun/process.h"
#include "core/sys/clock.h"

#define GAP_NS UINT64_C(20000000) /* as supervisor.c */
#define FEW 16
#define SHORT_GAP_NS UINT64_C(5000000)

/* The process that answers for a rank, or 0; *why_p: why none does. */
static pid_t who_answers(const struct hyd_rank *p, const char **why_p) {
  struct hyd_process process;
  pid_t id = p->pid ? hyd_process_rank(p->pid, &process) : 0;
  int stopped = id && (process.state == 'T' || process.state == 't');
  *why_p = p->pid == 0 ? "has ended"
           : stopped   ? "is stopped"
                       : "has not come to gasnet_init, or does not call it";
  return stopped ? 0 : id;
}

/* The ranks before and after rank i that cannot answer. Rank i speaks for those before it only if
 * no rank further down does. */
static int places_for(const struct hyd_agent *a, const pid_t *who, uint32_t i) {
  uint32_t before = 0, after = 0;
  while (i + after + 1 < a->ranks && after < HYD_DUMP_NEIGHBOURS && who[i + after + 1] == 0)
    after++;
  while (before < i && before < HYD_DUMP_NEIGHBOURS && who[i - before - 1] == 0) before++;
  return HYD_DUMP_PLACES(before == i ? before : 0, after);
}

static void ask_places(struct hyd_agent *a) {
  pid_t *who = calloc(a->ranks + 1, sizeof *who);
  const char *why;
  for (uint32_t i = 0; who && i < a->ranks; i++) {
    struct hyd_rank *p = &a->rank[i];
    if ((who[i] = who_answers(p, &why)) == 0)
      hyd_agent_say(a, HYD_MSG_NOTE, 0, 0, "rank %u (pid %d) %s", p->rank, (int)p->pid, why);
  }
  for (uint32_t i = 0; who && i < a->ranks; i++)
    if (who[i])
      sigqueue(who[i], HYD_DUMP_SIGNAL, (union sigval){.sival_int = places_for(a, who, i)});
  free(who);
}

void hyd_dump_begin(struct hyd_agent *a, uint32_t round) {
  a->dump_round = round;
  a->dump_next = round == 1 ? a->ranks : 0;
  a->dump_ns = 0;
  if (round == 1) ask_places(a);
}

/* The next rank's turn; when all have had theirs gasnetrun is told. */
void hyd_dump_advance(struct hyd_agent *a, uint64_t now) {
  const char *why;
  pid_t id;
  if (a->dump_round == 0 || now < a->dump_ns) return;
  if (a->dump_next < a->ranks) {
    if ((id = who_answers(&a->rank[a->dump_next], &why)) != 0) kill(id, HYD_DUMP_SIGNAL);
    a->dump_next++;
    a->dump_ns = now + (a->ranks <= FEW ? GAP_NS : SHORT_GAP_NS);
    return;
  }
  hyd_agent_tell(a, HYD_MSG_DUMPED, a->dump_round);
  a->dump_round = 0;
}
