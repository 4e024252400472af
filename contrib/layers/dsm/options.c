/* SPDX-License-Identifier: BSD-3-Clause
 *
 * options.c: reads the environment variables of libhydrant_dsm, once; all ranks have the same.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/layers/dsm/dsm.h"

#define TWINS_MAX (1u << 20)
#define AHEAD 8u
#define AHEAD_MAX 64u

/* The index of the variable's value among the words; the first word is the default. */
static int one_of(const char *name, const char *const *words, int n) {
  const char *value = gasnet_getenv(name);
  char expected[120] = "";
  if (value == NULL || *value == '\0') return 0;
  for (int i = 0; i < n; i++)
    if (strcmp(value, words[i]) == 0) return i;
  for (int i = 0; i < n; i++) {
    strcat(expected, i ? ", " : "");
    strcat(expected, words[i]);
  }
  hyd_dsm_refuse("%s=%.60s; expected one of %s", name, value, expected);
}

static uint32_t read_number(const char *name, uint32_t otherwise, uint32_t least, uint32_t most) {
  const char *value = gasnet_getenv(name);
  char *end;
  long n;
  if (value == NULL || *value == '\0') return otherwise;
  n = strtol(value, &end, 10);
  if (*end == '\0' && n >= (long)least && n <= (long)most) return (uint32_t)n;
  hyd_dsm_refuse("%s=%.60s; expected a number from %u to %u", name, value, least, most);
}

/* Access is given by pages, so a block is one at least. */
static uint32_t read_block(void) {
  static const char *const sizes[] = {"4096", "16384", "65536"};
  uint32_t page = (uint32_t)sysconf(_SC_PAGESIZE), block;
  const char *value = gasnet_getenv("HYD_DSM_BLOCK");
  block = 4096u << 2 * one_of("HYD_DSM_BLOCK", sizes, 3);
  if (block >= page) return block;
  if (value && *value)
    hyd_dsm_refuse("HYD_DSM_BLOCK=%s; expected at least %u, a page of this machine", value, page);
  return page;
}

void hyd_dsm_options_read(struct hyd_dsm_options *o) {
  static const char *const protocols[] = {"auto", "async", "ardmar"};
  static const char *const faults[] = {"auto", "sigsegv", "uffd"};
  static const char *const writes[] = {"auto", "signal", "kernel"};
  static const char *const homes[] = {"tracked", "readonly"};
  static const char *const releases[] = {"wait", "version"};
  static const char *const globals[] = {"own", "report", "end"};
  static const char *const variables[] = {"same", "main"};
  static const char *const yes[] = {"0", "1"};
  o->protocol = (enum hyd_dsm_protocol)one_of("HYD_DSM_PROTOCOL", protocols, 3);
  o->faults = faults[one_of("HYD_DSM_FAULTS", faults, 3)];
  o->writes = writes[one_of("HYD_DSM_WRITES", writes, 3)];
  o->readonly_homes = one_of("HYD_DSM_HOME_PAGES", homes, 2);
  o->versions = one_of("HYD_DSM_RELEASE", releases, 2);
  o->block = read_block();
  o->globals = (enum hyd_dsm_globals)one_of("HYD_DSM_GLOBALS", globals, 3);
  o->takes_mains = one_of("HYD_DSM_VARIABLES", variables, 2);
  o->stats = one_of("HYD_DSM_STATS", yes, 2);
  o->trace = gasnet_getenv("HYD_DSM_TRACE");
  if (o->trace && *o->trace == '\0') o->trace = NULL;
  o->ahead = read_number("HYD_DSM_AHEAD", AHEAD, 0, AHEAD_MAX);
  o->twins = read_number("HYD_DSM_TWINS", (16u << 20) / o->block, 1, TWINS_MAX);
}
