/* SPDX-License-Identifier: BSD-3-Clause
 *
 * misuse_rma.c: put, get, by value, memset: ranks, addresses, sizes, order of calls.
 */
#include "misuse.h"

#include <stdint.h>

static char bytes[256];

static char *source(void) { return memset(bytes, 0xee, sizeof bytes); }

static void put_rank(void) { gasnet_put(gasnet_nodes(), misuse_segment(1), source(), 8); }
static void put_rank_nb(void) {
  gex_RMA_PutNB(misuse_tm, 1000000, misuse_segment(1), source(), 8, GEX_EVENT_NOW, 0);
}
static void get_rank(void) { gasnet_get(bytes, (gasnet_node_t)-1, misuse_segment(1), 8); }
static void val_rank(void) { gasnet_put_val(3, misuse_segment(1), 1, 8); }

static void put_end(void) { gasnet_put(1, misuse_segment(1) + SEGMENT - 4, source(), 8); }
static void put_end_bulk(void) {
  gasnet_put_nbi_bulk(1, misuse_segment(1) + SEGMENT - 100, source(), 200);
  gasnet_wait_syncnbi_puts();
}
static void put_after(void) { gasnet_put(1, misuse_segment(1) + SEGMENT, source(), 1); }
static void put_before(void) { gasnet_put(1, misuse_segment(1) - 4, source(), 8); }
static void put_wrap(void) { gasnet_put(1, (void *)(UINTPTR_MAX - 3), source(), 8); }
static void put_null_dest(void) { gasnet_put(1, NULL, source(), 8); }
static void put_huge(void) {
  volatile size_t n = SIZE_MAX - 4096;
  gasnet_put_bulk(1, misuse_segment(1), source(), n);
}
static void put_stack(void) {
  char local[8];
  gasnet_put(1, local, source(), 8);
}
static void get_end(void) { gasnet_get(bytes, 1, misuse_segment(1) + SEGMENT - 4, 8); }
static void get_end_nb(void) {
  gasnet_wait_syncnb(gasnet_get_nb_bulk(bytes, 1, misuse_segment(1) + SEGMENT - 100, 200));
}
static void val_end(void) { gasnet_put_val(1, misuse_segment(1) + SEGMENT - 4, 1, 8); }
static void get_val_end(void) {
  misuse_returned("%d", gasnet_get_val(1, misuse_segment(1) + SEGMENT - 4, 8) != 0);
}
static void memset_end(void) { gasnet_memset(1, misuse_segment(1) + SEGMENT - 4, 1, 8); }
static void memset_rank(void) { gasnet_memset(3, misuse_segment(1), 1, 8); }

/* The compiler must not see that it is NULL. */
static void *volatile null_pointer;
static void put_null(void) { gasnet_put(1, misuse_segment(1), null_pointer, 8); }
static void put_null_nbi(void) {
  gasnet_put_nbi_bulk(1, misuse_segment(1), null_pointer, 100);
  gasnet_wait_syncnbi_all();
}
static void get_null(void) { gasnet_get(null_pointer, 1, misuse_segment(1), 8); }
static void val_size_0(void) {
  volatile size_t n = 0;
  gasnet_put_val(1, misuse_segment(1), 1, n);
}
static void val_size_9(void) {
  volatile size_t n = 9;
  gasnet_put_val(1, misuse_segment(1), 1, n);
}
static void get_val_size_9(void) {
  volatile size_t n = 9;
  misuse_returned("%d", gasnet_get_val(1, misuse_segment(1), n) != 0);
}
static void lc_null(void) {
  gex_RMA_PutNB(misuse_tm, 1, misuse_segment(1), misuse_segment(0), 8, NULL, 0);
}

/* --- too early ------------------------------------------------------------ */

static void put_preinit(void) { gasnet_put(0, bytes, bytes + 64, 8); }
static void get_preinit(void) { gasnet_get(bytes, 0, bytes + 64, 8); }
static void put_preattach(void) { gasnet_put(1, bytes, bytes + 64, 8); }
static void get_preattach(void) { gasnet_get(bytes, 1, bytes + 64, 8); }
static void put_no_segment(void) { gex_RMA_PutBlocking(misuse_tm, 1, bytes, bytes + 64, 8, 0); }
static void long_no_segment(void) {
  gex_AM_RequestLong0(misuse_tm, 1, H_BULK, bytes, 8, bytes, GEX_EVENT_NOW, 0);
}

/* clang-format off */
const struct misuse misuse_rma[] = {
    {"put-rank", put_rank, 0}, {"put-rank-nb", put_rank_nb, 0}, {"get-rank", get_rank, 0},
    {"val-rank", val_rank, 0}, {"put-end", put_end, 0}, {"put-end-bulk", put_end_bulk, 0},
    {"put-after", put_after, 0}, {"put-before", put_before, 0}, {"put-wrap", put_wrap, 0},
    {"put-dest-null", put_null_dest, 0}, {"put-huge", put_huge, 0}, {"put-stack", put_stack, 0},
    {"get-end", get_end, 0}, {"get-end-nb", get_end_nb, 0}, {"val-end", val_end, 0},
    {"get-val-end", get_val_end, 0}, {"memset-end", memset_end, 0}, {"memset-rank", memset_rank, 0},
    {"put-null", put_null, 0}, {"put-null-nbi", put_null_nbi, 0}, {"get-null", get_null, 0},
    {"val-size-0", val_size_0, 0}, {"val-size-9", val_size_9, 0},
    {"get-val-size-9", get_val_size_9, 0}, {"put-lc-null", lc_null, 0},
    {"put-preinit", put_preinit, MISUSE_PREINIT}, {"get-preinit", get_preinit, MISUSE_PREINIT},
    {"put-preattach", put_preattach, MISUSE_PREATTACH},
    {"get-preattach", get_preattach, MISUSE_PREATTACH},
    {"put-no-segment", put_no_segment, MISUSE_EX}, {"long-no-segment", long_no_segment, MISUSE_EX},
    {0}};
