/* SPDX-License-Identifier: BSD-3-Clause
 *
 * result_table.c: the rows as a text table. The brief one takes the rows listed here, so that `all`
 * fits one screen.
 */
#include "output.h"

#include <string.h>

static const struct {
  const char *suite, *name;
  long bytes;
  int ranks;
} brief_rows[] = {
    {"limits", "L: line round trip", -1, 0},
    {"limits", "S: futex round trip, one core", -1, 0},
    {"limits", "C: copy of the other core's", 4096, 0},
    {"limits", "memcpy", 1 << 20, 0},
    {"am", "Short round trip", -1, 2},
    {"am", "Medium round trip", 8, 2},
    {"am", "Medium round trip", 4096, 2},
    {"am", "Short flood", -1, 2},
    {"am", "Medium bandwidth", 4096, 2},
    {"am", "Long bandwidth", 1 << 20, 2},
    {"rma", "put, blocking", 8, 2},
    {"rma", "put, nb + wait", 8, 2},
    {"rma", "put, nbi", 8, 2},
    {"rma", "get, blocking", 8, 2},
    {"rma", "get, nb + wait", 8, 2},
    {"rma", "get, nbi", 8, 2},
    {"rma", "put bandwidth", 1 << 20, 2},
    {"rma", "get bandwidth", 1 << 20, 2},
    {"vis", "put 2-D rows, 64 KB", 64, 2},
    {"vis", "put column, 1024 rows", 8, 2},
    {"vis", "put strided, 64 KB, to pieces", 64, 2},
    {"ex", "fetch-add, nb + wait", 8, 2},
    {"ex", "fetch-add, nb + wait, both", 8, 2},
    {"barrier", "barrier, anonymous", -1, 2},
    {"barrier", "gex_Coll_BarrierNB + wait", -1, 2},
    {"oversub", "barrier, anonymous", -1, 8},
    {"oversub", "Short round trip to the next", -1, 8},
    {"load", "barrier, anonymous", -1, 8},
    {"load", "Short round trip to the next", -1, 2},
    {"start", "hello, barrier, exit", -1, 64},
    {"start", "64 x fork, exec true, reap", -1, 0},
    {"idle", "waiting 1 s in a barrier", -1, 2},
    {"reserve", "start to end, 64 GB each", -1, 4},
    {"memory", "resident (Rss)", -1, 64},
    {"memory", "resident per silent peer", -1, 64},
    {"udp", "U: round trip of datagrams", -1, 2},
    {"udp", "Short round trip, mac", -1, 2},
    {"udp", "Short flood, mac", -1, 2},
    {"udp", "B: stream", -1, 2},
    {"udp", "put stream, mac", 1 << 20, 2},
    {"udp", "put, receiver sleeps 2000 us", 65000, 2},
};

static bool is_brief(const struct hyd_bn_row *r) {
  for (size_t i = 0; i < sizeof brief_rows / sizeof *brief_rows; i++)
    if (!strcmp(r->suite, brief_rows[i].suite) && !strcmp(r->name, brief_rows[i].name) &&
        r->bytes == brief_rows[i].bytes && r->ranks == brief_rows[i].ranks)
      return true;
  return false;
}

/* About four digits. */
static const char *number_text(char *room, size_t n, double v) {
  int decimals = v >= 1000 || v == 0 ? 0 : v >= 100 ? 1 : v >= 1 ? 2 : 3;
  snprintf(room, n, "%.*f", decimals, v);
  return room;
}

static const char *size_text(char *room, size_t n, long bytes) {
  if (bytes < 0)
    snprintf(room, n, "-");
  else if (bytes >= 1 << 20)
    snprintf(room, n, "%ldM", bytes >> 20);
  else if (bytes >= 1024)
    snprintf(room, n, "%ldK", bytes >> 10);
  else
    snprintf(room, n, "%ld", bytes);
  return room;
}

static void print_row(FILE *out, struct hyd_bn_row *r) {
  char a[24], b[24], c[24], d[24], ranks[12] = "-", ratio[40] = "";
  if (r->ranks) snprintf(ranks, sizeof ranks, "%d", r->ranks);
  if (r->ratio.n)
    snprintf(ratio, sizeof ratio, "%8s %s", number_text(a, sizeof a, hyd_bn_median(&r->ratio)),
             r->ref);
  fprintf(out, "%-8s %-31s %5s %5s %9s %9s %9s %-6s %s\n", r->suite, r->name,
          size_text(d, sizeof d, r->bytes), ranks,
          number_text(a, sizeof a, hyd_bn_median(&r->value)),
          number_text(b, sizeof b, hyd_bn_pct(&r->value, 1)),
          number_text(c, sizeof c, hyd_bn_pct(&r->value, 99)), r->unit, ratio);
}

void hyd_bn_print(FILE *out, const struct hyd_bn *b, bool brief) {
  fprintf(out, "%-8s %-31s %5s %5s %9s %9s %9s %-6s %s\n", "suite", "what", "bytes", "ranks",
          "median", "1st pct", "99th pct", "unit", "    ratio");
  for (size_t i = 0; i < b->rows.n; i++)
    if (!brief || is_brief(b->rows.row[i])) print_row(out, b->rows.row[i]);
}
