/* SPDX-License-Identifier: BSD-3-Clause
 *
 * env.c: see env.h. The snapshot is a copy of the strings in their order. Look-ups are linear, as
 * they happen at start only.
 */
#include "core/env/env.h"

#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/err.h"
#include "core/tools/tools_int.h"

enum kind { KIND_BOOL, KIND_INT, KIND_AUTO, KIND_SIZE, KIND_DBL, KIND_STR };

static const struct variable {
  const char *name, *dflt, *help;
  enum kind kind;
} table[HYD_ENV_COUNT] = {
#define HYD_ENV(id, k, d, h) {"GASNET_" #id, d, h, KIND_##k},
#include "core/env/env.def"
#undef HYD_ENV
};

struct hyd_env {
  size_t count, room;
  char **value; /* NAME=value */
};

static void check_memory(const void *p) {
  if (p == NULL) hyd_fatal("environment", "out of memory");
}

static void append_variable(struct hyd_env *env, char *name_and_value) {
  check_memory(name_and_value);
  if (env->count == env->room) {
    env->room = env->room ? 2 * env->room : 64;
    env->value = realloc(env->value, env->room * sizeof *env->value);
    check_memory(env->value);
  }
  env->value[env->count++] = name_and_value;
}

/* Takes the value of a variable's second name, known from other libraries, if the first is not set.
 */
static void take_second_names(struct hyd_env *env) {
  static const char *const second[][2] = {{"AMMPI_NETWORKDEPTH", "GASNET_NETWORKDEPTH"},
                                          {"AMMPI_CREDITS_PP", "GASNET_CREDITS_PP"},
                                          {"AMMPI_CREDITS_SLACK", "GASNET_CREDITS_SLACK"}};
  for (size_t i = 0; i < sizeof second / sizeof second[0]; i++) {
    const char *value = hyd_env_get(env, second[i][0]);
    if (value && hyd_env_get(env, second[i][1]) == NULL) hyd_env_set(env, second[i][1], value);
  }
}

struct hyd_env *hyd_env_snapshot(char **now) {
  struct hyd_env *env = calloc(1, sizeof *env);
  check_memory(env);
  for (size_t i = 0; now && now[i]; i++) append_variable(env, strdup(now[i]));
  take_second_names(env);
  return env;
}

void hyd_env_free(struct hyd_env *env) {
  for (size_t i = 0; i < env->count; i++) free(env->value[i]);
  free(env->value);
  free(env);
}

/* The index of a variable, or env->count: there is none. */
static size_t find_variable(const struct hyd_env *env, const char *name) {
  size_t len = strlen(name), i = 0;
  while (i < env->count && (strncmp(env->value[i], name, len) != 0 || env->value[i][len] != '='))
    i++;
  return i;
}

char *hyd_env_get(struct hyd_env *env, const char *name) {
  size_t i = find_variable(env, name);
  return i < env->count ? env->value[i] + strlen(name) + 1 : NULL;
}

const char *hyd_env_at(struct hyd_env *env, size_t i) {
  return i < env->count ? env->value[i] : NULL;
}

void hyd_env_set(struct hyd_env *env, const char *name, const char *value) {
  size_t i = find_variable(env, name), room = strlen(name) + (value ? strlen(value) : 0) + 2;
  char *text = NULL;
  if (value) {
    text = malloc(room);
    check_memory(text);
    snprintf(text, room, "%s=%s", name, value);
  }
  /* The old text is not freed: gasnet_getenv has handed it out. */
  if (i < env->count && text)
    env->value[i] = text;
  else if (i < env->count)
    env->value[i] = env->value[--env->count];
  else if (text)
    append_variable(env, text);
}

const char *hyd_env_name(enum hyd_env_id id) { return table[id].name; }

int hyd_env_is_set(struct hyd_env *env, enum hyd_env_id id) {
  const char *v = hyd_env_get(env, table[id].name);
  return v != NULL && *v != '\0';
}

const char *hyd_env_str(struct hyd_env *env, enum hyd_env_id id) {
  return hyd_env_is_set(env, id) ? hyd_env_get(env, table[id].name) : table[id].dflt;
}

static __attribute__((noreturn, cold)) void bad_value(enum hyd_env_id id, const char *value,
                                                      const char *expected) {
  hyd_refuse("environment", "%s=%.80s; expected %s (%s)", table[id].name, value, expected,
             table[id].help);
}

int hyd_env_bool(struct hyd_env *env, enum hyd_env_id id) {
  const char *v = hyd_env_str(env, id);
  int out = 0;
  if (hyd_parse_yesno(v, &out)) bad_value(id, v, "1, y, yes, 0, n or no");
  return out;
}

int64_t hyd_env_int(struct hyd_env *env, enum hyd_env_id id, int64_t min, int64_t max) {
  const char *v = hyd_env_str(env, id);
  int64_t out = 0;
  char range[80];
  snprintf(range, sizeof range, "an integer from %lld to %lld", (long long)min, (long long)max);
  if (hyd_parse_int(v, 0, &out) || out < min || (out > max && v != table[id].dflt))
    bad_value(id, v, range);
  return out < max ? out : max; /* a default may exceed the configured limit */
}

uint64_t hyd_env_size(struct hyd_env *env, enum hyd_env_id id) {
  const char *v = hyd_env_str(env, id);
  int64_t out = 0;
  if (hyd_parse_int(v, 1, &out) || out < 0) bad_value(id, v, "a size, as 4096, 64K or 1G");
  return (uint64_t)out;
}

double hyd_env_dbl(struct hyd_env *env, enum hyd_env_id id) {
  const char *v = hyd_env_str(env, id);
  double out = 0;
  if (hyd_parse_dbl(v, &out) || !(out >= 0 && out < 1e9)) bad_value(id, v, "a number of 0 or more");
  return out;
}

/* Whether a process can continue after handling the signal: not a signal that cannot be caught,
 * that recurs when its handler returns, or that supervisor and ranks use themselves. */
static int goes_on_after(int sig) {
  static const int not [] = {SIGKILL, SIGSTOP, SIGCHLD, SIGQUIT, SIGSEGV,
                             SIGBUS,  SIGFPE,  SIGILL,  SIGABRT};
  for (size_t i = 0; i < sizeof not / sizeof not [0]; i++)
    if (not [i] == sig) return 0;
  return 1;
}

int hyd_env_signal(struct hyd_env *env, enum hyd_env_id id) {
  const char *v = hyd_env_str(env, id);
  int sig = 0;
  if (*v && (hyd_parse_signal(v, &sig) || !goes_on_after(sig)))
    bad_value(id, v, "a signal that can be caught and gone on from, as SIGUSR1, usr1 or 10");
  return sig;
}

int hyd_env_has_rank(struct hyd_env *env, enum hyd_env_id id, uint32_t rank) {
  const char *v = hyd_env_str(env, id);
  int found = 0;
  if (hyd_parse_ranks(v, rank, &found)) bad_value(id, v, "ranks, as 0,2-4,6, or * for all");
  return found;
}

int hyd_env_knows_spawner(const char *name) {
  static const char *const known[] = {"",     "fork", "ssh",  "mpi",   "pmi",
                                      "pmix", "pmi2", "pmi1", "custom"};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (strcasecmp(name, known[i]) == 0) return 1;
  return 0;
}

static void check_spawner(struct hyd_env *env, enum hyd_env_id id) {
  const char *name = hyd_env_str(env, id);
  if (!hyd_env_knows_spawner(name))
    bad_value(id, name, "fork, ssh, custom, mpi, pmi, pmix, pmi2 or pmi1");
}

/* Variables whose value is one of a few words, in upper or lower case. */
static const struct {
  enum hyd_env_id id;
  const char *expected, *word[5];
} choices[] = {
    {HYD_ENV_WAIT, "spin, block or spinblock", {"spin", "block", "spinblock"}},
    {HYD_ENV_VIS_ALGORITHM, "auto, local, pack or single", {"auto", "local", "pack", "single"}},
    {HYD_ENV_HOST_DETECT, "conduit, hostname or gethostid", {"conduit", "hostname", "gethostid"}},
    {HYD_ENV_HWLOC_QUERY, "thread or process", {"thread", "process"}},
    {HYD_ENV_UDP_SECURITY,
     "mac, gmac, umac, aead or none",
     {"mac", "gmac", "umac", "aead", "none"}},
    {HYD_ENV_UDP_GMAC, "auto or openssl", {"auto", "openssl"}},
    {HYD_ENV_CONNECT, "auto, ud or cm", {"auto", "ud", "cm"}},
    {HYD_ENV_OFI_MEMORY, "auto, segment or local", {"auto", "segment", "local"}},
    {HYD_ENV_MPI_LIBRARY, "openmpi or mpich", {"openmpi", "mpich"}},
    {HYD_ENV_MPI_THREAD,
     "SINGLE, FUNNELED, SERIALIZED or MULTIPLE",
     {"SINGLE", "FUNNELED", "SERIALIZED", "MULTIPLE"}},
    {HYD_ENV_OFI_PUTS, "auto, each or flush", {"auto", "each", "flush"}},
    {HYD_ENV_OFI_LONGS, "auto, fetch, put or wait", {"auto", "fetch", "put", "wait"}},
};

static void check_choice(struct hyd_env *env, size_t i) {
  const char *v = hyd_env_str(env, choices[i].id);
  for (int k = 0; k < 5 && choices[i].word[k]; k++)
    if (strcasecmp(v, choices[i].word[k]) == 0) return;
  if (*v) bad_value(choices[i].id, v, choices[i].expected);
}

static void check_words(struct hyd_env *env) {
  const char *size = hyd_env_str(env, HYD_ENV_MAX_SEGSIZE);
  int per_host;
  for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) check_choice(env, i);
  check_spawner(env, HYD_ENV_SMP_SPAWNER);
  check_spawner(env, HYD_ENV_UDP_SPAWNER);
  check_spawner(env, HYD_ENV_IBV_SPAWNER);
  check_spawner(env, HYD_ENV_OFI_SPAWNER);
  check_spawner(env, HYD_ENV_MPI_SPAWNER);
  if (*size && hyd_env_segsize(size, (uint64_t)1 << 40, &per_host) == 0)
    bad_value(HYD_ENV_MAX_SEGSIZE, size, "a size (512MB) or a fraction (0.85), with /P or /H");
}

/* Called before ranks are forked, so that a wrong value prints one line. */
void hyd_env_check(struct hyd_env *env) {
  check_words(env);
  (void)hyd_env_int(env, HYD_ENV_MAX_THREADS, 1, GASNETI_MAX_THREADS);
  (void)hyd_env_has_rank(env, HYD_ENV_BACKTRACE_NODES, 0);
  (void)hyd_env_signal(env, HYD_ENV_BACKTRACE_SIGNAL);
  (void)hyd_env_signal(env, HYD_ENV_FREEZE_SIGNAL);
  for (int i = 0; i < HYD_ENV_COUNT; i++) {
    if (table[i].kind == KIND_BOOL) (void)hyd_env_bool(env, (enum hyd_env_id)i);
    if (table[i].kind == KIND_INT) (void)hyd_env_int(env, (enum hyd_env_id)i, 0, INT_MAX);
    if (table[i].kind == KIND_AUTO) (void)hyd_env_int(env, (enum hyd_env_id)i, -1, INT_MAX);
    if (table[i].kind == KIND_SIZE) (void)hyd_env_size(env, (enum hyd_env_id)i);
    if (table[i].kind == KIND_DBL) (void)hyd_env_dbl(env, (enum hyd_env_id)i);
  }
}

void hyd_env_report(struct hyd_env *env, FILE *out) {
  for (int i = 0; i < HYD_ENV_COUNT; i++) {
    const char *v = hyd_env_str(env, (enum hyd_env_id)i);
    fprintf(out, "ENV parameter: %s = %s%s\n", table[i].name, *v ? v : "*not set*",
            hyd_env_is_set(env, (enum hyd_env_id)i) ? "" : "  (default)");
  }
}

/* Removes a trailing /P or /H from `text`. 1: per host. */
static int cut_scope(char *text) {
  size_t n = strlen(text);
  char c = n >= 2 && text[n - 2] == '/' ? text[n - 1] : '\0';
  if (c != 'P' && c != 'p' && c != 'H' && c != 'h') return 0;
  text[n - 2] = '\0';
  return c == 'H' || c == 'h';
}

uint64_t hyd_env_segsize(const char *text, uint64_t physical, int *per_host) {
  char copy[64];
  int64_t bytes = 0;
  double fraction = 0;
  if (strlen(text) >= sizeof copy) return 0;
  strcpy(copy, text);
  *per_host = cut_scope(copy);
  if (hyd_parse_dbl(copy, &fraction) == 0 && fraction > 0 && fraction <= 1 &&
      strcspn(copy, "./") < strlen(copy))
    return (uint64_t)(fraction * (double)physical);
  if (hyd_parse_int(copy, 1, &bytes) == 0 && bytes > 0) return (uint64_t)bytes;
  return 0;
}
