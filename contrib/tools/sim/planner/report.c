/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report.c: the rows as a table, or as JSON.
 */
#include "contrib/tools/sim/planner/planner.h"

static void print_rounds(const struct plan_row *r, FILE *to) {
  if (r->limit)
    fprintf(to, " %6u %6u", r->rounds, r->limit);
  else
    fprintf(to, " %6u %6s", r->rounds, "-");
}

void plan_table(const struct plan *p, FILE *to) {
  fprintf(to,
          "L %g us, o %g us, g %g us, G %g ns for a byte; datagrams of %zu bytes, payload %zu\n",
          (double)p->net.L / 1e6, (double)p->net.o / 1e6, (double)p->net.g / 1e6,
          (double)p->net.G / 1e3, p->mtu, p->bytes);
  if (p->cores.n)
    fprintf(to, "%u cores for all ranks, %g us to give one to another rank\n", p->cores.n,
            (double)p->cores.turn / 1e6);
  fprintf(to, "%-11s %6s %12s %6s %6s %9s %12s %11s %11s\n", "operation", "ranks", "latency us",
          "rounds", "most", "messages", "KB", "B of engine", "KB of table");
  for (uint32_t i = 0; i < p->rows; i++) {
    const struct plan_row *r = &p->row[i];
    fprintf(to, "%-11s %6u %12.3f", r->op->name, r->ranks, (double)r->latency_ps / 1e6);
    print_rounds(r, to);
    fprintf(to, " %9llu %12.1f", (unsigned long long)r->messages, (double)r->bytes / 1e3);
    if (r->memory) fprintf(to, " %11llu", (unsigned long long)r->memory);
    if (r->table) fprintf(to, " %11.1f", (double)r->table / 1e3);
    fputc('\n', to);
  }
}

static void json_row(const struct plan *p, const struct plan_row *r, FILE *to) {
  fprintf(
      to,
      "    {\"op\": \"%s\", \"ranks\": %u, \"bytes\": %zu, \"latency_ns\": %.3f, \"rounds\": %u, ",
      r->op->name, r->ranks, p->bytes, (double)r->latency_ps / 1e3, r->rounds);
  if (r->limit) fprintf(to, "\"rounds_limit\": %u, ", r->limit);
  if (r->memory) fprintf(to, "\"engine_bytes_per_rank\": %llu, ", (unsigned long long)r->memory);
  if (r->table)
    fprintf(to, "\"record_bytes\": %zu, \"table_bytes_per_host\": %llu, ", p->record,
            (unsigned long long)r->table);
  fprintf(to, "\"messages\": %llu, \"wire_bytes\": %llu}", (unsigned long long)r->messages,
          (unsigned long long)r->bytes);
}

void plan_json(const struct plan *p, FILE *to) {
  fprintf(to,
          "{\n  \"loggp\": {\"L_ns\": %.3f, \"o_ns\": %.3f, \"g_ns\": %.3f, \"G_ns_per_byte\": "
          "%.3f},\n",
          (double)p->net.L / 1e3, (double)p->net.o / 1e3, (double)p->net.g / 1e3,
          (double)p->net.G / 1e3);
  if (p->cores.n)
    fprintf(to, "  \"cores\": %u, \"turn_ns\": %.3f,\n", p->cores.n, (double)p->cores.turn / 1e3);
  fprintf(to, "  \"mtu\": %zu, \"jitter_ns\": %.3f, \"seed\": %llu,\n  \"rows\": [\n", p->mtu,
          (double)p->jitter / 1e3, (unsigned long long)p->seed);
  for (uint32_t i = 0; i < p->rows; i++) {
    json_row(p, &p->row[i], to);
    fputs(i + 1 < p->rows ? ",\n" : "\n", to);
  }
  fputs("  ]\n}\n", to);
}
