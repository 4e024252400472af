/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_ad.h: what the gex_ad_* groups share. Calls and the model are those of tests/oracle/ad.
 */
#ifndef GEX_AD_H
#define GEX_AD_H

#include "gex_support.h"

#include "../oracle/ad/ad_ops.h"

/* Ways to initiate and complete one operation. */
enum gad_form { GAD_NB, GAD_NB_TEST, GAD_NB_ALL, GAD_NBI, GAD_NBI_TEST, GAD_REGION, GAD_FORMS };

/* A domain for each type over TM0 with all its operations; all ranks. close meets first. */
void gad_open(gex_AD_t ad[AD_TYPES]);
void gad_close(gex_AD_t ad[AD_TYPES]);

gex_EC_t gad_category(gex_OP_t op); /* of an implicit operation: ADO-7 */
/* Starts the operation and waits until it is complete. */
void gad_do(const struct ad_call *c, enum gad_form form);

/* The same for 64-bit words at (rank,addr): the call of the API, waited for. */
uint64_t gad_fetch(gex_AD_t ad, gex_Rank_t rank, void *addr, gex_OP_t op, uint64_t a, uint64_t b,
                   gex_Flags_t flags);
void gad_apply(gex_AD_t ad, gex_Rank_t rank, void *addr, gex_OP_t op, uint64_t a, uint64_t b,
               gex_Flags_t flags);

/* A word of `owner` that all ranks share in one test; i below 1024. */
static inline uint64_t *gad_word(gex_Rank_t owner, int i) {
  return (uint64_t *)(void *)(gex_slot(owner, owner) + 8 * i);
}
/* Sets this rank's first n shared words, and meets. */
void gad_set_words(int n, uint64_t value);

#endif
