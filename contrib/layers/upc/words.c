/* SPDX-License-Identifier: BSD-3-Clause
 *
 * words.c: atomic operations on words of threads whose memory is not mapped.
 */
#include "contrib/layers/upc/words.h"

#include "contrib/layers/upc/answers.h"

struct word_request {
  uint64_t offset, op, expected, value;
};

void hyd_upc_serve_word(uint32_t asker, const void *request, void *answer) {
  const struct word_request *r = request;
  uint64_t *old = answer;
  (void)asker;
  *old = r->op == UPC_WORD_SWAP ? hyd_upc_word_swap(hyd_upc.rank, r->offset, r->value)
                                : hyd_upc_word_cas(hyd_upc.rank, r->offset, r->expected, r->value);
}

uint64_t hyd_upc_word_ask(uint32_t thread, uint64_t offset, enum upc_word_op op, uint64_t expected,
                          uint64_t value) {
  struct word_request r = {offset, op, expected, value};
  uint64_t old;
  hyd_upc_ask(thread, UPC_ASK_WORD, &r, sizeof r, &old, sizeof old);
  return old;
}
