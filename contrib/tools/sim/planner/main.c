/* SPDX-License-Identifier: BSD-3-Clause
 *
 * main.c: gasnet-sim's command line.
 */
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/shm/layout.h"
#include "contrib/tools/sim/planner/planner.h"

struct request {
  const char *ops, *plot;
  int json;
};

static const char usage_head[] =
    "Usage: gasnet-sim [OPTION]...\n"
    "Predicts latency and traffic of Hydrant's operations on a network that you describe, by "
    "running the\n"
    "library's engines on virtual time.\n\n"
    "  --op LIST       operations, with commas between them, or all (default: barrier,startup):\n";
static const char usage_tail[] =
    "  --ranks LIST    64, or 2..65536 in powers of two, or 3,5,2..16 (default: 2..1024)\n"
    "  --bytes N       payload of an operation that has one (default: 8)\n"
    "  --L TIME        latency of the network (default: 10us)\n"
    "  --o TIME        what a message costs its sender, and its receiver (default: 1us)\n"
    "  --g TIME        least time between two messages of a rank (default: 0.1us)\n"
    "  --G TIME        time of a byte: 0.8ns/B, or 10Gbit/s (default: 10Gbit/s)\n"
    "  --mtu N         bytes of a datagram (default: 1472)\n"
    "  --record N      bytes that a rank tells the others at start-up (default: as in the "
    "library)\n"
    "  --cores N       all ranks are of one host and share so many cores (default: each has its "
    "own)\n"
    "  --turn TIME     what it takes to give a core to another rank (default: 2us)\n"
    "  --jitter TIME   messages take up to so much longer, at random (default: 0us)\n"
    "  --seed N        for it (default: 1)\n"
    "  --json          JSON instead of a table\n"
    "  --plot FILE     latency and traffic by ranks, drawn by gnuplot as SVG\n"
    "  --help, --version\n\n"
    "Times are in ps, ns, us, ms or s. See gasnet-sim(1).\n";

static void print_usage(FILE *to) {
  fputs(usage_head, to);
  for (const struct plan_op *op = plan_ops; op->name; op++)
    fprintf(to, "      %-11s %s\n", op->name, op->what);
  fputs(usage_tail, to);
}

void plan_complain(const char *format, ...) {
  va_list ap;
  fputs("gasnet-sim: ", stderr);
  va_start(ap, format);
  vfprintf(stderr, format, ap);
  va_end(ap);
  fputc('\n', stderr);
}

enum {
  OP = 1,
  RANKS,
  BYTES,
  LATENCY,
  OVERHEAD,
  GAP,
  BYTE,
  MTU,
  RECORD,
  CORES,
  TURN,
  JITTER,
  SEED,
  JSON,
  PLOT,
  HELP,
  RELEASE
};
static const struct option options[] = {
    {"op", required_argument, NULL, OP},         {"ranks", required_argument, NULL, RANKS},
    {"bytes", required_argument, NULL, BYTES},   {"L", required_argument, NULL, LATENCY},
    {"o", required_argument, NULL, OVERHEAD},    {"g", required_argument, NULL, GAP},
    {"G", required_argument, NULL, BYTE},        {"mtu", required_argument, NULL, MTU},
    {"record", required_argument, NULL, RECORD}, {"cores", required_argument, NULL, CORES},
    {"turn", required_argument, NULL, TURN},     {"jitter", required_argument, NULL, JITTER},
    {"seed", required_argument, NULL, SEED},     {"json", no_argument, NULL, JSON},
    {"plot", required_argument, NULL, PLOT},     {"help", no_argument, NULL, HELP},
    {"version", no_argument, NULL, RELEASE},     {NULL, 0, NULL, 0}};

static int parse_number(const char *text, uint64_t *n) {
  char *end;
  *n = strtoull(text, &end, 10);
  return end == text || *end || *text == '-' ? -1 : 0;
}

static int size_between(const char *text, size_t least, size_t most, size_t *n) {
  return plan_size(text, n) || *n < least || *n > most ? -1 : 0;
}

static int count_between(const char *text, uint64_t least, uint64_t most, uint32_t *n) {
  uint64_t value;
  if (parse_number(text, &value) || value < least || value > most) return -1;
  *n = (uint32_t)value;
  return 0;
}

/* 0, or -1: that is not what the option wants. */
static int take_option(struct request *r, struct plan *p, int option, const char *text) {
  switch (option) {
  case OP: r->ops = text; return 0;
  case RANKS: return plan_ranks(text, p);
  case BYTES: return size_between(text, 0, 1 << 30, &p->bytes);
  case LATENCY: return plan_time(text, &p->net.L);
  case OVERHEAD: return plan_time(text, &p->net.o);
  case GAP: return plan_time(text, &p->net.g);
  case BYTE: return plan_time_of_byte(text, &p->net.G);
  case MTU: return size_between(text, 576, 65507, &p->mtu);
  case RECORD: return size_between(text, 1, 65536, &p->record);
  case CORES: return count_between(text, 1, 65536, &p->cores.n);
  case TURN: return plan_time(text, &p->cores.turn);
  case JITTER: return plan_time(text, &p->jitter);
  case SEED: return parse_number(text, &p->seed);
  case JSON: r->json = 1; return 0;
  default: r->plot = text; return 0;
  }
}

static const char *expected(int option) {
  switch (option) {
  case RANKS: return "numbers of 1 to 65536 ranks, as 64 or 2..65536 or 3,5,2..16";
  case BYTES: return "a size of at most 1 GiB, as 8 or 64K";
  case BYTE: return "the time of a byte or a rate, as 0.1ns/B or 10Gbit/s";
  case MTU: return "576 to 65507";
  case RECORD: return "1 to 65536";
  case CORES: return "1 to 65536";
  case SEED: return "a number";
  default: return "a time of at most 100 s, as 10us, 500ns or 1.5ms";
  }
}

/* -1: go on; else the exit status. */
static int parse_options(struct request *r, struct plan *p, int argc, char **argv) {
  int c, which;
  while ((c = getopt_long(argc, argv, "", options, &which)) != -1) {
    if (c == HELP) return print_usage(stdout), 0;
    if (c == RELEASE) return printf("gasnet-sim (Hydrant) %s\n", PACKAGE_VERSION), 0;
    if (c == '?') return fputs("Try 'gasnet-sim --help'.\n", stderr), 2;
    if (take_option(r, p, c, optarg)) {
      plan_complain("--%s '%s'; expected %s", options[which].name, optarg, expected(c));
      return 2;
    }
  }
  if (optind == argc) return -1;
  plan_complain("'%s' is no option; see gasnet-sim --help", argv[optind]);
  return 2;
}

/* 0, or the exit status. */
static int run_all(struct plan *p, const char *list) {
  if (strcmp(list, "all") == 0) {
    for (const struct plan_op *op = plan_ops; op->name; op++)
      if (plan_run(p, op)) return 1;
    return 0;
  }
  for (const char *at = list, *end; at; at = *end ? end + 1 : NULL) {
    const struct plan_op *op = plan_op_find(at, strcspn(at, ","));
    end = at + strcspn(at, ",");
    if (op == NULL) {
      plan_complain("--op: '%.*s' is no operation; see gasnet-sim --help", (int)(end - at), at);
      return 2;
    }
    if (plan_run(p, op)) return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  static struct plan p = {.net = {10000000, 1000000, 100000, 800},
                          .cores = {.turn = 2000000},
                          .seed = 1,
                          .bytes = 8,
                          .mtu = 1472,
                          .record = HYD_RECORD_SIZE};
  struct request r = {"barrier,startup", NULL, 0};
  int status = plan_ranks("2..1024", &p);
  if ((status = parse_options(&r, &p, argc, argv)) >= 0) return status;
  if ((status = run_all(&p, r.ops))) return status;
  if (r.json)
    plan_json(&p, stdout);
  else
    plan_table(&p, stdout);
  if (fflush(stdout) || ferror(stdout)) {
    plan_complain("cannot write the result");
    return 1;
  }
  return r.plot && plan_draw(&p, r.plot) ? 1 : 0;
}
