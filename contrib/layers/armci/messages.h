/* SPDX-License-Identifier: BSD-3-Clause
 *
 * messages.h: the active messages of the library, between ranks of different hosts.
 */
#ifndef HYD_ARMCI_MESSAGES_H
#define HYD_ARMCI_MESSAGES_H
#include "contrib/layers/armci/job.h"

/* Indices of the handlers. */
enum armci_message {
  ARMCI_AM_ACC = 210, /* op, record; payload: pieces (acc_send.h) */
  ARMCI_AM_ACC_DONE,  /* record */
  ARMCI_AM_LATE_DONE, /* the same as a request */
  ARMCI_AM_LOCK,      /* see mutex_remote.c */
  ARMCI_AM_UNLOCK,
  ARMCI_AM_LOCKED,
  ARMCI_AM_UNLOCKED,
  ARMCI_AM_GRANT
};

extern gex_AM_Entry_t hyd_armci_handlers[];
extern const size_t hyd_armci_handler_count;

/* A pointer as two arguments of a message. */
struct armci_two_args {
  gex_AM_Arg_t high, low;
};
static inline struct armci_two_args hyd_armci_split(const void *p) {
  uint64_t bits = (uintptr_t)p;
  return (struct armci_two_args){(gex_AM_Arg_t)(bits >> 32), (gex_AM_Arg_t)bits};
}
static inline void *hyd_armci_join(gex_AM_Arg_t high, gex_AM_Arg_t low) {
  return (void *)(uintptr_t)((uint64_t)(uint32_t)high << 32 | (uint32_t)low);
}

/* acc_serve.c */
void hyd_armci_handle_acc(gex_Token_t token, void *pieces, size_t bytes, gex_AM_Arg_t op,
                          gex_AM_Arg_t high, gex_AM_Arg_t low);
void hyd_armci_handle_acc_done(gex_Token_t token, gex_AM_Arg_t high, gex_AM_Arg_t low);
bool hyd_armci_has_late_accs(void);
/* Carries out what handlers left because locks were taken; not in a handler. */
void hyd_armci_serve_late_accs(void);

/* mutex_remote.c */
void hyd_armci_handle_lock(gex_Token_t token, gex_AM_Arg_t queue_high, gex_AM_Arg_t queue_low,
                           gex_AM_Arg_t wait_high, gex_AM_Arg_t wait_low, gex_AM_Arg_t only_try);
void hyd_armci_handle_unlock(gex_Token_t token, gex_AM_Arg_t queue_high, gex_AM_Arg_t queue_low,
                             gex_AM_Arg_t wait_high, gex_AM_Arg_t wait_low);
void hyd_armci_handle_locked(gex_Token_t token, gex_AM_Arg_t wait_high, gex_AM_Arg_t wait_low,
                             gex_AM_Arg_t result);
void hyd_armci_handle_unlocked(gex_Token_t token, gex_AM_Arg_t wait_high, gex_AM_Arg_t wait_low,
                               gex_AM_Arg_t next_rank, gex_AM_Arg_t next_high,
                               gex_AM_Arg_t next_low);

#endif
