/* SPDX-License-Identifier: BSD-3-Clause
 *
 * netvm_death.c: a process of the host dies while it holds pages of another's paged segment, again
 * and again, at any time: eviction, revocation and write-back go on, and of what it wrote every
 * word is one that it wrote. Over the module alone (core/mem/kind_module.h).
 *
 *   netvm_death MODULE FILE [ROUNDS]
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "extended/paged/module/guard_module.h"

enum { PAGE = 4096, PAGES = 64, RESIDENT = 16, WORDS = PAGE / 8, PATIENCE = 120 };
#define STAMP 0x4711000000000000u

#define MUST(cond)                                                                                 \
  do {                                                                                             \
    if (!(cond)) {                                                                                 \
      fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #cond, why);                         \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

static char why[HYD_KIND_WHY];
static const struct hyd_kind_module *module;
static uint64_t *base;
static _Atomic uint64_t *shared; /* [0]: pages that the child holds now; [1]: all that are there;
                                    [2]: it may hold those */
static unsigned holding;         /* children that died with pages */

static uint64_t dice_state = 1;
static uint32_t dice(uint32_t sides) {
  dice_state = dice_state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(dice_state >> 33) % sides;
}

/* Words 1 and on are the child's, word 0 is the owner's. */
static void write_pages(void *view, unsigned page, unsigned n) {
  uint32_t held;
  void *at;
  size_t got =
      module->guard->lock(view, (uintptr_t)page * PAGE, (size_t)n * PAGE, 1, NULL, &at, &held);
  if (got == 0) {
    module->guard->bounce(view, (uintptr_t)page * PAGE, (size_t)n * PAGE);
    module->guard->await(view, (uintptr_t)page * PAGE);
    return;
  }
  *shared = got / PAGE;
  for (unsigned i = 0; i < got / 8; i++) {
    if (i % WORDS) ((volatile uint64_t *)at)[i] = STAMP | (page + i / WORDS);
    if (i % 256 == 0) sched_yield();
  }
  *shared = 0;
  module->guard->unlock(view, held);
}

/* All that is resident, one by one: none is left that the pager could evict. The owner has stored
 * before, since it would wait for as long as this process lives. */
static _Noreturn void keep_all(void *view) {
  unsigned n = 0;
  while (shared[2] == 0) sched_yield();
  for (unsigned page = 0; page < PAGES; page++) {
    uint32_t held;
    void *at;
    n += module->guard->lock(view, (uintptr_t)page * PAGE, PAGE, 1, NULL, &at, &held) != 0;
  }
  shared[0] = shared[1] = n;
  for (;;) pause();
}

static _Noreturn void child(pid_t owner, const int fd[2], int is_greedy) {
  int here[2];
  void *view;
  for (int i = 0; i < 2; i++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)owner, fd[i]);
    MUST((here[i] = open(path, O_RDWR | O_CLOEXEC)) >= 0);
  }
  MUST(module->guard->view(here, (uintptr_t)PAGES * PAGE, &view, why) == GASNET_OK);
  for (unsigned i = 0; !is_greedy || i < 20; i++) {
    unsigned page = dice(PAGES - RESIDENT);
    write_pages(view, page, 1 + dice(RESIDENT));
  }
  keep_all(view);
}

/* All pages come in, and go again. */
static void store_all(uint64_t value) {
  for (unsigned page = 0; page < PAGES; page++) *(volatile uint64_t *)&base[page * WORDS] = value;
  for (unsigned page = 0; page < PAGES; page++) MUST(base[page * WORDS] == value);
}

static void check_word(uint64_t word, unsigned page) { MUST(word == 0 || word == (STAMP | page)); }

static void one_round(unsigned round, void *view, const int fd[2]) {
  struct hyd_paged_range all = {.key = round + 1, .size = (uint64_t)PAGES * PAGE, .slot = 1};
  pid_t owner = getpid(), pid = fork();
  int status;
  MUST(pid >= 0);
  dice_state += round;
  if (pid == 0) child(owner, fd, round % 2);
  module->guard->grant(view, &all);
  store_all(round);
  shared[2] = 1;
  usleep(dice(5000));
  while (round % 2 && shared[1] == 0) sched_yield();
  MUST(kill(pid, SIGKILL) == 0 && waitpid(pid, &status, 0) == pid);
  MUST(WIFSIGNALED(status));
  holding += shared[0] != 0;
  shared[0] = shared[1] = shared[2] = 0;
  alarm(PATIENCE);
  store_all(round + 1000);
  module->guard->revoke(view, &all);
  alarm(0);
}

static void check_file(const char *name, uint64_t value) {
  static uint64_t page[WORDS];
  unsigned stamped = 0;
  FILE *f = fopen(name, "r");
  MUST(f);
  for (unsigned i = 0; i < PAGES; i++) {
    MUST(fread(page, PAGE, 1, f) == 1);
    MUST(page[0] == value);
    for (unsigned k = 1; k < WORDS; k++) check_word(page[k], i);
    stamped += page[1] != 0;
  }
  fclose(f);
  MUST(stamped > 0);
}

int main(int argc, char **argv) {
  struct hyd_paged_settings set = {.file = argc > 2 ? argv[2] : NULL,
                                   .bytes_resident = RESIDENT * PAGE};
  unsigned rounds = argc > 3 ? (unsigned)atoi(argv[3]) : 20;
  gex_MK_Create_args_t args = {.gex_class = HYD_MK_CLASS_PAGED};
  uintptr_t size = (uintptr_t)PAGES * PAGE;
  void *so, *device, *view, *addr;
  int fd[2];
  MUST(argc > 2 && (so = dlopen(argv[1], RTLD_NOW)) != NULL);
  MUST((module = dlsym(so, "hyd_kind_module")) != NULL);
  shared = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  MUST(shared != MAP_FAILED);
  args.gex_args.hyd_class_paged.hyd_settings = &set;
  MUST(module->open(&args, &device, why) == GASNET_OK);
  MUST(module->allocate(device, &size, &addr, why) == GASNET_OK);
  MUST((view = module->guard->own_view(device, addr, fd)) != NULL);
  base = addr;
  for (unsigned i = 0; i < rounds; i++) one_round(i, view, fd);
  MUST(holding > 0);
  module->release(device, addr);
  check_file(argv[2], rounds - 1 + 1000);
  printf("ok: %u of %u died with pages\n", holding, rounds);
  return 0;
}
