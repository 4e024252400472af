/* SPDX-License-Identifier: BSD-3-Clause
 *
 * other_load.c: how much of the two cores went to other processes while we measured: the kernel's
 * count of busy time less that of our own processes, which have all been reaped by then. Figures
 * from a busy machine are not wrong, but they are not those of "two otherwise idle cores".
 */
#include "launch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

struct account {
  double wall, busy, stolen, ours; /* seconds; busy and stolen of both cores together */
};

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec / 1e6; }

static double used_by(int who) {
  struct rusage u;
  getrusage(who, &u);
  return seconds(u.ru_utime) + seconds(u.ru_stime);
}

static struct account read_account(const struct hyd_bn *b) {
  struct account a = {.wall = hyd_bn_now() / 1e9,
                      .ours = used_by(RUSAGE_SELF) + used_by(RUSAGE_CHILDREN)};
  FILE *f = fopen("/proc/stat", "re");
  char line[512];
  double tick = (double)sysconf(_SC_CLK_TCK);
  while (f && fgets(line, sizeof line, f)) {
    int cpu;
    double user, nice, sys, idle, io, irq, soft, steal;
    if (sscanf(line, "cpu%d %lf %lf %lf %lf %lf %lf %lf %lf", &cpu, &user, &nice, &sys, &idle, &io,
               &irq, &soft, &steal) != 9)
      continue;
    if (cpu != b->cpu[0] && cpu != b->cpu[1]) continue;
    a.busy += (user + nice + sys + irq + soft) / tick;
    a.stolen += steal / tick;
  }
  if (f) fclose(f);
  return a;
}

static struct account at_start;

void hyd_bn_others_begin(const struct hyd_bn *b) { at_start = read_account(b); }

void hyd_bn_others_end(struct hyd_bn *b) {
  struct account a = read_account(b);
  double cores = b->cpu[0] == b->cpu[1] ? 1 : 2;
  double room = (a.wall - at_start.wall) * cores;
  double others = (a.busy - at_start.busy) - (a.ours - at_start.ours);
  if (room <= 0) return;
  b->others = others > 0 ? 100 * others / room : 0;
  b->stolen = 100 * (a.stolen - at_start.stolen) / room;
}

void hyd_bn_others_print(FILE *out, const struct hyd_bn *b) {
  if (b->others < 5 && b->stolen < 5) return;
  fprintf(out,
          "Note: while this was measured, other processes took %.0f%% of the cores and the\n"
          "hypervisor %.0f%%. Repeat on an idle machine for figures to rely on.\n",
          b->others, b->stolen);
}
