/* SPDX-License-Identifier: BSD-3-Clause
 *
 * env_fuzz.c: libFuzzer target for the values of environment variables: the input is one assignment
 * to a line. Each value is given to every parser, and the assignments together are checked as an
 * environment; what the library calls fatal comes back here.
 *
 * Built with clang: -fsanitize=fuzzer,address,undefined. Without libFuzzer, fasta_replay.c runs it.
 */
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/env/env.h"
#include "core/base/err.h"
#include "core/tools/tools_int.h"

#define LINES 32
#define PHYSICAL (UINT64_C(24) << 30)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static jmp_buf refused;

static void must(int condition) {
  if (!condition) abort();
}

void hyd_fatal_at(const char *file, int line, const char *call, const char *fmt, ...) {
  va_list ap;
  char said[1024];
  (void)file;
  (void)line;
  va_start(ap, fmt);
  must(vsnprintf(said, sizeof said, fmt, ap) > 0 && call != NULL);
  va_end(ap);
  longjmp(refused, 1);
}

/* Called by gasnett_parse_int of tools_parse.c, which is not used here. */
void gasnett_fatalerror_nopos(const char *fmt, ...) {
  (void)fmt;
  abort();
}

static void check_value(const char *v) {
  int flag = 7, per_host = 0;
  int64_t n = 77, bytes = 77;
  double d = 7.5;
  uint64_t segment;
  if (hyd_parse_yesno(v, &flag))
    must(flag == 7);
  else
    must(flag == 0 || flag == 1);
  if (hyd_parse_int(v, 0, &n)) must(n == 77);
  if (hyd_parse_int(v, 1, &bytes)) must(bytes == 77);
  if (hyd_parse_dbl(v, &d))
    must(d == 7.5);
  else
    must(isfinite(d));
  flag = 7;
  if (hyd_parse_ranks(v, 3, &flag))
    must(flag == 7);
  else
    must(flag == 0 || flag == 1);
  flag = 77;
  if (hyd_parse_signal(v, &flag))
    must(flag == 77);
  else
    must(flag >= 1 && flag <= 64);
  segment = hyd_env_segsize(v, PHYSICAL, &per_host);
  must(segment <= INT64_MAX && (per_host == 0 || per_host == 1));
}

static void check_environment(char **lines) {
  struct hyd_env *volatile env = NULL;
  if (setjmp(refused) == 0) {
    env = hyd_env_snapshot(lines);
    for (int i = 0; i < HYD_ENV_COUNT; i++) must(hyd_env_str(env, (enum hyd_env_id)i) != NULL);
    hyd_env_check(env);
    must(hyd_env_int(env, HYD_ENV_PSHM_NODES, 1, 65536) >= 1);
  }
  if (env) hyd_env_free(env);
}

/* A library that was configured for fewer threads than the default has as many as it can. */
static void check_small_limit(void) {
  char *none[] = {NULL};
  struct hyd_env *env = hyd_env_snapshot(none);
  must(setjmp(refused) == 0);
  must(hyd_env_int(env, HYD_ENV_MAX_THREADS, 1, 64) == 64);
  hyd_env_free(env);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *lines[LINES + 1], *text = malloc(size + 1), *p;
  int n = 0;
  must(text != NULL);
  memcpy(text, data, size);
  text[size] = '\0';
  for (p = text; p && n < LINES;) {
    char *next = memchr(p, '\n', (size_t)(text + size - p));
    if (next) *next++ = '\0';
    if (strchr(p, '=')) {
      lines[n++] = p;
      check_value(strchr(p, '=') + 1);
    } else {
      check_value(p);
    }
    p = next;
  }
  lines[n] = NULL;
  check_environment(lines);
  check_small_limit();
  free(text);
  return 0;
}
