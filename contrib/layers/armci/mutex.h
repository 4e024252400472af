/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mutex.h: sets of mutexes. Where all memory is mapped a mutex is two words of its host's memory
 * (mutex_mapped.c). Elsewhere the host has a queue, which ranks use by messages (mutex_remote.c).
 */
#ifndef HYD_ARMCI_MUTEX_H
#define HYD_ARMCI_MUTEX_H
#include "contrib/layers/armci/groups.h"
#include "contrib/layers/armci/armcix.h"

/* The mutexes that a rank hosts. */
struct armci_hosted {
  void *first; /* as the host uses it: struct armci_ticket or struct armci_queue */
  int64_t n;
  _Atomic bool *held; /* [n], of this rank: which of them it has locked */
};

/* A mutex in mapped memory: a rank takes the number `next`, and has the mutex when `served` reaches
 * that number. */
struct armci_ticket {
  _Alignas(64) _Atomic uint32_t next, served;
};

struct armci_queue; /* mutex_remote.c */

struct armcix_mutex_hdl_s {
  struct armci_group *group;
  struct armci_hosted *hosted; /* [size of the group] */
  _Atomic bool *marks;         /* all `held` */
};

bool hyd_armci_mapped_lock(struct armci_ticket *ticket, bool only_try);
void hyd_armci_mapped_unlock(struct armci_ticket *ticket);

struct armci_queue *hyd_armci_queues_make(int n);
void hyd_armci_queues_free(struct armci_queue *queues, int n);
/* `first`: the host's address of its first queue. Returns false if only_try, and another rank has
 * the mutex. */
bool hyd_armci_remote_lock(int proc, struct armci_queue *first, int mutex, bool only_try);
void hyd_armci_remote_unlock(int proc, struct armci_queue *first, int mutex);

#endif
