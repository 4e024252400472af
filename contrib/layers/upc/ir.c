/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ir.c: the accesses of programs compiled with -fupc-ir (libupc.md 3.3): thread and offset are two
 * arguments, and the names differ between versions of the compiler.
 */
#include "contrib/layers/upc/entries.h"

static inline pts_t place(long thread, long offset) {
  return pts_make((uint32_t)thread, (uint64_t)offset, 0);
}

#define DECLARE(letters, type)                                                                     \
  type __get##letters##3(long thread, long offset);                                                \
  type __gets##letters##3(long thread, long offset);                                               \
  void __put##letters##3(long thread, long offset, type value);                                    \
  void __puts##letters##3(long thread, long offset, type value);
#define DEFINE(letters, type)                                                                      \
  type __get##letters##3(long thread, long offset) {                                               \
    return __get##letters##2(place(thread, offset));                                               \
  }                                                                                                \
  type __gets##letters##3(long thread, long offset) {                                              \
    return __gets##letters##2(place(thread, offset));                                              \
  }                                                                                                \
  void __put##letters##3(long thread, long offset, type value) {                                   \
    __put##letters##2(place(thread, offset), value);                                               \
  }                                                                                                \
  void __puts##letters##3(long thread, long offset, type value) {                                  \
    __puts##letters##2(place(thread, offset), value);                                              \
  }
UPC_SCALARS(DECLARE)
UPC_SCALARS(DEFINE)

/* The older names of the same calls. */
#define OLDER(letters, type, older)                                                                \
  type upcr_llvm_get_##older(long thread, long offset)                                             \
      __attribute__((alias("__get" #letters "3")));                                                \
  type upcr_llvm_get_##older##s(long thread, long offset)                                          \
      __attribute__((alias("__gets" #letters "3")));                                               \
  void upcr_llvm_put_##older(long thread, long offset, type value)                                 \
      __attribute__((alias("__put" #letters "3")));                                                \
  void upcr_llvm_put_##older##s(long thread, long offset, type value)                              \
      __attribute__((alias("__puts" #letters "3")));
OLDER(qi, uint8_t, i8)
OLDER(hi, uint16_t, i16)
OLDER(si, uint32_t, i32)
OLDER(di, uint64_t, i64)
OLDER(ti, upc_u128, i128)
OLDER(sf, float, float)
OLDER(df, double, double)

/* s: empty, or s for the strict calls. */
#define BLOCKS(s)                                                                                  \
  void __get##s##blk4(long thread, long offset, void *to, size_t n);                               \
  void __put##s##blk4(const void *from, long thread, long offset, size_t n);                       \
  void __copy##s##blk5(long to, long to_offset, long from, long from_offset, size_t n);            \
  void __get##s##blk4(long thread, long offset, void *to, size_t n) {                              \
    __get##s##blk3(to, place(thread, offset), n);                                                  \
  }                                                                                                \
  void __put##s##blk4(const void *from, long thread, long offset, size_t n) {                      \
    __put##s##blk3(place(thread, offset), from, n);                                                \
  }                                                                                                \
  void __copy##s##blk5(long to, long to_offset, long from, long from_offset, size_t n) {           \
    __copy##s##blk3(place(to, to_offset), place(from, from_offset), n);                            \
  }                                                                                                \
  void upcr_llvm_getn##s(long thread, long offset, void *to, size_t n)                             \
      __attribute__((alias("__get" #s "blk4")));                                                   \
  void upcr_llvm_putn##s(const void *from, long thread, long offset, size_t n)                     \
      __attribute__((alias("__put" #s "blk4")));
BLOCKS()
BLOCKS(s)
