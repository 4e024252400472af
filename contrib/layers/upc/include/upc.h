/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc.h: the library of UPC 1.3 that every program may use.
 */
#ifndef HYD_UPC_H
#define HYD_UPC_H
#include <sys/types.h>

/* The fields of a pointer-to-shared: thread, phase, and bytes from the start of the thread's shared
 * memory; the same pointer with phase 0. */
extern size_t upc_threadof(shared const void *p);
extern size_t upc_phaseof(shared const void *p);
extern size_t upc_addrfield(shared const void *p);
extern shared void *upc_resetphase(shared const void *p);
/* Bytes with affinity to the thread, of an object of `total` bytes in blocks of `nbytes`. */
extern size_t upc_affinitysize(size_t total, size_t nbytes, size_t thread);

/* Ends all threads with this status. */
extern void upc_global_exit(int status);

/* shared [nbytes] char[nblocks * nbytes], by one thread and by all together; shared [] char[nbytes]
 * with affinity to the caller. NULL: size 0, or no memory. */
extern shared void *upc_global_alloc(size_t nblocks, size_t nbytes);
extern shared void *upc_all_alloc(size_t nblocks, size_t nbytes);
extern shared void *upc_alloc(size_t nbytes);
/* Frees any of them, by any thread; by all together. NULL does nothing. */
extern void upc_free(shared void *p);
extern void upc_all_free(shared void *p);

extern upc_lock_t *upc_global_lock_alloc(void);
extern upc_lock_t *upc_all_lock_alloc(void);
extern void upc_lock(upc_lock_t *lock);
extern int upc_lock_attempt(upc_lock_t *lock); /* 1: the lock is the caller's */
extern void upc_unlock(upc_lock_t *lock);
extern void upc_lock_free(upc_lock_t *lock);
extern void upc_all_lock_free(upc_lock_t *lock);

/* n bytes that lie in one piece on one thread each side. */
extern void upc_memcpy(shared void *to, shared const void *from, size_t n);
extern void upc_memget(void *to, shared const void *from, size_t n);
extern void upc_memput(shared void *to, const void *from, size_t n);
extern void upc_memset(shared void *to, int value, size_t n);

#endif
