/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_castable.h: memory of other threads as private memory: that of threads of the same host.
 */
#ifndef HYD_UPC_CASTABLE_H
#define HYD_UPC_CASTABLE_H
#include <stddef.h>

#define UPC_CASTABLE_ALL_ALLOC 1
#define UPC_CASTABLE_GLOBAL_ALLOC 2
#define UPC_CASTABLE_ALLOC 4
#define UPC_CASTABLE_STATIC 8
#define UPC_CASTABLE_ALL 15

typedef struct {
  int guaranteedCastable, probablyCastable;
} upc_thread_info_t;

extern void *upc_cast(const shared void *p); /* NULL: not castable */
extern upc_thread_info_t upc_thread_info(size_t thread);

#endif
