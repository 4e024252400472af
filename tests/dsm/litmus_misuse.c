/* SPDX-License-Identifier: BSD-3-Clause
 *
 * litmus_misuse.c: mistakes that end the job with one line.
 */
#include "litmus.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void outside(void) {
  size_t bytes;
  volatile char *p = hyd_dsm_region(&bytes);
  p[bytes - 1] = 1; /* reserved, not allocated */
}

static void unlock(void) { hyd_dsm_unlock(litmus_world->lock[0]); }

static void lock_twice(void) {
  hyd_dsm_lock(litmus_world->lock[0]);
  hyd_dsm_lock(litmus_world->lock[0]);
}

static void no_lock(void) { hyd_dsm_lock(0); }

static void barriers(void) {
  if (hyd_dsm_rank() == 0)
    hyd_dsm_barrier();
  else
    hyd_dsm_sum_u64(1);
}

static void some_barrier(void) {
  if (hyd_dsm_rank() == 0) hyd_dsm_barrier_of(litmus_world->object[0], 2);
  if (hyd_dsm_rank() == 1) hyd_dsm_barrier_of(litmus_world->object[0], 1);
}

static void fork_touch(void) {
  int status = 0;
  pid_t child = hyd_dsm_rank() ? -1 : fork();
  if (child == 0) {
    litmus_world->word[0] = 1;
    _exit(0);
  }
  if (child > 0) waitpid(child, &status, 0);
}

static void odd_atomic(void) {
  hyd_dsm_fetch_add_u64((uint64_t *)((char *)litmus_world->word + 4), 1);
}
static void private_atomic(void) {
  uint64_t mine = 0;
  hyd_dsm_fetch_add_u64(&mine, 1);
}
static void free_unknown(void) { hyd_dsm_free((char *)litmus_world + 64); }
static void free_twice(void) {
  void *p = hyd_dsm_alloc(100, HYD_DSM_FIRST_TOUCH, 0);
  hyd_dsm_free(p);
  hyd_dsm_free(p);
}

/* A rank is killed while the others wait for it: for an object of which it is the home or is not,
 * for a barrier, for a lock that it holds. */
static void kill_rank(uint32_t rank) {
  if (hyd_dsm_rank() == rank) raise(SIGKILL);
}
static void killed_first(void) {
  kill_rank(0);
  hyd_dsm_wait(litmus_world->object[hyd_dsm_rank()]);
}
static void killed_last(void) {
  kill_rank(hyd_dsm_ranks() - 1);
  hyd_dsm_barrier();
}
static void killed_holder(void) {
  if (hyd_dsm_rank() == 1) hyd_dsm_lock(litmus_world->lock[0]);
  hyd_dsm_barrier();
  kill_rank(1);
  hyd_dsm_lock(litmus_world->lock[0]);
}

/* Waits that do not end, of which GASNET_HANG_SECONDS tells. */
static void wait_lock(void) {
  if (hyd_dsm_rank() == 0) hyd_dsm_lock(litmus_world->lock[0]);
  hyd_dsm_barrier();
  if (hyd_dsm_rank() == 1) hyd_dsm_lock(litmus_world->lock[0]);
  hyd_dsm_wait(litmus_world->object[2]);
}
static void wait_page(void) {
  volatile char *p = (char *)litmus_world + 3 * hyd_dsm_block();
  if (hyd_dsm_rank() == 0) hyd_dsm_alloc(4 * hyd_dsm_block(), HYD_DSM_AT_RANK, 1);
  hyd_dsm_barrier();
  if (hyd_dsm_rank() == 1) raise(SIGSTOP);
  usleep(300000); /* all its threads stand still */
  (void)*p;
}

/* The program's own mistake is still diagnosed as before. */
static volatile uintptr_t nowhere = 8;
static void null_pointer(void) { *(volatile int *)nowhere = 1; }

/* Access that alternates page by page, more often than the kernel has mappings. */
static void alternate(void) {
  size_t block = hyd_dsm_block(), pages = 0;
  char *p = hyd_dsm_region(&pages);
  pages /= block;
  hyd_dsm_alloc((pages - 4) * block, HYD_DSM_FIRST_TOUCH, 0);
  for (size_t i = 4; hyd_dsm_rank() == 0 && i < pages - 4; i += 2) p[i * block] = 1;
  hyd_dsm_barrier();
  for (size_t i = 4; hyd_dsm_rank() == 1 && i < pages - 4; i += 2)
    litmus_expect((uint64_t)p[i * block], 1, "a page of many");
}

int litmus_misuse(const char *name) {
  static const struct {
    const char *name;
    void (*run)(void);
  } all[] = {{"outside", outside},
             {"unlock", unlock},
             {"lock-twice", lock_twice},
             {"no-lock", no_lock},
             {"barriers", barriers},
             {"some-barrier", some_barrier},
             {"fork", fork_touch},
             {"odd-atomic", odd_atomic},
             {"private-atomic", private_atomic},
             {"free-unknown", free_unknown},
             {"free-twice", free_twice},
             {"null", null_pointer},
             {"killed-first", killed_first},
             {"killed-last", killed_last},
             {"killed-holder", killed_holder},
             {"alternate", alternate},
             {"wait-lock", wait_lock},
             {"wait-page", wait_page}};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    if (strcmp(all[i].name, name) == 0) {
      all[i].run();
      return 1;
    }
  return 0;
}
