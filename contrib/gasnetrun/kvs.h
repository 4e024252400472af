/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kvs.h: keys and values that ranks put, as an agent holds them: a hash table that only grows.
 */
#ifndef HYD_KVS_H
#define HYD_KVS_H

#include <stddef.h>
#include <stdint.h>

#define HYD_KVS_MAX_KEY 64 /* with the ending zero, as PMI counts */
#define HYD_KVS_MAX_VALUE 1024

struct hyd_kvs {
  char **entry; /* [slots] key, zero, value, zero; NULL: free */
  size_t slots, used;
};

/* -1: out of memory. The later value of a key counts. */
int hyd_kvs_put(struct hyd_kvs *kvs, const char *key, const char *value);
const char *hyd_kvs_get(const struct hyd_kvs *kvs, const char *key); /* NULL: not there */
void hyd_kvs_free(struct hyd_kvs *kvs);

#endif
