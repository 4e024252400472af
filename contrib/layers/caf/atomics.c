/* SPDX-License-Identifier: BSD-3-Clause
 *
 * atomics.c: ATOMIC_DEFINE and the others (libcaf.md 3.8): integers and logicals of 4 bytes.
 */
#include <string.h>

#include "contrib/layers/caf/access.h"
#include "contrib/layers/caf/entries.h"
#include "contrib/layers/caf/stats.h"
#include "contrib/layers/caf/words.h"

static bool find_word(struct caf_word *w, const struct caf_token *token, size_t offset, int image,
                      int kind, const struct caf_status *status, const char *statement) {
  uint32_t rank;
  if (image == 0) image = (int)hyd_caf.current->me + 1;
  const struct caf_place *place = hyd_caf_place(token, image, NULL, &rank, status, statement);
  if (place == NULL) return false;
  if (kind != 4 || offset + 4 > token->size || offset % 4) {
    hyd_caf_fail(status, GFC_STAT_ERROR,
                 "%s: kind %d at byte %zu of %zu; expected kind 4 within the coarray", statement,
                 kind, offset, token->size);
    return false;
  }
  *w = hyd_caf_word(rank, place, offset);
  return true;
}

/* Returns true if the operation was carried out; the value before is in *old. */
static bool operate(gex_OP_t op, const struct caf_token *token, size_t offset, int image,
                    uint32_t a, uint32_t b, uint32_t *old, int *stat, int kind,
                    const char *statement) {
  struct caf_status status = {.stat = stat};
  struct caf_word w;
  CAF_BEGIN(since);
  hyd_caf_start();
  if (!find_word(&w, token, offset, image, kind, &status, statement)) return false;
  if (w.mapped == NULL) {
    hyd_caf_settle(w.rank);
    hyd_caf_complete_puts_of(w.rank, w.owner, w.owner + sizeof a);
  }
  *old = hyd_caf_word_op(&w, op, a, b);
  hyd_caf_succeed_at(&status, w.rank, statement);
  CAF_STAT_END(CAF_K_ATOMIC, since, 4);
  return true;
}

static uint32_t load_word(const void *p) {
  uint32_t v;
  memcpy(&v, p, sizeof v);
  return v;
}

void _gfortran_caf_atomic_define(void *token, size_t offset, int image, void *value, int *stat,
                                 int type, int kind) {
  uint32_t old;
  (void)type;
  operate(GEX_OP_SET, token, offset, image, load_word(value), 0, &old, stat, kind, "ATOMIC_DEFINE");
}

/* Polls, as programs call this in loops that wait for a value. */
void _gfortran_caf_atomic_ref(void *token, size_t offset, int image, void *value, int *stat,
                              int type, int kind) {
  uint32_t old;
  (void)type;
  if (operate(GEX_OP_GET, token, offset, image, 0, 0, &old, stat, kind, "ATOMIC_REF"))
    memcpy(value, &old, sizeof old);
  gasnet_AMPoll();
}

void _gfortran_caf_atomic_cas(void *token, size_t offset, int image, void *old_p, void *compare,
                              void *new_val, int *stat, int type, int kind) {
  uint32_t old;
  (void)type;
  if (operate(GEX_OP_FCAS, token, offset, image, load_word(compare), load_word(new_val), &old, stat,
              kind, "ATOMIC_CAS"))
    memcpy(old_p, &old, sizeof old);
}

void _gfortran_caf_atomic_op(int op, void *token, size_t offset, int image, void *value,
                             void *old_p, int *stat, int type, int kind) {
  static const gex_OP_t ops[] = {[GFC_ATOMIC_ADD] = GEX_OP_FADD,
                                 [GFC_ATOMIC_AND] = GEX_OP_FAND,
                                 [GFC_ATOMIC_OR] = GEX_OP_FOR,
                                 [GFC_ATOMIC_XOR] = GEX_OP_FXOR};
  uint32_t old;
  (void)type;
  if (op < GFC_ATOMIC_ADD || op > GFC_ATOMIC_XOR) {
    hyd_caf_fail(&(struct caf_status){.stat = stat}, GFC_STAT_ERROR,
                 "atomic operation %d; expected 1 to 4", op);
    return;
  }
  if (operate(ops[op], token, offset, image, load_word(value), 0, &old, stat, kind,
              "ATOMIC_ADD, AND, OR or XOR") &&
      old_p)
    memcpy(old_p, &old, sizeof old);
}
