/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_ibv_memory.c: what a rank occupies once it has talked with every other: what is resident of
 * it, and what of that is pinned. The suite takes the difference of jobs of few and of many ranks.
 */
#include <stdlib.h>
#include <string.h>

#include "work_ibv.h"

enum { H_PING = GEX_AM_INDEX_BASE, H_PONG };
static volatile uint32_t pongs;

static void on_ping(gex_Token_t token) { gex_AM_ReplyShort0(token, H_PONG, 0); }
static void on_pong(gex_Token_t token) {
  (void)token;
  pongs++;
}
static gex_AM_Entry_t handlers[] = {{H_PING, (gex_AM_Fn_t)on_ping,
                                     GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0, NULL, "ping"},
                                    {H_PONG, (gex_AM_Fn_t)on_pong,
                                     GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 0, NULL, "pong"}};

/* KB of a line of /proc/self/status. */
static double status(const char *what) {
  char line[200];
  double kb = 0;
  FILE *f = fopen("/proc/self/status", "re");
  while (f && fgets(line, sizeof line, f))
    if (strncmp(line, what, strlen(what)) == 0) kb = strtod(line + strlen(what), NULL);
  if (f) fclose(f);
  return kb;
}

/* KB of the device's queues that this process has mapped. */
static double queues(void) {
  char line[4400];
  unsigned long from, to;
  double kb = 0;
  FILE *f = fopen("/proc/self/maps", "re");
  while (f && fgets(line, sizeof line, f))
    if (strstr(line, "/dev/infiniband/") && sscanf(line, "%lx-%lx", &from, &to) == 2)
      kb += (double)(to - from) / 1024;
  if (f) fclose(f);
  return kb;
}

/* Messages both ways, a put and a get with each. */
void hyd_bw_ibv_memory(struct hyd_bw *w, int argc, char **argv) {
  uint64_t word = 0;
  hyd_bw_init(w, argc, argv);
  alarm(300);
  hyd_bw_register(w, handlers, 2);
  hyd_bw_attach(w, HYD_BW_HEAD);
  hyd_bw_sync();
  for (int r = 0; r < w->size; r++) {
    if (r == w->rank) continue;
    gex_RMA_PutBlocking(w->tm, (gex_Rank_t)r, hyd_bw_owner(w, r) + 8 * (size_t)w->rank, &word, 8,
                        0);
    gex_RMA_GetBlocking(w->tm, &word, (gex_Rank_t)r, hyd_bw_owner(w, r), 8, 0);
    uint32_t before = pongs;
    gex_AM_RequestShort0(w->tm, (gex_Rank_t)r, H_PING, 0);
    GASNET_BLOCKUNTIL(pongs != before);
  }
  hyd_bw_sync();
  /* Not of other files: how much of those is resident is chance. */
  hyd_bw_report_one(w, "resident", "KB", status("RssAnon:") + status("RssShmem:") + queues());
  hyd_bw_report_one(w, "pinned", "KB", status("VmPin:"));
  hyd_bw_sync();
}
