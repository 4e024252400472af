/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rules.c: the rules, by name; chance; profiles.
 */
#include <rdma/providers/fi_prov.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "strictfi.h"

static const char *const names[SFI_RULES] = {
    [SFI_LOCAL] = "FI_MR_LOCAL",
    [SFI_ALLOCATED] = "FI_MR_ALLOCATED",
    [SFI_KEY] = "FI_MR_PROV_KEY",
    [SFI_ORIGIN] = "FI_MR_VIRT_ADDR",
    [SFI_ENDPOINT] = "FI_MR_ENDPOINT",
    [SFI_ACCESS] = "access of registrations",
    [SFI_CONTEXT] = "contexts",
    [SFI_IOV] = "FI_ASYNC_IOV",
    [SFI_BUFFER] = "buffers until completion",
    [SFI_SIZE] = "sizes",
    [SFI_OVERRUN] = "room in completion queues",
    [SFI_ROOM] = "room for operations",
    [SFI_PEER] = "addresses",
    [SFI_MORE] = "FI_MORE",
    [SFI_THREAD] = "FI_THREAD_DOMAIN",
    [SFI_OPTION] = "options, and when they are set",
    [SFI_MULTI] = "room in receives",
    [SFI_CLOSED] = "objects after fi_close",
    [SFI_ASKED] = "flags that were not granted",
};

void sfi_broken(enum sfi_rule rule, const char *format, ...) {
  char text[400];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  fprintf(stderr, "strictfi: rule %d (%s) is broken: %s\n", (int)rule, names[rule], text);
  signal(SIGABRT, SIG_DFL); /* other providers catch it */
  abort();
}

/* --- chance --------------------------------------------------------------- */

static uint64_t state, seed;

/* The stream of a process depends on its place in the address vector, not on its process id. */
void sfi_reseed(uint32_t rank) { state = seed * UINT64_C(0x9e3779b97f4a7c15) + rank + 1; }

uint32_t sfi_random(uint32_t below) {
  uint64_t x = state += UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return (uint32_t)((x ^ x >> 31) >> 16) % below;
}

/* --- profiles ------------------------------------------------------------- */

#define BASIC (FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY)
#define TCP_ORDER                                                                                  \
  (FI_ORDER_RAR | FI_ORDER_RAW | FI_ORDER_RAS | FI_ORDER_WAW | FI_ORDER_WAS | FI_ORDER_SAW |       \
   FI_ORDER_SAS)
#define GIB ((size_t)1 << 30)

/* clang-format off */
const struct sfi_profile sfi_profiles[] = {
    {.name = "tcp", .caps = FI_MULTI_RECV, .order = TCP_ORDER,
     .inject = 64, .tx = 256, .iov = 4, .key_size = 8, .cq_data = 8, .message = GIB, .rma = GIB, .piece = 32768, .waits = 1},
    {.name = "verbs", .caps = FI_MULTI_RECV, .order = TCP_ORDER, .mr_mode = BASIC, .may_have = FI_MR_LOCAL,
     .inject = 192, .tx = 128, .iov = 4, .key_size = 4, .cq_data = 4, .message = GIB, .rma = GIB, .piece = 32768, .waits = 1,
     .registrations = 64, .busy = 8, .delay = 3, .early = 64, .gaps = 1},
    {.name = "efa", .caps = FI_MULTI_RECV, .order = FI_ORDER_SAS, .mr_mode = BASIC, .may_have = FI_MR_LOCAL,
     .inject = 4000, .tx = 256, .iov = 2, .key_size = 4, .cq_data = 4, .message = GIB, .rma = GIB, .piece = 8192,
     .registrations = 256, .busy = 16, .delay = 4, .shuffles = 1, .early = 64, .late = 1, .few = 32, .reads_own = 1},
    {.name = "efa-direct", .mode = FI_CONTEXT2, .mr_mode = BASIC | FI_MR_LOCAL,
     .inject = 32, .tx = 128, .iov = 2, .key_size = 4, .cq_data = 4, .message = 8896, .rma = GIB, .piece = 8192, .waits = 1,
     .registrations = 256, .busy = 16, .delay = 4, .shuffles = 1, .late = 1, .few = 32, .reads_own = 1, .knows_peers = 1},
    {.name = "cxi", .caps = FI_MULTI_RECV | FI_ATOMIC | FI_FENCE, .mr_mode = FI_MR_ENDPOINT | FI_MR_ALLOCATED | FI_MR_PROV_KEY,
     .order = FI_ORDER_SAS | FI_ORDER_WAW | FI_ORDER_RMA_WAW | FI_ORDER_RMA_RAR,
     .inject = 192, .tx = 512, .iov = 1, .key_size = 8, .cq_data = 8, .message = 4 * GIB - 1, .rma = 4 * GIB - 1, .piece = 16384,
     .waits = 1, .least_multi = 64, .registrations = 100, .busy = 32, .delay = 3, .shuffles = 1, .early = 64, .late = 1, .few = 16,
     .gaps = 1, .reads_own = 1},
    {.name = "opx", .caps = FI_MULTI_RECV, .mode = FI_CONTEXT2 | FI_ASYNC_IOV,
     .inject = 16, .tx = 64, .iov = 1, .key_size = 8, .cq_data = 4, .message = GIB, .rma = GIB, .piece = 8192,
     .busy = 16, .delay = 6, .shuffles = 1, .early = 64, .few = 64, .gaps = 1, .reads_own = 1},
    {.name = "worst", .mode = FI_CONTEXT2 | FI_ASYNC_IOV | FI_RX_CQ_DATA,
     .mr_mode = FI_MR_LOCAL | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT,
     .inject = 16, .tx = 8, .iov = 1, .key_size = 8, .cq_data = 4, .message = 8896, .rma = 2048, .piece = 512,
     .registrations = 16, .busy = 96, .delay = 8, .shuffles = 1, .early = 128, .late = 1, .few = 128,
     .gaps = 1, .reads_own = 1, .knows_peers = 1, .strange = 1},
    {.name = NULL}};
/* clang-format on */

static const struct sfi_profile *named(const char *name) {
  for (const struct sfi_profile *p = sfi_profiles; p->name; p++)
    if (strcmp(p->name, name) == 0) return p;
  fprintf(stderr, "strictfi: FI_STRICT_LIKE=%s; expected", name);
  for (const struct sfi_profile *p = sfi_profiles; p->name; p++) fprintf(stderr, " %s", p->name);
  fprintf(stderr, "\n");
  exit(2);
}

const struct sfi_profile *sfi_profile(void) {
  static const struct sfi_profile *like;
  char *name = NULL, *number = NULL;
  struct timespec t;
  if (like) return like;
  fi_param_define(&sfi_provider, "like", FI_PARAM_STRING,
                  "profile: tcp, verbs, efa, efa-direct, cxi, opx, worst (tcp)");
  fi_param_define(&sfi_provider, "seed", FI_PARAM_STRING,
                  "number that decides what is left to chance");
  fi_param_get_str(&sfi_provider, "like", &name);
  fi_param_get_str(&sfi_provider, "seed", &number);
  like = named(name ? name : "tcp");
  clock_gettime(CLOCK_REALTIME, &t);
  seed = number ? strtoull(number, NULL, 10)
                : (uint64_t)t.tv_nsec / 1000 * 100003 + (uint64_t)getpid();
  if (number == NULL)
    fprintf(stderr, "strictfi: like %s, FI_STRICT_SEED=%llu\n", like->name,
            (unsigned long long)seed);
  sfi_reseed(0);
  return like;
}
