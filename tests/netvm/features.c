/* SPDX-License-Identifier: BSD-3-Clause
 *
 * features.c: see features.h.
 *
 *   features [-n ROUNDS] [NAME...]     all features, or those whose names begin so; `misuse`: every
 *                                      call with wrong arguments
 */
#include "features.h"

#include <unistd.h>

gex_Rank_t ft_me, ft_ranks;
char *ft_arena;
hyd_nv_seg_t ft_seg[MAX_RANKS];
unsigned ft_rounds = 200;
int ft_failures;

static gex_TM_t world;
static uint64_t state;

static const struct {
  const char *name;
  void (*run)(void);
} features[] = {{"F1 nothing is locked", f01_no_memory_is_locked},
                {"F2 hits need no pager", f02_hits},
                {"F4 what is written remotely is dirty", f04_writes_are_dirty},
                {"F5 puts to absent pages", f05_puts_to_absent_pages},
                {"F8 gets with absent source, destination, both", f08_gets_with_absent_pages},
                {"F10 keys that are wrong or revoked", f10_keys},
                {"F11 fences", f11_fences},
                {"F12 eventcounts: poll, spin, block", f12_eventcounts},
                {"F12 handlers: each signal once", f12_handlers},
                {"F12 sleep and wakeup", f12_sleep},
                {"F13 no notification before its data", f13_order},
                {"F13 one-shot notifications in order", f13_one_shots},
                {"F14 page boundaries", f14_boundaries},
                {"F15 atomics, also on absent operands", f15_atomics},
                {"F15 locks", f15_locks},
                {"F15 wait queues", f15_queues},
                {"F15 semaphores", f15_semaphores},
                {"F15 monitors", f15_monitors},
                {"F16 channels", f16_channels},
                {"misuse", misuse}};

void ft_failed(const char *file, int line, const char *what) {
  fprintf(stderr, "rank %u: %s:%d: %s; %s\n", ft_me, file, line, what, hyd_nv_why());
  if (++ft_failures > 5) gasnet_exit(1);
}

void ft_barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(world, 0)); }

uint32_t ft_dice(uint32_t sides) {
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (uint32_t)((z ^ z >> 31) % sides);
}

void ft_fill(void *p, size_t n, unsigned seed) {
  for (size_t i = 0; i < n; i++) ((char *)p)[i] = (char)(seed * 31 + i * 7 + i / 256);
}

int ft_filled(const void *p, size_t n, unsigned seed) {
  for (size_t i = 0; i < n; i++)
    if (((const char *)p)[i] != (char)(seed * 31 + i * 7 + i / 256)) return 0;
  return 1;
}

/* Twice, for the second chance. */
void ft_evict(unsigned first, unsigned pages) {
  for (int round = 0; round < 2; round++)
    for (unsigned i = 0; i < PAGES; i++)
      if (i < first || i >= first + pages) (void)*(volatile char *)(ft_arena + (size_t)i * PAGE);
}

gex_Rank_t ft_next(void) { return (ft_me + 1) % ft_ranks; }

static void set_up(void) {
  struct hyd_nv_settings s = {.arena = (uint64_t)PAGES * PAGE,
                              .paged.bytes_resident = (uint64_t)RESIDENT * PAGE,
                              .queue = 4096};
  gex_Client_t client;
  gex_EP_t ep;
  size_t bytes;
  gex_Client_Init(&client, &ep, &world, "features", NULL, NULL, 0);
  ft_me = gex_System_QueryJobRank();
  ft_ranks = gex_System_QueryJobSize();
  state = ft_me * 77;
  misuse_before(client, ep, world);
  if (ft_ranks > MAX_RANKS || hyd_nv_register(client, ep, world, &s)) gasnet_exit(1);
  ft_arena = hyd_nv_arena(&bytes);
  CHECK(bytes == (size_t)PAGES * PAGE);
  OK(hyd_nv_export(1, ft_arena, bytes, &ft_seg[ft_me]));
  ft_barrier();
  for (gex_Rank_t r = 0; r < ft_ranks; r++)
    if (r != ft_me) OK(hyd_nv_import(r, 1, &ft_seg[r]));
  ft_barrier();
}

static int is_chosen(const char *name, int n, char **names) {
  for (int i = 0; i < n; i++)
    if (strncmp(name, names[i], strlen(names[i])) == 0) return 1;
  return n == 0;
}

static void run_all(int n, char **names) {
  for (size_t i = 0; i < sizeof features / sizeof *features; i++) {
    if (!is_chosen(features[i].name, n, names)) continue;
    features[i].run();
    ft_barrier();
    if (ft_me == 0) printf("%s %s\n", ft_failures ? "not ok" : "ok", features[i].name);
    fflush(stdout);
  }
}

int main(int argc, char **argv) {
  int first = 1;
  if (argc > 2 && strcmp(argv[1], "-n") == 0) {
    ft_rounds = (unsigned)atoi(argv[2]);
    first = 3;
  }
  set_up();
  run_all(argc - first, argv + first);
  ft_barrier();
  gasnet_exit(ft_failures != 0);
}
