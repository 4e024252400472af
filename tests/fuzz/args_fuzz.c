/* SPDX-License-Identifier: BSD-3-Clause
 *
 * args_fuzz.c: libFuzzer target for gasnetrun: the input is a command line, one word to a line, the
 * first line being the name of the launcher. Whatever it is, it is taken and then keeps the
 * promises of run.h, or is refused with one line. The same bytes are also scanned for ident
 * strings.
 *
 * Built with clang: -fsanitize=fuzzer,address,undefined. Without libFuzzer, fasta_replay.c runs it.
 */
#include "contrib/tools/gasnetrun/run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int condition) {
  if (!condition) abort();
}

/* One string with its end, so that any reading past it is seen. */
static char *word_of(const char *text, size_t n) {
  char *w = malloc(n + 1);
  must(w != NULL);
  memcpy(w, text, n);
  w[n] = '\0';
  return w;
}

static int split(const uint8_t *data, size_t size, char **argv) {
  const char *p = (const char *)data, *end = p + size;
  int argc = 0;
  while (p < end && argc < WORDS) {
    const char *q = p;
    while (q < end && *q != '\n' && *q != '\0') q++;
    argv[argc++] = word_of(p, (size_t)(q - p));
    p = q + 1;
  }
  argv[argc] = NULL;
  return argc;
}

static jmp_buf refused;

/* In place of gasnetrun's own: one line is said. */
void hyd_wrong(const char *fmt, ...) {
  char line[512];
  va_list ap;
  int n;
  va_start(ap, fmt);
  n = vsnprintf(line, sizeof line, fmt, ap);
  va_end(ap);
  must(n > 0 && (size_t)n < sizeof line);
  longjmp(refused, 1);
}

static void check_run(const struct hyd_run *run, char **argv, int argc) {
  if (run->action == HYD_RUN_JOB) {
    must(run->ranks >= 1 && run->ranks <= HYD_RUN_MAX_RANKS && run->hosts <= run->ranks);
    must(run->host_list == NULL || run->host_file == NULL);
    must(run->program > argv && run->program < argv + argc && run->program[0] != NULL);
    must(run->conduit == NULL || hyd_run_has_conduit(run->conduit));
  }
  if (run->action == HYD_RUN_DUMP) must(run->job != NULL);
}

static void scan(const uint8_t *data, size_t size) {
  struct hyd_run_idents ids = {0};
  char *exact = word_of((const char *)data, size);
  exact = realloc(exact, size ? size : 1);
  must(exact != NULL);
  hyd_run_scan(exact, size, &ids);
  must(ids.conduits >= 0 && ids.conduits <= 4);
  for (int i = 0; i < ids.conduits; i++) must(strlen(ids.conduit[i]) < sizeof ids.conduit[i]);
  free(exact);
}

static void take(char **argv, int argc) {
  static struct hyd_run run;
  if (argc == 0 || setjmp(refused)) return;
  hyd_run_parse(&run, argv[0], argc, argv);
  check_run(&run, argv, argc);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *argv[WORDS + 1], *words[WORDS + 1];
  int argc = split(data, size, argv);
  memcpy(words, argv, sizeof words);
  take(argv, argc);
  scan(data, size);
  for (int i = 0; i < argc; i++) free(words[i]);
  return 0;
}
