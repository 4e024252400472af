/* SPDX-License-Identifier: BSD-3-Clause
 *
 * access.c: the accesses of compiled programs (libupc.md 3.1): relaxed and strict, of each scalar
 * type, and of blocks of bytes. They load and store mapped memory, and call remote.c for all other.
 */
#include <string.h>

#include "contrib/layers/upc/entries.h"
#include "contrib/layers/upc/job.h"

/* Orders what comes before a strict store, which one fence follows. */
static inline void begin_strict_put(void) {
  if (UPC_UNLIKELY(hyd_upc_attention)) hyd_upc_attend();
  atomic_thread_fence(memory_order_release); /* pairs with the acquire fence of a strict get */
}

static inline void end_strict_put(void) {
  if (UPC_UNLIKELY(hyd_upc_attention)) hyd_upc_attend();
  atomic_thread_fence(memory_order_seq_cst); /* F1 of job.h */
}

static inline void end_strict_get(void) {
  atomic_thread_fence(memory_order_acquire); /* pairs with the release fence of a strict put */
}

#define DEFINE(letters, type)                                                                      \
  typedef type __attribute__((may_alias)) alias_##letters;                                         \
                                                                                                   \
  type __get##letters##2(pts_t p) {                                                                \
    const char *at = hyd_upc_place(p);                                                             \
    if (UPC_LIKELY(at != NULL)) return *(const volatile alias_##letters *)(const void *)at;        \
    type value;                                                                                    \
    hyd_upc_get(&value, pts_thread(p), pts_offset(p), sizeof value);                               \
    return value;                                                                                  \
  }                                                                                                \
                                                                                                   \
  void __put##letters##2(pts_t p, type value) {                                                    \
    char *at = hyd_upc_place(p);                                                                   \
    if (UPC_LIKELY(at != NULL))                                                                    \
      *(volatile alias_##letters *)(void *)at = value;                                             \
    else                                                                                           \
      hyd_upc_put(pts_thread(p), pts_offset(p), &value, sizeof value);                             \
  }                                                                                                \
                                                                                                   \
  type __gets##letters##2(pts_t p) {                                                               \
    hyd_upc_fence();                                                                               \
    type value = __get##letters##2(p);                                                             \
    end_strict_get();                                                                              \
    return value;                                                                                  \
  }                                                                                                \
                                                                                                   \
  void __puts##letters##2(pts_t p, type value) {                                                   \
    begin_strict_put();                                                                            \
    __put##letters##2(p, value);                                                                   \
    end_strict_put();                                                                              \
  }
UPC_SCALARS(DEFINE)

/* --- blocks --- */

#define MOVE(bytes, type)                                                                          \
  if (n == (bytes) && ((uintptr_t)to & ((bytes)-1)) == 0 &&                                        \
      ((uintptr_t)from & ((bytes)-1)) == 0) {                                                      \
    *(volatile alias_##type *)to = *(const volatile alias_##type *)from;                           \
    return;                                                                                        \
  }

/* Copies n bytes. 1, 2, 4, 8 aligned bytes are one load and one store: pointers-to-shared in shared
 * memory are accessed so. */
static inline void move_bytes(void *to, const void *from, size_t n) {
  MOVE(8, di)
  MOVE(4, si)
  MOVE(2, hi)
  MOVE(1, qi)
  memcpy(to, from, n);
}

void __getblk3(void *to, pts_t from, size_t n) {
  const char *at = hyd_upc_place(from);
  if (UPC_LIKELY(at != NULL))
    move_bytes(to, at, n);
  else
    hyd_upc_get(to, pts_thread(from), pts_offset(from), n);
}

void __putblk3(pts_t to, const void *from, size_t n) {
  char *at = hyd_upc_place(to);
  if (UPC_LIKELY(at != NULL))
    move_bytes(at, from, n);
  else
    hyd_upc_put(pts_thread(to), pts_offset(to), from, n);
}

void __copyblk3(pts_t to, pts_t from, size_t n) {
  char *there = hyd_upc_place(to);
  const char *here = hyd_upc_place(from);
  if (UPC_LIKELY(there != NULL && here != NULL))
    move_bytes(there, here, n);
  else
    hyd_upc_copy(pts_thread(to), pts_offset(to), pts_thread(from), pts_offset(from), n);
}

void __getsblk3(void *to, pts_t from, size_t n) {
  hyd_upc_fence();
  __getblk3(to, from, n);
  end_strict_get();
}

void __putsblk3(pts_t to, const void *from, size_t n) {
  begin_strict_put();
  __putblk3(to, from, n);
  end_strict_put();
}

void __copysblk3(pts_t to, pts_t from, size_t n) {
  hyd_upc_fence();
  __copyblk3(to, from, n);
  end_strict_put();
}

/* --- the same under names that inlined accesses call (include/hyd_upc_access.h) --- */

#define NAME_AGAIN(letters, type)                                                                  \
  type hyd_upc_get_##letters(pts_t p) __attribute__((alias("__get" #letters "2")));                \
  void hyd_upc_put_##letters(pts_t p, type value) __attribute__((alias("__put" #letters "2")));
UPC_SCALARS(NAME_AGAIN)
void hyd_upc_get_blk(void *to, pts_t from, size_t n) __attribute__((alias("__getblk3")));
void hyd_upc_put_blk(pts_t to, const void *from, size_t n) __attribute__((alias("__putblk3")));
