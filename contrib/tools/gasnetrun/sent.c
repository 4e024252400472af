/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sent.c: which variables of the environment go to other hosts, and which of those that the user
 * wants there cannot: names that are none to a shell (BASH_FUNC_module%%, which clusters with
 * environment modules export), and values with a newline (gasnet-env-launch.md 8.1).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/tools/gasnetrun/run.h"

#define MOST_NAMED 8 /* in the warning */

extern char **environ;

static int in_list(const char *list, const char *name, size_t n) {
  for (const char *p = list; p && *p;) {
    size_t len = strcspn(p, ",");
    if (len == n && memcmp(p, name, n) == 0) return 1;
    p += len + (p[len] == ',');
  }
  return 0;
}

static int is_plain(const char *name, size_t n) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
  return n && strspn(name, letters) >= n && (*name < '0' || *name > '9');
}

static int is_wanted(const struct hyd_run *run, const char *usual, const char *assignment) {
  size_t n = strcspn(assignment, "=");
  if (assignment[n] == '\0' || !is_plain(assignment, n)) return 0;
  if (strncmp(assignment, "GASNET_", 7) == 0) return 1;
  return in_list(usual, assignment, n) || in_list(run->export_list, assignment, n);
}

char **hyd_run_sent(const struct hyd_run *run, const char *usual) {
  size_t n = 0;
  char **sent;
  while (environ[n]) n++;
  if ((sent = calloc(n + 1, sizeof *sent)) == NULL) hyd_wrong("out of memory");
  n = 0;
  for (char **e = environ; *e; e++)
    if (is_wanted(run, usual, *e) && !strchr(*e, '\n')) sent[n++] = *e;
  return sent;
}

/* --- those that are not sent ---------------------------------------------- */

/* Adds one of the names that share a reason. */
static void add_name(FILE *f, size_t *named_p, const char *name, size_t n) {
  if (++*named_p <= MOST_NAMED)
    fprintf(f, "%s'%.*s'", *named_p == 1 ? "" : ", ", n < 80 ? (int)n : 80, name);
}

static void end_names(FILE *f, size_t named, const char *why) {
  if (named > MOST_NAMED) fprintf(f, " and %zu more", named - MOST_NAMED);
  if (named) fprintf(f, " (%s)", why);
}

void hyd_run_say_unsent(const struct hyd_run *run, const char *usual) {
  size_t strange = 0, lines = 0, size;
  char *text = NULL;
  FILE *f = hyd_run_is_quiet() ? NULL : open_memstream(&text, &size);
  if (f == NULL) return;
  for (const char *p = run->export_list; p && *p;) {
    size_t n = strcspn(p, ",");
    if (n && !is_plain(p, n)) add_name(f, &strange, p, n);
    p += n + (p[n] == ',');
  }
  end_names(f, strange, "-E: expected names of letters, digits and _");
  for (char **e = environ; *e; e++) {
    if (!strchr(*e, '\n') || !is_wanted(run, usual, *e)) continue;
    if (strange && lines == 0) fputs("; ", f);
    add_name(f, &lines, *e, strcspn(*e, "="));
  }
  end_names(f, lines, "a newline in the value");
  if (fclose(f) == 0 && (strange || lines))
    hyd_say("warning: variables that are not sent to other hosts: %s", text);
  free(text);
}
