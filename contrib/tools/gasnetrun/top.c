/* SPDX-License-Identifier: BSD-3-Clause
 *
 * top.c: gasnetrun top: a line for each rank of a running job, again and again. Rates are of two
 * looks (rows.h), one interval apart; the first has ranks count what they move, each further one
 * has them go on with it.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "contrib/tools/gasnetrun/rows.h"
#include "contrib/tools/gasnetrun/run.h"
#include "contrib/tools/gasnetrun/top_screen.h"
#include "core/diag/dump_signal.h"
#include "core/sys/clock.h"
#include "core/watch/wait_reason.h"

struct look {
  struct hyd_rows rows;
  uint64_t at_ns;
};

struct settings {
  const char *word;
  double seconds;
  int once, no_rates;
};

/* What is shown of a rank. */
struct line {
  const struct hyd_row *row;
  double moves, bytes, cpu; /* a second; processors */
};

/* --- what is known -------------------------------------------------------- */

static const struct hyd_row *row_of(const struct hyd_rows *rows, uint32_t rank) {
  uint32_t low = 0, high = rows->n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (rows->row[middle].place.rank < rank)
      low = middle + 1;
    else
      high = middle;
  }
  return low < rows->n && rows->row[low].place.rank == rank ? &rows->row[low] : NULL;
}

static double rate(uint64_t now, uint64_t before, double seconds) {
  return now > before && seconds > 0 ? (double)(now - before) / seconds : 0;
}

static void set_line(struct line *l, const struct hyd_row *row, const struct look *before,
                     double seconds) {
  const struct hyd_row *old = row_of(&before->rows, row->place.rank);
  *l = (struct line){.row = row};
  if (old == NULL || old->place.pid != row->place.pid) return;
  l->cpu = rate(row->cpu_ns, old->cpu_ns, seconds) * 1e-9;
  if (row->place.counts != HYD_COUNTS_NOW) return;
  l->moves = rate(row->place.moves, old->place.moves, seconds);
  l->bytes = rate(row->place.bytes, old->place.bytes, seconds);
}

/* --- order ---------------------------------------------------------------- */

static int down(double a, double b) { return a > b ? -1 : a < b; }

static int by_rank(const void *a, const void *b) {
  uint32_t x = ((const struct line *)a)->row->place.rank,
           y = ((const struct line *)b)->row->place.rank;
  return x < y ? -1 : x > y;
}
#define BY(name, value)                                                                            \
  static int by_##name(const void *va, const void *vb) {                                           \
    const struct line *a = va, *b = vb;                                                            \
    int c = down((double)a->value, (double)b->value);                                              \
    return c ? c : by_rank(va, vb);                                                                \
  }
BY(wait, row->place.waited_ns)
BY(moves, moves)
BY(bytes, bytes)
BY(cpu, cpu)
BY(memory, row->rss)

static const struct order {
  char key;
  const char *name;
  int (*compare)(const void *, const void *);
} order[] = {{'r', "rank", by_rank},   {'w', "wait", by_wait}, {'o', "ops", by_moves},
             {'b', "bytes", by_bytes}, {'c', "CPU", by_cpu},   {'m', "memory", by_memory}};
#define ORDERS (sizeof order / sizeof order[0])

static const struct order *order_of(int key) {
  for (size_t i = 0; i < ORDERS; i++)
    if (order[i].key == key) return &order[i];
  return NULL;
}

/* --- the text ------------------------------------------------------------- */

static const char *state_of(const struct hyd_row *row) {
  if (row->place.state == HYD_RANK_EXITING || row->run == '-') return "left";
  if (row->run == 'T' || row->run == 't') return "stopped";
  if (row->run == 'Z' || row->run == 'X') return "dead";
  if (row->place.reason != HYD_WAIT_NONE) return "waits";
  return row->run == 'R' ? "runs" : "sleeps"; /* outside of the library */
}

/* "3.2 s an event of rank 1 (put of 4 KB)" */
static void wait_text(const struct hyd_place *p, char *text, size_t size) {
  char op[64] = "", of[64] = "";
  uint32_t peer = p->peer != HYD_NO_PEER ? p->peer : p->oldest_peer;
  text[0] = '\0';
  if (p->reason == HYD_WAIT_NONE) return;
  if (p->nmissing)
    snprintf(of, sizeof of, " of rank %u%s", p->missing[0], p->nmissing > 1 ? " and others" : "");
  else if (peer != HYD_NO_PEER)
    snprintf(of, sizeof of, " of rank %u", peer);
  if (p->nmissing == 0) hyd_place_op_text(p, op, sizeof op);
  snprintf(text, size, "%.1f s %s%s%s%s%s", (double)p->waited_ns * 1e-9,
           hyd_wait_reason_text((enum hyd_wait_reason)p->reason), of, *op ? " (" : "", op,
           *op ? ")" : "");
}

/* --- columns -------------------------------------------------------------- */

enum column { RANK, HOST, PID, STATE, OPS, RATE, CPU, MEMORY, COLUMNS };

static const struct {
  const char *head;
  int width, left; /* letters; aligned at the left */
} column[COLUMNS] = {{"rank", 6, 0},  {"host", 12, 1}, {"pid", 8, 0},  {"state", 7, 1},
                     {"ops/s", 9, 0}, {"MB/s", 9, 0},  {"CPU%", 5, 0}, {"MB", 8, 0}};
#define ALL_COLUMNS ((1u << COLUMNS) - 1)
#define LEAST_WAIT 24 /* letters for what a rank waits for */

/* On a narrow screen those go first that say least of where a job hangs. */
static unsigned columns_for(int screen) {
  static const enum column dropped[] = {PID, MEMORY, HOST, CPU, RATE, OPS};
  unsigned shown = ALL_COLUMNS;
  int used = 1; /* a blank before the last column, and one after each other */
  for (int c = 0; c < COLUMNS; c++) used += column[c].width + 1;
  for (size_t i = 0; i < sizeof dropped / sizeof dropped[0] && screen - used < LEAST_WAIT; i++) {
    shown &= ~(1u << dropped[i]);
    used -= column[dropped[i]].width + 1;
  }
  return shown;
}

static void put_cell(FILE *out, unsigned shown, enum column c, const char *text) {
  int width = column[c].width;
  if (!(shown & 1u << c)) return;
  if (column[c].left)
    fprintf(out, "%-*.*s ", width, width, text);
  else
    fprintf(out, "%*s ", width, text);
}

static __attribute__((format(printf, 4, 5))) void put_number(FILE *out, unsigned shown,
                                                             enum column c, const char *fmt, ...) {
  char text[32];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  put_cell(out, shown, c, text);
}

static void put_line(FILE *out, unsigned shown, const struct line *l) {
  const struct hyd_place *p = &l->row->place;
  int counts = p->counts == HYD_COUNTS_NOW;
  char wait[160];
  wait_text(p, wait, sizeof wait);
  put_number(out, shown, RANK, "%u", p->rank);
  put_cell(out, shown, HOST, l->row->host);
  put_number(out, shown, PID, "%d", (int)p->pid);
  put_cell(out, shown, STATE, state_of(l->row));
  put_number(out, shown, OPS, counts ? "%.0f" : "-", l->moves);
  put_number(out, shown, RATE, counts ? "%.2f" : "-", l->bytes / 1e6);
  put_number(out, shown, CPU, "%.0f", l->cpu * 100);
  put_number(out, shown, MEMORY, "%.1f", (double)l->row->rss / 1048576);
  fprintf(out, " %s\n", wait);
}

static void put_head(FILE *out, unsigned shown, const struct look *now, const struct line *line,
                     const struct hyd_job_found *job, const struct order *by) {
  const struct hyd_rows *rows = &now->rows;
  uint32_t waits = 0, counts = 0, asked = 0;
  double moves = 0, bytes = 0, cpu = 0;
  char clock[16] = "";
  time_t t = time(NULL);
  strftime(clock, sizeof clock, "%H:%M:%S", localtime(&t));
  for (uint32_t i = 0; i < rows->n; i++) {
    waits += line[i].row->place.reason != HYD_WAIT_NONE;
    counts += line[i].row->place.counts == HYD_COUNTS_NOW;
    asked += line[i].row->place.counts == HYD_COUNTS_SOON;
    moves += line[i].moves;
    bytes += line[i].bytes;
    cpu += line[i].cpu;
  }
  fprintf(out, "%s (%d): %u of %u ranks, %u wait, %.1f processors", job->name,
          (int)(job->root ? job->root : job->pid), rows->n, rows->row[0].place.size, waits, cpu);
  if (counts) fprintf(out, ", %.0f ops/s, %.2f MB/s", moves, bytes / 1e6);
  if (rows->silent) fprintf(out, ", %u hosts do not answer", rows->silent);
  fprintf(out, "   %s\n", clock);
  fprintf(out, "by %s", by->name);
  if (asked)
    fprintf(out, "; %u %s to count with the next poll", asked,
            asked == 1 ? "rank begins" : "ranks begin");
  fputc('\n', out);
  for (int c = 0; c < COLUMNS; c++) put_cell(out, shown, (enum column)c, column[c].head);
  fputs(" waits for\n", out);
}

/* To be freed; NULL: out of memory. */
static char *text_of(const struct look *now, const struct look *before,
                     const struct hyd_job_found *job, const struct order *by, uint32_t skip,
                     unsigned shown) {
  struct line *line = calloc(now->rows.n + 1, sizeof *line);
  double seconds = (double)(now->at_ns - before->at_ns) * 1e-9;
  char *text = NULL;
  size_t size;
  FILE *out = line ? open_memstream(&text, &size) : NULL;
  for (uint32_t i = 0; out && i < now->rows.n; i++)
    set_line(&line[i], &now->rows.row[i], before, seconds);
  if (out) {
    qsort(line, now->rows.n, sizeof *line, by->compare);
    put_head(out, shown, now, line, job, by);
    for (uint32_t i = skip; i < now->rows.n; i++) put_line(out, shown, &line[i]);
    fclose(out);
  }
  free(line);
  return text;
}

/* --- looking -------------------------------------------------------------- */

/* For how long ranks are to count: until some looks have been missed. */
static uint32_t counting(const struct settings *s) {
  double seconds = 3 + 3 * s->seconds;
  if (s->no_rates) return 0;
  return seconds < HYD_DUMP_ROWS_MOST ? (uint32_t)seconds : HYD_DUMP_ROWS_MOST;
}

static int read_job(struct look *l, const struct settings *s, const struct hyd_job_found *job) {
  hyd_rows_free(&l->rows);
  l->at_ns = hyd_now_ns();
  return hyd_rows_ask(&l->rows, job, counting(s));
}

static _Noreturn void cannot(const struct settings *s, int err) {
  hyd_die(1, "top %.80s: %s", s->word, hyd_rows_why(err));
}

static int show_once(const struct settings *s, const struct hyd_job_found *job) {
  struct look before = {0}, now = {0};
  struct timespec pause = {(time_t)s->seconds,
                           (long)((s->seconds - (double)(time_t)s->seconds) * 1e9)};
  int err = read_job(&before, s, job);
  char *text;
  if (err) cannot(s, err);
  nanosleep(&pause, NULL);
  if ((err = read_job(&now, s, job)) != 0) cannot(s, err);
  if ((text = text_of(&now, &before, job, order, 0, ALL_COLUMNS)) == NULL) cannot(s, ENOMEM);
  fputs(text, stdout);
  free(text);
  return fflush(stdout) ? 1 : 0;
}

static void draw_screen(const struct look *now, const struct look *before,
                        const struct hyd_job_found *job, const struct order *by, uint32_t skip) {
  int lines, columns;
  char *text;
  hyd_screen_size(&lines, &columns);
  text = text_of(now, before, job, by, skip, columns_for(columns));
  if (text) hyd_screen_show(text, lines, columns);
  free(text);
}

static int show_job(const struct settings *s, const struct hyd_job_found *job) {
  struct look look_at[2] = {{.at_ns = 0}};
  const struct order *by = order, *other;
  uint32_t turn = 0, skip = 0;
  int key = 0, err = read_job(&look_at[1], s, job);
  if (err) cannot(s, err);
  hyd_screen_open();
  look_at[0].at_ns = look_at[1].at_ns;
  while (key != 'q') {
    struct look *now = &look_at[(turn + 1) & 1], *before = &look_at[turn & 1];
    uint64_t end = now->at_ns + (uint64_t)(s->seconds * 1e9), t;
    draw_screen(now, before, job, by, skip);
    while ((t = hyd_now_ns()) < end && key != 'q') {
      key = hyd_screen_key((int)((end - t) / 1000000) + 1);
      if ((other = order_of(key)) != NULL) by = other;
      if (key == HYD_KEY_UP) skip -= skip > 0;
      if (key == HYD_KEY_DOWN) skip += skip + 1 < now->rows.n;
      if (key) draw_screen(now, before, job, by, skip);
    }
    if (key == 'q') break;
    turn++;
    if ((err = read_job(before, s, job)) != 0) {
      hyd_screen_close();
      hyd_say("top: %s", hyd_rows_why(err));
      return err == ESRCH ? 0 : 1;
    }
  }
  return 0;
}

/* --- the command ---------------------------------------------------------- */

static double seconds_of(const char *text) {
  char *end;
  double v = strtod(text ? text : "", &end);
  if (text == NULL || end == text || *end || !(v >= 0.1 && v <= 3600))
    hyd_wrong("top -d %.40s: expected 0.1 to 3600 seconds", text ? text : "");
  return v;
}

static void parse_option(struct settings *s, char **argument) {
  *s = (struct settings){.word = "", .seconds = 1};
  for (; *argument; argument++) {
    if (strcmp(*argument, "--once") == 0)
      s->once = 1;
    else if (strcmp(*argument, "--no-rates") == 0)
      s->no_rates = 1;
    else if (strcmp(*argument, "-d") == 0 && argument[1])
      s->seconds = seconds_of(*++argument);
    else if (**argument == '-' || **argument == '\0' || *s->word)
      hyd_wrong("top: %.40s: expected gasnetrun top [--once] [--no-rates] [-d SECONDS] [JOB]",
                *argument);
    else
      s->word = *argument;
  }
  if (!isatty(STDOUT_FILENO)) s->once = 1;
}

int hyd_run_top(char **argument) {
  struct settings s;
  struct hyd_job_found job;
  parse_option(&s, argument);
  hyd_job_find(&job, "top", s.word);
  return s.once ? show_once(&s, &job) : show_job(&s, &job);
}
