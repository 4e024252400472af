/* SPDX-License-Identifier: BSD-3-Clause
 *
 * accessor_table.c: accessors by their hashes, which are the same in all processes and serve as
 * indices.
 */
#include <pthread.h>
#include <stdlib.h>

#include "contrib/layers/caf/accessors.h"
#include "contrib/layers/caf/entries.h"

static struct {
  pthread_mutex_t lock;
  struct entry {
    int hash;
    void *fn;
  } * list;
  size_t n, room;
  bool sorted;
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Called by constructors; needs no job. */
void _gfortran_caf_register_accessor(int hash, void *fn) {
  pthread_mutex_lock(&table.lock);
  if (table.n == table.room) {
    table.room = table.room ? 2 * table.room : 64;
    table.list = realloc(table.list, table.room * sizeof *table.list);
    if (table.list == NULL) abort();
  }
  table.list[table.n++] = (struct entry){hash, fn};
  table.sorted = false;
  pthread_mutex_unlock(&table.lock);
}

static int compare_hashes(const void *a, const void *b) {
  int x = ((const struct entry *)a)->hash, y = ((const struct entry *)b)->hash;
  return (x > y) - (x < y);
}

static void sort_table(void) {
  if (!table.sorted) qsort(table.list, table.n, sizeof *table.list, compare_hashes);
  table.sorted = true;
}

void _gfortran_caf_register_accessors_finish(void) {
  pthread_mutex_lock(&table.lock);
  sort_table();
  pthread_mutex_unlock(&table.lock);
  if (hyd_caf.started) hyd_caf_serve_accessors();
}

int _gfortran_caf_get_remote_function_index(int hash) { return hash; }

bool hyd_caf_has_accessors(void) { return table.n > 0; }

void *hyd_caf_accessor(int hash) {
  struct entry key = {hash, NULL}, *found = NULL;
  pthread_mutex_lock(&table.lock);
  sort_table();
  if (table.n) found = bsearch(&key, table.list, table.n, sizeof key, compare_hashes);
  void *fn = found ? found->fn : NULL;
  pthread_mutex_unlock(&table.lock);
  return fn;
}
