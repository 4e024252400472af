/* SPDX-License-Identifier: BSD-3-Clause
 *
 * accesses.c: every call of libupc.md 3.1 to 3.4, 3.8 and 3.9, to the next thread, which of one
 * thread is itself.
 *
 * threads: 2 1 3
 */
#include "tests/upc/check.h"

STATIC_SHARED char area[4096];
static char here[256], back[256];

/* Relaxed, strict, with -fupc-debug and with -fupc-ir: each form reads the value that another has
 * written, which changes no bytes around it. */
#define FORMS(letters, type)                                                                       \
  type __get##letters##3(long, long);                                                              \
  type __gets##letters##3(long, long);                                                             \
  void __put##letters##3(long, long, type);                                                        \
  void __puts##letters##3(long, long, type);                                                       \
  static void check_##letters(pts_t p, int seed) {                                                 \
    long t = pts_thread(p), o = (long)pts_offset(p);                                               \
    for (int k = 0; k < 6; k++) {                                                                  \
      type v = (type)-1 / 3 * (type)(seed * 7 + k * 3 + 1); /* all bytes of an integer count */    \
      memset(here, 0x55, sizeof here);                                                             \
      __putblk3(plus(p, (uint64_t)-32), here, 64);                                                 \
      if (k == 0) __put##letters##2(p, v);                                                         \
      if (k == 1) __puts##letters##2(p, v);                                                        \
      if (k == 2) __putg##letters##4(p, v, __FILE__, __LINE__);                                    \
      if (k == 3) __putsg##letters##4(p, v, __FILE__, __LINE__);                                   \
      if (k == 4) __put##letters##3(t, o, v);                                                      \
      if (k == 5) __puts##letters##3(t, o, v);                                                     \
      CHECK(__get##letters##2(p) == v);                                                            \
      CHECK(__gets##letters##2(p) == v);                                                           \
      CHECK(__getg##letters##3(p, __FILE__, __LINE__) == v);                                       \
      CHECK(__getsg##letters##3(p, __FILE__, __LINE__) == v);                                      \
      CHECK(__get##letters##3(t, o) == v);                                                         \
      CHECK(__gets##letters##3(t, o) == v);                                                        \
      __getblk3(back, plus(p, (uint64_t)-32), 64);                                                 \
      CHECK(memcmp(back, here, 32) == 0);                                                          \
      CHECK(memcmp(back + 32 + sizeof v, here, 32 - sizeof v) == 0);                               \
    }                                                                                              \
  }
UPC_SCALARS(FORMS)
#define CALL(letters, type) check_##letters(plus(p, 64), seed);

static void check_scalars(pts_t p, int seed){UPC_SCALARS(CALL)}

uint8_t upcr_llvm_get_i8(long, long);
double upcr_llvm_get_doubles(long, long);
void upcr_llvm_put_doubles(long, long, double);
void upcr_llvm_getn(long, long, void *, size_t);
void upcr_llvm_putns(const void *, long, long, size_t);
void __getblk4(long, long, void *, size_t);
void __putsblk4(const void *, long, long, size_t);
void __copyblk5(long, long, long, long, size_t);

static void put_block(int form, pts_t to, const void *from, size_t n) {
  switch (form) {
  case 0: __putblk3(to, from, n); break;
  case 1: __putsblk3(to, from, n); break;
  case 2: __putgblk5(to, from, n, __FILE__, __LINE__); break;
  case 3: __putsgblk5(to, from, n, __FILE__, __LINE__); break;
  case 4: __putsblk4(from, pts_thread(to), (long)pts_offset(to), n); break;
  default: upcr_llvm_putns(from, pts_thread(to), (long)pts_offset(to), n);
  }
}
static void get_block(int form, void *to, pts_t from, size_t n) {
  switch (form) {
  case 0: __getblk3(to, from, n); break;
  case 1: __getsblk3(to, from, n); break;
  case 2: __getgblk5(to, from, n, __FILE__, __LINE__); break;
  case 3: __getsgblk5(to, from, n, __FILE__, __LINE__); break;
  case 4: __getblk4(pts_thread(from), (long)pts_offset(from), to, n); break;
  default: upcr_llvm_getn(pts_thread(from), (long)pts_offset(from), to, n);
  }
}
static void copy_block(int form, pts_t to, pts_t from, size_t n) {
  switch (form) {
  case 0: __copyblk3(to, from, n); break;
  case 1: __copysblk3(to, from, n); break;
  case 2: __copygblk5(to, from, n, __FILE__, __LINE__); break;
  case 3: __copysgblk5(to, from, n, __FILE__, __LINE__); break;
  default:
    __copyblk5(pts_thread(to), (long)pts_offset(to), pts_thread(from), (long)pts_offset(from), n);
  }
}

/* Blocks of all small sizes at all alignments; bytes around them keep their values. */
static void check_blocks(pts_t p, int seed) {
  for (size_t n = 0; n < 40; n++)
    for (size_t at = 8; at < 16; at++) {
      int form = (int)(n + at) % 6;
      for (size_t i = 0; i < 64; i++) here[i] = (char)(seed + (int)(i * 5 + n));
      memset(back, 0x55, sizeof back);
      put_block(0, p, back, 64);
      put_block(form, plus(p, at), here, n);
      get_block(5 - form, back, p, 64);
      for (size_t i = 0; i < 64; i++)
        CHECK(back[i] == (i >= at && i < at + n ? here[i - at] : 0x55));
      copy_block(form, plus(p, 128), p, 64);
      get_block(form, here, plus(p, 128), 64);
      CHECK(memcmp(here, back, 64) == 0);
    }
}

void *__upc_vm_map_addr(pts_t);
void *__upc_vm_map_remote_offset(int, size_t);
extern unsigned long __upc_page1_ref, __upc_page2_ref;
extern char **gupcr_node_map;
void gupcr_gmem_get(void *, int, size_t, size_t);
void gupcr_gmem_put(int, size_t, const void *, size_t);
void gupcr_gmem_copy(int, size_t, int, size_t, size_t);
void gupcr_gmem_set(int, size_t, int, size_t);
void gupcr_gmem_sync(void);
void gupcr_gmem_sync_gets(void);
void gupcr_gmem_sync_puts(void);

/* Objects with the compiler's own inlined accesses refer to these names. */
static void check_inlined(pts_t p) {
  int t = (int)pts_thread(p);
  size_t o = (size_t)pts_offset(p);
  CHECK(__upc_page1_ref == ~0UL && __upc_page2_ref == ~0UL);
  if (upc_cast(p)) {
    CHECK(__upc_vm_map_addr(p) == upc_cast(p) && __upc_vm_map_remote_offset(t, o) == upc_cast(p));
    CHECK(gupcr_node_map[t] + o == (char *)upc_cast(p) && __cvtaddr(p) == upc_cast(p));
  } else {
    CHECK(gupcr_node_map[t] == NULL);
  }
  strcpy(here, "by Portals");
  gupcr_gmem_put(t, o, here, 16);
  gupcr_gmem_sync_puts();
  gupcr_gmem_copy(t, o + 32, t, o, 16);
  gupcr_gmem_set(t, o + 48, 'x', 4);
  gupcr_gmem_sync();
  gupcr_gmem_get(back, t, o + 32, 20);
  gupcr_gmem_sync_gets();
  CHECK(strcmp(back, here) == 0 && memcmp(back + 16, "xxxx", 4) == 0);
}

size_t upc_threadofg(pts_t, const char *, int);
pts_t upc_allocg(size_t, const char *, int);
void upc_freeg(pts_t, const char *, int);
void upc_memputg(pts_t, const void *, size_t, const char *, int);
int pupc_control(int);
unsigned pupc_create_event(const char *, const char *);
void pupc_event_start(unsigned, ...);
void __upc_funcg(int, const char *, const char *, int);

static void check_instrumented(pts_t p) {
  CHECK(upc_threadofg(p, "f", 1) == pts_thread(p));
  pts_t q = upc_allocg(100, "f", 2);
  upc_memputg(q, "by a tool", 10, "f", 3);
  CHECK(strcmp(__getaddr(q), "by a tool") == 0);
  upc_freeg(q, "f", 4);
  __upc_funcg(1, "main", "f", 5);
  pupc_event_start(pupc_create_event("e", "d"), pupc_control(1));
}

static void check_pointers(void) {
  pts_t p = pts_make((uint32_t)NEXT, (uint64_t)(area + 8 - __upc_shared_start), 3);
  CHECK(upc_threadof(p) == (size_t)NEXT && upc_phaseof(p) == 3);
  CHECK(upc_addrfield(p) == (size_t)(area + 8 - __upc_shared_start));
  pts_t q = upc_resetphase(p);
  CHECK(upc_threadof(q) == (size_t)NEXT && upc_phaseof(q) == 0 &&
        upc_addrfield(q) == upc_addrfield(p));
  CHECK(__getaddr(pts_null()) == NULL && __cvtaddr(pts_null()) == NULL &&
        upc_cast(pts_null()) == NULL);
  CHECK(upc_addrfield(pts_null()) == 0 && upc_threadof(pts_null()) == 0);
  char *mine = __getaddr(PTS(MYTHREAD, area));
  CHECK(mine == __getaddrg(PTS(MYTHREAD, area), __FILE__, __LINE__) &&
        mine == upc_cast(PTS(MYTHREAD, area)));
  *mine = 77;
  CHECK(__getqi2(PTS(MYTHREAD, area)) == 77);
}

/* As shared [nbytes] char[total] deals out its bytes. */
static void check_affinity(void) {
  for (size_t total = 0; total < 60; total++)
    for (size_t nbytes = 0; nbytes < 20; nbytes++) {
      size_t of[8] = {0};
      for (size_t i = 0; i < total; i++) of[nbytes ? i / nbytes % (size_t)THREADS : 0]++;
      for (int t = 0; t < THREADS; t++) CHECK(upc_affinitysize(total, nbytes, (size_t)t) == of[t]);
    }
}

int upc_main(int argc, char **argv) {
  (void)argc;
  (void)argv;
  check_pointers();
  check_affinity();
  BARRIER;
  check_scalars(PTS(NEXT, area), MYTHREAD + 1);
  BARRIER;
  check_blocks(PTS(NEXT, area + 1024), MYTHREAD);
  BARRIER;
  check_inlined(PTS(NEXT, area));
  check_instrumented(PTS(NEXT, area));
  upcr_llvm_put_doubles(NEXT, area - __upc_shared_start + 512, 2.5 + MYTHREAD);
  __upc_fence();
  CHECK(upcr_llvm_get_doubles(NEXT, area - __upc_shared_start + 512) == 2.5 + MYTHREAD);
  upc_poll();
  return passed();
}
