/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pm_exchange.c: the client's own exchange (hyd_boot.h) as the process manager. A fence gathers the
 * texts of all ranks, padded to the longest of them.
 */
#include "core/include/hyd_boot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/boot/pm.h"
#include "core/boot/told_values.h"
#include "core/base/core.h"

#define MOST_TOLD (1u << 20) /* bytes of a rank between two fences */

static struct hyd_boot_exchange given; /* size 0: none; set before there is a job */

struct exchange {
  struct hyd_told mine;   /* since the last fence */
  struct hyd_told *known; /* [size] */
};

int hyd_boot_by_exchange(const struct hyd_boot_exchange *exchange) {
  if (exchange->size == 0 || exchange->rank >= exchange->size || exchange->allgather == NULL ||
      exchange->barrier == NULL)
    return GASNET_ERR_BAD_ARG;
  given = *exchange;
  return GASNET_OK;
}

const struct hyd_pm_ops *hyd_pm_of_client(void) { return given.size ? &hyd_pm_exchange : NULL; }

static int gather(struct hyd_pm *pm, const void *mine, size_t bytes, void *all) {
  return given.allgather(given.context, mine, bytes, all)
             ? hyd_pm_fail(pm, "the client's exchange: its all-gather of %zu bytes failed", bytes)
             : 0;
}

/* Names the job by rank 0's process. */
static int name_job(struct hyd_pm *pm) {
  int64_t pid = getpid(), *all = calloc(pm->size, sizeof *all);
  int rc = all ? gather(pm, &pid, sizeof pid, all) : hyd_pm_fail(pm, "out of memory");
  if (rc == 0) snprintf(pm->job, sizeof pm->job, "exchange-%lld", (long long)all[0]);
  free(all);
  return rc;
}

static void close_exchange(struct hyd_pm *pm) {
  struct exchange *e = pm->state;
  for (uint32_t i = 0; e && e->known && i < pm->size; i++) free(e->known[i].at);
  if (e) {
    free(e->known);
    free(e->mine.at);
  }
  free(e);
  pm->state = NULL;
}

static int start_exchange(struct hyd_pm *pm) {
  struct exchange *e = pm->state = calloc(1, sizeof *e);
  pm->rank = given.rank;
  pm->size = given.size;
  pm->max_key = 64;
  pm->max_value = 16384; /* by choice: an exchange has no limit */
  if (e == NULL || (e->known = calloc(pm->size, sizeof *e->known)) == NULL)
    return hyd_pm_fail(pm, "out of memory for %u ranks", pm->size);
  if (given.barrier(given.context))
    return hyd_pm_fail(pm, "the client's exchange: its barrier failed");
  return name_job(pm);
}

static int open_exchange(struct hyd_pm *pm) {
  int rc = start_exchange(pm);
  if (rc) close_exchange(pm);
  return rc;
}

static int put_value(struct hyd_pm *pm, const char *key, const char *value) {
  struct exchange *e = pm->state;
  return hyd_told_add(&e->mine, key, value) ? hyd_pm_fail(pm, "out of memory") : 0;
}

/* The longest text; -1: a rank tells more than it may. */
static int find_longest(struct hyd_pm *pm, const uint64_t *size, size_t *most_p) {
  *most_p = 0;
  for (uint32_t i = 0; i < pm->size; i++) {
    if (size[i] > MOST_TOLD)
      return hyd_pm_fail(pm, "the client's exchange: rank %u tells %llu bytes; expected %u at most",
                         i, (unsigned long long)size[i], MOST_TOLD);
    if (size[i] > *most_p) *most_p = size[i];
  }
  return 0;
}

/* Gathers the texts, whose sizes are known. */
static int gather_texts(struct hyd_pm *pm, const uint64_t *size) {
  struct exchange *e = pm->state;
  size_t most;
  char *mine, *all;
  int rc;
  if (find_longest(pm, size, &most)) return -1;
  mine = calloc(1, most + 1);
  all = calloc(pm->size, most + 1);
  rc = mine && all ? 0 : hyd_pm_fail(pm, "out of memory for %u texts of %zu bytes", pm->size, most);
  if (rc == 0 && e->mine.size) memcpy(mine, e->mine.at, e->mine.size);
  if (rc == 0 && most) rc = gather(pm, mine, most, all);
  for (uint32_t i = 0; rc == 0 && i < pm->size; i++)
    if (hyd_told_append(&e->known[i], all + i * most, size[i]))
      rc = hyd_pm_fail(pm, "out of memory");
  e->mine.size = 0;
  free(mine);
  free(all);
  return rc;
}

static int fence_ranks(struct hyd_pm *pm) {
  struct exchange *e = pm->state;
  uint64_t mine = e->mine.size, *size = calloc(pm->size, sizeof *size);
  int rc = size ? gather(pm, &mine, sizeof mine, size) : hyd_pm_fail(pm, "out of memory");
  if (rc == 0) rc = gather_texts(pm, size);
  free(size);
  return rc;
}

static int get_value(struct hyd_pm *pm, uint32_t rank, const char *key, char *value, size_t size) {
  struct exchange *e = pm->state;
  return hyd_told_find(&e->known[rank], key, value, size)
             ? hyd_pm_fail(pm, "the client's exchange: rank %u has not told its %.64s", rank, key)
             : 0;
}

static int abort_job(struct hyd_pm *pm, int code, const char *why) {
  (void)why; /* has been reported */
  fflush(NULL);
  pm->ended = 1;
  if (given.abort) given.abort(given.context, code);
  _exit(code);
}

const struct hyd_pm_ops hyd_pm_exchange = {
    "the client's exchange", NULL, open_exchange, put_value, fence_ranks, get_value, abort_job,
    close_exchange};
