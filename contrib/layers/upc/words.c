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

static _Atomic uint64_t *word_at(uint32_t thread, uint64_t offset) {
  return (_Atomic uint64_t *)(void *)(hyd_upc.mapped[thread] + offset);
}

static uint64_t operate_on_word(uint32_t thread, uint64_t offset, gex_OP_t op, uint64_t a,
                                uint64_t b) {
  uint64_t old = 0;
  gex_Event_Wait(gex_AD_OpNB_U64(domain, &old, thread, hyd_upc.owner[thread] + offset, op, a, b,
                                 GEX_FLAG_AD_REL | GEX_FLAG_AD_ACQ));
  return old;
}

void hyd_upc_word_clear(uint64_t offset) {
  if (hyd_upc.all_mapped)
    atomic_store(word_at(hyd_upc.rank, offset), 0);
  else
    operate_on_word(hyd_upc.rank, offset, GEX_OP_SET, 0, 0);
}

uint64_t hyd_upc_word_swap(uint32_t thread, uint64_t offset, uint64_t value) {
  if (hyd_upc.all_mapped) return atomic_exchange(word_at(thread, offset), value);
  return operate_on_word(thread, offset, GEX_OP_SWAP, value, 0);
}

uint64_t hyd_upc_word_cas(uint32_t thread, uint64_t offset, uint64_t expected, uint64_t value) {
  if (!hyd_upc.all_mapped) return operate_on_word(thread, offset, GEX_OP_FCAS, expected, value);
  atomic_compare_exchange_strong(word_at(thread, offset), &expected, value);
  return expected;
}
