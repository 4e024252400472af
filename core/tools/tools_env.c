/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_env.c: environment variables with defaults, and the report of those that were read.
 *
 * A value that cannot be understood ends the program with a line that names the variable. Reports
 * go to stderr when GASNET_VERBOSEENV asks for them, each different line once: the lines printed so
 * far are the one list this file keeps, guarded by a mutex.
 */
#include "tools_lib.h"

static const struct hyd_tools_hooks no_hooks;
static const struct hyd_tools_hooks *current_hooks = &no_hooks; /* atomic: release / acquire */

void hyd_tools_set_hooks(const struct hyd_tools_hooks *hooks) {
  __atomic_store_n(&current_hooks, hooks ? hooks : &no_hooks, __ATOMIC_RELEASE);
}

const struct hyd_tools_hooks *hyd_tools_get_hooks(void) {
  return __atomic_load_n(&current_hooks, __ATOMIC_ACQUIRE);
}

char *gasnett_getenv(const char *name) {
  const struct hyd_tools_hooks *hooks = hyd_tools_get_hooks();
  return hooks->getenv ? hooks->getenv(name) : getenv(name);
}

static void env_changed(const char *name, const char *value) {
  const struct hyd_tools_hooks *hooks = hyd_tools_get_hooks();
  if (hooks->env_changed) hooks->env_changed(name, value);
}

void gasnett_setenv(const char *name, const char *value) {
  if (setenv(name, value, 1)) {
    gasnett_fatalerror_nopos("gasnett_setenv(\"%s\"): %s", name, strerror(errno));
  }
  env_changed(name, value);
}

void gasnett_unsetenv(const char *name) {
  if (unsetenv(name)) {
    gasnett_fatalerror_nopos("gasnett_unsetenv(\"%s\"): %s", name, strerror(errno));
  }
  env_changed(name, NULL);
}

int gasnett_verboseenv(void) {
  const struct hyd_tools_hooks *hooks = hyd_tools_get_hooks();
  if (hooks->verboseenv) return hooks->verboseenv();
  const char *text = gasnett_getenv("GASNET_VERBOSEENV");
  int on = 0;
  return text && hyd_parse_yesno(text, &on) == 0 && on;
}

/* --- the report ----------------------------------------------------------- */

struct reported {
  struct reported *next;
  char line[];
};

static pthread_mutex_t reported_lock = PTHREAD_MUTEX_INITIALIZER;
static struct reported *reported_lines; /* guarded by reported_lock */

/* Remembers the line; non-zero iff it is new. Without memory to remember it, it counts as new. */
static int remember_line(const char *line) {
  int is_new = 1;
  pthread_mutex_lock(&reported_lock);
  for (struct reported *r = reported_lines; r; r = r->next) {
    if (strcmp(r->line, line) == 0) is_new = 0;
  }
  struct reported *r = is_new ? malloc(sizeof(*r) + strlen(line) + 1) : NULL;
  if (r) {
    strcpy(r->line, line);
    r->next = reported_lines;
    reported_lines = r;
  }
  pthread_mutex_unlock(&reported_lock);
  return is_new;
}

static void report_setting(const char *name, const char *value, int is_dflt) {
  char line[1024];
  if (!gasnett_verboseenv()) return;
  int n = snprintf(line, sizeof(line), "ENV parameter: %s = %s%s", name, value,
                   is_dflt ? "   (default)" : "");
  size_t len = n < (int)sizeof(line) - 1 ? (size_t)n : sizeof(line) - 2;
  memcpy(line + len, "\n", 2);
  if (remember_line(line)) hyd_tools_write_err(line, len + 1);
}

void gasnett_envstr_display(const char *name, const char *value, int is_dflt) {
  if (!value) value = "*not set*";
  report_setting(name, *value ? value : "*empty*", is_dflt);
}

void gasnett_envint_display(const char *name, int64_t value, int is_dflt, int is_mem_size) {
  char text[64];
  report_setting(name, gasnett_format_number(value, text, sizeof(text), is_mem_size), is_dflt);
}

void gasnett_envdbl_display(const char *name, double value, int is_dflt) {
  char text[64];
  (void)snprintf(text, sizeof(text), "%g", value);
  report_setting(name, text, is_dflt);
}

/* --- typed values --------------------------------------------------------- */

static void refuse_value(const char *name, const char *text, const char *expected) {
  hyd_tools_refuse("environment variable %s is \"%s\": expected %s", name, text, expected);
}

char *gasnett_getenv_withdefault(const char *name, const char *dflt) {
  char *text = gasnett_getenv(name);
  int is_dflt = text == NULL;
  if (is_dflt) text = (char *)(uintptr_t)dflt;
  gasnett_envstr_display(name, text, is_dflt);
  return text;
}

int gasnett_getenv_yesno_withdefault(const char *name, int dflt) {
  const char *text = gasnett_getenv(name);
  int value = dflt != 0;
  if (text && hyd_parse_yesno(text, &value)) refuse_value(name, text, "1, y, yes, 0, n or no");
  report_setting(name, value ? "YES" : "NO", text == NULL);
  return value;
}

int64_t gasnett_getenv_int_withdefault(const char *name, int64_t dflt,
                                       uint64_t mem_size_multiplier) {
  const char *text = gasnett_getenv(name);
  int64_t value = dflt;
  if (text && hyd_parse_int(text, mem_size_multiplier, &value)) {
    refuse_value(name, text,
                 mem_size_multiplier ? "a memory size such as 64MB or 1.5GB"
                                     : "a decimal or 0x hexadecimal integer");
  }
  gasnett_envint_display(name, value, text == NULL, mem_size_multiplier != 0);
  return value;
}

double gasnett_getenv_dbl_withdefault(const char *name, double dflt) {
  const char *text = gasnett_getenv(name);
  double value = dflt;
  if (text && hyd_parse_dbl(text, &value)) refuse_value(name, text, "a number or a fraction a/b");
  gasnett_envdbl_display(name, value, text == NULL);
  return value;
}
