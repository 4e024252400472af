/* SPDX-License-Identifier: BSD-3-Clause
 *
 * program.c: the sections of the program. The library has an entry of its own in each, as the
 * linker defines no bounds of a section that is missing. The bounds have the linker's names, or
 * those of the compiler's own script.
 */
#include "contrib/layers/upc/program.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/upc/pts.h"
#include "contrib/layers/upc/report.h"

typedef void upc_init_fn(void);
#define WEAK __attribute__((weak))
extern char __upc_shared_end[] WEAK, __stop_upc_shared[] WEAK;
extern upc_init_fn *__start_upc_init_array[] WEAK, *__stop_upc_init_array[] WEAK,
    *__upc_init_array_start[] WEAK, *__upc_init_array_end[] WEAK;
extern char __start_upc_pgm_info[] WEAK, __stop_upc_pgm_info[] WEAK, __upc_pgm_info_start[] WEAK,
    __upc_pgm_info_end[] WEAK;

__attribute__((section("upc_shared"), used)) static char own_shared;
__attribute__((section("upc_init_array"), used)) static upc_init_fn *own_initialiser;
__attribute__((section("upc_pgm_info"), used)) static char own_info;

size_t hyd_upc_static_size(void) {
  const char *end = __upc_shared_end ? __upc_shared_end : __stop_upc_shared;
  return (size_t)(end - __upc_shared_start);
}

bool hyd_upc_run_initialisers(void) {
  bool any = false, script = __upc_init_array_start != NULL;
  upc_init_fn **f = script ? __upc_init_array_start : __start_upc_init_array,
              **end = script ? __upc_init_array_end : __stop_upc_init_array;
  for (; f < end; f++)
    if (*f) {
      any = true;
      (*f)();
    }
  return any;
}

/* --- upc_pgm_info: strings "$GCCUPCConfig: (FILE) MODEL$" --- */

struct model {
  char file[200];
  int threads; /* 0: dynamic */
  bool pthreads;
};

static bool read_model(const char *text, struct model *m) {
  const char *open = strchr(text, '('), *close = strrchr(text, ')');
  if (strncmp(text, "$GCCUPCConfig:", 14) != 0 || open == NULL || close == NULL) return false;
  snprintf(m->file, sizeof m->file, "%.*s", (int)(close - open - 1), open + 1);
  const char *fixed = strstr(close, "staticthreads=");
  m->threads = fixed ? atoi(fixed + 14) : 0;
  m->pthreads = strstr(close, "pthreads-tls") != NULL;
  return true;
}

/* --- upc_pgm_info: "$HydrantUPC: (FILE) FORM$", of programs compiled with Hydrant's headers --- */

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
static const char own_form[] =
#if UPC_PTS_STRUCT
    "struct"
#else
    "packed " TEXT(UPC_PHASE_BITS) " " TEXT(UPC_THREAD_BITS) " " TEXT(UPC_ADDR_BITS)
#endif
#if UPC_PTS_LAST
    " last";
#else
        " first";
#endif

static void check_form(const char *text) {
  const char *open = strchr(text, '('), *close = strrchr(text, ')');
  if (strncmp(text, "$HydrantUPC:", 12) != 0 || open == NULL || close == NULL) return;
  const char *form = close + 1 + strspn(close + 1, " ");
  size_t n = strcspn(form, "$");
  if (n != strlen(own_form) || memcmp(form, own_form, n) != 0)
    hyd_upc_refuse(
        "%.*s was compiled for pointers-to-shared of the form %.*s; this library is for %s",
        (int)(close - open - 1), open + 1, (int)n, form, own_form);
}

/* Calls for each model, and checks each form. */
static void for_models(void (*visit)(const struct model *, void *), void *context) {
  const char *p = __upc_pgm_info_start ? __upc_pgm_info_start : __start_upc_pgm_info,
             *end = __upc_pgm_info_start ? __upc_pgm_info_end : __stop_upc_pgm_info;
  for (struct model m; p < end; p += strlen(p) + 1) {
    check_form(p);
    if (read_model(p, &m)) visit(&m, context);
  }
}

struct comparison {
  struct model first;
  bool any, differs, pthreads;
};

static void compare_model(const struct model *m, void *context) {
  struct comparison *c = context;
  if (!c->any) c->first = *m;
  c->any = true;
  c->differs |= m->threads != c->first.threads;
  c->pthreads |= m->pthreads;
}

struct table {
  char text[2000];
  size_t n;
};

static void add_model(const struct model *m, void *context) {
  struct table *t = context;
  char threads[20] = "dynamic";
  size_t room = sizeof t->text - t->n;
  if (m->threads) snprintf(threads, sizeof threads, "%d", m->threads);
  int n = snprintf(t->text + t->n, room, "\n%-8s %-12s %s", threads,
                   m->pthreads ? "pthreads-tls" : "process", m->file);
  t->n += (size_t)n < room ? (size_t)n : room - 1;
}

static struct comparison compare_models(void) {
  struct comparison c = {.any = false};
  for_models(compare_model, &c);
  return c;
}

bool hyd_upc_has_sources(void) { return compare_models().any; }

int hyd_upc_static_threads(void) {
  struct comparison c = compare_models();
  if (c.pthreads)
    hyd_upc_refuse("The selected GUPC runtime library supports only the process model. Did you "
                   "link with the correct runtime library?");
  if (c.differs) {
    struct table t = {.n = 0};
    for_models(add_model, &t);
    hyd_upc_refuse("The UPC source files in this program were not compiled with the same value of "
                   "UPC settings.\nTHREADS  model        file%s",
                   t.text);
  }
  return c.first.threads;
}
