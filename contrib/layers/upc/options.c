/* SPDX-License-Identifier: BSD-3-Clause
 *
 * options.c: switches of programs, as the compilers' own run times know them, and environment.
 */
#include "contrib/layers/upc/options.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "contrib/layers/upc/job.h"
#include "contrib/layers/upc/report.h"
#include "contrib/layers/upc/stats.h"

#define MAX_HEAP ((size_t)64 << 30)

static void refuse_usage(const char *message, const char *value) {
  hyd_upc_refuse(
      "%.300s%.300s\n"
      "usage: %.200s [-fupc-threads-N | -n N] [-fupc-heap-SIZE | -heap SIZE] [-sched-policy P] "
      "[-sched-cpu-avoid LIST] [-mem-policy P] [-g] [--] [ARGUMENT...]\n"
      "SIZE: bytes, or a number with K, M or G, at most 64G; or run it by gasnetrun -n N",
      message, value, hyd_upc_program());
}

static int read_threads(const char *text) {
  char *end;
  long n = strtol(text, &end, 10);
  if (!isdigit((unsigned char)*text) || *end || n < 1 || n > PTS_MAX_THREADS)
    refuse_usage("invalid number of threads: ", text);
  return (int)n;
}

/* Bytes, or 0: the text is no size. */
static size_t size_of_text(const char *text) {
  static const char units[] = "kmgt";
  char *end;
  if (!isdigit((unsigned char)*text)) return 0;
  unsigned long long n = strtoull(text, &end, 10);
  const char *unit = *end ? strchr(units, tolower((unsigned char)*end)) : NULL;
  int shift = unit ? 10 * (int)(unit - units + 1) : 0;
  if (unit) end++;
  if (*end == 'b' || *end == 'B') end++;
  return *end || n > SIZE_MAX >> shift ? 0 : (size_t)n << shift;
}

static size_t read_heap(const char *text) {
  size_t n = size_of_text(text);
  if (n == 0 || n > MAX_HEAP) refuse_usage("invalid heap size: ", text);
  return n;
}

/* --- switches --- */

enum what { THREADS_SWITCH, HEAP_SWITCH, IGNORED_SWITCH };
static const struct upc_switch {
  const char *name;
  enum what what;
  bool joined;   /* the value may follow in the same word */
  bool separate; /* the value may be the next word */
  bool always;   /* also of a launched program */
} switches[] = {{"-fupc-threads-", THREADS_SWITCH, true, false, true},
                {"-fupc-threads=", THREADS_SWITCH, true, false, true},
                {"-fupc-heap-", HEAP_SWITCH, true, false, true},
                {"-fupc-heap=", HEAP_SWITCH, true, false, true},
                {"-sched-policy", IGNORED_SWITCH, false, true, false},
                {"-sched-cpu-avoid", IGNORED_SWITCH, false, true, false},
                {"-mem-policy", IGNORED_SWITCH, false, true, false},
                {"-heap", HEAP_SWITCH, true, true, false},
                {"-n", THREADS_SWITCH, true, true, false},
                {"-g", IGNORED_SWITCH, false, false, false}};

/* The switch that the word is, with its value if that is in the word. */
static const struct upc_switch *find_switch(const char *word, bool launched, const char **value) {
  for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++) {
    const struct upc_switch *s = &switches[i];
    size_t n = strlen(s->name);
    if ((launched && !s->always) || strncmp(word, s->name, n) != 0) continue;
    bool digits = isdigit((unsigned char)word[n]);
    if (word[n] && !(s->joined && (digits || !s->separate))) continue;
    *value = word[n] || !s->separate ? word + n : NULL;
    return s;
  }
  return NULL;
}

static void apply_switch(const struct upc_switch *s, const char *value,
                         struct upc_options *options) {
  if (s->what == THREADS_SWITCH) options->threads = read_threads(value);
  if (s->what == HEAP_SWITCH) options->heap = read_heap(value);
}

void hyd_upc_read_switches(int *argc, char **argv, bool launched, struct upc_options *options) {
  int i = 1;
  for (; i < *argc; i++) {
    const char *value;
    const struct upc_switch *s = find_switch(argv[i], launched, &value);
    if (s == NULL) break;
    if (value == NULL) {
      if (i + 1 == *argc) {
        refuse_usage("a value is missing after ", argv[i]);
        return;
      }
      value = argv[++i];
    }
    apply_switch(s, value, options);
  }
  if (i < *argc && (i > 1 || !launched) && strcmp(argv[i], "--") == 0) i++;
  if (i == 1) return;
  memmove(&argv[1], &argv[i], (size_t)(*argc - i + 1) * sizeof *argv);
  *argc -= i - 1;
}

/* --- environment --- */

static bool is_set(const char *name) {
  const char *value = getenv(name);
  return value && *value && strcmp(value, "0") != 0 && strcasecmp(value, "no") != 0;
}

void hyd_upc_read_environment(struct upc_options *options) {
  const char *heap = getenv("UPC_SHARED_HEAP_SIZE");
  hyd_upc.quiet = is_set("UPC_QUIET") || is_set("UPC_NO_WARN");
  hyd_upc_stats_on = is_set("UPC_STATS");
  if (heap && *heap && options->heap == 0) {
    options->heap = size_of_text(heap);
    if (options->heap == 0 || options->heap > MAX_HEAP)
      refuse_usage("UPC_SHARED_HEAP_SIZE: invalid heap size: ", heap);
  }
  if (is_set("UPC_BACKTRACE")) setenv("GASNET_BACKTRACE", "1", 0);
}

void hyd_upc_choose_threads(const struct upc_options *options, int static_threads, bool launched) {
  char text[20], message[160];
  int n = options->threads ? options->threads : static_threads;
  if (options->threads && static_threads && options->threads != static_threads) {
    snprintf(message, sizeof message,
             "The value of the -fupc-threads-N switch: %d, does not agree with the value given at "
             "compile-time: %d",
             options->threads, static_threads);
    refuse_usage(message, "");
    return;
  }
  if (launched) return;
  if (n == 0) {
    refuse_usage("No value given for THREADS", "");
    return;
  }
  snprintf(text, sizeof text, "%d", n);
  setenv("GASNET_PSHM_NODES", text, 1);
}
