/* SPDX-License-Identifier: BSD-3-Clause
 *
 * words.c: atomic operations on the run time's own words.
 */
#include "contrib/layers/upc/words.h"

static gex_AD_t domain; /* of a job whose memory is not all mapped */

void hyd_upc_words_init(void) {
  if (!hyd_upc.all_mapped)
    gex_AD_Create(&domain, hyd_upc.all, GEX_DT_U64, GEX_OP_SET | GEX_OP_SWAP | GEX_OP_FCAS, 0);
}

uint64_t hyd_upc_word_operate(uint32_t thread, uint64_t offset, gex_OP_t op, uint64_t a,
                              uint64_t b) {
  uint64_t old = 0;
  gex_Event_Wait(gex_AD_OpNB_U64(domain, &old, thread, hyd_upc.owner[thread] + offset, op, a, b,
                                 GEX_FLAG_AD_REL | GEX_FLAG_AD_ACQ));
  return old;
}

void hyd_upc_word_clear(uint64_t offset) {
  if (hyd_upc.all_mapped)
    atomic_store(hyd_upc_word_at(hyd_upc.rank, offset), 0);
  else
    hyd_upc_word_operate(hyd_upc.rank, offset, GEX_OP_SET, 0, 0);
}
