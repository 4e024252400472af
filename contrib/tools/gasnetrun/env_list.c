/* SPDX-License-Identifier: BSD-3-Clause
 *
 * env_list.c: gasnetrun env: the variables that the library reads, from its own table, and which
 * process has set them.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/env/env.h"
#include "run.h"

extern char **environ;

struct variable {
  const char *name, *kind, *dflt, *help;
};

#define BOOL "0 or 1"
#define INT "number"
#define AUTO "number"
#define SIZE "size"
#define DBL "number"
#define STR "text"
static const struct variable variables[] = {
#define HYD_ENV(id, kind, dflt, help) {"GASNET_" #id, kind, dflt, help},
#include "core/env/env.def"
#undef HYD_ENV
};

static int is_wanted(const struct variable *v, const char *word) {
  return word == NULL || strcasestr(v->name, word) || strcasestr(v->help, word);
}

/* --- the process that has set a variable: the last above this one that was not started with it */

/* The file of that name of a process, with a 0 behind it; NULL if it cannot be read. */
static char *read_proc(long pid, const char *name, size_t *size) {
  enum { STEP = 1 << 16 };
  char path[64], *text = NULL, *more;
  ssize_t n = 1;
  snprintf(path, sizeof path, "/proc/%ld/%s", pid, name);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  for (*size = 0; fd >= 0 && n > 0 && (more = realloc(text, *size + STEP + 1));
       *size += (size_t)n) {
    text = more;
    n = read(fd, text + *size, STEP);
    if (n < 0) n = 0;
  }
  if (fd >= 0) close(fd);
  if (text) text[*size] = 0;
  return text;
}

static int was_started_with(const char *environment, size_t size, const char *name,
                            const char *value) {
  size_t n = strlen(name);
  for (const char *e = environment; e < environment + size; e += strlen(e) + 1)
    if (strncmp(e, name, n) == 0 && e[n] == '=') return strcmp(e + n + 1, value) == 0;
  return 0;
}

/* The name and the parent of a process; 0 if there is none, or it is not to be seen. */
static long parent_of(long pid, char *name, size_t size) {
  size_t n;
  long parent = 0;
  char *stat = read_proc(pid, "stat", &n), *from = stat ? strchr(stat, '(') : NULL,
       *to = stat ? strrchr(stat, ')') : NULL;
  snprintf(name, size, "a process");
  if (from && to && to > from) {
    snprintf(name, size, "%.*s", (int)(to - from - 1), from + 1);
    sscanf(to + 1, " %*c %ld", &parent);
  }
  free(stat);
  return parent;
}

static void show_setter(const char *name, const char *value) {
  long pid = getppid(), parent;
  char setter[64];
  for (;; pid = parent) {
    size_t n;
    char *environment = read_proc(pid, "environ", &n);
    int inherited = environment && was_started_with(environment, n, name, value);
    free(environment);
    parent = parent_of(pid, setter, sizeof setter);
    if (!inherited) break;
    if (parent == 0) {
      printf(" before %s (process %ld)", setter, pid);
      return;
    }
  }
  printf(" by %s (process %ld)", setter, pid);
}

static void show_variable(struct hyd_env *env, const struct variable *v) {
  const char *set = hyd_env_get(env, v->name);
  printf("%s (%s, default %s)", v->name, v->kind, *v->dflt ? v->dflt : "none");
  if (set && *set) {
    printf(", set to %s", set);
    show_setter(v->name, set);
  }
  printf("\n    %s\n", v->help);
}

int hyd_run_env(const char *word) {
  struct hyd_env *env = hyd_env_snapshot(environ);
  int shown = 0;
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
    if (!is_wanted(&variables[i], word)) continue;
    show_variable(env, &variables[i]);
    shown++;
  }
  hyd_env_free(env);
  if (shown) return 0;
  fprintf(stderr, "gasnetrun: env: no variable has '%s' in its name or description\n", word);
  return 1;
}
