/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_upc_access.h: the calls that compilers make for accesses (libupc.md 3). With
 * __UPC_INLINE_LIB__ and packed pointers, relaxed accesses are inlined: memory of a thread of the
 * host is loaded or stored, all else is a call. A compiler binds its calls to these definitions.
 */
#ifndef HYD_UPC_ACCESS_H
#define HYD_UPC_ACCESS_H

/* X(letters, type) */
#define HYD_UPC_SCALARS(X)                                                                         \
  X(qi, unsigned char)                                                                             \
  X(hi, unsigned short)                                                                            \
  X(si, unsigned int)                                                                              \
  X(di, unsigned long)                                                                             \
  X(ti, unsigned __int128)                                                                         \
  X(sf, float)                                                                                     \
  X(df, double)                                                                                    \
  X(tf, long double)                                                                               \
  X(xf, long double)

#if defined(__UPC_INLINE_LIB__) && !defined(__UPC_PTS_STRUCT_REP__)

/* Each thread's memory in this process, or NULL. The table does not change while the program runs,
 * so a compiler may look up a thread before a loop. */
extern char *const hyd_upc_base[1UL << __UPC_THREAD_SIZE__];

#ifdef __UPC_VADDR_FIRST__
#define HYD_UPC_OFFSET_OF(bits) ((bits) >> (__UPC_PHASE_SIZE__ + __UPC_THREAD_SIZE__))
#define HYD_UPC_THREAD_OF(bits) ((bits) >> __UPC_PHASE_SIZE__ & ((1UL << __UPC_THREAD_SIZE__) - 1))
#else
#define HYD_UPC_OFFSET_OF(bits) ((bits) & ((1UL << __UPC_VADDR_SIZE__) - 1))
#define HYD_UPC_THREAD_OF(bits) ((bits) >> __UPC_VADDR_SIZE__ & ((1UL << __UPC_THREAD_SIZE__) - 1))
#endif
#define HYD_UPC_INLINE static __inline__ __attribute__((__always_inline__, __unused__))

/* The address here, NULL if there is none. A wild thread number finds NULL, too. */
HYD_UPC_INLINE char *hyd_upc_place_of(shared const void *p) {
  unsigned long bits = (unsigned long)p;
  char *base = hyd_upc_base[HYD_UPC_THREAD_OF(bits)];
  return base ? base + HYD_UPC_OFFSET_OF(bits) : (char *)0;
}

#define HYD_UPC_DEFINE(letters, type)                                                              \
  typedef type __attribute__((__may_alias__)) hyd_upc_##letters;                                   \
  extern type hyd_upc_get_##letters(shared const void *);                                          \
  extern void hyd_upc_put_##letters(shared void *, type);                                          \
  HYD_UPC_INLINE type __get##letters##2(shared const void *p) {                                    \
    char *at = hyd_upc_place_of(p);                                                                \
    return __builtin_expect(at != 0, 1) ? *(hyd_upc_##letters *)at : hyd_upc_get_##letters(p);     \
  }                                                                                                \
  HYD_UPC_INLINE void __put##letters##2(shared void *p, type value) {                              \
    char *at = hyd_upc_place_of(p);                                                                \
    if (__builtin_expect(at != 0, 1))                                                              \
      *(hyd_upc_##letters *)at = value;                                                            \
    else                                                                                           \
      hyd_upc_put_##letters(p, value);                                                             \
  }
HYD_UPC_SCALARS(HYD_UPC_DEFINE)

extern void hyd_upc_get_blk(void *, shared const void *, unsigned long);
extern void hyd_upc_put_blk(shared void *, const void *, unsigned long);
HYD_UPC_INLINE void __getblk3(void *to, shared const void *from, unsigned long n) {
  char *at = hyd_upc_place_of(from);
  if (__builtin_expect(at != 0, 1))
    __builtin_memcpy(to, at, n);
  else
    hyd_upc_get_blk(to, from, n);
}
HYD_UPC_INLINE void __putblk3(shared void *to, const void *from, unsigned long n) {
  char *at = hyd_upc_place_of(to);
  if (__builtin_expect(at != 0, 1))
    __builtin_memcpy(at, from, n);
  else
    hyd_upc_put_blk(to, from, n);
}

#elif defined(HYD_UPC_WANTS_PROTOTYPES)

#define HYD_UPC_DECLARE(letters, type)                                                             \
  extern type __get##letters##2(shared const void *);                                              \
  extern void __put##letters##2(shared void *, type);
HYD_UPC_SCALARS(HYD_UPC_DECLARE)
extern void __getblk3(void *, shared const void *, unsigned long);
extern void __putblk3(shared void *, const void *, unsigned long);

#endif

#ifdef HYD_UPC_WANTS_PROTOTYPES
#define HYD_UPC_DECLARE_OTHERS(letters, type)                                                      \
  extern type __gets##letters##2(shared const void *);                                             \
  extern void __puts##letters##2(shared void *, type);                                             \
  extern type __getg##letters##3(shared const void *, const char *, int);                          \
  extern void __putg##letters##4(shared void *, type, const char *, int);                          \
  extern type __getsg##letters##3(shared const void *, const char *, int);                         \
  extern void __putsg##letters##4(shared void *, type, const char *, int);
HYD_UPC_SCALARS(HYD_UPC_DECLARE_OTHERS)
extern void __copyblk3(shared void *, shared const void *, unsigned long);
extern void __getsblk3(void *, shared const void *, unsigned long);
extern void __putsblk3(shared void *, const void *, unsigned long);
extern void __copysblk3(shared void *, shared const void *, unsigned long);
extern void __getgblk5(void *, shared const void *, unsigned long, const char *, int);
extern void __putgblk5(shared void *, const void *, unsigned long, const char *, int);
extern void __copygblk5(shared void *, shared const void *, unsigned long, const char *, int);
extern void __getsgblk5(void *, shared const void *, unsigned long, const char *, int);
extern void __putsgblk5(shared void *, const void *, unsigned long, const char *, int);
extern void __copysgblk5(shared void *, shared const void *, unsigned long, const char *, int);
extern void *__getaddr(shared const void *);
extern void *__getaddrg(shared const void *, const char *, int);
extern void *__cvtaddr(shared const void *);
extern void __upc_notify(int), __upc_wait(int), __upc_barrier(int);
extern void __upc_notifyg(int, const char *, int), __upc_waitg(int, const char *, int),
    __upc_barrierg(int, const char *, int);
#endif

#endif
