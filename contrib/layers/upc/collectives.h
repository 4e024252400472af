/* SPDX-License-Identifier: BSD-3-Clause
 *
 * collectives.h: the synchronisation that the flags of a collective ask for, and arrays by block.
 */
#ifndef HYD_UPC_COLLECTIVES_H
#define HYD_UPC_COLLECTIVES_H
#include "contrib/layers/upc/job.h"
#include "contrib/layers/upc/libraries.h"

/* MYSYNC is served as ALLSYNC: both are a barrier. */
void hyd_upc_enter(upc_flag_t flags);
void hyd_upc_leave(upc_flag_t flags);

/* An array `shared [block] T[n]` from any element on; block 0 is `[]`. */
struct upc_array {
  uint64_t offset; /* of element 0 */
  uint64_t first;  /* element 0's place in the array that begins at thread 0, phase 0 */
  uint64_t n;
  uint64_t block; /* elements of a block; the threads own blocks in turn */
  uint64_t phase; /* of element 0 */
  size_t size;    /* bytes of an element */
  uint32_t only;  /* the owner of all, if block was 0; else the number of threads */
};
struct upc_part {
  uint64_t offset, n;
};

struct upc_array hyd_upc_array(pts_t p, size_t size, uint64_t n, uint64_t block);
/* Finds the rows of the array, which have one block for each thread: [first, end). */
void hyd_upc_rows(const struct upc_array *a, uint64_t *first, uint64_t *end);
/* Returns the part of a row that a thread has; its n is 0 if there is none. */
struct upc_part hyd_upc_part(const struct upc_array *a, uint64_t row, uint32_t thread);
/* Finds the element's place. */
void hyd_upc_element(const struct upc_array *a, uint64_t i, uint32_t *thread, uint64_t *offset);

#endif
