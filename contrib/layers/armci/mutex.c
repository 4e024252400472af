/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mutex.c: sets of mutexes, and the checks of their use.
 */
#include "contrib/layers/armci/mutex.h"

#include <stdlib.h>

#include "contrib/layers/armci/memory.h"
#include "contrib/layers/armci/mpi_wait.h"

/* --- sets ----------------------------------------------------------------- */

static void fail_without_set(const char *call) __attribute__((noreturn, cold));
static void fail_without_set(const char *call) {
  hyd_armci_fail(call, "there are no mutexes; expected ARMCI_Create_mutexes");
}

static void *make_tickets(int n) {
  struct armci_ticket *tickets = hyd_armci_block_get((size_t)n * sizeof *tickets);
  if (tickets) memset(tickets, 0, (size_t)n * sizeof *tickets);
  return tickets;
}

static void *make_hosted(int n) {
  return hyd_armci.all_mapped ? make_tickets(n) : (void *)hyd_armci_queues_make(n);
}

/* Gives each mutex of the set its mark. -1: no memory is left. */
static int make_marks(armcix_mutex_hdl_t set) {
  size_t all = 0;
  for (int i = 0; i < set->group->handle.size; i++) all += (size_t)set->hosted[i].n;
  set->marks = calloc(all + 1, sizeof *set->marks);
  if (set->marks == NULL) return -1;
  all = 0;
  for (int i = 0; i < set->group->handle.size; i++) {
    set->hosted[i].held = set->marks + all;
    all += (size_t)set->hosted[i].n;
  }
  return 0;
}

static armcix_mutex_hdl_t make_set(const char *call, int n, struct armci_group *group) {
  armcix_mutex_hdl_t set = malloc(sizeof *set);
  struct armci_hosted mine = {.n = n};
  if (n < 0) hyd_armci_fail(call, "%d mutexes; expected 0 or more", n);
  if (n) mine.first = make_hosted(n);
  if (set) set->hosted = calloc((size_t)group->handle.size, sizeof *set->hosted);
  if (set == NULL || set->hosted == NULL || (n && mine.first == NULL))
    hyd_armci_fail(call, "out of memory for %d mutexes", n);
  set->group = group;
  hyd_armci_allgather(group->own, &mine, sizeof mine, set->hosted);
  if (make_marks(set)) hyd_armci_fail(call, "out of memory for the mutexes of all ranks");
  return set;
}

static void free_set(const char *call, armcix_mutex_hdl_t set) {
  hyd_armci_check_started(call);
  if (set == NULL) fail_without_set(call);
  struct armci_hosted *mine = &set->hosted[set->group->handle.rank];
  hyd_armci_group_barrier(set->group); /* all have unlocked */
  if (mine->n && hyd_armci.all_mapped) hyd_armci_block_free(mine->first);
  if (mine->n && !hyd_armci.all_mapped) hyd_armci_queues_free(mine->first, (int)mine->n);
  free(set->marks);
  free(set->hosted);
  free(set);
}

/* The mutexes of a rank of the world. */
static struct armci_hosted *hosted_at(const char *call, armcix_mutex_hdl_t set, int mutex,
                                      int proc) {
  hyd_armci_target(call, proc);
  if (set == NULL) fail_without_set(call);
  int member = set->group->from_world[proc];
  if (member < 0) hyd_armci_fail(call, "rank %d; expected a member of the mutexes' group", proc);
  struct armci_hosted *hosted = &set->hosted[member];
  if (mutex < 0 || mutex >= hosted->n)
    hyd_armci_fail(call, "mutex %d of rank %d, which hosts %d", mutex, proc, (int)hosted->n);
  return hosted;
}

static struct armci_ticket *ticket_at(const struct armci_hosted *hosted, int mutex, int proc) {
  struct armci_ticket *first = hosted->first;
  return (void *)hyd_armci_here(&hyd_armci.target[proc], first + mutex);
}

/* Whether this rank has locked the mutex. Written by the thread that has the mutex. */
static bool is_held(const struct armci_hosted *hosted, int mutex) {
  return atomic_load_explicit(&hosted->held[mutex], memory_order_relaxed);
}

static void mark_held(const struct armci_hosted *hosted, int mutex, bool held) {
  atomic_store_explicit(&hosted->held[mutex], held, memory_order_relaxed);
}

/* Returns whether the mutex was locked. */
static bool take_mutex(const char *call, armcix_mutex_hdl_t set, int mutex, int proc,
                       bool only_try) {
  struct armci_hosted *hosted = hosted_at(call, set, mutex, proc);
  if (!only_try && !hyd_armci.threads && is_held(hosted, mutex))
    hyd_armci_fail(call, "mutex %d of rank %d is locked by this rank already", mutex, proc);
  bool locked = hyd_armci.all_mapped
                    ? hyd_armci_mapped_lock(ticket_at(hosted, mutex, proc), only_try)
                    : hyd_armci_remote_lock(proc, hosted->first, mutex, only_try);
  if (locked) mark_held(hosted, mutex, true);
  return locked;
}

static void give_mutex(const char *call, armcix_mutex_hdl_t set, int mutex, int proc) {
  struct armci_hosted *hosted = hosted_at(call, set, mutex, proc);
  if (!is_held(hosted, mutex))
    hyd_armci_fail(call, "mutex %d of rank %d is not locked by this rank", mutex, proc);
  mark_held(hosted, mutex, false);
  if (hyd_armci.all_mapped) { /* the release of the ticket orders this rank's stores */
    hyd_armci_mapped_unlock(ticket_at(hosted, mutex, proc));
    return;
  }
  PARMCI_AllFence();
  hyd_armci_remote_unlock(proc, hosted->first, mutex);
}

/* --- the calls ------------------------------------------------------------ */

static armcix_mutex_hdl_t the_set; /* of ARMCI_Create_mutexes */

int PARMCI_Create_mutexes(int n) {
  hyd_armci_check_started("ARMCI_Create_mutexes");
  if (the_set)
    hyd_armci_fail("ARMCI_Create_mutexes",
                   "there are mutexes already; expected ARMCI_Destroy_mutexes before");
  the_set = make_set("ARMCI_Create_mutexes", n, hyd_armci.world);
  return 0;
}
ARMCI_TWIN(ARMCI_Create_mutexes, PARMCI_Create_mutexes);

int PARMCI_Destroy_mutexes(void) {
  free_set("ARMCI_Destroy_mutexes", the_set);
  the_set = NULL;
  return 0;
}
ARMCI_TWIN(ARMCI_Destroy_mutexes, PARMCI_Destroy_mutexes);

void PARMCI_Lock(int mutex, int proc) { take_mutex("ARMCI_Lock", the_set, mutex, proc, false); }
ARMCI_TWIN(ARMCI_Lock, PARMCI_Lock);

void PARMCI_Unlock(int mutex, int proc) { give_mutex("ARMCI_Unlock", the_set, mutex, proc); }
ARMCI_TWIN(ARMCI_Unlock, PARMCI_Unlock);

armcix_mutex_hdl_t ARMCIX_Create_mutexes_hdl(int n, ARMCI_Group *g) {
  return make_set("ARMCIX_Create_mutexes_hdl", n, hyd_armci_group("ARMCIX_Create_mutexes_hdl", g));
}

int ARMCIX_Destroy_mutexes_hdl(armcix_mutex_hdl_t hdl) {
  free_set("ARMCIX_Destroy_mutexes_hdl", hdl);
  return 0;
}

void ARMCIX_Lock_hdl(armcix_mutex_hdl_t hdl, int mutex, int proc) {
  take_mutex("ARMCIX_Lock_hdl", hdl, mutex, proc, false);
}

int ARMCIX_Trylock_hdl(armcix_mutex_hdl_t hdl, int mutex, int proc) {
  return !take_mutex("ARMCIX_Trylock_hdl", hdl, mutex, proc, true);
}

void ARMCIX_Unlock_hdl(armcix_mutex_hdl_t hdl, int mutex, int proc) {
  give_mutex("ARMCIX_Unlock_hdl", hdl, mutex, proc);
}
