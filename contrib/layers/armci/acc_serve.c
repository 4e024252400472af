/* SPDX-License-Identifier: BSD-3-Clause
 *
 * acc_serve.c: accumulates of ranks that have not mapped this memory. The handler adds each piece
 * whose locks are free. Their holder may be a process that does not run just now, so a handler
 * never waits for one: it keeps the rest of the message for the service thread (service.c), which
 * may.
 */
#include <pthread.h>
#include <stdlib.h>

#include "contrib/layers/armci/acc_send.h"
#include "contrib/layers/armci/messages.h"
#include "contrib/layers/armci/stripes.h"
#include "contrib/layers/armci/sums.h"

struct late {
  struct late *next;
  gex_Rank_t from;
  int op;
  gex_AM_Arg_t high, low; /* the sender's record */
  size_t bytes;
  char pieces[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the list; held for a few loads */
static struct late *first, **end = &first;
static _Atomic int waiting;

static struct armci_stripes own_stripes(void) {
  return (struct armci_stripes){.head = hyd_armci_head(&hyd_armci.target[hyd_armci.rank])};
}

typedef bool take_locks(struct armci_stripes *held, uintptr_t at, size_t bytes);

static bool wait_for_locks(struct armci_stripes *held, uintptr_t at, size_t bytes) {
  hyd_armci_stripes_take(held, at, bytes);
  return true;
}

/* Adds the pieces of a message. Returns the bytes of those for which it got the locks. */
static size_t add_pieces(int op, const char *pieces, size_t bytes, take_locks *take) {
  struct armci_stripes held = own_stripes();
  size_t done = 0;
  while (done < bytes) {
    struct armci_acc_header h;
    memcpy(&h, pieces + done, sizeof h);
    if (!hyd_armci_stripes_cover(&held, h.address, h.bytes) && !take(&held, h.address, h.bytes))
      return done;
    hyd_armci_add(op, NULL, (void *)(uintptr_t)h.address, pieces + done + sizeof h, h.bytes);
    done += sizeof h + h.bytes;
  }
  hyd_armci_stripes_release(&held);
  return done;
}

static void keep(gex_Token_t token, int op, gex_AM_Arg_t high, gex_AM_Arg_t low, const char *pieces,
                 size_t bytes) {
  gex_Token_Info_t info;
  struct late *late = malloc(sizeof *late + bytes);
  if (late == NULL) hyd_armci_fail("ARMCI_Acc", "out of memory for %zu bytes that came", bytes);
  gex_Token_Info(token, &info, GEX_TI_SRCRANK);
  *late =
      (struct late){.from = info.gex_srcrank, .op = op, .high = high, .low = low, .bytes = bytes};
  memcpy(late->pieces, pieces, bytes);
  pthread_mutex_lock(&lock);
  *end = late;
  end = &late->next;
  pthread_mutex_unlock(&lock);
  atomic_fetch_add_explicit(&waiting, 1, memory_order_release); /* pairs with the service's look */
}

void hyd_armci_handle_acc(gex_Token_t token, void *pieces, size_t bytes, gex_AM_Arg_t op,
                          gex_AM_Arg_t high, gex_AM_Arg_t low) {
  size_t done = add_pieces(op, pieces, bytes, hyd_armci_stripes_try);
  if (done == bytes)
    gex_AM_ReplyShort(token, ARMCI_AM_ACC_DONE, 0, high, low);
  else
    keep(token, op, high, low, (char *)pieces + done, bytes - done);
}

void hyd_armci_handle_acc_done(gex_Token_t token, gex_AM_Arg_t high, gex_AM_Arg_t low) {
  struct armci_op *op = hyd_armci_join(high, low);
  (void)token;
  atomic_fetch_sub_explicit(&op->unacked, 1, memory_order_release); /* pairs with is_acked */
}

bool hyd_armci_has_late_accs(void) {
  return atomic_load_explicit(&waiting, memory_order_acquire) != 0; /* pairs with keep */
}

static struct late *take_late(void) {
  pthread_mutex_lock(&lock);
  struct late *late = first;
  if (late && (first = late->next) == NULL) end = &first;
  pthread_mutex_unlock(&lock);
  return late;
}

void hyd_armci_serve_late_accs(void) {
  struct late *late;
  while ((late = take_late()) != NULL) {
    add_pieces(late->op, late->pieces, late->bytes, wait_for_locks);
    gex_AM_RequestShort(hyd_armci.team, late->from, ARMCI_AM_LATE_DONE, 0, late->high, late->low);
    atomic_fetch_sub_explicit(&waiting, 1, memory_order_relaxed);
    free(late);
  }
}
