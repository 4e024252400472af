/* SPDX-License-Identifier: BSD-3-Clause
 *
 * client_note.c: the client's text about what its rank waits for (hyd_note.h).
 */
#include "core/exit/client_note.h"

#include <stdatomic.h>

#include "hyd_note.h"

static _Atomic(hyd_note_fn_t) note;
static void *note_arg;

void hyd_note_set(hyd_note_fn_t fn, void *arg) {
  atomic_store_explicit(&note, NULL, memory_order_relaxed);
  atomic_signal_fence(memory_order_seq_cst);
  note_arg = arg;
  atomic_store_explicit(&note, fn, memory_order_release); /* N1 */
}

size_t hyd_note_get(char *text, size_t bytes) {
  hyd_note_fn_t fn = atomic_load_explicit(&note, memory_order_acquire); /* N2 pairs with N1 */
  size_t n = fn ? fn(note_arg, text, bytes) : 0;
  return n < bytes ? n : bytes - 1;
}
