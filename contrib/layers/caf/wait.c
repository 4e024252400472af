/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait.c: waits for memory that another image changes. An image polls for a while; then it marks
 * itself as asleep (D1) and blocks in the library. Images that change the memory see the mark and
 * wake it by a message.
 */
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include "contrib/layers/caf/caf.h"

enum { LOOKS = 300, LOOKS_IN_A_CROWD = 1, YIELDS = 4000, SLEEP_NS = 30000 };

static uint32_t looks(void) {
  static uint32_t n;
  if (n == 0) {
    cpu_set_t cores;
    gex_Rank_t here = 1;
    gex_System_QueryHostInfo(NULL, &here, NULL);
    bool crowd =
        sched_getaffinity(0, sizeof cores, &cores) == 0 && (gex_Rank_t)CPU_COUNT(&cores) < here;
    n = crowd ? LOOKS_IN_A_CROWD : LOOKS;
  }
  return n;
}

bool hyd_caf_look(struct caf_wait *wait) {
  gasnet_AMPoll();
  return ++wait->rounds < looks();
}

static _Atomic uint32_t *drowsy(const char *syncs) {
  return (_Atomic uint32_t *)(void *)(syncs + hyd_caf.size * sizeof(uint32_t));
}

void hyd_caf_drowse(bool is) {
  if (hyd_caf.syncs == NULL) return;
  /* D1 pairs with D2: either the other image sees the mark, or this one sees the other's store. */
  atomic_store_explicit(drowsy(hyd_caf.syncs->here), is, memory_order_seq_cst);
  atomic_thread_fence(memory_order_seq_cst);
}

void hyd_caf_wake(uint32_t rank) {
  if (hyd_caf.syncs == NULL || rank == hyd_caf.rank) return;
  const struct caf_place *place = &hyd_caf.syncs->place[rank];
  if (place->mapped == NULL) return;         /* that image is reached by messages, which wake it */
  atomic_thread_fence(memory_order_seq_cst); /* D2 */
  if (atomic_load_explicit(drowsy(place->mapped), memory_order_relaxed))
    gex_AM_RequestShort0(hyd_caf.all, rank, CAF_AM_WAKE, 0);
}

void hyd_caf_handle_wake(gex_Token_t token) { (void)token; }

void hyd_caf_pause(struct caf_wait *wait) {
  if (hyd_caf_look(wait)) return;
  if (wait->rounds < YIELDS) {
    sched_yield();
    return;
  }
  nanosleep(&(struct timespec){.tv_nsec = SLEEP_NS}, NULL);
}
