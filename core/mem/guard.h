/* SPDX-License-Identifier: BSD-3-Clause
 *
 * guard.h: the interface of guarded memory for the rest of the library.
 *
 * Terms. A guarded segment is a segment of which a part may be absent when the library comes to use
 * it. The guard brings absent parts in; it is the table of functions job->mem.guard, which
 * extended/paged sets in init. A process sees a segment if its own guard can copy to and from the
 * segment; otherwise the process sends messages to the owner.
 *
 * The kernel and the network are never given addresses of guarded memory, on which they might fail.
 * Code that would give such addresses asks hyd_guarded_own or hyd_guarded_from_conduit before.
 *
 * The library copies to and from guarded memory by the guard. What is absent is copied later, by
 * deferred work (core/am/deferred.h). The owner's program uses plain loads and stores, whose faults
 * the guard serves.
 *
 * Other ranks have no guarded memory mapped: the route to it has the guard's way
 * (core/team/route.h). A request that may have to wait at its target needs a grant
 * (core/am/grants.h).
 */
#ifndef HYD_MEM_GUARD_H
#define HYD_MEM_GUARD_H

#include "core/base/err.h"
#include "core/base/job.h"

#define HYD_GUARDED "paged segment" /* its name in messages to the user */

/* A guarded segment of this process or another. */
struct hyd_guarded {
  uintptr_t base, size; /* in its owner's addresses */
  int read_only;
  int seen; /* by this process */
};

struct hyd_guard_module; /* the guard's functions in the module of memory (kind_module.h) */

struct hyd_guard {
  /* --- segments; NULL: out of memory ---------------------------------------- */
  struct hyd_guarded *(*add_own)(const struct hyd_guard_module *module, void *device,
                                 const struct hyd_segment *s);
  void (*drop_own)(struct hyd_guarded *g); /* may be NULL */
  /* Writes segments that have files to them, because the process ends. */
  void (*save)(const struct hyd_guard_module *module, void *device);
  /* Returns descriptors of the owner's process, by which peers of its host can see the segment. */
  void (*list_files)(const struct hyd_guarded *g, int32_t fd[2]);
  /* Adds a segment of a peer. fd NULL: the peer shares no memory with this process. */
  struct hyd_guarded *(*add_peer)(struct hyd_job *job, gex_Rank_t peer, uintptr_t base,
                                  uintptr_t size, const int32_t fd[2], int read_only);
  void (*drop_peer)(struct hyd_guarded *g); /* may be NULL */

  /* --- bytes of segments that are seen ---------------------------------------- */
  /* Copies between [there, there+n) of the segment and memory of this process. Returns the number
   * of bytes copied, from the first on: those that are present. */
  size_t (*copy)(struct hyd_job *job, const struct hyd_guarded *g, int is_put, void *there,
                 void *here, size_t n);
  /* Copies all bytes. Waits for the guard, but for no other rank: handlers may call it. */
  void (*copy_all)(struct hyd_job *job, const struct hyd_guarded *g, int is_put, void *there,
                   void *here, size_t n);
  /* Locks bytes: returns how many of the n bytes are present at *at_p and stay there until *held_p
   * is unlocked. 0: the first byte is absent, and nothing is locked. `write`: the caller will
   * write. */
  size_t (*lock)(const struct hyd_guarded *g, const void *there, size_t n, int write, void **at_p,
                 uint32_t *held_p);
  void (*unlock)(const struct hyd_guarded *g, uint32_t held);
  /* Asks the guard to bring absent bytes in; does not wait. */
  void (*ask)(const struct hyd_guarded *g, const void *there, size_t n);
  /* Whether the guard of g (NULL: of any segment of this process) was asked and has not begun, so
   * that it may need this core. */
  int (*needs_core)(struct hyd_job *job, const struct hyd_guarded *g);
};

/* --- this process's segments ------------------------------------------------ */

/* The guarded segments of this process. A list is never changed: a new list replaces it, and the
 * old one is kept, so that threads can read it at any time. */
struct hyd_guarded_ranges {
  struct hyd_guarded_ranges *older;
  uint32_t count;
  struct hyd_guarded *at[];
};
/* Makes a new list from job->mem.segments. Under job->threads.lock. Returns 0, or -1: out of
 * memory. */
int hyd_guarded_list(struct hyd_job *job);

HYD_HOT_INLINE int hyd_has_guarded(const struct hyd_job *job) {
  return hyd_unlikely(atomic_load_explicit(&job->mem.guarded_own, memory_order_relaxed) != NULL);
}
/* A guarded segment of this process that has some of [addr, addr+n), or NULL. */
HYD_HOT_INLINE struct hyd_guarded *hyd_guarded_own(const struct hyd_job *job, const void *addr,
                                                   size_t n) {
  /* L2, with L1 in hyd_guarded_list */
  const struct hyd_guarded_ranges *r =
      atomic_load_explicit(&job->mem.guarded_own, memory_order_acquire);
  uintptr_t first = (uintptr_t)addr;
  if (hyd_likely(r == NULL)) return NULL;
  for (uint32_t i = 0; i < r->count; i++)
    if (first < r->at[i]->base + r->at[i]->size && r->at[i]->base < first + n) return r->at[i];
  return NULL;
}
/* Whether a transfer whose local side is [local, local+n) must not go by the conduit, which would
 * pin guarded memory. */
HYD_HOT_INLINE int hyd_guarded_from_conduit(const struct hyd_job *job, const void *local,
                                            size_t n) {
  return hyd_unlikely(job->mem.guarded_round) && hyd_guarded_own(job, local, n) != NULL;
}
/* Copies a long's payload, or a part of it, to its place in this process. If the place is guarded,
 * waits for the guard as needed. */
void hyd_guarded_copy_in(struct hyd_job *job, void *to, const void *from, size_t n);
/* Whether the guard may need the core of a thread that waits. */
HYD_HOT_INLINE int hyd_guard_needs_core(struct hyd_job *job) {
  return hyd_has_guarded(job) && job->mem.guard->needs_core(job, NULL);
}

/* --- those of other ranks ---------------------------------------------------- */

/* Notes the segment of a peer's primordial endpoint; g NULL: it is not guarded. Returns 0, or -1:
 * out of memory. */
int hyd_guarded_note(struct hyd_job *job, gex_Rank_t peer, struct hyd_guarded *g);
/* The guarded segment bound to the primordial endpoint of a rank, or NULL. */
HYD_HOT_INLINE struct hyd_guarded *hyd_guarded_peer(const struct hyd_job *job, gex_Rank_t peer) {
  return hyd_likely(job->mem.guarded == NULL) ? NULL : job->mem.guarded[peer];
}

/* Fatal if the segment is read-only. */
HYD_HOT_INLINE void hyd_guarded_check_write(const struct hyd_guarded *g, gex_Rank_t owner,
                                            const char *call) {
  if (hyd_unlikely(g->read_only))
    hyd_fatal(call, "the " HYD_GUARDED " of rank %u is read-only; expected no writes to it", owner);
}

#endif
