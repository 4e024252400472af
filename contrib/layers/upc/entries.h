/* SPDX-License-Identifier: BSD-3-Clause
 *
 * entries.h: prototypes of what compiled programs call (libupc.md 3 and 4.2), in C: pts_t is a
 * pointer-to-shared by value.
 */
#ifndef HYD_UPC_ENTRIES_H
#define HYD_UPC_ENTRIES_H
#include <stddef.h>
#include <stdint.h>

#include "contrib/layers/upc/pts.h"

typedef unsigned __int128 upc_u128;

/* F(letters, type): the scalars of 3.1. */
#define UPC_SCALARS(F)                                                                             \
  F(qi, uint8_t)                                                                                   \
  F(hi, uint16_t)                                                                                  \
  F(si, uint32_t)                                                                                  \
  F(di, uint64_t)                                                                                  \
  F(ti, upc_u128)                                                                                  \
  F(sf, float)                                                                                     \
  F(df, double)                                                                                    \
  F(tf, long double)                                                                               \
  F(xf, long double)

/* The compiler's names: T __get[s]L2(p), void __put[s]L2(p, value); with -fupc-debug the same with
 * g, file and line. */
#define UPC_DECLARE(letters, type)                                                                 \
  type __get##letters##2(pts_t p);                                                                 \
  type __gets##letters##2(pts_t p);                                                                \
  void __put##letters##2(pts_t p, type value);                                                     \
  void __puts##letters##2(pts_t p, type value);                                                    \
  type __getg##letters##3(pts_t p, const char *file, int line);                                    \
  type __getsg##letters##3(pts_t p, const char *file, int line);                                   \
  void __putg##letters##4(pts_t p, type value, const char *file, int line);                        \
  void __putsg##letters##4(pts_t p, type value, const char *file, int line);
UPC_SCALARS(UPC_DECLARE)

void __getblk3(void *to, pts_t from, size_t n);
void __putblk3(pts_t to, const void *from, size_t n);
void __copyblk3(pts_t to, pts_t from, size_t n);
void __getsblk3(void *to, pts_t from, size_t n);
void __putsblk3(pts_t to, const void *from, size_t n);
void __copysblk3(pts_t to, pts_t from, size_t n);
void __getgblk5(void *to, pts_t from, size_t n, const char *file, int line);
void __putgblk5(pts_t to, const void *from, size_t n, const char *file, int line);
void __copygblk5(pts_t to, pts_t from, size_t n, const char *file, int line);
void __getsgblk5(void *to, pts_t from, size_t n, const char *file, int line);
void __putsgblk5(pts_t to, const void *from, size_t n, const char *file, int line);
void __copysgblk5(pts_t to, pts_t from, size_t n, const char *file, int line);

void *__getaddr(pts_t p);
void *__getaddrg(pts_t p, const char *file, int line);
void *__cvtaddr(pts_t p);

void __upc_notify(int id);
void __upc_wait(int id);
void __upc_barrier(int id);
void __upc_notifyg(int id, const char *file, int line);
void __upc_waitg(int id, const char *file, int line);
void __upc_barrierg(int id, const char *file, int line);
void __upc_fence(void);
void upc_poll(void);

_Noreturn void __upc_exit(int status);
void upc_global_exit(int status);
_Noreturn void __upc_fatal(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* upc.h */
size_t upc_threadof(pts_t p);
size_t upc_phaseof(pts_t p);
size_t upc_addrfield(pts_t p);
pts_t upc_resetphase(pts_t p);
size_t upc_affinitysize(size_t total, size_t nbytes, size_t thread);
pts_t upc_global_alloc(size_t nblocks, size_t nbytes);
pts_t upc_all_alloc(size_t nblocks, size_t nbytes);
pts_t upc_alloc(size_t nbytes);
void upc_free(pts_t p);
void upc_all_free(pts_t p);
pts_t upc_global_lock_alloc(void);
pts_t upc_all_lock_alloc(void);
int upc_lock_attempt(pts_t lock);
void upc_lock(pts_t lock);
void upc_unlock(pts_t lock);
void upc_lock_free(pts_t lock);
void upc_all_lock_free(pts_t lock);
void upc_memcpy(pts_t to, pts_t from, size_t n);
void upc_memget(void *to, pts_t from, size_t n);
void upc_memput(pts_t to, const void *from, size_t n);
void upc_memset(pts_t to, int value, size_t n);

#endif
