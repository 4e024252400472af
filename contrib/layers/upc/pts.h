/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pts.h: pointers-to-shared (libupc.md 2.1). The library is compiled once for each layout, which
 * these macros name; all code outside this file works on (thread, offset).
 *
 * UPC_PTS_STRUCT: 1 for the struct form. UPC_PTS_LAST: 1 if the address is the last field.
 * UPC_PHASE_BITS, UPC_THREAD_BITS, UPC_ADDR_BITS: fields of the packed form.
 */
#ifndef HYD_UPC_PTS_H
#define HYD_UPC_PTS_H
#include <stdbool.h>
#include <stdint.h>

#ifndef UPC_PTS_STRUCT
#define UPC_PTS_STRUCT 0
#endif
#ifndef UPC_PTS_LAST
#define UPC_PTS_LAST 0
#endif
#ifndef UPC_PHASE_BITS
#define UPC_PHASE_BITS 20
#define UPC_THREAD_BITS 10
#define UPC_ADDR_BITS 34
#endif

extern char __upc_shared_start[]; /* of the program: address of offset 0 */

#if UPC_PTS_STRUCT
enum { PTS_MAX_THREADS = 1 << 16 };
#define PTS_MAX_OFFSET (UINT64_C(1) << 46)
#if UPC_PTS_LAST
typedef struct {
  uint32_t phase, thread;
  uint64_t vaddr;
} pts_t;
#else
typedef struct {
  uint64_t vaddr;
  uint32_t thread, phase;
} pts_t;
#endif

static inline uint64_t pts_offset(pts_t p) {
  return p.vaddr - (uint64_t)(uintptr_t)__upc_shared_start;
}
static inline uint32_t pts_thread(pts_t p) { return p.thread; }
static inline uint64_t pts_phase(pts_t p) { return p.phase; }
static inline bool pts_is_null(pts_t p) { return p.vaddr == 0 && p.thread == 0 && p.phase == 0; }
static inline pts_t pts_make(uint32_t thread, uint64_t offset, uint64_t phase) {
  pts_t p;
  p.vaddr = offset + (uint64_t)(uintptr_t)__upc_shared_start;
  p.thread = thread;
  p.phase = (uint32_t)phase;
  return p;
}
static inline pts_t pts_null(void) {
  pts_t p = {0};
  return p;
}

#else

#if UPC_PHASE_BITS + UPC_THREAD_BITS + UPC_ADDR_BITS != 64
#error the fields of a packed pointer have 64 bits together
#endif
enum { PTS_MAX_THREADS = 1 << (UPC_THREAD_BITS < 16 ? UPC_THREAD_BITS : 16) };
#define PTS_MAX_OFFSET (UINT64_C(1) << UPC_ADDR_BITS)
#define PTS_MASK(bits) ((UINT64_C(1) << (bits)) - 1)
#if UPC_PTS_LAST
enum {
  PTS_PHASE_SHIFT = UPC_THREAD_BITS + UPC_ADDR_BITS,
  PTS_THREAD_SHIFT = UPC_ADDR_BITS,
  PTS_ADDR_SHIFT = 0
};
#else
enum {
  PTS_PHASE_SHIFT = 0,
  PTS_THREAD_SHIFT = UPC_PHASE_BITS,
  PTS_ADDR_SHIFT = UPC_PHASE_BITS + UPC_THREAD_BITS
};
#endif
typedef uint64_t pts_t;

static inline uint64_t pts_offset(pts_t p) { return p >> PTS_ADDR_SHIFT & PTS_MASK(UPC_ADDR_BITS); }
static inline uint32_t pts_thread(pts_t p) {
  return (uint32_t)(p >> PTS_THREAD_SHIFT & PTS_MASK(UPC_THREAD_BITS));
}
static inline uint64_t pts_phase(pts_t p) {
  return p >> PTS_PHASE_SHIFT & PTS_MASK(UPC_PHASE_BITS);
}
static inline bool pts_is_null(pts_t p) { return p == 0; }
static inline pts_t pts_make(uint32_t thread, uint64_t offset, uint64_t phase) {
  return offset << PTS_ADDR_SHIFT | (uint64_t)thread << PTS_THREAD_SHIFT | phase << PTS_PHASE_SHIFT;
}
static inline pts_t pts_null(void) { return 0; }
#endif

#endif
