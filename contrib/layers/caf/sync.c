/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sync.c: SYNC ALL, SYNC IMAGES, SYNC MEMORY (libcaf.md 3.6).
 *
 * SYNC IMAGES counts: each image has a word for each other image, into which that image writes how
 * often it has named this one.
 */
#include <string.h>

#include "contrib/layers/caf/caf.h"
#include "contrib/layers/caf/entries.h"
#include "contrib/layers/caf/stats.h"

/* errmsg is the address of a pointer to the variable; the pointer may be missing, too. */
static struct caf_status status_of(int *stat, char **errmsg, size_t len) {
  return (struct caf_status){stat, errmsg ? *errmsg : NULL, len};
}

/* The sync_all that belongs to ALLOCATE reports only bounds that differ: ALLOCATE has reported
 * every other error. */
static void sync_after_register(void) {
  hyd_caf.after_register = false;
  int differs = hyd_caf.pending ? hyd_caf_record_bounds() : (hyd_caf_barrier(hyd_caf.current), 0);
  if (differs)
    hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ERROR,
                 "ALLOCATE: the bounds of a coarray differ between images");
}

void _gfortran_caf_sync_all(int *stat, char **errmsg, size_t len) {
  CAF_BEGIN(since);
  hyd_caf_start();
  hyd_caf_complete_puts();
  if (hyd_caf.after_register && stat == NULL) {
    sync_after_register();
  } else {
    struct caf_status status = status_of(stat, errmsg, len);
    hyd_caf_report(&status, hyd_caf_barrier(hyd_caf.current), "SYNC ALL");
  }
  CAF_STAT_END(CAF_K_SYNC_ALL, since, 0);
}

void _gfortran_caf_sync_memory(int *stat, char **errmsg, size_t len) {
  CAF_BEGIN(since);
  struct caf_status status = status_of(stat, errmsg, len);
  hyd_caf_start();
  hyd_caf_complete_puts();
  gasnet_AMPoll();
  /* S1 pairs with itself on the image that synchronises by atomics or events around it. */
  atomic_thread_fence(memory_order_seq_cst);
  hyd_caf_succeed(&status);
  CAF_STAT_END(CAF_K_SYNC_MEMORY, since, 0);
}

static _Atomic uint32_t *counter(uint32_t of) {
  return (_Atomic uint32_t *)(void *)(hyd_caf.syncs->here + of * sizeof(uint32_t));
}

/* Tells the image that this one has named it once more; needs complete puts. */
static void tell_image(uint32_t rank) {
  const struct caf_place *place = &hyd_caf.syncs->place[rank];
  size_t at = hyd_caf.rank * sizeof(uint32_t);
  uint32_t count = ++hyd_caf.sync_count[rank];
  if (place->mapped) { /* C1 pairs with C2: this segment's accesses happen before */
    atomic_store_explicit((_Atomic uint32_t *)(void *)(place->mapped + at), count,
                          memory_order_release);
    hyd_caf_wake(rank);
  } else {
    gex_AM_RequestShort2(hyd_caf.all, rank, CAF_AM_NAMED, 0, (gex_AM_Arg_t)hyd_caf.rank,
                         (gex_AM_Arg_t)count);
  }
}

/* The same by a message, which follows the puts to that image that are in flight. */
static void tell_image_behind(uint32_t rank) {
  uint32_t count = ++hyd_caf.sync_count[rank];
  hyd_caf_send_later(rank, CAF_OP_NAMED, &count, sizeof count, NULL, 0);
}

/* Raises the counter. Messages may overtake each other, so a lower count is ignored. */
static void count_up(uint32_t rank, uint32_t count) {
  _Atomic uint32_t *c = counter(rank);
  uint32_t old = atomic_load_explicit(c, memory_order_relaxed);
  while ((int32_t)(count - old) > 0 &&
         !atomic_compare_exchange_weak_explicit(c, &old, count, memory_order_release,
                                                memory_order_relaxed)) { /* C1 */
  }
}

void hyd_caf_handle_named(gex_Token_t token, gex_AM_Arg_t rank, gex_AM_Arg_t count) {
  (void)token;
  count_up((uint32_t)rank, (uint32_t)count);
}

void hyd_caf_serve_named(uint32_t rank, const char *request) {
  uint32_t count;
  memcpy(&count, request, sizeof count);
  count_up(rank, count);
}

static bool has_told(uint32_t rank) { /* C2 */
  uint32_t told = atomic_load_explicit(counter(rank), memory_order_acquire);
  return (int32_t)(told - hyd_caf.sync_count[rank]) >= 0;
}

/* Tests whether the image has named this one, or has ended without doing so: then *state_p is its
 * state. */
static bool test_named(uint32_t rank, int *state_p) {
  *state_p = 0;
  if (has_told(rank)) return true;
  if (!hyd_caf_any_ended(hyd_caf.initial)) return false;
  int state = hyd_caf_member_state(hyd_caf.initial, rank);
  if (!has_told(rank)) *state_p = state;
  return state != 0;
}

/* Waits until the image has named this one: 0, or its state if it ended without doing so. */
static int await_image(uint32_t rank) {
  int state;
  CAF_AWAIT(test_named(rank, &state));
  return state;
}

static bool check_list(int count, const int *images, const struct caf_status *status) {
  for (int i = 0; i < count; i++) {
    if (images[i] < 1 || (uint32_t)images[i] > hyd_caf.current->size) {
      hyd_caf_fail(status, GFC_STAT_ERROR, "SYNC IMAGES: image %d; expected 1 to %u", images[i],
                   hyd_caf.current->size);
      return false;
    }
    for (int k = 0; k < i; k++)
      if (images[k] == images[i]) {
        hyd_caf_fail(status, GFC_STAT_DUPLICATE_IMAGE, "SYNC IMAGES: image %d is named twice",
                     images[i]);
        return false;
      }
  }
  return true;
}

static uint32_t listed_rank(const int *images, int i) {
  return hyd_caf.current->jobrank[images ? (uint32_t)images[i] - 1 : (uint32_t)i];
}

/* True: the list has one other image, and the message to it may follow the puts in flight. Else
 * completes all puts. */
static bool release_behind(const int *images, int n) {
  int others = 0;
  uint32_t rank = hyd_caf.rank;
  for (int i = 0; i < n && others < 2; i++) {
    if (listed_rank(images, i) == hyd_caf.rank) continue;
    rank = listed_rank(images, i);
    others++;
  }
  if (others == 1 && hyd_caf.syncs->place[rank].mapped == NULL) return hyd_caf_release_behind(rank);
  hyd_caf_complete_puts();
  return false;
}

void _gfortran_caf_sync_images(int count, int *images, int *stat, char **errmsg, size_t len) {
  CAF_BEGIN(since);
  struct caf_status status = status_of(stat, errmsg, len);
  int worst = 0;
  hyd_caf_start();
  if (count > 0 && !check_list(count, images, &status)) return;
  if (count < 0) images = NULL;
  int n = count < 0 ? (int)hyd_caf.current->size : count;
  void (*tell_one)(uint32_t) = release_behind(images, n) ? tell_image_behind : tell_image;
  for (int i = 0; i < n; i++)
    if (listed_rank(images, i) != hyd_caf.rank) tell_one(listed_rank(images, i));
  for (int i = 0; i < n; i++) {
    int state = listed_rank(images, i) != hyd_caf.rank ? await_image(listed_rank(images, i)) : 0;
    if (state && worst != CAF_STOPPED) worst = state;
  }
  gasnet_AMPoll();
  hyd_caf_report(&status, worst, "SYNC IMAGES");
  CAF_STAT_END(CAF_K_SYNC_IMAGES, since, 0);
}
