/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kvs.c: open addressing, at most half full; FNV-1a as the hash.
 */
#include "contrib/gasnetrun/kvs.h"

#include <stdlib.h>
#include <string.h>

static size_t find(char **entry, size_t slots, const char *key) {
  uint64_t h = UINT64_C(14695981039346656037);
  size_t i;
  for (const char *p = key; *p; p++) h = (h ^ (unsigned char)*p) * UINT64_C(1099511628211);
  for (i = (size_t)h & (slots - 1); entry[i] && strcmp(entry[i], key) != 0;)
    i = (i + 1) & (slots - 1);
  return i;
}

static int grow(struct hyd_kvs *kvs) {
  size_t slots = kvs->slots ? kvs->slots * 2 : 64;
  char **entry = calloc(slots, sizeof *entry);
  if (entry == NULL) return -1;
  for (size_t i = 0; i < kvs->slots; i++)
    if (kvs->entry[i]) entry[find(entry, slots, kvs->entry[i])] = kvs->entry[i];
  free(kvs->entry);
  kvs->entry = entry;
  kvs->slots = slots;
  return 0;
}

int hyd_kvs_put(struct hyd_kvs *kvs, const char *key, const char *value) {
  size_t k = strlen(key) + 1, v = strlen(value) + 1, i;
  char *both;
  if (kvs->used * 2 >= kvs->slots && grow(kvs)) return -1;
  if ((both = malloc(k + v)) == NULL) return -1;
  memcpy(both, key, k);
  memcpy(both + k, value, v);
  i = find(kvs->entry, kvs->slots, key);
  kvs->used += kvs->entry[i] == NULL;
  free(kvs->entry[i]);
  kvs->entry[i] = both;
  return 0;
}

const char *hyd_kvs_get(const struct hyd_kvs *kvs, const char *key) {
  size_t i;
  if (kvs->slots == 0) return NULL;
  i = find(kvs->entry, kvs->slots, key);
  return kvs->entry[i] ? kvs->entry[i] + strlen(key) + 1 : NULL;
}

void hyd_kvs_free(struct hyd_kvs *kvs) {
  for (size_t i = 0; i < kvs->slots; i++) free(kvs->entry[i]);
  free(kvs->entry);
  memset(kvs, 0, sizeof *kvs);
}
