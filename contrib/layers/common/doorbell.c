/* SPDX-License-Identifier: BSD-3-Clause
 *
 * doorbell.c: the word counts the rings, and the thread waits while it has seen all of them.
 */
#include "contrib/layers/common/doorbell.h"

#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "contrib/layers/common/service.h"

static struct {
  _Atomic uint32_t *word;
  void (*answer)(void);
} attended; /* one thread for each process */

/* The program's thread may have been about to leave its own poll, past the queue of the request. */
static void answer_again(void) {
  enum { TIMES = 2, GAP_NS = 50000 };
  for (int i = 0; i < TIMES; i++) {
    nanosleep(&(struct timespec){.tv_nsec = GAP_NS}, NULL);
    attended.answer();
  }
}

static void *attend_word(void *unused) {
  (void)unused;
  uint32_t seen = 0;
  for (;;) {
    /* R1 pairs with R2: the request was sent before its ring. */
    uint32_t now = atomic_load_explicit(attended.word, memory_order_acquire);
    if (now == seen) {
      syscall(SYS_futex, attended.word, FUTEX_WAIT, now, NULL, NULL, 0);
      continue;
    }
    for (; seen != now; seen++) attended.answer();
    answer_again();
  }
  return NULL;
}

int hyd_doorbell_attend(_Atomic uint32_t *word, void (*answer)(void)) {
  attended.word = word;
  attended.answer = answer;
  return hyd_start_service(attend_word);
}

void hyd_doorbell_ring(_Atomic uint32_t *word) {
  atomic_fetch_add_explicit(word, 1, memory_order_release); /* R2 */
  syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}
