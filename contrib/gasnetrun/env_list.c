/* SPDX-License-Identifier: BSD-3-Clause
 *
 * env_list.c: gasnetrun env: the variables that the library reads, from its own table.
 */
#include <stdio.h>
#include <string.h>

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

static void show(struct hyd_env *env, const struct variable *v) {
  const char *set = hyd_env_get(env, v->name);
  printf("%s (%s, default %s)%s%s\n    %s\n", v->name, v->kind, *v->dflt ? v->dflt : "none",
         set && *set ? ", set to " : "", set && *set ? set : "", v->help);
}

int hyd_run_env(const char *word) {
  struct hyd_env *env = hyd_env_snapshot(environ);
  int shown = 0;
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
    if (!is_wanted(&variables[i], word)) continue;
    show(env, &variables[i]);
    shown++;
  }
  hyd_env_free(env);
  if (shown) return 0;
  fprintf(stderr, "gasnetrun: env: no variable has '%s' in its name or description\n", word);
  return 1;
}
