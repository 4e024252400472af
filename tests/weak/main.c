/* SPDX-License-Identifier: BSD-3-Clause
 *
 * main.c: explores the short scenarios as the library is. With --all: all of them; then with one
 * order after the other weakened by one step, which must break a scenario. Further words are parts
 * of scenarios' names; -v shows how they break.
 */
#include <time.h>

#include "tests/weak/engine.h"

#define SCENARIOS 32
static const struct weak_scenario *scenario[SCENARIOS];
static uint8_t uses[SCENARIOS][WEAK_SITES];
static unsigned nscenarios, checks, failures;
static int verbose, all;

static const char *name_of(int order) {
  static const char *const names[] = {"relaxed", "consume", "acquire",
                                      "release", "acq_rel", "seq_cst"};
  return names[order];
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void gather(const struct weak_scenario *const *list, char **names) {
  for (; *list; list++) {
    int wanted = *names == NULL && (all || !(*list)->is_long);
    for (char **n = names; *n && !wanted; n++) wanted = strstr((*list)->name, *n) != NULL;
    if (wanted) scenario[nscenarios++] = *list;
  }
}

static void as_it_is(unsigned i) {
  double began = now();
  struct weak_result r = weak_explore(scenario[i], -1, 0, 1);
  printf("%-58s %8llu executions, %llu cut, %8llu states, %5.1f s%s%s\n", scenario[i]->name,
         (unsigned long long)r.executions, (unsigned long long)r.cut, (unsigned long long)r.states,
         now() - began, r.wrong[0] ? ": " : "", r.wrong);
  checks++;
  failures += r.wrong[0] != 0;
  for (unsigned s = 0; s < weak_nsites(); s++) uses[i][s] = (uint8_t)weak_site_used(s);
}

/* The orders that are one step weaker: at most two, ended by -1. */
static const int *weaker(const struct weak_site *s) {
  static const int none[] = {-1}, relaxed[] = {__ATOMIC_RELAXED, -1},
                   acquire[] = {__ATOMIC_ACQUIRE, -1}, release[] = {__ATOMIC_RELEASE, -1},
                   halves[] = {__ATOMIC_ACQUIRE, __ATOMIC_RELEASE, -1},
                   both[] = {__ATOMIC_ACQ_REL, -1};
  if (strcmp(s->name, "membarrier") == 0) return relaxed;
  if (s->order == __ATOMIC_ACQUIRE || s->order == __ATOMIC_RELEASE) return relaxed;
  if (s->order == __ATOMIC_ACQ_REL) return halves;
  if (s->order != __ATOMIC_SEQ_CST) return none;
  if (strcmp(s->name, "fence") == 0) return both;
  return s->kind == WEAK_LOAD ? acquire : s->kind == WEAK_STORE ? release : both;
}

/* Orders that could be weaker, as far as these scenarios tell; not looked at again in long ones. */
static const struct {
  const char *file, *name, *why;
  int order, weaker;
} not_needed[] = {
    {"core/am/wait_sleep.c", "&job->me->armed", "the fence that follows orders it", __ATOMIC_SEQ_CST,
     __ATOMIC_RELEASE},
    {"core/am/wait_sleep.c", "&job->wait.settled", "the fence before it orders it", __ATOMIC_RELEASE,
     __ATOMIC_RELAXED},
    {"core/shm/bell.c", "&r->armed", "the change of the bell that follows releases it",
     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE},
    {"core/shm/bell.c", "&r->armed", "the ringer reads nothing of the sleeper's", __ATOMIC_ACQ_REL,
     __ATOMIC_RELEASE},
};

static const char *excuse(const struct weak_site *s, int weaker) {
  for (size_t i = 0; i < sizeof not_needed / sizeof not_needed[0]; i++)
    if (strstr(s->file, not_needed[i].file) && strcmp(s->name, not_needed[i].name) == 0 &&
        s->order == not_needed[i].order && weaker == not_needed[i].weaker)
      return not_needed[i].why;
  return NULL;
}

static int is_mine(const struct weak_site *s) { return strstr(s->file, "tests/weak/") != NULL; }

static void weakened(unsigned s, int order) {
  const struct weak_site *site = weak_site_at(s);
  const char *why = excuse(site, order);
  struct weak_result r = {.executions = 0};
  const char *by = "";
  double began = now();
  for (unsigned i = 0; i < nscenarios && !r.wrong[0]; i++) {
    if (!uses[i][s] || (why && scenario[i]->is_long)) continue;
    by = scenario[i]->name;
    r = weak_explore(scenario[i], (int)s, order, verbose);
  }
  printf("%s:%d %s: %s to %s: %s%s%s (%.1f s)\n", site->file, site->line, site->name,
         name_of(site->order), name_of(order),
         r.wrong[0] ? r.wrong
         : why      ? why
                    : "NOTHING BREAKS",
         r.wrong[0] ? "; " : "", r.wrong[0] ? by : "", now() - began);
  checks++;
  failures += r.wrong[0] ? why != NULL : why == NULL;
}

int main(int argc, char **argv) {
  (void)argc;
  for (argv++; *argv && **argv == '-'; argv++) {
    all |= strcmp(*argv, "--all") == 0;
    verbose |= strcmp(*argv, "-v") == 0;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  gather(weak_ring_scenarios, argv);
  gather(weak_mailbox_scenarios, argv);
  gather(weak_poll_scenarios, argv);
  gather(weak_sleep_scenarios, argv);
  if (nscenarios == 0) {
    fprintf(stderr, "weak: no scenario has a name with %s\n", *argv);
    return 2;
  }
  for (unsigned i = 0; i < nscenarios; i++) as_it_is(i);
  for (unsigned s = 0; s < weak_nsites() && all; s++)
    for (const int *o = weaker(weak_site_at(s)); *o >= 0 && !is_mine(weak_site_at(s)); o++)
      weakened(s, *o);
  printf("%u passed, %u failed\n", checks - failures, failures);
  return failures != 0;
}
